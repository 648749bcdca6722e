"""Scenarios of Osaczeni keep their secrets: what a seat is not told changes nothing it sees."""

import re

import pytest

import engine
from engine.testing import what_a_seat_sees
from tests.engine.osaczeni.boards import draw_osa, lay

PHASES = ("truck", "badge", "destinations", "movement", "arrival", "attack", "dawn")
THERE = {
    1: "A.crybaby B.crybaby",
    3: "C.leader D.protector",
    4: "A.leader",
    6: "B.leader C.crybaby D.leader",
}


@pytest.mark.parametrize("phase", PHASES)
def test_a_scenario_keeps_its_secrets(phase: str) -> None:
    """Other hands, the deck, unseen dice: nothing that A perceives tells them apart."""
    hands = {"A": ["gun"], "B": ["rotten_meat", "walkie_talkie"], "C": ["tin_can"], "D": []}
    others = {"A": ["gun"], "B": ["energy_drink", "chainsaw"], "C": ["walkie_talkie"], "D": []}
    keys: dict[str, object] = {"monsters": {1: 3, 6: 1}, "round": 2}
    one = lay(phase, THERE, hands=hands, deck=["gun", "molotov"], **keys) | {"seed": 1}
    two = lay(phase, THERE, hands=others, deck=["tin_can", "gun"], **keys) | {"seed": 2}
    if phase == "destinations":
        one |= {"dice": [1, 2, 3, 4], "dice_seen_by": ["B"]}
        two |= {"dice": [6, 6, 6, 6], "dice_seen_by": ["B"]}
    if phase == "movement":
        one["destinations"] = two["destinations"] = {"A": 3, "B": 6, "C": 1, "D": 1}
    if phase in {"movement", "arrival"}:  # open at once in these
        one["dice"] = two["dice"] = [1, 2, 3, 4]
    first, second = (
        what_a_seat_sees(engine.load_scenario(each, floors=True), "A") for each in (one, two)
    )
    assert _without_played(first) == _without_played(second)


def _without_played(seen: dict[str, str]) -> dict[str, str]:
    # The items that nobody holds and that are not in the deck have been played, face up.
    gone = re.compile(r'"played": \[[^]]*\]')
    return {door: gone.sub("", text) for door, text in seen.items()}


@pytest.mark.parametrize("phase", ["destinations", "movement"])
def test_who_has_looked_sees_the_dice_of_a_scenario(phase: str) -> None:
    """B has: in phase 3 B alone knows them; in phase 4 they are open."""
    goals = {"destinations": dict.fromkeys("ABCD", 2)} if phase == "movement" else {}
    table = draw_osa(phase, THERE, dice=[1, 2, 3, 4], dice_seen_by=["B"], **goals)  # type: ignore[arg-type]
    sees = [seat for seat in "ABCD" if table.view(seat).dice is not None]
    assert sees == (["B"] if phase == "destinations" else list("ABCD"))


def test_the_hatch_is_opaque_for_who_holds_the_badge_unelected() -> None:
    """The badge stayed: its holder announces without knowing the dice."""
    table = draw_osa("destinations", THERE, dice=[1, 2, 3, 4])
    assert [table.view(seat).dice for seat in (None, *"ABCD")] == [None] * 5
    assert all(event.seen_by == "engine" for event in table.events if event.type == "dice_rolled")
