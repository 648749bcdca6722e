"""Extracts facts from a prompt's texts: the own seat, the wanted tool, the legal options.

The frame of the prompt is fixed. What other players said is inside JSON strings within a line, so
it cannot be mistaken for the lines searched here.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass

from arena.forms import Schema
from arena.provider.argument_values import location_numbers, player_names
from arena.provider.types import Prompt

WANTED = re.compile(r"^Answer with the tool `([^`]+)`\.$")
OPTION = re.compile(r"^- `([^`]+)`: ")
YOU_ARE = "You are "
NAME = re.compile(r"[^\n.,;:!?()]+")
SPEAKER = re.compile(r"^- ([^\"\n]{1,60}?) says? to ", re.MULTILINE)
TICKED = re.compile(r"`([a-z0-9_-]+)`")
PLACE = re.compile(r"^- ([1-9]) ", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class PromptFacts:
    """The facts of a prompt on which an answer depends."""

    seat: str
    """The own name; empty: the system text contains none."""
    wanted: str
    """The tool named in the last line; empty: none."""
    options: tuple[str, ...]
    """Ids of the legal options; empty: the prompt lists none."""
    others: tuple[str, ...]
    """The other players that the tools or the talk name."""
    places: tuple[int, ...]
    """Numbers of the locations."""
    news: tuple[str, ...]
    """The events since the last question, one per line."""
    ids: tuple[str, ...]
    """Other ids in the text, for example of cards; empty where options are listed."""


def prompt_facts(prompt: Prompt, tools: Mapping[str, Schema]) -> PromptFacts:
    """Extract the facts from the last user text; the own name comes from the system text."""
    lines = prompt.user.rstrip().split("\n")
    wanted = WANTED.match(lines[-1])
    listed = player_names(tools)
    names = listed or tuple(dict.fromkeys(SPEAKER.findall(prompt.user)))
    seat = _seat(prompt.system, listed)
    options = _options(lines)
    ticked = () if options else dict.fromkeys(TICKED.findall("\n".join(lines[:-1])))
    return PromptFacts(
        seat=seat,
        wanted=wanted[1] if wanted else "",
        options=options,
        others=tuple(name for name in names if name != seat),
        places=location_numbers(tools)
        or tuple(map(int, dict.fromkeys(PLACE.findall(prompt.user)))),
        news=_section(lines, "# What happened"),
        ids=tuple(ticked),
    )


def _options(lines: list[str]) -> tuple[str, ...]:
    if "Options:" not in lines:
        return ()
    start = len(lines) - lines[::-1].index("Options:")
    found = (OPTION.match(line) for line in lines[start:])
    return tuple(each[1] for each in found if each)


def _seat(system: str, names: tuple[str, ...]) -> str:
    """Return the name after `You are`, the longest known name that fits.

    Where no names are known it is the following words that begin with a capital letter.
    """
    start = system.find(YOU_ARE)
    while start >= 0:
        start += len(YOU_ARE)
        match = NAME.match(system, start)
        if match and not names and match[0][0].isupper():
            return match[0].strip()
        fits = [name for name in names if match and f"{match[0]} ".startswith(f"{name} ")]
        if fits:
            return max(fits, key=len)
        start = system.find(YOU_ARE, start)
    return ""


def _section(lines: list[str], heading: str) -> tuple[str, ...]:
    if heading not in lines:
        return ()
    found: list[str] = []
    for line in lines[lines.index(heading) + 1 :]:
        if line.startswith("# "):
            break
        if line.startswith(("- ", "  ")):  # details of a message are indented below it
            found.append(line[2:])
    return tuple(found)
