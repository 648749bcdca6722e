"""Imagined games: games that one seat can't tell from the real one, with other hidden facts.

The present phase is entered again, from the state at its beginning with other cards and dice, and
the answers since are given again; what came before is put into the log, not played. The draws
depend on the seed and on what the seat knows alone, and on nothing that it does not know.
"""

import json
from collections.abc import Callable, Sequence
from itertools import takewhile
from typing import cast

from engine import events as e
from engine.chance import Chance, Draws, Forced
from engine.events import Event
from engine.game import FLOOR, Move
from engine.question import Decision, Option
from engine.rules.board import Board
from engine.rules.compiled import BoardGame
from engine.rules.learned import Learned

IMAGINED = "imagined "
Choose = Callable[[Decision], Option]


def learner(game: BoardGame, seat: str | None) -> Learned:
    """Return the card knowledge of a seat (None: of the public), up to this moment of the game."""
    return Learned(seat, game.rules.followed)


def seed_of(real: str, seed: str) -> str:
    """Return the seed's text of a game imagined in the game with the seed `real`.

    It differs from those that people give, and in each game imagined in such a game: the chance to
    come must not be that of the game in which it is imagined.
    """
    depth = 1
    while real.startswith(IMAGINED * depth):
        depth += 1
    return IMAGINED * depth + seed


def joining_order(seed: str, seats: Sequence[str]) -> tuple[str, ...]:
    """Return the order of joining for which a seed draws this seating."""
    drawn = Chance(seed, Forced()).seating([str(at) for at in range(len(seats))])
    there = {int(at): seat for at, seat in zip(drawn, seats, strict=True)}
    return tuple(there[at] for at in range(len(seats)))


class Imagined:
    """The facts that are drawn anew for one seat (None: for the public)."""

    __slots__ = ("_dealing", "_past", "_real", "_seat", "dice", "draw", "forced", "seed")

    def __init__(self, real: BoardGame, learned: Learned, seed: str) -> None:
        """Draw cards and dice; `learned` has followed the log of the real game."""
        self._real, self._seat = real, learned.seat
        self.seed, self.draw = seed, Draws(seed)
        s = real.state
        copies = dict(real.rules.copies)
        for card in s.played[: len(s.played) - learned.plays]:  # a scenario's, out from the start
            copies[card] -= 1
        before = real.boundary.events
        self._dealing, self._past = learned.deal(copies, self.draw, before)
        self.dice: tuple[int, ...] | None = None
        """The dice under the box; None where there are none, or the seat knows them."""
        if s.dice is not None and not s.dice_open and learned.seat not in s.dice_seen_by:
            self.dice = self.draw.dice(len(s.dice))
        rolls = list(real.chance.rolls)
        if self.dice is not None and rolls:
            rolls[-1] = self.dice
        deck = self._dealing.faces_of(self._dealing.laid) if real.chance.deck_drawn else None
        self.forced = Forced(rolls, real.chance.lots, deck)

    def begin(self) -> BoardGame:
        """Return a game at the first stop of the present phase."""
        real = self._real
        boundary = real.boundary
        chance = boundary.chance.anew(self.seed, self.forced)
        log = self._log(boundary.events)
        return real.begin_again(chance, log, self._moves(), self._change)

    def _change(self, state: Board) -> None:
        hands = self._dealing.hands_after(self._past.acts)
        state.hands = {player: tuple(hands.get(player, ())) for player in state.hands}
        state.deck = self._dealing.faces_of(self._past.deck)
        if state.dice is not None and self.dice is not None:
            state.dice = self.dice

    def _log(self, upto: int) -> list[Event]:
        log = self._real.log[:upto]
        for at, cards in self._dealing.hidden:
            if at < upto:
                log[at] = _with(log[at], self._dealing.faces_of(cards))
        if self.dice is not None and self._real.boundary.state.dice is not None:
            for at in range(upto - 1, -1, -1):
                event = log[at]
                if isinstance(event, e.DiceSeen):
                    log[at] = e.DiceSeen(seen_by=event.seen_by, player=event.player, dice=self.dice)
                elif isinstance(event, e.DiceRolled):
                    log[at] = e.DiceRolled(seen_by=event.seen_by, dice=self.dice)
                    break
        return log

    def _moves(self) -> list[Move]:
        real = self._real
        moves = real.moves[: real.boundary.moves]
        for gift in self._dealing.gifts:
            at = real.begun[gift.phase] - 1  # a search ends its phase
            moves[at] = (moves[at][0], gift.answer(self._dealing))
        return moves

    def play_on(self, game: BoardGame, choose: Choose) -> None:
        """Repeat the answers since the phase began; `choose` gives those that the seat can't know.

        Nor can the seat know who of the others has answered under seal: where it is itself asked
        with them they all have, elsewhere none has.
        """
        real, seat = self._real, self._seat
        secret = not real.state.destinations_open
        for move in real.moves[real.boundary.moves :]:
            player = move[0].rpartition(".")[0]
            if move[0] != FLOOR and player != seat and secret:
                decision = game.open[player]
                if decision.kind == "choose_destination":
                    game.answer(decision, choose(decision))
                    continue
            game.play(move)
        asked = seat in real.open
        for decision in game.asked_now:
            if decision.seat != seat and asked:
                game.answer(decision, choose(decision))
            elif decision.seat == seat and not asked:
                game.play((decision.id, real.answers[decision.seat].id))


def start_of(given: str | None, log: Sequence[Event], seed: str) -> str | None:
    """Return a scenario, as JSON, with the hands, deck and dice of a log.

    Forced outcomes to come are left out: nobody at the table knows them.
    """
    if given is None:
        return None
    start = json.loads(given)
    start |= {"seed": seed}
    start.pop("chance", None)
    if start["phase"] == "setup":
        start.pop("deck", None)
        return json.dumps(start)
    hands: dict[str, list[str]] = {}
    for event in takewhile(lambda event: not isinstance(event, e.PhaseBegan), log):
        match event:
            case e.CardReceived():
                hands.setdefault(event.player, []).append(event.card)
            case e.DeckShuffled() if "deck" in start:
                start["deck"] = list(event.cards)
            case e.DiceRolled() if "dice" in start:
                start["dice"] = list(event.dice)
            case _:
                pass
    if hands:
        start["hands"] = hands
    return json.dumps(start)


def _with(event: Event, faces: tuple[str, ...]) -> Event:
    """Return the event with other card faces."""
    seen_by = event.seen_by
    match event:
        case e.CardReceived():
            return e.CardReceived(
                seen_by=seen_by, player=event.player, card=faces[0], source=event.source
            )
        case e.CardsSeen():
            return e.CardsSeen(seen_by=seen_by, player=event.player, cards=faces)
        case e.DeckShuffled():
            return e.DeckShuffled(seen_by=seen_by, cards=faces)
        case _:  # the card that a search left over
            left = cast("e.CardReturned", event)
            return type(left)(seen_by=seen_by, player=left.player, card=faces[0])
