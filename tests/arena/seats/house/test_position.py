import pytest

import engine
from arena.seats.house.position import Position, facts
from tests.arena.seats.house.asking import position_of
from tests.engine.helpers import draw

TABLE_PLACES = {1: "A.pin_up B.tough_guy", 4: "A.gunman C.pin_up", 6: "D.pin_up D.gunman"}


def drawn(**keys: object) -> engine.Table:
    """Return a table before the dice, C being Chief."""
    return draw("chief", {**TABLE_PLACES, 5: "B.gunman C.gunman"}, chief="C", **keys)


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_locations_are_known_by_the_part_they_play(ruleset: str) -> None:
    """The same bot plays both numberings."""
    roles = engine.ruleset(ruleset).roles
    known = facts(ruleset)
    assert (known.parking, known.hq, known.supermarket) == (
        roles["parking"], roles["hq"], roles.get("supermarket", 0),
    )  # fmt: skip


OF_MOH = [each for each in engine.rulesets() if engine.ruleset(each).family == "moh"]


def test_osaczeni_has_its_own_numbers() -> None:
    """Points, strength and votes as in OSA-5, what items do as in OSA-57 to OSA-65."""
    known = facts("osaczeni")
    assert known.points == {"protector": 5, "leader": 3, "crybaby": 7, "klutz": 1}
    assert known.strength == {"protector": 2, "leader": 1, "crybaby": 1, "klutz": 1}
    assert known.votes == {"protector": 1, "leader": 2, "crybaby": 1, "klutz": 1}
    assert known.family.noisy == "crybaby"
    assert known.uses["tin_can"] == "lure"
    assert known.threats == pytest.approx(3 / 23)


@pytest.mark.parametrize("ruleset", OF_MOH)
def test_numbers_come_from_the_ruleset(ruleset: str) -> None:
    """Points, strength and votes as in MOH-3, kills as in MOH-64."""
    known = facts(ruleset)
    assert known.points == {"pin_up": 7, "tough_guy": 5, "gunman": 3, "little_girl": 1}
    assert known.strength == {"pin_up": 1, "tough_guy": 2, "gunman": 1, "little_girl": 1}
    assert known.votes == {"pin_up": 1, "tough_guy": 1, "gunman": 2, "little_girl": 1}
    assert sorted(known.kills.values()) == [1, 1, 1, 2, 2, 2]
    assert (known.faces, known.family.noisy) == (6, "pin_up")
    assert known.threats == pytest.approx(3 / 21)


def test_facts_are_read_once() -> None:
    """A ruleset does not change during a run."""
    assert facts("moh") is facts("moh")


def test_rooms_hold_what_stands_there_and_closed_ones_are_left_out() -> None:
    """With four players the shop is closed (MOH-7)."""
    position = position_of(drawn(zombies={1: 2}), "A")
    assert sorted(position.rooms) == [1, 3, 4, 5, 6]
    assert position.rooms[1].zombies == 2
    assert [(p.player, p.kind) for p in position.rooms[1].people] == [
        ("A", "pin_up"), ("B", "tough_guy"),
    ]  # fmt: skip
    assert position.rooms[1].capacity == 3
    assert position.rooms[4].capacity == float("inf")


def test_own_characters_and_points_of_all() -> None:
    """What tactics compare."""
    position = position_of(drawn(), "A")
    assert [(p.kind, p.place) for p in position.own] == [("pin_up", 1), ("gunman", 4)]
    assert position.points == {"A": 10, "B": 8, "C": 10, "D": 10}


def test_order_begins_with_the_chief() -> None:
    """MOH-13: everything in turn begins with the Chief and goes clockwise."""
    assert position_of(drawn(), "A").order == ("C", "D", "A", "B")


def test_the_hidden_are_not_visible() -> None:
    """MOH-65: they can't be eaten."""
    table = draw("attack", {1: "A.pin_up A.gunman B.pin_up"}, zombies={1: 4}, hidden=["A.gunman"])
    assert [each.kind for each in position_of(table, "A").visible(1, "A")] == ["pin_up"]
    assert position_of(table, "A").visible(3, "A") == []


def rivalry(greed: float) -> dict[str, float]:
    """Return what points that others lose are worth to A, who has 10; B has 15, C 3."""
    table = draw("attack", {1: "A.pin_up A.gunman", 3: "B.pin_up B.tough_guy B.gunman C.gunman"})
    return Position(table.view_data("A")).rivalry(greed)


def test_a_leader_is_the_greater_rival() -> None:
    """What the first loses is worth more to me than what the last loses."""
    assert rivalry(0.8)["B"] > rivalry(0.8)["C"] > 0
    assert "A" not in rivalry(0.8)


def test_without_greed_nobody_is_a_rival() -> None:
    """Dial at 0: another's loss is no gain."""
    assert set(rivalry(0.0).values()) == {0.0}


def test_strength_is_what_the_view_shows() -> None:
    """A table may choose who counts as two (MOH-45); without walls strength does not count."""
    usual = position_of(drawn(), "A")
    assert {at: room.strength for at, room in usual.rooms.items()} == {
        1: 3, 3: 0, 4: None, 5: 2, 6: 2
    }  # fmt: skip
    assert usual.rooms[4].strength_as_if_walled == 2
    chosen = position_of(drawn(options={"holds_two": "gunman"}), "A")
    assert [chosen.rooms[at].strength for at in (1, 5, 6)] == [2, 4, 3]
    assert chosen.rooms[5].strength_as_if_walled == 4


@pytest.mark.parametrize("ruleset", OF_MOH)
def test_four_always_get_into_the_supermarket(ruleset: str) -> None:
    """MOH-46: however strong those there are, and nowhere else."""
    known = facts(ruleset)
    position = position_of(engine.new_table(ruleset, ("A", "B", "C", "D"), 1), "A")
    assert position.needed(known.supermarket, 6.0) == 4
    assert position.needed(known.supermarket, 3.0) == 3
    assert position.needed(known.hq, 6.0) == 6


def test_no_number_always_gets_in_in_osaczeni() -> None:
    """It has no supermarket: more than the strength must come."""
    table = draw("attack", {1: "A.leader"}, ruleset="osaczeni")
    known = facts("osaczeni")
    assert known.break_in is None
    assert position_of(table, "A").needed(1, 6.0) >= 6


def test_places_have_an_article_unless_they_bear_a_name() -> None:
    """In every ruleset; the Russian one has a restaurant and a boutique."""
    for ruleset, bare in (("moh", {2, 3, 5}), ("moh-ru", {2}), ("osaczeni", set[int]())):
        assert facts(ruleset).articled == frozenset(range(1, 7)) - bare
