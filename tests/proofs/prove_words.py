"""What bots say moves others, and what they do by it: reports, deals, and how long they talk."""

from pathlib import Path

import pytest

from tests.proofs.kept import Figures
from tests.studies.bargains import SPECS, bargain_figures
from tests.studies.credulity import moved_by_reports
from tests.studies.talk import talk_figures


@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_liars_break_deals_where_it_pays_and_the_honest_keep_them(
    tmp_path: Path, ruleset: str, figures: Figures
) -> None:
    """A liar gains where it breaks a deal, and keeps it where breaking would bring nothing."""
    found = bargain_figures(tmp_path, 12, ruleset)["by_spec"]
    figures |= found
    assert set(found) == set(SPECS)
    liar, honest = found["house:liar"], found["house:honest"]
    assert liar["broken_share"] > 0.1 > honest["broken_share"]
    assert liar["gain_where_broken"] > 0 > liar["gain_where_kept"]


@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_reports_move_the_gullible_twice_as_far_as_the_honest(
    tmp_path: Path, ruleset: str, figures: Figures
) -> None:
    """What they expect at the locations, and where they go."""
    found = moved_by_reports(tmp_path, 30, ruleset)
    honest, gullible = found["honest"], found["gullible"]
    figures |= {
        name: [each.moments, each.expected, each.destinations] for name, each in found.items()
    }
    assert honest.moments == gullible.moments > 500
    assert gullible.expected >= 2 * honest.expected > 0
    assert gullible.destinations >= 2 * honest.destinations > 0


def test_the_default_table_of_five_takes_at_most_four_hundred_seat_turns(
    tmp_path: Path, figures: Figures
) -> None:
    """In the median of games: answers and turns to talk, one-option questions left out."""
    found = talk_figures(tmp_path, 15)
    counted = ("seat_turns_median", "speeches_per_game", "messages_per_game", "claims_per_game")
    figures |= {each: found[each] for each in counted}
    assert found["games"] == 15
    assert found["seat_turns_median"] <= 400
    assert found["speeches_per_game"] > 50
