"""What a vote at an attack is worth in imagined worlds, to each seat, in points.

A world is a game that the voter can't tell from the real one (`Table.imagine`): what it has not
learned, and all chance to come, is drawn anew. In each world each vote is cast once, the others
draw theirs, and it is played on at random until the vote has found whom it finds and a character
of theirs is eaten, or none. Whoever is asked the same question in two of these runs draws the same
answer (common random numbers), so that they differ by the vote and what follows from it, and few
worlds are enough for the sign of a difference.

Not here: votes for the truck and the Chief, and gifts. What they bring are cards and information,
which points at the end of a round played at random hardly show: over so few worlds the sign of a
difference would be chance.
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
"""Worlds for each ballot: each takes about half a millisecond for each option."""
FOLLOWS = frozenset({"cast_revote", "break_tie", "choose_victim"})
"""Questions that a ballot leads to, before the next vote."""
NEXT = (VoteCalled, AttackBegan, AttackEnded, RoundEnded, GameEnded)
"""Events after which no more comes of a ballot."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What an option is worth, as means over the worlds, in points that are lost or none."""

    seat: str
    """Who is asked."""
    of: Mapping[str, float]
    """By seat, where a character of its is eaten in a world: below 0."""

    @property
    def own(self) -> float:
        """Return what it is worth to who is asked."""
        return self.of.get(self.seat, 0.0)

    @property
    def others(self) -> float:
        """Return what it is worth to all others together."""
        return sum(points for seat, points in self.of.items() if seat != self.seat)


def worths(
    before: Table, asked: Decision, points: Mapping[str, int], worlds: int = WORLDS
) -> dict[str, Worth]:
    """Return what each option of a question is worth to each seat.

    `before` is the table when the question was put, nobody's sealed answer given; it stays as it
    is. `points` are those of each kind of character. The same arguments give the same worths.
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
    """Answer with an option, and at random whatever belongs to the vote."""
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
    """Return who is eaten before anything else begins."""
    for each in events:
        if isinstance(each, CharacterEaten):
            return each
        if isinstance(each, NEXT):
            break
    return None
