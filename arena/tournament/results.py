"""Reads finished games' transcripts into the rows that ratings and tables are made of.

A game is read once, as the lab reads it (`arena.lab.reading`); what its entrants said is counted
there (`arena.lab.conduct`). Here stand what the plan knows of it, and what its calls took.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from arena.calls.history import Call, history
from arena.calls.spending import Spent, spent
from arena.errors import ArenaError, TranscriptError
from arena.forms import CALLS, HEADER, LOG
from arena.hash_chain import parsed
from arena.lab.conduct import conduct_of
from arena.lab.game import Game
from arena.lab.reading import finished, game_of
from arena.models.specs import is_model_spec
from arena.records.game import AnswerDefaulted
from arena.records.record import seal_of
from arena.records.talk import TurnDefaulted
from arena.text import described
from arena.tournament.course import course_of
from arena.tournament.folder import game_folder
from arena.tournament.game_result import GameResult, SeatResult
from arena.tournament.placed import place_problem
from arena.tournament.plan import Plan, PlannedGame
from arena.tournament.response_models import response_models_of
from arena.tournament.result_store import ResultStore, key_of
from arena.transcript import reader
from arena.transcript.header import GameHeader

__all__ = ["Results", "result_of", "results_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Results:
    """What the finished games of a tournament say."""

    games: tuple[GameResult, ...]
    """In the order of the plan."""
    left_out: Mapping[str, str]
    """Why a game that looks finished is not among them, by its id."""
    unfinished: Mapping[str, str]
    """By id, how the last session of a game ended that has begun: `interrupted`, `outage`,
    `budget`, the name of an error; `open`: it runs, or its process was killed."""


def results_of(plan: Plan, folder: Path, *, keep: bool = True, fresh: bool = False) -> Results:
    """Return what all finished games of the tournament in `folder` say.

    A game that is broken, or none of this plan, is left out, and why is said. `keep`: what was read
    is kept in the user's cache, so that it is not read twice; `fresh`: what was kept is not used.
    """
    store = None if fresh else ResultStore(plan)
    games: list[GameResult] = []
    left_out: dict[str, str] = {}
    unfinished: dict[str, str] = {}
    for row in plan.games:
        key = key_of(plan, row, folder)
        if key is None:
            at = game_folder(folder, row.game)
            if at.exists():
                unfinished[row.game] = _stopped(at)
            continue
        game = None if store is None else store.get(key)
        try:
            if game is None:
                game = result_of(plan, row, game_folder(folder, row.game))
                if store is not None:
                    store.add(key, game)
            games.append(game)
        except ArenaError as error:
            left_out[row.game] = str(error)
    if keep and store is not None:
        store.save()
    return Results(games=tuple(games), left_out=left_out, unfinished=unfinished)


def _stopped(folder: Path) -> str:
    """Return how the last session of a game ended, as far as its record tells."""
    try:
        lines = reader.lines_of(reader.contents(folder, CALLS, missing=b""))[0]
        last = parsed(lines[-1]) if lines else None
    except (ArenaError, ValueError):
        return "unreadable"
    match last:
        case {"type": "session_ended", "data": {"reason": str(reason)}}:
            return reason
        case _:
            return "open"


def result_of(plan: Plan, row: PlannedGame, folder: Path) -> GameResult:
    """Return what a finished game says. Raises `TranscriptError` where it can't be read."""
    try:
        return _result_of(plan, row, folder)
    except ArenaError:
        raise
    except Exception as error:  # whoever forges a record may write anything into it
        why = f"makes no sense ({described(error)}): see arena verify"
        raise TranscriptError(LOG, None, why) from error


def _result_of(plan: Plan, row: PlannedGame, folder: Path) -> GameResult:
    transcript = finished(folder)
    _belongs(plan, row, transcript.header)
    header, records = transcript.header, transcript.records
    game = game_of(header, records, game=row.game)
    entrants, condition = dict(row.clockwise), plan.conditions[row.condition]
    specs = {each.name: each.spec for each in header.seats}
    put, failed, conduct = _put(game), _defaults(game), conduct_of(game)
    calls = history(transcript.calls, specs)
    models = response_models_of(transcript.calls, calls)
    result = seal_of(records).result

    def seat(position: int, name: str) -> SeatResult:
        return SeatResult(
            entrant=entrants[name], seat=name, position=position,
            place=result["placements"][name], points=result["scores"][name],
            survived=name not in game.eliminated, decisions=put[name],
            defaults=dict(sorted(failed.get(name, {}).items())), replaced=name in game.replaced,
            **asdict(conduct[name]),
            **_took(specs[name], [each for each in calls if each.seat == name]),
            response_models=models.get(name, ()),
        )  # fmt: skip

    return GameResult(
        game=row.game, ruleset=header.ruleset, seed=row.seed, arm=condition.arm,
        epoch=condition.epoch, block=row.block, replicate=row.replicate,
        rounds=records[-1].round, ended=result["end_reason"], digest=str(records[-2].hash),
        course=course_of(records, game.seats),
        versions={**header.versions, "python": header.python},
        prompts="" if header.llm is None else header.llm.prompts,
        seats=tuple(seat(at, name) for at, name in enumerate(game.seats)),
    )  # fmt: skip


def _belongs(plan: Plan, row: PlannedGame, header: GameHeader) -> None:
    """Raise `TranscriptError` for a game that is another one."""
    planned = {name: plan.entrants[entrant].spec for name, entrant in row.clockwise}
    played = {each.name: each.spec for each in header.seats}
    ruleset = plan.conditions[row.condition].table.get("ruleset", header.ruleset)
    if (planned, ruleset, row.seed) != (played, header.ruleset, header.seed):
        why = f"its seats, ruleset and seed are not those that the plan has for {row.game}"
        raise TranscriptError(HEADER, None, why)
    problem = None if header.schedule is None else place_problem(plan, row, header)
    if problem is not None:
        raise TranscriptError(HEADER, None, problem)


def _put(game: Game) -> Mapping[str, int]:
    """Return how many questions with several options, and turns, were put to each entrant."""
    asked = [(each.seat, each.at) for each in game.choices if len(each.asked.options) > 1]
    asked += [(each.seat, each.at) for each in game.turns]
    return Counter(seat for seat, at in asked if game.plays(seat, at))


def _defaults(game: Game) -> Mapping[str, Counter[str]]:
    """Return where defaults stood in for each entrant, by reason."""
    found: dict[str, Counter[str]] = {}
    for each in game.records:
        seat, failed = str(each.actor), each.data
        if isinstance(failed, AnswerDefaulted | TurnDefaulted) and game.plays(seat, each.at):
            found.setdefault(seat, Counter())[failed.reason] += 1
    return found


def _took(spec: str, calls: Sequence[Call]) -> dict[str, Any]:
    """Return what a seat's calls took."""
    took = spent(calls)
    again = {
        (each.asked, each.attempt) for each in calls if each.attempt and each.purpose == "answer"
    }
    return {
        "corrections": len(again),
        "calls": took.calls,
        "input": took.input,
        "output": took.output,
        "reasoning": took.reasoning,
        "uncounted": took.worst.tokens,
        "cost": _cost(took) if is_model_spec(spec) else 0.0,
        "seconds": took.seconds,
        "faults": dict(sorted(took.failed.items())),
        "refused_epochs": took.refused_epochs,
    }


def _cost(took: Spent) -> float | None:
    """Return the dollars, worst cases too; None where a call has no known price."""
    if took.unpriced or took.worst.unpriced:
        return None
    return (took.cost or 0.0) + (took.worst.cost or 0.0)
