"""What goes back of the calls that a model made, in the form that services take them.

In a conversation services check earlier calls as they check tools: a name of plain letters,
arguments that are a JSON object. A model can write anything, and one such call would have all that
comes after it refused. What it wrote stays in the raw reply, and is what its answer is read from.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from arena.hash_chain import digest
from arena.models.json_shapes import arguments_text, read_json, text, unreadable
from arena.models.types import ToolCall

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
"""How a tool may be called at all three services."""
FOREIGN = re.compile(r"[^a-zA-Z0-9_-]+")
LONGEST_NAME = 64
UNNAMED = "unnamed"
"""Stands for a name without a letter that could be kept."""
STRING_OR_SPACE = re.compile(r'("(?:[^"\\]|\\.)*")|\s+')
"""Of a text that is JSON: a string, or white space outside of any."""
PLAIN_ID = 9
"""Letters of an id that a server left out: so many, without a sign, are what the strictest take."""
DEEPEST = 32
"""Levels of arguments: ours have three, and services open no more than some hundred."""


def accepted_name(name: str) -> str:
    """Return a tool's name as services take it.

    >>> accepted_name("place character!!")
    'place_character'
    """
    if NAME.fullmatch(name):
        return name
    return FOREIGN.sub("_", name).strip("_")[:LONGEST_NAME] or UNNAMED


def accepted_object(arguments: str) -> dict[str, object]:
    """Return arguments as the object that they are; an empty one where they are none."""
    return _opened(arguments)[1]


def accepted_arguments(arguments: str) -> str:
    """Return arguments as they are where services open them, else as the text of an object."""
    opened, whole = _opened(arguments)
    return arguments if opened == whole else json.dumps(whole, ensure_ascii=False)


def compact_object(text: str) -> str:
    r"""Return the text of a JSON object without its white space, where two of it stand together.

    A model copies what it reads of its own, and longer and longer gaps with it. Any other text is
    returned as it is.

    >>> compact_object('{"a":   "b  c",\n "d": 1}')
    '{"a":"b  c","d":1}'
    """
    if not (text.lstrip().startswith("{") and re.search(r"\s\s", text)):
        return text
    try:
        json.loads(text)
    except (ValueError, RecursionError):
        return text
    gaps = [found[0] for found in STRING_OR_SPACE.finditer(text) if found[1] is None]
    return STRING_OR_SPACE.sub(r"\1", text) if any(len(gap) > 1 for gap in gaps) else text


def _opened(arguments: str) -> tuple[object, dict[str, object]]:
    """Return what the arguments are, None where they can't be read, and what is taken of it."""
    try:
        opened, whole = read_json(arguments, deepest=DEEPEST)
    except (ValueError, RecursionError):
        return None, {}
    return opened, whole if isinstance(whole, dict) else {}


def accepted_ids(
    given: Iterable[object], form: re.Pattern[str], raw: Mapping[str, object]
) -> list[str]:
    """Return an id for each call of a reply: its own, where it has the form and no other has it."""
    found: list[str] = []
    for at, own in enumerate(given):
        if isinstance(own, str) and form.fullmatch(own) and own not in found:
            found.append(own)
        else:
            found.append(digest(f"{at} {json.dumps(raw)}".encode())[:PLAIN_ID])
    return found


class CallEntries(NamedTuple):
    """How an API writes a tool call among the entries of a reply."""

    type: str
    id: str
    """The key of its id."""
    arguments: str
    """The key of its arguments."""
    id_form: re.Pattern[str]
    called: str
    """What the API calls such an entry."""

    def with_ids(
        self, entries: Sequence[dict[str, object]], raw: Mapping[str, object], of: str
    ) -> list[dict[str, object]]:
        """Return the entries of a reply, each call with an id of its own. Raises `Fault`."""
        calls = [each for each in entries if each.get("type") == self.type]
        if not all(isinstance(call.get("name"), str) for call in calls):
            raise unreadable(of, f"a {self.called} without `name`")
        ids = iter(accepted_ids([call.get(self.id) for call in calls], self.id_form, raw))
        return [
            each | {self.id: next(ids)} if each.get("type") == self.type else each
            for each in entries
        ]

    def read(self, entries: Iterable[Mapping[str, object]]) -> list[ToolCall]:
        """Return the calls among entries that have ids."""
        return [
            ToolCall(
                id=text(each[self.id]),
                name=text(each["name"]),
                arguments=arguments_text(each.get(self.arguments)),
            )
            for each in entries
            if each.get("type") == self.type
        ]
