"""Matches a tool's name as a model wrote it to an existing tool.

Models write a tool's name in other case, without its underscores, with a number or the word tool or
function beside it, or with a namespace before it.
"""

import re
from collections.abc import Iterable

PARTS = re.compile(r"[^\w-]+|__")
"""Separators between the parts of a name."""
JOINTS = re.compile(r"[_-]")
BESIDE = re.compile(r"(?:tools?|functions?|\d+)*+")
"""Text allowed beside the letters of a name."""


def known_name(written_name: str, tools: Iterable[str]) -> str:
    """Return the tool that a name matches: of the name's parts, the only one that is a tool.

    A part matches a tool with the same letters, where no other tool has them too. Without a match
    the name is returned as it is.

    >>> known_name("functions.cast_vote:0", {"cast_vote": ()})
    'cast_vote'
    >>> known_name("castVote_1", {"cast_vote": ()})
    'cast_vote'
    """
    name = written_name.strip()
    if name in tools:
        return name
    parts = set(PARTS.split(name))
    letters = [_letters(part) for part in parts]
    meant = {tool for tool in tools if any(_means(part, _letters(tool)) for part in letters)}
    exact = meant & parts
    if len(exact) == 1 and len({_letters(tool) for tool in meant}) == 1:
        meant = exact
    return meant.pop() if len(meant) == 1 else name


def tool_of_key(key: str, tools: Iterable[str]) -> str:
    """Return the tool that a key of an object matches; several words are no name."""
    return key if len(key.split()) > 1 else known_name(key, tools)


def name_pattern(tool: str) -> str:
    """Return a regular expression of all spellings of a tool's name."""
    letters = "[_-]?".join(map(re.escape, JOINTS.split(tool)))
    return rf"(?i:(?:(?:tool|function)s?[_-]?)?{letters}(?:[_-]?(?:\d{{1,9}}|tool|function))?)"


def _means(part: str, tool: str) -> bool:
    """Return True if a part has a tool's letters, and beside them only what `BESIDE` allows."""
    before, found, behind = part.partition(tool or "\0")
    return bool(found and BESIDE.fullmatch(before) and BESIDE.fullmatch(behind))


def _letters(name: str) -> str:
    return JOINTS.sub("", name).casefold()
