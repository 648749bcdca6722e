"""Parses JSON as models write it: in a fence, encoded twice, or in Python's syntax.

A value counts where nothing but marks and closing brackets stands around it, and no other value; an
empty object beside it is ignored. Any other text stays a text.

Python has other quotation marks and other words for true, false and null, may have a comma behind
the last of a list, and models break lines within a text. JavaScript has keys without quotation
marks, and so has Gemma, whose texts stand between two tokens. Nothing is evaluated: what is in none
of these forms is no JSON.
"""

import json
import re

MARK = r"</?[a-zA-Z][\w:=.-]{0,60}+>|<\|[^<>|\n]{1,60}\|>"
"""A tag, or a special token of a model."""
BEFORE = re.compile(r"\s*+(?:```[\w-]*+\s*+)?+")
"""Text allowed before a value: a fence."""
CLOSING = r"\s|```|[}\])]"
"""Closing marks, whether or not they were opened."""
BEHIND = re.compile(rf"(?:{CLOSING})*+")
BEFORE_ARGUMENTS = re.compile(
    rf"(?:[^{{}}\[\]`]*+(?=```[\w-]*+\s*+[{{\[])|(?:\s|{MARK})*+){BEFORE.pattern}"
)
"""Text allowed before arguments: words too, where a fence begins behind them."""
BEHIND_ARGUMENTS = re.compile(rf"(?:{MARK}|{CLOSING})*+")
MOST = 8
"""Most values in a text: to locate an error, the decoder counts all lines before it."""
TOKEN = re.compile(
    r"""(?P<text>"(?:[^"\\]|\\.?)*+(?:"|\Z)|'(?:[^'\\]|\\.?)*+(?:'|\Z))"""
    r"""|<(?P<token>escape|\|"\|)>(?P<inside>.*?)(?P<raw><(?P=token)>|\Z)"""
    r"|(?P<key>\w++)\s*+=(?!=)|(?P<field>[^\W\d]\w*+)\s*+:|\w++"
    r"|(?P<opened>[\[({])|(?P<closed>[\])}])|(?P<last>,\s*+(?=[\])}]))|.",
    re.DOTALL,
)
WORDS = {"True": "true", "False": "false", "None": "null"}
CLOSED = {"{": "}", "[": "]", "(": ")"}
AS_JSON = {"{": "{", "}": "}", "(": "[", ")": "]", "[": "[", "]": "]"}
"""Python's brackets in JSON: tuples are lists."""
ESCAPED = re.compile(
    r"""\\x(?P<x>[\da-fA-F]{2})|\\U00(?P<U>(?:0[\da-fA-F]|10)[\da-fA-F]{4})|\\.|["\x00-\x1f]""",
    re.DOTALL,
)


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    """Build an object; a key with two different values is an error."""
    found = dict(pairs)
    if len(found) < len(pairs) and any(found[key] != value for key, value in pairs):
        raise ValueError("a key with two values")
    return found


DECODER = json.JSONDecoder(object_pairs_hook=_once)


def opened(value: object) -> object:
    """Parse a text that is a JSON list or object; return anything else as it is."""
    found = read_json(value)
    return found if isinstance(found, dict | list) else value


def read_json(value: object, *, arguments: bool = False) -> object:
    """Parse a text as JSON, or return the value as it is; `arguments` allows marks around it."""
    if not isinstance(value, str):
        return value
    before, behind = (BEFORE_ARGUMENTS, BEHIND_ARGUMENTS) if arguments else (BEFORE, BEHIND)
    try:
        found = _values(value, before, behind)
        said = [each for each in found if each != {}] or found
        return said[0] if said and all(each == said[0] for each in said) else value
    except (ValueError, RecursionError):
        return value


def _values(text: str, before: re.Pattern[str], behind: re.Pattern[str]) -> list[object]:
    """Return the values that a text consists of. Raises `ValueError`."""
    found: list[object] = []
    at = _end(before, text, 0)
    while at < len(text):
        if len(found) == MOST:
            raise ValueError("too many values")
        value, end = _value(text, at)
        found.append(value)
        at = _end(behind, text, end)
    return found


def _end(pattern: re.Pattern[str], text: str, at: int) -> int:
    found = pattern.match(text, at)
    return found.end() if found else at


def _value(text: str, at: int) -> tuple[object, int]:
    """Parse the value at this position, as Python where it is no JSON: return it and its end."""
    try:
        return DECODER.raw_decode(text, at)
    except json.JSONDecodeError:
        if text[at] not in "{[":
            raise
    as_json, end = python_as_json(text, at)
    return DECODER.decode(as_json), end


def python_as_json(text: str, at: int) -> tuple[str, int]:
    """Convert the Python value that begins with the bracket at `at` to JSON; return it and its end.

    Arguments in round brackets become an object. What is not closed ends with the text.

    >>> python_as_json("f(option='Anna', note=None)", 1)
    ('{"option": "Anna", "note": null}', 27)
    """
    parts: list[str] = []
    open_: list[str] = []
    for token in TOKEN.finditer(text, at):
        each = token[0]
        match token.lastgroup:
            case "opened":
                parts.append("{" if each == "(" and not open_ else AS_JSON[each])
                open_.append(CLOSED[each])
            case "closed":
                is_right = open_.pop() == each
                as_json = "}" if each == ")" and not open_ else AS_JSON[each]
                parts.append(as_json if is_right else "?")
                if not open_:
                    return "".join(parts), token.end()
            case "text":
                parts.append(_text(each))
            case "raw" if token["raw"]:
                parts.append(json.dumps(token["inside"]))
            case "key" if open_ == [")"]:
                parts.append(f'"{token["key"]}": ')
            case "field" if open_[-1] == "}":
                parts.append(f'"{token["field"]}": ')
            case "last":
                pass
            case _:
                parts.append(WORDS.get(each, each))
    return "".join(parts), len(text)


def _text(token: str) -> str:
    return f'"{ESCAPED.sub(_escaped, token[1:-1])}"' if token[0] == token[-1] else token


def _escaped(found: re.Match[str]) -> str:
    each = found[0]
    if found.lastgroup:
        each = chr(int(found[found.lastgroup], 16))
    elif each[0] == "\\":
        return {"\\'": "'", "\\\n": ""}.get(each, each)
    return json.dumps(each)[1:-1]
