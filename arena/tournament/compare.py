"""Compares the ratings of two tournaments, for the entrants that both have.

Results are computed from the games, as in a report, and the conditions of games are read from their
headers. Games are compared where these agree in all that makes games comparable; entrants where
name, SPEC, settings and persona are the same.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import product, starmap
from pathlib import Path
from typing import NamedTuple

from arena.errors import ConfigError
from arena.reporting.view import listed
from arena.text import escaped
from arena.tournament.conditions import Conditions, Difference, conditions_of, differences
from arena.tournament.plan import CONTROL, Plan, read_plan
from arena.tournament.ratings.aligned import BootstrappedFit, Distances, difference_of, elo_of
from arena.tournament.ratings.alike import alike_of, counted_once, expanded, same_of
from arena.tournament.ratings.bootstrap import Draws
from arena.tournament.ratings.plackett_luce import fit
from arena.tournament.ratings.plain import plain
from arena.tournament.ratings.rating import rating_of_fit
from arena.tournament.ratings.ratings import DRAWS, SEED
from arena.tournament.ratings.rows import Alike, Estimate, Rating
from arena.tournament.ratings.selection import Group, arms_of, game_id, groups_of, orders_of
from arena.tournament.ratings.warnings import alike_in_words, warnings_of
from arena.tournament.report.totals import totals_of
from arena.tournament.response_models import ModelUse, model_uses
from arena.tournament.results import Results, results_of


@dataclass(frozen=True, slots=True, kw_only=True)
class Side:
    """One of the two tournaments that are compared."""

    folder: Path
    plan: Plan
    results: Results

    def data(self) -> dict[str, object]:
        """Return the tournament as plain JSON data."""
        return {
            "folder": str(self.folder), "name": self.plan.name, "planned": len(self.plan.games),
            "finished": len(self.results.games), "left_out": dict(self.results.left_out),
            "unfinished": dict(self.results.unfinished),
        }  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """The results of an entrant in one of the two tournaments."""

    elo: Estimate
    """The rating in its own report, where 1500 is the mean of its entrants."""
    aligned: Estimate
    """The rating on the common scale, where 1500 is the mean of the reference."""
    games: int
    """Number of games; of seats, where it sat at a table more than once."""
    cost_a_game: float | None
    """Dollars a game; None: a price is unknown."""
    corrections: int
    defaults: Mapping[str, int]
    """Number of answers replaced by the default, by reason."""
    faults: Mapping[str, int]
    """Number of calls without a reply, by cause."""
    models: tuple[ModelUse, ...]
    """The models that answered for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """The comparison of an entrant that both tournaments have."""

    entrant: str
    spec: str
    anchor: bool
    """True: it is an anchor in both."""
    one: Played
    other: Played
    difference: Estimate
    """The rating in the other tournament less that in the first, in Elo, with its interval."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Comparison:
    """The comparison of one group of games of each tournament."""

    title: str
    """Which games of the first tournament: rulesets, arm, whether people played."""
    anchored: bool
    """True: the reference is the common anchors; False: all common entrants."""
    reference: tuple[str, ...]
    """Entrants whose mean is 1500 on the common scale."""
    same_games: bool
    """True: both have the same games, by digest."""
    rows: tuple[Row, ...]
    """By mean rating in both, the highest first."""
    warnings_of_one: tuple[str, ...]
    """Warnings about the ratings of the first tournament, as in its report."""
    warnings_of_other: tuple[str, ...]
    unlike: Mapping[str, str]
    """By entrant's name in both: why it is not the same entrant."""
    only_one: tuple[str, ...]
    only_other: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Compared:
    """Two tournaments and their comparisons."""

    one: Side
    other: Side
    comparisons: tuple[Comparison, ...]
    """At least one."""
    alone_in_one: tuple[str, ...] = ()
    """Rated groups of games of the first tournament that are comparable with none of the other."""
    alone_in_other: tuple[str, ...] = ()

    def data(self) -> dict[str, object]:
        """Return the comparisons as plain JSON data."""
        return {
            "one": self.one.data(), "other": self.other.data(),
            "comparisons": plain(self.comparisons),
            "alone_in_one": list(self.alone_in_one), "alone_in_other": list(self.alone_in_other),
        }  # fmt: skip


class _Part(NamedTuple):
    """A group of games of one tournament that are rated together, with their fit."""

    side: Side
    group: Group
    conditions: Conditions
    alike: Sequence[Alike]
    """Sets of entrants that played identically, which are rated as one."""
    drawn: BootstrappedFit

    @property
    def same(self) -> dict[str, str]:
        """By entrant: the one that stands for it in the fit, where several played identically."""
        return same_of(self.alike)

    def warnings(self, rating: Rating) -> tuple[str, ...]:
        repeated = len(self.group.games) - len(self.drawn.base.rankings)
        return (*alike_in_words(self.alike, repeated), *warnings_of(rating))

    def pools(self) -> list[set[str]]:
        """Return the connected components of entrants that games link."""
        names = self.drawn.base.rankings.entrants
        own = [{names[member] for member in members} for members in self.drawn.base.pools]
        return [pool | {one for one, name in self.same.items() if name in pool} for pool in own]

    def distances(self, names: Sequence[str], reference: Sequence[str]) -> Distances:
        """Return the distances of entrants from the mean of a reference; all are of one pool."""
        rated = [[self.same.get(each, each) for each in of] for of in (names, reference)]
        return self.drawn.distances(*rated)

    def rating(self) -> Rating:
        return expanded(rating_of_fit(self.drawn), self.same)

    @property
    def title(self) -> str:
        arm = [] if self.group.control == CONTROL else [f"arm {self.group.control}"]
        people = ["with people"] if self.group.people else []
        several = len(self.side.plan.epochs) > len(self.group.epochs)
        which = [
            f"{ruleset}, epoch {epoch[:8]}" if several else ruleset
            for ruleset, epoch in self.group.epochs
        ]
        return ", ".join([*which, *arm, *people])


class _Pair(NamedTuple):
    """Two such groups, one of each tournament."""

    one: _Part
    other: _Part

    @property
    def problems(self) -> list[str]:
        """Differences between the conditions of the two groups, a clause for each key."""
        return self.clauses(self.one.conditions.differences(self.other.conditions))

    def clauses(self, of: Iterable[Difference]) -> list[str]:
        one, other = self.one.side.folder, self.other.side.folder
        return [f"{key} is {mine} in {one} and {theirs} in {other}" for key, mine, theirs in of]

    def namesakes(self) -> tuple[list[str], dict[str, str]]:
        """Return the entrants that are the same in both, and by name why others are not."""
        first, second = self.one.conditions.entrants, self.other.conditions.entrants
        both = [name for name in first if name in second]
        found = {name: self.clauses(differences(first[name], second[name])) for name in both}
        unlike = {name: "; ".join(clauses) for name, clauses in found.items() if clauses}
        return [name for name in both if name not in unlike], unlike


def compared(one: Path, other: Path, *, draws: int = DRAWS) -> Compared:
    """Return the comparison of the tournaments in two folders, by `draws` bootstrap draws.

    Raises `ConfigError` where nothing can be compared: a folder without a plan or a rated game,
    games under other conditions, no common entrant. Raises `TranscriptError` for an unreadable
    header.
    """
    sides = _side(one), _side(other)
    first, second = (_parts(each, draws) for each in sides)
    pairs = list(starmap(_Pair, product(first, second)))
    comparable = [each for each in pairs if not each.problems]
    if not comparable:
        closest = min((each.problems for each in pairs), key=len)
        raise ConfigError(f"{one} and {other} can't be compared: {'; '.join(closest)}.")
    found = [each for pair in comparable for each in _comparisons(pair)]
    if not found:
        raise ConfigError(_nothing_shared(comparable))
    taken = {id(part) for pair in comparable for part in pair}
    return Compared(
        one=sides[0], other=sides[1], comparisons=tuple(found),
        alone_in_one=tuple(each.title for each in first if id(each) not in taken),
        alone_in_other=tuple(each.title for each in second if id(each) not in taken),
    )  # fmt: skip


def _side(folder: Path) -> Side:
    plan = read_plan(folder)
    return Side(folder=folder, plan=plan, results=results_of(plan, folder))


def _parts(side: Side, draws: int) -> list[_Part]:
    """Return the groups of games that are rated, each with the fit of its report."""
    games = sorted(side.results.games, key=game_id)
    entrants = side.plan.entrants
    people = frozenset(name for name, each in entrants.items() if each.person)
    weights = Draws.of([each.seed for each in games], draws, SEED)
    groups = groups_of(games, arms_of(games, side.plan), people)
    if not groups:
        raise ConfigError(
            f"{side.folder} has no rated game, so there is nothing to compare. Possible: a "
            "tournament that has been played."
        )
    parts = []
    for group in groups:
        alike = alike_of(group.games)
        base = fit(orders_of(counted_once(group.games, same_of(alike))))
        conditions = conditions_of(side.folder, group.games, people=group.people)
        parts.append(
            _Part(side, group, conditions, alike, BootstrappedFit(base=base, draws=weights))
        )
    return parts


def _comparisons(pair: _Pair) -> Iterator[Comparison]:
    """Yield a comparison for each two pools with two or more common entrants."""
    same, unlike = pair.namesakes()
    for mine, theirs in product(pair.one.pools(), pair.other.pools()):
        shared = [name for name in same if name in mine and name in theirs]
        if len(shared) > 1:
            yield _comparison(pair, shared, unlike)


def _comparison(pair: _Pair, shared: Sequence[str], unlike: Mapping[str, str]) -> Comparison:
    first, second = pair
    entrants = [each.side.plan.entrants for each in pair]
    anchors = [name for name in shared if all(each[name].anchor for each in entrants)]
    reference = tuple(sorted(anchors or shared))
    distances = [each.distances(shared, reference) for each in pair]
    digests = [{game.digest for game in each.group.games} for each in pair]
    same = digests[0] == digests[1]
    gaps = difference_of(distances[0], distances[1], same=same)
    ratings = [each.rating() for each in pair]
    one, other = (
        _played(part, rating, shared, elo_of(of))
        for part, rating, of in zip(pair, ratings, distances, strict=True)
    )
    rows = [
        Row(
            entrant=name, spec=entrants[0][name].spec, anchor=name in anchors,
            one=one[name], other=other[name], difference=gap,
        )
        for name, gap in zip(shared, gaps, strict=True)
    ]  # fmt: skip
    here, there = first.conditions.entrants, second.conditions.entrants
    return Comparison(
        title=first.title,
        anchored=bool(anchors), reference=reference, same_games=same,
        rows=tuple(sorted(rows, key=_height)), unlike=dict(unlike),
        warnings_of_one=first.warnings(ratings[0]),
        warnings_of_other=second.warnings(ratings[1]),
        only_one=tuple(sorted(name for name in here if name not in there)),
        only_other=tuple(sorted(name for name in there if name not in here)),
    )  # fmt: skip


def _height(row: Row) -> tuple[float, str]:
    both = (row.one.aligned.value or 0.0) + (row.other.aligned.value or 0.0)
    return -round(both, 6), row.entrant


def _played(
    part: _Part, rating: Rating, names: Iterable[str], aligned: Sequence[Estimate]
) -> dict[str, Played]:
    elo = {each.entrant: each.elo for each in rating.entrants}
    totals, uses = totals_of(part.side.plan, part.group.games), model_uses(part.group.games)
    return {
        name: Played(
            elo=elo[name], aligned=own, games=len(totals[name].seats),
            cost_a_game=totals[name].cost_a_game, corrections=totals[name].total("corrections"),
            defaults=totals[name].defaults, faults=totals[name].faults,
            models=uses.get(name, ()),
        )
        for name, own in zip(names, aligned, strict=True)
    }  # fmt: skip


def _nothing_shared(pairs: Sequence[_Pair]) -> str:
    """Return the error message for two tournaments without enough common entrants."""
    namesakes = {len(same): (same, unlike) for same, unlike in map(_Pair.namesakes, pairs[::-1])}
    same, unlike = namesakes[max(namesakes)]
    one, other = (each.side.folder for each in pairs[0])
    more = "".join(f" {escaped(name)} is not the same: {why}." for name, why in unlike.items())
    if same:
        return (
            f"{one} and {other} have {listed(same)} in common, which is too few: a rating is a "
            "distance from others, so it takes two entrants that games link in both."
            f"{more} Possible: tournaments with a common anchor besides."
        )
    return (
        f"{one} and {other} have no entrant in common, by name and SPEC.{more} Possible: two "
        "tournaments in which some of the same entrants play, such as anchors."
    )
