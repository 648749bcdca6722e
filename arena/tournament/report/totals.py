"""What each entrant did in all its games, as sums: nothing here is an estimate."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from arena.tournament.game_result import GameResult, SeatResult
from arena.tournament.plan import Plan

__all__ = ["Meetings", "Totals", "meetings_of", "totals_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Totals:
    """The games of one entrant; a rate without an occasion is None."""

    entrant: str
    planned: int
    """Seats that the plan gives it, in all games."""
    seats: tuple[SeatResult, ...]
    """Those of finished games, in the order of the plan."""

    def total(self, of: str) -> int:
        """Return the sum of a number that seats have: `decisions`, `calls`."""
        total = 0
        for each in self.seats:
            value: int = getattr(each, of)
            total += value
        return total

    def mean(self, of: str) -> float | None:
        """Return its mean over the seats."""
        return _share(self.total(of), len(self.seats))

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
        costs = [each.cost for each in self.seats]
        known = [each for each in costs if each is not None]
        return None if len(known) < len(costs) else sum(known)

    @property
    def cost_a_game(self) -> float | None:
        """Dollars a seat in a game."""
        cost = self.cost
        return None if cost is None or not self.seats else cost / len(self.seats)

    @property
    def seconds_a_game(self) -> float | None:
        """Seconds that its model's calls took."""
        waited = sum(each.seconds for each in self.seats)
        return waited / len(self.seats) if self.seats else None

    @property
    def lies_a_statement(self) -> float | None:
        """Share of its statements that were lies."""
        return _share(self.total("lies"), self.total("statements"))

    @property
    def false_of_reports(self) -> float | None:
        """Share of its reports of dice that it alone had seen that were false."""
        return _share(self.total("false_reports"), self.total("reports"))

    @property
    def promises_kept(self) -> float | None:
        """Share of its promises that came to their occasion and were kept."""
        return _share(self.total("kept"), self.total("kept") + self.total("broken"))

    @property
    def deals_kept(self) -> float | None:
        """Share of its deals that were kept."""
        kept = self.total("deals_kept")
        return _share(kept, kept + self.total("deals_broken"))

    @property
    def corrections_a_hundred(self) -> float | None:
        """Corrections per 100 decisions."""
        return _share(100 * self.total("corrections"), self.total("decisions"))

    @property
    def defaults_a_hundred(self) -> float | None:
        """Defaults per 100 decisions."""
        return _share(100 * sum(self.defaults.values()), self.total("decisions"))


def _share(part: float, whole: int) -> float | None:
    return part / whole if whole else None


def _summed(counts: Iterable[Mapping[str, int]]) -> Mapping[str, int]:
    summed: Counter[str] = Counter()
    for each in counts:
        summed.update(each)
    return dict(sorted(summed.items()))


def totals_of(plan: Plan, games: Iterable[GameResult]) -> dict[str, Totals]:
    """Return the sums of every entrant of the plan, in its order."""
    planned = Counter(entrant for row in plan.games for _, entrant in row.clockwise)
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
        if not game.rated:
            continue
        for one in game.seats:
            for other in game.seats:
                if one.entrant != other.entrant:
                    ended = _ended(one.place, other.place)
                    counts.setdefault((one.entrant, other.entrant), Counter())[ended] += 1
    return {pair: Meetings(**counted) for pair, counted in counts.items()}


def _ended(own: int, other: int) -> str:
    if own == other:
        return "level"
    return "above" if own < other else "below"
