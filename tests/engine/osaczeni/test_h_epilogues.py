"""OSA-56: the epilogue table, each row with its near misses, in its order."""

from collections.abc import Mapping

import pytest

from tests.engine.osaczeni.boards import draw_osa, fact, facts, result

TABLE = (11, 2, 17, 19, 5, 4, 14, 3, 18, 8, 16, 12, 10, 1, 7, 9, 15, 6, 20, 13, 21)
"""The rulebook's table from top to bottom, as the numbers of its cards."""
BASE: Mapping[str, object] = {
    "locations": {1: "A.crybaby", 2: "B.protector C.leader", 4: "D.protector"},
    "closed": [5],
    "hands": {"A": ["gun"], "B": ["gun"], "C": ["tin_can"], "D": ["tin_can"]},
}
"""None of the first twenty holds: A wins outside the centre, and everybody has one item."""


def at(**locations: str) -> dict[str, object]:
    """Return a change of who stands where; areas are written `a1` to `a6`."""
    return {"locations": {int(name[1]): who for name, who in locations.items()}}


def hand(**hands: list[str]) -> dict[str, object]:
    """Return a change of these players' hands."""
    given = BASE["hands"]
    assert isinstance(given, Mapping)
    return {"hands": {**given, **hands}}


def reached(change: Mapping[str, object], unlocked: list[int] | None = None) -> int | None:
    """Return the epilogue that is reached at dawn on the base board with this change."""
    keys = {**BASE, **change, "options": {"unlocked": sorted(unlocked or [])}}
    table = draw_osa("dawn", badge="A" if "A." in str(keys["locations"]) else "B", **keys)  # type: ignore[arg-type]
    return result(table).epilogue


def holds(card: int, change: Mapping[str, object]) -> bool:
    """Tell whether this row alone holds: all others are unlocked already."""
    return reached(change, [each for each in TABLE if each != card]) == card


ONE, TWO = at(a1="A.crybaby"), at(a1="A.crybaby", a2="B.protector")
FIRST: Mapping[int, Mapping[str, object]] = {
    11: at(),
    2: at(a1="A.crybaby", a2="A.protector A.leader", a4="B.protector"),
    17: ONE,
    19: at(a1="A.crybaby", a2="B.crybaby C.leader", a4="D.protector"),
    5: hand(A=["baseball_bat", "chainsaw"]),
    4: TWO,
    14: hand(A=["gun", "tin_can"]),
    3: at(a1="A.crybaby B.crybaby", a2="C.crybaby", a4="D.protector"),
    18: {"closed": []},
    8: {"closed": [3, 5]},
    16: at(a6="A.crybaby B.protector C.leader D.protector"),
    12: at(a1="A.protector", a2="B.leader C.leader", a4="D.leader"),
    10: at(a1="A.crybaby", a2="B.protector C.protector", a4="D.protector"),
    1: hand(B=["truck_keys"]),
    7: at(a2="A.crybaby B.protector C.leader D.protector"),
    9: at(a1="A.crybaby", a2="A.protector B.leader"),
    15: at(a1="A.crybaby", a2="B.leader C.leader", a4="D.leader"),
    6: at(a3="A.crybaby", a2="B.protector C.leader", a4="D.protector"),
    20: hand(B=[]),
    13: {"deck": []},
    21: {},
}
"""For each card the change of the base board with which it is the first that holds."""
D_IS_OUT = at(a1="A.crybaby", a2="B.protector C.leader")
NEAR: tuple[tuple[int, Mapping[str, object]], ...] = (
    (11, ONE),
    (2, at(a1="A.crybaby", a2="A.protector B.leader", a4="C.leader")),
    (17, TWO),
    (17, at()),
    (19, at(a1="A.crybaby B.crybaby", a2="C.crybaby", a4="D.protector")),
    (5, hand(A=["baseball_bat", "gun"])),
    (5, hand(A=["baseball_bat"], B=["chainsaw"])),
    (5, D_IS_OUT | hand(D=["baseball_bat", "chainsaw"])),
    (4, ONE),
    (4, D_IS_OUT),
    (14, D_IS_OUT | hand(D=["gun", "tin_can"])),
    (3, at(a1="A.crybaby", a2="B.crybaby C.leader", a4="D.protector")),
    (16, at(a6="A.crybaby B.protector C.leader", a4="D.protector")),
    (16, at()),
    (12, at(a1="A.protector", a2="B.leader C.leader", a4="D.crybaby")),
    (10, {}),
    (1, D_IS_OUT | hand(D=["truck_keys"])),
    (7, at(a6="A.crybaby B.protector C.leader D.protector")),
    (7, at()),
    (9, D_IS_OUT),
    (15, at(a1="A.crybaby", a2="B.leader C.leader", a4="D.protector")),
    (6, at(a1="A.crybaby", a3="B.protector C.leader", a4="D.protector")),
    (20, D_IS_OUT | hand(D=[])),
    (13, {"deck": ["gun"]}),
)
"""Boards on which a row just fails to hold."""
MORE: tuple[tuple[int, Mapping[str, object]], ...] = (
    (5, hand(B=["molotov", "baseball_bat", "chainsaw"])),
    (5, hand(C=["chainsaw", "chainsaw"])),
    (14, hand(B=["gun", "gun", "molotov"])),
    (8, {"closed": [1, 3, 5], "locations": {2: "A.crybaby B.protector", 4: "C.leader"}}),
    (12, at()),
    (9, at(a1="A.crybaby", a2="A.protector A.leader")),
    (6, at(a3="A.leader", a2="B.protector C.leader", a4="A.crybaby")),
    (6, at(a3="A.crybaby", a2="B.crybaby")),
)
"""Further boards on which a row holds: more than it asks for, or another of several."""


def test_osa_56_the_table_has_21_rows_and_every_card_once() -> None:
    """Cards 1 to 21 in the rulebook's order, and a board for each."""
    assert sorted(TABLE) == list(range(1, 22))
    assert tuple(FIRST) == TABLE


@pytest.mark.parametrize("card", TABLE)
def test_osa_56_each_row_is_reached(card: int) -> None:
    """One change of the base board makes it the first that holds."""
    assert reached(FIRST[card]) == card


@pytest.mark.parametrize("card", TABLE[:-1])
def test_osa_56_on_the_base_board_no_row_but_the_last_holds(card: int) -> None:
    """Even if it is the only one not unlocked."""
    assert not holds(card, {})


@pytest.mark.parametrize(("card", "change"), NEAR)
def test_osa_56_a_near_miss_does_not_hold(card: int, change: Mapping[str, object]) -> None:
    """One survivor, one item, one area less or more, or in the hand of somebody who is out."""
    assert not holds(card, change)


@pytest.mark.parametrize("closed", [[], [5]])
def test_osa_56_areas_closed_near_misses(closed: list[int]) -> None:
    """One closed area is neither none (18) nor two (8)."""
    assert holds(18, {"closed": closed}) is (closed == [])
    assert not holds(8, {"closed": closed})


@pytest.mark.parametrize(("card", "change"), MORE)
def test_gap_o_25_a_row_holds_for_more_than_it_asks(
    card: int, change: Mapping[str, object]
) -> None:
    """At least two weapons, two items, two players; any winner, any such player."""
    assert holds(card, change)


@pytest.mark.parametrize("card", TABLE)
def test_osa_56_the_first_that_holds_is_reached_skipping_the_unlocked(card: int) -> None:
    """Of all rows that hold on a board, each is reached when those above it are unlocked."""
    change = FIRST[card]
    true = [each for each in TABLE[:-1] if holds(each, change)]
    for count, expected in enumerate(true):
        assert reached(change, true[:count]) == expected


@pytest.mark.parametrize("card", TABLE[:-1])
def test_gap_o_25_the_last_row_is_for_games_in_which_no_other_holds(card: int) -> None:
    """When all that hold are unlocked nothing is unlocked, not 21 either."""
    change = FIRST[card]
    assert reached(change, list(TABLE[:-1])) is None


def test_gap_o_25_the_last_row_is_unlocked_once_too() -> None:
    """No other holds, and 21 is unlocked already: nothing."""
    assert reached({}, [21]) is None
    table = draw_osa("dawn", options={"unlocked": [21]}, **BASE)  # type: ignore[arg-type]
    assert facts(table, "epilogue_reached") == []


def test_osa_56_the_epilogue_names_card_and_row() -> None:
    """Card 21 is row 21, card 11 is row 1."""
    for change, number, row in (({}, 21, 21), (at(), 11, 1), (ONE, 17, 3)):
        table = draw_osa("dawn", **{**BASE, **change})  # type: ignore[arg-type]
        assert fact(table, "epilogue_reached") == {"number": number, "row": row}


def test_gap_o_6_the_variant_on_a_card_is_not_played() -> None:
    """The number alone is recorded: after it the game is over."""
    table = draw_osa("dawn", **BASE)  # type: ignore[arg-type]
    assert [e.type for e in table.events][-2:] == ["epilogue_reached", "game_ended"]
