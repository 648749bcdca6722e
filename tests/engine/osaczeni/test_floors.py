"""Floors of Osaczeni: when the table may talk."""

import pytest

import engine
from tests.engine.helpers import answer, asked, close_floors, draw, events, options, vote
from tests.engine.osaczeni.boards import SAFE, draw_osa

SPREAD = {1: "A.leader B.leader", 2: "A.protector B.protector", 5: "C.leader D.leader C.crybaby"}


def floor(table: engine.Table) -> tuple[str, int | None, tuple[str, ...]]:
    """Return kind, area and present of the open floor."""
    found = table.floor
    assert found is not None, asked(table)
    return found.kind, found.place, found.present


@pytest.mark.parametrize(("phase", "kind", "area"), [("truck", "truck", 6), ("badge", "chief", 3)])
def test_a_vote_for_truck_or_badge_opens_before_the_discussion(
    phase: str, kind: str, area: int
) -> None:
    """Talk comes first, then items; the present stand in badge order."""
    there = {area: "A.leader B.leader C.leader", 5: "D.leader D.protector"}
    table = draw_osa(phase, there, badge="B", hands={"A": ["gun"]}, floors=True)
    assert floor(table) == (kind, area, ("B", "C", "A"))
    table.close_floor()
    assert asked(table) == [("A", "play_item")]


def test_no_floor_without_a_vote() -> None:
    """Nobody on the parking lot and in the centre: the first floor is that of the dice."""
    table = draw_osa("truck", {5: SAFE + " A.leader B.leader"}, floors=True)
    assert floor(table)[0] == "dice"


def test_a_tie_opens_a_floor_before_the_holder_decides() -> None:
    """D may be begged by A and B, whose pointings are open."""
    there = {6: "A.leader B.leader", 5: "C.leader D.leader A.protector"}
    table = draw_osa("truck", there, victim_token="D", floors=True)
    close_floors(table)
    vote(table, A="A", B="B")
    assert floor(table) == ("tie", 6, ("A", "B"))
    assert len(events(table, "votes_revealed")) == 1
    table.close_floor()
    assert asked(table) == [("D", "break_tie")]


def test_no_tie_floor_without_a_tie() -> None:
    """Two for B: the next floor is the gift's."""
    there = {6: "A.leader B.leader", 5: "C.leader D.leader A.protector"}
    table = draw_osa("truck", there, floors=True)
    close_floors(table)
    vote(table, A="B", B="B")
    assert floor(table) == ("gift", 6, ("A", "B"))


def test_dice_and_announced_floors_are_for_everybody() -> None:
    """Before the destinations, and after the holder's announcement."""
    table = draw_osa("destinations", SPREAD, badge="C", floors=True)
    assert floor(table) == ("dice", None, ("C", "D", "A", "B"))
    table.close_floor()
    answer(table, "C", "4")
    assert floor(table) == ("announced", None, ("C", "D", "A", "B"))
    table.close_floor()
    assert len(asked(table)) == 3


def test_reveal_floor_opens_when_destinations_and_dice_are_open() -> None:
    """Nobody has moved."""
    table = draw_osa("movement", SPREAD, dice=[4, 4, 4, 4], floors=True,
                     destinations={"A": 3, "B": 3, "C": 4, "D": 4})  # fmt: skip
    assert floor(table) == ("reveal", None, ("A", "B", "C", "D"))
    assert table.view(None).dice == (4, 4, 4, 4)
    assert events(table, "character_moved") == []


@pytest.mark.parametrize(
    ("there", "opens"), [("A.leader B.leader", True), ("A.leader A.crybaby", False)]
)
def test_attack_floor_opens_where_two_or_more_players_are(there: str, *, opens: bool) -> None:
    """Before the discussion; alone there is nobody to talk to."""
    table = draw_osa("attack", {1: there, 5: SAFE}, monsters={1: 4}, hands={"A": ["gun"]},
                     floors=True)  # fmt: skip
    if opens:
        assert floor(table) == ("attack", 1, ("A", "B"))
        table.close_floor()
    assert asked(table) == [("A", "play_item")]


def test_the_parking_lot_opens_a_floor_for_each_attack() -> None:
    """Two monsters, two floors."""
    there = {6: "A.leader A.crybaby B.leader B.crybaby", 5: SAFE}
    table = draw_osa("attack", there, monsters={6: 2}, floors=True)
    kinds = close_floors(table)
    vote(table, A="A", B="A")
    answer(table, "A", options(table, "A")[0])
    assert kinds + close_floors(table) == ["attack", "attack"]
    assert asked(table)[0][1] == "point_at"


def test_a_floor_is_no_event() -> None:
    """The logs with and without floors are the same."""
    there = {6: "A.leader B.leader", 5: "C.leader D.leader A.protector"}
    logs = []
    for floors in (True, False):
        table = draw("truck", there, ruleset="osaczeni", floors=floors)
        close_floors(table)
        vote(table, A="A", B="B")
        close_floors(table)
        logs.append([event.type for event in table.events])
    assert logs[0] == logs[1]
