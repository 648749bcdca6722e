"""`arena verify` of a tournament: a line for all that is not true, and a sentence of the whole."""

import sys
from pathlib import Path

from rich.text import Text

from arena.faces.cli.output import console_for, print_line
from arena.faces.cli.tournament_rules import need_analysis
from arena.text import escaped, plural, shell_path
from arena.tournament.proof import GameProof, TournamentProof, has_report, verify_tournament

__all__ = ["print_tournament", "proof_of"]

MOST_GAMES, MOST, MOST_IN_ALL = 20, 4, 24
"""Games, places of one file, and of all files, that are named one by one; `--json` has all."""
LONG = 50
"""So many games are told of while they are verified."""


def proof_of(folder: Path, *, fast: bool, templates: bool) -> TournamentProof:
    """Prove a tournament; what takes long is told of on standard error."""
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


def print_tournament(proof: TournamentProof) -> None:
    """Print a line for each game that is not true, for each other problem, and for the whole."""
    games = [_of_game(each) for each in proof.games if not each.ok]
    files: dict[str, list[str]] = {}
    for problem in proof.problems:
        files.setdefault(problem.partition(":")[0], []).append(problem)
    # Of each file first what it has first: one that was edited all over hides no other.
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
    print_line(escaped(f"{proof.folder}: {_sentence(proof)}"))


def _of_game(proof: GameProof) -> str:
    what, why = "unfinished" if proof.unfinished else "NOT TRUE", proof.why or ""
    begun = f"{why[:1].upper()}{why[1:]}" if why.startswith("it") else why
    return f"games/{proof.game}: {what}. {begun}"


def _sentence(proof: TournamentProof) -> str:
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


def _of_plan(proof: TournamentProof) -> str:
    return "the plan follows from its seed" if proof.planned_again else ""


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
