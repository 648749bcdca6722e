"""What a seat knows of deals, promises and reports: no more than it heard, and for how long."""

import json
from copy import deepcopy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.projections.ledger import Ledger
from tests.arena.claims.helpers import MOH, SEATS
from tests.arena.claims.spoken import Spoken
from tests.arena.records_of import records_of

OFFER = "offer Bruno: I vote Bruno chief / Bruno gives me a card"


def ledger(story: Spoken, seat: str) -> Ledger:
    """Return the ledger of a seat after a story."""
    kept = Ledger(MOH, SEATS, seat)
    kept.catch_up(records_of(story.heard_by(seat)))
    return kept


def numbers(kept: Ledger) -> dict[str, list[int]]:
    """Return the numbers of the open offers by whose they are."""
    return {
        "all": [deal.number for deal in kept.open_deals],
        "to me": [deal.number for deal in kept.open_deals if kept.seat in deal.open_for],
        "by me": [deal.number for deal in kept.open_deals if deal.offerer == kept.seat],
    }


def promises(kept: Ledger) -> list[tuple[str, str, str | None]]:
    """Return who promised what, and what came of it."""
    return [
        (word.assertion.speaker, word.assertion.said.kind, word.truth) for word in kept.promises
    ]


# --- deals ---


def test_an_offer_stands_with_those_who_heard_it() -> None:
    """For who can answer it, for who made it and for the others."""
    story = Spoken().speaks("Anna", OFFER)
    assert numbers(ledger(story, "Bruno")) == {"all": [1], "to me": [1], "by me": []}
    assert numbers(ledger(story, "Anna")) == {"all": [1], "to me": [], "by me": [1]}
    assert numbers(ledger(story, "Clara")) == {"all": [1], "to me": [], "by me": []}


def test_a_whispered_offer_is_unknown_to_others() -> None:
    """And its acceptance too."""
    story = Spoken().speaks("Anna", OFFER, to=["Bruno"], whisper=True)
    story.speaks("Bruno", "accept 1", to=["Anna"], whisper=True)
    assert numbers(ledger(story, "Clara"))["all"] == []
    assert ledger(story, "Clara").agreements == ()
    assert [each.acceptor for each in ledger(story, "Anna").agreements] == ["Bruno"]


@pytest.mark.parametrize(
    "answer", ["accept 1", "decline 1", "counter 1 Anna: I go 4 / Anna goes 4"]
)
def test_an_answer_ends_an_offer(answer: str) -> None:
    """Accepted it is an agreement; a counter-offer is another offer."""
    kept = ledger(Spoken().speaks("Anna", OFFER).speaks("Bruno", answer), "Dmitri")
    assert [deal.number for deal in kept.open_deals] == ([2] if "counter" in answer else [])
    assert len(kept.agreements) == (answer == "accept 1")


def test_an_offer_is_gone_with_its_round_and_an_agreement_is_not() -> None:
    """What was accepted outlives the round."""
    story = Spoken().speaks("Anna", OFFER).speaks("Bruno", "accept 1")
    story.speaks("Anna", "offer Clara: I spare Clara / Clara spares me")
    story.round_ends().round(2)
    kept = ledger(story, "Anna")
    assert kept.open_deals == ()
    assert [each.deal.number for each in kept.agreements] == [1]


def test_a_settled_deal_stands_for_a_round_more() -> None:
    """Its terms say what was seen of them."""
    story = Spoken().speaks("Anna", "offer Bruno: I vote Bruno chief / Bruno votes me truck")
    story.speaks("Bruno", "accept 1")
    story.ballots("truck", 4, Anna="Anna", Bruno="Anna").ballots(
        "chief", 5, "Anna Bruno", Anna="Anna"
    )
    (agreed,) = ledger(story.round_ends().round(2), "Clara").agreements
    assert {party: [term.truth for term in terms] for party, terms in agreed.sides.items()} == {
        "Anna": ["false"],
        "Bruno": ["true"],
    }
    assert ledger(story.round_ends().round(3), "Clara").agreements == ()


def test_a_deal_of_which_one_party_is_done_stands() -> None:
    """Bruno has voted as agreed; Anna's vote comes rounds later."""
    story = Spoken().speaks("Anna", "offer Bruno: I vote Bruno chief / Bruno votes me truck")
    story.speaks("Bruno", "accept 1").ballots("truck", 4, Anna="Anna", Bruno="Anna")
    for number in (2, 3):
        story.round_ends().round(number)
    (agreed,) = ledger(story, "Clara").agreements
    assert agreed.settled == {"Bruno": "kept"}


# --- promises ---


def test_a_promise_stands_with_who_gave_it_and_to_whom() -> None:
    """Addressed, or about them; what is said between others is theirs."""
    story = Spoken().speaks("Anna", "I spare Bruno", to=["Clara"])
    for seat in ("Anna", "Bruno", "Clara"):
        assert promises(ledger(story, seat)) == [("Anna", "ally", None)]
    assert promises(ledger(story, "Dmitri")) == []


def test_a_promise_to_nobody_is_to_all() -> None:
    """One that is for what a player does is to this player."""
    story = Spoken().speaks("Anna", "I hold back attack").speaks("Bruno", "I go 4 if Clara goes 3")
    story.speaks("Clara", "I hold back attack if Bruno goes 4", "I hold back chief", to=["Dmitri"])
    kinds = {seat: promises(ledger(story, seat)) for seat in SEATS}
    to_all, for_bruno, to_dmitri = (
        ("Anna", "play", None),
        ("Clara", "play", None),
        ("Clara", "play", None),
    )
    assert kinds["Anna"] == [to_all]
    assert kinds["Bruno"] == [to_all, for_bruno]
    assert kinds["Clara"] == [to_all, for_bruno, to_dmitri]
    assert kinds["Dmitri"] == [to_all, for_bruno, to_dmitri]


def test_a_truce_that_both_broke_is_told() -> None:
    """In one ballot, after each gave their word; one that only one gave is gone."""
    story = Spoken().speaks("Anna", "I spare Bruno if Bruno spares me")
    one_sided = Spoken().speaks("Anna", "I spare Bruno if Bruno spares me")
    story.speaks("Bruno", "I spare Anna if Anna spares me")
    for each in (story, one_sided):
        each.deals(Bruno="threat").ballots("attack", 3, Anna="Bruno", Bruno="Anna", Clara="Clara")
    assert promises(ledger(story, "Bruno")) == [
        ("Anna", "ally", "both_failed"),
        ("Bruno", "ally", "both_failed"),
    ]
    assert promises(ledger(one_sided, "Bruno")) == []


def test_promises_and_reports_are_kept_apart() -> None:
    """Other claims are neither."""
    story = Spoken().speaks("Anna", "I spare Bruno", "dice 1 1 3 6", "not safe 3", "I saw")
    kept = ledger(story, "Bruno")
    assert [word.assertion.said.kind for word in kept.promises] == ["ally"]
    assert {
        by: [word.assertion.said.kind for word in words] for by, words in kept.reports.items()
    } == {("Anna", True): ["dice"]}


def test_an_announcement_is_no_promise() -> None:
    """Where one goes, and how one votes where nobody is addressed."""
    story = Spoken().speaks("Anna", "I go 4", "I vote Bruno attack")
    assert promises(ledger(story, "Bruno")) == []


def test_a_promise_is_kept_or_broken_before_its_eyes() -> None:
    """It stands a round more; one without occasion is gone."""
    story = Spoken().speaks("Anna", "I vote Bruno chief", "I vote Clara truck", to=["Bruno"])
    story.speaks("Clara", "I vote Bruno attack", to=["Bruno"])
    story.ballots("truck", 4, Anna="Clara", Clara="Clara")
    story.ballots("chief", 5, "Anna Bruno", Anna="Anna")
    assert promises(ledger(story, "Bruno")) == [
        ("Anna", "vote", "false"),
        ("Anna", "vote", "true"),
        ("Clara", "vote", None),
    ]
    story.round_ends().round(2)
    assert [truth for *_, truth in promises(ledger(story, "Bruno"))] == ["false", "true"]
    assert promises(ledger(story.round_ends().round(3), "Bruno")) == []


def test_what_is_said_again_is_one_promise() -> None:
    """As long as it is open."""
    story = Spoken().speaks("Anna", "I spare Bruno").speaks("Anna", "I spare Bruno")
    assert promises(ledger(story, "Bruno")) == [("Anna", "ally", None)]


def test_a_promise_of_another_round_is_another() -> None:
    """Who gives it again means from now on."""
    story = Spoken().speaks("Anna", "I spare Bruno").round_ends().round(2)
    kept = ledger(story.speaks("Anna", "I spare Bruno"), "Bruno")
    assert [word.assertion.round for word in kept.promises] == [1, 2]


def test_what_is_settled_can_be_promised_anew() -> None:
    """In the same round and the same words."""
    story = Spoken().speaks("Anna", "I vote Bruno truck", to=["Bruno"])
    story.ballots("truck", 4, Anna="Bruno", Bruno="Bruno").speaks(
        "Anna", "I vote Bruno truck", to=["Bruno"]
    )
    assert [truth for *_, truth in promises(ledger(story, "Bruno"))] == ["true", None]


# --- reports ---

BLIND = True


def reports(kept: Ledger) -> dict[tuple[str, bool], list[str | None]]:
    """Return the truth of this round's reports by who gave them, and whether without a look."""
    return {by: [word.truth for word in words] for by, words in kept.reports.items()}


def counted(kept: Ledger) -> dict[tuple[str, bool], tuple[int, int]]:
    """Return how many reports were true, and how many false."""
    return {by: (each.true, each.false) for by, each in kept.reported.items()}


def test_reports_are_checked_at_the_reveal() -> None:
    """Only plain and sure ones are reports; they stand for their round, the sum of them stays."""
    story = Spoken().rolls(1, 1, 3, 6).looks("Anna", 1, 1, 3, 6)
    story.speaks("Anna", "dice 1 1 3 6").speaks("Bruno", "zombies 5 >= 1", "I think dice 1 1 1 1")
    story.speaks("Clara", "Anna said dice 1 1 3 6")
    anna, bruno = ("Anna", not BLIND), ("Bruno", BLIND)
    assert reports(ledger(story, "Dmitri")) == {anna: [None], bruno: [None]}
    story.lifts(1, 1, 3, 6)
    assert reports(ledger(story, "Dmitri")) == {anna: ["true"], bruno: ["false"]}
    kept = ledger(story.round_ends().round(2), "Dmitri")
    assert reports(kept) == {}
    assert counted(kept) == {anna: (1, 0), bruno: (0, 1)}


def test_what_a_message_says_of_the_dice_is_one_report() -> None:
    """It counts as the worst of its claims, and these are told; what is true anyhow is none."""
    story = Spoken().rolls(1, 1, 3, 6).looks("Anna", 1, 1, 3, 6)
    story.speaks("Anna", "zombies 1 = 2", "zombies 5 >= 1", "dice 1 1 3 5", "zombies 6 >= 0")
    kept = ledger(story.lifts(1, 1, 3, 6), "Bruno")
    assert counted(kept) == {("Anna", not BLIND): (0, 1)}
    (last,) = (each.last for each in kept.reported.values())
    assert [(word.assertion.at, word.truth) for word in last] == [(1, "false"), (2, "false")]
    true = Spoken().rolls(1, 1, 3, 6).speaks("Anna", "zombies 1 = 2", "zombies 5 = 0")
    true.speaks("Anna", "zombies 3 = 1").speaks("Clara", "zombies 3 >= 0")
    kept = ledger(true.lifts(1, 1, 3, 6), "Bruno")
    assert counted(kept) == {("Anna", BLIND): (2, 0)}


def test_who_has_not_looked_is_counted_apart() -> None:
    """As it was when they spoke."""
    story = Spoken().rolls(1, 1, 3, 6).speaks("Anna", "dice 2 2 2 2")
    story.looks("Anna", 1, 1, 3, 6).speaks("Anna", "dice 1 1 3 6").lifts(1, 1, 3, 6)
    assert counted(ledger(story, "Bruno")) == {("Anna", BLIND): (0, 1), ("Anna", not BLIND): (1, 0)}


def test_the_same_words_of_another_are_theirs() -> None:
    """Two who report the same dice have both reported."""
    story = Spoken().rolls(1, 1, 3, 6).speaks("Anna", "dice 1 1 3 6")
    kept = ledger(story.speaks("Bruno", "dice 1 1 3 6"), "Dmitri")
    assert list(kept.reports) == [("Anna", BLIND), ("Bruno", BLIND)]


def test_promises_are_not_counted_as_reports() -> None:
    """Anna has kept her word, and reported nothing."""
    story = Spoken().speaks("Anna", "I vote Bruno truck", to=["Bruno"])
    kept = ledger(story.ballots("truck", 4, Anna="Bruno", Bruno="Bruno"), "Bruno")
    assert promises(kept) == [("Anna", "vote", "true")]
    assert kept.reported == {}


def test_who_has_looked_knows_at_once() -> None:
    """A lie of another is known to who saw the dice, and to nobody else yet."""
    story = Spoken().rolls(1, 1, 3, 6).looks("Bruno", 1, 1, 3, 6).speaks("Anna", "dice 2 2 2 2")
    assert reports(ledger(story, "Bruno")) == {("Anna", BLIND): ["false"]}
    assert reports(ledger(story, "Clara")) == {("Anna", BLIND): [None]}


# --- destinations ---


def announced(kept: Ledger) -> list[tuple[str, int | None, str | None]]:
    """Return who announced to go where, and whether they do."""
    return [
        (word.assertion.speaker, word.assertion.said.location, word.truth)
        for word in kept.announced
    ]


def test_what_came_of_announced_destinations_is_told_when_all_see_them() -> None:
    """Of others; what was taken back, or hung on something, is none. It stands for its round."""
    story = Spoken().speaks("Anna", "I go 4").speaks("Bruno", "I go 2").speaks("Bruno", "I go 3")
    story.speaks("Bruno", "I go 2").speaks("Clara", "I go 6 if Anna goes 4", "Anna goes 5")
    story.speaks("Dmitri", "I go 3", to=["Bruno"], whisper=True).announces("Anna", 4)
    assert announced(ledger(story, "Bruno")) == []
    story.reveals(Anna=4, Bruno=3, Clara=6, Dmitri=2)
    dmitri = ("Dmitri", 3, "false")
    assert announced(ledger(story, "Clara")) == [("Anna", 4, "true"), ("Bruno", 2, "false")]
    assert announced(ledger(story, "Bruno")) == [("Anna", 4, "true"), dmitri]
    assert promises(ledger(story, "Bruno")) == []
    story.round_ends().round(2)
    assert announced(ledger(story, "Clara")) == []
    assert announced(ledger(story.reveals(Anna=4), "Clara")) == []


# --- what it is made of ---


@given(st.data())
def test_a_ledger_folded_at_any_times_is_the_same(data: st.DataObject) -> None:
    """It is a function of what was heard, not of when it was asked."""
    story = Spoken().rolls(1, 1, 3, 6).speaks("Anna", OFFER, "dice 1 1 3 6")
    story.speaks("Bruno", "accept 1", "I spare Anna until 2").lifts(1, 1, 3, 6)
    story.ballots("chief", 5, Anna="Bruno", Bruno="Bruno").round_ends().round(2)
    heard = story.heard_by("Bruno")
    cuts = data.draw(st.lists(st.integers(0, len(heard))).map(sorted))
    kept = Ledger(MOH, SEATS, "Bruno")
    for cut in [*cuts, len(heard)]:
        kept.catch_up(records_of(heard[:cut]))
    once = ledger(story, "Bruno")
    assert promises(kept) == promises(once)
    assert reports(kept) == reports(once)
    assert counted(kept) == counted(once)
    assert len(kept.agreements) == len(once.agreements) == 1


def test_folding_changes_no_record() -> None:
    """They are the seat's own, and others read them too."""
    story = Spoken().speaks("Anna", OFFER).speaks("Bruno", "accept 1")
    heard = story.heard_by("Bruno")
    before = deepcopy(heard)
    Ledger(MOH, SEATS, "Bruno").catch_up(records_of(heard))
    assert json.dumps(heard) == json.dumps(before)
