"""Policies: small classes for what options change, each with the sentence that it enforces.

Phases call them and never see an option. `build.py` picks one of each kind.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from engine.rules.board import Board
from engine.rules.osaczeni.state import OsaczeniState
from engine.rules.osaczeni.tables import MORE_DICE, NOTCHES, PARKING
from engine.rules.text import Rule

# --- GAP-O-8: badge and victim token at the start ---


@dataclass(frozen=True, slots=True)
class FirstHolders:
    """The first holders of badge and victim token: drawn by lot, unless the host names them."""

    badge: str | None
    victim: str | None

    @property
    def rule(self) -> Rule:
        """The sentence of the rules text."""
        badge = "a player drawn by lot" if self.badge is None else self.badge
        victim = "another one drawn by lot" if self.victim is None else self.victim
        text = f"The badge is first held by {badge}, the victim token by {victim}."
        return Rule("OSA-10", text)


# --- GAP-O-2, GAP-O-9: room for monsters, and how many there are ---


@dataclass(frozen=True, slots=True)
class Monsters:
    """The room for a monster that comes."""

    parking_notches: int | None
    supply: int | None

    @property
    def rules(self) -> tuple[Rule, ...]:
        """The sentences of the rules text."""
        room = "any number" if self.parking_notches is None else str(self.parking_notches)
        notches = f"An area has notches for {NOTCHES} monsters, the parking lot for {room}."
        if self.parking_notches == NOTCHES:
            notches = f"Every area has notches for {NOTCHES} monsters, the parking lot too."
        many = "There are always enough monsters."
        if self.supply is not None:
            many = f"There are {self.supply} monsters; when the pool is empty no more come."
        return (
            Rule(
                "OSA-42",
                f"{notches} A monster whose area is full or closed comes to the parking lot; if "
                "that is full too, it stays in the pool.",
            ),
            Rule("GAP-O-9", many),
        )

    def has_notch(self, board: Sequence[int], area: int) -> bool:
        """Return True if an area has a notch for one more monster; `board` has those there."""
        if area == PARKING:
            return self.parking_notches is None or board[area] < self.parking_notches
        return board[area] < NOTCHES

    def is_exhausted(self, board: Sequence[int]) -> bool:
        """Return True if the pool is empty."""
        return self.supply is not None and sum(board) >= self.supply


# --- GAP-O-5: the cold room ---


@dataclass(frozen=True, slots=True)
class ColdRoom:
    """The numbers of spaces in the three rows of the cold room."""

    rows: tuple[int, ...]

    @property
    def rule(self) -> Rule:
        """The sentence of the rules text."""
        first, second, third = (str(sum(self.rows[: at + 1])) for at in range(len(self.rows)))
        return Rule(
            "OSA-50",
            f"The dead go to the cold room. From the {_nth(first)} death on, at once, monsters get "
            f"in even if they are only as many as the strength; from the {_nth(second)} and the "
            f"{_nth(third)} on, one die more is rolled each, beginning with the next round.",
        )

    def filled_by(self, victims: int) -> tuple[int, ...]:
        """Return the rows that become full with victim number `victims`."""
        return tuple(at for at in range(1, len(self.rows) + 1) if sum(self.rows[:at]) == victims)

    def full(self, victims: int, row: int) -> bool:
        """Return True if a row is full with so many victims."""
        return victims >= sum(self.rows[:row])

    def more_dice(self, victims: int) -> int:
        """Return the number of dice that the full rows have freed."""
        return sum(self.full(victims, row) for row in MORE_DICE)


def _nth(number: str) -> str:
    teen = number[-2:] in {"11", "12", "13"}
    return number + ("th" if teen else {"1": "st", "2": "nd", "3": "rd"}.get(number[-1], "th"))


# --- GAP-O-10: the discussion ---


@dataclass(frozen=True, slots=True)
class UntilAllPass:
    """The discussion goes on until all have passed in a row."""

    rule: ClassVar[Rule] = Rule(
        "OSA-18",
        "Before a decision is the discussion: in badge order those with a character there, hidden "
        "or not, play one item or pass, until all pass in a row. Items act at once.",
    )
    loops: bool = True


@dataclass(frozen=True, slots=True)
class Lap:
    """The discussion is one turn for each player."""

    rule: ClassVar[Rule] = Rule(
        "OSA-18",
        "Before a decision is the discussion: in badge order those with a character there, hidden "
        "or not, play any number of items in one turn each. Items act at once.",
    )
    loops: bool = False


# --- GAP-O-12: Energy drinks ---


@dataclass(frozen=True, slots=True)
class DrinkAfterMove:
    """Energy drinks are played right after the own move."""

    rule: ClassVar[Rule] = Rule(
        "OSA-38", "Right after the own move any number of Energy drinks may be played."
    )
    to_parking: bool

    def before(self, s: OsaczeniState) -> tuple[str, ...]:
        """Return the players who may drink before the first move."""
        del s
        return ()

    def after(self, s: OsaczeniState, mover: str) -> tuple[str, ...]:
        """Return the players who may drink after a player's move."""
        del s
        return (mover,)


@dataclass(frozen=True, slots=True)
class DrinkAnyTime:
    """Energy drinks are played at any moment of the moves, between those of others too."""

    rule: ClassVar[Rule] = Rule(
        "OSA-38",
        "Before the first move and after each one everybody, moved or not, may play Energy drinks, "
        "one at a time, until all pass in a row. Whom they leave nobody to move does not move.",
    )
    to_parking: bool

    def before(self, s: OsaczeniState) -> tuple[str, ...]:
        """Return the players who may drink before the first move."""
        return s.living()

    def after(self, s: OsaczeniState, mover: str) -> tuple[str, ...]:
        """Return the players who may drink after a player's move."""
        del mover
        return s.living()


# --- GAP-O-15: a Gun and only hidden characters ---


@dataclass(frozen=True, slots=True)
class GunOfVoter:
    """A Gun adds a vote only to a player who votes anyway."""

    rule: ClassVar[Rule] = Rule(
        "OSA-20",
        "Each points with one vote for each own character there that is not hidden, one more for "
        "a Leader, one more for each Gun; all of it goes to one player. Who has only hidden "
        "characters there has no vote.",
    )

    def weights(self, s: Board, place: int) -> dict[str, int]:
        """Return the votes by player, in badge order."""
        return s.weights(place)


@dataclass(frozen=True, slots=True)
class GunAlone:
    """A Gun is one vote even for a player with hidden characters only."""

    rule: ClassVar[Rule] = Rule(
        "OSA-20",
        "Each points with one vote for each own character there that is not hidden, one more for "
        "a Leader, one more for each Gun; all of it goes to one player. Who has only hidden "
        "characters there has the votes of the Guns.",
    )

    def weights(self, s: Board, place: int) -> dict[str, int]:
        """Return the votes by player, in badge order."""
        votes, added = s.votes(place), s.added_votes
        all_ = {p: votes.get(p, 0) + added.get(p, 0) for p in s.present(place)}
        return {player: n for player, n in all_.items() if n}


# --- GAP-O-18: gifts to the eliminated ---


@dataclass(frozen=True, slots=True)
class GiftToAnyone:
    """A card may be given to anyone, the eliminated included."""

    rule: ClassVar[Rule] = Rule("GAP-O-18", "Any other player may be given the item.")

    def recipients(self, s: OsaczeniState, searcher: str) -> tuple[str, ...]:
        """Return everybody else."""
        return tuple(player for player in s.roster.seats if player != searcher)


@dataclass(frozen=True, slots=True)
class GiftToLiving:
    """A card may not be given to the eliminated; if nobody else lives, to anyone."""

    rule: ClassVar[Rule] = Rule(
        "GAP-O-18",
        "The item goes to another player who has characters; if there is none, to any other.",
    )

    def recipients(self, s: OsaczeniState, searcher: str) -> tuple[str, ...]:
        """Return everybody else who lives; if nobody does, everybody else."""
        others = GiftToAnyone().recipients(s, searcher)
        return tuple(player for player in others if s.alive(player)) or others


# --- GAP-O-27: the vote of a seat that fails to answer ---


@dataclass(frozen=True, slots=True)
class PointingDefault:
    """The vote of a seat that fails to answer."""

    kind: str

    @property
    def rule(self) -> Rule:
        """The sentence of the rules text."""
        how = "any candidate" if self.kind == "uniform" else "oneself if possible, else anyone"
        return Rule("GAP-O-27", f"Nobody abstains; a vote that is not cast is drawn: {how}.")


# --- GAP-O-33: who can be pointed at for the truck and the badge ---


@dataclass(frozen=True, slots=True)
class ParticipantsArePointedAt:
    """Only those who vote are candidates."""

    rule: ClassVar[Rule] = Rule(
        "OSA-22",
        "For the truck and the badge those who take part point at one of themselves; one may point "
        "at oneself.",
    )

    def candidates(self, s: OsaczeniState, voters: Sequence[str]) -> tuple[str, ...]:
        """Return the voters."""
        del s
        return tuple(voters)


@dataclass(frozen=True, slots=True)
class AnyoneIsPointedAt:
    """All living players are candidates, as the general sentence says."""

    rule: ClassVar[Rule] = Rule(
        "OSA-22",
        "For the truck and the badge those who take part point at any one player who has "
        "characters, wherever they are; one may point at oneself.",
    )

    def candidates(self, s: OsaczeniState, voters: Sequence[str]) -> tuple[str, ...]:
        """Return everybody who lives."""
        del voters
        return s.living()


DiscussionPolicy = UntilAllPass | Lap
DrinkPolicy = DrinkAfterMove | DrinkAnyTime
GunPolicy = GunOfVoter | GunAlone
GiftPolicy = GiftToAnyone | GiftToLiving
CandidatePolicy = ParticipantsArePointedAt | AnyoneIsPointedAt
