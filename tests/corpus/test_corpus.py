"""Recorded games are true, show all that a game can, and come out the same when played anew."""

from collections.abc import Collection
from functools import cache
from itertools import chain
from pathlib import Path
from typing import get_args

import pytest

import engine
from arena.calls.records import CALL_FACTS
from arena.claims.deal_records import Ending, Outcome
from arena.claims.language import FIELDS
from arena.errors import Reason
from arena.forms import JsonRecord
from arena.records.facts import OWN_TYPES
from arena.settings import TalkRules
from arena.table.verify import verify
from engine.seats import FEWEST, MOST
from tests.arena.records_of import plain_of
from tests.breadth import breadth
from tests.corpus import reading
from tests.corpus.making import GAMES
from tests.corpus.packing import pack, unpack
from tests.corpus.shared import once
from tests.corpus.writing import same

MOST_BYTES = 1_200_000
PROTOCOLS = ("openai", "openai-compatible", "anthropic")
QUICK = ("moh-random-3", "moh-house-4", "osaczeni-house-4")
NOT_RECORDED = {
    "call_ignored": "an answer that comes in the moment in which its seat runs out of time",
    "both_at_once": "two parties who break a deal under one seal",
}
"""What no recorded game shows, and what it takes."""


@cache
def logged(type_: str) -> tuple[JsonRecord, ...]:
    """Return the data of all records of a type of logs."""
    found = chain.from_iterable(plain_of(reading.records(name)) for name in reading.names())
    return tuple(each["data"] for each in found if each["type"] == type_)


def assert_shown(found: Collection[object], wanted: Collection[object]) -> None:
    """Assert that what is wanted is found, and nothing that is said not to be."""
    assert set(wanted) - set(found) == set(wanted) & set(NOT_RECORDED)


def test_every_game_that_is_listed_is_recorded_and_no_other() -> None:
    """What nobody can play anew would grow old."""
    assert set(reading.names()) == set(GAMES)


def test_every_ruleset_count_of_seats_and_protocol_of_talk_is_recorded() -> None:
    """And models on every protocol, people, planted seats, and positions to begin from."""
    headers = [reading.header(name) for name in GAMES]
    assert {each.ruleset for each in headers} == set(engine.rulesets())
    assert {len(each.seats) for each in headers} == set(range(FEWEST, MOST + 1))
    protocols = get_args(TalkRules.model_fields["protocol"].annotation)
    assert {each.talk.protocol for each in headers} == set(protocols)
    specs = {seat.spec.partition(":")[0] for each in headers for seat in each.seats}
    assert set(PROTOCOLS) | {"human", "planted", "house", "random"} <= specs
    assert any(each.start for each in headers)


def test_every_type_of_record_is_recorded() -> None:
    """Those of the log that the engine does not write, and those of calls."""
    files = (reading.transcript(name) for name in GAMES)
    found = {one.type for each in files for one in chain(each.records, each.calls)}
    assert_shown(found, {*OWN_TYPES, *(each.type for each in CALL_FACTS)})


def test_deals_come_to_every_end() -> None:
    """How they are answered, and what the parties make of them."""
    assert_shown([each["answer"] for each in logged("deal_answered")], get_args(Ending))
    assert_shown([each["outcome"] for each in logged("deal_settled")], get_args(Outcome))


def test_claims_of_every_kind_are_made() -> None:
    """Some are true and some are not."""
    kinds = {claim["kind"] for each in logged("said") for claim in each["claims"]}
    assert kinds == set(FIELDS)


def test_seats_fail_for_every_reason() -> None:
    """Defaults stand in for them."""
    found = [each["reason"] for each in (*logged("answer_defaulted"), *logged("turn_defaulted"))]
    assert_shown(found, get_args(Reason))


def test_games_end_in_every_way() -> None:
    """With a few left or all together; one wins or several; in a number of epilogues."""
    ends = [each["result"] for each in logged("sealed")]
    assert {each["end_reason"] for each in ends} == {"few_left", "together"}
    assert {len(each["winners"]) for each in ends} >= {1, 2, 3, 4}
    assert len({each["epilogue"] for each in ends}) > 5


def test_all_games_together_are_small() -> None:
    """Whoever clones the repository has them."""
    assert sum(reading.archive(name).stat().st_size for name in GAMES) < MOST_BYTES


@pytest.mark.parametrize("name", breadth(GAMES, {*QUICK, *list(GAMES)[::5]}))
def test_a_recorded_game_is_true(name: str) -> None:
    """Every record follows from the rules and the recorded answers."""
    found = verify(reading.folder(name))
    assert found.ok, found.why


@pytest.mark.parametrize(
    "name",
    breadth(GAMES, QUICK),
)
def test_a_game_that_is_played_anew_comes_out_as_recorded(name: str, tmp_path: Path) -> None:
    """Where it does not, `python -m tests.corpus` writes it, and the commit says why."""
    assert same(name, GAMES[name](tmp_path))


@pytest.mark.parametrize("name", ["moh-house-4", "moh-model-plans"])
def test_a_game_is_unpacked_as_it_was_packed(name: str, tmp_path: Path) -> None:
    """Byte for byte, hashes included; and packed again it is the same file."""
    game = unpack(pack(reading.folder(name)), tmp_path)
    for file in reading.folder(name).iterdir():
        assert (game / file.name).read_bytes() == file.read_bytes()


def test_a_copy_may_be_changed(tmp_path: Path) -> None:
    """What others read stays as it is."""
    game = reading.copy_of("moh-random-3", tmp_path)
    (game / "log.jsonl").write_bytes(b"")
    assert verify(reading.folder("moh-random-3")).ok


def test_games_are_found_by_what_they_are() -> None:
    """Each question leaves those that answer it."""
    people = reading.names(people=True)
    assert people
    assert all(reading.header(name).people for name in people)
    assert set(reading.names(models=True)).isdisjoint(people)
    assert set(reading.names(talk=True)) | set(reading.names(talk=False)) == set(GAMES)
    assert {len(reading.header(name).seats) for name in reading.names(ruleset="moh", seats=6)} == {
        6
    }


def test_a_text_is_made_once() -> None:
    """Whoever asks first makes it, to the last line break; all others read it."""
    made: list[int] = []
    found = [once("a text of this test", lambda: made.append(1) or "a\r\nb\n") for _ in range(2)]
    assert (found, made) == (["a\r\nb\n"] * 2, [1])
