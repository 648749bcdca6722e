"""Finds tool calls that a model wrote as plain text, in any of the known formats.

Models have call formats of their own, and servers leave calls that they do not know in the text, or
in the reasoning. A text is scanned once, from its beginning: for objects that hold a tool's name
and its arguments, for names followed by an object, tags or Python's arguments, and for arguments
alone. What lies within a call is its content, whether the call can be parsed or not; quoted text
within a line is never a call.

Names of tools are also words. So a name has to begin a line or to follow a mark, its object has to
end a line or to precede a mark, and all its keys have to be the tool's, one of them a key that not
every tool may have.

Words of other players that a model repeats as it read them never match: every call has a brace, a
tag, or a round bracket right behind its name, and `quoting` escapes these.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from heapq import merge

from arena.errors import InvalidAnswer
from arena.seats.llm.answers import ARGUMENTS, NAMES, json_object, written
from arena.seats.llm.tool_names import known_name, name_pattern, tool_of_key
from arena.seats.llm.written_json import DECODER, opened, python_as_json

Tools = Mapping[str, Sequence[str]]
"""The keys of each tool's arguments, by its name."""
ASIDE = frozenset({"note", "plan"})
"""Keys that every tool may have, so that alone they identify none."""
QUOTATION = re.compile(
    r"""\"(?:[^"\\\n]|\\.)*+\"?|(?<!\w)'(?:[^'\\\n]|\\.|'(?=\w))*+'?"""
    "|[\u201c\u201e\u00ab][^\u201d\u201c\u00bb\n]*+"
)
"""Quoted text within a line; an apostrophe within a word does not begin one."""
HIDDEN = "\0"
"""Replaces each character of quoted text."""
BRACE = re.compile(r"[{}]")
OBJECT = re.compile(r"""\{\s*+["'}]""")
"""The beginning of an object."""
BEHIND_NAME = re.compile(rf"{OBJECT.pattern}|\{{\s*+[^\W\d]\w*+\s*+:")
"""The beginning of an object behind a name: JavaScript and Gemma have keys without quotation
marks."""
OF_CALL = rf"""\{{\s*["'](?:{"|".join((*NAMES, *ARGUMENTS))}|type|id)["']\s*:"""
"""The beginning of an object that holds a call, even if the object is no valid JSON."""
SPACE = r"(?:[\w-]+:|[|\uff5c]\w+[|\uff5c]|longcat_|__)?"
"""An optional prefix of a tag's name."""
END = r"(?::\w+)?>"
"""The end of a tag: Hunyuan adds a word to its name."""
MINIMAX = r"(?:\]?<\]minimax\[>\[)?"
"""MiniMax's prefix of each tag."""
MARK = r"<[|\uff5c][^<>|\uff5c\n]{1,60}[|\uff5c]>"
"""A special token of a model, as `<|call|>`."""
CHANNEL = r"(?:final|analysis|commentary)"
"""Harmony's channels, which are no tool names."""
LABEL = (
    r"(?i:(?:final |calling )?(?:action|answer|(?:(?:tool|function)[ _])?(?:call|name)|tool"
    r"|function)[*_]*+:[*_]*+[ \t]*+)"
)
"""A label before a tool's name."""
TAGGED = (
    rf"(?:<{SPACE}(?:(?:tool|function)(?:_call|_use)?|invoke|call)(?:\s*=\s*|\s+name\s*=\s*)[\"']?"
    r"|\bto=|\bcall:(?=[\w.:/-]{1,80}+\{)|<\|open\|>call tool=\""
    r"|(?:(?<=tool_call>)|(?<=tool_call:opensource>))\s*+"
    rf"(?=[\w.:/-]{{1,80}}+(?:<tool_sep{END})?\s*+<{SPACE}arg_key{END})"
    rf"|(?<=[|\uff5c]>)[ \t]*+(?!(?:{CHANNEL}|assistant|json|code)\b)"
    r"(?=[\w.:/-]++(?:\s*+<[|\uff5c]|\s*+```|[ \t]*+\{))"
    r"|^[*_]*+Action[*_]*+:[*_`\s]*+(?=[\w.:/-]++[*_`\s]*+Action Input))"
)
"""A prefix that makes the next word a tool's name, whether that tool exists or not."""
BEFORE = (
    rf"(?:^[ \t]*+(?:#++ )?[*_`\[]*+{LABEL}?[*_`\[]*+|<{SPACE}|\[|\bprint\("
    r"|^[ \t]*+(?:return |(?:(?:const|let) )?\w{1,40}[ \t]*+=[ \t]*+)"
    r"|(?:(?<=>>>)|(?<=<<function>>)|(?<=[\w|\uff5c\"'/]>)|(?<=[A-Z_]\])|(?<=\)[,;]))\s*+)"
    r"(?:await )?(?:\w{1,40}[.:/]){0,3}?"
)
"""The required prefix of an existing tool's name: a line's beginning, a tag, a mark. A line may
also begin with an assignment, `await` or `return`."""
BETWEEN = re.compile(
    rf"(?:{MARK}|</\w+>|<(?:parameters|arguments|args|tool_sep){END}|\[ARGS\]|\[CALL_ID\]\w+|:\d+"
    r'|\s++|(?:index|type)="\w+"|[:=>\](")`*]++'
    r"|(?:json|code|commentary|Action Input|[Aa]rguments|[Pp]arameters)\b){0,12}+"
)
"""Optional text between a tool's name and its arguments."""
FUNCTION = re.compile(r"(?:\.call)?\((?=\s*+(?:\w++\s*+=(?!=)|\)))")
"""The same in Python's syntax."""
BEHIND = re.compile(r"[^\w\n<\[]*+(?:[\n<\[]|\Z)")
"""The required text behind an object: a line's end, a tag, a mark."""
GIVEN = re.compile(
    rf"\s*+{MINIMAX}(?:<{SPACE}(parameter|param|argument|arg)"
    r"""(?:\s*=\s*|\s+name\s*=\s*)["']?(\w+)["']?[^<>]*+>"""
    r'|(?:<\|open\|>)?(argument) key="(\w+)"[^<>]*+<\|sep\|>'
    rf"|<{SPACE}arg_key{END}\s*+(\w+)\s*+</{SPACE}arg_key{END}\s*+<{SPACE}(arg_value){END}"
    r"|<((\w+))>)"
)
"""The tag of an argument."""
ALONE = re.compile(
    r"(?:\A|```[\w-]*+[ \t]*+\n|assistantfinal"
    rf"|<\|(?:start\|>assistant|channel\|>{CHANNEL})"
    r"(?: *+(?:<\|constrain\|> *+)?(?:json|code))? *+<\|message\|>)\s*+(?=\{)"
)
"""The required prefix of arguments without a tool's name: nothing, a fence, or a channel."""
ALONE_BEHIND = re.compile(r"(\s*+)(?:```|\{|<[|\uff5c]|assistantfinal|\Z)")
"""The required text behind such arguments, which may be the same arguments again."""


@dataclass(frozen=True, slots=True)
class Call:
    """A tool call found in a text, with its position."""

    name: str
    """Empty: the name can't be parsed."""
    arguments: str | None
    """JSON text; None: the arguments can't be parsed, or fit no tool."""
    start: int
    end: int
    closes: bool = False
    """True: it counts only where no word follows it except such calls."""


def calls_in(text: str, tools: Tools, asked: str) -> list[Call]:
    """Return the tool calls in a text, in their order, without nested ones.

    The time is linear in the text's length: what was parsed, or could not be, is not tried again,
    nor an object that contains the position where one around it broke.
    """
    visible = QUOTATION.sub(lambda found: HIDDEN * len(found[0]), text)
    ends = _ends_of_objects(visible)
    alone = {each.end() for each in ALONE.finditer(text)} if asked in tools else set[int]()
    names = "|".join(map(name_pattern, tools)) or r"(?!)"
    head = re.compile(rf"(?m)(?:{TAGGED}([\w.:/-]+)|{BEFORE}({names}))(?!\w)")
    of_call = re.compile(rf"{OF_CALL}|\{{\s*[\"'](?:{names})[\"']\s*:")
    found: list[Call] = []
    at = broken = 0
    for each in merge(OBJECT.finditer(text), head.finditer(text), key=lambda each: each.start()):
        start = each.start()
        if start < at or visible[start] == HIDDEN:
            continue
        if each.re is head:
            call, at = _named(text, each, tools)
            found += [call] if call else []
            continue
        value, end = None, ends.get(start, start)
        if end > start and not start < broken < end:
            value, at, broken = _json(text, start, end)
        if value is None and of_call.match(text, start):
            value, at = _python(text, start)
            found += [] if value is not None else [Call("", None, start, at)]
        if start in alone and value is None and end > start:
            value, at = _python(text, start)
        bare = _as_bare(value, asked, tools[asked]) if start in alone else None
        behind = ALONE_BEHIND.match(text, at)
        if bare is not None and behind:
            found.append(Call(asked, bare, start, at, closes=True))
            alone.add(behind.end(1))
        else:
            found += [Call(*call, start, at) for call in _in_value(value, tools)]
    return found


def _ends_of_objects(visible: str) -> dict[int, int]:
    """Map the positions of opening braces to the ends of their objects."""
    ends: dict[int, int] = {}
    opened_at: list[int] = []
    for brace in BRACE.finditer(visible):
        if brace[0] == "{":
            opened_at.append(brace.start())
        elif opened_at:
            ends[opened_at.pop()] = brace.end()
    return ends


def _json(text: str, start: int, end: int) -> tuple[object, int, int]:
    """Parse the JSON value at `start`: return it, the position to go on, and where it broke.

    A value that is too deep or too large is skipped as a whole.
    """
    try:
        value, end = DECODER.raw_decode(text, start)
    except json.JSONDecodeError as error:
        return None, start, error.pos
    except (ValueError, RecursionError):
        return None, end, 0
    return value, end, 0


def _python(text: str, start: int) -> tuple[object, int]:
    """Parse a Python literal at `start`: return its value, or None, and its end."""
    as_json, end = python_as_json(text, start)
    try:
        return DECODER.decode(as_json), end
    except (ValueError, RecursionError):
        return None, end


def _fit(given: Mapping[str, object], keys: Sequence[str]) -> bool:
    """Return True if these are arguments of the tool with these keys, and of no other."""
    return bool(given.keys() - ASIDE) and given.keys() <= {*keys}


def _as_bare(value: object, tool: str, keys: Sequence[str]) -> str | None:
    """Return an object without a tool's name as arguments of this tool; None if it does not fit."""
    is_bare = isinstance(value, dict) and value.keys().isdisjoint(NAMES)
    return _as_fit(value, tool, keys) if is_bare else None


def _as_fit(value: object, tool: str, keys: Sequence[str]) -> str | None:
    value = opened(value)
    if not isinstance(value, dict):
        return None
    try:
        given = json_object(written(value), keys, tool)
    except InvalidAnswer:
        return None
    return written(given) if _fit(given, keys) else None


def _in_value(value: object, tools: Tools) -> Iterator[tuple[str, str]]:
    """Yield the calls in a parsed value, nested ones only in objects that are no calls."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        call = _as_call(each, tools)
        if call is not None:
            yield call
        elif isinstance(each, Mapping):
            waiting += reversed([*each.values()])
        elif isinstance(each, list):
            waiting += reversed(each)


def _as_call(value: object, tools: Tools) -> tuple[str, str] | None:
    """Parse an object as a call: its tool's name and arguments, or None.

    Forms: `{"tool": NAME, "arguments": {...}}`, with other words for these two, with the arguments
    beside the name, or `{NAME: {...}}`.
    """
    if not isinstance(value, Mapping):
        return None
    if len(value) == 1:
        ((key, arguments),) = value.items()
        name = tool_of_key(key, tools)
        fit = _as_fit(arguments, name, tools[name]) if name in tools else None
        return None if fit is None else (name, fit)
    key = next((key for key in NAMES if isinstance(value.get(key), str)), None)
    if key is None:
        return None
    name = known_name(value[key], tools)
    given = next((value[key] for key in ARGUMENTS if key in value), None)
    if given is None:
        given = {each: value[each] for each in value if each not in {key, "type", "id"}}
        if not _fit(given, tools.get(name, ())):
            return None
    return name, given if isinstance(given, str) else written(given)


def _named(text: str, head: re.Match[str], tools: Tools) -> tuple[Call | None, int]:
    """Parse the call that begins with a tool's name: return it and the position to go on.

    Forms: `NAME(KEY=VALUE)`, `NAME{...}` and `NAME<parameter=KEY>VALUE</parameter>`, with tags and
    marks around and between these.
    """
    name = known_name(head[2] or head[1], tools)
    keys = tools.get(name, ())
    function = FUNCTION.match(text, head.end())
    between = BETWEEN.match(text, head.end())
    at = between.end() if between else head.end()
    if function:
        value, end = _python(text, function.end() - 1)
    elif BEHIND_NAME.match(text, at):
        value, end, _ = _json(text, at, at)
        if value is None:
            value, end = _python(text, at)
        if not BEHIND.match(text, end):
            return None, end
        call = _as_call(value, tools)
        if call is not None:
            return Call(*call, at, end), end
    else:
        value, end = _given(text, at, keys)
        if value == {}:
            return None, head.end()
    fit = _as_fit(value, name, keys) if name in tools else written(value)
    return Call(name, fit, head.start(), end, closes=bool(function)), end


def _given(text: str, at: int, keys: Sequence[str]) -> tuple[dict[str, str] | None, int]:
    """Parse arguments written as tags: return them, or None where ambiguous, and their end."""
    given: dict[str, str] = {}
    while tag := GIVEN.match(text, at):
        kind = tag[1] or tag[3] or tag[6] or tag[7]
        key = tag[2] or tag[4] or tag[5] or tag[8]
        if tag[7] and key not in keys:
            break
        inside, end, _ = _json(text, tag.end(), tag.end())
        is_json = isinstance(inside, list | dict)
        closing = rf"{MINIMAX}</{SPACE}{kind}{END}|<\|close\|>{kind}<\|sep\|>"
        closed = re.compile(closing).search(text, end if is_json else tag.end())
        if closed is None:
            return None, len(text)
        value, at = text[tag.end() : closed.start()].strip(), closed.end()
        again = rf"<(?:{SPACE}|\|open\|>){kind}\b"
        if not isinstance(opened(value), list | dict) and re.search(again, value):
            return None, len(text)
        if given.setdefault(key, value) != value:
            return None, at
    return given, at
