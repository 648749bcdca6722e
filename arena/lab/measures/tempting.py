"""Temptation: whether promises are kept less where it would have paid to break them.

A promise about ballots (`vote`, `ally`) is tested at each ballot at which it could be broken. Such
a test is tempting

- **ex post**, where breaking was pivotal: with the others' ballots as they fell, two
  votes that were possible, one that keeps the promise and one that breaks it, have another outcome.
  An outcome is who has the most votes. Several are an outcome of their own, since what the re-vote
  or the lot makes of them is open when the ballot is cast: so whether a test is tempting does not
  depend on what was done at it. Of a second tie for the truck or the Chief nobody comes, whoever
  tied. Who decides a tie alone is always pivotal.
- **ex ante**, of an attack, where the best vote that breaks it leaves the speaker more points on
  average, over imagined worlds, than the best that keeps it (`arena.lab.imagined`).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from arena.claims.language import Proposition
from arena.lab.cached import cached_once
from arena.lab.game import Ballot, Choice, Game, Vote
from arena.lab.imagined import Worth, worths
from arena.lab.measure import Opportunity
from arena.lab.promises import Promise, promises

__all__ = [
    "Trial", "Valued", "answer", "effect_of", "effects", "ex_ante", "ex_post", "is_pivotal",
    "trials", "valued",
]  # fmt: skip

NO_EFFECT = "no points lost or won"
CAST = frozenset({"cast_vote", "cast_revote", "point_at"})
EPSILON = 1e-9


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """A moment at which a promise could be kept or broken."""

    promise: Promise
    at: int
    """The record of the ballot, or of the decision of a tie."""
    kept: bool
    vote: Vote
    ballot: Ballot | None = None
    """None: the speaker decided a tie alone."""
    choice: Choice | None = None
    """What the speaker answered; None where a tie was decided."""

    @property
    def speaker(self) -> str:
        """Return who promised."""
        return self.promise.claim.made.speaker


@cached_once
def trials(game: Game) -> tuple[Trial, ...]:
    """Return all trials of the promises of a game that count."""
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
            yield Trial(promise=promise, at=at, kept=_keeps(said, chosen), vote=vote)
        elif at in ballots and speaker in ballots[at][1].cast:
            vote, ballot = ballots[at]
            yield Trial(
                promise=promise, at=at, kept=_keeps(said, ballot.cast[speaker]), vote=vote,
                ballot=ballot, choice=answer(game, speaker, at),
            )  # fmt: skip


def answer(game: Game, seat: str, before: int) -> Choice | None:
    """Return the last vote of a seat before a record."""
    own = (
        each
        for each in reversed(game.choices)
        if each.at < before and each.seat == seat and each.kind in CAST
    )
    return next(own, None)


def _keeps(said: Proposition, target: str) -> bool:
    """Tell whether a vote for a player keeps a promise."""
    return (target == said.target) is not (said.negated or said.kind == "ally")


def is_pivotal(vote: Vote, ballot: Ballot, voter: str, said: Proposition) -> bool:
    """Tell whether to break a promise at a ballot has another outcome than to keep it."""
    kept, broken = set[frozenset[str]](), set[frozenset[str]]()
    for each in ballot.candidates:
        (kept if _keeps(said, each) else broken).add(_outcome(vote, ballot, voter, each))
    return any(one != other for one in kept for other in broken)


def _outcome(vote: Vote, ballot: Ballot, voter: str, target: str) -> frozenset[str]:
    """Return who would have the most votes if a voter had voted so, the others as they did."""
    totals = dict.fromkeys(ballot.candidates, 0)
    for each, chosen in {**ballot.cast, voter: target}.items():
        totals[chosen] += ballot.weights[each]
    most = max(totals.values())
    leaders = frozenset(each for each, total in totals.items() if total == most)
    nobody = len(leaders) > 1 and ballot.number > 1 and vote.kind != "attack"
    return frozenset() if nobody else leaders


def ex_post(game: Game) -> Iterator[Opportunity]:
    """Yield each ballot that tested a promise: 1 where it was kept, by whether it was pivotal."""
    for each in trials(game):
        said, ballot = each.promise.claim.made.said, each.ballot
        pivotal = ballot is None or is_pivotal(each.vote, ballot, each.speaker, said)
        yield _row(game, each, "yes" if pivotal else "no")


def _row(game: Game, trial: Trial, group: str, excluded: str | None = None) -> Opportunity:
    return Opportunity(
        round=game.records[trial.at].round, at=trial.at, actor=trial.speaker,
        others=trial.promise.claim.made.to, outcome=trial.kept, excluded=excluded, group=group,
    )  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Valued:
    """What it was worth to keep one's word with a vote, to break it, and what was done."""

    kept: tuple[Worth, ...]
    """Of each option that keeps it."""
    broken: tuple[Worth, ...]
    done: Worth

    @property
    def gain(self) -> float:
        """Return what the best way to break it gains the voter over the best to keep it."""
        return max(each.own for each in self.broken) - max(each.own for each in self.kept)


def valued(game: Game, choice: Choice, said: Proposition) -> Valued | None:
    """Return what a vote in an attack is worth that may keep or break what was said.

    None: it can't do both.
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


@cached_once
def _valued(game: Game) -> tuple[tuple[Trial, Valued | None], ...]:
    """Return all trials; with worths those at an attack, where it could be kept and broken."""
    return tuple((each, _value(game, each)) for each in trials(game))


def _value(game: Game, trial: Trial) -> Valued | None:
    choice = trial.choice
    if trial.vote.kind != "attack" or choice is None or choice.kind not in CAST:
        return None
    return valued(game, choice, trial.promise.claim.made.said)


def _why_not(trial: Trial) -> str:
    """Return why nothing was imagined."""
    return "no attack" if trial.vote.kind != "attack" else "a tie"


def ex_ante(game: Game) -> Iterator[Opportunity]:
    """Yield each trial of a promise: 1 where it was kept, by whether breaking it gains points."""
    for trial, found in _valued(game):
        if found is None:
            yield _row(game, trial, "", _why_not(trial))
        else:
            yield _row(game, trial, "yes" if found.gain > EPSILON else "no")


def effect_of(own: float, others: float) -> str | None:
    """Return what kind of effect a broken promise has; None: none.

    `win-win`: somebody gains and nobody loses; `sabotaging`: somebody loses and nobody gains;
    `selfish` and `altruistic`: one side gains what the other pays for.
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
    """Yield each promise that was broken at an attack, with its effect as the group."""
    for trial, found in _valued(game):
        if trial.kept:
            continue
        if found is None:
            yield _row(game, trial, "", _why_not(trial))
            continue
        many = len(found.kept)
        own = found.done.own - sum(one.own for one in found.kept) / many
        others = found.done.others - sum(one.others for one in found.kept) / many
        effect = effect_of(own, others)
        row = _row(game, trial, effect or "", None if effect else NO_EFFECT)
        yield replace(row, outcome=1.0)
