"""The live board's rating: OpenSkill's Plackett-Luce, game by game. An online estimate.

It is quick and depends on the order in which games end; the report's ratings are the batch fit's.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from arena.tournament.game_result import GameResult

__all__ = ["LABEL", "LiveBoard", "LiveRating"]

LABEL = "online estimate"


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveRating:
    """One line of the board."""

    entrant: str
    games: int
    mu: float
    """Skill, in OpenSkill's units: 25 for who is new."""
    sigma: float
    """Its standard deviation."""

    @property
    def low(self) -> float:
        """Return mu - 2 sigma."""
        return self.mu - 2 * self.sigma

    @property
    def high(self) -> float:
        """Return mu + 2 sigma."""
        return self.mu + 2 * self.sigma


class LiveBoard:
    """Takes games as they end."""

    def __init__(self) -> None:
        self._model = PlackettLuce()
        self._ratings: dict[str, PlackettLuceRating] = {}
        self._games: dict[str, int] = {}

    def add(self, game: GameResult) -> None:
        """Take a game; one that is not rated is left out.

        Whoever sits at a table twice gets the mean of both seats.
        """
        if not game.rated or game.size <= 1:
            return
        names = [seat.entrant for seat in game.seats]
        before = [self._ratings.get(name) or self._model.rating(name=name) for name in names]
        after = self._model.rate(
            [[each] for each in before], ranks=[float(seat.place) for seat in game.seats]
        )
        for name in dict.fromkeys(names):
            own = [after[at][0] for at, other in enumerate(names) if other == name]
            self._ratings[name] = self._model.rating(
                mu=sum(each.mu for each in own) / len(own),
                sigma=sum(each.sigma for each in own) / len(own), name=name,
            )  # fmt: skip
            self._games[name] = self._games.get(name, 0) + len(own)

    def add_all(self, games: Iterable[GameResult]) -> None:
        """Take games in this order."""
        for game in games:
            self.add(game)

    def standing(self) -> list[LiveRating]:
        """Return entrants, the highest mu first."""
        rows = [
            LiveRating(entrant=name, games=self._games[name], mu=each.mu, sigma=each.sigma)
            for name, each in self._ratings.items()
        ]
        return sorted(rows, key=lambda each: (-each.mu, each.entrant))
