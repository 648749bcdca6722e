"""The lines of what happened: who is told what, and from where on."""

from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

import engine
from arena.data import path
from arena.events import PlacementRolled
from arena.narration.dialects import words_of
from arena.narration.narrator import Narrator
from arena.records.record import Record
from arena.seats.llm.news import News, listed
from arena.seats.llm.prompts import Prompts
from arena.seats.seat import Question
from arena.settings import TalkRules
from arena.transcript.record_builder import RecordBuilder
from engine.testing import random_game
from tests.arena.records_of import record_of
from tests.prompts.listening import NAMES, game_of
from tests.prompts.moments import heard_by

SEATS = ("Ada", "Ben", "Cyd", "Dan")


def lines(records: tuple[Record, ...], known: int = 0, ruleset: str = "moh") -> list[str]:
    """Return what Ada is told of these after the first few."""
    return News(words_of(engine.ruleset(ruleset), SEATS)).lines("Ada", records, known)


def own(type_: str, **data: Any) -> Record:  # noqa: ANN401
    """Return a record of something that only Ada perceived of herself."""
    plain = {"type": type_, "round": 1, "phase": "truck", "actor": "Ada", "seen_by": ["Ada"]}
    return record_of({**plain, "data": data})


@pytest.fixture(scope="module")
def heard() -> tuple[Record, ...]:
    """Return what Ada heard of a whole game without talk."""
    return heard_by(random_game("moh", SEATS, 3, floors=True), "Ada")


@pytest.mark.parametrize("known", [0, 1, 20, 45, 130, 200])
def test_what_was_told_is_not_told_again(known: int, heard: tuple[Record, ...]) -> None:
    """A later beginning leaves out earlier lines, and knows what they said."""
    all_at_once, rest = lines(heard), lines(heard, known)
    assert rest[1:] == all_at_once[len(all_at_once) - len(rest) + 1 :]
    assert len(rest) <= len(all_at_once)
    assert lines(heard, len(heard)) == []


def test_every_line_is_an_item_of_a_list(heard: tuple[Record, ...]) -> None:
    """One line each, without blanks that must not break."""
    for line in lines(heard):
        assert line.startswith("- ")
        assert line.isprintable()
        assert "\u00a0" not in line


def test_each_round_is_told_once(heard: tuple[Record, ...]) -> None:
    """Before what happens in it."""
    rounds = [line for line in lines(heard) if line.endswith("begins.")]
    assert rounds == [f"- Round {number} begins." for number in range(1, len(rounds) + 1)]
    assert len(rounds) == heard[-1].round


def test_an_answer_that_stood_in_is_told_to_its_seat() -> None:
    """A seat that failed to answer, or to speak, learns what came of it."""
    default = own(
        "answer_defaulted", decision="Ada.4", kind="move", option="gunman", reason="error"
    )
    turn = own("turn_defaulted", turn="Ada.t2", floor="truck", wave=2, reason="timeout")
    assert lines((default, turn), ruleset="moh") == [
        "- Round 1 begins.",
        "- Ada gave no usable answer (error): gunman stands in. (only you)",
        "- Ada gave no usable answer (timeout) and says nothing. (only you)",
    ]


def test_what_a_seat_did_itself_is_left_out() -> None:
    """Its answers, bids, silences and secret destinations."""
    done = (
        own("answer", decision="Ada.4", kind="cast_vote", option="Ben"),
        own("silent", turn="Ada.t1", floor="truck", wave=1),
        own("bid", turn="Ada.t1", floor="truck", wave=1, bid=3),
        own("passed", player="Ada", kind="play_vote_card"),
        own("destination_chosen", player="Ada", place=3),
    )
    assert lines(done) == []


def test_other_seats_secrets_that_one_knows_are_told() -> None:
    """The giver of a card knows which it was."""
    gift = own("card_received", player="Ben", card="pistol", source="gift")
    told = lines((replace(gift, actor="Ben", seen_by=("Ada", "Ben")),))
    assert told[-1] == "- Ben is given Pistol. (only you and Ben)"


@pytest.mark.parametrize("file", sorted(path("configs", "scenarios").glob("*.toml")), ids=str)
def test_a_game_from_a_scenario_is_told(file: Any) -> None:  # noqa: ANN401
    """Its first question has the position on its board, and says where it began."""
    table = engine.load_scenario(file, floors=True)
    while table.floor is not None:
        table.close_floor()
    decision = table.pending()[0]
    view = table.view_data(decision.seat)
    facts = engine.ruleset(str(view["ruleset"]))
    prompts = Prompts(facts, table.seats, TalkRules(), hints="full")
    text = prompts.turn(
        Question.of(decision), view, heard_by(table, decision.seat), known=0,
        last_board=None,
    ).text  # fmt: skip
    assert "- The game begins in a given position." in text
    assert text.endswith(f"Answer with the tool `{decision.kind}`.")


def said(message: int, actor: str, text: str, *deals: dict[str, Any]) -> Record:
    """Return a message to all that carries acts of deals."""
    data = {
        "text": text, "to": [], "whisper": False, "claims": [], "deals": [*deals],
        "message": message, "wave": message,
    }  # fmt: skip
    return replace(own("said", **data), actor=actor, seen_by="all")


OFFER: dict[str, Any] = {
    "to": ["Ada"], "gives": [{"kind": "ally", "target": "Ada"}],
    "wants": [{"kind": "ally", "target": "Ben"}],
}  # fmt: skip


def offered(deal: int, actor: str, **data: Any) -> Record:  # noqa: ANN401
    """Return the record of an offer."""
    data = {"deal": deal, "until": None, "counters": None, **OFFER, **data}
    return replace(own("deal_offered", **data), actor=actor)


def answered(deal: int, player: str, answer: str, actor: str | None = None) -> Record:
    """Return the record of what became of one."""
    data = {"deal": deal, "player": player, "answer": answer}
    return replace(own("deal_answered", **data), actor=actor)


def test_an_offer_and_its_answer_stand_beside_the_words() -> None:
    """An offer is called one until it is accepted; then it is a deal, with its terms."""
    told = lines(
        (
            said(1, "Ben", "Peace?", {"act": "offer", **OFFER}),
            offered(1, "Ben"),
            said(2, "Ben", "And you?"),
            said(3, "Ada", "Yes.", {"act": "accept", "deal": 1}),
            answered(1, "Ada", "accepted", "Ada"),
            said(4, "Cyd", "No.", {"act": "decline", "deal": 9}),
            offered(4, "Cyd", counters=1),
            answered(1, "Cyd", "declined", "Cyd"),
        )
    )
    assert told == [
        "- Round 1 begins.",
        '- Ben says to all: "Peace?"\n  Offer 1, by Ben to Ada: Ben spares Ada / Ada spares Ben',
        '- Ben says to all: "And you?"',
        "- Ada has accepted offer 1. Deal 1: Ben spares Ada / Ada spares Ben",
        (
            '- Cyd says to all: "No."\n'
            "  claims: decline 9\n"
            "  Offer 4, by Cyd to Ada, counter to 1: Cyd spares Ada / Ada spares Ben\n"
            "  Cyd has declined offer 1."
        ),
    ]


def test_an_acceptance_under_the_seal_of_a_withdrawal_counts() -> None:
    """Whoever hears that both came at once is told which of them holds."""
    told = lines(
        (
            said(1, "Ben", "Peace?", {"act": "offer", **OFFER}),
            offered(1, "Ben"),
            said(2, "Ben", "Never mind.", {"act": "withdraw", "deal": 1}),
            answered(1, "Ada", "withdrawn", "Ben"),
            answered(1, "Ada", "accepted", "Ada"),
        )
    )
    assert told[-2:] == [
        '- Ben says to all: "Never mind."\n  Offer 1 is withdrawn from Ada.',
        (
            "- Ada has accepted offer 1, which counts: under one seal it was withdrawn. "
            "Deal 1: Ben spares Ada / Ada spares Ben"
        ),
    ]


def test_what_lapses_is_told_by_itself() -> None:
    """Nobody said it; and what one offers oneself has its number only."""
    words = said(3, "Cyd", "Well.")
    told = lines((offered(2, "Ada", to=["Ben", "Cyd"]), words, answered(2, "Ben", "lapsed")))
    assert told[1:] == [
        "- Your offer to Ben and Cyd has the number 2.",
        '- Cyd says to all: "Well."',
        "- Offer 2 lapses, unanswered by Ben.",
    ]


def test_names_are_listed_as_in_a_sentence() -> None:
    """With commas, and `and` before the last."""
    assert listed(["Ada"]) == "Ada"
    assert listed(["Ada", "Ben"]) == "Ada and Ben"
    assert listed(["Ada", "Ben", "Cyd"]) == "Ada, Ben and Cyd"


def test_a_narrator_can_pause() -> None:
    """What waits for its completion is told at once, and once."""
    table = engine.new_table("moh", SEATS, 1)
    bodies = RecordBuilder()
    records = [bodies.event(event) for event in table.events]
    narrator = Narrator(words_of(engine.ruleset("moh"), SEATS), "public", boards=False)
    for record in records[:-1]:
        narrator.skip(record)
    assert isinstance(records[-1].data, PlacementRolled)
    assert narrator.feed(records[-1]) == []
    assert len(narrator.pause()) == 1
    assert narrator.pause() == []


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_what_is_kept_of_the_last_turn_changes_no_line(ruleset: str, tmp_path: Path) -> None:
    """A turn that goes on from the one before reads like one that is told from the beginning."""
    listeners = game_of(tmp_path, ruleset)
    reused = 0
    for seat, listener in listeners.items():
        kept = News(words_of(engine.ruleset(ruleset), NAMES[:5]))
        for item in listener.items:
            fresh = News(words_of(engine.ruleset(ruleset), NAMES[:5]))
            before = kept._kept.get(seat)
            lines_ = kept.lines(seat, item.heard, item.known)
            assert lines_ == fresh.lines(seat, item.heard, item.known)
            reused += before is not None and kept._kept[seat][2] is before[2]
    assert reused > 100


def test_a_chronicle_tells_what_one_did_oneself(heard: tuple[Record, ...]) -> None:
    """All that the news of a game tell, and more: no conversation holds it."""
    news = News(words_of(engine.ruleset("moh"), SEATS))
    chronicle = news.chronicle("Ada", heard)
    assert {*news.lines("Ada", heard, 0)} <= {*chronicle}
    assert len(chronicle) > len(news.lines("Ada", heard, 0))
    assert all(line.startswith("- ") for line in chronicle)


@pytest.mark.parametrize("room", [0, 1, 500, 3_000, 100_000])
def test_a_conversation_without_a_summary_begins_with_the_newest(
    room: int, heard: tuple[Record, ...]
) -> None:
    """As much as there is room for, in its order, then the notes."""
    prompts = Prompts(engine.ruleset("moh"), SEATS, TalkRules(), hints="full")
    chronicle = News(words_of(engine.ruleset("moh"), SEATS)).chronicle("Ada", heard)
    head, *told = prompts.retold("Ada", heard, ["Trust Ben."], room=room).splitlines()
    assert head == "# What you remember"
    assert told.pop() == "> - Trust Ben."
    lines = [line for line in told if line.startswith("- ")]
    assert lines == chronicle[len(chronicle) - len(lines) :]
    assert sum(len(line) + 1 for line in lines) <= room
    assert (lines == chronicle) == (room == 100_000)
