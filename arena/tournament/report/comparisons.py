"""The report's sections on duplicates, robustness, controls and arms."""

from collections.abc import Sequence

from arena.reporting.charts import intervals
from arena.reporting.view import (
    NONE,
    Grid,
    Section,
    grid,
    listed,
    listing,
    number,
    span,
)
from arena.text import plural
from arena.tournament.ratings.rows import (
    ArmEffects,
    Bounded,
    Correlation,
    Duplicates,
    EntrantRate,
    Estimate,
    RatedGroup,
    Robustness,
)
from arena.tournament.report.bounds import bar, bars, bounds

NOISE = 0.05
ICC = (
    "The intraclass correlation is the share of variance that values of one group have in common, "
    "what entrants and seats usually get taken off; points of one game make up for each other, so "
    "it may be below 0. The design effect says how many times the variance of a mean is that of "
    "as many independent values: intervals here have it in them, as they are by seeds."
)
TESTS = (
    "p is by permutation of which game of a seed is called the arm; Holm's is over all effects of"
    " all arms of a control."
)


def duplicates_section(group: RatedGroup) -> Section | None:
    """Return the section on points against others on the same seeds; None: no duplicates."""
    found = group.duplicates
    if not found.complete:
        return None
    best = sorted(found.against_others, key=_from_the_best)
    chart = intervals(
        [bar(each.entrant, each.rate) for each in best],
        "Points above the others",
        "Points in the same seats with the same chance, compared with the mean of all others "
        "there, with 95 % intervals.",
        zero=0,
    )  # fmt: skip
    paired = listing("Paired differences", best, [
        ("Entrant", lambda each: each.entrant),
        ("Points above the others", lambda each: number(each.rate.value, 2)),
        ("95 % interval", lambda each: span(each.rate.low, each.rate.high, 2)),
        ("Duplicates", lambda each: number(each.rate.opportunities)),
    ])  # fmt: skip
    return Section(
        id="duplicates", title="Same seat, same chance",
        said=(_complete(found), correlation(group)),
        charts=(chart,),
        grids=(paired, _correlations(group.correlations)),
        notes=(ICC,),
    )  # fmt: skip


def _from_the_best(of: EntrantRate) -> tuple[float, str]:
    return -(of.rate.value or 0), of.entrant


def _complete(found: Duplicates) -> str:
    said = f"On {plural(found.complete, 'seed')} whoever played sat in every seat equally often"
    if not found.incomplete:
        return f"{said}."
    return f"{said}; {found.incomplete} more are not complete, and are not compared here."


def correlation(group: RatedGroup | None) -> str:
    """Return a sentence on the correlation of duplicates."""
    found = None if group is None else group.duplicates.rho
    if found is None or found.rho.value is None:
        return "How alike duplicates are could not be measured."
    return (
        f"Points in one seat of one seed, whoever sits there, correlate by "
        f"{_in_brackets(found.rho)}: paired differences have "
        f"{number(found.standard_error_multiplier, 2)} times the standard "
        "error of unpaired ones; 1 is no gain."
    )


def alike(group: RatedGroup | None) -> str:
    """Return a sentence on the correlations within a seed and a game."""
    said = [
        f"{_WHAT[each.what]} within a {each.within} {_in_brackets(each.icc)}"
        for each in (() if group is None else group.correlations)
        if each.icc.value is not None
    ]
    return f"{'; '.join(said)}." if said else "Could not be measured."


def _in_brackets(of: Estimate) -> str:
    """Return `0.31 (0.20 to 0.42)`."""
    return f"{number(of.value, 2)} ({span(of.low, of.high, 2)})"


_WHAT = {"points": "Points", "lies": "Lies a statement", "promises": "Promises kept"}


def _correlations(rows: Sequence[Correlation]) -> Grid:
    known = [each for each in rows if each.icc.value is not None]
    return listing("How alike values are: intraclass correlations", known, [
        ("What", lambda each: f"{_WHAT[each.what]} within a {each.within}"),
        ("ICC", lambda each: number(each.icc.value, 2)),
        ("95 % interval", lambda each: span(each.icc.low, each.icc.high, 2)),
        ("Design effect", lambda each: number(each.design_effect, 1)),
        ("Groups", lambda each: number(each.groups)),
        ("Values", lambda each: number(each.values)),
    ])  # fmt: skip


def doubts_section(group: RatedGroup) -> Section:
    """Return the section on the order's dependence on defaulted seats and on few games."""
    both = group.ratings
    said = [_robustness(group.robustness)]
    if both.without_defaults == both.as_played:
        said.append("No seat was defaulted so often that it is left out of the second rating.")
        return Section(id="doubts", title="What the order rests on", said=tuple(said))
    clean: dict[str, Bounded] = {each.entrant: each for each in both.without_defaults.entrants}
    rows: list[tuple[str, Bounded, str]] = []
    lines = []
    for each in both.as_played.entrants:
        other = clean.get(each.entrant)
        rows.append((each.entrant, each, "as played"))
        rows += [] if other is None else [(each.entrant, other, "without defaulted")]
        lines.append([each.entrant, *_elo(each), *_elo(other)])
    chart = intervals(
        bars(rows),
        "Worth, Elo scale",
        "Worth as played, and without games or seats that were defaulted too often.",
    )
    head = "Entrant|As played|95 % interval|Without defaulted|95 % interval"
    return Section(
        id="doubts", title="What the order rests on", said=tuple(said), charts=(chart,),
        grids=(grid("Worth on the scale of Elo, by other ways to fit", head, lines),),
    )  # fmt: skip


def _elo(of: Bounded | None) -> list[str]:
    return [NONE, NONE] if of is None else [number(of.elo.value), bounds(of)]


def _robustness(found: Robustness | None) -> str:
    if found is None:
        return "There are too few to compare for a test of how robust the top is."
    games = plural(found.dropped, "game that favours", "games that favour")
    if found.changes:
        return (
            f"The top rests on little: without the {games} it most (1 %), "
            f"{listed(found.new_tops)} would be above {listed([found.top])}."
        )
    return (
        f"Without the {games} it most (1 %), {listed([found.top])} would still be "
        f"first: {number(found.gap_after)} Elo above {listed([found.closest])} instead of "
        f"{number(found.gap)}."
    )


def arms_section(arms: Sequence[ArmEffects]) -> Section | None:
    """Return the section on each arm against its control; None: there are no arms."""
    if not arms:
        return None
    charts = []
    for arm in arms:
        rows = [
            bar(each.entrant or "all", each.effect)
            for each in arm.effects if each.outcome == "points"
        ]  # fmt: skip
        if any(each.middle for each in rows):
            label = f"Points with {arm.arm} minus points with {arm.control}, paired by seed."
            charts.append(intervals(rows, "Points, arm minus control", label, zero=0))
    return Section(
        id="arms", title="Arms",
        said=tuple(_arm(each) for each in arms), charts=tuple(charts),
        grids=tuple(_effects(each) for each in arms if each.effects),
        notes=(TESTS,),
    )  # fmt: skip


def _arm(arm: ArmEffects) -> str:
    games = f"{plural(arm.pairs, 'pair')} of games on {plural(arm.seeds, 'seed')}"
    if not arm.pairs:
        return f"{arm.arm}: no game of it has its pair under {arm.control} yet."
    if arm.is_null:
        return f"{arm.arm} is {arm.control} once more, {games}: what it shows is noise."
    sure = [
        f"{each.outcome} of {each.entrant or 'all'}"
        for each in arm.effects
        if each.p_holm is not None and each.p_holm < NOISE
    ]
    found = f"differs in {listed(sure)}" if sure else "shows no effect beyond noise"
    return f"{arm.arm} against {arm.control}, {games}: it {found}."


def _effects(arm: ArmEffects) -> Grid:
    return listing(f"Effects of {arm.arm}, a seat and game", arm.effects, [
        ("Entrant", lambda each: each.entrant or "all"),
        ("Outcome", lambda each: each.outcome),
        ("Effect", lambda each: number(each.effect.value, 2)),
        ("95 % interval", lambda each: span(each.effect.low, each.effect.high, 2)),
        ("Null arm", lambda each: number(each.null_effect, 2)),
        ("p", lambda each: number(each.p, 3)),
        ("p (Holm)", lambda each: number(each.p_holm, 3)),
    ], texts=(0, 1), folded=True)  # fmt: skip
