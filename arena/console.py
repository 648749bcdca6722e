"""Helpers for console text: paragraphs with a hanging indent, templates, lists and plurals."""

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache

from rich.console import Console, ConsoleOptions, RenderResult
from rich.control import strip_control_codes
from rich.text import Span, Text

from arena.text import plural

__all__ = ["NO_BREAK_SPACE", "Paragraph", "fill", "join", "plural"]

NO_BREAK_SPACE = "\u00a0"
"""A space at which lines are not broken."""
PRIVATE_USE = "\ue000"


class Paragraph:
    """A paragraph with a hanging indent and without trailing spaces."""

    def __init__(self, text: Text, indent: int = 2) -> None:
        self.text = text
        self.indent = indent

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        hang = self.indent + 2
        width = max(options.max_width - hang, 10)
        text = self.text.copy()
        text.plain = text.plain.replace(
            NO_BREAK_SPACE, PRIVATE_USE
        )  # rich breaks lines at no-break spaces too
        for at, line in enumerate(text.wrap(console, width)):
            line.rstrip()
            line.plain = line.plain.replace(PRIVATE_USE, " ")
            yield Text(" " * (hang if at else self.indent)).append_text(line)


def fill(template: str, **parts: Text | str | int) -> Text:
    """Fill in each `{name}` of a template, keeping styles."""
    return _joined(parts[each[1:-1]] if each[:1] == "{" else each for each in _pieces(template))


@lru_cache(maxsize=512)
def _pieces(template: str) -> tuple[str, ...]:
    return tuple(re.split(r"(\{\w+\})", template))


def join(parts: Sequence[Text], last: str = " and ") -> Text:
    """Join texts by commas, with `last` before the last one."""
    if not parts:
        return Text()
    *before, end = parts
    listed = [each for part in before for each in (part, ", ")]
    return _joined([*listed[:-1], *([last] if before else []), end])


def _joined(parts: Iterable[Text | str | int]) -> Text:
    """Concatenate parts at once, which takes half the time of appending them."""
    pieces, spans, at = list[str](), list[Span](), 0
    for part in parts:
        if isinstance(part, Text):
            piece = part.plain
            end = at + len(piece)
            if part.style:
                spans.append(Span(at, end, part.style))
            spans += [Span(at + start, at + stop, style) for start, stop, style in part.spans]
        else:
            piece = strip_control_codes(str(part))
            end = at + len(piece)
        pieces.append(piece)
        at = end
    return Text("".join(pieces), spans=spans)
