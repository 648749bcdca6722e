"""Sums over all games of each entrant, without estimates."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations, product

from arena.tournament.game_result import GameResult, SeatResult
from arena.tournament.plan import Plan


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """Sums over some seats, usually those of one entrant; a rate without an opportunity is None."""

    entrant: str = ""
    planned: int = 0
    """Number of seats that the plan gives it, in all games."""
    seats: tuple[SeatResult, ...]
    """Seats of finished games, in the order of the plan."""

    def total(self, *fields: str) -> int:
        """Return the sum of numeric fields of seats, such as `decisions`."""
        total = 0
        for seat, field in product(self.seats, fields):
            count: int = getattr(seat, field)
            total += count
        return total

    def mean(self, field: str) -> float | None:
        """Return the mean of a numeric field over the seats."""
        total = 0.0
        for seat in self.seats:
            value: float = getattr(seat, field)
            total += value
        return _ratio(total, len(self.seats))

    def share(self, part: str, *whole: str) -> float | None:
        """Return the ratio of one sum to the sum of others, such as `lies` of `statements`."""
        return _ratio(self.total(part), self.total(*whole))

    def per_hundred_decisions(self, count: int) -> float | None:
        """Return the number per hundred decisions."""
        return _ratio(100 * count, self.total("decisions"))

    @property
    def defaults(self) -> Mapping[str, int]:
        """Number of answers replaced by the default, by reason."""
        return _summed(each.defaults for each in self.seats)

    @property
    def faults(self) -> Mapping[str, int]:
        """Number of calls without a reply, by cause."""
        return _summed(each.faults for each in self.seats)

    @property
    def cost(self) -> float | None:
        """Dollars; None: a price is unknown."""
        known = [each.cost for each in self.seats if each.cost is not None]
        return None if len(known) < len(self.seats) else sum(known)

    @property
    def cost_a_game(self) -> float | None:
        """Dollars for a seat in one game."""
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
    """The results of one entrant against another in their common games."""

    above: int = 0
    level: int = 0
    below: int = 0

    @property
    def count(self) -> int:
        """Number of meetings."""
        return self.above + self.level + self.below


def meetings_of(games: Sequence[GameResult]) -> dict[tuple[str, str], Meetings]:
    """Return by ordered pair the results of the first against the second.

    Two seats of one entrant don't meet; games in which a house bot replaced an entrant are left
    out.
    """
    counts: dict[tuple[str, str], Counter[str]] = {}
    for game in games:
        for one, other in permutations(game.seats if game.rated else (), 2):
            if one.entrant != other.entrant:
                level = "above" if one.place < other.place else "below"
                ended = "level" if one.place == other.place else level
                counts.setdefault((one.entrant, other.entrant), Counter())[ended] += 1
    return {pair: Meetings(**counted) for pair, counted in counts.items()}
