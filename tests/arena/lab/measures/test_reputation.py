"""Votes for who had reported dice, after a lie that came out and after the truth."""

import pytest

from arena.lab.measures.reputation import votes_for
from tests.arena.lab.simulated import read
from tests.arena.lab.word_games import counted, games
from tests.breadth import EACH_FAMILY, EACH_RULESET


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_electors_never_vote_for_who_lied(family: str) -> None:
    """What the bots remember is what the measure takes for exposed."""
    rows = counted("reputation", games(family, "planted:elector(0.5,0.3)", count=6))
    for later in ("", " a round later"):
        assert {each.outcome for each in rows if each.group == f"yes{later}"} == {0.0}
        assert {each.outcome for each in rows if each.group == f"no{later}"} == {0.0, 1.0}


@pytest.mark.parametrize(("share", "group"), [("0", "no"), ("1", "yes")])
def test_the_group_is_what_was_reported(share: str, group: str) -> None:
    """Who never lies has no vote after a lie, who always does none after the truth."""
    rows = counted("reputation", games("moh", f"planted:elector({share},0.3)", count=4))
    assert {each.group for each in rows} == {group, f"{group} a round later"}


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_only_listeners_vote_on_it(ruleset: str) -> None:
    """A voter heard a report of the candidate's in one of the two rounds before."""
    game = read(ruleset)
    heard = {
        (each.message.round, each.message.speaker, hearer)
        for each in game.reports
        if each.saw
        for hearer in each.message.hearers
    }
    for each in votes_for(game):
        (voter,) = each.others
        before, later = ((each.round - age, each.actor, voter) in heard for age in (1, 2))
        assert later and not before if each.group.endswith("later") else before
        assert voter != each.actor


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_attacks_are_none_of_it(ruleset: str) -> None:
    """Each row is of the first ballot of a vote for the truck or the Chief."""
    game = read(ruleset)
    first = {each.ballots[0].at for each in game.votes if each.kind != "attack" and each.ballots}
    assert {each.at for each in votes_for(game)} <= first


@pytest.mark.parametrize(("left", "votes"), [("0", {0.0, 1.0}), ("1", {0.0})])
@pytest.mark.parametrize("family", EACH_FAMILY)
def test_who_forgives_votes_again_after_two_rounds(
    family: str, left: str, votes: set[float]
) -> None:
    """For who lied in the round before never, whatever is forgiven later."""
    rows = counted("reputation", games(family, f"planted:elector(0.5,0.3,{left})", count=8))
    assert {each.outcome for each in rows if each.group == "yes"} == {0.0}
    assert {each.outcome for each in rows if each.group == "yes a round later"} == votes
