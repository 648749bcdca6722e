from collections.abc import Mapping
from dataclasses import replace

import pytest

import engine
from arena.seats.house import PLAIN, Beliefs, Dials, Promises, Situation
from arena.seats.house.votes import SHAMED, cast_vote, dislike, worth_of
from tests.arena.seats.house.asking import answered, promising, situation_of
from tests.engine.helpers import answer, draw, until, vote

AWAY = {3: "D.pin_up D.tough_guy D.gunman"}
DEAREST = {1: "A.tough_guy B.pin_up C.tough_guy", 5: "C.gunman"}
SEEDS = [f"seed {n}" for n in range(10)]


def attack_vote(
    places: Mapping[int, str], zombies: Mapping[int, int] | None = None
) -> engine.Table:
    """Return a table at the first ballot of an attack on location 1."""
    table = draw("attack", {**AWAY, **places}, zombies=zombies or {1: 6})
    until(table, "cast_vote")
    return table


def prize_vote(phase: str, places: Mapping[int, str]) -> engine.Table:
    """Return a table at the first ballot for the truck or the Chief."""
    table = draw(phase, {**AWAY, **places})
    until(table, "cast_vote")
    return table


@pytest.mark.parametrize("seed", SEEDS)
def test_nobody_votes_for_himself_to_be_eaten(seed: str) -> None:
    """Neither with few votes nor with many, whatever the dice of chance."""
    table = attack_vote({1: "A.pin_up B.tough_guy B.gunman", 5: "C.pin_up"})
    assert answered(table, "A", seed=seed) == "B"
    assert answered(table, "B", seed=seed) == "A"


@pytest.mark.parametrize("seed", SEEDS)
def test_of_two_equals_the_leader_is_to_lose_one(seed: str) -> None:
    """B has 15 points, C a Gunman and a Pin-Up; both would give up a Gunman."""
    places = {1: "A.pin_up B.gunman C.gunman", 6: "B.pin_up B.tough_guy", 5: "C.pin_up"}
    assert answered(attack_vote(places), "A", seed=seed) == "B"


def test_whose_only_character_there_is_dearest_is_to_lose_it() -> None:
    """B would lose a Pin-Up and C a Tough Guy, though C has a point more."""
    assert answered(attack_vote(DEAREST), "A") == "B"


def test_a_promise_that_is_to_be_kept_goes_before() -> None:
    """Talk has decided; tactics follow."""
    table = attack_vote(DEAREST)
    assert cast_vote(promising(table, "A", Promises(votes={"attack": "C"}))) == "C"
    assert cast_vote(promising(table, "A", Promises(votes={"truck": "C"}))) == "B"
    assert cast_vote(promising(table, "A", Promises(votes={"attack": "D"}))) == "B"


def test_a_loose_word_is_broken_only_where_that_pays() -> None:
    """B and C would lose a Gunman each; then B a Pin-Up, and A has the votes to see to it."""
    even = attack_vote({1: "A.pin_up B.gunman C.gunman", 5: "B.pin_up C.pin_up"})
    for name in "BC":
        assert cast_vote(promising(even, "A", Promises(loose={"attack": name}))) == name
    dear = attack_vote({6: "A.tough_guy A.gunman B.pin_up C.gunman"}, zombies={6: 9})
    assert cast_vote(promising(dear, "A", Promises(loose={"attack": "C"}))) == "B"
    assert cast_vote(promising(dear, "A", Promises(votes={"attack": "C"}))) == "C"


def test_a_chief_is_wanted_whose_word_is_good() -> None:
    """In a re-vote between two others the one who leads wins it by trust, and loses it by lies."""
    table = draw("chief", {5: "A.pin_up B.pin_up", 3: "A.tough_guy A.gunman", 1: "C.pin_up"})
    until(table, "cast_vote")
    vote(table, A="A", B="B")
    until(table, "cast_revote")
    trust = {"A": 0.5, "B": 0.5, "D": 0.5}
    assert persuaded(table, "C", trust=trust) == "B"
    assert persuaded(table, "C", trust={**trust, "B": 0.25}) == "A"
    assert persuaded(table, "C", trust={**trust, "A": 0.75}) == "A"


@pytest.mark.parametrize("phase", ["truck", "chief"])
@pytest.mark.parametrize("seed", SEEDS)
def test_who_has_a_chance_votes_for_himself(phase: str, seed: str) -> None:
    """The truck and the badge are prizes."""
    place = 4 if phase == "truck" else 5
    table = prize_vote(phase, {place: "A.pin_up B.pin_up C.gunman"})
    assert {answered(table, each, seed=seed) for each in "A"} == {"A"}
    assert answered(table, "C", seed=seed) == "C"


@pytest.mark.parametrize("phase", ["truck", "chief"])
def test_who_is_not_a_candidate_helps_the_least_dangerous(phase: str) -> None:
    """In a re-vote among others: not the one who leads."""
    place = 4 if phase == "truck" else 5
    table = draw(phase, {place: "A.pin_up B.pin_up", 3: "A.tough_guy A.gunman", 1: "C.pin_up"})
    until(table, "cast_vote")
    vote(table, A="A", B="B")
    assert until(table, "cast_revote") == ["A", "B", "C", "D"]
    assert answered(table, "C") == "B"
    assert answered(table, "D") == "B"
    assert (answered(table, "A"), answered(table, "B")) == ("A", "B")


def persuaded(table: engine.Table, seat: str, **beliefs: object) -> str:
    """Return how a seat votes that believes this too."""
    believed = replace(Beliefs.from_view(table.view_data(seat)), **beliefs)  # type: ignore[arg-type]
    return cast_vote(situation_of(table, seat, believed))


def test_an_offer_buys_a_vote_but_not_of_who_asked_for_votes() -> None:
    """A could win; B offers peace for the badge."""
    table = prize_vote("chief", {5: "A.pin_up B.pin_up", 1: "A.gunman C.gunman"})
    offers = {("chief", "B"): 0.9}
    assert persuaded(table, "A", offers=offers) == "B"
    assert persuaded(table, "A", offers=offers, asked=frozenset({"chief"})) == "A"
    assert persuaded(table, "A", offers=offers, asked=frozenset({"truck"})) == "B"


@pytest.mark.parametrize(("mine", "vote_of_a"), [("", "B"), ("A.tough_guy", "A")])
def test_of_two_who_asked_the_weaker_takes_the_offer(mine: str, vote_of_a: str) -> None:
    """B, the Chief, has one vote, A one or two: never do both vote for the other."""
    table = draw("chief", {**AWAY, 5: f"A.pin_up B.pin_up {mine}", 1: "C.pin_up"}, chief="B")
    until(table, "cast_vote")
    asked = frozenset({"chief"})
    votes = [
        persuaded(table, each, offers={("chief", other): 0.9}, asked=asked)
        for each, other in ("AB", "BA")
    ]
    assert votes == [vote_of_a, "B" if vote_of_a == "B" else "A"]


def test_who_pleads_in_a_tie_votes_for_himself() -> None:
    """Whatever the other has offered."""
    table = draw("chief", {5: "A.pin_up B.pin_up", 3: "A.tough_guy C.gunman", 1: "C.pin_up"})
    until(table, "cast_vote")
    vote(table, A="A", B="B")
    until(table, "cast_revote")
    assert persuaded(table, "A", offers={("chief", "B"): 0.9}) == "A"


def test_those_elsewhere_follow_who_says_whom_they_vote_for() -> None:
    """As far as they are believed."""
    table = draw("chief", {5: "A.pin_up B.pin_up", 3: "A.tough_guy C.gunman", 1: "D.pin_up"})
    until(table, "cast_vote")
    vote(table, A="A", B="B")
    until(table, "cast_revote")
    assert persuaded(table, "C") == "B"
    assert persuaded(table, "C", ballots={"D": ("chief", "A", 0.9)}) == "A"
    assert persuaded(table, "C", ballots={"D": ("truck", "A", 0.9)}) == "B"


def test_a_liar_is_disliked_more_than_a_stranger_and_a_friend_less() -> None:
    """From what it costs to harm each."""
    assert dislike(0.2) > dislike(0.5) == 1.0 > dislike(0.8)


def test_a_leader_who_was_caught_is_likelier_the_victim() -> None:
    """B and C would each give up a Gunman, C leads; a liar who does not lead is no likelier."""
    level = {1: "A.pin_up B.gunman C.gunman", 6: "B.tough_guy", 5: "C.pin_up C.tough_guy"}
    worths = {
        shamed: worth_of(shaming(attack_vote(level), shamed=frozenset(shamed)), "attack", "BC", 1)
        for shamed in ("", "B", "C")
    }
    assert worths["C"][1] == pytest.approx(SHAMED * worths[""][1])
    assert worths["C"][0] == worths[""][0]
    assert worths["B"] == worths[""]


def test_whom_one_has_called_a_liar_one_votes_against() -> None:
    """Leading or not."""
    table = attack_vote({1: "A.pin_up B.gunman C.gunman", 5: "C.pin_up", 6: "B.pin_up"})
    for who in "BC":
        assert persuaded(table, "A", accused=frozenset({who})) == who


def shaming(table: engine.Table, **beliefs: object) -> Situation:
    """Return A's situation, who believes this too."""
    believed = replace(Beliefs.from_view(table.view_data("A")), **beliefs)  # type: ignore[arg-type]
    return situation_of(table, "A", believed)


def test_in_a_revote_nobody_votes_for_himself_to_be_eaten() -> None:
    """And those who are away vote against the leader."""
    table = attack_vote({1: "A.pin_up B.pin_up", 5: "B.tough_guy C.gunman"})
    vote(table, A="B", B="A")
    assert until(table, "cast_revote") == ["A", "B", "C", "D"]
    assert (answered(table, "A"), answered(table, "B")) == ("B", "A")
    assert answered(table, "C") == "B"


def test_the_eliminated_still_vote_against_those_who_lead() -> None:
    """MOH-66: one vote in every re-vote."""
    table = draw("attack", {1: "A.pin_up B.pin_up", 5: "B.tough_guy C.gunman"}, zombies={1: 6})
    until(table, "cast_vote")
    vote(table, A="B", B="A")
    until(table, "cast_revote")
    assert answered(table, "D") in {"A", "B"}


def test_without_greed_no_rival_is_preferred_but_oneself_is_still_spared() -> None:
    """Dial at 0: any of the others."""
    mild = Dials(honesty=1, pledge_keeping=1, greed=0, gullibility=0)
    table = attack_vote(DEAREST)
    assert {answered(table, "A", dials=mild, seed=seed) for seed in SEEDS} <= {"B", "C"}
    assert answered(table, "A", dials=PLAIN) == "B"


def test_votes_are_counted_wherever_the_parking_lot_is() -> None:
    """The Russian numbers: the truck stands at 1."""
    table = draw("truck", {1: "A.pin_up B.pin_up C.gunman", 3: "D.pin_up"}, ruleset="moh-ru")
    until(table, "cast_vote")
    assert answered(table, "A") == "A"


def test_a_card_lap_in_between_changes_nothing_but_the_weights() -> None:
    """B threatens: the ballot that A casts is still against the only other one."""
    table = draw(
        "attack", {**AWAY, 1: "A.pin_up B.pin_up"}, zombies={1: 6}, hands={"B": ["threat"]}
    )
    until(table, "play_attack_card")
    answer(table, "B", "threat")
    until(table, "cast_vote")
    assert answered(table, "A") == "B"


def test_who_has_ruled_a_candidate_out_votes_for_another() -> None:
    """Whatever the other would do for it; loosely, unless that pays more than a bad name costs."""
    table = draw("truck", {4: "A.pin_up B.pin_up B.gunman C.pin_up", 3: "A.gunman C.gunman"})
    until(table, "cast_vote")
    offers = {("truck", "B"): 1.0}
    assert persuaded(table, "A", offers=offers) == "B"
    for meant, name in ((True, "A"), (False, "B")):
        ruled = Promises(ruled_out={("truck", "B"): meant})
        assert persuaded(table, "A", offers=offers, promises=ruled) == name


def test_who_has_bought_a_vote_uses_it() -> None:
    """It is a vote more for who voted for somebody else."""
    table = draw("truck", {4: "A.pin_up B.pin_up B.gunman C.pin_up", 3: "A.gunman C.gunman"})
    until(table, "cast_vote")
    offers = {("truck", "B"): 1.0}
    bought = frozenset({"truck"})
    assert persuaded(table, "A", offers=offers, bought=bought) == "A"
    word = Promises(votes={"truck": "B"})
    assert persuaded(table, "A", promises=word, bought=bought) == "B"
