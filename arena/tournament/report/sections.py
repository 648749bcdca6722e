"""All parts of the page, in their order, from what is known of a tournament."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.text import plural
from arena.tournament.plan import CONTROL, Plan
from arena.tournament.report.checklist import checklist_section
from arena.tournament.report.comparisons import (
    arms_section,
    correlation,
    doubts_section,
    duplicates_section,
)
from arena.tournament.report.conduct import behaviour_section, cost_section, trouble_section
from arena.tournament.report.fairness import Audits, fairness_section
from arena.tournament.report.rated import games_of
from arena.tournament.report.record import games_section, reproduce_section
from arena.tournament.report.standing import (
    headline,
    pairs_section,
    seats_section,
    standing_section,
)
from arena.tournament.report.totals import Totals, meetings_of, totals_of
from arena.tournament.report.view import Section, count, dollars, listed
from arena.tournament.results import Results
from arena.tournament.status import Status

__all__ = ["Known", "context_of"]

Json = Mapping[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """All that a page is made from."""

    folder: Path
    plan: Plan
    results: Results
    ratings: Mapping[str, Any]
    """`arena.tournament.ratings.Ratings.data()`; empty: nothing is rated."""
    audits: Audits
    status: Status
    pages: Mapping[str, str]
    """Where each game is told, relative to the page."""


def context_of(known: Known) -> dict[str, Any]:
    """Return what the template shows."""
    plan, games = known.plan, known.results.games
    totals, groups = totals_of(plan, games), known.ratings.get("groups", ())
    group = groups[0] if groups else None
    rating = None if group is None else group["ratings"]["as_played"]
    sections = [
        *_strength(known, group, rating),
        *(
            standing_section(each["ratings"]["as_played"], _kinds(plan), _label(each, plan))
            for each in groups[1:]
        ),
        arms_section(known.ratings.get("arms", ())),
        behaviour_section(totals, group, known.ratings.get("labels", {})),
        cost_section(plan, totals, rating, known.status.spending),
        fairness_section(known.audits),
        _trouble(known, totals),
        checklist_section(plan, games, totals, rating, correlation(group)),
        games_section(games, known.pages),
        reproduce_section(known.folder, plan, _versions(known)),
    ]
    return {
        "title": f"{plan.name}: report",
        "kicker": "Report of a tournament",
        "name": plan.name,
        "headline": [headline(rating), _played(known, totals)],
        "facts": _facts(known, totals),
        "warnings": _warnings(known),
        "sections": [each for each in sections if each is not None],
        "foot": "Made by horror-arena from the plan and the games' transcripts.",
    }


def _strength(known: Known, group: Json | None, rating: Json | None) -> list[Section | None]:
    """Return what is said of the first group, which has no people where there are such games."""
    kinds, plan = _kinds(known.plan), known.plan
    if group is None:
        return [standing_section(None, kinds)]
    played = games_of(group, known.results.games, known.ratings["people"])
    several = len(known.ratings["groups"]) > 1
    return [
        standing_section(rating, kinds, _label(group, plan) if several else ""),
        pairs_section(rating, meetings_of(played)),
        doubts_section(group, group["ratings"]["without_defaults"]),
        duplicates_section(group),
        seats_section(rating),
    ]


def _label(group: Json, plan: Plan) -> str:
    """Return what tells a group of games from the others."""
    said = [f"arm {group['control']}"] if group["control"] != CONTROL else []
    said += ["with people"] if group["people"] else []
    epochs = {each.epoch for each in plan.conditions.values()}
    if len(epochs) > len(group["epochs"]):
        said += [f"{key}, epoch {each[:8]}" for key, each in group["epochs"].items()]
    return ", ".join(said) or "without people"


def _trouble(known: Known, totals: Mapping[str, Totals]) -> Section:
    """Return what went wrong, with what the run itself says of games that are not finished."""
    stopped = {**known.results.unfinished, **known.status.paused}
    return trouble_section(
        totals, _finished(known), known.results.left_out, stopped, known.status.failed
    )


def _kinds(plan: Plan) -> dict[str, str]:
    kinds = {}
    for name, each in plan.entrants.items():
        said = [
            *(["anchor"] if each.anchor else []),
            *(["person"] if each.person else []),
            *([f"as {each.persona}"] if each.persona else []),
        ]
        kinds[name] = f" ({', '.join(said)})" if said else ""
    return kinds


def _finished(known: Known) -> Counter[str]:
    ended = {each.game for each in known.results.games} | set(known.results.left_out)
    return Counter(
        entrant for row in known.plan.games if row.game in ended for _, entrant in row.clockwise
    )


def _versions(known: Known) -> dict[str, str]:
    found: dict[str, set[str]] = {}
    for game in known.results.games:
        for package, version in game.versions.items():
            found.setdefault(package, set()).add(version)
    return {package: ", ".join(sorted(each)) for package, each in sorted(found.items())}


def _played(known: Known, totals: Mapping[str, Totals]) -> str:
    games, planned = len(known.results.games), len(known.plan.games)
    which = f"All {planned}" if games == planned else f"{count(games)} of {count(planned)}"
    if not games:
        return f"None of {plural(planned, 'planned game')} is finished."
    costs = [each.cost for each in totals.values()]
    spent = sum(each for each in costs if each is not None)
    if None not in costs:
        return f"{which} planned games are finished, at a cost of {dollars(spent)}."
    return f"{which} planned games are finished, at a cost that is not known."


def _facts(known: Known, totals: Mapping[str, Totals]) -> Sequence[tuple[str, str]]:
    games = known.results.games
    costs = [each.cost for each in totals.values()]
    spent = sum(each for each in costs if each is not None)
    return [
        ("Games finished", f"{count(len(games))} of {count(len(known.plan.games))}"),
        ("Entrants", count(len(known.plan.entrants))),
        ("Seeds", count(len({each.seed for each in games}))),
        ("Calls", count(sum(each.total("calls") for each in totals.values()))),
        ("Cost", "unknown" if None in costs else dollars(spent)),
    ]


def _warnings(known: Known) -> Sequence[str]:
    games, left_out = known.results.games, known.results.left_out
    said = []
    if known.status.exhausted is not None:
        said.append(f"The budget of the tournament is used up: {known.status.exhausted}")
    said += [f"{spec} is not asked for now: {why}" for spec, why in known.status.down.items()]
    if left_out:
        said.append(
            f"{plural(len(left_out), 'game')} could not be read or are others than were planned, "
            "and are left out: see “Failures”."
        )
    unrated = [each for each in games if not each.rated]
    if unrated:
        said.append(
            f"In {plural(len(unrated), 'game')} a house bot played on for an entrant; they are not "
            "rated."
        )
    unknown = sorted({s.entrant for each in games for s in each.seats if s.cost is None})
    if unknown:
        said.append(f"The price of {listed(unknown)} is not known.")
    groups = known.ratings.get("groups", ())
    if len(groups) > 1:
        said.append(
            f"The games fall into {len(groups)} groups that can't be compared, and are rated apart."
        )
    return [*said, *dict.fromkeys(line for each in groups for line in each["warnings"])]
