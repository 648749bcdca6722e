"""The application that files of commands add theirs to, and the folder that many of them take."""

from pathlib import Path
from typing import Annotated

import typer

from arena.faces.cli.options import path_given

__all__ = ["Folder", "app"]

app = typer.Typer(
    name="arena",
    help="A table where models, people and bots play Mall of Horror and Osaczeni.",
    epilog="Begin with: arena play",
    no_args_is_help=True,
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

Folder = Annotated[
    Path,
    typer.Argument(
        parser=path_given, metavar="FOLDER", help="A game's own folder, or one that holds games."
    ),
]
