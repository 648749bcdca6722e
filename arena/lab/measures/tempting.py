"""Temptation: whether promises are kept less often where breaking them would have paid.

A promise about ballots (`vote`, `ally`) is tested at each ballot at which it could be broken. Such
a test is tempting

- **ex post**, if breaking was pivotal: given the other ballots as cast, some vote that keeps the
  promise and some vote that breaks it have different outcomes. An outcome is the set of players
  with the most votes. A tie is an outcome of its own, since the re-vote or the lot is still open
  when the ballot is cast: so whether a test is tempting does not depend on what was done. After a
  second tie for the truck or the Chief nobody is elected, whoever tied. A player who breaks a tie
  alone is always pivotal.
- **ex ante**, in an attack, if the best vote that breaks the promise has a higher value to the
  speaker, averaged over imagined games, than the best vote that keeps it (`arena.lab.imagined`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property

from arena.claims.language import Proposition
from arena.lab.cached import cached_once
from arena.lab.game import Ballot, Choice, Game, Vote
from arena.lab.imagined import Worth, worths
from arena.lab.measure import Opportunity
from arena.lab.promises import Promise, promises

NO_EFFECT = "no points lost or won"
CAST = frozenset({"cast_vote", "cast_revote", "point_at"})
EPSILON = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Valued:
    """The value of keeping and of breaking a promise with a vote, and of the vote cast."""

    kept: tuple[Worth, ...]
    """The values of the options that keep it."""
    broken: tuple[Worth, ...]
    done: Worth

    @property
    def gain(self) -> float:
        """The value to the voter of the best option that breaks it minus the best that keeps it."""
        return max(each.own for each in self.broken) - max(each.own for each in self.kept)

    @property
    def effect(self) -> str | None:
        """The kind of effect of the vote compared with keeping the promise, as in `effect_of`."""
        own = self.done.own - sum(each.own for each in self.kept) / len(self.kept)
        others = self.done.others - sum(each.others for each in self.kept) / len(self.kept)
        return effect_of(own, others)


@dataclass(frozen=True, kw_only=True, eq=False)
class Trial:
    """One occasion at which a promise was kept or broken."""

    game: Game
    promise: Promise
    at: int
    """Index of the record of the ballot, or of the decision of a tie."""
    kept: bool
    vote: Vote
    ballot: Ballot | None = None
    """None: the speaker broke a tie alone."""

    @cached_property
    def worth(self) -> Valued | None:
        """The value of the vote; None: no attack, or no options that differ in keeping it."""
        made = self.promise.claim.made
        if self.vote.kind != "attack" or self.ballot is None:
            return None
        choice = answer(self.game, made.speaker, self.at)
        return None if choice is None else valued(self.game, choice, made.said)

    def row(self, group: str, excluded: str | None = None) -> Opportunity:
        """Return the test as an opportunity."""
        made = self.promise.claim.made
        return Opportunity(
            round=self.game.records[self.at].round, at=self.at, actor=made.speaker,
            others=made.to, outcome=self.kept, excluded=excluded, group=group,
        )  # fmt: skip

    def row_without_worth(self) -> Opportunity:
        """Return an excluded opportunity, for a test whose value was not simulated."""
        return self.row("", "no attack" if self.vote.kind != "attack" else "a tie")


@cached_once
def trials(game: Game) -> tuple[Trial, ...]:
    """Return all tests of the promises of a game that count."""
    return tuple(
        trial for each in promises(game) if each.kept is not None for trial in _of(game, each)
    )


def _of(game: Game, promise: Promise) -> Iterator[Trial]:
    said, speaker = promise.claim.made.said, promise.claim.made.speaker
    if said.kind != "vote" and (said.kind != "ally" or said.negated):
        return
    ballots = {each.at: (vote, each) for vote in game.votes for each in vote.ballots}
    ties = {each.tie[0]: (each, each.tie[2]) for each in game.votes if each.tie is not None}
    for at in promise.judgement.occasions:
        if at in ties:
            vote, chosen = ties[at]
            kept = _keeps(said, chosen)
            yield Trial(game=game, promise=promise, at=at, kept=kept, vote=vote)
        elif at in ballots and speaker in ballots[at][1].cast:
            vote, ballot = ballots[at]
            kept = _keeps(said, ballot.cast[speaker])
            yield Trial(game=game, promise=promise, at=at, kept=kept, vote=vote, ballot=ballot)


def answer(game: Game, seat: str, before: int) -> Choice | None:
    """Return the last vote of a seat before a record."""
    own = (
        each
        for each in reversed(game.choices)
        if each.at < before and each.seat == seat and each.kind in CAST
    )
    return next(own, None)


def _keeps(said: Proposition, target: str) -> bool:
    """Return True if a vote for this player keeps the promise."""
    return (target == said.target) is not (said.negated or said.kind == "ally")


def is_pivotal(vote: Vote, ballot: Ballot, voter: str, said: Proposition) -> bool:
    """Return True if keeping and breaking a promise at a ballot can have different outcomes."""
    kept, broken = set[frozenset[str]](), set[frozenset[str]]()
    for each in ballot.candidates:
        (kept if _keeps(said, each) else broken).add(_outcome(vote, ballot, voter, each))
    return any(one != other for one in kept for other in broken)


def _outcome(vote: Vote, ballot: Ballot, voter: str, target: str) -> frozenset[str]:
    """Return the players with the most votes if a voter had voted for `target`, all else equal."""
    leaders = frozenset(ballot.leaders_if({**ballot.cast, voter: target}))
    nobody = len(leaders) > 1 and ballot.number > 1 and vote.kind != "attack"
    return frozenset() if nobody else leaders


def ex_post(game: Game) -> Iterator[Opportunity]:
    """Yield each test of a promise: 1 if it was kept, grouped by whether it was pivotal."""
    for each in trials(game):
        made, ballot = each.promise.claim.made, each.ballot
        pivotal = ballot is None or is_pivotal(each.vote, ballot, made.speaker, made.said)
        yield each.row("yes" if pivotal else "no")


def valued(game: Game, choice: Choice, said: Proposition) -> Valued | None:
    """Return the value of a vote in an attack that could keep or break a promise.

    None: all options keep it, or all break it.
    """
    before = choice.moment.table
    asked = next((each for each in before.pending() if each.seat == choice.seat), None)
    keeps = {
        id_: _keeps(said, str(args["player"]))
        for id_, args in zip(choice.options, choice.args, strict=True)
    }
    if asked is None or len(set(keeps.values())) == 1:
        return None
    found = worths(before, asked, game.points)
    return Valued(
        kept=tuple(each for id_, each in found.items() if keeps[id_]),
        broken=tuple(each for id_, each in found.items() if not keeps[id_]),
        done=found[choice.chosen],
    )


def ex_ante(game: Game) -> Iterator[Opportunity]:
    """Yield each test of a promise: 1 if it was kept, grouped by whether breaking gains points."""
    for each in trials(game):
        if each.worth is None:
            yield each.row_without_worth()
        else:
            yield each.row("yes" if each.worth.gain > EPSILON else "no")


def effect_of(own: float, others: float) -> str | None:
    """Return the kind of effect of a broken promise on points; None: no effect.

    `win-win`: somebody gains and nobody loses; `sabotaging`: somebody loses and nobody gains;
    `selfish` and `altruistic`: one side gains at the cost of the other.
    """
    own, others = (0.0 if abs(each) < EPSILON else each for each in (own, others))
    if own == others == 0:
        return None
    if min(own, others) >= 0:
        return "win-win"
    if max(own, others) <= 0:
        return "sabotaging"
    return "selfish" if own > 0 else "altruistic"


def effects(game: Game) -> Iterator[Opportunity]:
    """Yield each promise that was broken in an attack, with its effect as the group."""
    for each in trials(game):
        if each.kept:
            continue
        if each.worth is None:
            yield each.row_without_worth()
        else:
            effect = each.worth.effect
            yield replace(each.row(effect or "", None if effect else NO_EFFECT), outcome=1.0)
