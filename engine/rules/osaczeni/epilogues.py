"""The table of twenty-one epilogues, of which the first whose condition holds counts (OSA-56)."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from engine.rules.osaczeni.tables import MONITORING, PARKING, WEAPONS
from engine.rules.pieces import DEAD

SOME = 3
"""Number of survivors of a kind in rows 8, 13 and 17."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The position at the end of a game."""

    where: tuple[tuple[tuple[str, str], int], ...]
    """((player, character), area or `DEAD`) of every character."""
    hands: Mapping[str, tuple[str, ...]]
    closed: int
    """Number of closed areas."""
    deck: int
    winners: tuple[str, ...]

    @property
    def alive(self) -> tuple[tuple[str, str], ...]:
        """The survivors, as (player, character)."""
        return tuple(name for name, place in self.where if place != DEAD)

    @property
    def stand(self) -> set[int]:
        """The areas where survivors stand."""
        return {place for _, place in self.where if place != DEAD}

    @property
    def survivors(self) -> dict[str, int]:
        """The number of surviving characters of each player."""
        counts = dict.fromkeys(self.hands, 0)
        for player, _ in self.alive:
            counts[player] += 1
        return counts

    def hand_of_a_survivor(self, holds: Callable[[tuple[str, ...]], bool]) -> bool:
        """Return True if the hand of some player with survivors satisfies `holds`."""
        return any(holds(self.hands[player]) for player, n in self.survivors.items() if n)

    def kind(self, kind: str) -> int:
        """Return the number of surviving characters of a kind."""
        return sum(character == kind for _, character in self.alive)


@dataclass(frozen=True, slots=True)
class Epilogue:
    """A row of the table."""

    row: int
    number: int
    """The number printed on the card."""
    condition: str
    holds: Callable[[Ending], bool]


def _rows(*rows: tuple[int, str, Callable[[Ending], bool]]) -> tuple[Epilogue, ...]:
    return tuple(Epilogue(at, *row) for at, row in enumerate(rows, start=1))


EPILOGUES = _rows(
    (11, "no character survived", lambda end: not end.alive),
    (2, "all characters of a player survived",
     lambda end: any(n and n * len(end.hands) == len(end.where) for n in end.survivors.values())),
    (17, "exactly one character survived", lambda end: len(end.alive) == 1),
    (19, "two players share the victory", lambda end: len(end.winners) == 2),  # noqa: PLR2004
    (5, "a player with survivors holds two weapons",
     lambda end: end.hand_of_a_survivor(
         lambda hand: sum(card in WEAPONS for card in hand) >= 2)),  # noqa: PLR2004
    (4, "exactly two characters survived", lambda end: len(end.alive) == 2),  # noqa: PLR2004
    (14, "a player with survivors holds two or more items",
     lambda end: end.hand_of_a_survivor(lambda hand: len(hand) >= 2)),  # noqa: PLR2004
    (3, "three or more Crybabies survived", lambda end: end.kind("crybaby") >= SOME),
    (18, "no area was closed", lambda end: end.closed == 0),
    (8, "two or more areas were closed", lambda end: end.closed >= 2),  # noqa: PLR2004
    (16, "all survivors are on the parking lot", lambda end: end.stand == {PARKING}),
    (12, "all Crybabies are in the cold room", lambda end: end.kind("crybaby") == 0),
    (10, "three or more Protectors survived", lambda end: end.kind("protector") >= SOME),
    (1, "a player with survivors holds the Truck keys",
     lambda end: end.hand_of_a_survivor(lambda hand: "truck_keys" in hand)),
    (7, "all survivors are in one area other than the parking lot",
     lambda end: len(end.stand) == 1 and PARKING not in end.stand),
    (9, "two or more players lost all characters",
     lambda end: list(end.survivors.values()).count(0) >= 2),  # noqa: PLR2004
    (15, "three or more Leaders survived", lambda end: end.kind("leader") >= SOME),
    (6, "a winner has a character in the monitoring centre",
     lambda end: any(player in end.winners and place == MONITORING
                     for (player, _), place in end.where)),
    (20, "a player with survivors holds no item",
     lambda end: end.hand_of_a_survivor(lambda hand: not hand)),
    (13, "the deck is empty", lambda end: end.deck == 0),
)  # fmt: skip
"""Every row but the last, which holds where none of these does (GAP-O-25)."""
NONE = Epilogue(21, 21, "none of the others", lambda _: True)


def epilogue(end: Ending, unlocked: Collection[int]) -> Epilogue | None:
    """Return the first row that holds and is not unlocked; None where there is none."""
    true = [row for row in EPILOGUES if row.holds(end)] or [NONE]
    return next((row for row in true if row.number not in unlocked), None)
