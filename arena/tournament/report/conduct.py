"""The report's sections on entrants' conduct, cost and failures."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from arena.reporting.charts import Chart, Spot, scatter
from arena.reporting.view import (
    NONE,
    Grid,
    Section,
    cell,
    count,
    dollars,
    grid,
    listing,
    number,
    per_cent,
    span,
)
from arena.text import escaped, plural
from arena.tournament.plan import Plan
from arena.tournament.ratings.figures import FIGURES
from arena.tournament.ratings.rows import Rate, RatedGroup, Rating
from arena.tournament.report.totals import Totals
from arena.tournament.steward import Spending

WHOLE = 100
BESIDE = "What entrants did, beside how strong they are: nothing here is part of a rating."
LIES = (
    "In brackets is the number of occasions. A lie is a statement that its speaker knew to be "
    "false, by what the engine had shown it; whether a claim is true the engine says, and no "
    "model judges. Lying is within the rules of these games."
)
DECISIONS = (
    "Corrections and defaults are counted per 100 questions and turns that were put to the "
    "entrant; a question with a single option is not."
)
COST = (
    "Cost is what was booked: what providers counted at the known prices, and the worst case of "
    "calls that nobody counted (“uncounted”). Bots cost nothing. Seconds are those that a model's"
    " calls took, and the only clock of this page."
)
LAB = "The deception lab: what was said against what was known, who kept faith, who stood together"
FREE = "No model was called: bots cost nothing."
FAILURES = (
    "Failures are data. A default is the rules' own answer, which stands in where an entrant gave"
    " none that could be taken; a failed call brought no reply."
)


def behaviour_section(
    parts: Sequence[tuple[str, Sequence[Totals]]],
    group: RatedGroup | None,
    lab: Path | None,
) -> Section:
    """Return the section on conduct, which is no part of a rating.

    `parts` are games that may be summed: their description, and their entrants. `lab` is the report
    of the deception lab, to which the page links; None: there is none.
    """
    grids = [
        _conduct(label, played, folded=at > 0) for at, (label, played) in enumerate(parts)
    ]  # fmt: skip
    if group is not None:
        grids.append(_figures(group))
    return Section(
        id="behaviour", title="Behaviour", said=(BESIDE,), grids=tuple(grids),
        links=(cell(LAB, href=f"{lab.parent.name}/{lab.name}"),) if lab else (),
        notes=(LIES, DECISIONS),
    )  # fmt: skip


def _conduct(label: str, played: Sequence[Totals], *, folded: bool) -> Grid:
    seated = [each for each in played if each.seats]
    return listing(f"Means and rates over {label}", seated, [
        ("Entrant", lambda each: each.entrant),
        ("Points", lambda each: number(each.mean("points"), 2)),
        ("Place", lambda each: number(each.mean("place"), 2)),
        ("Survived", lambda each: per_cent(each.mean("survived"))),
        ("Lies a statement", lambda each: _share(each, "lies", "statements")),
        ("False reports of dice", lambda each: _share(each, "false_reports", "reports")),
        ("Promises kept", lambda each: _share(each, "kept", "kept", "broken")),
        ("Deals kept", lambda each: _share(each, "deals_kept", "deals_kept", "deals_broken")),
        ("Corrections per 100", lambda each: _per_hundred(each, each.total("corrections"))),
        ("Defaults per 100", lambda each: _per_hundred(each, sum(each.defaults.values()))),
        ("Speeches a game", lambda each: number(each.mean("speeches"), 1)),
    ], folded=folded)  # fmt: skip


def _figures(group: RatedGroup) -> Grid:
    """Return every figure with its interval, one column for each entrant."""
    rows = group.figures
    lines = [
        [figure.label, *(_figure(row.rates[figure.key]) for row in rows)]
        for figure in FIGURES
        if any(row.rates[figure.key].value for row in rows)
    ]
    head = ["Figure", *(escaped(row.entrant) for row in rows)]
    return grid("All figures with 95 % intervals", head, lines, folded=True, matrix=True)


def _figure(of: Rate) -> str:
    if of.value is None:
        return NONE
    digits = 0 if abs(of.value) >= WHOLE else 2 if abs(of.value) >= 1 else 3
    return f"{number(of.value, digits)} ({span(of.low, of.high, digits)})"


def _per_hundred(of: Totals, count: int) -> str:
    return number(of.per_hundred_decisions(count), 2)


def _share(of: Totals, part: str, *whole: str) -> str:
    share = of.share(part, *whole)
    return NONE if share is None else f"{per_cent(share)} ({count(of.total(*whole))})"


def cost_section(
    plan: Plan, totals: Mapping[str, Totals], rating: Rating | None, spending: Spending
) -> Section:
    """Return the section on entrants' cost, with their strength where that is known."""
    played = [each for each in totals.values() if each.seats]
    unknown = [each.entrant for each in played if each.cost is None]
    if not spending.calls and not any(each.total("calls") for each in played):
        return Section(id="cost", title="Cost", said=(FREE,))
    notes = [COST]
    if spending.calls:
        notes.append(
            "The ledger of all runs, games that are not finished among them, has "
            f"{count(spending.calls)} calls and {dollars(spending.money)} at known prices."
        )
    if unknown:
        notes.append(
            f"Of {plural(len(unknown), 'entrant')} a price is unknown: no dollars are said."
        )
    return Section(
        id="cost", title="Cost", charts=tuple(_cost_charts(played, rating)),
        grids=(_calls_grid(plan, played),), notes=tuple(notes),
    )  # fmt: skip


def _calls_grid(plan: Plan, played: Sequence[Totals]) -> Grid:
    return listing("What the calls took", played, [
        ("Entrant", lambda each: each.entrant),
        ("SPEC", lambda each: cell(plan.entrants[each.entrant].spec)),
        ("Dollars", lambda each: dollars(each.cost)),
        ("A game", lambda each: dollars(each.cost_a_game)),
        ("Calls a game", lambda each: number(each.mean("calls"), 1)),
        ("Input tokens", lambda each: count(each.total("input"))),
        ("Output tokens", lambda each: count(each.total("output"))),
        ("Reasoning", lambda each: count(each.total("reasoning"))),
        ("Uncounted", lambda each: count(each.total("uncounted"))),
        ("Seconds a game", lambda each: number(each.mean("seconds"), 1)),
    ], texts=(0, 1))  # fmt: skip


def _cost_charts(played: Sequence[Totals], rating: Rating | None) -> Sequence[Chart]:
    elo = {each.entrant: each.elo.value for each in (rating.entrants if rating else ())}
    spots = [
        Spot(name=each.entrant, x=cost, y=worth)
        for each in played
        if (cost := each.cost_a_game) is not None and (worth := elo.get(each.entrant)) is not None
    ]
    if not any(each.x for each in spots):
        return []
    return [
        scatter(
            spots, "Dollars a game", "Worth, Elo scale",
            f"Worth against dollars a game of {plural(len(spots), 'entrant')} with a known price.",
        )
    ]  # fmt: skip


def trouble_section(
    totals: Mapping[str, Totals],
    finished: Mapping[str, int],
    left_out: Mapping[str, str],
    unfinished: Mapping[str, str],
    failed: Mapping[str, str],
) -> Section:
    """Return the section on planned, finished and failed games, with reasons by entrant."""
    by_entrant = listing("Games by entrant, and what went wrong", totals.values(), [
        ("Entrant", lambda each: each.entrant),
        ("Planned", lambda each: count(each.planned)),
        ("Finished", lambda each: count(len(each.seats))),
        ("Left out", lambda each: count(finished.get(each.entrant, 0) - len(each.seats))),
        ("Played on by a bot", lambda each: count(each.total("replaced"))),
        ("Defaults", lambda each: count(sum(each.defaults.values()))),
        ("Why", lambda each: _reasons(each.defaults)),
        ("Failed calls", lambda each: count(sum(each.faults.values()))),
        ("What went wrong", lambda each: _reasons(each.faults)),
    ], texts=(0, 6, 8))  # fmt: skip
    by_game = [
        grid(caption, "Game|Why", list(which.items()), texts=(0, 1), folded=True)
        for caption, which in (
            ("Games that look finished and are left out", left_out),
            ("Games that could not be played", failed),
            ("Games that stopped, or wait for a model that is down", unfinished),
        )
        if which
    ]
    return Section(
        id="trouble", title="Failures", said=(FAILURES,), grids=(by_entrant, *by_game)
    )  # fmt: skip


def _reasons(counts: Mapping[str, int]) -> str:
    return ", ".join(f"{kind} {count(each)}" for kind, each in counts.items()) or NONE
