"""What came of a line, as a terminal shows it: why something can't be done is a warning."""

from rich.console import RenderableType
from rich.text import Text

from arena.faces.person.command_line import Done, Refused

__all__ = ["shown_of", "warning"]

STYLE = "yellow"


def warning(text: str) -> Text:
    """Return a sentence about what is not as it should be."""
    return Text(text, STYLE)


def shown_of(came: Done | Refused) -> list[RenderableType]:
    """Return what a terminal shows of what came of a line."""
    return [warning(came.why)] if isinstance(came, Refused) else came.told
