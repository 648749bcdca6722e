"""Facts read from a prompt's texts: the own seat, the tool that is wanted, the legal options.

The frame is fixed by the prompts; what other players said stands in JSON strings within a line,
so no line that is looked for here can be theirs.
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
    """What a prompt says, as far as an answer needs it."""

    seat: str
    """One's own name; empty: the system text names none."""
    wanted: str
    """The tool that the last line names; empty: it names none."""
    options: tuple[str, ...]
    """Ids of the legal options; none: the prompt lists none."""
    others: tuple[str, ...]
    """The other players, as far as the tools or the talk name them."""
    places: tuple[int, ...]
    """Numbers of the locations."""
    news: tuple[str, ...]
    """What happened, line by line."""
    ids: tuple[str, ...]
    """Ids of other things that the text names, cards for example; none where options are listed."""


def prompt_facts(prompt: Prompt, tools: Mapping[str, Schema]) -> PromptFacts:
    """Read the last user text, and the system text for one's own name."""
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
    """Return the ids of the last list of options."""
    if "Options:" not in lines:
        return ()
    start = len(lines) - lines[::-1].index("Options:")
    found = (OPTION.match(line) for line in lines[start:])
    return tuple(each[1] for each in found if each)


def _seat(system: str, names: tuple[str, ...]) -> str:
    """Return the name behind `You are`; the longest that fits, since names may begin alike.

    Where no names are known it is what begins with a capital letter.
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
        if line.startswith(("- ", "  ")):  # what belongs to words stands below them
            found.append(line[2:])
    return tuple(found)
