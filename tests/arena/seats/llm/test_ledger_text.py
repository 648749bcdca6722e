"""The ledger in lines: what is told, what is told again, and what stands in a new conversation."""

import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.claims.language import Proposition
from arena.claims.offers import Offer
from arena.forms import JsonRecord
from arena.narration.dialects import words_of
from arena.projections.ledger import Ledger
from arena.provider import Provider
from arena.seats import Seat, Uniform
from arena.seats.llm.ledger_text import MOST, LedgerLines, ledger_lines, open_offers, to_tell
from arena.seats.llm.news import News
from arena.seats.seat import Question
from arena.talk.speech import Speech, TalkTurn
from tests.arena.claims.helpers import MOH, SEATS
from tests.arena.claims.spoken import WORDS, Spoken
from tests.arena.records_of import records_of
from tests.arena.seats.llm.games import (
    of_type,
    played,
    records,
    spec,
    table,
    truth,
)  # fmt: skip
from tests.breadth import EACH_FAMILY

OFFER = "offer Bruno: I vote Bruno chief / Bruno gives me a card"
SECTION = "# Deals and words given"


def lines(story: Spoken, seat: str) -> LedgerLines:
    """Return the lines of a seat's ledger after a story."""
    ledger = Ledger(MOH, SEATS, seat)
    ledger.catch_up(records_of(story.heard_by(seat)))
    return ledger_lines(ledger, WORDS)


def whole(story: Spoken, seat: str) -> list[str]:
    """Return what a new conversation is told."""
    return to_tell(lines(story, seat), None)


# --- what stands in it ---


def test_every_line_says_who_and_what() -> None:
    """In the notation, with all names."""
    story = Spoken().rolls(1, 4, 6, 6).looks("Dmitri", 1, 4, 6, 6).speaks("Anna", OFFER)
    story.speaks("Dmitri", "dice 1 4 6 6", "I spare Clara until 3 if Clara votes me chief")
    assert whole(story, "Clara") == [
        "- Offer 1, by Anna to Bruno: Anna votes Bruno chief / Bruno gives Anna a card",
        "- Dmitri promised: Dmitri spares Clara until 3 if Clara votes Dmitri chief",
        "- Dmitri reported dice 1 4 6 6",
    ]
    story.speaks("Bruno", "accept 1").lifts(1, 4, 6, 6)
    assert whole(story, "Clara") == [
        "- Deal 1 (accepted): Anna votes Bruno chief / Bruno gives Anna a card",
        "- Dmitri promised: Dmitri spares Clara until 3 if Clara votes Dmitri chief",
        "- Dmitri's report was true: dice 1 4 6 6",
    ]


def test_of_one_player_only_the_newest_words_are_told() -> None:
    """Promises for ever other rounds, deals and reports of ever other dice fill nobody's prompt."""
    story = Spoken().speaks("Clara", "I spare Bruno until 7", "zombies 3 = 1")
    for at in range(MOST + 5):
        story.speaks("Anna", f"I spare Bruno until {100 + at}", f"zombies {1 + at % 6} = {at // 6}")
        story.speaks("Anna", f"offer Dmitri: I go 4 / Dmitri spares me until {100 + at}")
        story.speaks("Dmitri", f"accept {3 * at + 3}")
    told = whole(story, "Bruno")
    last = 100 + MOST + 4
    promised = [each for each in told if "promised" in each]
    assert promised[0] == "- Clara promised: Clara spares Bruno until 7"
    assert len(promised) == 1 + MOST
    assert promised[-1].endswith(f"until {last}")
    accepted = [each for each in told if "(accepted)" in each]
    assert len(accepted) == MOST
    assert accepted[-1].endswith(f"until {last}")
    assert next(each for each in told if "Anna reported" in each).count(";") == MOST - 1
    assert whole(story.speaks("Bruno", "I go 1"), "Bruno") == told


def test_terms_say_what_was_seen_of_them() -> None:
    """Kept and not kept, party by party."""
    story = Spoken().speaks("Anna", "offer Bruno: I vote Bruno chief / Bruno votes me truck")
    story.speaks("Bruno", "accept 1").ballots("truck", 4, Anna="Anna", Bruno="Anna")
    deal = "- Deal 1 (accepted): Anna votes Bruno chief{} / Bruno votes Anna truck (kept)"
    assert whole(story, "Clara") == [deal.format("")]
    story.ballots("chief", 5, "Anna Bruno", Anna="Anna")
    assert whole(story, "Clara") == [deal.format(" (not kept)")]


def test_who_it_is_still_open_to_is_said() -> None:
    """Where one of several has answered."""
    story = Spoken().speaks("Anna", "offer Bruno, Clara: I give you a card / you vote me truck")
    story.speaks("Clara", "decline 1")
    (line,) = whole(story, "Dmitri")
    terms = "Anna gives you a card / you vote Anna truck"
    assert line == f"- Offer 1, by Anna to Bruno, Clara: {terms} (open to Bruno)"


def test_reports_are_summed_up() -> None:
    """From the second on that could be checked; those of who had not looked apart."""
    story = Spoken().rolls(1, 4, 6, 6).looks("Anna", 1, 4, 6, 6).speaks("Anna", "dice 1 4 6 6")
    story.speaks("Clara", "zombies 1 = 1", "zombies 6 = 1").lifts(1, 4, 6, 6)
    story.round_ends().round(2).rolls(1, 1, 1, 1).looks("Anna", 1, 1, 1, 1)
    story.speaks("Anna", "dice 2 2 2 2").lifts(1, 1, 1, 1)
    assert whole(story, "Bruno") == [
        "- Anna's report was false: dice 2 2 2 2 (1 of 2 that you could check were true)",
        "- Clara's report without a look was false: zombies 6 = 1",
    ]


def test_announced_destinations_are_one_line() -> None:
    """Once all see where everybody goes."""
    story = Spoken().speaks("Anna", "I go 4").speaks("Clara", "I do not go 4")
    assert whole(story, "Bruno") == []
    story.reveals(Anna=4, Clara=4)
    line = "- Announced destinations: Anna goes 4 (kept); Clara does not go 4 (not kept)"
    assert whole(story, "Bruno") == [line]
    assert whole(story, "Clara") == ["- Announced destinations: Anna goes 4 (kept)"]


# --- what is told ---


def test_only_what_is_new_is_told_again() -> None:
    """Nothing where nothing changed; then the line that is another."""
    story = Spoken().rolls(1, 4, 6, 6).looks("Anna", 1, 4, 6, 6)
    story.speaks("Anna", "dice 1 4 6 6", "I spare Bruno")
    before = lines(story, "Bruno")
    assert to_tell(lines(story, "Bruno"), before) == []
    story.lifts(1, 4, 6, 6)
    assert to_tell(lines(story, "Bruno"), before) == ["- Anna's report was true: dice 1 4 6 6"]


def test_what_other_lines_tell_is_told_to_a_new_conversation_only() -> None:
    """An offer is news, an own report stands in the conversation; an own promise is told."""
    story = Spoken().speaks("Anna", OFFER).speaks("Bruno", "dice 1 4 6 6", "I spare Anna")
    assert to_tell(lines(story, "Bruno"), {}) == ["- Bruno promised: Bruno spares Anna"]
    assert whole(story, "Bruno") == [
        "- Offer 1, by Anna to Bruno: Anna votes Bruno chief / Bruno gives Anna a card",
        "- Bruno promised: Bruno spares Anna",
        "- Bruno reported without a look: dice 1 4 6 6",
    ]


def test_acceptance_says_the_terms_again() -> None:
    """To who heard the offer; to others it has a number only."""
    story = Spoken().speaks("Anna", OFFER, to=["Bruno"], whisper=True).speaks("Bruno", "accept 1")
    offered = {"deal": 1, "to": ["Bruno"], "until": None, "counters": None}
    offered |= {side: story.records[-2]["data"]["deals"][0][side] for side in ("gives", "wants")}
    story.add("deal_offered", offered, ["Anna", "Bruno"])
    story.records[-1]["actor"] = "Anna"
    answered = {"deal": 1, "player": "Bruno", "answer": "accepted"}
    story.add("deal_answered", answered, ["Anna", "Bruno"])
    told = {
        seat: "\n".join(News(words_of(MOH, SEATS)).lines(seat, records_of(story.heard_by(seat)), 0))
        for seat in ("Anna", "Clara")
    }
    terms = "Anna votes Bruno chief / Bruno gives Anna a card"
    assert f"Bruno has accepted offer 1. Deal 1: {terms}" in told["Anna"]
    assert "votes Bruno chief" not in told["Clara"]
    assert "accept 1" in told["Clara"]


def test_a_turn_to_talk_lists_the_offers_that_can_be_answered() -> None:
    """Those to the seat and its own, each as long as it is open; of this wave none is known."""
    story = Spoken().speaks("Anna", OFFER)
    ledgers = {seat: Ledger(MOH, SEATS, seat) for seat in ("Anna", "Bruno", "Clara")}

    def told(seat: str, wave: int = 99) -> str:
        ledgers[seat].catch_up(records_of(story.heard_by(seat)))
        return open_offers(ledgers[seat], wave)

    wave = story.records[-1]["data"]["wave"]
    assert told("Anna") == "Your open offers: 1 (to Bruno)."
    assert (told("Bruno"), told("Clara")) == ("Open to you: 1.", "")
    assert told("Bruno", wave) == ""
    story.speaks("Bruno", "offer Anna, Clara: I spare you / you spare me")
    assert told("Bruno") == "Open to you: 1. Your open offers: 2 (to Anna, Clara)."
    story.speaks("Bruno", "decline 1").speaks("Clara", "accept 2")
    assert (told("Anna"), told("Bruno")) == ("Open to you: 2.", "Your open offers: 2 (to Anna).")


# --- secrets ---

LINES = (
    "dice 1 1 1 1",
    "zombies 3 >= 2",
    "I spare {other}",
    "I vote Dmitri attack",
    "offer {other}: I spare Dmitri / you vote me truck",
    "accept 1",
)
SPEECH = st.tuples(
    st.sampled_from(["Anna", "Bruno", "Clara"]), st.sampled_from(LINES), st.booleans()
)


def told_dmitri(speeches: Sequence[tuple[str, str, bool]], secret: str) -> list[str]:
    """Return Dmitri's ledger, where the others whisper `secret` among each other."""
    story = Spoken().rolls(1, 1, 3, 6)
    for actor, line, whispers in speeches:
        other = {"Anna": "Bruno", "Bruno": "Clara", "Clara": "Anna"}[actor]
        said = (secret if whispers else line).format(other=other)
        story.speaks(actor, said, to=[other] if whispers else [], whisper=whispers)
    return whole(story.lifts(1, 1, 3, 6).round_ends().round(2), "Dmitri")


@given(st.lists(SPEECH, max_size=6), st.sampled_from(LINES), st.sampled_from(LINES))
def test_what_a_seat_did_not_hear_changes_no_byte(
    speeches: list[tuple[str, str, bool]], one: str, other: str
) -> None:
    """Other whispers, other offers in them: the ledger is the same."""
    assert told_dmitri(speeches, one) == told_dmitri(speeches, other)


# --- whole games ---


class Offerer(Seat):
    """Offers Anna a truce that lasts, until she takes it; acts at random."""

    talks = True
    truce = Offer(
        to=("Anna",),
        gives=(Proposition(kind="ally", target="Anna"),),
        wants=(Proposition(kind="ally", target="Bruno"),),
    )

    async def answer(
        self, question: Question, view: Mapping[str, Any], heard: Sequence[JsonRecord]
    ) -> str:
        """Answer at random, by the question's id."""
        return await Uniform("Bruno").answer(question, view, heard)

    async def speak(
        self, turn: TalkTurn, _view: Mapping[str, Any], heard: Sequence[JsonRecord]
    ) -> Speech | None:
        """Offer it where it was not taken."""
        own = {
            each["data"]["deal"]
            for each in heard
            if each["type"] == "deal_offered" and each["actor"] == "Bruno"
        }
        taken = [
            each["data"]["answer"] == "accepted"
            for each in heard
            if each["type"] == "deal_answered" and each["data"]["deal"] in own
        ]
        if any(taken) or turn.reply:
            return None
        return Speech.of("Peace, Anna?", deals=(self.truce,))


ACCEPTED = re.compile("Anna has accepted offer ([0-9]+). Deal \\1: Bruno spares Anna")
Epochs = list[list[str]]


def told_by_epoch(out: Path, seed: str, ruleset: str, rules: Mapping[str, Any]) -> Epochs:
    """Play a game whose model has little room; return what it was told."""
    with Provider() as server:
        config = table(
            [spec(server), "house", "random"],
            settings={"context": 11_000},
            ruleset=ruleset,
            seed=seed,
            llm=rules,
        )
        outcome = played(config, out / seed, seats={"Bruno": Offerer()})
    assert truth(outcome.folder).ok
    told: dict[int, list[str]] = {}
    for each in of_type(records(outcome.folder), "call_sent"):
        texts = [item["text"] for item in each["items"] if item["role"] == "user"]
        told.setdefault(each["epoch"], []).extend(texts)
    return list(told.values())


def overflown(out: Path, ruleset: str = "moh", **rules: Any) -> tuple[Epochs, Epochs]:
    """Return what a model was told up to the epoch in which it took a deal, and after that."""
    for seed in map(str, range(4, 12)):
        told = told_by_epoch(out, seed, ruleset, rules)
        taken = (at for at, texts in enumerate(told, 1) if ACCEPTED.search("\n".join(texts)))
        at = next(taken, len(told))
        if told[at:]:
            return told[:at], told[at:]
    raise AssertionError("no model took the deal and went on in another conversation")


@pytest.mark.parametrize("ruleset", EACH_FAMILY)
def test_a_deal_outlives_an_epoch(ruleset: str, tmp_path: Path) -> None:
    """A new conversation begins with the terms that were accepted in an old one."""
    _, later = overflown(tmp_path, ruleset)
    for texts in later:
        ledger = texts[0].partition(SECTION)[2].partition("# Your turn")[0]
        assert re.search(r"- Deal [0-9]+ \(accepted\): Bruno spares Anna", ledger)
        assert "Anna spares Bruno" in ledger


@pytest.mark.slow
def test_a_table_may_do_without_a_ledger(tmp_path: Path) -> None:
    """Then no text has a word of it; that a deal was accepted is news all the same."""
    before, later = overflown(tmp_path, ledger=False)
    texts = [text for epoch in (*before, *later) for text in epoch]
    assert any(ACCEPTED.search(text) for text in texts)
    assert not any("Deals and words given" in text for text in texts)
