"""Proves that the answers of people are what `calls.jsonl` says that they gave."""

from collections.abc import Iterable

from arena.calls.records import (
    ANSWER_FAILED,
    PERSON_ANSWERED,
    PERSON_REPLACED,
    PersonAnswered,
)
from arena.errors import ClaimError
from arena.forms import JsonRecord
from arena.records.game import BACK, SeatReplaced
from arena.seats.human.person import PATIENCE
from arena.talk.discussion import Act
from arena.talk.speech import Speech
from arena.transcript.header import GameHeader
from engine import Decision

__all__ = ["PeopleProof", "given_by_people", "who_answers"]


POSSIBLE = (
    SeatReplaced(by="house", reason="left"),
    SeatReplaced(by="house", reason="timeouts"),
)
"""Bots that go on for a person."""


def given_by_people(records: Iterable[JsonRecord]) -> dict[str, PersonAnswered]:
    """Return what people gave, by question or turn, from checked records of `calls.jsonl`."""
    return {each["data"]["asked"]: each["data"] for each in records if is_given(each)}


def is_given(record: JsonRecord) -> bool:
    """Tell whether a record of `calls.jsonl` says what a person gave."""
    return bool(record["type"] == PERSON_ANSWERED)


def _is_time_out(record: JsonRecord) -> bool:
    return bool(record["type"] == ANSWER_FAILED and record["data"]["reason"] == "timeout")


def who_answers(records: Iterable[JsonRecord]) -> dict[str, dict[str, SeatReplaced | None]]:
    """Return, by seat, from which questions on a bot answers, or the person again (None).

    The records are checked ones of `calls.jsonl`; the questions stand in their order.
    """
    changes: dict[str, dict[str, SeatReplaced | None]] = {}
    for record in records:
        if record["type"] != PERSON_REPLACED:
            continue
        data = record["data"]
        by = SeatReplaced(by=data["by"], reason=data["reason"])
        changes.setdefault(data["seat"], {})[data["asked"]] = None if by == BACK else by
    return changes


class PeopleProof:
    """What the answers of one game's people rest on."""

    def __init__(self, header: GameHeader, calls: Iterable[JsonRecord]) -> None:
        """Take the checked records of `calls.jsonl`."""
        self._seats = () if header.people is None else header.people.seats
        lines = list(enumerate(calls, start=1))
        self._records = [(line, each) for line, each in lines if is_given(each)]
        self._changes = [(n, each) for n, each in lines if each["type"] == PERSON_REPLACED]
        self._lines = lines
        self._given = given_by_people(each for _, each in self._records)
        self._from = who_answers(each for _, each in self._changes)
        self._by: dict[str, SeatReplaced | None] = dict.fromkeys(self._seats)
        self._used, self._taken = set[str](), set[str]()
        # Answers, and changes of who answers, that the log rests on.

    def record_problem(self) -> tuple[int, str] | None:
        """Say in which line of `calls.jsonl` nobody can have given that; None: in none."""
        wrong = self._change_problem()
        if wrong is not None:
            return wrong
        seen = set[str]()
        for line, record in self._records:
            data: PersonAnswered = record["data"]
            asked = data["asked"]
            if data["seat"] not in self._seats or asked.rpartition(".")[0] != data["seat"]:
                return line, f"is no answer of a person at {data['seat']!r}"
            if asked in seen:
                return line, f"answers {asked} a second time"
            seen.add(asked)
            if sum(data[key] is not None for key in ("option", "speech", "bid")) > 1:
                return line, "is more than one answer"
        return None

    def _change_problem(self) -> tuple[int, str] | None:
        """Say in which line a seat can't have passed to a bot, or back; None: in none."""
        by: dict[str, SeatReplaced | None] = dict.fromkeys(self._seats)
        for line, record in self._changes:
            data = record["data"]
            seat, now = data["seat"], SeatReplaced(by=data["by"], reason=data["reason"])
            if seat not in by or data["asked"].rpartition(".")[0] != seat:
                return line, f"replaces no person: {seat!r}"
            if now not in (POSSIBLE if by[seat] is None else (BACK,)):
                who = "its person" if by[seat] is None else "a bot"
                return line, f"can't replace {seat}, for which {who} answers: {now.data()}"
            by[seat] = None if now == BACK else now
        return self._time_out_problem()

    def _time_out_problem(self) -> tuple[int, str] | None:
        """Say in which line a person is said to answer no more who did; None: in none."""
        missed = dict.fromkeys(self._seats, 0)
        for line, record in self._lines:
            data = record["data"]
            if record["type"] == PERSON_REPLACED:
                if data["reason"] == "timeouts" and missed[data["seat"]] < PATIENCE:
                    return line, f"needs {PATIENCE} answers in a row that {data['seat']} missed"
                missed[data["seat"]] = 0
            elif is_given(record) and data["seat"] in missed:
                missed[data["seat"]] = 0
            elif _is_time_out(record) and data["seat"] in missed:
                missed[data["seat"]] += 1
        return None

    def by(self, seat: str, asked: str) -> SeatReplaced | None:
        """Return the bot that answers a person's question; None: the person does.

        It is told of a seat's questions in their order.
        """
        changes = self._from.get(seat, {})
        if asked in changes:
            self._taken.add(asked)
            self._by[seat] = changes[asked]
        return self._by.get(seat)

    def is_person(self, seat: str) -> bool:
        """Tell whether a person answers for a seat, or left it to a bot."""
        return seat in self._seats

    def choice_problem(self, decision: Decision, option: str) -> str | None:
        """Say why an option is not what the person of its seat chose; None: it is."""
        given = self._of(decision.seat, decision.id)
        if given is None or given["option"] == option:
            return self._missing(decision.seat, given)
        return f"is not what its person chose: {given['option']}"

    def act_problem(self, act: Act) -> str | None:
        """Say why a speech, silence or bid is not what its person gave; None: it is."""
        turn = act.turn
        given = self._of(turn.seat, turn.id)
        if given is None:
            return self._missing(turn.seat, given)
        if turn.task == "bid":
            return None if given["bid"] == act.bid else "is not what its person bid"
        try:
            said = None if given["speech"] is None else Speech.read(given["speech"])
        except (ClaimError, KeyError, TypeError) as error:
            return f"rests on words of a person that can't be said: {error}"
        return None if said == act.speech else "is not what its person said"

    def unused(self) -> tuple[int, str] | None:
        """Say in which line something was given that the game never took; None: in none."""
        for line, record in self._records:
            if record["data"]["asked"] not in self._used:
                return line, "was given, and is no answer in the log"
        for line, record in self._changes:
            if record["data"]["asked"] not in self._taken:
                return line, "says who answers what the log does not have"
        return None

    def _of(self, seat: str, asked: str) -> PersonAnswered | None:
        self._used.add(asked)
        return self._given.get(asked) if seat in self._seats else None

    def _missing(self, seat: str, given: PersonAnswered | None) -> str | None:
        return "has no answer of its person" if seat in self._seats and given is None else None
