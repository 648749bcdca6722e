"""Ratings of tournaments that bots of planted strength played: their intervals cover the truth.

The truth is the fit of one run a hundred times as large (`planted.py`). The seeds of the 100
tournaments were written down before the first was played.
"""

import json
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import numpy as np
import pytest

from arena.lab.proofs.proof import region
from arena.tournament.power import resolution_of
from arena.tournament.ratings.plackett_luce import ELO, MEAN_ELO
from arena.tournament.ratings.rankings import EMPTY, Rankings
from arena.tournament.ratings.rows import Rating
from tests.arena.tournament.proof.drawn import holds, rated
from tests.arena.tournament.proof.planted import TRUTH, planted_plan, played
from tests.proofs.kept import Figures

REPLICATES = 100
LEVEL = region(REPLICATES, 0.95)
Truth = dict[str, Any]


@pytest.fixture(scope="module")
def truth() -> Truth:
    """What is kept of the large run."""
    found: Truth = json.loads(TRUTH.read_text(encoding="utf-8"))
    return found


@pytest.fixture(scope="module")
def tournaments() -> list[Rankings]:
    """All tournaments, played."""
    return [played(f"tournament {at}") for at in range(REPLICATES)]


@pytest.fixture(scope="module")
def ratings(tournaments: list[Rankings]) -> list[Rating]:
    """All tournaments, rated."""
    return [rated(each, str(at)) for at, each in enumerate(tournaments)]


def covered(ratings: list[Rating], truth: Truth) -> Counter[object]:
    """Count by entrant and by seat how many intervals hold the truth."""
    counts: Counter[object] = Counter()
    for each in ratings:
        for row in each.entrants:
            counts[row.entrant] += holds(row.worth, truth["worth"][row.entrant])
        for row in each.seats:
            counts[row.position] += holds(row.log_odds, truth["seats"][row.position])
    return counts


def test_intervals_of_played_tournaments_cover_the_truth(
    ratings: list[Rating], truth: Truth, figures: Figures
) -> None:
    """For each entrant and each seat, the number lies in the exact 99.9 % region."""
    counts = covered(ratings, truth)
    figures |= {"covered": counts}
    assert len(counts) == 6
    assert all(count in LEVEL for count in counts.values()), counts


def mean_widths(ratings: list[Rating]) -> dict[str, float]:
    """Return by entrant the mean width of its intervals: Elo."""
    widths: dict[str, list[float]] = {}
    for each in ratings:
        for row in each.entrants:
            width = row.worth.high - row.worth.low
            widths.setdefault(row.entrant, []).append(width * ELO)
    return {name: float(np.mean(each)) for name, each in sorted(widths.items())}


def test_the_plan_foretells_how_wide_each_interval_of_played_tournaments_is(
    ratings: list[Rating], truth: Truth, figures: Figures
) -> None:
    """Of every entrant within 30 %, the mean over tournaments, where the config says its strength.

    Ties are taken for granted as house bots have them.
    """
    plan = planted_plan("tournament 0")
    elo = {name: MEAN_ELO + worth * ELO for name, worth in truth["worth"].items()}
    known = plan.model_copy(update={"config": {**plan.config, "assumed": {"elo": elo}}})
    (case,) = resolution_of(known).cases
    figures |= {"widths": mean_widths(ratings), "foretold": case.widths}
    assert mean_widths(ratings) == pytest.approx(case.widths, rel=0.3)


def test_where_nothing_is_known_the_plan_foretells_the_mean_width(ratings: list[Rating]) -> None:
    """Within 30 %, of equals and of a spread alike: entrants' are 1.1 in log-odds apart."""
    realised = np.mean(list(mean_widths(ratings).values()))
    for case in resolution_of(planted_plan("tournament 0")).cases:
        foretold = [width for width in case.widths.values() if width is not None]
        assert realised == pytest.approx(np.mean(foretold), rel=0.3)


def only_first_games(rankings: Rankings) -> Rankings:
    """Return an unrotated schedule: of each seed the game in which p0 sits in the first seat."""
    return rankings.only(rankings.seats[:, 0] == rankings.entrants.index("p0"))


def named_anew(rankings: Rankings) -> Rankings:
    """Return games in which the weakest is called the strongest, and the other way round."""
    turned = np.append(np.arange(len(rankings.entrants))[::-1], EMPTY)
    return replace(rankings, seats=turned[rankings.seats])


@pytest.mark.parametrize("mistake", [only_first_games, named_anew])
def test_the_check_notices(
    tournaments: list[Rankings],
    truth: Truth,
    mistake: Callable[[Rankings], Rankings],
    figures: Figures,
) -> None:
    """Tournaments that are rated with a mistake do not cover the truth."""
    found = [rated(mistake(each), str(at)) for at, each in enumerate(tournaments)]
    counts = covered(found, truth)
    figures |= {"covered": counts}
    assert not all(count in LEVEL for count in counts.values()), counts
