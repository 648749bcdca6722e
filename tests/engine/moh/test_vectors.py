"""The ten worked examples of the rules specification, section 14, by their numbers."""

import pytest

import engine
from tests.engine.helpers import answer, asked, draw, events, options, until, vote, where, zombies

CROWD = "C.gunman C.tough_guy D.gunman D.tough_guy"


def attack(
    locations: dict[int, str], zombies: dict[int, int], *, seats: int = 4, **keys: object
) -> engine.Table:
    """Draw an attack to which nobody more is attracted."""
    return draw("attack", locations, seats=seats, zombies=zombies, extras_placed=True, **keys)


def fighting(table: engine.Table) -> list[str]:
    """Return the kinds of the questions that the attack asks now."""
    return [question.kind for question in table.pending() if question.phase == "attack"]


def weights(table: engine.Table) -> dict[str, int]:
    """Return the weights of the ballot that is open."""
    return dict(table.pending()[0].context["weights"])  # type: ignore[call-overload]


@pytest.mark.parametrize(("count", "breach"), [(3, False), (4, True)])
def test_vector_1_two_pin_ups_and_a_tough_guy(count: int, *, breach: bool) -> None:
    """Strength four holds three zombies, not four (S0 f)."""
    board = {3: "A.pin_up B.pin_up A.tough_guy", 6: CROWD}
    assert bool(fighting(attack(board, {3: count}))) is breach


def test_vector_2_three_pin_ups_and_a_hardware() -> None:
    """They hold three zombies (S0 f, S4)."""
    board = {3: "A.pin_up B.pin_up C.pin_up", 6: CROWD}
    table = attack(board, {3: 3}, hands={"B": ["hardware"]})
    answer(table, "B", "hardware")
    assert fighting(table) == []
    assert zombies(table) == {3: 3}


def test_vector_3_the_full_supermarket() -> None:
    """Six characters, four zombies: breach, no Hardware; a Pistol leaves three, and they hold."""
    board = {6: "A.pin_up B.pin_up C.pin_up " + CROWD.replace("C.gunman ", ""), 3: "A.gunman"}
    table = attack(board, {6: 4}, hands={"A": ["hardware", "pistol"]})
    assert options(table, "A") == ["pistol", "pass"]
    answer(table, "A", "pistol", "pass")
    assert fighting(table) == []
    assert zombies(table) == {6: 3}


@pytest.mark.parametrize(
    ("hidden", "cards", "votes"),
    [([], 0, 3), (["A.gunman"], 0, 1), ([], 1, 4), (["A.gunman"], 1, 2)],
)
def test_vector_4_pin_up_and_gunman_vote(hidden: list[str], cards: int, votes: int) -> None:
    """Three votes; one with the Gunman hidden; a Threat adds one."""
    board = {3: "A.pin_up A.gunman B.pin_up", 6: CROWD}
    table = attack(board, {3: 3}, hidden=hidden, hands={"A": ["threat"] * cards})
    answer(table, "A", *["threat"] * cards)
    assert weights(table) == {"A": votes, "B": 1}


def test_vector_5_two_crowds_of_four() -> None:
    """A tie for most characters: no crowd zombie."""
    board = {
        3: "A.gunman B.gunman C.gunman D.gunman",
        6: "A.tough_guy B.tough_guy C.tough_guy D.tough_guy",
    }
    table = draw("attack", board)
    assert events(table, "zombies_came") == []


def test_vector_6_three_parking_zombies_two_visible_one_hidden() -> None:
    """Two are eaten, the third zombie is removed, the hidden one lives."""
    board = {4: "A.pin_up B.pin_up C.pin_up", 6: CROWD}
    table = attack(board, {4: 3}, hidden=["C.pin_up"])
    vote(table, A="A", B="A")
    assert [event.data()["player"] for event in events(table, "character_eaten")] == ["A", "B"]
    assert where(table, "C.pin_up") == 4
    assert zombies(table) == {}


def test_vector_7_empty_megatoys_is_doomed() -> None:
    """Seven zombies and one more: closed, zombies gone; who chose it goes to the parking lot."""
    board = {1: "A.pin_up B.pin_up", 6: CROWD}
    table = draw(
        "movement",
        board,
        zombies={3: 7},
        dice=[3, 2, 2, 2],
        destinations={"A": 3, "B": 6, "C": 1, "D": 1},
    )
    view = table.view(None).places[2]
    assert (view.closed, view.zombies) == (True, 0)
    until(table, "move")
    assert where(table, "A.pin_up") == 4


@pytest.mark.parametrize(("seats", "living", "over"), [(5, 4, True), (6, 6, True), (6, 7, False)])
def test_vector_8_the_last_four_or_six(seats: int, living: int, *, over: bool) -> None:
    """Five players: over with four; six players: with six or fewer."""
    crowd = [f"{seat}.{kind}" for kind in ("pin_up", "gunman") for seat in "ABCDEF"[:seats]]
    board = {4: " ".join(crowd[: living - 1]), 3: crowd[living - 1]}
    assert attack(board, {}, seats=seats).is_over is over


def test_vector_9_an_empty_hq() -> None:
    """The Chief keeps the badge, sees no dice, and chooses in secret with everyone else."""
    table = draw("chief", {3: "A.pin_up B.pin_up", 6: CROWD}, chief="B")
    view = table.view("B")
    assert (view.chief, view.chief_elected, view.dice) == ("B", False, None)
    assert sorted(asked(table)) == [(seat, "choose_destination") for seat in "ABCD"]
    assert all(question.sealed for question in table.pending())


def test_vector_10_the_eliminated_weighs_one_in_a_revote() -> None:
    """D has nobody left and still votes after a tie."""
    board = {3: "A.pin_up B.pin_up", 6: "A.gunman B.gunman C.gunman C.tough_guy"}
    table = attack(board, {3: 2})
    vote(table, A="A", B="B")
    assert weights(table) == {"A": 1, "B": 1, "C": 1, "D": 1}
    vote(table, A="A", B="B", C="A", D="A")
    assert [event.data()["player"] for event in events(table, "character_eaten")] == ["A"]
