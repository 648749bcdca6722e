"""Adds games to a plan: whole balanced rounds, and a part of one where fewer are asked for.

Each stratum (ruleset and table size) has the same share of a part as of a round, but at least as
many games as link all of its entrants, if there are enough.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, permutations
from math import ceil, gcd

from arena.tournament.arms import arms_of
from arena.tournament.config import TournamentConfig
from arena.tournament.designs import CATALOGUE, clusters_each, drawn_line_ups
from arena.tournament.links import fewest_games
from arena.tournament.partial_rounds import (
    Counts,
    drawn_squares,
    is_disjoint,
    ordered,
    round_games,
    square_of,
)
from arena.tournament.plan import Condition, Plan, PlannedGame, Pool
from arena.tournament.schedule import (
    Cluster,
    LineUps,
    Meetings,
    Rows,
    Stratum,
    all_against_all,
    clusters_of,
    distinct,
    draws_of,
    in_order,
)

ALL = "all"
"""The kind of line-ups that a config asks for; see `clusters_of`."""
NONE = LineUps(line_ups=(), squares=1)


def strata_of(config: TournamentConfig) -> tuple[Stratum, ...]:
    """Return the strata in the order of the config."""
    return tuple(
        Stratum(ruleset=id_, size=size) for id_ in config.rulesets for size in config.seats
    )


def line_ups_of(plan: Plan, stratum: Stratum, replicate: int, met: Meetings) -> LineUps:
    """Return the line-ups of one replicate: all against all, or newcomers against the pool."""
    if plan.pool is None:
        chance = draws_of(plan.seed, stratum, replicate, "line-ups")
        return all_against_all(tuple(plan.entrants), stratum.size, chance, met)
    newcomers = tuple(name for name in plan.entrants if name not in plan.pool.entrants)
    return against_pool(plan, plan.pool, newcomers, stratum, replicate)


def against_pool(
    plan: Plan, pool: Pool, newcomers: Sequence[str], stratum: Stratum, replicate: int
) -> LineUps:
    """Return line-ups of newcomers with members of a pool, the same for each newcomer.

    They do not depend on when a newcomer joins. The pool's members play equally often, and at least
    as often as in their own tournament.
    """
    count, others = len(pool.entrants), stratum.size - 1
    least = count // gcd(count, others)
    line_ups = least * ceil(clusters_each(count, stratum.size) / least)
    met = [[0] * count for _ in range(count)]
    blocks: tuple[tuple[int, ...], ...] = ()
    for at in range(replicate):
        chance = draws_of(plan.seed, stratum, at + 1, "line-ups")
        blocks = drawn_line_ups(count, others, line_ups, chance, met)
        for one, other in chain.from_iterable(permutations(block, 2) for block in blocks):
            met[one][other] += 1
    return LineUps(
        line_ups=tuple(
            (newcomer, *(pool.entrants[point] for point in block))
            for block in blocks
            for newcomer in newcomers
        ),
        squares=1,
    )


def add_clusters(
    plan: Plan,
    config: TournamentConfig,
    replicates: Sequence[int],
    conditions: Mapping[str, Condition],
    kind: str,
    line_ups: Callable[[Stratum, int, Meetings], LineUps],
) -> Plan:
    """Return the plan with the games of these line-ups appended."""
    rows = Rows(plan, blind=config.blind)
    for replicate in replicates:
        found = []
        for stratum in strata_of(config):
            clusters, rows.neighbours[stratum] = clusters_of(
                plan.seed, stratum, replicate, line_ups(stratum, replicate, rows.met(stratum)),
                rows.neighbours.get(stratum, Counter()), kind,
            )  # fmt: skip
            found.append(clusters)
        rows.add(in_order(found), conditions)
    return plan.model_copy(update={"games": (*plan.games, *rows.added)})


@dataclass(frozen=True, slots=True, kw_only=True)
class Rounds:
    """A plan with its numbers of rounds."""

    plan: Plan
    config: TournamentConfig
    conditions: Mapping[str, Condition]
    """Conditions under which games are added, by key."""
    whole: int
    """Complete rounds; their games have the replicates up to it."""
    is_begun: bool
    """True: the next round has some of its games, and others are missing."""

    def with_replicates(self, count: int) -> "Rounds":
        """Return the rounds extended to this number; an incomplete one is completed first."""
        if count <= self.whole:
            return self
        if self.is_begun:
            return self.completed().with_replicates(count)
        return self._with(count - self.whole, {})

    def with_games(self, count: int) -> "Rounds":
        """Return the rounds extended to this number of games, or fewer if arms don't divide it."""
        more = (count - len(self.plan.games)) // len(arms_of(self.config))
        if more <= 0:
            return self
        if self.is_begun:
            missing = self._missing()
            sizes = {stratum: games for stratum, (_, games) in missing.items()}
            if more >= sum(sizes.values()):
                return self.completed().with_games(count)
            shares = _shares(more, sizes, {})
            return self.with_parts(
                {each: (replicate, shares[each]) for each, (replicate, _) in missing.items()}
            )
        sizes = {each: self._of_a_round(each) for each in strata_of(self.config)}
        whole, rest = divmod(more, sum(sizes.values()))
        is_new = not whole and not any(map(self._games_of, sizes))
        return self._with(whole, _shares(rest, sizes, self._linking() if is_new else {}))

    def completed(self) -> "Rounds":
        """Return the rounds with the incomplete one completed."""
        found = self.with_parts(self._missing())
        return replace(found, whole=self.whole + 1, is_begun=False)

    # --- how many games ---

    def _of_a_round(self, stratum: Stratum) -> int:
        """Return the number of games of a stratum in a round, under one arm."""
        return line_ups_of(self.plan, stratum, 1, Counter()).games

    def _draws_parts(self, stratum: Stratum) -> bool:
        """Return True if parts of a round draw their own line-ups: no pool, no entrant twice."""
        return self.plan.pool is None and len(self.plan.entrants) >= stratum.size

    def _linking(self) -> dict[Stratum, int]:
        """Return the number of games of each stratum that link all its entrants."""
        return {
            each: fewest_games(len(self.plan.entrants), each.size)
            for each in strata_of(self.config)
            if self.plan.pool is None
        }

    def _games_of(self, stratum: Stratum) -> list[PlannedGame]:
        """Return the games of a stratum that are rated with those to be added, one for all arms."""
        return [
            row for each, row in distinct(self.plan)
            if each == stratum and row.condition in self.conditions
        ]  # fmt: skip

    def _missing(self) -> dict[Stratum, tuple[int, int]]:
        """Return by stratum the incomplete replicate, and the number of its missing games."""
        found = {}
        for stratum in strata_of(self.config):
            own = self._games_of(stratum)
            replicates = {row.replicate for row in own}
            is_double = self._is_disjoint(stratum) and replicates == {self.whole}
            replicate = self.whole if is_double else self.whole + 1
            there = sum(row.replicate == replicate for row in own)
            size = self._of_a_round(stratum)
            if self._draws_parts(stratum):
                is_first = replicates <= {replicate}
                size = round_games(len(self.plan.entrants), stratum.size, is_first=is_first)
            found[stratum] = replicate, max(0, size - there)
        return found

    def _design(self, stratum: Stratum, replicate: int) -> tuple[tuple[str, ...], ...]:
        """Return the line-ups of a round in which any two meet equally often; empty: unknown."""
        if (len(self.plan.entrants), stratum.size) not in CATALOGUE:
            return ()
        found = line_ups_of(self.plan, stratum, replicate, Counter())
        return found.line_ups * found.squares

    def _is_disjoint(self, stratum: Stratum) -> bool:
        return self._draws_parts(stratum) and is_disjoint(len(self.plan.entrants), stratum.size)

    # --- games ---

    def _with(self, whole: int, parts: Mapping[Stratum, int]) -> "Rounds":
        """Return the rounds with more whole rounds, and parts of the one after them.

        Fewer games than two disjoint rounds are a part of two.
        """
        first, behind = self.whole + 1, self.whole + whole + 1
        wanted = {each: (behind, games) for each, games in parts.items() if games}
        for each in strata_of(self.config):
            size = self._of_a_round(each)
            games = whole * size + parts.get(each, 0)
            if self._is_disjoint(each) and games < 2 * size and not self._games_of(each):
                wanted[each] = first, games
        plan = add_clusters(
            self.plan, self.config, range(first, behind), self.conditions, ALL,
            lambda stratum, replicate, met: (
                NONE if wanted.get(stratum, (behind, 0))[0] < behind
                else line_ups_of(self.plan, stratum, replicate, met)
            ),
        )  # fmt: skip
        return replace(self, plan=plan, whole=behind - 1).with_parts(wanted)

    def with_parts(self, wanted: Mapping[Stratum, tuple[int, int]]) -> "Rounds":
        """Return the rounds with parts added: by stratum, the replicate and the number of games."""
        rows = Rows(self.plan, blind=self.config.blind)
        linking, others = list[Cluster](), list[list[Cluster]]()
        for stratum in sorted(wanted, key=lambda each: -each.size):
            others.append([])
            for cluster, links in self._part(stratum, *wanted[stratum], rows):
                (linking if links else others[-1]).append(cluster)
        rows.add([*linking, *in_order(others)], self.conditions)
        plan = self.plan.model_copy(update={"games": (*self.plan.games, *rows.added)})
        return replace(self, plan=plan, is_begun=any(games for _, games in wanted.values()))

    def _part(
        self, stratum: Stratum, replicate: int, games: int, rows: Rows
    ) -> Iterator[tuple[Cluster, bool]]:
        """Yield games of a part of a round, and whether entrants were still unlinked before it."""
        own, met = self._games_of(stratum), rows.met(stratum)
        counts = Counts(self.plan.entrants, (row.entrants for row in own), met)
        played: dict[str, list[tuple[str, ...]]] = {}
        for row in own:
            if row.replicate == replicate:
                played.setdefault(row.seed, []).append(row.entrants)
        begun = [
            Cluster(stratum=stratum, replicate=replicate, seed=seed, rows=square_of(each))
            for seed, each in played.items()
        ]
        if self._draws_parts(stratum):
            new: Sequence[Cluster] = drawn_squares(
                self.plan.seed, stratum, replicate, begun,
                games + sum(map(len, played.values())), counts, self._design(stratum, replicate),
                is_first=all(row.replicate == replicate for row in own),
            )  # fmt: skip
        else:
            line_ups = line_ups_of(self.plan, stratum, replicate, met)
            before = rows.neighbours.get(stratum, Counter())
            new, _ = clusters_of(self.plan.seed, stratum, replicate, line_ups, before, ALL)
        clusters = [*begun, *(each for each in new if each.seed not in played)]
        there = {(row.seed, row.entrants) for row in own}
        linked = counts.links.are_one
        for cluster in ordered(clusters, there, games, counts):
            yield cluster, not linked
            linked = counts.links.are_one


def _shares(
    games: int, sizes: Mapping[Stratum, int], least: Mapping[Stratum, int]
) -> dict[Stratum, int]:
    """Return games by stratum: those of `least`, then even shares up to `sizes`."""
    found = dict.fromkeys(sizes, 0)
    for each in sorted(least, key=lambda each: -each.size):
        found[each] = min(least[each], games - sum(found.values()))
    for _ in range(games - sum(found.values())):
        lacking = [each for each in sizes if found[each] < sizes[each]]
        found[min(lacking, key=lambda each: (found[each] + 1) / sizes[each])] += 1
    return found
