"""Games with votes and gifts written by hand, and games of planted companions."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cache

from arena.config import TableConfig
from arena.lab.game import Ballot, Game, Gift, Vote
from arena.lab.measure import Opportunity
from arena.lab.measures import MEASURES
from arena.lab.reading import game_of
from arena.table.simulation import simulate
from tests.arena.lab.simulated import read

FAMILIES = ("moh", "osaczeni")
NAMES = ("Ada", "Ben", "Cyd", "Dan", "Eve", "Fox")


def vote(
    at: int, cast: Mapping[str, str], *, kind: str = "attack", round_: int = 1,
    weights: Mapping[str, int] | None = None, defaulted: Sequence[str] = (),
) -> Vote:  # fmt: skip
    """Return a vote of one ballot, whose voters are the candidates; each has one vote."""
    given = dict.fromkeys(cast, 1) | dict(weights or {})
    ballot = Ballot(
        at=at, number=1, candidates=tuple(cast), weights=given, cast=cast, leaders=(),
        defaulted=frozenset(defaulted),
    )  # fmt: skip
    return Vote(at=at, round=round_, kind=kind, place=4, present=tuple(cast), ballots=[ballot])


def gift(at: int, giver: str, recipient: str, among: Sequence[str] = NAMES[:4]) -> Gift:
    """Return a gift to one of these, the giver left out."""
    able = tuple(each for each in among if each != giver)
    return Gift(at=at, round=at, giver=giver, recipient=recipient, recipients=able)


def game(votes: Sequence[Vote] = (), gifts: Sequence[Gift] = ()) -> Game:
    """Return a game of four with these votes and gifts alone; first comes a vote with a table.

    That one is on the truck at record 0, with one candidate: it only tells who has how many
    characters.
    """
    whole = read("moh")
    first = next(one for each in whole.votes for one in each.ballots if one.moment)
    alone = replace(first, at=0, number=1, candidates=("Dan",), weights={"Dan": 1},
                    cast={"Dan": "Dan"}, leaders=("Dan",), defaulted=frozenset())  # fmt: skip
    table = Vote(at=0, round=1, kind="truck", place=4, present=("Dan",), ballots=[alone])
    return replace(
        whole, votes=(table, *votes), gifts=tuple(gifts), losses=(), offers=(), replaced={}
    )


@cache
def played(family: str, *specs: str, count: int = 6) -> tuple[Game, ...]:
    """Return silent games of these seats."""
    table = TableConfig.model_validate(
        {
            "ruleset": family, "talk": {"protocol": "off"},
            "seats": dict(zip(NAMES, specs, strict=False)),
        }
    )  # fmt: skip
    return tuple(
        game_of(each.header, each.bodies, game=f"g{at}")
        for at, each in enumerate(simulate(table, [f"company {at}" for at in range(count)]))
    )


def counted(measure: str, *games: Game) -> list[Opportunity]:
    """Return the opportunities of a measure that count."""
    rows = [each for one in games for each in MEASURES[measure].counted(one)]
    return [each for each in rows if each.excluded is None]
