"""What the toy compiles to for its seats, and its rules in sentences."""

from dataclasses import dataclass

from engine.rules.board import Board
from engine.rules.board_folds import BOARD_FOLDS
from engine.rules.compiled import BoardRules, Phases, capacities, rows_of
from engine.rules.learned import FOLLOWED
from engine.rules.pieces import DEAD, Roster, card_rules, describe_character
from engine.rules.points import POINTS, rules_by_point
from engine.rules.text import Rule
from tests.toy.tables import CARDS, CHARACTERS, DICE, HALL, NOISY, PLACES, YARD, catalogue


@dataclass(frozen=True, slots=True, kw_only=True)
class ToyRules(BoardRules):
    """The compiled rules of one table; its state is the board as it is."""

    rounds: int | None
    """After which the game ends; None: when few are left."""

    def new_state(self) -> Board:
        """Return the state before the set-up."""
        return Board(self.roster, BOARD_FOLDS)

    def view(self, state: Board, seat: str | None, places: object = None) -> dict[str, object]:
        """Return what a seat sees (None: the public) as fresh plain data."""
        seen = self.board_view(state, seat, places)
        return seen | {"dice_count": DICE, "ties_hold": False}

    def few(self, s: Board) -> bool:
        """Tell whether so few live that the game is over."""
        return sum(place != DEAD for place in s.where) <= self.end_at

    def over(self, s: Board) -> bool:
        """Tell whether the game ends with this round (TOY-10)."""
        return s.round == self.rounds or self.few(s)


def compiled(ruleset: str, rounds: int | None, seats: tuple[str, ...], phases: Phases) -> ToyRules:
    """Compile a table."""
    return ToyRules(
        ruleset=ruleset,
        rounds=rounds,
        seats=seats,
        roster=Roster(seats, CHARACTERS, NOISY),
        rows=rows_of(PLACES, YARD),
        capacity=capacities(PLACES),
        card_order={card.id: at for at, card in enumerate(CARDS)},
        copies={card.id: card.count for card in CARDS},
        followed=FOLLOWED,
        catalogue=catalogue(seats),
        ballot_default="uniform",
        closed=(),
        end_at=len(seats) // 2,
        phases=phases,
        order_of_places=tuple(place.number for place in PLACES),
        order=tuple(phase for phase in phases if phase != "setup"),
        voted_at={"chief": HALL},
    )


def rules_text(rules: ToyRules) -> tuple[Rule, ...]:
    """Return the rules in sentences, each with its clause."""
    rooms = ", ".join(f"{place.number} {place.name}" for place in PLACES)
    last = "" if rules.rounds is None else f"round {rules.rounds}, or when "
    board, rounds = "The board", "A round"
    return (
        Rule("TOY-1", f"The rooms: {rooms}. Any number of characters finds room.", board),
        Rule("TOY-2", f"Each has {' and '.join(map(describe_character, CHARACTERS))}.", board),
        Rule("TOY-3", "Each round has a vote, destinations and an attack.", rounds),
        Rule("TOY-4", "Each gets a card. Guards begin in the Hall, Cooks in the Yard.", board),
        Rule(
            "TOY-5",
            "Who has a character in the Hall votes for one who has; a lot decides ties. Who wins "
            f"is Chief and looks at the {DICE} dice, unseen by others.",
            rounds,
        ),
        Rule(
            "TOY-6",
            "All choose in secret a room where not all their characters are; the first that is "
            "elsewhere goes there.",
            rounds,
        ),
        Rule(
            "TOY-7",
            "A zombie comes to the room of each die. As many as the strength there, or any in the "
            "Yard, eat one character each, of the players there in turn, who choose it, and leave.",
            rounds,
        ),
        *(Rule(each.clause, each.text, "Cards") for each in card_rules(CARDS)),
        Rule(
            "TOY-10", f"The game ends after {last}{rules.end_at} or fewer live. Points win.", rounds
        ),
    )


def points(_: ToyRules) -> tuple[Rule, ...]:
    """Answer the points in which families are compared."""
    none = dict.fromkeys(POINTS, ("TOY-3", "there is none"))
    return rules_by_point(
        none
        | {
            "entry": ("TOY-7", "as many zombies as the strength"),
            "tie": ("TOY-5", "a lot"),
            "dice": ("TOY-5", f"{DICE} in every round"),
            "end": ("TOY-10", "after the last round"),
        }
    )
