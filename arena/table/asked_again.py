"""Verifies answers by replaying seats: bots answer again, models' seats build their calls again.

A bot's answer follows from its SPEC, the header and what it heard. A model's request follows from
the same, its prompts and its earlier replies; each recorded call has to come out again, word for
word. Answers of people, and of custom seats, follow from nothing that is recorded.
"""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, fields

from arena.calls.budget import Budget
from arena.calls.caller import Caller, CallRequest, SteppedDown
from arena.calls.counted import worst_case
from arena.calls.past import PastCall, past_calls
from arena.calls.records import CallFact, CallFailed, CallRecord
from arena.data import names
from arena.errors import InvalidRecord, SeatFailure, TranscriptError
from arena.forms import CALLS, LOG, JsonObject
from arena.hash_chain import short
from arena.models.opening import reader_of
from arena.models.prices import price_table
from arena.models.specs import is_model_spec
from arena.models.types import Item, Reply, Step, Tool
from arena.records.game import REPLACEMENT, Answer
from arena.records.record import Record
from arena.records.talk import TurnOnFloor
from arena.seats.human.proof import PeopleProof
from arena.seats.kinds import is_bot, is_own, make_seat
from arena.seats.llm import Briefing, ModelSeat
from arena.seats.llm.variants import variant_of
from arena.seats.revisions import BOTS_REVISION, PROMPTS_REVISION
from arena.seats.seat import Seat
from arena.settings import BudgetRules, ModelSettings, PromptVariant
from arena.table.budget_proof import BudgetProof
from arena.table.new_header import bots_seed
from arena.table.recorded_replies import recorded_replies
from arena.table.replies import Failed, SeatReply, effect_of
from arena.table.simulation import answer_at_once
from arena.table.stepped_game import Asked, SteppedGame
from arena.talk.plan import Plan
from arena.talk.speech import Speech
from arena.text import described
from arena.transcript.call_log_check import failures
from arena.transcript.game_log import MemoryLog
from arena.transcript.header import GameHeader
from engine import restore

TOLD = frozenset({"option", "speech", "bid", "reason", "why", "plan"})
"""Fields of a reply that an error quotes."""


def check_seats(
    header: GameHeader,
    log: Sequence[Record],
    calls: Sequence[CallRecord],
    *,
    fast: bool,
    templates: bool = False,
) -> tuple[str, ...]:
    """Replay bots and models' seats, unless `fast`; return in words what is not proven.

    The records already follow the rules; an unfinished game is replayed as far as it goes. Seats of
    another version of the arena are not replayed. Templates that do not come with the arena are
    rendered only with `templates`, as they are a stranger's program. Raises `InvalidRecord` at the
    first other answer or call.
    """
    played = header.revisions
    bots = played is not None and played.bots == BOTS_REVISION
    prompts = played is not None and played.prompts == PROMPTS_REVISION
    own = None if header.llm is None else header.llm.rules.prompts
    is_filled_in = own is None or templates or own == _shipped(own.name)
    if not fast and (bots or prompts):
        _AskedAgain(header, log, calls, bots=bots, prompts=prompts and is_filled_in).run()
    unproven = _unproven(header, calls, fast=fast, bots=bots, prompts=prompts)
    if own is None or fast or is_filled_in:
        return tuple(unproven)
    return (f"the prompts {own.name}, which do not come with the arena, are not proven", *unproven)


def _shipped(name: str) -> PromptVariant | None:
    """Return the shipped templates of this name; None if there are none."""
    return variant_of(name) if name in names("prompts") else None


def _unproven(
    header: GameHeader, calls: Sequence[CallRecord], *, fast: bool, bots: bool, prompts: bool
) -> Iterator[str]:
    """Yield in words what is not proven."""
    specs = {seat.name: seat.spec for seat in header.seats}
    llm = header.llm
    has_bots = any(map(is_bot, specs.values()))
    known = {"prompts": prompts or llm is None, "bots": bots or not has_bots}
    other = [word for word, is_proven in known.items() if not is_proven]
    if fast:
        yield "prompts and bots are left out"
    elif other:
        yield f"{' and '.join(other)} of another version are not proven"
    for name, spec in specs.items():
        if is_own(spec):
            yield f"{name}, a seat of {spec}, is not proven"
    if llm is not None and any(
        each.sent.worst.money is not None
        and llm.models[specs[each.sent.seat]].price is None
        and each.price_table != price_table()
        for each in past_calls(calls, ()).calls
    ):
        yield "dollars by another table of prices are not proven"
    late = sum(
        each.reason == "timeout" and is_bot(specs.get(each.seat, "")) for each in failures(calls)
    )
    if late:
        yield f"that bots ran out of time, {late} times, is not proven"


class _AskedAgain:
    """The replay of one game from its first question."""

    def __init__(
        self,
        header: GameHeader,
        log: Sequence[Record],
        calls: Sequence[CallRecord],
        *,
        bots: bool,
        prompts: bool,
    ) -> None:
        replies = recorded_replies(log, calls)
        self._header, self._replies, self._bots = header, replies, bots
        self._specs = {seat.name: seat.spec for seat in header.seats}
        self._lines = _lines_of_answers(log)
        self._people = PeopleProof(header, calls)
        self._caller = _RecordedCaller(header, calls, replies)
        self._game = SteppedGame(restore(header.saved()), header, MemoryLog(header))
        self._models = self._model_seats() if prompts else {}
        self._made: dict[tuple[str, str], Seat] = {}
        self._gone = set[str]()  # models' seats that bots have replaced

    def run(self) -> None:
        """Replay to the end, or to where the game stopped."""
        game = self._game
        while asked := game.go_on():
            known = [self._replies.get(each.id) for each in asked]
            for each, reply in zip(asked, known, strict=True):
                if reply is not None:
                    self._check(each, reply)
            if None in known:
                break  # the game stopped here
            for reply in known:
                if reply is not None:
                    game.reply(reply)
        unmade = self._caller.unmade() if self._models else None
        if unmade is not None:
            raise InvalidRecord(CALLS, unmade, "is a call that its seat does not make")

    def _check(self, asked: Asked, known: SeatReply) -> None:
        spec = self._answers(asked, known)
        model = self._models.get(asked.seat)
        if model is not None:
            self._tell(asked, known, model, is_used=is_model_spec(spec))
        is_late = isinstance(known, Failed) and known.reason == "timeout"
        if self._bots and is_bot(spec) and not is_late:
            self._compare(asked, known, self._bot(asked.seat, spec))

    def _tell(self, asked: Asked, known: SeatReply, model: ModelSeat, *, is_used: bool) -> None:
        """Replay a model's seat for a question that a bot may have answered in its place."""
        if is_used:
            self._compare(asked, known, model)
            return
        is_unpaid = self._caller.is_unpaid(asked.id) and asked.seat not in self._gone
        self._gone.add(asked.seat)
        if is_unpaid or self._caller.has_calls(asked.id):
            with suppress(NoReply):  # a bot replaced the model
                self._reply(asked, model)

    def _compare(self, asked: Asked, known: SeatReply, seat: Seat) -> None:
        try:
            reply = self._reply(asked, seat)
        except TranscriptError as error:
            raise InvalidRecord(error.file, error.line, error.why) from error
        if effect_of(reply) != effect_of(known):
            who = self._answers(asked, known)
            why = f"is not what {who} gives for {asked.id}: {_told(reply)}"
            raise InvalidRecord(LOG, self._lines.get(asked.id), why)

    def _reply(self, asked: Asked, seat: Seat) -> SeatReply:
        task = self._game.task(asked, lazily=seat.only_reads)
        try:
            return answer_at_once(task, seat, self._game)
        except TranscriptError:
            raise
        except SeatFailure as error:
            return Failed(id=asked.id, reason=error.reason, why=error.why)
        except Exception as error:  # noqa: BLE001 - a default stands in for whatever a seat raises
            return Failed(id=asked.id, reason="error", why=described(error))

    def _answers(self, asked: Asked, known: SeatReply) -> str:
        """Return the SPEC of who answered: the seat's, or that of a bot in its place."""
        replaced = known.replaced
        if self._people.is_person(asked.seat):  # not logged in a card window
            replaced = self._people.by(asked.seat, asked.id)
        return self._specs[asked.seat] if replaced is None else replaced.by

    def _bot(self, seat: str, spec: str) -> Seat:
        if (seat, spec) not in self._made:
            seed, options = bots_seed(self._header.seed), self._header.options
            self._made[seat, spec] = make_seat(spec, name=seat, seed=seed, options=options)
        return self._made[seat, spec]

    def _model_seats(self) -> dict[str, ModelSeat]:
        """Return the seats of the header's models, by name."""
        llm = self._header.llm
        if llm is None:
            return {}
        talk, seats = self._header.talk, self._game.table.seats
        briefing = Briefing.of(self._header.facts(), seats, talk, llm.rules)
        return {
            name: ModelSeat(
                name=name, briefing=briefing, caller=self._caller,
                model=_RecordedModel(spec=spec, settings=llm.models[spec]),
                persona=llm.personas.get(name),
            )
            for name in llm.seats
            for spec in [self._specs[name]]
        }  # fmt: skip


class NoReply(TranscriptError):
    """A seat asks its model for a reply that is not recorded."""


class _RecordedCaller(Caller):
    """Serves recorded calls and makes none."""

    def __init__(
        self, header: GameHeader, calls: Sequence[CallRecord], replies: Mapping[str, SeatReply]
    ) -> None:
        past = past_calls(calls, replies)
        super().__init__(header.game, Budget(BudgetRules(), lambda: 0.0), _NoJournal(), past)
        self._entries, self._by_question = past.calls, past.by_question()
        self._replies = replies
        self._budget_proof = BudgetProof(header, calls, past)
        self._lines_made = set[int]()

    async def call(self, request: CallRequest) -> Reply:
        try:
            served = self._served(request)
        except SteppedDown:
            self._take_step(request)
            raise
        if served is not None:
            return served
        reason, why = self._past.failed.get(request.asked, (None, ""))
        if reason == "budget" or self.is_unpaid(request.asked):
            self._budget_proof.check(request)
        if reason is not None:
            raise SeatFailure(reason, why)
        raise NoReply(CALLS, None, f"has no reply to {request.asked}, which was answered")

    def step_down(self, request: CallRequest, after: Step) -> None:
        super().step_down(request, after)
        self._take_step(request)

    def _take_step(self, request: CallRequest) -> None:
        step = self._past.stepped.get(request.place)
        if step is not None:
            self._lines_made.add(step.line)

    def is_unpaid(self, asked: str) -> bool:
        """Return True if a bot answered because no call fitted the budget."""
        return self._replies[asked].replaced == REPLACEMENT

    def has_calls(self, asked: str) -> bool:
        """Return True if a model was called for a question."""
        return asked in self._by_question

    def unmade(self) -> int | None:
        """Return the line of the first call or step down that no seat repeated, if any."""
        lines = {each.line: each.sent.asked for each in self._entries}
        lines |= {each.line: place[0] for place, each in self._past.stepped.items()}
        unmade = lines.keys() - self._lines_made
        return min((line for line in unmade if lines[line] in self._replies), default=None)

    def _check(self, entry: PastCall, request: CallRequest) -> None:
        conversation = request.conversation
        items, tools = conversation.unwritten(request.tools)
        super()._check(entry, request)
        sent = conversation.most_tokens + request.extra
        expected: dict[str, object] = {
            "items": items, "tools": tools, "least": conversation.least_tokens,
        }  # fmt: skip
        with suppress(LookupError):  # priced by another table
            tariff = entry.tariff(request.model.settings, request.model.spec)
            expected["worst"] = worst_case(sent, request.model.settings, tariff)
        for key, value in expected.items():
            if getattr(entry.sent, key) != value:
                raise TranscriptError(CALLS, entry.line, f"has other {key} than its seat sends")
        self._lines_made.add(entry.line)


class _NoJournal:
    """Rejects every new record, since a replay must not add any."""

    def call(self, data: CallFact) -> None:
        """Reject a record, other than the end of a call that broke off."""
        if not isinstance(data, CallFailed):
            raise TranscriptError(CALLS, None, f"has no {data.type}: {short(data.data())}")


@dataclass(slots=True, kw_only=True)
class _RecordedModel:
    """Parses a model's recorded replies; it can't be asked."""

    spec: str
    settings: ModelSettings
    takes_tools: bool = True

    def read(self, raw: Mapping[str, object]) -> Reply:
        return reader_of(self.spec)(raw)

    def payload(
        self, conversation: Sequence[Item], tools: Sequence[Tool], step: Step
    ) -> JsonObject:
        raise NotImplementedError

    async def send(self, payload: Mapping[str, object], seconds: float) -> JsonObject:
        raise NotImplementedError

    async def check(self, seconds: float) -> None:
        """Nobody is asked."""

    async def close(self) -> None:
        """Nothing is open."""


def _lines_of_answers(log: Sequence[Record]) -> dict[str, int]:
    """Return the line, from 1, of the answer to each question and turn."""
    asked = [(_asked(record), line) for line, record in enumerate(log, start=1)]
    return {id_: line for id_, line in reversed(asked) if id_ is not None}


def _asked(record: Record) -> str | None:
    match record.data:
        case Answer(decision=asked) | TurnOnFloor(turn=asked):
            return asked
        case _:
            return None


def _told(reply: SeatReply) -> str:
    given = {each.name: getattr(reply, each.name) for each in fields(reply)}
    told = {
        key: value.data() if isinstance(value, Speech | Plan) else value
        for key, value in given.items()
        if key in TOLD and (value is not None or key == "speech")
    }
    return short(told)
