"""Builds the records of one game, for the game itself and for its verification."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Literal, cast

from arena.claims.judgement import Judgement
from arena.errors import Reason
from arena.projections.judge import Judge
from arena.records.facts import Fact
from arena.records.game import (
    REPLACEMENT,
    Answer,
    AnswerDefaulted,
    CallsCounted,
    Sealed,
    SeatReplaced,
    opened_of,
    result_data,
)
from arena.records.record import Record, SeenBy
from arena.records.talk import (
    Bid,
    ClaimsUnread,
    FloorClosed,
    FloorOpened,
    Planned,
    Said,
    Silent,
    TurnDefaulted,
    UnreadLine,
    Whispered,
)
from arena.talk.discussion import Act
from arena.talk.plan import Plan
from arena.talk.speech import Message, TalkTurn, Unread
from engine import Decision, Event, Floor, Result
from engine.events import PhaseBegan

if TYPE_CHECKING:
    from arena.settings import FloorKind


class RecordBuilder:
    """Builds and numbers the records of one game, tracking its round and phase."""

    def __init__(self, judge: Judge | None = None) -> None:
        """`judge` judges claims and plans; None: nothing is judged."""
        self.judge = judge
        self.count = 0
        self.messages = 0
        self.round = 0
        self.phase: str | None = None

    def event(self, event: Event) -> Record:
        """Return the record of an engine's event; `actor` is its player, if it has one."""
        if isinstance(event, PhaseBegan):
            self.round, self.phase = event.round, event.phase
        return self._record(getattr(event, "player", None), event.seen_by, event)

    def answer(self, decision: Decision, option: str) -> Record:
        """Return the record of an answer, which only its own seat perceives."""
        answer = Answer(decision=decision.id, kind=decision.kind, option=option)
        return self._record(decision.seat, (decision.seat,), answer)

    def defaulted(self, decision: Decision, reason: Reason) -> Record:
        """Return the record of a default answer."""
        defaulted = AnswerDefaulted(
            decision=decision.id, kind=decision.kind, option=decision.default.id, reason=reason
        )
        return self._record(decision.seat, (decision.seat,), defaulted)

    def replaced(self, seat: str, by: SeatReplaced) -> Record:
        """Return the record of a seat's replacement.

        It is public, except that no seat perceives a model's for lack of money (`budget`).
        """
        return self._record(seat, "engine" if by == REPLACEMENT else "all", by)

    def planned(self, seat: str, asked: str, plan: Plan) -> Record:
        """Return the record of a seat's plan."""
        planned = Planned(asked=asked, intents=plan.intents, unread=_unread(plan.unread))
        return self._record(seat, (seat,), planned)

    def act(self, act: Act) -> Iterator[Record]:
        """Yield the records of a turn to talk.

        Each is numbered when it is drawn from the iterator: records derived from one come before
        the next.
        """
        turn, seat, only = act.turn, act.turn.seat, (act.turn.seat,)
        floor, wave = cast("FloorKind", turn.floor), turn.wave
        if act.failed is not None:
            failed = TurnDefaulted(turn=turn.id, floor=floor, wave=wave, reason=act.failed)
            yield self._record(seat, only, failed)
        elif act.speech is not None:
            said = act.speech.messages
            for each in said:
                yield from self._message(turn, each, len(said))
        elif act.bid is not None:
            yield self._record(seat, only, Bid(turn=turn.id, floor=floor, wave=wave, bid=act.bid))
        else:
            yield self._record(seat, only, Silent(turn=turn.id, floor=floor, wave=wave))

    def _message(self, turn: TalkTurn, message: Message, messages: int) -> Iterator[Record]:
        """Yield a message's records, its words last; only the words of a whisper are secret."""
        self.messages += 1
        seat, number = turn.seat, self.messages
        words = Said(
            turn=turn.id, floor=cast("FloorKind", turn.floor), wave=turn.wave, message=number,
            messages=messages, text=message.text, to=message.to, whisper=message.whisper,
            claims=message.claims, deals=message.deals,
        )  # fmt: skip
        if message.whisper:
            yield self._record(seat, "all", Whispered(message=number, to=message.to))
        if message.unread:
            unread = ClaimsUnread(message=number, lines=_unread(message.unread))
            yield self._record(seat, (seat,), unread)
        yield self._record(seat, (seat, *message.to) if message.whisper else "all", words)

    def derived(self, record: Record) -> list[Record]:
        """Return the records derived from a record: judgements of claims, and outcomes of deals."""
        found = [] if self.judge is None else self.judge.feed(record)
        return [
            self._record(each.speaker, "engine", each)
            if isinstance(each, Judgement)
            else self._record(each.actor, each.seen_by, each)
            for each in found
        ]

    def floor(self, change: Literal["opened", "closed"], floor: Floor) -> Record:
        """Return the record of the start or end of talk on a floor."""
        kind = cast("FloorKind", floor.kind)
        if change == "closed":
            return self._record(None, "all", FloorClosed(kind=kind, place=floor.place))
        present = tuple(floor.present)
        return self._record(None, "all", FloorOpened(kind=kind, place=floor.place, present=present))

    def opened(self, header: bytes) -> Record:
        """Return record 0, with the digests of `game.json`."""
        return self._record(None, "engine", opened_of(header))

    def sealed(self, result: Result, calls: int, calls_digest: str) -> Record:
        """Return the footer; its result is public, counts and digests are never shown."""
        sealed = Sealed(
            records=self.count + 1,
            result=result_data(result),
            calls=CallsCounted(records=calls, digest=calls_digest),
        )
        return self._record(None, "all", sealed)

    def _record(self, actor: str | None, seen_by: SeenBy, data: Fact) -> Record:
        at = self.count
        self.count += 1
        return Record(
            i=at, round=self.round, phase=self.phase, actor=actor, seen_by=seen_by, data=data
        )


def _unread(lines: tuple[Unread, ...]) -> tuple[UnreadLine, ...]:
    return tuple([UnreadLine(line=each.line, why=each.why) for each in lines])
