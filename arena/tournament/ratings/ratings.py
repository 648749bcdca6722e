"""Computes all ratings of a tournament: `ratings_of`."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from arena.tournament.game_result import GameResult
from arena.tournament.plan import Plan
from arena.tournament.ratings.alike import (
    alike_of,
    counted_once,
    expanded,
    same_of,
)
from arena.tournament.ratings.arms import SHUFFLES, arm_effects
from arena.tournament.ratings.bootstrap import FEW, LEVEL, Draws
from arena.tournament.ratings.duplicates import differences_of
from arena.tournament.ratings.figures import FIGURES, figures_of
from arena.tournament.ratings.intraclass import correlations_of
from arena.tournament.ratings.plain import plain
from arena.tournament.ratings.rating import rating_of
from arena.tournament.ratings.robustness import robustness_of
from arena.tournament.ratings.rows import ArmEffects, BothRatings, RatedGroup, Settings, Stratum
from arena.tournament.ratings.selection import Group, arms_of, game_id, groups_of, orders_of
from arena.tournament.ratings.warnings import alike_in_words, confounded_of, warnings_of

FORM = 1
"""Version of the JSON document."""
DRAWS = 1000
DEFAULTED = 0.1
"""Share of defaults above which a seat is left out of the second rating."""
SEED = "ratings"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ratings:
    """The ratings of a tournament, with the figures and tests beside them."""

    settings: Settings
    finished: int
    """Number of games."""
    unrated: Sequence[str]
    """Ids of games in which a house bot replaced an entrant."""
    anchors: Sequence[str]
    people: Sequence[str]
    groups: Sequence[RatedGroup]
    """Groups without people first."""
    arms: Sequence[ArmEffects]
    """Controls are left out; empty before the first game is finished."""

    def data(self) -> dict[str, object]:
        """Return one JSON document, with the keys of the package's docstring."""
        found: dict[str, object] = {
            "ratings": FORM,
            "settings": self.settings,
            "labels": {each.key: each.label for each in FIGURES},
            "games": {"finished": self.finished, "unrated": self.unrated},
            "anchors": self.anchors, "people": self.people,
            "groups": self.groups, "arms": self.arms,
        }  # fmt: skip
        return {key: plain(each) for key, each in found.items()}


def ratings_of(
    results: Sequence[GameResult],
    plan: Plan | None,
    *,
    draws: int = DRAWS,
    seed: str = SEED,
    defaulted: float = DEFAULTED,
) -> Ratings:
    """Return the ratings of finished games, independent of their order.

    `draws` of the bootstrap come from `seed` alone; seats with a share of defaults above
    `defaulted` are left out of the second rating. Without a plan there are no anchors or people.
    """
    games = sorted(results, key=game_id)
    entrants = {} if plan is None else plan.entrants
    anchors = tuple(sorted(name for name, each in entrants.items() if each.anchor))
    people = frozenset(name for name, each in entrants.items() if each.person)
    arms = arms_of(games, plan)
    weights = Draws.of([each.seed for each in games], draws, seed)
    groups = groups_of(games, arms, people)
    rated = [_rated(group, weights, anchors, defaulted) for group in groups]
    return Ratings(
        settings=Settings(
            draws=draws, seed=seed, level=LEVEL, defaulted=defaulted, few=FEW, shuffles=SHUFFLES
        ),
        finished=len(games), unrated=[each.game for each in games if not each.rated],
        anchors=anchors, people=sorted(people), groups=rated,
        arms=arm_effects(games, arms, weights, seed) if games else [],
    )  # fmt: skip


def _rated(group: Group, draws: Draws, anchors: Sequence[str], defaulted: float) -> RatedGroup:
    games, alike = group.games, alike_of(group.games)
    same = same_of(alike)
    once = counted_once(games, same)
    fixed = [same.get(name, name) for name in anchors]
    played, clean = orders_of(once), orders_of(once, defaulted)
    as_played = expanded(rating_of(played, draws, fixed), same)
    strata = [
        replace(row, rating=expanded(row.rating, same)) for row in _by_stratum(once, draws, fixed)
    ]
    unchanged = sum(each.defaulted > defaulted for game in once for each in game.seats) == 0
    return RatedGroup(
        control=group.control, people=group.people,
        epochs=dict(group.epochs), games=len(games),
        alike=alike, repeated=len(games) - len(once),
        ratings=BothRatings(
            as_played=as_played,
            without_defaults=as_played
            if unchanged
            else expanded(rating_of(clean, draws, fixed), same),
        ),
        by_stratum=strata,
        figures=figures_of(counted_once(games, {}), draws),
        duplicates=differences_of(games, draws),
        correlations=correlations_of(games),
        robustness=robustness_of(played, [each.game for each in once]),
        warnings=[
            *alike_in_words(alike, len(games) - len(once)), *warnings_of(as_played),
            *_of_strata(strata),
        ],
    )  # fmt: skip


def _by_stratum(games: Sequence[GameResult], draws: Draws, anchors: Sequence[str]) -> list[Stratum]:
    """Return a rating of each ruleset, and of each table size, where there are several."""
    rulesets = sorted({each.ruleset for each in games})
    rows: list[Stratum] = []
    for ruleset in rulesets:
        own = [each for each in games if each.ruleset == ruleset]
        sizes = sorted({each.size for each in own})
        if len(rulesets) > 1:
            rating = rating_of(orders_of(own), draws, anchors)
            rows.append(Stratum(ruleset=ruleset, size=None, rating=rating))
        if len(sizes) > 1:
            rows.extend(
                Stratum(ruleset=ruleset, size=size, rating=rating_of(
                    orders_of([each for each in own if each.size == size]), draws, anchors
                ))
                for size in sizes
            )  # fmt: skip
    return rows


def _of_strata(strata: Sequence[Stratum]) -> list[str]:
    """Return the warnings about confounded entrants and seats in one stratum."""
    found: list[str] = []
    for row in strata:
        where = row.ruleset if row.size is None else f"{row.ruleset}, {row.size} seats"
        found.extend(f"{where}: {each}" for each in confounded_of(row.rating))
    return found
