"""Ratings of tournaments that are drawn from the model: what was planted is found again.

200 tournaments each, whose seeds were written down before the first was rated. Counts must lie in
the exact 99.9 % region of the binomial.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import pytest

from arena.lab.proofs.proof import region
from arena.tournament.plan import Plan
from arena.tournament.power import resolution_of
from arena.tournament.ratings.bootstrap import generator
from arena.tournament.ratings.plackett_luce import ELO, MEAN_ELO
from arena.tournament.ratings.rows import Rating
from tests.arena.tournament.proof.drawn import (
    Order,
    drawn_orders,
    holds,
    pairs_as_games,
    pool_plan,
    rankings_in,
    rated,
    sequential_elo,
    wald,
)
from tests.proofs.kept import Figures

REPLICATES = 200
PLAN = pool_plan(6, 4, 2)
"""120 games on 30 seeds."""
NAMES = tuple(sorted(PLAN.entrants))
WORTH = dict(zip(NAMES, (-0.5, -0.3, -0.1, 0.1, 0.3, 0.5), strict=True))
SEATS = (0.3, 0.1, -0.1, -0.3)
LEVEL = region(REPLICATES, 0.95)
EQUAL = dict.fromkeys(NAMES, 0.0)
WIDE = dict(zip(NAMES, (-1.2, -0.65, -0.2, 0.2, 0.65, 1.2), strict=True))
UNEQUAL = 60
"""Tournaments of those."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """What was found in all replicates."""

    orders: list[list[Order]]
    ratings: list[Rating]

    def covered(self, rows: str, key: str, figure: str, truth: Mapping[Any, float]) -> Counter[Any]:
        """Count by entrant or seat how many intervals hold the truth."""
        counts: Counter[Any] = Counter()
        for each in self.ratings:
            for row in getattr(each, rows):
                name = getattr(row, key)
                counts[name] += holds(getattr(row, figure), truth[name])
        return counts

    def widths(self) -> dict[str, float]:
        """Return by entrant the mean width of the intervals that are closed: Elo."""
        widths: dict[str, list[float]] = {name: [] for name in NAMES}
        for each in self.ratings:
            for row in each.entrants:
                if row.separated is None:
                    widths[row.entrant].append(row.elo.high - row.elo.low)
        return {name: float(np.mean(each)) for name, each in widths.items()}


def replicated(worth: dict[str, float], purpose: str, count: int = REPLICATES) -> Found:
    """Draw and rate all replicates."""
    seeds = [f"{purpose} {at}" for at in range(count)]
    orders = [drawn_orders(PLAN, worth, SEATS, seed) for seed in seeds]
    ratings = [
        rated(rankings_in(PLAN, each), seed) for each, seed in zip(orders, seeds, strict=True)
    ]
    return Found(orders=orders, ratings=ratings)


def _plain(counts: Counter[Any]) -> dict[str, int]:
    """Return counts with their keys as text."""
    return {
        " ".join(sorted(key)) if isinstance(key, frozenset) else str(key): count
        for key, count in sorted(counts.items(), key=lambda each: str(each[0]))
    }


@pytest.fixture(scope="module")
def planted() -> Found:
    """Tournaments of six entrants that differ."""
    return replicated(WORTH, "planted")


@pytest.fixture(scope="module")
def equal() -> Found:
    """Tournaments of six who are the same."""
    return replicated(EQUAL, "equal")


def test_intervals_of_worths_cover_the_truth(planted: Found, figures: Figures) -> None:
    """For each entrant, whether strong or weak."""
    counts = planted.covered("entrants", "entrant", "worth", WORTH)
    figures |= {"covered": _plain(counts)}
    assert all(count in LEVEL for count in counts.values()), counts


def test_intervals_of_seats_cover_the_truth(planted: Found, figures: Figures) -> None:
    """For each seat."""
    counts = planted.covered("seats", "position", "log_odds", dict(enumerate(SEATS)))
    figures |= {"covered": _plain(counts)}
    assert all(count in LEVEL for count in counts.values()), counts


def test_intervals_of_differences_cover_the_truth(planted: Found, figures: Figures) -> None:
    """For each pair, whichever of the two came out ahead."""
    covered: Counter[frozenset[str]] = Counter()
    for each in planted.ratings:
        for row in each.pairs:
            gap = (WORTH[row.first] - WORTH[row.second]) * ELO
            covered[frozenset((row.first, row.second))] += holds(row.elo, gap)
    figures |= {"covered": _plain(covered)}
    assert len(covered) == 15
    assert all(count in LEVEL for count in covered.values()), covered


def test_estimates_are_those_that_were_planted(planted: Found, figures: Figures) -> None:
    """Means over tournaments, of worths and seats, are within a tenth of a log-odd."""
    worths = {
        name: np.mean([
            row.worth.value for each in planted.ratings for row in each.entrants
            if row.entrant == name
        ])
        for name in NAMES
    }  # fmt: skip
    assert worths == pytest.approx(WORTH, abs=0.1)
    seats = [
        np.mean([row.log_odds.value for row in rows])
        for rows in zip(*(each.seats for each in planted.ratings), strict=True)
    ]
    figures |= {"worths": worths, "seats": seats}
    assert seats == pytest.approx(SEATS, abs=0.1)


def foretold(worth: Mapping[str, float]) -> Mapping[str, float | None]:
    """Return the widths that the plan foretells, where the config says how strong all are."""
    elo = {name: MEAN_ELO + each * ELO for name, each in worth.items()}
    known = PLAN.model_copy(update={"config": {**PLAN.config, "assumed": {"elo": elo}}})
    (case,) = resolution_of(known).cases
    return case.widths


def test_the_plan_foretells_how_wide_intervals_are(
    equal: Found, planted: Found, figures: Figures
) -> None:
    """Of each entrant within 30 %, the mean over tournaments: equals, and some who differ."""
    figures |= {"equal": equal.widths(), "planted": planted.widths()}
    assert equal.widths() == pytest.approx(foretold(EQUAL), rel=0.3)
    assert planted.widths() == pytest.approx(foretold(WORTH), rel=0.3)


def test_the_plan_foretells_how_wide_intervals_of_very_unequal_entrants_are(
    figures: Figures,
) -> None:
    """Strengths spread by 0.8 in log-odds: each entrant's within 30 %, told who is how strong.

    And the mean, not told so.
    """
    found = replicated(WIDE, "wide", UNEQUAL)
    figures |= {"widths": found.widths()}
    assert np.std(list(WIDE.values())) == pytest.approx(0.8, abs=0.01)
    assert found.widths() == pytest.approx(foretold(WIDE), rel=0.3)
    _, spread = resolution_of(PLAN).cases
    widths = [width for width in spread.widths.values() if width is not None]
    assert np.mean(list(found.widths().values())) == pytest.approx(np.mean(widths), rel=0.3)


# --- identical entrants ---


def test_identical_entrants_give_no_false_ranking(equal: Found, figures: Figures) -> None:
    """For each pair, P(A above B) is beyond 0.975 one way or the other in one of twenty."""
    certain: Counter[frozenset[str]] = Counter()
    for each in equal.ratings:
        for row in each.pairs:
            certain[frozenset((row.first, row.second))] += row.above > 0.975
    figures |= {"certain": _plain(certain)}
    allowed = region(REPLICATES, 0.05)
    assert all(count in allowed for count in certain.values()), certain


def test_identical_entrants_have_no_false_winner(equal: Found, figures: Figures) -> None:
    """Somebody is the best with more than 0.975 at most as often as one-sided tests would say."""
    claims = sum(any(row.top[0] > 0.975 for row in each.entrants) for each in equal.ratings)
    figures |= {"claims": claims}
    assert claims <= max(region(REPLICATES, 0.025 * len(NAMES)))


def test_identical_entrants_have_intervals_that_hold_the_mean(
    equal: Found, figures: Figures
) -> None:
    """Each has that of all."""
    counts = equal.covered("entrants", "entrant", "worth", EQUAL)
    figures |= {"covered": _plain(counts)}
    assert all(count in LEVEL for count in counts.values()), counts


# --- what the checks must notice ---


def test_pairs_taken_as_independent_do_not_cover(figures: Figures) -> None:
    """The 15 pairs of a game of six are no 15 games: their intervals fall out of the region."""
    plan = pool_plan(6, 6, 12)
    missed: Counter[str] = Counter()
    for at in range(REPLICATES):
        orders = drawn_orders(plan, EQUAL, (0.0,) * 6, f"as pairs {at}")
        for name, (low, high) in wald(pairs_as_games(orders), seat_terms=False).items():
            missed[name] += not low <= 0 <= high
    shares = [REPLICATES - missed[name] for name in NAMES]
    figures |= {"covered": shares}
    assert not any(count in LEVEL for count in shares), shares
    assert 0.75 < np.mean(shares) / REPLICATES < 0.92


def without_seats(plan: Plan) -> Counter[str]:
    """Count intervals of equals that hold 0, where seats matter and the fit does not know it."""
    covered: Counter[str] = Counter()
    for at in range(REPLICATES):
        orders = drawn_orders(plan, EQUAL, SEATS, f"seats {at}")
        bounds = wald(rankings_in(plan, orders), seat_terms=False)
        covered.update(name for name, (low, high) in bounds.items() if low <= 0 <= high)
    return covered


def test_an_unrotated_schedule_does_not_cover(figures: Figures) -> None:
    """Where all keep their seats, a seat's effect is taken for its entrant's strength.

    Where they are rotated it is not, even without seats in the fit.
    """
    kept = tuple(
        row.model_copy(update={"clockwise": tuple(sorted(row.clockwise, key=lambda each: each[1]))})
        for row in PLAN.games
    )
    rotated = without_seats(PLAN)
    unrotated = without_seats(PLAN.model_copy(update={"games": kept}))
    figures |= {"rotated": rotated, "unrotated": unrotated}
    assert min(rotated[name] for name in NAMES) >= min(LEVEL), rotated
    assert unrotated["e0"] not in LEVEL
    assert unrotated["e5"] not in LEVEL


def test_an_unrotated_seat_effect_is_worth_a_hundred_points() -> None:
    """0.6 in log-odds from the first seat to the last are 104 points."""
    assert pytest.approx(104, abs=1) == (SEATS[0] - SEATS[-1]) * ELO


def test_sequential_elo_depends_on_the_order_of_games(figures: Figures) -> None:
    """The same 240 games of equals in 60 orders have other ratings and other winners.

    The batch fit has no order.
    """
    plan, chance = pool_plan(6, 4, 4), generator("elo", "orders")
    orders = drawn_orders(plan, EQUAL, (0.0,) * 4, "elo")
    found = np.array([
        sequential_elo([orders[at] for at in chance.permutation(len(orders))], NAMES)
        for _ in range(60)
    ])  # fmt: skip
    assert len(orders) == 240
    moved, first = found.std(axis=0).mean(), found.argmax(axis=1)
    figures |= {"moved": moved}
    assert 10 < moved < 60
    assert np.mean(first != np.bincount(first).argmax()) > 0.3
    forth, back = (
        rated(rankings_in(plan, orders), "elo"),
        rated(
            rankings_in(plan.model_copy(update={"games": plan.games[::-1]}), orders[::-1]), "elo"
        ),
    )
    assert [row.worth.value for row in forth.entrants] == pytest.approx(
        [row.worth.value for row in back.entrants]
    )
