"""Verifies a transcript: the hash chain holds, and every record follows from the rules.

The table is rebuilt from `game.json` and the recorded answers are played again; each record has to
come out byte for byte, in order. So a changed event or answer is found even if the whole chain was
recomputed. Legal answers are taken as recorded here; `asked_again` asks the bots. A default has to
be the one that the rules draw.
"""

from collections import deque
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import count
from pathlib import Path
from typing import ParamSpec, cast

from arena.calls.past import past_calls
from arena.calls.records import CallRecord, SessionBegan, SessionEnded
from arena.claims.vocabulary import Vocabulary
from arena.errors import ClaimError, InvalidRecord, Reason, TranscriptError, Unfinished
from arena.forms import CALLS, FILES, HEADER, LOG, JsonRecord
from arena.hash_chain import GENESIS, chained, digest, parsed, short, split
from arena.records.facts import DERIVED
from arena.records.game import (
    BACK,
    REPLACEMENT,
    STAND_IN,
    ResultData,
    SeatReplaced,
    opened_of,
    result_data,
)
from arena.records.lines import decoded
from arena.records.record import Record
from arena.records.talk import Planned
from arena.seats.human.proof import PeopleProof
from arena.seats.kinds import is_bot
from arena.seats.llm.proof import ReplyProof
from arena.table.asked_again import check_seats
from arena.table.header_proof import (
    changed_header,
    check_seats_of_header,
    notes,
    table_of_header,
    written_header,
)
from arena.table.recorded_replies import whole_replies
from arena.talk.discussion import Act, Discussion
from arena.talk.plan import Plan, plan_problem
from arena.talk.speech import Message, Speech, TalkTurn, bid_problem, speech_problem
from arena.transcript.call_log_check import Failure, checked_calls, failures, has_just_begun, linked
from arena.transcript.game_log import judge_of
from arena.transcript.header import GameHeader
from arena.transcript.reader import contents, line_of, lines_of
from arena.transcript.record_builder import RecordBuilder
from engine import Decision, EngineError, Floor, Result, Table

P = ParamSpec("P")
OWN_FAILURES = frozenset({"timeout", "error", "illegal"})
"""Failures that a bot or a person can have."""
DEFAULTED = frozenset({"answer_defaulted", "turn_defaulted"})
"""Types of records of a default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Verification:
    """The result of a verification, with the first invalid line."""

    ok: bool
    """True if the game is finished and every line is valid."""
    sound: bool
    """True if every line present is valid, finished or not."""
    finished: bool
    """True if the game is sealed."""
    file: str | None
    """The invalid file, or the one where the game breaks off."""
    line: int | None
    """The first invalid line, from 1; None if the file as a whole is meant."""
    why: str | None
    """The problem in one sentence; None if there is none."""
    records: int
    """Number of valid lines of `log.jsonl`."""
    result: ResultData | None
    """The result of a finished game."""
    notes: tuple[str, ...] = ()
    """Remarks on a valid game: `chance was forced`, `from a scenario`."""


def verify(folder: Path | str, *, fast: bool = False, templates: bool = False) -> Verification:
    """Verify the transcript of one game: its hashes hold, and each line follows from the rules.

    Bots are asked again and prompts rendered again, unless `fast`; prompts of templates that do
    not come with the arena only with `templates`. `folder` is the game's own.
    Whatever is wrong with it is in what is returned; nothing raises.

    >>> import arena
    >>> arena.verify("transcripts/examples/moh-0001").ok
    True
    >>> arena.verify("nowhere").why
    "can't be read: No such file or directory"
    """
    files: dict[str, bytes] = {}
    for name in FILES:
        try:
            begun = None if name == HEADER else b""  # a game may be killed before it is written
            files[name] = contents(Path(folder), name, missing=begun)
        except TranscriptError as error:
            return _refuted(InvalidRecord(name, None, error.why), 0, sealed=False)
        except Exception as error:  # noqa: BLE001 - one game hides no other
            return _refuted(InvalidRecord(name, None, _unreadable(error)), 0, sealed=False)
    return verify_bytes(files, fast=fast, templates=templates)


def verify_bytes(
    files: Mapping[str, bytes], *, fast: bool = False, templates: bool = False
) -> Verification:
    """Verify a game from the contents of its three files, by name; options as for `verify`."""
    proof = _Proof(files)
    try:
        try:
            proof.run()
        except Unfinished:
            proof.check_seats(fast=fast, templates=templates)
            raise
        proof.check_seats(fast=fast, templates=templates)
    except InvalidRecord as untrue:
        return _refuted(untrue, proof.proven, sealed=proof.sealed)
    except Exception as error:  # noqa: BLE001 - whatever a file holds ends in a verdict
        unforeseen = InvalidRecord(LOG, proof.proven + 1, _unreadable(error))
        return _refuted(unforeseen, proof.proven, sealed=proof.sealed)
    return Verification(
        ok=True, sound=True, finished=True, file=None, line=None, why=None,
        records=proof.proven, result=proof.result, notes=proof.notes,
    )  # fmt: skip


def _unreadable(error: Exception) -> str:
    return f"unreadable: {type(error).__name__}: {error}"


def _refuted(untrue: InvalidRecord, records: int, *, sealed: bool) -> Verification:
    return Verification(
        ok=False,
        sound=isinstance(untrue, Unfinished),
        finished=sealed,
        file=untrue.file,
        line=untrue.line,
        why=untrue.why,
        records=records,
        result=None,
    )


class _Proof:
    """One verification, which reads `log.jsonl` in step with the rules."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self._lines, self._rest = lines_of(files[LOG])
        self._hash = GENESIS
        self._builder = RecordBuilder()
        self._calls: list[CallRecord] = []
        self._failed: deque[Failure] = deque()
        self._bots: set[str] = set()
        # The player of each person's seat, by the log.
        self._by: dict[str, SeatReplaced | None] = {}
        self._replies: ReplyProof | None = None
        self._header: GameHeader | None = None
        self.notes: tuple[str, ...] = ()
        self.proven = 0
        self.result: ResultData | None = None

    @property
    def sealed(self) -> bool:
        """Whether the last whole line is a seal."""
        return bool(self._lines) and b'"type":"sealed"' in self._lines[-1]

    def run(self) -> None:
        """Verify the whole game; raises `InvalidRecord` at the first invalid line."""
        if not self._lines and not has_just_begun(lines_of(self._files[CALLS])[0]):
            raise InvalidRecord(LOG, 1, f"is missing, and {CALLS} says that there was a game")
        header = self._opened()
        table = table_of_header(header, self._files[HEADER])
        check_seats_of_header(header, self._files[HEADER])
        self.notes, self._header = notes(header), header
        self._specs = {seat.name: seat.spec for seat in header.seats}
        self._calls = checked_calls(self._files[CALLS], sealed=self.sealed)
        self._check_lost()
        self._failed.extend(failures(self._calls))
        self._talk = Discussion(header.talk, header.talkers, header.seed)
        self._vocabulary = Vocabulary(header.facts(), header.names)
        self._plans = header.plans
        self._check_given(header)
        self._builder.judge = judge_of(header)
        self._deals = None if self._builder.judge is None else self._builder.judge.deals
        if self._replies is not None:
            self._replies.deals = self._deals
        logged = 0
        while True:
            events = table.events_since(logged)
            for event in events:
                self._expect(self._builder.event(event))
            logged += len(events)
            if table.result is not None:
                return self._seal(table.result)
            floor = table.floor
            if floor is not None:
                self._expect(self._builder.floor("opened", floor))
                self._discussed(header, floor, table)
                self._expect(self._builder.floor("closed", floor))
                self._go_on(table.close_floor)
                continue
            answers = [(each, self._answer(each)) for each in table.pending()]
            for decision, option in answers:
                self._go_on(table.answer, decision.seat, option, decision.id)

    def check_seats(self, *, fast: bool, templates: bool) -> None:
        """Replay bots and prompts; what can't be checked becomes a note."""
        if self._header is None:
            return
        log, calls = self._whole(), self._calls
        self.notes += check_seats(self._header, log, calls, fast=fast, templates=templates)

    def _whole(self) -> list[Record]:
        return [decoded(parsed(line)) for line in whole_replies(self._lines[: self.proven])]

    def _check_given(self, header: GameHeader) -> None:
        """Check the recorded replies of models and people, as far as that is possible alone."""
        self._people = PeopleProof(header, self._calls)
        untrue = self._people.record_problem()
        if untrue is None and header.llm is not None:
            self._replies = ReplyProof(header, past_calls(self._calls, ()))
            untrue = self._replies.call_problem()
        if untrue is not None:
            raise InvalidRecord(CALLS, *untrue)

    def _discussed(self, header: GameHeader, floor: Floor, table: Table) -> None:
        """Check the talk on a floor: order of speakers, and validity of what they said."""
        self._talk.begin(floor, table.view_data(None))
        while turns := self._talk.turns:
            self._talk.take([self._act(turn, header) for turn in turns])

    def _act(self, turn: TalkTurn, header: GameHeader) -> Act:
        """Check that the next records are valid for this turn; return its result."""
        self._replaced(turn)
        self._plan(turn)
        act = self._act_recorded(turn)
        if act.failed is not None:
            self._fail(turn, act.failed)
        elif act.speech is not None:
            why = speech_problem(act.speech, turn, header.talk, self._vocabulary, self._deals)
            if why is not None:
                raise InvalidRecord(LOG, self.proven + 1, f"can't be said: {why}")
        if act.failed is None and turn.seat not in self._bots:
            self._rests(self._people.act_problem(act))
            if self._replies is not None:
                self._rests(self._replies.act_problem(act))
        for body in self._builder.act(act):
            self._expect(body)
        return act

    def _act_recorded(self, turn: TalkTurn) -> Act:
        record = self._read()
        match record.get("type"), record.get("data"):
            case "said" | "whispered" | "claims_unread", _ if turn.task == "speak":
                return Act(turn=turn, speech=self._speech(turn))
            case "bid", {"bid": bid} if turn.task == "bid" and bid_problem(bid) is None:
                return Act(turn=turn, bid=bid)
            case "turn_defaulted", {"reason": str(reason)}:
                return Act(turn=turn, failed=cast("Reason", reason))  # proven in `_fail`
            case _:
                return Act(turn=turn, bid=0 if turn.task == "bid" else None)

    def _speech(self, turn: TalkTurn) -> Speech:
        """Return the recorded speech of a turn; other records may stand between its messages."""
        messages: list[Message] = []
        unread: list[JsonRecord] = []
        for ahead in count():
            record = self._read(ahead)
            match record.get("type"), record.get("data"):
                case "whispered", _ if record["actor"] == turn.seat:
                    pass
                case "claims_unread", {"lines": list(lines)} if record["actor"] == turn.seat:
                    unread = lines
                case "said", dict({"turn": turn.id, "messages": int(many)} as data):
                    messages.append(self._message({**data, "unread": unread}, ahead))
                    unread = []
                    if len(messages) >= many:
                        return Speech(messages=tuple(messages))
                case type_, _ if type_ in DERIVED:
                    pass
                case _:
                    why = f"is no message of {turn.id}: {short(record)}"
                    raise InvalidRecord(LOG, self.proven + ahead + 1, why)
        raise AssertionError  # unreachable: the log ends

    def _message(self, data: JsonRecord, ahead: int) -> Message:
        try:
            return Message.read(data)
        except (ClaimError, KeyError, TypeError) as error:
            raise InvalidRecord(LOG, self.proven + ahead + 1, f"can't be said: {error}") from error

    def _check_lost(self) -> None:
        began = (each.data for each in self._calls if isinstance(each.data, SessionBegan))
        after = max(each.resumed or 0 for each in began)
        if after > len(self._lines):
            why = f"is missing: {CALLS} says that a session went on after {after} records"
            raise InvalidRecord(LOG, len(self._lines) + 1, why)

    def _fail(self, asked: Decision | TalkTurn, reason: str) -> None:
        """Check that `calls.jsonl` has the failure that the next record is based on."""
        failed = self._failed.popleft() if self._failed else None
        said = (asked.seat, asked.id, reason)
        if failed is None or (failed.seat, failed.decision, failed.reason) != said:
            raise InvalidRecord(LOG, self.proven + 1, f"{CALLS} has no failure {reason!r} for it")
        if self._is_scripted(asked.seat) or self._people.is_person(asked.seat):
            self._rests(
                None if reason in OWN_FAILURES else f"can't fail by {reason}: no model sits there"
            )
        elif self._replies is not None:
            self._rests(self._replies.default_problem(asked, reason))

    def _is_scripted(self, seat: str) -> bool:
        """Return True if a shipped bot answers for a seat."""
        return seat in self._bots or is_bot(self._specs[seat])

    def _go_on(self, step: Callable[P, None], *given: P.args, **named: P.kwargs) -> None:
        """Apply a step of the rules; a valid answer can only fail if chance was forced."""
        try:
            step(*given, **named)
        except EngineError as error:
            line = line_of(self._files[HEADER], "forced")
            why = f"forced: the rules refuse what follows {LOG} line {self.proven}: {error}"
            raise InvalidRecord(HEADER, line, why) from error

    def _opened(self) -> GameHeader:
        """Check `game.json` against its digests in record 0."""
        data = self._files[HEADER]
        match self._read():
            case {"type": "opened", "data": {"lines": list(lines)} as said} if (
                said != opened_of(data).data()
            ):
                raise changed_header(lines, data)
            case _:
                pass
        self._expect(self._builder.opened(data))
        return written_header(data)

    def _seal(self, result: Result) -> None:
        match self._read():
            case {"data": {"calls": {"records": int(count)}}} if count != len(self._calls):
                missing = count > len(self._calls)
                why = "is missing" if missing else "was added after the seal"
                raise InvalidRecord(CALLS, min(count, len(self._calls)) + 1, why)
            case _:
                calls = digest(self._files[CALLS])
                self._expect(self._builder.sealed(result, len(self._calls), calls))
        if self._failed:
            failed = self._failed[0]
            why = f"{failed.decision} failed, and has no default in {LOG}"
            raise InvalidRecord(CALLS, failed.line, why)
        unused = self._people.unused()
        if unused is not None:
            raise InvalidRecord(CALLS, *unused)
        if self._calls[-1].data != SessionEnded(reason="finished"):
            raise InvalidRecord(
                CALLS, len(self._calls), "is not the end of a session that finished"
            )
        if self.proven < len(self._lines) or self._rest:
            raise InvalidRecord(LOG, self.proven + 1, "stands after the seal")
        self.result = result_data(result)

    def _rests(self, problem: str | None) -> None:
        """Reject the next record for a problem; None: there is none."""
        if problem is not None:
            raise InvalidRecord(LOG, self.proven + 1, problem)

    def _replaced(self, asked: Decision | TalkTurn) -> None:
        """Check the record that replaces a seat's player, if it is next."""
        seat = asked.seat
        if self._people.is_person(seat):
            self._person_replaced(asked)
            return
        match self._read():
            case {"type": "seat_replaced", "actor": actor, "data": {"by": str(by), "reason": why}}:
                if actor != seat or seat in self._bots or self._replies is None:
                    raise InvalidRecord(
                        LOG, self.proven + 1, "replaces a seat that is not to answer"
                    )
                self._rests(self._replies.bot_problem(seat, {"by": by, "reason": why}))
                bot = REPLACEMENT if why == REPLACEMENT.reason else STAND_IN
                if bot == STAND_IN and asked.secret:
                    raise InvalidRecord(LOG, self.proven + 1, "tells all of a question in secret")
                self._bots.add(seat)
                self._expect(self._builder.replaced(seat, bot))
            case _:
                pass

    def _person_replaced(self, asked: Decision | TalkTurn) -> None:
        """Check that the log has a person's replacement if `calls.jsonl` has it."""
        seat, by = asked.seat, self._people.by(asked.seat, asked.id)
        (self._bots.discard if by is None else self._bots.add)(seat)
        if by != self._by.get(seat) and not asked.secret:
            self._by[seat] = by
            self._expect(self._builder.replaced(seat, by or BACK))

    def _plan(self, asked: Decision | TalkTurn) -> None:
        """Check the plan that a seat recorded before its answer, if any."""
        record = self._read()
        is_there = record.get("type") == Planned.type
        if not (self._plans or is_there):
            return
        plan = self._plan_recorded(record, asked) if is_there else Plan()
        is_bot = asked.seat in self._bots
        if self._read(int(is_there)).get("type") in DEFAULTED or is_bot:
            self._rests("is a plan without an answer of its seat" if is_there else None)
            return
        if self._replies is not None:
            self._rests(self._replies.plan_problem(asked, plan))
        if is_there:
            self._expect(self._builder.planned(asked.seat, asked.id, plan))

    def _plan_recorded(self, record: JsonRecord, asked: Decision | TalkTurn) -> Plan:
        try:
            data = record.get("data")
            plan = Plan.read(data if isinstance(data, dict) else {})
            why = plan_problem(plan, asked.seat, self._vocabulary)
        except (ClaimError, KeyError, TypeError) as error:
            plan, why = Plan(), str(error)
        if not (self._plans and plan) or why is not None:
            raise InvalidRecord(LOG, self.proven + 1, f"can't be planned: {why}")
        return plan

    def _answer(self, decision: Decision) -> str:
        """Check that the next record answers this question legally; return the option."""
        if len(decision.options) > 1:
            self._replaced(decision)
            self._plan(decision)
        record = self._read()
        match record.get("type"), record.get("data"):
            case "answer_defaulted", {"reason": str(reason)} if len(decision.options) > 1:
                self._fail(decision, reason)
                self._expect(self._builder.defaulted(decision, cast("Reason", reason)))
                return decision.default.id
            case "answer", {"option": option} if option in [o.id for o in decision.options]:
                # A question with one option is answered without its model.
                asked = len(decision.options) > 1 and decision.seat not in self._bots
                if asked:
                    self._rests(self._people.choice_problem(decision, option))
                if asked and self._replies is not None:
                    self._rests(self._replies.choice_problem(decision, option))
                self._expect(self._builder.answer(decision, option))
                return str(option)
            case "answer", {"decision": decision.id, "option": option}:
                raise InvalidRecord(LOG, self.proven + 1, _illegal(decision, option))
            case _:
                rules = f"the rules ask {decision.id} ({decision.kind})"
                raise InvalidRecord(LOG, self.proven + 1, f"{rules}, recorded is {short(record)}")

    def _expect(self, record: Record) -> None:
        self._matches(record.plain())
        for derived in self._builder.derived(record):
            self._matches(derived.plain())

    def _matches(self, body: JsonRecord) -> None:
        """Check that the next line is this record, byte for byte, and in the chain."""
        expected, mark = chained(self._hash, body)
        if self.proven == len(self._lines) or self._lines[self.proven] != expected:
            record = self._read()
            rules = f"the rules give {short(body)}"
            raise InvalidRecord(LOG, self.proven + 1, f"{rules}, recorded is {short(record)}")
        self._hash = mark
        self.proven += 1

    def _read(self, ahead: int = 0) -> JsonRecord:
        """Return the next record, or one `ahead` of it: in the chain, but not yet verified."""
        number, mark = self.proven + 1, self._hash
        while ahead and number <= len(self._lines):
            linked(LOG, number, self._lines[number - 1], mark)
            mark = split(self._lines[number - 1])[1]
            number, ahead = number + 1, ahead - 1
        if number <= len(self._lines):
            return linked(LOG, number, self._lines[number - 1], mark)
        if self._rest:
            why = f"is cut off: {short(self._rest.decode(errors='replace'))}"
            raise Unfinished(LOG, number, why)
        where = f"round {self._builder.round}, phase {self._builder.phase}"
        raise Unfinished(LOG, number, f"is missing: the game is unfinished, it stands in {where}")


def _illegal(decision: Decision, option: object) -> str:
    legal = ", ".join(each.id for each in decision.options)
    return f"{option!r} is no legal answer to {decision.id} ({decision.kind}); legal: {legal}"
