"""Checks a schedule by its rows alone, written apart from what makes schedules.

`faults(plan)` says in sentences what is wrong with any plan of all against all; `Design` says what
a pool of the known balanced designs must have besides. Words: a *square* is the games of one seed
under one condition; a *line-up* is who plays in it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby, permutations

from arena.tournament.plan import Plan, PlannedGame

Rows = Sequence[PlannedGame]

PREFIX = 4
"""Squares by which two entrants may differ wherever a run stops: 21 at tables of 5 reach it."""
SEEDS, NAMES = 10, 3
"""How many names the first seat has at least, in a replicate of so many seeds."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Design:
    """What one replicate of a balanced design has."""

    line_ups: int
    pairs: int
    """In how many line-ups any two entrants meet."""
    rows: int
    """Games of each line-up."""
    circle: int
    """By how much ordered neighbours on the circle may differ in number: 0 where they can agree."""


def faults(plan: Plan) -> list[str]:
    """Say what is wrong with the plan of any pool; nothing: an empty list."""
    ids = [row.game for row in plan.games]
    found = [] if len(set(ids)) == len(ids) else ["two games have one id"]
    for row in plan.games:
        names, entrants = zip(*row.clockwise, strict=True)
        if len(set(names)) < len(names) or len(set(entrants)) < len(entrants):
            found.append(f"{row.game}: somebody sits there twice")
    found.extend(_arms(plan))
    for rows in _squares(plan).values():
        found.extend(_square(rows))
    for rows in _replicates(plan).values():
        found.extend(_replicate(plan, rows))
    return [*found, *_prefixes(plan)]


def design_faults(plan: Plan, design: Design) -> list[str]:
    """Say where replicates of a plan are not those of a balanced design."""
    found: list[str] = []
    for (condition, replicate, _), rows in _replicates(plan).items():
        where = f"{condition}, replicate {replicate}"
        line_ups = {row.block: _line_up(row) for row in rows}
        if len(line_ups) != design.line_ups:
            found.append(f"{where}: {len(line_ups)} line-ups")
        games = Counter(row.block for row in rows)
        if {*games.values()} != {design.rows}:
            found.append(f"{where}: {sorted(games.values())} games a line-up")
        met = Counter(pair for each in line_ups.values() for pair in combinations(sorted(each), 2))
        if {met[pair] for pair in combinations(sorted(plan.entrants), 2)} != {design.pairs}:
            found.append(f"{where}: pairs meet unequally often")
        for on, circle, allowed in (("the line", False, 0), ("the circle", True, design.circle)):
            spread = imbalance(plan, rows, circle=circle)
            if spread > allowed:
                found.append(f"{where}: neighbours on {on} differ by {spread}")
    return found


def imbalance(plan: Plan, rows: Rows, *, circle: bool) -> int:
    """Return by how much the numbers of ordered neighbours differ, of all pairs of entrants."""
    counted: Counter[tuple[str, str]] = Counter()
    for row in rows:
        seats = [entrant for _, entrant in row.clockwise]
        after = [*seats[1:], seats[0]] if circle else seats[1:]
        counted.update(zip(seats, after, strict=False))
    numbers = [counted[pair] for pair in permutations(plan.entrants, 2)]
    return max(numbers) - min(numbers)


def _line_up(row: PlannedGame) -> frozenset[str]:
    return frozenset(entrant for _, entrant in row.clockwise)


def _squares(plan: Plan) -> Mapping[tuple[str, str], Rows]:
    found = defaultdict(list)
    for row in plan.games:
        found[row.condition, row.seed].append(row)
    return found


def _replicates(plan: Plan) -> Mapping[tuple[str, int, int], Rows]:
    """Return rows by condition, replicate and size of table."""
    found = defaultdict(list)
    for row in plan.games:
        found[row.condition, row.replicate, len(row.clockwise)].append(row)
    return found


def _arms(plan: Plan) -> Iterator[str]:
    """Arms of one ruleset have the same games, and one that changes nothing is its control."""
    games: dict[str, set[object]] = defaultdict(set)
    for row in plan.games:
        games[row.condition].add((row.seed, row.block, row.replicate, row.clockwise))
    for key, each in plan.conditions.items():
        control = key.removesuffix(each.arm) + each.control
        if games[key] != games[control]:
            yield f"{key} has other games than {control}"
        if each.arm.startswith("null"):
            same = plan.conditions[control]
            if (each.table, each.personas, each.epoch) != (same.table, same.personas, same.epoch):
                yield f"{key} is not {control} again"
    controls = {each.control for each in plan.conditions.values() if each.arm != each.control}
    nulled = {each.control for each in plan.conditions.values() if each.arm.startswith("null")}
    yield from (f"{each} has no null arm" for each in sorted(controls - nulled))


def _square(rows: Rows) -> Iterator[str]:
    """Games of one seed: one line-up, each once in each seat, and names stay where they are."""
    seed, size = rows[0].seed, len(rows[0].clockwise)
    if len({(row.block, row.replicate, _line_up(row)) for row in rows}) > 1:
        yield f"{seed}: more than one line-up"
    if len({tuple(name for name, _ in row.clockwise) for row in rows}) > 1:
        yield f"{seed}: names wander"
    seated = Counter(
        (seat, entrant) for row in rows for seat, (_, entrant) in enumerate(row.clockwise)
    )
    if len(rows) != size or len(seated) != size * size:
        yield f"{seed}: not everybody is in every seat once"


def _replicate(plan: Plan, rows: Rows) -> Iterator[str]:
    """All play equally often and sit in every seat equally often; no entrant has a name more."""
    where = f"{rows[0].condition}, replicate {rows[0].replicate}"
    seats = range(len(rows[0].clockwise))
    seated = Counter(
        (entrant, seat) for row in rows for seat, (_, entrant) in enumerate(row.clockwise)
    )
    if len({seated[entrant, seat] for entrant in plan.entrants for seat in seats}) > 1:
        yield f"{where}: appearances in seats differ"
    for row_seed, games in groupby(sorted(rows, key=lambda row: row.seed), lambda row: row.seed):
        named = Counter(pair for row in games for pair in row.clockwise)
        if len({*named.values()}) > 1:
            yield f"{where}, {row_seed}: names go with entrants"
    first = {row.clockwise[0][0] for row in rows}
    if len({row.seed for row in rows}) >= SEEDS and len(first) < NAMES:
        yield f"{where}: the first seat always has the same name"


def _prefixes(plan: Plan) -> Iterator[str]:
    """Wherever a run stops, all have played about equally often, under all arms."""
    runs = [seed for seed, _ in groupby(row.seed for row in plan.games)]
    if len(set(runs)) < len(runs):
        yield "games of one seed are apart"
    squares = [line_up for line_up, _ in groupby((row.seed, _line_up(row)) for row in plan.games)]
    played: Counter[str] = Counter()
    for seed, line_up in squares:
        played.update(line_up)
        numbers = [played[entrant] for entrant in plan.entrants]
        if max(numbers) - min(numbers) > PREFIX:
            yield f"up to {seed} some have played {max(numbers)} squares, others {min(numbers)}"
