"""A transcript can't be made to say something else, even where its whole chain is computed again.

What is changed here is one field of a recorded game; then every number and digest is made to fit.
"""

import json
import re
from collections.abc import Callable, Iterator, Sequence
from copy import deepcopy
from functools import cache
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.hash_chain import encode
from arena.table.asked_again import check_seats
from arena.table.verify import Verification, verify_bytes
from arena.transcript.header import GameHeader
from tests.arena.table.test_any_bytes import (
    CALLS,
    HEADER,
    LOG,
    GameFiles,
    Record,
    files_of,
    records_of,
    sealed,
)
from tests.corpus import reading

Path = tuple[str | int, ...]
Place = tuple[str, int, Path]
"""A file, a record of it, and what leads to a field there."""
GAMES = ("moh-models-3", "moh-model-faults", "moh-person", "osaczeni-house-4", "osaczeni-planted-5")
FREE: dict[str, tuple[str, ...]] = {
    "clocks": ("*.at", "*.seconds", "call_failed.late"),
    "what played it, which changes nothing": ("game.versions", "game.python", "*.versions",
                                              "*.python"),
    "the name of its folder": ("game.game",),
    "limits that nothing in this game came to": (
        "game.limits", "game.people", "game.talk", "game.options", "game.llm.rules.notes",
        "game.llm.rules.on_outage", "game.llm.rules.plans", "game.llm.budget",
    ),
    "the name of a persona, whose words were sent": ("game.llm.personas",),
    "its place in a tournament, which has the plan": ("game.schedule",),
    "what a maker's server said and nobody read": ("call_answered.raw",),
    "how a call failed, in the words of a server": (
        "call_failed.why", "call_failed.status", "call_failed.raw", "answer_failed.why",
    ),
    "computed again by who changes it": (
        "opened.digest", "opened.lines", "sealed.records", "sealed.calls",
    ),
}  # fmt: skip
"""Fields that carry no claim about the game or can't be known from it, and why."""


def leaves(value: object, path: Path = ()) -> Iterator[Path]:
    """Yield what leads to each field that holds no others."""
    match value:
        case dict() if value:
            for key in value:
                yield from leaves(value[key], (*path, key))
        case list() if value:
            for at, each in enumerate(value):
                yield from leaves(each, (*path, at))
        case _:
            yield path


def changed(value: object) -> object:
    """Return another value, of the same type where that is possible."""
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case float():
            return value + 0.5
        case str():
            return f"{value}x"
        case _:
            return "x"


def is_free(file: str, record: Record, path: Path) -> bool:
    """Tell whether a field is one of those that carry no claim."""
    keys = [str(each) for each in path if isinstance(each, str)]
    named = "game" if file == HEADER else record["type"]
    inner = keys[1:] if file != HEADER and keys[0] == "data" else keys
    free = [each.split(".") for group in FREE.values() for each in group]
    return any(first in {"*", named} and inner[: len(rest)] == rest for first, *rest in free)


@cache
def game(name: str) -> tuple[Record, list[Record], list[Record]]:
    """Return a recorded game: its header, its log and its calls, which nobody may change."""
    files = files_of(reading.folder(name))
    return json.loads(files[HEADER]), records_of(files[LOG]), records_of(files[CALLS])


@cache
def places(name: str) -> dict[str, Sequence[Place]]:
    """Return the fields of a game by what they are called, so that none is drawn for its number."""
    header, log, calls = game(name)
    found: dict[str, list[Place]] = {}
    for file, records in ((HEADER, [header]), (LOG, log), (CALLS, calls)):
        for at, record in enumerate(records):
            for path in leaves(record):
                if path[0] == "i" or is_free(file, record, path):
                    continue
                plain = ".".join("*" if isinstance(each, int) else each for each in path)
                found.setdefault(f"{file} {record.get('type')} {plain}", []).append(
                    (file, at, path)
                )
    return found


def forged(name: str, file: str, at: int, change: Callable[[Record], None]) -> GameFiles:
    """Return a recorded game with one record changed and everything else made to fit."""
    header, log, calls = game(name)
    records = {HEADER: [header], LOG: list(log), CALLS: list(calls)}
    records[file][at] = deepcopy(records[file][at])
    change(records[file][at])
    written = ",\n".join(f'"{key}": {encode(each)}' for key, each in records[HEADER][0].items())
    return sealed(f"{{\n{written}\n}}\n".encode(), records[LOG], records[CALLS])


def put(path: Path) -> Callable[[Record], None]:
    """Return what changes the field that a path leads to."""

    def change(record: Record) -> None:
        inner: Any = record
        for key in path[:-1]:
            inner = inner[key]
        inner[path[-1]] = changed(inner[path[-1]])

    return change


@pytest.mark.parametrize("name", GAMES)
def test_a_game_whose_digests_are_computed_again_is_as_true_as_before(name: str) -> None:
    """What is refused below is refused for what it says."""
    assert verify_bytes(forged(name, LOG, 0, lambda _: None)).ok


def check_a_change(data: st.DataObject) -> None:
    """Change one field of a game, by whatever name it goes; it has to be refused."""
    name = data.draw(st.sampled_from(GAMES))
    field = data.draw(st.sampled_from(sorted(places(name))))
    file, at, path = data.draw(st.sampled_from(places(name)[field]))
    try:
        files = forged(name, file, at, put(path))
    except (KeyError, TypeError, ValueError):
        return  # the footer is no footer any more
    assert not verify_bytes(files).ok, (name, file, at + 1, path)


@given(st.data())
@settings(max_examples=20)
def test_no_field_can_be_changed(data: st.DataObject) -> None:
    """In header, log or calls, but for those that carry no claim."""
    check_a_change(data)


@pytest.mark.slow
@given(st.data())
@settings(max_examples=400)
def test_no_field_of_many_can_be_changed(data: st.DataObject) -> None:
    """The same, more often."""
    check_a_change(data)


def first(name: str, file: str, type_: str) -> int:
    """Return where the first record of a type stands."""
    _, log, calls = game(name)
    records = log if file == LOG else calls
    return next(at for at, each in enumerate(records) if each["type"] == type_)


def seat(record: Record, at: int, spec: str) -> None:
    """Let somebody else have sat on a seat."""
    record["seats"][at]["spec"] = spec


def misspell(item: Record) -> None:
    """Change one letter of what a model was sent."""
    item["text"] = item["text"].replace("e", "a", 1)


FORGERIES: dict[str, tuple[str, str, str | None, Callable[[Record], Any], str]] = {
    "a model that made no call sat there": (
        "osaczeni-house-4", HEADER, None, lambda r: seat(r, 0, "openai:gpt-9"),
        "models sit at .*, and `llm` has none",
    ),
    "a person who gave nothing sat there": (
        "osaczeni-house-4", HEADER, None, lambda r: seat(r, 0, "human"),
        "people sit at .*, and `people` has none",
    ),
    "another bot sat there": (
        "osaczeni-house-4", HEADER, None, lambda r: seat(r, 0, "house:liar"),
        "is not what house:liar gives",
    ),
    "a bot of a revision that never was": (
        "osaczeni-house-4", HEADER, None, lambda r: r["revisions"].update(bots=99),
        "bots of revision 99, and the last one is 1",
    ),
    "prompts with another digest": (
        "moh-models-3", HEADER, None, lambda r: r["llm"].update(prompts="0" * 64), "another digest",
    ),
    "a prompt that says the opposite": (
        "moh-models-3", CALLS, "call_sent",
        lambda r: r["data"]["items"][0].update(text=f"Not so: {r['data']['items'][0]['text']}"),
        "has at least|has other items",
    ),
    "a prompt with a word of the same length": (
        "moh-models-3", CALLS, "call_sent",
        lambda r: misspell(r["data"]["items"][0]),
        "has other items than its seat sends",
    ),
    "tools that were never offered": (
        "moh-models-3", CALLS, "call_sent", lambda r: r["data"]["tools"].pop(), "has other tools",
    ),
    "a digest of something else": (
        "moh-models-3", CALLS, "call_sent", lambda r: r["data"].update(digest="0" * 64),
        "would be sent something else",
    ),
    "money that was not spent": (
        "moh-models-3", CALLS, "call_answered", lambda r: r["data"]["booked"].update(money=99.0),
        r"is booked at \d+ tokens and \$99.0, and took",
    ),
    "a worst case that can't be": (
        "moh-models-3", CALLS, "call_sent", lambda r: r["data"]["worst"].update(tokens=10**9),
        "has other worst",
    ),
    "a person who left, said not to have answered": (
        "osaczeni-person-leaves", CALLS, "person_replaced",
        lambda r: r["data"].update(reason="timeouts"),
        "needs 2 answers in a row that .* missed",
    ),
    "a budget that was not come to": (
        "osaczeni-model-budget", HEADER, None,
        lambda r: r["llm"]["budget"].update(calls=10**6), "fitted into the budget",
    ),
    "a budget that was never set": (
        "osaczeni-model-budget", HEADER, None,
        lambda r: r["llm"]["budget"].update(calls=None, tokens=None, money=None),
        r"fitted into the budget \(no caps\)",
    ),
    "defaults for a budget that was not come to": (
        "moh-model-budget-defaults", HEADER, None,
        lambda r: r["llm"]["budget"].update(calls=None, tokens=10**9, money=None),
        r"fitted into the budget \(tokens 1000000000\)",
    ),
    "a try that was none": (
        "moh-models-3", CALLS, "call_sent", lambda r: r["data"].update(again=1), "is tried again 1",
    ),
}  # fmt: skip


@pytest.mark.parametrize("forgery", FORGERIES)
def test_a_forgery_is_told_in_a_sentence(forgery: str) -> None:
    """It names the file, and what is wrong there."""
    name, file, type_, change, why = FORGERIES[forgery]
    at = 0 if type_ is None else first(name, file, type_)
    verdict: Verification = verify_bytes(forged(name, file, at, change))
    assert not verdict.sound
    assert verdict.file is not None
    assert re.search(why, verdict.why or ""), verdict.why


def failing(name: str, at: int, reason: str, *, without_calls: bool = False) -> Verification:
    """Pass an answer of a recorded game off as a default, with the failure that it needs."""
    header, log, calls = game(name)
    log, calls = deepcopy(log), deepcopy(calls)
    data = log[at]["data"]
    asked = data["decision"]
    log[at] |= {"type": "answer_defaulted", "data": {**data, "reason": reason}}
    if without_calls:
        numbers = {c["data"].get("call") for c in calls if c["data"].get("asked") == asked}
        calls = [c for c in calls if c["data"].get("call", -1) not in numbers]
    failure = {"seat": log[at]["actor"], "decision": asked, "reason": reason, "why": "x"}
    calls.insert(-1, {**calls[-1], "type": "answer_failed", "data": failure})
    written = ",\n".join(f'"{key}": {encode(each)}' for key, each in header.items())
    return verify_bytes(sealed(f"{{\n{written}\n}}\n".encode(), log, calls))


@pytest.mark.parametrize("reason", ["provider", "error", "malformed", "timeout"])
@pytest.mark.parametrize("name", ["moh-models-3", "moh-person"])
def test_a_question_that_was_not_put_has_not_failed(name: str, reason: str) -> None:
    """One with a single option is answered without its seat, whoever sits there."""
    header, log, calls = game(name)
    put = {each["data"].get("asked") for each in calls}
    given = header["people"]["seats"] if "people" in header else header["llm"]["seats"]
    at = next(
        at for at, each in enumerate(log)
        if each["type"] == "answer" and each["actor"] in given
        and each["data"]["decision"] not in put
    )  # fmt: skip
    assert not failing(name, at, reason).sound


@pytest.mark.parametrize("reason", ["provider", "budget", "malformed"])
def test_neither_a_bot_nor_a_person_fails_as_a_model_does(reason: str) -> None:
    """No provider, no budget and no words stand between them and the table."""
    log = game("osaczeni-house-4")[1]
    at = next(at for at, each in enumerate(log) if each["type"] == "answer")
    assert f"can't fail by {reason}" in (failing("osaczeni-house-4", at, reason).why or "")


@pytest.mark.parametrize("reason", ["malformed", "refusal", "truncated", "illegal", "provider"])
def test_a_model_that_was_not_called_gave_no_answer_that_could_fail(reason: str) -> None:
    """All calls of a question can't be left out with the answer."""
    _, log, calls = game("moh-models-3")
    asked = [each["data"]["asked"] for each in calls if each["type"] == "call_sent"][-1]
    at = next(at for at, each in enumerate(log) if asked in (each["data"] or {}).values())
    if log[at]["type"] != "answer":
        pytest.fail("the last call of the recorded game is no longer for a question")
    assert not failing("moh-models-3", at, reason, without_calls=True).sound


def test_templates_of_a_stranger_are_not_filled_in() -> None:
    """They are somebody's program, and might never end."""
    bomb = {"name": "own", "templates": {"system.md": "{% for a in range(10**5) %}x{% endfor %}"}}
    header, _, _ = game("moh-models-3")
    own = deepcopy(header)
    own["llm"]["rules"]["prompts"] = bomb
    told = reading.transcript("moh-models-3")
    forged_header = GameHeader.model_validate_json(json.dumps(own))
    notes = check_seats(forged_header, told.records, told.calls, fast=False)
    assert notes[0] == "the prompts own, which do not come with the arena, are not proven"


def test_who_is_in_a_hurry_is_told_what_was_left_out() -> None:
    """Bots and prompts are asked for only where there is time."""
    other = forged("osaczeni-house-4", HEADER, 0, lambda r: seat(r, 0, "house:liar"))
    hurried = verify_bytes(other, fast=True)
    assert hurried.ok
    assert hurried.notes == ("prompts and bots are left out",)


def test_bots_of_an_older_version_are_said_to_be_unproven() -> None:
    """The rules are proven all the same."""
    older = forged("osaczeni-house-4", HEADER, 0, lambda r: r.pop("revisions"))
    verdict = verify_bytes(older)
    assert verdict.ok
    assert verdict.notes == ("bots of another version are not proven",)


def test_models_are_told_again_where_bots_are_of_another_version(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """What a house bot answered in the place of one is not held against its model."""
    name = "osaczeni-model-budget"
    assert any(each["type"] == "seat_replaced" for each in game(name)[1])
    for module in ("asked_again", "header_proof"):
        monkeypatch.setattr(f"arena.table.{module}.BOTS_REVISION", 2)
    verdict = verify_bytes(files_of(reading.folder(name)))
    assert verdict.ok, verdict.why
    assert verdict.notes == ("bots of another version are not proven",)


def test_a_call_too_many_is_found_in_a_game_that_broke_off() -> None:
    """It needs no seal to be no call of its seat."""
    header, log, calls = game("moh-models-3")
    sent = [each["data"] for each in calls if each["type"] == "call_sent"]
    last = next(each for each in reversed(sent) if each["seat"] == sent[0]["seat"])
    asked = {"asked": sent[0]["asked"], "attempt": 9}
    extra = {**last, **asked, "call": len(sent), "items": [], "tools": None}
    lines = [*calls[:-1], {**calls[-1], "type": "call_sent", "data": extra}]
    written = ",\n".join(f'"{key}": {encode(each)}' for key, each in header.items())
    whole = sealed(f"{{\n{written}\n}}\n".encode(), log, lines)
    half = whole[LOG].splitlines(keepends=True)[: len(log) // 2]
    verdict = verify_bytes({**whole, LOG: b"".join(half)})
    assert "is a call that its seat does not make" in (verdict.why or "")


def test_what_failed_then_is_no_news_now(capfd: pytest.CaptureFixture[str]) -> None:
    """Seats that are asked again fail as they did, and nobody is told."""
    assert verify_bytes(files_of(reading.folder("moh-model-faults"))).ok
    assert capfd.readouterr() == ("", "")


def test_a_seat_of_ones_own_is_said_to_be_unproven() -> None:
    """Nothing of a stranger's is imported to prove a game."""
    own = forged("osaczeni-house-4", HEADER, 0, lambda r: seat(r, 0, "no_module:Own"))
    verdict = verify_bytes(own)
    assert verdict.ok
    assert "a seat of no_module:Own, is not proven" in verdict.notes[0]
