"""Schedules games: line-ups, squares, seeds and arms, in the order of play.

A cluster is one square of one line-up: n games with one seed, the display names fixed to the seats,
so that each entrant plays every seat of the same game (duplicates). Each of its games is played
under every arm of its ruleset, with the same seed and names.

The order keeps data balanced at any time: replicate by replicate, strata (ruleset and table size)
in turn, and always the cluster whose entrants have played least; the games of a cluster follow each
other, and so do the arms of a game.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations
from math import gcd

from arena.hash_chain import encode
from arena.tournament.designs import design_of, squares
from arena.tournament.plan import Condition, Plan, PlannedGame
from arena.tournament.seating import Neighbours, Placing, neighbours_of, placed
from engine.chance import Draws

BYTES = 16
NAMES = (
    "Anna", "Bruno", "Clara", "Dmitri", "Esra", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Katya",
    "Liam", "Mina", "Nils", "Olga", "Pavel", "Qadir", "Rosa", "Sofia", "Tomas", "Ursula", "Viktor",
    "Wanda", "Yusuf",
)  # fmt: skip
"""Display names of entrants in blind games."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stratum:
    """A ruleset and a table size, whose games form one design."""

    ruleset: str
    size: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LineUps:
    """The line-ups of one replicate of one stratum."""

    line_ups: tuple[tuple[str, ...], ...]
    squares: int
    """Number of squares that each line-up plays."""

    @property
    def games(self) -> int:
        """Number of games under one arm; an entrant alone at a table plays one."""
        each = (len(line_up) if len(set(line_up)) > 1 else 1 for line_up in self.line_ups)
        return sum(each) * self.squares


@dataclass(frozen=True, slots=True, kw_only=True)
class Cluster:
    """Games of a line-up and seed in which each entrant takes each seat once, or some of these."""

    stratum: Stratum
    replicate: int
    seed: str
    rows: tuple[tuple[str, ...], ...]
    """Entrants clockwise, one row for each game."""


Meetings = Counter[frozenset[str]]
"""Number of clusters in which two entrants have met, by pair."""


def all_against_all(entrants: Sequence[str], size: int, chance: Draws, met: Meetings) -> LineUps:
    """Return the line-ups of one replicate; drawn ones even out who has `met` before.

    Where there are fewer entrants than seats, they sit at a table more than once, as equally as
    possible.
    """
    names = list(entrants)
    chance.shuffle(names)
    if len(names) < size:
        left = size % len(names)
        shifts = range(len(names) // gcd(len(names), left)) if left else range(1)
        return LineUps(
            line_ups=tuple(
                tuple(names[(shift * left + at) % len(names)] for at in range(size))
                for shift in shifts
            ),
            squares=1,
        )
    before = [[met[frozenset((one, other))] for other in names] for one in names]
    found = design_of(len(names), size, chance, before)
    blocks = tuple(tuple(names[point] for point in block) for block in found.blocks)
    return LineUps(line_ups=blocks, squares=found.squares)


def derived(seed: str, **parts: str | int) -> str:
    """Return a 128-bit seed for these parts, independent of the seeds for other parts."""
    key = blake2b(seed.encode(), digest_size=32).digest()
    return blake2b(
        encode(parts).encode(), digest_size=BYTES, key=key, person=b"arena tournament"
    ).hexdigest()


def draws(seed: str, **parts: str | int) -> Draws:
    """Return the random draws for these parts."""
    return Draws(derived(seed, **parts))


def display_names(seed: str, count: int) -> tuple[str, ...]:
    """Return the display names of a game, clockwise; they do not depend on its entrants."""
    names = list(NAMES)
    draws(seed, what="names").shuffle(names)
    return tuple(names[:count])


def own_names(line_up: Sequence[str]) -> tuple[str, ...]:
    """Return the entrants' own names, numbered where one sits there more than once."""
    counts = [line_up[:at].count(name) for at, name in enumerate(line_up)]
    return tuple(
        f"{name} {before + 1}" if before else name
        for name, before in zip(line_up, counts, strict=True)
    )


def draws_of(seed: str, stratum: Stratum, replicate: int, what: str) -> Draws:
    """Return the random draws of one replicate of one stratum."""
    return draws(seed, what=what, ruleset=stratum.ruleset, size=stratum.size, replicate=replicate)


def joined_by(newcomers: Sequence[str]) -> str:
    """Return the kind of line-ups in which newcomers meet the others."""
    return f"joined by {', '.join(newcomers)}"


def game_seed(
    seed: str, stratum: Stratum, replicate: int, kind: str, line_up: int, square: int
) -> str:
    """Return the seed of a cluster's games, by the numbers of its line-up and square."""
    return derived(
        seed, what="game", kind=kind, ruleset=stratum.ruleset, size=stratum.size,
        replicate=replicate, line_up=line_up, square=square,
    )  # fmt: skip


def clusters_of(
    seed: str, stratum: Stratum, replicate: int, found: LineUps, before: Neighbours, kind: str
) -> tuple[tuple[Cluster, ...], Neighbours]:
    """Return the clusters of one replicate in the order of play, and the counts of neighbours.

    `before` counts neighbours so far; line-ups of another `kind` have other seeds.
    """
    chance = draws_of(seed, stratum, replicate, f"seats {kind}")
    used = squares(stratum.size)[: found.squares]
    placings, counts = placed(found.line_ups, used, before, chance)
    order, played, left = list[tuple[int, Placing]](), Counter[str](), dict(enumerate(placings))
    while left:  # the line-up whose entrants have played least is next
        at = min(left, key=lambda each: tiredness(played, left[each].line_up))
        played.update(left[at].line_up)
        order.append((at, left.pop(at)))
    clusters = [
        Cluster(
            stratum=stratum, replicate=replicate, rows=placing.rows(square),
            seed=game_seed(seed, stratum, replicate, kind, at, square),
        )
        for square in range(found.squares)
        for at, placing in order
    ]  # fmt: skip
    return tuple(clusters), counts


def tiredness(played: Mapping[str, int], line_up: Sequence[str]) -> tuple[int, int]:
    """Return the games that a line-up's entrants have played: their sum, and the maximum."""
    counts = [played[each] for each in line_up]
    return sum(counts), max(counts)


def in_order(strata: Sequence[Sequence[Cluster]]) -> list[Cluster]:
    """Return the clusters of several strata, interleaved as evenly as possible."""
    shares = [
        ((at + 1) / len(clusters), number, cluster)
        for number, clusters in enumerate(strata)
        for at, cluster in enumerate(clusters)
    ]
    return [cluster for *_, cluster in sorted(shares, key=lambda share: share[:2])]


class Rows:
    """Adds rows to a plan."""

    def __init__(self, plan: Plan | None, *, blind: bool) -> None:
        """`plan` has the existing rows; `blind`: display names are drawn."""
        self._blind = blind
        self._first = len(plan.games) if plan else 0
        self.added: list[PlannedGame] = []
        self._blocks: dict[tuple[str, ...], str] = {}
        self.neighbours: dict[Stratum, Neighbours] = {}
        """Counts so far, one game for all arms."""
        self._met: dict[Stratum, Meetings] = {}
        self._seeds = set[str]()
        for stratum, row in distinct(plan) if plan else ():
            self._blocks.setdefault(tuple(sorted(row.entrants)), row.block)
            self.neighbours.setdefault(stratum, Counter()).update(neighbours_of([row.entrants]))
            self._meet(stratum, row.seed, row.entrants)

    def met(self, stratum: Stratum) -> Meetings:
        """Return the numbers of clusters of a stratum in which two have met so far."""
        return self._met.setdefault(stratum, Counter())

    def _meet(self, stratum: Stratum, seed: str, line_up: Sequence[str]) -> None:
        if seed not in self._seeds:
            self._seeds.add(seed)
            self.met(stratum).update(frozenset(pair) for pair in combinations(line_up, 2))

    def add(self, clusters: Iterable[Cluster], conditions: Mapping[str, Condition]) -> None:
        """Add the games of clusters, under each of these conditions of their ruleset."""
        for cluster in clusters:
            self._meet(cluster.stratum, cluster.seed, cluster.rows[0])
            names = display_names(cluster.seed, cluster.stratum.size)
            for line_up in cluster.rows:
                shown = names if self._blind else own_names(line_up)
                seated = tuple(zip(shown, line_up, strict=True))
                for key, each in conditions.items():
                    if each.ruleset == cluster.stratum.ruleset:
                        self.add_game(key, cluster.seed, cluster.replicate, seated)

    def add_game(
        self, condition: str, seed: str, replicate: int, seated: tuple[tuple[str, str], ...]
    ) -> None:
        """Add one game; `seated` are display names and entrants, clockwise."""
        line_up = tuple(sorted(entrant for _, entrant in seated))
        block = self._blocks.setdefault(line_up, f"b{len(self._blocks) + 1:03}")
        number = self._first + len(self.added) + 1
        self.added.append(PlannedGame(
            game=f"g{number:04}", condition=condition, seed=seed, block=block, replicate=replicate,
            clockwise=seated,
        ))  # fmt: skip


def distinct(plan: Plan) -> Iterator[tuple[Stratum, PlannedGame]]:
    """Yield each game once, however many arms play it, in the order of the plan."""
    seen = set[tuple[str, tuple[tuple[str, str], ...]]]()
    for row in plan.games:
        if (row.seed, row.clockwise) not in seen:
            seen.add((row.seed, row.clockwise))
            yield Stratum(ruleset=plan.conditions[row.condition].ruleset, size=row.size), row
