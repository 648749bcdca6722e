from collections.abc import Mapping
from dataclasses import replace

import pytest

import engine
from arena.seats.house import Promises
from arena.seats.house.cards import CAMERA_AT, distribute_truck, use_camera
from arena.seats.house.moves import expected_loss
from arena.seats.house.position import Position
from tests.arena.seats.house.asking import answered, passed_to, promising, situation_of
from tests.engine.helpers import answer, draw, until

KINDS = ("pin_up", "tough_guy", "gunman")


def with_all(places: Mapping[int, str], seats: str = "BCD") -> dict[int, str]:
    """Return the places, and all that is not named of these seats out of the way.

    So there are rounds to come, and cards are worth keeping.
    """
    named = " ".join(places.values())
    free = [place for place in (1, 3, 5) if place not in places]
    drawn = dict(places)
    for at, seat in enumerate(seats):
        left = [f"{seat}.{kind}" for kind in KINDS if f"{seat}.{kind}" not in named]
        place = [*free, 6 if 6 not in places else 4][min(at, len(free))]
        drawn[place] = " ".join([drawn.get(place, ""), *left]).strip()
    return {place: who for place, who in drawn.items() if who}


def attacked(
    places: Mapping[int, str], zombies: int, *hand: str, place: int = 1, **keys: object
) -> engine.Table:
    """Return a table where A, who holds these cards, is asked in the attack on a location."""
    table = draw(
        "attack",
        with_all(places),
        zombies={place: zombies},
        hands={"A": list(hand)},
        extras_placed=True,
        **keys,
    )
    until(table, "play_attack_card")
    return passed_to(table, "A")


# --- weapons and Hardware ---

OUTVOTED = {1: "A.pin_up B.pin_up B.gunman"}
"""A would lose the vote: one against three."""


@pytest.mark.parametrize("weapon", ["pistol", "fire_axe", "baseball_bat", "shotgun", "grenades"])
def test_a_weapon_that_repels_the_attack_is_played_by_who_would_lose(weapon: str) -> None:
    """Three zombies against strength 3: one killed is enough."""
    assert answered(attacked(OUTVOTED, 3, weapon), "A") == weapon


def test_a_weapon_that_does_not_repel_the_attack_is_kept() -> None:
    """Six zombies against strength 3."""
    assert answered(attacked(OUTVOTED, 6, "pistol"), "A") == "pass"


def test_two_weapons_are_played_where_both_are_needed_and_suffice() -> None:
    """Four against strength 3: two Pistols' worth; afterwards nobody is eaten."""
    table = attacked(OUTVOTED, 4, "pistol", "fire_axe")
    first = answered(table, "A")
    assert first in {"pistol", "fire_axe"}
    answer(table, "A", first)
    second = answered(table, "A")
    assert {first, second} == {"pistol", "fire_axe"}


def test_no_more_is_spent_than_is_needed() -> None:
    """A Pistol repels them: the Shotgun stays, and after it nothing else is played."""
    table = attacked(OUTVOTED, 3, "shotgun", "pistol")
    assert answered(table, "A") == "pistol"
    answer(table, "A", "pistol")
    assert answered(table, "A") == "pass"


def test_who_wins_the_vote_keeps_his_weapons() -> None:
    """B is to be eaten: three votes against one."""
    places = {1: "A.pin_up A.gunman B.pin_up"}
    assert answered(attacked(places, 3, "shotgun"), "A") == "pass"


def test_hardware_holds_the_doors() -> None:
    """Strength 3 and one more against three."""
    assert answered(attacked(OUTVOTED, 3, "hardware"), "A") == "hardware"
    assert answered(attacked(OUTVOTED, 4, "hardware"), "A") == "pass"


def test_four_in_the_supermarket_are_shot_down_to_three() -> None:
    """MOH-46: strength 5 holds three, and nothing holds four."""
    places = {6: "A.pin_up B.pin_up B.gunman B.tough_guy"}
    assert answered(attacked(places, 4, "pistol", place=6), "A") == "pistol"
    assert answered(attacked(places, 6, "pistol", place=6), "A") == "pass"


def test_a_lone_zombie_on_the_parking_lot_is_shot() -> None:
    """There is no other way to stop it (MOH-52)."""
    places = {4: "A.pin_up B.pin_up B.gunman"}
    assert answered(attacked(places, 1, "pistol", place=4), "A") == "pistol"


# --- Hidden and Threat ---


def test_the_only_character_there_hides_when_the_vote_would_be_lost() -> None:
    """Then A is no candidate."""
    assert answered(attacked(OUTVOTED, 6, "hidden"), "A") == "hidden-pin_up"


def test_nobody_hides_where_the_vote_is_won() -> None:
    """Three votes against one."""
    assert answered(attacked({1: "A.pin_up A.gunman B.pin_up"}, 3, "hidden"), "A") == "pass"


def test_on_a_doomed_parking_lot_the_dearest_hides() -> None:
    """Three zombies for four characters, and hiding works in all their votes (MOH-55)."""
    places = {4: "A.pin_up A.gunman B.pin_up"}
    assert answered(attacked(places, 3, "hidden", place=4), "A") == "hidden-pin_up"


def test_a_threat_is_played_where_it_turns_the_vote() -> None:
    """A Pin-Up against a Pin-Up: the second vote decides."""
    places = {1: "A.pin_up B.pin_up"}
    assert answered(attacked(places, 4, "threat"), "A") == "threat"


def test_a_threat_that_turns_nothing_is_kept() -> None:
    """One more against three is not enough, and who has three against one needs none."""
    assert answered(attacked(OUTVOTED, 6, "threat"), "A") == "pass"
    assert answered(attacked({1: "A.pin_up A.gunman B.pin_up"}, 6, "threat"), "A") == "pass"


def test_cards_that_save_nothing_are_kept() -> None:
    """A Camera and a Sprint are not for attacks, but their holder is asked."""
    assert answered(attacked(OUTVOTED, 6, "camera", "sprint"), "A") == "pass"


def elected(phase: str, places: Mapping[int, str]) -> engine.Table:
    """Return a table where A, with a Threat, is asked before a vote for truck or Chief."""
    table = draw(phase, with_all(places), hands={"A": ["threat"]})
    until(table, "play_vote_card")
    return passed_to(table, "A")


def test_a_threat_for_the_truck_is_played_only_where_it_can_win() -> None:
    """Against one vote it wins; against four it does not; with four it is not needed."""
    even = {4: "A.pin_up B.pin_up"}
    hopeless = {4: "A.pin_up B.pin_up B.gunman B.tough_guy"}
    won = {4: "A.pin_up A.gunman A.tough_guy B.pin_up"}
    assert answered(elected("truck", hopeless), "A") == "pass"
    assert answered(elected("truck", won), "A") == "pass"
    assert answered(elected("truck", even), "A") in {"threat", "pass"}


def test_a_single_candidate_needs_no_threat() -> None:
    """MOH-23."""
    assert answered(elected("chief", {5: "A.pin_up"}), "A") == "pass"


# --- Camera, truck, victim ---


CLOSE_CALL = {1: "A.pin_up B.gunman", 3: "A.tough_guy C.gunman", 6: "A.gunman D.gunman"}


def camera(zombies: Mapping[int, int], places: Mapping[int, str], **keys: object) -> str:
    """Return what A, who holds a Camera, does under the box."""
    table = draw("arrival", places, zombies=zombies, hands={"A": ["camera"]}, **keys)
    until(table, "use_camera")
    return answered(table, "A")


def test_a_camera_is_used_where_the_dice_decide() -> None:
    """Everywhere a zombie or two short of getting in."""
    places = {1: "A.pin_up B.gunman", 3: "A.tough_guy C.gunman", 6: "A.gunman D.gunman"}
    assert camera({1: 1, 3: 2, 6: 2, 5: 2, 4: 2}, places) == "camera"


def test_a_camera_is_kept_where_all_is_calm() -> None:
    """No zombie, strong rooms, and mine in majority."""
    places = {
        1: "A.tough_guy A.gunman B.tough_guy", 3: "C.tough_guy D.tough_guy C.pin_up A.pin_up",
        6: "B.pin_up B.gunman C.gunman D.pin_up D.gunman",
    }  # fmt: skip
    assert camera({}, places) == "pass"


def test_a_camera_is_used_sooner_by_who_can_trust_nobody_s_eyes() -> None:
    """The same position: nobody has looked, a stranger has, a liar has; or one of two is spare."""
    table = draw(
        "arrival", CLOSE_CALL, zombies={1: 1}, hands={"A": ["camera"]}, chief="B",
    )  # fmt: skip
    until(table, "use_camera")
    turn = situation_of(table, "A")
    loss = expected_loss(turn)
    assert CAMERA_AT / 2 < loss < CAMERA_AT
    found = []
    for seen_by, trust in (((), 0.5), (("B",), 0.5), (("B",), 0.2)):
        view = {**turn.position.view, "dice_seen_by": list(seen_by)}
        believed = replace(turn.beliefs, trust={"B": trust})
        found.append(use_camera(turn._replace(position=Position(view), beliefs=believed)))
    assert found == ["camera", "pass", "camera"]
    two = Position({**turn.position.view, "dice_seen_by": ["B"], "hand": ["camera", "camera"]})
    assert use_camera(turn._replace(position=two)) == "camera"


def searched(*deck: str, **keys: object) -> engine.Table:
    """Return a table where A has the truck's cards before the eyes."""
    places = {4: "A.pin_up", 1: "A.gunman B.gunman", 3: "C.pin_up C.tough_guy D.pin_up"}
    table = draw("truck", places, deck=[*deck], **keys)
    until(table, "distribute_truck")
    return table


def test_the_best_card_is_kept_and_the_least_given_to_the_weakest() -> None:
    """B has 3 points, C 12, D 7."""
    assert answered(searched("camera", "shotgun", "threat"), "A") == "shotgun-camera-B"


def test_a_card_for_somebody_who_is_out_of_the_game_helps_nobody() -> None:
    """MOH-66: he plays no cards."""
    rich = "B.pin_up B.tough_guy B.gunman", "C.pin_up C.tough_guy C.gunman"
    places = {4: "A.pin_up", 1: "A.gunman", 6: rich[0], 3: rich[1]}
    table = draw("truck", places, deck=["camera", "shotgun", "threat"])
    until(table, "distribute_truck")
    assert answered(table, "A").endswith("-D")
    poor = draw(
        "truck", {4: "A.pin_up", 1: "A.gunman B.gunman"}, deck=["camera", "shotgun", "threat"]
    )
    until(poor, "distribute_truck")
    assert answered(poor, "A").endswith("-B")


def test_who_voted_for_the_searcher_is_thanked_and_who_bids_is_served() -> None:
    """C has more points than B, and a vote to give; D has cards enough."""
    table = searched("camera", "shotgun", "threat")
    turn = situation_of(table, "A")
    thanks = replace(turn.beliefs, backers=frozenset({"C"}))
    assert distribute_truck(turn._replace(beliefs=thanks)) == "shotgun-camera-C"
    bids = replace(turn.beliefs, bids={"C": 0.7})
    assert distribute_truck(turn._replace(beliefs=bids)) == "shotgun-camera-C"
    rich = searched("camera", "shotgun", "threat", hands={"B": ["sprint"] * 3 + ["hidden"] * 3})
    assert distribute_truck(situation_of(rich, "A")) == "shotgun-camera-D"


def test_a_weapon_is_played_where_unplayed_threats_could_turn_the_vote() -> None:
    """A's two votes win against one, unless B holds Threats; late in the game cards are cheap."""
    places = {1: "A.pin_up A.tough_guy B.pin_up", 3: "C.pin_up", 5: "D.pin_up"}
    found = []
    for held in ([], ["sprint"] * 3 + ["hidden"] * 3):
        hands = {"A": ["shotgun"], "B": held}
        table = draw("attack", places, zombies={1: 4}, hands=hands, extras_placed=True)
        until(table, "play_attack_card")
        found.append(answered(passed_to(table, "A"), "A"))
    assert found == ["pass", "shotgun"]


def test_of_two_cards_one_is_kept_and_a_last_one_is_not_given_away() -> None:
    """GAP-M-28."""
    assert answered(searched("camera", "shotgun"), "A") == "shotgun-camera-B"
    assert answered(searched("shotgun"), "A") == "shotgun"


def test_a_promised_gift_goes_where_it_was_promised() -> None:
    """Still the least of the cards."""
    turn = promising(searched("camera", "shotgun", "threat"), "A", Promises(recipient="C"))
    assert distribute_truck(turn) == "shotgun-camera-C"


@pytest.mark.parametrize(
    ("mine", "given"),
    [("pin_up tough_guy", "tough_guy"), ("pin_up gunman", "gunman"), ("pin_up", None)],
)
def test_late_in_the_game_the_fewest_points_are_given_up(mine: str, given: str | None) -> None:
    """Points alone count when hardly a round is left."""
    own = " ".join(f"A.{kind}" for kind in mine.split())
    table = draw("attack", {1: f"{own} B.pin_up", 3: "C.gunman D.gunman"}, zombies={1: 6})
    until(table, "cast_vote")
    answer(table, "A", "A")
    answer(table, "B", "A")
    if given is not None:
        assert until(table, "choose_victim") == ["A"]
        assert answered(table, "A") == given
