"""A record whose data is not what its type says is refused, with the file and the line."""

import dataclasses
import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_type_hints

import pytest
from pydantic import TypeAdapter, ValidationError

import engine
from arena.calls.lines import decoded_call
from arena.calls.records import CALL_FACTS, CallFact, CallRecord, StepDown
from arena.claims.language import Claim, Proposition
from arena.claims.offers import Offer, Reply
from arena.claims.plans import Intent
from arena.errors import ClaimError, TranscriptError
from arena.forms import CALLS, HEADER, LOG
from arena.hash_chain import GENESIS, chained
from arena.records.decoding import decoder_of, may_lack
from arena.records.facts import OWN_TYPES, class_of, types_of_events
from arena.records.lines import decoded
from arena.settings import BudgetRules
from arena.table.recovery import recovered
from arena.table.verify import verify
from arena.transcript import reader
from tests.arena.records_of import record_of
from tests.corpus import reading

TYPES = sorted(
    {*OWN_TYPES, *(each.type for each in types_of_events() if each.__module__ in {
        "engine.events", "engine.rules.board_events", "engine.rules.moh.events",
        "engine.rules.osaczeni.events",
    })}
)  # fmt: skip
WRONG = (
    None, True, 1, -1, 0.5, "\0", [], [[]], [1], ["x"], [1, 2], ["x", 1], [None], {}, {"x": 1},
    {"x": "y"}, {"x": None}, {"x": [1]}, [{"x": 1}], [{"line": 1, "why": "x"}], [[1, "x"]],
    [["x", "y"]], [["x", "y", "z"]],
)  # fmt: skip
"""Each is another type than most fields have."""
OWN_WAY = (Claim, Proposition, Offer, Reply, Intent)
GAME = "moh-random-3"


@cache
def plain(name: str) -> dict[str, Any]:
    """Return a record of a type as it stands in a log, without a hash."""
    if name in {"opened", "sealed"}:
        found = (each for each in reading.transcript(GAME).records if each.type == name)
        return {**next(found).plain(), "i": 0}
    return record_of({"type": name, "data": {}, "i": 0}).plain()


def fields(name: str) -> dict[str, Any]:
    """Return the annotations of the data of a type."""
    hints = get_type_hints(class_of(name), include_extras=True)
    return {key: hints[key] for key in plain(name)["data"]}


def fits(hint: Any, value: object) -> bool:  # noqa: ANN401 - any annotation
    """Tell whether pydantic takes a value, as JSON has it, for one of this type."""
    try:
        TypeAdapter(hint).validate_json(json.dumps(value), strict=True)
    except ValidationError:
        return False
    return True


def is_read(name: str, data: dict[str, Any]) -> bool:
    """Tell whether a record with this data is decoded."""
    try:
        decoded({**plain(name), "data": data})
    except (LookupError, ValueError, TypeError, ClaimError):
        return False
    return True


@pytest.mark.parametrize("name", TYPES)
def test_every_field_holds_what_its_annotation_says(name: str) -> None:
    """Pydantic, which reads the same annotations by other code, takes the same and refuses it."""
    whole = plain(name)["data"]
    assert is_read(name, whole)
    for key, hint in fields(name).items():
        if any(each.__name__ in repr(hint) for each in OWN_WAY):
            continue  # below
        adapter_takes = [fits(hint, each) for each in WRONG]
        assert not all(adapter_takes)
        for value, taken in zip(WRONG, adapter_takes, strict=True):
            assert is_read(name, {**whole, key: value}) is taken, (key, value)


@pytest.mark.parametrize(("name", "key"), [
    ("said", "claims"), ("said", "deals"), ("planned", "intents"), ("deal_offered", "gives"),
    ("deal_offered", "wants"),
])  # fmt: skip
@pytest.mark.parametrize("value", [
    None, 1, "x", {}, [1], ["x"], [[]], [{}], [{"kind": 1}], [{"kind": "nonsense"}],
    [{"kind": "vote", "vote": "nonsense", "target": "Anna"}], [{"kind": "go", "location": "2"}],
    [{"kind": "go", "location": 2, "more": 1}], [{"act": "offer"}], [{"act": "do"}],
    [{"act": "accept", "deal": True}], [{"act": "do", "said": {"kind": "nonsense"}}],
    [{"act": "do", "said": {"kind": "go"}, "more": 1}],
])  # fmt: skip
def test_what_was_said_is_in_words_of_the_language(name: str, key: str, value: object) -> None:
    """A kind, a vote or an act that does not exist is none, and neither is a key too many."""
    assert not is_read(name, {**plain(name)["data"], key: value})


@pytest.mark.parametrize("name", TYPES)
def test_no_key_is_missing_and_none_is_more(name: str) -> None:
    """What is shown of the seal has its result alone, and of the first record nothing."""
    whole = plain(name)["data"]
    assert not is_read(name, {**whole, "more": 1})
    for key in whole:
        assert not is_read(name, {each: whole[each] for each in whole if each != key})


def broken_lines() -> Iterator[bytes]:
    """Yield lines of a log that make no sense."""
    whole = plain("said")
    hash_ = {"hash": "0" * 64}
    yield json.dumps({**whole, "type": "nonsense", **hash_}).encode()
    for key in whole["data"]:
        data = {**whole["data"], key: 0.5}
        yield json.dumps({**whole, "data": data, **hash_}).encode()
    for key, value in (
        ("i", -1), ("i", True), ("type", 1), ("round", "1"), ("phase", 1), ("actor", []),
        ("seen_by", "some"), ("seen_by", [1]), ("data", []), ("hash", "0" * 63), ("hash", "G" * 64),
    ):  # fmt: skip
        yield json.dumps({**whole, **hash_, key: value}).encode()


def test_a_broken_record_is_named_by_its_line(tmp_path: Path) -> None:
    """The error says which file, and where in it."""
    first, *_ = (reading.folder(GAME) / LOG).read_bytes().splitlines(keepends=True)
    (tmp_path / HEADER).write_bytes((reading.folder(GAME) / HEADER).read_bytes())
    for line in broken_lines():
        (tmp_path / LOG).write_bytes(first + line + b"\n")
        with pytest.raises(TranscriptError, match=rf"^{LOG} line 2: makes no sense"):
            reader.read(tmp_path)


# --- calls ---

AT = "2026-11-21T12:00:00.000+00:00"
NESTED = {"booked": "tokens", "worst": "money", "usage": "input", "budget": "calls"}
"""Fields that hold an object, each with a key of it."""


@cache
def call(of: type[CallFact]) -> dict[str, Any]:
    """Return a record of a type as it stands in `calls.jsonl`, without a hash, no field null."""
    cost = {"tokens": 7, "money": 0.5}
    by_hint = {
        "versions": {"python": "3"}, "budget": BudgetRules(calls=3).model_dump(mode="json"),
        "speech": [], "tools": [{"name": "move"}], "items": [{"role": "user", "text": "x"}],
        "raw": {"id": "x"}, "booked": cost, "worst": cost, "digest": "0" * 64, "bid": 1,
        "usage": {"input": 1, "cached": 0, "written": 0, "output": 1, "reasoning": 0},
        "reason": {"session_ended": "finished", "person_replaced": "left"}.get(of.type, "error"),
        "fault": "lost", "purpose": "answer", "step": "forced", "before": "forced", "after": "text",
        "seconds": 1.5, "status": 500, "late": False, "unbelievable": False, "tried": True,
        "resumed": 1, "call": 0, "attempt": 0, "again": 0, "least": 0, "epoch": 1,
    }  # fmt: skip
    data = {each.name: by_hint.get(each.name, "Anna") for each in dataclasses.fields(of)}
    return {"i": 0, "type": of.type, "at": AT, "data": data}


def is_call(line: object) -> bool:
    """Tell whether a line of `calls.jsonl` is decoded."""
    try:
        decoded_call(line)
    except ValueError:
        return False
    return True


@pytest.mark.parametrize("of", CALL_FACTS, ids=lambda of: of.type)
def test_every_field_of_a_call_holds_what_its_annotation_says(of: type[CallFact]) -> None:
    """As in the log; what stands in an object in it is read as strictly."""
    whole = call(of)
    assert decoded_call(whole).plain() == whole
    for key, hint in get_type_hints(of, include_extras=True).items():
        if key not in whole["data"]:
            continue
        adapter_takes = [fits(hint, each) for each in WRONG]
        assert not all(adapter_takes)
        for value, taken in zip(WRONG, adapter_takes, strict=True):
            data = {**whole["data"], key: value}
            assert is_call({**whole, "data": data}) is taken, (key, value)
    for key in NESTED.keys() & whole["data"].keys():
        held = whole["data"][key]
        inner = NESTED[key]
        for broken in ({**held, "more": 1}, {**held, inner: "x"}, {**held, inner: -1}):
            assert not is_call({**whole, "data": {**whole["data"], key: broken}}), (key, broken)
        lacks = {name: held[name] for name in held if name != inner}
        is_filled_in = key == "budget"  # its rules have defaults
        assert is_call({**whole, "data": {**whole["data"], key: lacks}}) is is_filled_in


@pytest.mark.parametrize("of", CALL_FACTS, ids=lambda of: of.type)
def test_no_key_of_a_call_is_missing_and_none_is_more(of: type[CallFact]) -> None:
    """But those that may be left out, which are written only where they are there."""
    whole = call(of)
    assert not is_call({**whole, "data": {**whole["data"], "more": 1}})
    hints = get_type_hints(of, include_extras=True)
    for key in whole["data"]:
        lacks = {
            **whole,
            "data": {each: whole["data"][each] for each in whole["data"] if each != key},
        }
        assert is_call(lacks) is may_lack(hints[key]), key
        if may_lack(hints[key]):
            assert decoded_call(lacks).plain() == lacks
            assert getattr(decoded_call(lacks).data, key) is None
    optional = {each for each in whole["data"] if may_lack(hints[each])}
    assert optional == {"session_began": {"budget"}, "stepped_down": {"epoch", "tried"}}.get(
        of.type, set()
    )


def broken_calls() -> Iterator[dict[str, Any]]:
    """Yield records of calls that make no sense."""
    whole = call(StepDown)
    yield {**whole, "type": "nonsense"}
    yield {**whole, "data": {**whole["data"], "more": 1}}
    for key in whole["data"]:
        yield {**whole, "data": {**whole["data"], key: 0.5}}
        if key not in {"epoch", "tried"}:
            yield {**whole, "data": {each: 1 for each in whole["data"] if each != key}}
    for key, value in (("i", -1), ("i", True), ("type", 1), ("at", 1), ("data", [])):
        yield {**whole, key: value}


def test_a_broken_call_is_named_by_its_line(tmp_path: Path) -> None:
    """By who reads a game, by who proves it, and by who would go on with it."""
    for name in (HEADER, LOG):
        (tmp_path / name).write_bytes((reading.folder(GAME) / name).read_bytes())
    first, *_ = (reading.folder(GAME) / CALLS).read_bytes().splitlines(keepends=True)
    mark = json.loads(first)["hash"]
    for broken in broken_calls():
        (tmp_path / CALLS).write_bytes(first + chained(mark, {**broken, "i": broken["i"] or 1})[0])
        with pytest.raises(
            TranscriptError, match=rf"^{CALLS} line 2: (makes no|is of no known|data)"
        ):
            reader.read(tmp_path)
        verdict = verify(tmp_path, fast=True)
        assert (verdict.ok, verdict.file, verdict.line) == (False, CALLS, 2), broken
        with pytest.raises(TranscriptError, match="line 2"):
            recovered(tmp_path)


def test_recorded_calls_are_written_again_byte_for_byte() -> None:
    """Those of all recorded games, of which some are of before a key was there."""
    for name in reading.names():
        hash_ = GENESIS
        for line in (reading.folder(name) / CALLS).read_bytes().splitlines(keepends=True):
            record = decoded_call(json.loads(line))
            again, hash_ = chained(hash_, record.plain())
            assert again == line
            assert record == CallRecord(data=record.data, i=record.i, at=record.at, hash=hash_)


def test_every_event_is_decoded_as_the_class_that_the_rules_make() -> None:
    """Not as one that the decorator has taken, which may still be there."""
    for event in types_of_events():
        if event.__module__ == "engine.events":
            assert class_of(event.type) is getattr(engine.events, event.__name__)


def test_a_type_that_nothing_decodes_is_refused_when_its_decoder_is_made() -> None:
    """The annotations of all facts are known; another kind is an object of a class."""
    with pytest.raises(TypeError, match="dataclass"):
        decoder_of(int)
