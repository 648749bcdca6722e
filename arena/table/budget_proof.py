"""Proves that a call which a budget refused, by the record, did not fit it."""

from collections.abc import Sequence

from arena.calls.budget import Account
from arena.calls.caller import CallRequest
from arena.calls.counted import worst_case
from arena.calls.past import PastCalls
from arena.calls.records import CallRecord, Cost, SessionBegan
from arena.errors import TranscriptError
from arena.forms import CALLS
from arena.settings import BudgetRules
from arena.transcript.call_log_check import failures
from arena.transcript.header import GameHeader

COUNTED = ("money", "tokens", "calls")
"""Caps that can be recomputed from the record; that of seconds depends on a clock."""


class BudgetProof:
    """The caps of a game, and the cost of its calls up to a refused one.

    Calls that were running then are counted too: a forger may gain by that, but an honest game is
    never rejected.
    """

    def __init__(self, header: GameHeader, calls: Sequence[CallRecord], past: PastCalls) -> None:
        self._caps = _lowest_caps(header, calls)
        self._past = past
        self._refused_at = {each.decision: each.line for each in failures(calls)}

    def check(self, request: CallRequest) -> None:
        """Raise `TranscriptError` if a refused call would have fitted the budget."""
        if self._caps is None:
            return
        try:
            tariff = self._past.calls[-1].tariff(request.model.settings, request.model.spec)
        except IndexError:
            tariff = request.tariff  # the first call of all
        except LookupError:
            return  # priced by another table
        sent = request.conversation.most_tokens + request.extra
        worst = worst_case(sent, request.model.settings, tariff)
        line = self._refused_at.get(request.asked)
        account = Account(self._caps)
        for each in self._past.calls:
            if line is None or each.line < line:
                account.spent.add(each.cost)
        if account.problem(worst) is None:
            raise TranscriptError(CALLS, line, _why(request.asked, worst, self._caps))


def _lowest_caps(header: GameHeader, calls: Sequence[CallRecord]) -> BudgetRules | None:
    """Return the lowest cap of each kind over all sessions; None if it is unknown.

    It is unknown for a tournament's games, which share a budget, and for a cap in seconds, which
    depends on a clock.
    """
    if header.llm is None or header.schedule is not None:
        return None
    later = [each.data.budget for each in calls if isinstance(each.data, SessionBegan)]
    budgets = [header.llm.budget, *filter(None, later)]
    if any(each.seconds is not None for each in budgets):
        return None
    caps = {kind: [getattr(each, kind) for each in budgets] for kind in COUNTED}
    given = {kind: [cap for cap in of if cap is not None] for kind, of in caps.items()}
    return BudgetRules(**{kind: min(caps) for kind, caps in given.items() if caps})


def _why(asked: str, worst: Cost, caps: BudgetRules) -> str:
    money = "" if worst.money is None else f" and ${worst.money:.4f}"
    has = ", ".join(f"{kind} {cap}" for kind in COUNTED if (cap := getattr(caps, kind)) is not None)
    return (
        f"says that no call for {asked} fitted into the budget ({has or 'no caps'}), "
        f"and one of up to {worst.tokens} tokens{money} did"
    )
