"""When each kind of proposition is true: every kind, every outcome, in the whole log and not."""

import re
from collections.abc import Callable
from typing import get_args

import pytest
from pydantic import TypeAdapter

from arena.claims import Claim
from arena.claims.kinds import DICE, FACE_DOWN, FROM_THEIR_CONDITION, LASTING, PLEDGES
from arena.claims.language import FIELDS, Kind, Proposition
from arena.claims.watches import WATCHES
from arena.narration.claims_in_words import DEEDS
from tests.arena.claims.helpers import Story, claim, p

NO = {"negated": True}


def rolled() -> Story:
    """Begin a round in which Anna looked at 1 1 3 6."""
    return Story().rolls(1, 1, 3, 6).looks("Anna", 1, 1, 3, 6)


def truth_of(story: Story, made: Claim, speaker: str = "Anna") -> str:
    """Return the truth of a claim that is made at the end of the story."""
    return story.says(speaker, made).truth()


# --- dice ---


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("zombies", location=1, relation="=", count=2), "true"),
        (claim("zombies", location=1, relation="=", count=1), "false"),
        (claim("zombies", location=1, relation=">=", count=1), "true"),
        (claim("zombies", location=1, relation=">=", count=3), "false"),
        (claim("zombies", location=1, relation="<=", count=2), "true"),
        (claim("zombies", location=1, relation="<=", count=1), "false"),
        (claim("zombies", location=2, relation="=", count=0), "true"),
        (claim("zombies", location=1, relation="=", count=1, **NO), "true"),
        (claim("zombies", location=1, relation="=", count=2, **NO), "false"),
        (claim("dice", dice=[6, 3, 1, 1]), "true"),
        (claim("dice", dice=[6, 3, 3, 1]), "false"),
        (claim("dice", dice=[6, 3, 3, 1], **NO), "true"),
    ],
)
def test_dice_claims_are_measured_against_the_dice(made: Claim, truth: str) -> None:
    """The order of the dice is of no account, the bounds are included."""
    assert truth_of(rolled(), made) == truth


def test_extra_zombies_are_no_dice() -> None:
    """Zombies that the crowd or a player brings change nothing."""
    story = rolled().add("zombies_came", {"cause": "crowd", "places": [2], "player": None})
    assert truth_of(story, claim("zombies", location=2, relation=">=", count=1)) == "false"


def test_a_claim_before_the_roll_is_judged_at_the_roll() -> None:
    """In the whole log the dice are known as soon as they lie under the box."""
    story = Story().says("Anna", claim("zombies", location=1, relation=">=", count=2))
    story.rolls(1, 1, 3, 6)
    assert (story.truth(), story.when()) == ("true", "dice_rolled")


@pytest.mark.parametrize("end", [Story.round_ends, lambda s: s.round(2), Story.game_ends])
def test_without_a_roll_a_dice_claim_is_moot(end: Callable[[Story], Story]) -> None:
    """Dice belong to the round in which the claim was made; the next round's do not count."""
    story = Story().says("Anna", claim("dice", dice=[1, 1, 1, 1]))
    assert end(story).round(3).rolls(1, 1, 1, 1).truth() == "moot"


def test_last_rounds_dice_are_gone() -> None:
    """A claim in a new round waits for the new dice."""
    story = rolled().round_ends().round(2)
    story.says("Anna", claim("zombies", location=1, relation="=", count=2)).rolls(2, 2, 2, 2)
    assert (story.truth(), story.when()) == ("false", "dice_rolled")


def test_a_scenarios_dice_lie_before_its_first_round() -> None:
    """Dice that a scenario puts under the box are those of the round that begins."""
    story = Story()
    story.records = [record for record in story.records if record["type"] != "phase_began"]
    story.at = 0
    story.rolls(1, 1, 3, 6).round(3)
    assert truth_of(story, claim("dice", dice=[1, 1, 3, 6])) == "true"


# --- saw ---


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("saw"), "true"),
        (claim("saw", **NO), "false"),
        (claim("saw", player="Bruno"), "false"),
        (claim("saw", player="Bruno", **NO), "true"),
    ],
)
def test_who_looked_is_public(made: Claim, truth: str) -> None:
    """`saw` is judged at once, by who looked under the box so far this round."""
    found = rolled().says("Anna", made).last()
    assert (found.truth, found.basis) == (truth, "seen")
    assert found.prior == (1.0 if truth == "true" else 0.0)


def test_seeing_dice_that_all_see_is_no_looking() -> None:
    """`saw` is about the box, which was lifted for all."""
    story = rolled().lifts(1, 1, 3, 6)
    assert truth_of(story, claim("saw"), "Bruno") == "false"


def test_a_look_is_forgotten_with_its_round() -> None:
    """Who looked last round has not looked this round."""
    assert truth_of(rolled().round(2), claim("saw")) == "false"


# --- safe ---


def test_a_location_is_safe_where_nobody_was_eaten() -> None:
    """`safe` is true at the end of the round, in which others may be eaten elsewhere."""
    story = Story().says("Anna", claim("safe", location=3)).eats("Bruno", 2).round_ends()
    assert (story.truth(), story.when()) == ("true", "round_ended")


def test_a_death_makes_it_unsafe() -> None:
    """`safe` is false as soon as somebody is eaten there."""
    story = Story().says("Anna", claim("safe", location=3)).eats("Bruno", 3)
    assert (story.truth(), story.when()) == ("false", "character_eaten")


@pytest.mark.parametrize(("place", "truth"), [(3, "true"), (2, "false")])
def test_not_safe_is_a_prediction_too(place: int, truth: str) -> None:
    """Negated: somebody is eaten there."""
    story = Story().says("Anna", claim("safe", location=3, **NO)).eats("Bruno", place)
    assert story.round_ends().truth() == truth


def test_who_was_eaten_already_settles_it() -> None:
    """After a death there is nothing to predict: all have seen it."""
    found = Story().eats("Bruno", 3).says("Anna", claim("safe", location=3)).last()
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")


def test_the_set_up_has_no_attack() -> None:
    """Before the first round there is nothing to be safe from."""
    story = Story()
    said, began = story.says("Anna", claim("safe", location=3)).records.pop(), story.records.pop()
    story.records += [said, began]
    assert (story.truth(), story.when()) == ("moot", "phase_began")


def test_safety_of_a_round_that_was_broken_off_is_moot() -> None:
    """A log that ends before the round does has no whole attack."""
    assert Story().says("Anna", claim("safe", location=3)).truth() == "moot"


# --- go ---


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("go", location=3), "true"),
        (claim("go", location=2), "false"),
        (claim("go", location=2, **NO), "true"),
        (claim("go", player="Bruno", location=5), "true"),
        (claim("go", player="Bruno", location=3), "false"),
        (claim("go", player="Clara", location=3), "moot"),
        (claim("go", player="Clara", location=3, **NO), "moot"),
    ],
)
def test_destinations_decide_where_a_player_goes(made: Claim, truth: str) -> None:
    """Who chooses no destination makes a claim about it moot."""
    story = Story().says("Anna", made).chooses("Anna", 3).chooses("Bruno", 5)
    assert story.reveals(Anna=3, Bruno=5).truth() == truth


@pytest.mark.parametrize(
    ("who", "when"),
    [
        ("all", "destination_chosen"),
        ("Anna", "destination_chosen"),
        ("Bruno", "destinations_revealed"),
    ],
)
def test_a_destination_is_known_when_it_is_perceived(who: str, when: str) -> None:
    """The engine and the player know it when it is chosen, the others when it is revealed."""
    story = Story().says("Anna", claim("go", location=3)).chooses("Anna", 3).reveals(Anna=3)
    assert (story.truth(who), story.when(who)) == ("true", when)


def test_an_announced_destination_binds_and_is_known() -> None:
    """After the Chief has announced, a claim about him is settled for all."""
    story = Story().announces("Bruno", 4)
    found = story.says("Anna", claim("go", player="Bruno", location=5)).last()
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")


def test_where_a_full_room_sends_him_does_not_count() -> None:
    """The destination counts (MOH-40)."""
    moved = {"player": "Anna", "character": "gunman", "origin": 2, "place": 4, "cause": "full"}
    story = Story().says("Anna", claim("go", location=3)).chooses("Anna", 3).reveals(Anna=3)
    assert story.add("character_moved", moved).truth() == "true"


def test_a_round_without_destinations_is_moot() -> None:
    """The next round's destination is another."""
    story = Story().says("Anna", claim("go", location=3)).round_ends().round(2)
    assert story.reveals(Anna=3).truth() == "moot"


# --- vote ---


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("vote", target="Bruno", vote="chief"), "true"),
        (claim("vote", target="Clara", vote="chief"), "false"),
        (claim("vote", target="Clara", vote="chief", **NO), "true"),
        (claim("vote", target="Bruno", vote="chief", **NO), "false"),
        (claim("vote", target="Dmitri", vote="chief"), "moot"),
        (claim("vote", target="Dmitri", vote="chief", **NO), "moot"),
        (claim("vote", player="Clara", target="Clara", vote="chief"), "true"),
        (claim("vote", player="Dmitri", target="Clara", vote="chief"), "moot"),
        (claim("vote", target="Bruno", vote="truck"), "moot"),
    ],
)
def test_a_ballot_decides_a_pledged_vote(made: Claim, truth: str) -> None:
    """It needs a player with a vote and a target who can be chosen; else it is moot."""
    story = Story().says("Anna", made)
    story.ballots("chief", 5, Anna="Bruno", Bruno="Anna", Clara="Clara").chosen("chief", 5, "Anna")
    assert story.truth() == truth


def test_a_revote_decides_for_those_who_were_absent() -> None:
    """The first ballot in which the player has a vote counts, a re-vote too (MOH-21)."""
    story = Story().says("Dmitri", claim("vote", target="Bruno", vote="truck"))
    story.ballots("truck", 4, Anna="Bruno", Bruno="Anna")
    story.ballots("truck", 4, "Anna Bruno", Anna="Bruno", Bruno="Anna", Dmitri="Bruno")
    story.chosen("truck", 4, "Bruno")
    assert (story.truth(), story.when()) == ("true", "votes_revealed")


def test_the_first_ballot_decides_and_not_the_revote() -> None:
    """Who kept his word in the ballot has kept it."""
    story = Story().says("Anna", claim("vote", target="Bruno", vote="truck"))
    story.ballots("truck", 4, Anna="Bruno", Bruno="Anna")
    assert story.ballots("truck", 4, Anna="Anna", Bruno="Anna").truth() == "true"


def test_a_promise_during_a_vote_is_about_its_revote() -> None:
    """A ballot that was cast before the promise does not break it."""
    story = Story().ballots("truck", 4, Anna="Anna", Bruno="Bruno")
    story.says("Anna", claim("vote", target="Bruno", vote="truck"))
    assert story.ballots("truck", 4, Anna="Bruno", Bruno="Bruno").truth() == "true"


def test_the_next_chief_vote_may_be_in_a_later_round() -> None:
    """Truck and Chief pledges wait for the next such vote of the game."""
    story = Story().chosen("chief", 5, "Anna")
    story.says("Anna", claim("vote", target="Bruno", vote="chief")).round_ends().round(2)
    assert story.ballots("chief", 5, Anna="Anna", Bruno="Bruno").truth() == "false"


@pytest.mark.parametrize(
    "end",
    [lambda s: s.skipped("chief", 5), lambda s: s.chosen("chief", 5, None), Story.game_ends],
    ids=["skipped", "nobody", "game_ends"],
)
def test_a_vote_that_is_not_held_is_moot(end: Callable[[Story], Story]) -> None:
    """A vote that is skipped, or ends without a ballot, takes the claim with it."""
    story = end(Story().says("Anna", claim("vote", target="Bruno", vote="chief")))
    assert story.round(2).ballots("chief", 5, Anna="Bruno", Bruno="Bruno").truth() == "moot"


ATTACK = {"target": "Bruno", "vote": "attack"}


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("vote", **ATTACK), "false"),
        (claim("vote", **ATTACK, location=2), "false"),
        (claim("vote", **ATTACK, location=3), "true"),
        (claim("vote", **ATTACK, location=3, **NO), "false"),
        (claim("vote", **ATTACK, location=4), "moot"),
        (claim("vote", player="Dmitri", **ATTACK), "moot"),
    ],
)
def test_an_attack_pledge_is_about_this_rounds_attack(made: Claim, truth: str) -> None:
    """Without a location the first ballot with both of them counts, else the one at it."""
    story = Story().says("Anna", made).ballots("attack", 1, Anna="Clara", Clara="Anna")
    story.chosen("attack", 1, "Anna")
    story.ballots("attack", 2, Anna="Clara", Bruno="Clara", Clara="Anna").chosen(
        "attack", 2, "Clara"
    )
    story.ballots("attack", 3, Anna="Bruno", Bruno="Anna").round_ends().round(2)
    assert story.ballots("attack", 4, Anna="Bruno", Bruno="Bruno").truth() == truth


def test_a_lone_player_has_no_ballot() -> None:
    """An attack without a ballot leaves an attack pledge moot at the end of the round."""
    story = Story().says("Anna", claim("vote", **ATTACK)).chosen("attack", 3, "Anna")
    assert (story.round_ends().truth(), story.when()) == ("moot", "round_ended")


# --- give ---


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("give", target="Bruno"), "true"),
        (claim("give", target="Bruno", card="sprint"), "true"),
        (claim("give", target="Bruno", card="threat"), "false"),
        (claim("give", target="Clara"), "false"),
        (claim("give", target="Clara", **NO), "true"),
        (claim("give", target="Bruno", **NO), "false"),
        (claim("give", player="Clara", target="Bruno"), "moot"),
        (claim("give", player="Bruno", target="Anna"), "moot"),
    ],
)
def test_the_next_search_decides_a_gift(made: Claim, truth: str) -> None:
    """The searcher's gift is as pledged or not; another's pledge is moot."""
    story = Story().deals().says("Anna", made).looks_into_truck("Anna", "threat sprint pistol")
    assert story.shares("Anna", "threat", "sprint", "Bruno", under="pistol").truth() == truth


def test_a_gift_is_pledged_while_the_cards_lie_open_to_the_searcher() -> None:
    """A claim on the gift floor is about the search that is under way."""
    story = Story().deals().looks_into_truck("Anna", "threat sprint pistol")
    story.says("Anna", claim("give", target="Bruno", card="pistol"))
    story.shares("Anna", "threat", "sprint", "Bruno", under="pistol")
    assert (story.truth(), story.when()) == ("false", "search_ended")


@pytest.mark.parametrize("who", ["Clara", "public"])
def test_who_did_not_see_the_gift_cannot_tell_which_card_it_was(who: str) -> None:
    """That a card was given is public, which one is not."""
    story = Story().deals().says("Anna", claim("give", target="Bruno", card="sprint"))
    story.looks_into_truck("Anna", "threat sprint pistol")
    story.shares("Anna", "threat", "sprint", "Bruno", under="pistol")
    assert [story.truth(each) for each in (who, "Anna", "Bruno")] == [
        "undetermined",
        "true",
        "true",
    ]


def test_a_last_card_that_is_kept_is_no_gift() -> None:
    """A searcher who gives nothing breaks the pledge."""
    story = Story().deals().says("Anna", claim("give", target="Bruno"))
    story.looks_into_truck("Anna", "threat").gets("Anna", "threat", "truck", ["Anna"])
    story.add("search_ended", {"player": "Anna", "kept": 1, "given": 0, "left": 0})
    assert story.truth() == "false"


@pytest.mark.parametrize(
    "end",
    [
        lambda s: s.skipped("truck", 4),
        lambda s: s.chosen("truck", 4, None),
        lambda s: s.chosen("truck", 4, "Bruno"),
        Story.game_ends,
    ],
    ids=["skipped", "nobody", "another", "game_ends"],
)
def test_a_truck_that_another_or_nobody_searches_is_moot(end: Callable[[Story], Story]) -> None:
    """The next truck vote is the only one that is meant."""
    story = end(Story().deals().says("Anna", claim("give", target="Bruno")))
    story.round(2).looks_into_truck("Anna", "threat sprint")
    assert story.shares("Anna", "threat", "sprint", "Bruno").truth() == "moot"


def test_a_gift_waits_for_the_next_rounds_truck() -> None:
    """Promised after this round's search, it is due in the next."""
    story = Story().deals().chosen("truck", 4, None)
    story.says("Anna", claim("give", target="Bruno")).round_ends().round(2)
    story.looks_into_truck("Anna", "threat sprint").shares("Anna", "threat", "sprint", "Bruno")
    assert story.truth() == "true"


# --- which ballot of a vote ---

CHIEF = {"target": "Bruno", "vote": "chief"}


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("vote", **CHIEF), "false"),
        (claim("vote", **CHIEF, ballot="first"), "false"),
        (claim("vote", **CHIEF, ballot="revote"), "true"),
        (claim("vote", **CHIEF, ballot="tie"), "moot"),
        (claim("vote", **CHIEF, **NO), "false"),
        (claim("vote", **CHIEF, ballot="first", **NO), "true"),
        (claim("vote", **CHIEF, ballot="revote", **NO), "false"),
        (claim("vote", **CHIEF, ballot="tie", **NO), "moot"),
    ],
)
def test_a_ballot_that_is_named_is_the_only_one_that_counts(made: Claim, truth: str) -> None:
    """Anna votes for Clara, and in the re-vote for Bruno; no tie is hers to break."""
    story = Story().says("Anna", made).ballots("chief", 5, "Bruno Clara", Anna="Clara")
    story.ballots("chief", 5, "Bruno Clara", number=2, Anna="Bruno").chosen("chief", 5, "Bruno")
    assert story.truth() == truth


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("vote", **CHIEF), "false"),
        (claim("vote", **CHIEF, ballot="first"), "false"),
        (claim("vote", **CHIEF, ballot="tie"), "true"),
        (claim("vote", **CHIEF, ballot="revote"), "moot"),
        (claim("vote", **CHIEF, ballot="tie", **NO), "false"),
        (claim("vote", player="Clara", **CHIEF, ballot="tie"), "moot"),
    ],
)
def test_a_tie_that_one_breaks_is_a_ballot_of_its_own(made: Claim, truth: str) -> None:
    """Anna votes for Clara, and breaks the tie for Bruno; Clara breaks none."""
    story = Story().says("Anna", made).ballots("chief", 3, "Bruno Clara", Anna="Clara")
    story.breaks_tie("chief", 3, "Anna", "Bruno", "Bruno Clara").chosen("chief", 3, "Bruno")
    assert story.truth() == truth


def test_a_vote_without_the_ballot_that_was_named_is_moot() -> None:
    """No re-vote was held, and no tie was broken."""
    for ballot in ("revote", "tie"):
        story = Story().says("Anna", claim("vote", **CHIEF, ballot=ballot))
        story.ballots("chief", 5, "Bruno Clara", Anna="Bruno").chosen("chief", 5, "Bruno")
        assert (story.truth(), story.when()) == ("moot", "player_chosen")


def test_a_first_ballot_that_is_over_comes_no_more_in_this_vote() -> None:
    """Between the ballots, `first` is of no vote that is to come."""
    story = Story().ballots("chief", 5, "Bruno Clara", Anna="Clara")
    story.says("Anna", claim("vote", **CHIEF, ballot="first"))
    story.ballots("chief", 5, "Bruno Clara", number=2, Anna="Bruno").chosen("chief", 5, "Bruno")
    assert story.truth() == "moot"


def test_the_first_ballots_of_all_attacks_bind_who_said_not() -> None:
    """Anna spares Bruno in the first ballot of the one attack, and strikes in that of the other."""
    made = claim("vote", target="Bruno", vote="attack", ballot="first", **NO)
    story = Story().says("Anna", made).ballots("attack", 1, "Bruno Clara", Anna="Clara")
    story.ballots("attack", 1, "Bruno Clara", number=2, Anna="Bruno")
    assert story.ballots("attack", 2, "Bruno Clara", Anna="Bruno").round_ends().truth() == "false"


# --- tell ---

TELL = claim("tell", target="Bruno")
TRUE_DICE = claim("dice", dice=[1, 1, 3, 6])
FALSE_DICE = claim("dice", dice=[2, 2, 3, 6])


def told(*made: Claim, to: tuple[str, ...] = ("Bruno",)) -> Story:
    """Let Anna, who has looked at 1 1 3 6, promise to tell Bruno the dice, and say something."""
    story = Story().deals(Anna="threat", Bruno="gun", Clara="gun").says("Anna", TELL)
    story.rolls(1, 1, 3, 6).looks("Anna", 1, 1, 3, 6)
    return story.says("Anna", *made, to=to).says("Dmitri").lifts(1, 1, 3, 6)


def tell_truth(story: Story, who: str = "all") -> str:
    """Return what became of Anna's promise."""
    return next(each.truth for _, each in story.found(who) if each.message == 1)


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        ([TRUE_DICE], "true"),
        ([claim("zombies", location=3, relation=">=", count=1)], "true"),
        ([claim("zombies", location=5, relation="=", count=1, **NO)], "true"),
        ([claim("zombies", location=3, relation="<=", count=3)], "true"),
        ([FALSE_DICE], "false"),
        ([claim("zombies", location=3, relation="=", count=1), FALSE_DICE], "false"),
        ([], "false"),
        ([claim("saw")], "false"),
        ([claim("dice", dice=[1, 1, 3, 6], confidence="guess")], "false"),
        ([claim("dice", dice=[1, 1, 3, 6], said_by="Clara")], "false"),
        ([claim("dice", dice=[1, 1, 3, 6], condition=p("saw"))], "false"),
        ([claim("zombies", location=3, relation=">=", count=0)], "false"),
        ([claim("zombies", location=3, relation="<=", count=4)], "false"),
        ([claim("dice", dice=[2, 2, 3, 6], **NO)], "false"),
        ([claim("dice", dice=[1, 1, 3, 6], **NO), TRUE_DICE], "false"),
    ],
)
def test_the_dice_are_told_by_a_plain_sure_claim_that_says_something(
    made: list[Claim], truth: str
) -> None:
    """One that is true is enough, one that is false too many."""
    story = told(*made)
    assert tell_truth(story) == truth
    assert next(name for name, each in story.found() if each.message == 1) == "dice_revealed"


def test_whom_one_tells_the_dice_has_to_hear_it() -> None:
    """Aloud or in a whisper; what somebody else was told is of no account."""
    assert tell_truth(told(TRUE_DICE, to=())) == "true"
    assert tell_truth(told(TRUE_DICE, to=("Clara",))) == "false"
    lie_to_clara = told(FALSE_DICE, to=("Clara",))
    assert tell_truth(lie_to_clara) == "false"
    both = Story().says("Anna", TELL).rolls(1, 1, 3, 6).looks("Anna", 1, 1, 3, 6)
    both.says("Anna", TRUE_DICE, to=["Bruno"]).says("Anna", FALSE_DICE, to=["Clara"])
    assert tell_truth(both.lifts(1, 1, 3, 6)) == "true"


def test_who_never_looked_has_nothing_to_tell() -> None:
    """Whatever was made up; and what was said before the look is no report of it."""
    blind = Story().says("Anna", TELL).rolls(1, 1, 3, 6).says("Anna", TRUE_DICE)
    assert tell_truth(blind.lifts(1, 1, 3, 6)) == "moot"
    early = Story().says("Anna", TELL).rolls(1, 1, 3, 6).says("Anna", TRUE_DICE)
    early.looks("Anna", 1, 1, 3, 6)
    assert tell_truth(early.lifts(1, 1, 3, 6)) == "false"
    bluffed = Story().says("Anna", TELL).rolls(1, 1, 3, 6).says("Anna", FALSE_DICE)
    bluffed.looks("Anna", 1, 1, 3, 6).says("Anna", TRUE_DICE).says("Anna", FALSE_DICE)
    assert tell_truth(bluffed.lifts(1, 1, 3, 6)) == "false"


def test_what_is_told_after_the_reveal_comes_too_late() -> None:
    """All have seen the dice by then; and a round without a roll is no occasion."""
    late = Story().says("Anna", TELL).rolls(1, 1, 3, 6).looks("Anna", 1, 1, 3, 6)
    late.lifts(1, 1, 3, 6).says("Anna", TRUE_DICE)
    assert tell_truth(late) == "false"
    assert tell_truth(Story().says("Anna", TELL).round_ends()) == "moot"


def test_what_is_told_after_the_reveal_counts_for_no_later_promise() -> None:
    """What all have seen need not be told."""
    story = Story().rolls(1, 1, 3, 6).looks("Anna", 1, 1, 3, 6).lifts(1, 1, 3, 6)
    assert story.says("Anna", TRUE_DICE).says("Anna", TELL).truth() == "false"
    before = Story().rolls(1, 1, 3, 6).looks("Anna", 1, 1, 3, 6).says("Anna", TRUE_DICE)
    assert before.lifts(1, 1, 3, 6).says("Anna", TELL).truth() == "true"


def test_not_to_tell_is_kept_by_silence_and_by_lies() -> None:
    """Negated: the target is not told the truth."""
    for made, truth in (([TRUE_DICE], "false"), ([FALSE_DICE], "true"), ([], "true")):
        story = Story().says("Anna", claim("tell", target="Bruno", **NO)).rolls(1, 1, 3, 6)
        story.looks("Anna", 1, 1, 3, 6).says("Anna", *made)
        assert tell_truth(story.lifts(1, 1, 3, 6)) == truth


def test_who_hears_neither_of_two_cannot_know_what_one_told_the_other() -> None:
    """Nor of a lie to all: the truth may have been whispered. That nobody looked is known."""
    whispered = told(TRUE_DICE)
    truths = {who: tell_truth(whispered, who) for who in ("Anna", "Bruno", "Clara", "public")}
    assert truths == {
        "Anna": "true", "Bruno": "true", "Clara": "undetermined", "public": "undetermined"
    }  # fmt: skip
    assert tell_truth(told(FALSE_DICE, to=()), "Clara") == "undetermined"
    blind = Story().says("Anna", TELL).rolls(1, 1, 3, 6).lifts(1, 1, 3, 6)
    assert tell_truth(blind, "Clara") == "moot"


# --- play ---


def laps(story: Story, *plays: tuple[str, str]) -> Story:
    """Hold the votes on truck, Chief and attacks at 3 and 4, the look and the moves of a round.

    `plays` are (moment, card) pairs of Anna, who is asked each time; attacks are `3` and `4`.
    """
    played = dict(plays)

    def asked(moment: str) -> None:
        story.plays("Anna", played[moment]) if moment in played else story.passes("Anna")

    for kind, place in (("truck", 4), ("chief", 5)):
        story.calls(kind, place, "Anna", "Bruno")
        asked(kind)
        story.opens(kind, place).ballots(kind, place, Anna="Bruno", Bruno="Bruno")
        story.chosen(kind, place, "Bruno")
    story.rolls(1, 1, 3, 6)
    asked("dice")
    story.phase("destinations").phase("movement").reveals(Anna=2).lifts(1, 1, 3, 6)
    if "move" in played:
        story.plays("Anna", played["move"])
    story.moves("Anna", "gunman", "sprint" if "move" in played else "destination").phase("attack")
    for place in (3, 4):
        story.calls("attack", place, "Anna", "Bruno")
        asked(str(place))
        story.opens("attack", place).ballots("attack", place, Anna="Bruno", Bruno="Anna")
        story.chosen("attack", place, "Bruno")
    return story.round_ends()


@pytest.mark.parametrize(
    ("moment", "at", "when"),
    [
        ({"moment": "truck"}, "truck", "ballot_opened"),
        ({"moment": "chief"}, "chief", "ballot_opened"),
        ({"moment": "dice"}, "dice", "phase_began"),
        ({"moment": "move"}, "move", "phase_began"),
        ({"moment": "attack", "location": 3}, "3", "attack_began"),
        ({"moment": "attack", "location": 4}, "4", "round_ended"),
        ({"moment": "attack"}, "4", "round_ended"),
        ({}, "dice", "round_ended"),
    ],
    ids=["truck", "chief", "dice", "move", "attack 3", "attack 4", "attack", "any"],
)
def test_a_card_is_played_at_its_moment_or_it_is_not(
    moment: dict[str, object], at: str, when: str
) -> None:
    """True when it is played; false, for who was asked, when the moment is over."""
    named: dict[str, object] = {"card": "threat", **moment}
    for fields, play, truth, decides in (
        (named, (at, "threat"), "true", "card_played"),
        (moment, (at, "threat"), "true", "card_played"),
        (moment, (at, "sprint"), "true", "card_played"),
        (named, (at, "sprint"), "false", when),
    ):
        for negated in (False, True):
            story = Story().deals(Anna="threat sprint pistol", Bruno="gun")
            made = claim("play", **fields, negated=negated)
            laps(story.says("Anna", made), play)
            expected = truth if not negated else {"true": "false", "false": "true"}[truth]
            assert (story.truth(), story.when()) == (expected, decides), made


@pytest.mark.parametrize("moment", ["truck", "chief", "dice", "move", "attack"])
def test_another_moment_does_not_count(moment: str) -> None:
    """The Threat is played in every lap but that which was promised."""
    others = [at for at in ("truck", "chief", "dice", "move", "3") if at != moment]
    plays = [(at, "threat") for at in others if at != "3" or moment != "attack"]
    story = Story().deals(Anna="threat threat threat threat sprint", Bruno="gun")
    laps(story.says("Anna", claim("play", card="threat", moment=moment)), *plays)
    assert story.truth() == "false"


def test_an_attack_elsewhere_does_not_count() -> None:
    """Promised at 3, played at 4; promised at 5, where no attack comes."""
    for place, truth in ((3, "false"), (4, "true"), (5, "moot")):
        story = Story().deals(Anna="threat sprint")
        made = claim("play", card="threat", moment="attack", location=place)
        assert laps(story.says("Anna", made), ("4", "threat")).truth() == truth


def test_who_is_not_asked_has_no_occasion() -> None:
    """Bruno has no card, and Clara is not there: what they would have played is moot."""
    for player in ("Bruno", "Clara"):
        for negated in (False, True):
            story = Story().deals(Anna="threat", Clara="threat")
            made = claim("play", player=player, moment="attack", negated=negated)
            assert laps(story.says("Anna", made)).truth() == "moot"


def test_another_players_card_is_none_of_hers() -> None:
    """Bruno plays a Threat, and Anna passes."""
    story = Story().deals(Anna="threat", Bruno="threat")
    story.says("Anna", claim("play", card="threat", moment="truck"))
    story.calls("truck", 4, "Anna", "Bruno").passes("Anna").plays("Bruno", "threat")
    assert story.opens("truck", 4).truth() == "false"


@pytest.mark.parametrize(
    "end",
    [
        lambda s: s.skipped("truck", 4),
        lambda s: s.calls("chief", 5, "Anna").round_ends(),
        Story.game_ends,
    ],
    ids=["skipped", "never", "game_ends"],
)
def test_a_lap_that_is_not_held_is_moot(end: Callable[[Story], Story]) -> None:
    """And so is one that is over when the promise is given: it is about this round."""
    story = Story().deals(Anna="threat").says("Anna", claim("play", moment="truck"))
    assert end(story).truth() == "moot"
    late = Story().deals(Anna="threat").calls("truck", 4, "Anna").opens("truck", 4)
    late.says("Anna", claim("play", moment="truck")).chosen("truck", 4, "Anna").round_ends()
    assert late.round(2).calls("truck", 4, "Anna").plays("Anna", "threat").truth() == "moot"


def test_what_is_played_after_a_vote_does_not_count_for_it() -> None:
    """Whoever is asked to fly at somebody, or to move, is asked for no card before a vote."""
    story = Story().deals(Anna="threat").phase("destinations").says("Anna", claim("play"))
    story.passes("Anna").lifts(1, 1, 1, 1).phase("attack")
    assert story.moves("Anna", "gunman", "closed").round_ends().truth() == "moot"


def test_others_know_that_who_takes_part_with_a_card_was_asked() -> None:
    """Of anybody else who has cards they cannot know whether they were asked."""
    there = Story().deals(Anna="threat", Bruno="gun").says("Anna", claim("play", moment="truck"))
    there.calls("truck", 4, "Anna").passes("Anna").opens("truck", 4)
    assert [there.truth(who) for who in ("all", "Anna", "Bruno")] == ["false"] * 3
    absent = Story().deals(Anna="threat", Bruno="gun").says("Anna", claim("play", moment="truck"))
    absent.calls("truck", 4, "Bruno").passes("Anna").opens("truck", 4)
    truths = [absent.truth(who) for who in ("all", "Anna", "Bruno", "public")]
    assert truths == ["false", "false", "undetermined", "undetermined"]
    never = Story().deals(Anna="threat", Bruno="gun").says("Anna", claim("play", moment="truck"))
    assert never.skipped("truck", 4).truth("Bruno") == "moot"


def test_others_know_that_another_card_was_an_occasion() -> None:
    """Anna is not there, and plays a Sprint before the vote: she was asked."""
    story = Story().deals(Anna="threat sprint", Bruno="pistol")
    story.says("Anna", claim("play", card="threat", moment="truck"))
    story.calls("truck", 4, "Bruno").plays("Anna", "sprint").opens("truck", 4)
    assert story.truth("Bruno") == "false"
    assert story.last().occasions == [len(story.records) - 2]


@pytest.mark.parametrize(
    ("moment", "happens", "truth"),
    [
        ("dice", lambda s: s.phase("destinations"), "false"),
        ("dice", lambda s: s.looks("Anna", 1, 1, 3, 6).phase("destinations"), "undetermined"),
        ("move", lambda s: s.lifts(1).moves("Anna", "gunman").phase("attack"), "false"),
        ("move", lambda s: s.lifts(1).phase("attack"), "undetermined"),
    ],
)
def test_others_know_of_looks_and_moves_who_was_asked(
    moment: str, happens: Callable[[Story], Story], truth: str
) -> None:
    """Who has not looked and has a card is asked for one, and who moves is as well."""
    story = Story().deals(Anna="threat", Bruno="gun").says("Anna", claim("play", moment=moment))
    assert happens(story.rolls(1)).truth("Bruno") == truth


# --- move ---


@pytest.mark.parametrize("cause", ["destination", "full", "closed", "sprint"])
def test_the_character_that_moves_decides(cause: str) -> None:
    """Wherever it ends, and by a Sprint too, which is played instead of the move."""
    for made, truth in (
        (claim("move", character="gunman"), "true"),
        (claim("move", character="pin_up"), "false"),
        (claim("move", character="gunman", **NO), "false"),
        (claim("move", character="pin_up", **NO), "true"),
    ):
        story = Story().says("Anna", made).lifts(1, 1, 3, 6).moves("Bruno", "pin_up")
        story.moves("Anna", "gunman", cause).moves("Anna", "pin_up", "energy_drink")
        assert (story.truth(), story.when()) == (truth, "character_moved")


def test_an_energy_drink_is_no_move() -> None:
    """It takes another character besides, before the move or after it."""
    story = Story().says("Anna", claim("move", character="pin_up")).lifts(1, 1, 3, 6)
    story.moves("Anna", "pin_up", "energy_drink").moves("Anna", "gunman")
    assert story.truth() == "false"


def test_the_first_move_is_the_only_one() -> None:
    """Whatever a log has after it."""
    story = Story().lifts(1, 1, 3, 6).moves("Anna", "gunman").moves("Anna", "pin_up")
    assert story.says("Bruno", claim("move", player="Anna", character="gunman")).truth() == "true"


def test_who_moves_nobody_makes_it_moot() -> None:
    """When the moves are over; what a closed area sends away later is no move."""
    made = claim("move", character="gunman")
    story = Story().says("Anna", made).lifts(1, 1, 3, 6).phase("attack")
    assert (story.moves("Anna", "gunman", "closed").truth(), story.when()) == (
        "moot", "phase_began"
    )  # fmt: skip
    assert Story().says("Anna", made).round_ends().truth() == "moot"


def test_who_has_moved_is_public() -> None:
    """A claim about it is no pledge any more, as one about a destination that is chosen."""
    story = Story().lifts(1, 1, 3, 6).moves("Anna", "gunman")
    found = story.says("Bruno", claim("move", player="Anna", character="pin_up")).last()
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")
    late = Story().lifts(1, 1, 3, 6).phase("attack")
    found = late.says("Bruno", claim("move", player="Anna", character="pin_up")).last()
    assert (found.truth, found.prior, found.basis) == ("moot", None, "neither")


# --- ally ---


def spared(story: Story) -> Story:
    """Let Anna vote for Clara where she could have voted for Bruno."""
    return story.ballots("attack", 2, Anna="Clara", Bruno="Clara", Clara="Anna")


def struck(story: Story) -> Story:
    """Let Anna vote for Bruno where she could have voted for Clara."""
    return story.ballots("attack", 2, Anna="Bruno", Bruno="Clara", Clara="Anna")


def test_a_hostile_ballot_breaks_an_alliance() -> None:
    """It is false at once, even after ballots in which it was kept."""
    story = spared(Story().says("Anna", claim("ally", target="Bruno")))
    assert (struck(story.round(2)).truth(), story.when()) == ("false", "votes_revealed")


@pytest.mark.parametrize("ballots", [spared, struck])
def test_not_being_an_ally_is_the_opposite(ballots: Callable[[Story], Story]) -> None:
    """Negated: a hostile ballot will come."""
    story = ballots(Story().says("Anna", claim("ally", target="Bruno", **NO))).game_ends()
    assert story.truth() == ("true" if ballots is struck else "false")


def test_a_kept_alliance_is_true_at_the_end_of_the_game() -> None:
    """One occasion at which it was kept is enough."""
    story = spared(Story().says("Anna", claim("ally", target="Bruno"))).round_ends().round(2)
    assert (story.game_ends().truth(), story.when()) == ("true", "game_ended")


@pytest.mark.parametrize(("until", "truth"), [(1, "moot"), (2, "true"), (3, "false")])
def test_an_alliance_ends_with_its_last_round(until: int, truth: str) -> None:
    """What happens after round `until` is free."""
    story = Story().says("Anna", claim("ally", target="Bruno", until=until)).round_ends()
    spared(story.round(2)).round_ends()
    assert struck(story.round(3)).game_ends().truth() == truth


def test_an_alliance_that_is_over_is_moot() -> None:
    """A last round that has passed leaves nothing to keep."""
    story = Story().round(3)
    assert truth_of(story, claim("ally", target="Bruno", until=2)) == "moot"


def test_two_alone_are_no_test_of_an_alliance() -> None:
    """Without a third candidate neither ballot says anything."""
    story = Story().says("Anna", claim("ally", target="Bruno"))
    story.ballots("attack", 2, Anna="Bruno", Bruno="Anna")
    assert story.ballots("attack", 3, Anna="Anna", Bruno="Anna").game_ends().truth() == "moot"


def test_other_votes_are_no_test_of_an_alliance() -> None:
    """Voting for an ally as Chief is no hostility, and no occasion either."""
    story = Story().says("Anna", claim("ally", target="Bruno"))
    story.ballots("chief", 5, Anna="Bruno", Bruno="Bruno", Clara="Clara")
    assert story.game_ends().truth() == "moot"


@pytest.mark.parametrize("kept", [True, False])
def test_an_alliance_ends_with_who_was_to_be_spared(*, kept: bool) -> None:
    """Elimination ends it: true if there was an occasion, else moot."""
    story = Story().says("Anna", claim("ally", target="Bruno"))
    story = (spared(story) if kept else story).loses("Bruno")
    expected = ("true" if kept else "moot", "player_eliminated")
    assert (story.truth(), story.when()) == expected


def test_the_eliminated_are_bound_as_they_still_vote() -> None:
    """MOH-66: Anna is out and strikes in a re-vote."""
    story = Story().loses("Anna").says("Anna", claim("ally", target="Bruno"))
    story.ballots("attack", 3, "Bruno Clara", Anna="Bruno", Clara="Bruno", Bruno="Clara")
    assert story.truth() == "false"


def test_an_alliance_on_a_condition_counts_from_when_it_is_met() -> None:
    """Anna strikes, then Bruno votes for her, then she spares him."""
    peace = claim("ally", target="Bruno", condition=p("vote", player="Bruno", target="Anna",
                                                      vote="chief"))  # fmt: skip
    story = Story().says("Anna", peace)
    story.ballots("attack", 3, "Anna Bruno Clara", Anna="Bruno", Bruno="Clara", Clara="Bruno")
    story.round(2).ballots("chief", 5, Anna="Anna", Bruno="Anna")
    assert spared(story).game_ends().truth() == "true"
    struck = Story().says("Anna", peace).ballots("chief", 5, Anna="Anna", Bruno="Anna")
    struck.ballots("attack", 3, "Anna Bruno Clara", Anna="Bruno", Bruno="Clara", Clara="Bruno")
    assert struck.truth() == "false"
    unmet = Story().says("Anna", peace).ballots("chief", 5, Anna="Anna", Bruno="Bruno")
    assert unmet.game_ends().truth() == "moot"


# --- conditions that wait, and what is settled early ---


@pytest.mark.parametrize(("negated", "truth"), [(False, "true"), (True, "moot")])
def test_whether_somebody_looks_is_open_until_the_box_is_lifted(
    truth: str, *, negated: bool
) -> None:
    """`If Bruno looks`, said before he does; `if he does not`."""
    condition = p("saw", player="Bruno", negated=negated)
    story = Story().says("Anna", claim("vote", target="Bruno", vote="attack", condition=condition))
    story.rolls(1, 1, 5, 6).looks("Bruno", 1, 1, 5, 6).lifts(1, 1, 5, 6)
    story.ballots("attack", 3, "Bruno Clara", Anna="Bruno", Bruno="Clara", Clara="Bruno")
    assert story.truth() == truth


def test_who_never_looked_has_not_when_the_box_is_lifted() -> None:
    """Or when the round is over."""
    condition = p("saw", player="Bruno")
    story = Story().says("Anna", claim("go", location=3, condition=condition)).chooses("Anna", 3)
    assert story.rolls(1, 1, 5, 6).lifts(1, 1, 5, 6).truth() == "moot"
    story = Story().says("Anna", claim("go", location=3, condition=condition)).chooses("Anna", 3)
    assert story.round_ends().truth() == "moot"


@pytest.mark.parametrize(
    ("votes", "truth"),
    [(["Clara", "Clara"], "true"), (["Clara", "Bruno"], "false"), (["Bruno"], "false")],
)
def test_not_to_vote_for_somebody_binds_in_the_re_vote_too(votes: list[str], truth: str) -> None:
    """Of the same vote."""
    story = Story().says("Anna", claim("vote", target="Bruno", vote="chief", negated=True))
    for target in votes:
        story.ballots("chief", 5, "Bruno Clara", Anna=target, Bruno="Bruno", Clara="Clara")
    assert story.chosen("chief", 5, "Bruno").truth() == truth


def test_not_to_vote_for_somebody_at_a_place_ends_with_the_attack_there() -> None:
    """Each vote of the parking lot counts, none of the next location."""
    made = claim("vote", target="Bruno", vote="attack", location=4, negated=True)
    story = Story().says("Anna", made).add("attack_began", {"place": 4})
    story.ballots("attack", 4, "Bruno Clara", Anna="Clara", Bruno="Clara", Clara="Bruno")
    assert story.when() == "close"
    story.add("attack_began", {"place": 5})
    assert (story.truth(), story.when()) == ("true", "attack_began")
    again = Story().says("Anna", made).add("attack_began", {"place": 4})
    for target in ("Clara", "Bruno"):
        again.ballots("attack", 4, "Bruno Clara", Anna=target, Bruno="Clara", Clara="Bruno")
    assert again.truth() == "false"


def test_a_location_that_held_is_safe_at_once() -> None:
    """MOH-43: it is attacked once a round, and all see it; who says so later has seen it."""
    held = {"place": 3, "strength": 4, "zombies": 2}
    story = Story().says("Anna", claim("safe", location=3)).add("place_held", held)
    assert (story.truth(), story.when()) == ("true", "place_held")
    found = story.says("Bruno", claim("safe", location=3, negated=True)).last()
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")


def test_a_location_that_held_says_nothing_of_another() -> None:
    """The attack goes on."""
    held = {"place": 2, "strength": 4, "zombies": 2}
    story = Story().says("Anna", claim("safe", location=3)).add("place_held", held)
    assert story.when() == "close"
    assert story.eats("Bruno", 3).truth() == "false"


def test_the_searcher_knows_which_cards_cannot_be_given() -> None:
    """What is not before their eyes they can't mean to give; another may believe it."""
    forecast = claim("give", player="Anna", target="Bruno", card="shotgun")
    story = Story().looks_into_truck("Anna", "threat sprint pistol")
    assert story.says("Clara", forecast).last().basis == "neither"
    found = story.says("Anna", claim("give", target="Bruno", card="shotgun")).last()
    assert (found.truth, found.prior, found.basis) == ("false", 0.0, "seen")
    for card in (None, "sprint"):
        fields = {} if card is None else {"card": card}
        assert story.says("Anna", claim("give", target="Bruno", **fields)).last().basis != "seen"


def test_an_alliance_with_the_dead_is_moot() -> None:
    """It has ended before it began."""
    assert truth_of(Story().loses("Bruno"), claim("ally", target="Bruno")) == "moot"


def test_an_eliminated_thirds_loss_ends_no_alliance() -> None:
    """Only the two count."""
    story = Story().says("Anna", claim("ally", target="Bruno")).loses("Clara")
    assert story.game_ends().when() == "game_ended"


# --- holds ---


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("holds", card="threat"), "true"),
        (claim("holds", card="sprint"), "false"),
        (claim("holds", card="sprint", **NO), "true"),
        (claim("holds", card="threat", relation="=", count=2), "true"),
        (claim("holds", card="threat", relation="<=", count=1), "false"),
        (claim("holds", card="threat", relation=">=", count=3), "false"),
        (claim("holds", player="Bruno", card="pistol"), "true"),
        (claim("holds", player="Clara", card="pistol"), "false"),
    ],
)
def test_the_whole_log_knows_all_hands(made: Claim, truth: str) -> None:
    """`holds` is judged at once; no relation means at least one."""
    story = Story().deals(Anna="threat threat", Bruno="pistol", Clara="sprint")
    assert truth_of(story, made) == truth


def test_a_played_card_is_in_no_hand() -> None:
    """A hand is what it is when it is claimed."""
    story = Story().deals(Anna="threat threat").plays("Anna", "threat")
    assert truth_of(story, claim("holds", card="threat", relation="=", count=1)) == "true"


def test_the_search_changes_hands() -> None:
    """The kept card and the gift are in the hands, the third is not."""
    story = Story().deals(Anna="threat").looks_into_truck("Anna", "sprint pistol camera")
    story.shares("Anna", "sprint", "pistol", "Bruno", under="camera")
    for player, card, truth in (
        ("Anna", "sprint", "true"),
        ("Bruno", "pistol", "true"),
        ("Anna", "camera", "false"),
        ("Anna", "pistol", "false"),
    ):
        assert truth_of(story, claim("holds", player=player, card=card), "Clara") == truth


def test_a_listener_waits_until_the_card_is_seen() -> None:
    """A card that the player plays later this round was in the hand."""
    story = Story().deals(Anna="threat sprint", Bruno="pistol")
    story.says("Anna", claim("holds", card="threat")).plays("Anna", "sprint")
    assert story.plays("Anna", "threat").truth("Bruno") == "true"
    assert story.when("Bruno") == "card_played"


def test_a_listener_sees_that_a_card_was_not_there() -> None:
    """Once the whole hand has been played, what was not in it is known."""
    story = Story().deals(Anna="sprint", Bruno="pistol").says("Anna", claim("holds", card="threat"))
    assert story.plays("Anna", "sprint").truth("Bruno") == "false"


def test_a_hand_that_is_never_seen_leaves_a_listener_in_the_dark() -> None:
    """At the end of the round nobody can know any more what was held when it was said."""
    story = Story().deals(Anna="threat", Bruno="pistol").says("Anna", claim("holds", card="threat"))
    story.round_ends().round(2).plays("Anna", "threat")
    assert (story.truth("Bruno"), story.when("Bruno")) == ("undetermined", "round_ended")
    assert story.truth() == "true"


def test_a_card_that_came_in_later_proves_nothing() -> None:
    """What is played after a gift may be the gift."""
    story = Story().deals(Anna="threat", Bruno="pistol").says("Anna", claim("holds", card="camera"))
    story.looks_into_truck("Clara", "camera sprint").shares("Clara", "sprint", "camera", "Anna")
    assert story.plays("Anna", "camera").round_ends().truth("Bruno") == "undetermined"
    assert story.truth() == "false"


def test_a_card_that_was_kept_later_proves_nothing() -> None:
    """What the searcher plays after the search may come from the truck."""
    story = Story().deals(Anna="threat", Bruno="pistol").looks_into_truck("Anna", "camera sprint")
    story.says("Anna", claim("holds", card="camera")).shares("Anna", "camera", "sprint", "Clara")
    assert story.plays("Anna", "camera").round_ends().truth("Bruno") == "undetermined"
    assert story.truth() == "false"


def test_a_listener_knows_his_own_hand_and_empty_ones() -> None:
    """What he can know is judged at once."""
    story = Story().deals(Bruno="pistol")
    for made in (
        claim("holds", player="Bruno", card="pistol"),
        claim("holds", card="threat", **NO),
    ):
        assert (story.says("Anna", made).truth("Bruno"), story.when("Bruno")) == ("true", "said")


def test_a_listener_knows_that_all_copies_are_gone() -> None:
    """A card of which every copy is played is in no hand."""
    story = Story().deals(Anna="threat", Bruno="pistol").plays("Bruno", "pistol")
    story.says("Anna", claim("holds", card="pistol"))
    assert (story.truth("Clara"), story.when("Clara")) == ("false", "said")


def test_a_listener_knows_that_he_holds_the_only_copy() -> None:
    """So nobody else can."""
    story = Story().deals(Anna="threat", Bruno="pistol").says("Anna", claim("holds", card="pistol"))
    assert (story.truth("Bruno"), story.when("Bruno")) == ("false", "said")


def test_every_kind_has_a_watch() -> None:
    """But `lied`, which is judged at once, by what was claimed before."""
    assert {*WATCHES, "lied"} == {*FIELDS} == {*get_args(Kind)}


def test_a_field_names_the_kinds_that_use_it() -> None:
    """What a model reads of a field in brackets is what the language takes."""
    fields = TypeAdapter(Proposition).json_schema()["properties"]
    for name in ("player", "location", "count", "dice", "target", "vote", "card", "until"):
        before, _, after = fields[name]["description"].partition(";")
        named = re.findall(r"\w+", " ".join(re.findall(r"\((.*?)\)", before)) + after)
        if "all but" in before:
            named = [*{*FIELDS} - {*named}]
        uses = {kind for kind, (needed, free) in FIELDS.items() if name in (*needed, *free)}
        assert {*named} & {*FIELDS} == uses, name


def test_the_sets_of_kinds_hold_what_they_say() -> None:
    """A pledge has words for the deed; what lasts is pledged."""
    assert {*DEEDS} == PLEDGES
    assert LASTING < PLEDGES
    assert FROM_THEIR_CONDITION < PLEDGES
    assert DICE < FACE_DOWN


# --- what ends when ---


def test_the_dice_of_a_round_stay_through_its_phases() -> None:
    """A phase that begins begins no round."""
    story = rolled().add("phase_began", {"round": 1, "phase": "attack"})
    assert truth_of(story, claim("dice", dice=[1, 1, 3, 6])) == "true"


def test_after_the_round_its_attack_is_whole() -> None:
    """`safe`, said between two rounds of a log that ends there."""
    story = Story().eats("Bruno", 2).round_ends()
    assert truth_of(story, claim("safe", location=3)) == "true"


def test_dice_that_somebody_saw_are_not_known_where_a_log_breaks_off() -> None:
    """They were there, and who reads has not seen them."""
    story = rolled().says("Anna", claim("dice", dice=[1, 1, 3, 6]))
    assert (story.truth("Bruno"), story.when("Bruno")) == ("undetermined", "close")


def test_who_looks_after_the_words_can_judge_them_then() -> None:
    """The dice are the same as when it was said."""
    story = Story().rolls(1, 1, 3, 6).says("Bruno", claim("dice", dice=[1, 1, 3, 6]))
    story.looks("Clara", 1, 1, 3, 6).lifts(1, 1, 3, 6)
    assert (story.truth("Clara"), story.when("Clara")) == ("true", "dice_seen")
    assert (story.truth("Anna"), story.when("Anna")) == ("true", "dice_revealed")


IF_LOOKS = p("saw", player="Bruno")
UNLESS_LOOKS = p("saw", player="Bruno", negated=True)


@pytest.mark.parametrize(
    ("condition", "looks", "truth", "when"),
    [
        (IF_LOOKS, True, "true", "dice_peeked"),
        (IF_LOOKS, False, "moot", "dice_revealed"),
        (UNLESS_LOOKS, True, "moot", "dice_peeked"),
        (UNLESS_LOOKS, False, "true", "dice_revealed"),
    ],
)
def test_a_look_is_awaited_until_somebody_has_looked_or_none_can(
    condition: Proposition, truth: str, when: str, *, looks: bool
) -> None:
    """The claim on that condition is decided in that moment."""
    made = claim("zombies", location=1, relation="=", count=2, condition=condition)
    story = Story().rolls(1, 1, 3, 6).says("Anna", made).looks("Clara", 1, 1, 3, 6)
    assert story.when() == "close"
    story = story.looks("Bruno", 1, 1, 3, 6) if looks else story
    story.lifts(1, 1, 3, 6)
    assert (story.truth(), story.when()) == (truth, when)


def test_a_look_that_never_came_is_none_at_the_end_of_the_round() -> None:
    """Where no box was lifted."""
    made = claim("zombies", location=1, relation="=", count=2, condition=UNLESS_LOOKS)
    story = Story().rolls(1, 1, 3, 6).says("Anna", made).round_ends()
    assert (story.truth(), story.when()) == ("true", "round_ended")


def test_an_announcement_by_the_rules_decides_what_was_said_before() -> None:
    """The Chief's destination is known from then on, to all."""
    story = Story().says("Anna", claim("go", player="Bruno", location=5)).announces("Bruno", 5)
    for who in ("all", "public"):
        assert (story.truth(who), story.when(who)) == ("true", "destination_announced")


def attacks(story: Story, place: int, anna: str) -> Story:
    """Let Anna cast a ballot in the attack on a place, where Bruno can be chosen."""
    story.add("attack_began", {"place": place})
    ballots = {"Anna": anna, "Bruno": "Clara", "Clara": "Bruno"}
    return story.ballots("attack", place, "Bruno Clara", **ballots)


@pytest.mark.parametrize(
    ("made", "truth"),
    [
        (claim("vote", **ATTACK, **NO), "false"),
        (claim("vote", **ATTACK, location=3, **NO), "true"),
        (claim("vote", **ATTACK, location=4, **NO), "false"),
    ],
)
def test_not_to_vote_for_somebody_binds_in_each_attack_or_in_the_one_that_is_named(
    made: Claim, truth: str
) -> None:
    """Spared at 3, struck at 4; another attack before that which is named ends nothing."""
    story = attacks(attacks(Story().says("Anna", made), 3, "Clara"), 4, "Bruno")
    assert story.round_ends().truth() == truth


def test_another_searcher_makes_a_gift_moot_when_the_search_is_over() -> None:
    """Bruno pledges while Anna has the cards."""
    story = Story().deals().looks_into_truck("Anna", "threat sprint")
    story.says("Bruno", claim("give", target="Clara"))
    story.shares("Anna", "threat", "sprint", "Clara")
    assert (story.truth(), story.when()) == ("moot", "search_ended")


def test_another_vote_leaves_a_gift_open() -> None:
    """Who is elected Chief, or who falls, searches nothing."""
    story = Story().deals().says("Anna", claim("give", target="Bruno"))
    story.chosen("chief", 5, "Clara").skipped("attack", 3).chosen("attack", 4, "Bruno")
    story.looks_into_truck("Anna", "threat sprint").shares("Anna", "threat", "sprint", "Bruno")
    assert story.truth() == "true"


def test_a_search_that_gives_nothing_breaks_the_pledge() -> None:
    """However much was given in the search before."""
    story = Story().deals().looks_into_truck("Anna", "threat sprint")
    story.shares("Anna", "threat", "sprint", "Bruno").says("Anna", claim("give", target="Bruno"))
    story.looks_into_truck("Anna", "camera").gets("Anna", "camera", "truck", ["Anna"])
    story.add("search_ended", {"player": "Anna", "kept": 1, "given": 0, "left": 0})
    assert story.truth() == "false"


@pytest.mark.parametrize(("round_", "truth"), [(2, "false"), (3, "moot")])
def test_an_alliance_that_is_given_in_its_last_round_counts_in_it(round_: int, truth: str) -> None:
    """One that is over when it is given does not."""
    story = Story().round(2).round(round_).says("Anna", claim("ally", target="Bruno", until=2))
    assert struck(story).truth() == truth


# --- a hand, card by card ---


def test_what_another_plays_or_gets_says_nothing_of_a_hand() -> None:
    """Only Anna's cards are Anna's, and a gift to Clara is no card of hers."""
    story = Story().deals(Anna="threat", Bruno="pistol").says("Anna", claim("holds", card="threat"))
    story.plays("Bruno", "threat").looks_into_truck("Dmitri", "camera sprint")
    story.shares("Dmitri", "sprint", "camera", "Clara")
    assert story.when("Clara") == "close"
    assert (story.plays("Anna", "threat").truth("Clara"), story.when("Clara")) == (
        "true", "card_played"
    )  # fmt: skip


def given_by_bruno(hand: str, gift: str) -> Story:
    """Anna holds cards, and one more that Bruno gave her, which he therefore knows."""
    story = Story().deals(Anna=hand, Bruno="pistol").looks_into_truck("Bruno", f"camera {gift}")
    return story.shares("Bruno", "camera", gift, "Anna")


def test_a_card_that_was_known_shows_nothing_new_when_it_is_played() -> None:
    """What is left of the hand is still unseen."""
    story = given_by_bruno("threat", "sprint").says("Anna", claim("holds", card="threat"))
    assert story.plays("Anna", "sprint").when("Bruno") == "close"
    assert (story.plays("Anna", "threat").truth("Bruno"), story.when("Bruno")) == (
        "true", "card_played"
    )  # fmt: skip


def test_the_second_of_two_is_another_card() -> None:
    """One sprint was known, the other is new."""
    two = claim("holds", card="sprint", relation=">=", count=2)
    story = given_by_bruno("sprint threat", "sprint").says("Anna", two).plays("Anna", "sprint")
    assert story.when("Bruno") == "close"
    assert (story.plays("Anna", "sprint").truth("Bruno"), story.when("Bruno")) == (
        "true", "card_played"
    )  # fmt: skip
