"""`arena verify`: one line a game, or one JSON document; a tournament is proven as a whole."""

import os
from dataclasses import asdict
from pathlib import Path

from arena.errors import ConfigError
from arena.faces.cli.output import print_document, print_line
from arena.sealing.check import SealCheck
from arena.table.verify import Verification
from arena.table.verify import verify as verify_game
from arena.text import escaped
from arena.tournament.plan import PLAN
from arena.transcript.reader import games

__all__ = ["verify"]


def verify(
    folder: Path, *, fast: bool, templates: bool, json_: bool, sealed: SealCheck | None = None
) -> int:
    """Verify the games in a folder and print what came of it; 1 unless all are true.

    A tournament's folder is proven as a whole, as is each that stands right below `folder`.
    `sealed` is what came of the comparison with a manifest, which has to hold too.
    """
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
