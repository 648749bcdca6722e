"""The `house` seat: plays by its own view, its beliefs and its dials; every number is its own."""

from collections.abc import Mapping, Sequence
from hashlib import blake2b
from types import MappingProxyType
from typing import Any

from arena.seats.house import cards, moves, votes
from arena.seats.house.beliefs import Beliefs
from arena.seats.house.board import Board
from arena.seats.house.dials import PLAIN, Dials
from arena.seats.house.draw import Draw
from arena.seats.house.turn import Policies, Turn
from arena.seats.seat import Question, Record

__all__ = ["POLICIES", "House", "uniform"]


def uniform(turn: Turn) -> str:
    """Draw one of the options: for kinds of questions that no policy knows."""
    return turn.draw.pick(turn.question.options).id


POLICIES: Policies = MappingProxyType(
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
    }
)
PATIENCE = 20
"""Rounds after which a game is taken for one that sensible moves would never end.

With few zombies (GAP-M-19) all can stand in empty rooms, and everybody stays out of them; where
zombies are not counted, games last about ten rounds.
"""
WANDERING = frozenset({"announce_destination", "choose_destination", "move"})


class House:
    """Answers as a function of the question, the own view, what was heard, and its seed."""

    def __init__(self, seed: str, dials: Dials = PLAIN, policies: Policies = POLICIES) -> None:
        """`seed` is the bots' seed of the game; `policies` answer by kind of question."""
        self._key = blake2b(seed.encode(), digest_size=32).digest()
        self.dials, self._policies = dials, policies

    async def answer(
        self,
        question: Question,
        view: Mapping[str, Any],
        heard: Sequence[Record],  # noqa: ARG002 - tactics look, talk listens
    ) -> str:
        """Return an option's id."""
        board = Board(view)
        beliefs = Beliefs.from_view(view, board)
        draw = Draw(self._key, question.id)
        turn = Turn(question, board, beliefs, self.dials, draw)
        policy = self._policies.get(question.kind, uniform)
        if question.round > PATIENCE and question.kind in WANDERING and draw.pick((True, False)):
            policy = uniform
        return policy(turn)
