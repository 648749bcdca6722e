"""What stands in `log.jsonl`, made the same way when a game is played and when it is verified.

The types are every engine event by its own name, and those of `OWN_TYPES`. An event's data are its
own fields, those of `claim_judged` are a `Judgement`, those of `FOLDED` what became of deals and
plans; those of talk are in `talk_records`, all others are defined here.
"""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Annotated, Any, Literal, cast

from pydantic import Field
from typing_extensions import TypedDict

from arena.claims.deal_records import DealAnswered, DealOffered, DealSettled
from arena.claims.derived import DerivedRecord
from arena.claims.judge import Judge
from arena.claims.judgement import Judgement
from arena.claims.plans import PlanJudged
from arena.errors import Reason
from arena.hash_chain import digest
from arena.records import Count, Data, Hash, Record, RecordType, closed
from arena.settings import HUMAN
from arena.talk.discussion import Act
from arena.talk.plan import Plan
from arena.talk.speech import Message, TalkTurn
from arena.transcript.header import GameHeader
from arena.transcript.talk_records import (
    Bid,
    ClaimsUnread,
    FloorClosed,
    FloorOpened,
    Planned,
    Said,
    TurnDefaulted,
    TurnOnFloor,
    UnreadLine,
    Whispered,
)
from engine import Decision, Event, Floor, Result

if TYPE_CHECKING:
    from arena.settings import FloorKind

__all__ = [
    "BACK",
    "CLAIM_JUDGED",
    "DEFINED",
    "DERIVED",
    "FOLDED",
    "MESSAGE",
    "OWN_TYPES",
    "PLANNED",
    "REPLACEMENT",
    "SEAT_REPLACED",
    "STAND_IN",
    "Answer",
    "AnswerDefaulted",
    "Bid",
    "ClaimsUnread",
    "FloorClosed",
    "FloorOpened",
    "LogBody",
    "LogLine",
    "Opened",
    "Planned",
    "RecordBuilder",
    "ResultData",
    "Said",
    "Sealed",
    "SeatReplaced",
    "TurnDefaulted",
    "TurnOnFloor",
    "UnreadLine",
    "Whispered",
    "judge_of",
    "opened_data",
    "result_data",
]

LINE_DIGITS = 8
"""Digits of a hash that are enough to find a line that was changed."""


@closed
class LogBody(TypedDict):
    """One record of `log.jsonl` without its hash."""

    i: Count
    """Number of the record in its file, from 0."""
    type: str
    """What it is; `data` goes by it."""
    round: Count
    """0 in the set-up."""
    phase: str | None
    """The phase after this record; null before the first."""
    actor: str | None
    """The seat that did it, where one did."""
    seen_by: Literal["all", "engine"] | list[str]
    """Who perceived it: `all`, `engine` (nobody), or these seats."""
    data: Mapping[str, Any]
    """The payload of this type."""


@closed
class LogLine(LogBody):
    """One line of `log.jsonl`; it holds no clock."""

    hash: Hash
    """SHA-256 of the hash before it and of this record without `hash`, as compact JSON."""


# --- the game ---


@closed
class Opened(TypedDict):
    """Record 0: what `game.json` was when the game began."""

    digest: Hash
    """SHA-256 of the file."""
    lines: list[Annotated[str, Field(pattern=f"^[0-9a-f]{{{LINE_DIGITS}}}$")]]
    """The first 8 digits of each line's SHA-256, which find the line that was changed."""


@closed
class Answer(TypedDict):
    """An answer, logged before it is applied; sealed ones in the order of the questions."""

    decision: str
    """`SEAT.n`, n counting this seat's own questions from 1."""
    kind: str
    """What was asked, for example `cast_vote`."""
    option: str
    """The id of the option that was chosen."""


@closed
class AnswerDefaulted(Answer):
    """The option that stood in where a seat failed to answer."""

    reason: Reason
    """What went wrong; `calls.jsonl` has the details."""


@closed
class SeatReplaced(TypedDict):
    """From here on somebody else answers for a seat.

    For a person all perceive it: it stands at the first question whose being put is no secret.
    """

    by: str
    """The bot's SPEC; `human`: the person again."""
    reason: Literal["budget", "outage", "left", "timeouts", "back"]
    """Why: no call of the model fitted into the budget any more; its provider is down; the person
    left; did not answer twice in a row; took over again."""


@closed
class CallsCounted(TypedDict):
    """What `calls.jsonl` was when the game was sealed."""

    records: int
    """Its lines."""
    digest: Hash
    """Its SHA-256."""


@closed
class ResultData(TypedDict):
    """How the game ended."""

    scores: dict[str, int]
    """Points by seat."""
    placements: dict[str, int]
    """1 is best; equal seats share the better place (1, 1, 3)."""
    winners: list[str]
    """The seats at place 1."""
    end_reason: str
    """`few_left` or `together`."""
    epilogue: int | None
    """Osaczeni: the number reached, else null."""


@closed
class Sealed(TypedDict):
    """The footer: nothing can be added after it."""

    records: int
    """Lines of `log.jsonl`, this one included."""
    result: ResultData
    """How the game ended; all perceive this much."""
    calls: CallsCounted
    """Ties `calls.jsonl` to the game."""


REPLACEMENT = SeatReplaced(by="house", reason="budget")
"""The bot that goes on for a model where there is no money; no seat is told."""
STAND_IN = SeatReplaced(by="house", reason="outage")
"""The bot that goes on for a model whose provider is down; all are told, as of a person."""
BACK = SeatReplaced(by=HUMAN, reason="back")
"""A person who answers again."""

OPENED = RecordType("opened", Opened)
ANSWER = RecordType("answer", Answer)
ANSWER_DEFAULTED = RecordType("answer_defaulted", AnswerDefaulted)
FLOOR_OPENED = RecordType("floor_opened", FloorOpened)
FLOOR_CLOSED = RecordType("floor_closed", FloorClosed)
SAID = RecordType("said", Said)
WHISPERED = RecordType("whispered", Whispered)
CLAIMS_UNREAD = RecordType("claims_unread", ClaimsUnread)
PLANNED = RecordType("planned", Planned)
SILENT = RecordType("silent", TurnOnFloor)
BID = RecordType("bid", Bid)
TURN_DEFAULTED = RecordType("turn_defaulted", TurnDefaulted)
SEAT_REPLACED = RecordType("seat_replaced", SeatReplaced)
SEALED = RecordType("sealed", Sealed)

DEFINED: tuple[RecordType[Any], ...] = (
    OPENED, ANSWER, ANSWER_DEFAULTED, FLOOR_OPENED, FLOOR_CLOSED, SAID, WHISPERED,
    CLAIMS_UNREAD, PLANNED, SILENT, BID, TURN_DEFAULTED, SEAT_REPLACED, SEALED,
)  # fmt: skip
"""The types that are defined here."""
CLAIM_JUDGED = "claim_judged"
MESSAGE: tuple[str, ...] = (WHISPERED, CLAIMS_UNREAD, SAID)
"""The records of a message, its words last."""
FOLDED: tuple[type[DerivedRecord], ...] = (DealOffered, DealAnswered, DealSettled, PlanJudged)
"""What became of deals and plans."""
DERIVED: tuple[str, ...] = (CLAIM_JUDGED, *(each.type for each in FOLDED))
"""Those that follow from the records before them."""
OWN_TYPES: tuple[str, ...] = (*DEFINED, *DERIVED)
"""All types but the engine's events."""


class RecordBuilder:
    """Numbers the records of one game and keeps the round and phase they belong to."""

    __slots__ = ("count", "judge", "messages", "phase", "round")

    def __init__(self, judge: Judge | None = None) -> None:
        """Begin before the first record; without a judge nothing is judged."""
        self.judge = judge
        """What judges the claims."""
        self.count = 0
        self.messages = 0
        """How many messages there were."""
        self.round = 0
        self.phase: str | None = None

    def event(self, event: Event) -> LogBody:
        """Return an engine event's record; `actor` is its player where it has one."""
        data: dict[str, Any] = event.data()
        if event.type == "phase_began":
            self.round, self.phase = data["round"], data["phase"]
        seen_by = event.seen_by
        return self._body(
            event.type,
            data.get("player"),
            _listed(seen_by),
            data,
        )

    def answer(self, decision: Decision, option: str) -> LogBody:
        """Return an answer's record; only its own seat perceives it."""
        data = Answer(decision=decision.id, kind=decision.kind, option=option)
        return self._defined(ANSWER, decision.seat, [decision.seat], data)

    def defaulted(self, decision: Decision, reason: str) -> LogBody:
        """Return the record of a default that stood in; `reason` is a `Reason`."""
        data = AnswerDefaulted(
            decision=decision.id,
            kind=decision.kind,
            option=decision.default.id,
            reason=cast("Reason", reason),
        )
        return self._defined(ANSWER_DEFAULTED, decision.seat, [decision.seat], data)

    def replaced(self, seat: str, data: SeatReplaced) -> LogBody:
        """Return the record of who answers for a seat from here on.

        All are told of a person; no seat is told of a model, whose `reason` is `budget`.
        """
        told = data != REPLACEMENT
        return self._defined(SEAT_REPLACED, seat, "all" if told else "engine", data)

    def planned(self, seat: str, asked: str, plan: Plan) -> LogBody:
        """Return the record of what a seat means to do."""
        data = plan.data()
        planned = Planned(asked=asked, intents=data["intents"], unread=data["unread"])
        return self._defined(PLANNED, seat, [seat], planned)

    def act(self, act: Act) -> Iterator[LogBody]:
        """Yield the records of what a seat did with its turn to talk.

        Each is numbered when it is asked for: what follows from one stands before the next.
        """
        turn, seat, on_floor = act.turn, act.turn.seat, _on_floor(act.turn)
        if act.failed is not None:
            failed = TurnDefaulted(**on_floor, reason=act.failed)
            yield self._defined(TURN_DEFAULTED, seat, [seat], failed)
        elif act.speech is not None:
            said = act.speech.messages
            for each in said:
                yield from self._message(turn, each, len(said))
        elif act.bid is not None:
            yield self._defined(BID, seat, [seat], Bid(**on_floor, bid=act.bid))
        else:
            yield self._defined(SILENT, seat, [seat], on_floor)

    def _message(self, turn: TalkTurn, message: Message, messages: int) -> Iterator[LogBody]:
        """Yield the records of a message, its words last; that there is a whisper, all see."""
        self.messages += 1
        seat, to, number = turn.seat, list(message.to), self.messages
        words = Said(
            **_on_floor(turn),
            message=number,
            messages=messages,
            text=message.text,
            to=to,
            whisper=message.whisper,
            claims=[claim.data() for claim in message.claims],
            deals=[act.data() for act in message.deals],
        )
        if message.whisper:
            yield self._defined(WHISPERED, seat, "all", Whispered(message=number, to=to))
        if message.unread:
            lines = [UnreadLine(line=each.line, why=each.why) for each in message.unread]
            unread = ClaimsUnread(message=number, lines=lines)
            yield self._defined(CLAIMS_UNREAD, seat, [seat], unread)
        yield self._defined(SAID, seat, [seat, *to] if message.whisper else "all", words)

    def derived(self, body: Record) -> list[LogBody]:
        """Return what follows from a record: judgements of claims, and what became of deals."""
        found = [] if self.judge is None else self.judge.feed(body)
        if not found:
            return []
        return [
            self._body(CLAIM_JUDGED, each.speaker, "engine", each.data())
            if isinstance(each, Judgement)
            else self._body(each.type, each.actor, _listed(each.seen_by), each.data())
            for each in found
        ]

    def floor(self, change: Literal["opened", "closed"], floor: Floor) -> LogBody:
        """Return the record of a floor that `opened` or `closed`."""
        kind = cast("FloorKind", floor.kind)
        if change == "closed":
            closed_floor = FloorClosed(kind=kind, place=floor.place)
            return self._defined(FLOOR_CLOSED, None, "all", closed_floor)
        opened_floor = FloorOpened(kind=kind, place=floor.place, present=list(floor.present))
        return self._defined(FLOOR_OPENED, None, "all", opened_floor)

    def opened(self, header: bytes) -> LogBody:
        """Return record 0, which holds what `game.json` was."""
        return self._defined(OPENED, None, "engine", opened_data(header))

    def sealed(self, result: Result, calls: int, calls_digest: str) -> LogBody:
        """Return the footer. The result is for all; counts and digests leave no folder."""
        data = Sealed(
            records=self.count + 1,
            result=result_data(result),
            calls=CallsCounted(records=calls, digest=calls_digest),
        )
        return self._defined(SEALED, None, "all", data)

    def _defined(
        self,
        name: RecordType[Data],
        actor: str | None,
        seen_by: Literal["all", "engine"] | list[str],
        data: Data,
    ) -> LogBody:
        """Return the body of a record whose data are of its type's definition."""
        return self._body(str(name), actor, seen_by, data)

    def _body(
        self,
        name: str,
        actor: str | None,
        seen_by: Literal["all", "engine"] | list[str],
        data: Mapping[str, Any],
    ) -> LogBody:
        at = self.count
        self.count += 1
        return {
            "i": at,
            "type": name,
            "round": self.round,
            "phase": self.phase,
            "actor": actor,
            "seen_by": seen_by,
            "data": data,
        }


def _listed(
    seen_by: Literal["all", "engine"] | tuple[str, ...],
) -> Literal["all", "engine"] | list[str]:
    return list(seen_by) if isinstance(seen_by, tuple) else seen_by


def _on_floor(turn: TalkTurn) -> TurnOnFloor:
    return TurnOnFloor(turn=turn.id, floor=cast("FloorKind", turn.floor), wave=turn.wave)


def judge_of(header: GameHeader) -> Judge | None:
    """Return what judges the claims and plans of a game; None where nobody says or plans any."""
    judged = header.talkers or header.plans
    return Judge(header.facts(), header.names) if judged else None


def opened_data(header: bytes) -> Opened:
    """Return the digest of `game.json`, and the beginning of each line's, which finds the line."""
    lines = header.splitlines(keepends=True)
    return Opened(digest=digest(header), lines=[digest(line)[:LINE_DIGITS] for line in lines])


def result_data(result: Result) -> ResultData:
    """Return a result as plain JSON data."""
    return ResultData(
        scores=dict(result.scores),
        placements=dict(result.placements),
        winners=list(result.winners),
        end_reason=result.end_reason,
        epilogue=result.epilogue,
    )
