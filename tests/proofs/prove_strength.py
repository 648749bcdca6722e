"""House bots come first more often than those that draw their answers."""

from collections.abc import Sequence

import pytest

import engine
from arena.seats.house import DIALS
from tests.proofs.kept import Figures
from tests.studies.strength import Share, win_shares

TABLE = ("house", "random", "random", "random")


def of(shares: Sequence[Share], spec: str) -> Share:
    """Return the row of a SPEC."""
    return next(share for share in shares if share.spec == spec)


def test_house_comes_first_far_more_often_than_chance(figures: Figures) -> None:
    """One against three that draw: a quarter is chance; the interval's low end is above a half."""
    shares = win_shares("moh", TABLE, 60, "fixed")
    house = of(shares, "house")
    figures |= {"share": house.share, "low": house.low}
    assert house.games == 60
    assert house.low > 0.5


@pytest.mark.parametrize("ruleset", [each for each in engine.rulesets() if each != "moh"])
def test_house_plays_every_ruleset_as_well(ruleset: str, figures: Figures) -> None:
    """The same bar as for `moh`, in fewer games."""
    house = of(win_shares(ruleset, TABLE, 40, "fixed"), "house")
    figures |= {"share": house.share, "low": house.low}
    assert house.low > 0.5


@pytest.mark.parametrize("name", DIALS)
def test_each_named_house_is_above_chance(name: str, figures: Figures) -> None:
    """With all of its interval."""
    house = of(win_shares("moh", (f"house:{name}", *TABLE[1:]), 60, "x"), f"house:{name}")
    figures |= {"share": house.share, "low": house.low}
    assert house.low > 0.25
