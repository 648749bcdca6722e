"""Finds the tool call in a model's reply: the tool and its arguments.

These are pure functions, so that a transcript's answers can be verified from its replies. A model
that writes its call as text may have reasoned aloud before it: of the calls that `call_forms`
finds, the last counts; adjoining calls, with no word between, have to be the same.
"""

import json
import re
from collections.abc import Mapping, Sequence

from arena.errors import InvalidAnswer
from arena.models.types import Reply
from arena.seats.llm.answers import arguments_of, invalid, json_object, shown
from arena.seats.llm.call_forms import Call, Tools, calls_in
from arena.seats.llm.read_talk import read_summary
from arena.seats.llm.tool_names import known_name
from arena.seats.seat import Question
from arena.talk.speech import TalkTurn

TOOLS = {"speak": "say", "bid": "bid"}
"""The tool for each task of a turn to talk."""
Keys = Mapping[str, tuple[str, ...]]
"""The argument names of each tool, by its name, and the keys of a message."""
LONGEST = 32_000
"""Characters at the end of a text that are searched for calls, in whole lines."""
WORDLESS = re.compile(
    r"(?:<\|(?:open|close|tool_call:begin)\|>\w{1,40}|<++[^<>\n]{1,80}>|\[/?[A-Z_]+\]"
    r"|(?<!\w)(?:Action|(?:assistant)?(?:commentary|final|analysis)|assistant|functions?|json|python|tool_code"
    r"|print(?:\(\w{1,40}\))?|to(?:=[\w.:/-]{1,80}+)?)(?!\w)"
    r"|[^\w<\"'{}])*+"
)
"""Text that may stand between two calls of one answer, and behind the last."""
POSSIBLE = 'Possible: a JSON object with the keys "tool" and "arguments".'


def tool_of(asked: Question | TalkTurn) -> str:
    """Return the name of the tool that answers a question, or takes a turn to talk."""
    return asked.kind if isinstance(asked, Question) else TOOLS[asked.task]


def call_arguments(reply: Reply, name: str, keys: Keys) -> dict[str, object]:
    """Return the arguments of a reply's only call, which has to be of the tool `name`.

    Raises `InvalidAnswer`.
    """
    if reply.stop == "refusal":
        raise InvalidAnswer("refusal", f"You refused. Possible: to call the tool {name!r}.")
    if reply.stop in {"length", "full"}:
        raise InvalidAnswer("truncated", _cut_off(reply, name))
    tools = _tools(keys)
    calls = [(known_name(each.name, tools), each.arguments) for each in reply.calls]
    tool, arguments = _only_call(calls, tools, name) if calls else _in_words(reply, name, tools)
    if tool != name:
        raise InvalidAnswer("malformed", f"You called {tool!r:.80}. Possible: to call {name!r}.")
    return arguments_of(arguments, keys[name], name)


def summary_of(reply: Reply, keys: Keys) -> str:
    """Return the summary in a reply; text without a call counts as one too."""
    try:
        return read_summary(call_arguments(reply, "summarize", keys))
    except InvalidAnswer:
        if reply.stop == "done" and not reply.calls and reply.text.strip():
            return reply.text
        raise


def _tools(keys: Keys) -> Tools:
    return {tool: keys[tool] for tool in keys if tool != "message"}


def is_without_call(reply: Reply, name: str, keys: Keys) -> bool:
    """Return True if a reply is text without a call, as where a server ignores tools.

    It is False for a reply that was refused, cut off or empty.
    """
    if reply.stop != "done" or reply.calls or not reply.text.strip():
        return False
    return not has_call(reply.text, _tools(keys), name)


def is_same_answer(reply: Reply, before: Reply) -> bool:
    """Return True if a reply gives the same answer as the one before, white space aside."""
    return _letters(reply) == _letters(before)


def _letters(reply: Reply) -> list[str]:
    said = [text for call in reply.calls for text in (call.name, call.arguments)]
    return ["".join(text.split()) for text in said or [reply.text]]


def _in_words(reply: Reply, name: str, tools: Tools) -> tuple[str, str]:
    """Return the call in a reply's text, or in its reasoning where it has no text."""
    thought = None if reply.text.strip() else closing_call(reply.reasoning, tools, name)
    return thought or find_call(reply.text, tools, name)


def _cut_off(reply: Reply, name: str) -> str:
    """Describe the place of a cut-off; a shorter answer helps only if there was a call."""
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


def find_call(text: str, tools: Tools | None = None, asked: str = "") -> tuple[str, str]:
    """Return the tool's name and the JSON text of its arguments. Raises `InvalidAnswer`.

    `tools` maps each existing tool to its argument names; `asked` is the one that the answer has to
    call.
    """
    tools = tools or {}
    calls = _answered(_looked_at(text), tools, asked)
    if not calls or not calls[-1].name:
        raise invalid("malformed", f"Your answer is {shown(text)}. {POSSIBLE}")
    return _only(calls, tools, asked)


def closing_call(text: str, tools: Tools, asked: str) -> tuple[str, str] | None:
    """Return the call at the very end of a text; None: there is none. Raises `InvalidAnswer`."""
    kept = _looked_at(text)
    calls = _answered(kept, tools, asked)
    if not calls or not calls[-1].name or not WORDLESS.fullmatch(kept, calls[-1].end):
        return None
    return _only(calls, tools, asked)


def has_call(text: str, tools: Tools, asked: str) -> bool:
    """Return True if a text calls a tool, even with arguments that can't be parsed."""
    return any(each.name for each in _answered(_looked_at(text), tools, asked))


def _only_call(calls: Sequence[tuple[str, str]], tools: Tools, asked: str) -> tuple[str, str]:
    """Return the one call of these that all agree on. Raises `InvalidAnswer` if they differ."""
    if len(calls) == 1:
        return calls[0]
    found: dict[tuple[str, str], tuple[str, str]] = {}
    for name, arguments in calls:
        found.setdefault((name, _alike(name, arguments, tools)), (name, arguments))
    if len(found) == 1:
        return found.popitem()[1]
    which = f", of {asked!r}" if asked else ""
    raise invalid("malformed", f"You called {len(found)} tools. Possible: one call{which}.")


def _looked_at(text: str) -> str:
    """Return the last lines of a text: half a line might be half a quotation."""
    return text if len(text) <= LONGEST else text[-LONGEST:].partition("\n")[2]


def _only(calls: Sequence[Call], tools: Tools, asked: str) -> tuple[str, str]:
    readable = [(each.name, each.arguments) for each in calls if each.arguments is not None]
    if len(readable) < len(calls):
        keys = ", ".join(tools.get(calls[-1].name, ()))
        why = f"You called {calls[-1].name!r:.80} with arguments that can't be read."
        raise invalid("malformed", f"{why} Possible: a JSON object with the keys {keys}.")
    return _only_call(readable, tools, asked)


def _alike(name: str, arguments: str, tools: Tools) -> str:
    """Normalise arguments, so that those of the same meaning are equal."""
    try:
        given = json_object(arguments, tools.get(name, ()), name)
        return json.dumps(given, sort_keys=True)
    except (InvalidAnswer, RecursionError):
        return arguments


def _answered(text: str, tools: Tools, asked: str) -> list[Call]:
    """Return the last call of a text with the calls that adjoin it."""
    calls = calls_in(text, tools, asked)
    while calls and calls[-1].closes and not WORDLESS.fullmatch(text, calls[-1].end):
        calls.pop()
    first = max(len(calls) - 1, 0)
    while first and _adjoin(text, calls[first - 1], calls[first]):
        first -= 1
    return calls[first:]


def _adjoin(text: str, one: Call, next_: Call) -> bool:
    """Return True if no word stands between two calls; those of one object have nothing there."""
    return one.end > next_.start or bool(WORDLESS.fullmatch(text, one.end, next_.start))
