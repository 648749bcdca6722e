"""Checks plans that end within a balanced round, by their rows alone, apart from what makes them.

`faults(plan, asked)` says in sentences what is wrong with the games of one arm at tables of one
size, all against all. Words: a *square* is the games of one seed.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import combinations
from math import ceil

from arena.tournament.plan import Plan
from arena.tournament.shortfall import Shortfall

LineUps = Sequence[tuple[str, ...]]


def faults(plan: Plan, asked: int) -> list[str]:
    """Say what is wrong with a part of a round; nothing: an empty list."""
    rows = [row.entrants for row in plan.games]
    found = [] if len(rows) == asked else [f"{len(rows)} games, and {asked} were asked for"]
    found.extend(
        f"{row.game}: somebody sits there twice"
        for row in plan.games
        if len(set(row.entrants)) < row.size
    )
    if len({row.game for row in plan.games}) < len(rows):
        found.append("two games have one id")
    return [*found, *_links(plan, rows), *_levels(plan, rows), *_squares(plan)]


def _links(plan: Plan, rows: LineUps) -> Iterator[str]:
    """After each game there are as few components as tables of this size can leave."""
    size = len(rows[0])
    for count in range(1, len(rows) + 1):
        least = max(1, len(plan.entrants) - count * (size - 1))
        found = len(_components(plan, rows[:count]))
        if found != least:
            yield f"{found} components after {count} games, where {least} can be"


def _components(plan: Plan, rows: LineUps) -> set[frozenset[str]]:
    """Return who can be reached from each entrant, by tables that have somebody in common."""
    found = set()
    for name in plan.entrants:
        reached, seen = {name}, 0
        while len(reached) > seen:
            seen = len(reached)
            reached |= {each for row in rows if reached & set(row) for each in row}
        found.add(frozenset(reached))
    return found


def _levels(plan: Plan, rows: LineUps) -> Iterator[str]:
    """Wherever it stops nobody is two squares ahead of anybody."""
    size, played = len(rows[0]), Counter(dict.fromkeys(plan.entrants, 0))
    for count, row in enumerate(rows, 1):
        played.update(row)
        apart = max(played.values()) - min(played.values())
        if apart >= 2 * size:
            yield f"games of entrants are {apart} apart after {count}"


def _squares(plan: Plan) -> Iterator[str]:
    """Games of a seed are of one square; all but one are whole where everybody plays two."""
    by_seed = defaultdict(list)
    for row in plan.games:
        by_seed[row.seed].append(row)
    size = plan.games[0].size
    for seed, rows in by_seed.items():
        seated = Counter((name, at) for row in rows for at, name in enumerate(row.entrants))
        if max(seated.values()) > 1 or len({frozenset(row.entrants) for row in rows}) > 1:
            yield f"{seed}: somebody is in one seat twice, or others play"
        if len({tuple(name for name, _ in row.clockwise) for row in rows}) > 1:
            yield f"{seed}: names wander"
    begun = sum(len(rows) < size for rows in by_seed.values())
    two = ceil(2 * len(plan.entrants) / size)
    if len(plan.games) >= two * size and begun > 1:
        yield f"{begun} squares are not whole"
    if len(by_seed) > max(two, ceil(len(plan.games) / size)):
        yield f"{len(by_seed)} seeds"


def said_faults(plan: Plan, said: Shortfall) -> list[str]:
    """Say which figures of what a plan says of itself are not those of its rows."""
    rows = [row.entrants for row in plan.games]
    size, names = len(rows[0]), list(plan.entrants)
    games = [sum(name in row for row in rows) for name in names]
    seats = [sum(row[at] == name for row in rows) for name in names for at in range(size)]
    met = [sum({*two} <= set(row) for row in rows) for two in combinations(names, 2)]
    squares = Counter(row.seed for row in plan.games)
    components = _components(plan, rows)
    (table,) = said.tables
    right = {
        "games": (said.games, len(rows)),
        "components": (
            set(map(frozenset, said.components)),
            components if len(components) > 1 else set(),
        ),
        "seeds": (said.seeds, len(squares)),
        "split": (said.split, sum(count < size for count in squares.values())),
        "games of an entrant": (table.games, max(games) - min(games)),
        "games in a seat": (table.seats, max(seats) - min(seats)),
        "games of two": (table.meetings, max(met) - min(met)),
    }
    return [f"{what}: {one}, and {two} counted" for what, (one, two) in right.items() if one != two]


def completeness_faults(plan: Plan) -> list[str]:
    """Say why a round is not complete: all play each seat of each square, and equally often."""
    size = plan.games[0].size
    seats = Counter((name, at) for row in plan.games for at, name in enumerate(row.entrants))
    found = set(Counter(row.seed for row in plan.games).values()) - {size}
    faults = [f"a square of {count} games" for count in found]
    if len({seats[name, at] for name in plan.entrants for at in range(size)}) > 1:
        faults.append("seats are not equal")
    return [*faults, *_squares(plan)]
