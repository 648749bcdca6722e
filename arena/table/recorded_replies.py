"""The replies that a game has, as they stand in its two logs: what each question and turn got."""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from arena.calls.records import AnswerFailed, CallRecord, PersonAnswered
from arena.forms import JsonRecord
from arena.hash_chain import parsed
from arena.records.facts import DERIVED
from arena.records.game import BACK, SeatReplaced
from arena.records.talk import ClaimsUnread, Planned, Said, Whispered
from arena.seats.human.proof import given_by_people
from arena.table.replies import Answered, BidMade, Failed, SeatReply, Spoke
from arena.talk.plan import Plan
from arena.talk.speech import Message, Speech

__all__ = ["recorded_replies", "whole_replies"]


def whole_replies(lines: Sequence[bytes]) -> list[bytes]:
    """Return the lines of a log up to the last reply of which no record is missing.

    Who answers for a seat from here on, what it means to do and the messages of its turn stand
    before the end of a reply: without that they are cut, and what becomes of it may be another.
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
"""Finds the records that a reply may not end with, messages, and those that follow from them."""


def recorded_replies(
    log: Iterable[JsonRecord], calls: Sequence[CallRecord]
) -> dict[str, SeatReply]:
    """Return what each question and turn got, by id, as the table takes it.

    Of what `calls.jsonl` has, an answer of a person and a failure may not be in the log yet.
    """
    failures = [each.data for each in calls if isinstance(each.data, AnswerFailed)]
    given = {id_: _given(each) for id_, each in given_by_people(calls).items()}
    return given | _replies_in(log, failures)


def _replies_in(
    records: Iterable[JsonRecord], failures: Iterable[AnswerFailed]
) -> dict[str, SeatReply]:
    replies: dict[str, SeatReply] = {
        each.decision: Failed(id=each.decision, reason=each.reason, why=each.why)
        for each in failures
    }
    bots: dict[str, SeatReplaced] = {}
    plan: Plan | None = None
    unread: list[Any] = []
    for record in records:
        if record["type"] == "seat_replaced":
            bots[record["actor"]] = by = SeatReplaced(**record["data"])
            if by == BACK:
                del bots[record["actor"]]
            continue
        if record["type"] == "planned":
            plan = Plan.read(record["data"])
            continue
        if record["type"] == "claims_unread":
            unread = record["data"]["lines"]
            continue
        reply = _reply(record["type"], record["data"], replies)
        if record["type"] == "said":
            reply, unread = _spoke(record["data"], unread, replies), []
        if reply is None:
            continue
        bot = bots.get(record["actor"], reply.replaced)
        replies[reply.id] = replace(reply, plan=plan or reply.plan, replaced=bot)
        plan = None
    return replies


def _given(data: PersonAnswered) -> SeatReply:
    """Return what a person gave, as the table takes it."""
    if data.option is not None:
        return Answered(id=data.asked, option=data.option)
    if data.bid is not None:
        return BidMade(id=data.asked, bid=data.bid)
    said = None if data.speech is None else Speech.read(data.speech)
    return Spoke(id=data.asked, speech=said)


def _spoke(
    data: Mapping[str, Any], unread: list[Any], before: Mapping[str, SeatReply]
) -> SeatReply:
    """Return a turn's reply with this message of it, after those that stand before it."""
    earlier = before.get(data["turn"])
    message = Message.read({**data, "unread": unread})
    if not isinstance(earlier, Spoke) or earlier.speech is None:
        return Spoke(id=data["turn"], speech=Speech(messages=(message,)))
    return replace(earlier, speech=Speech(messages=(*earlier.speech.messages, message)))


def _reply(
    type_: str, data: Mapping[str, Any], failures: Mapping[str, SeatReply]
) -> SeatReply | None:
    """Return the reply that a record of the log rests on; None: it rests on none."""
    match type_:
        case "answer":
            return Answered(id=data["decision"], option=data["option"])
        case "silent":
            return Spoke(id=data["turn"], speech=None)
        case "bid":
            return BidMade(id=data["turn"], bid=data["bid"])
        case "answer_defaulted" | "turn_defaulted":
            return failures[data.get("decision") or data["turn"]]
        case _:
            return None
