"""`arena verify`: verifies games and tournaments, one line each or one JSON document."""

import os
import sys
from dataclasses import asdict
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.text import Text

from arena.errors import ConfigError
from arena.faces.cli.analysis import need_analysis
from arena.faces.cli.options import Folder, Json, name_or_path, path_option
from arena.faces.cli.output import console_for, print_document, print_line
from arena.faces.cli.seal import checked
from arena.table.verify import Verification
from arena.table.verify import verify as verify_game
from arena.text import escaped, plural, shell_path
from arena.tournament.plan import PLAN
from arena.transcript.reader import games

if TYPE_CHECKING:
    from arena.tournament.proof import GameProof, TournamentProof


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
    verdicts = {game: verify_game(game, fast=fast, templates=templates) for game in found}
    proofs = [_proof_of(each, fast=fast, templates=templates) for each in below]
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
            _print_tournament(proof)
    return 0 if ok else 1


def _is_tournament(folder: Path) -> bool:
    """Return True if a folder holds a tournament's plan, valid or not."""
    return os.path.lexists(folder / PLAN)


def _tournaments(folder: Path) -> list[Path]:
    """Return the tournaments directly below a folder, by name."""
    try:
        return sorted(each for each in folder.iterdir() if _is_tournament(each))
    except OSError:
        return []  # the search for games reports it


def _games(folder: Path, *, without: bool) -> list[Path]:
    """Return the games in a folder; `without` allows none."""
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


# --- tournaments ---

MOST_GAMES, MOST, MOST_IN_ALL = 20, 4, 24
"""Most games, problems of one file and problems in all that are printed; `--json` has all."""
LONG = 50
"""From this number of games on, progress is printed."""


def _proof_of(folder: Path, *, fast: bool, templates: bool) -> "TournamentProof":
    """Verify a tournament, with progress on standard error."""
    from arena.tournament.proof import has_report, verify_tournament

    if has_report(folder):
        need_analysis()
    from arena.faces.cli.report_replays import Replays

    console, shown = console_for(sys.stderr), 0

    def tell(done: int, of: int) -> None:
        nonlocal shown
        if of >= LONG and done * 10 // of > shown:
            shown = done * 10 // of
            console.print(Text(f"{done} of {of} games are verified ...", "dim"))

    return verify_tournament(folder, fast=fast, templates=templates, pages=Replays(), on_game=tell)


def _print_tournament(proof: "TournamentProof") -> None:
    """Print a line for each unproven game and other problem, and one for the tournament."""
    games = [_of_game(each) for each in proof.games if not each.ok]
    files: dict[str, list[str]] = {}
    for problem in proof.problems:
        files.setdefault(problem.partition(":")[0], []).append(problem)
    # The first problems of each file come first, so that one file hides no other.
    some = sorted(
        ((at, each) for lines in files.values() for at, each in enumerate(lines[:MOST])),
        key=lambda found: found[0],
    )[:MOST_IN_ALL]
    lines = [
        *games[:MOST_GAMES],
        *(each for each in proof.problems if each in {s for _, s in some}),
    ]
    for line in lines:
        print_line(escaped(f"{proof.folder}/{line}."))
    more = len(games) + len(proof.problems) - len(lines)
    if more:
        print_line(escaped(f"{proof.folder}: {more} more, which --json names."))
    print_line(escaped(f"{proof.folder}: {_whole(proof)}"))


def _of_game(proof: "GameProof") -> str:
    what, why = "unfinished" if proof.unfinished else "NOT TRUE", proof.why or ""
    begun = f"{why[:1].upper()}{why[1:]}" if why.startswith("it") else why
    return f"games/{proof.game}: {what}. {begun}"


def _whole(proof: "TournamentProof") -> str:
    true, planned = sum(each.ok for each in proof.games), proof.planned
    sound = not proof.problems and all(each.ok or each.unfinished for each in proof.games)
    said = ["true" if proof.ok else "unfinished" if sound else "NOT TRUE"]
    if planned:
        which = f"all {planned}" if true == planned else f"{true} of {planned}"
        said += [
            f"{which} planned games are finished and true",
            "the plan is not as planning makes it" if proof.plan else _of_plan(proof),
            _of_report(proof), _of_ledger(proof),
        ]  # fmt: skip
    if proof.unproven:
        said.append(f"unproven: {'; '.join(proof.unproven)}")
    first, *rest = filter(None, said)
    return " ".join([f"{first}.", *(f"{each[:1].upper()}{each[1:]}." for each in rest)])


def _of_plan(proof: "TournamentProof") -> str:
    return "the plan follows from its seed" if proof.planned_again else ""


def _of_report(proof: "TournamentProof") -> str:
    report = proof.report
    if report is None:
        return "There are no tables and no report to compare"
    what = [plural(report.tables, "table")] if report.tables else []
    what += ["the report"] if report.page else []
    there = " and ".join(what)
    if not report.differences:
        return f"{there} are those of the games" if what else ""
    again = f"arena tournament report {shell_path(proof.folder)}"
    return (
        f"Of {there}, {plural(len(report.differences), 'place is', 'places are')} not as the "
        f"games say: edited, or of another version or moment. {again} makes them anew"
    )


def _of_ledger(proof: "TournamentProof") -> str:
    if proof.ledger:
        return (
            f"The ledger is not that of the games' calls, in {plural(len(proof.ledger), 'place')}"
        )
    return f"The ledger has the games' {plural(proof.calls, 'call')}" if proof.calls else ""
