"""What became of what a seat meant to do: hand-drawn cases of each kind and outcome."""

from typing import Any, Literal

import pytest

from arena.claims.language import Proposition
from arena.claims.plans import Intent, PlanJudged, intent_problem
from arena.errors import ClaimError
from arena.projections.judge import Judge
from tests.arena.claims.helpers import MOH, SEATS
from tests.arena.claims.spoken import WORDS, Spoken
from tests.arena.records_of import record_of


class Planned(Spoken):
    """A numbered log in which seats plan."""

    def plans(self, actor: str, *intents: tuple[str, dict[str, Any]]) -> "Planned":
        """Let a player mean to do these things."""
        made = [{"act": act, "said": said} for act, said in intents]
        self.add("planned", {"asked": f"{actor}.1", "intents": made, "unread": []}, [actor])
        self.records[-1]["actor"] = actor
        return self

    def outcomes(self, *, whole: bool = True) -> list[tuple[str, str, int | None]]:
        """Return what became of all: outcome, type of the record that showed it, the other one."""
        judge = Judge(MOH, SEATS)
        found = []
        for at, record in enumerate(self.records):
            body = {key: value for key, value in record.items() if key != "i"}
            numbered = {**body, "i": at} if whole else body
            found += [
                each for each in judge.feed(record_of(numbered)) if isinstance(each, PlanJudged)
            ]
        return [
            (each.outcome, self.records[each.settled_by]["type"], each.instead) for each in found
        ]


VOTE = ("do", {"kind": "vote", "target": "Clara", "vote": "attack"})
REPORT = ("report", {"kind": "dice", "dice": [1, 1, 2, 2]})


def test_a_vote_that_is_cast_is_done() -> None:
    """The ballot shows it."""
    story = Planned().plans("Anna", VOTE)
    story.ballots("attack", 4, Anna="Clara", Clara="Anna")
    assert story.outcomes() == [("done", "votes_revealed", None)]


def test_another_vote_is_not_what_was_meant() -> None:
    """A changed mind, or a plan that was none."""
    story = Planned().plans("Anna", VOTE)
    story.ballots("attack", 4, "Clara Bruno", Anna="Bruno", Clara="Bruno")
    assert story.outcomes() == [("not_done", "votes_revealed", None)]


def test_a_plan_to_tell_the_dice_counts_what_was_done_before() -> None:
    """The box is lifted already, and Anna has told Bruno what lies in it."""
    told = Planned().rolls(1, 1, 3, 6).looks("Anna", 1, 1, 3, 6).speaks("Anna", "dice 1 1 3 6")
    told.lifts(1, 1, 3, 6)
    assert isinstance(told, Planned)
    late = told.plans("Anna", ("do", {"kind": "tell", "target": "Bruno"}))
    assert [outcome for outcome, *_ in late.round_ends().outcomes()] == ["done"]


def test_a_later_vote_changes_nothing() -> None:
    """The record that showed it stands."""
    both = (VOTE, ("do", {"kind": "vote", "target": "Clara", "vote": "attack", "negated": True}))
    story = Planned().plans("Anna", *both)
    for number, anna in enumerate(("Clara", "Bruno"), start=1):
        story.ballots("attack", 4, "Clara Bruno", number=number, Anna=anna, Clara="Bruno")
    found = story.round_ends().outcomes()
    assert [(outcome, by) for outcome, by, _ in found] == [
        ("done", "votes_revealed"), ("not_done", "votes_revealed")
    ]  # fmt: skip


def test_what_becomes_of_plans_is_perceived_by_nobody() -> None:
    """Not by who made them either."""
    judge = Judge(MOH, SEATS)
    story = Planned().plans("Anna", VOTE).ballots("attack", 4, Anna="Clara", Clara="Anna")
    found = [
        each
        for at, record in enumerate(story.records)
        for each in judge.feed(record_of(record | {"i": at}))
    ]
    assert [each.seen_by for each in found if isinstance(each, PlanJudged)] == ["engine"]


def test_what_never_came_to_a_vote_had_no_occasion() -> None:
    """At the end of the round."""
    story = Planned().plans("Anna", VOTE)
    assert story.round_ends().outcomes() == [("no_occasion", "round_ended", None)]


def test_not_to_do_it_is_a_plan_too() -> None:
    """Negated it is done by another ballot."""
    story = Planned().plans("Anna", ("do", {**VOTE[1], "negated": True}))
    story.ballots("attack", 4, "Clara Bruno", Anna="Bruno", Clara="Bruno")
    assert story.round_ends().outcomes() == [("done", "round_ended", None)]


def test_a_report_is_done_when_it_is_made_to_somebody() -> None:
    """In any order of the dice, whispered or not."""
    story = Planned().plans("Anna", REPORT)
    story.speaks("Anna", "dice 2 1 2 1", to=["Bruno"], whisper=True).round_ends()
    assert story.outcomes() == [("done", "said", None)]


def test_other_dice_are_named() -> None:
    """The record in which they were reported; what others say is theirs."""
    story = Planned().plans("Anna", REPORT)
    story.speaks("Bruno", "dice 1 1 2 2").speaks("Anna", "dice 1 1 1 1").round_ends()
    told = len(story.records) - 2
    assert story.outcomes() == [("not_done", "round_ended", told)]


def test_silence_is_no_report() -> None:
    """Nor is hearsay, nor dice on a condition."""
    story = Planned().plans("Anna", REPORT)
    story.speaks("Anna", "Bruno said dice 1 1 2 2", "dice 1 1 2 2 if Bruno saw").round_ends()
    assert story.outcomes() == [("not_done", "round_ended", None)]


def test_other_dice_first_and_those_meant_later_are_done() -> None:
    """By the end of the round."""
    story = Planned().plans("Anna", REPORT)
    story.speaks("Anna", "dice 1 1 1 1").speaks("Anna", "dice 1 1 2 2").round_ends()
    assert story.outcomes() == [("done", "said", None)]


def test_a_number_of_zombies_is_a_report() -> None:
    """Another number of the same place is another report."""
    meant = ("report", {"kind": "zombies", "location": 4, "relation": ">=", "count": 2})
    story = Planned().plans("Anna", meant, meant)
    story.speaks("Anna", "zombies 5 >= 2").speaks("Anna", "zombies 4 >= 1").round_ends()
    told = len(story.records) - 2
    assert story.outcomes() == [("not_done", "round_ended", told)] * 2


@pytest.mark.parametrize("line", ["zombies 4 = 2", "I go 4", "not dice 1 1 2 2"])
def test_what_is_of_another_kind_is_no_report_of_these_dice(line: str) -> None:
    """Nor is the opposite what was meant."""
    story = Planned().plans("Anna", REPORT).speaks("Anna", line).round_ends()
    other = len(story.records) - 2 if "dice" in line else None
    assert story.outcomes() == [("not_done", "round_ended", other)]


def test_another_place_is_no_other_report() -> None:
    """Of zombies somewhere else, nothing was meant."""
    meant = ("report", {"kind": "zombies", "location": 4, "relation": ">=", "count": 2})
    story = Planned().plans("Anna", meant).speaks("Anna", "zombies 5 >= 2", "dice 1 1 2 2")
    assert story.round_ends().outcomes() == [("not_done", "round_ended", None)]


def test_each_intent_is_judged_once() -> None:
    """And what is open when the records end had no occasion."""
    spare = ("do", {"kind": "ally", "target": "Bruno"})
    story = Planned().plans("Anna", VOTE, spare, REPORT).round_ends().round(2).game_ends()
    assert [outcome for outcome, *_ in story.outcomes()] == [
        "no_occasion",
        "not_done",
        "no_occasion",
    ]


def test_who_has_no_whole_log_judges_no_plan() -> None:
    """A seat's own records have no numbers."""
    story = Planned().plans("Anna", VOTE).ballots("attack", 4, Anna="Clara", Clara="Anna")
    assert story.outcomes(whole=False) == []


def test_a_plan_between_speeches_of_a_wave_breaks_no_seal() -> None:
    """What another said under the same seal is not known yet to who quotes it."""
    plain, planned = (Planned().rolls(1, 1, 3, 6) for _ in range(2))
    for story in (plain, planned):
        story.speaks("Anna", "dice 1 1 1 1")
        if story is planned:
            story.plans("Bruno", VOTE)
        story.speaks("Bruno", "dice 1 1 1 1")
        story.records[-1]["data"]["wave"] = 1
    found = [
        [each.basis for record in story.records for each in judge.feed(record_of(record))]  # type: ignore[union-attr]
        for story, judge in ((plain, Judge(MOH, SEATS)), (planned, Judge(MOH, SEATS)))
    ]
    assert found[0] == found[1]
    assert len(found[0]) == 2


@pytest.mark.parametrize(
    ("act", "said"),
    [
        ("do", {"kind": "vote", "target": "Clara", "vote": "attack", "player": "Bruno"}),
        ("do", {"kind": "dice", "dice": [1, 1, 2, 2]}),
        ("report", {"kind": "go", "location": 4}),
        ("report", {"kind": "dice", "dice": [1, 1]}),
    ],
    ids=["of another", "no deed", "no dice", "too few dice"],
)
def test_not_everything_can_be_meant(act: Literal["do", "report"], said: dict[str, Any]) -> None:
    """What is possible stands in the sentence."""
    problem = intent_problem(Intent(act=act, said=Proposition.read(said)), "Anna", WORDS)
    assert "Possible: " in str(problem)


@pytest.mark.parametrize("player", [None, "Anna"])
def test_one_may_name_oneself(player: str | None) -> None:
    """It is the same."""
    said = Proposition(kind="go", player=player, location=4)
    assert intent_problem(Intent(act="do", said=said), "Anna", WORDS) is None


@pytest.mark.parametrize(
    "data",
    [
        {},
        {"act": "hope", "said": {"kind": "saw"}},
        {"act": "do"},
        {"act": "do", "said": {"kind": "go", "location": 4}, "why": "to hide"},
    ],
)
def test_what_is_no_intent_is_refused(data: dict[str, Any]) -> None:
    """With what came."""
    with pytest.raises(ClaimError):
        Intent.read(data)
