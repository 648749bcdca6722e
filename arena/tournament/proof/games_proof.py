"""Proves the games of a tournament: each is the one that the plan has for its place, and is true.

A game that stands for another is named with what it is: the game of another place, a copy, or one
of no such plan.
"""

import os
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import as_completed
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from arena.calls.past import PastCall
from arena.errors import ArenaError
from arena.forms import FILES, HEADER
from arena.hash_chain import digest, encode
from arena.lab.workers import workers
from arena.models.specs import is_model_spec, parse
from arena.table.verify import Verification, verify
from arena.tournament.folder import GAMES, game_folder
from arena.tournament.ledger import recovered_calls
from arena.tournament.placed import place_of, place_problem
from arena.tournament.plan import Plan, PlannedGame
from arena.transcript.reader import contents, header_of

ALONE = 8
"""So many games are verified by this process alone: to start others takes longer."""
LINK = "is a link, and no part of the folder"

OnGame = Callable[[int, int], None]
"""Is told how many games are verified, and of how many."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameProof:
    """What is true of one planned game."""

    game: str
    """Its id in the plan."""
    why: str | None
    """Why it is not the planned game, finished and true; None: it is."""
    unfinished: bool = False
    """True where nothing is wrong but that it is missing, or not played to its end."""
    notes: tuple[str, ...] = ()
    """What of it is not proven."""

    @property
    def ok(self) -> bool:
        """Tell whether it is finished, true, and the planned one."""
        return self.why is None


def check_games(
    plan: Plan,
    folder: Path,
    *,
    fast: bool,
    templates: bool = False,
    processes: int,
    on_game: OnGame,
    calls: Mapping[str, Sequence[PastCall]],
) -> list[GameProof]:
    """Verify each planned game in its place, in several processes where there are many.

    `calls` are those of each game by its id; `fast` and `templates` as `arena.table.verify.verify`.
    """
    found: dict[str, GameProof] = {}
    specs = {
        row.game: {seat: plan.entrants[entrant].spec for seat, entrant in row.clockwise}
        for row in plan.games
    }
    copies = _copies(calls, specs)
    for row in plan.games:
        problem = _out_of_place(plan, row, folder)
        if problem is None and row.game in copies:
            why = f"it has the replies of {copies[row.game]}: one is a copy"
            problem = GameProof(game=row.game, why=why)
        if problem is not None:
            found[row.game] = problem
    left = [row.game for row in plan.games if row.game not in found]
    done = len(plan.games) - len(left)
    for game, verdict in _verified(
        [game_folder(folder, each) for each in left],
        fast=fast,
        templates=templates,
        processes=processes,
    ):
        line = "" if verdict.line is None else f" line {verdict.line}"
        found[game] = GameProof(
            game=game, why=None if verdict.ok else f"{verdict.file}{line}: {verdict.why}",
            unfinished=not verdict.ok and verdict.sound, notes=verdict.notes if verdict.ok else (),
        )  # fmt: skip
        done += 1
        on_game(done, len(plan.games))
    return [found[row.game] for row in plan.games]


def _out_of_place(plan: Plan, row: PlannedGame, folder: Path) -> GameProof | None:
    """Return what stands where a game should, unless its header says that it is this game."""
    at = game_folder(folder, row.game)
    if not os.path.lexists(at):
        return GameProof(game=row.game, why="it is missing", unfinished=True)
    link = next((each for each in (at, *(at / name for name in FILES)) if each.is_symlink()), None)
    if link is not None:
        return GameProof(game=row.game, why=f"{'it' if link == at else link.name} {LINK}")
    if not at.is_dir():
        return GameProof(game=row.game, why="it is no folder")
    try:
        header = header_of(contents(at, HEADER))
    except (ArenaError, ValueError, RecursionError):
        return None  # what is wrong with the file is the game's to say
    problem = place_problem(plan, row, header)
    if problem is None:
        if header.game == row.game:
            return None
        return GameProof(game=row.game, why=f"{HEADER} names it {header.game}")
    other = place_of(plan, header)
    if other is not None:
        problem = f"{other} stands in its place"
    elif header.schedule is not None and header.schedule.game != row.game:
        problem += f"; it says that it is {header.schedule.game} of {header.schedule.tournament}"
    return GameProof(game=row.game, why=problem)


def _verified(
    folders: Sequence[Path], *, fast: bool, templates: bool, processes: int
) -> Iterator[tuple[str, Verification]]:
    """Yield the verdict on each game by its id, in the order in which they are known."""
    if processes == 1 or len(folders) <= ALONE:
        for each in folders:
            yield each.name, verify(each, fast=fast, templates=templates)
        return
    with workers(min(processes, len(folders))) as pool:
        asked = {
            pool.submit(verify, each, fast=fast, templates=templates): each.name for each in folders
        }
        for verdict in as_completed(asked):
            yield asked[verdict], verdict.result()


# --- copies ---


def calls_of(plan: Plan, folder: Path) -> dict[str, Sequence[PastCall]]:
    """Return the calls that each planned game's own file has, by its id."""
    found: dict[str, Sequence[PastCall]] = {}
    for row in plan.games:
        with suppress(ArenaError, OSError, ValueError):  # the proof of that game says it
            found[row.game] = recovered_calls(game_folder(folder, row.game)) or ()
    return found


def _copies(
    calls: Mapping[str, Sequence[PastCall]], specs: Mapping[str, Mapping[str, str]]
) -> dict[str, str]:
    """Return which other game has half of the same replies at least, by the later one's id.

    A maker's replies have ids; those of other servers are copies if their clocks are the same.
    """
    whose: dict[str, list[str]] = defaultdict(list)
    replies: dict[str, int] = {}
    for game, made in calls.items():
        marks = {_mark(each, specs[game].get(each.sent.seat, "")) for each in made} - {None}
        replies[game] = len(marks)
        for mark in filter(None, marks):
            whose[mark].append(game)
    shared = Counter((games[0], other) for games in whose.values() for other in games[1:])
    return {
        other: one for (one, other), count in shared.items()
        if 2 * count >= min(replies[one], replies[other])
    }  # fmt: skip


def _mark(call: PastCall, spec: str) -> str | None:
    """Return what no other call has; None: this one has nothing of the kind."""
    if call.answered is None or not is_model_spec(spec):
        return None
    raw = call.answered.raw
    if parse(spec).base_url is None:
        return digest(encode(raw).encode()) if raw.get("id") else None
    return digest(encode([raw, call.answered.seconds, str(call.began)]).encode())


def alike(calls: Mapping[str, Sequence[PastCall]]) -> int:
    """Return how many games have exactly the replies of another: copies, or answers alike."""
    whole = Counter(
        digest(encode(raw).encode()) for made in calls.values()
        if (raw := [each.answered.raw for each in made if each.answered is not None])
    )  # fmt: skip
    return sum(count for count in whole.values() if count > 1)


# --- what no plan has ---


def extra_games(plan: Plan, folder: Path) -> list[str]:
    """Return the names of folders and links among the games that are of no planned game."""
    planned = {row.game for row in plan.games}
    try:
        inside = sorted((folder / GAMES).iterdir())
    except OSError:
        return []
    return [
        each.name for each in inside
        if each.name not in planned and (each.is_dir() or each.is_symlink())
    ]  # fmt: skip
