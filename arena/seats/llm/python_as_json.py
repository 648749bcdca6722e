"""JSON made of an object or of arguments as Python, JavaScript or Gemma writes them.

Python has other quotation marks and other words for true, false and null, may have a comma behind
the last of a list, and models break lines within a text. JavaScript has keys without quotation
marks, and so has Gemma, whose texts stand between two tokens. Nothing is evaluated: what is neither
JSON nor one of these stays as it is, and is no JSON.
"""

import json
import re

__all__ = ["python_as_json"]

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
"""What brackets are in JSON: Python's tuples are lists."""
ESCAPED = re.compile(
    r"""\\x(?P<x>[\da-fA-F]{2})|\\U00(?P<U>(?:0[\da-fA-F]|10)[\da-fA-F]{4})|\\.|["\x00-\x1f]""",
    re.DOTALL,
)


def python_as_json(text: str, at: int) -> tuple[str, int]:
    """Return the JSON of what begins with the bracket at this place, and where it ends.

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
