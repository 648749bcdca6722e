"""What a finished game says of its seats, whoever planned it: all that a tournament needs of it.

What was said is counted by `conduct`; here is what was asked, how the game ended, and what calls
took.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from arena.calls.history import history
from arena.calls.records import CallRecord
from arena.calls.spending import Spent, spent
from arena.lab.conduct import conduct_of
from arena.lab.course import course_of
from arena.lab.game import Game
from arena.lab.response_models import response_models_of
from arena.lab.seat_result import SeatResult
from arena.models.specs import is_model_spec
from arena.records.game import AnswerDefaulted
from arena.records.talk import TurnDefaulted
from arena.transcript.header import GameHeader

__all__ = ["GameOutcome", "outcome_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOutcome:
    """How one game ended, seat by seat."""

    header: GameHeader
    rounds: int
    """The round in which it ended."""
    ended: str
    """Why it ended, as the rules name it."""
    digest: str
    """Hash of the last record before the seal, which stands for all before it; the seal itself has
    that of `calls.jsonl`, and with it clocks."""
    course: str
    """Digest of all that happened, the names of seats taken for their positions (`course_of`)."""
    seats: tuple[SeatResult, ...]
    """Clockwise, each with the entrant that the header names, or its SPEC."""


def outcome_of(game: Game, recorded: Sequence[CallRecord]) -> GameOutcome:
    """Return the outcome of a finished game; `recorded` is its whole `calls.jsonl`."""
    records, result = game.records, game.result
    specs = {each.name: each.spec for each in game.header.seats}
    put, failed, conduct = _put(game), _defaults(game), conduct_of(game)
    calls = history(recorded, specs)
    models = response_models_of(recorded, calls)

    def seat(position: int, name: str) -> SeatResult:
        own = [each for each in calls if each.seat == name]
        took = spent(own)
        corrected = {
            (each.asked, each.attempt) for each in own if each.attempt and each.purpose == "answer"
        }
        return SeatResult(
            entrant=game.entrants[name], seat=name, position=position,
            place=result["placements"][name], points=result["scores"][name],
            survived=name not in game.eliminated, decisions=put[name],
            defaults=dict(sorted(failed.get(name, {}).items())), replaced=name in game.replaced,
            **conduct[name],
            corrections=len(corrected), calls=took.calls, input=took.input, output=took.output,
            reasoning=took.reasoning, uncounted=took.worst.tokens, seconds=took.seconds,
            cost=_cost(took) if is_model_spec(specs[name]) else 0.0,
            faults=dict(sorted(took.failed.items())), refused_epochs=took.refused_epochs,
            response_models=models.get(name, ()),
        )  # fmt: skip

    return GameOutcome(
        header=game.header, rounds=records[-1].round, ended=result["end_reason"],
        digest=str(records[-2].hash), course=course_of(game.happened, game.seats),
        seats=tuple(seat(at, name) for at, name in enumerate(game.seats)),
    )  # fmt: skip


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


def _cost(took: Spent) -> float | None:
    """Return the dollars, worst cases too; None where a call has no known price."""
    if took.unpriced or took.worst.unpriced:
        return None
    return (took.cost or 0.0) + (took.worst.cost or 0.0)
