"""The `house` seat: it plays and talks from its own view, its beliefs and its dials."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from types import MappingProxyType
from typing import cast

from arena.records.record import Shown
from arena.seats.house import cards, moves, votes
from arena.seats.house.beliefs import Beliefs
from arena.seats.house.listening import Listener
from arena.seats.house.memory import Memory
from arena.seats.house.position import Position
from arena.seats.house.situation import PLAIN, Dials, Draw, Situation, Tactics
from arena.seats.house.speaking import TalkSituation, Thought
from arena.seats.house.thoughts import thought
from arena.seats.seat import Question, Seat
from arena.talk.speech import Speech, TalkTurn
from engine.view_data import ViewData


def uniform(situation: Situation) -> str:
    """Pick a random option: for kinds of question that have no tactic."""
    return situation.draw.pick(situation.question.options).id


TACTICS: Tactics = MappingProxyType(
    {
        "place_character": moves.place_character,
        "play_vote_card": cards.play_vote_card,
        "cast_vote": votes.cast_vote,
        "cast_revote": votes.cast_vote,
        "distribute_truck": cards.distribute_truck,
        "use_camera": cards.use_camera,
        "announce_destination": moves.choose_destination,
        "choose_destination": moves.choose_destination,
        "place_revenge_zombie": moves.place_zombie,
        "move": moves.move,
        "play_attack_card": cards.play_attack_card,
        "choose_victim": cards.choose_victim,
        "assign_start": moves.assign_start,
        "play_item": cards.play_item,
        "point_at": votes.cast_vote,
        "break_tie": votes.break_tie,
        "use_walkie_talkie": cards.use_camera,
        "energy_drink": moves.energy_drink,
    }
)
PATIENCE = 20
"""Rounds after which a game is considered one that sensible moves would never end. With few zombies
(GAP-M-19) all can stand in empty rooms, and nobody leaves them; the moves are then random half of
the time. Where zombies are not counted, games last about ten rounds."""
WANDERING = frozenset({"announce_destination", "choose_destination", "move"})


class House(Seat):
    """A bot whose answers are a function of question, view, heard records, dials and seed."""

    def __init__(
        self,
        seed: str,
        dials: Dials = PLAIN,
        policies: Tactics = TACTICS,
        *,
        options: Mapping[str, str | int | bool | None] = MappingProxyType({}),
    ) -> None:
        """`seed` is the bots' seed of the game; `policies` answer by kind of question.

        `options` are the ruleset's options in force: they decide which claims can be made, and how
        many of each card there are.
        """
        self._key = blake2b(seed.encode(), digest_size=32).digest()
        self.dials, self._policies, self._options = dials, policies, options
        self._memory: Memory | None = None

    talks = True

    only_reads = True

    async def answer(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str:
        """Return an option's id."""
        situation = self.situation(question, view, heard)
        policy = self._policies.get(question.kind, uniform)
        if question.round > PATIENCE and question.kind in WANDERING:
            policy = uniform if situation.draw.pick((True, False)) else policy
        return policy(situation)

    def situation(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> Situation:
        """Collect everything that the answer to a question depends on."""
        draw, position = Draw(self._key, question.id), Position(view)
        beliefs = self._beliefs(position, self.caught_up(view, heard))
        return Situation(question, position, beliefs, self.dials, draw)

    def beliefs(self, view: ViewData, heard: Sequence[Shown]) -> Beliefs:
        """Return the bot's beliefs after the records that it heard."""
        return self._beliefs(Position(view), self.caught_up(view, heard))

    def _beliefs(self, position: Position, memory: Memory) -> Beliefs:
        return Listener(self._key, self.dials, position, memory).beliefs()

    async def speak(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Return the most important new thing to say; None: nothing."""
        found = self._thought(turn, view, heard)
        return None if found is None else found.speech

    async def bid(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> int:
        """Return from 0 to 4 how important the next speech is."""
        found = self._thought(turn, view, heard)
        return 0 if found is None else min(4, 1 + int(2 * found.weight))

    def _thought(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Thought | None:
        memory, position = self.caught_up(view, heard), Position(view)
        beliefs = self._beliefs(position, memory)
        return thought(TalkSituation(turn, position, beliefs, memory, self.dials, self._key))

    def caught_up(self, view: ViewData, heard: Sequence[Shown]) -> Memory:
        """Return the memory after `heard`; it is cached, so that each record is read once."""
        if self._memory is None or not self._memory.follows(heard):
            seat = cast("str", view["seat"])  # None only in the public's view
            self._memory = Memory(seat, view["ruleset"], view["seats"], self._options)
        self._memory.catch_up(heard)
        return self._memory
