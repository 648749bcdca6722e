"""Tables of estimates: ratings, pairs, seats, figures, paired differences, arms.

Rows have the group of games that was rated together: its control, whether people played, and its
epochs. They have no clocks.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

from arena.reporting.columns import Cell, Row, Table, row, table
from arena.tournament.game_result import GameResult
from arena.tournament.ratings.ratings import Ratings
from arena.tournament.ratings.rows import ArmEffects, Estimate, RatedGroup, Rating
from arena.tournament.report.totals import Meetings, meetings_of

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
ARM = (
    "arm:text control:text null:text is_null:boolean pairs:integer seeds:integer outcome:text "
    "entrant:text effect:number low:number high:number null_effect:number p:number p_holm:number"
)


def games_of(
    group: RatedGroup, games: Iterable[GameResult], people: Sequence[str]
) -> list[GameResult]:
    """Return the games of a rated group."""
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
    """Return `ratings`, `pairs`, `seat_effects`, `figures`, `paired`, `correlations` and `arms`."""

    def rows(of: Callable[[RatedGroup], Iterator[Row]]) -> Iterator[Row]:
        for group in ratings.groups:
            epochs = " ".join(f"{key}:{each}" for key, each in sorted(group.epochs.items()))
            key: Row = {"control": group.control, "people": group.people, "epochs": epochs}
            yield from ({**key, **each} for each in of(group))

    def pairs(group: RatedGroup) -> Iterator[Row]:
        return _pairs(group, meetings_of(games_of(group, games, ratings.people)))

    return [
        table("ratings", GROUP + RATING, rows(_ratings)),
        table("pairs", GROUP + PAIR, rows(pairs)),
        table("seat_effects", GROUP + SEAT, rows(_seats)),
        table("figures", GROUP + FIGURE, rows(_figures)),
        table("paired", GROUP + PAIRED, rows(_paired)),
        table("correlations", GROUP + CORRELATION, rows(_correlations)),
        table("arms", ARM, _arms(ratings.arms)),
    ]


def _values(of: Estimate, prefix: str = "") -> dict[str, Cell]:
    names = (prefix, f"{prefix}_low", f"{prefix}_high") if prefix else ("value", "low", "high")
    return dict(zip(names, (of.value, of.low, of.high), strict=True))


def _both(group: RatedGroup) -> tuple[tuple[str, Rating], ...]:
    both = group.ratings
    return ("as_played", both.as_played), ("without_defaults", both.without_defaults)


def _ratings(group: RatedGroup) -> Iterator[Row]:
    found: list[tuple[str, str | None, int | None, Rating]] = [
        *((name, None, None, rating) for name, rating in _both(group)),
        *(("stratum", each.ruleset, each.size, each.rating) for each in group.by_stratum),
    ]
    none = Estimate(value=None, low=None, high=None)
    for name, ruleset, size, rating in found:
        for each in rating.entrants:
            yield row(
                RATING, each, rating=name, ruleset=ruleset, size=size, open=each.separated,
                first=each.top[0] if each.top else None,
                top_3=each.top[2] if len(each.top) > 2 else None,  # noqa: PLR2004 - the third
                **_values(each.elo, "elo"), **_values(each.rank, "rank"),
                **_values(each.above_anchors or none, "above_anchors"),
            )  # fmt: skip


def _pairs(group: RatedGroup, meetings: Mapping[tuple[str, str], Meetings]) -> Iterator[Row]:
    for name, rating in _both(group):
        for each in rating.pairs:
            met = meetings.get((each.first, each.second), Meetings())
            yield row(
                PAIR, met, each.elo, each, rating=name, elo_difference=each.elo.value,
                open=each.separated, p_above=each.above, met=met.count,
            )  # fmt: skip


def _seats(group: RatedGroup) -> Iterator[Row]:
    for each in group.ratings.as_played.seats:
        yield row(SEAT, each.elo, each, open=each.separated)


def _figures(group: RatedGroup) -> Iterator[Row]:
    for entrant in group.figures:
        for figure, rate in entrant.rates.items():
            if figure not in CLOCKS:
                yield row(FIGURE, rate, entrant, figure=figure)


def _paired(group: RatedGroup) -> Iterator[Row]:
    found = group.duplicates
    for each in found.against_others:
        yield row(
            PAIRED, each.rate, comparison="against_others", first=each.entrant, second=None
        )  # fmt: skip
    for pair in found.pairs:
        yield row(PAIRED, pair.rate, pair, comparison="pair")
    for name, rho in (("rho_first", found.rho_first), ("rho", found.rho)):
        yield row(
            PAIRED, rho.rho, comparison=name, first=None, second=None, opportunities=rho.duplicates
        )


def _correlations(group: RatedGroup) -> Iterator[Row]:
    return (row(CORRELATION, each.icc, each) for each in group.correlations)


def _arms(arms: Iterable[ArmEffects]) -> Iterator[Row]:
    for arm in arms:
        for each in arm.effects:
            yield row(ARM, each.effect, each, arm, effect=each.effect.value)
