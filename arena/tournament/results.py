"""Reads finished games' transcripts into the rows that ratings and tables are made of.

What a game counts is taken from its records alone. Which questions were put to a seat they do not
say, since a question with one option is answered by the table and recorded alike: so the answers
are given to the engine once more, and what it asks is counted.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from arena.calls.history import Call, history
from arena.calls.spending import Spent, spent
from arena.claims.honesty import Honesty
from arena.errors import ArenaError, TranscriptError
from arena.events import GameBegan, PlayerEliminated
from arena.forms import CALLS, HEADER, LOG
from arena.hash_chain import parsed
from arena.models.specs import is_model_spec
from arena.projections.reckoning import honesty_of
from arena.records.game import Answer, AnswerDefaulted, SeatReplaced
from arena.records.record import Record, seal_of
from arena.records.talk import Said, TurnDefaulted, TurnOnFloor
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
from engine import restore
from engine.errors import EngineError

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
    transcript = reader.read(folder)
    _belongs(plan, row, transcript)
    header, records = transcript.header, transcript.records
    entrants, condition = dict(row.clockwise), plan.conditions[row.condition]
    specs = {each.name: each.spec for each in header.seats}
    seats = _clockwise(records)
    honesty = honesty_of(records, header.facts(), seats)
    put = _put(header, records)
    calls = history(transcript.calls, specs)
    models = response_models_of(transcript.calls, calls)
    result = seal_of(records).result

    def seat(position: int, name: str) -> SeatResult:
        own = [each for each in records if each.actor == name]
        return SeatResult(
            entrant=entrants[name], seat=name, position=position,
            place=result["placements"][name], points=result["scores"][name],
            survived=not any(isinstance(each.data, PlayerEliminated) for each in own),
            decisions=put[name], **_faith(honesty.get(name, Honesty())), **_acts(own),
            **_took(specs[name], [each for each in calls if each.seat == name]),
            response_models=models.get(name, ()),
        )  # fmt: skip

    return GameResult(
        game=row.game, ruleset=header.ruleset, seed=row.seed, arm=condition.arm,
        epoch=condition.epoch, block=row.block, replicate=row.replicate,
        rounds=records[-1].round, ended=result["end_reason"], digest=str(records[-2].hash),
        course=course_of(records, seats),
        versions={**header.versions, "python": header.python},
        prompts="" if header.llm is None else header.llm.prompts,
        seats=tuple(seat(at, name) for at, name in enumerate(seats)),
    )  # fmt: skip


def _belongs(plan: Plan, row: PlannedGame, transcript: reader.Transcript) -> None:
    """Raise `TranscriptError` for a game that is not finished, was changed, or is another one."""
    if not transcript.finished:
        raise TranscriptError(LOG, None, "the game is not finished")
    line = transcript.broken_link
    if line is not None:
        raise TranscriptError(line, None, "does not fit the chain of hashes, so it was changed")
    header = transcript.header
    planned = {name: plan.entrants[entrant].spec for name, entrant in row.clockwise}
    played = {each.name: each.spec for each in header.seats}
    ruleset = plan.conditions[row.condition].table.get("ruleset", header.ruleset)
    if (planned, ruleset, row.seed) != (played, header.ruleset, header.seed):
        why = f"its seats, ruleset and seed are not those that the plan has for {row.game}"
        raise TranscriptError(HEADER, None, why)
    problem = None if header.schedule is None else place_problem(plan, row, header)
    if problem is not None:
        raise TranscriptError(HEADER, None, problem)


def _clockwise(records: Sequence[Record]) -> tuple[str, ...]:
    began = (each.data for each in records if isinstance(each.data, GameBegan))
    seats = next((each.seats for each in began), None)
    if seats is None:
        raise TranscriptError(LOG, None, "no game begins in it")
    return seats


def _put(header: GameHeader, records: Sequence[Record]) -> Mapping[str, int]:
    """Return how many questions and turns were put to each seat's entrant."""
    put: Counter[str] = Counter()
    replaced: set[str] = set()
    for record, options in _asked(header, records):
        name = str(record.actor)
        if isinstance(record.data, SeatReplaced):
            replaced.add(name)
        elif name not in replaced and options > 1:
            put[name] += 1
    return put


def _asked(header: GameHeader, records: Sequence[Record]) -> Iterator[tuple[Record, int]]:
    """Yield each answer, turn and replacement with the number of options that there were.

    A turn to talk, which is given by its first message, has no list of them: it counts as two.
    """
    table = restore({**header.saved(), "floors": False})
    turns: set[str] = set()
    for record in records:
        data = record.data
        if isinstance(data, Answer):
            try:
                asked = {each.id: each for each in table.pending()}[data.decision]
                table.answer(str(record.actor), data.option, asked.id)
            except (KeyError, EngineError) as error:
                why = f"the rules don't ask {data.decision}, or not so: see arena verify"
                raise TranscriptError(LOG, record.at + 1, why) from error
            yield record, len(asked.options)
        elif isinstance(data, TurnOnFloor) and data.turn not in turns:
            turns.add(data.turn)
            yield record, 2
        elif isinstance(data, SeatReplaced):
            yield record, 0


def _acts(own: Sequence[Record]) -> dict[str, Any]:
    """Return what a seat said, and where defaults stood in for its entrant."""
    facts = [each.data for each in own]
    said = [each.text for each in facts if isinstance(each, Said)]
    at = next((n for n, each in enumerate(facts) if isinstance(each, SeatReplaced)), len(own))
    failed = (each for each in facts[:at] if isinstance(each, AnswerDefaulted | TurnDefaulted))
    return {
        "defaults": dict(sorted(Counter(each.reason for each in failed).items())),
        "replaced": at < len(own),
        "speeches": len(said),
        "characters": sum(map(len, said)),
    }


def _faith(of: Honesty) -> dict[str, Any]:
    """Return what a seat's word was worth."""
    outcomes = Counter(each.outcome for each in of.deals)
    return {
        "statements": of.statements,
        "lies": len(of.lies),
        "bluffs": of.bluffs,
        "reports": len(of.reports),
        "false_reports": len(of.reports) - sum(of.reports.values()),
        "kept": of.promises - len(of.broken),
        "broken": len(of.broken),
        "deals_kept": outcomes["kept"],
        "deals_broken": outcomes["broken"],
    }


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
