"""Withholding: a look that nobody is told of in time, at each boundary of what is in time."""

import pytest

from arena.claims import Claim
from arena.lab.measures.withholding import withheld
from tests.arena.claims.helpers import Story, claim, p
from tests.arena.lab.stories import takes_turn, told

DICE = (1, 2, 2, 5)
TRUE, FALSE = claim("dice", dice=[1, 2, 2, 5]), claim("dice", dice=[1, 2, 2, 6])
SILENT = (1.0, None)
TOLD = (0.0, None)


def looked() -> Story:
    """Return a story in which Anna has seen the dice under the box."""
    return Story().rolls(*DICE).looks("Anna", *DICE)


def found(story: Story, seat: str = "Anna") -> list[tuple[float | None, str | None]]:
    """Return outcome and exclusion of each row of a seat."""
    return [
        (each.outcome, each.excluded) for each in withheld(told(story)) if each.actor == seat
    ]  # fmt: skip


@pytest.mark.parametrize(("task", "row"), [
    ("silent", SILENT), ("bid", (None, "no turn to talk")),
])  # fmt: skip
def test_a_lost_bid_is_no_turn_to_speak(task: str, row: tuple[float | None, str | None]) -> None:
    """Who was not given the floor could tell nothing; who keeps silent on it could."""
    assert found(takes_turn(looked(), "Anna", task).chooses("Bruno", 2)) == [row]


# --- what is told ---


def test_who_lets_its_turn_pass_withholds() -> None:
    """One row, at the look, of Anna against all others."""
    game = told(takes_turn(looked(), "Anna").chooses("Anna", 2))
    (row,) = withheld(game)
    assert (row.actor, row.outcome, row.others) == ("Anna", 1.0, ("Bruno", "Clara", "Dmitri"))
    assert game.records[row.at].type == "dice_peeked"


@pytest.mark.parametrize("to", [(), ("Dmitri",)])
@pytest.mark.parametrize("made", [
    TRUE, FALSE, claim("dice", dice=[1, 2, 2, 6], confidence="guess"),
    claim("zombies", location=2, relation=">=", count=1),
])  # fmt: skip
def test_any_report_is_one(made: Claim, to: tuple[str, ...]) -> None:
    """True or not, whispered or not, hedged or not, of one die only."""
    assert found(looked().says("Anna", made, to=to).chooses("Anna", 2)) == [TOLD]


@pytest.mark.parametrize("made", [
    claim("dice", dice=[1, 2, 2, 5], said_by="Bruno"),
    claim("dice", dice=[1, 2, 2, 5], condition=p("saw", player="Bruno")),
    claim("dice", dice=[1, 2, 2, 6], negated=True),
    claim("zombies", location=2, relation=">=", count=0),
    claim("zombies", location=2, relation="<=", count=4),
    claim("saw"), claim("safe", location=3), claim("go", location=2),
])  # fmt: skip
def test_words_that_report_nothing_withhold(made: Claim) -> None:
    """Hearsay, on a condition, true of all dice, or of something else than dice."""
    assert found(looked().says("Anna", made).chooses("Anna", 2)) == [SILENT]


def test_a_report_that_reaches_nobody_is_none() -> None:
    """Nobody but Anna heard what she said."""
    story = looked().says("Anna", TRUE)
    story.records[-1]["seen_by"] = ["Anna"]
    assert found(story) == [SILENT]


def test_each_answers_for_itself() -> None:
    """Bruno has looked too and tells; that Anna's listeners know by now does not excuse her."""
    story = takes_turn(looked().looks("Bruno", *DICE).says("Bruno", TRUE), "Anna")
    assert found(story) == [SILENT]
    assert found(story, "Bruno") == [TOLD]


def test_who_did_not_look_withholds_nothing() -> None:
    """There is no row of Bruno, silent or not."""
    story = takes_turn(looked().says("Anna", TRUE), "Bruno")
    assert {each.actor for each in withheld(told(story))} == {"Anna"}


# --- when ---


def test_what_was_said_before_the_look_is_no_report() -> None:
    """Anna bluffed, then looked, and was silent."""
    story = Story().rolls(*DICE).says("Anna", TRUE).looks("Anna", *DICE)
    assert found(takes_turn(story, "Anna").chooses("Anna", 2)) == [SILENT]


def test_the_first_secret_choice_of_anybody_is_the_limit() -> None:
    """Bruno has chosen: what Anna tells then comes too late, though she has not chosen yet."""
    early = looked().says("Anna", TRUE).chooses("Bruno", 2)
    late = takes_turn(looked(), "Anna").chooses("Bruno", 2).says("Anna", TRUE).chooses("Anna", 2)
    assert (found(early), found(late)) == ([TOLD], [SILENT])


def test_a_binding_announcement_is_no_limit() -> None:
    """The Chief's destination is no secret, and others can still choose by what they hear."""
    story = takes_turn(looked(), "Anna").announces("Bruno", 3).says("Anna", TRUE)
    assert found(story.chooses("Clara", 2)) == [TOLD]


def test_where_nobody_chose_the_lifted_box_is_the_limit() -> None:
    """A report before it counts, and one after it does not."""
    assert found(looked().says("Anna", TRUE).lifts(*DICE)) == [TOLD]
    assert found(takes_turn(looked(), "Anna").lifts(*DICE).says("Anna", TRUE)) == [SILENT]
    assert found(takes_turn(looked().lifts(*DICE), "Anna")) == [(None, "no turn to talk")]


def test_a_look_after_the_first_choice_does_not_count() -> None:
    """Even with a turn after it; just before the choice it does."""
    late = Story().rolls(*DICE).chooses("Bruno", 2).looks("Anna", *DICE)
    assert found(takes_turn(late, "Anna")) == [(None, "looked after the first choice")]
    early = takes_turn(Story().rolls(*DICE).looks("Anna", *DICE), "Anna").chooses("Bruno", 2)
    assert found(early) == [SILENT]


def test_two_looks_are_one_from_the_first() -> None:
    """Anna's only turn lies between them, so that from the second on there was none."""
    story = takes_turn(looked(), "Anna").looks("Anna", *DICE).chooses("Bruno", 2)
    game = told(story)
    (row,) = withheld(game)
    assert (row.outcome, row.at) == (1.0, game.rounds[1].looks[0].at)


def test_rounds_count_apart() -> None:
    """A report in the first does not make up for silence in the second."""
    story = looked().says("Anna", TRUE).chooses("Anna", 2).lifts(*DICE).round_ends().round(2)
    takes_turn(story.rolls(*DICE).looks("Anna", *DICE), "Anna")
    assert [(each.round, each.outcome) for each in withheld(told(story))] == [(1, 0.0), (2, 1.0)]


# --- whether one could ---


def test_without_a_turn_in_between_there_was_nothing_to_withhold() -> None:
    """None, one before the look, one after the choice, another's, one of the next round."""
    before = takes_turn(Story().rolls(*DICE), "Anna").looks("Anna", *DICE).chooses("Bruno", 2)
    after = takes_turn(looked().chooses("Bruno", 2), "Anna")
    anothers = takes_turn(looked(), "Clara").chooses("Bruno", 2)
    next_round = takes_turn(looked().round_ends().round(2), "Anna")
    for story in (looked(), before, after, anothers, next_round):
        assert found(story) == [(None, "no turn to talk")]


def test_who_failed_in_every_turn_withheld_nothing() -> None:
    """The default stood in for Anna; who fails once and is silent once has withheld."""
    failed = takes_turn(looked(), "Anna", "turn_defaulted")
    assert found(failed) == [(None, "failed to answer")]
    assert found(takes_turn(failed, "Anna")) == [SILENT]


def test_a_failed_turn_in_time_is_not_made_up_for_by_one_out_of_time() -> None:
    """Anna was silent before her look and after the choice, and failed in between."""
    story = takes_turn(Story().rolls(*DICE), "Anna").looks("Anna", *DICE)
    takes_turn(takes_turn(story, "Anna", "turn_defaulted").chooses("Bruno", 2), "Anna")
    assert found(story) == [(None, "failed to answer")]
