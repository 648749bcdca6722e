"""Draws votes and gifts at random from the options that each player had: the null hypothesis.

Null of a vote: a voter who voted for itself still does; any other votes for one of the other
candidates, all equally likely, independently. So the rate of votes for oneself is preserved ballot
by ballot, without estimation: agreement due to that rate is expected, agreement on a common enemy
is not. Null of a gift: every legal recipient is equally likely.

Only first ballots with two candidates or more are included, and votes cast by the entrant itself.
Draws are keyed by the game's seed, so a game always has the same ones.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations

import numpy as np

from arena.lab.arrays import Ints, whole_numbers
from arena.lab.game import Ballot, Game, Vote

DRAWS = 199
"""Number of draws: with the observation, p has steps of 1/200."""
TWO = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """One vote in a first ballot."""

    vote: Vote
    ballot: Ballot
    voter: str
    target: str

    @property
    def options(self) -> tuple[str, ...]:
        """The candidates of the null: itself if it voted for itself, otherwise all others."""
        if self.target == self.voter:
            return (self.voter,)
        return tuple([each for each in self.ballot.candidates if each != self.voter])


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """Two votes in the same ballot."""

    first: Cast
    second: Cast

    @property
    def same(self) -> bool:
        """Whether both are for the same candidate."""
        return self.first.target == self.second.target

    @property
    def expected(self) -> float:
        """The probability of the same candidate under the null."""
        one, other = self.first.options, self.second.options
        return len(set(one) & set(other)) / (len(one) * len(other))

    @property
    def excluded(self) -> str | None:
        """The reason why the pair is uninformative; None: it is informative."""
        if self.expected == 0:
            return "could not agree"
        return "could not differ" if self.expected == 1 else None


def casts(game: Game, kinds: Sequence[str] = ("truck", "chief", "attack")) -> Iterator[list[Cast]]:
    """Yield the votes of each first ballot that the null applies to."""
    for vote in game.votes:
        for ballot in vote.ballots[:1]:
            if vote.kind in kinds and len(ballot.candidates) >= TWO:
                yield [
                    Cast(vote=vote, ballot=ballot, voter=voter, target=target)
                    for voter, target in ballot.cast.items()
                    if voter not in ballot.defaulted and game.plays(voter, ballot.at)
                ]


def shared(game: Game) -> Iterator[Shared]:
    """Yield all pairs of votes of each ballot, uninformative ones included."""
    for each in casts(game):
        for first, second in combinations(each, 2):
            yield Shared(first=first, second=second)


def generator(game: Game, purpose: str) -> np.random.Generator:
    """Return the random generator for one purpose in one game."""
    key = blake2b(f"{game.header.seed} {purpose}".encode(), digest_size=16).digest()
    return np.random.Generator(np.random.PCG64(int.from_bytes(key)))


def drawn(game: Game, purpose: str, options: Sequence[Sequence[str]], draws: int = DRAWS) -> Ints:
    """Draw seats under the null: one row per draw, one column per choice, seats by index.

    `options` are those of each choice, all equally likely.
    """
    number = {seat: at for at, seat in enumerate(game.seats)}
    width = max((len(each) for each in options), default=1)
    table = np.zeros((len(options), width), dtype=np.int64)
    for at, each in enumerate(options):
        table[at, : len(each)] = whole_numbers([number[seat] for seat in each])
    sizes = whole_numbers([len(each) for each in options])
    chance = generator(game, purpose).random((draws, len(options)))
    picked: Ints = table[np.arange(len(options)), (chance * sizes).astype(np.int64)]
    return picked
