"""Betrayal: the first hostile act against a player with whom cooperation has been mutual.

Acts are events of the game, each from one seat towards another:

- cooperative: a card given where there was a choice; a first ballot for the other in the vote on
  the truck or the chief; no vote against the other in an attack where the others' votes led
  against it; a kept side of a deal with the other;
- hostile: a vote against the other in an attack, re-votes included.

A tie between two seats is **live** in a round if in the W rounds before it each cooperated with the
other at least once and neither was hostile. An opportunity is such a round in which a seat, not yet
attacked by the other, could vote against it; it is a betrayal if it does. If both do so in the same
secret ballot, both are first.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import TypedDict, cast

from arena.lab.cached import cached_once
from arena.lab.game import Ballot, Game, Vote
from arena.lab.measure import Opportunity
from arena.lab.measures.sacrificing import leading_against
from arena.lab.permuting import TWO
from arena.lab.promises import promises
from arena.lab.rows import Stakes

WINDOW = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """One cooperative or hostile act of a seat towards another."""

    at: int
    round: int
    actor: str
    towards: str
    hostile: bool


def _ballots(game: Game) -> Iterator[tuple[Vote, Ballot, str, str]]:
    """Yield every vote cast in a ballot with several candidates, without defaults."""
    for vote in game.votes:
        for ballot in vote.ballots:
            if len(ballot.candidates) < TWO:
                continue
            for voter, target in ballot.cast.items():
                if voter not in ballot.defaulted:
                    yield vote, ballot, voter, target


@cached_once
def acts(game: Game) -> tuple[Act, ...]:
    """Return all cooperative and hostile acts of a game."""
    return tuple(_acts(game))


def _acts(game: Game) -> Iterator[Act]:
    for vote, ballot, voter, target in _ballots(game):
        attack = vote.kind == "attack"
        if target != voter and (attack or ballot.number == 1):
            yield Act(
                at=ballot.at, round=vote.round, actor=voter, towards=target, hostile=attack
            )  # fmt: skip
        if attack and ballot.number == 1:
            for spared in _spared(ballot, voter, target):
                yield Act(
                    at=ballot.at, round=vote.round, actor=voter, towards=spared, hostile=False
                )  # fmt: skip
    for gift in game.gifts:
        if len(gift.recipients) >= TWO:
            yield Act(
                at=gift.at, round=gift.round, actor=gift.giver, towards=gift.recipient,
                hostile=False,
            )  # fmt: skip
    yield from _kept(game)


def _spared(ballot: Ballot, voter: str, target: str) -> list[str]:
    leading = leading_against(ballot, voter)
    return leading if len(leading) == 1 and leading[0] not in {voter, target} else []


def _kept(game: Game) -> Iterator[Act]:
    for each in game.offers:
        for party, side in each.sides.items():
            if side.outcome == "kept" and each.ended_at is not None:
                yield Act(
                    at=each.ended_at, round=side.round, actor=party, towards=side.other,
                    hostile=False,
                )  # fmt: skip


def betrayals(game: Game, window: int) -> Iterator[Opportunity]:
    """Yield each round with a live tie, once for each of its two seats."""
    between: dict[frozenset[str], list[Act]] = {}
    for each in acts(game):
        between.setdefault(frozenset((each.actor, each.towards)), []).append(each)
    rounds = sorted(_starts(game))
    for one, other in permutations(game.seats, 2):
        own = between.get(frozenset((one, other)), [])
        for round_ in rounds:
            before = [each for each in own if round_ - window <= each.round < round_]
            if _is_live(before):
                now = [each for each in own if each.round == round_ and each.hostile]
                yield _round(game, one, other, round_, now)


def _is_live(before: list[Act]) -> bool:
    if any(each.hostile for each in before):
        return False
    return len({each.actor for each in before}) == TWO


def _round(game: Game, one: str, other: str, round_: int, hostile: list[Act]) -> Opportunity:
    could = [at for at, candidates in _cast(game).get((one, round_), ()) if other in candidates]
    struck = min((each.at for each in hostile if each.actor == one), default=None)
    first = min((each.at for each in hostile), default=None)
    excluded = None
    if not could:
        excluded = "no vote against it"
    elif struck != first and (struck is not None or (first is not None and first < could[0])):
        excluded = "the other struck first"
    at = struck or (could[0] if could else _starts(game)[round_])
    return Opportunity(
        round=round_, at=at, actor=one, others=(other,), excluded=excluded,
        outcome=struck is not None, group=_left(game, one, round_),
    )  # fmt: skip


@cached_once
def _cast(game: Game) -> Mapping[tuple[str, int], Sequence[tuple[int, Sequence[str]]]]:
    """Return record and candidates of each voter's ballots in attacks, by voter and round."""
    found: dict[tuple[str, int], list[tuple[int, Sequence[str]]]] = {}
    for vote, ballot, voter, _ in _ballots(game):
        if vote.kind == "attack":
            found.setdefault((voter, vote.round), []).append((ballot.at, ballot.candidates))
    return found


@cached_once
def _starts(game: Game) -> Mapping[int, int]:
    """Return the index of the record of each round's first vote."""
    found: dict[int, int] = {}
    for vote in game.votes:
        found[vote.round] = min(found.get(vote.round, vote.at), vote.at)
    return found


def _left(game: Game, seat: str, round_: int) -> str:
    """Return the number of characters of a seat at a round's first vote, as a group name."""
    (first, begun), start = _begun(game), _starts(game)[round_]
    lost = sum(each.owner == seat and first < each.at < start for each in game.losses)
    return f"{begun.get(seat, 0) - lost} left"


class _Standing(TypedDict):
    player: str


class _Place(TypedDict):
    characters: Sequence[_Standing]


@cached_once
def _begun(game: Game) -> tuple[int, Mapping[str, int]]:
    """Return the record of the game's first ballot, and the number of characters per seat then."""
    first = next(ballot for vote in game.votes for ballot in vote.ballots if ballot.moment)
    assert first.moment is not None  # noqa: S101 - it was looked for
    places = cast("Sequence[_Place]", first.moment.table.view_data(None)["places"])
    owners = [one["player"] for place in places for one in place["characters"]]
    return first.at, Counter(owners)


def stakes(game: Game) -> Iterator[Stakes]:
    """Yield the row in table `betrayals` of each betrayal that the measure `betrayal` counts."""
    kind = [(each.round, each.actor, each.towards) for each in acts(game) if not each.hostile]
    for each in betrayals(game, WINDOW):
        if not each.outcome:
            continue
        (other,) = each.others
        before = range(each.round - WINDOW, each.round)
        lost = _lost(game, each.at)
        yield {
            "at": each.at, "round": each.round, "actor": each.actor, "betrayed": other,
            "given": sum(kind.count((round_, each.actor, other)) for round_ in before),
            "received": sum(kind.count((round_, other, each.actor)) for round_ in before),
            "left": int(each.group.partition(" ")[0]),
            "other_lost": lost.get(other, 0), "actor_lost": lost.get(each.actor, 0),
            "word_broken": _broke_its_word(game, each, other),
        }  # fmt: skip


def _lost(game: Game, ballot: int) -> dict[str, int]:
    """Return the points lost in an attack, by seat."""
    lost = (
        game.loss_of(vote) for vote in game.votes if any(each.at == ballot for each in vote.ballots)
    )
    return {each.owner: each.points for each in lost if each is not None}


def _broke_its_word(game: Game, betrayal: Opportunity, other: str) -> bool:
    """Return True if the betrayer broke a promise or a deal with the other in the same round."""
    actor, now = betrayal.actor, betrayal.round
    promised = any(
        each.kept is False
        and each.claim.made.speaker == actor
        and other in each.claim.made.to
        and each.judgement.at is not None
        and game.records[each.judgement.at].round == now
        for each in promises(game)
    )
    sides = (each.sides.get(actor) for each in game.offers if other in {each.offerer, each.to})
    return promised or any(
        side is not None and side.other == other and side.outcome == "broken" and side.round == now
        for side in sides
    )


def within(window: int) -> Callable[[Game], Iterator[Opportunity]]:
    """Return the counter of betrayals with this window in rounds."""

    def counted(game: Game) -> Iterator[Opportunity]:
        return betrayals(game, window)

    return counted
