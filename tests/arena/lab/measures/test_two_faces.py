"""Two faces: what different audiences were told that can not be true together, case by case."""

from dataclasses import replace
from itertools import product

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.claims import Claim
from arena.lab.game import Game
from arena.lab.measures.two_faces import two_faces
from tests.arena.claims.helpers import Story, claim, p
from tests.arena.lab.stories import told

DICE = (1, 2, 2, 5)
ONE, OTHER = claim("dice", dice=[1, 2, 2, 5]), claim("dice", dice=[1, 2, 2, 6])
ROLLS = tuple(product(range(1, 7), repeat=4))


def number(location: int, count: int, relation: str = "=", **more: object) -> Claim:
    """Return a claim of how many dice show a location."""
    return claim("zombies", location=location, relation=relation, count=count, **more)


def rolled(*dice: int) -> Story:
    """Return a story in which dice lie under the box."""
    return Story().rolls(*(dice or DICE))


def faces(*told_to: tuple[str, Claim]) -> Story:
    """Let Anna whisper to each of these, `Bruno Clara` together, in turn."""
    story = rolled()
    for names, made in told_to:
        story.says("Anna", made, to=names.split())
    return story


def found(game: Game) -> list[tuple[float | None, str | None]]:
    """Return outcome and exclusion of each row."""
    return [(each.outcome, each.excluded) for each in two_faces(game)]


TWO, CONSISTENT, ALONE = [(1.0, None)], [(0.0, None)], [(None, "one audience")]


# --- what contradicts ---


@pytest.mark.parametrize("looked", [True, False])
def test_contradicting_whispers_are_two_faces_and_like_ones_are_one(*, looked: bool) -> None:
    """Whether Anna had looked or not, and whichever of the two is true."""
    for second, expected in ((OTHER, TWO), (ONE, CONSISTENT)):
        story = rolled().looks("Anna", *DICE) if looked else rolled()
        story.says("Anna", ONE, to=["Bruno"]).says("Anna", second, to=["Clara"])
        assert found(told(story)) == expected


def test_the_same_roll_in_another_order_is_the_same() -> None:
    """Dice have no order."""
    story = faces(("Bruno", ONE), ("Clara", claim("dice", dice=[5, 2, 1, 2])))
    assert found(told(story)) == CONSISTENT


@pytest.mark.parametrize(
    ("first", "second", "expected"),
    [
        (number(2, 2), number(2, 3), TWO),
        (number(2, 2), number(5, 2), CONSISTENT),
        (number(2, 2), number(5, 3), TWO),
        (number(2, 1, ">="), number(2, 1, "<="), CONSISTENT),
        (number(2, 2, ">="), number(2, 1, "<="), TWO),
        (number(2, 2), number(2, 2, negated=True), TWO),
        (number(2, 2), number(2, 1, negated=True), CONSISTENT),
        (ONE, number(2, 2), CONSISTENT),
        (ONE, number(2, 1), TWO),
    ],
)
def test_numbers_contradict_where_no_roll_of_four_dice_fits_both(
    first: Claim, second: Claim, expected: list[tuple[float | None, str | None]]
) -> None:
    """Two 2s leave room for two 5s, not for three; at least and at most one is exactly one."""
    assert found(told(faces(("Bruno", first), ("Clara", second)))) == expected


def test_there_are_as_many_dice_as_were_rolled() -> None:
    """Two 2s and three 5s are five dice: a roll of Osaczeni's five, and none of its four."""
    for dice, expected in ((DICE, TWO), ((*DICE, 6), CONSISTENT)):
        story = rolled(*dice)
        story.says("Anna", number(2, 2), to=["Bruno"]).says("Anna", number(5, 3), to=["Clara"])
        assert found(told(story, "osaczeni")) == expected


NUMBERS = st.tuples(
    st.integers(1, 3), st.integers(0, 4), st.sampled_from(["=", ">=", "<="])
).filter(lambda each: each[1:] not in {(0, ">="), (4, "<=")})


def fits(said: tuple[int, int, str], roll: tuple[int, ...]) -> bool:
    """Tell whether a roll is as said."""
    location, count, relation = said
    shown = roll.count(location)
    return {"=": shown == count, ">=": shown >= count, "<=": shown <= count}[relation]


@settings(max_examples=40, deadline=None)
@given(NUMBERS, NUMBERS)
def test_one_has_two_faces_if_of_all_rolls_none_fits_both(
    first: tuple[int, int, str], second: tuple[int, int, str]
) -> None:
    """By trial of all 1296 rolls; numbers that are true of every roll left out."""
    both = any(fits(first, roll) and fits(second, roll) for roll in ROLLS)
    story = faces(("Bruno", number(*first)), ("Clara", number(*second)))
    assert found(told(story)) == (CONSISTENT if both else TWO)


def test_all_that_an_audience_was_told_is_taken_together() -> None:
    """Two 2s, then two 5s fill the dice; a 1 for Clara fits either, and not both."""
    parts = (("Bruno", number(2, 2)), ("Bruno", number(5, 2)))
    for part in parts:
        assert found(told(faces(part, ("Clara", number(1, 1))))) == CONSISTENT
    assert found(told(faces(*parts, ("Clara", number(1, 1))))) == TWO


def test_claims_of_one_message_are_taken_together_too() -> None:
    """The same in one breath."""
    story = rolled().says("Anna", number(2, 2), number(5, 2), to=["Bruno"])
    assert found(told(story.says("Anna", number(1, 1), to=["Clara"]))) == TWO


def test_what_contradicts_itself_contradicts_no_other() -> None:
    """Bruno was told two 2s, then three; Clara two. Between Clara and Dmitri it would count."""
    muddled = (("Bruno", number(2, 2)), ("Bruno", number(2, 3)))
    assert found(told(faces(*muddled, ("Clara", number(2, 2))))) == CONSISTENT
    between = (("Clara", number(2, 2)), ("Dmitri", number(2, 3)))
    assert found(told(faces(*muddled, *between))) == TWO


def test_two_of_several_audiences_are_enough() -> None:
    """Bruno and Clara heard the same, and Dmitri the other roll."""
    assert found(told(faces(("Bruno", ONE), ("Clara", ONE), ("Dmitri", OTHER)))) == TWO


# --- who is an audience ---


def test_before_one_audience_nobody_has_two_faces() -> None:
    """Whatever Bruno was told; one more listener, told the same as last, makes two audiences."""
    assert found(told(faces(("Bruno", ONE), ("Bruno", OTHER)))) == ALONE
    assert found(told(faces(("Bruno", ONE)))) == ALONE
    assert found(told(faces(("Bruno", ONE), ("Bruno Clara", OTHER)))) == TWO


def test_an_audience_is_a_set() -> None:
    """In whichever order its names stand."""
    assert found(told(faces(("Bruno Clara", ONE), ("Clara Bruno", OTHER)))) == ALONE


@pytest.mark.parametrize(("aloud", "expected"), [(OTHER, TWO), (ONE, CONSISTENT)])
def test_all_are_an_audience(aloud: Claim, expected: list[tuple[float | None, str | None]]) -> None:
    """A whisper that contradicts what is said aloud, and one that does not."""
    story = rolled().says("Anna", ONE, to=["Bruno"]).says("Anna", aloud)
    assert found(told(story)) == expected


def test_who_is_addressed_aloud_is_no_audience() -> None:
    """One roll to Bruno's face and another to Clara's, before all: everybody heard both."""
    story = rolled()
    for name, made in (("Bruno", ONE), ("Clara", OTHER)):
        story.says("Anna", made, to=[name])
        story.records[-1]["data"]["whisper"] = False
        story.records[-1]["seen_by"] = "all"
    assert found(told(story)) == ALONE


def test_speakers_and_rounds_count_apart() -> None:
    """Anna and Bruno contradict each other, and Anna herself the round before: no row has two."""
    story = rolled().says("Anna", ONE, to=["Clara"]).says("Bruno", OTHER, to=["Dmitri"])
    story.lifts(*DICE).round_ends().round(2).rolls(*DICE).says("Anna", OTHER, to=["Dmitri"])
    rows = [(each.round, each.actor, each.excluded) for each in two_faces(told(story))]
    assert rows == [
        (1, "Anna", "one audience"), (1, "Bruno", "one audience"), (2, "Anna", "one audience"),
    ]  # fmt: skip


def test_a_row_has_its_first_report_and_all_who_heard_one() -> None:
    """Dmitri was told nothing; of who says nothing of dice there is no row."""
    game = told(faces(("Clara", ONE), ("Bruno", OTHER)).says("Dmitri", claim("go", location=2)))
    (row,) = two_faces(game)
    assert (row.actor, row.at, row.others) == ("Anna", game.messages[0].at, ("Bruno", "Clara"))


def test_where_whispers_are_off_that_is_the_reason() -> None:
    """Only one audience can be there."""
    game = told(rolled().says("Anna", ONE).says("Anna", OTHER))
    talk = game.header.talk.model_copy(update={"whispers": False})
    silenced = replace(game, header=game.header.model_copy(update={"talk": talk}))
    assert (found(game), found(silenced)) == (ALONE, [(None, "whispers are off")])


# --- what is told ---


@pytest.mark.parametrize("made", [
    claim("dice", dice=[1, 2, 2, 6], said_by="Dmitri"),
    claim("dice", dice=[1, 2, 2, 6], condition=p("saw", player="Dmitri")),
    claim("dice", dice=[1, 2, 2, 5], negated=True),
    number(2, 0, ">="), claim("safe", location=5),
])  # fmt: skip
def test_what_is_not_told_flatly_of_dice_makes_no_audience(made: Claim) -> None:
    """Hearsay, on a condition, not a roll, true of all dice, of something else."""
    assert found(told(faces(("Bruno", ONE), ("Clara", made)))) == ALONE


def test_a_guess_is_told_as_well() -> None:
    """Who guesses otherwise before others has another face for them."""
    guess = claim("dice", dice=[1, 2, 2, 6], confidence="guess")
    assert found(told(faces(("Bruno", ONE), ("Clara", guess)))) == TWO


def test_only_dice_under_the_box_are_told() -> None:
    """What was said before the roll, and once the box is lifted, makes no audience."""
    before = Story().says("Anna", OTHER, to=["Clara"]).rolls(*DICE).says("Anna", ONE, to=["Bruno"])
    after = faces(("Bruno", ONE)).lifts(*DICE).says("Anna", OTHER, to=["Clara"])
    in_time = faces(("Bruno", ONE), ("Clara", OTHER)).lifts(*DICE)
    assert [found(told(each)) for each in (before, after, in_time)] == [ALONE, ALONE, TWO]
