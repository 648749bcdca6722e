"""Action cards: when, who, what they do, and that they are gone (MOH-59 to MOH-65)."""

import pytest

import engine
from tests.engine.helpers import answer, asked, draw, events, options, until, vote, where, zombies

CROWD = "C.gunman C.tough_guy D.gunman D.tough_guy"
"""Four who stand elsewhere, so that the game goes on."""


def attack(
    locations: dict[int, str], zombies: dict[int, int], *, seats: int = 4, **keys: object
) -> engine.Table:
    """Draw an attack to which nobody more is attracted."""
    return draw("attack", locations, seats=seats, zombies=zombies, extras_placed=True, **keys)


def eaten(table: engine.Table) -> list[str]:
    """Return who was eaten, in order."""
    facts = [event.data() for event in events(table, "character_eaten")]
    return [f"{fact['player']}.{fact['character']}" for fact in facts]


def weights(table: engine.Table) -> dict[str, int]:
    """Return the weights of the ballot that is open."""
    return dict(table.pending()[0].context["weights"])  # type: ignore[call-overload]


def test_moh_59_a_played_card_is_out_of_the_game_face_up() -> None:
    """Everybody sees the Pistol go; it is in no hand and not under the deck."""
    table = attack({3: "A.pin_up B.pin_up", 6: CROWD}, {3: 2}, hands={"A": ["pistol"]})
    before = table.view(None)
    answer(table, "A", "pistol")
    public = table.view(None)
    assert public.played == (*before.played, "pistol")
    assert public.hand_sizes["A"] == 0
    assert public.deck_size == before.deck_size
    assert [event.seen_by for event in events(table, "card_played")] == ["all"]


def test_moh_59_a_card_that_turns_out_useless_is_lost() -> None:
    """A hides; then B's Grenades cancel the attack: both cards are gone."""
    hands = {"A": ["hidden"], "B": ["grenades"]}
    table = attack({3: "A.pin_up B.pin_up", 6: CROWD}, {3: 3}, hands=hands)
    answer(table, "A", "hidden-pin_up")
    answer(table, "B", "grenades")
    assert eaten(table) == []
    assert table.view(None).played[-2:] == ("hidden", "grenades")
    assert table.view("A").hand == table.view("B").hand == ()


@pytest.mark.parametrize(("phase", "place"), [("truck", 4), ("chief", 5), ("attack", 3)])
@pytest.mark.parametrize("count", [1, 2, 3])
def test_moh_60_each_threat_adds_one_vote(phase: str, place: int, count: int) -> None:
    """One, two or three Threats, in A, B and F: as many votes more."""
    table = draw(
        phase,
        {place: "A.pin_up B.pin_up", 6: CROWD},
        zombies={3: 9} if phase == "attack" else {},
        hands={"A": ["threat"] * count},
    )
    answer(table, "A", *["threat"] * count)
    assert weights(table) == {"A": 1 + count, "B": 1}


def test_moh_60_a_threat_before_a_repelled_attack_is_lost() -> None:
    """A threatens, B shoots the zombie away: no ballot, no Threat."""
    hands = {"A": ["threat"], "B": ["shotgun"]}
    table = attack({3: "A.pin_up B.pin_up", 6: CROWD}, {3: 2}, hands=hands)
    answer(table, "A", "threat")
    answer(table, "B", "shotgun")
    assert eaten(table) == []
    assert table.view("A").hand == ()


def test_moh_60_a_threat_of_the_only_candidate_is_lost() -> None:
    """Alone on the parking lot A may threaten nobody, and the card is gone."""
    table = draw("truck", {4: "A.pin_up", 6: CROWD}, hands={"A": ["threat"]})
    answer(table, "A", "threat")
    assert asked(table) == [("A", "distribute_truck")]
    assert table.view("A").hand == ()


def test_moh_61_a_camera_shows_the_dice_to_its_player_alone() -> None:
    """B, far from the HQ, plays it: all see that B looks, only B sees the dice."""
    table = draw(
        "arrival",
        {3: "A.pin_up B.pin_up", 6: CROWD},
        hands={"B": ["camera"]},
        chance={"dice": [[1, 1, 5, 6]]},
    )
    assert asked(table) == [("B", "use_camera")]
    answer(table, "B", "camera")
    assert table.view("B").dice == (1, 1, 5, 6)
    assert table.view("A").dice is None
    assert table.view("A").dice_seen_by == ("B",)


def test_moh_61_and_62_camera_and_sprint_are_no_attack_cards() -> None:
    """In the lap of an attack their holder can only pass."""
    hands = {"A": ["camera", "sprint"]}
    table = attack({3: "A.pin_up B.pin_up", 6: CROWD}, {3: 2}, hands=hands)
    assert options(table, "A") == ["pass"]


def test_moh_62_a_sprint_replaces_the_destination_on_the_own_turn() -> None:
    """A was to go to 1, and sprints to 5."""
    board = {3: "A.pin_up B.pin_up", 6: CROWD}
    goals = {"A": 1, "B": 1, "C": 1, "D": 1}
    table = draw("movement", board, destinations=goals, dice=[2, 2, 2, 2], hands={"A": ["sprint"]})
    answer(table, "A", "sprint-pin_up-5")
    assert where(table, "A.pin_up") == 5
    assert table.view("A").hand == ()


@pytest.mark.parametrize(("count", "held"), [(3, True), (4, False)])
def test_moh_63_one_hardware_holds_one_zombie_more(count: int, *, held: bool) -> None:
    """Three Pin-Ups and a Hardware hold three zombies, not four."""
    board = {3: "A.pin_up B.pin_up C.pin_up", 6: CROWD}
    table = attack(board, {3: count}, hands={"A": ["hardware"]})
    answer(table, "A", "hardware")
    assert (zombies(table) == {3: 3} and "cast_vote" not in dict(asked(table)).values()) is held


@pytest.mark.parametrize(("count", "held"), [(4, True), (5, False)])
def test_moh_63_several_add_up(count: int, *, held: bool) -> None:
    """Strength two and three Hardware hold four zombies, not five."""
    hands = {"A": ["hardware", "hardware"], "B": ["hardware"]}
    table = attack({3: "A.pin_up B.pin_up", 6: CROWD}, {3: count}, hands=hands)
    answer(table, "A", "hardware", "hardware")
    answer(table, "B", "hardware")
    assert ("cast_vote" not in dict(asked(table)).values()) is held


def test_moh_63_ends_with_its_attack() -> None:
    """The Hardware in 3 holds; in 5, attacked next, the same zombies get in."""
    board = {3: "A.pin_up B.pin_up", 5: "C.pin_up D.pin_up", 6: "C.gunman D.gunman"}
    table = attack(board, {3: 2, 5: 2}, hands={"A": ["hardware"]})
    answer(table, "A", "hardware")
    assert {question.place for question in table.pending()} == {5}
    assert [kind for _, kind in asked(table)] == ["cast_vote", "cast_vote"]


def test_moh_63_is_for_this_round_only() -> None:
    """What was held by a Hardware gets in a round later."""
    board = {3: "A.pin_up A.tough_guy", 6: CROWD + " C.pin_up D.pin_up"}
    table = attack(board, {3: 3}, hands={"A": ["hardware"]}, chance={"dice": [[2, 2, 2, 2]]})
    answer(table, "A", "hardware")
    until(table, "choose_destination")
    for seat in "ACD":
        answer(table, seat, "4" if seat == "A" else "1")
    until(table, "move")
    answer(table, "A", "pin_up")
    assert where(table, "A.pin_up") == 4
    assert zombies(table).get(3) == 3
    until(table, "choose_destination")
    assert "A.tough_guy" in eaten(table)


def test_moh_63_is_useless_on_the_parking_lot_and_not_offered() -> None:
    """On the parking lot a Hardware can't be played."""
    board = {4: "A.pin_up B.pin_up", 6: CROWD}
    table = attack(board, {4: 1}, hands={"A": ["hardware"]})
    assert options(table, "A") == ["pass"]


@pytest.mark.parametrize(
    ("count", "offered"), [(3, ["hardware", "pass"]), (4, ["pass"]), (5, ["pass"])]
)
def test_moh_63_is_not_for_the_supermarket_with_four_zombies(
    count: int, offered: list[str]
) -> None:
    """Against three zombies it may be played there, against four or more not."""
    board = {6: "A.pin_up B.pin_up C.pin_up", 3: "C.gunman C.tough_guy D.gunman D.tough_guy"}
    table = attack(board, {6: count}, hands={"A": ["hardware"]})
    assert options(table, "A") == offered


@pytest.mark.parametrize(
    ("weapon", "kills"),
    [
        ("shotgun", 2),
        ("chainsaw", 2),
        ("grenades", 2),
        ("pistol", 1),
        ("fire_axe", 1),
        ("baseball_bat", 1),
    ],
)
def test_moh_64_each_weapon_kills_its_number(weapon: str, kills: int) -> None:
    """Six zombies, and the weapon takes two or one away at once."""
    table = attack({3: "A.pin_up B.pin_up", 6: CROWD}, {3: 6}, hands={"A": [weapon]})
    answer(table, "A", weapon)
    assert zombies(table) == {3: 6 - kills}


def test_moh_64_needs_a_zombie() -> None:
    """After the last zombie was shot no weapon is offered any more."""
    hands = {"A": ["shotgun", "pistol", "threat"]}
    table = attack({3: "A.pin_up", 6: CROWD}, {3: 2}, hands=hands)
    answer(table, "A", "shotgun")
    assert options(table, "A") == ["threat", "pass"]


def test_moh_65_hides_one_own_character_that_stands_there() -> None:
    """Neither the one elsewhere, nor the one that hides already, nor another player's."""
    board = {3: "A.pin_up A.gunman B.pin_up", 6: CROWD + " A.tough_guy"}
    table = attack(board, {3: 3}, hands={"A": ["hidden"]}, hidden=["A.pin_up"])
    assert options(table, "A") == ["hidden-gunman", "pass"]


def test_moh_65_the_hidden_neither_votes_nor_is_eaten_but_holds_the_door() -> None:
    """A's Tough Guy hides: strength stays three, and only B and C vote and stand."""
    board = {3: "A.tough_guy B.pin_up C.pin_up", 6: CROWD.replace("C.", "B.")}
    table = attack(board, {3: 4}, hands={"A": ["hidden"]})
    answer(table, "A", "hidden-tough_guy")
    attack_now = table.view(None).attack
    assert attack_now is not None
    assert attack_now.strength == 4
    assert weights(table) == {"B": 1, "C": 1}
    assert options(table, "B") == ["B", "C"]


def test_moh_65_lasts_until_the_end_of_the_round() -> None:
    """Hidden in 3, still hidden while 5 is resolved, visible in the next round."""
    board = {3: "A.pin_up B.pin_up", 5: "C.pin_up D.pin_up", 6: CROWD}
    table = attack(board, {3: 2, 5: 2}, hands={"A": ["hidden"]})
    answer(table, "A", "hidden-pin_up")
    hidden = [c.hidden for p in table.view(None).places for c in p.characters if c.player == "A"]
    assert (hidden, eaten(table)) == ([True], ["B.pin_up"])
    vote(table, C="C", D="C")
    hidden = [c.hidden for p in table.view(None).places for c in p.characters if c.player == "A"]
    assert (table.view(None).round, hidden) == (2, [False])
