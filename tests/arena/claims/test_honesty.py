"""Who kept faith: what counts as what, and what it cost whom."""

import re
from io import StringIO

import pytest
from rich.console import Console

from arena.claims import Claim
from arena.claims.honesty import Untruth, times_by_listener
from arena.claims.offers import Offer
from arena.narration.who_kept_faith import who_kept_faith
from arena.projections.reckoning import honesty_of
from tests.arena.claims.helpers import SEATS, Story, claim, p
from tests.arena.narration.talked import FACTS, WORDS, accepts, bargains, judged, reckoned
from tests.arena.records_of import records_of

DICE = (1, 1, 5, 6)
ZERO = claim("zombies", location=6, relation="=", count=0)
"""A lie of whoever has seen the dice."""
ONE = claim("zombies", location=6, relation="=", count=1)


def looked() -> Story:
    """Anna has seen the dice, the others have not."""
    return Story().rolls(*DICE).looks("Anna", *DICE)


def told(story: Story) -> str:
    """Return the section as it is printed, on one line."""
    out = StringIO()
    console = Console(file=out, width=100, color_system=None, highlight=False)
    for each in who_kept_faith(WORDS, reckoned(story)):
        console.print(each)
    return " ".join(re.sub("[●■▲◆─]", "", out.getvalue()).split())


def test_a_game_without_claims_has_no_liars() -> None:
    """Words alone are held against nobody."""
    story = looked().says("Anna")
    assert reckoned(story) == {}
    assert told(story) == ""


def test_messages_and_statements_are_counted_as_they_are_made() -> None:
    """Whispers and words without claims are messages too; a report of dice is one statement."""
    said = [ZERO, ONE, claim("saw"), claim("holds", card="threat")]
    found = reckoned(looked().says("Anna").says("Anna", *said, to=["Bruno"]).says("Anna", ONE))
    assert (found["Anna"].messages, found["Anna"].statements) == (3, 4)
    assert (found["Bruno"].messages, found["Bruno"].statements) == (0, 0)


def test_a_report_of_dice_is_one_lie_and_one_bluff() -> None:
    """However many claims it has; a quotation in it is a statement of its own."""
    other = claim("zombies", location=5, relation="=", count=0)
    quoted = claim("zombies", location=5, relation="=", count=0, said_by="Clara")
    found = reckoned(looked().says("Anna", ZERO, other, quoted).says("Bruno", ZERO, other))
    assert (found["Anna"].statements, len(found["Anna"].lies)) == (2, 2)
    assert [each.said for each in found["Anna"].lies[0].more] == [other.proposition]
    assert found["Anna"].lies[1].more == []
    blind = reckoned(looked().says("Bruno", ZERO, other))["Bruno"]
    assert (blind.statements, blind.bluffs) == (1, 1)


@pytest.mark.parametrize("order", [(0, 1), (1, 0)])
def test_a_statement_counts_as_the_worst_of_its_claims(order: tuple[int, int]) -> None:
    """Nobody rolls five of four: that much Bruno knew; of what Anna told him he is no liar."""
    never = claim("zombies", location=5, relation=">=", count=0, negated=True)
    for mild in (ONE, ZERO):
        story = looked().says("Anna", ZERO)
        found = reckoned(story.says("Bruno", *((never, mild)[at] for at in order)))["Bruno"]
        counted = (found.statements, found.bluffs, found.false_reports, len(found.lies))
        assert counted == (1, 0, 0, 1)
    passed_on, own = ZERO, claim("zombies", location=1, relation="=", count=2)
    story = looked().says("Anna", ZERO).says("Bruno", *((passed_on, own)[at] for at in order))
    found = reckoned(story)["Bruno"]
    assert (found.bluffs, found.false_reports, found.lies) == (1, 0, [])


def test_any_lie_of_a_report_costs_whom_it_sent_there() -> None:
    """The first says less of 5, the second of 6; Bruno goes to 6 and loses there."""
    five = claim("zombies", location=5, relation="=", count=0)
    story = looked().says("Anna", five, ZERO).chooses("Bruno", 6).reveals(Bruno=6).lifts(*DICE)
    moved = {"player": "Bruno", "character": "gunman", "origin": 1, "place": 6}
    story.add("character_moved", moved | {"cause": "destination"}).eats("Bruno", 6)
    (lie,) = reckoned(story)["Anna"].lies
    assert [(each.victim, each.place) for each in lie.losses] == [("Bruno", 6)]


def test_a_truce_that_both_failed_is_neither_kept_nor_broken() -> None:
    """It is no promise that came to its occasion."""
    spared = p("vote", player="Bruno", target="Anna", vote="attack", negated=True)
    made = claim("vote", target="Bruno", vote="attack", negated=True, condition=spared)
    his = claim("ally", target="Anna", condition=p("ally", player="Anna", target="Bruno"))
    story = looked().says("Bruno", his, to=["Anna"]).says("Anna", made, to=["Bruno"])
    story.ballots("attack", 3, Anna="Bruno", Bruno="Anna").round_ends()
    for found in (reckoned(story)["Anna"], reckoned(story)["Bruno"]):
        assert (found.promises, found.broken, found.announced) == (0, [], 0)


def test_a_lie_needs_that_its_speaker_had_seen() -> None:
    """The same words are a lie of Anna's and a bluff of Bruno's."""
    lie, bluff = (reckoned(looked().says(who, ZERO))[who] for who in ("Anna", "Bruno"))
    assert (len(lie.lies), lie.bluffs) == (1, 0)
    assert (len(bluff.lies), bluff.bluffs) == (0, 1)


def test_what_is_true_and_seen_is_nothing() -> None:
    """An honest report counts as a claim only."""
    data = reckoned(looked().says("Anna", ONE))["Anna"].data()
    told = {"messages", "statements", "reports", "reports_true"}
    assert {name for name, value in data.items() if value} == told


def test_a_bluff_is_put_as_sure_and_may_be_true() -> None:
    """Who only thinks so does not bluff."""
    story = looked().says("Bruno", ONE)
    story.says("Clara", claim("zombies", location=5, relation="=", count=1, confidence="think"))
    found = reckoned(story)
    assert (found["Bruno"].bluffs, found["Clara"].bluffs) == (1, 0)


def test_of_dice_to_come_nobody_can_bluff() -> None:
    """Before the roll it is a forecast."""
    assert reckoned(Story().says("Anna", ZERO).rolls(*DICE))["Anna"].bluffs == 0


def test_what_was_passed_on_is_apart() -> None:
    """Neither a lie nor a bluff of who believed it; what was passed on and true is nothing."""
    found = reckoned(looked().says("Anna", ZERO).says("Bruno", ZERO))["Bruno"]
    assert (len(found.lies), found.bluffs, found.false_reports) == (0, 0, 1)
    found = reckoned(looked().says("Anna", ONE).says("Bruno", ONE))["Bruno"]
    assert (len(found.lies), found.bluffs, found.false_reports) == (0, 0, 0)


@pytest.mark.parametrize(
    "lie",
    [
        claim("holds", card="threat"),
        claim("saw", negated=True),
        claim("zombies", location=6, relation="=", count=1, said_by="Bruno"),
    ],
)
def test_one_may_lie_about_a_hand_a_look_and_what_was_said(lie: object) -> None:
    """Whatever one's own information has settled."""
    story = looked().deals(Anna="sprint").says("Anna", lie)  # type: ignore[arg-type]
    assert len(reckoned(story)["Anna"].lies) == 1


def test_lies_are_counted_by_whom_they_address() -> None:
    """A lie to two counts for both, one to nobody in particular for all."""
    story = looked().says("Anna", ZERO).says("Anna", ZERO, to=["Bruno", "Clara"])
    found = reckoned(story)["Anna"]
    assert times_by_listener(found.lies) == {"all": 1, "Bruno": 1, "Clara": 1}
    assert times_by_listener([*found.lies, found.lies[1]])["Bruno"] == 2
    assert found.data()["lies"] == 2


def test_dice_of_a_scenario_lie_under_the_box_in_its_first_round() -> None:
    """They may be rolled before its round begins."""
    story = looked()
    story.records.append(story.records.pop(1))
    assert reckoned(story.says("Bruno", ZERO))["Bruno"].bluffs == 1


# --- promises ---


def test_promises_are_kept_or_broken_and_moot_ones_do_not_count() -> None:
    """Three votes: one kept, one broken, one that was never held."""
    story = Story()
    for vote in ("truck", "chief", "attack"):
        story.says("Anna", claim("vote", target="Bruno", vote=vote), to=["Bruno"])
    story.ballots("truck", 4, Anna="Bruno", Bruno="Anna")
    story.ballots("chief", 5, Anna="Anna", Bruno="Anna").round_ends()
    found = reckoned(story)["Anna"]
    assert (found.promises, len(found.broken)) == (2, 1)
    assert found.data()["promises_kept"] == 1
    assert times_by_listener(found.broken) == {"Bruno": 1}


def announced(story: Story) -> tuple[int, int]:
    """Return how many of Anna's announcements count, and after how many she did otherwise."""
    found = reckoned(story)["Anna"]
    assert found.promises == 0
    return found.announced, len(found.announced_otherwise)


def test_only_the_last_announcement_to_the_same_listeners_counts() -> None:
    """The first was taken back; one that others heard was not."""
    story = Story().says("Anna", claim("go", location=5)).says("Anna", claim("go", location=3))
    assert announced(story.chooses("Anna", 3)) == (1, 0)
    story = Story().says("Anna", claim("go", location=5))
    story.says("Anna", claim("go", location=3), to=["Bruno"]).chooses("Anna", 3)
    assert announced(story) == (2, 1)


TO_5, TO_3 = claim("go", location=5), claim("go", location=3)
IF_ELECTED = p("vote", player="Clara", target="Bruno", vote="chief")


@pytest.mark.parametrize(
    ("first", "second", "counts"),
    [
        (["Bruno"], [], (1, 0)),
        (["Bruno"], ["Bruno"], (1, 0)),
        (["Bruno"], ["Bruno", "Clara"], (1, 0)),
        (["Bruno", "Clara"], ["Bruno"], (2, 1)),
        (["Bruno"], ["Clara"], (2, 1)),
        ([], ["Bruno", "Clara"], (2, 1)),
    ],
)
def test_a_new_announcement_counts_before_all_who_heard_the_old_one(
    first: list[str], second: list[str], counts: tuple[int, int]
) -> None:
    """Who heard only the first could rely on it."""
    story = Story().says("Anna", TO_5, to=first).says("Anna", TO_3, to=second)
    assert announced(story.chooses("Anna", 3)) == counts


@pytest.mark.parametrize(
    ("who", "later"),
    [
        ("Anna", claim("go", player="Bruno", location=3)),
        ("Anna", claim("go", location=3, said_by="Bruno")),
        ("Anna", claim("go", location=3, condition=IF_ELECTED)),
        ("Anna", claim("vote", target="Bruno", vote="truck")),
        ("Bruno", TO_3),
    ],
    ids=["forecast", "hearsay", "condition", "vote", "another's"],
)
def test_nothing_else_takes_an_announcement_back(who: str, later: Claim) -> None:
    """Neither other words of hers nor another's announcement."""
    story = Story().says("Anna", TO_5).says(who, later).chooses("Anna", 3).chooses("Bruno", 3)
    found = reckoned(story.round_ends())["Anna"]
    assert (found.announced, len(found.announced_otherwise)) == (1, 1)


def test_the_next_rounds_announcement_takes_none_of_this_round_back() -> None:
    """On a condition that is met only then it was broken all the same."""
    story = Story().says("Anna", claim("go", location=5, condition=IF_ELECTED)).chooses("Anna", 3)
    story.reveals(Anna=3).round_ends().round(2).says("Anna", TO_3)
    story.ballots("chief", 5, Clara="Bruno", Bruno="Clara").chooses("Anna", 3)
    assert announced(story) == (2, 1)


def test_what_one_says_of_anothers_hand_without_having_seen_it_is_a_bluff() -> None:
    """Whether dice were rolled or not."""
    story = Story().deals(Anna="sprint", Bruno="pistol")
    assert (
        reckoned(story.says("Anna", claim("holds", player="Bruno", card="threat")))["Anna"].bluffs
        == 1
    )


def test_a_vote_announced_to_all_is_no_promise() -> None:
    """To somebody in particular, or in return for something, it is."""
    vote = claim("vote", target="Bruno", vote="chief")
    for to in ((), ("Clara",)):
        story = Story().says("Anna", vote, to=to)
        found = reckoned(story.ballots("chief", 5, Anna="Anna", Bruno="Anna"))["Anna"]
        otherwise = len(found.announced_otherwise)
        counts = (found.announced, otherwise, found.promises, len(found.broken))
        assert counts == ((0, 0, 1, 1) if to else (1, 1, 0, 0))


def test_a_binding_announcement_is_no_promise() -> None:
    """What the Chief announced binds; who repeats it announces nothing, who denies it lies."""
    story = Story().announces("Anna", 5).says("Anna", claim("go", location=5))
    found = reckoned(story.says("Anna", claim("go", location=3)))["Anna"]
    assert (found.announced, found.promises, len(found.lies)) == (0, 0, 1)


def test_what_others_will_do_is_no_promise() -> None:
    """A wrong forecast is neither a promise nor a lie."""
    story = Story().says("Anna", claim("go", player="Bruno", location=5)).chooses("Bruno", 3)
    found = reckoned(story)["Anna"]
    assert (found.announced, found.promises, len(found.lies)) == (0, 0, 0)


# --- what it cost ---


def fought(
    *, to: tuple[str, ...] = ("Bruno",), ballot: str = "Bruno", eaten: str = "Bruno"
) -> Story:
    """Anna, Bruno and Clara vote at Megatoys; Anna has pledged to spare Bruno."""
    story = Story().says("Anna", claim("vote", target="Bruno", vote="attack", negated=True), to=to)
    story.add("attack_began", {"place": 3, "zombies": 4, "strength": 3})
    story.ballots("attack", 3, "Anna Bruno Clara", Anna=ballot, Bruno="Clara", Clara="Bruno")
    return story.eats(eaten, 3)


def test_a_broken_pledge_cost_its_hearer_a_character() -> None:
    """Anna voted for Bruno, to whom she had promised the opposite, and Bruno lost the Gunman."""
    (broken,) = reckoned(fought())["Anna"].broken
    (loss,) = broken.losses
    assert (loss.victim, loss.character, loss.points, broken.ballot) == (
        "Bruno",
        "gunman",
        3,
        "Bruno",
    )
    assert told(fought()).endswith(
        " Round 1: Anna broke a promise to Bruno, not to vote for Bruno in the attack, and voted"
        " for Bruno. Bruno lost the Gunman (3 points) at 3 Megatoys."
    )


@pytest.mark.parametrize(
    "story",
    [
        fought(ballot="Clara"),
        fought(eaten="Clara"),
        fought(to=("Clara",)),
        fought(to=("Bruno", "Clara"), eaten="Clara"),
    ],
    ids=["kept", "another was eaten", "never heard", "another hearer was eaten"],
)
def test_a_pledge_costs_only_who_heard_it_broken_and_lost(story: Story) -> None:
    """Otherwise there is nothing to tell."""
    assert reckoned(story)["Anna"].losses == []


@pytest.mark.parametrize(("to", "costs"), [((), 0), (("Bruno",), 1)])
def test_a_vote_promised_against_another_costs_who_was_promised_it(
    to: tuple[str, ...], costs: int
) -> None:
    """Anna had promised to vote for Clara, voted for Dmitri, and Bruno was eaten."""
    story = Story().says("Anna", claim("vote", target="Clara", vote="attack"), to=to)
    story.add("attack_began", {"place": 3, "zombies": 4, "strength": 3})
    story.ballots(
        "attack", 3, "Anna Bruno Clara Dmitri", Anna="Dmitri", Bruno="Clara", Clara="Bruno"
    )
    assert len(reckoned(story.eats("Bruno", 3))["Anna"].losses) == costs


def test_a_vote_promised_aloud_to_another_costs_who_only_overheard_it_nothing() -> None:
    """It was Dmitri to whom Anna had promised to vote for Clara."""
    story = Story().says("Anna", claim("vote", target="Clara", vote="attack"), to=["Dmitri"])
    story.records[-1]["seen_by"] = "all"
    story.add("attack_began", {"place": 3, "zombies": 4, "strength": 3})
    story.ballots(
        "attack", 3, "Anna Bruno Clara Dmitri", Anna="Dmitri", Bruno="Clara", Clara="Bruno"
    )
    assert reckoned(story.eats("Bruno", 3))["Anna"].losses == []


# --- which ballot broke it, where that is found later ---

IF_SAFE = p("safe", location=6)


def broken_in_the_end(story: Story) -> Untruth:
    """Return the only promise of Anna's that was broken by the end of the round."""
    (broken,) = reckoned(story.round_ends())["Anna"].broken
    return broken


def test_the_ballot_of_the_vote_that_was_promised_is_told() -> None:
    """Not that of a later vote of another kind."""
    story = Story().says(
        "Anna", claim("vote", target="Bruno", vote="chief", condition=IF_SAFE), to=["Bruno"]
    )
    story.ballots("chief", 5, Anna="Clara", Bruno="Anna", Clara="Anna")
    story.ballots("attack", 2, Anna="Dmitri", Bruno="Anna", Dmitri="Anna")
    assert broken_in_the_end(story).ballot == "Clara"


def test_who_hid_from_the_vote_cast_no_other() -> None:
    """Nor was it the ballot before, in which nobody could vote as promised."""
    story = Story().says("Anna", claim("vote", target="Clara", vote="attack"), to=["Bruno"])
    story.calls("attack", 2, "Anna", "Dmitri").opens("attack", 2)
    story.ballots("attack", 2, Anna="Dmitri", Dmitri="Anna")
    story.calls("attack", 3, "Anna", "Bruno", "Clara").hides("Anna", 3).opens("attack", 3)
    story.ballots("attack", 3, Bruno="Clara", Clara="Bruno").eats("Bruno", 3)
    broken = broken_in_the_end(story)
    assert (broken.ballot, broken.losses) == (None, [])
    assert "Anna broke a promise to Bruno, to vote for Clara in the attack." in told(story)


def test_who_died_at_the_place_that_was_named_is_the_cost() -> None:
    """Though Anna voted for Bruno in the next attack too."""
    spare = claim(
        "vote", target="Bruno", vote="attack", location=3, negated=True, condition=IF_SAFE
    )
    story = Story().says("Anna", spare, to=["Bruno"])
    for place in (3, 4):
        story.add("attack_began", {"place": place, "zombies": 4, "strength": 3})
        story.ballots("attack", place, "Bruno Clara", Anna="Bruno", Bruno="Clara", Clara="Bruno")
        story = story.eats("Bruno", place) if place == 3 else story
    assert [loss.place for loss in broken_in_the_end(story).losses] == [3]


def test_who_dies_of_a_tie_dies_of_its_vote() -> None:
    """Anna's ballot broke the truce, Dmitri decided."""
    tie = {"kind": "attack", "place": 3, "player": "Dmitri", "chosen": "Bruno"}
    story = Story().add("attack_began", {"place": 3, "zombies": 4, "strength": 3})
    spare = claim("vote", target="Bruno", vote="attack", negated=True, condition=IF_SAFE)
    story.says("Anna", spare, to=["Bruno"])
    story.ballots("attack", 3, "Bruno Clara", Anna="Bruno", Bruno="Clara")
    story.add("tie_broken", {**tie, "candidates": ["Bruno", "Clara"]}).eats("Bruno", 3)
    assert [loss.victim for loss in broken_in_the_end(story).losses] == ["Bruno"]


def test_no_ballot_breaks_a_gift() -> None:
    """Nor does a Chief vote cost a character."""
    story = Story().says("Anna", claim("give", target="Bruno"), to=["Bruno"])
    story.ballots("attack", 2, Anna="Clara", Bruno="Anna", Clara="Anna")
    story.looks_into_truck("Anna", "sprint threat").shares("Anna", "sprint", "threat", "Clara")
    assert broken_in_the_end(story).ballot is None
    spare = claim("vote", target="Bruno", vote="chief", negated=True)
    story = Story().says("Anna", spare, to=["Bruno"])
    story.ballots("chief", 5, Anna="Bruno", Bruno="Anna").eats("Bruno", 3)
    assert broken_in_the_end(story).losses == []


def test_a_lie_before_the_first_round_of_a_scenario_costs_in_it() -> None:
    """Its dice lie under the box already."""
    story = Story()
    story.records.pop()
    story.at = 0
    story.rolls(*DICE).looks("Anna", *DICE).says("Anna", ZERO).round(3)
    assert len(reckoned(goes_and_dies(story))["Anna"].losses) == 1


def truce(*, kept_by_bruno: bool = True) -> Story:
    """Anna and Bruno agree to spare each other at Megatoys; Anna strikes, and Bruno is eaten."""
    theirs = p("vote", player="Bruno", target="Anna", vote="attack", location=3, negated=True)
    mine = claim("vote", target="Bruno", vote="attack", location=3, negated=True, condition=theirs)
    story = Story().add("attack_began", {"place": 3, "zombies": 4, "strength": 3})
    story.says("Anna", mine, to=["Bruno"])
    other = "Clara" if kept_by_bruno else "Anna"
    story.ballots("attack", 3, "Anna Bruno Clara", Anna="Bruno", Bruno=other, Clara="Bruno")
    return story.eats("Bruno", 3)


@pytest.mark.parametrize("ends", ["attack_began", "round_ended"])
def test_a_truce_that_one_side_broke_costs_the_other(ends: str) -> None:
    """Whether the other kept it is found after the meal: the loss is counted all the same."""
    story = truce()
    if ends == "attack_began":
        story.add("attack_began", {"place": 5, "zombies": 4, "strength": 1})
        story.eats("Clara", 5)
    (broken,) = reckoned(story.round_ends())["Anna"].broken
    assert broken.ballot == "Bruno"
    assert [(loss.victim, loss.place) for loss in broken.losses] == [("Bruno", 3)]


def test_a_truce_that_the_other_broke_too_costs_nothing() -> None:
    """It is moot."""
    assert reckoned(truce(kept_by_bruno=False).round_ends())["Anna"].broken == []


def test_a_pledge_broken_in_one_attack_costs_nothing_in_the_next() -> None:
    """Bruno is eaten elsewhere, without Anna."""
    story = fought(eaten="Clara")
    story.add("attack_began", {"place": 5, "zombies": 4, "strength": 1})
    assert reckoned(story.eats("Bruno", 5))["Anna"].losses == []


def goes_and_dies(story: Story, victim: str = "Bruno", place: int = 6) -> Story:
    """Let somebody move to a place of his own will and lose a character there."""
    data = {"player": victim, "character": "gunman", "origin": 1, "place": place}
    return story.add("character_moved", {**data, "cause": "destination"}).eats(victim, place)


def lured(
    lie: object,
    *,
    victim: str = "Bruno",
    place: int = 6,
    to: tuple[str, ...] = (),
    cause: str = "destination",
) -> Story:
    """Anna reports; the victim moves to a place and loses a character there."""
    story = looked().says("Anna", lie, to=to).chooses(victim, place)  # type: ignore[arg-type]
    data = {"player": victim, "character": "gunman", "origin": 1, "place": place, "cause": cause}
    return story.add("character_moved", data).eats(victim, place)


@pytest.mark.parametrize(
    "lie",
    [
        ZERO,
        claim("zombies", location=6, relation=">=", count=1, negated=True),
        claim("dice", dice=[1, 1, 5, 5]),
    ],
)
def test_a_lie_that_plays_a_place_down_costs_who_went_there(lie: object) -> None:
    """The hearer moved there and lost a character in the same round."""
    (found,) = reckoned(lured(lie))["Anna"].lies
    (loss,) = found.losses
    assert (loss.victim, loss.points, loss.place, loss.round) == ("Bruno", 3, 6, 1)
    assert (found.ballot, found.dice) == (None, DICE)


def test_a_costly_lie_is_told_with_what_was_seen() -> None:
    """What Anna saw, what she said, what came of it."""
    assert told(lured(ZERO)).endswith(
        " Round 1: Anna lied to all that no die shows 6 Supermarket, having seen [1] [1] [5] [6]."
        " Bruno lost the Gunman (3 points) at 6 Supermarket."
    )


@pytest.mark.parametrize(
    "story",
    [
        lured(ONE),
        lured(claim("zombies", location=6, relation=">=", count=3)),
        lured(claim("zombies", location=1, relation="=", count=0)),
        lured(ZERO, to=("Clara",)),
        lured(ZERO, place=5),
        lured(ZERO, cause="full"),
        lured(claim("zombies", location=6, relation="=", count=1, negated=True)),
        lured(claim("dice", dice=[1, 1, 1, 6])),
        lured(claim("zombies", location=6, relation="=", count=0, said_by="Clara")),
        lured(ZERO, victim="Anna"),
        looked().says("Anna", ZERO).eats("Bruno", 6),
        goes_and_dies(looked().says("Anna", ZERO).round_ends().round(2).rolls(*DICE)),
        goes_and_dies(looked().chooses("Bruno", 6).says("Anna", ZERO)),
    ],
    ids=[
        "true",
        "played up",
        "another place",
        "unheard",
        "went elsewhere",
        "turned away",
        "any other number",
        "as many in a roll",
        "hearsay",
        "herself",
        "stayed",
        "in the next round",
        "too late",
    ],
)
def test_other_deaths_are_no_cost_of_a_lie(story: Story) -> None:
    """Only who heard it in time, went there and lost."""
    assert reckoned(story)["Anna"].losses == []


def test_a_character_is_lost_once_however_often_one_lied() -> None:
    """Two lies about one place cost one Gunman."""
    story = looked().says("Anna", ZERO).says("Anna", ZERO).chooses("Bruno", 6)
    data = {"player": "Bruno", "character": "gunman", "origin": 1, "place": 6, "cause": "sprint"}
    found = reckoned(story.add("character_moved", data).eats("Bruno", 6))["Anna"]
    assert found.data()["cost_others"] == 3


# --- the section ---


def test_the_table_has_everybody_and_the_sentences_each_lie() -> None:
    """Who said nothing has a line of zeros and no sentence; a bluff is counted, not told."""
    story = looked().says("Anna", ZERO, to=["Bruno"]).says("Bruno", ONE)
    text = told(story.says("Clara", claim("go", location=3)).chooses("Clara", 5))
    heads = "Reports Promises Announced Player Stated Lies Bluffs true kept done"
    assert text.startswith(f"Who kept faith {heads}")
    for row in ("Anna 1 1 0 0 of 1 - -", "Bruno 1 0 1 - - -", "Clara 1 0 0 - - 0 of 1"):
        assert row in text
    assert text.count("Round ") == 2
    assert text.count("Round 1: Anna lied to Bruno that no die shows") == 1
    assert text.endswith(
        " Round 1: Clara announced to all that Clara would go to 3 Megatoys, and went to 5 Security"
        " HQ."
    )


def test_an_announced_vote_is_told_with_the_other_and_costs_nobody() -> None:
    """Of all that was not done as announced there is a sentence; a promise alone can be broken."""
    story = looked().says("Anna", claim("vote", target="Bruno", vote="attack"))
    story.says("Bruno", claim("vote", target="Anna", vote="attack", negated=True))
    story.add("attack_began", {"place": 3, "zombies": 4, "strength": 3})
    story.ballots("attack", 3, "Anna Bruno Clara", Anna="Clara", Bruno="Anna", Clara="Clara")
    story.add("character_eaten", {"player": "Clara", "character": "gunman", "place": 3})
    text = told(story)
    assert (
        "Round 1: Anna announced to all that Anna would vote for Bruno in the attack, and voted"
        " for Clara." in text
    )
    assert (
        "Round 1: Bruno announced to all that Bruno would not vote for Anna in the attack, and"
        " voted for Anna." in text
    )
    assert "lost" not in text


def test_the_lies_of_one_speech_share_a_sentence_with_all_that_they_cost() -> None:
    """Two claims, one speech, two characters."""
    five = claim("zombies", location=5, relation="=", count=3)
    story = looked().says("Anna", ZERO, five)
    for victim, character in (("Bruno", "gunman"), ("Clara", "tough_guy")):
        data = {"player": victim, "character": character, "place": 6}
        moved = {**data, "origin": 1, "cause": "destination"}
        story.add("character_moved", moved).add("character_eaten", data)
    assert told(story).endswith(
        " Round 1: Anna lied to all that no die shows 6 Supermarket and that exactly 3 dice show 5"
        " Security HQ, having seen [1] [1] [5] [6]. Bruno lost the Gunman (3 points) at 6"
        " Supermarket. Clara lost the Tough Guy (5 points) at 6 Supermarket."
    )


def test_a_lie_about_anything_but_dice_is_told_without_them() -> None:
    """What Anna held is not what she saw under the box."""
    story = looked().deals(Anna="sprint").says("Anna", claim("holds", card="threat"))
    assert told(story).endswith(" Round 1: Anna lied to all that Anna holds Threat.")


def test_what_was_promised_earlier_is_told_with_its_round() -> None:
    """An alliance of round 1 is broken in round 2, and told between what came before and after."""
    story = looked().says("Anna", claim("ally", target="Bruno", until=2), to=["Bruno"])
    story.says("Anna", ZERO).round_ends().round(2)
    story.add("attack_began", {"place": 3, "zombies": 4, "strength": 3})
    story.ballots("attack", 3, "Anna Bruno Clara", Anna="Bruno", Bruno="Anna", Clara="Anna")
    text = told(story)
    assert text.endswith(
        "Round 2: Anna broke a promise to Bruno of round 1, to spare Bruno in attack votes until"
        " the end of round 2, and voted for Bruno."
    )
    assert text.index("Round 1: Anna lied") < text.index("Round 2: Anna broke")


def test_the_same_promise_broken_once_is_told_once() -> None:
    """However often it was given."""
    story = Story()
    for _ in range(3):
        story.says("Anna", claim("vote", target="Bruno", vote="chief"), to=["Bruno"])
    text = told(story.ballots("chief", 5, Anna="Anna", Bruno="Anna"))
    assert text.count("Anna broke a promise") == 1
    assert "Anna 3 0 0 - 0 of 1 -" in text


def sold_out(before: Story | None = None) -> Story:
    """Anna, who was to spare Bruno in the attack, votes for him, and he loses his Gunman."""
    story = before or Story()
    spare = Offer(to=("Bruno",), gives=(p("ally", until=1),), wants=(p("vote", vote="chief"),))
    deal = story.turns + 1
    accepts(bargains(story, "Anna", spare), "Bruno", deal)
    story.ballots("chief", 5, "Anna Bruno Clara", Anna="Anna", Bruno="Anna")
    story.add("attack_began", {"place": 3, "zombies": 4, "strength": 3})
    story.ballots("attack", 3, "Anna Bruno Clara", Anna="Bruno", Bruno="Anna", Clara="Anna")
    return story.eats("Bruno", 3)


def test_a_broken_deal_is_told_with_what_it_cost_the_other_party() -> None:
    """What was promised, what was done instead, and who was lost by it."""
    assert told(sold_out()).endswith(
        "Anna and Bruno, 1 deal: Anna broke 1; Bruno kept 1. Round 1: Anna broke deal 1 with Bruno,"
        " to spare Bruno in attack votes until the end of round 1, and voted for Bruno. For it"
        " Bruno voted for Anna as Chief of Security. Bruno lost the Gunman (3 points) at 3"
        " Megatoys."
    )


def test_deals_are_counted_by_what_came_of_them_with_whom() -> None:
    """Each party by its own side; points as for a broken promise."""
    anna, bruno, clara = (reckoned(sold_out())[name].data() for name in ("Anna", "Bruno", "Clara"))
    assert (anna["deals"], bruno["deals"], clara["deals"]) == (1, 1, 0)
    assert anna["deals_with"] == {"Bruno": {"broken": 1}}
    assert bruno["deals_with"] == {"Anna": {"kept": 1}}
    assert (anna["cost_others"], bruno["cost_others"]) == (3, 0)
    assert "Excused to nothing Anna 1 0 1 0 0 Bruno 1 1 0 0 0" in told(sold_out())


def test_what_both_broke_or_never_came_to_it_is_nobodys_breach() -> None:
    """Counted apart, and not told among the lies and broken words."""
    elect = Offer(to=("Bruno",), gives=(p("vote", vote="chief"),), wants=(p("vote", vote="chief"),))
    story = accepts(bargains(Story(), "Anna", elect), "Bruno")
    story.ballots("chief", 5, "Anna Bruno Clara", Anna="Clara", Bruno="Clara")
    go = Offer(to=("Clara",), gives=(p("give"),), wants=(p("go", location=5),))
    text = told(accepts(bargains(story, "Anna", go), "Clara", 3).round_ends().game_ends())
    assert "Anna 2 0 0 1 1 Bruno 1 0 0 1 0 Clara 1 0 0 0 1" in text
    assert text.endswith("Anna and Bruno, 1 deal: each was excused in 1.")


def test_a_game_of_deals_without_claims_has_no_table_of_claims() -> None:
    """No head without news."""
    assert "Stated" not in told(sold_out())


def test_a_report_is_one_however_much_it_says_of_the_dice() -> None:
    """True where none of its claims is a lie; what is said once all see the dice is none."""
    five = claim("zombies", location=5, relation="=", count=1)
    story = looked().says("Anna", ONE, five).says("Anna", five, ZERO).says("Bruno", ONE)
    data = reckoned(story.lifts(*DICE).says("Anna", ONE))["Anna"].data()
    assert (data["reports"], data["reports_true"]) == (2, 1)


def test_a_gift_that_was_not_given_is_told_with_who_got_it() -> None:
    """The last ballot is not what broke it."""
    story = Story().says("Anna", claim("give", target="Bruno"), to=["Bruno"])
    story.ballots("truck", 4, Anna="Anna", Bruno="Anna").looks_into_truck("Anna", "sprint threat")
    story.shares("Anna", "sprint", "threat", "Clara")
    assert told(story).endswith(
        "Anna broke a promise to Bruno, to give Bruno a card from the truck, and gave it to Clara."
    )


@pytest.mark.parametrize(
    ("chosen", "came"),
    [
        ("Clara", "and voted for Clara, who was elected Chief of Security."),
        ("Dmitri", "and voted for Clara; Dmitri was elected Chief of Security."),
        (None, "and voted for Clara."),
    ],
)
def test_a_broken_vote_is_told_with_who_won_it(chosen: str | None, came: str) -> None:
    """By the re-vote too, which decides what the first ballot left open."""
    story = Story().says("Anna", claim("vote", target="Bruno", vote="chief"), to=["Bruno"])
    story.ballots("chief", 5, "Bruno Clara Dmitri", Anna="Clara", Bruno="Bruno")
    story.ballots("chief", 5, "Bruno Clara Dmitri", number=2, Anna="Bruno", Bruno="Bruno")
    story.chosen("chief", 5, chosen)
    promise = "Round 1: Anna broke a promise to Bruno, to vote for Bruno as Chief of Security, "
    assert told(story).endswith(promise + came)


def test_who_won_another_vote_is_not_what_a_broken_one_came_to() -> None:
    """The next vote has its own winner."""
    story = Story().says("Anna", claim("vote", target="Bruno", vote="truck"), to=["Bruno"])
    story.ballots("truck", 4, "Bruno Clara", Anna="Clara").chosen("truck", 4, "Clara")
    story.chosen("chief", 5, "Dmitri")
    assert told(story).endswith("and voted for Clara, who searched the truck.")


def test_a_vote_promised_against_another_is_told_with_who_died_of_it() -> None:
    """Whoever that is, though it cost the hearer nothing."""
    story = Story().says("Anna", claim("vote", target="Clara", vote="attack"), to=["Bruno"])
    story.add("attack_began", {"place": 3, "zombies": 4, "strength": 3})
    story.ballots("attack", 3, "Anna Bruno Clara Dmitri", Anna="Dmitri", Clara="Dmitri")
    text = told(story.chosen("attack", 3, "Dmitri").eats("Dmitri", 3))
    assert text.endswith("and voted for Dmitri. Dmitri lost the Gunman (3 points) at 3 Megatoys.")
    assert reckoned(story)["Anna"].data()["cost_others"] == 0


def test_who_dies_in_the_next_attack_did_not_die_of_the_vote() -> None:
    """On the parking lot one attack follows another, and the last may need no ballot."""
    story = Story().says("Anna", claim("vote", target="Clara", vote="attack"), to=["Bruno"])
    story.add("attack_began", {"place": 4, "zombies": 2, "strength": 3})
    story.ballots("attack", 4, "Anna Bruno Clara Dmitri", Anna="Dmitri", Clara="Dmitri")
    story.chosen("attack", 4, "Dmitri").eats("Dmitri", 4)
    story.add("attack_began", {"place": 4, "zombies": 1, "strength": 2})
    text = told(story.chosen("attack", 4, "Bruno").eats("Bruno", 4))
    assert text.endswith(
        "and voted for Dmitri. Dmitri lost the Gunman (3 points) at 4 Parking Lot."
    )


def test_a_destination_that_was_sold_is_told_with_the_other() -> None:
    """Where the party of a deal went instead."""
    stay = Offer(to=("Bruno",), gives=(p("go", location=5),), wants=(p("vote", vote="chief"),))
    story = accepts(bargains(Story(), "Anna", stay), "Bruno")
    text = told(story.chooses("Anna", 3).reveals(Anna=3))
    assert text.endswith("to go to 5 Security HQ, and went to 3 Megatoys.")


def test_a_promise_that_repeats_a_deal_is_told_with_the_deal_alone() -> None:
    """The same word to the same player, broken once; to another it is another."""
    spare = claim("ally", target="Bruno", until=1)
    for to, promises in (("Bruno", 0), ("Clara", 1)):
        text = told(sold_out(Story().says("Anna", spare, to=[to])))
        assert text.count("broke deal 2 with Bruno") == 1
        assert text.count("broke a promise") == promises


def test_conditions_leave_the_count_where_they_are_not_met() -> None:
    """A promise on a condition that fails is moot."""
    pledge = claim("go", location=5, condition=p("go", player="Bruno", location=3))
    story = Story().says("Anna", pledge).chooses("Bruno", 5).chooses("Anna", 3)
    assert reckoned(story)["Anna"].announced == 0


def test_the_same_records_give_the_same_whoever_sits_first() -> None:
    """Only the order follows the seats."""
    records = judged(lured(ZERO))
    ahead, behind = (
        honesty_of(records_of(records), FACTS, seats) for seats in (SEATS, SEATS[::-1])
    )
    assert {seat: each.data() for seat, each in ahead.items()} == {
        seat: each.data() for seat, each in behind.items()
    }
    assert list(behind) == list(SEATS[::-1])
