"""`arena verify`: one line a game, or one JSON document; a tournament is proven as a whole."""

import os
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from arena.errors import ConfigError
from arena.faces.cli.options import Folder, Json, name_or_path, path_option
from arena.faces.cli.output import print_document, print_line
from arena.faces.cli.seal import checked
from arena.table.verify import Verification
from arena.table.verify import verify as verify_game
from arena.text import escaped
from arena.tournament.plan import PLAN
from arena.transcript.reader import games

__all__ = ["verify"]


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
        path_option(
            "FILE", "Compare every file with this manifest too, which arena seal has written."
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
) -> int:
    """Prove that transcripts are true.

    The chain of hashes holds, the rules give every event again from the recorded answers, bots
    answer the same again, and models were sent what their prompts say. Exit code 1 names the first
    line that is not true, or where an unfinished game breaks off. Of a tournament the plan, tables,
    report and ledger are proven too. With a manifest every file has to be the one that was sealed.
    """
    sealed = checked(folder, manifest, by, json_=json_)
    below = [folder] if _is_tournament(folder) else _tournaments(folder)
    found = [] if folder in below else _games(folder, without=bool(below))
    if below:
        from arena.faces.cli.verify_tournament import print_tournament, proof_of
    verdicts = {game: verify_game(game, fast=fast, templates=templates) for game in found}
    proofs = [proof_of(each, fast=fast, templates=templates) for each in below]
    all_ok = (*(each.ok for each in verdicts.values()), *(each.ok for each in proofs))
    ok = all(all_ok) and (sealed is None or sealed.ok)
    if json_:
        listed = [{"folder": str(game), **asdict(verdict)} for game, verdict in verdicts.items()]
        whole: dict[str, object] = (
            {"tournaments": [each.data() for each in proofs]} if below else {}
        )
        seal = {} if sealed is None else {"seal": asdict(sealed)}
        print_document({"ok": ok, **seal, "games": listed, **whole})
    else:
        for game, verdict in verdicts.items():
            print_line(escaped(f"{game}: {_sentence(verdict)}"))
        for proof in proofs:
            print_tournament(proof)
    return 0 if ok else 1


def _is_tournament(folder: Path) -> bool:
    """Tell whether a folder is that of a tournament: whether there is a plan, even a broken one."""
    return os.path.lexists(folder / PLAN)


def _tournaments(folder: Path) -> list[Path]:
    """Return the tournaments right below a folder, by name."""
    try:
        return sorted(each for each in folder.iterdir() if _is_tournament(each))
    except OSError:
        return []  # what is wrong with the folder is said where games are looked for


def _games(folder: Path, *, without: bool) -> list[Path]:
    """Return the games in a folder; `without`: it may have none."""
    try:
        return games(folder)
    except ConfigError:
        if without:
            return []
        raise


def _sentence(verdict: Verification) -> str:
    if verdict.ok and verdict.result is not None:
        winners = " and ".join(verdict.result["winners"])
        notes = "".join(f" {note[:1].upper()}{note[1:]}." for note in verdict.notes)
        return f"true. {verdict.records} records follow from the rules; {winners} won.{notes}"
    line = "" if verdict.line is None else f" line {verdict.line}"
    what = "unfinished" if verdict.sound else "NOT TRUE"
    return f"{what}. {verdict.file}{line}: {verdict.why}."
