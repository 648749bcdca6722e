"""What a seat can't know changes no byte of a request to its model."""

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

import engine
from arena.calls.budget import Budget
from arena.calls.caller import Caller
from arena.calls.past import PastCalls
from arena.calls.records import CallFact
from arena.claims.language import Proposition
from arena.claims.offers import Offer
from arena.provider import Provider
from arena.seats import Seat
from arena.seats.llm import Briefing
from arena.seats.llm.templates import prompts_digest
from arena.seats.seat import Question
from arena.settings import BudgetRules, LlmHeader, LlmRules, ModelSettings, TalkRules
from arena.table.opened_models import Models
from arena.talk.speech import Speech, TalkTurn
from arena.transcript.reader import read
from engine import Table
from engine.testing import moments, other_world, random_game
from tests.arena.seats.llm.games import (
    EACH_PROTOCOL,
    by_seat,
    of_type,
    played,
    records,
    said_to,
    spec,
    table,
)  # fmt: skip
from tests.prompts.moments import heard_by


class Nowhere:
    """Takes the records of calls and keeps none."""

    def call(self, data: CallFact) -> None:
        """Keep nothing."""


async def asked(at: Table, seat: str, model: str, ruleset: engine.Ruleset) -> None:
    """Let a new seat's model answer the question that is open for it."""
    header = LlmHeader(
        seats=(seat,), rules=LlmRules(), budget=BudgetRules(), models={model: ModelSettings()},
        personas={}, prompts=prompts_digest(),
    )  # fmt: skip
    briefing = Briefing.of(ruleset, at.seats, TalkRules(), header.rules)
    models = Models.opened(header, {seat: model}, briefing)
    caller = Caller("g", Budget(BudgetRules(), lambda: 0.0), Nowhere(), PastCalls())
    sits = models.seat(seat, model, caller)
    decision = next(each for each in at.pending() if each.seat == seat)
    question = Question.of(decision)
    await sits.answer(question, at.view_data(seat), heard_by(at, seat))
    await models.close()


@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_another_world_is_asked_with_the_same_bytes(ruleset: str, protocol: str) -> None:
    """Other hands, dice, ballots and chance behind the same public acts: the same request."""
    played_out = random_game(ruleset, 4, 7, {}, floors=True)
    saved = json.loads(json.dumps(played_out.save()))
    facts = engine.ruleset(ruleset)
    open_ = [each for each in moments(saved) if each.decision is not None]
    changed: set[str] = set()
    with Provider() as server:
        for at, moment in enumerate(open_[::23]):
            world = other_world(saved, moment, f"world {at}")
            changed.update(world.changed)
            for here in (moment.table, world.table):
                asyncio.run(asked(here, moment.seat, spec(server, protocol), facts))
            first, second = server.requests[-2:]
            assert first.body == second.body, (moment.decision, world.changed)
    assert {"cards", "dice"} <= changed


class Whisperer(Seat):
    """Answers always alike, and whispers to one player what it is told to."""

    talks = True

    def __init__(self, listener: str, words: str, *, offers: bool) -> None:
        self._listener, self._words, self._offers = listener, words, offers

    async def answer(
        self, question: Question, _view: Mapping[str, Any], _heard: Sequence[Any]
    ) -> str:
        """Return the last option."""
        return question.options[-1].id

    async def speak(
        self, turn: TalkTurn, _view: Mapping[str, Any], _heard: Sequence[Any]
    ) -> Speech | None:
        """Whisper, and offer peace once."""
        to = (self._listener,)
        peace = Proposition(kind="ally", target=self._listener)
        offer = Offer(to=to, gives=(peace,), wants=(Proposition(kind="ally", target=turn.seat),))
        offers, self._offers = self._offers, False
        return Speech.of(self._words, to=to, whisper=True, deals=(offer,) if offers else ())

    async def bid(self, _window: TalkTurn, _view: Mapping[str, Any], _heard: Sequence[Any]) -> int:
        """Bid nothing."""
        return 0


@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
def test_whispers_of_others_change_no_byte_of_a_whole_game(protocol: str, tmp_path: Path) -> None:
    """That they whisper is seen, what they whisper is not, however long, an offer or not."""
    sent = []
    for words, offers in (("The dice show two fours.", True), ("x" * 399, False)):
        with Provider() as server:
            specs = [spec(server, protocol), "house", "house"]
            config = table(specs)
            seats = {
                name: Whisperer(other, words, offers=offers)
                for name, other in (("Bruno", "Clara"), ("Clara", "Bruno"))
            }
            outcome = played(config, tmp_path / str(len(words)), seats=seats)
            offered = [r for r in read(outcome.folder).records if r.type == "deal_offered"]
            assert offers is any(each.actor == "Bruno" for each in offered)
            sent.append([json.dumps(seen.json) for seen in server.requests])
    assert len(sent[0]) > 20
    assert any("Bruno whispers to Clara" in each for each in sent[0])
    assert sent[0] == sent[1]


@pytest.mark.slow
@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
def test_a_notebook_reaches_nobody_else(protocol: str, tmp_path: Path) -> None:
    """Notes stand in the record of calls and in the own conversation, nowhere else."""
    with Provider() as server:
        outcome = played(table([spec(server, protocol)] * 3), tmp_path)
        bodies = by_seat(server.requests)
    found = records(outcome.folder)
    seat_of = {each["call"]: each["seat"] for each in of_type(found, "call_sent")}
    notes: dict[str, set[str]] = {seat: set() for seat in bodies}
    for each in of_type(found, "call_answered"):
        notes[seat_of[each["call"]]] |= set(noted(each["raw"]))
    assert all(notes.values())
    log = (outcome.folder / "log.jsonl").read_text(encoding="utf-8")
    for seat, own in notes.items():
        assert not any(note in log for note in own)
        assert any(note in json.dumps(said_to(bodies[seat][-1])) for note in own)
        for other in bodies.keys() - {seat}:
            told = json.dumps(said_to(bodies[other][-1]), ensure_ascii=False)
            assert not any(note in told for note in own - notes[other])


def noted(value: Any) -> list[str]:
    """Return all notes in a reply, wherever its protocol puts the arguments of a call."""
    if isinstance(value, str) and value.startswith("{"):
        return noted(json.loads(value))
    if isinstance(value, list):
        return [note for each in value for note in noted(each)]
    if not isinstance(value, dict):
        return []
    own = [value["note"]] if isinstance(value.get("note"), str) else []
    return own + [note for each in value.values() for note in noted(each)]
