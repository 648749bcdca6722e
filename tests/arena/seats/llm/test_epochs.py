"""When a context limit nears, the model sums up and goes on from that: never a silent cut."""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from arena.provider import Provider, Trouble
from arena.table import Outcome, resume
from tests.arena.models.web import Page, json_page, serving
from tests.arena.seats.llm.games import (
    EACH_PROTOCOL,
    Record,
    distinct,
    failed,
    of_type,
    played,
    prefix_breaks,
    records,
    said_to,
    spec,
    stopped_at,
    table,
    truth,
)  # fmt: skip
from tests.breadth import breadth

LIMIT = 9_000


def small(server: Provider, protocol: str = "openai-compatible", **given: Any) -> Any:
    """Return a table with one model whose context is small, and random bots."""
    settings = {"context": LIMIT, **given.pop("settings", {})}
    return table([spec(server, protocol), "random", "random"], settings=settings, **given)


def sent_by(outcome: Outcome) -> list[Record]:
    """Return the intents of a game."""
    return of_type(records(outcome.folder), "call_sent")


@pytest.fixture(scope="module", params=EACH_PROTOCOL)
def long_game(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> tuple[Outcome, list[Any]]:
    """Return a game of several epochs, and what its model was sent."""
    with Provider() as server:
        outcome = played(small(server, request.param), tmp_path_factory.mktemp("games"))
        return outcome, [seen.json for seen in server.requests]


def test_a_long_game_goes_on_from_summaries(long_game: tuple[Outcome, list[Any]]) -> None:
    """Each epoch ends with a recorded summary, and the next begins with system text and it."""
    outcome, bodies = long_game
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == []
    sent = sent_by(outcome)
    epochs = [each["epoch"] for each in sent]
    assert max(epochs) > 1
    assert epochs == sorted(epochs)
    summaries = [at for at, each in enumerate(sent) if each["purpose"] == "summary"]
    assert [epochs[at] + 1 for at in summaries] == [epochs[at + 1] for at in summaries]
    assert prefix_breaks(bodies) == [at + 1 for at in summaries]
    for at in summaries:
        assert [each["role"] for each in sent[at + 1]["items"]] == ["system", "user"]
        begun = sent[at + 1]["items"][1]["text"]
        assert begun.startswith("# What you remember")
        assert "# The board" in begun


def test_no_call_is_larger_than_the_limit(long_game: tuple[Outcome, list[Any]]) -> None:
    """As the provider counts it, input and longest output fit."""
    answered = of_type(records(long_game[0].folder), "call_answered")
    most = max(each["usage"]["input"] for each in answered)
    assert LIMIT / 2 < most <= LIMIT - 512


def test_an_answer_and_its_summary_are_two_calls_for_one_question(
    long_game: tuple[Outcome, list[Any]],
) -> None:
    """The record tells which is which, and both are paid from the same budget."""
    sent = sent_by(long_game[0])
    for at, each in enumerate(sent):
        if each["purpose"] == "summary":
            assert (sent[at + 1]["purpose"], sent[at + 1]["asked"]) == ("answer", each["asked"])


@pytest.mark.slow
def test_a_killed_game_goes_on_in_its_epoch(tmp_path: Path) -> None:
    """A resumed game asks for no summary again, and sends the same bytes."""
    with Provider() as server:
        played(small(server), tmp_path / "whole")
        expected = distinct([seen.json for seen in server.requests])
        whole = len(server.requests)
        folder = stopped_at(small(server), tmp_path / "stopped", 400)
        outcome = asyncio.run(resume(folder))
        again = distinct([seen.json for seen in server.requests[whole:]])
    assert outcome.finished
    assert truth(folder).ok
    assert again == expected


def wordy(method: str, _path: str, body: bytes) -> Page:
    """Answer with words alone, never the same; each reply took all of the room that it had."""
    if method == "GET":
        return json_page({"object": "list", "data": []})
    sent = len(body) // 4 + 480 * body.count(b'"assistant"')
    counted = {"prompt_tokens": sent, "completion_tokens": 512}
    message = {"role": "assistant", "content": f"I wonder {len(body)} times what to do."}
    return json_page({"choices": [{"message": message, "finish_reason": "stop"}], "usage": counted})


@pytest.mark.slow
def test_a_correction_without_room_begins_a_shorter_conversation(tmp_path: Path) -> None:
    """Question and correction are in it; a game that goes on sends the same."""
    with serving(wordy) as web:
        seats = [f"openai-compatible:m@{web.root}/v1", "house", "house"]
        rules = {"limits": {"corrections": 5}, "talk": {"protocol": "off"}}
        config = table(seats, settings={"context": 11_000}, budget={"calls": 15}, **rules)
        whole = played(config, tmp_path / "whole")
        folder = stopped_at(config, tmp_path / "stopped", 30)
        outcome = asyncio.run(resume(folder))
    assert set(failed(whole.folder)) == {("Anna", "malformed")}
    begun = [each for each in sent_by(whole) if each["attempt"] and len(each["items"]) == 2]
    assert begun != []
    for each in begun:
        assert "was not taken" in each["items"][1]["text"]
        assert "# What you remember" in each["items"][1]["text"]
    assert outcome.result == whole.result
    assert [each["digest"] for each in sent_by(outcome)] == [
        each["digest"] for each in sent_by(whole)
    ]
    assert truth(whole.folder).ok
    assert truth(folder).ok


def test_a_summary_that_does_not_come_is_a_failure_of_its_question(tmp_path: Path) -> None:
    """The default stands in, with the reason; the next question asks for a summary again."""
    trouble = Trouble(kind="refusal", containing="Answer with the tool `summarize`.", at=(1,))
    with Provider([trouble]) as server:
        outcome = played(small(server, budget={"calls": 15}), tmp_path)
    assert truth(outcome.folder).ok
    assert failed(outcome.folder) == [("Anna", "refusal")]
    assert max(each["epoch"] for each in sent_by(outcome)) > 1


def test_words_without_a_call_are_a_summary_too(tmp_path: Path) -> None:
    """A model that just writes its summary has given one."""
    trouble = Trouble(kind="chatter", containing="Answer with the tool `summarize`.")
    with Provider([trouble]) as server:
        outcome = played(small(server, budget={"calls": 15}), tmp_path)
    assert failed(outcome.folder) == []
    assert max(each["epoch"] for each in sent_by(outcome)) > 1


@pytest.mark.parametrize("trouble", breadth(["empty", "truncated"], []))
def test_where_no_summary_came_what_happened_stands_in(trouble: str, tmp_path: Path) -> None:
    """An empty one, or one cut off before it says a line: the game goes on, and is resumed so."""
    told = Trouble(kind=trouble, containing="Answer with the tool `summarize`.")
    with Provider([told]) as server:
        config = small(server, budget={"calls": 15}, talk={"protocol": "off"})
        outcome = played(config, tmp_path / "whole")
        sent = [seen.json for seen in server.requests]
        folder = stopped_at(config, tmp_path / "stopped", 50)
        asyncio.run(resume(folder))
        again = [seen.json for seen in server.requests[len(sent) :]]
    assert failed(outcome.folder) == []
    items = [each["items"] for each in sent_by(outcome)]
    _, *begun = (each[1]["text"] for each in items if each[0]["role"] == "system")
    assert begun
    for each in begun:
        assert "What happened in it, as far as there is room:" in each
        assert "Your newest notes" in each
    assert truth(outcome.folder).ok
    assert distinct(again) == distinct(sent)


def test_own_notes_are_carried_over(long_game: tuple[Outcome, list[Any]]) -> None:
    """What the model wrote into its notebook stands where the new conversation begins."""
    outcome, bodies = long_game
    begun = [
        json.dumps(said_to(body)[1]) for body in bodies
        if "# What you remember" in json.dumps(body) and len(said_to(body)) == 2
    ]  # fmt: skip
    assert begun
    assert all("Your newest notes, the oldest of them first:" in each for each in begun)
    assert outcome.finished
