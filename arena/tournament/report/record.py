"""The parts of the page that let a reader check it: games, the checklist, how to do it again."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from arena.hash_chain import digest
from arena.reporting.view import Section, cell, count, grid, listing
from arena.text import plural
from arena.tournament.game_result import GameResult
from arena.tournament.plan import PLAN, Plan

__all__ = ["games_section", "reproduce_section"]

TOLD = "Each game can be played back, with all secrets and a verdict under every claim."
SAME = (
    "The plan holds the whole schedule; with the games' transcripts it is all that ratings and "
    "tables are made from: the same games give the same tables, byte for byte. What all calls took "
    "the ledger says, and why games are not finished the log of the run."
)
HERE = "The commands are for the folder that this page is in."


def games_section(games: Sequence[GameResult], pages: Mapping[str, str]) -> Section:
    """Return every finished game, with a link to where it is played back."""
    found = listing("All finished games", games, [
        ("Game", lambda each: cell(each.game, href=pages.get(each.game, ""))),
        ("Ruleset", lambda each: each.ruleset),
        ("Arm", lambda each: each.arm),
        ("Seed", lambda each: each.seed),
        ("Rounds", lambda each: count(each.rounds)),
        ("How it ended: place, entrant, points", _ending),
        ("", lambda each: "" if each.rated else "not rated"),
    ], texts=(0, 1, 2, 3, 5, 6), folded=True)  # fmt: skip
    return Section(id="games", title="Games", said=(TOLD,) if pages else (), grids=(found,))


def _ending(game: GameResult) -> str:
    seats = sorted((each.place, each.position, each.entrant, each.points) for each in game.seats)
    return "; ".join(f"{place}. {entrant} {points}" for place, _, entrant, points in seats)


def reproduce_section(folder: Path, plan: Plan, versions: Mapping[str, str]) -> Section:
    """Return what this rests on, and the commands that make it again.

    They are for the page's own folder, so that the page is the same wherever that lies.
    """
    known = [["plan.json, SHA-256", digest((folder / PLAN).read_bytes())]]
    known += [["Seed of the plan", plan.seed]]
    known += [
        [f"Epoch of {each.ruleset}, {each.arm}", each.epoch] for each in plan.conditions.values()
    ]
    if plan.pool is not None:
        known += [[f"Plan of the pool, {plan.pool.name}", plan.pool.digest]]
    known += [[package, version] for package, version in versions.items()]
    return Section(
        id="reproduce", title="Do it again",
        said=(SAME, HERE),
        grids=(grid("Digests and versions", "What|Value", known, texts=(0, 1)),),
        commands=(
            "arena tournament report .",
            "arena analyze .",
            "arena verify .",
            f"arena replay games/{plan.games[0].game} --as all" if plan.games else "",
        ),
        notes=(
            (f"To cite: {plan.name}, a tournament of {plural(len(plan.games), 'planned game')} in "
            f"horror-arena {versions.get('horror-arena', '')}, plan {known[0][1][:16]}."),
        ),
    )  # fmt: skip
