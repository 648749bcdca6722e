"""The parts of the page about duplicates, robustness, controls and arms."""

from collections.abc import Mapping, Sequence
from typing import Any

from arena.reporting.charts import Interval, intervals
from arena.reporting.view import (
    NONE,
    Grid,
    Section,
    grid,
    listed,
    number,
    span,
)
from arena.text import plural
from arena.tournament.report.bounds import bars, bounds, estimate

__all__ = ["alike", "arms_section", "correlation", "doubts_section", "duplicates_section"]

Json = Mapping[str, Any]
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


def duplicates_section(group: Json) -> Section | None:
    """Return points against the others on the same seeds; None where no duplicate is complete."""
    found = group["duplicates"]
    if not found["complete"]:
        return None
    corrected = {
        each["entrant"]: each["points"] for each in (group["corrected"] or _NOBODY)["entrants"]
    }
    best = sorted(
        found["against_others"], key=lambda each: (-(each["value"] or 0), each["entrant"])
    )
    lines = [
        [
            each["entrant"], number(each["value"], 2), span(each["low"], each["high"], 2),
            *_estimate(corrected.get(each["entrant"])), number(each["opportunities"]),
        ]
        for each in best
    ]  # fmt: skip
    chart = intervals(
        [Interval(name=each["entrant"], middle=each["value"], low=each["low"], high=each["high"])
         for each in best],
        "Points above the others",
        "Points in the same seats with the same chance, compared with the mean of all others "
        "there, with 95 % intervals.",
        zero=0,
    )  # fmt: skip
    head = (
        "Entrant|Points above the others|95 % interval|Corrected for chance|95 % interval|"
        "Duplicates"
    )
    return Section(
        id="duplicates", title="Same seat, same chance",
        said=(_complete(found), correlation(group)),
        charts=(chart,),
        grids=(grid("Paired differences", head, lines), _correlations(group["correlations"])),
        notes=("Correction for chance takes off what a seed dealt to a seat, and no more.", ICC),
    )  # fmt: skip


def _complete(found: Json) -> str:
    said = f"On {plural(found['complete'], 'seed')} whoever played sat in every seat equally often"
    if not found["incomplete"]:
        return f"{said}."
    return f"{said}; {found['incomplete']} more are not complete, and are not compared here."


_NOBODY: Json = {"entrants": ()}


def _estimate(of: Json | None) -> list[str]:
    return [NONE, NONE] if of is None else [number(of["value"], 2), span(of["low"], of["high"], 2)]


def correlation(group: Json | None) -> str:
    """Return what duplicates have gained, in a sentence."""
    rho = None if group is None else group["duplicates"]["rho"]
    if rho is None or rho["rho"]["value"] is None:
        return "How alike duplicates are could not be measured."
    return (
        f"Points in one seat of one seed, whoever sits there, correlate by "
        f"{number(rho['rho']['value'], 2)} ({span(rho['rho']['low'], rho['rho']['high'], 2)}): "
        f"paired differences have {number(rho['standard_error_multiplier'], 2)} times the standard "
        "error of unpaired ones; 1 is no gain."
    )


def alike(group: Json | None) -> str:
    """Return how alike values are within a seed and a game, in a sentence."""
    said = [
        f"{_WHAT[each['what']]} within a {each['within']} {number(each['icc']['value'], 2)} "
        f"({span(each['icc']['low'], each['icc']['high'], 2)})"
        for each in (() if group is None else group["correlations"])
        if each["icc"]["value"] is not None
    ]
    return f"{'; '.join(said)}." if said else "Could not be measured."


_WHAT = {"points": "Points", "lies": "Lies a statement", "promises": "Promises kept"}


def _correlations(rows: Sequence[Json]) -> Grid:
    lines = [
        [
            f"{_WHAT[each['what']]} within a {each['within']}", number(each["icc"]["value"], 2),
            span(each["icc"]["low"], each["icc"]["high"], 2), number(each["design_effect"], 1),
            number(each["groups"]), number(each["values"]),
        ]
        for each in rows
        if each["icc"]["value"] is not None
    ]  # fmt: skip
    head = "What|ICC|95 % interval|Design effect|Groups|Values"
    return grid("How alike values are: intraclass correlations", head, lines)


def doubts_section(group: Json, without: Json) -> Section:
    """Return how far the order rests on little: defaults, few games, talk and reasoning."""
    played = _elos(group["ratings"]["as_played"])
    clean, held = _elos(without), _elos(group["controlled"] or _NOBODY)
    rows = bars([
        (name, of, series)
        for name in played
        for series, of in (("as played", played[name]), ("without defaulted", clean.get(name)))
        if of is not None
    ])  # fmt: skip
    same = clean == played
    columns = [("As played", played)]
    columns += [] if same else [("Without defaulted", clean)]
    columns += [("Held equal", held)] if held else []
    lines = [
        [name, *(text for _, elo in columns for text in _elo(elo.get(name)))]
        for name in played
    ]  # fmt: skip
    said = [_robustness(group["robustness"])]
    if same:
        said.append("No seat was defaulted so often that it is left out of the second rating.")
    chart = intervals(
        rows,
        "Worth, Elo scale",
        "Worth as played, and without games or seats that were defaulted too often.",
    )
    return Section(
        id="doubts", title="What the order rests on", said=tuple(said),
        charts=() if same else (chart,),
        grids=(_rested([title for title, _ in columns], lines),) if len(columns) > 1 else (),
        notes=(_slopes(group["controlled"]),),
    )  # fmt: skip


def _elos(rating: Json) -> dict[str, Json]:
    return {each["entrant"]: estimate(each) for each in rating["entrants"]}


def _rested(titles: Sequence[str], lines: Sequence[Sequence[str]]) -> Grid:
    head = ["Entrant", *(each for title in titles for each in (title, "95 % interval"))]
    return grid("Worth on the scale of Elo, by other ways to fit", head, lines)


def _elo(of: Json | None) -> list[str]:
    return [NONE, NONE] if of is None else [number(of["value"]), bounds(of)]


def _robustness(found: Json | None) -> str:
    if found is None:
        return "There are too few to compare for a test of how robust the top is."
    games = plural(found["dropped"], "game that favours", "games that favour")
    if found["changes"]:
        return (
            f"The top rests on little: without the {games} it most (1 %), "
            f"{listed(found['new_tops'])} would be above {listed([found['top']])}."
        )
    return (
        f"Without the {games} it most (1 %), {listed([found['top']])} would still be "
        f"first: {number(found['gap_after'])} Elo above {listed([found['closest']])} instead of "
        f"{number(found['gap'])}."
    )


def _slopes(controlled: Json | None) -> str:
    if controlled is None or not controlled["slopes"]:
        return "Talk and reasoning did not vary, so there is no fit that holds them equal."
    said = [
        f"{each['control']} {number(each['log_odds']['value'], 2)} "
        f"({span(each['log_odds']['low'], each['log_odds']['high'], 2)})"
        for each in controlled["slopes"]
    ]
    return (
        "Held equal are talk and reasoning, an entrant's own deviations from its usual; log-odds a "
        "standard deviation: "
        f"{'; '.join(said)}. These go together, and cause nothing by that."
    )


def arms_section(arms: Sequence[Json]) -> Section | None:
    """Return each arm against its control; None where there is none."""
    if not arms:
        return None
    charts = []
    for arm in arms:
        effects = [each for each in arm["effects"] if each["outcome"] == "points"]
        rows = [
            Interval(
                name=each["entrant"] or "all", middle=each["effect"]["value"],
                low=each["effect"]["low"], high=each["effect"]["high"],
            )
            for each in effects
        ]  # fmt: skip
        if any(each.middle for each in rows):
            label = f"Points with {arm['arm']} minus points with {arm['control']}, paired by seed."
            charts.append(intervals(rows, "Points, arm minus control", label, zero=0))
    return Section(
        id="arms", title="Arms",
        said=tuple(_arm(each) for each in arms), charts=tuple(charts),
        grids=tuple(_effects(each) for each in arms if each["effects"]),
        notes=(TESTS,),
    )  # fmt: skip


def _arm(arm: Json) -> str:
    games = f"{plural(arm['pairs'], 'pair')} of games on {plural(arm['seeds'], 'seed')}"
    if not arm["pairs"]:
        return f"{arm['arm']}: no game of it has its pair under {arm['control']} yet."
    if arm["is_null"]:
        return f"{arm['arm']} is {arm['control']} once more, {games}: what it shows is noise."
    sure = [
        f"{each['outcome']} of {each['entrant'] or 'all'}"
        for each in arm["effects"]
        if each["p_holm"] is not None and each["p_holm"] < NOISE
    ]
    found = f"differs in {listed(sure)}" if sure else "shows no effect beyond noise"
    return f"{arm['arm']} against {arm['control']}, {games}: it {found}."


def _effects(arm: Json) -> Grid:
    lines = [
        [
            each["entrant"] or "all", each["outcome"], number(each["effect"]["value"], 2),
            span(each["effect"]["low"], each["effect"]["high"], 2),
            number(each["null_effect"], 2), number(each["p"], 3), number(each["p_holm"], 3),
        ]
        for each in arm["effects"]
    ]  # fmt: skip
    head = "Entrant|Outcome|Effect|95 % interval|Null arm|p|p (Holm)"
    caption = f"Effects of {arm['arm']}, a seat and game"
    return grid(caption, head, lines, texts=(0, 1), folded=True)
