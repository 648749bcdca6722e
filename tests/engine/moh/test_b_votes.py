"""MOH-12 to MOH-24: the round, card laps, ballots, re-votes and ties."""

import pytest

import engine
from tests.engine.helpers import answer, asked, draw, events, options, run_to, until, vote, where

ELSEWHERE = "A.tough_guy B.tough_guy C.tough_guy D.tough_guy"


def chosen(table: engine.Table) -> dict[str, object]:
    """Return player and by of the last vote's outcome."""
    data = events(table, "player_chosen")[-1].data()
    return {key: data[key] for key in ("player", "by")}


def weights(table: engine.Table) -> dict[str, int]:
    """Return the weights of the ballot that is open."""
    shown = table.view(None).vote
    assert shown is not None
    return dict(shown.weights)


# --- MOH-12, MOH-13: the order of things ---


def test_moh_12_the_six_phases_follow_each_other() -> None:
    """Truck, Chief, dice, destinations, movement, attack, then the next round's truck."""
    everybody = " ".join(f"{seat}.{kind}" for seat in "ABCDE" for kind in ("pin_up", "gunman"))
    table = draw("truck", {4: everybody}, seats=5)
    run_to(table, "attack")
    run_to(table)
    began = [(e.data()["round"], e.data()["phase"]) for e in events(table, "phase_began")]
    phases = ["truck", "chief", "arrival", "destinations", "movement", "attack"]
    assert began[:7] == [*((1, phase) for phase in phases), (2, "truck")]


def test_moh_13_turns_begin_with_the_chief_and_go_clockwise() -> None:
    """With Chief C, the card lap goes C, D, A: B is not there."""
    hands = {seat: ["camera"] for seat in "ABC"} | {"D": ["sprint"]}
    table = draw("chief", {5: "A.pin_up C.pin_up D.pin_up", 4: "B.pin_up"}, chief="C", hands=hands)
    seen = []
    while asked(table)[0][1] == "play_vote_card":
        seen.append(asked(table)[0][0])
        answer(table, seen[-1], "pass")
    assert seen == ["C", "D", "A"]


def test_moh_13_a_chief_elected_in_b_is_first_for_the_rest_of_the_round() -> None:
    """B wins the badge, so B moves first."""
    table = draw("chief", {5: "B.pin_up", 4: "A.pin_up C.pin_up D.pin_up", 3: ELSEWHERE}, chief="A")
    assert table.view(None).chief == "B"
    assert until(table, "move") == ["B"]


def test_moh_13_phase_a_uses_the_old_chief() -> None:
    """The card lap of the truck begins with the Chief of the previous round."""
    hands = {seat: ["camera"] for seat in "AB"}
    table = draw("truck", {4: "A.pin_up B.pin_up", 5: "A.gunman"}, chief="B", hands=hands)
    assert asked(table) == [("B", "play_vote_card")]


# --- MOH-14: what votes are for ---


@pytest.mark.parametrize(("phase", "place", "kind"), [("truck", 4, "truck"), ("chief", 5, "chief")])
def test_moh_14_votes_of_a_and_b_have_their_locations(phase: str, place: int, kind: str) -> None:
    """The truck is voted for on the parking lot, the Chief at the HQ."""
    table = draw(phase, {place: "A.pin_up B.pin_up", 3: "C.pin_up D.pin_up"})
    called = events(table, "vote_called")[0].data()
    assert (called["kind"], called["place"]) == (kind, place)


# --- MOH-15: nothing is shown or traded ---


def test_moh_15_no_question_shows_a_card_or_a_die_or_trades() -> None:
    """Cards change hands through the truck alone: these are all the questions there are."""
    assert set(engine.ruleset("moh").catalogue(4)) == {
        "place_character", "play_vote_card", "cast_vote", "cast_revote", "distribute_truck",
        "use_camera", "announce_destination", "choose_destination", "place_revenge_zombie", "move",
        "play_attack_card", "choose_victim",
    }  # fmt: skip


# --- MOH-16: the card lap ---


def test_moh_16_one_lap_and_no_second_turn() -> None:
    """Who passed is not asked again, whatever is played after him."""
    hands = {"A": ["threat"], "B": ["threat"]}
    table = draw("chief", {5: "A.pin_up B.pin_up", 4: "C.pin_up"}, hands=hands)
    answer(table, "A", "pass")
    answer(table, "B", "threat")
    assert asked(table)[0] == ("A", "cast_vote")


def test_moh_16_any_number_of_cards_on_one_turn() -> None:
    """Two Threats on one turn, one after the other; a third question offers a pass alone."""
    hands = {"A": ["threat", "threat", "camera"]}
    table = draw("chief", {5: "A.pin_up B.pin_up", 4: "C.pin_up"}, hands=hands)
    answer(table, "A", "threat", "threat")
    assert options(table, "A") == ["pass"]
    answer(table, "A", "pass")
    assert weights(table) == {"A": 3, "B": 1}


def test_moh_16_an_empty_hand_ends_the_turn() -> None:
    """After the last card there is nothing to ask."""
    table = draw("chief", {5: "A.pin_up B.pin_up", 4: "C.pin_up"}, hands={"A": ["threat"]})
    answer(table, "A", "threat")
    assert asked(table)[0] == ("A", "cast_vote")


@pytest.mark.parametrize(("phase", "place"), [("truck", 4), ("chief", 5)])
def test_moh_16_only_threats_before_the_votes_of_a_and_b(phase: str, place: int) -> None:
    """Weapons, Hardware, Hidden, Sprint and Camera are not offered."""
    hand = ["threat", "camera", "sprint", "hardware", "hidden", "shotgun"]
    table = draw(phase, {place: "A.pin_up B.pin_up", 3: "C.pin_up"}, hands={"A": hand})
    assert options(table, "A") == ["threat", "pass"]


def test_moh_16_any_card_in_hand_is_asked_for() -> None:
    """With a card that can't be played here the question is put: hand sizes alone decide it."""
    hands = {"A": ["camera"], "B": []}
    table = draw("chief", {5: "A.pin_up B.pin_up", 4: "C.pin_up"}, hands=hands)
    assert asked(table) == [("A", "play_vote_card")]
    assert options(table, "A") == ["pass"]
    answer(table, "A", "pass")
    assert asked(table)[0][1] == "cast_vote"


def test_moh_16_a_pass_is_heard_by_its_player_alone() -> None:
    """Nobody else learns who was asked and passed."""
    hands = {"A": ["threat"]}
    table = draw("chief", {5: "A.pin_up B.pin_up", 4: "C.pin_up"}, hands=hands)
    answer(table, "A", "pass")
    heard = {seat: [e for e in table.heard_by(seat) if e.type == "passed"] for seat in "ABCD"}
    assert {seat: len(passes) for seat, passes in heard.items()} == {"A": 1, "B": 0, "C": 0, "D": 0}


def test_moh_16_a_hidden_player_takes_part_in_the_card_lap() -> None:
    """Players present, hidden or not, have their turn (GAP-M-11)."""
    table = draw(
        "chief",
        {5: "A.pin_up B.pin_up C.pin_up", 4: "D.pin_up"},
        hidden=["B.pin_up"],
        hands={"B": ["threat"]},
    )
    assert options(table, "B") == ["threat", "pass"]


# --- GAP-M-6 (default), GAP-M-8 (default), GAP-M-11 ---


def test_gap_m_6_absent_players_play_no_threat() -> None:
    """Who has no character at the HQ is not asked, whatever he holds."""
    hands = {"C": ["threat"], "D": ["threat"]}
    table = draw("chief", {5: "A.pin_up B.pin_up", 4: "C.pin_up D.pin_up"}, hands=hands)
    assert [kind for _, kind in asked(table)] == ["cast_vote", "cast_vote"]


def test_gap_m_8_hidden_is_not_played_in_elections() -> None:
    """By default a Hidden card is no option in A and B."""
    table = draw("truck", {4: "A.pin_up B.pin_up", 3: "C.pin_up"}, hands={"A": ["hidden"]})
    assert options(table, "A") == ["pass"]


def test_gap_m_11_a_threat_of_a_hidden_player_is_lost() -> None:
    """He may play it, gains no vote by it, and the card is gone."""
    table = draw(
        "chief",
        {5: "A.pin_up B.pin_up C.pin_up", 4: "D.pin_up"},
        hidden=["B.pin_up"],
        hands={"B": ["threat"]},
    )
    answer(table, "B", "threat")
    assert weights(table) == {"A": 1, "C": 1}
    assert "threat" in table.view(None).played
    vote(table, A="A", C="C")
    assert weights(table) == {"A": 1, "C": 1, "D": 1}


# --- MOH-17, MOH-18: voters and candidates ---


def test_moh_17_voters_are_those_with_a_visible_character_there() -> None:
    """Present and hidden: no vote; absent: no vote in the first ballot."""
    table = draw(
        "chief",
        {5: "A.pin_up B.pin_up C.pin_up", 4: "D.pin_up"},
        hidden=["C.pin_up"],
    )
    assert asked(table) == [("A", "cast_vote"), ("B", "cast_vote")]


def test_moh_17_one_visible_character_of_two_is_enough_to_vote() -> None:
    """A player with a hidden and a visible character there votes, with the visible one."""
    table = draw("chief", {5: "A.pin_up A.gunman B.pin_up", 4: "C.pin_up"}, hidden=["A.gunman"])
    assert weights(table) == {"A": 1, "B": 1}


def test_moh_17_ballots_are_sealed_until_all_are_in() -> None:
    """No view shows a ballot before the last; then everybody sees all."""
    table = draw("chief", {5: "A.pin_up A.gunman B.pin_up", 4: "C.pin_up"})
    assert all(question.sealed for question in table.pending())
    answer(table, "A", "B")
    shown = [table.view(seat).vote for seat in (None, "A", "B", "C")]
    assert [each.ballots for each in shown if each] == [None] * 4
    assert events(table, "votes_revealed") == []
    answer(table, "B", "B")
    assert events(table, "votes_revealed")[0].data()["ballots"] == {"A": "B", "B": "B"}


def test_moh_18_candidates_are_those_with_a_visible_character_there() -> None:
    """Neither the absent nor the hidden can be voted for; oneself can."""
    table = draw("chief", {5: "A.pin_up B.pin_up C.pin_up", 4: "D.pin_up"}, hidden=["C.pin_up"])
    assert options(table, "A") == ["A", "B"]
    assert options(table, "B") == ["A", "B"]


def test_moh_18_one_may_vote_for_oneself() -> None:
    """A's two votes for A make A Chief."""
    table = draw("chief", {5: "A.gunman B.pin_up", 4: "C.pin_up"}, chief="B")
    vote(table, A="A", B="B")
    assert table.view(None).chief == "A"


# --- MOH-19, GAP-M-9: weights ---


@pytest.mark.parametrize(
    ("there", "weight"),
    [
        ("A.pin_up", 1),
        ("A.tough_guy", 1),
        ("A.gunman", 2),
        ("A.little_girl", 1),
        ("A.pin_up A.gunman", 3),
        ("A.pin_up A.tough_guy A.little_girl", 3),
    ],
)
def test_moh_19_one_vote_a_character_and_one_more_for_a_gunman(there: str, weight: int) -> None:
    """Strength gives no vote, a Gunman two."""
    table = draw("truck", {4: f"{there} B.pin_up", 3: "C.pin_up"}, seats=3)
    assert weights(table) == {"A": weight, "B": 1}


def test_moh_19_only_characters_at_the_location_count() -> None:
    """A Gunman elsewhere gives nothing here."""
    table = draw("chief", {5: "A.pin_up B.pin_up", 4: "A.gunman C.pin_up"})
    assert weights(table) == {"A": 1, "B": 1}


def test_moh_19_each_threat_adds_one_vote() -> None:
    """Pin-Up, Gunman and a Threat: four votes."""
    table = draw("chief", {5: "A.pin_up A.gunman B.pin_up", 4: "C.pin_up"}, hands={"A": ["threat"]})
    answer(table, "A", "threat")
    assert weights(table) == {"A": 4, "B": 1}


def test_moh_56_a_threat_at_the_truck_adds_nothing_to_the_vote_for_the_chief() -> None:
    """A's Threat was for the truck; at the headquarters the Gunman's two votes are all."""
    board = {4: "A.pin_up", 5: "A.gunman B.pin_up", 6: "C.pin_up"}
    table = draw("truck", board, hands={"A": ["threat"]})
    answer(table, "A", "threat")
    while asked(table)[0][1] != "cast_vote":
        answer(table, "A", options(table, "A")[-1])
    assert weights(table) == {"A": 2, "B": 1}


def test_moh_19_the_whole_weight_goes_to_one_player() -> None:
    """Three votes of A count for the one name on his wheel."""
    table = draw("chief", {5: "A.pin_up A.gunman B.pin_up", 4: "C.pin_up"})
    vote(table, A="B", B="B")
    assert events(table, "votes_revealed")[0].data()["totals"] == {"A": 0, "B": 4}


def test_gap_m_9_a_hidden_gunman_gives_no_vote_at_all() -> None:
    """Neither his own vote nor the extra one."""
    table = draw("chief", {5: "A.pin_up A.gunman B.pin_up", 4: "C.pin_up"}, hidden=["A.gunman"])
    assert weights(table) == {"A": 1, "B": 1}


# --- MOH-20: the winner ---


def test_moh_20_the_highest_total_wins() -> None:
    """One ballot of three votes beats two ballots of one: totals count, not wheels."""
    table = draw("truck", {4: "A.pin_up A.gunman B.pin_up C.pin_up", 3: "D.pin_up"})
    vote(table, A="A", B="B", C="B")
    assert chosen(table) == {"player": "A", "by": "vote"}


def test_moh_20_a_lead_of_one_vote_is_no_tie() -> None:
    """Two against one: no second ballot."""
    table = draw("truck", {4: "A.pin_up B.pin_up C.pin_up", 3: "D.pin_up"})
    vote(table, A="B", B="B", C="C")
    assert chosen(table) == {"player": "B", "by": "vote"}


def test_moh_20_in_an_attack_the_chosen_player_picks_the_victim() -> None:
    """The owner chooses among his own visible characters there."""
    table = draw(
        "attack",
        {1: "A.pin_up A.gunman B.pin_up", 4: "C.pin_up D.pin_up"},
        zombies={1: 4},
        extras_placed=True,
    )
    vote(table, A="A", B="A")
    assert asked(table) == [("A", "choose_victim")]
    assert options(table, "A") == ["pin_up", "gunman"]
    answer(table, "A", "gunman")
    assert where(table, "A.gunman") is None
    assert where(table, "A.pin_up") == 1


def test_moh_20_a_single_eatable_character_is_not_asked_for() -> None:
    """With one visible character there the owner has no choice."""
    table = draw(
        "attack", {1: "A.pin_up B.pin_up", 6: "C.pin_up D.pin_up"}, zombies={1: 2},
        extras_placed=True,
    )  # fmt: skip
    vote(table, A="A", B="A")
    assert events(table, "character_eaten")[0].data() == {
        "player": "A", "character": "pin_up", "place": 1,
    }  # fmt: skip


# --- MOH-23, MOH-24, GAP-M-13: no ballot ---


@pytest.mark.parametrize(("phase", "place", "kind"), [("truck", 4, "truck"), ("chief", 5, "chief")])
def test_moh_23_gap_m_13_a_single_candidate_needs_no_ballot(
    phase: str, place: int, kind: str
) -> None:
    """GAP-M-13: the only player there is chosen at once."""
    table = draw(phase, {place: "B.pin_up B.gunman", 3: "A.pin_up C.pin_up"})
    assert events(table, "ballot_opened") == []
    assert events(table, "player_chosen")[0].data() == {
        "kind": kind, "place": place, "player": "B", "by": "only_candidate",
    }  # fmt: skip


def test_moh_23_the_card_lap_is_held_for_a_single_candidate() -> None:
    """He is still asked for his cards, and a Threat so played is lost."""
    table = draw("chief", {5: "B.pin_up", 4: "A.pin_up"}, hands={"B": ["threat"]})
    answer(table, "B", "threat")
    assert chosen(table) == {"player": "B", "by": "only_candidate"}
    assert table.view("B").hand == ()


def test_moh_23_a_single_candidate_for_the_badge_counts_as_elected() -> None:
    """He sees the dice of this round."""
    table = draw("chief", {5: "B.pin_up", 4: "A.pin_up"})
    view = table.view("B")
    assert (view.chief, view.chief_elected) == ("B", True)
    assert view.dice is not None


def test_moh_23_one_visible_among_hidden_is_the_single_candidate() -> None:
    """Players who only hide are no candidates."""
    table = draw("chief", {5: "A.pin_up B.pin_up", 4: "C.pin_up"}, hidden=["A.pin_up"])
    assert chosen(table) == {"player": "B", "by": "only_candidate"}


def test_moh_24_no_vote_for_the_truck_where_nobody_is() -> None:
    """An empty parking lot: no search."""
    table = draw("truck", {3: "A.pin_up B.pin_up", 5: "C.pin_up"})
    assert events(table, "vote_skipped")[0].data() == {
        "kind": "truck", "place": 4, "reason": "nobody_there",
    }  # fmt: skip
    assert events(table, "truck_searched") == []


def test_moh_24_no_vote_for_the_badge_where_nobody_is() -> None:
    """An empty HQ: the Chief stays and is not elected."""
    table = draw("chief", {3: "A.pin_up B.pin_up"}, chief="B")
    view = table.view(None)
    assert (view.chief, view.chief_elected) == ("B", False)
    assert events(table, "vote_called") == []


def test_gap_m_8_all_hidden_at_the_hq_elects_nobody() -> None:
    """With only hidden characters there the old Chief stays, not elected."""
    table = draw("chief", {5: "B.pin_up", 4: "A.pin_up C.pin_up"}, hidden=["B.pin_up"])
    assert chosen(table) == {"player": None, "by": "all_hidden"}
    view = table.view(None)
    assert (view.chief, view.chief_elected) == ("A", False)


def test_gap_m_31_each_ballot_is_public_after_the_reveal() -> None:
    """Everybody, at the location or not, perceives who voted for whom with which weight."""
    table = draw("chief", {5: "A.gunman B.pin_up C.pin_up", 4: "D.pin_up"})
    vote(table, A="B", B="B", C="A")
    (seen,) = [e.data() for e in table.heard_by("D") if e.type == "votes_revealed"]
    assert seen["ballots"] == {"A": "B", "B": "B", "C": "A"}
    assert seen["weights"] == {"A": 2, "B": 1, "C": 1}


def test_gap_m_38_a_cast_ballot_can_not_be_changed() -> None:
    """Who has voted is not asked again, and a second answer is refused."""
    table = draw("chief", {5: "A.pin_up A.gunman B.pin_up", 4: "C.pin_up"})
    answer(table, "A", "B")
    with pytest.raises(engine.AnswerError):
        answer(table, "A", "A")
    answer(table, "B", "B")
    assert events(table, "votes_revealed")[0].data()["ballots"] == {"A": "B", "B": "B"}


def test_moh_16_who_is_asked_knows_who_has_passed() -> None:
    """All who were asked before in the one lap, whatever they played; nobody else."""
    hands = {"A": ["threat"], "B": ["camera"], "C": ["threat", "threat"]}
    table = draw("chief", {5: "A.pin_up B.pin_up C.pin_up"}, chief="C", hands=hands)
    assert table.pending()[0].context["passed"] == ()
    answer(table, "C", "threat")
    assert table.pending()[0].context["passed"] == ()
    answer(table, "C", "pass")
    answer(table, "A", "pass")
    assert asked(table) == [("B", "play_vote_card")]
    assert table.pending()[0].context["passed"] == ("C", "A")
