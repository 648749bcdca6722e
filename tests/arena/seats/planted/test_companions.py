"""Bots of planted conduct towards others."""

from collections.abc import Iterator

import pytest

from arena.errors import ConfigError
from arena.lab.game import Ballot, Game, Vote
from arena.seats.planted import PLANTS, planted_seat, planted_talks
from arena.seats.planted.companions import Betrayer, Bloc, Greedy, Loyal, TitForTat
from tests.arena.lab.company_games import played
from tests.breadth import EACH_FAMILY

PAIR = "planted:bloc(Ada_Ben,{})"


def first_ballots(games: tuple[Game, ...], *voters: str) -> Iterator[tuple[Vote, Ballot]]:
    """Yield the first ballots in which all of these voted, with a choice."""
    for one in games:
        for vote in one.votes:
            for ballot in vote.ballots[:1]:
                if len(ballot.candidates) > 1 and set(voters) <= set(ballot.cast):
                    yield vote, ballot


@pytest.mark.parametrize(
    ("argument", "made"),
    [
        ("bloc(Ada_Ben,0.5)", Bloc),
        ("tit_for_tat", TitForTat),
        ("loyal(left)", Loyal),
        ("betrayer(3)", Betrayer),
        ("greedy", Greedy),
    ],
)
def test_each_is_made_by_its_name_and_is_silent(argument: str, made: type) -> None:
    """As `planted:NAME(...)`."""
    assert isinstance(planted_seat(argument, "s", {}), made)
    assert not planted_talks(argument)
    assert PLANTS[argument.partition("(")[0]].says


def test_a_side_that_there_is_not_is_refused() -> None:
    """With those that there are."""
    with pytest.raises(ConfigError, match="left or right"):
        planted_seat("loyal(up)", "s", {})


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_bloc_votes_together_for_one_outside_it(family: str) -> None:
    """In every vote with cohesion 1; never for itself."""
    games = played(family, *[PAIR.format("1.0")] * 2, *["random"] * 3)
    found = [ballot for _, ballot in first_ballots(games, "Ada", "Ben")]
    outside = [each for each in found if set(each.candidates) - {"Ada", "Ben"}]
    assert outside
    for each in outside:
        assert each.cast["Ada"] == each.cast["Ben"] not in {"Ada", "Ben"}


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_without_cohesion_its_members_vote_for_any_other(family: str) -> None:
    """They disagree too, and still never vote for themselves."""
    games = played(family, *[PAIR.format("0.0")] * 2, *["random"] * 3, count=16)
    found = [ballot for _, ballot in first_ballots(games, "Ada", "Ben")]
    assert {each.cast["Ada"] == each.cast["Ben"] for each in found} == {True, False}
    assert all(each.cast[seat] != seat for each in found for seat in ("Ada", "Ben"))


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_loyal_bot_favours_its_neighbour(family: str) -> None:
    """Ben's right neighbour is Ada: its vote in elections, its gifts, and none in attacks."""
    games = played(family, "random", "planted:loyal(right)", "random", "random", count=16)
    votes = list(first_ballots(games, "Ada", "Ben"))
    assert {vote.kind == "attack" for vote, _ in votes} == {True, False}
    for vote, ballot in votes:
        assert (ballot.cast["Ben"] == "Ada") is (vote.kind != "attack")
    gifts = [each for one in games for each in one.gifts if each.giver == "Ben"]
    assert {each.recipient for each in gifts if "Ada" in each.recipients} == {"Ada"}


@pytest.mark.slow
@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_betrayer_is_loyal_until_its_round(family: str) -> None:
    """From then on it votes against its left neighbour wherever it can."""
    games = played(family, "planted:betrayer(3)", *["random"] * 3, count=30)
    attacks = [
        (vote.round, ballot.cast["Ada"])
        for vote, ballot in first_ballots(games, "Ada", "Ben")
        if vote.kind == "attack"
    ]
    assert {round_ >= 3 for round_, _ in attacks} == {True, False}
    assert all((target == "Ben") is (round_ >= 3) for round_, target in attacks)


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_greedy_bot_votes_for_itself_and_never_against(family: str) -> None:
    """For itself in elections, for another in attacks."""
    games = played(family, "planted:greedy", *["random"] * 3)
    votes = list(first_ballots(games, "Ada"))
    assert {vote.kind == "attack" for vote, _ in votes} == {True, False}
    for vote, ballot in votes:
        assert (ballot.cast["Ada"] == "Ada") is (vote.kind != "attack")
