"""The recorded calls of a game that is resumed, read from `calls.jsonl`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime

from arena.calls.records import (
    AnswerFailed,
    CallAnswered,
    CallFailed,
    CallIgnored,
    CallRecord,
    CallSent,
    Cost,
    Purpose,
    SessionBegan,
    StepDown,
)
from arena.errors import RETOLD_KINDS, Fault, Reason
from arena.models.prices import PRICES, Tariff, price_of, price_table
from arena.models.specs import parse
from arena.models.types import Step
from arena.settings import BudgetRules, ModelSettings

Stepped = tuple[str, Purpose, int, Step, int]
"""The key that matches a call to a recorded one: question, purpose, attempt, step, epoch."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PastStep:
    """The step to which a seat switched."""

    after: Step
    tried: bool
    """True if it held for this question only, unless it brought a reply."""
    line: int = 0
    """Line of its record, from 1."""


@dataclass(slots=True, kw_only=True)
class PastCall:
    """A recorded call and its outcome."""

    line: int
    """Line of its intent, from 1."""
    sent: CallSent
    answered: CallAnswered | None = None
    failed: CallFailed | None = None
    end_line: int = 0
    """Line of the record of its end, from 1; 0: there is none."""
    began: datetime | None = None
    """Start of its session, which dates the price; None: now."""
    price_table: str | None = None
    """Version of its session's price table; None: it is not recorded."""
    ignored: bool = False
    """True if it ended at the very moment when the seat's time was up."""

    def tariff(self, settings: ModelSettings, spec: str) -> Tariff | None:
        """Return the tariff of its model; None: it had no price.

        Raises `LookupError` if its session used another version of the price table.
        """
        if settings.price is None and self.price_table != price_table():
            raise LookupError(self.price_table)
        return price_of(parse(spec), settings, when=self.began)

    @property
    def place(self) -> Stepped:
        """The key that a call must share with it."""
        sent = self.sent
        return sent.asked, sent.purpose, sent.attempt, sent.step, sent.epoch

    @property
    def used(self) -> bool:
        """Whether the seat used the reply."""
        return self.answered is not None and not self.answered.late and not self.ignored

    @property
    def refusal(self) -> Fault | None:
        """The fault that refused the conversation; its seat may then have begun a shorter one."""
        failed = self.failed
        if failed is None or failed.late or self.ignored:
            return None
        kind = next((each for each in RETOLD_KINDS if each == failed.fault), None)
        return kind and Fault(kind, failed.why, status=failed.status)

    @property
    def cost(self) -> Cost:
        """The cost; its worst case where no end is recorded."""
        end = self.answered or self.failed
        return self.sent.worst if end is None else end.booked


@dataclass(frozen=True, slots=True, kw_only=True)
class PastCalls:
    """All recorded calls of a game."""

    calls: tuple[PastCall, ...] = ()
    """By number."""
    failed: Mapping[str, tuple[Reason, str]] = field(default_factory=dict)
    """Reason and message of each question that ended without an answer, by its id."""
    answered: frozenset[str] = frozenset()
    """Ids of the questions and turns whose answers are in `log.jsonl`."""
    stepped: Mapping[Stepped, PastStep] = field(default_factory=dict)
    """The steps to which seats switched, by the call that made them."""
    budget: BudgetRules | None = None
    """The budget of the last session that set one."""
    seconds: float = 0.0
    """Duration of all sessions together."""

    def by_question(self) -> dict[str, list[PastCall]]:
        """Return the calls of each question or turn, in order."""
        found: dict[str, list[PastCall]] = {}
        for call in self.calls:
            found.setdefault(call.sent.asked, []).append(call)
        return found


def past_calls(records: Iterable[CallRecord], answered: Iterable[str]) -> PastCalls:
    """Summarize checked records of `calls.jsonl`; `answered` are ids with an answer in the log."""
    calls: list[PastCall] = []
    failed: dict[str, tuple[Reason, str]] = {}
    stepped: dict[Stepped, PastStep] = {}
    budget: BudgetRules | None = None
    seconds, began, last = 0.0, None, None
    prices: str | None = None
    for line, record in enumerate(records, start=1):
        now = datetime.fromisoformat(record.at)
        match record.data:
            case SessionBegan() as session:
                seconds += _between(began, last)
                began, budget = now, session.budget or budget
                prices = session.versions.get(PRICES)
            case CallSent() as sent:
                calls.append(PastCall(line=line, sent=sent, began=began, price_table=prices))
            case CallAnswered() as answer:
                calls[answer.call].answered, calls[answer.call].end_line = answer, line
            case CallFailed() as failure:
                calls[failure.call].failed, calls[failure.call].end_line = failure, line
            case CallIgnored(call=call):
                calls[call].ignored = True
            case StepDown() as down:
                place = down.asked, down.purpose, down.attempt, down.before
                step = PastStep(after=down.after, tried=down.tried or False, line=line)
                own = (each.sent.epoch for each in calls[::-1] if each.sent.seat == down.seat)
                stepped[*place, down.epoch or next(own, 1)] = step
            case AnswerFailed() as default:
                failed[default.decision] = default.reason, default.why
            case _:
                pass
        last = now
    return PastCalls(
        calls=tuple(calls),
        failed=failed,
        answered=frozenset(answered),
        stepped=stepped,
        budget=budget,
        seconds=seconds + _between(began, last),
    )


def _between(began: datetime | None, last: datetime | None) -> float:
    return 0.0 if began is None or last is None else max(0.0, (last - began).total_seconds())
