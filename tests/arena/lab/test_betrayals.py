"""Betrayals with their stakes."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

from arena.claims.deal_records import Outcome
from arena.claims.kept_deals import Side
from arena.claims.offers import Offer
from arena.lab.game import Game, Vote
from arena.lab.measures import MEASURES
from arena.lab.measures.betraying import stakes
from arena.projections.offers import Offered
from arena.projections.rounds import Loss
from tests.arena.claims.helpers import p
from tests.arena.lab.company_games import game, vote
from tests.arena.lab.simulated import RULESETS, read
from tests.breadth import EACH_RULESET


def favours(at: int) -> Vote:
    """Return an election in which Ada and Ben vote for each other."""
    return vote(at, {"Ada": "Ben", "Ben": "Ada", "Cyd": "Cyd"}, kind="truck")


def struck(eaten: str | None = "Ben") -> Game:
    """Return a game in which Ada votes against Ben in the second round, and somebody is eaten."""
    attack = vote(20, {"Ada": "Ben", "Ben": "Cyd", "Cyd": "Cyd"}, round_=2)
    attack.chosen, attack.by, attack.chosen_at = eaten, "vote", 21
    lost = () if eaten is None else (
        Loss(at=22, round=2, owner=eaten, character="x", place=4, points=5),
    )  # fmt: skip
    return replace(game([favours(10), attack]), losses=lost, messages=())


def row(made: Game) -> Mapping[str, Any]:
    """Return the only betrayal."""
    (found,) = stakes(made)
    return found


@pytest.mark.parametrize(
    ("eaten", "other", "actor"), [("Ben", 5, 0), ("Ada", 0, 5), ("Cyd", 0, 0), (None, 0, 0)]
)
def test_the_stakes_are_what_either_lost_by_the_attack(
    eaten: str | None, other: int, actor: int
) -> None:
    """In points, and nothing where another is eaten or nobody."""
    found = row(struck(eaten))
    assert (found["actor"], found["betrayed"], found["at"]) == ("Ada", "Ben", 20)
    assert (found["other_lost"], found["actor_lost"]) == (other, actor)


def test_what_came_before_is_counted_each_way() -> None:
    """A vote for each other, and two more of Ben's for Ada."""
    once = struck()
    again = vote(12, {"Ada": "Ada", "Ben": "Ada", "Cyd": "Cyd"}, kind="chief")
    found = row(replace(once, votes=(*once.votes[:2], again, again, *once.votes[2:])))
    assert (found["given"], found["received"]) == (1, 3)


@pytest.mark.parametrize(
    ("party", "outcome", "round_", "broken"),
    [
        ("Ada", "broken", 2, True), ("Ada", "kept", 2, False), ("Ada", "broken", 1, False),
        ("Ben", "broken", 2, False),
    ],
)  # fmt: skip
def test_a_deal_that_is_broken_with_it_is_told(
    party: str,
    outcome: Outcome,
    round_: int,
    *,
    broken: bool,
) -> None:
    """The betrayer's own side with the other, in that round."""
    other = "Ben" if party == "Ada" else "Ada"
    term = p("vote", player=party, target="Cyd", vote="attack")
    side = Side(
        deal=1, party=party, other=other, terms=(term,), truths=("false",), outcome=outcome,
        instead=None, double_sold=(), made=round_, round=round_,
    )  # fmt: skip
    deal = Offered(
        at=11, round=1, deal=1, offerer="Ada", to="Ben", floor="chief", ending="accepted",
        offer=Offer(to=("Ben",), gives=(term,), wants=(term,)), ended_at=12, sides={party: side},
    )  # fmt: skip
    made = replace(struck(), offers=(deal,))
    found = next(each for each in stakes(made) if each["actor"] == "Ada")
    assert found["word_broken"] is broken


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_they_are_those_that_the_measure_counts(ruleset: str) -> None:
    """With at least an act each way before, and as many characters left as its group says."""
    whole = read(ruleset)
    counted = [each for each in MEASURES["betrayal"].counted(whole) if each.outcome]
    rows = list(stakes(whole))
    assert [(each["at"], each["actor"], each["betrayed"]) for each in rows] == [
        (each.at, each.actor, *each.others) for each in counted
    ]
    assert [f"{each['left']} left" for each in rows] == [each.group for each in counted]
    assert all(min(each["given"], each["received"]) >= 1 for each in rows)


def test_some_are_made_among_house_bots() -> None:
    """So that the table is of something; one costs the other points, one breaks a word."""
    rows = [each for ruleset in RULESETS for each in stakes(read(ruleset))]
    assert any(each["other_lost"] for each in rows)
    assert not all(each["other_lost"] for each in rows)
