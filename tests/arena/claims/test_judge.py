"""How claims are judged: conditions, hearsay, accusations, what a speaker knew, and the fold."""

import pytest

from arena.claims import Claim, Judgement
from arena.errors import ClaimError
from arena.projections.judge import Judge
from tests.arena.claims.helpers import MOH, SEATS, Story, claim, p
from tests.arena.records_of import record_of

NO = {"negated": True}
ATTACK = {"target": "Bruno", "vote": "attack"}


def rolled() -> Story:
    """Begin a round in which Anna looked at 1 1 3 6."""
    return Story().rolls(1, 1, 3, 6).looks("Anna", 1, 1, 3, 6)


def truth_of(story: Story, made: Claim, speaker: str = "Anna") -> str:
    """Return the truth of a claim that is made at the end of the story."""
    return story.says(speaker, made).truth()


# --- conditions ---

IF_GO = p("go", player="Bruno", location=3)


@pytest.mark.parametrize(
    ("goes", "ballot", "truth"),
    [
        (3, "Bruno", "true"),
        (3, "Clara", "false"),
        (2, "Bruno", "moot"),
        (2, "Clara", "moot"),
    ],
)
def test_a_claim_stands_only_if_its_condition_turns_out_true(
    goes: int, ballot: str, truth: str
) -> None:
    """Otherwise it is moot, whatever was done."""
    story = Story().says("Anna", claim("vote", **ATTACK, condition=IF_GO))
    story.reveals(Bruno=goes).ballots("attack", 3, Anna=ballot, Bruno="Anna", Clara="Anna")
    assert story.truth() == truth


def test_a_moot_condition_makes_the_claim_moot() -> None:
    """A condition whose occasion never came has not come true."""
    story = Story().rolls(1, 1, 1, 1)
    story.says("Anna", claim("zombies", location=1, relation="=", count=4, condition=IF_GO))
    assert (story.reveals(Anna=1).truth(), story.when()) == ("moot", "destinations_revealed")


def test_a_claim_that_is_settled_waits_for_its_condition() -> None:
    """The claim is judged when both are known, and its prior is that of the consequent."""
    story = Story().rolls(1, 1, 1, 1)
    story.says("Anna", claim("zombies", location=1, relation="=", count=4, condition=IF_GO))
    found = story.reveals(Bruno=3).last()
    assert (found.truth, story.when()) == ("true", "destinations_revealed")
    assert found.prior == pytest.approx(1 / 6**4)


def test_a_condition_may_be_negated() -> None:
    """`If Bruno does not go to 3`."""
    unless = p("go", player="Bruno", location=3, negated=True)
    story = Story().says("Anna", claim("safe", location=3, condition=unless))
    assert story.reveals(Bruno=2).round_ends().truth() == "true"


def test_who_has_not_looked_never_will_once_the_box_is_lifted() -> None:
    """Such a condition is met when it is put: this round's attack counts."""
    unless = p("saw", player="Bruno", negated=True)
    story = Story().rolls(1, 1, 5, 6).lifts(1, 1, 5, 6)
    story.says("Anna", claim("ally", target="Bruno", condition=unless))
    story.ballots("attack", 3, "Bruno Clara", Anna="Bruno", Bruno="Clara", Clara="Bruno")
    assert (story.truth(), story.when()) == ("false", "votes_revealed")


def test_a_claim_without_occasion_is_moot_before_its_condition_is_known() -> None:
    """Nothing can become of it."""
    made = claim("ally", target="Bruno", condition=IF_GO)
    story = Story().loses("Bruno").says("Anna", made)
    assert (story.truth(), story.when()) == ("moot", "said")


def test_a_condition_that_a_listener_cannot_know_leaves_the_claim_undetermined() -> None:
    """Whether the claim stood at all was not perceived."""
    story = Story().deals(Anna="threat", Bruno="pistol")
    story.says("Anna", claim("saw", condition=p("holds", card="threat"))).round_ends()
    assert (story.truth("Bruno"), story.truth()) == ("undetermined", "false")


# --- hearsay ---

AT_LEAST = claim("zombies", location=1, relation=">=", count=1)
SAID_BY = claim("zombies", location=1, relation=">=", count=1, said_by="Bruno")


@pytest.mark.parametrize(
    "told",
    [
        AT_LEAST,
        claim("zombies", location=1, relation="=", count=2),
        claim("dice", dice=[1, 2, 3, 4]),
        claim("zombies", location=1, relation="=", count=0, negated=True),
        claim("dice", dice=[1, 1, 1, 1], confidence="guess"),
    ],
)
def test_hearsay_is_true_if_what_was_said_entails_it(told: Claim) -> None:
    """The words need not be the same, and need not be true."""
    found = Story().rolls(2, 2, 2, 2).says("Bruno", told).says("Anna", SAID_BY).last()
    assert (found.truth, found.prior, found.basis) == ("true", 1.0, "seen")


@pytest.mark.parametrize(
    "told",
    [
        claim("zombies", location=2, relation=">=", count=1),
        claim("zombies", location=1, relation="<=", count=1),
        claim("saw"),
        claim("zombies", location=1, relation=">=", count=1, condition=IF_GO),
        claim("zombies", location=1, relation=">=", count=1, said_by="Clara"),
        claim("zombies", location=1, relation=">=", count=0, negated=True),
    ],
)
def test_hearsay_of_who_said_something_else_is_false(told: Claim) -> None:
    """Neither a condition nor hearsay nor a contradiction asserts it."""
    found = Story().says("Bruno", told).says("Anna", SAID_BY).last()
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")


@pytest.mark.parametrize(
    "told",
    [
        claim("zombies", location=1, relation="=", count=0),
        claim("zombies", location=1, relation=">=", count=1, negated=True),
        claim("dice", dice=[2, 3, 4, 5]),
    ],
)
def test_hearsay_of_who_claimed_the_contrary_is_false(told: Claim) -> None:
    """And of who said nothing at all."""
    found = Story().says("Bruno", told).says("Anna", SAID_BY).last()
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")
    found = Story().says("Anna", SAID_BY).last()
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")


def test_claims_of_one_utterance_entail_together() -> None:
    """Two at 1 and two at 3 are all the dice."""
    parts = [claim("zombies", location=at, relation="=", count=2) for at in (1, 3)]
    story = Story().says("Bruno", *parts)
    assert truth_of(story, claim("dice", dice=[1, 1, 3, 3], said_by="Bruno")) == "true"


def test_claims_that_contradict_each_other_entail_nothing_together() -> None:
    """Each stands for itself."""
    parts = [claim("zombies", location=1, relation="=", count=n) for n in (1, 2)]
    story = Story().says("Bruno", *parts)
    assert truth_of(story, claim("dice", dice=[2, 2, 3, 3], said_by="Bruno")) == "false"
    assert truth_of(story, SAID_BY) == "true"


def test_hearsay_without_any_word_is_false() -> None:
    """He said nothing to her this round."""
    assert truth_of(Story(), SAID_BY) == "false"


def test_hearsay_of_words_without_claims_is_false() -> None:
    """What bare words meant no record tells: they cannot be quoted."""
    found = Story().says("Bruno").says("Anna", SAID_BY).last()
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")


def test_words_about_last_rounds_dice_are_none_about_these() -> None:
    """However alike they are."""
    assert truth_of(Story().says("Bruno", AT_LEAST).round(2), SAID_BY) == "false"
    assert truth_of(Story().says("Bruno", claim("saw")).round(2), SAID_BY) == "false"


@pytest.mark.parametrize(
    "lasting",
    [
        claim("ally", target="Anna"),
        claim("give", target="Anna"),
        claim("vote", target="Anna", vote="chief"),
    ],
)
def test_hearsay_of_what_still_holds_may_be_rounds_old(lasting: Claim) -> None:
    """An alliance, a gift and a vote are no matter of one round."""
    said = lasting.data() | {"player": "Bruno", "said_by": "Bruno"}
    assert truth_of(Story().says("Bruno", lasting).round(2).round(3), Claim.read(said)) == "true"


# --- what was said at once ---


def test_who_speaks_at_once_was_not_told() -> None:
    """Sealed with the other: a bluff of her own, and hearsay of nothing that was said."""
    story = Story().says("Bruno", AT_LEAST).says("Anna", AT_LEAST, at_once=True).rolls(1, 2, 3, 4)
    assert (story.last().basis, story.last().told_by) == ("neither", None)
    story = Story().says("Bruno", AT_LEAST).says("Anna", AT_LEAST).rolls(1, 2, 3, 4)
    assert (story.last().basis, story.last().told_by) == ("told", "Bruno")
    at_once = Story().says("Bruno", AT_LEAST).says("Anna", SAID_BY, at_once=True)
    assert at_once.truth() == "false"
    after = Story().says("Bruno", AT_LEAST).says("Clara", claim("saw"), at_once=True)
    assert after.says("Anna", SAID_BY).truth() == "true"


def test_a_lie_of_the_same_wave_is_none_yet() -> None:
    """Whoever comes first in the log: neither has heard the other."""
    rolled = Story().rolls(1, 1, 5, 6).looks("Anna", 1, 1, 5, 6)
    lie = claim("zombies", location=1, relation="=", count=0)
    accuses = claim("lied", player="Anna")
    assert rolled.says("Anna", lie).says("Bruno", accuses, at_once=True).truth() == "undetermined"
    assert rolled.says("Bruno", accuses).truth() == "true"


def test_what_happens_ends_a_wave() -> None:
    """However the waves are numbered: a game that goes on has been heard."""
    story = Story().says("Bruno", AT_LEAST).looks("Bruno", 1, 1, 5, 6)
    assert story.says("Anna", SAID_BY, at_once=True).truth() == "true"


# --- who told whom ---


def test_what_was_passed_on_was_told() -> None:
    """Clara saw it and told Bruno, who told Anna that she did; Anna tells it on."""
    story = Story().says("Clara", AT_LEAST, to=["Bruno"])
    story.says("Bruno", claim("zombies", location=1, relation=">=", count=1, said_by="Clara"))
    found = story.says("Anna", AT_LEAST).rolls(1, 2, 3, 4).last()
    assert (found.basis, found.told_by) == ("told", "Bruno")
    assert story.says("Anna", SAID_BY).truth() == "false"


def test_an_echo_tells_nobody_what_they_said_first() -> None:
    """Anna bluffs, Bruno repeats it, Anna repeats it: still her own bluff."""
    story = Story().says("Anna", AT_LEAST).says("Bruno", AT_LEAST)
    found = story.says("Anna", AT_LEAST).rolls(1, 2, 3, 4).last()
    assert (found.basis, found.told_by) == ("neither", None)


def test_nobody_is_told_what_they_will_do() -> None:
    """Bruno says where Anna goes, then she says so herself."""
    story = Story().says("Bruno", claim("go", player="Anna", location=3))
    found = story.says("Anna", claim("go", location=3)).chooses("Anna", 3).last()
    assert (found.basis, found.told_by) == ("neither", None)


# --- who can know of a lie ---


def lied_about_dice() -> Story:
    """Anna and Clara have looked; Anna has lied to all."""
    story = Story().rolls(1, 1, 5, 6).looks("Anna", 1, 1, 5, 6).looks("Clara", 1, 1, 5, 6)
    return story.says("Anna", claim("zombies", location=1, relation="=", count=0))


@pytest.mark.parametrize(("who", "basis"), [("Clara", "seen"), ("Bruno", "neither")])
def test_who_saw_the_dice_knows_who_lied_about_them(who: str, basis: str) -> None:
    """Others only suspect it, until all see them."""
    found = lied_about_dice().says(who, claim("lied", player="Anna")).last()
    assert (found.truth, found.basis) == ("true", basis)
    assert found.prior == (1.0 if basis == "seen" else None)
    found = lied_about_dice().lifts(1, 1, 5, 6).says("Bruno", claim("lied", player="Anna")).last()
    assert (found.truth, found.basis) == ("true", "seen")


def test_a_denial_against_better_knowledge_is_a_lie_of_its_own() -> None:
    """Clara covers for Anna."""
    story = lied_about_dice().says("Clara", claim("lied", player="Anna", negated=True))
    assert (story.last().truth, story.last().prior, story.last().basis) == ("false", 0.0, "seen")


def test_a_broken_promise_is_known_to_those_who_heard_it() -> None:
    """The ballots are open, the whisper was not."""
    for who, basis in (("Bruno", "seen"), ("Clara", "neither")):
        story = Story().says("Anna", claim("vote", target="Bruno", vote="chief"), to=["Bruno"])
        story.ballots("chief", 5, Anna="Anna", Bruno="Anna")
        assert story.says(who, claim("lied", player="Anna")).last().basis == basis


@pytest.mark.parametrize(("card", "basis"), [(None, "seen"), ("threat", "neither")])
def test_which_card_was_given_is_known_to_two(card: str | None, basis: str) -> None:
    """Whether one was, to all."""
    fields = {} if card is None else {"card": card}
    story = Story().says("Bruno", claim("give", target="Anna", **fields))
    story.looks_into_truck("Bruno", "camera sprint").shares("Bruno", "camera", "sprint", "Clara")
    assert story.says("Dmitri", claim("lied", player="Bruno")).last().basis == basis


def test_a_whisper_to_another_was_not_told_to_her() -> None:
    """What the speaker did not hear nobody told him."""
    assert truth_of(Story().says("Bruno", AT_LEAST, to=["Clara"]), SAID_BY) == "false"


def test_a_whisper_to_her_was() -> None:
    """What was whispered to the speaker was told."""
    assert truth_of(Story().says("Bruno", AT_LEAST, to=["Anna"]), SAID_BY) == "true"


def test_in_hearsay_no_player_is_the_speaker() -> None:
    """`Bruno told me that I lied`: an empty player is who makes the claim."""
    story = Story().says("Bruno", claim("go", player="Anna", location=3))
    assert truth_of(story, claim("go", location=3, said_by="Bruno")) == "true"
    own = claim("go", player="Bruno", location=3, said_by="Bruno")
    assert truth_of(story, own) == "false"


def test_a_denial_that_was_told_is_hearsay_of_a_denial() -> None:
    """The negation belongs to what was told."""
    story = Story().says("Bruno", claim("go", player="Clara", location=3, **NO))
    denied = claim("go", player="Clara", location=3, negated=True, said_by="Bruno")
    assert truth_of(story, denied) == "true"
    assert truth_of(story, claim("go", player="Clara", location=3, said_by="Bruno")) == "false"


def test_a_destination_rules_out_the_others() -> None:
    """`I go to 3` says as well that he does not go to 4."""
    story = Story().says("Bruno", claim("go", location=3))
    other = claim("go", player="Bruno", location=4, negated=True, said_by="Bruno")
    assert truth_of(story, other) == "true"


def test_three_of_a_card_are_at_least_two() -> None:
    """Numbers of cards entail one another."""
    story = Story().deals().says("Bruno", claim("holds", card="threat", relation="=", count=3))
    two = claim("holds", player="Bruno", card="threat", relation=">=", count=2, said_by="Bruno")
    assert truth_of(story, two) == "true"


def test_a_listener_cannot_deny_a_whisper_that_he_would_not_hear() -> None:
    """Bruno may have whispered it to Anna: Clara can't know, Anna can."""
    story = Story().deals(Anna="threat", Bruno="pistol", Clara="sprint").says("Anna", SAID_BY)
    assert [story.truth(who) for who in ("all", "Anna", "Bruno", "Clara", "public")] == [
        "false", "false", "false", "undetermined", "undetermined"
    ]  # fmt: skip


# --- lied ---


def accused(story: Story, player: str = "Anna") -> str:
    """Return what becomes of Dmitri's accusation at the end of the story."""
    return truth_of(story, claim("lied", player=player), "Dmitri")


LIE = claim("zombies", location=1, relation="=", count=0)


def test_a_false_word_about_dice_he_saw_is_a_lie() -> None:
    """She saw them, and said otherwise."""
    assert accused(rolled().says("Anna", LIE)) == "true"


def test_a_wrong_guess_is_no_lie() -> None:
    """Who has not seen the dice can be wrong."""
    assert accused(rolled().says("Bruno", LIE), "Bruno") == "false"


def test_passing_on_a_lie_is_no_lie() -> None:
    """Who repeats what he was told has not lied."""
    assert accused(rolled().says("Anna", LIE).says("Bruno", LIE), "Bruno") == "false"


@pytest.mark.parametrize(("rounds", "truth"), [(1, "true"), (2, "undetermined")])
def test_a_lie_counts_in_its_round_and_the_next(rounds: int, truth: str) -> None:
    """After that it is no longer meant."""
    story = rolled().says("Anna", LIE)
    for number in range(rounds):
        story.round_ends().round(2 + number)
    assert accused(story) == truth


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("go", location=3), "true"),
        (claim("go", location=2), "false"),
        (claim("go", player="Bruno", location=3), "false"),
        (claim("vote", **ATTACK), "true"),
        (claim("vote", player="Bruno", target="Clara", vote="attack"), "false"),
        (claim("ally", target="Clara"), "true"),
        (claim("safe", location=2), "false"),
        (claim("vote", target="Bruno", vote="chief"), "undetermined"),
        (claim("zombies", location=1, relation="=", count=4, said_by="Bruno"), "true"),
    ],
)
def test_a_broken_announcement_or_pledge_is_a_lie(made: Claim, truth: str) -> None:
    """Predictions about others and about deaths are not, and what is still open is neither.

    To claim that another said what they did not is a lie: one knows what one was told.
    """
    story = Story().says("Anna", made).reveals(Anna=2, Bruno=2)
    story.ballots("attack", 2, Anna="Clara", Bruno="Anna", Clara="Anna").eats("Anna", 2)
    assert accused(story) == truth


def test_a_pledge_is_broken_when_it_is_broken() -> None:
    """An old alliance that is broken now is a lie of this round."""
    story = Story().says("Anna", claim("ally", target="Bruno")).round(2).round(3).round(4)
    story.ballots("attack", 2, Anna="Bruno", Bruno="Clara", Clara="Anna")
    assert accused(story) == "true"


def test_a_false_word_about_the_own_hand_is_a_lie() -> None:
    """She knows her hand."""
    assert accused(Story().deals().says("Anna", claim("holds", card="threat"))) == "true"


def test_a_false_word_about_having_looked_is_a_lie() -> None:
    """She knows whether she looked."""
    assert accused(Story().says("Anna", claim("saw"))) == "true"


def test_a_broken_gift_is_a_lie() -> None:
    """The pledge was his own, and he could have kept it."""
    story = Story().deals().says("Anna", claim("give", target="Clara"))
    story.looks_into_truck("Anna", "threat sprint").shares("Anna", "threat", "sprint", "Bruno")
    assert accused(story) == "true"


def test_who_claimed_nothing_can_be_called_neither() -> None:
    """Without a judged claim there is nothing to go by."""
    assert accused(Story().says("Anna")) == "undetermined"


@pytest.mark.parametrize(
    ("first", "truth"), [(LIE, "true"), (SAID_BY, "true"), (AT_LEAST, "false")]
)
def test_a_confession_is_about_oneself(first: Claim, truth: str) -> None:
    """`I lied` is judged by what was found, and its speaker knew it."""
    found = rolled().says("Anna", first).says("Anna", claim("lied")).last()
    assert (found.truth, found.basis) == (truth, "seen")
    assert found.prior == (1.0 if truth == "true" else 0.0)


def test_that_somebody_did_not_lie_is_the_opposite() -> None:
    """Negated: neither lie nor broken pledge was found."""
    story = rolled().says("Anna", LIE)
    assert truth_of(story, claim("lied", player="Anna", **NO), "Dmitri") == "false"


def test_a_listener_knows_of_a_lie_when_the_dice_are_out() -> None:
    """Before the box is lifted Clara cannot tell, and never that nobody lied in whispers."""
    story = rolled().chooses("Clara", 2).says("Anna", LIE)
    assert [accused_by(story, who) for who in ("all", "Anna", "Clara")] == [
        "true", "true", "undetermined"
    ]  # fmt: skip
    story.lifts(1, 1, 3, 6)
    assert [accused_by(story, who) for who in ("all", "Anna", "Clara")] == ["true"] * 3


def test_who_cannot_know_his_condition_cannot_deny_a_lie() -> None:
    """Anna broke her pledge if Bruno had a pistol, and that she did not see."""
    made = claim("go", location=3, condition=p("holds", player="Bruno", card="pistol"))
    story = Story().deals(Anna="threat", Bruno="pistol").says("Anna", made, claim("go", location=2))
    story.chooses("Anna", 2).reveals(Anna=2)
    assert [accused_by(story, who) for who in ("all", "Anna")] == ["true", "undetermined"]
    story.round_ends().round(2)
    assert [accused_by(story, who) for who in ("all", "Anna")] == ["true", "undetermined"]


def accused_by(story: Story, who: str) -> str:
    """Return what a listener makes of an accusation against Anna."""
    return story.says("Dmitri", claim("lied", player="Anna")).truth(who)


# --- what the speaker could know ---


def test_who_saw_the_dice_had_a_basis() -> None:
    """The prior is 0 or 1, the basis is what was seen."""
    found = rolled().says("Anna", LIE).last()
    assert (found.truth, found.prior, found.basis, found.told_by) == ("false", 0.0, "seen", None)


def test_who_was_told_says_on_what_basis() -> None:
    """The latest who told him so is named."""
    story = rolled().says("Anna", LIE).says("Clara", LIE)
    found = story.says("Bruno", claim("zombies", location=1, relation="<=", count=1)).last()
    assert (found.truth, found.basis, found.told_by) == ("false", "told", "Clara")


def test_own_words_and_others_whispers_are_no_basis() -> None:
    """Neither what he said himself nor what he did not hear."""
    story = rolled().says("Bruno", LIE).says("Anna", LIE, to=["Clara"])
    found = story.says("Bruno", LIE).last()
    assert (found.basis, found.told_by) == ("neither", None)


def test_what_was_told_last_round_is_no_basis() -> None:
    """Dice are of a round."""
    story = rolled().says("Anna", LIE).round(2).rolls(2, 2, 2, 2)
    assert story.says("Bruno", LIE).last().basis == "neither"


def test_once_the_box_is_lifted_everybody_has_seen() -> None:
    """All know the dice that all see."""
    found = rolled().lifts(1, 1, 3, 6).says("Bruno", LIE).last()
    assert (found.prior, found.basis) == (0.0, "seen")


def test_a_pledge_has_no_prior() -> None:
    """It depends on somebody's will."""
    story = Story().says("Anna", claim("vote", **ATTACK)).round_ends()
    assert (story.last().prior, story.last().basis) == (None, "neither")


def test_a_listener_learns_the_prior_with_the_dice() -> None:
    """That Anna saw is public, what she saw comes out when the box is lifted."""
    story = rolled().says("Anna", LIE).lifts(1, 1, 3, 6)
    found = story.last("Bruno")
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")
    assert story.when("Bruno") == "dice_revealed"
    assert story.when("Anna") == "said"


def test_dice_that_a_listener_never_saw_stay_undetermined() -> None:
    """Somebody looked, so there were dice."""
    assert rolled().says("Anna", LIE).round_ends().truth("Bruno") == "undetermined"


# --- the fold ---


def test_a_judgement_is_plain_data() -> None:
    """Its keys are those of the record, in their order."""
    found = Story().says("Anna", claim("saw")).last()
    assert found == Judgement(
        message=1,
        claim=0,
        speaker="Anna",
        truth="false",
        prior=0.0,
        basis="seen",
        told_by=None,
        at=2,
        ballot=None,
        condition=None,
        condition_at=None,
        occasions=[],
    )
    assert found.data() == {
        "message": 1, "claim": 0, "speaker": "Anna", "truth": "false", "prior": 0.0,
        "basis": "seen", "told_by": None, "at": 2, "ballot": None, "condition": None,
        "condition_at": None, "occasions": [],
    }  # fmt: skip


def test_claims_of_an_utterance_are_judged_in_their_order() -> None:
    """Each has its index; what can be judged at once does not wait for the others."""
    story = Story().says("Anna", claim("go", location=3), claim("saw"), claim("lied"))
    found = story.reveals(Anna=3).found()
    assert [(name, each.claim) for name, each in found] == [
        ("said", 1), ("said", 2), ("destinations_revealed", 0)
    ]  # fmt: skip


def test_a_claim_that_nobody_can_make_is_refused_and_changes_nothing() -> None:
    """A wrong record is an error of who wrote it; the judge stays as it was."""
    judge = Judge(MOH, SEATS)
    story = Story().says("Anna", claim("saw"), claim("go", location=9))
    for record in story.records[:-1]:
        judge.feed(record_of(record))
    with pytest.raises(ClaimError) as refused:
        judge.feed(record_of(story.records[-1]))
    assert str(refused.value) == (
        "Anna.t1: Your claim go has location 9. Possible: 1, 2, 3, 4, 5, 6."
    )
    assert judge.close() == []


def test_records_without_claims_yield_nothing() -> None:
    """Bare words and records of any other type are nothing to judge."""
    story = Story().says("Anna").add("floor_opened", {"kind": "truck", "place": 4, "present": []})
    assert story.add("zombies_left", {"place": 4, "count": 1}).game_ends().found() == []


def test_closing_twice_judges_nothing_twice() -> None:
    """After the end everything is judged."""
    judge = Judge(MOH, SEATS)
    for record in Story().says("Anna", claim("go", location=3)).records:
        judge.feed(record_of(record))
    assert len(judge.close()) == 1
    assert judge.close() == []


# --- who told whom, rounds ago and in whispers ---


def basis_of(story: Story, made: Claim) -> tuple[str, str | None]:
    """Return on what basis Anna says something at the end of the story, and who told her."""
    found = story.says("Anna", made).round_ends().last()
    return found.basis, found.told_by


def test_what_another_will_do_can_be_told() -> None:
    """Only what one means to do oneself nobody can tell one."""
    made = claim("go", player="Clara", location=3)
    assert basis_of(Story().says("Bruno", made), made) == ("told", "Bruno")


def test_what_lasts_was_told_rounds_ago() -> None:
    """Whom Clara will spare Bruno said in round 1; where she goes is of a round."""
    lasting, of_the_round = (
        claim("ally", player="Clara", target="Dmitri", until=3),
        claim("go", player="Clara", location=3),
    )
    story = Story().says("Bruno", lasting, of_the_round).round_ends().round(2)
    assert basis_of(story, of_the_round) == ("neither", None)
    story = Story().says("Bruno", lasting, of_the_round).round_ends().round(2)
    assert story.says("Anna", lasting).game_ends().last().told_by == "Bruno"


def test_what_was_whispered_to_another_told_her_nothing() -> None:
    """Neither this round nor, of what lasts, before."""
    lasting = claim("ally", player="Clara", target="Dmitri", until=3)
    for rounds in (1, 2):
        story = Story().says("Bruno", lasting, to=["Clara"]).round(rounds)
        assert story.says("Anna", lasting).game_ends().last().told_by is None


def test_who_passes_it_on_twice_was_told_all_the_same() -> None:
    """The first who said so was another."""
    made = claim("go", player="Clara", location=3)
    story = Story().says("Bruno", made).says("Anna", made)
    assert basis_of(story, made) == ("told", "Bruno")


@pytest.mark.parametrize(("who", "to"), [("Bruno", ["Clara"]), ("Clara", [])])
def test_hearsay_of_earlier_words_needs_that_he_said_them_to_her(who: str, to: list[str]) -> None:
    """Not a whisper to another, nor what another said."""
    assert truth_of(Story().says(who, AT_LEAST, to=to).round(2), SAID_BY) == "false"


def test_hearsay_of_what_lasts_is_false_where_he_only_spoke_of_something_else() -> None:
    """Whatever else he said, and if he said nothing."""
    ally = claim("ally", player="Bruno", target="Clara", said_by="Bruno")
    assert truth_of(Story().says("Bruno", claim("saw")).round(2), ally) == "false"
    assert truth_of(Story().round(2), ally) == "false"


def test_who_does_not_hear_all_cannot_deny_that_it_was_said() -> None:
    """Clara hears neither Bruno's whispers to Anna nor Anna's."""
    story = Story().deals(Anna="threat", Bruno="threat", Clara="gun")
    story.says("Bruno", claim("saw")).says("Anna", SAID_BY)
    assert (story.last("Clara").prior, story.last("Clara").basis) == (None, "neither")
    assert [story.truth(who) for who in ("all", "Anna", "Bruno", "Clara", "public")] == [
        "false", "false", "false", "undetermined", "undetermined"
    ]  # fmt: skip


# --- what can be said of who lied ---


@pytest.mark.parametrize(
    ("said", "by_all", "by_anna"),
    [
        ((claim("saw", **NO),), "false", "false"),
        ((claim("saw", **NO), claim("ally", target="Bruno")), "false", "false"),
        ((claim("saw", **NO), claim("ally", target="Bruno", condition=IF_GO)), "false", None),
        ((claim("safe", location=3, condition=IF_GO),), "undetermined", None),
    ],
    ids=["true", "open", "on a condition", "moot"],
)
def test_who_claimed_the_truth_has_not_lied(
    said: tuple[Claim, ...], by_all: str, by_anna: str | None
) -> None:
    """Found by a whole log, and by her own unless a condition is open; moot is no finding."""
    story = Story().deals(Anna="sprint", Bruno="pistol").says("Anna", *said)
    if len(said) == 1:
        story.reveals(Anna=1, Bruno=1)
    assert accused_by(story, "all") == by_all
    assert accused_by(story, "Anna") == (by_anna or "undetermined")
    assert accused_by(story, "Bruno") == "undetermined"


def test_who_quotes_what_was_never_said_has_lied() -> None:
    """Her other claims are true; who was quoted has seen it."""
    story = Story().chooses("Anna", 1).says("Bruno").says("Anna", SAID_BY, claim("saw", **NO))
    assert story.says("Clara", claim("lied", player="Anna")).last().basis == "neither"
    found = story.says("Bruno", claim("lied", player="Anna")).last()
    assert (found.truth, found.basis) == ("true", "seen")


def test_a_true_word_of_the_round_before_is_a_finding() -> None:
    """It counts as long as a lie does."""
    assert accused(Story().says("Anna", claim("saw", **NO)).round(2)) == "false"
    assert accused(Story().says("Anna", claim("saw", **NO)).round(2).round(3)) == "undetermined"


def test_a_lie_on_a_condition_is_one_of_the_round_in_which_it_was_told() -> None:
    """Met two rounds later, it is no longer meant; nor does it hide a later one."""
    elected = p("vote", player="Clara", target="Bruno", vote="chief")
    story = rolled().says("Anna", claim("dice", dice=[6, 6, 6, 6], condition=elected)).round(2)
    story.round(3)
    assert accused(story.ballots("chief", 5, Clara="Bruno", Bruno="Clara")) == "false"
    story = rolled().says("Anna", claim("dice", dice=[6, 6, 6, 6], condition=elected)).round(2)
    story.round(3).says("Anna", claim("saw"))
    assert accused(story.ballots("chief", 5, Clara="Bruno", Bruno="Clara")) == "true"


def test_a_pledge_that_was_broken_after_a_wave_is_known_to_who_speaks_next() -> None:
    """Though the speech counts as one of the same wave: what happened ended it."""
    story = Story().says("Anna", claim("vote", target="Bruno", vote="chief"))
    story.ballots("chief", 5, Anna="Anna", Bruno="Anna")
    assert story.says("Dmitri", claim("lied", player="Anna"), at_once=True).truth() == "true"


# --- who can see that it was a lie ---


def seen_by_bruno(story: Story) -> str:
    """Return on what basis Bruno accuses Anna at the end of the story."""
    found = story.says("Bruno", claim("lied", player="Anna")).last()
    assert found.truth == "true"
    return found.basis


@pytest.mark.parametrize("lie", [LIE, claim("dice", dice=[1, 1, 1, 1])])
def test_a_lie_about_dice_is_seen_by_all_once_its_round_is_over(lie: Claim) -> None:
    """Not before, by who has not looked."""
    story = rolled().says("Anna", lie)
    assert seen_by_bruno(story) == "neither"
    assert seen_by_bruno(story.round_ends().round(2)) == "seen"


def test_a_broken_announcement_is_seen_when_destinations_are_turned_over() -> None:
    """And in the round after; what lies face down shows nothing."""
    story = Story().says("Anna", claim("go", location=5)).chooses("Anna", 3)
    assert seen_by_bruno(story) == "neither"
    assert seen_by_bruno(story.reveals(Anna=3)) == "seen"
    assert seen_by_bruno(story.round_ends().round(2)) == "seen"


def test_a_lie_about_a_hand_or_about_a_lie_is_seen_by_nobody() -> None:
    """Hands are not shown; that she lied follows from what he has not seen."""
    story = Story().deals(Anna="sprint").says("Anna", claim("holds", card="threat"))
    assert seen_by_bruno(story.round_ends().round(2)) == "neither"
    story = Story().deals(Anna="sprint").says("Anna", claim("holds", card="threat")).round(2)
    assert seen_by_bruno(story.says("Anna", claim("lied", **NO)).round(3)) == "neither"


def test_one_players_lie_proves_nothing_of_another() -> None:
    """Clara has seen that Anna lied, and says that Bruno has."""
    found = lied_about_dice().says("Clara", claim("lied", player="Bruno")).last()
    assert (found.prior, found.basis) == (None, "neither")


def test_an_accusation_can_be_passed_on_by_the_accused() -> None:
    """It is no matter of what she means to do."""
    story = Story().says("Bruno", claim("lied", player="Anna"))
    found = story.says("Anna", claim("lied")).last()
    assert (found.basis, found.told_by) == ("told", "Bruno")


# --- what entails what ---


@pytest.mark.parametrize(
    ("told", "said", "truth"),
    [
        (claim("safe", location=3, **NO), claim("safe", location=3), "false"),
        (claim("safe", location=3, **NO), claim("safe", location=2), "false"),
        (claim("saw"), claim("safe", location=3, **NO), "false"),
        (claim("holds", card="threat"), claim("holds", player="Clara", card="threat"), "false"),
        (claim("holds", card="threat"), claim("holds", player="Bruno", card="camera"), "false"),
        (claim("holds", card="threat"), claim("holds", player="Bruno", card="threat"), "true"),
    ],
)
def test_only_words_on_the_same_matter_entail(told: Claim, said: Claim, truth: str) -> None:
    """Another place, player or card is another matter."""
    story = Story().deals().says("Bruno", told)
    made = Claim.read({**said.data(), "said_by": "Bruno"})
    assert truth_of(story, made) == truth


# --- what ends a wave, a round, a game ---


def test_a_judgement_ends_no_wave() -> None:
    """It is a record between two speeches that are sealed from each other."""
    story = Story().says("Bruno", AT_LEAST).add("claim_judged", {}, "engine")
    assert story.says("Anna", SAID_BY, at_once=True).truth() == "false"


def test_a_phase_that_begins_decides_nothing() -> None:
    """The round goes on."""
    story = Story().says("Anna", claim("safe", location=3))
    assert story.add("phase_began", {"round": 1, "phase": "attack"}).when() == "close"


def test_a_game_that_ends_at_once_ends_its_round() -> None:
    """MOH-68: nobody was eaten there."""
    story = Story().says("Anna", claim("safe", location=3)).add("game_ended", {"reason": "few"})
    assert (story.truth(), story.when()) == ("true", "game_ended")


def test_who_saw_the_dice_needs_neither_a_condition_nor_to_be_told() -> None:
    """What is likely on a condition, or what Bruno said, is nothing to who knows."""
    some = p("zombies", location=1, relation=">=", count=1)
    found = rolled().says("Anna", claim("dice", dice=[1, 1, 1, 1], condition=some)).last()
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")
    found = rolled().says("Bruno", LIE).says("Anna", LIE).last()
    assert (found.basis, found.told_by) == ("seen", None)


def test_what_others_leave_open_casts_no_doubt_on_her() -> None:
    """Bruno's claim on a condition is no matter of hers."""
    story = Story().deals(Anna="sprint", Bruno="pistol")
    story.says("Bruno", claim("go", location=3, condition=p("holds", card="threat")))
    assert accused_by(story.says("Anna", claim("saw", **NO)), "Anna") == "false"
