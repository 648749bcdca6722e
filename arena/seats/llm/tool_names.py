"""Which tool a name means that a model wrote.

Models write a tool's name in letters of another size, without its underscores, with a number or the
word tool or function beside it, or behind the name of where it stands.
"""

import re
from collections.abc import Iterable

PARTS = re.compile(r"[^\w-]+|__")
"""What stands between the parts of a name."""
JOINTS = re.compile(r"[_-]")
BESIDE = re.compile(r"(?:tools?|functions?|\d+)*+")
"""What may be written beside the letters of a name."""


def known_name(written_name: str, tools: Iterable[str]) -> str:
    """Return the tool that a name means: of its parts, the only one that is a tool.

    A part is a tool that has the same letters, where no other has them too.

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
    """Return the tool that a key of an object means; several words are no name."""
    return key if len(key.split()) > 1 else known_name(key, tools)


def name_pattern(tool: str) -> str:
    """Return the regular expression of all that means a tool where its name stands alone."""
    letters = "[_-]?".join(map(re.escape, JOINTS.split(tool)))
    return rf"(?i:(?:(?:tool|function)s?[_-]?)?{letters}(?:[_-]?(?:\d{{1,9}}|tool|function))?)"


def _means(part: str, tool: str) -> bool:
    """Tell whether a part has the letters of a tool, and nothing that counts beside them."""
    before, found, behind = part.partition(tool or "\0")
    return bool(found and BESIDE.fullmatch(before) and BESIDE.fullmatch(behind))


def _letters(name: str) -> str:
    return JOINTS.sub("", name).casefold()
