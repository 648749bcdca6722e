"""What a table does for small models: short prompts, and no notes."""

import asyncio
from functools import cache
from itertools import product
from pathlib import Path
from typing import Any

import pytest

import engine
from arena.calls.conversation import Conversation
from arena.provider import Provider
from arena.seats.llm.briefing import Briefing
from arena.seats.llm.variants import variant_of
from arena.settings import LlmRules, PromptVariant, TalkRules
from arena.table import resume
from tests.arena.seats.llm.games import (
    distinct,
    failed,
    played,
    said_to,
    spec,
    stopped_at,
    table,
    truth,
)  # fmt: skip
from tests.breadth import breadth

NAMES = ("Anna", "Bruno", "Clara", "Dmitri", "Esra", "Farid")
MOST = 1_200
"""Tokens of the short system text, as a conversation is estimated."""
PERSONA = "You bargain with everybody and forget no promise."


@cache
def prompts_of(name: str) -> PromptVariant | None:
    """Return the prompts of a name, read once."""
    return variant_of(name)


def system(ruleset: str, seats: int, talk: TalkRules, **rules: Any) -> str:
    """Return the short system text of a model that is asked for words."""
    briefing = Briefing.of(
        engine.ruleset(ruleset),
        NAMES[:seats],
        talk,
        LlmRules(prompts=prompts_of("short"), **rules),
    )
    return briefing.prompts.system("Bruno", persona=PERSONA, tools=briefing.tools, step="text")


@pytest.mark.parametrize("protocol", ["simultaneous", "bidding", "off"])
@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_the_short_system_text_is_short(ruleset: str, protocol: Any) -> None:
    """At each table, with all that a table may ask for in full."""
    talk = TalkRules(protocol=protocol)
    for seats in (3, 6):
        text = system(ruleset, seats, talk, plans=True)
        conversation = Conversation(1, fixed=0)
        conversation.add({"role": "system", "text": text})
        assert conversation.likely_tokens < MOST
        assert "\n\n\n" not in text
        assert text.endswith(f"what wins for Bruno.\nPlay as this persona: {PERSONA}")


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_it_says_what_an_answer_may_be(ruleset: str) -> None:
    """What the rules of the table refuse is told; possible options stand in each question."""
    talk = TalkRules(messages=3, characters=90, claims=4)
    text = system(ruleset, 5, talk)
    for each in (
        "one of the ids that are listed",
        "up to 3 messages of at most 90 characters",
        "at most 4 lines, one offer among them",
        "at most 2 offers of yours are open at once",
        '{"tool": "cast_vote", "arguments": {"note": null, "option": "Anna"}}',
        "accept 7: an offer to me",
        "Anna, Bruno, Clara, Dmitri, Esra",
        engine.ruleset(ruleset).title,
    ):
        assert each in text
    quiet = system(ruleset, 5, TalkRules(whispers=False, claims=0), notes=0)
    assert "`whisper` is false" in quiet
    assert "claims" not in quiet
    assert "note" not in quiet
    assert "Your arguments" not in quiet


@pytest.mark.parametrize(
    ("without", "prompts"),
    breadth(product(["nothing", "tools"], ["", "short"]), []),
)
def test_a_game_without_notes_asks_for_none(prompts: str, without: str, tmp_path: Path) -> None:
    """Nothing that a model is sent speaks of notes; it is proven and goes on like any other."""
    llm = {"notes": 0, "prompts": prompts_of(prompts)}
    settings = {"context": 5_500 if prompts else 9_000, "tools": without != "tools"}
    with Provider() as server:
        seats = [spec(server), "random", "random"]
        config = table(seats, settings=settings, llm=llm, budget={"calls": 15})
        outcome = played(config, tmp_path / "whole")
        sent = [seen.json for seen in server.requests]
        folder = stopped_at(config, tmp_path / "stopped", 60)
        asyncio.run(resume(folder))
        again = [seen.json for seen in server.requests[len(sent) :]]
    assert failed(outcome.folder) == []
    assert any("`summarize`" in str(said_to(each)[-1]) for each in sent)
    assert not any("note" in str(each) for each in sent)
    assert truth(outcome.folder).ok
    assert truth(folder).ok
    assert distinct(again) == distinct(sent)
