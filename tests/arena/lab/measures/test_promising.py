"""Promises: counted as the arena's own card of honesty counts them, others with the reason."""

from collections import Counter

import pytest

from arena.lab.measures.dealing import double_sold
from arena.lab.measures.promising import kept
from arena.lab.promises import promises
from arena.projections.reckoning import honesty_of
from tests.arena.claims.helpers import Story, claim
from tests.arena.lab.simulated import read
from tests.arena.lab.stories import told
from tests.arena.lab.word_games import counted, games
from tests.breadth import EACH_FAMILY, EACH_RULESET

VOTE = claim("vote", target="Clara", vote="chief")


def promised() -> Story:
    """Return a story in which Anna has promised Bruno her vote for Clara."""
    return Story().round(1).says("Anna", VOTE, to=("Bruno",))


def voted(story: Story, target: str) -> Story:
    """Let Anna vote for somebody as Chief, and Bruno and Clara for Bruno."""
    story = story.calls("chief", 5, "Anna", "Bruno", "Clara")
    return ballots(story, Anna=target, Bruno="Bruno", Clara="Bruno")


def ballots(story: Story, **cast: str) -> Story:
    """Reveal ballots for the Chief."""
    data = {
        "kind": "chief", "place": 5, "number": 1, "ballots": cast, "leaders": ["Bruno"],
        "weights": dict.fromkeys(cast, 1), "totals": dict.fromkeys(cast, 1),
    }  # fmt: skip
    return story.add("votes_revealed", data)


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_they_are_those_of_the_card_of_honesty(ruleset: str) -> None:
    """As many count, and as many are broken, as the arena says after the game."""
    game = read(ruleset)
    rows = [each for each in kept(game) if each.excluded is None]
    found = Counter(each.actor for each in rows)
    broken = Counter(each.actor for each in rows if not each.outcome)
    for seat, each in honesty_of(game.records, game.header.facts(), game.header.names).items():
        assert (found[seat], broken[seat]) == (each.promises, len(each.broken))


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_planted_ones_are_those_of_the_card_too(family: str) -> None:
    """The same of bots that promise before every vote, many of whose promises are broken."""
    for game in games(family, "planted:pledge_breaker(0.5)"):
        rows = [each for each in kept(game) if each.excluded is None]
        card = honesty_of(game.records, game.header.facts(), game.header.names)
        assert rows
        assert len(rows) == sum(each.promises for each in card.values())
        assert sum(not each.outcome for each in rows) == sum(
            len(each.broken) for each in card.values()
        )


@pytest.mark.parametrize(("target", "outcome"), [("Clara", 1.0), ("Bruno", 0.0)])
def test_a_vote_keeps_it_or_breaks_it(target: str, outcome: float) -> None:
    """What was promised and what was cast are compared; the kind is the group."""
    (row,) = kept(told(voted(promised(), target)))
    assert (row.outcome, row.excluded, row.group, row.others) == (outcome, None, "vote", ("Bruno",))


def test_the_same_given_twice_counts_once() -> None:
    """Of two like promises that one ballot settles the second is excluded."""
    twice = promised().says("Anna", VOTE, to=("Bruno",))
    assert Counter(each.excluded for each in kept(told(voted(twice, "Bruno")))) == {
        None: 1,
        "given twice": 1,
    }


def test_one_without_an_occasion_is_excluded() -> None:
    """Where its player is no candidate in any vote there is nothing to keep."""
    story = promised().calls("chief", 5, "Anna", "Bruno")
    story = ballots(story, Anna="Bruno", Bruno="Bruno")
    (row,) = kept(told(story.chosen("chief", 5, "Bruno").round_ends().round(2).game_ends()))
    assert (row.excluded, row.outcome) == ("no occasion", None)


def test_what_is_announced_to_all_is_none() -> None:
    """A vote told to the whole table on no condition is an announcement."""
    assert not promises(told(voted(Story().round(1).says("Anna", VOTE), "Clara")))


def test_only_accepted_deals_can_be_sold_twice() -> None:
    """Both sides of each accepted deal are there, and dealers with one deal a vote sell none."""
    for game in games("moh", "planted:dealer(0.5)"):
        accepted = [each for each in game.offers if each.ending == "accepted"]
        rows = list(double_sold(game))
        assert len(rows) == 2 * len(accepted) > 0
        assert not any(each.outcome for each in rows)


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_who_breaks_none_has_kept_all(family: str) -> None:
    """Bots that break a share of 0 have a rate of 1, those of 1 a rate of 0."""
    for spec, outcome in (("0", 1.0), ("1", 0.0)):
        rows = counted("promise", games(family, f"planted:pledge_breaker({spec})", count=1))
        assert {each.outcome for each in rows} == {outcome}
