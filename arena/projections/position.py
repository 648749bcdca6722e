"""The board and the current dice, votes, attack and eliminations, as one perspective knows them.

It never receives a record that its reader may not see, so it can't reveal anything.
"""

from dataclasses import dataclass, replace

from arena import events
from arena.families import family_of
from arena.projections.board import Board
from arena.records.facts import Fact
from arena.records.record import Record
from engine import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceOnTable:
    """Dice of the round."""

    values: tuple[int, ...] | None = None
    """None: covered."""
    open: bool = False
    """True: all see them."""
    count: int
    looked: tuple[str, ...] = ()
    """The players who have looked under the box."""


class Position:
    """The board, and the current dice, ballot and attack."""

    def __init__(self, ruleset: Ruleset, seats: tuple[str, ...], who: str) -> None:
        self.board = Board(ruleset, seats, who)
        self.seats = seats
        self.dice: DiceOnTable | None = None
        """None while none are rolled."""
        self.arrived = False
        """Whether this round's attackers stand on the board."""
        self.chosen: dict[str, int] = {}
        """Destinations that are known before they are revealed."""
        self.at: int | None = None
        """The location that is voted on or attacked."""
        self.ballot: events.BallotOpened | None = None
        self.votes: events.VotesRevealed | None = None
        """The last revealed ballot, until the next event."""
        self.out: list[str] = []
        """Players without a character left, in the order of their elimination."""
        self.end: events.GameEnded | None = None
        self.changed = False
        """Whether the last record was of a type that may change it."""
        self._rolled_in = family_of(ruleset).rolled_in

    def apply(self, record: Record) -> None:
        """Update from a record."""
        on_board = self.board.apply(record)
        self.changed = _fold(record.data, self) or on_board

    def begin_phase(self, phase: str) -> None:
        """Clear the ballot, votes and location; the phase that rolls begins with covered dice."""
        self.ballot = self.votes = self.at = None
        if phase == self._rolled_in:
            self.arrived, self.dice = False, None
            self.dice = self.lying()

    def lying(self) -> DiceOnTable:
        """Return the dice as they lie; covered where they are unknown, as in a scenario."""
        return self.dice or DiceOnTable(count=self.board.dice)


def _fold(data: Fact, position: Position) -> bool:  # noqa: C901, PLR0912 - a case an event
    """Update from a fact; return True if its type is one that may change the position."""
    match data:
        case events.PhaseBegan() as began:
            position.begin_phase(began.phase)
        case (events.DiceRolled() | events.DiceSeen()) as rolled:
            lying = position.lying()
            position.dice = replace(lying, values=rolled.dice, count=len(rolled.dice))
        case events.DicePeeked() as peeked:
            lying = position.lying()
            if peeked.player not in lying.looked:
                position.dice = replace(lying, looked=(*lying.looked, peeked.player))
            else:
                position.dice = lying
        case events.DiceRevealed() as revealed:
            lying, dice = position.lying(), revealed.dice
            position.dice = replace(lying, values=dice, count=len(dice), open=True)
        case events.PositionSet() | events.MallSet():
            standing = {seat for seat, _ in position.board.where}
            position.out = [seat for seat in position.seats if seat not in standing]
        case events.ZombiesCame() as came:
            if came.cause == "dice":
                position.arrived = True
        case (events.DestinationChosen() | events.DestinationAnnounced()) as chosen:
            position.chosen = {**position.chosen, chosen.player: chosen.place}
        case events.RoundEnded():
            position.dice, position.chosen, position.at = None, {}, None
            position.board.destinations = {}
            position.ballot = position.votes = None
        case (events.VoteCalled() | events.AttackBegan()) as called:
            position.at, position.ballot, position.votes = called.place, None, None
        case events.BallotOpened() as opened:
            position.ballot, position.votes = opened, None
        case events.VotesRevealed() as revealed:
            position.ballot, position.votes = None, revealed
        case events.AttackEnded() | events.SearchEnded():
            position.at = position.ballot = position.votes = None
        case events.PlayerEliminated() as eliminated:
            position.out = [*position.out, eliminated.player]
        case events.GameEnded() as ended:
            position.end = ended
            position.at = position.ballot = position.votes = None
        case _:
            return False
    return True
