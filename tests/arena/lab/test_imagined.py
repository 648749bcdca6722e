"""What a vote at an attack is worth in imagined worlds."""

from collections.abc import Iterator

import pytest

from arena.lab.game import Ballot, Game
from arena.lab.imagined import worths
from engine import Decision, Table
from tests.arena.lab.word_games import games
from tests.breadth import EACH_FAMILY

SPEC = "planted:pledge_breaker(0.5)"


def attacks(game: Game) -> Iterator[tuple[Ballot, Table, Decision]]:
    """Yield the first ballots of attacks with the table before, for each who was asked."""
    for vote in game.votes:
        for ballot in vote.ballots[:1]:
            if vote.kind == "attack" and ballot.moment is not None:
                table = ballot.moment.table
                for asked in table.pending():
                    yield ballot, table, asked


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_the_same_is_worth_the_same_and_nothing_changes(family: str) -> None:
    """Worths follow from the position alone, and the table stays as it was."""
    (game,) = games(family, SPEC, count=1)
    _, table, asked = next(attacks(game))
    before = table.save()
    assert worths(table, asked, game.points) == worths(table, asked, game.points)
    assert table.save() == before


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_who_decides_alone_loses_only_by_a_vote_against_itself(family: str) -> None:
    """Its own vote against itself costs a character of its own, any other another's."""
    seen = 0
    for game in games(family, SPEC):
        for ballot, table, asked in attacks(game):
            if 2 * ballot.weights[asked.seat] <= sum(ballot.weights.values()):
                continue
            seen += 1
            for name, worth in worths(table, asked, game.points).items():
                spared, hit = (worth.others, worth.own)[:: 1 if name == asked.seat else -1]
                assert spared == 0 > hit
    assert seen


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_where_another_decides_alone_all_votes_are_worth_the_same(family: str) -> None:
    """Common random numbers: what a vote can't change is equal, and not only on average."""
    seen = 0
    for game in games(family, SPEC):
        for ballot, table, asked in attacks(game):
            heaviest = max(ballot.weights, key=lambda each: ballot.weights[each])
            if heaviest == asked.seat:
                continue
            if 2 * ballot.weights[heaviest] > sum(ballot.weights.values()):
                seen += 1
                one, *others = worths(table, asked, game.points).values()
                assert all(each == one for each in others)
    assert seen


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_no_more_is_lost_than_one_character(family: str) -> None:
    """Own and others' losses are those of one character at most, over any number of worlds."""
    (game,) = games(family, SPEC, count=1)
    most = max(game.points.values())
    for _, table, asked in list(attacks(game))[:5]:
        for worth in worths(table, asked, game.points, worlds=2).values():
            assert -most <= worth.own + worth.others <= 0
            assert max(worth.own, worth.others) <= 0
