"""Reconstructs the replies to questions and turns from a game's two logs."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from arena.calls.records import AnswerFailed, CallRecord, PersonAnswered
from arena.hash_chain import parsed
from arena.records.facts import DERIVED, Fact
from arena.records.game import BACK, Answer, AnswerDefaulted, SeatReplaced
from arena.records.record import Record
from arena.records.talk import (
    Bid,
    ClaimsUnread,
    Planned,
    Said,
    Silent,
    TurnDefaulted,
    UnreadLine,
    Whispered,
)
from arena.seats.human.proof import given_by_people
from arena.table.replies import Answered, BidMade, Failed, SeatReply, Spoke
from arena.talk.plan import Plan
from arena.talk.speech import Message, Speech, Unread


def whole_replies(lines: Sequence[bytes]) -> list[bytes]:
    """Return the lines of a log up to the last complete reply.

    Replacements of a seat, plans and messages precede the record that ends a reply; without that
    one they are cut, as the reply may come out otherwise.
    """
    begins = len(lines)
    while begins and _WITHIN.match(lines[begins - 1]):
        begins -= 1
    whole, said, is_half = begins, 0, False
    for at, record in enumerate(map(parsed, lines[begins:]), start=begins + 1):
        if record["type"] == "said":
            said += 1
            is_half = said < record["data"]["messages"]
            said = said if is_half else 0
        elif record["type"] not in DERIVED:
            is_half = True
        if not is_half:
            whole = at
    return list(lines[:whole])


_PARTS: tuple[str, ...] = (
    SeatReplaced.type, Planned.type, Whispered.type, ClaimsUnread.type, Said.type, *DERIVED
)  # fmt: skip
_WITHIN = re.compile(rb'\{"i":\d+,"type":"(?:%s)"' % "|".join(_PARTS).encode())
"""Matches records that may be part of an incomplete reply, and those derived from them."""


def recorded_replies(log: Iterable[Record], calls: Sequence[CallRecord]) -> dict[str, SeatReply]:
    """Return the reply to each question and turn, by id.

    Answers of people and failures may be in `calls.jsonl` only, not yet in the log.
    """
    given = {id_: _given(each) for id_, each in given_by_people(calls).items()}
    failed: dict[str, SeatReply] = {
        each.decision: Failed(id=each.decision, reason=each.reason, why=each.why)
        for each in (record.data for record in calls)
        if isinstance(each, AnswerFailed)
    }
    return {**given, **failed, **_replies_in(log, failed)}


def _replies_in(log: Iterable[Record], failed: Mapping[str, SeatReply]) -> dict[str, SeatReply]:
    replies: dict[str, SeatReply] = {}
    bots: dict[str | None, SeatReplaced | None] = {}
    plan: Plan | None = None
    unread: tuple[Unread, ...] = ()
    for record in log:
        match record.data:
            case SeatReplaced() as by:
                bots[record.actor] = None if by == BACK else by
                continue
            case Planned() as planned:
                plan = Plan(intents=planned.intents, unread=_unread(planned.unread))
                continue
            case ClaimsUnread() as lost:
                unread = _unread(lost.lines)
                continue
            case Said() as said:
                reply: SeatReply | None = _spoke(said, unread, replies.get(said.turn))
                unread = ()
            case _:
                reply = _reply(record.data, failed)
        if reply is not None:
            bot = bots.get(record.actor) or reply.replaced
            replies[reply.id] = replace(reply, plan=plan or reply.plan, replaced=bot)
            plan = None
    return replies


def _given(data: PersonAnswered) -> SeatReply:
    """Convert a person's recorded answer to a reply."""
    if data.option is not None:
        return Answered(id=data.asked, option=data.option)
    if data.bid is not None:
        return BidMade(id=data.asked, bid=data.bid)
    said = None if data.speech is None else Speech.read(data.speech)
    return Spoke(id=data.asked, speech=said)


def _unread(lines: Iterable[UnreadLine]) -> tuple[Unread, ...]:
    return tuple(Unread(line=each.line, why=each.why) for each in lines)


def _spoke(said: Said, unread: tuple[Unread, ...], earlier: SeatReply | None) -> SeatReply:
    """Add a message to the recorded messages of its turn."""
    message = Message(
        text=said.text, to=said.to, whisper=said.whisper, claims=said.claims, deals=said.deals,
        unread=unread,
    )  # fmt: skip
    if not isinstance(earlier, Spoke) or earlier.speech is None:
        return Spoke(id=said.turn, speech=Speech(messages=(message,)))
    return replace(earlier, speech=Speech(messages=(*earlier.speech.messages, message)))


def _reply(data: Fact, failed: Mapping[str, SeatReply]) -> SeatReply | None:
    """Return the reply that a record implies; None if it implies none."""
    match data:
        case AnswerDefaulted(decision=asked) | TurnDefaulted(turn=asked):
            return failed[asked]
        case Answer():
            return Answered(id=data.decision, option=data.option)
        case Silent():
            return Spoke(id=data.turn, speech=None)
        case Bid():
            return BidMade(id=data.turn, bid=data.bid)
        case _:
            return None
