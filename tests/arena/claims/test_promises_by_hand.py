"""Promises reckoned by hand, by both judges and in both families: kept, broken or void."""

import pytest

import engine
from arena.projections.judge import Judge
from arena.records.record import shown_to
from tests.arena.claims.helpers import SEATS, claims_in
from tests.arena.claims.hindsight import Hindsight
from tests.arena.claims.spoken import Spoken
from tests.arena.records_of import record_of

DICE = (1, 1, 3, 6)
TRUE, FALSE = "dice 1 1 3 6", "dice 2 2 2 2"
FAMILIES = pytest.mark.parametrize("family", ["moh", "osaczeni"])


def told(family: str) -> Spoken:
    """Return a story in which Anna, who has looked, promised Bruno the dice."""
    story = Spoken(engine.ruleset(family)).deals(Anna="threat", Bruno="threat", Clara="threat")
    story.rolls(*DICE).looks("Anna", *DICE)
    return story.speaks("Anna", "I tell Bruno the dice")


def truth(story: Spoken, who: str = "all", message: int = 1) -> str:
    """Return the truth of the first claim of a message, on which both judges agree."""
    judge = Judge(story.ruleset, SEATS)
    fed = [each for each in story.records if shown_to(each["seen_by"], who)]
    found = [each for record in fed for each in claims_in(judge.feed(record_of(record)))]
    (judged,) = [
        each
        for each in (*found, *claims_in(judge.close()))
        if (each.message, each.claim) == (message, 0)
    ]
    if who == "all":
        place = next(
            at for at, each in enumerate(story.records) if each["data"].get("message") == message
        )
        made = story.records[place]["data"]["claims"][0]
        assert Hindsight(story.records, place).claim(made) == judged.truth
    return judged.truth


# --- what was told by name comes before what was said to all ---


@FAMILIES
@pytest.mark.parametrize(
    ("by_name", "to_all", "expected"),
    [
        (TRUE, FALSE, "true"),
        (FALSE, TRUE, "false"),
        (TRUE, None, "true"),
        (FALSE, None, "false"),
        (None, TRUE, "true"),
        (None, FALSE, "false"),
        (None, None, "false"),
        ("zombies 5 >= 0", TRUE, "true"),
        ("zombies 5 >= 0", FALSE, "false"),
        ("zombies 5 >= 0", None, "false"),
        ("not zombies 5 >= 0", TRUE, "false"),
        ("not dice 1 1 3 6", TRUE, "false"),
        ("not dice 2 2 2 2", TRUE, "true"),
        ("I think dice 1 1 3 6", FALSE, "false"),
        ("I think dice 2 2 2 2", TRUE, "true"),
    ],
)
@pytest.mark.parametrize("whisper", [True, False], ids=["whispered", "addressed"])
@pytest.mark.parametrize("first", [True, False], ids=["before", "after"])
def test_what_is_told_by_name_comes_before_what_is_said_to_all(
    family: str,
    by_name: str | None,
    to_all: str | None,
    expected: str,
    *,
    whisper: bool,
    first: bool,
) -> None:
    """Who lies to the table and whispers the truth to a friend has told the friend, in any order.

    What every roll makes true tells nothing, and what was only thought is no report.
    """
    story = told(family)
    words = [(by_name, ["Bruno"], whisper), (to_all, [], False)]
    for line, to, whispered in words if first else words[::-1]:
        if line is not None:
            story.speaks("Anna", line, to=to, whisper=whispered)
    story.lifts(*DICE).round_ends()
    assert truth(story) == expected


@FAMILIES
def test_one_false_word_by_name_is_one_too_many(family: str) -> None:
    """Whatever else was told by name; what others were told by name is said to the target too.

    So it is with what was said to all, where nothing was told by name.
    """
    aloud = told(family).speaks("Anna", TRUE).speaks("Anna", FALSE)
    assert truth(aloud.lifts(*DICE)) == "false"
    both = told(family).speaks("Anna", TRUE, to=["Bruno"]).speaks("Anna", FALSE, to=["Bruno"])
    assert truth(both.lifts(*DICE)) == "false"
    other = told(family).speaks("Anna", FALSE, to=["Clara"]).speaks("Anna", TRUE, to=["Bruno"])
    assert truth(other.lifts(*DICE)) == "true"
    overheard = told(family).speaks("Anna", FALSE, to=["Clara"]).lifts(*DICE)
    assert truth(overheard) == "false"
    unheard = told(family).speaks("Anna", FALSE, to=["Clara"], whisper=True)
    assert truth(unheard.speaks("Anna", TRUE).lifts(*DICE)) == "true"


@FAMILIES
def test_an_onlooker_knows_of_no_whisper(family: str) -> None:
    """A lie to the table may have been made good; a lie by name can't be."""
    aloud = told(family).speaks("Anna", FALSE).lifts(*DICE)
    by_name = told(family).speaks("Anna", FALSE, to=["Bruno"]).lifts(*DICE)
    for story, expected in ((aloud, "undetermined"), (by_name, "false")):
        assert truth(story, "Clara") == expected
        assert truth(story, "Bruno") == "false"


# --- a character that stays where it stood has not been moved ---


@FAMILIES
@pytest.mark.parametrize(
    ("line", "cause", "expected"),
    [
        ("I move MINE", "sprint", "false"),
        ("I do not move MINE", "sprint", "true"),
        ("I move OTHER", "sprint", "false"),
        ("I do not move OTHER", "sprint", "true"),
        *[
            (line, cause, "moot")
            for line in ("I move MINE", "I do not move MINE", "I move OTHER")
            for cause in ("full", "closed")
        ],
    ],
)
def test_a_character_that_stays_where_it_stood_has_not_been_moved(
    family: str, line: str, cause: str, expected: str
) -> None:
    """By a Sprint its player wants it so; who finds the destination full or closed moves nobody."""
    mine, other = ("gunman", "pin_up") if family == "moh" else ("leader", "klutz")
    line = line.replace("MINE", mine).replace("OTHER", other)
    story = Spoken(engine.ruleset(family)).speaks("Anna", line).phase("movement")
    story.lifts(*DICE).moves("Anna", mine, cause, place=1)
    story.moves("Anna", other, "energy_drink").phase("attack").round_ends()
    assert truth(story) == expected


# --- who hides from the vote that they promised ---


def attacked(family: str, line: str) -> Spoken:
    """Return a story in which Anna said a line before 3 was attacked, and may play cards."""
    story = Spoken(engine.ruleset(family)).speaks("Anna", line)
    return story.calls("attack", 3, "Anna", "Bruno", "Clara")


def reveal(story: Spoken, among: str = "Bruno Clara", number: int = 1, place: int = 3) -> Spoken:
    """Let Bruno and Clara vote, without Anna."""
    story.opens("attack", place)
    return story.ballots("attack", place, among, number, Bruno="Bruno", Clara="Bruno")


@FAMILIES
@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("I vote Clara attack", "false"),
        ("I vote Clara attack at 3", "false"),
        ("I vote Clara attack first", "false"),
        ("I vote Clara attack in the re-vote", "moot"),
        ("I vote Clara attack at 4", "moot"),
        ("I vote Dmitri attack", "moot"),
        ("I do not vote Clara attack", "moot"),
        ("I spare Clara", "moot"),
        ("I vote Clara chief", "moot"),
        ("Bruno votes Clara attack", "false"),
    ],
)
def test_who_hides_from_the_vote_has_not_voted_as_promised(
    family: str, line: str, expected: str
) -> None:
    """Nothing else was in the way; who promised not to vote for somebody keeps to that."""
    story = reveal(attacked(family, line).hides("Anna", 3)).round_ends().add("game_ended", {})
    assert truth(story) == expected


@FAMILIES
def test_who_could_not_vote_without_hiding_is_free(family: str) -> None:
    """Not there, eaten, hidden before the promise or from another vote, or no ballot at all."""
    line = "I vote Clara attack"
    assert truth(reveal(attacked(family, line)).round_ends()) == "moot"
    assert truth(reveal(attacked(family, line).eats("Anna", 3)).round_ends()) == "moot"
    alone = attacked(family, line).hides("Anna", 3).chosen("attack", 3, "Clara")
    assert truth(alone.round_ends()) == "moot"
    elsewhere = attacked(family, line).hides("Anna", 3).calls("attack", 4, "Bruno", "Clara")
    assert truth(reveal(elsewhere, place=4).round_ends()) == "moot"
    before = Spoken(engine.ruleset(family)).calls("attack", 4, "Anna").hides("Anna", 4)
    before.speaks("Anna", line).calls("attack", 4, "Anna", "Bruno", "Clara")
    assert truth(reveal(before, place=4).round_ends()) == "moot"
    other = Spoken(engine.ruleset(family)).speaks("Anna", line).calls("truck", 4, "Anna")
    other.hides("Anna", 4).calls("attack", 4, "Bruno", "Clara")
    assert truth(reveal(other, place=4).round_ends()) == "moot"
    bruno = attacked(family, line).hides("Bruno", 3)
    assert truth(reveal(bruno).round_ends()) == "moot"


@FAMILIES
def test_who_hides_one_of_two_votes_with_the_other(family: str) -> None:
    """Then it is the ballot that counts; where nobody was to choose, the next ballot there."""
    for target, expected in (("Clara", "true"), ("Bruno", "false")):
        story = attacked(family, "I vote Clara attack").hides("Anna", 3).opens("attack", 3)
        assert truth(story.ballots("attack", 3, "Bruno Clara", Anna=target)) == expected
    later = reveal(attacked(family, "I vote Clara attack").hides("Anna", 3), "Bruno Dmitri")
    later.calls("attack", 3, "Bruno", "Clara")
    assert truth(reveal(later).round_ends()) == "false"


@FAMILIES
def test_a_tie_that_another_decides_is_no_ballot_of_who_hid(family: str) -> None:
    """Only its holder has it."""
    story = attacked(family, "I vote Clara attack in the tie").hides("Anna", 3)
    reveal(story).breaks_tie("attack", 3, "Dmitri", "Bruno", "Bruno Clara").round_ends()
    assert truth(story) == "moot"


def test_where_one_may_hide_from_an_election_it_is_the_same() -> None:
    """An edition allows it; the next such vote is another one."""
    story = Spoken(engine.ruleset("moh-ru")).speaks("Anna", "I vote Clara truck")
    story.calls("truck", 4, "Anna", "Bruno", "Clara").hides("Anna", 4).opens("truck", 4)
    assert truth(story.ballots("truck", 4, "Bruno Clara", Bruno="Clara")) == "false"


@FAMILIES
def test_whose_condition_hides_has_not_met_it(family: str) -> None:
    """It is judged like a promise."""
    story = attacked(family, "I vote Dmitri chief if Bruno votes Clara attack")
    story.hides("Bruno", 3).opens("attack", 3).ballots("attack", 3, "Anna Clara", Anna="Clara")
    assert truth(story.round_ends()) == "moot"


# --- where neither of two does their part ---

SPARES = ("I spare Bruno if Bruno spares me", "I do not vote Bruno attack if Bruno spares me",
          "I do not vote Bruno attack if Bruno does not vote me attack")  # fmt: skip
HERS = pytest.mark.parametrize("hers", SPARES)


def both_strike(story: Spoken) -> Spoken:
    """Let Anna and Bruno vote for each other in an attack on 3."""
    story.calls("attack", 3, "Anna", "Bruno", "Clara").opens("attack", 3)
    return story.ballots("attack", 3, Anna="Bruno", Bruno="Anna", Clara="Clara")


def told_by_bruno(family: str, *lines: str, to: str = "", whisper: bool = False) -> Spoken:
    """Return a story in which Bruno speaks first; messages are numbered from 1."""
    story = Spoken(engine.ruleset(family)).deals(Anna="threat", Bruno="threat", Clara="threat")
    return story.speaks("Bruno", *lines, to=to.split(), whisper=whisper)


@FAMILIES
@HERS
@pytest.mark.parametrize(
    ("his", "expected"),
    [
        ("I spare Anna if Anna spares me", "both_failed"),
        ("I spare Anna until 1", "both_failed"),
        ("I do not vote Anna attack", "both_failed"),
        ("I do not vote Anna attack at 3 if Anna spares me", "both_failed"),
        ("I do not vote Anna attack first", "both_failed"),
        ("I do not vote Anna attack at 4", "moot"),
        ("I do not vote Anna attack in the re-vote", "moot"),
        ("I do not vote Anna chief", "moot"),
        ("I vote Anna attack", "moot"),
        ("I vote Clara attack", "moot"),
        ("I spare Clara", "moot"),
        ("Clara spares Anna", "moot"),
        ("Anna said I spare Anna", "moot"),
        ("I go 3", "moot"),
    ],
)
def test_a_truce_that_both_broke_is_one_to_which_both_gave_their_word(
    family: str, hers: str, his: str, expected: str
) -> None:
    """By whichever kind, on a condition or without; what was said of something else is no word."""
    story = both_strike(told_by_bruno(family, his).speaks("Anna", hers))
    assert truth(story, message=2) == expected
    assert truth(both_strike(told_by_bruno(family).speaks("Anna", hers)), message=2) == "moot"


@FAMILIES
@HERS
def test_a_word_counts_for_who_heard_it_while_it_stands(family: str, hers: str) -> None:
    """Not one that was whispered to another, broken before, or of an earlier round."""
    his = "I do not vote Anna attack"
    for to, expected in (("Anna", "both_failed"), ("Clara", "moot")):
        story = told_by_bruno(family, his, to=to, whisper=True).speaks("Anna", hers)
        assert truth(both_strike(story), message=2) == expected
    after = told_by_bruno(family).speaks("Anna", hers).speaks("Bruno", his)
    assert truth(both_strike(after), message=2) == "both_failed"
    late = both_strike(told_by_bruno(family).speaks("Anna", hers)).speaks("Bruno", his)
    assert truth(late, message=2) == "moot"
    broken = both_strike(told_by_bruno(family, his)).speaks("Anna", hers)
    assert truth(both_strike(broken), message=2) == "moot"
    earlier = told_by_bruno(family, his).round_ends().round(2).speaks("Anna", hers)
    assert truth(both_strike(earlier), message=2) == "moot"


@FAMILIES
def test_a_card_that_nobody_promised_is_no_word(family: str) -> None:
    """Anna would vote for whoever gives her a card: Bruno's vote was free."""
    story = told_by_bruno(family).speaks("Anna", "I vote Bruno chief if Bruno votes me chief")
    story.ballots("chief", 5, Anna="Clara", Bruno="Bruno", Clara="Clara")
    assert truth(story, message=2) == "moot"
    agreed = told_by_bruno(family, "I vote Anna chief")
    agreed.speaks("Anna", "I vote Bruno chief if Bruno votes me chief")
    agreed.ballots("chief", 5, Anna="Clara", Bruno="Bruno", Clara="Clara")
    assert truth(agreed, message=2) == "both_failed"


@FAMILIES
@HERS
@pytest.mark.parametrize(
    ("offer", "acceptor", "expected"),
    [
        ("offer Bruno: I vote Bruno chief / Bruno spares me", "Bruno", "both_failed"),
        ("offer Bruno: I vote Bruno chief / you do not vote me attack", "Bruno", "both_failed"),
        ("offer Clara: I vote Clara chief / Clara spares me", "Clara", "moot"),
        ("offer Bruno: I spare Bruno / Bruno votes me chief", "Bruno", "moot"),
        ("offer Bruno: I spare Bruno / Bruno spares me", None, "moot"),
    ],
)
def test_a_term_of_a_deal_between_the_two_is_a_word(
    family: str, hers: str, offer: str, acceptor: str | None, expected: str
) -> None:
    """Once it is accepted, by who failed."""
    story = told_by_bruno(family).speaks("Anna", offer)
    story.speaks("Anna", hers)
    if acceptor is not None:
        story.speaks(acceptor, "accept 2", to=["Anna"])
    assert truth(both_strike(story), message=3) == expected


@FAMILIES
@pytest.mark.parametrize(
    ("his", "expected"),
    [
        (["I go 3"], "both_failed"),
        (["I go 3 if Anna goes 3"], "both_failed"),
        (["I go 4"], "moot"),
        (["I go 3", "I go 4"], "moot"),
        ([], "moot"),
    ],
)
@pytest.mark.parametrize("order", [("Anna", "Bruno"), ("Bruno", "Anna")])
def test_two_who_meant_to_meet_and_both_went_elsewhere(
    family: str, his: list[str], expected: str, order: tuple[str, str]
) -> None:
    """A destination that was taken back is no word any more."""
    story = told_by_bruno(family)
    for line in his:
        story.speaks("Bruno", line)
    story.speaks("Anna", "I go 3 if Bruno goes 3")
    for player in order:
        story.chooses(player, 2)
    made = story.reveals(Anna=2, Bruno=2).round_ends()
    assert truth(made, message=2 + len(his)) == expected


@FAMILIES
def test_a_word_that_was_kept_before_is_none_any_more(family: str) -> None:
    """Though it hangs on something that is still to come."""
    story = told_by_bruno(family, "I go 3 if Clara votes me truck")
    story.chooses("Bruno", 3).reveals(Bruno=3).round_ends().round(2)
    story.speaks("Anna", "I go 3 if Bruno goes 3").chooses("Anna", 2).chooses("Bruno", 2)
    assert truth(story.reveals(Anna=2, Bruno=2), message=2) == "moot"


@FAMILIES
@HERS
def test_an_onlooker_knows_of_no_word_that_was_whispered(family: str, hers: str) -> None:
    """Whether both or one had promised; the two know it."""
    his = "I spare Anna if Anna spares me"
    story = told_by_bruno(family, his, to="Anna", whisper=True).speaks("Anna", hers)
    both_strike(story)
    for who, expected in (
        ("Anna", "both_failed"), ("Bruno", "both_failed"), ("Clara", "undetermined"),
    ):  # fmt: skip
        assert truth(story, who, message=2) == expected
    aloud = both_strike(told_by_bruno(family, his).speaks("Anna", hers))
    assert truth(aloud, "Clara", message=2) == "both_failed"
