"""Estimates the value of a vote in an attack to each seat, by simulation of imagined games.

An imagined game is one that the voter cannot distinguish from the real one (`Table.imagine`): what
the voter does not know, and all future chance, is drawn anew. In each imagined game each option is
tried once; the other voters vote at random, and play continues at random until the vote is decided
and a character is eaten, or none. A seat that is asked the same question in two of these runs draws
the same answer (common random numbers), so few imagined games are enough for the sign of a
difference.

Votes for the truck and the Chief, and gifts, are not valued: they bring cards and information,
whose effect on points at the end of a randomly played round is too small for so few simulations.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b

from arena.events import (
    AttackBegan,
    AttackEnded,
    CharacterEaten,
    GameEnded,
    RoundEnded,
    VoteCalled,
)
from engine import Decision, Event, Table

WORLDS = 4
"""Imagined games per ballot; each takes about half a millisecond per option."""
FOLLOWS = frozenset({"cast_revote", "break_tie", "choose_victim"})
"""Questions that belong to a vote after its ballot."""
NEXT = (VoteCalled, AttackBegan, AttackEnded, RoundEnded, GameEnded)
"""Events after which a vote has no more consequences."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """The value of one option to each seat: points lost, averaged over the imagined games."""

    seat: str
    """The seat that is asked."""
    of: Mapping[str, float]
    """Mean points by seat, below 0; a seat that loses no character is absent."""

    @property
    def own(self) -> float:
        """The value of the option to the seat that is asked."""
        return self.of.get(self.seat, 0.0)

    @property
    def others(self) -> float:
        """The value of the option to all other seats together."""
        return sum(points for seat, points in self.of.items() if seat != self.seat)


def worths(
    before: Table, asked: Decision, points: Mapping[str, int], worlds: int = WORLDS
) -> dict[str, Worth]:
    """Return the value of each option of a question to each seat.

    `before` is the table when the question was asked, before any sealed answer; it is not changed.
    `points` are those of each kind of character. The result is deterministic.
    """
    options = [each.id for each in asked.options]
    lost: dict[str, dict[str, float]] = {each: {} for each in options}
    for world in range(worlds):
        imagined = before.imagine(asked.seat, f"{asked.id} {world}")
        so_far = len(imagined.events)
        for option in options:
            table = imagined if option == options[-1] else imagined.fork()
            _play_on(table, asked, option, world)
            eaten = _eaten(table.events_since(so_far))
            if eaten is not None:
                share = points[eaten.character] / worlds
                owner = eaten.player
                lost[option][owner] = lost[option].get(owner, 0.0) - share
    return {option: Worth(seat=asked.seat, of=found) for option, found in lost.items()}


def _play_on(table: Table, asked: Decision, option: str, world: int) -> None:
    """Answer a question with an option, and all further questions of the vote at random."""
    pending: Sequence[Decision] = table.pending()
    while pending:
        for each in pending:
            own = each.id == asked.id
            table.answer(each.seat, option if own else _drawn(each, world), each.id)
        pending = [each for each in table.pending() if each.kind in FOLLOWS]


def _drawn(asked: Decision, world: int) -> str:
    key = f"{world} {asked.id} {asked.kind} {asked.place}".encode()
    drawn = int.from_bytes(blake2b(key, digest_size=4).digest())
    return asked.options[drawn % len(asked.options)].id


def _eaten(events: Iterable[Event]) -> CharacterEaten | None:
    """Return the event of the eaten character if it comes before anything else begins."""
    for each in events:
        if isinstance(each, CharacterEaten):
            return each
        if isinstance(each, NEXT):
            break
    return None
