"""What a model's reply answers: to a question, a turn to talk, a bid, a request for a summary.

All of it is pure, so that a transcript's answers can be proven from its replies.
"""

from collections.abc import Mapping

from arena.claims.vocabulary import Vocabulary
from arena.errors import InvalidAnswer
from arena.models.types import Reply
from arena.projections.deals import Deals
from arena.seats.llm.answers import (
    BidAnswer,
    DecisionAnswer,
    SpeechAnswer,
    arguments_of,
)
from arena.seats.llm.call_in_words import closing_call, find_call, has_call, only_call
from arena.seats.llm.plan_lines import read_plan
from arena.seats.llm.read_decision import read_decision
from arena.seats.llm.read_talk import read_bid, read_speech, read_summary
from arena.seats.llm.tool_names import known_name
from arena.seats.seat import Question
from arena.settings import TalkRules
from arena.talk.plan import Plan
from arena.talk.speech import TalkTurn

__all__ = [
    "bid_of",
    "choice_of",
    "is_same_answer",
    "is_without_call",
    "plan_of",
    "speech_of",
    "summary_of",
    "tool_of",
]

TOOLS = {"speak": "say", "bid": "bid"}
"""Tools for turns to talk."""
Keys = Mapping[str, tuple[str, ...]]


def choice_of(
    reply: Reply, question: Question, *, keys: Keys, rule: str | None, notes: int
) -> DecisionAnswer:
    """Return the option that a reply chooses. Raises `InvalidAnswer`, as all of these.

    `keys` are those of the tools, by their names; `rule` is the sentence that a correction names in
    place of the options; `notes` the longest note.
    """
    kind = question.kind
    arguments = _arguments(reply, kind, keys)
    return read_decision(question, arguments, keys=keys[kind], rule=rule, note_characters=notes)


def speech_of(
    reply: Reply,
    turn: TalkTurn,
    talk: TalkRules,
    vocabulary: Vocabulary,
    deals: Deals | None,
    *,
    keys: Keys,
    notes: int,
) -> SpeechAnswer:
    """Return what a reply says; `deals` are those that its seat has heard of."""
    arguments = _arguments(reply, "say", keys)
    return read_speech(turn, arguments, talk, vocabulary, deals, keys=keys, note_characters=notes)


def bid_of(reply: Reply, *, keys: Keys, notes: int) -> BidAnswer:
    """Return what a reply bids."""
    return read_bid(_arguments(reply, "bid", keys), keys=keys, note_characters=notes)


def plan_of(
    reply: Reply, asked: Question | TalkTurn, vocabulary: Vocabulary, *, keys: Keys
) -> Plan | None:
    """Return what a reply to a question or turn means to do; None where nobody is asked for it."""
    tool = tool_of(asked)
    if "plan" not in keys[tool]:
        return None
    given = arguments_of(_arguments(reply, tool, keys), keys[tool], tool)
    return read_plan(given.get("plan"), asked.seat, vocabulary)


def tool_of(asked: Question | TalkTurn) -> str:
    """Return the name of the tool that answers a question, or takes a turn to talk."""
    return asked.kind if isinstance(asked, Question) else TOOLS[asked.task]


def summary_of(reply: Reply, *, keys: Keys) -> str:
    """Return the summary that a reply gives; words without a call are one too."""
    try:
        return read_summary(_arguments(reply, "summarize", keys), keys=keys)
    except InvalidAnswer:
        if reply.stop == "done" and not reply.calls and reply.text.strip():
            return reply.text
        raise


def _arguments(reply: Reply, name: str, keys: Keys) -> str:
    """Return the arguments of a reply's one call, which has to be of this tool."""
    if reply.stop == "refusal":
        raise InvalidAnswer("refusal", f"You refused. Possible: to call the tool {name!r}.")
    if reply.stop in {"length", "full"}:
        raise InvalidAnswer("truncated", _cut_off(reply, name))
    tools = {tool: keys[tool] for tool in keys if tool != "message"}
    calls = [(known_name(each.name, tools), each.arguments) for each in reply.calls]
    tool, arguments = only_call(calls, tools, name) if calls else _in_words(reply, name, tools)
    if tool != name:
        raise InvalidAnswer("malformed", f"You called {tool!r:.80}. Possible: to call {name!r}.")
    return arguments


def is_without_call(reply: Reply, name: str, keys: Keys) -> bool:
    """Tell whether a reply is words alone, none of which is a call: whoever asked may be ignored.

    Words that were refused, cut off or never said tell nothing of that.
    """
    if reply.stop != "done" or reply.calls or not reply.text.strip():
        return False
    return not has_call(reply.text, {tool: keys[tool] for tool in keys if tool != "message"}, name)


def is_same_answer(reply: Reply, before: Reply) -> bool:
    """Tell whether a reply gives the answer of the one before, white space aside."""
    return _letters(reply) == _letters(before)


def _letters(reply: Reply) -> list[str]:
    said = [text for call in reply.calls for text in (call.name, call.arguments)]
    return ["".join(text.split()) for text in said or [reply.text]]


def _in_words(reply: Reply, name: str, tools: Keys) -> tuple[str, str]:
    """Return the call in a reply's words; who said nothing may have called in thought."""
    thought = None if reply.text.strip() else closing_call(reply.reasoning, tools, name)
    return thought or find_call(reply.text, tools, name)


def _cut_off(reply: Reply, name: str) -> str:
    """Say where a reply was cut off: who did not come to a call needs none that is shorter."""
    after = "" if reply.usage is None else f", after {reply.usage.output} tokens"
    if reply.calls:
        return f"Your answer was cut off at the longest output{after}. Possible: a shorter one."
    if reply.text.strip():
        why = f"Your answer was cut off in its words{after}, before it called a tool."
        return f"{why} Possible: to call {name!r} right away."
    return (
        f"You were cut off while you thought{after}, before you answered. Possible: to think much "
        f"less, and to call {name!r} right away."
    )
