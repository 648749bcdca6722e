"""Verification finds every mutation and names its line; files are mutated in memory."""

import asyncio
import json
from collections.abc import Callable
from itertools import zip_longest
from pathlib import Path
from random import Random
from typing import Any

import pytest

from arena.forms import FILES
from arena.hash_chain import GENESIS, chained, digest
from arena.records.facts import OWN_TYPES
from arena.records.game import opened_of
from arena.table import resume
from arena.table.verify import verify, verify_bytes
from arena.transcript.reader import header_of, read
from engine import ruleset
from engine.table import event_record, restore

HEADER, LOG, CALLS = FILES
GameFiles = dict[str, bytes]
Record = dict[str, Any]
Mutation = Callable[[list[bytes], Random], tuple[list[bytes], int]]


SEEDS = [pytest.param(seed, marks=[pytest.mark.slow] if seed else []) for seed in range(10)]


def files_of(folder: Path) -> GameFiles:
    """Return the bytes of a game's files."""
    return {name: (folder / name).read_bytes() for name in FILES}


def flipped(lines: list[bytes], random: Random) -> tuple[list[bytes], int]:
    """Flip one bit."""
    at = random.randrange(len(lines))
    line = bytearray(lines[at])
    line[random.randrange(len(line))] ^= 1 << random.randrange(8)
    return [*lines[:at], bytes(line), *lines[at + 1 :]], at


def dropped(lines: list[bytes], random: Random) -> tuple[list[bytes], int]:
    """Leave a line out."""
    at = random.randrange(len(lines))
    return [*lines[:at], *lines[at + 1 :]], at


def doubled(lines: list[bytes], random: Random) -> tuple[list[bytes], int]:
    """Write a line twice; the second one differs from what was there."""
    at = random.randrange(len(lines))
    return [*lines[: at + 1], *lines[at:]], at + 1


def swapped(lines: list[bytes], random: Random) -> tuple[list[bytes], int]:
    """Exchange two different lines."""
    while True:
        at, other = sorted(random.sample(range(len(lines)), 2))
        if lines[at] != lines[other]:
            break
    mutated = list(lines)
    mutated[at], mutated[other] = lines[other], lines[at]
    return mutated, at


def added(lines: list[bytes], random: Random) -> tuple[list[bytes], int]:
    """Insert a line."""
    at = random.randrange(len(lines) + 1)
    foreign = random.choice([b"\n", b"{}\n", b'"type"\n', b'{"i":3,"type":"answer"}\n'])
    return [*lines[:at], foreign, *lines[at:]], at


def cut_off(lines: list[bytes], random: Random) -> tuple[list[bytes], int]:
    """End the file early, anywhere."""
    whole = b"".join(lines)
    kept = whole[: random.randrange(len(whole))]
    return kept.splitlines(keepends=True), kept.count(b"\n")


BYTES: tuple[Mutation, ...] = (flipped, dropped, doubled, swapped, added, cut_off)


def mutated_bytes(files: GameFiles, random: Random) -> tuple[GameFiles, str, int]:
    """Change the bytes of one file; return the file and the first line (from 1) that differs."""
    name = random.choice(FILES)
    lines = files[name].splitlines(keepends=True)
    changed, at = random.choice(BYTES)(lines, random)
    return {**files, name: b"".join(changed)}, name, at + 1


def rechained(records: list[Record]) -> bytes:
    """Return a log whose chain holds, whatever stands in it."""
    previous, lines = GENESIS, []
    for record in records:
        line, previous = chained(previous, {k: v for k, v in record.items() if k != "hash"})
        lines.append(line)
    return b"".join(lines)


def other(value: object, random: Random) -> object:
    """Return a value of the same type that differs."""
    match value:
        case bool():
            return not value
        case int():
            return value + random.choice([-1, 1])
        case str():
            return random.choice([n for n in ("Ada", "Ben", "Cyd", "pass", "camera") if n != value])
        case list() if value:
            at = random.randrange(len(value))
            return [*value[:at], other(value[at], random), *value[at + 1 :]]
        case list():
            return ["Ada"]
        case dict() if value:
            key = random.choice(list(value))
            return {**value, key: other(value[key], random)}
        case _:
            return 0


def mutated_record(record: Record, random: Random) -> Record:
    """Change one thing in an event or an answer."""
    key = random.choice(["data", "data", "data", "seen_by", "actor", "round", "phase", "type", "i"])
    if key == "seen_by":
        choices = ["all", "engine", ["Ada"], ["Ben", "Cyd"]]
        return {**record, key: random.choice([c for c in choices if c != record[key]])}
    if key == "type":
        return {**record, key: "passed" if record[key] != "passed" else "place_held"}
    return {**record, key: other(record[key], random)}


def mutated_events(files: GameFiles, random: Random) -> tuple[GameFiles, int]:
    """Change events and answers, compute the chain again; return the first line that differs."""
    original = [json.loads(line) for line in files[LOG].splitlines()]
    records = original
    while records == original:
        records = mutated_records(original, random)
    pairs = enumerate(zip_longest(records, original), start=1)
    first = next(number for number, (new, old) in pairs if new != old)
    return {**files, LOG: rechained(records)}, first


def mutated_records(original: list[Record], random: Random) -> list[Record]:
    """Change, drop, double, swap or add one event or answer, and perhaps number all again."""
    records = list(original)
    at = random.randrange(1, len(records) - 1)
    record = records[at]
    match random.choice(("changed", "dropped", "doubled", "swapped", "added")):
        case "changed":
            records[at] = mutated_record(record, random)
        case "dropped":
            del records[at]
        case "doubled":
            records.insert(at, record)
        case "swapped":
            records[at], records[at + 1] = records[at + 1], records[at]
        case _:
            records.insert(at, mutated_record(record, random))
    if random.random() < 0.5:
        records = [{**each, "i": number} for number, each in enumerate(records)]
    return records


def first_that_does_not_follow(files: GameFiles, line: int) -> bool:
    """Tell, with the engine alone, whether what stands before a line follows and the line not."""
    records = [json.loads(each) for each in files[LOG].splitlines()]
    keys = ("type", "seen_by", "data")
    moves = [
        ["floor", r["data"]["kind"]]
        if r["type"] == "floor_closed"
        else [r["data"]["decision"], r["data"]["option"]]
        for r in records[: line - 1]
        if r["type"] in {"answer", "floor_closed"}
    ]
    table = restore({**header_of(files[HEADER]).saved(), "moves": moves})
    events = [event_record(event) for event in table.events]
    recorded = [{k: r[k] for k in keys} for r in records[: line - 1] if r["type"] not in OWN_TYPES]
    record = records[line - 1]
    if events[: len(recorded)] != recorded:
        return False
    if record["type"] == "answer":
        asked = {decision.id: decision for decision in table.pending()}
        decision = asked.get(record["data"]["decision"])
        return decision is None or record["data"]["option"] not in {o.id for o in decision.options}
    return events[len(recorded) : len(recorded) + 1] != [{k: record[k] for k in keys}]


def test_a_true_game_is_true(game: Path) -> None:
    """All records are counted, and the result comes from the rules."""
    verdict = verify(game)
    lines = (game / LOG).read_bytes().splitlines()
    assert (verdict.ok, verdict.sound, verdict.finished) == (True, True, True)
    assert verdict.records == len(lines)
    assert verdict.result == json.loads(lines[-1])["data"]["result"]


@pytest.mark.parametrize("seed", SEEDS)
def test_a_mutation_of_bytes_is_found_and_its_line_named(short_game: Path, seed: int) -> None:
    """Ten times fifty: flipped, dropped, doubled, swapped, added, cut off, in every file."""
    random, files = Random(seed), files_of(short_game)  # noqa: S311 - it keeps no secret
    for _ in range(50):
        mutated, name, line = mutated_bytes(files, random)
        if mutated == files:
            continue
        verdict = verify_bytes(mutated)
        assert not verdict.ok
        assert (verdict.file, verdict.line) == (name, line), verdict


@pytest.mark.parametrize("seed", SEEDS)
def test_a_mutation_under_a_new_chain_is_found_by_the_rules(short_game: Path, seed: int) -> None:
    """Ten times fifty, in events and answers: only the replay can find them.

    The line is the first that differs; where that is an answer which is legal too, the first line
    that does not follow from it.
    """
    random, files = Random(100 + seed), files_of(short_game)  # noqa: S311 - it keeps no secret
    for _ in range(50):
        mutated, line = mutated_events(files, random)
        verdict = verify_bytes(mutated)
        assert not verdict.ok
        assert verdict.file == LOG
        assert verdict.line is not None
        if verdict.line != line:
            changed = json.loads(mutated[LOG].splitlines()[line - 1])
            assert changed["type"] == "answer"
            assert verdict.line > line
            assert first_that_does_not_follow(mutated, verdict.line)


def test_an_empty_or_missing_file_is_named(short_game: Path, tmp_path: Path) -> None:
    """Each of the three."""
    files = files_of(short_game)
    for name in FILES:
        verdict = verify_bytes({**files, name: b""})
        assert (verdict.sound, verdict.file, verdict.line) == (False, name, 1)
    for name in FILES:
        for other_name in FILES:
            (tmp_path / other_name).write_bytes(files[other_name])
        (tmp_path / name).unlink()
        missing = verify(tmp_path)
        assert (missing.sound, missing.file) == (False, name)
        assert ("can't be read" if name == HEADER else "is missing") in str(missing.why)


def test_a_game_killed_before_its_log_was_made_is_unfinished(
    short_game: Path, tmp_path: Path
) -> None:
    """With a session that began or none; nothing of it is wrong."""
    files = files_of(short_game)
    (tmp_path / HEADER).write_bytes(files[HEADER])
    assert verify(tmp_path).sound
    (tmp_path / CALLS).write_bytes(files[CALLS].splitlines(keepends=True)[0])
    verdict = verify(tmp_path)
    assert (verdict.ok, verdict.sound, verdict.file) == (False, True, LOG)
    assert read(tmp_path).records == []


def test_a_log_that_lost_what_a_session_went_on_after_is_not_true(
    short_game: Path, tmp_path: Path
) -> None:
    """Somebody, or a disk, took lines away at its end."""
    files = files_of(short_game)
    for name, kept in ((LOG, 60), (CALLS, 1), (HEADER, None)):
        lines = files[name].splitlines(keepends=True)
        (tmp_path / name).write_bytes(b"".join(lines[:kept]))
    asyncio.run(resume(tmp_path))
    for name, kept in ((LOG, 50), (CALLS, 2)):
        lines = (tmp_path / name).read_bytes().splitlines(keepends=True)
        (tmp_path / name).write_bytes(b"".join(lines[:kept]))
    verdict = verify(tmp_path)
    assert (verdict.sound, verdict.file, verdict.line) == (False, LOG, 51)
    assert "went on after 60 records" in str(verdict.why)


def test_a_half_written_last_line_is_no_lie(short_game: Path) -> None:
    """Of either file, while the game is unfinished; after the seal nothing may stand."""
    files = files_of(short_game)
    cut = files[LOG][: len(files[LOG]) * 2 // 3]
    first = files[CALLS].splitlines(keepends=True)[0]
    verdict = verify_bytes({**files, LOG: cut, CALLS: first + b'{"i":1,"ty'})
    assert (verdict.ok, verdict.sound) == (False, True)
    assert "is cut off" in str(verdict.why)
    for name in (LOG, CALLS):
        after = verify_bytes({**files, name: files[name] + b"{"})
        assert (after.sound, after.file) == (False, name)


def test_a_game_cut_at_any_line_is_sound_and_unfinished(short_game: Path) -> None:
    """What is there is true; the next line is named as missing, with where the game stands."""
    files = files_of(short_game)
    lines = files[LOG].splitlines(keepends=True)
    for count in range(1, len(lines), 37):
        verdict = verify_bytes({**files, LOG: b"".join(lines[:count])})
        assert (verdict.ok, verdict.sound, verdict.finished) == (False, True, False)
        assert (verdict.file, verdict.line, verdict.records) == (LOG, count + 1, count)
        assert "the game is unfinished, it stands in round" in str(verdict.why)


def reheaded(files: GameFiles, **changes: object) -> GameFiles:
    """Change the header and compute the whole log's chain again."""
    header = header_of(files[HEADER]).model_copy(update=changes).dumped()
    records = [json.loads(line) for line in files[LOG].splitlines()]
    records[0]["data"] = opened_of(header).data()
    return {**files, HEADER: header, LOG: rechained(records)}


def test_another_revision_of_the_rules_says_so(short_game: Path) -> None:
    """It isn't called a forgery."""
    verdict = verify_bytes(reheaded(files_of(short_game), revision=999))
    assert (verdict.ok, verdict.file) == (False, HEADER)
    assert "was played under revision 999 of moh" in str(verdict.why)


@pytest.mark.parametrize(
    "changes",
    [
        {"seed": "5"},
        {"ruleset": "moh-ru"},
        {"ruleset": "chess"},
        {"floors": False},
        {"options": {}},
    ],
    ids=str,
)
def test_another_header_does_not_give_this_game(
    short_game: Path, changes: dict[str, object]
) -> None:
    """Seed, ruleset and floors decide what happened, even where every digest fits."""
    assert not verify_bytes(reheaded(files_of(short_game), **changes)).ok


def test_options_that_came_later_may_be_left_out(short_game: Path) -> None:
    """A game recorded before an option was one still verifies; other options are needed."""
    files = files_of(short_game)
    options, known = header_of(files[HEADER]).options, ruleset("moh").options
    first = {key: value for key, value in options.items() if not known[key].later}
    assert 0 < len(first) < len(options)
    assert verify_bytes(reheaded(files, options=first)).ok
    assert not verify_bytes(reheaded(files, options=dict(list(first.items())[1:]))).ok
    changed = {**first, "end_moment": "at_once"}
    assert verify_bytes(reheaded(files, options=first | {"end_moment": "round_end"})).ok
    assert not verify_bytes(reheaded(files, options=changed | {"second_tie": "nobody"})).ok


def test_a_forged_footer_is_found(short_game: Path) -> None:
    """Another winner, another count, another digest of the calls."""
    files = files_of(short_game)
    records = [json.loads(line) for line in files[LOG].splitlines()]
    random = Random(1)  # noqa: S311 - it keeps no secret
    for _ in range(20):
        forged = {**records[-1], "data": other(records[-1]["data"], random)}
        verdict = verify_bytes({**files, LOG: rechained([*records[:-1], forged])})
        assert not verdict.ok
        assert verdict.file == CALLS or verdict.line == len(records)


def test_a_default_needs_its_failure_in_the_calls(short_game: Path) -> None:
    """An answer can't be passed off as a default, nor the reason be changed."""
    files = files_of(short_game)
    records = [json.loads(line) for line in files[LOG].splitlines()]
    at = next(n for n, record in enumerate(records) if record["type"] == "answer")
    data = {**records[at]["data"], "reason": "timeout"}
    records[at] = {**records[at], "type": "answer_defaulted", "data": data}
    verdict = verify_bytes({**files, LOG: rechained(records)})
    assert (verdict.file, verdict.line) == (LOG, at + 1)
    assert "calls.jsonl has no failure 'timeout'" in str(verdict.why)


@pytest.mark.parametrize(
    "line",
    [
        b"[]",
        b"null",
        b'"x"',
        b'{"type":"sealed","data":[]}',
        b'{"type":"opened","data":3}',
        b"\xff",
    ],
)
def test_foreign_lines_are_findings_not_crashes(short_game: Path, line: bytes) -> None:
    """Whatever JSON stands in a chained line, the verdict says so."""
    files = files_of(short_game)
    mark = digest(line).encode()
    forged = line[:-1] + b',"hash":"' + mark + b'"}\n'
    for name in (LOG, CALLS):
        verdict = verify_bytes({**files, name: forged})
        assert (verdict.ok, verdict.file, verdict.line) == (False, name, 1)
