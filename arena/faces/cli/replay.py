"""`arena replay`: a recorded game as one seat, the public, or somebody with all secrets sees it."""

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console, RenderableType
from rich.text import Text

from arena.errors import ArenaError, ClaimError, ConfigError, TranscriptError, possible
from arena.events import GameBegan
from arena.faces.cli.options import Folder, Json
from arena.faces.cli.output import console_for, print_document, print_line
from arena.faces.cli.replay_calls import game_in
from arena.faces.cli.replay_pace import Wait, check_pace, waiting
from arena.faces.cli.signals import signals
from arena.narration.dialects import words_of
from arena.narration.narrator import Narrator
from arena.records.lines import decoded
from arena.records.record import Record, visible
from arena.text import escaped, escaped_all, shown
from arena.transcript import reader
from engine import Ruleset, RulesetError, ruleset

READERS = ("public", "all")


def replay_command(
    folder: Folder,
    seat: Annotated[
        str | None,
        typer.Argument(metavar="SEAT", help="With --calls: this seat's calls, whole."),
    ] = None,
    as_: Annotated[
        str | None,
        typer.Option(
            "--as",
            metavar="SEAT|public|all",
            show_default="all",
            help="Whose eyes: only what they perceived is shown.",
        ),
    ] = None,
    web: Annotated[
        bool,
        typer.Option(
            "--web", help="Write one HTML file with every viewpoint, or with --as that one alone."
        ),
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="With --web: where to; else replay.html beside the log."),
    ] = None,
    calls: Annotated[
        bool,
        typer.Option("--calls", help="Show what language models were sent and what they answered."),
    ] = False,
    pace: Annotated[
        float | None,
        typer.Option(metavar="N", help="Tell it at N times reading speed; Ctrl-C ends it."),
    ] = None,
    step: Annotated[
        bool, typer.Option("--step", help="Wait for a key after each sentence; q ends it.")
    ] = False,
    json_: Json = False,
) -> int:
    """Tell a recorded game as prose or as a page, or show the calls of its language models."""
    in_time = pace is not None or step
    if (calls or json_) and in_time:
        raise ConfigError(
            "--pace and --step tell a game as prose. Possible: without --calls and --json."
        )
    if web and (calls or json_ or in_time):
        raise ConfigError("--web writes a page. Possible: with --as and --out alone.")
    if out is not None and not web:
        raise ConfigError("--out is where a page is written. Possible: with --web.")
    if calls:
        from arena.faces.cli.replay_calls import replay_calls

        return replay_calls(folder, seat, as_ or "all", json_=json_)
    if seat is not None:
        text = f"{shown(seat)} is one argument too many"
        raise ConfigError(f"{text}. Possible: --as SEAT, --calls SEAT.")
    if web:
        return replay_page(folder, as_, out)
    return replay(folder, as_ or "all", json_, pace=pace, step=step)


def replay(
    folder: Path, as_: str, json_: bool, *, pace: float | None = None, step: bool = False
) -> int:
    """Print the game in `folder` as a seat, `public` or `all` perceived it; return the exit code.

    With `json_` the filtered records are printed as one JSON document instead. `pace` is a multiple
    of reading speed; `step` waits for a key after each printed item.
    """
    check_pace(pace, step=step)
    with game_in(folder) as transcript:
        facts = _facts(transcript)
        who = _reader_named(as_, transcript.seats)
        try:
            records = list(visible(transcript.records, who))
        except (LookupError, TypeError) as error:
            raise _unreadable(transcript.folder, "its footer") from error
        if json_:
            document = {"as": who, "ruleset": facts.id, "finished": transcript.finished}
            print_document({**document, "records": [each.plain() for each in records]})
            return 0
        try:
            with waiting(pace, step=step) as wait:
                _narrate(transcript, facts, who, _escaped(records), wait)
        except KeyboardInterrupt:
            if pace is None and not step:
                raise
            signals.ignore()  # the reader of a pipe may stop early
    return 0


def _escaped(records: Iterable[Record]) -> list[Record]:
    """Return records with control characters escaped."""
    return [decoded(escaped_all(each.plain())) for each in records]


def replay_page(folder: Path, as_: str | None, out: Path | None) -> int:
    """Write the game in `folder` as one HTML file and print its path; return the exit code.

    It holds every viewpoint, or that of `as_` alone.
    """
    from arena.faces.cli.replay_calls import calls_of
    from arena.faces.web import replay_file
    from arena.faces.web.replay_data import viewpoints

    with game_in(folder) as transcript:
        _facts(transcript)
        who = viewpoints(transcript.seats)
        if as_ is not None:
            who = (_reader_named(as_, transcript.seats),)
        file = out or replay_file.default_path(transcript.folder, as_)
        try:
            html = replay_file.page(transcript, who, calls_of(transcript) if "all" in who else ())
        except Exception as error:
            if isinstance(error, OSError | ArenaError) and not isinstance(error, ClaimError):
                raise
            raise _unreadable(transcript.folder, "one of its records") from error
        replay_file.write(file, html)
    print_line(escaped(str(file)))
    return 0


def _narrate(
    transcript: reader.Transcript,
    facts: Ruleset,
    who: str,
    records: Sequence[Record],
    wait: Wait,
) -> None:
    console = console_for(sys.stdout)
    console.print(Text(_title(facts, who), "bold"))
    at = ""
    try:
        narrator = Narrator(words_of(facts, _clockwise(records, transcript.seats)), who)
        for number, record in enumerate(records):
            at = f"record {number} ({record.type})"
            if not _told(console, narrator.feed(record), wait):
                return
        at = "its last record"
        _told(console, narrator.close(), lambda _: True)
    except Exception as error:
        if isinstance(error, OSError | ArenaError) and not isinstance(error, ClaimError):
            raise
        raise _unreadable(transcript.folder, at or "its beginning") from error


def _told(console: Console, rendered: Sequence[RenderableType], wait: Wait) -> bool:
    """Print the items and wait; return False if the reader ends the replay."""
    if not rendered:
        return True
    with console.capture() as captured:
        for each in rendered:
            console.print(each)
    sys.stdout.write(captured.get())
    sys.stdout.flush()
    return wait(captured.get())


def _unreadable(folder: Path, what: str) -> TranscriptError:
    why = f"{what} makes no sense: this game is not proven, see: arena verify {folder}"
    return TranscriptError(str(folder), None, why)


def _facts(transcript: reader.Transcript) -> Ruleset:
    header = transcript.header
    try:
        return ruleset(header.ruleset, header.options)
    except RulesetError as error:
        raise ConfigError(str(error)) from error


def _reader_named(given: str, seats: tuple[str, ...]) -> str:
    names = (*seats, *READERS)
    if given not in names:
        raise ConfigError(f"nobody at this table is {shown(given)}. {possible(given, names)}")
    return given


def _clockwise(records: Sequence[Record], joined: tuple[str, ...]) -> tuple[str, ...]:
    """Return the seats clockwise, or in order of joining if the game has not begun."""
    began = (each.data.seats for each in records if isinstance(each.data, GameBegan))
    return next(began, joined)


def _title(facts: Ruleset, who: str) -> str:
    if who == "public":
        return f"{facts.title}, as everybody saw it"
    if who == "all":
        return f"{facts.title}, with all secrets"
    return f"{facts.title}, through the eyes of {who}"
