"""Assembles all sections of the report in their order."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TypedDict

from arena.reporting.view import Section, count, dollars, listed
from arena.text import plural
from arena.tournament.game_result import GameResult
from arena.tournament.plan import CONTROL, Plan
from arena.tournament.ratings.alike import counted_once
from arena.tournament.ratings.ratings import Ratings
from arena.tournament.ratings.rows import RatedGroup
from arena.tournament.ratings.selection import place_in_report
from arena.tournament.report.answering import answering_section, change_marks, changes_of
from arena.tournament.report.comparisons import (
    alike,
    arms_section,
    correlation,
    doubts_section,
    duplicates_section,
)
from arena.tournament.report.conduct import behaviour_section, cost_section, trouble_section
from arena.tournament.report.fairness import Audits, fairness_section
from arena.tournament.report.rated import games_of
from arena.tournament.report.record import checklist_section, games_section, reproduce_section
from arena.tournament.report.standing import (
    headline,
    pairs_section,
    seats_section,
    standing_section,
)
from arena.tournament.report.strata import strata_section
from arena.tournament.report.totals import Totals, meetings_of, totals_of
from arena.tournament.results import Results
from arena.tournament.status import Status

Groups = Sequence[tuple[str, RatedGroup]]
"""Rated groups with their labels."""
COPIES = (
    "There are fewer entrants than seats, so that an entrant sat more than once at a table. Each "
    "of its seats counts, wherever something is said to be of a game; none is compared with "
    "another of the same entrant."
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """The data from which a report is made."""

    folder: Path
    plan: Plan
    results: Results
    ratings: Ratings
    audits: Audits
    status: Status
    pages: Mapping[str, str]
    """Address of each game's page, relative to the report."""
    lab: Path | None = None
    """The report of the deception lab, if the page links to it."""


class Context(TypedDict):
    """The template's variables."""

    title: str
    kicker: str
    name: str
    headline: Sequence[str]
    facts: Sequence[tuple[str, str]]
    warnings: Sequence[str]
    sections: Sequence[Section]
    foot: str


def context_of(known: Known) -> Context:
    """Return the template's variables."""
    plan, games = known.plan, known.results.games
    totals, groups = totals_of(plan, games), _groups(known)
    whole = Totals(seats=tuple(seat for game in games for seat in game.seats))
    label, group = groups[0] if groups else ("", None)
    rating = None if group is None else group.ratings.as_played
    sections = [
        *_strength(known, groups),
        arms_section(known.ratings.arms),
        behaviour_section(_behaved(known, groups), group, known.lab),
        cost_section(plan, totals, rating, known.status.spending),
        answering_section(plan, games),
        fairness_section(known.audits),
        _trouble(known, totals),
        checklist_section(plan, games, whole, rating, correlation(group), alike(group)),
        games_section(games, known.pages),
        reproduce_section(known.folder, plan, _versions(known)),
    ]
    return {
        "title": f"{plan.name}: report",
        "kicker": "Report of a tournament",
        "name": plan.name,
        "headline": [
            headline(rating) + (f" This is said of one group of games: {label}." if label else ""),
            _played(known, whole),
        ],
        "facts": _facts(known, whole),
        "warnings": _warnings(known, groups),
        "sections": [each for each in sections if each is not None],
        "foot": "Made by horror-arena from the plan and the games' transcripts.",
    }


def _groups(known: Known) -> Groups:
    """Return the groups with labels, '' for a single one: without people first, then newest."""
    groups = known.ratings.groups
    if len(groups) <= 1:
        return [("", each) for each in groups]

    def key(group: RatedGroup) -> tuple[bool, int]:
        return place_in_report(known.plan, group.epochs, people=group.people)

    return [(_label(each, known.plan), each) for each in sorted(groups, key=key)]


def _strength(known: Known, groups: Groups) -> list[Section | None]:
    """Return the sections on strength: the standing of each group, all others for the first."""
    said, seats = _said(known.plan), _copies(known.plan)
    if not groups:
        return [standing_section(None, {})]
    found: list[Section | None] = []
    for label, group in groups:
        rating, played = group.ratings.as_played, _games(known, group)
        found += [
            standing_section(
                rating,
                _kinds(known.plan, played),
                label,
                said=said,
                seats=seats or bool(group.alike),
            ),
            pairs_section(rating, meetings_of(played), label),
        ]
    first = groups[0][1]
    return [
        *found,
        strata_section(groups),
        doubts_section(first),
        duplicates_section(first),
        seats_section(first.ratings.as_played),
    ]


def _games(known: Known, group: RatedGroup) -> list[GameResult]:
    return games_of(group, known.results.games, known.ratings.people)


def _copies(plan: Plan) -> bool:
    return any(len(set(row.entrants)) < row.size for row in plan.games)


def _said(plan: Plan) -> list[str]:
    """Return the notes on a tournament that readers of its ratings need."""
    said = [COPIES] if _copies(plan) else []
    if plan.pool is not None:
        said.append(
            f"Newcomers played against the pool of {plan.pool.name}, plan {plan.pool.digest[:16]}: "
            f"{listed(plan.pool.entrants)}. No two newcomers sat at one table; their ratings "
            "compare through the pool, all of whose games here are against newcomers."
        )
    return said


def _behaved(known: Known, groups: Groups) -> list[tuple[str, list[Totals]]]:
    """Return by group of games the totals of its entrants, the best first.

    Games of arms, other epochs or other company are never summed with them.
    """
    if not groups:
        games = known.results.games
        return [("all finished games", list(totals_of(known.plan, games).values()))]
    found = []
    for label, group in groups:
        totals = totals_of(known.plan, counted_once(_games(known, group), {}))
        best = [row.entrant for row in group.ratings.as_played.entrants]
        arm = f" of arm {group.control}" if known.ratings.arms and not label else ""
        what = f"the rated games{arm}{label and f': {label}'}"
        found.append((what, [totals[name] for name in best]))
    return found


def _label(group: RatedGroup, plan: Plan) -> str:
    said = [f"arm {group.control}"] if group.control != CONTROL else []
    said += ["with people"] if group.people else []
    epochs = {each.epoch for each in plan.conditions.values()}
    if len(epochs) > len(group.epochs):
        said += [f"{key}, epoch {each[:8]}" for key, each in group.epochs.items()]
    return ", ".join(said) or "without people"


def _trouble(known: Known, totals: Mapping[str, Totals]) -> Section:
    """Return the section on failures, with the run's own reasons for unfinished games."""
    status = known.status
    stopped = {**known.results.unfinished, **status.paused, **status.waiting}
    return trouble_section(
        totals, _finished(known), known.results.left_out, stopped, known.status.failed
    )


def _kinds(plan: Plan, played: Sequence[GameResult]) -> dict[str, str]:
    """Return the remarks on each entrant beside its rating in these games."""
    kinds, changed = {}, change_marks(played)
    for name, each in plan.entrants.items():
        said = [
            *(["anchor"] if each.anchor else []),
            *(["person"] if each.person else []),
            *([f"as {each.persona}"] if each.persona else []),
            *([changed[name]] if name in changed else []),
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


def _played(known: Known, whole: Totals) -> str:
    games, planned = len(known.results.games), len(known.plan.games)
    which = f"All {planned}" if games == planned else f"{count(games)} of {count(planned)}"
    if not games:
        return f"None of {plural(planned, 'planned game')} is finished."
    cost = "that is not known" if whole.cost is None else f"of {dollars(whole.cost)}"
    return f"{which} planned games are finished, at a cost {cost}."


def _facts(known: Known, whole: Totals) -> Sequence[tuple[str, str]]:
    games = known.results.games
    return [
        ("Games finished", f"{count(len(games))} of {count(len(known.plan.games))}"),
        ("Entrants", count(len(known.plan.entrants))),
        ("Seeds", count(len({each.seed for each in games}))),
        ("Calls", count(whole.total("calls"))),
        ("Cost", dollars(whole.cost)),
    ]


def _warnings(known: Known, groups: Groups) -> Sequence[str]:
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
    said += [*_forgot(known), *changes_of(known.plan, games).values()]
    if len(groups) > 1:
        said.append(
            f"The games fall into {len(groups)} groups that can't be compared, and are rated "
            f"apart: {'; '.join(label for label, _ in groups)}. What is said of strength and "
            "duplicates without a label is of the first."
        )
    for label, group in groups:
        prefix = f"{label[:1].upper()}{label[1:]}: " if label else ""
        said += [f"{prefix}{line}" for line in group.warnings]
    return list(dict.fromkeys(said, ""))


def _forgot(known: Known) -> Sequence[str]:
    """Return a warning for each entrant whose server refused conversations, not for length."""
    found: dict[str, list[int]] = {}
    for seat in (seat for game in known.results.games for seat in game.seats):
        if seat.refused_epochs:
            found.setdefault(seat.entrant, []).append(seat.refused_epochs)
    return [
        f"{listed([entrant])} ({known.plan.entrants[entrant].spec}): its server refused "
        f"{plural(sum(times), 'conversation')} in {plural(len(times), 'game')}, not for length, so "
        "that it played on with a summary of what happened; its rating is of that."
        for entrant, times in found.items()
    ]
