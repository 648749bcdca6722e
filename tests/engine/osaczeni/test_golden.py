"""Golden playthroughs of Osaczeni: how games end, how ties are broken, and every item."""

from dataclasses import dataclass

import pytest

from tests.engine.osaczeni.boards import lay
from tests.engine.test_golden import GOLDEN, Play, compare

FEW = {3: "A.leader", 4: "B.protector", 5: "C.crybaby D.leader"}
"""Four survivors of four players: the game ends with the round."""


@dataclass(frozen=True, kw_only=True)
class Told(Play):
    """A game with its epilogue."""

    epilogue: int | None


def told(
    name: str,
    title: str,
    start: dict[str, object],
    answers: str = "",
    *,
    winners: str = "",
    epilogue: int | None,
) -> Told:
    """Return a game that ends because few are left; `winners` are written in one word."""
    return Told(
        name=f"osaczeni-{name}",
        title=title,
        start={"seed": 1, **start},
        answers=answers,
        ends=("few_left", tuple(winners)),
        epilogue=epilogue,
    )


PLAYS = (
    told(
        "end-few-left",
        "One is eaten, four are left, and C wins: nothing was closed, epilogue 18 (OSA-54)",
        lay("attack", FEW | {1: "A.protector"}, monsters={1: 3}),
        winners="C",
        epilogue=18,
    ),
    told(
        "end-everybody-dead",
        "The last two die, and all share: epilogue 11 (GAP-O-19)",
        lay("attack", {1: "A.leader", 6: "B.leader"}, monsters={1: 2, 6: 2}),
        winners="ABCD",
        epilogue=11,
    ),
    told(
        "end-two-share",
        "A and B have seven points each: epilogue 19 (OSA-55)",
        lay("dawn", {1: "A.crybaby", 2: "B.crybaby", 4: "C.leader D.leader"}),
        winners="AB",
        epilogue=19,
    ),
    told(
        "end-truck-keys",
        "B's Truck keys decide; with two items in a hand it is epilogue 14 (OSA-65)",
        lay("dawn", {1: "A.crybaby", 2: "B.crybaby", 4: "C.leader D.leader"},
            hands={"A": ["gun", "tin_can"], "B": ["truck_keys"]}),
        winners="B",
        epilogue=14,
    ),
    told(
        "end-nothing-unlocked",
        "Every row that holds was unlocked in an earlier game: no epilogue (GAP-O-25)",
        lay("dawn", FEW, options={"unlocked": "2,18,20"}),
        winners="C",
        epilogue=None,
    ),
    told(
        "area-closes",
        "Six monsters are held, the area closes, and who stood there goes outside (OSA-53)",
        lay("attack", {2: "A.protector B.protector C.leader D.leader"}, monsters={2: 6}),
        winners="AB",
        epilogue=19,
    ),
    told(
        "tie-truck-token",
        "A tie for the truck: D, who has no character left, sends B (OSA-21)",
        lay("truck", {6: "A.leader B.leader", 5: "C.leader"}, victim_token="D",
            deck=["gun", "tin_can", "molotov"], chance={"dice": [[1, 1, 2, 3]]}),
        answers="A=A B=B D=B B=gun-molotov-D",
        epilogue=18,
    ),
    told(
        "tie-badge-token",
        "A tie for the badge: D decides for B, who takes it and sees the dice (OSA-21, OSA-29)",
        lay("badge", {3: "A.leader B.leader", 5: "C.crybaby D.leader"}, victim_token="D",
            chance={"dice": [[1, 1, 2, 3]]}),
        answers="A=A B=B D=B B=4 C=4 D=4 A=4",
        epilogue=18,
    ),
    told(
        "tie-attack-token",
        "A tie in an attack: B, tied too, has the token and decides for A (OSA-21)",
        lay("attack", {1: "A.protector B.crybaby", 4: "C.leader", 5: "D.leader A.leader"},
            monsters={1: 5}, victim_token="B"),
        answers="A=B B=A B=A",
        epilogue=18,
    ),
    told(
        "walkie-talkie-and-energy-drink",
        "Nobody is in the centre; C looks under the hatch, moves, and runs on (OSA-30, 57, 58)",
        lay("badge", {1: "A.leader", 4: "B.protector", 5: "C.crybaby D.leader"},
            hands={"C": ["walkie_talkie", "energy_drink"]}, chance={"dice": [[1, 4, 4, 2]]}),
        answers="C=walkie_talkie A=4 B=1 C=2 D=2 C=crybaby-3",
        epilogue=17,
    ),
    told(
        "six-items-in-an-attack",
        "Gun, Tin can, Baseball bat, Chainsaw, Rotten meat and Molotov cocktail (OSA-59 to 64)",
        lay("attack", {1: "A.leader B.protector", 2: "A.crybaby B.crybaby", 5: "C.leader"},
            monsters={1: 6, 2: 6, 5: 3},
            hands={"A": ["gun", "tin_can", "baseball_bat"], "C": ["molotov"],
                   "B": ["chainsaw", "rotten_meat"]}),
        answers="A=gun B=chainsaw A=tin_can-4 B=pass A=pass "
        "A=pass B=rotten_meat-crybaby A=baseball_bat C=molotov",
        epilogue=18,
    ),
    told(
        "parking-lot",
        "Three monsters at the parking lot, a Gun and Rotten meat that last (OSA-48, OSA-49)",
        lay("attack", {6: "A.leader B.leader B.crybaby C.protector", 5: "D.leader"},
            monsters={6: 3}, hands={"A": ["gun"], "B": ["rotten_meat"]}),
        answers="A=gun B=rotten_meat-crybaby A=B B=C C=B A=C C=C",
        epilogue=4,
    ),
    told(
        "whole-game",
        "A whole game of three, from the set-up to the epilogue",
        lay("setup", seats=3, badge="B"),
        epilogue=14,
    ),
)  # fmt: skip


@pytest.mark.parametrize("play", PLAYS, ids=lambda play: play.name)
def test_the_playthrough_is_as_written(play: Told) -> None:
    """The whole log and every question come out as in the file, and so does the epilogue."""
    assert compare(play).epilogue == play.epilogue


def test_every_file_is_a_playthrough() -> None:
    """No file is left over from a game that is gone."""
    assert {path.stem for path in GOLDEN.glob("osaczeni-*")} == {play.name for play in PLAYS}


def test_every_item_is_in_a_playthrough() -> None:
    """The eight that are played are played, and the keys are shown."""
    texts = "".join(path.read_text(encoding="utf-8") for path in GOLDEN.glob("osaczeni-*"))
    for card in ("walkie_talkie", "energy_drink", "gun", "tin_can", "baseball_bat", "chainsaw",
                 "molotov", "rotten_meat"):  # fmt: skip
        assert f", card {card}, place" in texts
    assert "- hands revealed: hands A:gun tin_can B:truck_keys" in texts
