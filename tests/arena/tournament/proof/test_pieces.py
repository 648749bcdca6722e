"""How long work in pieces still takes, and the line that says so."""

from arena.faces.cli.tournament_plan import sentence_of
from arena.tournament.dry_games import CONDUCTS
from arena.tournament.pieces import Pieces
from arena.tournament.power import BOUNDED, DRAWN

WEAK, STRONG = CONDUCTS


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        """Return the seconds."""
        return self.now


def worked() -> tuple[Pieces, Clock, list[str]]:
    """Return pieces of which nothing is done, their clock, and the lines that were shown."""
    clock, lines = Clock(), list[str]()
    return Pieces(lambda pieces: lines.append(sentence_of(pieces)), clock), clock, lines


def test_nothing_is_foretold_of_a_kind_before_a_piece_of_it_is_done() -> None:
    """Then the rest takes as long as those that are done, each kind by itself."""
    pieces, clock, _ = worked()
    pieces.expect(WEAK, 2)
    pieces.expect(STRONG, 2)
    assert pieces.seconds_left() is None
    clock.now += 1.0
    pieces.end(WEAK)
    assert pieces.seconds_left() is None
    clock.now += 5.0
    pieces.end(STRONG)
    assert pieces.seconds_left() == 6.0
    clock.now += 2.0
    pieces.end(WEAK)
    assert pieces.seconds_left() == 5.0


def test_the_line_says_the_step_what_is_done_and_how_long_it_takes() -> None:
    """It fits into a terminal of 80 columns, and is written anew with each piece."""
    pieces, clock, lines = worked()
    pieces.expect(WEAK, 1)
    pieces.expect(STRONG, 2)
    for kind in (WEAK, STRONG, STRONG):
        clock.now += 30.0
        pieces.end(kind)
    pieces.expect(DRAWN, 100)
    pieces.expect(BOUNDED, 100)
    clock.now += 2.0
    pieces.end(DRAWN)
    clock.now += 1.0
    pieces.end(BOUNDED)
    assert lines[1] == "Step 1 of 2, 3 games without a call: 0 played"
    assert lines[3] == "Step 1 of 2, 3 games without a call: 2 played, about 30 seconds left"
    assert lines[4] == "Step 1 of 2, 3 games without a call: 3 played"
    assert lines[-1] == "Step 2 of 2, 100 drawn tournaments: 1 rated, about 5 minutes left"
    assert max(map(len, lines)) < 78


def test_a_step_begins_when_it_is_expected() -> None:
    """What was done between two steps is no part of a piece."""
    pieces, clock, _ = worked()
    clock.now += 50.0
    pieces.expect(DRAWN, 2)
    clock.now += 1.0
    pieces.end(DRAWN)
    assert pieces.seconds_left() == 1.0
