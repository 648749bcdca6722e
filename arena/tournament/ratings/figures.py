"""Figures beside a rating that are no part of it: points, places, survival, cost, conduct.

Shares have the lab's interval, by the lab's clusters, so that both reports agree; means have that
of the bootstrap by seeds, as ratings do. The caller leaves out copies of games.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import nan

from arena.lab.course import cluster_of
from arena.lab.estimate import Sum, likeness_of, share_of, times
from arena.tournament.game_result import GameResult, SeatResult
from arena.tournament.ratings.bootstrap import Draws, rates_by_key
from arena.tournament.ratings.rows import EntrantFigures, Rate


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A rate of an entrant: its label, and what is counted."""

    key: str
    label: str
    count: Callable[[SeatResult, GameResult], float | None]
    """Count in a seat's game; None: unknown, and so is the rate."""
    opportunity: Callable[[SeatResult, GameResult], float] = lambda _seat, _game: 1.0
    share: bool = False
    """Whether the rate lies between 0 and 1."""


def mean_place(seat: SeatResult, game: GameResult) -> float:
    """Return a place, where ties share the mean of theirs: 1, 1, 3 gives 1.5, 1.5, 3."""
    level = sum(each.place == seat.place for each in game.seats)
    return seat.place + (level - 1) / 2


def _first(seat: SeatResult, game: GameResult) -> float:
    firsts = sum(each.place == 1 for each in game.seats)
    return 1 / firsts if seat.place == 1 else 0.0


def _others(seat: SeatResult, game: GameResult) -> list[SeatResult]:
    return [each for each in game.seats if each.entrant != seat.entrant]


def _beaten(seat: SeatResult, game: GameResult) -> float:
    others = _others(seat, game)
    below = sum((each.place > seat.place) + (each.place == seat.place) / 2 for each in others)
    return below / len(others) if others else 0.0


def _has_others(seat: SeatResult, game: GameResult) -> float:
    return float(bool(_others(seat, game)))


FIGURES = (
    Figure(key="points", label="Points a game", count=lambda seat, _: seat.points),
    Figure(key="place", label="Mean place, ties shared", count=mean_place),
    Figure(
        key="beaten", label="Share of the others placed below", count=_beaten,
        opportunity=_has_others, share=True,
    ),
    Figure(key="first", label="First places, ties shared", count=_first, share=True),
    Figure(key="survival", label="Survived", count=lambda seat, _: seat.survived, share=True),
    Figure(key="cost", label="Dollars a game", count=lambda seat, _: seat.cost),
    Figure(key="seconds", label="Seconds a game", count=lambda seat, _: seat.seconds),
    Figure(key="calls", label="Calls a game", count=lambda seat, _: seat.calls),
    Figure(key="input", label="Tokens sent a game", count=lambda seat, _: seat.input),
    Figure(key="output", label="Tokens generated a game", count=lambda seat, _: seat.output),
    Figure(key="reasoning", label="Reasoning tokens a game", count=lambda seat, _: seat.reasoning),
    Figure(key="speeches", label="Speeches a game", count=lambda seat, _: seat.speeches),
    Figure(key="characters", label="Characters said a game", count=lambda seat, _: seat.characters),
    Figure(
        key="corrections", label="Corrections per 100 decisions",
        count=lambda seat, _: 100 * seat.corrections, opportunity=lambda seat, _: seat.decisions,
    ),
    Figure(
        key="defaults", label="Defaults per 100 decisions",
        count=lambda seat, _: 100 * sum(seat.defaults.values()),
        opportunity=lambda seat, _: seat.decisions,
    ),
    Figure(
        key="lies", label="Lies per statement", share=True,
        count=lambda seat, _: seat.lies, opportunity=lambda seat, _: seat.statements,
    ),
    Figure(
        key="false_reports", label="False reports of dice that it alone had seen", share=True,
        count=lambda seat, _: seat.false_reports, opportunity=lambda seat, _: seat.reports,
    ),
    Figure(
        key="kept", label="Promises kept", share=True,
        count=lambda seat, _: seat.kept, opportunity=lambda seat, _: seat.kept + seat.broken,
    ),
)  # fmt: skip


def figures_of(games: Sequence[GameResult], draws: Draws) -> list[EntrantFigures]:
    """Return the figures of each entrant, by name."""
    names = sorted({seat.entrant for game in games for seat in game.seats})
    rates = {
        figure.key: _shares(figure, games, names)
        if figure.share
        else rates_by_key(_counts(figure, games), names, draws)
        for figure in FIGURES
    }
    return [_figures(name, games, {key: of[name] for key, of in rates.items()}) for name in names]


def _shares(figure: Figure, games: Sequence[GameResult], names: Sequence[str]) -> dict[str, Rate]:
    found: dict[str, list[Sum]] = {name: [] for name in names}
    for game in games:
        cluster = cluster_of(game.ruleset, game.seed, (seat.entrant for seat in game.seats))
        for seat in game.seats:
            count, chances = figure.count(seat, game) or 0.0, figure.opportunity(seat, game)
            if chances:
                squares = count**2 if chances == 1 else count
                own = Sum(cluster, "", count, chances, int(chances), chances, squares)
                found[seat.entrant].append(own)
    alike = likeness_of(found.values())
    return {name: Rate.over(times(own), *share_of(own, alike)) for name, own in found.items()}


def _counts(figure: Figure, games: Sequence[GameResult]) -> Iterator[tuple[str, str, float, float]]:
    for game in games:
        for seat in game.seats:
            count = figure.count(seat, game)
            known = nan if count is None else count
            yield game.seed, seat.entrant, known, figure.opportunity(seat, game)


def _figures(name: str, games: Sequence[GameResult], rates: Mapping[str, Rate]) -> EntrantFigures:
    own = [seat for game in games for seat in game.seats if seat.entrant == name]
    costs = [seat.cost for seat in own if seat.cost is not None]
    return EntrantFigures(
        entrant=name, games=len(own), rates=rates,
        defaults_by_reason=_summed(Counter(seat.defaults) for seat in own),
        faults=_summed(Counter(seat.faults) for seat in own),
        total_cost=sum(costs) if len(costs) == len(own) else None,
    )  # fmt: skip


def _summed(counters: Iterator[Counter[str]]) -> dict[str, int]:
    return dict(sorted(sum(counters, Counter[str]()).items()))
