"""The commands of proof: verify and seal."""

from pathlib import Path
from typing import Annotated

import typer

from arena.faces.cli.app import Folder, app
from arena.faces.cli.options import Json, name_or_path, path_given

__all__ = ["seal", "verify"]


@app.command(epilog="Example: arena verify transcripts/moh-0001")
def verify(
    folder: Folder,
    fast: Annotated[
        bool, typer.Option("--fast", help="Ask no bot again, and render no prompt.")
    ] = False,
    templates: Annotated[
        bool,
        typer.Option(
            "--templates",
            help="Fill in templates too that do not come with the arena: they are somebody's "
            "program.",
        ),
    ] = False,
    manifest: Annotated[
        Path | None,
        typer.Option(
            parser=path_given,
            metavar="FILE",
            help="Compare every file with this manifest too, which arena seal has written.",
        ),
    ] = None,
    by: Annotated[
        str | None,
        typer.Option(
            parser=name_or_path,
            metavar="PUBLIC_KEY",
            help="With --manifest: the key of who sealed, as arena seal prints it, or its file.",
        ),
    ] = None,
    json_: Json = False,
) -> None:
    """Prove that transcripts are true.

    The chain of hashes holds, the rules give every event again from the recorded answers, bots
    answer the same again, and models were sent what their prompts say. Exit code 1 names the first
    line that is not true, or where an unfinished game breaks off. Of a tournament the plan, tables,
    report and ledger are proven too. With a manifest every file has to be the one that was sealed.
    """
    from arena.faces.cli.seal import checked
    from arena.faces.cli.verify import verify as verify_games

    sealed = checked(folder, manifest, by, json_=json_)
    raise typer.Exit(
        verify_games(folder, fast=fast, templates=templates, json_=json_, sealed=sealed)
    )


@app.command(
    short_help="Sign what is in a folder, so that no byte of it can be changed unnoticed.",
    epilog="Example: arena seal transcripts/spring",
)
def seal(
    folder: Annotated[
        Path,
        typer.Argument(
            parser=path_given,
            metavar="FOLDER",
            help="A game's own folder, one that holds games, or a tournament's.",
        ),
    ],
    out: Annotated[
        Path | None,
        typer.Option(
            parser=path_given,
            metavar="FILE",
            help="Where the manifest goes; else FOLDER/manifest.json.",
        ),
    ] = None,
    json_: Json = False,
) -> None:
    """Write a manifest of every file in a folder, signed with your key, and print its public key.

    The key lies in your configuration folder and is made when it is needed first. Whoever has the
    public key proves with arena verify that the folder is as you sealed it.
    """
    from arena.faces.cli.seal import seal as seal_folder

    raise typer.Exit(seal_folder(folder, out, json_=json_))
