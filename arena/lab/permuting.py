"""Votes and gifts drawn anew within the options that each player had: what chance would have done.

The null of a vote: who voted for itself still does, who did not votes for another candidate, each
with the same chance, all independent. So each voter's rate of votes for itself is kept ballot by
ballot, and nothing is estimated; agreement that comes of that rate is expected, none that comes of
a common enemy. The null of a gift: each recipient that there was, with the same chance.

Only first ballots, two candidates or more, and voters whose entrant cast its vote itself.
Draws are keyed by the game's digest: the same game has the same ones.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from itertools import combinations

import numpy as np

from arena.lab.arrays import Ints, whole_numbers
from arena.lab.game import Ballot, Game, Vote

DRAWS = 199
"""How often the null is drawn: with the observation, p comes in steps of 1/200."""
TWO = 2


@dataclass(frozen=True, slots=True, kw_only=True)
class Cast:
    """One vote that a voter cast in a first ballot."""

    vote: Vote
    ballot: Ballot
    voter: str
    target: str

    @property
    def options(self) -> tuple[str, ...]:
        """Return whom the null may draw: itself if it voted for itself, else all others."""
        if self.target == self.voter:
            return (self.voter,)
        return tuple([each for each in self.ballot.candidates if each != self.voter])


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """Two votes of one ballot."""

    first: Cast
    second: Cast

    @property
    def same(self) -> bool:
        """Return whether both are for the same candidate."""
        return self.first.target == self.second.target

    @property
    def expected(self) -> float:
        """Return the chance of that under the null."""
        one, other = self.first.options, self.second.options
        return len(set(one) & set(other)) / (len(one) * len(other))

    @property
    def excluded(self) -> str | None:
        """Return why it tells nothing; None: it does."""
        if self.expected == 0:
            return "could not agree"
        return "could not differ" if self.expected == 1 else None


def casts(game: Game, kinds: Sequence[str] = ("truck", "chief", "attack")) -> Iterator[list[Cast]]:
    """Yield the votes of each first ballot that the null is of."""
    for vote in game.votes:
        for ballot in vote.ballots[:1]:
            if vote.kind in kinds and len(ballot.candidates) >= TWO:
                yield [
                    Cast(vote=vote, ballot=ballot, voter=voter, target=target)
                    for voter, target in ballot.cast.items()
                    if voter not in ballot.defaulted and game.plays(voter, ballot.at)
                ]


def shared(game: Game) -> Iterator[Shared]:
    """Yield all pairs of voters of each ballot, those that tell nothing included."""
    for each in casts(game):
        for first, second in combinations(each, 2):
            yield Shared(first=first, second=second)


def generator(game: Game, purpose: str) -> np.random.Generator:
    """Return the chance of one purpose in one game."""
    key = blake2b(f"{game.header.seed} {purpose}".encode(), digest_size=16).digest()
    return np.random.Generator(np.random.PCG64(int.from_bytes(key)))


def drawn(game: Game, purpose: str, options: Sequence[Sequence[str]], draws: int = DRAWS) -> Ints:
    """Return the seats that the null draws, by number of the seat: a row a draw, a column a choice.

    `options` are those of each choice; each has the same chance.
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
