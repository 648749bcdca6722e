"""Lies of the dice: what is a report, when it is a lie, and how wrong it is, at each boundary."""

from collections.abc import Callable, Iterator

import pytest

from arena.claims import Claim
from arena.lab.game import Game
from arena.lab.measure import Opportunity
from arena.lab.measures.lying import at_own, lies, wrong_numbers
from arena.lab.reading import game_of
from tests.arena.claims.helpers import Story, claim, p
from tests.arena.lab.stories import told

Counted = Callable[[Game], Iterator[Opportunity]]
DICE = (1, 2, 2, 5)
TRUE, FALSE = claim("dice", dice=[1, 2, 2, 5]), claim("dice", dice=[1, 2, 2, 6])


def number(location: int, count: int, relation: str = "=", **more: object) -> Claim:
    """Return a claim of how many dice show a location."""
    return claim("zombies", location=location, relation=relation, count=count, **more)


def looked() -> Story:
    """Return a story in which Anna has seen the dice under the box."""
    return Story().rolls(*DICE).looks("Anna", *DICE)


def found(story: Story, measure: Counted = lies) -> list[tuple[float | None, str | None]]:
    """Return outcome and exclusion of each row of a story."""
    return [(each.outcome, each.excluded) for each in measure(told(story))]


# --- who had looked, and when ---


def test_what_is_said_before_the_look_is_no_lie() -> None:
    """Of the same false words before and after it one counts: the second message."""
    story = Story().rolls(*DICE).says("Anna", FALSE).looks("Anna", *DICE).says("Anna", FALSE)
    game = told(story)
    (row,) = lies(game)
    assert (row.outcome, row.actor, row.at) == (1.0, "Anna", game.messages[1].at)


def test_anothers_look_makes_no_report_of_mine() -> None:
    """Anna has looked; Bruno, who says what is false, has not."""
    assert found(looked().says("Bruno", FALSE)) == []


def test_a_look_is_of_its_round() -> None:
    """Who saw the dice of round 1 knows nothing of those of round 2."""
    story = looked().lifts(*DICE).round_ends().round(2).rolls(*DICE).says("Anna", FALSE)
    assert found(story) == []
    assert found(story.looks("Anna", *DICE).says("Anna", FALSE)) == [(1.0, None)]


def test_once_the_box_is_lifted_nobody_reports() -> None:
    """The last word before it counts, the first one after it is listed nowhere."""
    assert found(looked().says("Anna", FALSE).lifts(*DICE)) == [(1.0, None)]
    assert found(looked().lifts(*DICE).says("Anna", FALSE)) == []


# --- what is a report ---


def test_one_false_claim_makes_a_lie_of_a_message() -> None:
    """Each message is one report, however much it tells: a false one, then a true one."""
    story = looked().says("Anna", number(1, 1), number(5, 1), number(2, 1)).says("Anna", TRUE)
    assert found(story) == [(1.0, None), (0.0, None)]


@pytest.mark.parametrize("confidence", ["sure", "think", "guess"])
@pytest.mark.parametrize(("dice", "outcome"), [([1, 2, 2, 5], 0.0), ([1, 2, 2, 6], 1.0)])
def test_who_has_seen_them_lies_however_sure(
    confidence: str, dice: list[int], outcome: float
) -> None:
    """To say `think` or `guess` of what one saw changes nothing."""
    story = looked().says("Anna", claim("dice", dice=dice, confidence=confidence))
    assert found(story) == [(outcome, None)]


OTHER_THAN_REPORTS = [
    (claim("dice", dice=[1, 2, 2, 6], said_by="Bruno"), "hearsay"),
    (number(6, 4, said_by="Clara"), "hearsay"),
    (claim("dice", dice=[1, 2, 2, 6], condition=p("saw", player="Bruno")), "on a condition"),
    (number(6, 4, condition=p("safe", location=6)), "on a condition"),
    (claim("dice", dice=[1, 2, 2, 5], negated=True), "says nothing"),
    (number(6, 0, ">="), "says nothing"),
    (number(6, 4, "<="), "says nothing"),
]


@pytest.mark.parametrize(("made", "why"), OTHER_THAN_REPORTS)
def test_what_is_no_report_is_excluded_with_the_reason(made: Claim, why: str) -> None:
    """False or not; the listeners stand in the row."""
    (row,) = lies(told(looked().says("Anna", made, to=["Dmitri"])))
    assert (row.outcome, row.excluded, row.others) == (None, why, ("Dmitri",))


@pytest.mark.parametrize(("made", "_"), OTHER_THAN_REPORTS)
def test_it_leaves_the_report_beside_it_as_it_is(made: Claim, _: str) -> None:
    """A true roll in the same message is no lie, and no number of it is wrong."""
    story = looked().says("Anna", TRUE, made)
    assert found(story)[0] == (0.0, None)
    assert len(found(story)) == 2
    assert found(story, wrong_numbers) == [(0.0, None)]


@pytest.mark.parametrize(("made", "_"), OTHER_THAN_REPORTS)
def test_of_who_has_not_looked_not_even_that_is_listed(made: Claim, _: str) -> None:
    """Nor of who has, once the box is lifted."""
    assert found(looked().says("Dmitri", made)) == []
    assert found(looked().lifts(*DICE).says("Anna", made)) == []


@pytest.mark.parametrize(
    ("made", "outcome"), [(number(6, 1, ">="), 1.0), (number(2, 3, "<="), 0.0)]
)
def test_what_a_single_die_could_refute_is_a_report(made: Claim, outcome: float) -> None:
    """At least one, at most three of four: no die shows 6, two show 2."""
    assert found(looked().says("Anna", made)) == [(outcome, None)]


@pytest.mark.parametrize("made", [claim("go", location=2), claim("safe", location=2), claim("saw")])
def test_what_is_not_of_dice_is_not_listed(made: Claim) -> None:
    """Where one goes, what is safe, who looked."""
    assert found(looked().says("Anna", made)) == []


def test_aloud_and_whispered_are_groups() -> None:
    """Each with who heard it."""
    story = looked().says("Anna", TRUE).says("Anna", FALSE, to=["Clara"])
    rows = [(each.group, set(each.others), each.outcome) for each in lies(told(story))]
    assert rows == [("open", {"Bruno", "Clara", "Dmitri"}, 0.0), ("whisper", {"Clara"}, 1.0)]


@pytest.mark.parametrize("measure", [lies, wrong_numbers])
def test_a_report_that_was_not_judged_to_its_end_is_excluded(measure: Counted) -> None:
    """The game broke off after its first claim was found false, and before its second."""
    game = told(looked().says("Anna", FALSE, number(2, 2)))
    assert game.records[-1].type == "claim_judged"
    broken_off = game_of(game.header, game.records[:-1], game="g")
    assert [each.excluded for each in measure(game)] == [None]
    (row,) = measure(broken_off)
    assert (row.outcome, row.excluded) == (None, "not decided")


# --- how wrong it is ---


@pytest.mark.parametrize(
    ("made", "share"),
    [
        ([claim("dice", dice=[5, 2, 1, 2])], 0.0),
        ([claim("dice", dice=[1, 2, 2, 6])], 1 / 4),
        ([claim("dice", dice=[1, 1, 2, 5])], 1 / 4),
        ([claim("dice", dice=[2, 2, 2, 2])], 2 / 4),
        ([claim("dice", dice=[3, 4, 6, 6])], 1.0),
        ([number(2, 2)], 0.0),
        ([number(2, 0)], 1.0),
        ([number(5, 1), number(6, 1), number(1, 2, ">=")], 2 / 3),
        ([claim("dice", dice=[1, 2, 2, 6]), number(2, 1)], 2 / 5),
        ([claim("dice", dice=[1, 2, 2, 6]), number(2, 2)], 1 / 5),
        ([number(2, 2), number(6, 4, said_by="Bruno")], 0.0),
    ],
)
def test_the_share_of_wrong_numbers_is_that_counted_by_hand(
    made: list[Claim], share: float
) -> None:
    """A roll tells four numbers, all else one; wrong are dice to be turned: 1 2 2 5 is true."""
    (row,) = wrong_numbers(told(looked().says("Anna", *made)))
    assert row.excluded is None
    assert row.outcome == pytest.approx(share)


def test_a_die_too_many_is_one_of_five_wrong() -> None:
    """In Osaczeni five dice may be told where four lie; four of the five numbers are right."""
    story = looked().says("Anna", claim("dice", dice=[1, 2, 2, 5, 5]))
    (row,) = wrong_numbers(told(story, "osaczeni"))
    assert row.outcome == pytest.approx(1 / 5)


# --- where one goes oneself ---


def gone(*made: Claim, to: int = 2) -> Story:
    """Return a story in which Anna reports, then goes somewhere; two dice show 2."""
    return looked().says("Anna", *made).chooses("Anna", to).reveals(Anna=to)


@pytest.mark.parametrize(
    ("made", "error"),
    [
        (number(2, 4), 2.0),
        (number(2, 2), 0.0),
        (number(2, 0), -2.0),
        (claim("dice", dice=[2, 2, 2, 5]), 1.0),
        (claim("dice", dice=[2, 5, 1, 2]), 0.0),
        (claim("dice", dice=[1, 1, 5, 5]), -2.0),
    ],
)
def test_the_error_is_what_was_told_less_what_is(made: Claim, error: float) -> None:
    """Above 0 it scares off, below 0 it lures; a roll tells all places, also of none there."""
    assert found(gone(made), at_own) == [(error, None)]


def test_a_number_may_stand_anywhere_in_the_report() -> None:
    """Numbers of other places and bounds before it are passed over."""
    story = gone(number(5, 1), number(2, 1, ">="), number(2, 1, negated=True), number(2, 3))
    assert found(story, at_own) == [(1.0, None)]


@pytest.mark.parametrize(
    "made",
    [number(2, 3, ">="), number(2, 1, "<="), number(2, 3, negated=True), number(5, 1)],
)
def test_what_is_no_number_there_has_no_error(made: Claim) -> None:
    """A bound, a number that it is not, another place."""
    assert found(gone(made), at_own) == [(None, "tells no number there")]


def test_the_place_is_where_the_speaker_went_in_that_round() -> None:
    """Not where another went, nor where Anna herself went the round before."""
    first = gone(number(2, 3)).lifts(*DICE).round_ends().round(2)
    story = first.rolls(*DICE).looks("Anna", *DICE).says("Anna", number(2, 3))
    story.chooses("Bruno", 2)
    assert found(story, at_own) == [(1.0, None), (None, "went nowhere")]


def test_a_chief_goes_where_it_announced() -> None:
    """A binding announcement is a destination, though nothing is chosen in secret."""
    story = looked().says("Anna", number(2, 3)).announces("Anna", 2)
    assert found(story, at_own) == [(1.0, None)]


def test_who_had_not_looked_has_no_error() -> None:
    """Its number is a guess."""
    story = looked().says("Bruno", number(2, 4)).chooses("Bruno", 2).reveals(Bruno=2)
    assert found(story, at_own) == []
