"""What the lines of the board say, position by position."""

from collections.abc import Mapping

import engine
from arena.narration.dialects import words_of
from arena.projections.perspective import Perspective
from arena.records.record import Shown
from arena.seats.llm.board_text import Board, changed
from tests.arena.records_of import shown_of
from tests.engine.helpers import answer, draw
from tests.engine.osaczeni.boards import draw_osa

SEATS = ("A", "B", "C", "D")


def lines(table: engine.Table, ruleset: str = "moh", seat: str = "A") -> Mapping[str, str]:
    """Return a seat's board."""
    return Board(words_of(engine.ruleset(ruleset), SEATS)).lines(table.view_data(seat))


def test_points_and_characters_alive_are_told_with_the_end() -> None:
    """Of each player, the dead worth nothing; four of them end a game of four."""
    table = draw("truck", {4: "A.pin_up B.gunman", 6: "C.tough_guy A.tough_guy D.gunman"})
    assert lines(table)["alive"] == (
        "Points alive: A 12, B 3, C 5, D 3. Alive: 5 characters; the game ends at 4."
    )


def test_the_order_begins_with_the_badge() -> None:
    """Clockwise; who is out is named."""
    table = draw("truck", {4: "A.pin_up B.gunman", 6: "C.tough_guy C.gunman A.gunman"}, chief="C")
    assert lines(table)["order"] == "Chief of Security: C. Order: C, D, A, B. Out: D."


def test_places_have_strength_and_zombies_and_say_where_they_are_full() -> None:
    """The parking lot has no walls and is never full."""
    there = {1: "A.tough_guy B.pin_up C.gunman", 3: "A.pin_up", 4: "D.pin_up D.gunman"}
    told = lines(draw("truck", there, zombies={1: 2, 4: 1}))
    assert told["1"].startswith("- 1 Restrooms (full with 3, strength 4, 2 zombies): A's")
    assert told["3"] == "- 3 Megatoys (1 of 4 taken, strength 1, 0 zombies): A's Pin-Up"
    assert told["4"] == "- 4 Parking Lot (2 taken, 1 zombie): D's Pin-Up, Gunman"


def test_full_destinations_are_marked() -> None:
    """Who goes there ends on the parking lot."""
    there = {1: "A.tough_guy B.pin_up C.gunman", 3: "A.pin_up B.gunman C.pin_up D.pin_up"}
    table = draw("destinations", there)
    for seat, place in (("A", "5"), ("B", "6"), ("C", "5"), ("D", "1")):
        answer(table, seat, place)
    assert lines(table)["destinations"] == "Destinations: A 5, B 6, C 5, D 1 (full)."


def test_a_board_is_told_by_what_changed() -> None:
    """All lines that say something, then those that are others; what is gone is `none`."""
    before = lines(draw("truck", {4: "A.pin_up B.gunman", 6: "C.tough_guy C.gunman D.gunman"}))
    assert changed(before, None) == [line for line in before.values() if line]
    assert changed(before, before) == []
    after = {**before, "now": "Round 2, the truck.", "hand": ""}
    assert changed(after, before) == ["Round 2, the truck.", "Hand: none."]


def test_osaczeni_tells_the_victim_token_and_the_cold_room() -> None:
    """Who decides ties, and what the dead have changed."""
    there = {6: "A.leader B.leader", 5: "C.leader C.crybaby D.leader"}
    table = draw_osa("truck", there, victim_token="B", cold_room=7)
    told = lines(table, "osaczeni")
    assert "Victim token: B." in told["order"]
    assert told["cold room"].startswith("Cold room: 7 dead, so 6 dice, and monsters get in")
    assert "the game ends at 4." in told["alive"]


def test_what_the_board_comes_to_is_told_as_it_stands() -> None:
    """The biggest crowd and the most Pin-Ups draw one; what stands there gets in, or is held."""
    there = {
        1: "A.tough_guy B.pin_up C.gunman", 3: "A.pin_up D.pin_up", 4: "C.pin_up D.gunman",
        6: "B.tough_guy C.tough_guy D.tough_guy",
    }  # fmt: skip
    zombies = {1: 3, 3: 2, 4: 5, 5: 7, 6: 4}
    told = lines(draw("truck", there, zombies=zombies))
    assert told["prospects"] == (
        "As it stands, zombies are drawn to: 3 (Pin-Up); then get in at: 3 (2 must go), "
        "4 (2 eaten), 6 (1 must go)."
    )
    there = {3: "A.pin_up B.gunman", 6: "A.tough_guy B.pin_up C.gunman D.pin_up"}
    told = lines(draw("truck", there))
    assert told["prospects"] == (
        "As it stands, zombies are drawn to: 6 (crowd), 6 (Pin-Up); then get in at: none."
    )


def test_level_gatherings_draw_one_each_in_osaczeni() -> None:
    """And as many as the strength are held, until the cold room fills."""
    there = {6: "A.leader B.leader", 5: "C.leader C.crybaby", 2: "D.leader"}
    for dead, inside in ((7, "2 (1 must go), 5 (3 must go)"), (0, "5 (2 must go)")):
        zombies = {2: 1, 5: 2}
        table = draw_osa("truck", there, victim_token="B", cold_room=dead, zombies=zombies)
        assert lines(table, "osaczeni")["prospects"] == (
            "As it stands, monsters are drawn to: 5 6 (crowd), 5 (Crybaby); "
            f"then get in at: {inside}, 6 (1 eaten)."
        )


def test_who_knows_the_dice_is_told_with_them_until_these_have_come() -> None:
    """None comes to what is closed; in Osaczeni the surplus comes to the parking lot."""

    def told(ruleset: str, table: engine.Table, phase: str, *dice: int) -> str:
        view = {**table.view_data("A"), "dice": dice or None, "phase": phase}
        return Board(words_of(engine.ruleset(ruleset), SEATS)).lines(view)["prospects"]

    mall = draw("truck", {1: "A.gunman", 3: "B.tough_guy B.gunman", 4: "C.gunman", 5: "D.gunman"})
    drawn = "zombies are drawn to: 3 (crowd); then get in at:"
    known = f"As it stands, with the dice, {drawn} 1 (1 must go), 4 (1 eaten)."
    assert told("moh", mall, "destinations", 1, 2, 2, 4) == known
    assert told("moh", mall, "destinations") == f"As it stands, {drawn} none."
    assert told("moh", mall, "movement", 1, 2, 2, 4) == f"As it stands, {drawn} none."
    there = {1: "A.leader A.crybaby", 3: "B.leader C.leader", 6: "B.crybaby D.protector"}
    osaczeni = draw_osa("truck", there, zombies={1: 4})
    drawn = "monsters are drawn to: 1 3 6 (crowd), 1 6 (Crybaby);"
    assert told("osaczeni", osaczeni, "movement", 1, 1, 1, 3) == (
        f"As it stands, with the dice, {drawn} then get in at: 1 (4 must go), 6 (2 eaten)."
    )
    assert told("osaczeni", osaczeni, "attack", 1, 1, 1, 3) == (
        "As it stands, monsters get in at: 1 (2 must go)."
    )


def test_those_that_are_drawn_have_come_in_the_attack() -> None:
    """And of the attacks those are told that are still to come."""
    there = {1: "A.tough_guy", 3: "A.gunman B.gunman", 5: "C.gunman D.gunman", 6: "B.pin_up"}
    table = draw("attack", there, hands={"A": ["pistol"]}, zombies={1: 1, 3: 3, 5: 3, 6: 1})
    assert table.view_data(None)["attack"]["place"] == 3  # type: ignore[index]
    told = lines(table)["prospects"]
    assert told == ("As it stands, zombies get in at: 3 (2 must go), 5 (2 must go), 6 (2 must go).")
    view = table.view_data("A")
    view["attack"] = {**view["attack"], "place": 5}  # type: ignore[dict-item]
    later = Board(words_of(engine.ruleset("moh"), SEATS)).lines(view)["prospects"]
    assert later == "As it stands, zombies get in at: 5 (2 must go), 6 (2 must go)."
    answer(table, "A", "pistol")
    assert lines(table)["prospects"].startswith("As it stands, zombies get in at: 3 (1 must go)")


def test_cards_that_the_seat_saw_others_get_are_told() -> None:
    """Until they are played; of two alike one may be left."""

    def record(type_: str, player: str, card: str) -> Shown:
        (shown,) = shown_of([{"type": type_, "data": {"player": player, "card": card}}])
        return shown

    heard = [
        record("card_received", "A", "sprint"),
        record("card_received", "B", "threat"),
        record("card_received", "C", "pistol"),
        record("card_played", "C", "hidden"),
    ]
    seen = Perspective(engine.ruleset("moh"), SEATS, SEATS, "A")
    seen.catch_up(heard)
    assert seen.facts.cards.faces() == {"A": ["sprint"], "B": ["threat"], "C": ["pistol"]}
    table = draw("truck", {4: "A.pin_up B.gunman", 6: "C.tough_guy D.gunman"})
    board = Board(words_of(engine.ruleset("moh"), SEATS))
    told = board.lines(table.view_data("A"), seen.facts.cards.faces())["hands"]
    assert told.startswith("Others hold: B 0 (Threat), C 0 (Pistol), D 0. Deck: ")
    heard.append(record("card_played", "B", "threat"))
    seen.catch_up(heard)
    assert seen.facts.cards.faces() == {"A": ["sprint"], "C": ["pistol"]}
