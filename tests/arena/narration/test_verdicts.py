"""What became of each claim: under the words, or at the record that decided it."""

import pytest

from tests.arena.claims.helpers import Story, claim, p
from tests.arena.narration.talked import lines

ZERO = claim("zombies", location=6, relation="=", count=0)
"""`No die shows 6 Supermarket`; with the dice below a lie."""
DICE = (1, 1, 5, 6)


def looked() -> Story:
    """Anna has seen the dice, the others have not."""
    return Story().rolls(*DICE).looks("Anna", *DICE)


# --- under the words ---


def test_a_lie_about_dice_stands_beside_what_was_seen() -> None:
    """The dice are those that the liar had seen."""
    seen = "Anna had seen [1] [1] [5] [6]"
    said = ("said", f"↳ a lie that no die shows 6 Supermarket ({seen})")
    assert lines(looked().says("Anna", ZERO)) == [said]


def test_a_true_report_says_that_it_was_seen() -> None:
    """It needs no dice beside it: they are as reported."""
    told = lines(looked().says("Anna", claim("dice", dice=[1, 1, 5, 6])))
    assert told == [("said", "↳ true, and seen: the dice are [1] [1] [5] [6]")]


ONE_FIVE = claim("zombies", location=5, relation="=", count=1)
TWO_ONES = claim("zombies", location=1, relation="=", count=2)
THREE = claim("zombies", location=3, relation=">=", count=1)


def test_a_report_of_several_locations_has_one_line() -> None:
    """It is one statement, however many claims it has."""
    told = "exactly 1 die shows 5 Security HQ and exactly 2 dice show 1 Restrooms"
    assert lines(looked().says("Anna", ONE_FIVE, TWO_ONES)) == [
        ("said", f"↳ true, and seen: {told}")
    ]


def test_the_lies_of_a_report_stand_first_in_its_line() -> None:
    """With what was seen, once for all; what is true of it follows."""
    assert lines(looked().says("Anna", ONE_FIVE, ZERO, THREE)) == [
        (
            "said",
            (
                "↳ a lie that no die shows 6 Supermarket and that at least 1 die shows 3 Megatoys"
                " (Anna had seen [1] [1] [5] [6]); true, and seen: exactly 1 die shows 5 Security"
                " HQ"
            ),
        )
    ]


def test_each_claim_of_a_bluff_has_its_likelihood() -> None:
    """In one line, as it is one bluff."""
    assert lines(looked().says("Bruno", ZERO, ONE_FIVE)) == [
        (
            "said",
            (
                "↳ a bluff that no die shows 6 Supermarket: nothing seen, 48 % likely, and wrong;"
                " that exactly 1 die shows 5 Security HQ: nothing seen, 39 % likely, and right"
            ),
        )
    ]


def test_what_is_no_report_has_a_line_of_its_own() -> None:
    """Quotations, looks and hands are statements each; so is what another message says."""
    quoted = claim("dice", dice=[1, 1, 5, 6], said_by="Clara")
    story = looked().says("Bruno", claim("saw"), quoted, ZERO).says("Bruno", ONE_FIVE)
    assert len(lines(story)) == 4


def test_a_forecast_of_several_locations_has_one_line() -> None:
    """Where the dice decide it."""
    assert lines(Story().says("Anna", ZERO, ONE_FIVE, TWO_ONES).rolls(*DICE)) == [
        (
            "dice_rolled",
            (
                "↳ Anna was wrong that no die shows 6 Supermarket; Anna was right that exactly 1"
                " die shows 5 Security HQ and that exactly 2 dice show 1 Restrooms"
            ),
        )
    ]


@pytest.mark.parametrize(
    ("confidence", "verdict"),
    [
        ("sure", "a bluff that no die shows 6 Supermarket: nothing seen, 48 % likely, and wrong"),
        ("think", "a guess that no die shows 6 Supermarket: 48 % likely, and wrong"),
        ("guess", "a guess that no die shows 6 Supermarket: 48 % likely, and wrong"),
    ],
)
def test_who_has_seen_nothing_bluffs_or_guesses(confidence: str, verdict: str) -> None:
    """A bluff is put as sure; both stand beside how likely they were."""
    zero = claim("zombies", location=6, relation="=", count=0, confidence=confidence)
    told = lines(looked().says("Bruno", zero))
    assert told == [("said", f"↳ {verdict}")]


def test_a_bluff_may_come_true() -> None:
    """It remains a bluff."""
    told = lines(looked().says("Bruno", claim("zombies", location=5, relation="=", count=1)))
    assert [line for _, line in told] == [
        "↳ a bluff that exactly 1 die shows 5 Security HQ: nothing seen, 39 % likely, and right"
    ]


def test_what_another_said_is_passed_on() -> None:
    """The verdict names who told it, and is no lie of the second speaker."""
    _, (_, told) = lines(looked().says("Anna", ZERO).says("Bruno", ZERO))
    assert told == "↳ passed on from Anna that no die shows 6 Supermarket, and false"


def test_hearsay_is_judged_as_such() -> None:
    """To claim that another said it is a lie if the other did not."""
    hearsay = claim("zombies", location=6, relation="=", count=0, said_by="Anna")
    told = lines(looked().says("Bruno", hearsay))
    assert told == [("said", "↳ a lie that Anna told Bruno that no die shows 6 Supermarket")]
    told = lines(looked().says("Anna", ZERO, to=["Bruno"]).says("Bruno", hearsay))[1:]
    assert told == [("said", "↳ true: Anna told Bruno that no die shows 6 Supermarket")]
    assert not lines(looked().says("Anna", ZERO).says("Bruno", hearsay))[1:]  # all heard it


def test_a_lie_about_a_hand_stands_beside_the_hand() -> None:
    """And the truth about one is told without."""
    story = Story().deals(Anna="sprint")
    hands = {"Anna": ["sprint"]}
    lie = lines(story.says("Anna", claim("holds", card="threat")), hands)
    assert lie == [("said", "↳ a lie that Anna holds Threat (in hand: Sprint)")]
    true = lines(story.says("Anna", claim("holds", card="sprint")), hands)[1:]
    assert true == [("said", "↳ true: Anna holds Sprint")]


def test_a_false_choice_stands_beside_the_choice() -> None:
    """Who has chosen already and says otherwise lies, and breaks no promise."""
    story = Story().chooses("Anna", 3).says("Anna", claim("go", location=5))
    assert lines(story) == [
        ("said", "↳ a lie that Anna will go to 5 Security HQ (the choice was 3 Megatoys)")
    ]


def test_a_lie_about_open_dice_is_plain_to_all() -> None:
    """The truth about them is worth no line."""
    story = looked().lifts(*DICE).says("Bruno", ZERO)
    assert [line for _, line in lines(story)] == [
        "↳ a lie that no die shows 6 Supermarket (all see [1] [1] [5] [6])"
    ]
    assert lines(looked().lifts(*DICE).says("Bruno", claim("dice", dice=list(DICE)))) == []


@pytest.mark.parametrize(
    "plain",
    [
        claim("saw"),
        claim("zombies", location=1, relation=">=", count=0),
        claim("lied", player="Bruno"),
    ],
)
def test_what_is_plain_or_says_nothing_gets_no_line(plain: object) -> None:
    """That Anna looked, that there are at least no dice, that a lie was a lie."""
    story = looked().says("Bruno", claim("saw")).says("Anna", plain)  # type: ignore[arg-type]
    told = [line for _, line in lines(story)]
    assert told == ["↳ a lie that Bruno has looked under the box"]


def test_a_false_accusation_is_called_false() -> None:
    """Bruno spoke the truth."""
    story = looked().says("Bruno", claim("saw", player="Anna")).says("Anna", claim("lied"))
    story.says("Clara", claim("lied", player="Bruno"))
    assert ("said", "↳ untrue that Bruno has lied in this round or the last") in lines(story)


def test_dice_of_another_round_are_forgotten() -> None:
    """What was seen in round 1 is not held against round 2."""
    story = looked().round_ends().round(2).rolls(2, 2, 3, 3).looks("Anna", 2, 2, 3, 3)
    (_, told), *_ = lines(story.says("Anna", claim("dice", dice=list(DICE))))
    assert told == "↳ a lie that the dice are [1] [1] [5] [6] (Anna had seen [2] [2] [3] [3])"


def test_dice_of_a_scenario_belong_to_its_first_round() -> None:
    """They may be rolled and seen before its round begins."""
    story = looked()
    story.records.append(story.records.pop(1))
    (told,) = lines(story.says("Anna", ZERO))
    assert told == (
        "said",
        "↳ a lie that no die shows 6 Supermarket (Anna had seen [1] [1] [5] [6])",
    )


# --- when it is decided ---


def test_who_goes_elsewhere_is_told_beside_the_announcement() -> None:
    """The line stands where the choice is made."""
    story = Story().says("Bruno", claim("go", location=5)).chooses("Bruno", 3)
    told = "↳ Bruno chooses 3 Megatoys, not 5 Security HQ as announced"
    assert lines(story) == [("destination_chosen", told)]


def test_who_goes_after_ruling_it_out_is_told() -> None:
    """A negated announcement is broken by going there."""
    story = Story().says("Bruno", claim("go", location=5, negated=True)).chooses("Bruno", 5)
    told = "↳ Bruno chooses 5 Security HQ after ruling it out"
    assert lines(story) == [("destination_chosen", told)]


def test_who_goes_as_announced_is_told_in_few_words() -> None:
    """Both kinds of announcement; it is told once for both."""
    story = Story().says("Bruno", claim("go", location=5), claim("go", location=3, negated=True))
    story.chooses("Bruno", 5)
    assert set(lines(story)) == {("destination_chosen", "↳ Bruno chooses as announced")}


def test_an_announcement_that_was_taken_back_is_not_broken() -> None:
    """Everybody who heard the first has heard the second."""
    story = Story().says("Bruno", claim("go", location=5)).says("Bruno", claim("go", location=3))
    assert lines(story.chooses("Bruno", 3)) == [
        ("destination_chosen", "↳ Bruno chooses as announced")
    ]


def test_an_announcement_that_was_taken_back_elsewhere_is_broken() -> None:
    """Who hears only the second one is told nothing of the first."""
    story = Story().says("Bruno", claim("go", location=5))
    story.says("Bruno", claim("go", location=3), to=["Anna"]).chooses("Bruno", 3)
    assert [line for _, line in lines(story)] == [
        "↳ Bruno chooses 3 Megatoys, not 5 Security HQ as announced",
        "↳ Bruno chooses as announced",
    ]


@pytest.mark.parametrize(
    ("negated", "ballot", "told"),
    [
        (False, "Bruno", "Anna votes as announced"),
        (False, "Clara", "Anna votes for Clara, not for Bruno as announced"),
        (True, "Clara", "Anna votes as announced"),
        (True, "Bruno", "Anna votes for Bruno after ruling it out"),
    ],
)
def test_a_vote_that_was_announced_to_all_is_no_promise(
    ballot: str, told: str, *, negated: bool
) -> None:
    """It is told as a destination is."""
    made = claim("vote", target="Bruno", vote="attack", negated=negated)
    story = Story().says("Anna", made)
    story.ballots("attack", 3, "Anna Bruno Clara", Anna=ballot, Bruno="Anna", Clara="Anna")
    assert [line for _, line in lines(story.round_ends())] == [f"↳ {told}"]


@pytest.mark.parametrize(("ballot", "kept"), [("Bruno", "kept"), ("Clara", "broken")])
def test_a_promise_is_kept_or_broken_at_the_ballot(ballot: str, kept: str) -> None:
    """The line stands under the votes."""
    story = Story().says("Anna", claim("vote", target="Bruno", vote="attack"), to=["Clara"])
    story.ballots("attack", 3, "Anna Bruno Clara", Anna=ballot, Bruno="Anna", Clara="Anna")
    told = f"↳ Anna's promise to vote for Bruno in the attack is {kept}"
    assert lines(story) == [("votes_revealed", told)]


@pytest.mark.parametrize(("of_bruno", "told"), [("Anna", "lapses: it never came to that"),
                                              ("Clara", "is kept")])  # fmt: skip
def test_a_truce_that_the_other_did_not_keep_lapses(of_bruno: str, told: str) -> None:
    """Bruno was to spare Anna, and she him; offers of another kind lapse without a word."""
    theirs = p("vote", player="Bruno", target="Anna", vote="attack", negated=True)
    mine = claim("vote", target="Bruno", vote="attack", negated=True, condition=theirs)
    story = Story().says("Anna", mine, to=["Bruno"])
    story.says("Anna", claim("give", target="Clara", condition=theirs), to=["Clara"])
    story.ballots("attack", 3, "Anna Bruno Clara", Anna="Clara", Bruno=of_bruno, Clara="Bruno")
    line = f"↳ Anna's promise not to vote for Bruno in the attack {told}"
    assert line in [each for _, each in lines(story.round_ends())]
    lapsed = [each for _, each in lines(story.round_ends()) if "lapses" in each]
    assert len(lapsed) == told.startswith("lapses")


def test_a_truce_that_both_failed_at_once_lapses() -> None:
    """Whichever kind it was given by; each had given the other their word."""
    his = claim("ally", target="Anna", condition=p("ally", player="Anna", target="Bruno"))
    theirs = p("vote", player="Bruno", target="Anna", vote="attack", negated=True)
    for made, words in (
        (claim("vote", target="Bruno", vote="attack", negated=True, condition=theirs),
         "not to vote for Bruno in the attack"),
        (claim("ally", target="Bruno", condition=theirs), "to spare Bruno in attack votes"),
    ):  # fmt: skip
        story = Story().says("Bruno", his, to=["Anna"]).says("Anna", made, to=["Bruno"])
        story.ballots("attack", 3, "Anna Bruno Clara", Anna="Bruno", Bruno="Anna", Clara="Bruno")
        assert lines(story) == [
            ("votes_revealed", f"↳ {promise} lapses: neither did their part")
            for promise in (
                "Bruno's promise to spare Anna in attack votes",
                f"Anna's promise {words}",
            )
        ]


def test_a_promise_given_again_and_again_is_told_once() -> None:
    """The same line does not stand twice at one moment."""
    pledge = claim("ally", target="Bruno")
    story = Story().says("Anna", pledge).says("Anna", pledge)
    story.ballots("attack", 3, "Anna Bruno Clara", Anna="Bruno", Bruno="Anna", Clara="Anna")
    told = "↳ Anna's promise to spare Bruno in attack votes is broken"
    assert lines(story) == [("votes_revealed", told)]


def test_a_moot_promise_is_not_told() -> None:
    """Its occasion never came."""
    assert (
        lines(Story().says("Anna", claim("vote", target="Bruno", vote="attack")).round_ends()) == []
    )


def test_a_forecast_is_right_or_wrong_once_it_is_decided() -> None:
    """Of the dice when they are rolled, of a death at the end of the round."""
    safe = claim("safe", location=3, confidence="think")
    story = Story().says("Anna", ZERO, safe).rolls(*DICE).round_ends()
    assert lines(story) == [
        ("dice_rolled", "↳ Anna was wrong that no die shows 6 Supermarket"),
        ("round_ended", "↳ Anna was right that nobody is eaten at 3 Megatoys this round"),
    ]


def test_a_promise_on_a_condition_may_be_found_broken_in_a_later_round() -> None:
    """Where nobody remembers the destination, the promise is told as it was given."""
    condition = p("vote", player="Clara", target="Dmitri", vote="chief")
    pledge = claim("go", location=5, condition=condition)
    story = Story().says("Bruno", pledge).chooses("Bruno", 3).round_ends().round(2)
    story.ballots("chief", 5, Clara="Dmitri", Dmitri="Clara")
    told = "↳ Bruno's promise to go to 5 Security HQ is broken"
    assert lines(story) == [("votes_revealed", told)]
