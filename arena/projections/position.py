"""The board and what is under way at it, as one perspective knows it: dice, votes, who is out.

It is never fed a record that its reader may not see, so it can't give anything away.
"""

from dataclasses import dataclass, replace

from arena.events import (
    AttackBegan,
    AttackEnded,
    BallotOpened,
    DestinationAnnounced,
    DestinationChosen,
    DicePeeked,
    DiceRevealed,
    DiceRolled,
    DiceSeen,
    GameEnded,
    MallSet,
    PhaseBegan,
    PlayerEliminated,
    PositionSet,
    RoundEnded,
    SearchEnded,
    VoteCalled,
    VotesRevealed,
    ZombiesCame,
)
from arena.families import family_of
from arena.projections.board import Board
from arena.records.facts import Fact
from arena.records.handlers import Handlers
from arena.records.record import Record
from engine import Ruleset

__all__ = ["DiceOnTable", "Position"]


@dataclass(frozen=True, slots=True, kw_only=True)
class DiceOnTable:
    """Dice of the round."""

    values: tuple[int, ...] | None = None
    """None: covered."""
    open: bool = False
    """True: all see them."""
    count: int
    looked: tuple[str, ...] = ()
    """Who has looked under the box."""


class Position:
    """The board, and what is under way at it."""

    def __init__(self, ruleset: Ruleset, seats: tuple[str, ...], who: str) -> None:
        """Begin with an empty board; `seats` clockwise."""
        self.board = Board(ruleset, seats, who)
        self.seats = seats
        self.dice: DiceOnTable | None = None
        """None while none are rolled."""
        self.arrived = False
        """Whether this round's attackers stand on the board."""
        self.chosen: dict[str, int] = {}
        """Destinations that are known before all see them."""
        self.at: int | None = None
        """The location that is voted on or attacked."""
        self.ballot: BallotOpened | None = None
        """The ballot that is open."""
        self.votes: VotesRevealed | None = None
        """The last one, until the next thing happens."""
        self.out: list[str] = []
        """Who has no character left, in that order."""
        self.end: GameEnded | None = None
        """How the game ended."""
        self._rolled_in = family_of(ruleset).rolled_in

    def apply(self, record: Record) -> None:
        """Fold one record."""
        self.board.apply(record)
        FOLDS(record.data, self)

    def changes_by(self, fact: Fact) -> bool:
        """Tell whether a fact is of a type that may change it."""
        return type(fact) in FOLDS or self.board.changes_by(fact)

    def begin_phase(self, phase: str) -> None:
        """Nothing is under way; where the dice are rolled, others lie there."""
        self.ballot = self.votes = self.at = None
        if phase == self._rolled_in:
            self.arrived, self.dice = False, None
            self.dice = self.lying()

    def lying(self) -> DiceOnTable:
        """Return the dice as they lie; covered where nothing is known of them, as in a scenario."""
        return self.dice or DiceOnTable(count=self.board.dice)


FOLDS = Handlers[[Position], None]()
"""How each changes the position."""


@FOLDS.on(PhaseBegan)
def _phase_began(began: PhaseBegan, position: Position) -> None:
    position.begin_phase(began.phase)


@FOLDS.on(DiceRolled, DiceSeen)
def _rolled(rolled: DiceRolled | DiceSeen, position: Position) -> None:
    lying = position.lying()
    position.dice = replace(lying, values=rolled.dice, count=len(rolled.dice))


@FOLDS.on(DicePeeked)
def _looked(peeked: DicePeeked, position: Position) -> None:
    lying = position.lying()
    if peeked.player not in lying.looked:
        position.dice = replace(lying, looked=(*lying.looked, peeked.player))
    else:
        position.dice = lying


@FOLDS.on(DiceRevealed)
def _lifted(revealed: DiceRevealed, position: Position) -> None:
    lying, dice = position.lying(), revealed.dice
    position.dice = replace(lying, values=dice, count=len(dice), open=True)


@FOLDS.on(PositionSet, MallSet)
def _position_set(_: PositionSet | MallSet, position: Position) -> None:
    standing = {seat for seat, _ in position.board.where}
    position.out = [seat for seat in position.seats if seat not in standing]


@FOLDS.on(ZombiesCame)
def _came(came: ZombiesCame, position: Position) -> None:
    if came.cause == "dice":
        position.arrived = True


@FOLDS.on(DestinationChosen, DestinationAnnounced)
def _chose(chosen: DestinationChosen | DestinationAnnounced, position: Position) -> None:
    position.chosen = {**position.chosen, chosen.player: chosen.place}


@FOLDS.on(RoundEnded)
def _round_ended(_: RoundEnded, position: Position) -> None:
    position.dice, position.chosen, position.at = None, {}, None
    position.board.destinations = {}
    position.ballot = position.votes = None


@FOLDS.on(VoteCalled, AttackBegan)
def _called(called: VoteCalled | AttackBegan, position: Position) -> None:
    position.at, position.ballot, position.votes = called.place, None, None


@FOLDS.on(BallotOpened)
def _opened(opened: BallotOpened, position: Position) -> None:
    position.ballot, position.votes = opened, None


@FOLDS.on(VotesRevealed)
def _revealed(revealed: VotesRevealed, position: Position) -> None:
    position.ballot, position.votes = None, revealed


@FOLDS.on(AttackEnded, SearchEnded)
def _over(_: AttackEnded | SearchEnded, position: Position) -> None:
    position.at = position.ballot = position.votes = None


@FOLDS.on(PlayerEliminated)
def _is_out(eliminated: PlayerEliminated, position: Position) -> None:
    position.out = [*position.out, eliminated.player]


@FOLDS.on(GameEnded)
def _ended(ended: GameEnded, position: Position) -> None:
    position.end = ended
    position.at = position.ballot = position.votes = None
