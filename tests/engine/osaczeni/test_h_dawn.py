"""OSA-53 to OSA-55: areas that close, the end of the game, and the score."""

import pytest

from tests.engine.helpers import events, until, where, zombies
from tests.engine.osaczeni.boards import attack, draw_osa, facts, moved, result

SIX = "A.leader B.leader C.leader D.leader A.protector B.protector"
FEW = {1: "A.protector", 2: "B.leader C.leader", 4: "D.leader"}
"""Four survivors of four players: five points for A, three for each other."""


def closed(table: object) -> list[int]:
    """Return the areas that were closed, in order."""
    return [each["place"] for each in facts(table, "place_closed")]  # type: ignore[arg-type]


@pytest.mark.parametrize("area", [1, 2, 3, 4, 5])
@pytest.mark.parametrize(("monsters", "closes"), [(5, False), (6, True)])
def test_osa_53_an_area_with_six_monsters_closes(area: int, monsters: int, *, closes: bool) -> None:
    """Six close it for good, and they go; five do not."""
    table = draw_osa("dawn", {6: SIX}, monsters={area: monsters})
    assert closed(table) == ([area] if closes else [])
    assert zombies(table) == ({} if closes else {area: 5})
    assert table.view(None).places[area - 1].closed is closes


def test_osa_53_the_parking_lot_never_closes() -> None:
    """Six monsters stand there, and stay."""
    table = draw_osa("dawn", {5: SIX}, monsters={6: 6})
    assert (closed(table), zombies(table)) == ([], {6: 6})


def test_osa_53_who_stands_there_goes_to_the_parking_lot() -> None:
    """Occupied areas close too; the hidden are turned back by then."""
    table = draw_osa("dawn", {2: "A.leader B.leader", 5: "C.leader D.leader A.protector"},
                     monsters={2: 6})  # fmt: skip
    assert moved(table) == [("A.leader", 2, 6, "evacuated"), ("B.leader", 2, 6, "evacuated")]
    assert where(table, "B.leader") == 6


def test_osa_53_nobody_goes_to_a_closed_area() -> None:
    """Closed, it is no destination of the next round; A stands in 5."""
    table = draw_osa("dawn", {5: SIX}, monsters={2: 6})
    assert until(table, "announce_destination") == ["A"]
    assert [option.id for option in table.pending()[0].options] == ["1", "3", "4", "6"]


def test_osa_53_only_at_the_end_of_the_round() -> None:
    """Six monsters attack in phase 6 first, where strength six holds them."""
    there = {5: "A.protector B.protector C.protector D.leader A.leader B.leader"}
    table = attack(there, {5: 6})
    order = [e.type for e in table.events if e.type in {"place_held", "place_closed"}]
    assert order == ["place_held", "place_closed"]


def test_gap_o_24_several_areas_close_in_ascending_order() -> None:
    """4 and 2: 2 first."""
    table = draw_osa("dawn", {4: SIX[:26], 5: "B.protector"}, monsters={4: 6, 2: 6})
    assert closed(table) == [2, 4]


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("more", [0, 1])
def test_osa_54_as_many_characters_as_players_end_the_game(seats: int, more: int) -> None:
    """Exactly as many is the end, one more is not."""
    crowd = [f"{seat}.{kind}" for kind in ("leader", "protector") for seat in "ABCDEF"[:seats]]
    table = draw_osa("dawn", {6: " ".join(crowd[: seats + more])}, seats=seats)
    assert table.is_over is (more == 0)
    if not more:
        assert result(table).end_reason == "few_left"


def test_osa_54_the_eliminated_are_players_in_the_game() -> None:
    """A and B alone have two characters each; C and D are out: four are at most four."""
    assert draw_osa("dawn", {6: "A.leader A.protector B.leader B.protector"}).is_over


def test_osa_54_the_dead_of_the_round_are_counted_out() -> None:
    """Five live; one is eaten on the parking lot, and the game is over."""
    table = attack({5: "A.leader B.leader C.leader D.leader", 6: "A.protector"}, {6: 1})
    assert table.is_over


def test_osa_54_a_new_round_begins_otherwise() -> None:
    """Round 2 begins with the truck; destinations and the election are cleared."""
    table = draw_osa("dawn", {6: SIX}, badge_elected=True)
    view = table.view(None)
    assert (view.round, view.phase, view.chief_elected, view.dice) == (2, "truck", False, None)


def test_osa_55_points_of_the_living() -> None:
    """Protector five, Leader three, and nothing for the dead."""
    table = draw_osa("dawn", {1: "A.protector A.leader", 2: "B.crybaby"})
    assert dict(result(table).scores) == {"A": 8, "B": 7, "C": 0, "D": 0}
    assert result(table).winners == ("A",)


def test_osa_55_the_klutz_has_one_point() -> None:
    """With three players."""
    table = draw_osa("dawn", {1: "A.klutz", 2: "B.crybaby"}, seats=3)
    assert dict(result(table).scores) == {"A": 1, "B": 7, "C": 0}


def test_osa_55_tied_players_share_the_victory_whatever_their_cards() -> None:
    """B, C and D have three points; B's two items break no tie."""
    table = draw_osa("dawn", {2: "B.leader C.leader", 4: "D.leader"}, badge="B",
                     hands={"B": ["gun", "gun"]})  # fmt: skip
    assert result(table).winners == ("B", "C", "D")
    assert dict(result(table).placements) == {"A": 4, "B": 1, "C": 1, "D": 1}


def test_osa_55_a_point_for_the_keys_decides() -> None:
    """C's three and one beat B's three."""
    table = draw_osa("dawn", {2: "B.leader C.leader"}, badge="B", hands={"C": ["truck_keys"]})
    assert result(table).winners == ("C",)


def test_gap_o_19_everybody_is_dead_and_all_share() -> None:
    """Nobody has a point, all win, and the epilogue is 11."""
    table = attack({1: "A.leader", 6: "B.leader"}, {1: 2, 6: 1})
    assert result(table).winners == tuple("ABCD")
    assert set(result(table).scores.values()) == {0}
    assert result(table).epilogue == 11


def test_gap_o_26_hands_are_shown_at_the_end() -> None:
    """Before the result, to everybody."""
    table = draw_osa("dawn", FEW, hands={"A": ["gun"], "B": ["truck_keys"]})
    shown = events(table, "hands_revealed")[0]
    assert shown.data()["hands"] == {"A": ["gun"], "B": ["truck_keys"], "C": [], "D": []}
    assert shown.seen_by == "all"
