"""`arena verify` of a tournament: a line for all that is not true, and a sentence of the whole."""

import sys
from pathlib import Path

from rich.text import Text

from arena.faces.cli.output import console_for, print_line
from arena.faces.cli.tournament_rules import need_analysis
from arena.text import escaped, plural, shell_path
from arena.tournament.proof import TournamentProof, has_report, verify_tournament

__all__ = ["print_tournament", "proof_of"]

SOME = 20
"""Differences and games that are named one by one; `--json` has all."""
LONG = 50
"""So many games are told of while they are verified."""


def proof_of(folder: Path, *, fast: bool) -> TournamentProof:
    """Prove a tournament; what takes long is told of on standard error."""
    if has_report(folder):
        need_analysis()
    from arena.faces.cli.tournament_replays import Replays

    console, shown = console_for(sys.stderr), 0

    def tell(done: int, of: int) -> None:
        nonlocal shown
        if of >= LONG and done * 10 // of > shown:
            shown = done * 10 // of
            console.print(Text(f"{done} of {of} games are verified ...", "dim"))

    return verify_tournament(folder, fast=fast, pages=Replays(), on_game=tell)


def print_tournament(proof: TournamentProof) -> None:
    """Print a line for each game that is not true, for each other problem, and for the whole."""
    wrong = [each for each in proof.games if not each.ok]
    lines = [
        f"{proof.folder}/games/{each.game}: {'unfinished' if each.unfinished else 'NOT TRUE'}. "
        f"{each.why}."
        for each in wrong
    ]
    _print_some(lines, "games")
    _print_some([f"{proof.folder}/{each}." for each in proof.problems], "places")
    print_line(escaped(f"{proof.folder}: {_sentence(proof)}"))


def _print_some(lines: list[str], what: str) -> None:
    for line in lines[:SOME]:
        print_line(escaped(line))
    if len(lines) > SOME:
        print_line(f"and {len(lines) - SOME} more {what}: --json names all.")


def _sentence(proof: TournamentProof) -> str:
    true, planned = sum(each.ok for each in proof.games), proof.planned
    sound = not proof.problems and all(each.ok or each.unfinished for each in proof.games)
    which = f"all {planned}" if true == planned else f"{true} of {planned}"
    said = [
        "true" if proof.ok else "unfinished" if sound else "NOT TRUE",
        f"{which[:1].upper()}{which[1:]} planned games are finished and true",
        "the plan is not what planning makes" if proof.plan else "The plan follows from its seed",
    ]
    said += [_of_report(proof), _of_ledger(proof)]
    if proof.unproven:
        said.append(f"Unproven: {'; '.join(proof.unproven)}")
    return " ".join(f"{each[:1].upper()}{each[1:]}." if at else f"{each}."
                    for at, each in enumerate(filter(None, said)))  # fmt: skip


def _of_report(proof: TournamentProof) -> str:
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


def _of_ledger(proof: TournamentProof) -> str:
    if proof.ledger:
        return (
            f"The ledger is not that of the games' calls, in {plural(len(proof.ledger), 'place')}"
        )
    return f"The ledger has the games' {plural(proof.calls, 'call')}" if proof.calls else ""
