"""A seat that a language model answers for.

It shows its model what is new, asks, and parses the answer. The table asks again where an answer is
invalid; the caller retries where a call fails.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeVar

from arena.calls.caller import CallRequest, Purpose, SteppedDown
from arena.calls.conversation import Conversation, most_tokens_of, tools_data
from arena.errors import (
    RETOLD_KINDS,
    Aborted,
    ArenaError,
    Fault,
    InvalidAnswer,
    Outage,
    SeatFailure,
)
from arena.hash_chain import digest, encode
from arena.models.prices import Tariff
from arena.models.specs import first_step, parse, worded_step
from arena.models.types import Model, Reply, Step, Tool, ToolCall, is_worded
from arena.projections.perspective import Perspective
from arena.records.record import Shown
from arena.seats.llm.answers import note_of
from arena.seats.llm.briefing import (
    SPARE,
    Briefing,
    is_no_summary,
    least_context,
    newest_notes,
    room_for_events,
)
from arena.seats.llm.claim_lines import read_plan
from arena.seats.llm.prompts import TurnText
from arena.seats.llm.read_decision import broken_rule, read_decision
from arena.seats.llm.read_reply import (
    call_arguments,
    is_same_answer,
    is_without_call,
    summary_of,
    tool_of,
)
from arena.seats.llm.read_talk import read_bid, read_speech
from arena.seats.llm.tools import toolbox_for
from arena.seats.seat import Question, Seat
from arena.settings import Persona
from arena.talk.plan import Plan
from arena.talk.speech import Speech, TalkTurn
from engine.view_data import ViewData

T = TypeVar("T")
TAKEN, NOT_TAKEN = "Taken.", "Not taken."
ENDING = {"unauthorized", "forbidden", "not_found"}
PATIENCE = 2
"""Consecutive replies without a call after which a model is asked to answer as text; twice as many
at a step at which it did call."""


class ModelCaller(Protocol):
    """The part of `arena.calls.caller` that a seat uses."""

    async def call(self, request: CallRequest) -> Reply:
        """Call the model and return its reply."""
        ...

    def step_down(self, request: CallRequest, after: Step) -> None:
        """Record that the seat asks less strictly, since its model does not answer as asked."""
        ...


class _Moment(NamedTuple):
    asked: Question | TalkTurn
    view: ViewData
    heard: Sequence[Shown]
    tools: Sequence[Tool]


@dataclass(slots=True)
class ModelSeat(Seat):
    """Plays one seat by asking a model, which knows only what the seat perceived."""

    name: str
    briefing: Briefing
    model: Model
    caller: ModelCaller
    tariff: Tariff | None = None
    persona: Persona | None = None
    waits: bool = False
    """True while its provider owes it a reply."""
    plan: Plan | None = None
    """The intentions given with the last answer."""
    remembers: bool = field(default=True, init=False)
    """True: in a resumed game its conversation has to be rebuilt."""
    has_checked: bool = field(default=True, init=False)
    """True: a reply is parsed into one of the options, or raises an error."""
    _step: Step = field(init=False)
    """The step at which the model is asked now: how strictly."""
    _learned_step: Step = field(init=False)
    """The same without steps that are only tried for the open question."""
    _without_call: int = 0
    """Consecutive replies without a call at the present step."""
    _called_at: set[Step] = field(default_factory=set)
    """Steps at which a reply held a call."""
    _conversation: Conversation = field(init=False)
    _known: int = 0
    """Number of records shown to the model."""
    _told: TurnText | None = None
    """The turn shown last."""
    _since: int = 0
    """Number of records shown before the open question."""
    _now: _Moment = field(init=False)
    _longest: int | None = None
    """Tokens of the smallest own call refused as too long, output included; None: none was."""
    _retells: bool = False
    """True where its conversation began with a summary, or with past events."""
    _attempt: int = 0
    _question: tuple[int, str] = (0, "")
    """The number of items before the open question, and its text."""
    _answer: Reply | None = None
    """The last reply to the open question."""
    _is_copied: bool = False
    """True where it repeats the reply before, which was refused."""
    _calls: tuple[ToolCall, ...] = ()
    """Calls of the last reply, which have no result yet."""
    _result: str = NOT_TAKEN
    _notes: list[str] = field(default_factory=list)
    _seen: Perspective = field(init=False)
    _setups: dict[Step, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        briefing, seats = self.briefing, self.briefing.vocabulary.seats
        self._seen = Perspective(briefing.ruleset, seats, seats, self.name)
        self._step = first_step(parse(self.model.spec), self.model.settings)
        self._learned_step = self._step
        self._begin(1)

    @property
    def only_reads(self) -> bool:
        """True: what it hears becomes text, and is never changed."""
        return True

    @property
    def talks(self) -> bool:
        """True: every model can."""
        return True

    async def answer(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str:
        """Return the id of the model's option. Raises `InvalidAnswer` or `SeatFailure`."""
        briefing, rule, tools = self.briefing, None, self.briefing.tools
        if briefing.rules.hints == "none":
            rule = broken_rule(question.kind, briefing.ruleset, briefing.vocabulary.seats)
        if briefing.rules.tool_schema == "dynamic":
            tools = toolbox_for(question, tools)
        reply = await self._asked(_Moment(question, view, heard, tools))
        return self._accepted(reply, lambda given: read_decision(question, given, rule=rule))

    async def speak(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Return the model's speech; None: silence."""
        briefing = self.briefing
        reply = await self._asked(_Moment(turn, view, heard, briefing.tools))
        talk, words, keys = briefing.talk, briefing.vocabulary, briefing.keys["message"]
        deals = self._seen.ledger.deals
        return self._accepted(
            reply, lambda given: read_speech(turn, given, talk, words, deals, keys=keys)
        )

    async def bid(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> int:
        """Return the model's bid to speak, from 0 to 4."""
        reply = await self._asked(_Moment(turn, view, heard, self.briefing.tools))
        return self._accepted(reply, read_bid)

    # --- what the model is shown ---

    async def _asked(self, moment: _Moment) -> Reply:
        """Show what is new and return the reply; where that is refused, begin a new conversation.

        It is refused where it is too long for a reply or a summary, or where something in it is
        refused, and would be with each later question.
        """
        self._now = moment
        self._seen.catch_up(moment.heard)
        try:
            await self._tell()
            return await self._reply()
        except Fault as fault:
            refused = self._noted(fault)
        for room in self._rooms():
            self._retell(room)
            try:
                return await self._reply()
            except Fault as fault:
                refused = self._noted(fault)
        raise self._failure(refused)

    async def _tell(self) -> None:
        asked = self._now.asked
        if asked.refused is not None:
            self._attempt += 1
            text = self.briefing.prompts.correction(asked, asked.refused, copied=self._is_copied)
            if self._is_copied:
                self._ask_anew(text)
            elif self._is_full(text, replies=1):
                self._retell(self._rooms()[0])
            else:
                self._say(text)
            return
        self._attempt, self._answer, self._is_copied = 0, None, False
        self._since = self._known
        turn_text = self._turn(new=False)
        text = turn_text.text
        if self._is_full(text, replies=2):
            remembered = await self._remembered()
            turn_text = self._turn(new=True)
            self._begin(self._conversation.epoch + 1)
            self._retells = True
            text = remembered + "\n\n" + turn_text.text
        self._ask(text, turn_text)

    def _retell(self, room: int) -> None:
        """Begin a conversation with at most `room` characters of past events, and ask."""
        prompts, asked = self.briefing.prompts, self._now.asked
        heard, notes = self._now.heard[: self._since], newest_notes(self._notes)
        turn_text = self._turn(new=True)
        parts = [prompts.retold(self.name, heard, notes, room=room), turn_text.text]
        if asked.refused is not None:
            parts.append(prompts.correction(asked, asked.refused))
        self._calls = ()
        self._begin(self._conversation.epoch + 1)
        self._retells = room > 0
        self._ask("\n\n".join(parts), turn_text)

    def _ask_anew(self, more: str) -> None:
        """Ask as before the refused answers: a model copies its own where it reads it."""
        count, question = self._question
        self._calls = ()
        self._begin(self._conversation.epoch + 1, before=self._conversation.items[1:count])
        self._say(f"{question}\n\n{more}")

    def _turn(self, *, new: bool) -> TurnText:
        """Write the turn; a `new` conversation shows board and ledger whole."""
        asked, view, heard, _ = self._now
        last = None if new else self._told
        return self.briefing.prompts.turn(
            asked,
            view,
            heard,
            known=self._since,
            last_board=last.board if last else None,
            seen=self._seen,
            last_ledger=last.ledger if last else None,
        )

    def _rooms(self) -> tuple[int, ...]:
        """Return the characters of past events for a shorter conversation, then for another."""
        fresh = self.briefing.conversation(self.name, self.persona, 1, self._step)
        replies = 2 * self.model.settings.max_output
        tokens = (self._limit() or 0) - replies - 2 * SPARE - fresh.likely_tokens
        room = room_for_events(tokens)
        if len(self._conversation.items) > 2:  # noqa: PLR2004 - more than rules and a question
            return (room, 0)
        return (0,) if self._retells else ()

    def _noted(self, fault: Fault) -> Fault:
        """Store the size of a call that was too long, and return the fault."""
        if fault.kind != "too_long":
            return fault
        settings = self.model.settings
        # With a lower limit, each question would ask for a summary first.
        least = least_context(self.briefing, self.name, self.persona, self.model.spec, settings)
        tokens = max(self._conversation.likely_tokens + settings.max_output, least)
        self._longest = min(tokens, self._longest or tokens)
        at = self.model.spec, self._now.view["round"]
        self.briefing.too_long[at] = min(tokens, self.briefing.too_long.get(at, tokens))
        return fault

    def _limit(self) -> int | None:
        """Return the context limit in tokens, configured or learned; None: it is not known.

        What other seats of the model have learned counts from the next round on: so a resumed game,
        where they may learn it in another order, does the same again.
        """
        found = [self.model.settings.context, self._longest]
        found += [
            tokens for (spec, round_), tokens in self.briefing.too_long.items()
            if spec == self.model.spec and round_ < self._now.view["round"]
        ]  # fmt: skip
        return min((each for each in found if each is not None), default=None)

    def _ask(self, text: str, told: TurnText) -> None:
        """Ask a question and store it, since it may be asked again; `told` is its turn."""
        self._known, self._told = len(self._now.heard), told
        self._say(text)
        self._question = len(self._conversation.items) - 1, text

    def _say(self, text: str) -> None:
        results = [self._result, *(NOT_TAKEN for _ in self._calls[1:])]
        for call, result in zip(self._calls, results, strict=False):
            self._conversation.add({"role": "tool", "call": call.id, "text": result})
        self._calls = ()
        self._conversation.add({"role": "user", "text": text})

    def _begin(self, epoch: int, *, before: Sequence[Mapping[str, object]] = ()) -> None:
        """Begin a conversation, with the items `before` where only its form changes."""
        self._conversation = self.briefing.conversation(self.name, self.persona, epoch, self._step)
        for item in before:
            self._conversation.add(dict(item))

    def _is_full(self, text: str, *, replies: int) -> bool:
        """Return True if the context has no room for the text and so many replies.

        A conversation without a reply can't be made any shorter.
        """
        limit = self._limit()
        if limit is None or all(item["role"] != "assistant" for item in self._conversation.items):
            return False
        likely = self._conversation.likely_tokens + len(text.encode()) // 3
        spare = SPARE if replies > 1 else 0
        return likely + replies * self.model.settings.max_output + spare > limit

    async def _remembered(self) -> str:
        """Return the beginning of the next conversation.

        It is the model's summary of this one, or past events where the model wrote none.
        """
        prompts, notes, (room, *_) = self.briefing.prompts, newest_notes(self._notes), self._rooms()
        summary = await self._summary()
        if is_no_summary(summary):
            heard = self._now.heard[: self._known]
            return prompts.retold(self.name, heard, notes, room=room)
        return prompts.epoch(self.name, summary, notes)

    async def _summary(self) -> str:
        """Ask for a summary of this conversation; empty where the model wrote none."""
        self._say(self.briefing.prompts.summary_request(self.name))
        reply = await self._reply("summary")
        try:
            summary = summary_of(reply, self.briefing.keys)
        except InvalidAnswer as error:
            if error.reason == "refusal":
                self._result = NOT_TAKEN
                raise SeatFailure(error.reason, f"no summary came: {error.why}") from error
            summary = ""
        self._calls = ()
        return summary

    # --- what it answers ---

    async def _reply(self, purpose: Purpose = "answer") -> Reply:
        """Return the model's reply; a step that was only tried is given up where the call fails."""
        try:
            reply = await self._called(purpose)
        except BaseException:
            self._step_to(self._learned_step)
            raise
        self._learned_step = self._step
        self.briefing.replied.add(self.model.spec)
        if reply.stop == "full":
            why = f"{self.model.spec}: the reply was cut off where the context was full"
            raise Fault("too_long", why)
        self._conversation.answered(reply.item, reply.usage)
        self._calls = () if is_worded(self._step) else reply.calls
        if purpose == "answer":
            self._count_calls(reply)
            self._is_copied = self._answer is not None and is_same_answer(reply, self._answer)
            self._answer = reply
        return reply

    async def _called(self, purpose: Purpose) -> Reply:
        """Call the model, less strictly each time its server refuses the request's form."""
        if self._without_call >= PATIENCE * (2 if self._step in self._called_at else 1):
            self._ask_in_words(purpose)
        while True:
            self.waits = True
            try:
                reply = await self.caller.call(self._request(purpose))
            except Fault as fault:
                if fault.kind in RETOLD_KINDS:
                    raise
                raise self._failure(fault) from fault
            except SteppedDown as down:
                is_trial = down.tried or self._step != self._learned_step
                self._step_to(down.step)
                if not is_trial:
                    self._learned_step = down.step
                continue
            self.waits = False
            return reply

    def _request(self, purpose: Purpose) -> CallRequest:
        asked = self._now.asked
        tools = self.briefing.tools if purpose == "summary" else self._now.tools
        if self._step == "schema":
            name = "summarize" if purpose == "summary" else tool_of(asked)
            tools = self.briefing.bounded_tool(asked, name, self.name)
        return CallRequest(
            seat=self.name, asked=asked.id, purpose=purpose, attempt=self._attempt,
            model=self.model, tariff=self.tariff, conversation=self._conversation,
            tools=tools, step=self._step, setup=self._setup(tools),
            extra=0 if tools is self.briefing.tools else most_tokens_of(tools),
        )  # fmt: skip

    def _count_calls(self, reply: Reply) -> None:
        if is_without_call(reply, tool_of(self._now.asked), self.briefing.keys):
            self._without_call += 1
        elif reply.stop == "done" and (reply.calls or reply.text.strip()):
            self._without_call = 0
            self._called_at.add(self._step)

    def _ask_in_words(self, purpose: Purpose) -> None:
        self._without_call = 0
        after = worded_step(self._step, parse(self.model.spec), self.model.settings)
        if after is not None:
            self.caller.step_down(self._request(purpose), after)
            self._step_to(after)
            self._learned_step = after

    def _failure(self, fault: Fault) -> ArenaError:
        """Return the error for a fault: of this question, an outage, or the end of the game.

        Some servers list their models to everybody, and refuse a key or a name at the first call.
        """
        if fault.kind == "bad_request":
            return SeatFailure("provider", fault.why)
        if fault.kind in ENDING and self.model.spec not in self.briefing.replied:
            return Aborted(f"a model can't be asked: {fault.why}", spec=self.model.spec)
        return Outage(fault.why)

    def _step_to(self, step: Step) -> None:
        before, self._step = self._step, step
        if before != step:
            self._without_call = 0
        if is_worded(before) != is_worded(step):
            self._begin(self._conversation.epoch + 1, before=self._conversation.items[1:])

    def _setup(self, tools: Sequence[Tool]) -> str:
        """Return a digest of everything in a call besides its conversation."""
        static = tools is self.briefing.tools
        if static and self._step in self._setups:
            return self._setups[self._step]
        given = (
            self.model.spec, self.model.settings.model_dump(mode="json"), self._step,
            tools_data(tools),
        )  # fmt: skip
        setup = digest(encode(given).encode())
        if static:
            self._setups[self._step] = setup
        return setup

    def _accepted(self, reply: Reply, read: Callable[[Mapping[str, object]], T]) -> T:
        """Parse the answer in a reply; the next item tells the model whether it was valid."""
        self._result, self.plan = NOT_TAKEN, None
        rules, words = self.briefing.rules, self.briefing.vocabulary
        given = call_arguments(reply, tool_of(self._now.asked), self.briefing.keys)
        answer = read(given)
        if rules.plans:
            self.plan = read_plan(given.get("plan"), self.name, words)
        self._result = TAKEN
        note = note_of(given.get("note"), rules.notes)
        if note is not None:
            self._notes.append(note)
        return answer
