"""Widgets of the full screen: the log of talk, and a screen for long texts.

The log is wrapped again at each width. It scrolls to the first line since the person's last answer
and no further.
"""

from collections.abc import Sequence

from rich.console import Group, RenderableType
from textual import events
from textual.app import ComposeResult
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import RichLog, Static

from arena.faces.terminal import full_screen_words as words


class Talk(RichLog):
    """The log of talk and facts."""

    def __init__(self) -> None:
        super().__init__(id="talk", wrap=True, markup=False, min_width=20, auto_scroll=False)
        self.can_focus = False
        self._told: list[tuple[RenderableType, bool]] = []
        """Entries, and whether each is a whisper."""
        self.only_whispers = False
        self._read = 0
        """Number of entries at the person's last answer."""
        self._read_lines = 0
        self._width = 0
        """Width at which it is written; 0 before it is first shown."""
        self._columns = 0
        """Width of its lines; kept while it is hidden."""
        self._placed: int | None = 0
        """Offset of the last automatic scroll; None: scroll again wherever it is."""

    @property
    def unread(self) -> int:
        """Number of entries since the person's last answer."""
        return len(self._told) - self._read

    @property
    def has_more(self) -> bool:
        """Whether there are lines below the visible ones."""
        return self.scroll_y < len(self.lines) - self.size.height

    def tell(self, each: RenderableType, *, whisper: bool) -> None:
        """Add an entry."""
        self._told.append((each, whisper))
        if self._width:
            self._add(each, whisper=whisper)

    def mark(self) -> None:
        """Mark all entries as read."""
        self._read, self._read_lines = len(self._told), len(self.lines)
        self._placed = None

    def show_only(self, *, whispers: bool) -> None:
        """Show only whispers, or everything."""
        if whispers != self.only_whispers:
            self.only_whispers = whispers
            self.rewrite()

    def rewrite(self) -> None:
        """Write all entries again."""
        self.clear()
        self._read_lines = 0
        for number, (each, whisper) in enumerate(self._told):
            if number == self._read:
                self._read_lines = len(self.lines)
            self._add(each, whisper=whisper)
        if not self.unread:
            self._read_lines = len(self.lines)
        self._placed = None
        self.follow()

    def follow(self) -> None:
        """Scroll to the first unread line, unless the person has scrolled away."""
        if self._placed is not None and self._placed != self.scroll_offset.y:
            return
        end = max(0, len(self.lines) - self.size.height)
        self._placed = min(end, self._read_lines)
        self.scroll_to(y=self._placed, animate=False, immediate=True)

    def on_resize(self, event: events.Resize) -> None:
        """Wrap the lines again."""
        super().on_resize(event)
        if event.size.width and event.size.width != self._width:
            self._width = event.size.width
            self.rewrite()
        else:
            self.follow()

    def _add(self, each: RenderableType, *, whisper: bool) -> None:
        if whisper or not self.only_whispers:
            self._columns = self.scrollable_content_region.width or self._columns
            self.write(each, width=max(10, self._columns))


class Reading(ModalScreen[None]):
    """Screen for a long text such as the rules, until Escape or Enter."""

    BINDINGS = [("enter", "dismiss(None)"), ("q", "dismiss(None)")]  # noqa: RUF012 - as textual has it

    def __init__(self, shown: Sequence[RenderableType]) -> None:
        """`shown` is the text."""
        super().__init__()
        self._shown = shown

    def compose(self) -> ComposeResult:
        """Build the text and its line of keys."""
        with VerticalScroll(id="reading", can_focus=False):
            yield Static(Group(*self._shown), markup=False)
        yield Static(words.READING, id="reading-keys", markup=False)

    def scroll_lines(self, lines: int) -> None:
        """Scroll by a number of lines."""
        self.query_one("#reading").scroll_relative(y=lines, animate=False)
