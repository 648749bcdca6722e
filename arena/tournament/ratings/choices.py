"""The likelihood of Plackett-Luce with ties: its value, gradient and Hessian, vectorised.

**The model** (Turner, van Etten, Firth & Kosmidis 2020, "Modelling rankings in R: the PlackettLuce
package", Computational Statistics 35, eq. 5; Davidson's ties for rankings: Firth, Kosmidis & Turner
2019, "Davidson-Luce model for multi-item choice with ties", arXiv:1909.07123). A final order is a
sequence of choices: from the seats S that have no place yet, the set C is chosen that shares the
next one. With c = |C|,

    P(C | S) = u(C) / sum of u(B) over the subsets B of S with |B| among the orders of ties,
    log u(C) = log delta[stratum, c] + (1/c) * sum over seats i of C of eta[i],
    eta[i]   = worth[entrant of i] + seat[stratum, position of i],

with delta[., 1] = 1. Orders of ties that no game of a stratum ended with are no alternatives there,
as in R. A set of one is no choice. All terms are log-odds.

This is a conditional logit that is linear in its parameters, so the log-likelihood is concave, and
its gradient is the difference between what was chosen and what was expected.

**Parameters**, in this order: a worth for each entrant; a seat term for each stratum and position;
log delta for each stratum and order of ties that occurs.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import NamedTuple

import numpy as np

from arena.tournament.ratings.rankings import Floats, Integers, Rankings

CELLS = 2_000_000
"""Number of utilities that are computed at once: 16 MB."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Group:
    """The choices of a stratum with a given number of seats left.

    N kinds of choices, M alternatives, B terms, P parameters.
    """

    features: Floats
    """(N, B, P): the parameters of each seat, then those of ties."""
    alternatives: Floats
    """(M, B): the weights of the terms in each alternative."""
    kinds: slice
    """Range of these kinds among all kinds."""

    def weighed(self, parameters: Floats) -> Floats:
        """Return exp(utility) of each alternative (D * N, M), for parameters (D, P).

        No maximum is subtracted: parameters stay below `plackett_luce.LIMIT`.
        """
        count, terms, _ = self.features.shape
        values = parameters @ self.features.reshape(count * terms, -1).T
        return np.exp(values.reshape(len(parameters) * count, terms) @ self.alternatives.T)

    def expected(self, weighed: Floats) -> tuple[Floats, Floats]:
        """Return the sums of `weighed` (D * N), and the means of the terms (D * N, B)."""
        total = weighed @ np.ones(len(self.alternatives))
        return total, (weighed @ self.alternatives) / total[:, None]


class Offsets(NamedTuple):
    """The range of each kind of parameters."""

    worth: tuple[int, int]
    seat: tuple[int, int]
    tie: tuple[int, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """All choices of some games; equal sets of seats are one kind, counted by cluster."""

    parameters: int
    groups: tuple[_Group, ...]
    chosen: Floats
    """(C, P): by cluster, the sum of the features of the chosen alternatives."""
    entry_cluster: Integers
    """(E,): cluster of each count, ordered by kind."""
    entry_count: Floats
    starts: Integers
    """(K,): start of the counts of each kind."""
    offsets: Offsets
    ties: tuple[tuple[int, int], ...]
    """(stratum, order of ties) of the last parameters."""
    seat_terms: tuple[tuple[int, int], ...]
    """By stratum: the range of its seat terms; empty where it has none."""

    def counts(self, weights: Floats) -> Floats:
        """Return the numbers of choices of each kind (D, K), for weights of clusters (D, C)."""
        if not len(self.starts):
            return np.zeros((len(weights), 0))
        counted: Floats = np.add.reduceat(
            weights[:, self.entry_cluster] * self.entry_count, self.starts, axis=1
        )
        return counted

    def value(self, parameters: Floats, weights: Floats) -> float:
        """Return the log-likelihood at (P,), for weights of clusters (C,)."""
        counts, loss = self.counts(weights[None])[0], 0.0
        for group in self.groups:
            total, _ = group.expected(group.weighed(parameters[None]))
            loss += float(np.log(total) @ counts[group.kinds])
        return float((weights @ self.chosen) @ parameters) - loss

    def gradients(self, parameters: Floats, counts: Floats, chosen: Floats) -> Floats:
        """Return gradients (D, P) at D points, each with its counts (D, K) and chosen sums."""
        result = chosen.copy()
        for group in self.groups:
            count, terms, _ = group.features.shape
            flat = group.features.reshape(count * terms, -1)
            step = max(1, CELLS // (count * len(group.alternatives)))
            for at in range(0, len(parameters), step):
                rows = slice(at, at + step)
                _, mean = group.expected(group.weighed(parameters[rows]))
                weighted = mean.reshape(-1, count, terms) * counts[rows, group.kinds, None]
                result[rows] -= weighted.reshape(len(weighted), count * terms) @ flat
        return result

    def informations_at(self, parameters: Floats, counts: Floats) -> Floats:
        """Return Fisher informations (D, P, P) for D counts at one point (P,).

        Faster than `informations`: they are linear in the counts.
        """
        result = np.zeros((len(counts), self.parameters**2))
        for group in self.groups:
            weighed = group.weighed(parameters[None])
            total, mean = group.expected(weighed)
            chance = weighed / total[:, None]
            step = max(1, CELLS // max(1, self.parameters**2))
            for at in range(0, len(group.features), step):
                rows = slice(at, at + step)
                features = group.features[rows]
                spread = np.einsum(
                    "nm,mi,mj->nij", chance[rows], group.alternatives, group.alternatives
                )
                spread -= mean[rows, :, None] * mean[rows, None, :]
                own = features.transpose(0, 2, 1) @ (spread @ features)
                begin = group.kinds.start + at
                part = counts[:, begin : begin + len(features)]
                result += part @ own.reshape(len(features), -1)
        return result.reshape(len(counts), self.parameters, self.parameters)

    def scores(self, parameters: Floats) -> Floats:
        """Return gradients by cluster (C, P) at (P,), whose sum is the gradient of all games."""
        expected = [np.zeros((0, self.parameters))]
        for group in self.groups:
            _, mean = group.expected(group.weighed(parameters[None]))
            expected.append(np.einsum("nb,nbp->np", mean, group.features))
        return self.chosen - self._by_cluster(np.concatenate(expected))

    def informed(self, parameters: Floats, directions: Floats) -> Floats:
        """Return Fisher information (C, Q) at (P,) by cluster, along each of the directions (P, Q).

        Over clusters they sum to that of all games.
        """
        informed = [np.zeros((0, directions.shape[1]))]
        for group in self.groups:
            weighed = group.weighed(parameters[None])
            chance = weighed / weighed.sum(axis=1, keepdims=True)
            found = np.empty((len(chance), directions.shape[1]))
            for at, direction in enumerate(directions.T):
                moved = (group.features @ direction) @ group.alternatives.T
                found[:, at] = (chance * moved**2).sum(axis=1) - (chance * moved).sum(axis=1) ** 2
            informed.append(found)
        return self._by_cluster(np.concatenate(informed))

    def _by_cluster(self, of_kinds: Floats) -> Floats:
        """Return sums by cluster (C, Q) of values by kind (K, Q), weighted by counts."""
        kinds = np.repeat(np.arange(len(self.starts)), np.diff(
            self.starts, append=len(self.entry_cluster)
        ))  # fmt: skip
        result = np.zeros((len(self.chosen), of_kinds.shape[1]))
        np.add.at(result, self.entry_cluster, of_kinds[kinds] * self.entry_count[:, None])
        return result

    def informations(self, parameters: Floats, counts: Floats) -> Floats:
        """Return Fisher informations (D, P, P): the negative Hessians at D points (D, P)."""
        result = np.zeros((len(parameters), self.parameters, self.parameters))
        for group in self.groups:
            count, terms, width = group.features.shape
            flat = group.features.reshape(count * terms, -1)
            products = group.alternatives[:, :, None] * group.alternatives[:, None, :]
            products = products.reshape(len(products), -1)
            step = max(1, CELLS // (count * max(len(group.alternatives), terms * width)))
            for at in range(0, len(parameters), step):
                rows = slice(at, at + step)
                weighed = group.weighed(parameters[rows])
                total, mean = group.expected(weighed)
                spread = (weighed @ products / total[:, None]).reshape(-1, terms, terms)
                spread -= mean[:, :, None] * mean[:, None, :]
                spread *= counts[rows, group.kinds].reshape(-1, 1, 1)
                moved = spread.reshape(-1, count, terms, terms) @ group.features
                result[rows] += flat.T @ moved.reshape(len(moved), count * terms, width)
        symmetric: Floats = (result + result.transpose(0, 2, 1)) / 2
        return symmetric


def choices_of(rankings: Rankings, *, seat_terms: bool = True) -> Choices:
    """Return the choices of games; without `seat_terms`, seats have no effect."""
    return _Compiler(rankings, seat_terms=seat_terms).choices()


class _Compiler:
    def __init__(self, rankings: Rankings, *, seat_terms: bool) -> None:
        self.rankings = rankings
        sizes = [each.size if seat_terms else 0 for each in rankings.strata]
        begin = len(rankings.entrants)
        self.seat_terms: list[tuple[int, int]] = []
        for size in sizes:
            self.seat_terms.append((begin, begin + size))
            begin += size
        self.tie_at = begin
        self.ties = self._orders_of_ties()
        self.parameters = self.tie_at + len(self.ties)

    def _orders_of_ties(self) -> list[tuple[int, int]]:
        found: set[tuple[int, int]] = set()
        games = zip(self.rankings.stratum.tolist(), self.rankings.places.tolist(), strict=True)
        for stratum, places in games:
            counted = Counter(place for place in places if place > 0)
            found.update((stratum, size) for size in counted.values() if size > 1)
        return sorted(found)

    def choices(self) -> Choices:
        groups, entries, at = [], [], 0
        chosen = np.zeros((len(self.rankings.clusters), self.parameters))
        for stratum in range(len(self.rankings.strata)):
            for seats, keys in sorted(self._stages(stratum).items()):
                group, rows, picked = self._group(stratum, seats, keys, at)
                groups.append(group)
                entries.extend(rows)
                np.add.at(chosen, picked[0], picked[1])
                at = group.kinds.stop
        entries.sort()
        kinds = np.array([kind for kind, _, _ in entries], dtype=np.int64)
        entrants = len(self.rankings.entrants)
        offsets = Offsets(
            worth=(0, entrants), seat=(entrants, self.tie_at), tie=(self.tie_at, self.parameters),
        )  # fmt: skip
        return Choices(
            parameters=self.parameters, groups=tuple(groups), chosen=chosen,
            entry_cluster=np.array([cluster for _, cluster, _ in entries], dtype=np.int64),
            entry_count=np.array([count for _, _, count in entries], dtype=np.float64),
            starts=np.flatnonzero(np.diff(kinds, prepend=-1)),
            offsets=offsets, ties=tuple(self.ties), seat_terms=tuple(self.seat_terms),
        )  # fmt: skip

    def _stages(self, stratum: int) -> dict[int, list[tuple[int, Integers, Integers]]]:
        """Return by number of seats left: (game, seats left, those chosen next)."""
        found: dict[int, list[tuple[int, Integers, Integers]]] = {}
        for game in np.flatnonzero(self.rankings.stratum == stratum):
            places = self.rankings.places[game]
            for place in sorted({each for each in places.tolist() if each > 0}):
                left = np.flatnonzero(places >= place)
                if len(left) > 1:
                    picked = np.flatnonzero(places[left] == place)
                    found.setdefault(len(left), []).append((int(game), left, picked))
        return found

    def _group(
        self, stratum: int, seats: int, stages: list[tuple[int, Integers, Integers]], at: int
    ) -> tuple[_Group, list[tuple[int, int, int]], tuple[Integers, Floats]]:
        orders = [order for key, order in self.ties if key == stratum]
        alternatives = np.array(list(_alternatives(seats, orders)))
        keys = np.array([
            np.concatenate([self.rankings.seats[game, left], left]) for game, left, _ in stages
        ])  # fmt: skip
        first, inverse = np.unique(keys, axis=0, return_index=True, return_inverse=True)[1:]
        features = np.stack([self._features(stratum, *stages[each][:2]) for each in first])
        inverse = inverse.reshape(-1)
        clusters = self.rankings.cluster[[game for game, _, _ in stages]]
        pairs, counts = np.unique(np.stack([inverse, clusters]), axis=1, return_counts=True)
        entries = [
            (at + int(kind), int(cluster), int(count))
            for kind, cluster, count in zip(pairs[0], pairs[1], counts, strict=True)
        ]
        picks = np.zeros((len(stages), alternatives.shape[1]))
        for row, (_, _, picked) in enumerate(stages):
            picks[row, picked] = 1 / len(picked)
            if len(picked) > 1:
                picks[row, seats + orders.index(len(picked))] = 1
        summed = np.einsum("nb,nbp->np", picks, features[inverse])
        group = _Group(
            features=features, alternatives=alternatives, kinds=slice(at, at + len(first))
        )
        return group, entries, (clusters, summed)

    def _features(self, stratum: int, game: int, left: Integers) -> Floats:
        orders = [at for at, (key, _) in enumerate(self.ties) if key == stratum]
        result = np.zeros((len(left) + len(orders), self.parameters))
        begin, end = self.seat_terms[stratum]
        for row, seat in enumerate(left):
            result[row, self.rankings.seats[game, seat]] = 1
            if end > begin:
                result[row, begin + seat] = 1
        for row, at in enumerate(orders):
            result[len(left) + row, self.tie_at + at] = 1
        return result


def _alternatives(seats: int, orders: list[int]) -> Iterator[Floats]:
    for size in [1, *orders]:
        if size > seats:
            continue
        for subset in combinations(range(seats), size):
            row = np.zeros(seats + len(orders))
            row[list(subset)] = 1 / size
            if size > 1:
                row[seats + orders.index(size)] = 1
            yield row
