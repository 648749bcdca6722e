"""What a claim was: one definition of a lie, and the same answer to all who ask."""

from collections.abc import Callable

import pytest

from arena.claims import Claim
from arena.claims.assertions import Assertion
from arena.claims.verdict import Verdict, verdict_on
from tests.arena.claims.helpers import Story, claim, p
from tests.arena.narration.talked import lines, reckoned

DICE = (1, 1, 3, 6)
NONE_AT_1 = claim("zombies", location=1, relation="=", count=0)
NOT_LIED = claim("lied", player="Anna", negated=True)
CLARA_FOR_BRUNO = p("vote", player="Clara", target="Bruno", vote="chief")


def looked() -> Story:
    """Anna has seen the dice, the others have not."""
    return Story().rolls(*DICE).looks("Anna", *DICE)


def made(said: Claim, to: tuple[str, ...] = (), *, taken_back: bool = False) -> Assertion:
    """Return a claim of Anna's about dice that were rolled, or about anything else."""
    return Assertion(
        message=1, turn="Anna.t1", at=0, speaker="Anna", claim=said, to=to, hearers=None, round=1,
        of_dice_to_come=False, taken_back=taken_back,
    )  # fmt: skip


def accused(story: Story, player: str = "Anna") -> str:
    """Return what becomes of an accusation at the end of the story."""
    return story.says("Dmitri", claim("lied", player=player)).truth()


def lies(story: Story, player: str = "Anna") -> int:
    """Return how many lies are counted in the end."""
    return len(reckoned(story)[player].lies)


@pytest.mark.parametrize(
    ("assertion", "kept", "broken"),
    [
        (made(claim("go", location=3)), Verdict.ANNOUNCEMENT_KEPT, Verdict.ANNOUNCEMENT_BROKEN),
        (made(claim("go", location=3), taken_back=True), Verdict.TAKEN_BACK, Verdict.TAKEN_BACK),
        (made(claim("give", target="Bruno")), Verdict.PROMISE_KEPT, Verdict.PROMISE_BROKEN),
        (made(claim("go", player="Bruno", location=3)), Verdict.NOTHING, Verdict.NOTHING),
        (made(claim("safe", location=3)), Verdict.NOTHING, Verdict.NOTHING),
        (made(NONE_AT_1), Verdict.BLUFF, Verdict.BLUFF),
    ],
)
def test_what_nobody_could_know_is_kept_broken_or_nothing(
    assertion: Assertion, kept: Verdict, broken: Verdict
) -> None:
    """A pledge of one's own is measured by what one does, a forecast by nothing."""
    assert verdict_on(assertion, "true", "neither") == kept
    assert verdict_on(assertion, "false", "neither") == broken


@pytest.mark.parametrize(
    ("to", "condition"), [((), None), (("Bruno",), None), ((), CLARA_FOR_BRUNO)]
)
def test_a_vote_is_announced_to_all_and_promised_to_somebody(
    to: tuple[str, ...], condition: object
) -> None:
    """In return for something it is promised too."""
    vote = claim("vote", target="Bruno", vote="attack", condition=condition)
    expected = "promise" if to or condition else "announcement"
    assert verdict_on(made(vote, to), "true", "neither") == f"{expected}_kept"
    assert verdict_on(made(vote, to), "false", "neither") == f"{expected}_broken"


@pytest.mark.parametrize("kind", [NONE_AT_1, claim("go", location=3), claim("give", target="Ann")])
def test_what_is_moot_or_not_known_is_nothing(kind: Claim) -> None:
    """Whatever its speaker knew."""
    for truth in ("moot", "undetermined"):
        for basis in ("seen", "told", "neither"):
            found = verdict_on(made(kind), truth, basis)  # type: ignore[arg-type]
            assert found == Verdict.NOTHING


@pytest.mark.parametrize("said", [claim("go", player="Bruno", location=3), NONE_AT_1])
def test_only_what_one_will_do_oneself_is_announced(said: Claim) -> None:
    """A forecast or a report is no announcement."""
    assert made(claim("go", location=3)).is_announcement
    assert not made(said).is_announcement


def test_only_lies_and_broken_pledges_are_deceitful() -> None:
    """As the claim `lied` has it: a bluff is none."""
    deceitful = {each for each in Verdict if each.is_deceitful}
    assert deceitful == {Verdict.LIE, Verdict.PROMISE_BROKEN, Verdict.ANNOUNCEMENT_BROKEN}


# --- whoever asks is told the same ---


def false_hearsay() -> Story:
    """Anna claims to have been told what nobody told her."""
    return looked().says("Anna", claim("holds", card="threat", said_by="Bruno"))


def denied_death() -> Story:
    """Anna says that nobody is eaten where all have seen somebody eaten."""
    return Story().eats("Bruno", 3).says("Anna", claim("safe", location=3))


def denied_destination() -> Story:
    """Anna says that Bruno, who has announced 5, will go to 3."""
    return Story().announces("Bruno", 5).says("Anna", claim("go", player="Bruno", location=3))


def denied_lie() -> Story:
    """Anna lied and says that she has not; the first lie lies two rounds back for the accuser."""
    story = looked().says("Anna", NONE_AT_1).round_ends().round(2)
    return story.says("Anna", NOT_LIED).round_ends().round(3)


@pytest.mark.parametrize("story", [false_hearsay, denied_death, denied_destination, denied_lie])
def test_whatever_the_speaker_knew_to_be_false_is_a_lie_to_accusers_too(
    story: Callable[[], Story],
) -> None:
    """The claim `lied` is true of it, as the count of lies and the line under the words have it."""
    assert lies(story()) == 1 + (story is denied_lie)
    assert any(line.startswith("↳ a lie that") for _, line in lines(story()))
    assert accused(story()) == "true"


def test_who_hears_hearsay_knows_that_it_is_false_if_it_was_said_of_them() -> None:
    """Bruno knows what he said; Clara can't know whether it was whispered."""
    for accuser, basis in (("Bruno", "seen"), ("Clara", "neither")):
        story = false_hearsay().says(accuser, claim("lied", player="Anna"))
        assert (story.last().truth, story.last().basis) == ("true", basis)


def test_who_takes_an_announcement_back_has_not_lied() -> None:
    """All who heard the first destination have heard the second."""
    five, three = claim("go", location=5), claim("go", location=3)
    story = Story().says("Anna", five).says("Anna", three).chooses("Anna", 3).reveals(Anna=3)
    assert accused(story) == "false"
    story = Story().says("Anna", five).says("Anna", three, to=["Bruno"])
    assert accused(story.chooses("Anna", 3).reveals(Anna=3)) == "true"


def test_a_lie_on_a_condition_is_a_lie_once_that_is_met() -> None:
    """It is called so where it is decided, and counted so."""
    story = looked().says("Anna", claim("dice", dice=[6, 6, 6, 6], condition=CLARA_FOR_BRUNO))
    story.ballots("chief", 5, Clara="Bruno", Bruno="Clara")
    ((where, line),) = lines(story)
    assert where == "votes_revealed"
    assert line.startswith("↳ Anna lied that the dice are [6] [6] [6] [6], if Clara votes for")
    assert line.endswith("(Anna had seen [1] [1] [3] [6])")
    assert lies(story) == 1
    assert accused(story) == "true"


def test_a_destination_that_was_chosen_is_denied_by_a_lie_not_by_a_broken_word() -> None:
    """On a condition too: the choice was made before the words."""
    story = Story().chooses("Anna", 3)
    story.says("Anna", claim("go", location=5, condition=CLARA_FOR_BRUNO))
    story.ballots("chief", 5, Clara="Bruno", Bruno="Clara")
    ((_, line),) = lines(story)
    assert line.startswith("↳ Anna lied that Anna will go to 5 Security HQ, if Clara votes")
    assert line.endswith("(the choice was 3 Megatoys)")
    assert (lies(story), reckoned(story)["Anna"].announced) == (1, 0)


def test_a_lie_whose_condition_is_met_in_a_later_round_is_one_of_its_own_round() -> None:
    """The dice of the later round are not what it denied."""
    story = looked().says("Anna", claim("dice", dice=[6, 6, 6, 6], condition=CLARA_FOR_BRUNO))
    story.round_ends().round(2).rolls(2, 2, 3, 3).looks("Anna", 2, 2, 3, 3)
    story.ballots("chief", 5, Clara="Bruno", Bruno="Clara")
    (lie,) = reckoned(story)["Anna"].lies
    assert (lie.round, lie.dice) == (1, ())
    ((_, line),) = lines(story)
    assert line.startswith("↳ Anna lied that the dice are [6] [6] [6] [6], if Clara votes")
    assert "had seen" not in line
