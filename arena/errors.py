"""Every failure that the arena names: what it is, who surfaces it, where it is recorded.

An `ArenaError` is raised on purpose, and its text is one clear sentence. What nobody foresaw is a
traceback at the command line, and a recorded default where a seat raises it.

ArenaError              exit code 1 unless said otherwise; the command prints its sentence
├── ConfigError         exit code 2: a config, option, argument or key that can't be played with,
│                       or a game that can't be gone on with; nothing was changed
├── ClaimError          a claim that can't be read or said at this table. A seat's is answered with
│                       a correction; in a transcript `verify` names its line
├── TranscriptError     a transcript that can't be read, or that a game that goes on does not
│   │                   follow: something else would be sent or answered than is recorded
│   └── InvalidRecord   the first line that is not true: what `verify` and `resume` name
│       └── Unfinished  all lines are true and the next is missing
├── WriteError          the disk is full or read-only: the game stops, all that is written is whole
├── Aborted             the game ends: its model is refused from the first, or a provider is down
│                       and the table says `on_outage = "abort"`
├── Fault               a call to a model that brought no reply, or one that can't be read: recorded
│                       as `call_failed`. One of a passing reason (`retried`) is tried again. What
│                       is left after that its seat makes a SeatFailure, an Outage or Aborted; at
│                       the check before a game it is a ConfigError
├── SteppedDown         (`arena.calls.caller`) no failure, but a server that took no call yet that
│                       was asked for like this one: recorded as `stepped_down`, and the seat asks
│                       less firmly
├── BudgetExceeded      no call fits the budget any more: a house bot goes on (`seat_replaced`), a
│                       default stands in, or the game stops and the command exits with 3, as the
│                       table's `on_budget` says (`arena.table.ask_seat`)
├── StaleQuestion       a person answered what is asked no more: said to them, and nothing changes
└── SeatFailure         a seat that can't answer: `answer_failed` in calls.jsonl, then
    │                   `answer_defaulted` or `turn_defaulted` in log.jsonl; nobody else is stopped
    ├── TemplateFailure a prompt template that somebody put in place of the arena's own can't be
    │                   filled in. Before a game and in a dry run it is a ConfigError
    ├── InvalidAnswer   the seat is told why and asked again, as often as the table's `corrections`
    │                   say, before it is a failure
    └── Outage          its provider is down, or takes no call in any way: as the table's
                        `on_outage` says, a default, a pause, the end. A time-out while a provider
                        owes a reply is treated alike, and so is the third question in a row that
                        it refuses (`arena.table.ask_seat`)

What the loopback provider refuses (`arena.provider.errors`) are HTTP replies, and no failure here.
The engine's errors (`engine.errors`) are bugs here, but for `RulesetError` and `ScenarioError`,
which a config or a transcript can cause and which become a ConfigError or InvalidRecord.
"""

from difflib import get_close_matches
from typing import ClassVar, Literal, get_args

from arena.text import escaped

Reason = Literal[
    "illegal", "malformed", "refusal", "truncated", "timeout", "provider", "budget", "error"
]
"""Why a default stands in, by the boundary that was crossed.

`illegal`: an answer that the rules don't allow; `malformed`: none that can be read as one;
`refusal`: the model refused; `truncated`: it was cut off at its longest output; `timeout`: the
seat's time was up; `provider`: no reply for all retries; `budget`: no call fitted any more;
`error`: the seat itself failed.
"""
REASONS: tuple[Reason, ...] = get_args(Reason)

FaultKind = Literal[
    "connection",
    "timeout",
    "rate_limit",
    "overloaded",
    "server",
    "bad_request",
    "too_long",
    "unauthorized",
    "forbidden",
    "not_found",
    "unreadable",
]
"""What went wrong with a call, by status, error body and connection (`arena.models.faults`).

`too_long`: the conversation has no room in the model's context; its seat begins a shorter one.
"""
UNBILLED_STATUSES = frozenset({*range(300, 500), 501, 503, 529}) - {408}
"""HTTP statuses of a request that no model has worked on.

After the others from 500 on, and after 408, it may have: a gateway gives up before its model does.
"""
RETRIED_KINDS: frozenset[FaultKind] = frozenset(
    {"connection", "timeout", "rate_limit", "overloaded", "server", "unreadable"}
)
"""Passing faults. An unreadable reply is one: a working server never sends it."""
RETOLD_KINDS: frozenset[FaultKind] = frozenset({"too_long", "bad_request"})
"""Faults that may lie in the conversation: too long, or with content that a server refuses."""
REFUSED_KINDS: frozenset[FaultKind] = frozenset({"bad_request", "not_found"})
"""Faults that may lie in the way of asking: routers answer 404 if no server accepts it."""

SAID = "said"
"""Type of a config error whose text is a whole sentence (`arena.mistakes`)."""


class ArenaError(Exception):
    """Base of the errors that the arena raises on purpose; the text is one sentence."""

    exit_code: ClassVar[Literal[1, 2]] = 1

    def __init__(self, *words: object, spec: str = "") -> None:
        """`spec` is the model concerned, if any."""
        super().__init__(*words)
        self.spec = spec


class ConfigError(ArenaError):
    """An invalid config, option, argument or key; names it, its value and what is possible."""

    exit_code = 2


class ClaimError(ArenaError):
    """A claim that can't be parsed, or that is not possible at this table."""


class TranscriptError(ArenaError):
    """An unreadable or contradictory place in a transcript."""

    def __init__(self, file: str, line: int | None, why: str) -> None:
        """`line` counts from 1; None if the file as a whole is meant."""
        self.file, self.line, self.why = file, line, escaped(why)
        where = file if line is None else f"{file} line {line}"
        super().__init__(f"{where}: {self.why}")


class InvalidRecord(TranscriptError):
    """The first invalid line of a transcript."""


class Unfinished(InvalidRecord):
    """All lines are valid, and the next one is missing."""


class WriteError(ArenaError):
    """A file that can't be written, with the system's reason."""


class Aborted(ArenaError):
    """The end of a game whose provider fails, with the last fault."""


class Fault(ArenaError):
    """A call without a reply, or with one that can't be parsed."""

    def __init__(
        self,
        kind: FaultKind,
        why: str,
        *,
        status: int | None = None,
        retry_after: float | None = None,
        reached: bool = True,
        param: str = "",
    ) -> None:
        """`why` is one sentence without keys; `status` that of HTTP; `retry_after` in seconds.

        `reached` is false if the request was never sent; `param` is the refused part of a request,
        if the server names it.
        """
        super().__init__(why)
        self.reached, self.param = reached, param
        self.kind, self.why, self.status, self.retry_after = kind, why, status, retry_after

    @property
    def retried(self) -> bool:
        """True if the same request may succeed later."""
        return self.kind in RETRIED_KINDS

    @property
    def refused(self) -> bool:
        """True if the server does not accept the request in this form; another may work.

        Servers have too many phrases for it, so kind and status decide.
        """
        is_redirect = self.status is not None and self.status // 100 == 3  # noqa: PLR2004
        return self.kind in REFUSED_KINDS and self.unbilled and not is_redirect

    @property
    def unbilled(self) -> bool:
        """True if no model can have worked: the server refused, or the request was never sent."""
        return not self.reached or self.status in UNBILLED_STATUSES


class BudgetExceeded(ArenaError):
    """A call that would break a cap of the budget."""

    on_budget: Literal["house", "stop", "default"] | None = None
    """What happens to the game if the budget is a shared one; None: as its table says."""


class StaleQuestion(ArenaError):
    """An answer to a question that is no longer open."""

    def __init__(self, asked: str, now: str | None) -> None:
        """`now` is the id of the open question; None: there is none."""
        is_open = "Nothing is asked" if now is None else f"{now} is asked"
        super().__init__(f"{asked} is not open any more. {is_open} at this moment.")


class SeatFailure(ArenaError):
    """A seat that can't answer."""

    def __init__(self, reason: Reason, why: str) -> None:
        super().__init__(why)
        self.reason: Reason = reason
        self.why = why


class TemplateFailure(SeatFailure):
    """An invalid prompt template: the prompts, the template, its line, and what is wrong."""

    def __init__(self, why: str) -> None:
        super().__init__("error", why)


class InvalidAnswer(SeatFailure):
    """An invalid answer, with what is possible, in second person."""


class Outage(SeatFailure):
    """A provider that failed at all retries."""

    def __init__(self, why: str) -> None:
        """`why` is the last fault."""
        super().__init__("provider", why)


def possible(given: object, names: tuple[str, ...], near_names: tuple[str, ...] = ()) -> str:
    """Return `Possible: a, b. Did you mean 'a'?`, without the question if no name is near.

    `near_names` are candidates for the question beside `names`, which may stand for many:
    `house:DIALS`.
    """
    all_ = (*names, *near_names)
    near = get_close_matches(given, all_, n=1) if isinstance(given, str) else []
    text = f"Possible: {', '.join(names)}."
    return f"{text} Did you mean {near[0]!r}?" if near else text
