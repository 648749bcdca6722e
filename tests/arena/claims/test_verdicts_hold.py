"""Promises on conditions, what is certain, what is open, and what a judgement says settled it."""

from collections.abc import Callable
from copy import deepcopy

import pytest

import engine
from arena.claims import Claim, Judgement
from arena.claims.verdict import Verdict, verdict_on
from arena.errors import ClaimError
from arena.projections.judge import Judge
from tests.arena.claims.helpers import SEATS, Story, claim, heard, p
from tests.arena.records_of import record_of

NO = {"negated": True}
SPARED = p("vote", player="Bruno", target="Anna", vote="attack", **NO)
TRUCE_BY_VOTE = claim("vote", target="Bruno", vote="attack", condition=SPARED, **NO)
TRUCE_BY_ALLY = claim("ally", target="Bruno", condition=SPARED)
ALLIES = claim("ally", target="Bruno", condition=p("ally", player="Bruno", target="Anna"))
MUTUAL = claim("ally", target="Anna", condition=p("ally", player="Anna", target="Bruno"))
"""Bruno's word for Anna's."""
TRUCES = pytest.mark.parametrize(
    "truce", [TRUCE_BY_VOTE, TRUCE_BY_ALLY, ALLIES], ids=["vote", "ally", "allies"]
)


def ballot(story: Story, anna: str, bruno: str, number: int = 1, place: int = 3) -> Story:
    """Let Anna and Bruno vote for somebody, with Clara there as well."""
    among = "Anna Bruno Clara"
    return story.ballots("attack", place, among, number, Anna=anna, Bruno=bruno, Clara="Clara")


def verdict(found: Judgement, story: Story) -> Verdict:
    """Return what the claim was that was made last."""
    judge = Judge(engine.ruleset("moh"), SEATS)
    for record in story.records:
        judge.feed(record_of(record))
    return verdict_on(judge.assertions.of(found), found.truth, found.basis)


# --- a truce, and the ballot that decides it ---


@TRUCES
@pytest.mark.parametrize(
    ("first", "second", "truth"),
    [
        (("Bruno", "Clara"), ("Clara", "Anna"), "false"),
        (("Clara", "Anna"), ("Bruno", "Clara"), "moot"),
        (("Bruno", "Anna"), ("Clara", "Clara"), "both_failed"),
        (("Clara", "Clara"), ("Bruno", "Anna"), "both_failed"),
        (("Clara", "Clara"), ("Bruno", "Clara"), "false"),
        (("Clara", "Clara"), ("Clara", "Clara"), "true"),
        (("Clara", "Clara"), ("Clara", "Anna"), "moot"),
    ],
    ids=["Anna first", "Bruno first", "at once", "at once then", "Anna", "nobody", "Bruno"],
)
def test_a_truce_is_broken_by_who_breaks_it_first(
    truce: Claim, first: tuple[str, str], second: tuple[str, str], truth: str
) -> None:
    """Retaliation in the re-vote excuses nobody; who strikes after the other did is free."""
    story = Story().says("Bruno", MUTUAL).says("Anna", truce)
    ballot(ballot(story, *first), *second, number=2)
    assert story.round_ends().game_ends().truth() == truth


@TRUCES
def test_where_only_one_promised_the_other_fails_no_word(truce: Claim) -> None:
    """Anna's condition was not met."""
    story = ballot(Story().says("Anna", truce), "Bruno", "Anna")
    assert (story.truth(), story.when()) == ("moot", "votes_revealed")


@TRUCES
def test_two_who_fail_under_the_same_seal_have_neither_kept_nor_broken_it(truce: Claim) -> None:
    """It is no lie of either, and no promise that came to its occasion."""
    story = Story().says("Bruno", MUTUAL, to=["Anna"]).says("Anna", truce, to=["Bruno"])
    ballot(story, "Bruno", "Anna").game_ends()
    found = story.last()
    assert verdict(found, story) == Verdict.BOTH_FAILED
    assert not Verdict.BOTH_FAILED.is_broken
    assert not Verdict.BOTH_FAILED.is_deceitful
    assert (found.condition, found.ballot) == ("false", "first")
    assert found.at == found.condition_at == 4


def test_destinations_are_chosen_under_one_seal() -> None:
    """In whatever order the log has them; one that was announced had none."""
    made = claim("go", location=3, condition=p("go", player="Bruno", location=3))
    for order in (("Anna", "Bruno"), ("Bruno", "Anna")):
        story = Story().says("Bruno", claim("go", location=3)).says("Anna", made)
        for player in order:
            story.chooses(player, 2)
        assert story.reveals(Anna=2, Bruno=2).truth() == "both_failed", order
    his = Story().says("Bruno", claim("go", location=3)).says("Anna", made)
    kept = deepcopy(his).chooses("Bruno", 2).chooses("Anna", 3)
    assert kept.reveals(Anna=3, Bruno=2).truth() == "moot"
    aloud = deepcopy(his).announces("Bruno", 2).chooses("Anna", 2)
    assert aloud.reveals(Anna=2, Bruno=2).truth() == "moot"
    alone = his.chooses("Bruno", 2).add("zombies_came", {"places": [6]})
    assert (alone.round_ends().truth(), alone.when()) == ("moot", "zombies_came")


def test_what_two_do_in_different_ballots_was_not_at_once() -> None:
    """Nor is one's own word on one's own deed a matter of two."""
    his = Story().says("Bruno", claim("vote", target="Anna", vote="attack", negated=True))
    story = ballot(his.says("Anna", TRUCE_BY_VOTE), "Clara", "Anna")
    assert ballot(story, "Bruno", "Anna", number=2).round_ends().truth() == "moot"
    later = p("vote", player="Bruno", target="Anna", vote="attack", ballot="revote")
    made = claim("vote", target="Bruno", vote="attack", ballot="first", condition=later)
    his = Story().says("Bruno", claim("vote", target="Anna", vote="attack", ballot="revote"))
    story = ballot(his.says("Anna", made), "Clara", "Clara")
    assert ballot(story, "Clara", "Clara", number=2).truth() == "moot"
    spares = p("ally", player="Bruno", target="Anna")
    made = claim("vote", target="Bruno", vote="attack", ballot="first", condition=spares)
    story = Story().says("Anna", made)  # with two candidates an alliance has no occasion
    story = story.ballots("attack", 3, "Anna Bruno", Anna="Anna", Bruno="Bruno").round_ends()
    assert ballot(story.round(2), "Clara", "Anna").truth() == "moot"
    own = p("vote", player="Anna", target="Clara", vote="attack")
    made = claim("vote", target="Dmitri", vote="attack", condition=own)
    story = Story().says("Anna", claim("vote", target="Clara", vote="attack")).says("Anna", made)
    story = story.ballots("attack", 3, "Bruno Clara Dmitri", Anna="Bruno")
    assert story.round_ends().truth() == "moot"


def test_a_forecast_that_fails_with_its_condition_is_nobodys_promise() -> None:
    """Its condition was not met, whatever others promised; nobody lied who foretold it."""
    made = claim("vote", player="Clara", target="Anna", vote="attack", condition=p(
        "vote", player="Bruno", target="Anna", vote="attack"))  # fmt: skip
    story = Story().says("Bruno", claim("vote", target="Anna", vote="attack"))
    story = ballot(story.says("Anna", made), "Clara", "Clara").round_ends()
    found = story.last()
    assert (found.truth, verdict(found, story)) == ("moot", Verdict.NOTHING)


@pytest.mark.parametrize(
    ("kind", "truth"), [("vote", "false"), ("ally", "false")], ids=["vote", "ally"]
)
def test_an_alliance_counts_in_the_very_ballot_that_meets_its_condition(
    kind: str, truth: str
) -> None:
    """Bruno votes as Anna asked, and she votes for him: by whichever kind she promised not to."""
    asked = p("vote", player="Bruno", target="Clara", vote="attack")
    fields = {"vote": "attack", **NO} if kind == "vote" else {}
    story = Story().says("Anna", claim(kind, target="Bruno", condition=asked, **fields))
    assert ballot(story, "Bruno", "Clara").round_ends().truth() == truth
    story = Story().says("Anna", claim(kind, target="Bruno", condition=asked, **fields))
    assert ballot(story, "Clara", "Clara").round_ends().game_ends().truth() == "true"


def test_a_condition_without_an_occasion_yet_waits_for_it() -> None:
    """Bruno could not vote when Anna broke it; what he does when he can decides."""
    for then, truth in (("Clara", "false"), ("Anna", "moot"), (None, "moot")):
        story = Story().says("Anna", TRUCE_BY_VOTE)
        story.ballots("attack", 1, "Anna Bruno Clara", Anna="Bruno", Clara="Clara")
        if then is not None:
            ballot(story, "Clara", then, place=4)
        assert story.round_ends().truth() == truth


def test_a_card_that_was_held_back_so_far_meets_the_condition() -> None:
    """Bruno plays his Pistol only after Anna has broken her word."""
    kept = p("play", player="Bruno", card="pistol", moment="attack", **NO)
    made = claim("vote", target="Bruno", vote="attack", ballot="first", condition=kept, **NO)
    story = Story().deals(Anna="threat", Bruno="pistol").says("Anna", made)
    story.calls("attack", 3, "Anna", "Bruno", "Clara").passes("Bruno").opens("attack", 3)
    ballot(story, "Bruno", "Clara").calls("attack", 4, "Anna", "Bruno").plays("Bruno", "pistol")
    assert story.round_ends().truth() == "false"
    first = Story().deals(Anna="threat", Bruno="pistol").says("Anna", made)
    first.calls("attack", 3, "Anna", "Bruno", "Clara").plays("Bruno", "pistol").opens("attack", 3)
    assert ballot(first, "Bruno", "Clara").round_ends().truth() == "moot"


def test_what_is_no_promise_waits_for_all_of_its_condition() -> None:
    """Anna has seen the dice: whether Bruno keeps to it counts to the end."""
    made = claim("zombies", location=1, relation="=", count=2, condition=SPARED)
    story = Story().rolls(1, 1, 3, 6).looks("Anna", 1, 1, 3, 6).says("Anna", made)
    story = ballot(ballot(story, "Clara", "Clara"), "Clara", "Anna", number=2)
    assert (story.round_ends().truth(), story.last().condition) == ("moot", "false")


def test_a_named_ballot_decides_when_it_is_revealed() -> None:
    """What comes after it in the same vote is another ballot; an alliance on it counts then."""
    spared = p("vote", player="Bruno", target="Anna", vote="chief", ballot="first", **NO)
    story = Story().says("Clara", claim("saw", condition=spared))
    story.ballots("chief", 5, "Anna Bruno", Bruno="Bruno")
    assert story.last().condition_at == 3
    assert story.when() == "votes_revealed"


# --- what is certain ---


@pytest.mark.parametrize(
    ("made", "prior"),
    [
        (claim("zombies", location=5, relation=">=", count=0), 1.0),
        (claim("zombies", location=5, relation="<=", count=4), 1.0),
        (claim("zombies", location=5, relation=">=", count=0, **NO), 0.0),
        (claim("zombies", location=5, relation=">=", count=1, condition=p(
            "zombies", location=5, relation="=", count=2)), 1.0),
        (claim("zombies", location=5, relation="=", count=4, condition=p(
            "dice", dice=[5, 5, 5, 5])), 1.0),
    ],
)  # fmt: skip
def test_what_all_dice_show_or_none_is_known_without_a_look(made: Claim, prior: float) -> None:
    """It is no bluff; and false, it is a lie. Without a roll it is moot all the same."""
    story = Story().says("Anna", made).rolls(5, 5, 5, 5)
    found = story.last()
    assert (found.prior, found.basis) == (prior, "seen")
    if found.truth != "moot":
        assert found.truth == ("true" if prior else "false")
        assert verdict(found, story) == (Verdict.NOTHING if prior else Verdict.LIE)
    assert Story().says("Anna", made).round_ends().truth() == "moot"


def test_dice_that_cannot_be_are_moot_without_a_roll() -> None:
    """However sure it is that they would be wrong."""
    judge = Judge(engine.ruleset("osaczeni"), SEATS)
    story = Story().says("Anna", claim("dice", dice=[1, 1, 3, 6, 6])).round_ends()
    ((_, found),) = heard(story.records, "all", judge)
    assert (found.truth, found.prior, found.basis) == ("moot", 0.0, "seen")


def test_dice_of_another_number_are_known_to_be_wrong() -> None:
    """Osaczeni may roll five, later."""
    judge = Judge(engine.ruleset("osaczeni"), SEATS)
    story = Story().rolls(1, 1, 3, 6).says("Anna", claim("dice", dice=[1, 1, 3, 6, 6]))
    ((_, found),) = heard(story.records, "all", judge)
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")


def test_what_lies_open_is_seen_by_all() -> None:
    """Whoever contradicts it lies."""
    story = Story().rolls(1, 1, 3, 6).lifts(1, 1, 3, 6)
    found = story.says("Clara", claim("zombies", location=1, relation="=", count=0)).last()
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")


# --- promises that can't be kept ---


def after_the_truck(story: Story) -> Story:
    """Go on to a phase in which nobody gets a card."""
    return story.phase("chief")


@pytest.mark.parametrize(
    ("fields", "prior"),
    [
        ({"card": "sprint"}, 0.0),
        ({"card": "sprint", "negated": True}, 1.0),
        ({"card": "threat"}, None),
        ({}, None),
        ({"player": "Clara"}, 0.0),
        ({"player": "Bruno"}, None),
        ({"player": "Bruno", "card": "sprint"}, None),
    ],
)
def test_who_has_no_such_card_and_gets_none_knows_it(
    fields: dict[str, object], prior: float | None
) -> None:
    """Of another's hand only that it is empty, or that it can't hold the card, is known."""
    story = after_the_truck(Story().deals(Anna="threat", Bruno="pistol"))
    found = story.says("Anna", claim("play", moment="attack", **fields)).last()  # type: ignore[arg-type]
    assert (found.prior, found.basis) == (prior, "neither" if prior is None else "seen")
    assert found.truth == "moot"


def test_while_a_card_may_come_the_promise_is_one() -> None:
    """The truck is still to be searched; but what is played before its vote is in the hand."""
    for moment, basis in (("attack", "neither"), (None, "neither"), ("truck", "seen")):
        made = claim("play", card="sprint", moment=moment)
        found = Story().deals(Anna="threat").says("Anna", made).last()
        assert found.basis == basis, moment


def test_a_promise_that_cannot_be_kept_is_a_lie_once_its_occasion_comes() -> None:
    """And to hold back what one has not is no promise that was kept."""
    for negated, expected in ((False, Verdict.LIE), (True, Verdict.NOTHING)):
        story = after_the_truck(Story().deals(Anna="threat", Bruno="pistol"))
        story.says("Anna", claim("play", card="sprint", moment="chief", negated=negated))
        story.calls("chief", 5, "Anna").passes("Anna").opens("chief", 5)
        assert verdict(story.last(), story) == expected


def test_another_can_be_known_to_lack_a_card() -> None:
    """Anna has all three, so nobody else plays one."""
    story = after_the_truck(Story().deals(Anna="sprint sprint sprint", Bruno="pistol"))
    found = story.says("Anna", claim("play", player="Bruno", card="sprint")).last()
    assert (found.prior, found.basis) == (0.0, "seen")


def test_who_told_and_who_was_told_know_it() -> None:
    """Once all have seen the dice; nobody else heard what was whispered."""
    for speaker, basis in (("Anna", "seen"), ("Bruno", "seen"), ("Clara", "neither")):
        story = Story().rolls(1, 1, 3, 6).looks("Anna", 1, 1, 3, 6)
        story.says("Anna", claim("dice", dice=[1, 1, 3, 6]), to=["Bruno"]).lifts(1, 1, 3, 6)
        found = story.says(speaker, claim("tell", player="Anna", target="Bruno", **NO)).last()
        assert (found.truth, found.basis) == ("false", basis), speaker


def test_nobody_tells_the_dice_to_himself() -> None:
    """Nor gives himself a card, nor spares himself."""
    story = Story().says("Anna", claim("tell", target="Anna"))
    with pytest.raises(ClaimError, match="tell"):
        story.found()


def test_a_dead_character_moves_no_more() -> None:
    """All have seen it die."""
    story = Story().eats("Anna", 3).round_ends().round(2)
    found = story.says("Anna", claim("move", character="gunman")).last()
    assert (found.prior, found.basis, found.truth) == (0.0, "seen", "moot")
    other = story.says("Anna", claim("move", player="Bruno", character="gunman")).last()
    assert (other.prior, other.basis) == (None, "neither")


# --- where nobody is eaten any more ---


def ends(story: Story, place: int, outcome: str) -> Story:
    """End an attack."""
    data = {"place": place, "outcome": outcome, "strength": 1, "zombies": 0}
    return story.add("attack_ended", data)


@pytest.mark.parametrize(
    "over",
    [
        lambda s: s.add("place_held", {"place": 3, "strength": 2, "zombies": 1}),
        lambda s: ends(s.calls("attack", 3, "Anna"), 3, "repelled"),
        lambda s: ends(s.calls("attack", 3, "Anna"), 3, "nobody_eaten"),
        lambda s: s.calls("attack", 4, "Anna"),
        lambda s: s.add("place_held", {"place": 4, "strength": 2, "zombies": 1}),
        lambda s: s.add("place_closed", {"place": 3}),
    ],
    ids=["held", "repelled", "all hidden", "next attack", "next held", "closed"],
)
def test_where_the_attack_is_over_all_know_that_it_is_safe(
    over: Callable[[Story], Story],
) -> None:
    """And who says that it is not, lies."""
    for negated, truth, prior in ((False, "true", 1.0), (True, "false", 0.0)):
        made = claim("safe", location=3, negated=negated)
        found = over(Story()).says("Anna", made).last()
        assert (found.truth, found.prior, found.basis) == (truth, prior, "seen")
        before = over(Story().says("Anna", made))
        assert (before.truth(), before.last().prior) == (truth, None)
        assert before.when() != "close"


def test_where_the_attack_is_still_to_come_nobody_knows() -> None:
    """Nor while it is under way, nor in the next round."""
    for story in (
        Story().calls("attack", 3, "Anna"),
        Story().add("place_held", {"place": 2, "strength": 2, "zombies": 1}),
        ends(Story().calls("attack", 3, "Anna"), 3, "repelled").round_ends().round(2),
    ):
        found = story.says("Anna", claim("safe", location=3)).last()
        assert (found.prior, found.basis) == (None, "neither")


def test_where_somebody_was_eaten_a_later_attack_changes_nothing() -> None:
    """On the parking lot there are several."""
    story = ends(ends(Story().eats("Bruno", 4), 4, "eaten"), 4, "repelled")
    found = story.says("Anna", claim("safe", location=4)).last()
    assert (found.truth, found.prior) == ("false", 0.0)


def test_a_location_that_is_closed_from_the_start_is_safe() -> None:
    """Three or four players leave one out."""
    story = Story()
    story.records.insert(0, {
        "i": 0, "type": "game_began", "round": 0, "phase": "setup", "actor": None, "seen_by": "all",
        "data": {"ruleset": "moh", "seats": [*SEATS], "closed": [6]},
    })  # fmt: skip
    found = story.says("Anna", claim("safe", location=6)).last()
    assert (found.truth, found.prior, found.basis) == ("true", 1.0, "seen")


# --- lies that hang on what one cannot know ---


def on_a_hand(holder: str) -> Story:
    """Let Anna break a promise that she gave on the condition that somebody holds a Gun."""
    cards = {"Anna": "threat", holder: "pistol"}
    on = p("holds", player=holder, card="pistol")
    made = claim("vote", target="Clara", vote="attack", condition=on)
    story = Story().deals(**cards).says("Anna", made)
    return ballot(story, "Bruno", "Clara").round_ends()


def test_a_lie_that_hung_on_anothers_hand_is_seen_by_its_holder_only() -> None:
    """Not even by who broke the word: she cannot know that it counted."""
    for speaker, basis in (("Anna", "neither"), ("Bruno", "seen"), ("Clara", "neither")):
        found = on_a_hand("Bruno").says(speaker, claim("lied", player="Anna")).last()
        assert (found.truth, found.basis) == ("true", basis), speaker
    own = on_a_hand("Anna").says("Anna", claim("lied", **NO)).last()
    assert (own.truth, own.prior, own.basis) == ("false", 0.0, "seen")


def test_nobody_knows_that_another_has_not_lied() -> None:
    """Though it is true, and nothing was hidden."""
    story = Story().says("Anna", claim("saw", **NO))
    found = story.says("Bruno", claim("lied", player="Anna", **NO)).last()
    assert (found.truth, found.prior, found.basis) == ("true", None, "neither")
    found = story.says("Anna", claim("lied", **NO)).last()
    assert (found.truth, found.prior, found.basis) == ("true", 1.0, "seen")


def test_who_cannot_know_whether_a_word_counted_does_not_know_of_having_lied() -> None:
    """Anna kept to nothing, and the condition was not met: that she did not lie is luck."""
    on = p("holds", player="Bruno", card="shotgun")
    made = claim("vote", target="Clara", vote="attack", condition=on)
    story = Story().deals(Anna="threat", Bruno="pistol").says("Anna", made, claim("saw", **NO))
    story = ballot(story, "Bruno", "Clara").round_ends()
    found = story.says("Anna", claim("lied", **NO)).last()
    assert (found.truth, found.prior, found.basis) == ("true", None, "neither")
    later = story.round(2).round(3).says("Anna", claim("saw", **NO)).says("Anna", claim("lied"))
    assert (later.last().truth, later.last().prior, later.last().basis) == ("false", 0.0, "seen")


# --- quotations ---


def test_a_quotation_of_words_that_were_never_said_is_false() -> None:
    """Whatever else Bruno said, that of others or on a condition included."""
    quoted = claim("zombies", location=1, relation=">=", count=1, said_by="Bruno")
    for said in (
        [],
        [claim("saw")],
        [claim("zombies", location=2, relation=">=", count=1)],
        [claim("zombies", location=1, relation=">=", count=1, said_by="Clara")],
        [claim("zombies", location=1, relation=">=", count=1, condition=p("saw"))],
    ):
        found = Story().says("Bruno", *said).says("Anna", quoted).last()
        assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen"), said


# --- a vote that is not held ---


@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
@pytest.mark.parametrize("kind", ["truck", "chief"])
def test_a_skipped_vote_ends_what_was_promised_for_it(ruleset: str, kind: str) -> None:
    """All of it is moot, in both families, and the next such vote is another one."""
    promises = [
        claim("vote", target="Bruno", vote=kind),
        claim("vote", target="Bruno", vote=kind, **NO),
        claim("vote", target="Bruno", vote=kind, ballot="first"),
        claim("vote", target="Bruno", vote=kind, ballot="tie"),
        claim("play", moment=kind),
        claim("play", moment=kind, **NO),
    ]
    if kind == "truck":
        promises += [claim("give", target="Bruno"), claim("give", target="Bruno", **NO)]
    story = Story().deals(Anna="threat").says("Anna", *promises).skipped(kind, 4)
    found = dict[int, Judgement]()
    for name, each in heard(story.records, "all", Judge(engine.ruleset(ruleset), SEATS)):
        assert name == "vote_skipped"
        found[each.claim] = each
    assert {each.truth for each in found.values()} == {"moot"}
    assert len(found) == len(promises)
    assert {each.at for each in found.values()} == {len(story.records) - 1}


@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_an_attack_without_a_ballot_leaves_an_alliance_as_it_is(ruleset: str) -> None:
    """Where only one can be chosen nobody votes: a pledge on this attack is moot in the end."""
    story = Story().says("Anna", claim("ally", target="Bruno"))
    story.says("Anna", claim("vote", target="Bruno", vote="attack"))
    story.calls("attack", 3, "Bruno").chosen("attack", 3, "Bruno").round_ends().round(2)
    ballot(story, "Bruno", "Clara")
    found = {
        each.message: (name, each.truth)
        for name, each in heard(story.records, "all", Judge(engine.ruleset(ruleset), SEATS))
    }
    assert found == {1: ("votes_revealed", "false"), 2: ("round_ended", "moot")}


# --- what settled it ---


def test_a_judgement_names_the_record_the_ballot_and_the_occasions() -> None:
    """Numbers are those of the log; a copy without numbers has none."""
    story = Story().says("Anna", claim("vote", target="Bruno", vote="attack", **NO))
    ballot(ballot(story, "Clara", "Clara"), "Bruno", "Clara", number=2)
    found = story.last()
    assert (found.at, found.ballot, found.occasions) == (4, "revote", [3, 4])
    assert (found.condition, found.condition_at) == (None, None)
    bare = Story()
    bare.records = [{k: v for k, v in each.items() if k != "i"} for each in story.records]
    bare.turns = story.turns
    found = bare.last()
    assert (found.at, found.ballot, found.occasions) == (None, "revote", [])


def test_what_is_kept_to_the_end_is_settled_by_the_end() -> None:
    """The occasions are the ballots in between; the tie is one of them."""
    story = Story().says("Anna", claim("ally", target="Bruno", until=1))
    ballot(story, "Clara", "Anna").breaks_tie("attack", 3, "Anna", "Clara", "Bruno Clara")
    story.chosen("attack", 3, "Clara").round_ends()
    found = story.last()
    assert (found.truth, found.at, found.ballot, found.occasions) == ("true", 6, None, [3, 4])


def test_a_judgement_tells_when_the_condition_was_known() -> None:
    """Before or after what was promised; one that was not met leaves the rest open."""
    on = p("go", player="Bruno", location=3)
    story = Story().says("Anna", claim("vote", target="Bruno", vote="attack", condition=on))
    ballot(story.reveals(Bruno=3), "Bruno", "Clara")
    found = story.last()
    assert (found.truth, found.at, found.ballot) == ("true", 4, "first")
    assert (found.condition, found.condition_at) == ("true", 3)
    unmet = Story().says("Anna", claim("vote", target="Bruno", vote="attack", condition=on))
    found = unmet.reveals(Bruno=2).last()
    assert (found.truth, found.at, found.ballot, found.condition, found.condition_at) == (
        "moot", 3, None, "false", 3
    )  # fmt: skip


def test_a_card_that_was_held_back_names_where_it_was_asked_for() -> None:
    """The call of the vote, and the pass."""
    story = Story().deals(Anna="threat").says("Anna", claim("play", moment="truck", **NO))
    story.calls("truck", 4, "Anna").passes("Anna").opens("truck", 4)
    found = story.last()
    assert (found.truth, found.at, found.occasions) == ("true", 7, [5, 6])
