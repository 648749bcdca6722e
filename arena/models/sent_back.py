"""Normalizes a model's tool calls so that services accept them when they are sent back.

Services validate earlier calls in a conversation: a name of plain letters, arguments that are a
JSON object. A model can write anything, and one invalid call would have every later request
refused. The original stays in the raw reply, from which the answer is read.
"""

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from arena.hash_chain import digest
from arena.models.json_shapes import arguments_text, read_json, text, unreadable
from arena.models.types import ToolCall

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
"""Matches a tool's name that all three services accept."""
FOREIGN = re.compile(r"[^a-zA-Z0-9_-]+")
LONGEST_NAME = 64
UNNAMED = "unnamed"
"""Replaces a name without any valid letter."""
STRING_OR_SPACE = re.compile(r'("(?:[^"\\]|\\.)*")|\s+')
"""Matches, in JSON text, a string, or white space outside of strings."""
PLAIN_ID = 9
"""Length of a generated id: nine letters without a sign, as the strictest service demands."""
DEEPEST = 32
"""Maximum nesting of arguments: ours have three levels, services accept some hundred."""


def accepted_name(name: str) -> str:
    """Return a tool's name in the form that services accept.

    >>> accepted_name("place character!!")
    'place_character'
    """
    if NAME.fullmatch(name):
        return name
    return FOREIGN.sub("_", name).strip("_")[:LONGEST_NAME] or UNNAMED


def accepted_object(arguments: str) -> dict[str, object]:
    """Parse arguments to an object; return an empty one if they are none."""
    return _opened(arguments)[1]


def accepted_arguments(arguments: str) -> str:
    """Return arguments unchanged if services can parse them, else as a valid JSON object."""
    opened, whole = _opened(arguments)
    return arguments if opened == whole else json.dumps(whole, ensure_ascii=False)


def compact_object(text: str) -> str:
    r"""Remove the white space of a JSON object that has two of it in a row.

    A model copies what it reads of its own, with ever wider gaps. Any other text is returned
    unchanged.

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
    """Return the parsed arguments, None if unreadable, and the object that is sent instead."""
    try:
        opened, whole = read_json(arguments, deepest=DEEPEST)
    except (ValueError, RecursionError):
        return None, {}
    return opened, whole if isinstance(whole, dict) else {}


def accepted_ids(
    given: Iterable[object], form: re.Pattern[str], raw: Mapping[str, object]
) -> list[str]:
    """Return a unique id for each call: its own, if it is valid and not yet taken."""
    found: list[str] = []
    for at, own in enumerate(given):
        if isinstance(own, str) and form.fullmatch(own) and own not in found:
            found.append(own)
        else:
            found.append(digest(f"{at} {json.dumps(raw)}".encode())[:PLAIN_ID])
    return found


class CallEntries(NamedTuple):
    """The form of a tool call among the entries of a reply, for one API."""

    type: str
    id: str
    """Key of the id."""
    arguments: str
    """Key of the arguments."""
    id_form: re.Pattern[str]
    called: str
    """What messages call such an entry."""

    def with_ids(
        self, entries: Sequence[dict[str, object]], raw: Mapping[str, object], of: str
    ) -> list[dict[str, object]]:
        """Return the entries of a reply with an id for each call. Raises `Fault`."""
        calls = [each for each in entries if each.get("type") == self.type]
        if not all(isinstance(call.get("name"), str) for call in calls):
            raise unreadable(of, f"a {self.called} without `name`")
        ids = iter(accepted_ids([call.get(self.id) for call in calls], self.id_form, raw))
        return [
            each | {self.id: next(ids)} if each.get("type") == self.type else each
            for each in entries
        ]

    def read(self, entries: Iterable[Mapping[str, object]]) -> list[ToolCall]:
        """Return the tool calls among entries that have ids."""
        return [
            ToolCall(
                id=text(each[self.id]),
                name=text(each["name"]),
                arguments=arguments_text(each.get(self.arguments)),
            )
            for each in entries
            if each.get("type") == self.type
        ]
