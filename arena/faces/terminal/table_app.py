"""The full screen of a table: board, talk, promises, question and one command line.

Typed text always goes to the command line; single keys work while it is empty. Narration is
rendered as text, never markup, so that players' words can't change the screen.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Container, Horizontal, Vertical, VerticalScroll
from textual.widgets import Input, OptionList, Static
from textual.widgets.option_list import Option

from arena.faces.person.command_line import Done, Quit, Refused, looks
from arena.faces.terminal import full_screen_words as words
from arena.faces.terminal.talk_log import Reading, Talk

WIDE = 116
"""Least width in columns for board and talk side by side."""
SHORT = 3
"""Most lines of an answer above the command line; a longer one opens a screen of its own."""
PANES = ("mall", "talk", "promises")
KEYS: Mapping[str, str] = {
    "?": "do('?')",
    "R": "do('rules')",
    "M": "show('mall')",
    "T": "talk('all')",
    "W": "talk('whispers')",
    "L": "show('promises')",
    "/": "empty",
}
"""Actions by key, while the command line is empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The open question."""

    id: str
    title: str
    options: tuple[tuple[str, str], ...]
    """Key and label; none on a turn to talk."""
    prepared: tuple[str, ...] = ()
    """Prepared messages of a turn to speak."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawn:
    """The contents of a full screen at one moment."""

    viewer: str
    """Symbol and name of the viewing seat."""
    title: str
    """Title of the ruleset."""
    moment: str
    """Round and phase; empty before the first."""
    board: RenderableType
    promises: RenderableType
    asked: Asked | None
    seconds_left: int | None
    """None: no clock is running."""
    waits_for: str
    """Sentence for the time without a question."""


class Tab(Static):
    """Label of a pane; a click shows the pane."""

    def __init__(self, pane: str) -> None:
        """`pane` is the pane's id."""
        super().__init__(words.TABS[pane], id=f"tab-{pane}", markup=False)
        self.pane = pane


class CommandLine(Input):
    """Input field of the command line; while it is empty, single keys work."""

    def __init__(self) -> None:
        super().__init__(placeholder=words.PLACEHOLDER, select_on_focus=False)

    async def _on_key(self, event: events.Key) -> None:
        action = None if self.value else KEYS.get(event.character or "")
        if action is None:
            await super()._on_key(event)
            return
        event.prevent_default()
        event.stop()
        await self.app.run_action(action)


class TableApp(App[None]):
    """Textual app for one person's table."""

    CSS_PATH = "table.tcss"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", priority=True),
        Binding("tab", "next_pane(1)", priority=True),
        Binding("shift+tab", "next_pane(-1)", priority=True),
        Binding("pagedown", "page(1)", priority=True),
        Binding("pageup", "page(-1)", priority=True),
        Binding("down", "point(1)", priority=True),
        Binding("up", "point(-1)", priority=True),
        Binding("escape", "empty", priority=True),
    ]

    def __init__(
        self,
        began: Callable[[], Awaitable[object]],
        *,
        on_leave: Callable[[], object],
        look: Callable[[], Drawn | None],
        obey: Callable[[str], Awaitable[Done | Refused]],
    ) -> None:
        """`began` runs the game once the screen is mounted; `on_leave` stops it.

        `look` returns what to draw, None before the game; `obey` executes a line, and raises
        `Quit`.
        """
        super().__init__()
        self.HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (WIDE, "-wide")]
        self._began, self._on_leave = began, on_leave
        self.look, self._obeys = look, obey
        self.game: asyncio.Task[object] | None = None
        self.asked: Asked | None = None
        """The question on the screen."""
        self._typed_for: str | None = None
        self._is_drawing = False
        self.over = False

    # --- input from the game ---

    def tell(self, told: Sequence[RenderableType], *, whisper: bool = False) -> None:
        """Add narration to the talk."""
        talk = self.query_one(Talk)
        for each in told:
            talk.tell(each, whisper=whisper)
        self.redraw()

    def read_so_far(self) -> None:
        """Mark all talk so far as read."""
        self.query_one(Talk).mark()

    def redraw(self) -> None:
        """Schedule one redraw after the current events."""
        if not self._is_drawing:
            self._is_drawing = True
            self.call_later(self._draw)

    def _draw(self) -> None:
        self._is_drawing = False
        drawn = self.look() if self.is_running else None
        if drawn is None:
            return
        self.query_one("#board", Static).update(drawn.board)
        self.query_one("#ledger", Static).update(drawn.promises)
        self._draw_question(drawn)
        self.call_after_refresh(self._follow)

    def _follow(self) -> None:
        self.query_one(Talk).follow()
        self._draw_head()

    def _draw_head(self) -> None:
        drawn = self.look()
        if drawn is None:
            return
        left = drawn.seconds_left
        parts = [drawn.viewer, drawn.title, drawn.moment]
        if left is not None:
            parts.append(words.LEFT.format(minutes=left // 60, seconds=left % 60))
        self.query_one("#head", Static).update(Text(" · ".join(filter(None, parts))))
        below = words.BELOW if self.query_one(Talk).has_more and self._shows("talk") else ""
        self.query_one("#keys", Static).update(below + words.KEYS_LINE)
        unread, talk = self.query_one(Talk).unread, self.query_one("#tab-talk", Static)
        whispers = self.query_one(Talk).only_whispers
        name = words.WHISPERS if whispers else words.TABS["talk"]
        talk.update(f"{name} · {unread} new" if unread and not self._shows("talk") else name)

    def _draw_question(self, drawn: Drawn) -> None:
        asked, title = drawn.asked, self.query_one("#title", Static)
        if self.over:
            title.update(Text(words.OVER, "bold"))
        elif asked is None:
            title.update(Text(drawn.waits_for, "dim"))
        else:
            prepared = [Text(f"  {n}. {each}") for n, each in enumerate(asked.prepared, start=1)]
            title.update(Group(Text(asked.title, "bold"), *prepared))
        if asked == self.asked:
            return
        is_new = asked is not None and (self.asked is None or asked.id != self.asked.id)
        self.asked = asked
        options = self.query_one(OptionList)
        options.clear_options()
        for key, label in () if asked is None else asked.options:
            options.add_option(Option(Text.assemble((f"{key:>3}", "bold"), f"  {label}"), id=key))
        options.display = bool(options.option_count)
        if is_new:
            self.screen.add_class("-asked")
            self._point_at(self.query_one(Input).value)
        elif asked is None:
            self.screen.remove_class("-asked")

    # --- input from the person ---

    @on(Input.Submitted)
    async def _submit(self, event: Input.Submitted) -> None:
        """Execute the command line, or choose the highlighted option if it is empty."""
        line, drawn = event.value.strip(), self.look()
        if self.over:
            self.exit()
            return
        if drawn is None:
            return
        asked = drawn.asked
        current = None if asked is None else asked.id
        if line and not looks(line) and self._typed_for not in (None, current):
            self._typed_for = current
            self._say(Refused(words.CHANGED).shown)
            return
        options = self.query_one(OptionList)
        if not line and asked is not None and asked.options:
            at = options.highlighted
            if at is None:
                self._say(Refused(words.POINT).shown)
                return
            line = str(options.get_option_at_index(at).id)
        self.query_one(Input).value = ""
        await self._obey(line, current)

    async def _obey(self, line: str, asked: str | None) -> None:
        try:
            came = await self._obeys(line)
        except Quit:
            self.action_leave()
            return
        drawn = self.look()
        now = None if drawn is None or drawn.asked is None else drawn.asked.id
        if asked is not None and now != asked:
            self.query_one(Talk).mark()
        self._say(came.shown)
        self.redraw()

    def _say(self, shown: Sequence[RenderableType]) -> None:
        """Show an answer above the command line, or on a screen of its own if it is long."""
        answer = self.query_one("#answer", Static)
        lines = self.console.render_lines(
            Group(*shown), self.console.options.update(width=max(20, self.size.width - 4))
        ) if shown else []  # fmt: skip
        answer.display = bool(lines) and len(lines) <= SHORT
        if answer.display:
            answer.update(Group(*shown))
        elif lines:
            self.push_screen(Reading(shown))

    @on(Input.Changed)
    def _type(self, event: Input.Changed) -> None:
        """Remember the question that is being answered; highlight the option with the typed key."""
        if not event.value:
            self._typed_for = None
        elif self._typed_for is None and self.asked is not None:
            self._typed_for = self.asked.id
        self._point_at(event.value)

    def _point_at(self, key: str) -> None:
        options = self.query_one(OptionList)
        keys = [each.id for each in options.options]
        options.highlighted = keys.index(key.strip()) if key.strip() in keys else None

    @on(OptionList.OptionSelected)
    def _click(self, event: OptionList.OptionSelected) -> None:
        """Type the key of a clicked option; Enter or a second click chooses it."""
        line = self.query_one(Input)
        line.focus()
        if line.value == event.option.id:
            line.post_message(Input.Submitted(line, line.value))
        else:
            line.value = str(event.option.id)
            line.cursor_position = len(line.value)

    def on_click(self, event: events.Click) -> None:
        """Show the pane whose tab was clicked; keep the command line focused."""
        if isinstance(event.widget, Tab):
            self.action_show(event.widget.pane)
        if not isinstance(self.screen, Reading):
            self.query_one(Input).focus()

    def action_leave(self) -> None:
        """Stop the game; without a running game close the screen."""
        self._on_leave()
        if self.game is None or self.game.done():
            self.exit()

    def action_empty(self) -> None:
        """Clear the command line, or close a long text."""
        if isinstance(self.screen, Reading):
            self.pop_screen()
        else:
            self.query_one(Input).value = ""
            self.query_one("#answer", Static).display = False

    def action_point(self, step: int) -> None:
        """Highlight the next option, or scroll a long text."""
        if isinstance(self.screen, Reading):
            self.screen.scroll_lines(step)
            return
        options = self.query_one(OptionList)
        if options.option_count:
            at = options.highlighted
            start = -1 if step > 0 else 0
            options.highlighted = ((start if at is None else at) + step) % options.option_count

    def action_page(self, step: int) -> None:
        """Scroll a page of a long text, of the talk, or of the visible pane."""
        if isinstance(self.screen, Reading):
            self.screen.scroll_lines(step * max(1, self.size.height - 4))
            return
        pane = self.query_one("#talk" if self.screen.has_class("-wide") else f"#{self._pane}")
        pane.scroll_relative(y=step * max(1, pane.size.height - 1), animate=False)

    def action_next_pane(self, step: int) -> None:
        """Show the next pane on a narrow screen."""
        self.action_show(PANES[(PANES.index(self._pane) + step) % len(PANES)])

    # --- panes ---

    @property
    def _pane(self) -> str:
        return next(each for each in PANES if self.screen_stack[0].has_class(f"-{each}"))

    def _shows(self, pane: str) -> bool:
        base = self.screen_stack[0]
        return base.has_class("-wide") or base.has_class(f"-{pane}")

    def action_show(self, pane: str) -> None:
        """Show a pane; on a wide screen all of them are visible."""
        base = self.screen_stack[0]
        for each in PANES:
            base.set_class(each == pane, f"-{each}")
            self.query_one(f"#tab-{each}").set_class(each == pane, "-shown")
        self.redraw()

    def action_talk(self, which: str) -> None:
        """Show `all` talk or only `whispers`."""
        talk = self.query_one(Talk)
        talk.show_only(whispers=which == "whispers")
        self.action_show("talk")

    async def action_do(self, line: str) -> None:
        """Execute the line of a single key."""
        await self._obey(line, None)

    # --- start and end ---

    def compose(self) -> ComposeResult:
        """Build the widgets; `table.tcss` lays them out."""
        yield Static(id="head", markup=False)
        with Horizontal(id="tabs"):
            yield from (Tab(pane) for pane in PANES)
        with Container(id="table"):
            with VerticalScroll(id="mall", can_focus=False):
                yield Static(id="board", markup=False)
            with Vertical(id="right"):
                yield Talk()
                with VerticalScroll(id="promises", can_focus=False):
                    yield Static(id="ledger", markup=False)
            with Vertical(id="question"):
                yield Static(id="title", markup=False)
                yield OptionList(markup=False)
        yield Static(id="answer", markup=False)
        with Horizontal(id="line"):
            yield Static("> ", id="prompt", markup=False)
            yield CommandLine()
        yield Static(words.KEYS_LINE, id="keys", markup=False)

    def on_mount(self) -> None:
        """Start the game, which runs as long as the screen."""
        self.query_one(OptionList).can_focus = False
        self.query_one("#answer").display = False
        self.action_show("talk")
        self.query_one(Input).focus()
        self.set_interval(1, self._draw_head)
        self.game = asyncio.create_task(self._play())

    async def _play(self) -> object:
        """Await the game; close the screen unless it was played to its end."""
        try:
            return await self._began()
        finally:
            if not self.over:
                self.exit()

    def end(self) -> None:
        """Mark the game as over, and keep the screen open."""
        self.over = True
        self.redraw()
