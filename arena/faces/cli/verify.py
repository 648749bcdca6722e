"""`arena verify`: one line a game, or one JSON document."""

from dataclasses import asdict
from pathlib import Path

from arena.faces.cli.output import print_document, print_line
from arena.sealing.check import SealCheck
from arena.table.verify import Verification
from arena.table.verify import verify as verify_game
from arena.text import escaped
from arena.transcript.reader import games

__all__ = ["verify"]


def verify(folder: Path, *, fast: bool, json_: bool, sealed: SealCheck | None = None) -> int:
    """Verify the games in a folder and print what came of it; 1 unless all are true.

    `sealed` is what came of the comparison with a manifest, which has to hold too.
    """
    verdicts = {game: verify_game(game, fast=fast) for game in games(folder)}
    ok = all(verdict.ok for verdict in verdicts.values())
    if sealed is not None:
        ok = ok and sealed.ok
    if json_:
        listed = [{"folder": str(game), **asdict(verdict)} for game, verdict in verdicts.items()]
        seal = {} if sealed is None else {"seal": asdict(sealed)}
        print_document({"ok": ok, **seal, "games": listed})
    else:
        for game, verdict in verdicts.items():
            print_line(escaped(f"{game}: {_sentence(verdict)}"))
    return 0 if ok else 1


def _sentence(verdict: Verification) -> str:
    if verdict.ok and verdict.result is not None:
        winners = " and ".join(verdict.result["winners"])
        notes = "".join(f" {note[:1].upper()}{note[1:]}." for note in verdict.notes)
        return f"true. {verdict.records} records follow from the rules; {winners} won.{notes}"
    line = "" if verdict.line is None else f" line {verdict.line}"
    what = "unfinished" if verdict.sound else "NOT TRUE"
    return f"{what}. {verdict.file}{line}: {verdict.why}."
