"""Something long that is read by itself: rules, the notation, the list of commands."""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Static

from arena.faces.terminal import full_screen_words as words

__all__ = ["Reading"]


class Reading(ModalScreen[None]):
    """A text over the table, until Escape or Enter."""

    BINDINGS = [("enter", "dismiss(None)"), ("q", "dismiss(None)")]  # noqa: RUF012 - as textual has it

    def __init__(self, shown: Sequence[RenderableType]) -> None:
        """Show what a command returned."""
        super().__init__()
        self._shown = shown

    def compose(self) -> ComposeResult:
        """Build the text and the line below it."""
        with VerticalScroll(id="reading", can_focus=False):
            yield Static(Group(*self._shown), markup=False)
        yield Static(words.READING, id="reading-keys", markup=False)

    def scroll_lines(self, lines: int) -> None:
        """Scroll by so many lines."""
        self.query_one("#reading").scroll_relative(y=lines, animate=False)
