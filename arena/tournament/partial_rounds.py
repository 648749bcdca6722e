"""Plans parts of balanced rounds, ordered so that they can be stopped after any game.

1. All entrants are linked by games as early as possible: those of a game belong to different
   components so far, as long as there are enough components.
2. Then comes a game whose entrants have played least, and within its square the row that makes
   seats and neighbours most equal.

There are as many line-ups as whole squares fit, the last one incomplete. Below two line-ups for
each entrant there are more line-ups instead, with fewer games each under one seed, as few links
make all comparisons across them imprecise. With 12 entrants and 16 games at tables of 4 the
standard error of a difference is 160 Elo in six line-ups, and 206 in four whole squares (Fisher
information of equals).

A part is completed by the games missing in its squares and by more line-ups, until all entrants
have played equally often.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import deepcopy
from dataclasses import dataclass, replace
from itertools import combinations
from math import ceil

from arena.tournament.designs import (
    clusters_each,
    count_meetings,
    exchange,
    met_before,
    seated,
    shuffled,
    squares,
)
from arena.tournament.links import Links
from arena.tournament.schedule import Cluster, Meetings, Stratum, draws_of, game_seed, tiredness
from arena.tournament.seating import Neighbours, neighbours_of, placed
from engine.chance import Draws

LineUp = tuple[str, ...]
PART = "part"
"""The kind of line-ups that are drawn for a part of a round; see `schedule.clusters_of`."""
LINE_UPS = 2
"""Number of line-ups that each entrant is in before squares are filled."""


def is_disjoint(entrants: int, size: int) -> bool:
    """Return True if a round has several tables without a common entrant."""
    return entrants > size and clusters_each(entrants, size) == 1


def round_games(entrants: int, size: int, *, is_first: bool) -> int:
    """Return the number of games of a round in which all entrants play equally often.

    The first round has two tables for each entrant if one would link no two tables.
    """
    clusters = clusters_each(entrants, size) * entrants // size
    return clusters * size * (2 if is_first and is_disjoint(entrants, size) else 1)


class Counts:
    """Counts over the games of one stratum: games, seats, neighbours and links of entrants."""

    def __init__(
        self, entrants: Iterable[str], rows: Iterable[Sequence[str]], met: Meetings
    ) -> None:
        """`rows` are entrants clockwise, one for each game; `met` counts meetings by cluster."""
        self.entrants = tuple(entrants)
        self.met = met
        self.played: Counter[str] = Counter()
        self.seats: Counter[tuple[str, int]] = Counter()
        self.neighbours: Neighbours = Counter()
        self.links = Links(self.entrants)
        for row in rows:
            self.add(row)

    def add(self, row: Sequence[str]) -> None:
        """Add a game."""
        self.played.update(row)
        self.seats.update((name, at) for at, name in enumerate(row))
        self.neighbours.update(neighbours_of([row]))
        self.links.join(row)

    def unevenness(self, row: Sequence[str]) -> tuple[int, int]:
        """Return the numbers of earlier games with these seats, and with these neighbours."""
        return (
            sum(self.seats[name, at] for at, name in enumerate(row)),
            sum(self.neighbours[pair] for pair in neighbours_of([row])),
        )


# --- squares ---


def square_of(rows: Sequence[tuple[str, ...]]) -> tuple[tuple[str, ...], ...]:
    """Return all games of the square that contains `rows`, those first, without repetition."""
    size = len(rows[0])
    for square in squares(size):
        order = dict(zip(square[0], rows[0], strict=True))
        whole = [tuple(order[symbol] for symbol in row) for row in square]
        if set(rows) <= set(whole):
            return tuple(dict.fromkeys((*rows, *whole)))
    raise ValueError(f"{rows} are not of one square")


def drawn_squares(
    seed: str,
    stratum: Stratum,
    replicate: int,
    begun: Sequence[Cluster],
    games: int,
    counts: Counts,
    design: Sequence[LineUp],
    *,
    is_first: bool,
) -> list[Cluster]:
    """Return the squares that a round needs for this number of games, besides those `begun`.

    `counts` are over all games of the stratum so far; all of its entrants play. `design` are the
    line-ups of the whole round, once for each square, in which any two meet equally often;
    `is_first`: there is no round before this one.
    """
    count, size = len(counts.entrants), stratum.size
    most = round_games(count, size, is_first=is_first) // size
    spread = min(games, ceil(LINE_UPS * count / size)) if is_first else 0
    missing = min(most, max(ceil(games / size), spread)) - len(begun)
    if missing <= 0:
        return []
    chance = draws_of(seed, stratum, replicate, f"{PART} {len(begun)}")
    line_ups = _line_ups(counts, begun, size, missing, design, chance)
    rows = _placed(line_ups, size, len(begun), counts.neighbours, chance)
    return [
        Cluster(
            stratum=stratum, replicate=replicate, rows=each,
            seed=game_seed(seed, stratum, replicate, PART, at, 0),
        )
        for at, each in enumerate(rows, len(begun))
    ]  # fmt: skip


def _line_ups(
    counts: Counts,
    begun: Sequence[Cluster],
    size: int,
    missing: int,
    design: Sequence[LineUp],
    draws: Draws,
) -> Sequence[LineUp]:
    """Return line-ups that link entrants early: the design's, unless drawn ones are more level."""
    there = [each.rows[0] for each in begun]
    drawn = _drawn(counts, there, size, missing, draws)
    chosen = _of_design(counts, there, missing, design)
    if chosen is None:
        return drawn

    def unevenness(line_ups: Sequence[LineUp]) -> tuple[int, int]:
        played, pairs = Counter(dict.fromkeys(counts.entrants, 0)), counts.met.copy()
        for each in (*there, *line_ups):
            played.update(each)
        for each in line_ups:
            pairs.update(map(frozenset, combinations(each, 2)))
        return max(played.values()) - min(played.values()), sum(n * n for n in pairs.values())

    return min((chosen, drawn), key=unevenness)


def _of_design(
    counts: Counts, there: Sequence[LineUp], missing: int, design: Sequence[LineUp]
) -> list[LineUp] | None:
    """Return line-ups of a design, without those `there`; None: it does not fit or link early."""
    left, links, pairs = list(design), deepcopy(counts.links), counts.met.copy()
    played = Counter(name for each in there for name in each)
    for each in there:
        same = [line_up for line_up in left if set(line_up) == set(each)]
        if not same:
            return None
        left.remove(same[0])
    found = list[LineUp]()
    while left and len(found) < missing:
        chosen = min(left, key=lambda each: (
            -links.count(each), *tiredness(played, each),
            sum(pairs[frozenset(pair)] for pair in combinations(each, 2)),
        ))  # fmt: skip
        if links.count(chosen) < min(len(chosen), len(links.components)):
            return None
        left.remove(chosen)
        found.append(chosen)
        links.join(chosen)
        played.update(chosen)
        pairs.update(map(frozenset, combinations(chosen, 2)))
    return found if len(found) == missing else None


def _drawn(
    counts: Counts, there: Sequence[LineUp], size: int, missing: int, draws: Draws
) -> list[LineUp]:
    """Return drawn line-ups: first those that link all, then by least games and meetings."""
    names, links = counts.entrants, deepcopy(counts.links)
    played = [sum(name in each for each in there) for name in names]
    before = [[counts.met[frozenset((one, other))] for other in names] for one in names]
    found, linking = list[list[int]](), 0
    for _ in range(missing):
        linking += not links.are_one
        chosen = seated(size, shuffled(len(names), draws), lambda each, chosen: (
            any(links.are_linked(names[each], names[other]) for other in chosen),
            played[each], *met_before(before[each], chosen),
        ))  # fmt: skip
        count_meetings(chosen, played, before)
        links.join(names[each] for each in chosen)
        found.append(chosen)
    free = found[linking:]
    if len(free) > 1:
        exchange(free, before, draws)
    return [tuple(names[each] for each in line_up) for line_up in found]


def _placed(
    line_ups: Sequence[Sequence[str]], size: int, number: int, before: Neighbours, draws: Draws
) -> list[tuple[tuple[str, ...], ...]]:
    """Return the games of each line-up's square; of odd sizes square and mirror alternate."""
    kinds = squares(size)
    found: list[tuple[tuple[str, ...], ...]] = [()] * len(line_ups)
    for at in range(len(kinds)):
        own = range((at - number) % len(kinds), len(line_ups), len(kinds))
        placings, before = placed([line_ups[each] for each in own], (kinds[at],), before, draws)
        for each, placing in zip(own, placings, strict=True):
            found[each] = placing.rows(0)
    return found


# --- the order of games ---


@dataclass(slots=True, kw_only=True)
class _Square:
    """A square with games that are still to be played."""

    cluster: Cluster
    left: list[tuple[str, ...]]
    may_play: int
    """Largest number of these that may be played."""
    is_begun: bool


def ordered(
    clusters: Sequence[Cluster],
    played: Collection[tuple[str, tuple[str, ...]]],
    games: int,
    counts: Counts,
) -> Iterator[Cluster]:
    """Yield this number of games, one a cluster, in the order in which they are played.

    `played` are seeds and entrants clockwise of existing games; `counts` are over these and all
    before, and are updated.
    """
    squares_ = _squares(clusters, played, games, counts)
    for _ in range(games):
        able = [each for each in squares_ if each.left and each.may_play]
        links = max(counts.links.count(each.left[0]) for each in able)
        if links > 1:
            chosen = next(each for each in able if counts.links.count(each.left[0]) == links)
        else:
            chosen = min(able, key=lambda each: (
                *tiredness(counts.played, each.left[0]), not each.is_begun
            ))  # fmt: skip
        row = min(chosen.left, key=counts.unevenness)
        chosen.left.remove(row)
        chosen.may_play -= 1
        chosen.is_begun = True
        counts.add(row)
        yield replace(chosen.cluster, rows=(row,))


def _squares(
    clusters: Sequence[Cluster],
    played: Collection[tuple[str, tuple[str, ...]]],
    games: int,
    counts: Counts,
) -> list[_Square]:
    """Return the squares; if one stays incomplete, that which keeps numbers of games most equal."""
    found = []
    for each in clusters:
        left = [row for row in each.rows if (each.seed, row) not in played]
        found.append(_Square(
            cluster=each, left=left, may_play=len(left), is_begun=len(left) < len(each.rows)
        ))  # fmt: skip
    too_many = sum(each.may_play for each in found) - games
    able = [each for each in found if each.may_play > too_many]
    if too_many and able:
        _most_level(able, found, too_many, counts).may_play -= too_many
    return found


def _most_level(
    able: Sequence[_Square], all_: Sequence[_Square], too_many: int, counts: Counts
) -> _Square:
    """Return the square whose omitted games leave entrants with the most equal numbers of games."""
    played = Counter({name: counts.played[name] for name in counts.entrants})
    for each in all_:
        for name in each.cluster.rows[0]:
            played[name] += each.may_play

    def apart(of: _Square) -> int:
        fewer = Counter(of.cluster.rows[0])
        numbers = [count - too_many * fewer[name] for name, count in played.items()]
        return max(numbers) - min(numbers)

    return min(reversed(able), key=apart)
