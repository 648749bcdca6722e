"""Summarizes a finished game seat by seat, as a tournament needs it.

Conduct is counted while the entrant plays for its seat. Claims are counted by statement
(`Assertion.statement`): all that one message says about the dice is one report, and it counts once,
as its worst claim.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypedDict

from arena.calls.history import Call, history
from arena.calls.records import CallRecord
from arena.calls.spending import Spent, spent
from arena.claims.verdict import Verdict
from arena.lab.course import course_of, happened
from arena.lab.game import Game
from arena.lab.promises import promises
from arena.lab.response_models import response_models_of
from arena.lab.seat_result import SeatResult
from arena.models.specs import is_model_spec
from arena.records.game import AnswerDefaulted
from arena.records.talk import TurnDefaulted
from arena.transcript.header import GameHeader

WORST_FIRST = (Verdict.LIE, Verdict.BLUFF)


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOutcome:
    """The outcome of one game, seat by seat."""

    header: GameHeader
    rounds: int
    """The round in which it ended."""
    ended: str
    """The reason for the end, as named in the rules."""
    digest: str
    """Hash of the last record before the seal, and so of all before it; the seal itself also covers
    `calls.jsonl`, which contains clock times."""
    course: str
    """Digest of all events, with names of seats replaced by positions (`course_of`)."""
    seats: tuple[SeatResult, ...]
    """Clockwise; the entrant is the one in the header, or the SPEC."""


def outcome_of(game: Game, recorded: Sequence[CallRecord]) -> GameOutcome:
    """Return the outcome of a finished game; `recorded` is its whole `calls.jsonl`."""
    records, result = game.records, game.result
    specs = {each.name: each.spec for each in game.header.seats}
    put, failed, conduct = _put(game), _defaults(game), conduct_of(game)
    calls = history(recorded, specs)
    models = response_models_of(recorded, calls)

    def seat(position: int, name: str) -> SeatResult:
        return SeatResult(
            entrant=game.entrants[name], seat=name, position=position,
            place=result["placements"][name], points=result["scores"][name],
            survived=name not in game.eliminated, decisions=put[name],
            defaults=dict(sorted(failed.get(name, {}).items())), replaced=name in game.replaced,
            **conduct[name], **_took(specs[name], [each for each in calls if each.seat == name]),
            response_models=models.get(name, ()),
        )  # fmt: skip

    return GameOutcome(
        header=game.header, rounds=records[-1].round, ended=result["end_reason"],
        digest=str(records[-2].hash), course=course_of(happened(records), game.seats),
        seats=tuple(seat(at, name) for at, name in enumerate(game.seats)),
    )  # fmt: skip


def _put(game: Game) -> Mapping[str, int]:
    """Return the number of questions with several options and of turns to talk, by seat."""
    asked = [(each.seat, each.at) for each in game.choices if len(each.asked.options) > 1]
    asked += [(each.seat, each.at) for each in game.turns]
    return Counter(seat for seat, at in asked if game.plays(seat, at))


def _defaults(game: Game) -> Mapping[str, Counter[str]]:
    """Return the number of defaults used for each seat, by reason."""
    found: dict[str, Counter[str]] = {}
    for each in game.records:
        seat, failed = str(each.actor), each.data
        if isinstance(failed, AnswerDefaulted | TurnDefaulted) and game.plays(seat, each.at):
            found.setdefault(seat, Counter())[failed.reason] += 1
    return found


class _Took(TypedDict):
    corrections: int
    calls: int
    input: int
    output: int
    reasoning: int
    uncounted: int
    cost: float | None
    seconds: float
    faults: Mapping[str, int]
    refused_epochs: int


def _took(spec: str, calls: Sequence[Call]) -> _Took:
    """Return the totals of a seat's calls."""
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
    """Return the cost in dollars, worst cases included; None if a call has no known price."""
    if took.unpriced or took.worst.unpriced:
        return None
    return (took.cost or 0.0) + (took.worst.cost or 0.0)


class Conduct(TypedDict):
    """The counted conduct of one seat, under the names of the fields in `SeatResult`."""

    speeches: int
    characters: int
    statements: int
    lies: int
    """Statements with a claim that was a lie."""
    bluffs: int
    """Statements with a claim that was a bluff, and none a lie."""
    reports: int
    false_reports: int
    """Reports with a claim that was not true."""
    kept: int
    broken: int
    deals_kept: int
    deals_broken: int


def conduct_of(game: Game) -> Mapping[str, Conduct]:
    """Count the conduct of each seat of a finished game."""
    found = {
        seat: Conduct(
            speeches=0, characters=0, statements=0, lies=0, bluffs=0, reports=0, false_reports=0,
            kept=0, broken=0, deals_kept=0, deals_broken=0,
        )
        for seat in game.seats
    }  # fmt: skip
    _count_words(game, found)
    for report in game.reports:
        said, own = report.message, found[report.message.speaker]
        if report.saw and game.plays(said.speaker, said.at):
            own["reports"] += 1
            own["false_reports"] += any(each.truth != "true" for each in report.claims)
    for promise in promises(game):
        own = found[promise.claim.made.speaker]
        own["kept"] += promise.kept is True
        own["broken"] += promise.kept is False
    for offer in game.offers:
        for party, side in offer.sides.items():
            found[party]["deals_kept"] += side.outcome == "kept"
            found[party]["deals_broken"] += side.outcome == "broken"
    return found


def _count_words(game: Game, found: Mapping[str, Conduct]) -> None:
    for message in game.messages:
        if not game.plays(message.speaker, message.at):
            continue
        own = found[message.speaker]
        own["speeches"] += 1
        own["characters"] += len(message.text)
        verdicts: dict[tuple[int, int | str], set[Verdict | None]] = {}
        for claim in message.claims:
            verdicts.setdefault(claim.made.statement, set()).add(claim.verdict)
        own["statements"] += len(verdicts)
        worst = [
            next((each for each in WORST_FIRST if each in of), None) for of in verdicts.values()
        ]
        own["lies"] += worst.count(Verdict.LIE)
        own["bluffs"] += worst.count(Verdict.BLUFF)
