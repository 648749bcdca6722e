"""Phase F: what the attack attracts, where zombies get in, who is eaten (MOH-42 to MOH-58)."""

import pytest

import engine
from tests.engine.helpers import answer, asked, draw, events, until, vote, where, zombies

BYSTANDERS = "A.gunman B.gunman C.gunman D.gunman D.tough_guy"
"""Five who stand in the supermarket, so that neither end condition holds."""


def attack(
    locations: dict[int, str], zombies: dict[int, int], *, seats: int = 4, **keys: object
) -> engine.Table:
    """Draw an attack to which nobody more is attracted."""
    return draw("attack", locations, seats=seats, zombies=zombies, extras_placed=True, **keys)


def eaten(table: engine.Table) -> list[str]:
    """Return who was eaten, in order."""
    facts = [event.data() for event in events(table, "character_eaten")]
    return [f"{fact['player']}.{fact['character']}" for fact in facts]


def under_attack(table: engine.Table) -> list[str]:
    """Return the kinds of the questions that the attack asks now."""
    return [question.kind for question in table.pending() if question.phase == "attack"]


def weights(table: engine.Table) -> dict[str, int]:
    """Return the weights of the ballot that is open."""
    return dict(table.pending()[0].context["weights"])  # type: ignore[call-overload]


def attracted(table: engine.Table) -> dict[str, list[int]]:
    """Return where crowd and noise put zombies."""
    came = [event.data() for event in events(table, "zombies_came")]
    return {str(fact["cause"]): list(fact["places"]) for fact in came}  # type: ignore[call-overload]


def test_moh_42_the_largest_crowd_attracts_one_zombie() -> None:
    """Three in one place and two elsewhere: one zombie comes to the three."""
    board = {3: "A.tough_guy B.tough_guy C.tough_guy", 1: "A.gunman B.gunman", 5: "D.gunman"}
    table = draw("attack", board)
    assert attracted(table) == {"crowd": [3]}
    assert zombies(table) == {3: 1}


def test_moh_42_a_tie_for_the_crowd_attracts_nobody() -> None:
    """Two places with three characters each: strictly most is nowhere."""
    board = {
        3: "A.tough_guy B.tough_guy C.tough_guy",
        1: "A.gunman B.gunman C.gunman",
        5: "D.gunman",
    }
    assert attracted(draw("attack", board)) == {}


def test_moh_42_most_pin_ups_attract_one_zombie() -> None:
    """Two Pin-Ups against one: one zombie comes to the two, though the crowd is tied."""
    board = {
        3: "A.pin_up B.pin_up C.tough_guy",
        1: "C.pin_up A.gunman B.gunman",
        5: "D.tough_guy",
    }
    assert attracted(draw("attack", board)) == {"noise": [3]}


def test_moh_42_a_tie_for_pin_ups_attracts_nobody() -> None:
    """One Pin-Up in each of two places: no noise zombie."""
    board = {3: "A.pin_up B.tough_guy C.tough_guy", 1: "B.pin_up A.gunman", 5: "D.gunman"}
    assert attracted(draw("attack", board)) == {"crowd": [3]}


def test_moh_42_crowd_and_noise_may_hit_the_same_location() -> None:
    """The place with most characters and most Pin-Ups gets two zombies."""
    board = {3: "A.pin_up B.pin_up C.tough_guy", 1: "A.gunman B.gunman", 5: "D.gunman"}
    table = draw("attack", board)
    assert attracted(table) == {"crowd": [3], "noise": [3]}
    assert zombies(table) == {3: 2}


def test_moh_42_the_parking_lot_counts() -> None:
    """Most characters stand on the parking lot: its zombie comes and eats."""
    board = {4: "A.tough_guy B.tough_guy C.tough_guy", 1: "A.gunman B.gunman", 5: "D.gunman"}
    table = draw("attack", board)
    assert attracted(table) == {"crowd": [4]}
    assert asked(table) == [("A", "cast_vote"), ("B", "cast_vote"), ("C", "cast_vote")]


def test_moh_42_a_tough_guy_is_one_of_the_crowd() -> None:
    """Two Tough Guys (strength 4) are fewer than three others."""
    board = {3: "A.tough_guy B.tough_guy", 6: "A.gunman B.gunman C.gunman", 5: "D.gunman"}
    assert attracted(draw("attack", board)) == {"crowd": [6]}


def test_moh_42_hidden_characters_are_part_of_crowd_and_noise() -> None:
    """A Hidden card covers neither smell nor screams."""
    board = {3: "A.pin_up B.pin_up C.tough_guy", 1: "A.gunman B.gunman", 5: "C.pin_up D.gunman"}
    table = draw("attack", board, hidden=["A.pin_up", "B.pin_up"])
    assert attracted(table) == {"crowd": [3], "noise": [3]}


def test_moh_42_is_judged_after_all_moves() -> None:
    """Two stand in 3 and in 1 before; A moves from 1 to 3, so 3 has the crowd."""
    board = {3: "B.tough_guy C.tough_guy", 1: "A.gunman B.gunman", 5: "C.gunman", 6: "D.gunman"}
    goals = {"A": 3, "B": 5, "C": 3, "D": 5}
    table = draw("movement", board, destinations=goals, dice=[6, 6, 6, 6], dice_seen_by=[])
    answer(table, "B", "gunman")
    assert attracted(table)["crowd"] == [3]
    assert [where(table, who) for who in ("A.gunman", "B.gunman", "C.gunman")] == [3, 5, 3]


def test_moh_43_locations_are_resolved_by_their_numbers() -> None:
    """One character and one zombie everywhere: they are eaten from 1 to 6."""
    board = {n: f"{seat}.pin_up" for n, seat in zip(range(1, 7), "FEDCBA", strict=True)}
    table = attack(board, dict.fromkeys(range(1, 7), 1), seats=6)
    assert eaten(table) == [f"{seat}.pin_up" for seat in "FEDCBA"]


def test_moh_43_each_location_is_finished_before_the_next() -> None:
    """The vote in 3 is put only after somebody was eaten in 1."""
    board = {1: "A.pin_up B.pin_up", 3: "A.tough_guy B.gunman", 6: "C.gunman C.pin_up D.pin_up"}
    table = attack(board, {1: 2, 3: 3})
    assert {question.place for question in table.pending()} == {1}
    vote(table, A="B", B="A")
    vote(table, A="B", B="A", C="B", D="B")
    assert eaten(table) == ["B.pin_up"]
    assert {question.place for question in table.pending()} == {3}


@pytest.mark.parametrize("place", [1, 3, 5, 6])
def test_moh_44_zombies_at_an_empty_location_stay(place: int) -> None:
    """Nobody is there: no question, and the zombies wait."""
    home = 3 if place == 6 else 6
    table = attack({home: "A.gunman B.gunman C.gunman", 4: "D.gunman A.pin_up"}, {place: 5})
    assert zombies(table) == {place: 5}
    assert events(table, "attack_began") == []


@pytest.mark.parametrize(("count", "gets_in"), [(1, False), (2, True), (3, True)])
@pytest.mark.parametrize("place", [1, 3, 5])
def test_moh_45_zombies_equal_to_strength_get_in(place: int, count: int, *, gets_in: bool) -> None:
    """Pin-Up and Gunman hold one zombie; two are enough, and so are three."""
    table = attack(
        {place: "A.pin_up B.gunman", 6: BYSTANDERS.replace("B.gunman ", "")}, {place: count}
    )
    assert ("cast_vote" in under_attack(table)) is gets_in


@pytest.mark.parametrize(("count", "gets_in"), [(2, False), (3, True)])
def test_moh_45_a_tough_guy_holds_back_two(count: int, *, gets_in: bool) -> None:
    """Tough Guy and Pin-Up are strength three."""
    table = attack({3: "A.tough_guy B.pin_up", 6: BYSTANDERS}, {3: count})
    assert ("cast_vote" in under_attack(table)) is gets_in


@pytest.mark.parametrize(("count", "gets_in"), [(2, False), (3, True)])
def test_moh_45_location_2_is_like_the_others(count: int, *, gets_in: bool) -> None:
    """With five players Cachou is open, and strength decides there too."""
    crowd = BYSTANDERS + " E.gunman"
    table = attack({2: "A.tough_guy B.pin_up", 6: crowd}, {2: count}, seats=5)
    assert ("cast_vote" in under_attack(table)) is gets_in


@pytest.mark.parametrize(("count", "outcome"), [(2, []), (3, ["B.pin_up"])])
def test_moh_45_hidden_characters_count_for_strength(count: int, outcome: list[str]) -> None:
    """A hidden Tough Guy still holds the door; only the visible Pin-Up can be eaten."""
    board = {3: "A.tough_guy B.pin_up", 6: BYSTANDERS}
    assert eaten(attack(board, {3: count}, hidden=["A.tough_guy"])) == outcome


def test_moh_45_no_zombie_gets_in_where_none_is() -> None:
    """No zombies: no breach, whatever stands there."""
    table = attack({3: "A.pin_up B.pin_up", 6: BYSTANDERS}, {})
    assert eaten(table) == []
    assert events(table, "attack_began") == []


@pytest.mark.parametrize(("count", "gets_in"), [(3, False), (4, True), (5, True)])
def test_moh_46_four_zombies_always_enter_the_supermarket(count: int, *, gets_in: bool) -> None:
    """Strength eight holds three zombies there, not four."""
    board = {6: "A.tough_guy B.tough_guy C.tough_guy D.tough_guy", 1: "A.gunman"}
    table = attack(board, {6: count})
    assert ("cast_vote" in under_attack(table)) is gets_in


@pytest.mark.parametrize(("count", "outcome"), [(1, []), (2, ["A.tough_guy"])])
def test_moh_46_strength_decides_below_four(count: int, outcome: list[str]) -> None:
    """A lone Tough Guy in the supermarket holds one zombie, not two."""
    board = {6: "A.tough_guy", 3: "A.pin_up B.pin_up C.pin_up D.pin_up", 1: "B.gunman"}
    assert eaten(attack(board, {6: count})) == outcome


def test_moh_46_is_a_rule_of_the_supermarket_only() -> None:
    """Three Tough Guys hold four and five zombies elsewhere."""
    board = {5: "A.tough_guy B.tough_guy C.tough_guy", 6: BYSTANDERS}
    table = attack(board, {5: 5})
    assert under_attack(table) == []
    assert zombies(table) == {5: 5}


def test_moh_46_the_number_is_a_fact_of_every_ruleset_with_a_supermarket() -> None:
    """Four where there is one; none in Osaczeni, where strength decides in every building."""
    facts = {each: engine.ruleset(each) for each in engine.rulesets()}
    assert {each: fact.break_in for each, fact in facts.items()} == {
        each: 4 if "supermarket" in fact.roles else None for each, fact in facts.items()
    }
    assert facts["osaczeni"].break_in is None


def test_moh_47_without_a_breach_nothing_is_played() -> None:
    """Card-holders are not asked where the door holds, and the zombies stay."""
    board = {3: "A.tough_guy B.pin_up", 6: BYSTANDERS}
    table = attack(board, {3: 2}, hands={"A": ["shotgun"], "B": ["hidden"]})
    assert under_attack(table) == []
    assert events(table, "vote_called") == []
    assert zombies(table) == {3: 2}


def test_moh_48_cards_are_played_in_chief_order_by_those_present() -> None:
    """C is Chief, D is elsewhere: C, A, B are asked in turn, and nobody twice."""
    board = {3: "A.pin_up B.pin_up C.pin_up", 6: BYSTANDERS}
    hands = {seat: [card] for seat, card in zip("ABCD", ["pistol", *["camera"] * 3], strict=True)}
    table = attack(board, {3: 3}, chief="C", hands=hands)
    for seat in "CAB":
        assert asked(table) == [(seat, "play_attack_card")]
        answer(table, seat, "pass")
    assert [kind for _, kind in asked(table)] == ["cast_vote"] * 3


def test_moh_48_a_repelled_attack_leaves_the_zombies_outside() -> None:
    """Three zombies, strength three; the Pistol takes one, the two that are left stay."""
    board = {3: "A.pin_up B.pin_up C.pin_up", 6: BYSTANDERS}
    table = attack(board, {3: 3}, hands={"A": ["pistol"]})
    answer(table, "A", "pistol")
    assert zombies(table) == {3: 2}
    assert eaten(table) == []
    assert events(table, "votes_revealed") == []


def test_moh_48_is_tested_again_with_what_is_left() -> None:
    """Four zombies against three: the Pistol is not enough, three still get in."""
    board = {3: "A.pin_up B.pin_up C.pin_up", 6: BYSTANDERS}
    table = attack(board, {3: 4}, hands={"A": ["pistol"]})
    answer(table, "A", "pistol")
    assert [kind for _, kind in asked(table)] == ["cast_vote"] * 3


def test_moh_49_the_owner_chooses_and_all_zombies_leave() -> None:
    """B is chosen, keeps the Pin-Up, loses the Gunman; five zombies go."""
    board = {3: "A.pin_up B.pin_up B.gunman", 6: BYSTANDERS.replace("B.gunman ", "")}
    table = attack(board, {3: 5})
    vote(table, A="B", B="B")
    assert asked(table) == [("B", "choose_victim")]
    answer(table, "B", "gunman")
    assert eaten(table) == ["B.gunman"]
    assert where(table, "B.gunman") is None
    assert where(table, "B.pin_up") == 3
    assert zombies(table) == {}


def test_moh_49_a_hidden_character_is_no_victim() -> None:
    """B's Pin-Up hides: only the Gunman and the Tough Guy can be named."""
    board = {3: "A.pin_up B.pin_up B.gunman B.tough_guy", 6: "C.pin_up D.pin_up"}
    table = attack(board, {3: 5}, hidden=["B.pin_up"])
    vote(table, A="B", B="B")
    options = {option.id for option in table.pending()[0].options}
    assert options == {"gunman", "tough_guy"}


def test_moh_50_where_all_are_hidden_nobody_is_eaten() -> None:
    """The zombies got in, found nobody, and stay outside."""
    board = {3: "A.pin_up B.pin_up", 6: BYSTANDERS}
    table = attack(board, {3: 4}, hidden=["A.pin_up", "B.pin_up"])
    assert eaten(table) == []
    assert zombies(table) == {3: 4}


def test_moh_51_one_character_is_eaten_however_many_zombies_come() -> None:
    """Nine zombies at a location eat one character."""
    board = {3: "A.pin_up A.tough_guy", 6: BYSTANDERS}
    table = attack(board, {3: 9})
    answer(table, "A", "pin_up")
    assert eaten(table) == ["A.pin_up"]
    assert where(table, "A.tough_guy") == 3


def test_moh_52_strength_does_not_help_on_the_parking_lot() -> None:
    """One zombie eats one of three Tough Guys."""
    board = {4: "A.tough_guy B.tough_guy C.tough_guy", 6: "A.gunman B.gunman C.gunman D.gunman"}
    table = attack(board, {4: 1})
    vote(table, A="B", B="B", C="B")
    assert eaten(table) == ["B.tough_guy"]


def test_moh_53_each_parking_zombie_has_its_own_vote() -> None:
    """Two zombies: two votes, and B, eaten in the first, has one vote less in the second."""
    board = {4: "A.pin_up B.pin_up B.tough_guy C.pin_up", 6: BYSTANDERS}
    table = attack(board, {4: 2})
    assert weights(table) == {"A": 1, "B": 2, "C": 1}
    vote(table, A="B", B="C", C="B")
    vote(table, A="B", B="C", C="B", D="B")
    answer(table, "B", "pin_up")
    assert weights(table) == {"A": 1, "B": 1, "C": 1}
    assert zombies(table) == {4: 1}
    vote(table, A="B", B="C", C="B")
    assert eaten(table) == ["B.pin_up", "B.tough_guy"]
    assert zombies(table) == {}


def test_moh_53_a_weapon_may_end_the_parking_attack_before_a_vote() -> None:
    """The only zombie is shot in the lap: no ballot."""
    board = {4: "A.pin_up B.pin_up", 6: BYSTANDERS}
    table = attack(board, {4: 1}, hands={"A": ["pistol"]})
    answer(table, "A", "pistol")
    assert under_attack(table) == []
    assert eaten(table) == []


def test_moh_54_a_new_lap_is_held_before_every_parking_vote() -> None:
    """A passes in the first lap, and shoots in the second."""
    board = {4: "A.tough_guy B.pin_up C.pin_up", 6: BYSTANDERS}
    table = attack(board, {4: 2}, hands={"A": ["pistol"]})
    answer(table, "A", "pass")
    vote(table, A="B", B="B", C="B")
    assert asked(table) == [("A", "play_attack_card")]
    answer(table, "A", "pistol")
    assert eaten(table) == ["B.pin_up"]


def test_moh_55_hidden_lasts_for_all_later_parking_votes() -> None:
    """A hides the Pin-Up in the first lap: A is no voter in both votes."""
    board = {
        4: "A.pin_up B.pin_up B.tough_guy C.pin_up C.tough_guy",
        6: "A.gunman B.gunman C.gunman D.gunman",
    }
    table = attack(board, {4: 2}, hands={"A": ["hidden"]})
    answer(table, "A", "hidden-pin_up")
    vote(table, B="C", C="C")
    answer(table, "C", "pin_up")
    vote(table, B="B", C="B")
    answer(table, "B", "pin_up")
    assert eaten(table) == ["C.pin_up", "B.pin_up"]
    assert where(table, "A.pin_up") == 4


def test_moh_56_a_threat_counts_for_one_parking_vote() -> None:
    """A's Threat adds a vote in the first ballot; the second is without it."""
    board = {4: "A.tough_guy B.pin_up C.pin_up B.tough_guy", 6: BYSTANDERS}
    table = attack(board, {4: 2}, hands={"A": ["threat"]})
    answer(table, "A", "threat")
    assert weights(table) == {"A": 2, "B": 2, "C": 1}
    vote(table, A="C", B="B", C="C")
    assert weights(table) == {"A": 1, "B": 2}


def test_moh_56_a_threat_counts_in_the_revote_of_its_vote() -> None:
    """2 against 2 ties; in the re-vote A weighs two again, the absent D one."""
    board = {4: "A.tough_guy B.pin_up B.tough_guy", 6: "C.pin_up D.gunman D.pin_up D.tough_guy"}
    table = attack(board, {4: 1}, hands={"A": ["threat"]})
    answer(table, "A", "threat")
    vote(table, A="B", B="A")
    assert weights(table) == {"A": 2, "B": 2, "C": 1, "D": 1}


def test_moh_56_a_threat_of_a_repelled_attack_is_gone_at_the_next() -> None:
    """A threatens at 3, which B saves; at 5 A has one vote again."""
    board = {3: "A.pin_up B.pin_up", 5: "A.gunman C.pin_up", 6: "B.gunman C.gunman D.gunman"}
    hands = {"A": ["threat"], "B": ["shotgun"]}
    table = attack(board, {3: 2, 5: 9}, hands=hands)
    answer(table, "A", "threat")
    answer(table, "B", "shotgun")
    assert weights(table) == {"A": 2, "C": 1}


def test_moh_57_zombies_leave_when_nobody_is_left_to_eat() -> None:
    """Five zombies, one character: it is eaten, the other four go."""
    table = attack({4: "A.pin_up", 6: BYSTANDERS}, {4: 5})
    assert eaten(table) == ["A.pin_up"]
    assert zombies(table) == {}


@pytest.mark.parametrize("hidden", [True, False])
def test_moh_58_the_parking_lot_is_empty_of_zombies_after_the_attack(*, hidden: bool) -> None:
    """Nobody there, or only hidden characters: the zombies leave all the same."""
    board = {4 if hidden else 3: "A.pin_up", 6: BYSTANDERS}
    table = attack(board, {4: 3, 1: 2}, hidden=["A.pin_up"] if hidden else [])
    assert until(table, "choose_destination")
    assert eaten(table) == []
    assert zombies(table) == {1: 2}
