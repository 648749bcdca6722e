"""Finds entrants that play identically, and games that repeat each other.

Two games of one seed are **the same** if their records are equal except for the names of seats
(`GameResult.course`); the second adds no information.

**Entrants are identical** if all games that differ only by exchanging them are the same, and there
are such games, as with two names for one bot. They are rated as one entrant that may sit at a table
more than once, and each game counts once. A single game that differs after such an exchange
separates them. The plan's description of entrants is not used.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

from arena.tournament.game_result import GameResult
from arena.tournament.ratings.rows import Alike, Rating

Table = tuple[str, str, str, int]
"""Seed, ruleset, epoch and size: games with equal ones differ only in the seating."""
Pair = frozenset[str]


def alike_of(games: Sequence[GameResult]) -> tuple[Alike, ...]:
    """Return the sets of identical entrants, by name."""
    tables = defaultdict[Table, list[GameResult]](list)
    for game in games:
        if game.course:
            tables[game.seed, game.ruleset, game.epoch, game.size].append(game)
    several = [each for each in tables.values() if len(each) > 1]
    told_apart: set[Pair] = set()
    while True:
        same = _linked(several, told_apart)
        found = [pairs for each in several for pairs in _contradicted(each, same)]
        if not found:
            return tuple(_counted(several, same))
        fewest = min(map(len, found))  # of many exchanged, any may be the cause
        told_apart.update(*(pairs for pairs in found if len(pairs) == fewest))


def same_of(alike: Iterable[Alike]) -> dict[str, str]:
    """Return by entrant the one that stands for it; those without an identical one are left out."""
    return {name: each.entrants[0] for each in alike for name in each.entrants}


def counted_once(games: Sequence[GameResult], same: Mapping[str, str]) -> list[GameResult]:
    """Return the games without repetitions, identical entrants replaced by one of them."""
    seen, kept = set[object](), list[GameResult]()
    for game in games:
        who = _line_up(game, same)
        key = (game.seed, game.ruleset, game.epoch, game.course, who)
        if game.course and key in seen:
            continue
        seen.add(key)
        seats = zip(game.seats, who, strict=True)
        kept.append(
            replace(game, seats=tuple(replace(seat, entrant=name) for seat, name in seats))
            if same else game
        )  # fmt: skip
    return kept


def expanded(rating: Rating, same: Mapping[str, str]) -> Rating:
    """Return a rating with a row for each identical entrant, marked by `same_as`."""
    all_of = _members(same)
    return replace(
        rating,
        confounded=[each for name in rating.confounded for each in all_of(name)],
        pools=[[each for name in names for each in all_of(name)] for names in rating.pools],
        groups=[[each for name in names for each in all_of(name)] for names in rating.groups],
        entrants=[
            replace(row, entrant=name, same_as=row.entrant if name != row.entrant else None)
            for row in rating.entrants for name in all_of(row.entrant)
        ],
        pairs=[
            replace(row, first=first, second=second)
            for row in rating.pairs
            for first in all_of(row.first) for second in all_of(row.second)
        ],
    )  # fmt: skip


def _members(same: Mapping[str, str]) -> Callable[[str], Sequence[str]]:
    """Return a function that gives the entrants for whom a name stands."""
    members = defaultdict[str, list[str]](list)
    for name, first in same.items():
        members[first].append(name)
    return lambda name: members.get(name, [name])


def _line_up(game: GameResult, same: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(same.get(seat.entrant, seat.entrant) for seat in game.seats)


def _linked(tables: Sequence[Sequence[GameResult]], told_apart: set[Pair]) -> dict[str, str]:
    """Return by entrant the one that stands for it, among those exchanged in equal games."""
    classes: dict[str, frozenset[str]] = {}
    for one, other in (pair for games in tables for pair in combinations(games, 2)):
        if one.course == other.course:
            joined = _joined(classes, _exchanged(one, other))
            if not any(pair <= members for pair in told_apart for members in joined.values()):
                classes = joined
    return {name: min(members) for name, members in classes.items()}


def _joined(
    classes: Mapping[str, frozenset[str]], pairs: Iterable[Pair]
) -> dict[str, frozenset[str]]:
    """Return the sets of identical entrants, with the members of each pair united."""
    joined = dict(classes)
    for pair in pairs:
        members = frozenset[str]().union(*(joined.get(name, {name}) for name in pair))
        joined |= dict.fromkeys(members, members)
    return joined


def _exchanged(one: GameResult, other: GameResult) -> set[Pair]:
    """Return the pairs of entrants who exchanged seats between two games."""
    seats = zip(one.seats, other.seats, strict=True)
    return {
        frozenset((mine.entrant, theirs.entrant)) for mine, theirs in seats
        if mine.entrant != theirs.entrant
    }  # fmt: skip


def _contradicted(games: Sequence[GameResult], same: Mapping[str, str]) -> Iterator[set[Pair]]:
    """Yield the pairs that are taken for identical though exchanging them changes a game."""
    for one, other in combinations(games, 2):
        if one.course != other.course and _line_up(one, same) == _line_up(other, same):
            exchanged = _exchanged(one, other)
            if exchanged:
                yield exchanged


def _counted(tables: Sequence[Sequence[GameResult]], same: Mapping[str, str]) -> Iterator[Alike]:
    """Yield each set of identical entrants, with the number of games that only exchange them."""
    games = defaultdict[str, set[str]](set)
    for one, other in (pair for each in tables for pair in combinations(each, 2)):
        if _line_up(one, same) == _line_up(other, same):
            for name, *_ in _exchanged(one, other):
                games[same[name]] |= {one.game, other.game}
    for first in sorted(set(same.values())):
        names = tuple(sorted(name for name, stands in same.items() if stands == first))
        yield Alike(entrants=names, games=len(games[first]))
