"""Progress of a running game on standard error, and its result on standard output.

`arena play` and `arena resume` share it.
"""

import asyncio
import platform
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from rich.console import Console, RenderableType

from arena.calls.caps import capped, more_of
from arena.claims.honesty import Honesty
from arena.errors import Aborted, WriteError
from arena.events import GameEnded
from arena.faces.cli.output import configure_logs, console_for, print_document
from arena.faces.cli.printing import print_steps
from arena.faces.cli.signals import signals
from arena.faces.cli.spending import Spending, spending_of
from arena.narration.dialects import words_of
from arena.narration.narrator import Narrator
from arena.narration.who_kept_faith import who_kept_faith
from arena.narration.words import Words
from arena.projections.reckoning import honesty_of
from arena.records.record import Record, visible
from arena.table import Outcome, versions
from arena.text import escaped, shell_path
from arena.transcript import reader
from arena.transcript.writer import GameFiles
from engine import ruleset

if TYPE_CHECKING:
    from arena.settings import LlmHeader


Done = TypeVar("Done")
"""Result type of an awaitable."""

STOPPED_BY_BUDGET = 3


def run_game(
    game: Callable[[asyncio.Event], Awaitable[Outcome]], progress: "Progress", *, json_: bool
) -> int:
    """Run a game until it ends or its event is set; print the result and return the exit code."""
    configure_logs()
    try:
        outcome = asyncio.run(until_stopped(game))
        return _report(outcome, progress, json_=json_)
    except (KeyboardInterrupt, WriteError, Aborted) as error:
        for note in progress.notes():
            error.add_note(note)
        raise


def _report(outcome: Outcome, progress: "Progress", *, json_: bool) -> int:
    stopped, unrecorded, spent = None, outcome.epilogue_problem, progress.spending(outcome)
    if not outcome.finished:
        stopped = progress.stop_sentence(outcome)
        sys.stderr.write(escaped(f"arena: {stopped}") + "\n")
    if json_:
        talk = {seat: each.data() for seat, each in progress.honesty_of().items()}
        models = None if spent is None else spent.data()
        extra = {"talk": talk, "models": models, "error": stopped or unrecorded}
        print_document({**_summary(outcome), **extra})
    else:
        progress.print_end(outcome, spent)
    if unrecorded is not None:
        sys.stderr.write(escaped(f"arena: {unrecorded}") + "\n")
    if outcome.halted is not None and outcome.halted["reason"] == "budget":
        return STOPPED_BY_BUDGET
    return 0 if outcome.finished and unrecorded is None else 1


class Progress:
    """Prints the public view of a running game, and keeps its result for the end."""

    _words: Words
    _narrator: Narrator

    def __init__(
        self,
        epilogues: bool | str,
        *,
        shown: bool,
        budget: Mapping[str, float] | None = None,
        web: bool = False,
        full_screen: bool = False,
    ) -> None:
        """`epilogues` is the record of unlocked epilogues, or True for the user's own.

        `budget` are caps in place of the game's own. `web` and `full_screen` say where it is
        played, for the command that resumes it.
        """
        self._face_option = " --web" if web else " --full-screen" if full_screen else ""
        self._caps = budget or {}
        self._llm: LlmHeader | None = None
        self._record_option = " --unlock" if epilogues is True else ""
        if isinstance(epilogues, str):
            self._record_option = f" --epilogues {shell_path(Path(epilogues))}"
        self._folder: Path | None = None
        self._records: list[Record] = []
        self._already_printed = 0
        self._console = console_for(sys.stderr)
        self._console.quiet = not shown
        self._end: list[RenderableType] = []

    def begin(self, files: GameFiles, seats: tuple[str, ...]) -> None:
        """Receive the game's files; records that they hold already are not printed again."""
        header = files.header
        facts = ruleset(header.ruleset, header.options)
        self._words = words_of(facts, seats)
        self._narrator = Narrator(self._words, "public", boards=True)
        self._folder, self._already_printed, self._llm = files.folder, len(files.lines), header.llm
        self._records.clear()  # a table that was resumed sends all of them again
        if not files.is_new:
            for notice in _notices(files):
                sys.stderr.write(escaped(f"arena: {notice}.") + "\n")

    def notes(self) -> list[str]:
        """Return the command that resumes or replays the game; empty if no game has begun."""
        if self._folder is None:
            return []
        path = shell_path(self._folder)
        if reader.is_sealed(self._folder):
            return [f"The game is finished: arena replay {path}"]
        return [f"To go on: arena resume {path}{self._face_option}{self._record_option}"]

    def stop_sentence(self, outcome: Outcome) -> str:
        """Describe where and why the game stopped, and how to resume it."""
        where = f"in round {outcome.round}, phase {outcome.phase}"
        if outcome.phase is None:
            where = "before its first phase"
        go_on = " ".join(self.notes())
        if outcome.halted is not None:
            why = outcome.halted["why"]
            where += f": {why}"
            if outcome.halted["reason"] == "budget" and self._llm is not None:
                go_on += more_of(capped(self._llm.budget, self._caps), why)
        return f"stopped {where}; {outcome.folder} keeps what was played. {go_on}"

    def spending(self, outcome: Outcome) -> Spending | None:
        """Return the spending on language models; None if none played."""
        return None if self._llm is None else spending_of(outcome.folder, outcome.counts)

    def show(self, record: Record) -> None:
        """Print a record's public part; the game's end is kept for standard output."""
        self._records.append(record)
        for shown in visible([record], "public"):
            rendered = self._narrator.feed(shown)
            if isinstance(record.data, GameEnded):
                self._end = rendered
            elif record.at >= self._already_printed:
                self._print(rendered, self._console)

    def honesty_of(self) -> Mapping[str, Honesty]:
        """Return each seat's honesty; empty before the game is over, or without claims."""
        if not self._end:
            return {}
        return honesty_of(self._records, self._words.ruleset, self._words.seats)

    def print_end(self, outcome: Outcome, spent: Spending | None) -> None:
        """Print the scores, the deciding moments and the next steps.

        Of an unfinished game only the spending on models is printed.
        """
        console = console_for(sys.stdout)
        self._print(self._end, console)
        self._print(who_kept_faith(self._words, self.honesty_of()), console)
        if spent is not None and (self._end or spent.all.calls):
            self._print(spent.rendered(self._words), console)
        if not outcome.finished:
            return
        failed = {name: each.defaults for name, each in outcome.counts.items() if each.defaults}
        for name, defaults in failed.items():
            reasons = ", ".join(f"{count} {reason}" for reason, count in defaults.items())
            console.print(f"  {name} failed to answer: {reasons}.", markup=False)
        console.print()
        steps = _next_steps(outcome)
        print_steps(console, steps, max(map(len, steps)) + 2)

    def _print(self, rendered: list[RenderableType], console: Console) -> None:
        for each in rendered:
            console.print(each)


def _next_steps(outcome: Outcome) -> Mapping[str, str]:
    folder = shell_path(outcome.folder)
    steps = {
        "Transcript": str(outcome.folder),
        "Read it": f"arena replay {folder}",
        "Prove it": f"arena verify {folder}",
    }
    if outcome.epilogue_file is not None and outcome.result is not None:
        kept = f"epilogue {outcome.result['epilogue']}, kept in {outcome.epilogue_file}"
        return {"Unlocked": kept, **steps}
    return steps


def _notices(files: GameFiles) -> Iterator[str]:
    """Yield notices about a resumed game: its position, cut-off bytes, changed versions."""
    cut = f"; {files.cut} bytes of a half-written one are cut off" if files.cut else ""
    yield f"{files.folder} goes on after {len(files.lines)} records{cut}"
    began_under = {**files.header.versions, "python": files.header.python}
    now = {**versions(), "python": platform.python_version()}
    changed = [
        f"{name} {began_under.get(name)}, now {now[name]}"
        for name in now
        if began_under.get(name) != now[name]
    ]
    if changed:
        yield f"it was begun under {'; '.join(changed)}: bots may decide otherwise"


async def until_stopped(work: Callable[[asyncio.Event], Awaitable[Done]]) -> Done:
    """Await work; the first Ctrl-C or SIGTERM sets its event, a second one interrupts it."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    with signals.requesting(lambda: loop.call_soon_threadsafe(stop.set)):
        return await work(stop)


def _summary(outcome: Outcome) -> Mapping[str, object]:
    seats = {
        name: {
            "answers": each.answers,
            "corrections": each.corrections,
            "defaults": dict(each.defaults),
        }
        for name, each in outcome.counts.items()
    }
    return {
        "folder": str(outcome.folder),
        "finished": outcome.finished,
        "round": outcome.round,
        "phase": outcome.phase,
        "halted": None if outcome.halted is None else dict(outcome.halted),
        "result": outcome.result,
        "seats": seats,
    }
