"""`arena export`: writes the analysis tables of a folder of games as Parquet or CSV."""

from pathlib import Path
from typing import Annotated

import typer

from arena.errors import ConfigError
from arena.faces.cli.analysis import interruptible, need_analysis, say_reading
from arena.faces.cli.options import Folder, Json, Quiet, path_option
from arena.faces.cli.output import print_document, print_line
from arena.narration.words import plural
from arena.text import escaped, shown


def export(
    folder: Folder,
    to: Annotated[
        str, typer.Option(metavar="FORMAT", help="Format of the tables: parquet or csv.")
    ] = "parquet",
    out: Annotated[
        Path | None, path_option("FOLDER", "Where it is written; else FOLDER/export.")
    ] = None,
    redact: Annotated[
        bool, typer.Option("--redact", help="Leave out the names of players, and what was said.")
    ] = False,
    quiet: Quiet = False,
    json_: Json = False,
) -> int:
    """Write all tables of the lab with a data card, checksums and CITATION.cff."""
    if to not in {"parquet", "csv"}:
        raise ConfigError(f"--to is {shown(to)}. Possible: parquet, csv.")
    need_analysis()
    say_reading(folder, quiet=quiet or json_)
    from arena.lab import load
    from arena.lab.export import export as write

    with interruptible(), load(folder) as tables:
        games = tables.rows("SELECT count(*) FROM games")[0][0]
        left_out = dict(tables.left_out)
        into = folder / "export" if out is None else out
        written = (
            write(tables, into, "csv" if to == "csv" else "parquet", redact=redact) if games else []
        )
    if json_:
        print_document(
            {"folder": str(folder), "export": str(into) if written else None, "games": games,
             "files": [each.name for each in written], "left_out": left_out}
        )  # fmt: skip
        return 0 if games else 1
    for game, why in left_out.items():
        print_line(escaped(f"{game} is left out: {why}"))
    if written:
        print_line(escaped(f"{plural(games, 'game')} in {plural(len(written), 'file')}: {into}"))
    return 0 if games else 1
