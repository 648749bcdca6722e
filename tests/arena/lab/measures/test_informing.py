"""What reports tell of the dice: the pairs, their information in closed form, its interval."""

from collections import Counter
from dataclasses import replace
from math import isnan, log2, pi, sqrt, tan
from random import Random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from numpy.typing import NDArray

from arena.claims import Claim
from arena.lab.estimate import Estimate
from arena.lab.estimates import estimate
from arena.lab.game import Game
from arena.lab.intervals import LEVEL
from arena.lab.measure import Opportunity
from arena.lab.measures import MEASURES
from arena.lab.measures.informing import informs, jackknifed, nmi
from arena.lab.proofs.proof import region
from arena.lab.tables import Tables
from arena.records.game import CallsCounted, ResultData, Sealed
from tests.arena.claims.helpers import SEATS, Story, claim, p
from tests.arena.lab.stories import told
from tests.arena.lab.word_games import games
from tests.breadth import EACH_FAMILY

Floats = NDArray[np.float64]
DICE = (1, 2, 2, 5)
TRUE, FALSE = claim("dice", dice=list(DICE)), claim("dice", dice=[1, 2, 2, 6])
BOTH = {(said, true) for said in (0, 1) for true in (0, 1)}
STUDENT_1, STUDENT_2 = tan(pi * LEVEL / 2), LEVEL / sqrt((1 - LEVEL**2) / 2)
"""Quantiles of Student's t with one and two degrees of freedom, which have closed forms."""


def coin(wrong: float) -> float:
    """Return the information on a fair coin that is told wrong in this share: 1 - h(share)."""
    return 1 + wrong * log2(wrong) + (1 - wrong) * log2(1 - wrong)


def table(*counts: float) -> Floats:
    """Return a table [said, true] of (no, no), (no, yes), (yes, no), (yes, yes)."""
    return np.array(counts, float).reshape(2, 2)


TABLES = arrays(float, (2, 2), elements=st.integers(0, 40))
"""Tables of counts, some of them without a report."""


# --- pairs ---


def looked() -> Story:
    """Return a story in which Anna has seen 1, 2, 2 and 5."""
    return Story().rolls(*DICE).looks("Anna", *DICE)


def rows(story: Story) -> list[Opportunity]:
    """Return the rows of a story, once the dice are lifted."""
    return list(informs(told(story.lifts(*DICE))))


def zombies(location: int, count: int, relation: str = "=", **more: object) -> Claim:
    """Return a claim about how many dice show a location."""
    return claim("zombies", location=location, relation=relation, count=count, **more)


WHOLE = zombies(1, 1), zombies(2, 2), zombies(5, 1)
"""All four dice, place by place."""


def pairs(*claims: Claim) -> list[str]:
    """Return the pairs that a message of Anna's makes, location by location."""
    return [each.group for each in rows(looked().says("Anna", *claims))]


def excluded(*claims: Claim) -> list[str | None]:
    """Return why a message of Anna's does not count."""
    return [each.excluded for each in rows(looked().says("Anna", *claims))]


def pair(*said_true: str) -> list[str]:
    """Return groups; `01` is a location that no die was said to show, and that one shows."""
    return [f"said {each[0]}, true {each[1]}" for each in said_true]


def test_each_location_of_a_roll_is_a_pair() -> None:
    """Dice 1, 2, 2 and 5 told as 1, 2, 2 and 6: of six locations two are told wrong."""
    found = rows(looked().says("Anna", FALSE))
    assert [each.group for each in found] == pair("11", "11", "00", "00", "01", "10")
    assert [each.outcome for each in found] == [1, 1, 1, 1, 0, 0]


def test_a_true_roll_in_any_order_tells_all() -> None:
    """Each location is as it was said to be."""
    wanted = pair("11", "11", "00", "00", "11", "00")
    assert pairs(TRUE) == pairs(claim("dice", dice=[5, 2, 1, 2])) == wanted


def test_how_many_dice_show_a_location_does_not_matter() -> None:
    """Two 1 and one 2 in place of one and two."""
    assert pairs(claim("dice", dice=[1, 1, 2, 5])) == pairs(TRUE)


def test_numbers_that_add_up_to_all_dice_are_a_roll() -> None:
    """One, two and one of four dice; that there is none elsewhere may be said or not."""
    assert pairs(*WHOLE) == pairs(TRUE)
    assert pairs(*WHOLE, zombies(3, 0)) == pairs(TRUE)
    assert pairs(zombies(6, 4)) == pair("01", "01", "00", "00", "01", "10")


@pytest.mark.parametrize("claims", [
    WHOLE[:2], WHOLE[:1], (*WHOLE, zombies(6, 1)), (zombies(3, 0),),
    (*WHOLE[:2], zombies(5, 1, ">=")), (*WHOLE[:2], zombies(5, 1, "<=")),
    (*WHOLE[:2], zombies(5, 1, negated=True)),
])  # fmt: skip
def test_numbers_that_do_not_add_up_to_all_dice_are_no_roll(claims: tuple[Claim, ...]) -> None:
    """Too few, too many, and what is at least, at most or not so many."""
    assert excluded(*claims) == ["tells no whole roll"]


@pytest.mark.parametrize("claims", [
    (*WHOLE, zombies(2, 4)), (zombies(2, 4), *WHOLE), (TRUE, zombies(6, 4)), (zombies(1, 0), TRUE),
])  # fmt: skip
def test_what_contradicts_itself_tells_no_roll(claims: tuple[Claim, ...]) -> None:
    """In whatever order its numbers are told, beside a roll too."""
    assert excluded(*claims) == ["tells no whole roll"]


def test_a_roll_that_is_denied_is_none() -> None:
    """`not these dice` is no report, and takes nothing from one beside it."""
    assert excluded(claim("dice", dice=[1, 2, 2, 5], negated=True)) == []
    denied = claim("dice", dice=[1, 2, 2, 6], negated=True)
    assert pairs(denied, *WHOLE) == pairs(TRUE)


def test_a_roll_counts_beside_numbers_and_other_claims() -> None:
    """It is the whole; where it goes Anna may say, too."""
    assert pairs(FALSE, zombies(2, 2), claim("go", location=5)) == pairs(FALSE)


def test_two_rolls_in_one_message_are_none() -> None:
    """Told twice, in whatever order, it is one."""
    assert excluded(TRUE, FALSE) == ["tells no whole roll"]
    assert pairs(TRUE, claim("dice", dice=[5, 2, 2, 1])) == pairs(TRUE)


def test_two_messages_are_two_reports() -> None:
    """A roll told twice makes twelve pairs."""
    found = rows(looked().says("Anna", TRUE).says("Anna", TRUE))
    assert list(Counter(each.at for each in found).values()) == [6, 6]


@pytest.mark.parametrize("claims", [
    (replace(TRUE, said_by="Bruno"),), (replace(TRUE, condition=p("safe", location=5)),),
    (claim("dice", dice=list(DICE), negated=True),), (zombies(2, 0, ">="),), (),
])  # fmt: skip
def test_what_is_no_report_is_no_opportunity(claims: tuple[Claim, ...]) -> None:
    """Hearsay, on a condition, a roll that they are not, what is true anyhow, silence."""
    assert rows(looked().says("Anna", *claims)) == []


def test_only_who_had_looked_informs() -> None:
    """Neither who never did, nor who does so afterwards, nor who did in the round before."""
    story = looked().says("Bruno", TRUE).looks("Bruno", *DICE).says("Anna", TRUE).lifts(*DICE)
    story.round_ends().round(2).rolls(*DICE).says("Anna", TRUE)
    found = rows(story)
    assert {(each.actor, each.round) for each in found} == {("Anna", 1)}
    assert len(found) == 6


def test_lifted_dice_inform_nobody() -> None:
    """All see them."""
    assert list(informs(told(looked().lifts(*DICE).says("Anna", TRUE)))) == []


@pytest.mark.parametrize("claims", [(TRUE,), WHOLE[:1]])
def test_a_row_names_speaker_listeners_and_record(claims: tuple[Claim, ...]) -> None:
    """Also one that is excluded; each weighs one."""
    game = told(looked().says("Anna", *claims, to=["Clara"]).lifts(*DICE))
    found = list(informs(game))
    assert {(each.actor, each.others, each.round, each.weight) for each in found} == {
        ("Anna", ("Clara",), 1, 1.0)
    }
    assert {each.at for each in found} == {game.messages[0].at}
    assert {each.outcome is None for each in found} == {claims != (TRUE,)}


# --- information ---


@given(st.tuples(*[st.integers(1, 30)] * 4))
def test_what_is_said_independently_tells_nothing(margins: tuple[int, ...]) -> None:
    """A table that is the product of its margins has 0."""
    said, true = np.array(margins[:2], float), np.array(margins[2:], float)
    assert nmi(np.outer(said, true)) == pytest.approx(0, abs=1e-9)


@given(st.integers(1, 99), st.integers(1, 99))
def test_a_bijection_tells_all(one: int, other: int) -> None:
    """What is always right has 1, and so has a sure reversal, however often it is what."""
    assert nmi(table(one, 0, 0, other)) == pytest.approx(1)
    assert nmi(table(0, one, other, 0)) == pytest.approx(1)


def test_who_always_says_the_same_tells_nothing() -> None:
    """Whatever is true."""
    assert nmi(table(3, 5, 0, 0)) == nmi(table(0, 0, 3, 5)) == 0


@pytest.mark.parametrize("alike", [
    table(0, 0, 0, 0), table(3, 0, 5, 0), table(0, 3, 0, 5), table(7, 0, 0, 0),
])  # fmt: skip
def test_where_all_are_alike_there_is_no_information(alike: Floats) -> None:
    """Nothing could be told of it: that is not 0. Without a report neither."""
    assert isnan(nmi(alike))


@pytest.mark.parametrize(("counts", "value"), [
    ((3, 1, 1, 3), 0.75 * log2(3) - 1), ((1, 3, 3, 1), 0.75 * log2(3) - 1),
    ((2, 1, 1, 2), 5 / 3 - log2(3)),
    ((1, 1, 0, 2), (1.5 - 0.75 * log2(3)) / (2 - 0.75 * log2(3))),
    ((1, 0, 1, 2), 1.5 - 0.75 * log2(3)),
])  # fmt: skip
def test_information_has_its_closed_form(counts: tuple[float, ...], value: float) -> None:
    """Told wrong in 1/4 (or right, which tells as much) and in 1/3; then two that are transposed.

    h(1/4) = 2 - (3/4) log2 3, and h(1/3) = log2 3 - 2/3. Shares of 1/4, 1/4 and 1/2 have an
    entropy of 3/2, their margins have 1 and h(1/4): I = 1 + h(1/4) - 3/2 = 3/2 - (3/4) log2 3,
    which is divided by the entropy of what is true.
    """
    assert nmi(table(*counts)) == pytest.approx(value)


def test_of_four_values_all_or_half_is_told() -> None:
    """Two bits are told by a bijection, and one of them by who says which half it is."""
    halves = np.array([[1, 1, 0, 0], [0, 0, 1, 1]], float)
    assert nmi(np.array(np.eye(4), float)) == pytest.approx(1)
    assert nmi(halves) == pytest.approx(0.5)


@given(TABLES)
def test_information_is_a_share_wherever_something_varies(counts: Floats) -> None:
    """It is unknown where all that is true is alike, and only there."""
    value = nmi(counts)
    assert isnan(value) is (not counts.sum(0).all())
    assert isnan(value) or 0 <= value <= 1 + 1e-9


@given(TABLES, st.floats(0.01, 100))
def test_information_does_not_go_by_names_or_by_how_many(counts: Floats, times: float) -> None:
    """It is symmetric: yes and no may be exchanged in what is said and in what is true."""
    value = nmi(counts)
    for same in (counts[::-1], counts[:, ::-1], times * counts):
        assert nmi(same) == pytest.approx(value, abs=1e-9, nan_ok=True)


@given(arrays(float, (2, 2), elements=st.integers(1, 40)))
def test_what_is_told_of_the_dice_the_dice_tell_of_it(counts: Floats) -> None:
    """Mutual information is symmetric; each way it is divided by the entropy of the other."""

    def entropy(one: float, other: float) -> float:
        shares = one / (one + other), other / (one + other)
        return -sum(each * log2(each) for each in shares)

    told_, back = nmi(counts) * entropy(*counts.sum(0)), nmi(counts.T) * entropy(*counts.sum(1))
    assert told_ == pytest.approx(back, abs=1e-9)


# --- its interval ---


def coins(*wrong: int) -> Floats:
    """Return games of a hundred pairs each, so many told wrong, yes and no alike often."""
    return np.array([table(50 - each / 2, each / 2, each / 2, 50 - each / 2) for each in wrong])


def test_the_interval_of_two_games_has_its_closed_form() -> None:
    """Without the one there is the other: values a and b, of 12 and 10 in a hundred.

    Their variance is (1/2) 2 ((a - b) / 2)^2, so that the standard error is (a - b) / 2.
    """
    found = jackknifed(coins(10, 12))
    reach = STUDENT_1 * (coin(0.10) - coin(0.12)) / 2
    assert found == pytest.approx((coin(0.11), coin(0.11) - reach, coin(0.11) + reach))


def test_the_interval_of_three_games_has_its_closed_form() -> None:
    """Left out in turn are 10, 10 and 16 of a hundred: there are 13, 13 and 10 in a hundred.

    Values a, a and b are (a - b) / 3, the same, and 2 (a - b) / 3 off their mean: the variance is
    (2/3) (1/9 + 1/9 + 4/9) (a - b)^2, and the standard error 2 (a - b) / 3.
    """
    found = jackknifed(coins(10, 10, 16))
    reach = STUDENT_2 * (coin(0.10) - coin(0.13)) * 2 / 3
    assert found == pytest.approx((coin(0.12), coin(0.12) - reach, coin(0.12) + reach))


def test_an_interval_ends_at_0_and_at_1() -> None:
    """Two games that differ much leave nothing out."""
    assert jackknifed(coins(2, 40))[1:] == (0, 1)


def test_of_one_game_there_is_a_value_without_bounds() -> None:
    """Nothing is known of others."""
    value, *bounds = jackknifed(coins(10))
    assert value == pytest.approx(coin(0.10))
    assert all(map(isnan, bounds))


def test_where_one_game_has_all_that_varies_there_are_no_bounds() -> None:
    """Without it there would be no value; with a third game that varies there are some."""
    alike, varies = 10 * table(3, 0, 5, 0), 10 * table(2, 1, 1, 2)
    value, *bounds = jackknifed(np.array([alike, varies]))
    assert value == nmi(alike + varies)
    assert all(map(isnan, bounds))
    assert not any(map(isnan, jackknifed(np.array([alike, varies, varies]))))


def test_without_a_game_nothing_is_known() -> None:
    """It is not 0."""
    assert all(map(isnan, jackknifed(np.zeros((0, 2, 2)))))


GAMES = st.lists(TABLES, min_size=2, max_size=8).map(np.array)


@settings(max_examples=50, deadline=None)
@given(GAMES)
def test_a_value_lies_in_its_interval_and_that_in_0_to_1(some: Floats) -> None:
    """It is that of all games together; where there are bounds both are there."""
    value, low, high = jackknifed(some)
    assert value == pytest.approx(nmi(some.sum(0)), nan_ok=True)
    assert isnan(low) is isnan(high)
    assert isnan(low) or 0 <= low <= value <= high + 1e-9 <= 1 + 2e-9


@settings(max_examples=50, deadline=None)
@given(GAMES, st.randoms(use_true_random=False), st.floats(0.1, 10))
def test_an_interval_does_not_go_by_order_or_by_names(
    some: Floats, chance: Random, times: float
) -> None:
    """Nor by how many pairs there are, games being what they are to each other."""
    order = list(range(len(some)))
    chance.shuffle(order)
    found = jackknifed(some)
    for same in (some[order], some[:, ::-1], some[:, :, ::-1], times * some):
        assert jackknifed(same) == pytest.approx(found, abs=1e-6, nan_ok=True)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    """Six games of sixty pairs, a quarter told wrong, played over and over."""
    draws = np.random.default_rng(1).multinomial(60, [3 / 8, 1 / 8, 1 / 8, 3 / 8], (200, 6))
    found = [jackknifed(each.reshape(6, 2, 2).astype(float)) for each in draws]
    held = sum(each.low <= coin(1 / 4) <= each.high for each in found)
    assert held in region(len(found), LEVEL)


# --- estimates ---


def informed(*games_: Game) -> dict[str, Estimate]:
    """Return the estimates of games by entrant."""
    measure = MEASURES["informativeness"]
    with Tables.in_memory(games_, [measure.id]) as tables:
        return {each.entrant: each for each in estimate(tables, measure)}


def ended(story: Story, id_: str = "g") -> Game:
    """Return the game of a story with a result and a seed; each seat is its own entrant."""
    game = told(story.lifts(*DICE).game_ends())
    one = dict.fromkeys(SEATS, 1)
    result = ResultData(
        scores=one, placements=one, winners=[*SEATS], end_reason="few_left", epilogue=None
    )
    seal = Sealed(records=0, result=result, calls=CallsCounted(records=0, digest=""))
    last = replace(game.records[-1], data=seal)
    entrants = {each: each.lower() for each in SEATS}
    return replace(
        game, id=id_, records=(*game.records[:-1], last), entrants=entrants,
        header=game.header.model_copy(update={"seed": id_}),
    )  # fmt: skip


def test_an_estimate_is_the_information_of_all_pairs_of_an_entrant() -> None:
    """Dice 1, 2, 2 and 5 told as four 1: at three places rightly none, at one rightly some.

    At 2 and 5 they were told to be none. Half of the places show a die, which is one bit; of what
    was said and was true shares are 1/2, 1/3 and 1/6, of what was said 5/6 and 1/6:
    1 + (log2 6 - (5/6) log2 5) - (2/3 + (1/2) log2 3).
    """
    story = looked().says("Anna", claim("dice", dice=[1] * 4)).says("Anna", *WHOLE[:2])
    found = informed(ended(story))
    assert found["anna"].value == pytest.approx(4 / 3 + log2(3) / 2 - log2(5) * 5 / 6)
    assert (found["anna"].opportunities, found["anna"].clusters) == (6, 1)
    assert (found["anna"].low, found["anna"].high) == (None, None)


def test_pairs_are_joined_and_games_are_clusters() -> None:
    """A third told wrong in one game and nothing in another: a sixth, which can be anything.

    Bruno, who looked in the second only, has a game; Clara, who speaks unseen, has none.
    """
    other = looked().looks("Bruno", *DICE).says("Anna", TRUE).says("Bruno", FALSE)
    found = informed(
        ended(looked().says("Anna", FALSE), "g1"), ended(other.says("Clara", TRUE), "g2")
    )
    anna, bruno, clara = (found[each] for each in ("anna", "bruno", "clara"))
    assert anna.value == pytest.approx(coin(1 / 6))
    assert (anna.low, anna.high, anna.opportunities, anna.clusters) == (0, 1, 12, 2)
    assert bruno.value == pytest.approx(coin(1 / 3))
    assert (bruno.opportunities, bruno.clusters) == (6, 1)
    assert (clara.value, clara.opportunities, clara.clusters) == (None, 0, 0)


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_who_tells_the_truth_tells_all_and_who_is_silent_nothing(family: str) -> None:
    """Of who is silent there is no estimate; what always is another roll tells less than all."""
    honest, liar, silent = "planted:liar(0)", "planted:liar(1)", "planted:silent(1)"
    found = informed(*games(family, honest, liar, silent))
    assert found[honest].value == pytest.approx(1)
    assert (found[liar].value or 0) < 0.5
    assert found[silent].value is None
    assert found[honest].opportunities > 0 < found[liar].opportunities
    assert found[silent].opportunities == 0
