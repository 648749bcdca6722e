"""`view` and `view_data` are the same view; what views share, none of them can change."""

from copy import deepcopy
from functools import partial
from random import Random

import pytest

import engine
from engine.rules.board import Board
from engine.rules.moh.state import MohState
from engine.rules.pieces import DEAD
from engine.table import Table

SEATS = 4
pairs = partial(zip, strict=True)


def played(ruleset: str, seed: int) -> tuple[Table, Random]:
    """Return a table to play at, and what its players choose by."""
    return engine.new_table(ruleset, SEATS, seed), Random(seed)  # noqa: S311 - a bot's choice


def answer_one(table: Table, draw: Random) -> None:
    """Let somebody who is asked answer."""
    decision = draw.choice(table.pending())
    table.answer(decision.seat, draw.choice(decision.options).id, decision.id)


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_the_model_and_the_data_say_the_same_at_every_moment(ruleset: str) -> None:
    """For every seat and the public, through a whole game, whoever looked before."""
    table, draw = played(ruleset, 3)
    while not table.is_over:
        seats = [None, *table.seats]
        draw.shuffle(seats)
        for seat in seats:
            assert table.view(seat).model_dump(mode="json") == table.view_data(seat)
        answer_one(table, draw)
    assert table.view(None).model_dump(mode="json") == table.view_data(None)


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_the_board_says_the_same_by_character_and_by_location(ruleset: str) -> None:
    """`there` and `strengths` follow from `where`, however it came about."""
    table, draw = played(ruleset, 5)
    while not table.is_over:
        state = table.fork()._game.state
        assert isinstance(state, Board)
        for place in range(1, 7):
            there = tuple(i for i, where in enumerate(state.where) if where == place)
            assert state.there[place] == there
            hardware = (
                state.barricades if isinstance(state, MohState) and place == state.attack else 0
            )
            strength = sum(state.roster.strength[i] for i in there) + hardware
            assert state.strengths[place] == strength
        assert {where for where in state.where if where not in range(1, 7)} <= {0, DEAD}
        assert (state.there[0], state.strengths[0]) == ((), 0)
        answer_one(table, draw)


def test_what_all_see_of_the_board_is_made_once_for_all_seats() -> None:
    """Until it changes; another table has its own."""
    table, draw = played("moh", 1)
    for _ in range(40):
        answer_one(table, draw)
    shared = table.view("A").places
    for seat in ("B", None):
        assert all(one is another for one, another in pairs(table.view(seat).places, shared))
    assert table.fork().view("A").places == shared
    while table.view("A").places == shared:
        answer_one(table, draw)
    for seat in table.seats:
        assert table.view(seat).model_dump(mode="json")["places"] == table.view_data(seat)["places"]


def test_an_edited_view_changes_nobody_elses() -> None:
    """Neither a model's dictionaries nor the plain data are anybody else's."""
    table, draw = played("moh", 2)
    while table._game.state.phase != "attack" or table.view(None).vote is None:
        answer_one(table, draw)
    before = deepcopy([table.view_data(seat) for seat in table.seats])
    view = table.view("A")
    assert view.vote is not None
    for mine in (view.hand_sizes, view.destinations, view.vote.weights):
        mine.clear()
    data = table.view_data("A")
    places = data["places"]
    assert isinstance(places, list)
    for place in places:
        for character in place["characters"]:
            character["hidden"] = "edited"
        place["characters"].clear()
    places.clear()
    assert [table.view_data(seat) for seat in table.seats] == before
    assert [table.view(seat).model_dump(mode="json") for seat in table.seats] == before


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        ("moh", {}),
        ("moh", {"vote_weight": "everybody", "gunman_votes": "anywhere"}),
        ("osaczeni", {"gun_without_voter": True}),
    ],
)
def test_votes_stand_in_the_view_before_they_are_called(
    ruleset: str, options: dict[str, object]
) -> None:
    """On the floors of the truck, the badge and the attack, to all: those of the first ballot."""
    told = 0
    for seed in range(4):
        table = engine.new_table(ruleset, SEATS, seed, options, floors=True)
        draw = Random(seed)  # noqa: S311 - a bot's choice, no secret
        ahead: object = None
        while not table.is_over:
            if table.floor is not None:
                kind, seen = table.floor.kind, table.view_data(None)
                ahead = seen["votes_here"] if kind in {"truck", "chief", "attack"} else None
                assert seen["votes_here"] == table.view_data(table.seats[0])["votes_here"]
                table.close_floor()
                continue
            decision = table.pending()[0]
            if decision.kind in {"cast_vote", "point_at"} and ahead is not None:
                assert decision.context["weights"] == ahead
                told += 1
            if decision.kind in {"cast_vote", "point_at"}:
                ahead = None
            # Nobody plays a card in a vote, so that the votes stay those of the characters.
            passing = [option for option in decision.options if option.id == "pass"]
            chosen = passing[0] if passing else draw.choice(decision.options)
            table.answer(decision.seat, chosen.id, decision.id)
    assert told > 10


def test_no_votes_stand_in_the_view_where_none_is_held() -> None:
    """In the set-up and while destinations are chosen."""
    table = engine.new_table("moh", SEATS, 1)
    assert table.view_data(None)["votes_here"] is None
    draw = Random(1)  # noqa: S311 - a bot's choice, no secret
    while table.view_data(None)["phase"] != "destinations":
        answer_one(table, draw)
    assert table.view_data(None)["votes_here"] is None
