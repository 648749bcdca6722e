"""A person at a table on a full screen, with the game in this process."""

import asyncio
import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager

from rich.console import Group, RenderableType
from rich.text import Text

from arena.events import PhaseBegan
from arena.faces.person import questions, wording
from arena.faces.person.command_line import Done, Refused, done_by
from arena.faces.person.sitting import DirectSitting
from arena.faces.terminal.line_mode import Game
from arena.faces.terminal.table_app import Asked, Drawn, TableApp
from arena.narration.board import Picture
from arena.narration.speech_acts import act_in_words
from arena.records.record import Record
from arena.records.talk import Said, Whispered
from arena.seats.human import Chair
from arena.seats.seat import Question
from arena.table import Outcome
from arena.table.referee import SeatTask
from arena.transcript.writer import GameFiles


class FullScreen:
    """Runs a game with one person on a full screen."""

    def __init__(self, seat: str) -> None:
        """`seat` is the person's."""
        self.seat = seat
        self.chair = Chair(self._changed, takes_over=True)
        self.app: TableApp | None = None
        """None before the game is started."""
        self.outcome: Outcome | None = None
        """None before the game has ended."""
        self._sitting: DirectSitting | None = None
        self._round, self._phase = 0, ""
        self._told_before = 0

    def begin(self, files: GameFiles, clockwise: tuple[str, ...]) -> None:
        """Start the session; records that exist already are shown again."""
        self._sitting = DirectSitting(files.header, clockwise, self.seat, self.chair)
        self._told_before = len(files.lines)

    def take(self, record: Record) -> None:
        """Show the next record, if the seat perceives it."""
        sitting, said = self._sitting, record.data
        if sitting is None or self.app is None:
            return
        if isinstance(said, PhaseBegan):
            self._round, self._phase = said.round, sitting.words.phase(said.phase)
        whisper = isinstance(said, Whispered) or (isinstance(said, Said) and said.whisper)
        self.app.tell(_without_boards(sitting.take(record)), whisper=whisper)
        if record.at < self._told_before:
            self.app.read_so_far()

    def wait_for(self, tasks: Mapping[str, SeatTask]) -> None:
        """Show which seats are waited for."""
        if self._sitting is not None and self.app is not None:
            self._sitting.wait_for(tasks)
            self.app.redraw()

    def screen(self, game: Game, stop: asyncio.Event) -> TableApp:
        """Build the screen for a game; leaving it sets `stop`."""

        async def played() -> None:
            self.outcome = await game(stop)
            if self.outcome.finished and self.app is not None:
                self.app.end()

        self.app = TableApp(played, on_leave=stop.set, look=self._look, obey=self._obey)
        return self.app

    async def play(self, game: Game, stop: asyncio.Event) -> Outcome:
        """Play a game until its end, or until `stop` is set or the person leaves."""
        app = self.screen(game, stop)
        with kept_colours():
            await app.run_async()
        stop.set()
        if app.game is not None:
            await app.game
        if self.outcome is None:
            raise asyncio.CancelledError
        return self.outcome

    def _changed(self) -> None:
        """Show the open question, after the narration that leads to it."""
        sitting = self._sitting
        if sitting is None or self.app is None:
            return
        if sitting.now is not None:
            self.app.tell(_without_boards(sitting.told_before()))
        self.app.redraw()

    def _look(self) -> Drawn | None:
        sitting = self._sitting
        if sitting is None:
            return None
        now, promises = sitting.now, sitting.heard.promises
        time_left = None if now is None else now.until - asyncio.get_running_loop().time()
        number = f"round {self._round}" if self._round else ""
        return Drawn(
            viewer=sitting.words.badge(sitting.seat).plain,
            title=sitting.words.ruleset.title,
            moment=" · ".join(filter(None, (number, self._phase))),
            board=sitting.heard.board,
            promises=Group(*map(Text, promises))
            if promises
            else Text(wording.NOBODY_PROMISED, "dim"),
            asked=_question(sitting),
            seconds_left=None if time_left is None else max(0, round(time_left)),
            waits_for=sitting.waits_for,
        )

    async def _obey(self, line: str) -> Done | Refused:
        sitting = self._sitting
        return Refused(wording.NOTHING) if sitting is None else done_by(line, sitting)


def _question(sitting: DirectSitting) -> Asked | None:
    now, words = sitting.now, sitting.words
    if now is None:
        return None
    keyed = questions.keyed(now.asked) if isinstance(now.asked, Question) else {}
    prepared = [
        (
            each.text,
            *(act_in_words(words, act, sitting.seat) for act in (*each.claims, *each.deals)),
        )
        for each in (sitting.prepared if sitting.turn else ())
    ]
    return Asked(
        id=now.asked.id,
        title=questions.title(now.asked, now.view, words),
        options=tuple((key, option.label.removeprefix(f"{key} ")) for key, option in keyed.items()),
        prepared=tuple(map("; ".join, prepared)),
    )


def _without_boards(told: Sequence[RenderableType]) -> list[RenderableType]:
    """Remove boards, which the screen shows beside the narration, with the blank before each."""
    kept: list[RenderableType] = []
    for each in told:
        if not isinstance(each, Picture):
            kept.append(each)
        elif kept and isinstance(kept[-1], Text) and not kept[-1].plain:
            kept.pop()
    return kept


@contextmanager
def kept_colours() -> Iterator[None]:
    """Restore NO_COLOR, which a Textual app removes from the environment."""
    colours = os.environ.get("NO_COLOR")
    try:
        yield
    finally:
        if colours is not None:
            os.environ["NO_COLOR"] = colours
