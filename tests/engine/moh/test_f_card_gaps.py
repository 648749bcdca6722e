"""What the rulebooks leave open about cards, as decided (GAP-M-6 to 11, 15 to 18, 35)."""

import pytest

import engine
from tests.engine.helpers import answer, asked, draw, events, options, until, vote, where, zombies

CROWD = "C.gunman C.tough_guy D.gunman D.tough_guy"
"""Four who stand elsewhere, so that the game goes on."""


def attack(locations: dict[int, str], zombies: dict[int, int], **keys: object) -> engine.Table:
    """Draw an attack to which nobody more is attracted."""
    return draw("attack", locations, zombies=zombies, extras_placed=True, **keys)


def weights(table: engine.Table) -> dict[str, int]:
    """Return the weights of the ballot that is open."""
    return dict(table.pending()[0].context["weights"])  # type: ignore[call-overload]


@pytest.mark.parametrize(("phase", "place"), [("truck", 4), ("chief", 5)])
def test_gap_m_6_absent_players_play_no_threat(phase: str, place: int) -> None:
    """C holds a Threat and stands elsewhere: the ballot comes at once."""
    table = draw(phase, {place: "A.pin_up B.pin_up", 6: CROWD}, hands={"C": ["threat"]})
    assert asked(table) == [("A", "cast_vote"), ("B", "cast_vote")]


@pytest.mark.parametrize(("phase", "place"), [("truck", 4), ("chief", 5)])
def test_gap_m_6_with_threat_absent_it_counts_in_the_revote_only(phase: str, place: int) -> None:
    """C's Threat adds nothing to the first ballot and one vote to C's in the re-vote."""
    board = {place: "A.pin_up B.pin_up", 6: CROWD}
    table = draw(phase, board, hands={"C": ["threat"]}, options={"threat_absent": True})
    answer(table, "C", "threat")
    assert weights(table) == {"A": 1, "B": 1}
    vote(table, A="A", B="B")
    assert weights(table) == {"A": 1, "B": 1, "C": 2, "D": 1}


def test_gap_m_6_with_threat_absent_it_is_lost_without_a_revote() -> None:
    """The first ballot decides: C's card is gone for nothing."""
    board = {5: "A.pin_up B.pin_up", 6: CROWD}
    table = draw("chief", board, hands={"C": ["threat"]}, options={"threat_absent": True})
    answer(table, "C", "threat")
    vote(table, A="B", B="B")
    assert table.view(None).chief == "B"
    assert table.view("C").hand == ()


def test_gap_m_6_threat_absent_is_not_for_attacks() -> None:
    """Before an attack vote only those with a character there are asked."""
    board = {3: "A.pin_up B.pin_up", 6: CROWD}
    table = attack(board, {3: 2}, hands={"C": ["threat"]}, options={"threat_absent": True})
    assert asked(table) == [("A", "cast_vote"), ("B", "cast_vote")]


def test_gap_m_7_a_threat_is_over_with_its_parking_vote() -> None:
    """Played before the first of two votes, it doesn't weigh in the second."""
    board = {4: "A.pin_up B.pin_up C.pin_up D.pin_up", 6: CROWD}
    table = attack(board, {4: 2}, hands={"A": ["threat"]})
    answer(table, "A", "threat")
    assert weights(table)["A"] == 2
    vote(table, A="B", B="B", C="B", D="B")
    assert weights(table) == {"A": 1, "C": 1, "D": 1}


@pytest.mark.parametrize(("phase", "place"), [("truck", 4), ("chief", 5)])
def test_gap_m_8_hidden_is_not_for_elections(phase: str, place: int) -> None:
    """In A and B the holder of a Hidden card can only pass."""
    table = draw(phase, {place: "A.pin_up B.pin_up", 6: CROWD}, hands={"A": ["hidden"]})
    assert options(table, "A") == ["pass"]


def test_gap_m_8_with_hidden_in_elections_one_hides_from_the_vote() -> None:
    """A hides the Gunman: neither its votes nor, here, A as a candidate remain."""
    board = {5: "A.gunman B.pin_up C.pin_up", 6: CROWD.replace("C.", "B.")}
    allowed = {"hidden_in_elections": True}
    table = draw("chief", board, hands={"A": ["hidden"]}, options=allowed)
    answer(table, "A", "hidden-gunman")
    assert weights(table) == {"B": 1, "C": 1}
    assert options(table, "B") == ["B", "C"]


def test_gap_m_8_it_stays_hidden_all_round_wherever_it_moves() -> None:
    """Hidden in the HQ in phase B, moved to 3, and still hidden there."""
    board = {5: "A.pin_up B.pin_up C.pin_up", 6: CROWD}
    table = draw(
        "chief",
        board,
        hands={"A": ["hidden"]},
        options={"hidden_in_elections": True},
        chance={"dice": [[2, 2, 2, 2]]},
    )
    answer(table, "A", "hidden-pin_up")
    vote(table, B="B", C="B")
    until(table, "choose_destination")
    answer(table, "A", "3")
    until(table, "move")
    assert where(table, "A.pin_up") in {3, 5}
    hidden = [c.hidden for p in table.view(None).places for c in p.characters if c.player == "A"]
    assert hidden == [True]


def test_gap_m_8_only_hidden_left_nobody_searches() -> None:
    """The only one on the parking lot hides: no search."""
    allowed = {"hidden_in_elections": True}
    board = {4: "A.pin_up", 6: CROWD}
    table = draw("truck", board, hands={"A": ["hidden"]}, options=allowed)
    answer(table, "A", "hidden-pin_up")
    assert events(table, "truck_searched") == []


def test_gap_m_8_only_hidden_left_the_chief_stays_unelected() -> None:
    """B, alone in the HQ, hides: A remains Chief and isn't elected."""
    allowed = {"hidden_in_elections": True}
    board = {5: "B.pin_up", 6: CROWD + " A.pin_up"}
    table = draw("chief", board, hands={"B": ["hidden"]}, options=allowed)
    answer(table, "B", "hidden-pin_up")
    view = table.view(None)
    assert (view.chief, view.chief_elected) == ("A", False)


def test_gap_m_9_a_hidden_gunman_gives_no_vote() -> None:
    """Pin-Up and hidden Gunman weigh one."""
    board = {3: "A.pin_up A.gunman B.pin_up", 6: CROWD}
    table = attack(board, {3: 3}, hidden=["A.gunman"])
    assert weights(table) == {"A": 1, "B": 1}


def test_gap_m_9_another_gunman_elsewhere_gives_no_vote() -> None:
    """A Gunman votes only where he stands."""
    board = {3: "A.pin_up B.pin_up", 6: CROWD + " A.gunman"}
    assert weights(attack(board, {3: 3})) == {"A": 1, "B": 1}


def test_gap_m_10_who_only_hides_there_votes_in_neither_ballot() -> None:
    """A's only character in 3 hides: first ballot B and C, re-vote B, C and the absent D."""
    board = {3: "A.pin_up B.pin_up C.pin_up", 6: CROWD + " A.gunman"}
    table = attack(board, {3: 3}, hidden=["A.pin_up"])
    vote(table, B="B", C="C")
    assert weights(table) == {"B": 1, "C": 1, "D": 1}


def test_gap_m_11_a_threat_of_one_who_only_hides_is_lost() -> None:
    """A hides and threatens: allowed, and worth nothing."""
    board = {3: "A.pin_up B.pin_up C.pin_up", 6: CROWD + " A.gunman"}
    table = attack(board, {3: 3}, hands={"A": ["hidden", "threat"]})
    answer(table, "A", "hidden-pin_up", "threat")
    assert weights(table) == {"B": 1, "C": 1}
    vote(table, B="B", C="C")
    assert weights(table) == {"B": 1, "C": 1, "D": 1}
    assert table.view("A").hand == ()


def test_gap_m_15_the_lap_goes_on_after_the_attack_is_repelled() -> None:
    """A shoots the last zombie; B is asked all the same, and can't shoot."""
    hands = {"A": ["pistol"], "B": ["shotgun", "threat"]}
    table = attack({3: "A.pin_up B.gunman", 6: CROWD}, {3: 2}, hands=hands)
    answer(table, "A", "pistol")
    assert asked(table) == [("B", "play_attack_card")]
    assert options(table, "B") == ["threat", "shotgun", "pass"]
    answer(table, "B", "shotgun")
    assert options(table, "B") == ["threat", "pass"]


def test_gap_m_16_no_weapon_without_a_breach() -> None:
    """One zombie less than the strength: the holder of a Shotgun isn't asked."""
    table = attack({3: "A.pin_up B.pin_up", 6: CROWD}, {3: 1}, hands={"A": ["shotgun"]})
    assert table.view("A").hand == ("shotgun",)
    assert events(table, "attack_began") == []
    assert zombies(table) == {3: 1}


@pytest.mark.parametrize("weapon", ["shotgun", "chainsaw", "grenades"])
def test_gap_m_17_two_kills_on_one_zombie_kill_one(weapon: str) -> None:
    """The surplus is lost; the card can be played."""
    table = attack({3: "A.pin_up", 6: CROWD}, {3: 1}, hands={"A": [weapon]})
    answer(table, "A", weapon)
    assert [event.data()["count"] for event in events(table, "zombies_killed")] == [1]
    assert zombies(table) == {}
    assert where(table, "A.pin_up") == 3


def test_gap_m_18_nobody_may_kill_fewer() -> None:
    """A Shotgun is one option, and takes two of three."""
    table = attack({3: "A.pin_up", 6: CROWD}, {3: 3}, hands={"A": ["shotgun", "threat"]})
    assert options(table, "A") == ["threat", "shotgun", "pass"]
    answer(table, "A", "shotgun")
    assert zombies(table) == {3: 1}


def test_gap_m_35_hardware_in_the_supermarket_after_weapons() -> None:
    """Five zombies: the Shotgun leaves three, then A may barricade, and they are held."""
    board = {6: "A.pin_up B.pin_up C.pin_up", 3: CROWD}
    table = attack(board, {6: 5}, hands={"A": ["shotgun", "hardware"]})
    assert options(table, "A") == ["shotgun", "pass"]
    answer(table, "A", "shotgun")
    assert options(table, "A") == ["hardware", "pass"]
    answer(table, "A", "hardware")
    assert zombies(table) == {6: 3}
    assert events(table, "character_eaten") == []
