"""Verifies that the answers of people in a log are those recorded in `calls.jsonl`."""

from collections.abc import Iterable

from arena.calls.records import AnswerFailed, CallRecord, PersonAnswered, PersonReplaced
from arena.errors import ClaimError
from arena.records.game import BACK, SeatReplaced
from arena.seats.human.person import PATIENCE
from arena.talk.discussion import Act
from arena.talk.speech import Speech
from arena.transcript.header import GameHeader
from engine import Decision

POSSIBLE = (
    SeatReplaced(by="house", reason="left"),
    SeatReplaced(by="house", reason="timeouts"),
)
"""The replacements of a person that a record may name."""


def given_by_people(records: Iterable[CallRecord]) -> dict[str, PersonAnswered]:
    """Map question or turn ids to people's answers, from checked records of `calls.jsonl`."""
    given = (each.data for each in records)
    return {each.asked: each for each in given if isinstance(each, PersonAnswered)}


def who_answers(records: Iterable[CallRecord]) -> dict[str, dict[str, SeatReplaced | None]]:
    """Map each seat to the questions from which on a bot answers, or the person again (None).

    The records are checked ones of `calls.jsonl`; the questions stand in their order.
    """
    changes: dict[str, dict[str, SeatReplaced | None]] = {}
    for record in records:
        data = record.data
        if isinstance(data, PersonReplaced):
            by = _by(data)
            changes.setdefault(data.seat, {})[data.asked] = None if by == BACK else by
    return changes


def _by(data: PersonReplaced) -> SeatReplaced:
    return SeatReplaced(by=data.by, reason=data.reason)


class PeopleProof:
    """The recorded answers of one game's people, to be compared with its log."""

    def __init__(self, header: GameHeader, calls: Iterable[CallRecord]) -> None:
        """`calls` are the checked records of `calls.jsonl`."""
        self._seats = () if header.people is None else header.people.seats
        records = list(calls)
        self._lines = [(line, each.data) for line, each in enumerate(records, start=1)]
        self._answers = [(n, each) for n, each in self._lines if isinstance(each, PersonAnswered)]
        self._changes = [(n, each) for n, each in self._lines if isinstance(each, PersonReplaced)]
        self._given, self._from = given_by_people(records), who_answers(records)
        self._by: dict[str, SeatReplaced | None] = dict.fromkeys(self._seats)
        self._used, self._taken = set[str](), set[str]()
        # Ids of the answers, and of the changes of who answers, that the log has used.

    def record_problem(self) -> tuple[int, str] | None:
        """Find the first impossible record: its line in `calls.jsonl` and the reason, or None."""
        wrong = self._change_problem()
        if wrong is not None:
            return wrong
        seen = set[str]()
        for line, each in self._answers:
            if each.seat not in self._seats or each.asked.rpartition(".")[0] != each.seat:
                return line, f"is no answer of a person at {each.seat!r}"
            if each.asked in seen:
                return line, f"answers {each.asked} a second time"
            seen.add(each.asked)
            if [each.option, each.speech, each.bid].count(None) < 2:  # noqa: PLR2004 - of three
                return line, "is more than one answer"
        return None

    def _change_problem(self) -> tuple[int, str] | None:
        """Find an impossible change of who answers: its line and the reason, or None."""
        by: dict[str, SeatReplaced | None] = dict.fromkeys(self._seats)
        for line, change in self._changes:
            seat, now = change.seat, _by(change)
            if seat not in by or change.asked.rpartition(".")[0] != seat:
                return line, f"replaces no person: {seat!r}"
            if now not in (POSSIBLE if by[seat] is None else (BACK,)):
                who = "its person" if by[seat] is None else "a bot"
                return line, f"can't replace {seat}, for which {who} answers: {now.data()}"
            by[seat] = None if now == BACK else now
        return self._time_out_problem()

    def _time_out_problem(self) -> tuple[int, str] | None:
        """Find a replacement without enough time-outs before it: line and reason, or None."""
        missed = dict.fromkeys(self._seats, 0)
        for line, data in self._lines:
            match data:
                case PersonReplaced(seat=seat, reason=reason):
                    if reason == "timeouts" and missed[seat] < PATIENCE:
                        return line, f"needs {PATIENCE} answers in a row that {seat} missed"
                    missed[seat] = 0
                case PersonAnswered(seat=seat) if seat in missed:
                    missed[seat] = 0
                case AnswerFailed(seat=seat, reason="timeout") if seat in missed:
                    missed[seat] += 1
                case _:
                    pass
        return None

    def by(self, seat: str, asked: str) -> SeatReplaced | None:
        """Return the bot that answers a person's question; None: the person answers.

        The questions of a seat have to be passed in their order.
        """
        changes = self._from.get(seat, {})
        if asked in changes:
            self._taken.add(asked)
            self._by[seat] = changes[asked]
        return self._by.get(seat)

    def is_person(self, seat: str) -> bool:
        """Return True if a person holds the seat, whether or not a bot answers at the moment."""
        return seat in self._seats

    def choice_problem(self, decision: Decision, option: str) -> str | None:
        """Say why an option differs from the person's recorded choice; None if it does not."""
        given = self._of(decision.seat, decision.id)
        if given is None or given.option == option:
            return self._missing(decision.seat, given)
        return f"is not what its person chose: {given.option}"

    def act_problem(self, act: Act) -> str | None:
        """Say why a speech, silence or bid differs from the recorded one; None if not."""
        turn = act.turn
        given = self._of(turn.seat, turn.id)
        if given is None:
            return self._missing(turn.seat, given)
        if turn.task == "bid":
            return None if given.bid == act.bid else "is not what its person bid"
        try:
            said = None if given.speech is None else Speech.read(given.speech)
        except (ClaimError, KeyError, TypeError) as error:
            return f"rests on words of a person that can't be said: {error}"
        return None if said == act.speech else "is not what its person said"

    def unused(self) -> tuple[int, str] | None:
        """Find an answer or replacement that the log never uses: line and reason, or None."""
        for line, given in self._answers:
            if given.asked not in self._used:
                return line, "was given, and is no answer in the log"
        for line, change in self._changes:
            if change.asked not in self._taken:
                return line, "says who answers what the log does not have"
        return None

    def _of(self, seat: str, asked: str) -> PersonAnswered | None:
        self._used.add(asked)
        return self._given.get(asked) if seat in self._seats else None

    def _missing(self, seat: str, given: PersonAnswered | None) -> str | None:
        return "has no answer of its person" if seat in self._seats and given is None else None
