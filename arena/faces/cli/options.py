"""Options that several commands share, and parsers of paths."""

from pathlib import Path
from typing import Annotated

import typer
from typer.models import ArgumentInfo, OptionInfo


def path_given(text: str) -> Path:
    """Parse a path. Raises `ConfigError` for an empty one."""
    return Path(name_or_path(text))


def name_or_path(text: str) -> str:
    """Return the text unchanged, since a `Path` would drop a leading `./`; raise if it is empty."""
    from arena.errors import ConfigError

    if not text:
        raise ConfigError("the path is ''. Possible: the path of a file or a folder.")
    return text


def path_option(metavar: str, help_: str) -> OptionInfo:
    """Build an option whose value is a path."""
    option: OptionInfo = typer.Option(parser=path_given, metavar=metavar, help=help_)
    return option


def path_argument(help_: str, metavar: str = "FOLDER") -> ArgumentInfo:
    """Build an argument that is a path."""
    argument: ArgumentInfo = typer.Argument(parser=path_given, metavar=metavar, help=help_)
    return argument


Folder = Annotated[Path, path_argument("A game's own folder, or one that holds games.")]
Json = Annotated[
    bool, typer.Option("--json", help="Print one JSON document on standard output, nothing else.")
]
Quiet = Annotated[bool, typer.Option("--quiet", help="Show no progress.")]
Trace = Annotated[
    bool, typer.Option("--trace", help="Send the graph's runs, secrets included, to LangSmith.")
]
RecordFile = Annotated[
    str | None,
    typer.Option(
        "--epilogues", metavar="FILE", help="Unlocked epilogues: read first, and added to."
    ),
]
Unlock = Annotated[
    bool, typer.Option("--unlock", help="The same, with your own record in your state folder.")
]
FullScreen = Annotated[
    bool, typer.Option("--full-screen", help="Who is human sees a full screen, in place of lines.")
]
Web = Annotated[
    bool, typer.Option("--web", help="People play in the browser; their links are printed.")
]
Repeated = list[str] | None
"""Type of an option that may be repeated."""
Budget = Annotated[
    Repeated,
    typer.Option(
        "--budget",
        metavar="KEY=VALUE",
        help="A cap for language models: money (dollars), tokens, calls, seconds; may be repeated.",
    ),
]


def record_wanted(file: str | None, *, unlock: bool) -> bool | str:
    """Return the file of unlocked epilogues, True for the user's own, or False for none."""
    from arena.errors import ConfigError

    if file is not None and unlock:
        raise ConfigError("--epilogues and --unlock name two records. Possible: one of the two.")
    if file == "":
        raise ConfigError("--epilogues is ''. Possible: the path of a file.")
    return unlock if file is None else file
