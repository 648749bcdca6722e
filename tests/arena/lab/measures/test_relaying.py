"""What was passed on of the dice by who had not looked, story by story."""

from dataclasses import replace

import pytest

from arena.claims import Claim
from arena.lab.measure import Opportunity
from arena.lab.measures.relaying import relayed
from tests.arena.claims.helpers import Story, claim, p
from tests.arena.lab.stories import told
from tests.arena.lab.word_games import counted, games
from tests.breadth import EACH_FAMILY

DICE = (1, 2, 2, 5)
TRUE, FALSE = claim("dice", dice=list(DICE)), claim("dice", dice=[1, 2, 2, 6])
OWN, HEARSAY = "own name", "hearsay"


def seen() -> Story:
    """Return a story in which Anna has looked at 1, 2, 2 and 5."""
    return Story().rolls(*DICE).looks("Anna", *DICE)


def zombies(location: int, relation: str, count: int, **more: object) -> Claim:
    """Return a claim about how many dice show a location."""
    return claim("zombies", location=location, relation=relation, count=count, **more)


def by_anna(said: Claim) -> Claim:
    """Return the claim that Anna said so."""
    return replace(said, said_by="Anna")


def rows(story: Story) -> list[Opportunity]:
    """Return what a story passes on, once the dice are lifted."""
    return list(relayed(told(story.lifts(*DICE))))


def found(story: Story) -> list[tuple[str, str, float | None]]:
    """Return who passed something on, how, and what came of it."""
    return [(each.actor, each.group, each.outcome) for each in rows(story)]


# --- in the speaker's own name ---


@pytest.mark.parametrize(("said", "outcome"), [(TRUE, 0.0), (FALSE, 1.0)])
def test_what_one_was_told_and_says_again_is_passed_on(said: Claim, outcome: float) -> None:
    """Bruno repeats what Anna said; of Anna, who had looked, nothing is counted."""
    assert found(seen().says("Anna", said).says("Bruno", said)) == [("Bruno", OWN, outcome)]


@pytest.mark.parametrize(("anna", "bruno", "outcome"), [
    (TRUE, zombies(2, ">=", 2), 0.0), (FALSE, zombies(2, "=", 2), 0.0),
    (FALSE, zombies(6, ">=", 1), 1.0), (FALSE, zombies(5, ">=", 1, negated=True), 1.0),
    (FALSE, zombies(3, ">=", 1, negated=True), 0.0),
])  # fmt: skip
def test_what_follows_from_what_one_was_told_is_passed_on(
    anna: Claim, bruno: Claim, outcome: float
) -> None:
    """It is false by its own content: of a false roll the two dice that show 2 are true."""
    assert found(seen().says("Anna", anna).says("Bruno", bruno)) == [("Bruno", OWN, outcome)]


@pytest.mark.parametrize("said", [FALSE, TRUE, zombies(5, "=", 1), zombies(2, "=", 2)])
def test_what_nobody_had_told_is_not_passed_on(said: Claim) -> None:
    """Anna told that two at least show 2: exactly two, or a roll, is Bruno's own."""
    assert found(seen().says("Anna", zombies(2, ">=", 2)).says("Bruno", said)) == []


def test_a_statement_counts_once_where_all_of_it_was_told() -> None:
    """Two claims that two had told are one statement, false where one of them is."""
    story = seen().says("Anna", zombies(2, "=", 2)).says("Clara", zombies(6, "=", 1))
    both = zombies(2, ">=", 1), zombies(6, ">=", 1)
    assert found(story.says("Bruno", *both)) == [("Bruno", OWN, 1.0)]


def test_a_statement_of_which_a_part_is_new_is_not_passed_on() -> None:
    """Nobody had told Bruno of 6; what he says beside the dice changes nothing."""
    told_, new = zombies(2, ">=", 1), zombies(6, ">=", 1)
    assert found(seen().says("Anna", zombies(2, "=", 2)).says("Bruno", told_, new)) == []
    beside = claim("go", location=5)
    story = seen().says("Anna", zombies(2, "=", 2)).says("Bruno", told_, beside)
    assert found(story) == [("Bruno", OWN, 0.0)]


def test_who_did_not_hear_it_does_not_pass_it_on() -> None:
    """A whisper to Clara tells Bruno nothing, and what is said at once neither."""
    whispered = seen().says("Anna", FALSE, to=["Clara"])
    assert found(whispered.says("Bruno", FALSE).says("Clara", FALSE)) == [("Clara", OWN, 1.0)]
    assert found(seen().says("Anna", FALSE).says("Bruno", FALSE, at_once=True)) == []


def test_who_was_the_first_to_say_it_does_not_pass_it_on() -> None:
    """Bruno guessed it before Anna said so."""
    assert found(seen().says("Bruno", TRUE).says("Anna", TRUE).says("Bruno", TRUE)) == []


def test_whoever_it_comes_from_it_is_passed_on_again() -> None:
    """Bruno's teller had not looked, and Clara's neither: two rows for a rumour of Anna's."""
    story = seen().says("Anna", FALSE, to=["Bruno"]).says("Bruno", FALSE, to=["Clara"])
    assert found(story.says("Clara", FALSE)) == [("Bruno", OWN, 1.0), ("Clara", OWN, 1.0)]


def test_hearsay_said_in_ones_own_name_is_passed_on() -> None:
    """Clara knows it only as what Bruno said that Anna had said."""
    story = seen().says("Anna", FALSE, to=["Bruno"]).says("Bruno", by_anna(FALSE), to=["Clara"])
    wanted = {("Bruno", HEARSAY, 1.0), ("Clara", OWN, 1.0)}
    assert set(found(story.says("Clara", FALSE))) == wanted


def test_what_is_put_on_a_condition_is_not_passed_on() -> None:
    """Bruno says it of the case that Anna looked."""
    hedged = replace(FALSE, condition=p("saw", player="Anna"))
    assert found(seen().says("Anna", FALSE).says("Bruno", hedged)) == []


def test_a_guess_at_what_one_was_told_is_passed_on() -> None:
    """How sure its speaker is does not matter."""
    guess = replace(FALSE, confidence="guess")
    assert found(seen().says("Anna", FALSE).says("Bruno", guess)) == [("Bruno", OWN, 1.0)]


# --- hearsay ---


@pytest.mark.parametrize(("said", "outcome"), [
    (TRUE, 0.0), (FALSE, 1.0), (zombies(6, ">=", 1), 1.0), (zombies(2, "=", 2), 0.0),
    (zombies(5, ">=", 1, negated=True), 1.0), (zombies(3, ">=", 1, negated=True), 0.0),
])  # fmt: skip
def test_hearsay_is_false_where_its_content_is(said: Claim, outcome: float) -> None:
    """That Anna said so is true, of a false roll and of what follows from it, or the true one."""
    anna = TRUE if said == TRUE else FALSE
    game = told(seen().says("Anna", anna).says("Bruno", by_anna(said)).lifts(*DICE))
    assert game.claims[-1].truth == "true"
    assert [(each.group, each.outcome, each.excluded) for each in relayed(game)] == [
        (HEARSAY, outcome, None)
    ]


def test_each_claim_of_hearsay_is_a_statement() -> None:
    """Two in a message are two, and what is said beside them in one's own name is a third."""
    story = seen().says("Anna", FALSE)
    story.says("Bruno", by_anna(zombies(2, "=", 2)), by_anna(zombies(6, "=", 1)), FALSE)
    assert sorted(found(story)) == [
        ("Bruno", HEARSAY, 0.0), ("Bruno", HEARSAY, 1.0), ("Bruno", OWN, 1.0),
    ]  # fmt: skip


@pytest.mark.parametrize("said", [FALSE, TRUE])
def test_hearsay_that_was_never_said_is_excluded(said: Claim) -> None:
    """Whatever the dice are: it is an invention."""
    story = seen().says("Anna", zombies(2, ">=", 1)).says("Bruno", by_anna(said))
    (row,) = rows(story)
    assert (row.outcome, row.excluded, row.group) == (None, "was not told so", HEARSAY)


def test_hearsay_that_its_speaker_can_not_have_heard_is_excluded() -> None:
    """Anna said it, to Clara."""
    (row,) = rows(seen().says("Anna", FALSE, to=["Clara"]).says("Bruno", by_anna(FALSE)))
    assert row.excluded == "was not told so"


@pytest.mark.parametrize("truth", ["undetermined", "moot", None])
def test_hearsay_that_was_not_decided_is_excluded(truth: str | None) -> None:
    """Undetermined, or not judged at all."""
    game = told(seen().says("Anna", FALSE).says("Bruno", by_anna(FALSE)).lifts(*DICE))
    message = game.messages[-1]
    (made,) = message.claims
    assert made.judgement is not None
    left = None if truth is None else replace(made.judgement, truth=truth)  # type: ignore[arg-type]
    open_ = replace(message, claims=(replace(made, judgement=left),))
    (row,) = relayed(replace(game, messages=(*game.messages[:-1], open_)))
    assert (row.outcome, row.excluded) == (None, "not decided")


@pytest.mark.parametrize("said", [
    claim("go", location=5), claim("safe", location=5), claim("saw"),
    zombies(2, ">=", 0), zombies(2, "<=", 4), replace(FALSE, proposition=p(
        "dice", dice=[1, 2, 2, 6], negated=True)),
])  # fmt: skip
def test_hearsay_that_tells_nothing_of_the_dice_is_none(said: Claim) -> None:
    """Of something else, of what is true of all dice, or of a roll that they are not."""
    assert rows(seen().says("Anna", said).says("Bruno", by_anna(said))) == []


# --- who had looked, and when ---


@pytest.mark.parametrize("again", [FALSE, by_anna(FALSE)])
def test_who_had_looked_passes_nothing_on(again: Claim) -> None:
    """Who looks after speaking does; a look of another changes nothing."""
    looks = seen().says("Anna", FALSE).looks("Bruno", *DICE).says("Bruno", again)
    assert rows(looks) == []
    later = seen().says("Anna", FALSE).looks("Clara", *DICE).says("Bruno", again)
    assert [each.outcome for each in rows(later.looks("Bruno", *DICE))] == [1.0]


@pytest.mark.parametrize("again", [FALSE, by_anna(FALSE)])
def test_what_is_said_once_the_dice_are_lifted_is_not_passed_on(again: Claim) -> None:
    """All see them then."""
    game = told(seen().says("Anna", FALSE).lifts(*DICE).says("Bruno", again))
    assert list(relayed(game)) == []


@pytest.mark.parametrize("again", [FALSE, by_anna(FALSE)])
def test_what_is_said_of_dice_to_come_is_not_passed_on(again: Claim) -> None:
    """Nothing lies under the box before they are rolled."""
    story = Story().says("Anna", FALSE).says("Bruno", again)
    assert list(relayed(told(story))) == []
    assert rows(story.rolls(*DICE).looks("Anna", *DICE)) == []


def test_a_look_of_another_round_is_none_of_this() -> None:
    """Bruno saw the dice of the first; what he repeats in the second he was told."""
    story = seen().looks("Bruno", *DICE).says("Anna", FALSE).says("Bruno", FALSE).lifts(*DICE)
    story.round_ends().round(2).rolls(*DICE).looks("Anna", *DICE)
    (row,) = rows(story.says("Anna", FALSE).says("Bruno", FALSE))
    assert (row.round, row.actor, row.outcome) == (2, "Bruno", 1.0)


@pytest.mark.parametrize(("again", "excluded"), [(FALSE, []), (by_anna(FALSE), [True])])
def test_what_was_told_in_another_round_is_not_passed_on(
    again: Claim, excluded: list[bool]
) -> None:
    """It was about other dice: as hearsay it was never said of these."""
    story = seen().says("Anna", FALSE).lifts(*DICE).round_ends().round(2).rolls(*DICE)
    assert [bool(each.excluded) for each in rows(story.says("Bruno", again))] == excluded


def test_false_is_what_the_dice_of_its_own_round_are_not() -> None:
    """The same roll is true in the first round and false in the second."""
    story = seen().says("Anna", TRUE).says("Bruno", TRUE, by_anna(TRUE)).lifts(*DICE)
    story.round_ends().round(2).rolls(3, 3, 3, 3).looks("Anna", 3, 3, 3, 3)
    story.says("Anna", TRUE).says("Bruno", TRUE, by_anna(TRUE)).lifts(3, 3, 3, 3)
    outcomes = [(each.round, each.outcome) for each in relayed(told(story))]
    assert sorted(outcomes, key=str) == [(1, 0.0), (1, 0.0), (2, 1.0), (2, 1.0)]


def test_dice_that_were_never_lifted_are_known_from_their_roll() -> None:
    """The game ends before, and what was passed on is false all the same."""
    story = seen().says("Anna", FALSE).says("Bruno", FALSE, by_anna(TRUE)).game_ends()
    assert {(each.group, each.outcome) for each in relayed(told(story))} == {
        (OWN, 1.0), (HEARSAY, None),
    }  # fmt: skip


def test_a_report_that_was_not_judged_is_not_counted() -> None:
    """Nobody knows then who was told; with a second claim that was not judged neither."""
    claims = zombies(2, ">=", 1), zombies(6, ">=", 1)
    game = told(seen().says("Anna", FALSE).says("Bruno", *claims).lifts(*DICE))
    own, passed_on = game.reports
    assert len(list(relayed(game))) == 1
    one, other = passed_on.claims
    for left in ((replace(one, judgement=None), other), (one, replace(other, judgement=None))):
        again = replace(game, reports=(own, replace(passed_on, claims=left)))
        assert list(relayed(again)) == []


def test_a_report_is_false_by_its_content_whatever_it_was_judged() -> None:
    """It is held against the dice; of who is known to have looked it would be a lie."""
    game = told(seen().says("Anna", FALSE).says("Bruno", FALSE).lifts(*DICE))
    own, passed_on = game.reports
    (made,) = passed_on.claims
    assert made.judgement is not None
    open_ = replace(made, judgement=replace(made.judgement, truth="undetermined"))
    undecided = replace(passed_on, claims=(open_,))
    assert [each.outcome for each in relayed(replace(game, reports=(own, undecided)))] == [1.0]
    looked = replace(passed_on, saw=True)
    assert list(relayed(replace(game, reports=(own, looked)))) == []


# --- rows ---


@pytest.mark.parametrize("again", [FALSE, by_anna(FALSE)])
def test_a_row_names_speaker_listeners_and_record(again: Claim) -> None:
    """A whisper of Bruno's to Clara and Dmitri; each row weighs one."""
    story = seen().says("Anna", FALSE).says("Bruno", again, to=["Clara", "Dmitri"])
    game = told(story.lifts(*DICE))
    (row,) = relayed(game)
    assert (row.actor, set(row.others), row.round) == ("Bruno", {"Clara", "Dmitri"}, 1)
    assert (row.weight, row.at) == (1.0, game.messages[-1].at)


@pytest.mark.parametrize("family", EACH_FAMILY)
@pytest.mark.parametrize(("share", "outcome"), [("0", 0.0), ("1", 1.0)])
def test_a_relay_errs_as_those_lie_who_tell_it(family: str, share: str, outcome: float) -> None:
    """Always where all others lie, never where none does; in its own name and as hearsay."""
    specs = ("planted:relay", *[f"planted:liar({share})"] * 4)
    passed_on = counted("relay", games(family, *specs))
    assert {(each.actor, each.outcome) for each in passed_on} == {("Ada", outcome)}
    groups = [each.group for each in passed_on]
    assert groups.count(OWN) == groups.count(HEARSAY) > 0
