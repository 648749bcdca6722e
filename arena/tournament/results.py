"""Reads the results of a tournament's finished games.

A game is read once, for the lab and for its tournaments (`arena.lab.readings`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from arena.calls.lines import decoded_call
from arena.calls.records import SessionEnded
from arena.errors import ArenaError, TranscriptError
from arena.forms import CALLS, HEADER
from arena.hash_chain import parsed
from arena.lab.outcome import GameOutcome
from arena.lab.readings import key_of, reading_of
from arena.tournament.folder import game_folder
from arena.tournament.game_result import GameResult
from arena.tournament.placed import place_problem
from arena.tournament.plan import Plan, PlannedGame
from arena.transcript import reader


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """The results of a tournament's finished games."""

    games: tuple[GameResult, ...]
    """In the order of the plan."""
    left_out: Mapping[str, str]
    """By id: why a game that looks finished is left out."""
    unfinished: Mapping[str, str]
    """By id: how the last session of an unfinished game ended: `interrupted`, `outage`, `budget`,
    the name of an error; `open`: it runs, or its process was killed."""


def results_of(plan: Plan, folder: Path, *, fresh: bool = False) -> Results:
    """Return the results of all finished games in `folder`, and the reasons of omissions.

    `fresh`: the cache of readings (`arena.lab.readings`) is not used.
    """
    games: list[GameResult] = []
    left_out: dict[str, str] = {}
    unfinished: dict[str, str] = {}
    for row in plan.games:
        at = game_folder(folder, row.game)
        key = key_of(at)
        if key is None:
            if at.exists():
                unfinished[row.game] = _stopped(at)
            continue
        try:
            games.append(_planned(plan, row, reading_of(at, None if fresh else key).outcome))
        except ArenaError as error:
            left_out[row.game] = str(error)
    return Results(games=tuple(games), left_out=left_out, unfinished=unfinished)


def _stopped(folder: Path) -> str:
    """Return the reason why the last session of a game ended, by its records."""
    try:
        lines = reader.lines_of(reader.contents(folder, CALLS, missing=b""))[0]
        last = decoded_call(parsed(lines[-1])).data if lines else None
    except (ArenaError, ValueError):
        return "unreadable"
    return last.reason if isinstance(last, SessionEnded) else "open"


def result_of(plan: Plan, row: PlannedGame, folder: Path) -> GameResult:
    """Return the result of a finished game. Raises `TranscriptError` where it can't be read."""
    return _planned(plan, row, reading_of(folder, key_of(folder)).outcome)


def _planned(plan: Plan, row: PlannedGame, of: GameOutcome) -> GameResult:
    """Return a game's result under its plan; `TranscriptError` where it is another game."""
    header, entrants, condition = of.header, dict(row.clockwise), plan.conditions[row.condition]
    planned = {name: plan.entrants[entrant].spec for name, entrant in row.clockwise}
    played = {each.name: each.spec for each in header.seats}
    ruleset = condition.table.get("ruleset", header.ruleset)
    problem = None if header.schedule is None else place_problem(plan, row, header)
    if (planned, ruleset, row.seed) != (played, header.ruleset, header.seed):
        problem = f"its seats, ruleset and seed are not those that the plan has for {row.game}"
    if problem is not None:
        raise TranscriptError(HEADER, None, problem)
    return GameResult(
        game=row.game, ruleset=header.ruleset, seed=row.seed, arm=condition.arm,
        epoch=condition.epoch, block=row.block, replicate=row.replicate,
        rounds=of.rounds, ended=of.ended, digest=of.digest, course=of.course,
        versions={**header.versions, "python": header.python},
        prompts="" if header.llm is None else header.llm.prompts,
        seats=tuple(replace(each, entrant=entrants[each.seat]) for each in of.seats),
    )  # fmt: skip
