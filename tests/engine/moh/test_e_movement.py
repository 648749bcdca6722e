"""MOH-37 to MOH-41: the reveal, doomed locations, movement and Sprint."""

import pytest

import engine
from tests.engine.helpers import answer, asked, draw, events, options, until, where, zombies

GOALS = {"A": 3, "B": 3, "C": 3, "D": 3}
BOARD = {
    4: "A.pin_up B.pin_up C.pin_up D.pin_up",
    6: "A.gunman B.gunman C.gunman D.gunman",
}


def move_board(
    locations: dict[int, str] | None = None, goals: dict[str, int] | None = None, **keys: object
) -> engine.Table:
    """Return a table at the beginning of E; all dice show the parking lot unless given."""
    keys.setdefault("dice", [4, 4, 4, 4])
    return draw("movement", locations or BOARD, destinations=goals or GOALS, **keys)


def moved(table: engine.Table, at: int = -1) -> dict[str, object]:
    """Return one move, the last unless `at` says otherwise."""
    return events(table, "character_moved")[at].data()


# --- MOH-37: the reveal ---


def test_moh_37_destinations_are_revealed_then_the_dice_then_zombies_come() -> None:
    """In this order, all perceived by everybody."""
    table = move_board(dice=[1, 1, 5, 6])
    order = ["destinations_revealed", "dice_revealed", "zombies_came"]
    assert [e.type for e in table.heard_by("D") if e.type in order] == order
    assert table.view(None).dice == (1, 1, 5, 6)
    assert dict(table.view(None).destinations) == GOALS


def test_moh_37_one_zombie_for_each_die() -> None:
    """They add to those that already stand there."""
    table = move_board(dice=[1, 1, 5, 6], zombies={1: 1, 3: 2})
    assert zombies(table) == {1: 3, 3: 2, 5: 1, 6: 1}


def test_moh_37_a_die_on_the_closed_shop_is_ignored() -> None:
    """With four players a 2 brings no zombie."""
    assert zombies(move_board(dice=[2, 2, 5, 6])) == {5: 1, 6: 1}


def test_moh_37_a_die_on_the_open_shop_counts() -> None:
    """With five players it does."""
    assert zombies(move_board(dice=[2, 2, 5, 6], seats=5)) == {2: 2, 5: 1, 6: 1}


def test_moh_37_a_die_on_a_doomed_location_is_ignored() -> None:
    """Location 5, closed in an earlier round, takes no zombie."""
    assert zombies(move_board(dice=[5, 5, 5, 6], closed=[2, 5])) == {6: 1}


# --- MOH-38: doomed locations ---


def is_closed(table: engine.Table, place: int) -> bool:
    """Tell whether the location is closed."""
    return table.view(None).places[place - 1].closed


@pytest.mark.parametrize(("before", "closed"), [(6, False), (7, True), (8, True), (11, True)])
def test_moh_38_eight_zombies_close_an_empty_location(before: int, *, closed: bool) -> None:
    """Six and one are seven, which is not enough; seven and one are eight; more do as well."""
    table = move_board(zombies={1: before}, dice=[1, 4, 4, 4])
    assert is_closed(table, 1) is closed
    assert zombies(table).get(1, 0) == (0 if closed else before + 1)


def test_moh_38_a_location_with_a_character_stays_open() -> None:
    """A single character holds the Restrooms open before any number of zombies."""
    table = move_board({1: "A.tough_guy", **BOARD}, zombies={1: 9})
    assert not is_closed(table, 1)
    assert zombies(table)[1] == 9


def test_moh_38_the_parking_lot_never_closes() -> None:
    """Empty, and ten zombies there."""
    there = {3: "A.pin_up B.pin_up", 6: "A.gunman B.gunman C.gunman"}
    table = move_board(there, {"A": 5, "B": 5, "C": 5}, zombies={4: 10})
    assert not is_closed(table, 4)
    assert zombies(table)[4] == 14


def test_moh_38_several_locations_can_close_at_once() -> None:
    """Each empty location is checked."""
    table = move_board(zombies={1: 8, 5: 7}, dice=[5, 4, 4, 4])
    assert [e.data()["place"] for e in events(table, "place_closed")] == [1, 5]


def test_moh_38_doom_is_checked_before_the_moves() -> None:
    """A location that moves leave empty does not close this round."""
    table = move_board(
        {1: "A.pin_up", 6: "B.gunman C.gunman D.gunman A.gunman"},
        {"A": 6, "B": 3, "C": 3, "D": 3},
        zombies={1: 8},
    )
    until(table, "choose_destination")
    assert not is_closed(table, 1)


def test_gap_m_20_doom_is_not_checked_when_the_first_zombies_come() -> None:
    """Nor in A, B, C, D and F: eight zombies before an empty location wait for E."""
    for phase in ("truck", "chief", "arrival", "destinations", "attack"):
        table = draw(phase, BOARD, zombies={1: 8}, extras_placed=phase == "attack")
        assert not is_closed(table, 1), phase


# --- MOH-39: one character each ---


def test_moh_39_moves_go_in_chief_order() -> None:
    """With Chief C: C, D, A, B."""
    table = move_board(chief="C")
    seen = []
    while asked(table) and asked(table)[0][1] == "move":
        seen.append(asked(table)[0][0])
        answer(table, seen[-1], "pin_up")
    assert seen == ["C", "D", "A", "B"]


def test_moh_39_any_own_character_that_is_not_yet_there() -> None:
    """The one at the destination can't move to it; the others can."""
    table = move_board({3: "A.tough_guy", **BOARD})
    assert options(table, "A") == ["pin_up", "gunman"]
    answer(table, "A", "gunman")
    assert moved(table) == {
        "player": "A", "character": "gunman", "origin": 6, "place": 3, "cause": "destination",
    }  # fmt: skip


def test_moh_39_exactly_one_character_moves_and_nobody_passes() -> None:
    """There is no pass, and the other characters stay."""
    table = move_board()
    assert "pass" not in options(table, "A")
    answer(table, "A", "pin_up")
    assert where(table, "A.gunman") == 6
    assert asked(table) == [("B", "move")]


def test_moh_39_the_choice_is_made_with_earlier_moves_in_view() -> None:
    """B is asked after A has moved, and sees it."""
    table = move_board()
    answer(table, "A", "gunman")
    assert asked(table) == [("B", "move")]
    assert where(table, "A.gunman") == 3


def test_moh_39_a_single_movable_character_of_an_empty_hand_moves_unasked() -> None:
    """A has one character, no card: no question."""
    table = move_board({4: "A.pin_up", 6: "B.gunman C.gunman D.gunman B.pin_up"})
    assert moved(table, 0)["player"] == "A"
    assert asked(table) == [("B", "move")]


def test_moh_39_with_any_card_in_hand_the_move_is_asked_for() -> None:
    """The question depends on the hand size: with one move and a Camera A is asked."""
    table = move_board(
        {4: "A.pin_up", 6: "B.gunman C.gunman D.gunman B.pin_up"}, hands={"A": ["camera"]}
    )
    assert asked(table) == [("A", "move")]
    assert options(table, "A") == ["pin_up"]


# --- MOH-40: full or closed ---


def test_moh_40_the_last_space_is_taken_by_the_first_to_come() -> None:
    """Three stand in Megatoys: A still finds room, B goes to the parking lot."""
    full = {3: "A.tough_guy B.tough_guy C.tough_guy", 6: "A.pin_up B.pin_up C.pin_up D.pin_up"}
    table = move_board(full, {"A": 3, "B": 3, "C": 5, "D": 5})
    assert moved(table, 0) == {
        "player": "A", "character": "pin_up", "origin": 6, "place": 3, "cause": "destination",
    }  # fmt: skip
    assert moved(table, 1) == {
        "player": "B", "character": "pin_up", "origin": 6, "place": 4, "cause": "full",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("place", "there"),
    [
        (1, "B.pin_up B.gunman C.pin_up"),
        (2, "B.pin_up B.gunman C.pin_up C.gunman"),
        (3, "B.pin_up B.gunman C.pin_up C.gunman"),
        (5, "B.pin_up B.gunman C.pin_up"),
        (6, "B.pin_up B.gunman C.pin_up C.gunman D.pin_up D.gunman"),
    ],
)
@pytest.mark.parametrize("full", [True, False])
def test_moh_40_each_location_holds_its_number(place: int, there: str, *, full: bool) -> None:
    """At capacity the mover goes to the parking lot; with one character less he finds room."""
    inside = there if full else there.rpartition(" ")[0]
    away = 3 if place != 3 else 1
    goals = {"A": place, "B": away, "C": away, "D": away, "E": away}
    outside = " ".join(f"{seat}.tough_guy" for seat in "ABCDE")
    table = move_board({place: inside, 4: outside}, goals, seats=5)
    assert where(table, "A.tough_guy") == (4 if full else place)


def test_moh_40_from_a_full_destination_the_parking_lot_keeps_its_own() -> None:
    """A character that is on the parking lot stays there: the mover may pick such a no-op."""
    full = {1: "B.pin_up B.gunman C.pin_up", 4: "A.pin_up", 6: "A.gunman C.gunman D.gunman"}
    table = move_board(full, {"A": 1, "B": 3, "C": 3, "D": 3})
    assert options(table, "A") == ["pin_up", "gunman"]
    answer(table, "A", "pin_up")
    assert moved(table, 0) == {
        "player": "A", "character": "pin_up", "origin": 4, "place": 4, "cause": "full",
    }  # fmt: skip


def test_gap_m_22_a_destination_doomed_in_this_round_is_like_a_full_one() -> None:
    """Megatoys closes; who chose it goes to the parking lot, or stays there."""
    table = move_board(zombies={3: 7}, dice=[3, 4, 4, 4])
    answer(table, "A", "gunman")
    assert moved(table) == {
        "player": "A", "character": "gunman", "origin": 6, "place": 4, "cause": "closed",
    }  # fmt: skip
    answer(table, "B", "pin_up")
    assert moved(table)["place"] == 4


def test_gap_m_22_a_sprint_is_allowed_from_a_doomed_destination() -> None:
    """The Sprint goes to any open location with room, not to the doomed one."""
    table = move_board(zombies={3: 8}, hands={"A": ["sprint"]})
    assert "sprint-gunman-5" in options(table, "A")
    assert "sprint-gunman-3" not in options(table, "A")


# --- MOH-41, GAP-M-23: Sprint ---


def test_moh_41_a_sprint_goes_to_any_open_location_with_room_or_stays() -> None:
    """Every own character, dead ones excepted, to 1, 3, 4, 5 or 6, its own included."""
    table = move_board(hands={"A": ["sprint"]})
    sprints = [option for option in options(table, "A") if option.startswith("sprint")]
    assert sprints == [
        f"sprint-{kind}-{place}" for kind in ("pin_up", "gunman") for place in (1, 3, 4, 5, 6)
    ]


def test_moh_41_a_sprint_replaces_the_destination_and_is_discarded() -> None:
    """A locked 3 and runs to 5."""
    table = move_board(hands={"A": ["sprint"]})
    answer(table, "A", "sprint-gunman-5")
    assert moved(table) == {
        "player": "A", "character": "gunman", "origin": 6, "place": 5, "cause": "sprint",
    }  # fmt: skip
    assert table.view("A").hand == ()
    assert table.view(None).played[-1] == "sprint"


def test_moh_41_a_sprint_may_leave_everybody_where_he_is() -> None:
    """The duty to move does not bind a Sprint."""
    table = move_board(hands={"A": ["sprint"]})
    answer(table, "A", "sprint-pin_up-4")
    assert (where(table, "A.pin_up"), where(table, "A.gunman")) == (4, 6)
    assert asked(table) == [("B", "move")]


FULL = {1: "A.tough_guy B.tough_guy C.tough_guy", **BOARD}


def test_moh_41_a_sprint_needs_room_but_not_to_stay() -> None:
    """The full Restrooms are offered to the one who stands in them, and to nobody else."""
    table = move_board(FULL, hands={"A": ["sprint"]})
    assert "sprint-tough_guy-1" in options(table, "A")
    assert "sprint-pin_up-1" not in options(table, "A")
    assert "sprint-gunman-1" not in options(table, "A")


def test_moh_41_one_space_is_room_enough() -> None:
    """With two in the Restrooms a third may run there."""
    two = {1: "A.tough_guy B.tough_guy", **BOARD}
    table = move_board(two, hands={"A": ["sprint"]})
    assert "sprint-pin_up-1" in options(table, "A")


def test_moh_41_the_parking_lot_always_has_room() -> None:
    """With ten characters there it is still a target."""
    crowd = " ".join(f"{seat}.{kind}" for seat in "BCDEF" for kind in ("pin_up", "gunman"))
    goals = dict.fromkeys("BCDEF", 3) | {"A": 3}
    table = move_board({4: crowd, 6: "A.gunman"}, goals, seats=6, hands={"A": ["sprint"]})
    assert "sprint-gunman-4" in options(table, "A")


def test_moh_41_a_sprint_frees_a_chief_from_his_announcement() -> None:
    """An elected Chief's announced destination binds but for a Sprint."""
    table = move_board(chief_elected=True, hands={"A": ["sprint"]})
    answer(table, "A", "sprint-gunman-5")
    assert where(table, "A.gunman") == 5


def test_moh_41_a_closed_location_is_no_target() -> None:
    """With four players the shop is not; with five it is."""
    assert "sprint-pin_up-2" not in options(move_board(hands={"A": ["sprint"]}), "A")
    assert "sprint-pin_up-2" in options(move_board(hands={"A": ["sprint"]}, seats=5), "A")


def test_gap_m_23_a_sprint_may_go_to_the_locked_destination_with_any_character() -> None:
    """Any own living character, target open and with room: the locked one included."""
    table = move_board({3: "A.tough_guy", **BOARD}, hands={"A": ["sprint"]})
    answer(table, "A", "sprint-tough_guy-5")
    assert where(table, "A.tough_guy") == 5
    other = move_board(hands={"A": ["sprint"]})
    assert "sprint-pin_up-3" in options(other, "A")


def test_moh_41_the_card_is_not_needed_to_follow_the_destination() -> None:
    """A Sprint holder may move as he locked and keep the card."""
    table = move_board(hands={"A": ["sprint"]})
    answer(table, "A", "pin_up")
    assert table.view("A").hand == ("sprint",)
    assert where(table, "A.pin_up") == 3


# --- GAP-M-25: succession ---


def test_gap_m_25_the_badge_passes_to_the_next_living_player_at_the_end_of_f() -> None:
    """B is dead: C inherits, not elected, before the round ends."""
    there = {1: "A.pin_up", 3: "C.pin_up C.gunman D.pin_up D.gunman", 6: "E.pin_up E.gunman"}
    table = draw("attack", there, seats=5, chief="A", zombies={1: 1}, extras_placed=True)
    badge = events(table, "badge_taken")[-1].data()
    assert badge == {"player": "C", "elected": False, "cause": "succession"}
    types = [event.type for event in table.events]
    assert types.index("character_eaten") < types.index("player_eliminated")
    assert types.index("badge_taken") < types.index("round_ended")


def test_gap_m_25_a_later_vote_of_the_same_f_still_counts_from_the_old_chief() -> None:
    """A dies at 1 and is Chief until F ends; the card lap at 3 begins with D."""
    there = {1: "A.pin_up", 3: "D.pin_up E.pin_up", 6: "C.pin_up C.gunman D.gunman E.gunman"}
    hands = {"D": ["camera"], "E": ["camera"]}
    table = draw(
        "attack", there, seats=5, chief="A", zombies={1: 1, 3: 2}, extras_placed=True, hands=hands
    )
    assert table.view(None).chief == "A"
    assert asked(table) == [("D", "play_attack_card")]
