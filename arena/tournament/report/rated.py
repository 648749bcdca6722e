"""Tables of what was estimated: ratings, pairs, seats, figures, paired differences, arms.

Rows have the group of games that was rated together: its control, whether people played, and its
epochs. No clock is in them.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from arena.reporting.columns import Cell, Table, table
from arena.tournament.game_result import GameResult
from arena.tournament.ratings import Ratings
from arena.tournament.ratings.rows import ArmEffects, Estimate, RatedGroup, Rating
from arena.tournament.report.totals import Meetings, meetings_of

__all__ = ["CLOCKS", "games_of", "rated_tables"]

Row = dict[str, Cell]
CLOCKS = frozenset({"seconds"})
"""Figures that differ from run to run."""
GROUP = "control:text people:boolean epochs:text "
VALUES = "value:number low:number high:number"
RATING = (
    "rating:text ruleset:text size:integer entrant:text same_as:text pool:integer games:integer "
    "seeds:number elo:number elo_low:number elo_high:number open:text rank:number rank_low:number "
    "rank_high:number first:number top_3:number above_anchors:number above_anchors_low:number "
    "above_anchors_high:number"
)
PAIR = (
    "rating:text first:text second:text elo_difference:number low:number high:number "
    "open:text p_above:number met:integer above:integer level:integer below:integer"
)
SEAT = f"ruleset:text size:integer position:integer games:integer {VALUES} open:text"
FIGURE = f"entrant:text figure:text {VALUES} opportunities:number"
CORRELATION = f"what:text within:text {VALUES} groups:integer values:integer design_effect:number"
PAIRED = f"comparison:text first:text second:text {VALUES} opportunities:number"
FURTHER = f"what:text entrant:text {VALUES}"
ARM = (
    "arm:text control:text null:text is_null:boolean pairs:integer seeds:integer outcome:text "
    "entrant:text effect:number low:number high:number null_effect:number p:number p_holm:number"
)


def games_of(
    group: RatedGroup, games: Iterable[GameResult], people: Sequence[str]
) -> list[GameResult]:
    """Return the games that a group of the ratings is made of."""
    epochs = set(group.epochs.items())
    return [
        each
        for each in games
        if each.rated
        and each.arm == group.control
        and (each.ruleset, each.epoch) in epochs
        and any(seat.entrant in people for seat in each.seats) == group.people
    ]


def rated_tables(ratings: Ratings, games: Sequence[GameResult]) -> list[Table]:
    """Return `ratings`, `pairs`, `seat_effects`, `figures`, `paired`, `correlations`, and so on."""

    def rows(of: Callable[[RatedGroup], Iterator[Row]]) -> Iterator[Row]:
        for group in ratings.groups:
            epochs = " ".join(f"{key}:{each}" for key, each in sorted(group.epochs.items()))
            key: Row = {"control": group.control, "people": group.people, "epochs": epochs}
            for row in of(group):
                yield {**key, **row}

    def pairs(group: RatedGroup) -> Iterator[Row]:
        return _pairs(group, meetings_of(games_of(group, games, ratings.people)))

    return [
        table("ratings", GROUP + RATING, rows(_ratings)),
        table("pairs", GROUP + PAIR, rows(pairs)),
        table("seat_effects", GROUP + SEAT, rows(_seats)),
        table("figures", GROUP + FIGURE, rows(_figures)),
        table("paired", GROUP + PAIRED, rows(_paired)),
        table("correlations", GROUP + CORRELATION, rows(_correlations)),
        table("further", GROUP + FURTHER, rows(_further)),
        table("arms", ARM, _arms(ratings.arms)),
    ]


def _values(of: Estimate, prefix: str = "") -> Row:
    names = ("value", "low", "high") if not prefix else (prefix, f"{prefix}_low", f"{prefix}_high")
    return dict(zip(names, (of.value, of.low, of.high), strict=True))


def _both(group: RatedGroup) -> tuple[tuple[str, Rating], ...]:
    """Return the ratings of all games of a group with their names."""
    both = group.ratings
    return ("as_played", both.as_played), ("without_defaults", both.without_defaults)


def _kinds(group: RatedGroup) -> Iterator[tuple[str, str | None, int | None, Rating]]:
    """Yield each rating of a group with its name, ruleset and table size; None: all."""
    for name, rating in _both(group):
        yield name, None, None, rating
    for each in group.by_stratum:
        yield "stratum", each.ruleset, each.size, each.rating


def _ratings(group: RatedGroup) -> Iterator[Row]:
    none = Estimate(value=None, low=None, high=None)
    for name, ruleset, size, rating in _kinds(group):
        for each in rating.entrants:
            top = each.top
            yield {
                "rating": name, "ruleset": ruleset, "size": size, "entrant": each.entrant,
                "same_as": each.same_as,
                "pool": each.pool, "games": each.games, "seeds": each.seeds,
                **_values(each.elo, "elo"), "open": each.separated,
                **_values(each.rank, "rank"),
                "first": top[0] if top else None,
                "top_3": top[2] if len(top) > 2 else None,  # noqa: PLR2004 - the third
                **_values(each.above_anchors or none, "above_anchors"),
            }  # fmt: skip


def _pairs(group: RatedGroup, meetings: Mapping[tuple[str, str], Meetings]) -> Iterator[Row]:
    for name, rating in _both(group):
        for each in rating.pairs:
            met = meetings.get((each.first, each.second), Meetings())
            yield {
                "rating": name, "first": each.first, "second": each.second,
                "elo_difference": each.elo.value, "low": each.elo.low,
                "high": each.elo.high, "open": each.separated,
                "p_above": each.above, "met": met.count,
                "above": met.above, "level": met.level, "below": met.below,
            }  # fmt: skip


def _seats(group: RatedGroup) -> Iterator[Row]:
    for each in group.ratings.as_played.seats:
        yield {
            "ruleset": each.ruleset, "size": each.size, "position": each.position,
            "games": each.games, **_values(each.elo), "open": each.separated,
        }  # fmt: skip


def _figures(group: RatedGroup) -> Iterator[Row]:
    for row in group.figures:
        for figure, each in row.rates.items():
            if figure not in CLOCKS:
                yield {
                    "entrant": row.entrant, "figure": figure, **_values(each),
                    "opportunities": each.opportunities,
                }  # fmt: skip


def _paired(group: RatedGroup) -> Iterator[Row]:
    found = group.duplicates
    for each in found.against_others:
        yield {
            "comparison": "against_others", "first": each.entrant, "second": None,
            **_values(each.rate), "opportunities": each.rate.opportunities,
        }  # fmt: skip
    for pair in found.pairs:
        yield {
            "comparison": "pair", "first": pair.first, "second": pair.second,
            **_values(pair.rate), "opportunities": pair.rate.opportunities,
        }  # fmt: skip
    for name, rho in (("rho_first", found.rho_first), ("rho", found.rho)):
        yield {
            "comparison": name, "first": None, "second": None, **_values(rho.rho),
            "opportunities": rho.duplicates,
        }  # fmt: skip


def _correlations(group: RatedGroup) -> Iterator[Row]:
    for each in group.correlations:
        yield {
            "what": each.what, "within": each.within, "groups": each.groups,
            "values": each.values, "design_effect": each.design_effect, **_values(each.icc),
        }  # fmt: skip


def _further(group: RatedGroup) -> Iterator[Row]:
    """Yield points corrected for chance, and worths with talk and reasoning held equal."""
    for one in group.corrected.entrants if group.corrected else ():
        yield {"what": "corrected_points", "entrant": one.entrant, **_values(one.points)}
    if group.controlled:
        for each in group.controlled.entrants:
            yield {"what": "controlled_elo", "entrant": each.entrant, **_values(each.elo)}
        for slope in group.controlled.slopes:
            what = f"slope_of_{slope.control}"
            yield {"what": what, "entrant": None, **_values(slope.log_odds)}


def _arms(arms: Iterable[ArmEffects]) -> Iterator[Row]:
    for arm in arms:
        for each in arm.effects:
            effect = each.effect
            yield {
                "arm": arm.arm, "control": arm.control, "null": arm.null, "is_null": arm.is_null,
                "pairs": arm.pairs, "seeds": arm.seeds,
                "outcome": each.outcome, "entrant": each.entrant,
                "effect": effect.value, "low": effect.low, "high": effect.high,
                "null_effect": each.null_effect, "p": each.p, "p_holm": each.p_holm,
            }  # fmt: skip
