"""A tool call written as words: what is left of it where a server does not read its model's form.

Models write calls in forms of their own, and servers leave in the text, or in the thoughts, what
they do not know. `FORMS` has a function for each, which yields every call of its form in a text.
The last call counts, since models think aloud before they answer; one that lies within another is
its content. No form can be met in words of other players that a model repeats as it was told them:
of what forms are made of (braces, brackets, tags), only escapes are left in them; and a call that
looks like a function's has to begin a line and end the text.
"""

import ast
import json
import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from json import JSONDecoder
from typing import Any

from arena.seats.llm.answers import ARGUMENTS, NAMES, invalid, opened, shown, written

__all__ = ["FORMS", "Call", "closing_call", "find_call", "known_name"]

Tools = Mapping[str, Sequence[str]]
"""The keys of each tool's arguments, by its name."""
ASIDE = frozenset({"note", "plan"})
"""Keys that every tool may have: arguments with no other could be any tool's."""
LONGEST = 32_000
"""Characters at the end of a text that are looked at."""
STARTS = 400
"""Beginnings of an object that are tried, the last of a text: each may cost as much as all."""
START = re.compile(r'\{[ \t\r\n]*"')
"""How an object that is not empty begins."""
LOOSE_STARTS = 5
"""The same of objects that are no JSON."""
LOOSE_START = re.compile(rf"""\{{\s*["'](?:{"|".join(NAMES)}|type)["']\s*:""")
"""How a call begins that may be written as Python writes it."""
SPACE = r"(?:[\w-]+:|[|\uff5c]\w+[|\uff5c])?"
"""What may stand before the name of a tag."""
MARK = r"<[|\uff5c][^<>|\uff5c\n]{1,60}[|\uff5c]>"
"""A token of a model's own, as `<|call|>`."""
BETWEEN = re.compile(
    rf'(?:{MARK}|:\d+|\s|[:=>\](")`]|json\b|\[ARGS\]|\[CALL_ID\]\w+|commentary\b'
    r"|Action Input\b|[Aa]rguments\b|[Pp]arameters\b)*(?=\{)"
)
"""What may stand between a tool's name and its arguments."""
BEHIND = re.compile(rf"(?:{MARK}|</[\w:.=|\uff5c-]+>|\s|[\])`;]|\[/?[A-Z_]+\])*\Z")
"""What may stand behind the last call of a text."""
OPENED = re.compile(
    rf"<{SPACE}(?:function|invoke|tool|tool_call|call)"
    r"""(?:\s*=\s*|\s+name\s*=\s*)["']?([\w.:-]+)["']?\s*>"""
    r"|<tool_call>\s*([\w.:-]+)\s*(?=<arg_key>)"
    r"|<tool_name>\s*([\w.:-]+)\s*</tool_name>\s*<parameters>"
)
"""The tag of a call whose arguments are tags."""
GIVEN = re.compile(
    rf"\s*(?:<{SPACE}(parameter|param|argument|arg)"
    r"""(?:\s*=\s*|\s+name\s*=\s*)["']?(\w+)["']?[^<>]*>"""
    r"|<arg_key>\s*(\w+)\s*</arg_key>\s*<(arg_value)>"
    r"|<((\w+))>)"
)
"""The tag of an argument."""
FENCED = re.compile(r"```[\w-]*[ \t]*\n(.*?)\n?[ \t]*```\s*\Z", re.DOTALL)
WORDS = {"true": "True", "false": "False", "null": "None"}
"""What JSON calls what Python calls otherwise."""
UNREADABLE = (SyntaxError, ValueError, RecursionError, MemoryError)
"""How Python refuses to parse a text."""
POSSIBLE = 'Possible: a JSON object with the keys "tool" and "arguments".'


@dataclass(frozen=True, slots=True)
class Call:
    """A call, and where it stands in a text."""

    name: str
    arguments: str
    """JSON text."""
    start: int
    end: int


Form = Callable[[str, Tools], Iterator[Call]]
"""Yields the calls of a form in a text."""


def find_call(text: str, tools: Tools | None = None, asked: str = "") -> tuple[str, str]:
    """Return the tool's name and the JSON text of its arguments. Raises `InvalidAnswer`.

    `tools` are those that there are, with the keys of their arguments; `asked` is the one that the
    answer has to call.
    """
    calls = _calls(text[-LONGEST:], tools or {}, asked)
    if not calls:
        raise invalid("malformed", f"Your answer is {shown(text)}. {POSSIBLE}")
    return calls[-1].name, calls[-1].arguments


def closing_call(text: str, tools: Tools, asked: str) -> tuple[str, str] | None:
    """Return the call with which a text ends; None: it ends otherwise."""
    kept = text[-LONGEST:]
    calls = _calls(kept, tools, asked)
    if not calls or not BEHIND.match(kept, calls[-1].end):
        return None
    return calls[-1].name, calls[-1].arguments


def known_name(written_name: str, tools: Tools) -> str:
    """Return the tool that a name means: of its parts, the only one that is a tool.

    >>> known_name("functions.cast_vote:0", {"cast_vote": ()})
    'cast_vote'
    """
    name = written_name.strip()
    if name in tools:
        return name
    parts = {part for part in re.split(r"[^\w-]+|__", name) if part in tools}
    return parts.pop() if len(parts) == 1 else name


def _calls(text: str, tools: Tools, asked: str) -> list[Call]:
    """Return the calls in a text in the order of their ends, without those within another."""
    found = [call for form in FORMS.values() for call in form(text, tools)]
    found += _bare(text, {each: tools[each] for each in tools if each == asked})
    found.sort(key=lambda call: (call.end, -call.start))
    kept: list[Call] = []
    for call in reversed(found):
        if not kept or call.end <= kept[-1].start or call.start < kept[-1].start:
            kept.append(call)
    return kept[::-1]


# --- the forms ---


def _objects(text: str, tools: Tools) -> Iterator[Call]:
    """`{"tool": NAME, "arguments": {...}}`, and other words for these two; in a list, or nested."""
    decoder, behind = JSONDecoder(), 0
    for at in [match.start() for match in START.finditer(text)][-STARTS:]:
        if at < behind:
            continue
        try:
            value, behind = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            continue
        call = _last_in(value, tools)
        if call is not None:
            yield Call(*call, at, behind)


def _loose_objects(text: str, tools: Tools) -> Iterator[Call]:
    """The same as Python writes it: other quotes, or a comma behind the last."""
    for at in [match.start() for match in LOOSE_START.finditer(text)][-LOOSE_STARTS:]:
        end = _closed(text, at + 1)
        with suppress(*UNREADABLE), warnings.catch_warnings():
            warnings.simplefilter("ignore")
            call = _last_in(_literal(ast.parse(text[at:end], mode="eval").body), tools)
            if call is not None:
                yield Call(*call, at, end)


def _last_in(value: object, tools: Tools) -> tuple[str, str] | None:
    """Return the last call in a value; an object that is no call may hold one."""
    waiting = [value]
    while waiting:
        each = waiting.pop()
        call = _as_call(each, tools)
        if call is not None:
            return call
        if isinstance(each, Mapping):
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
    return None


def _as_call(value: object, tools: Tools) -> tuple[str, str] | None:
    if not isinstance(value, Mapping):
        return None
    if len(value) == 1:
        ((name, arguments),) = value.items()
        is_call = name in tools and isinstance(opened(arguments), Mapping)
        return (name, written(arguments)) if is_call else None
    key = next((key for key in NAMES if isinstance(value.get(key), str)), None)
    if key is None:
        return None
    name = known_name(value[key], tools)
    given = next((value[key] for key in ARGUMENTS if key in value), None)
    if given is None:
        given = {each: value[each] for each in value if each not in {key, "type", "id"}}
        if not given.keys() - ASIDE or not given.keys() <= {*tools.get(name, ())}:
            return None
    return name, given if isinstance(given, str) else written(given)


def _named_objects(text: str, tools: Tools) -> Iterator[Call]:
    """`NAME{...}`, with marks, brackets, a fence or `Action Input:` between the two."""
    decoder = JSONDecoder()
    for named in [*_named(tools, r"(?![\w\"'])").finditer(text)][-STARTS:]:
        between = BETWEEN.match(text, named.end())
        if between is None:
            continue
        with suppress(ValueError, RecursionError):
            value, end = decoder.raw_decode(text, between.end())
            yield Call(named[1], written(value), named.start(), end)


def _tags(text: str, tools: Tools) -> Iterator[Call]:
    """`<function=NAME><parameter=KEY>VALUE</parameter>`, and other words for these."""
    own = "|".join(f"<({re.escape(name)})>" for name in tools)
    opened = re.compile(f"{OPENED.pattern}|{own}") if own else OPENED
    for tag in [*opened.finditer(text)][-STARTS:]:
        name = known_name(next(each for each in tag.groups() if each), tools)
        given, end = _given(text, tag.end())
        if name in tools and given:
            yield Call(name, written(given), tag.start(), end)


def _given(text: str, at: int) -> tuple[dict[str, Any], int]:
    """Return the arguments whose tags begin here, and where they end."""
    given: dict[str, Any] = {}
    while tag := GIVEN.match(text, at):
        kind, key = tag[1] or tag[4] or tag[5], tag[2] or tag[3] or tag[6]
        closed = re.compile(rf"</{SPACE}{kind}>").search(text, tag.end())
        if closed is None:
            break
        given[key], at = text[tag.end() : closed.start()].strip(), closed.end()
    return given, at


def _functions(text: str, tools: Tools) -> Iterator[Call]:
    """`NAME(KEY=VALUE)` as in Python, at the beginning of a line and the end of the text."""
    begun = rf"(?m)^[ \t]*(?:{MARK}|\[[A-Z_]+\]|\[|print\(|[\w]+\.)*"
    for named in [*_named(tools, r"(?:\.call)?\(", begun).finditer(text)][-1:]:
        end = _closed(text, named.end())
        if not BEHIND.match(text, end):
            return
        with (
            suppress(*UNREADABLE),
            warnings.catch_warnings(),
        ):
            warnings.simplefilter("ignore")
            value = ast.parse(f"f({text[named.end() : end]}", mode="eval").body
            if isinstance(value, ast.Call) and not value.args:
                given = {each.arg or "": _literal(each.value) for each in value.keywords}
                yield Call(named[1], written(given), named.start(1), end)


def _closed(text: str, at: int) -> int:
    """Return where the bracket closes that was opened before this; the text's end, if nowhere."""
    depth, quote = 1, ""
    while at < len(text) and depth:
        each = text[at]
        if quote:
            at += each == "\\"
            quote = "" if each == quote else quote
        elif each in "\"'":
            quote = each
        else:
            depth += (each in "([{") - (each in ")]}")
        at += 1
    return at


def _literal(node: ast.expr) -> Any:  # noqa: ANN401 - whatever JSON has
    for each in ast.walk(node):
        if isinstance(each, ast.Name) and each.id in WORDS:
            each.id = WORDS[each.id]
    return ast.literal_eval(ast.unparse(node))


FORMS: Mapping[str, Form] = {
    "an object": _objects,
    "an object that is no JSON": _loose_objects,
    "a name and an object": _named_objects,
    "tags": _tags,
    "a function's call": _functions,
}
"""All but arguments alone, which name no tool."""


def _bare(text: str, tools: Tools) -> Iterator[Call]:
    """Arguments alone, as all that is said or in the fence that ends it, of the tool asked for."""
    if not tools:
        return
    fenced = FENCED.search(text)
    inside, at = (fenced[1], fenced.start()) if fenced else (text, 0)
    with suppress(ValueError, RecursionError):
        value = json.loads(inside)
        for name, keys in tools.items():
            if isinstance(value, dict) and value.keys() - ASIDE and value.keys() <= {*keys}:
                yield Call(name, written(value), at, len(text))


def _named(tools: Tools, behind: str, before: str = r"(?<![\w\"'])") -> re.Pattern[str]:
    """Return what finds the name of any tool, with this before and behind it."""
    names = "|".join(map(re.escape, tools)) or r"(?!)"
    return re.compile(rf"{before}(?<![\w])({names}){behind}")
