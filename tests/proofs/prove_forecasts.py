"""Over twenty small tournaments the truth lies in the intervals about as often as is said."""

from statistics import median

from arena.tournament.totals import WITHIN
from tests.arena.tournament.proof.forecast_study import TRIALS, outcomes, row
from tests.proofs.kept import Figures

FEWEST = 16
"""Of twenty. At nine of ten fewer are within in one study of twenty-three."""
WIDEST = 3.0
"""The high end over the low one, in the middle of the tournaments: an interval says something."""


def test_the_truth_lies_in_the_intervals_about_as_often_as_is_said(figures: Figures) -> None:
    """Calls and dollars, with models from weak to strong; and the intervals are no excuse."""
    found = list(outcomes())
    rows = [*map(row, found)]
    figures |= {"rows": rows}
    assert len(found) == len(TRIALS) == 20
    assert WITHIN == 0.9
    for name in ("calls", "cost"):
        assert sum(each.is_within(name) for each in found) >= FEWEST, rows
    later = [each for each in found if each.later is not None]
    assert sum(each.is_later_within for each in later) >= 0.8 * len(later) > 0, rows
    assert median(each.calls.high / each.calls.low for each in found) < WIDEST, rows
