"""The options that editions set: each value of each changes an outcome of the same position."""

import ast
from pathlib import Path

import pytest

import engine
from tests.engine.helpers import (
    answer,
    asked,
    draw,
    events,
    options,
    run_to,
    until,
    vote,
    where,
    zombies,
)

HERE = Path(__file__).resolve().parent
HQ = {5: "A.pin_up B.pin_up", 4: "C.pin_up D.pin_up", 6: "C.gunman D.gunman"}
D_OUT = {3: "A.pin_up B.pin_up B.gunman", 6: "A.gunman C.pin_up C.gunman"}
BITTEN = {1: "A.pin_up B.pin_up", 3: "C.pin_up D.pin_up C.gunman D.gunman"}
"""Two zombies at 1 get in."""


def bitten(hands: dict[str, list[str]], **chosen: object) -> engine.Table:
    """Return the attack on location 1, under these options."""
    return draw("attack", BITTEN, zombies={1: 2}, extras_placed=True, hands=hands, options=chosen)


def weights(table: engine.Table) -> dict[str, int]:
    """Return the weights of the last ballot that was opened."""
    found = events(table, "ballot_opened")[-1].data()["weights"]
    assert isinstance(found, dict)
    return found


def test_every_option_has_a_test_that_names_it() -> None:
    """The tests of options mention each key of the family in their code, not only in words."""
    named: set[str] = set()
    for path in HERE.glob("test_*options.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.FunctionDef):
                inner = [*ast.walk(node)]
                named |= {each.arg for each in inner if isinstance(each, ast.keyword) and each.arg}
                named |= {str(each.value) for each in inner if isinstance(each, ast.Constant)}
    assert set(engine.ruleset("moh").options) <= named


@pytest.mark.parametrize(("value", "rooms"), [("other_first", "3"), ("free", "13456")])
def test_moh_10_setup_die_leaves_the_other_die_or_frees_the_choice(value: str, rooms: str) -> None:
    """A 2 is the closed shop; the parking lot and the good die's place are among the free."""
    table = draw("setup", chance={"dice": [[2, 3]]}, options={"setup_die": value})
    assert rooms_for_a(table) == list(rooms)


def rooms_for_a(table: engine.Table) -> list[str]:
    """Return where A may put the Pin-Up."""
    return [each[-1] for each in options(table, "A") if each.startswith("pin_up-")]


@pytest.mark.parametrize("value", ["other_first", "free"])
def test_moh_10_setup_die_changes_nothing_where_both_or_none_can_be_used(value: str) -> None:
    """Two good dice are the choice; where both are closed any location with room is."""
    for dice, rooms in ([1, 3], "13"), ([2, 2], "13456"):
        table = draw("setup", chance={"dice": [dice]}, options={"setup_die": value})
        assert rooms_for_a(table) == list(rooms)


@pytest.mark.parametrize(("value", "ones"), [("per_die", 3), ("per_location", 1)])
def test_moh_11_setup_zombies_of_equal_dice(value: str, ones: int) -> None:
    """Dice 1, 1, 1, 3: three zombies at 1, or one."""
    dice = [*[[4, 4]] * 12, [1, 1, 1, 3]]
    table = draw("setup", chance={"dice": dice}, options={"setup_zombies": value})
    run_to(table, "truck")
    assert zombies(table) == {1: ones, 3: 1}


@pytest.mark.parametrize(("value", "own"), [("own", 2), ("everybody", 3)])
def test_moh_19_vote_weight_of_a_player_with_several_there(value: str, own: int) -> None:
    """A has two of the three that are not hidden: two votes, or three; B has one either way."""
    there = {4: "A.pin_up A.tough_guy B.pin_up C.pin_up", 3: "D.pin_up D.gunman"}
    table = draw(
        "truck", there, hidden=["C.pin_up"], hands={"C": ["threat"]},
        options={"vote_weight": value},
    )  # fmt: skip
    shown = table.view(None).vote
    assert asked(table) == [("C", "play_vote_card")]
    assert shown is not None
    assert dict(shown.weights) == {"A": own, "B": 1}
    answer(table, "C", "pass")
    assert weights(table) == {"A": own, "B": 1}


def test_moh_19_vote_weight_everybody_adds_gunman_and_threat_in_the_re_vote_too() -> None:
    """A and B have five there, each of the two: five and the Gunman, five and the Threat."""
    there = {4: "A.pin_up A.gunman B.pin_up B.tough_guy C.pin_up", 3: "D.pin_up D.gunman"}
    table = draw("truck", there, hands={"B": ["threat"]}, options={"vote_weight": "everybody"})
    answer(table, "B", "threat")
    assert weights(table) == {"A": 6, "B": 6, "C": 1}
    vote(table, A="A", B="B", C="C")
    assert weights(table) == {"A": 6, "B": 6, "C": 1, "D": 1}


@pytest.mark.parametrize(
    ("value", "first", "second"),
    [("present", {"A": 1, "B": 1}, {"A": 1, "B": 1, "C": 1, "D": 1}),
     ("anywhere", {"A": 2, "B": 2}, {"A": 2, "B": 2, "C": 2, "D": 1})],
)  # fmt: skip
def test_moh_19_gunman_votes_from_afar_and_hidden(
    value: str, first: dict[str, int], second: dict[str, int]
) -> None:
    """A's Gunman hides there, B's and C's stand elsewhere, D's is dead."""
    there = {5: "A.pin_up A.gunman B.pin_up", 4: "B.gunman C.gunman D.pin_up"}
    table = draw("chief", there, hidden=["A.gunman"], options={"gunman_votes": value})
    assert weights(table) == first
    vote(table, A="A", B="B")
    assert weights(table) == second


def test_moh_19_gunman_votes_once_where_he_is_present() -> None:
    """He has his own vote and one more, not two."""
    there = {5: "A.gunman B.pin_up", 4: "C.pin_up D.pin_up D.gunman"}
    table = draw("chief", there, options={"gunman_votes": "anywhere"})
    assert weights(table) == {"A": 2, "B": 1}


@pytest.mark.parametrize(("value", "stand"), [("tied", ["A", "B"]), ("present", ["A", "B", "C"])])
def test_moh_21_revote_candidates(value: str, stand: list[str]) -> None:
    """A and B are tied in the first ballot, C has no vote; C can win the second or cannot."""
    there = {5: "A.gunman B.pin_up C.pin_up", 3: "D.pin_up D.gunman"}
    table = draw("chief", there, options={"revote_candidates": value})
    vote(table, A="A", B="B", C="B")
    assert options(table, "D") == stand
    last = stand[-1]
    vote(table, A="A", B=last, C=last, D=last)
    assert table.view(None).chief == last


def test_moh_21_revote_candidates_a_second_tie_is_for_the_lead_of_the_second_ballot() -> None:
    """B and C lead the second ballot: the lot is among them, though A was tied in the first."""
    there = {3: "A.gunman B.pin_up C.pin_up", 6: "D.pin_up D.gunman D.tough_guy A.pin_up"}
    found = set()
    for seed in range(12):
        table = draw(
            "attack", there, zombies={3: 3}, extras_placed=True, seed=seed,
            options={"revote_candidates": "present"},
        )  # fmt: skip
        vote(table, A="A", B="B", C="B")
        vote(table, A="B", B="C", C="C", D="A")
        found.add(str(events(table, "player_chosen")[-1].data()["player"]))
    assert found == {"B", "C"}


def second_tie(value: str, **keys: object) -> engine.Table:
    """Return an attack after two ties: A's Gunman against B's two; A's Pin-Up hides there."""
    table = draw(
        "attack",
        {3: "A.gunman A.pin_up B.pin_up B.tough_guy", 6: "C.pin_up C.gunman D.gunman"},
        zombies={3: 6}, extras_placed=True, hidden=["A.pin_up"], options={"second_tie": value},
        **keys,
    )  # fmt: skip
    vote(table, A="B", B="A")
    vote(table, A="B", B="A", C="A", D="B")
    return table


@pytest.mark.parametrize(
    ("value", "drawn"),
    [("player", {"A.gunman", "B."}), ("character", {"A.gunman", "B.pin_up", "B.tough_guy"})],
)
def test_moh_22_second_tie_draws_a_player_or_any_character(value: str, drawn: set[str]) -> None:
    """Over seeds each of the tied is drawn, the hidden and those elsewhere never."""
    found, lots = set(), []
    for seed in range(40):
        table = second_tie(value, seed=seed)
        chosen = events(table, "player_chosen")[-1].data()
        assert chosen["by"] == "lot"
        eaten = events(table, "character_eaten")
        asks = asked(table)[:1] == [("B", "choose_victim")]
        assert asks is (value == "player" and chosen["player"] == "B")
        name = "" if asks else str(eaten[0].data()["character"])
        found.add(f"{chosen['player']}.{name}")
        lots.append(chosen["player"])
    assert found == drawn
    assert lots.count("B") > lots.count("A") or value == "player"


def test_moh_22_second_tie_draws_the_character_that_a_scenario_names() -> None:
    """`B.pin_up` in `chance.lots`; the owner is not asked, and the event names the player."""
    table = second_tie("character", chance={"lots": ["B.pin_up"]})
    eaten = events(table, "character_eaten")[0].data()
    assert (eaten["player"], eaten["character"]) == ("B", "pin_up")
    assert [each.type for each in table.events][-20:].count("player_chosen") >= 1
    assert where(table, "B.tough_guy") == 3


@pytest.mark.parametrize(
    ("value", "lot"), [("player", "B.pin_up"), ("character", "B.chair"), ("character", "Z.pin_up")]
)
def test_moh_22_second_tie_refuses_a_lot_that_is_never_drawn(value: str, lot: str) -> None:
    """A character is a lot only where characters are drawn."""
    there = {3: "A.pin_up B.pin_up", 6: "C.pin_up D.pin_up A.gunman"}
    with pytest.raises(engine.ScenarioError, match="lots"):
        draw("attack", there, chance={"lots": [lot]}, options={"second_tie": value})


def test_gap_m_6_attack_cards_absent_everywhere_on_parking_or_nowhere() -> None:
    """C stands elsewhere with a Shotgun, a Hidden and Hardware: here is what he is offered."""
    hands = {"C": ["shotgun", "hidden", "hardware", "threat"]}
    found = {}
    for value in (False, True, "parking"):
        building = bitten(hands, attack_cards_absent=value)
        parking = draw(
            "attack",
            {4: "A.pin_up B.pin_up", 3: "C.pin_up D.pin_up C.gunman D.gunman"},
            zombies={4: 1}, extras_placed=True, hands=hands,
            options={"attack_cards_absent": value},
        )  # fmt: skip
        for name, table in (("building", building), ("parking", parking)):
            asks = asked(table)[0] == ("C", "play_attack_card")
            found[name, value] = options(table, "C") if asks else None
    everything = ["threat", "hardware", "shotgun", "pass"]
    assert found == {
        ("building", False): None, ("parking", False): None,
        ("building", True): everything, ("parking", True): ["threat", "shotgun", "pass"],
        ("building", "parking"): None, ("parking", "parking"): ["threat", "shotgun", "pass"],
    }  # fmt: skip


def test_gap_m_6_attack_cards_absent_an_absent_threat_counts_in_the_re_vote_only() -> None:
    """C threatens from afar: no vote at first, two in the re-vote."""
    table = bitten({"C": ["threat"]}, attack_cards_absent=True)
    answer(table, "C", "threat")
    assert weights(table) == {"A": 1, "B": 1}
    vote(table, A="B", B="A")
    assert weights(table) == {"A": 1, "B": 1, "C": 2, "D": 1}


@pytest.mark.parametrize(
    ("value", "dead", "asks"),
    [(True, False, False), (True, True, True), ("parking", False, False), ("parking", True, True)],
)
def test_gap_m_6_attack_cards_absent_after_the_last_own_character(
    value: object, *, dead: bool, asks: bool
) -> None:
    """A died at 1 in this attack; at the parking lot he is not yet eliminated, but has nobody."""
    table = draw(
        "attack",
        {1: "A.pin_up", 4: "B.pin_up C.pin_up", 3: "B.gunman C.gunman D.pin_up D.gunman"},
        zombies={1: 1, 4: 1}, extras_placed=True, hands={"A": ["pistol"], "D": ["camera"]},
        options={"attack_cards_absent": value, "dead_may_play_cards": dead},
    )  # fmt: skip
    if asked(table)[0] == ("A", "play_attack_card") and table.pending()[0].place == 1:
        answer(table, "A", "pass")
    while table.pending()[0].place == 1:
        answer(table, asked(table)[0][0], "pass")
    assert (("A", "play_attack_card") in asked(table)) is asks


@pytest.mark.parametrize(("value", "asks"), [(False, False), (True, True)])
def test_moh_66_dead_may_play_cards_cameras(*, value: bool, asks: bool) -> None:
    """D is out and holds a Camera."""
    table = draw("arrival", D_OUT, hands={"D": ["camera"]}, options={"dead_may_play_cards": value})
    assert (asked(table)[0] == ("D", "use_camera")) is asks
    if asks:
        answer(table, "D", "camera")
        assert table.view("D").dice is not None


@pytest.mark.parametrize(("value", "weight"), [(False, 1), (True, 2)])
def test_moh_66_dead_may_play_cards_threats_in_re_votes(*, value: bool, weight: int) -> None:
    """D is out and holds a Threat, where absent players may play it."""
    there = {5: "A.pin_up B.pin_up", 4: "C.pin_up"}
    chosen = {"dead_may_play_cards": value, "threat_absent": True}
    table = draw("chief", there, hands={"D": ["threat"]}, options=chosen)
    if value:
        answer(table, "D", "threat")
    vote(table, A="A", B="B")
    assert weights(table)["D"] == weight


@pytest.mark.parametrize(
    ("value", "absent", "asks"), [(True, True, True), (False, True, False), (True, False, False)]
)
def test_moh_66_dead_may_play_cards_weapons_where_the_absent_may(
    *, value: bool, absent: bool, asks: bool
) -> None:
    """D is out and holds a Pistol; A and B are bitten."""
    there = {1: "A.pin_up B.pin_up", 3: "C.pin_up C.gunman B.gunman A.gunman"}
    table = draw(
        "attack", there, zombies={1: 2}, extras_placed=True, hands={"D": ["pistol"]},
        options={"dead_may_play_cards": value, "attack_cards_absent": absent},
    )  # fmt: skip
    assert (asked(table)[0] == ("D", "play_attack_card")) is asks


def test_moh_66_dead_may_play_cards_a_scenario_lets_the_dead_have_looked() -> None:
    """`dice_seen_by` may name an eliminated player only where he may use a Camera."""
    keys = {"dice_seen_by": ["D"], "dice": [1, 1, 1, 1]}
    table = draw("destinations", D_OUT, options={"dead_may_play_cards": True}, **keys)
    assert table.view("D").dice is not None
    with pytest.raises(engine.ScenarioError, match="dice_seen_by"):
        draw("destinations", D_OUT, **keys)


@pytest.mark.parametrize(
    ("value", "swarm", "offered"),
    [("below_four", 2, True), ("below_four", 4, False), ("never", 2, False), ("never", 4, False)],
)
def test_moh_63_hardware_in_supermarket(value: str, swarm: int, *, offered: bool) -> None:
    """Two zombies may be held there with Hardware, four never; or none at all."""
    there = {6: "A.pin_up B.pin_up", 3: "C.pin_up D.pin_up C.gunman D.gunman"}
    table = draw(
        "attack", there, zombies={6: swarm}, extras_placed=True, hands={"A": ["hardware"]},
        options={"hardware_in_supermarket": value},
    )  # fmt: skip
    assert ("hardware" in options(table, "A")) is offered


def sprints(**chosen: object) -> dict[str, set[str]]:
    """Return where each may sprint: A's Gunman stands in the locked 3, the Pin-Up does not."""
    table = draw(
        "movement", {1: "A.pin_up B.pin_up", 3: "A.gunman", 4: "C.pin_up D.pin_up"},
        destinations={"A": 3, "B": 4, "C": 5, "D": 5}, dice=[2] * 4, hands={"A": ["sprint"]},
        options=chosen,
    )  # fmt: skip
    found: dict[str, set[str]] = {}
    for option in options(table, "A"):
        if option.startswith("sprint-"):
            _, name, place = option.split("-")
            found.setdefault(name, set()).add(place)
    return found


def test_moh_41_sprint_character_and_sprint_to_chosen() -> None:
    """Who stands in the locked place may sprint or not; it is a target or not; staying is."""
    assert sprints() == {"pin_up": set("13456"), "gunman": set("13456")}
    assert sprints(sprint_character="mover") == {"pin_up": set("13456")}
    assert sprints(sprint_to_chosen=False) == {"pin_up": set("1456"), "gunman": set("1456")}
    both = sprints(sprint_character="mover", sprint_to_chosen=False)
    assert both == {"pin_up": set("1456")}


def test_moh_41_sprint_character_mover_leaves_no_destination_where_all_stand() -> None:
    """GAP-M-24: nobody could move from there, so `sprint_same_dest` opens nothing."""
    there = {6: "A.pin_up", 4: "B.pin_up C.pin_up B.gunman C.gunman"}
    for value, offered in (("any", True), ("mover", False)):
        chosen = {"sprint_same_dest": True, "sprint_character": value}
        table = draw("destinations", there, hands={"A": ["sprint"]}, options=chosen)
        assert ("6" in options(table, "A")) is offered


def test_moh_41_sprint_to_chosen_false_who_can_go_nowhere_does_not_move() -> None:
    """A locked the parking lot where he stands; every other open place is full: no move."""
    table = draw(
        "movement",
        {4: "A.pin_up", 5: "B.pin_up C.pin_up D.pin_up"},
        closed=[1, 2, 3, 6], destinations={"A": 4, "B": 4, "C": 4, "D": 4}, dice=[2] * 4,
        hands={"A": ["sprint"]},
        options={"sprint_same_dest": True, "sprint_to_chosen": False},
    )  # fmt: skip
    assert [e.data()["player"] for e in events(table, "character_moved")][:1] == ["B"]


def returned(last_deaths: object, **chosen: object) -> engine.Table:
    """Return the end of phase D with D eliminated last round; all others go to 5."""
    table = draw(
        "destinations", D_OUT, revenge=["D"], last_deaths=last_deaths, dice=[2] * 4, options=chosen
    )
    for seat in "ABC":
        answer(table, seat, "5")
    return table


@pytest.mark.parametrize(
    ("place", "optional", "offered"),
    [("any_open", True, ["1", "3", "4", "5", "6", "pass"]),
     ("any_open", False, ["1", "3", "4", "5", "6"]), ("last_death", True, ["1", "pass"]),
     ("last_death", False, None)],
)  # fmt: skip
def test_gap_m_26_zombie_place_and_zombie_player_optional(
    place: str, offered: list[str] | None, *, optional: bool
) -> None:
    """D died at 1: his choice, or that place; a chance to decline, or none and so no question."""
    table = returned({"D": 1}, zombie_place=place, zombie_player_optional=optional)
    if offered is None:
        assert asked(table)[0][1] == "move"
        assert zombies(table) == {1: 1}
    else:
        assert options(table, "D") == offered
        assert zombies(table) == {}


@pytest.mark.parametrize("revenge", [["D"], []])
def test_gap_m_26_zombie_place_needs_the_place_of_the_last_death(revenge: list[str]) -> None:
    """The error names what to write; under `every_round` each of the eliminated needs a place."""
    often = "once" if revenge else "every_round"
    chosen = {"zombie_place": "last_death", "zombie_player": often}
    with pytest.raises(engine.ScenarioError, match=r"last_deaths.*\{ D = 3 \}"):
        draw("destinations", D_OUT, revenge=revenge, options=chosen)


@pytest.mark.parametrize(("often", "refused"), [("once", True), ("every_round", False)])
def test_gap_m_26_zombie_place_that_has_closed(often: str, *, refused: bool) -> None:
    """Since the last round none can have closed; later nobody comes there, and D is not asked."""
    chosen = {"zombie_place": "last_death", "zombie_player": often}
    if refused:
        with pytest.raises(engine.ScenarioError, match=r"last_deaths\.D"):
            returned({"D": 2}, **chosen)
    else:
        assert asked(returned({"D": 2}, **chosen))[0][1] == "move"


def test_gap_m_26_zombie_place_is_learned_in_play() -> None:
    """D's last character dies at 3 on the board: next round his zombie comes to 3."""
    there = {3: "D.pin_up", 6: "A.pin_up B.pin_up C.pin_up", 1: "A.gunman B.gunman"}
    table = draw(
        "attack", there, zombies={3: 1}, extras_placed=True, chance={"dice": [[2] * 4]},
        options={"zombie_place": "last_death", "zombie_player_optional": False},
    )  # fmt: skip
    run_to(table, "movement")
    came = [e.data() for e in events(table, "zombies_came") if e.data()["cause"] == "revenge"]
    assert [(each["player"], each["places"]) for each in came] == [("D", [3])]


@pytest.mark.parametrize(
    ("value", "phase"), [("destinations", "destinations"), ("round_end", "attack")]
)
def test_moh_36_revenge_moment(value: str, phase: str) -> None:
    """D is asked at the end of D, or after F of the same round, before the next truck."""
    table = draw(
        "destinations", {**D_OUT, 1: "C.tough_guy"}, revenge=["D"], dice=[2] * 4,
        options={"revenge_moment": value},
    )  # fmt: skip
    assert until(table, "place_revenge_zombie") == ["D"]
    assert table.pending()[0].phase == phase
    assert table.view(None).revenge == ("D",)
    answer(table, "D", "1")
    assert events(table, "zombies_came")[-1].data()["places"] == [1]
    assert len(events(table, "round_ended")) == (value == "round_end")


@pytest.mark.parametrize("often", ["once", "every_round"])
def test_moh_36_revenge_moment_round_end_is_not_that_of_the_death(often: str) -> None:
    """Who dies in this attack returns after the next one; none if the game has ended."""
    there = {1: "D.pin_up", 3: "A.pin_up B.pin_up", 6: "A.gunman B.gunman C.gunman"}
    table = draw(
        "attack", there, zombies={1: 1}, extras_placed=True, chance={"dice": [[2] * 4]},
        options={"revenge_moment": "round_end", "zombie_player": often},
    )  # fmt: skip
    assert len(events(table, "round_ended")) == 1
    assert asked(table)[0][1] != "place_revenge_zombie"
    assert until(table, "place_revenge_zombie") == ["D"]
    over = draw(
        "attack", {1: "A.pin_up", 3: "B.pin_up", 6: "C.pin_up"}, revenge=["D"],
        options={"revenge_moment": "round_end"},
    )  # fmt: skip
    assert over.is_over


@pytest.mark.parametrize(
    ("value", "offered"),
    [(False, ["threat-camera-B", "threat-camera-C"]), (True, ["search", "pass"])],
)
def test_moh_27_truck_optional(offered: list[str], *, value: bool) -> None:
    """The winner is asked before he looks; the question shows no card."""
    table = draw(
        "truck", {4: "A.pin_up", 3: "B.pin_up C.pin_up"}, deck=["camera", "threat", "sprint"],
        options={"truck_optional": value, "give_to_dead": False},
    )  # fmt: skip
    assert asked(table) == [("A", "distribute_truck")]
    assert options(table, "A")[:2] == offered
    assert ("cards" in table.pending()[0].context) is not value
    assert (table.view("A").truck is None) is value


def test_moh_27_truck_optional_a_decline_leaves_the_deck_as_it_is() -> None:
    """Nobody looks, the next phase begins; after `search` the cards are seen and given."""
    keys: dict[str, object] = {"deck": ["camera", "threat", "sprint"]}
    there = {4: "A.pin_up", 3: "B.pin_up C.pin_up"}
    table = draw("truck", there, options={"truck_optional": True}, **keys)
    answer(table, "A", "pass")
    assert [e.data() for e in events(table, "search_declined")] == [{"player": "A"}]
    assert table.view(None).deck_size == 3
    assert events(table, "truck_searched") == []
    assert table.view(None).phase != "truck"
    table = draw("truck", there, options={"truck_optional": True}, **keys)
    answer(table, "A", "search", "camera-threat-B")
    assert (table.view("A").hand, table.view("B").hand) == (("camera",), ("threat",))


@pytest.mark.parametrize(("value", "held"), [("tough_guy", 1), ("gunman", 0)])
def test_moh_45_holds_two(value: str, held: int) -> None:
    """Two zombies before a Tough Guy and a Pin-Up (3): held; if the Gunman were strong (2), not."""
    there = {1: "A.tough_guy B.pin_up", 3: "C.gunman D.pin_up A.pin_up", 6: "B.gunman D.gunman"}
    table = draw(
        "attack", there, zombies={1: 2, 3: 3}, extras_placed=True, options={"holds_two": value}
    )
    at_1 = [e.data()["strength"] for e in events(table, "place_held") if e.data()["place"] == 1]
    assert at_1 == [3] * held
    assert engine.ruleset("moh", {"holds_two": value}).characters[2].strength == 2 - held


@pytest.mark.parametrize(("value", "left"), [("leave", {}), ("stay", {4: 2})])
def test_moh_58_empty_parking(value: str, left: dict[int, int]) -> None:
    """Nobody stood there; where a hidden character did, the zombies leave either way."""
    keys: dict[str, object] = {"zombies": {4: 2}, "extras_placed": True}
    for locations, expected in (
        ({1: "A.pin_up B.pin_up", 3: "C.pin_up D.pin_up", 6: "A.gunman B.gunman"}, left),
        ({4: "A.pin_up", 3: "C.pin_up D.pin_up", 6: "A.gunman B.gunman"}, {}),
    ):
        table = draw(
            "attack", locations, hidden=["A.pin_up"] if 4 in locations else [],
            options={"empty_parking": value}, **keys,
        )  # fmt: skip
        assert zombies(table) == expected


@pytest.mark.parametrize("value", ["leave", "stay"])
def test_moh_58_empty_parking_never_closes(value: str) -> None:
    """Nine zombies stand there: the lot is not doomed, and more may come."""
    there = {1: "A.pin_up B.pin_up C.pin_up", 3: "D.pin_up A.gunman B.gunman"}
    table = draw(
        "movement", there, zombies={4: 8}, destinations=dict.fromkeys("ABCD", 5), dice=[4] * 4,
        options={"empty_parking": value},
    )  # fmt: skip
    assert zombies(table)[4] == 12
    run_to(table, "truck")
    assert zombies(table).get(4, 0) in {0, 12}


FIVE = {1: "A.pin_up B.pin_up", 3: "C.pin_up D.pin_up C.gunman"}
GATHER = {3: "A.pin_up", 6: "A.gunman B.pin_up B.gunman C.pin_up C.gunman"}


@pytest.mark.parametrize(
    ("value", "few", "together"),
    [("round_end", (2, 1), (3, None)), ("at_once", (1, 0), (1, "together")),
     ("met_in_round", (2, 1), (3, "together")), ("few_at_once", (1, 0), (3, None))],
)  # fmt: skip
def test_moh_68_end_moment(
    value: str, few: tuple[int, int], together: tuple[int, str | None]
) -> None:
    """The fifth character dies with an attack to come; A gathers all, and B and C disperse."""
    table = draw(
        "attack", FIVE, zombies={1: 2, 3: 3}, extras_placed=True, options={"end_moment": value}
    )
    while not table.is_over:
        seat = asked(table)[0][0]
        answer(table, seat, options(table, seat)[0])
    assert (len(events(table, "attack_began")), len(events(table, "round_ended"))) == few
    table = draw(
        "movement", GATHER, destinations={"A": 6, "B": 3, "C": 3}, dice=[2] * 4,
        options={"end_moment": value},
    )  # fmt: skip
    run_to(table, "truck")
    reason = table.result.end_reason if table.result else None
    assert (len(events(table, "character_moved")), reason) == together


def test_moh_68_end_moment_at_once_nothing_more_is_played() -> None:
    """Zombies that just ate stay, no badge passes, nothing is asked; who is out is named."""
    table = draw(
        "attack", {1: "A.pin_up", 3: "B.pin_up B.gunman C.pin_up C.gunman"}, zombies={1: 2},
        extras_placed=True, options={"end_moment": "at_once"}, floors=True,
    )  # fmt: skip
    assert table.is_over
    assert (table.pending(), table.floor) == ((), None)
    assert zombies(table) == {1: 2}
    last = ["character_eaten", "attack_ended", "player_eliminated", "game_ended"]
    assert [e.type for e in table.events][-4:] == last
    assert events(table, "player_eliminated")[0].data() == {"player": "A", "place": 1}
    assert table.view(None).eliminated == ("D", "A")
    assert table.view(None).chief == "A"
    assert table.result is not None
    assert dict(table.result.scores) == {"A": 0, "B": 10, "C": 10, "D": 0}


@pytest.mark.parametrize("ruleset", ["moh-pl", "moh-de"])
def test_moh_66_a_game_that_ends_at_once_says_who_is_out(ruleset: str) -> None:
    """B lost the last one in 1, where the game went on, A in 3, where it ends: both, in order."""
    there = {1: "B.pin_up", 3: "A.pin_up", 5: "C.pin_up C.gunman", 6: "D.pin_up D.gunman"}
    table = draw("attack", there, ruleset=ruleset, zombies={1: 1, 3: 1}, extras_placed=True,
                 seats=4, chief="B")  # fmt: skip
    assert table.is_over
    out = [event.data() for event in events(table, "player_eliminated")]
    assert out == [{"player": "B", "place": 1}, {"player": "A", "place": 3}]
    assert table.view(None).eliminated == ("B", "A")
    assert table.view(None).chief == "B"


def test_moh_68_end_moment_at_once_on_the_parking_lot() -> None:
    """The first of three parking zombies leaves four alive: the other two eat nobody."""
    table = draw(
        "attack", {4: "A.pin_up B.pin_up", 3: "C.pin_up C.gunman D.pin_up"}, zombies={4: 3},
        extras_placed=True, options={"end_moment": "at_once"},
    )  # fmt: skip
    vote(table, A="A", B="A")
    assert table.is_over
    assert zombies(table) == {4: 3}


def test_moh_68_end_moment_at_once_counts_a_sprint() -> None:
    """A Sprint to 6 brings the last one in; a move to the locked 5 does not."""
    there = {1: "A.pin_up", 3: "C.gunman", 6: "B.pin_up B.gunman C.pin_up C.tough_guy"}
    for card, over in (("sprint-pin_up-6", True), ("pin_up", False)):
        table = draw(
            "movement", there, destinations={"A": 5, "B": 5, "C": 6}, dice=[2] * 4, chief="C",
            hands={"A": ["sprint"]}, options={"end_moment": "at_once"},
        )  # fmt: skip
        assert asked(table) == [("A", "move")]
        answer(table, "A", card)
        moved = [e.data()["player"] for e in events(table, "character_moved")]
        assert (table.is_over, moved) == (over, ["C", "A"])


def test_moh_68_end_moment_met_in_round_is_in_the_log_once() -> None:
    """The event says what was met first; folding it is what remembers."""
    table = draw(
        "movement", GATHER, destinations={"A": 6, "B": 3, "C": 3}, dice=[2] * 4,
        options={"end_moment": "met_in_round"},
    )  # fmt: skip
    run_to(table, "truck")
    assert [e.data() for e in events(table, "end_condition_met")] == [{"reason": "together"}]
    types = [event.type for event in table.events]
    assert types[-2:] == ["round_ended", "game_ended"]
    table = draw(
        "attack", FIVE, zombies={1: 2, 3: 3}, extras_placed=True,
        options={"end_moment": "met_in_round"},
    )  # fmt: skip
    while not table.is_over:
        answer(table, asked(table)[0][0], options(table, asked(table)[0][0])[0])
    assert len(events(table, "character_eaten")) == 2
    assert [e.data() for e in events(table, "end_condition_met")] == [{"reason": "few_left"}]


def test_moh_68_end_moment_is_never_in_the_set_up() -> None:
    """With three players all twelve may be placed; the game goes on to its first round."""
    table = draw("setup", seats=3, chance={"dice": [[4, 4]] * 12},
                 options={"end_moment": "at_once"})  # fmt: skip
    run_to(table, "truck")
    assert not table.is_over
