"""The commands of the lab: analyze and export."""

from pathlib import Path
from typing import Annotated

import typer

from arena.faces.cli.app import Folder, app
from arena.faces.cli.options import Json, Quiet, path_given

__all__ = ["analyze", "export"]


@app.command(
    short_help="Measure lies, promises, deals, alliances and power in recorded games.",
    epilog="Example: arena analyze transcripts/demo, or: arena analyze --selfcheck",
)
def analyze(
    folder: Annotated[
        Path | None,
        typer.Argument(
            parser=path_given,
            metavar="FOLDER",
            help="A game's own folder, one that holds games, or a tournament's.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            parser=path_given, metavar="FOLDER", help="Where report.html goes; else FOLDER/lab."
        ),
    ] = None,
    selfcheck: Annotated[
        bool,
        typer.Option(
            "--selfcheck", help="Play bots of known conduct; show planted, found and covered."
        ),
    ] = False,
    unproven: Annotated[
        bool,
        typer.Option("--unproven", help="Show measures without a passed proof too, with a mark."),
    ] = False,
    strict: Annotated[
        bool, typer.Option("--strict", help="Exit code 1 where a game had to be left out.")
    ] = False,
    quiet: Quiet = False,
    json_: Json = False,
) -> None:
    """Measure what was said against what was known, who kept faith and who stood with whom.

    Prints the main table, and writes report.html with a page a game. A measure is shown where bots
    of known conduct have proven that it finds what was planted.
    """
    from arena.faces.cli.analyze import analyze as analyze_games
    from arena.faces.cli.analyze import selfcheck as check_itself

    if selfcheck:
        raise typer.Exit(check_itself(json_=json_, quiet=quiet))
    code = analyze_games(folder, out, json_=json_, strict=strict, unproven=unproven, quiet=quiet)
    raise typer.Exit(code)


@app.command(
    short_help="Write the tables of recorded games as Parquet or CSV.",
    epilog="Example: arena export transcripts/demo --to csv --redact",
)
def export(
    folder: Folder,
    to: Annotated[
        str, typer.Option(metavar="FORMAT", help="Format of the tables: parquet or csv.")
    ] = "parquet",
    out: Annotated[
        Path | None,
        typer.Option(
            parser=path_given, metavar="FOLDER", help="Where it is written; else FOLDER/export."
        ),
    ] = None,
    redact: Annotated[
        bool, typer.Option("--redact", help="Leave out the names of players, and what was said.")
    ] = False,
    quiet: Quiet = False,
    json_: Json = False,
) -> None:
    """Write all tables of the lab with a data card, checksums and CITATION.cff."""
    from arena.faces.cli.export import export as export_games

    raise typer.Exit(export_games(folder, to, out, redact=redact, json_=json_, quiet=quiet))
