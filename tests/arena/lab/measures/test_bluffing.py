"""Bluffs and false looks: what is one and what is none, at each boundary."""

from collections.abc import Callable, Iterator

import pytest

from arena.claims import Claim
from arena.claims.verdict import Verdict
from arena.lab.game import Game
from arena.lab.measure import Opportunity
from arena.lab.measures.bluffing import bluffs, false_looks
from tests.arena.claims.helpers import Story, claim, p
from tests.arena.lab.stories import takes_turn, told

Counted = Callable[[Game], Iterator[Opportunity]]
DICE = (1, 2, 2, 5)
TRUE, FALSE = claim("dice", dice=[1, 2, 2, 5]), claim("dice", dice=[1, 2, 2, 6])
SAW = claim("saw")


def found(
    story: Story, seat: str = "Bruno", measure: Counted = bluffs
) -> list[tuple[float | None, str | None]]:
    """Return outcome and exclusion of each row of a seat, Bruno's if none is named."""
    rows = measure(told(story))
    return [(each.outcome, each.excluded) for each in rows if each.actor == seat]


def bluffed(story: Story, seat: str = "Bruno") -> bool:
    """Tell whether a seat bluffed in the one round of a story."""
    ((outcome, excluded),) = found(story, seat)
    assert excluded is None
    return outcome == 1


def rolled() -> Story:
    """Return a story in which dice lie under the box, and Anna has looked."""
    return Story().rolls(*DICE).looks("Anna", *DICE)


# --- what is put as sure ---


@pytest.mark.parametrize("made", [
    TRUE, FALSE, claim("zombies", location=2, relation="=", count=2),
    claim("zombies", location=6, relation=">=", count=1),
])  # fmt: skip
def test_dice_put_as_sure_are_a_bluff_true_or_not(made: Claim) -> None:
    """Bruno can't know; a true guess that is put as sure is one as well."""
    assert bluffed(rolled().says("Bruno", made))


@pytest.mark.parametrize("confidence", ["think", "guess"])
def test_who_hedges_does_not_bluff(confidence: str) -> None:
    """`think` and `guess` say what they are, of false dice too."""
    story = rolled().says("Bruno", claim("dice", dice=[1, 2, 2, 6], confidence=confidence))
    assert not bluffed(story)


@pytest.mark.parametrize("made", [
    claim("zombies", location=2, relation=">=", count=0),
    claim("zombies", location=2, relation="<=", count=4),
    claim("dice", dice=[1, 2, 2, 6], said_by="Anna"),
    claim("safe", location=2), claim("go", location=2), SAW,
])  # fmt: skip
def test_what_puts_nothing_about_dice_as_sure_is_no_bluff(made: Claim) -> None:
    """True of all dice, hearsay that was never said, of something else."""
    assert not bluffed(rolled().says("Bruno", made))


def test_a_bluff_about_cards_is_none_about_dice() -> None:
    """Bruno puts Clara's hand as sure, which he has not seen either."""
    hand = claim("holds", player="Clara", card="threat")
    game = told(rolled().deals(Clara="threat").says("Bruno", hand))
    assert game.claims[0].verdict is Verdict.BLUFF
    assert [each.outcome for each in bluffs(game)] == [0.0]


def test_that_it_is_not_one_roll_is_something() -> None:
    """True of all rolls but one, and nobody can know that it is not that one."""
    assert bluffed(rolled().says("Bruno", claim("dice", dice=[1, 2, 2, 6], negated=True)))


@pytest.mark.parametrize("met", [True, False])
def test_what_is_said_on_a_condition_stands_where_it_is_met(*, met: bool) -> None:
    """`If Clara looks`: where she does not, nothing was said."""
    made = claim("dice", dice=[1, 2, 2, 6], condition=p("saw", player="Clara"))
    story = rolled().says("Bruno", made)
    if met:
        story.looks("Clara", *DICE)
    assert bluffed(story.lifts(*DICE)) is met


def test_a_round_counts_once() -> None:
    """Three turns, two bluffs: one row, at the first turn."""
    game = told(takes_turn(rolled(), "Bruno").says("Bruno", TRUE).says("Bruno", FALSE))
    (row,) = bluffs(game)
    assert (row.outcome, row.actor, row.at) == (1.0, "Bruno", game.turns[0].at)
    assert row.others == ("Anna", "Clara", "Dmitri")


def test_each_round_counts_by_itself() -> None:
    """A bluff in the first, silence in the second."""
    story = rolled().says("Bruno", FALSE).lifts(*DICE).round_ends().round(2).rolls(*DICE)
    rows = bluffs(told(takes_turn(story, "Bruno")))
    assert [(each.round, each.outcome) for each in rows] == [(1, 1.0), (2, 0.0)]


def test_a_box_that_was_not_lifted_holds_no_later_words() -> None:
    """Nobody saw the dice of the first round; what Bruno says in the second is of the second."""
    story = takes_turn(rolled(), "Bruno").round_ends().round(2).rolls(*DICE).says("Bruno", FALSE)
    rows = bluffs(told(story.says("Clara", TRUE)))
    assert [(each.round, each.actor, each.outcome) for each in rows] == [
        (1, "Bruno", 0.0), (2, "Bruno", 1.0), (2, "Clara", 1.0),
    ]  # fmt: skip


def test_another_who_bluffs_makes_no_bluff_of_mine() -> None:
    """Clara does, Bruno is silent."""
    story = takes_turn(rolled().says("Clara", FALSE), "Bruno")
    assert (bluffed(story), bluffed(story, "Clara")) == (False, True)


# --- what nobody had told ---


@pytest.mark.parametrize(
    ("to", "expected"), [((), False), (("Bruno",), False), (("Clara", "Dmitri"), True)]
)
def test_what_another_told_is_passed_on(to: tuple[str, ...], *, expected: bool) -> None:
    """Aloud or whispered to Bruno; what was whispered to others he has not heard."""
    assert bluffed(rolled().says("Anna", FALSE, to=to).says("Bruno", FALSE)) is expected


@pytest.mark.parametrize(("count", "expected"), [(2, False), (1, True)])
def test_what_follows_from_what_was_told_is_told(count: int, *, expected: bool) -> None:
    """Anna told 1 2 2 6: that two show 2 follows from it, that one does contradicts it."""
    made = claim("zombies", location=2, relation="=", count=count)
    assert bluffed(rolled().says("Anna", FALSE).says("Bruno", made)) is expected


def test_who_told_it_need_not_have_looked() -> None:
    """Clara bluffs, and Bruno believes her."""
    story = rolled().says("Clara", FALSE).says("Bruno", FALSE)
    assert (bluffed(story, "Clara"), bluffed(story)) == (True, False)


@pytest.mark.parametrize(("at_once", "expected"), [(True, True), (False, False)])
def test_what_is_said_at_once_is_not_heard_yet(*, at_once: bool, expected: bool) -> None:
    """In one wave both say the same, and neither had heard the other."""
    story = rolled().says("Anna", FALSE).says("Bruno", FALSE, at_once=at_once)
    assert bluffed(story) is expected


def test_what_was_told_of_other_dice_is_not_told_of_these() -> None:
    """Anna's report was of the round before."""
    story = rolled().says("Anna", TRUE).lifts(*DICE).round_ends().round(2).rolls(*DICE)
    assert bluffed(story.says("Bruno", TRUE))


def test_to_be_told_it_later_does_not_undo_a_bluff() -> None:
    """Bruno was first."""
    assert bluffed(rolled().says("Bruno", TRUE).says("Anna", TRUE).says("Bruno", TRUE))


# --- while the dice lie under the box, and before one's own look ---


@pytest.mark.parametrize("measure", [bluffs, false_looks])
def test_only_turns_between_roll_and_reveal_are_opportunities(measure: Counted) -> None:
    """Without any, with one before the roll, with one after the box was lifted: no row."""
    before = Story().says("Bruno", FALSE, SAW).rolls(*DICE)
    after = Story().rolls(*DICE).lifts(*DICE).says("Bruno", FALSE, SAW)
    for story in (rolled(), before, after):
        assert found(story, measure=measure) == []


@pytest.mark.parametrize("measure", [bluffs, false_looks])
def test_words_about_dice_to_come_are_none(measure: Counted) -> None:
    """They were said before the roll; while the dice lay there Bruno was silent."""
    story = Story().says("Bruno", FALSE, SAW).rolls(*DICE)
    assert found(takes_turn(story, "Bruno"), measure=measure) == [(0.0, None)]


@pytest.mark.parametrize("measure", [bluffs, false_looks])
def test_a_turn_after_the_own_look_is_no_opportunity(measure: Counted) -> None:
    """Anna has looked; what she says is a report, true or not, and she did look."""
    assert found(rolled().says("Anna", FALSE, SAW), "Anna", measure) == []


@pytest.mark.parametrize("measure", [bluffs, false_looks])
def test_only_what_is_said_before_the_own_look_counts(measure: Counted) -> None:
    """A turn before it makes the row: 1 if said then, 0 if said after it."""
    early = Story().rolls(*DICE).says("Bruno", FALSE, SAW).looks("Bruno", *DICE)
    late = takes_turn(Story().rolls(*DICE), "Bruno").looks("Bruno", *DICE)
    late.says("Bruno", FALSE, SAW)
    assert found(early, measure=measure) == [(1.0, None)]
    assert found(late, measure=measure) == [(0.0, None)]


@pytest.mark.parametrize("measure", [bluffs, false_looks])
def test_a_look_of_the_last_round_is_none(measure: Counted) -> None:
    """Anna saw other dice."""
    story = rolled().lifts(*DICE).round_ends().round(2).rolls(*DICE).says("Anna", FALSE, SAW)
    assert found(story, "Anna", measure) == [(1.0, None)]


@pytest.mark.parametrize("measure", [bluffs, false_looks])
def test_who_failed_in_every_such_turn_is_excluded(measure: Counted) -> None:
    """A turn after the own look does not make up for it, one before it does."""
    failed = takes_turn(Story().rolls(*DICE), "Bruno", "turn_defaulted")
    assert found(failed, measure=measure) == [(None, "failed to answer")]
    tried = takes_turn(Story().rolls(*DICE), "Bruno", "turn_defaulted")
    assert found(takes_turn(tried, "Bruno"), measure=measure) == [(0.0, None)]
    takes_turn(failed.looks("Bruno", *DICE), "Bruno")
    assert found(failed, measure=measure) == [(None, "failed to answer")]


# --- looks that never were ---


@pytest.mark.parametrize("made", [SAW, claim("saw", player="Bruno")])
def test_to_say_that_one_looked_is_a_false_look(made: Claim) -> None:
    """Also where the own name stands in it."""
    assert found(rolled().says("Bruno", made), measure=false_looks) == [(1.0, None)]


@pytest.mark.parametrize("made", [
    claim("saw", confidence="think"), claim("saw", confidence="guess"),
    claim("saw", negated=True), claim("saw", player="Clara"), claim("saw", player="Anna"),
    claim("saw", player="Bruno", said_by="Clara"), claim("saw", condition=p("safe", location=3)),
    TRUE, FALSE,
])  # fmt: skip
def test_what_does_not_say_so_flatly_is_no_false_look(made: Claim) -> None:
    """Hedged, denied, of another, hearsay, on a condition, or dice without a source."""
    story = rolled().says("Bruno", made).lifts(*DICE)
    assert found(story, measure=false_looks) == [(0.0, None)]


def test_another_untruth_about_oneself_is_no_false_look() -> None:
    """Bruno says that he goes to 5, and goes to 3."""
    game = told(rolled().says("Bruno", claim("go", location=5)).chooses("Bruno", 3))
    assert [each.truth for each in game.claims] == ["false"]
    assert [each.outcome for each in false_looks(game)] == [0.0]


@pytest.mark.parametrize(
    ("made", "both"),
    [((FALSE,), (1.0, 0.0)), ((SAW,), (0.0, 1.0)), ((SAW, FALSE), (1.0, 1.0)), ((), (0.0, 0.0))],
)
def test_a_bluff_and_its_source_are_counted_apart(
    made: tuple[Claim, ...], both: tuple[float, float]
) -> None:
    """Dice alone, a look alone, both, and neither."""
    story = rolled().says("Bruno", *made)
    rows = [*found(story), *found(story, measure=false_looks)]
    assert tuple(outcome for outcome, _ in rows) == both


def test_a_lost_bid_is_no_turn_to_speak() -> None:
    """Who only bid for the floor could not bluff: no row; on the floor it could."""
    assert found(takes_turn(rolled(), "Bruno", "bid"), "Bruno") == []
    assert found(takes_turn(rolled(), "Bruno"), "Bruno") == [(0.0, None)]
