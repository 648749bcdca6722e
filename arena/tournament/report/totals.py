"""What each entrant did in all its games, as sums: nothing here is an estimate."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from arena.tournament.game_result import GameResult, SeatResult
from arena.tournament.plan import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Some seats, most often those of one entrant; a rate without an occasion is None."""

    entrant: str = ""
    planned: int = 0
    """Seats that the plan gives it, in all games."""
    seats: tuple[SeatResult, ...]
    """Those of finished games, in the order of the plan."""

    def total(self, *fields: str) -> int:
        """Return the sum of numbers that seats have: `decisions`, `calls`."""
        total = 0
        for seat, field in product(self.seats, fields):
            count: int = getattr(seat, field)
            total += count
        return total

    def mean(self, field: str) -> float | None:
        """Return the mean of a number over the seats."""
        total = 0.0
        for seat in self.seats:
            value: float = getattr(seat, field)
            total += value
        return _ratio(total, len(self.seats))

    def share(self, part: str, *whole: str) -> float | None:
        """Return which share one sum is of the sum of others: `lies` of `statements`."""
        return _ratio(self.total(part), self.total(*whole))

    def per_hundred_decisions(self, count: int) -> float | None:
        """Return how many that is to a hundred decisions."""
        return _ratio(100 * count, self.total("decisions"))

    @property
    def defaults(self) -> Mapping[str, int]:
        """Defaults that stood in, by reason."""
        return _summed(each.defaults for each in self.seats)

    @property
    def faults(self) -> Mapping[str, int]:
        """Calls that brought no reply, by what went wrong."""
        return _summed(each.faults for each in self.seats)

    @property
    def cost(self) -> float | None:
        """Dollars; None: a price is unknown."""
        known = [each.cost for each in self.seats if each.cost is not None]
        return None if len(known) < len(self.seats) else sum(known)

    @property
    def cost_a_game(self) -> float | None:
        """Dollars a seat in a game."""
        cost = self.cost
        return None if cost is None else _ratio(cost, len(self.seats))


def _ratio(part: float, whole: int) -> float | None:
    return part / whole if whole else None


def _summed(counts: Iterable[Mapping[str, int]]) -> Mapping[str, int]:
    summed: Counter[str] = Counter()
    for each in counts:
        summed.update(each)
    return dict(sorted(summed.items()))


def totals_of(plan: Plan, games: Iterable[GameResult]) -> dict[str, Totals]:
    """Return the sums of every entrant of the plan, in its order."""
    planned = Counter(entrant for row in plan.games for entrant in row.entrants)
    seats: dict[str, list[SeatResult]] = {name: [] for name in plan.entrants}
    for game in games:
        for seat in game.seats:
            seats[seat.entrant].append(seat)
    return {
        name: Totals(entrant=name, planned=planned[name], seats=tuple(own))
        for name, own in seats.items()
    }


@dataclass(frozen=True, slots=True, kw_only=True)
class Meetings:
    """How one entrant ended against another where they sat at one table."""

    above: int = 0
    level: int = 0
    below: int = 0

    @property
    def count(self) -> int:
        """How often they met."""
        return self.above + self.level + self.below


def meetings_of(games: Sequence[GameResult]) -> dict[tuple[str, str], Meetings]:
    """Return by ordered pair how often the first ended above the second, level, or below.

    Two seats of one entrant don't meet; games in which a house bot played on are left out.
    """
    counts: dict[tuple[str, str], Counter[str]] = {}
    for game in games:
        for one, other in permutations(game.seats if game.rated else (), 2):
            if one.entrant != other.entrant:
                level = "above" if one.place < other.place else "below"
                ended = "level" if one.place == other.place else level
                counts.setdefault((one.entrant, other.entrant), Counter())[ended] += 1
    return {pair: Meetings(**counted) for pair, counted in counts.items()}
