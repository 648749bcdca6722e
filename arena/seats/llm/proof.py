"""Verifies that the answers of models in a log are those in their recorded replies."""

from collections import Counter
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING

from arena.calls.budget import NOTHING
from arena.calls.conversation import LONGEST_TOKEN, told_bytes
from arena.calls.counted import believed, cost_of
from arena.calls.past import PastCall, PastCalls
from arena.calls.records import Cost, token_counts
from arena.claims.vocabulary import Vocabulary
from arena.errors import ArenaError, Fault, InvalidAnswer
from arena.forms import JsonObject
from arena.models.opening import reader_of
from arena.models.types import Reply
from arena.records.game import REPLACEMENT, STAND_IN
from arena.seats.llm.claim_lines import read_plan
from arena.seats.llm.read_decision import read_decision
from arena.seats.llm.read_reply import call_arguments, tool_of
from arena.seats.llm.read_talk import read_bid, read_speech
from arena.seats.llm.tools import keys_of, toolbox
from arena.seats.seat import Question
from arena.settings import LlmRules
from arena.talk.discussion import Act
from arena.talk.plan import Plan
from arena.talk.speech import TalkTurn
from arena.transcript.header import GameHeader
from engine import Decision

if TYPE_CHECKING:
    from arena.projections.deals import Deals


Given = Mapping[str, object]
"""The arguments of a call."""
Reader = Callable[[Mapping[str, object]], Reply]
ELSEWHERE = {"timeout", "provider", "budget", "error"}
"""Reasons for a failure after which there is no reply to check."""


def _in_words(cost: Cost) -> str:
    money = "no known price" if cost.money is None else f"${cost.money}"
    return f"{cost.tokens} tokens and {money}"


class ReplyProof:
    """The recorded replies of one game's models, to be compared with its log."""

    def __init__(self, header: GameHeader, recorded: PastCalls) -> None:
        """`recorded` are the checked records of the game's calls."""
        self._calls, self._entries = recorded.calls, recorded.by_question()
        facts, talk = header.facts(), header.talk
        self._talk, self._vocabulary = talk, Vocabulary(facts, header.names)
        self._llm = header.llm
        rules = LlmRules() if header.llm is None else header.llm.rules
        self._keys = keys_of(toolbox(facts, header.names, talk, rules))
        self.deals: Deals | None = None
        """The deals of the game so far; what a seat can answer depends on those it heard of."""
        models = {} if header.llm is None else header.llm.models
        played = () if header.llm is None else header.llm.seats
        self._specs = {seat.name: seat.spec for seat in header.seats if seat.name in played}
        self._readers = {name: reader_of(spec) for name, spec in self._specs.items()}
        self._settings = {name: models[spec] for name, spec in self._specs.items()}

    def call_problem(self) -> tuple[int, str] | None:
        """Find the first impossible call: its line in `calls.jsonl` and the reason, or None."""
        told = Counter[tuple[str, int]]()
        for entry in self._calls:
            sent, seat = entry.sent, entry.sent.seat
            reader = self._readers.get(seat)
            if reader is None or sent.asked.rpartition(".")[0] != seat:
                return entry.line, f"is no call for a model of {seat!r}"
            told[seat, sent.epoch] += sum(told_bytes(item) for item in sent.items)
            least = told[seat, sent.epoch] // LONGEST_TOKEN
            if sent.least != least:
                return entry.line, f"has at least {least} tokens, and says {sent.least}"
            why = self._cost_problem(entry, reader)
            if why is not None:
                return entry.end_line, why
        return None

    def _cost_problem(self, entry: PastCall, reader: Reader) -> str | None:
        """Say what is wrong with the recorded cost of a call; None if it is right."""
        worst = entry.sent.worst
        if entry.failed is not None:
            booked = entry.failed.booked
            if booked in (NOTHING, worst):
                return None
            return f"is booked at neither nothing nor {_in_words(worst)}"
        if entry.answered is None:
            return None
        try:
            counted = reader(entry.answered.raw)
        except Fault as fault:
            return f"is no reply: {fault.why}"
        settings = self._settings[entry.sent.seat]
        usage = believed(counted, entry.sent, settings).usage
        told = entry.answered.usage, entry.answered.unbelievable
        if told != (None if usage is None else token_counts(usage), usage != counted.usage):
            return "has other tokens than its reply counts"
        booked, took = entry.answered.booked, worst
        if usage is not None:
            took = Cost(tokens=usage.input + usage.output, money=booked.money)
            with suppress(LookupError):  # prices of another version are not known
                tariff = entry.tariff(settings, self._specs[entry.sent.seat])
                took = cost_of(usage, tariff, worst)
        if booked == took:
            return None
        return f"is booked at {_in_words(booked)}, and took {_in_words(took)}"

    def bot_problem(self, seat: str, data: Mapping[str, object]) -> str | None:
        """Say why a bot can't have taken over a seat; None if it can."""
        llm = self._llm
        if llm is None or seat not in llm.seats:
            return "replaces a seat that no bot goes on for"
        if data == REPLACEMENT.data() and llm.budget.on_budget == "house":
            return None
        if data == STAND_IN.data() and llm.rules.on_outage == "house":
            return None
        return "replaces a seat by something else than its table says"

    def choice_problem(self, decision: Decision, option: str) -> str | None:
        """Say why an option differs from the one in the model's reply; None if it does not."""
        return self._problem(decision, option, self._read(decision))

    def act_problem(self, act: Act) -> str | None:
        """Say why a speech, silence or bid differs from the model's reply; None if it does not."""
        given = act.bid if act.turn.task == "bid" else act.speech
        return self._problem(act.turn, given, self._read(act.turn))

    def plan_problem(self, asked: Decision | TalkTurn, plan: Plan) -> str | None:
        """Say why a plan differs from the one in the model's reply; None if it does not."""
        return self._problem(asked, plan, lambda given: self._plan(asked, given))

    def default_problem(self, asked: Decision | TalkTurn, reason: str) -> str | None:
        """Say why a default can't stand for a question or turn; None if it can."""
        reader, raw = self._readers.get(asked.seat), self._last(asked.id)
        if reader is None:
            return None
        if raw is None:
            calls = self._entries.get(asked.id, ())
            is_heard = any(each.used for each in calls)  # for example, the summary was refused
            rests = is_heard or (reason in ELSEWHERE and (calls or reason != "provider"))
            return None if rests else f"failed by {reason}, and its model was not heard of"
        try:
            given = self._given(asked, reader(raw))
            self._read(asked)(given)
            self._plan(asked, given)
        except InvalidAnswer as error:
            same = reason == error.reason or reason in ELSEWHERE
            return None if same else f"failed by {reason}, and its reply is {error.reason}"
        except ArenaError:
            return None
        return f"failed by {reason}, and its model replied"

    def _given(self, asked: Decision | TalkTurn, reply: Reply) -> Given:
        tool = tool_of(Question.of(asked) if isinstance(asked, Decision) else asked)
        return call_arguments(reply, tool, self._keys)

    def _plan(self, asked: Decision | TalkTurn, given: Given) -> Plan:
        return read_plan(given.get("plan"), asked.seat, self._vocabulary)

    def _read(self, asked: Decision | TalkTurn) -> Callable[[Given], object]:
        """Choose the parser of a call's arguments: for an option's id, a speech or a bid."""
        if isinstance(asked, Decision):
            question = Question.of(asked)
            return lambda given: read_decision(question, given, rule=None)
        if asked.task == "bid":
            return read_bid
        talk, words, deals, keys = self._talk, self._vocabulary, self.deals, self._keys["message"]
        return lambda given: read_speech(asked, given, talk, words, deals, keys=keys)

    def _problem(
        self, asked: Decision | TalkTurn, answer: object, read: Callable[[Given], object]
    ) -> str | None:
        reader = self._readers.get(asked.seat)
        if reader is None:
            return None
        raw = self._last(asked.id)
        if raw is None:
            return "has no reply of its model"
        try:
            said = read(self._given(asked, reader(raw)))
        except ArenaError as error:
            return f"is not what its model replied: {error}"
        return None if said == answer else f"is not what its model replied: {said!r:.80}"

    def _last(self, asked: str) -> JsonObject | None:
        entries = self._entries.get(asked, ())
        used = [each for each in entries if each.used and each.sent.purpose == "answer"]
        return used[-1].answered.raw if used and used[-1].answered else None
