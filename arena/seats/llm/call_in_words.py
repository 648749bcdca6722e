"""Which call a text holds that a model wrote as words: the last, if its meaning is certain.

`call_forms` finds all that there are. The last counts, since models think aloud before they answer;
others between which and it stands no word have to be the same.
"""

import json
import re
from collections.abc import Sequence

from arena.errors import InvalidAnswer
from arena.seats.llm.answers import invalid, json_object, shown
from arena.seats.llm.call_forms import Call, Tools, calls_in

__all__ = ["closing_call", "find_call", "has_call", "only_call"]

LONGEST = 32_000
"""Characters at the end of a text that are looked at, as far as they are whole lines."""
WORDLESS = re.compile(
    r"(?:<\|(?:open|close|tool_call:begin)\|>\w{1,40}|<++[^<>\n]{1,80}>|\[/?[A-Z_]+\]"
    r"|(?<!\w)(?:Action|(?:assistant)?(?:commentary|final|analysis)|assistant|functions?|json|python|tool_code"
    r"|print(?:\(\w{1,40}\))?|to(?:=[\w.:/-]{1,80}+)?)(?!\w)"
    r"|[^\w<\"'{}])*+"
)
"""What may stand between two calls of one answer, and behind the last."""
POSSIBLE = 'Possible: a JSON object with the keys "tool" and "arguments".'


def find_call(text: str, tools: Tools | None = None, asked: str = "") -> tuple[str, str]:
    """Return the tool's name and the JSON text of its arguments. Raises `InvalidAnswer`.

    `tools` are those that there are, with the keys of their arguments; `asked` is the one that the
    answer has to call.
    """
    tools = tools or {}
    calls = _answered(_looked_at(text), tools, asked)
    if not calls or not calls[-1].name:
        raise invalid("malformed", f"Your answer is {shown(text)}. {POSSIBLE}")
    return _only(calls, tools, asked)


def closing_call(text: str, tools: Tools, asked: str) -> tuple[str, str] | None:
    """Return the call with which a text ends; None: it ends otherwise. Raises `InvalidAnswer`."""
    kept = _looked_at(text)
    calls = _answered(kept, tools, asked)
    if not calls or not calls[-1].name or not WORDLESS.fullmatch(kept, calls[-1].end):
        return None
    return _only(calls, tools, asked)


def has_call(text: str, tools: Tools, asked: str) -> bool:
    """Tell whether a text calls a tool, be it with arguments that can't be read."""
    return any(each.name for each in _answered(_looked_at(text), tools, asked))


def only_call(calls: Sequence[tuple[str, str]], tools: Tools, asked: str) -> tuple[str, str]:
    """Return the one call that these are, by names and arguments. Raises `InvalidAnswer`."""
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
    """Return the lines at the end of a text: half a line might be half a quotation."""
    return text if len(text) <= LONGEST else text[-LONGEST:].partition("\n")[2]


def _only(calls: Sequence[Call], tools: Tools, asked: str) -> tuple[str, str]:
    readable = [(each.name, each.arguments) for each in calls if each.arguments is not None]
    if len(readable) < len(calls):
        keys = ", ".join(tools.get(calls[-1].name, ()))
        why = f"You called {calls[-1].name!r:.80} with arguments that can't be read."
        raise invalid("malformed", f"{why} Possible: a JSON object with the keys {keys}.")
    return only_call(readable, tools, asked)


def _alike(name: str, arguments: str, tools: Tools) -> str:
    """Return arguments as all that mean the same are written."""
    try:
        given = json_object(arguments, tools.get(name, ()), name)
        return json.dumps(given, sort_keys=True)
    except (InvalidAnswer, RecursionError):
        return arguments


def _answered(text: str, tools: Tools, asked: str) -> list[Call]:
    """Return the last call of a text behind those that adjoin it."""
    calls = calls_in(text, tools, asked)
    while calls and calls[-1].closes and not WORDLESS.fullmatch(text, calls[-1].end):
        calls.pop()
    first = max(len(calls) - 1, 0)
    while first and _adjoin(text, calls[first - 1], calls[first]):
        first -= 1
    return calls[first:]


def _adjoin(text: str, one: Call, next_: Call) -> bool:
    """Tell whether no word stands between two calls; those of one object have nothing there."""
    return one.end > next_.start or bool(WORDLESS.fullmatch(text, one.end, next_.start))
