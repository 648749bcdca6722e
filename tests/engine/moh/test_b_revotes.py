"""MOH-21 and MOH-22: the re-vote after a tie, and what a second tie means."""

from random import Random

import pytest

import engine
from tests.engine.helpers import answer, asked, close_floors, draw, events, options, vote, where

HQ = {5: "A.pin_up B.pin_up C.pin_up", 4: "D.pin_up D.gunman"}


def tied_election(**keys: object) -> engine.Table:
    """Return a vote for the badge in which A and B tie and C has no ballot for himself."""
    table = draw("chief", {5: "A.pin_up B.pin_up", 4: "C.pin_up D.pin_up D.gunman"}, **keys)
    vote(table, A="A", B="B")
    return table


def attack_at_1(there: str, zombies: int = 6, **keys: object) -> engine.Table:
    """Return an attack on the Restrooms at its ballot, C and D far away."""
    far = {6: "C.pin_up D.pin_up C.tough_guy D.tough_guy"}
    return draw("attack", {1: there, **far}, zombies={1: zombies}, extras_placed=True, **keys)


def revealed(table: engine.Table) -> dict[str, object]:
    """Return the last ballot as it was revealed."""
    return events(table, "votes_revealed")[-1].data()


def outcome(table: engine.Table) -> tuple[object, object]:
    """Return player and by of the last vote."""
    data = events(table, "player_chosen")[-1].data()
    return data["player"], data["by"]


# --- MOH-21: the re-vote ---


def test_moh_21_only_the_tied_are_candidates() -> None:
    """C, who had fewer votes, can't be voted for any more, but votes."""
    table = draw("chief", {5: "A.gunman B.gunman C.pin_up", 4: "D.pin_up"})
    vote(table, A="A", B="B", C="C")
    assert {seat for seat, _ in asked(table)} == {"A", "B", "C", "D"}
    assert options(table, "C") == ["A", "B"]
    assert options(table, "D") == ["A", "B"]


def test_moh_21_three_may_tie() -> None:
    """With one vote each, all three stay candidates."""
    table = draw("chief", HQ)
    vote(table, A="A", B="B", C="C")
    assert options(table, "D") == ["A", "B", "C"]


def test_moh_21_the_absent_have_exactly_one_vote() -> None:
    """D's Pin-Up and Gunman elsewhere give him one vote in the re-vote."""
    table = tied_election()
    assert all(kind == "cast_revote" for _, kind in asked(table))
    vote(table, A="A", B="B", C="A", D="B")
    assert revealed(table)["weights"] == {"A": 1, "B": 1, "C": 1, "D": 1}


def test_moh_21_the_eliminated_vote_with_one() -> None:
    """A player without characters decides the re-vote with his vote."""
    table = draw("chief", {5: "A.pin_up B.pin_up", 4: "C.pin_up"})
    vote(table, A="A", B="B")
    assert table.view(None).eliminated == ("D",)
    vote(table, A="A", B="B", C="B", D="B")
    assert revealed(table)["totals"] == {"A": 1, "B": 3}
    assert outcome(table) == ("B", "revote")


def test_moh_21_gunman_and_threat_count_in_both_ballots() -> None:
    """A's Gunman and B's Threat weigh two, then two again."""
    table = draw("chief", {5: "A.gunman B.pin_up", 4: "C.pin_up D.pin_up"}, hands={"B": ["threat"]})
    answer(table, "B", "threat")
    vote(table, A="A", B="B")
    vote(table, A="A", B="B", C="A", D="A")
    assert revealed(table)["weights"] == {"A": 2, "B": 2, "C": 1, "D": 1}
    assert revealed(table)["totals"] == {"A": 4, "B": 2}


def test_moh_21_no_cards_between_the_ballots() -> None:
    """After a tie the next question is the re-vote, even with Threats in hand."""
    hands = {seat: ["threat"] for seat in "ABC"}
    table = draw("chief", {5: "A.pin_up B.pin_up", 4: "C.pin_up D.pin_up"}, hands=hands)
    answer(table, "A", "pass")
    answer(table, "B", "pass")
    vote(table, A="A", B="B")
    assert {kind for _, kind in asked(table)} == {"cast_revote"}


def test_moh_21_no_re_vote_without_a_tie() -> None:
    """A lead of one vote decides at once."""
    table = draw("chief", HQ)
    vote(table, A="A", B="A", C="C")
    assert len(events(table, "ballot_opened")) == 1
    assert outcome(table) == ("A", "vote")


def test_moh_21_the_re_vote_is_sealed() -> None:
    """No ballot of the re-vote is seen before the last one is cast."""
    table = tied_election()
    answer(table, "D", "A")
    shown = table.view("A").vote
    assert shown is not None
    assert shown.ballots is None
    assert all(question.sealed for question in table.pending())


def test_gap_m_10_who_only_hides_there_has_no_vote_in_either_ballot() -> None:
    """He is present, so he is not among those with no character there."""
    table = draw("chief", HQ, hidden=["C.pin_up"])
    vote(table, A="A", B="B")
    assert {seat for seat, _ in asked(table)} == {"A", "B", "D"}


# --- MOH-22: the second tie ---


def test_moh_22_second_tie_for_the_truck_nobody_searches() -> None:
    """No search, no cards; the deck stays as it is."""
    table = draw("truck", {4: "A.pin_up B.pin_up", 3: "C.pin_up D.pin_up"})
    before = table.view(None).deck_size
    vote(table, A="A", B="B")
    vote(table, A="A", B="B", C="A", D="B")
    assert outcome(table) == (None, "second_tie")
    assert events(table, "truck_searched") == []
    assert table.view(None).deck_size == before


def test_moh_22_second_tie_for_the_badge_elects_nobody() -> None:
    """The old Chief keeps the badge and is not elected this round, a candidate or not."""
    table = tied_election(chief="A")
    vote(table, A="A", B="B", C="A", D="B")
    assert outcome(table) == (None, "second_tie")
    view = table.view("A")
    assert (view.chief, view.chief_elected, view.dice) == ("A", False, None)


def test_moh_22_a_decided_re_vote_elects() -> None:
    """Three votes to one in the re-vote make B Chief, elected."""
    table = tied_election(chief="A")
    vote(table, A="A", B="B", C="B", D="B")
    view = table.view(None)
    assert (view.chief, view.chief_elected) == ("B", True)


@pytest.mark.parametrize("drawn", ["A", "B"])
def test_moh_22_second_tie_over_a_victim_is_drawn(drawn: str) -> None:
    """A lot names one of the tied; he then picks the character himself."""
    table = attack_at_1("A.pin_up A.tough_guy B.gunman", chance={"lots": [drawn]})
    vote(table, A="B", B="A")
    vote(table, A="B", B="A", C="A", D="B")
    assert outcome(table) == (drawn, "lot")
    if drawn == "A":
        assert options(table, "A") == ["pin_up", "tough_guy"]
    else:
        assert where(table, "B.gunman") is None


def test_moh_22_each_tied_player_can_be_drawn() -> None:
    """Over many seeds both players are drawn, about equally: characters do not count."""
    drawn = []
    for seed in range(60):
        table = attack_at_1("A.pin_up A.tough_guy B.gunman", seed=seed)
        vote(table, A="B", B="A")
        vote(table, A="B", B="A", C="A", D="B")
        drawn.append(outcome(table)[0])
    assert 15 <= drawn.count("A") <= 45
    assert drawn.count("A") + drawn.count("B") == 60


def test_gap_m_14_the_lot_is_among_those_tied_in_the_second_ballot() -> None:
    """Three tie first; who falls behind in the re-vote is out of the draw."""
    drawn = []
    for seed in range(30):
        there = {1: "A.pin_up B.pin_up C.pin_up", 6: "D.pin_up E.pin_up D.tough_guy"}
        table = draw("attack", there, seats=5, zombies={1: 6}, extras_placed=True, seed=seed)
        vote(table, A="A", B="B", C="C")
        vote(table, A="A", B="B", C="C", D="A", E="B")
        assert outcome(table)[1] == "lot"
        drawn.append(outcome(table)[0])
    assert set(drawn) == {"A", "B"}


# --- what all see before it ---


def test_moh_21_the_votes_of_a_re_vote_are_seen_before_it() -> None:
    """While the table talks: the absent and the eliminated have one each, who only hides none."""
    there = {5: "A.gunman B.pin_up C.pin_up", 4: "C.gunman"}
    hands = {"B": ["threat"]}
    table = draw("chief", there, hidden=["C.pin_up"], hands=hands, floors=True)
    close_floors(table)
    answer(table, "B", "threat")
    vote(table, A="A", B="B")
    assert table.floor is not None
    assert table.floor.kind == "revote"
    shown = table.view(None).vote
    assert shown is not None
    assert shown.candidates == ("A", "B")
    assert shown.weights == {"A": 2, "B": 2, "D": 1}
    assert shown.ballots == {"A": "A", "B": "B"}


@pytest.mark.parametrize(
    ("ruleset", "options"),
    [
        *((each, {}) for each in engine.rulesets() if engine.ruleset(each).family == "moh"),
        ("moh", {"vote_weight": "everybody", "revote_candidates": "present"}),
        ("moh", {"gunman_votes": "anywhere", "threat_absent": True}),
    ],
)
def test_moh_21_the_votes_seen_before_a_re_vote_are_those_that_decide_it(
    ruleset: str, options: dict[str, object]
) -> None:
    """In games at random, by whatever readings: who may be voted for, and with how many votes."""
    tied = 0
    for seed in range(12):
        table = engine.new_table(ruleset, 5, seed, options, floors=True)
        chance = Random(seed)  # noqa: S311 - a game, no secret
        while not table.is_over:
            if table.floor is not None:
                again = table.floor.kind == "revote"
                shown = table.view_data(None)["vote"]
                table.close_floor()
                if again:
                    context = table.pending()[0].context
                    assert (tuple(shown["candidates"]), shown["weights"]) == (
                        context["candidates"], context["weights"],
                    )  # fmt: skip
                    tied += 1
                continue
            for each in table.pending():
                table.answer(each.seat, chance.choice(each.options).id, each.id)
    assert tied > 5
