"""Live status of a tournament: a board in a terminal, else a line now and then.

It shows `Status` and, if asked to, the talk of one game.
"""

import json
import sys
import time
from collections import deque
from collections.abc import Callable, Iterator
from pathlib import Path
from types import TracebackType
from typing import Self

from rich.console import Group, RenderableType
from rich.live import Live
from rich.text import Text

from arena.errors import ArenaError, ConfigError, possible
from arena.faces.cli.amounts import between, dollars, duration, tokens
from arena.faces.cli.options import Json
from arena.faces.cli.output import console_for, print_document
from arena.faces.cli.printing import figures, print_all
from arena.faces.cli.tournament_options import Folder
from arena.forms import HEADER, LOG
from arena.narration.dialects import words_of
from arena.narration.narrator import Narrator
from arena.narration.words import Paragraph, plural
from arena.records.lines import decoded
from arena.records.record import visible
from arena.text import escaped
from arena.tournament.folder import game_folder
from arena.tournament.plan import Plan
from arena.tournament.status import Status, status_of
from arena.transcript import reader

REDRAWN = 4
"""Refreshes a second in a terminal."""
APART = 10.0
"""Least seconds between two lines outside a terminal."""
NARROW = 50
"""Width in columns below which the ranking is a list."""
LONGEST = 24
"""Most columns of a name."""
MOST_ENTRANTS, MOST_FAILED = 12, 5
"""Most entrants and failed games on the board."""
BAR = 40
"""Columns of the progress bar."""


def status(folder: Folder, json_: Json = False) -> int:
    """Say how far it is, also while another shell runs it."""
    found = status_of(folder)
    if json_:
        print_document({"folder": str(folder), **found.data()})
    else:
        print_all(rendered(found, console_for(sys.stdout).width))
    return 0


class Board:
    """Shows the status of a run on standard error."""

    def __init__(
        self,
        *,
        shown: bool,
        talk: "TableTalk | None" = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`talk` is the game whose talk is shown; None for none."""
        self._console = console_for(sys.stderr)
        self._shown, self._talk, self._clock = shown, talk, clock
        self._status: Status | None = None
        self._live: Live | None = None
        self._line, self._at = "", float("-inf")

    def __enter__(self) -> Self:
        """Start the live display."""
        if self._shown and self._console.is_terminal:
            self._live = Live(
                console=self._console, get_renderable=self._board, transient=True,
                refresh_per_second=REDRAWN, vertical_overflow="ellipsis",
            )  # fmt: skip
            self._live.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Print the last status."""
        if self._live is not None:
            self._live.stop()
            if self._status is not None:
                self._console.print(self._board())
        elif self._status is not None:
            self._print_line(self._status)

    def changed(self, status: Status) -> None:
        """Receive the run's new status."""
        self._status = status
        if self._shown and self._live is None and self._clock() - self._at >= APART:
            self._print_line(status)

    def _board(self) -> RenderableType:
        # The terminal may have been resized.
        self._console.width = console_for(sys.stderr).width
        if self._status is None:
            return Text("")
        return Group(*rendered(self._status, self._console.width, self._talk))

    def _print_line(self, status: Status) -> None:
        line = one_line(status)
        if self._shown and line != self._line:
            self._console.print(escaped(line), soft_wrap=True)
            self._line, self._at = line, self._clock()


def one_line(status: Status) -> str:
    """Format the status on a line: `12 of 60 games are finished, 8 run; $1.20 so far; ...`."""
    parts = [counted(status), spent(status)]
    if status.standing:
        first = status.standing[0]
        parts.append(f"{first.entrant} is ahead ({status.label})")
    return f"{'; '.join(each for each in parts if each)}."


def rendered(
    status: Status, width: int, talk: "TableTalk | None" = None
) -> Iterator[RenderableType]:
    """Yield the parts of the board for a terminal of `width` columns."""
    yield Text(escaped(status.name), "bold")
    yield _bar(status, min(width, BAR))
    yield Paragraph(Text(escaped(f"{counted(status)}.")), 0)
    if money := spent(status):
        yield Paragraph(Text(escaped(f"{money}.")), 0)
    if status.exhausted is not None:
        yield Paragraph(Text(escaped(f"Budget: {status.exhausted}.")), 0)
    if status.standing:
        yield Text("")
        yield from standing(status, width)
    yield from _failures(status)
    if talk is not None:
        yield Text("")
        yield from talk.rendered()


def _bar(status: Status, width: int) -> Text:
    done = width * len(status.finished) // max(1, status.planned)
    return Text.assemble(("━" * done, "green"), ("─" * (width - done), "dim"))


def counted(status: Status) -> str:
    """Format the numbers of finished, running, waiting and failed games."""
    finished, planned = len(status.finished), status.planned
    counts = {
        "run": len(status.running),
        "are paused": len(status.paused),
        "wait for a model that is down": len(status.waiting),
        "failed": len(status.failed),
        "can't be taken": len(status.left_out),
    }
    more = [f"{count} {words}" for words, count in counts.items() if count]
    if status.seconds_left:
        more.append(f"{duration(status.seconds_left / 3600)} left")
    return ", ".join([f"{finished} of {plural(planned, 'game')} are finished", *more])


def without(spec: str, why: str) -> str:
    """Return why a model is down, without a leading SPEC."""
    return why.removeprefix(f"{spec}: ")


def spent(status: Status) -> str:
    """Format the spending so far and the forecast; empty if no model plays."""
    spending = status.spending
    if not (spending.calls or spending.open_calls):
        return ""
    unknown = spending.money == 0 and spending.tokens > 0  # no model has a known price
    money = calls = ""
    if status.forecast is not None and status.left:
        money = f" of about {between(status.forecast.money, dollars)}"
        calls = f" of about {between(status.forecast.calls, tokens)}"
    parts = [
        "cost unknown" if unknown else f"{dollars(spending.money)} so far{money}",
        f"{spending.calls:,} calls{calls}, {tokens(spending.tokens)} tokens",
    ]
    if spending.waiting:
        parts.append(f"{plural(spending.waiting, 'call')} waiting")
    return ", ".join(parts)


def standing(status: Status, width: int) -> Iterator[RenderableType]:
    """Yield the provisional ranking with its intervals."""
    rows = status.standing[:MOST_ENTRANTS]
    if width < NARROW:
        for at, each in enumerate(rows, start=1):
            interval = f"{each.low:.1f} to {each.high:.1f}"
            yield Paragraph(Text(escaped(f"{at}. {each.entrant}: {each.mu:.1f} ({interval})")))
    else:
        cells = (
            (
                escaped(each.entrant), f"{each.mu:.1f}", f"{each.low:.1f} to {each.high:.1f}",
                str(each.games),
            )
            for each in rows
        )  # fmt: skip
        columns = ("Skill", "Interval", "Games")
        yield figures("Online estimate", columns, cells, gap=2, longest=LONGEST)
    left = len(status.standing) - len(rows)
    if left > 0:
        yield Paragraph(Text(f"and {left} more"))
    if said := _rated(status):
        yield Paragraph(Text(escaped(said)), 0)
    if width < NARROW:
        yield Paragraph(Text("An online estimate; the report's ratings are not."), 0)


def _rated(status: Status) -> str:
    """Return which games the ranking covers; empty if it covers all finished ones."""
    finished = len(status.finished)
    if not status.rated_of and status.rated == finished:
        return ""
    of = f": those of {status.rated_of}" if status.rated_of else ""
    return f"It rates {status.rated} of {plural(finished, 'finished game')}{of}."


def _failures(status: Status) -> Iterator[RenderableType]:
    if status.errors or status.down or status.failed or status.left_out:
        yield Text("")
    for entrant, kinds in status.errors.items():
        counts = ", ".join(f"{count} {kind}" for kind, count in kinds.items())
        yield Paragraph(Text(escaped(f"{entrant}: {counts}")))
    for spec, why in status.down.items():
        yield Paragraph(Text(escaped(f"{spec} is down, and its games wait: {without(spec, why)}")))
    troubles = {**status.failed, **status.left_out}
    for game, why in list(troubles.items())[:MOST_FAILED]:
        yield Paragraph(Text(escaped(f"{game}: {why}")))
    if len(troubles) > MOST_FAILED:
        more = plural(len(troubles) - MOST_FAILED, "more game")
        yield Paragraph(Text(f"and {more} that failed or can't be taken"))


SHOWN = 8
"""Most items of a game's talk on the board."""


class TableTalk:
    """Follows a game's log while it is written."""

    def __init__(self, folder: Path, plan: Plan, game: str) -> None:
        """`folder` is the tournament's. Raises `ConfigError` for a game that is not in the plan."""
        rows = {each.game: each for each in plan.games}
        if game not in rows:
            near = possible(game, (f"{plan.games[0].game} to {plan.games[-1].game}",), tuple(rows))
            raise ConfigError(f"--table is {game!r}. {near}")
        self._game, self._folder = game, game_folder(folder, game)
        self._clockwise = rows[game].clockwise
        self._narrator: Narrator | None = None
        self._read = 0
        self._told: deque[RenderableType] = deque(maxlen=SHOWN)

    def rendered(self) -> Iterator[RenderableType]:
        """Yield the seats of the game and its latest events."""
        self._read_on()
        seats = ", ".join(f"{name} is {entrant}" for name, entrant in self._clockwise)
        yield Text(escaped(f"{self._game}: {seats}"), "bold", overflow="ellipsis", no_wrap=True)
        if not self._told:
            yield Text("  Nothing was said yet.")
        yield from self._told

    def _read_on(self) -> None:
        """Narrate new records; a half-written line is read the next time."""
        try:
            if self._narrator is None:
                self._narrator = self._begun()
            with (self._folder / LOG).open("rb") as log:
                log.seek(self._read)
                new = log.read()
        except (OSError, ArenaError):
            return
        whole, _, _ = new.rpartition(b"\n")
        self._read += len(whole) + 1 if whole else 0
        for line in whole.splitlines():
            record = decoded(json.loads(line))
            for shown in visible([record], "public"):
                self._told.extend(self._narrator.feed(shown))

    def _begun(self) -> Narrator:
        header = reader.header_of(reader.contents(self._folder, HEADER))
        seats = tuple(name for name, _ in self._clockwise)
        return Narrator(words_of(header.facts(), seats), "public", boards=False)
