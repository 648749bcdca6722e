"""Parts of printed sentences: paragraphs with a hanging indent, templates, lists and plurals."""

import re
from collections.abc import Sequence
from functools import lru_cache

from rich.console import Console, ConsoleOptions, RenderResult
from rich.text import Text

from arena.text import plural

__all__ = ["NO_BREAK_SPACE", "Paragraph", "fill", "join", "plural"]

NO_BREAK_SPACE = "\u00a0"
"""A blank where no line may be broken."""
PRIVATE_USE = "\ue000"


class Paragraph:
    """A paragraph with a hanging indent, without blanks at the ends of its lines."""

    def __init__(self, text: Text, indent: int = 2) -> None:
        """`indent` is that of the first line."""
        self.text = text
        self.indent = indent

    def __rich_console__(self, console: Console, options: ConsoleOptions) -> RenderResult:
        """Break the text where the terminal ends."""
        hang = self.indent + 2
        width = max(options.max_width - hang, 10)
        text = self.text.copy()
        text.plain = text.plain.replace(
            NO_BREAK_SPACE, PRIVATE_USE
        )  # rich breaks lines at every kind of blank
        for at, line in enumerate(text.wrap(console, width)):
            line.rstrip()
            line.plain = line.plain.replace(PRIVATE_USE, " ")
            yield Text(" " * (hang if at else self.indent)).append_text(line)


def fill(template: str, **parts: Text | str | int) -> Text:
    """Return the template with each `{name}` replaced, styles kept."""
    text = Text()
    for piece in _pieces(template):
        given = parts[piece[1:-1]] if piece.startswith("{") else piece
        if isinstance(given, Text):
            text.append_text(given)
        else:
            text.append(str(given))
    return text


@lru_cache(maxsize=512)
def _pieces(template: str) -> tuple[str, ...]:
    return tuple(re.split(r"(\{\w+\})", template))


def join(parts: Sequence[Text], last: str = " and ") -> Text:
    """Return the parts with commas, and `last` before the last one."""
    text = Text()
    for at, part in enumerate(parts):
        if at:
            text.append(last if at == len(parts) - 1 else ", ")
        text.append_text(part)
    return text
