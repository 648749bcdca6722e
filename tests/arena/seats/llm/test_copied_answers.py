"""A model that gives the answer again that was refused is asked without what it copied."""

import asyncio
import json
import shutil
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from arena.forms import HEADER
from arena.models.types import Reply, ToolCall
from arena.provider import Provider, Trouble
from arena.provider.bad_answers import ILLEGAL
from arena.seats.llm.read_reply import is_same_answer
from arena.table import Outcome, resume
from tests.arena.seats.llm.games import (
    EACH_PROTOCOL,
    LATE,
    Record,
    failed,
    of_type,
    played,
    prefix_breaks,
    records,
    said_to,
    spec,
    table,
    truth,
)  # fmt: skip

COPIED = "Your answer was not taken: it was the same more than once."
GIVEN: dict[str, Any] = {"talk": {"protocol": "off"}, **LATE}


def copies(*at: int) -> list[Trouble]:
    """Return what makes each of these answers the same, which is refused."""
    return [Trouble(kind="bad_option", at=at)] if at else []


def run(
    troubles: Sequence[Trouble], out: Path, protocol: str = "openai-compatible", **given: Any
) -> tuple[Outcome, list[Any]]:
    """Play a game of one model; return it and the bodies that were sent."""
    with Provider(troubles) as server:
        game = table([spec(server, protocol), "random", "random"], **{**GIVEN, **given})
        outcome = played(game, out)
        return outcome, [seen.json for seen in server.requests]


def last_text(body: Any) -> str:
    """Return the last thing that a model was told."""
    last = said_to(body)[-1]
    content = last["content"]
    return str(content["text"] if isinstance(content, dict) else content)


def sent(outcome: Outcome) -> list[Record]:
    """Return the calls that left."""
    return of_type(records(outcome.folder), "call_sent")


@pytest.mark.parametrize("protocol", EACH_PROTOCOL)
def test_the_second_correction_holds_no_refused_answer(protocol: str, tmp_path: Path) -> None:
    """The first is as ever; what comes after it goes on without them, and nothing is lost."""
    outcome, bodies = run(copies(2, 3), tmp_path, protocol)
    assert truth(outcome.folder).ok, truth(outcome.folder).why
    assert failed(outcome.folder) == []
    asked, corrected, anew, after = bodies[1:5]
    assert said_to(corrected)[: len(said_to(asked))] == said_to(asked)
    assert "\nYour answer was not taken: Your option is" in f"\n{last_text(corrected)}"
    assert ILLEGAL in json.dumps(corrected)
    assert said_to(anew)[:-1] == said_to(asked)[:-1]
    assert last_text(anew).startswith(last_text(asked))
    assert last_text(anew).removeprefix(last_text(asked)).strip().splitlines() == [
        f"{COPIED} Possible: the id of one of the options.",
        "This is your last try; after that an option is chosen for you.",
        last_text(asked).splitlines()[-1],
    ]
    assert ILLEGAL not in json.dumps(bodies[3:])
    assert said_to(after)[: len(said_to(anew))] == said_to(anew)
    assert prefix_breaks(bodies) == [3]
    assert [each["epoch"] for each in sent(outcome)[:5]] == [1, 1, 1, 2, 2]
    answered = of_type(records(outcome.folder), "call_answered")
    assert [ILLEGAL in json.dumps(each["raw"]) for each in answered[:4]] == [
        False, True, True, False,
    ]  # fmt: skip


def test_words_that_are_copied_go_too(tmp_path: Path) -> None:
    """A model that takes no tools is asked in words as any other."""
    outcome, bodies = run(copies(2, 3), tmp_path, settings={"tools": False})
    assert truth(outcome.folder).ok, truth(outcome.folder).why
    assert failed(outcome.folder) == []
    assert ILLEGAL in json.dumps(bodies[2])
    assert ILLEGAL not in json.dumps(bodies[3:])
    assert COPIED in last_text(bodies[3])


def test_another_answer_is_corrected_where_it_stands(tmp_path: Path) -> None:
    """So is one that is refused for another reason: nothing was copied."""
    troubles = [Trouble(kind="bad_option", at=(2,)), Trouble(kind="unknown_tool", at=(3,))]
    outcome, bodies = run(troubles, tmp_path)
    assert failed(outcome.folder) == []
    assert prefix_breaks(bodies) == []
    assert {each["epoch"] for each in sent(outcome)} == {1}
    assert "Your answer was not taken: You called" in last_text(bodies[3])


def test_who_copies_on_is_asked_the_same_again(tmp_path: Path) -> None:
    """Nothing piles up behind the question but how many tries are left."""
    outcome, bodies = run(copies(2, 3, 4, 5), tmp_path, limits={"corrections": 4})
    assert failed(outcome.folder) == []
    third, fourth = (last_text(bodies[at]) for at in (3, 5))
    assert third.replace("3 tries are left", "") == fourth.replace("This is your last try", "")
    assert len({len(said_to(bodies[at])) for at in (1, 3, 4, 5)}) == 1


def test_a_speech_that_is_copied_is_asked_for_anew(tmp_path: Path) -> None:
    """What is said twice alike, and can't be heard, too."""
    copied = Trouble(kind="bad_option", at=(1, 2), containing="Answer with the tool `say`")
    outcome, _ = run([copied], tmp_path, talk={"floors": ["attack"]})
    assert truth(outcome.folder).ok, truth(outcome.folder).why
    anew = [each for each in sent(outcome) if each["attempt"] == 2]
    assert "Possible: an object with text, to, whisper, claims." in anew[0]["items"][-1]["text"]
    assert anew[0]["epoch"] == 2


@pytest.fixture(scope="module")
def copied(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Provider, Outcome]]:
    """Return a game whose first answer was copied once, and the server that goes on."""
    with Provider(copies(1, 2)) as server:
        game = table([spec(server), "random", "random"], **GIVEN)
        yield server, played(game, tmp_path_factory.mktemp("whole"))


@pytest.mark.parametrize("kept", range(1, 9))
def test_a_game_killed_while_an_answer_is_copied_goes_on_the_same(
    kept: int, copied: tuple[Provider, Outcome], tmp_path: Path
) -> None:
    """Behind each record of its calls: what was answered is not asked again, the rest is."""
    server, whole = copied
    lines = (whole.folder / "calls.jsonl").read_bytes().splitlines(keepends=True)
    bodies = [seen.body for seen in server.requests][
        : sum(b'"call_sent"' in each for each in lines)
    ]
    calls = lines[:kept]
    folder = tmp_path / "killed"
    cut(whole.folder, folder, calls)
    answered = sum(b'"call_answered"' in line for line in calls)
    server.change(copies(*(at - answered for at in (1, 2) if at > answered)))
    before = len(server.requests)
    outcome = asyncio.run(resume(folder))
    again = [seen.body for seen in server.requests][before:]
    assert truth(folder).ok, truth(folder).why
    assert again == bodies[answered:]
    assert outcome.result == whole.result
    assert failed(folder) == []


def cut(whole: Path, folder: Path, calls: list[bytes]) -> None:
    """Make the folder of a game as it stood before its model's first answer."""
    folder.mkdir()
    log = (whole / "log.jsonl").read_bytes().splitlines(keepends=True)
    first = next(at for at, line in enumerate(log) if b'"answer"' in line and b'"Anna.' in line)
    (folder / "log.jsonl").write_bytes(b"".join(log[:first]))
    (folder / "calls.jsonl").write_bytes(b"".join(calls))
    shutil.copy(whole / HEADER, folder)


def reply(text: str = "", *calls: tuple[str, str]) -> Reply:
    """Return a reply with words, and calls: a name and arguments."""
    made = tuple(
        ToolCall(id=str(at), name=name, arguments=given) for at, (name, given) in enumerate(calls)
    )
    return Reply(
        item={}, calls=made, text=text, reasoning="", stop="done", usage=None, model="m"
    )  # fmt: skip


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        (reply("", ("bid", '{"a": 1}')), reply("", ("bid", '{\n "a":  1}')), True),
        (reply("Hm.", ("bid", "{}")), reply("Well.", ("bid", "{}")), True),
        (reply("", ("bid", "{}")), reply("", ("say", "{}")), False),
        (reply("", ("bid", '{"a": 1}')), reply("", ("bid", '{"a": 2}')), False),
        (reply('{"a": 1}'), reply('{"a":1}\n'), True),
        (reply("I wait."), reply("I go."), False),
        (reply("{}"), reply("", ("bid", "{}")), False),
        (reply(), reply(), True),
    ],
)
def test_an_answer_is_the_same_but_for_white_space(one: Reply, other: Reply, *, same: bool) -> None:
    """Calls count, and where there are none the words."""
    assert is_same_answer(one, other) is is_same_answer(other, one) is same
