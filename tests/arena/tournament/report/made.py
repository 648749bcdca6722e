"""Tournaments for tests of results and reports: planned by hand, played by nobody or by bots."""

import asyncio
import shutil
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType

from arena.config import TableConfig
from arena.lab.readings import key_of, readings_folder
from arena.seats import Seat
from arena.table import play
from arena.tournament.folder import game_folder, write_plan
from arena.tournament.game_result import GameResult, SeatResult
from arena.tournament.plan import Condition, Entrant, Plan, PlannedGame
from arena.tournament.ratings.rows import Estimate, PairRow, RatedEntrant, Rating
from arena.tournament.results import Results
from arena.transcript import reader

HOSTILE = (
    '<script>alert("1")</script>',
    "=cmd|' /C calc'!A0, \"quoted\"",
    "{{ 7 * 7 }} {% raw %} &amp; ]]>",
    "\u202egnol\x1b[31m\r\nname\u2028",
    "a" * 120,
)
"""Names of entrants that nobody should trust."""


def forget_readings(folder: Path) -> None:
    """Delete what was read before of the finished games of a tournament."""
    for each in kept_readings(folder):
        each.unlink()


def kept_readings(folder: Path) -> list[Path]:
    """Return the files that keep what was read of a tournament's games."""
    kept = readings_folder()
    assert kept is not None
    keys = [key_of(each) for each in reader.games(folder)]
    files = {kept / each for each in keys if each is not None}
    return sorted(each for each in files if each.is_file())


def plan_for(games: Sequence[GameResult], specs: Mapping[str, str] | None = None) -> Plan:
    """Return a plan that has these games, and no other; entrants are `random` where not said."""
    names = dict.fromkeys(seat.entrant for game in games for seat in game.seats)
    first = games[0].ruleset if games else ""

    def key(game: GameResult) -> str:
        return game.arm if game.ruleset == first else f"{game.ruleset}.{game.arm}"

    conditions = {
        key(game): Condition(
            arm=game.arm, control="control", epoch=game.epoch,
            table={"ruleset": game.ruleset, "rules": {"of": game.arm}},
        )
        for game in games
    }  # fmt: skip
    rows = tuple(
        PlannedGame(
            game=game.game, condition=key(game), seed=game.seed, block=game.block, replicate=1,
            clockwise=tuple((seat.seat, seat.entrant) for seat in game.seats),
        )
        for game in games
    )  # fmt: skip
    entrants = {name: Entrant(spec=(specs or {}).get(name, "random")) for name in names}
    return Plan(name="cup", seed="1", entrants=entrants, conditions=conditions, games=rows)


def results_for(games: Sequence[GameResult]) -> Results:
    """Return results without anything amiss."""
    return Results(games=tuple(games), left_out={}, unfinished={})


def with_seat(game: GameResult, at: int, **changes: object) -> GameResult:
    """Return a game with another row of one seat."""
    seats: list[SeatResult] = list(game.seats)
    seats[at] = replace(seats[at], **changes)  # type: ignore[arg-type]
    return replace(game, seats=tuple(seats))


def plan_of_folder(games: Mapping[str, Path]) -> Plan:
    """Return a plan whose games are these finished ones, each seat's entrant named for its SPEC."""
    rows, entrants, conditions = [], dict[str, Entrant](), dict[str, Condition]()
    for name, folder in games.items():
        header = reader.header_of((folder / "game.json").read_bytes())
        entrants.update({each.spec: Entrant(spec=each.spec) for each in header.seats})
        conditions[header.ruleset] = Condition(
            arm="control", control="control", epoch="e" * 64, table={"ruleset": header.ruleset}
        )
        rows.append(
            PlannedGame(
                game=name, condition=header.ruleset, seed=header.seed, block="b", replicate=1,
                clockwise=tuple((each.name, each.spec) for each in header.seats),
            )
        )  # fmt: skip
    return Plan(name="cup", seed="1", entrants=entrants, conditions=conditions, games=tuple(rows))


def folder_of(games: Mapping[str, Path], folder: Path, plan: Plan | None = None) -> Plan:
    """Make a tournament's folder from copies of finished games; return its plan."""
    made = plan or plan_of_folder(games)
    write_plan(folder, made)
    for name, source in games.items():
        shutil.copytree(source, game_folder(folder, name))
    return made


def bot_games(
    out: Path,
    specs: Sequence[str],
    seeds: Sequence[str],
    *,
    ruleset: str = "moh",
    seats: Mapping[str, Seat] | None = None,
) -> dict[str, Path]:
    """Play a game a seed; return folders by the ids of games."""
    names = ("Ada", "Ben", "Cyd", "Dan", "Eve")[: len(specs)]
    found = {}
    for at, seed in enumerate(seeds, start=1):
        line_up = dict(zip(names, specs, strict=True))
        config = TableConfig(ruleset=ruleset, seats=line_up, seed=seed)
        folder = out / f"g{at:04}"
        folder.mkdir(parents=True)
        asyncio.run(play(config, out, folder=folder, seats=seats))
        found[folder.name] = folder
    return found


NOTHING = Estimate(value=0.0, low=None, high=None)


def rating_with(
    chances: Mapping[tuple[str, str], float | None],
    names: str = "ABC",
    pools: int = 1,
    same: Mapping[str, str] = MappingProxyType({}),
) -> Rating:
    """Return a rating of entrants from the best: P(first above second), who is one with whom."""
    return Rating(
        games=0, seeds=0, penalised=None, confounded=[], log_likelihood=0.0, groups=[],
        pools=[[each] for each in names][:pools] if pools > 1 else [list(names)],
        entrants=[
            RatedEntrant(
                entrant=each, pool=0, games=0, seeds=0, worth=NOTHING, elo=NOTHING, rank=NOTHING,
                ranks=[], top=[], above_anchors=None, separated=None, same_as=same.get(each),
            )
            for each in names
        ],
        pairs=[
            PairRow(first=one, second=other, elo=NOTHING, above=chance, separated=None)
            for (one, other), chance in chances.items()
        ],
        seats=[], ties=[],
    )  # fmt: skip
