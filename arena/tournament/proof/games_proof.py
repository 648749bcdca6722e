"""Verifies the games of a tournament: each is the planned one, and its transcript holds.

A game in the place of another is named: it is the game of another place, a copy, or not of this
plan.
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
"""Largest number of games that are verified without other processes, which take time to start."""
LINK = "is a link, and no part of the folder"

OnGame = Callable[[int, int], None]
"""Called with the number of verified games, and of all games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GameProof:
    """The verification of one planned game."""

    game: str
    """Id in the plan."""
    why: str | None
    """Why it is not the planned game, finished and valid; None: it is."""
    unfinished: bool = False
    """True: nothing is wrong except that it is missing or unfinished."""
    notes: tuple[str, ...] = ()
    """What could not be verified."""

    @property
    def ok(self) -> bool:
        """Whether it is the planned game, finished and valid."""
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
    """Return the problem of a game's place; None: its header is that of the planned game."""
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
        return None  # the game's own verification reports this
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
    """Yield the verification of each game with its id, as each is completed."""
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
    """Return the calls in each planned game's own file, by its id."""
    found: dict[str, Sequence[PastCall]] = {}
    for row in plan.games:
        with suppress(ArenaError, OSError, ValueError):  # the game's own verification reports this
            found[row.game] = recovered_calls(game_folder(folder, row.game)) or ()
    return found


def _copies(
    calls: Mapping[str, Sequence[PastCall]], specs: Mapping[str, Mapping[str, str]]
) -> dict[str, str]:
    """Return by id of each copied game the earlier one with at least half of the same replies.

    Replies of model makers have ids; those of other servers are copies if their times are equal
    too.
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
    """Return a mark that no other call has; None: this call has none."""
    if call.answered is None or not is_model_spec(spec):
        return None
    raw = call.answered.raw
    if parse(spec).base_url is None:
        return digest(encode(raw).encode()) if raw.get("id") else None
    return digest(encode([raw, call.answered.seconds, str(call.began)]).encode())


def alike(calls: Mapping[str, Sequence[PastCall]]) -> int:
    """Return the number of games with exactly the replies of another: copies, or equal answers."""
    whole = Counter(
        digest(encode(raw).encode()) for made in calls.values()
        if (raw := [each.answered.raw for each in made if each.answered is not None])
    )  # fmt: skip
    return sum(count for count in whole.values() if count > 1)


# --- what no plan has ---


def extra_games(plan: Plan, folder: Path) -> list[str]:
    """Return the names of folders and links among the games that belong to no planned game."""
    planned = {row.game for row in plan.games}
    try:
        inside = sorted((folder / GAMES).iterdir())
    except OSError:
        return []
    return [
        each.name for each in inside
        if each.name not in planned and (each.is_dir() or each.is_symlink())
    ]  # fmt: skip
