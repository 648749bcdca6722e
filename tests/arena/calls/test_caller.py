"""The line to a model: intents, records, retries, late replies, and what is served again."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import fields, replace
from typing import Any

import pytest

from arena.calls.budget import Budget
from arena.calls.caller import Caller, CallRequest, SteppedDown
from arena.calls.conversation import Conversation
from arena.calls.past import PastCall, PastCalls, PastStep, Stepped, past_calls
from arena.calls.records import (
    AnswerFailed,
    CallAnswered,
    CallFact,
    CallFailed,
    CallRecord,
    CallSent,
    Cost,
    SessionBegan,
    SessionEnded,
)
from arena.errors import (
    ArenaError,
    BudgetExceeded,
    Fault,
    Outage,
    SeatFailure,
    TranscriptError,
    WriteError,
)
from arena.hash_chain import encode
from arena.models.prices import price_of
from arena.models.specs import parse
from arena.models.types import Item, Reply, Step, Tool, Usage
from arena.settings import BudgetRules, ModelSettings, Price

USAGE = Usage(input=20, cached=0, written=0, output=10, reasoning=0)
LONGEST = ModelSettings().max_output


class Scripted:
    """A model that does what it is told to at each call: return a reply, raise, or wait for one."""

    spec = "openai-compatible:m@http://127.0.0.1/v1"
    takes_tools = True

    def __init__(self, *does: Any, usage: Usage | None = USAGE, **settings: Any) -> None:
        self.usage = usage
        self.settings = ModelSettings(retries=settings.pop("retries", 0), **settings)
        self.does = list(does)
        self.sent: list[Mapping[str, Any]] = []

    def payload(
        self, conversation: Sequence[Item], _tools: Sequence[Tool], step: Step
    ) -> dict[str, Any]:
        """Return all that was said."""
        return {"said": [dict(item) for item in conversation], "step": step}

    async def send(self, payload: Mapping[str, Any], _seconds: float) -> dict[str, Any]:
        """Do the next thing."""
        self.sent.append(payload)
        does = self.does.pop(0)
        if isinstance(does, asyncio.Future):
            does = await does
        if isinstance(does, Exception):
            raise does
        return {"text": does}

    def read(self, raw: Mapping[str, Any]) -> Reply:
        """Return the words."""
        if "text" not in raw:
            raise Fault("unreadable", "no text", status=200)
        item = {"role": "assistant", "raw": [raw["text"]]}
        return Reply(item=item, calls=(), text=raw["text"], reasoning="", stop="done",
                     usage=self.usage, model="m")  # fmt: skip

    async def check(self, _seconds: float) -> None:
        """Be there."""

    async def close(self) -> None:
        """Nothing is open."""


class Kept:
    """A journal in memory; it fails where it is told to."""

    def __init__(self, full_at: int | None = None) -> None:
        self.records: list[tuple[str, dict[str, Any]]] = []
        self._full_at = full_at

    def call(self, data: CallFact) -> None:
        """Keep a record."""
        if len(self.records) == self._full_at:
            raise WriteError("the disk is full")
        self.records.append((data.type, data.data()))

    @property
    def types(self) -> list[str]:
        """What was written, in order."""
        return [name for name, _ in self.records]


def caller(journal: Kept, recorded: PastCalls | None = None, **caps: Any) -> Caller:
    """Return a line with a budget."""
    budget = Budget(BudgetRules(**caps), lambda: 0.0)
    return Caller("game", budget, journal, recorded or PastCalls())


def request(model: Scripted, asked: str = "Anna.1", **given: Any) -> CallRequest:
    """Return a question's first call."""
    conversation = given.pop("conversation", None) or said("Vote.")
    return CallRequest(**{
        "seat": "Anna", "asked": asked, "purpose": "answer", "attempt": 0, "model": model,
        "tariff": None, "conversation": conversation, "tools": (), "step": "forced", "setup": "",
        **given,
    })  # fmt: skip


def said(*texts: str) -> Conversation:
    """Return a conversation of what a model was told."""
    conversation = Conversation(1)
    for text in texts:
        conversation.add({"role": "user", "text": text})
    return conversation


async def under_way(model: Scripted) -> None:
    """Wait until a call has left."""
    while not model.sent:  # noqa: ASYNC110 - the very step is meant
        await asyncio.sleep(0)


async def ends(task: "asyncio.Task[Reply]") -> BaseException | None:
    """Cancel a task as a deadline does; return what it ends with."""
    task.cancel()
    (ended,) = await asyncio.gather(task, return_exceptions=True)
    return ended if isinstance(ended, BaseException) else None


async def test_an_intent_is_written_before_the_call_leaves() -> None:
    """Where it can't be written nothing is sent, and nothing stays reserved."""
    model = Scripted("yes")
    journal = Kept(full_at=0)
    tight = caller(journal, calls=1)
    with pytest.raises(WriteError):
        await tight.call(request(model))
    assert model.sent == []
    journal._full_at = None
    assert (await tight.call(request(model))).text == "yes"


async def test_a_reply_is_written_before_anybody_sees_it() -> None:
    """A full disk hides it."""
    model, journal = Scripted("yes"), Kept(full_at=1)
    with pytest.raises(WriteError):
        await caller(journal).call(request(model))
    assert journal.types == ["call_sent"]


async def test_calls_are_numbered_in_the_order_in_which_they_leave() -> None:
    """Also those that are under way together."""
    journal = Kept()
    free = caller(journal)
    await asyncio.gather(*(free.call(request(Scripted("x"), f"Anna.{at}")) for at in range(3)))
    sent = [data["call"] for name, data in journal.records if name == "call_sent"]
    assert sent == [0, 1, 2]


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["connection", "timeout", "rate_limit", "overloaded"])
async def test_passing_faults_are_tried_again_as_often_as_the_settings_say(kind: Any) -> None:
    """Then the last one is raised."""
    faults = [Fault(kind, f"no {at}", retry_after=0.0) for at in range(3)]
    model = Scripted(*faults, retries=2)
    journal = Kept()
    with pytest.raises(Fault, match="no 2"):
        await caller(journal).call(request(model))
    assert journal.types == ["call_sent", "call_failed"] * 3
    assert [data["again"] for name, data in journal.records if name == "call_sent"] == [0, 1, 2]


@pytest.mark.parametrize("kind", ["bad_request", "unauthorized", "forbidden", "not_found"])
async def test_lasting_faults_are_raised_at_once(kind: Any) -> None:
    """Whatever the settings say."""
    model = Scripted(Fault(kind, "no"), "yes", retries=5)
    with pytest.raises(Fault, match="no"):
        await caller(Kept()).call(request(model))
    assert len(model.sent) == 1


async def test_a_server_that_wants_to_be_left_alone_for_long_is() -> None:
    """It asked for an hour: the call is given up."""
    model = Scripted(Fault("rate_limit", "later", retry_after=3600.0), "yes", retries=5)
    with pytest.raises(Fault, match="later"):
        await caller(Kept()).call(request(model))


@pytest.mark.parametrize(
    ("fault", "booked"),
    [
        (Fault("overloaded", "no", status=529), 0),
        (Fault("timeout", "no", status=408), None),
        (Fault("server", "no", status=504), None),
        (Fault("connection", "no", reached=False), 0),
        (Fault("connection", "no"), None),
        (Fault("timeout", "no"), None),
        (Fault("unreadable", "no", status=200), None),
    ],
)
async def test_what_a_failed_call_is_booked_at(fault: Fault, booked: int | None) -> None:
    """Nothing where the server can't have worked, else the worst case."""
    journal = Kept()
    with pytest.raises((Fault, SteppedDown)):
        await caller(journal).call(request(Scripted(fault)))
    (_, sent), (_, failed), *_ = journal.records
    expected = sent["worst"]["tokens"] if booked is None else booked
    assert failed["booked"]["tokens"] == expected


async def test_a_reply_after_the_deadline_is_recorded_as_late() -> None:
    """The seat is gone; its call goes on and is written down."""
    reply: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    journal = Kept()
    slow = caller(journal)
    model = Scripted(reply)
    task = asyncio.create_task(slow.call(request(model)))
    await under_way(model)
    assert isinstance(await ends(task), asyncio.CancelledError)
    reply.set_result("too late")
    await slow.settled(1.0)
    assert journal.records[-1][0] == "call_answered"
    assert journal.records[-1][1]["late"] is True


async def test_a_reply_in_the_moment_of_the_deadline_is_marked_as_ignored() -> None:
    """It was recorded in time, and nobody used it: the record says both."""
    reply: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    journal = Kept()
    slow = caller(journal)
    model = Scripted(reply)
    task = asyncio.create_task(slow.call(request(model)))
    await under_way(model)
    reply.set_result("just now")
    while "call_answered" not in journal.types:  # noqa: ASYNC110 - the very step is meant
        await asyncio.sleep(0)
    assert isinstance(await ends(task), asyncio.CancelledError)
    assert journal.types == ["call_sent", "call_answered", "call_ignored"]


async def test_calls_under_way_when_a_game_stops_are_broken_off_and_booked() -> None:
    """At their worst case, since nobody knows; they are asked again when it goes on."""
    reply: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    journal = Kept()
    slow = caller(journal)
    model = Scripted(reply)
    task = asyncio.create_task(slow.call(request(model)))
    await under_way(model)
    slow.halt()
    await ends(task)
    await slow.stop()
    (_, sent), (name, failed) = journal.records
    assert (name, failed["fault"]) == ("call_failed", "interrupted")
    assert failed["booked"] == sent["worst"]


async def test_a_reply_that_cant_be_written_is_no_reply() -> None:
    """Half a surrogate pair is no JSON that a file could hold."""
    journal, model = Kept(), Scripted("yes", "\ud800")
    opened = caller(journal)
    await opened.call(request(model))
    with pytest.raises(Fault, match="no JSON that can be kept"):
        await opened.call(request(model, "Anna.2"))
    assert journal.types[2:] == ["call_sent", "call_failed"]


async def test_a_budget_that_is_used_up_makes_no_call() -> None:
    """Nothing is written either."""
    journal = Kept()
    with pytest.raises(BudgetExceeded):
        await caller(journal, calls=0).call(request(Scripted("yes")))
    assert journal.records == []


async def test_a_deadline_while_a_call_waits_for_the_budget_leaves_nothing_behind() -> None:
    """No intent, no reservation: who comes next gets what comes free."""
    reply: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    journal = Kept()
    tight = caller(journal, calls=2, tokens=8_000)
    first, waiting = Scripted(reply), Scripted("never")
    running = asyncio.create_task(tight.call(request(first)))
    await under_way(first)
    task = asyncio.create_task(tight.call(request(waiting, "Bruno.1")))
    await asyncio.sleep(0)
    assert isinstance(await ends(task), asyncio.CancelledError)
    assert (waiting.sent, journal.types) == ([], ["call_sent"])
    reply.set_result("yes")
    await running
    assert (await tight.call(request(Scripted("next"), "Clara.1"))).text == "next"


# --- a count of tokens that can't be ---

LEAST = 25
"""Tokens that 400 bytes have at least."""


@pytest.mark.parametrize(
    ("sent", "generated", "is_believed"),
    [
        (LEAST, 1, True), (LEAST - 1, 1, False), (0, 1, False), (LEAST, 0, False), (0, 0, False),
        (441, LONGEST, True), (442, 1, False), (LEAST, LONGEST + 1, False),
        (900_000_000, 900_000_000, False),
    ],
)  # fmt: skip
async def test_a_count_that_cant_be_is_no_count(
    sent: int, generated: int, *, is_believed: bool
) -> None:
    """It is marked, booked at the worst case, and nobody builds on it."""
    counted = Usage(input=sent, cached=0, written=0, output=generated, reasoning=0)
    journal, model = Kept(), Scripted("x" * 16, usage=counted)
    conversation = said("x" * 400)
    opened = caller(journal)
    reply = await opened.call(request(model, conversation=conversation))
    (_, intent), (_, answered) = journal.records
    assert intent["least"] == LEAST
    assert answered["unbelievable"] is not is_believed
    assert reply.usage == (counted if is_believed else None)
    took = sent + generated if is_believed else intent["worst"]["tokens"]
    assert answered["booked"]["tokens"] == took
    assert (answered["usage"] is None) is not is_believed
    before = conversation.most_tokens
    conversation.answered(reply.item, reply.usage)
    assert is_believed or conversation.most_tokens > before


@pytest.mark.parametrize(
    ("context", "tokens", "sent"),
    [(None, 20_016 + 64, 20_016), (30_000, 20_016 + 64, 20_016), (8_000, 8_000, 8_000)],
)
async def test_a_context_bounds_the_worst_case(context: int | None, tokens: int, sent: int) -> None:
    """A call that its model takes has no more tokens; what nobody counted is booked at that."""
    journal = Kept()
    model = Scripted("x", usage=None, max_output=64, context=context)
    price = price_of(parse(model.spec), ModelSettings(price=Price(input=1e6, output=1e6)))
    conversation = said("x" * (20_000 - len(encode({"role": "user", "text": ""}))))
    await caller(journal).call(request(model, conversation=conversation, tariff=price))
    (_, intent), (_, answered) = journal.records
    assert intent["worst"] == answered["booked"] == {"tokens": tokens, "money": sent + 64}


@pytest.mark.parametrize(("counted", "is_believed"), [(7_990, True), (8_000, True), (8_001, False)])
async def test_what_is_sent_may_fill_a_context(counted: int, *, is_believed: bool) -> None:
    """Nobody can tell how much of the worst case is output then."""
    usage = Usage(input=counted, cached=0, written=0, output=10, reasoning=0)
    model = Scripted("x", usage=usage, max_output=64, context=8_000)
    reply = await caller(Kept()).call(request(model, conversation=said("x" * 20_000)))
    assert (reply.usage == usage) is is_believed


async def test_a_recorded_count_that_cant_be_is_none_when_it_is_served_again() -> None:
    """A game that goes on has the same worst cases."""
    conversation = said("x" * 400)
    record = entry(0, "Anna.1", conversation, answered=ANSWERED, least=LEAST)
    model = Scripted(usage=replace(USAGE, input=LEAST - 1))
    recorded = PastCalls(calls=(record,))
    reply = await caller(Kept(), recorded).call(request(model, conversation=conversation))
    assert reply.usage is None


# --- what is recorded is served again ---


def entry(call: int, asked: str, conversation: Conversation, **more: Any) -> PastCall:
    """Return a recorded call that was sent from a conversation."""
    sent = CallSent(
        call=call, seat="Anna", asked=asked, purpose="answer", attempt=0, again=0, step="forced",
        epoch=1, tools=None, items=(), digest=conversation.digest(""), least=0,
        worst=Cost(tokens=50 + LONGEST, money=None),
    )  # fmt: skip
    given = {each.name: more.pop(each.name) for each in fields(sent) if each.name in more}
    return PastCall(line=call + 1, sent=replace(sent, **given), **more)


ANSWERED = CallAnswered(
    call=0, raw={"text": "recorded"}, booked=Cost(tokens=7, money=None), usage=None,
    unbelievable=False, seconds=1.0, late=False,
)  # fmt: skip
FAILED = CallFailed(
    call=0, fault="bad_request", status=400, why="no tools here", raw=None,
    booked=Cost(tokens=0, money=0.0), seconds=1.0, late=False,
)  # fmt: skip


async def test_a_recorded_reply_is_not_asked_for_again() -> None:
    """The same question from the same conversation gets it."""
    model, journal = Scripted(), Kept()
    recorded = PastCalls(calls=(entry(0, "Anna.1", said("Vote."), answered=ANSWERED),))
    assert (await caller(journal, recorded).call(request(model))).text == "recorded"
    assert (model.sent, journal.records) == ([], [])


async def test_another_conversation_than_the_recorded_one_is_refused() -> None:
    """A seat that would be sent other bytes is named, with the line."""
    recorded = PastCalls(calls=(entry(0, "Anna.1", said("Vote!"), answered=ANSWERED),))
    with pytest.raises(TranscriptError, match="line 1: Anna would be sent something else"):
        await caller(Kept(), recorded).call(request(Scripted("x")))


@pytest.mark.parametrize("unused", [{"answered": replace(ANSWERED, late=True)},
                                    {"answered": ANSWERED, "ignored": True}])  # fmt: skip
async def test_a_reply_that_was_not_used_is_not_served(unused: dict[str, Any]) -> None:
    """The question is asked again."""
    recorded = PastCalls(calls=(entry(0, "Anna.1", said("Vote."), **unused),))
    assert (await caller(Kept(), recorded).call(request(Scripted("new")))).text == "new"


async def test_a_call_that_broke_off_is_booked_and_made_again() -> None:
    """Its worst case is written down as lost, before anything else."""
    journal = Kept()
    recorded = PastCalls(calls=(entry(0, "Anna.1", said("Vote.")),))
    again = caller(journal, recorded)
    assert (await again.call(request(Scripted("new")))).text == "new"
    assert journal.types == ["call_failed", "call_sent", "call_answered"]
    assert journal.records[0][1]["fault"] == "lost"
    assert journal.records[0][1]["booked"]["tokens"] == 50 + LONGEST
    assert journal.records[1][1]["call"] == 1
    assert journal.records[1][1]["items"] == []


REFUSED = Fault("bad_request", "m: no grammar", status=400)
NOT_FOUND = Fault("not_found", "m: No endpoints found that support tool use.", status=404)


@pytest.mark.parametrize("refused", [REFUSED, NOT_FOUND])
async def test_a_server_that_refuses_a_call_is_stepped_down_from(refused: Fault) -> None:
    """That is written down, and the seat is told how to ask instead."""
    journal = Kept()
    with pytest.raises(SteppedDown) as down:
        await caller(journal).call(request(Scripted(refused)))
    assert down.value.step == "offered"
    assert journal.types == ["call_sent", "call_failed", "stepped_down"]


async def test_a_server_that_takes_calls_in_no_way_is_an_outage() -> None:
    """Once the last way is refused, and none was ever taken."""
    with pytest.raises(Outage, match="no grammar"):
        await caller(Kept()).call(request(Scripted(REFUSED), step="text"))


async def test_a_model_that_is_found_in_no_way_is_not_there() -> None:
    """Its seat learns it as it came."""
    steps, error = await _down(caller(Kept()), NOT_FOUND)
    assert [step for step, _ in steps] == ["forced", "offered", "schema", "text"]
    assert isinstance(error, Fault)
    assert "No endpoints" in error.why


async def _down(opened: Caller, fault: Fault) -> tuple[list[tuple[Step, int]], ArenaError]:
    """Ask as a seat does; return how, how often each, and what was raised at last."""
    step: Step = "forced"
    steps: list[tuple[Step, int]] = []
    while True:
        model = Scripted(fault, fault, retries=1)
        try:
            await opened.call(request(model, step=step))
        except SteppedDown as down:
            steps.append((step, len(model.sent)))
            step = down.step
        except ArenaError as error:
            return [*steps, (step, len(model.sent))], error


async def test_a_server_that_breaks_down_is_tried_below_each_time() -> None:
    """Each lower step once; where none brings a reply it is down, and asked as before next time."""
    opened = caller(Kept())
    steps, error = await _down(opened, Fault("server", "HTTP 500", status=500))
    assert steps == [("forced", 2), ("offered", 1), ("schema", 1), ("text", 1)]
    assert isinstance(error, Outage)
    assert (await opened.call(request(Scripted("yes"), "Anna.2"))).text == "yes"


async def test_a_step_that_was_tried_holds_once_it_brings_a_reply() -> None:
    """The other seats of the model follow."""
    opened = caller(Kept())
    broken = Fault("server", "HTTP 500", status=500)
    with pytest.raises(SteppedDown):
        await opened.call(request(Scripted(broken)))
    await opened.call(request(Scripted("yes"), step="offered"))
    with pytest.raises(SteppedDown) as down:
        await opened.call(request(Scripted("never"), "Bruno.1", seat="Bruno"))
    assert (down.value.step, down.value.tried) == ("offered", False)


@pytest.mark.parametrize("step", ["forced", "text"])
async def test_a_refusal_of_what_was_taken_before_is_that_question_s_alone(step: Step) -> None:
    """Neither a step down nor an outage: the way is not what the server minds."""
    journal, model = Kept(), Scripted("one", REFUSED)
    opened = caller(journal)
    await opened.call(request(model, step=step))
    with pytest.raises(Fault, match="no grammar"):
        await opened.call(request(model, "Anna.2", step=step))
    assert journal.types[-1] == "call_failed"


async def test_a_step_down_is_shared_by_all_seats_of_a_model() -> None:
    """The next seat is told before its call leaves, each with a record; another model is not."""
    journal, model = Kept(), Scripted(REFUSED, "yes")
    opened = caller(journal)
    with pytest.raises(SteppedDown):
        await opened.call(request(model))
    with pytest.raises(SteppedDown) as down:
        await opened.call(request(model, "Ben.1", seat="Ben"))
    assert (down.value.step, len(model.sent)) == ("offered", 1)
    assert [each["seat"] for name, each in journal.records if name == "stepped_down"] == [
        "Anna", "Ben",
    ]  # fmt: skip
    await opened.call(request(model, "Ben.1", seat="Ben", step="offered"))
    other = Scripted("yes")
    other.spec = "openai-compatible:other@http://127.0.0.1/v1"
    assert (await opened.call(request(other, "Cyd.1", seat="Cyd"))).text == "yes"


async def test_seats_that_are_refused_at_once_take_one_step() -> None:
    """Each costs a free call, and none goes further down than the first."""
    model = Scripted(REFUSED, REFUSED, REFUSED)
    opened = caller(Kept())
    asked = (request(model, f"{seat}.1", seat=seat) for seat in ("Anna", "Ben", "Cyd"))
    ended = await asyncio.gather(*map(opened.call, asked), return_exceptions=True)
    assert [each.step for each in ended if isinstance(each, SteppedDown)] == ["offered"] * 3


async def test_a_model_that_knows_no_tools_is_sent_none() -> None:
    """Each seat is told before its first call, with a record, and goes on in words."""
    journal, model = Kept(), Scripted("yes", "yes")
    model.takes_tools = False
    opened = caller(journal)
    for seat in ("Anna", "Ben"):
        with pytest.raises(SteppedDown) as down:
            await opened.call(request(model, f"{seat}.1", seat=seat))
        assert (down.value.step, down.value.tried, model.sent) == ("schema", False, [])
    assert journal.types == ["stepped_down"] * 2
    for seat in ("Anna", "Ben"):
        await opened.call(request(model, f"{seat}.1", seat=seat, step="schema"))
    assert journal.types[2:] == ["call_sent", "call_answered"] * 2


async def test_what_was_taken_goes_before_what_a_server_says() -> None:
    """A game that goes on stays at the step at which replies came, whoever serves its model now."""
    conversation = said("Vote.")
    recorded = PastCalls(calls=(entry(0, "Anna.1", conversation, answered=ANSWERED),))
    opened, model = caller(Kept(), recorded), Scripted("yes")
    model.takes_tools = False
    assert (await opened.call(request(model, conversation=conversation))).text == "recorded"
    assert (await opened.call(request(model, "Anna.2"))).text == "yes"


async def test_a_recorded_step_down_is_shared_too() -> None:
    """In a game that goes on nobody asks again whether it has to be."""
    recorded = PastCalls(calls=(entry(0, "Anna.1", said("Vote."), failed=FAILED),), stepped=STEPPED)
    opened, model = caller(Kept(), recorded), Scripted()
    for seat in ("Anna", "Ben"):
        with pytest.raises(SteppedDown):
            await opened.call(request(model, f"{seat}.1", seat=seat))
    assert model.sent == []


STEPPED: dict[Stepped, PastStep] = {
    ("Anna.1", "answer", 0, "forced", 1): PastStep(after="offered", tried=False)
}
SECOND: dict[str, dict[str, Any]] = {
    "answered": {"answered": ANSWERED}, "failed": {"failed": replace(FAILED, fault="overloaded")},
    "interrupted": {"failed": replace(FAILED, fault="interrupted")}, "lost": {},
}  # fmt: skip


@pytest.mark.parametrize("second", SECOND.values(), ids=SECOND.keys())
async def test_a_recorded_step_down_is_taken_again(second: dict[str, Any]) -> None:
    """Whatever came of the call after it: answered it is served, else it is made again."""
    conversation = said("Vote.")
    recorded = PastCalls(
        calls=(
            entry(0, "Anna.1", conversation, failed=FAILED),
            entry(1, "Anna.1", conversation, step="offered", **second),
        ),
        stepped=STEPPED,
    )
    again = caller(Kept(), recorded)
    with pytest.raises(SteppedDown):
        await again.call(request(Scripted()))
    reply = await again.call(request(Scripted("new"), step="offered"))
    assert reply.text == ("recorded" if "answered" in second else "new")


def test_what_is_recorded_is_booked() -> None:
    """Answered calls at their cost, failed ones at theirs, and one without an end at its worst."""
    conversation = said("Vote.")
    recorded = PastCalls(
        calls=(
            entry(0, "Anna.1", conversation, answered=ANSWERED),
            entry(1, "Anna.2", conversation, failed=replace(FAILED, booked=BOOKED)),
            entry(2, "Anna.3", conversation),
        )
    )
    budget = Budget(BudgetRules(), lambda: 0.0)
    Caller("game", budget, Kept(), recorded)
    spent = budget.spent
    assert (spent.calls, spent.tokens, spent.money) == (3, 7 + 11 + 50 + LONGEST, 0.5)


BOOKED = Cost(tokens=11, money=0.5)


async def test_a_step_down_before_the_end_of_its_question_is_taken_again() -> None:
    """Also where no call was made after it: the question failed, and does so again."""
    recorded = PastCalls(
        calls=(entry(0, "Anna.1", said("Vote."), failed=FAILED),),
        stepped=STEPPED,
        failed={"Anna.1": ("timeout", "no answer in 60 seconds")},
    )
    again = caller(Kept(), recorded)
    with pytest.raises(SteppedDown):
        await again.call(request(Scripted()))
    with pytest.raises(SeatFailure, match="60 seconds"):
        await again.call(request(Scripted(), step="offered"))


async def test_the_wait_before_another_try_is_what_the_server_asked_for() -> None:
    """At least that long, measured between the two calls."""
    clock = asyncio.get_running_loop().time
    times: list[float] = []

    class Timed(Scripted):
        """Notes when it was asked."""

        async def send(self, payload: Mapping[str, Any], seconds: float) -> dict[str, Any]:
            times.append(clock())
            return await super().send(payload, seconds)

    model = Timed(Fault("rate_limit", "later", retry_after=0.4), "yes", retries=1)
    assert (await caller(Kept()).call(request(model))).text == "yes"
    assert times[1] - times[0] >= 0.4


async def test_a_late_reply_that_cant_be_written_ends_the_game() -> None:
    """Otherwise a sealed game would have a call without an end."""
    reply: asyncio.Future[str] = asyncio.get_running_loop().create_future()
    slow = caller(Kept(full_at=1))
    model = Scripted(reply)
    task = asyncio.create_task(slow.call(request(model)))
    await under_way(model)
    await ends(task)
    reply.set_result("too late")
    with pytest.raises(WriteError):
        await slow.settled(1.0)


async def test_a_question_that_failed_fails_again() -> None:
    """With the recorded reason, and without a call."""
    recorded = PastCalls(failed={"Anna.1": ("timeout", "no answer in 60 seconds")})
    with pytest.raises(SeatFailure, match="60 seconds") as error:
        await caller(Kept(), recorded).call(request(Scripted()))
    assert error.value.reason == "timeout"


async def test_a_question_that_was_answered_must_have_its_reply() -> None:
    """It is never asked for again."""
    recorded = PastCalls(answered=frozenset({"Anna.1"}))
    with pytest.raises(TranscriptError, match=r"no reply to Anna\.1"):
        await caller(Kept(), recorded).call(request(Scripted()))


def test_records_are_read_as_they_were_written() -> None:
    """Sessions add up, pauses between them don't."""

    def at(second: int, data: CallFact) -> CallRecord:
        return CallRecord(data=data, i=0, at=f"2026-11-21T10:00:{second:02}+00:00")

    began = SessionBegan(versions={}, python="3", resumed=None)
    failed = AnswerFailed(seat="Anna", decision="Anna.2", reason="error", why="x")

    sent = entry(0, "Anna.1", said("Vote.")).sent
    found = past_calls(
        [
            at(0, began), at(1, sent), at(3, ANSWERED), at(4, SessionEnded(reason="outage")),
            at(30, replace(began, resumed=1)), at(32, failed),
        ],
        ["Anna.1"],
    )  # fmt: skip
    assert found.seconds == 6
    assert found.calls[0].used
    assert found.failed == {"Anna.2": ("error", "x")}
    assert found.answered == {"Anna.1"}


TOO_LONG = replace(FAILED, fault="too_long", why="a short context")


def overflowed(*more: PastCall, **given: Any) -> PastCalls:
    """Return a record in which a question's first call was too long."""
    first = entry(
        0, "Anna.1", said("Vote."), failed=replace(TOO_LONG, **given.pop("end", {})), **given
    )
    return PastCalls(calls=(first, *more))


async def test_a_conversation_that_was_too_long_is_so_again() -> None:
    """Where its seat went on in another, which is asked from the record too."""
    shorter = Conversation(2)
    shorter.add({"role": "user", "text": "Vote!"})
    recorded = overflowed(entry(1, "Anna.1", shorter, epoch=2, answered=ANSWERED))
    opened, model = caller(Kept(), recorded), Scripted()
    with pytest.raises(Fault, match="a short context") as fault:
        await opened.call(request(model))
    assert fault.value.kind == "too_long"
    reply = await opened.call(request(model, conversation=shorter))
    assert (reply.text, model.sent) == ("recorded", [])


async def test_a_conversation_that_was_too_long_is_tried_again_where_nothing_came_after() -> None:
    """The game paused, or was killed: its server may have a larger context by now."""
    opened = caller(Kept(), overflowed())
    assert (await opened.call(request(Scripted("new")))).text == "new"
    again = overflowed(entry(1, "Anna.1", said("Vote."), answered=ANSWERED))
    assert (await caller(Kept(), again).call(request(Scripted()))).text == "recorded"


async def test_a_refused_conversation_is_refused_again_where_its_seat_went_on() -> None:
    """Its seat begins the same other conversation; where nothing came after, it asks again."""
    conversation = said("Vote.")
    first = entry(0, "Anna.1", conversation, failed=FAILED)
    after = entry(1, "Anna.1", said("Vote."), epoch=2, answered=ANSWERED)
    with pytest.raises(Fault, match="no tools here") as found:
        await caller(Kept(), PastCalls(calls=(first, after))).call(request(Scripted()))
    assert (found.value.kind, found.value.status) == ("bad_request", 400)
    alone = caller(Kept(), PastCalls(calls=(first,)))
    assert (await alone.call(request(Scripted("new")))).text == "new"


@pytest.mark.parametrize("unseen", [{"end": {"late": True}}, {"ignored": True}])
async def test_what_a_seat_did_not_learn_it_does_not_learn_later(unseen: dict[str, Any]) -> None:
    """It was gone when its call was refused, and its conversation went on as it was."""
    late = overflowed(**unseen)
    recorded = replace(late, failed={"Anna.1": ("timeout", "no answer in 60 seconds")})
    with pytest.raises(SeatFailure, match="60 seconds"):
        await caller(Kept(), recorded).call(request(Scripted()))


async def test_a_refusal_after_the_deadline_is_marked() -> None:
    """Late where it comes later, ignored where it comes in that moment."""
    for moment in (False, True):
        reply: asyncio.Future[str] = asyncio.Future()
        model, journal = Scripted(reply), Kept()
        opened = caller(journal)
        task = asyncio.create_task(opened.call(request(model)))
        await under_way(model)
        if moment:
            reply.set_exception(Fault("too_long", "a short context", status=400))
            while "call_failed" not in journal.types:  # noqa: ASYNC110 - the very step is meant
                await asyncio.sleep(0)
        task.cancel()
        assert isinstance(await ends(task), asyncio.CancelledError)
        if not moment:
            reply.set_exception(Fault("too_long", "a short context", status=400))
        await opened.settled(1.0)
        assert [data["late"] for name, data in journal.records if name == "call_failed"] == [
            not moment
        ]
        assert ("call_ignored" in journal.types) == moment
