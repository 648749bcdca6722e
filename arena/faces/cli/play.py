"""`arena play` and `arena resume`: live progress on standard error, the end on standard output."""

import asyncio
import logging
import os
import platform
import sys
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

import structlog
from rich.console import Console, RenderableType

from arena.calls.caps import capped, caps, more_of
from arena.claims.deceit import Deceit, deceits
from arena.config import TableConfig
from arena.errors import Aborted, ConfigError, WriteError
from arena.faces.cli.dry_run import dry
from arena.faces.cli.output import print_document
from arena.faces.cli.signals import stopping
from arena.faces.cli.spending import Spending, spending
from arena.narration.dialects import words_of
from arena.narration.narrator import Narrator
from arena.narration.who_lied import who_lied
from arena.narration.words import Words, plural
from arena.records import HEADER, Record
from arena.table import Outcome, versions
from arena.table import play as play_table
from arena.table import resume as resume_table
from arena.text import escaped, shell_path
from arena.transcript import reader
from arena.transcript.redaction import visible
from arena.transcript.writer import Files
from engine import ruleset

if TYPE_CHECKING:
    from arena.settings import LlmHeader

__all__ = ["play", "resume"]

STOPPED_BY_BUDGET = 3


def play(config: TableConfig, *, dry_run: bool, quiet: bool, json_: bool) -> int:
    """Play one game and print how it ended; 1 where it was stopped."""
    if dry_run:
        return dry(config, json_=json_)
    progress = _Progress(config.epilogues, shown=not quiet and not json_)

    def played(stop: asyncio.Event) -> Awaitable[Outcome]:
        out, hear = Path(config.out), progress.hear
        return play_table(config, out, on_begin=progress.begin, on_record=hear, stop=stop)

    return _ended(played, progress, json_=json_)


def resume(
    folder: Path,
    *,
    quiet: bool,
    trace: bool,
    json_: bool,
    epilogues: bool | str = False,
    budget: Sequence[str] = (),
) -> int:
    """Go on with the one unfinished game in FOLDER and print how it ended; 1 where it stopped."""
    given = caps(budget)
    game = _only_unfinished(folder)
    if given and reader.header_of(reader.contents(game, HEADER)).llm is None:
        raise ConfigError("--budget caps language models, and none sits at this table.")
    progress = _Progress(epilogues, shown=not quiet and not json_, budget=given)

    def played(stop: asyncio.Event) -> Awaitable[Outcome]:
        begin, hear = progress.begin, progress.hear
        return resume_table(
            game, on_begin=begin, on_record=hear, stop=stop, trace=trace, epilogues=epilogues,
            budget=given,
        )  # fmt: skip

    return _ended(played, progress, json_=json_)


def _ended(
    played: Callable[[asyncio.Event], Awaitable[Outcome]], progress: "_Progress", *, json_: bool
) -> int:
    _configure_logs()
    try:
        outcome = asyncio.run(_until_stopped(played))
        return _told(outcome, progress, json_=json_)
    except (KeyboardInterrupt, WriteError, Aborted) as error:
        for note in progress.notes():
            error.add_note(note)
        raise


def _told(outcome: Outcome, progress: "_Progress", *, json_: bool) -> int:
    stopped, unrecorded, spent = None, outcome.epilogue_problem, progress.spending(outcome)
    if not outcome.finished:
        stopped = progress.stopped(outcome)
        sys.stderr.write(escaped(f"arena: {stopped}") + "\n")
    if json_:
        talk = {seat: each.data() for seat, each in progress.deceits().items()}
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


def _only_unfinished(folder: Path) -> Path:
    """Return the game that FOLDER is, or the one game below it that is not finished."""
    games = reader.games(folder)
    if len(games) == 1:
        return games[0]
    unfinished = [game for game in games if not reader.is_sealed(game)]
    if len(unfinished) == 1:
        return unfinished[0]
    names = ", ".join(map(str, unfinished[:10])) or f"arena replay {games[0]}"
    raise ConfigError(
        f"{folder} holds {plural(len(unfinished), 'unfinished game')}. Possible: {names}."
    )


def _notices(files: Files) -> Iterator[str]:
    """Tell where a game goes on, what was cut off, and what plays it now instead."""
    cut = f"; {files.cut} bytes of a half-written one are cut off" if files.cut else ""
    yield f"{files.folder} goes on after {len(files.lines)} records{cut}"
    was = {**files.header.versions, "python": files.header.python}
    now = {**versions(), "python": platform.python_version()}
    other = [
        f"{name} {was.get(name)}, now {now[name]}" for name in now if was.get(name) != now[name]
    ]
    if other:
        yield f"it was begun under {'; '.join(other)}: bots may decide otherwise"


class _Progress:
    """Tells the game to the public while it runs; the end waits for standard output."""

    _words: Words
    _narrator: Narrator

    def __init__(
        self, epilogues: bool | str, *, shown: bool, budget: Mapping[str, float] | None = None
    ) -> None:
        """Wait for a game; `epilogues` is the record that it is to be kept in.

        `budget` are caps in place of those that the game began with.
        """
        self._caps = budget or {}
        self._llm: LlmHeader | None = None
        self._record = " --unlock" if epilogues is True else ""
        if isinstance(epilogues, str):
            self._record = f" --epilogues {shell_path(Path(epilogues))}"
        self._folder: Path | None = None
        self._all: list[Record] = []
        self._told = 0
        self._console = Console(stderr=True, highlight=False, quiet=not shown)
        self._end: list[RenderableType] = []

    def begin(self, files: Files, seats: tuple[str, ...]) -> None:
        """Take the game; records that stand there were told when they were played."""
        header = files.header
        facts = ruleset(header.ruleset, header.options)
        self._words = words_of(facts, seats)
        self._narrator = Narrator(self._words, "public", boards=True)
        self._folder, self._told, self._llm = files.folder, len(files.lines), header.llm
        if not files.is_new:
            for notice in _notices(files):
                sys.stderr.write(escaped(f"arena: {notice}.") + "\n")

    def notes(self) -> list[str]:
        """Return what can be done with a game that was broken off; nothing where none began."""
        if self._folder is None:
            return []
        path = shell_path(self._folder)
        if reader.is_sealed(self._folder):
            return [f"The game is finished: arena replay {path}"]
        return [f"To go on: arena resume {path}{self._record}"]

    def stopped(self, outcome: Outcome) -> str:
        """Say where the game stopped, why where it did so by itself, and how to go on."""
        stands = f"in round {outcome.round}, phase {outcome.phase}"
        if outcome.phase is None:
            stands = "before its first phase"
        go_on = " ".join(self.notes())
        if outcome.halted is not None:
            why = outcome.halted["why"]
            stands += f": {why}"
            if outcome.halted["reason"] == "budget" and self._llm is not None:
                go_on += more_of(capped(self._llm.budget, self._caps), why)
        return f"stopped {stands}; {outcome.folder} keeps what was played. {go_on}"

    def spending(self, outcome: Outcome) -> Spending | None:
        """Return what language models took; None where none sat at the table."""
        return None if self._llm is None else spending(outcome.folder, outcome.counts)

    def hear(self, record: Record) -> None:
        """Tell one record, as the public perceives it; secrets are kept until the game is over."""
        self._all.append(record)
        for shown in visible([record], "public"):
            told = self._narrator.feed(shown)
            if record["type"] == "game_ended":
                self._end = told
            elif record["i"] >= self._told:
                self._print(told, self._console)

    def deceits(self) -> Mapping[str, Deceit]:
        """Return what every seat said; nothing before the game is over, or without claims."""
        if not self._end:
            return {}
        return deceits(self._all, self._words.ruleset, self._words.seats)

    def print_end(self, outcome: Outcome, spent: Spending | None) -> None:
        """Print the scores, what decided the game, and what can be done with the transcript.

        Of a game that was stopped there is only what its models took.
        """
        console = Console(highlight=False)
        self._print(self._end, console)
        self._print(who_lied(self._words, self.deceits()), console)
        if spent is not None and (self._end or spent.all.calls):
            self._print(spent.told(self._words), console)
        if not outcome.finished:
            return
        failed = {name: each.defaults for name, each in outcome.counts.items() if each.defaults}
        for name, defaults in failed.items():
            reasons = ", ".join(f"{count} {reason}" for reason, count in defaults.items())
            console.print(f"  {name} failed to answer: {reasons}.", markup=False)
        for line in _where(outcome):
            console.print(escaped(line), markup=False, soft_wrap=True)

    def _print(self, told: list[RenderableType], console: Console) -> None:
        for each in told:
            console.print(each)


def _where(outcome: Outcome) -> Iterator[str]:
    """Yield where the transcript is, and what can be done with it."""
    folder = shell_path(outcome.folder)
    yield ""
    if outcome.epilogue_file is not None and outcome.result is not None:
        yield f"Unlocked    epilogue {outcome.result['epilogue']}, kept in {outcome.epilogue_file}"
    yield f"Transcript  {outcome.folder}"
    yield f"Read it     arena replay {folder}"
    yield f"Prove it    arena verify {folder}"


async def _until_stopped(played: Callable[[asyncio.Event], Awaitable[Outcome]]) -> Outcome:
    """Play; the first Ctrl-C or SIGTERM stops at the next record, a second one at once."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    with stopping.asking(lambda: loop.call_soon_threadsafe(stop.set)):
        return await played(stop)


def _summary(outcome: Outcome) -> Mapping[str, Any]:
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


def _configure_logs() -> None:
    colours = sys.stderr.isatty() and not os.environ.get("NO_COLOR")
    structlog.configure(
        wrapper_class=structlog.make_filtering_bound_logger(logging.INFO),
        processors=[
            structlog.processors.add_log_level,
            structlog.dev.ConsoleRenderer(
                colors=colours, exception_formatter=structlog.dev.plain_traceback
            ),
        ],
        logger_factory=lambda *_: structlog.PrintLogger(sys.stderr),
    )
