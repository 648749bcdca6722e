"""Rates games online for the live board, by OpenSkill's Plackett-Luce.

It rates the games that the report rates first: those of one control, without people where there are
such games, of the newest epoch. It is fast and depends on the order in which games end; the
report's ratings are the batch fit's.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from openskill.models import PlackettLuce, PlackettLuceRating

from arena.tournament.game_result import GameResult
from arena.tournament.plan import CONTROL, Plan
from arena.tournament.ratings.selection import Group, first_group

LABEL = "online estimate"
Rated = tuple[str, bool, tuple[tuple[str, str], ...]]
"""Key of games that are rated together: control, with people or not, epochs."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LiveRating:
    """The online rating of one entrant."""

    entrant: str
    games: int
    mu: float
    """Skill, in OpenSkill's units: 25 for a new entrant."""
    sigma: float
    """Standard deviation of the skill."""

    @property
    def low(self) -> float:
        """The low end: mu - 2 sigma."""
        return self.mu - 2 * self.sigma

    @property
    def high(self) -> float:
        """The high end: mu + 2 sigma."""
        return self.mu + 2 * self.sigma


def _from_the_best(of: LiveRating) -> tuple[float, str]:
    return -of.mu, of.entrant


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """The online ratings, with a description of the games that are rated."""

    entrants: tuple[LiveRating, ...] = ()
    """The best first."""
    games: int = 0
    """Number of rated games."""
    of: str = ""
    """Which games: `the control arm, epoch 1a2b3c4d`; empty: all of the tournament's."""


class LiveBoard:
    """Rates games in the order in which they end."""

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._games: list[GameResult] = []
        self._rated: Rated | None = None
        self._begin()

    def add(self, game: GameResult) -> None:
        """Add a game."""
        self._games.append(game)

    def add_all(self, games: Iterable[GameResult]) -> None:
        """Add games in this order."""
        self._games.extend(games)

    def standing(self) -> Standing:
        """Return the ratings of the games that the report would rate first."""
        group = first_group(self._games, self._plan)
        if group is None:
            return Standing()
        self._follow(group)
        rows = [
            LiveRating(entrant=name, games=self._seats[name], mu=each.mu, sigma=each.sigma)
            for name, each in self._ratings.items()
        ]
        return Standing(
            entrants=tuple(sorted(rows, key=_from_the_best)),
            games=len(group.games), of=_named(group, self._plan),
        )  # fmt: skip

    def _begin(self) -> None:
        self._model = PlackettLuce()
        self._ratings: dict[str, PlackettLuceRating] = {}
        self._seats: dict[str, int] = {}
        self._seen = 0

    def _follow(self, group: Group) -> None:
        """Rate the new games of a group, or all of them where the group changed."""
        rated = (group.control, group.people, group.epochs)
        if rated != self._rated:
            self._rated = rated
            self._begin()
        own = {each.game for each in group.games}
        for game in self._games[self._seen :]:
            if game.game in own:
                self._rate(game)
        self._seen = len(self._games)

    def _rate(self, game: GameResult) -> None:
        """Rate a game; an entrant that sits there twice gets the mean of both seats."""
        if game.size <= 1:
            return
        names = [seat.entrant for seat in game.seats]
        before = [self._ratings.get(name) or self._model.rating(name=name) for name in names]
        after = self._model.rate(
            [[each] for each in before], ranks=[float(seat.place) for seat in game.seats]
        )
        for name in dict.fromkeys(names, ""):
            own = [after[at][0] for at, other in enumerate(names) if other == name]
            self._ratings[name] = self._model.rating(
                mu=sum(each.mu for each in own) / len(own),
                sigma=sum(each.sigma for each in own) / len(own), name=name,
            )  # fmt: skip
            self._seats[name] = self._seats.get(name, 0) + len(own)


def _named(group: Group, plan: Plan) -> str:
    """Return the description of a group's games; empty where the plan has no others."""
    said = []
    if len({each.arm for each in plan.conditions.values()}) > 1:
        said.append(f"the {CONTROL} arm" if group.control == CONTROL else f"arm {group.control}")
    if any(each.person for each in plan.entrants.values()):
        said.append("with people" if group.people else "without people")
    if len({each.epoch for each in plan.conditions.values()}) > len(group.epochs):
        said += [f"epoch {epoch[:8]} of {ruleset}" for ruleset, epoch in group.epochs]
    return ", ".join(said)
