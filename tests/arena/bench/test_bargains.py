"""What becomes of bots' deals, measured."""

from pathlib import Path

import pytest

from arena.bench.bargains import SPECS, bargain_figures


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_liars_break_deals_where_it_pays_and_the_honest_keep_them(
    tmp_path: Path, ruleset: str
) -> None:
    """A liar gains where it breaks a deal, and keeps it where breaking would bring nothing."""
    figures = bargain_figures(tmp_path, 12, ruleset)["by_spec"]
    assert set(figures) == set(SPECS)
    liar, honest = figures["house:liar"], figures["house:honest"]
    assert liar["broken_share"] > 0.1 > honest["broken_share"]
    assert liar["gain_where_broken"] > 0 > liar["gain_where_kept"]
