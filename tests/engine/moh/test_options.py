"""The options of a ruleset: each changes an outcome, named by its gap."""

import pytest

import engine
from tests.engine.helpers import answer, asked, draw, events, options, until, vote, where

DEFAULTS = {
    "first_chief": "random",
    "seating": "join",
    "threat_absent": False,
    "hidden_in_elections": False,
    "vote_timeout": "uniform",
    "zombie_supply": None,
    "sprint_same_dest": False,
    "zombie_player": "once",
    "give_to_dead": True,
    "camera_by_elected_chief": False,
}
HQ = {5: "A.pin_up B.pin_up", 4: "C.pin_up D.pin_up", 6: "C.gunman D.gunman"}
D_OUT = {3: "A.pin_up B.pin_up B.gunman", 6: "A.gunman C.pin_up C.gunman"}


def test_moh_plays_the_gaps_by_their_defaults() -> None:
    """The canonical ruleset's options stand at the defaults of the rules' gap table."""
    in_force = engine.ruleset("moh").options_in_force
    assert {key: in_force[key] for key in DEFAULTS} == DEFAULTS


@pytest.mark.parametrize("seed", range(5))
def test_gap_m_1_the_host_may_name_the_first_chief(seed: int) -> None:
    """With a seat's name that seat begins, whatever the seed."""
    table = engine.new_table("moh", 4, seed, {"first_chief": "C"})
    assert table.view(None).chief == "C"
    assert asked(table) == [("C", "place_character")]


def test_gap_m_1_by_default_the_first_chief_is_drawn() -> None:
    """Over seeds every seat has the badge first, and the same seed draws the same."""
    first = [engine.new_table("moh", 4, seed).view(None).chief for seed in range(40)]
    assert set(first) == set("ABCD")
    assert first == [engine.new_table("moh", 4, seed).view(None).chief for seed in range(40)]


def test_gap_m_2_players_sit_as_they_join_unless_seats_are_drawn() -> None:
    """`seating = random` mixes them by the seed; the default keeps them."""
    names = ["Ann", "Bob", "Cid", "Dee", "Eve"]
    assert engine.new_table("moh", names, 1).seats == tuple(names)
    drawn = {engine.new_table("moh", names, s, {"seating": "random"}).seats for s in range(10)}
    assert len(drawn) > 5
    assert {tuple(sorted(seats)) for seats in drawn} == {tuple(names)}


def test_gap_m_6_an_absent_threat_counts_in_the_re_vote_only() -> None:
    """With `threat_absent` C plays one from afar: no vote at first, two in the re-vote."""
    table = draw("chief", HQ, hands={"C": ["threat"]}, options={"threat_absent": True})
    assert asked(table) == [("C", "play_vote_card")]
    answer(table, "C", "threat")
    vote(table, A="A", B="B")
    assert events(table, "votes_revealed")[0].data()["weights"] == {"A": 1, "B": 1}
    vote(table, A="A", B="B", C="B", D="A")
    assert events(table, "votes_revealed")[1].data()["totals"] == {"A": 2, "B": 3}
    assert table.view(None).chief == "B"


def test_gap_m_6_an_absent_threat_is_lost_without_a_re_vote() -> None:
    """The first ballot decides: the card is gone all the same."""
    table = draw("chief", HQ, hands={"C": ["threat"]}, options={"threat_absent": True})
    answer(table, "C", "threat")
    vote(table, A="B", B="B")
    assert table.view(None).chief == "B"
    assert table.view("C").hand == ()


def test_gap_m_6_the_eliminated_threaten_nobody() -> None:
    """D is out: he plays no card even where absent players may (MOH-66)."""
    there = {5: "A.pin_up B.pin_up", 4: "C.pin_up"}
    table = draw("chief", there, hands={"D": ["threat"]}, options={"threat_absent": True})
    assert asked(table)[0][1] == "cast_vote"


def test_gap_m_8_with_hidden_in_elections_the_hidden_neither_vote_nor_stand() -> None:
    """A hides: B is the only candidate."""
    table = draw("chief", HQ, hands={"A": ["hidden"]}, options={"hidden_in_elections": True})
    assert options(table, "A") == ["hidden-pin_up", "pass"]
    answer(table, "A", "hidden-pin_up")
    assert events(table, "player_chosen")[-1].data()["by"] == "only_candidate"
    assert table.view(None).chief == "B"


def test_gap_m_8_what_hides_in_an_election_stays_hidden_where_it_goes() -> None:
    """It is hidden until the end of the round, wherever it moves."""
    table = draw(
        "chief",
        HQ,
        hands={"A": ["hidden"]},
        options={"hidden_in_elections": True},
        chance={"dice": [[3, 3, 3, 3]]},
    )
    answer(table, "A", "hidden-pin_up")
    assert asked(table) == [("B", "announce_destination")]
    answer(table, "B", "3")
    for seat in "CDA":
        answer(table, seat, "3")
    answer(table, "C", "pin_up")
    answer(table, "D", "pin_up")
    assert where(table, "A.pin_up") == 3
    assert [seat for seat, kind in asked(table) if kind == "cast_vote"] == ["B", "C", "D"]
    (shown,) = [c for c in table.view(None).places[2].characters if c.player == "A"]
    assert shown.hidden


def test_gap_m_8_only_hidden_on_the_parking_lot_means_no_search() -> None:
    """A hides his only character there: nobody searches."""
    table = draw(
        "truck",
        {4: "A.pin_up", 3: "B.pin_up C.pin_up"},
        hands={"A": ["hidden"]},
        options={"hidden_in_elections": True},
    )
    answer(table, "A", "hidden-pin_up")
    assert events(table, "player_chosen")[0].data()["by"] == "all_hidden"
    assert events(table, "truck_searched") == []


def stand_ins(timeout: str) -> set[str]:
    """Return the stand-in ballots of voter A over many seeds."""
    found = set()
    for seed in range(30):
        table = draw("chief", HQ, seed=seed, options={"vote_timeout": timeout})
        found.add(table.pending()[0].default.id)
    return found


def test_gap_m_12_nobody_abstains() -> None:
    """A ballot has no pass."""
    assert options(draw("chief", HQ), "A") == ["A", "B"]


def test_gap_m_12_a_missing_ballot_is_drawn_or_cast_for_oneself() -> None:
    """`uniform` draws any candidate, `self` the voter himself where he is one."""
    assert stand_ins("uniform") == {"A", "B"}
    assert stand_ins("self") == {"A"}


def test_gap_m_12_self_draws_where_the_voter_is_no_candidate() -> None:
    """An absent voter's missing ballot is drawn among the tied."""
    found = set()
    for seed in range(30):
        table = draw("chief", HQ, seed=seed, options={"vote_timeout": "self"})
        vote(table, A="A", B="B")
        found |= {question.default.id for question in table.pending() if question.seat in "CD"}
    assert found == {"A", "B"}


def test_gap_m_12_the_stand_in_is_a_pass_where_one_may_pass() -> None:
    """In a card window nothing is played for a seat that fails to answer."""
    table = draw("chief", HQ, hands={"A": ["threat"]})
    assert table.pending()[0].default.id == "pass"


@pytest.mark.parametrize(("supply", "come"), [(None, 4), (9, 4), (8, 3), (6, 1), (5, 0)])
def test_gap_m_19_a_limited_supply_stops_zombies(supply: int | None, come: int) -> None:
    """Five stand; of the four that come only as many do as there are figures."""
    table = draw(
        "movement",
        {4: "A.pin_up B.pin_up C.pin_up D.pin_up"},
        destinations=dict.fromkeys("ABCD", 3),
        dice=[1, 1, 1, 5],
        zombies={6: 5},
        options={"zombie_supply": supply},
    )
    came = [e.data() for e in events(table, "zombies_came")]
    assert [len(e["places"]) for e in came if e["cause"] == "dice"] == [come] * (come > 0)


def test_gap_m_24_a_sprint_holder_may_lock_where_all_his_characters_are() -> None:
    """With `sprint_same_dest` the location is offered, and then only Sprints are."""
    there = {6: "A.pin_up", 4: "B.pin_up C.pin_up B.gunman C.gunman"}
    hands = {"A": ["sprint"], "B": []}
    table = draw("destinations", there, hands=hands, options={"sprint_same_dest": True})
    assert "6" in options(table, "A")
    assert "4" not in options(table, "B")
    answer(table, "A", "6")
    assert until(table, "move") == ["A"]
    assert all(option.startswith("sprint-") for option in options(table, "A"))


def test_gap_m_24_the_destination_question_tells_nobody_of_a_sprint() -> None:
    """All but the parking lot is closed: who holds a Sprint is asked like who holds a Camera."""
    kinds = set()
    for card in ("sprint", "camera"):
        table = draw(
            "destinations",
            {4: "A.pin_up A.gunman B.pin_up C.pin_up D.pin_up"},
            closed=[1, 2, 3, 5, 6],
            hands={"A": [card]},
            options={"sprint_same_dest": True},
        )
        kinds.add(("A", "choose_destination") in asked(table))
    assert len(kinds) == 1


@pytest.mark.parametrize("elected", [True, False])
@pytest.mark.parametrize("card", ["sprint", "camera"])
def test_gap_m_24_one_open_place_is_asked_for_all_the_same(card: str, *, elected: bool) -> None:
    """With one destination left, who holds a Sprint has two options, and who holds none is asked.

    Otherwise not being asked, aloud or under seal, would tell that there is no Sprint.
    """
    table = draw(
        "destinations",
        {6: "A.pin_up A.gunman", 4: "B.pin_up B.gunman C.pin_up D.pin_up D.gunman"},
        closed=[1, 2, 3, 5],
        chief="A",
        chief_elected=elected,
        hands={"A": [card]},
        options={"sprint_same_dest": True},
    )
    tool = "announce_destination" if elected else "choose_destination"
    assert ("A", tool) in asked(table)
    assert options(table, "A") == (["4", "6"] if card == "sprint" else ["4"])


@pytest.mark.parametrize("deck", [["threat"] * 3, ["threat", "camera", "threat"]])
def test_gap_m_27_the_gift_is_asked_for_even_if_all_cards_are_alike(deck: list[str]) -> None:
    """With one possible recipient three Threats leave one option: asked like any other three."""
    table = draw(
        "truck",
        {4: "A.pin_up A.gunman A.tough_guy", 3: "B.pin_up B.gunman"},
        deck=deck,
        options={"give_to_dead": False},
    )
    assert asked(table) == [("A", "distribute_truck")]
    assert len(options(table, "A")) == (1 if len(set(deck)) == 1 else 3)


@pytest.mark.parametrize(("often", "asked_again"), [("once", False), ("every_round", True)])
def test_gap_m_26_how_often_an_eliminated_player_returns(often: str, *, asked_again: bool) -> None:
    """D was eliminated before the last round: he is asked only under `every_round`."""
    table = draw("destinations", D_OUT, options={"zombie_player": often}, dice=[4, 4, 4, 4])
    for question in table.pending():
        answer(table, question.seat, "5")
    assert (asked(table)[0] == ("D", "place_revenge_zombie")) is asked_again


@pytest.mark.parametrize(("allowed", "recipients"), [(True, "BCD"), (False, "BC")])
def test_gap_m_27_gifts_to_the_eliminated(recipients: str, *, allowed: bool) -> None:
    """D is out: without `give_to_dead` he is no recipient."""
    table = draw(
        "truck",
        {4: "A.pin_up", 3: "B.pin_up C.pin_up"},
        deck=["camera", "threat"],
        options={"give_to_dead": allowed},
    )
    assert {option.rpartition("-")[2] for option in options(table, "A")} == set(recipients)


@pytest.mark.parametrize(("option", "first"), [(False, "B"), (True, "A")])
def test_gap_m_37_a_camera_for_a_chief_who_already_sees(first: str, *, option: bool) -> None:
    """With `camera_by_elected_chief` the elected Chief A is in the lap too."""
    table = draw(
        "arrival",
        HQ,
        chief_elected=True,
        hands={"A": ["camera"], "B": ["camera"]},
        options={"camera_by_elected_chief": option},
    )
    assert asked(table) == [(first, "use_camera")]


def test_an_unknown_option_is_refused_with_what_is_possible() -> None:
    """The message names the option that was meant."""
    with pytest.raises(engine.RulesetError, match="threat_absent"):
        engine.new_table("moh", 4, 1, {"treat_absent": True})


@pytest.mark.parametrize(
    ("key", "value"),
    [("threat_absent", "yes"), ("vote_timeout", "never"), ("zombie_supply", 0), ("seating", 3)],
)
def test_a_wrong_value_is_refused_with_what_is_possible(key: str, value: object) -> None:
    """The message names the key."""
    with pytest.raises(engine.RulesetError, match=key):
        engine.new_table("moh", 4, 1, {key: value})
