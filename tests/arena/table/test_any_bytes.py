"""Whatever stands in a game's files, verification ends in a verdict that says where."""

import asyncio
import json
import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from arena.config import TableConfig
from arena.faces.cli import main
from arena.forms import FILES
from arena.hash_chain import GENESIS, chained, digest, encode
from arena.records.game import opened_of
from arena.seats import Question, Scripted
from arena.table import play
from arena.table.verify import verify, verify_bytes

HEADER, LOG, CALLS = FILES
GameFiles = dict[str, bytes]
Record = dict[str, Any]


def files_of(folder: Path) -> GameFiles:
    """Return the bytes of a game's files."""
    return {name: (folder / name).read_bytes() for name in FILES}


def records_of(data: bytes) -> list[Record]:
    """Return records without their hashes."""
    found = [json.loads(line) for line in data.splitlines()]
    return [{key: each[key] for key in each if key != "hash"} for each in found]


def chain(records: Sequence[Record]) -> bytes:
    """Return the lines of records, in a chain that holds."""
    previous, lines = GENESIS, []
    for record in records:
        line, previous = chained(previous, record)
        lines.append(line)
    return b"".join(lines)


def sealed(header: bytes, log: list[Record], calls: list[Record]) -> GameFiles:
    """Return a game in which every digest and number fits, whatever it says."""
    lines = chain([{**call, "i": at} for at, call in enumerate(calls)])
    footer = {
        "records": len(log),
        "result": log[-1]["data"]["result"],
        "calls": {"records": len(calls), "digest": digest(lines)},
    }
    log = [{**log[0], "data": opened_of(header).data()}, *log[1:-1], {**log[-1], "data": footer}]
    return {HEADER: header, LOG: chain(log), CALLS: lines}


def with_header(files: GameFiles, change: Callable[[str], str]) -> GameFiles:
    """Change the header, and reseal the game."""
    header = change(files[HEADER].decode()).encode()
    assert header != files[HEADER]
    return sealed(header, records_of(files[LOG]), records_of(files[CALLS]))


HEADERS: dict[str, tuple[str, str]] = {
    "a key twice": ('"seed": "4"', '"seed": "99",\n"seed": "4"'),
    "line ends of Windows": ("\n", "\r\n"),
    "blanks": ('"seed": "4"', '"seed":  "4"'),
    "blanks at the end": ('"python"', ' "python"'),
    "revision as text": ('"revision": ', '"revision": "1", "x": '),
    "floors as text": ('"floors": true', '"floors": "yes"'),
    "floors as number": ('"floors": true', '"floors": 1'),
    "schema as float": ('"schema": 2', '"schema": 2.0'),
    "schema as true": ('"schema": 2', '"schema": true'),
    "a path as id": ('"game": "moh-0001"', '"game": "../x"'),
    "an id that moves the cursor": ('"game": "moh-0001"', '"game": "\\u001b[2J"'),
    "no spec": ('"spec":"random"', '"spec":""'),
    "a spec of two lines": ('"spec":"random"', '"spec":"a\\nb"'),
    "no limit": ("60.0", "Infinity"),
    "a limit that is no number": ("60.0", "NaN"),
    "a huge revision": ('"revision": ', '"revision": ' + "1" * 5000),
    "nothing forced, at length": ('"forced": null', '"forced": {"dice":[],"lots":[],"deck":null}'),
    "forced without keys": ('"forced": null', '"forced": {}'),
    "forced that is none": ('"forced": null', '"forced": {"dice":5,"lots":null,"deck":{}}'),
    "a start that is none": ('"start": null', '"start": {}'),
    "a deep start": ('"start": null', '"start": {"a":' + "[" * 190 + "]" * 190 + "}"),
    "a deeper start": ('"start": null', '"start": {"a":' + "[" * 3000 + "]" * 3000 + "}"),
    "half a character": ('"moh-0001"', '"\\ud800"'),
    "another start": (
        '"start": null',
        '"start": {"scenario":1,"ruleset":"moh-ru","seats":["X","Y","Z"],"phase":"setup"}',
    ),
    "a start with another seed": (
        '"start": null',
        '"start": {"scenario":1,"ruleset":"moh","seats":["A","B","C"],"phase":"setup","seed":9}',
    ),
}


@pytest.mark.parametrize("case", HEADERS)
def test_a_header_says_one_thing_and_in_one_way(short_game: Path, case: str) -> None:
    """Under a log whose digests fit, each of these is found in `game.json`."""
    verdict = verify_bytes(with_header(files_of(short_game), lambda s: s.replace(*HEADERS[case])))
    assert (verdict.ok, verdict.file) == (False, HEADER), verdict
    assert not str(verdict.why).startswith("unreadable")


def test_forced_chance_is_said(short_game: Path) -> None:
    """Chance that was forced to what it would have been is true, and no secret."""
    files = files_of(short_game)
    log = records_of(files[LOG])
    lot = '{"dice":[],"lots":["Ada"],"deck":null}'
    forced = with_header(files, lambda s: s.replace('"forced": null', f'"forced": {lot}'))
    verdict = verify_bytes(forced)
    if verdict.ok:  # no lot was drawn in this game, or it fell on her
        assert verdict.notes == ("chance was forced",)
        assert verdict.records == len(log)
    else:
        assert verdict.line is not None


def test_forced_dice_that_do_not_fit_are_a_finding(short_game: Path) -> None:
    """The rules refuse them in the middle of the game; that is no crash."""
    dice = '{"dice":[[6,6,6,6,6]],"lots":[],"deck":null}'
    verdict = verify_bytes(
        with_header(
            files_of(short_game), lambda s: s.replace('"forced": null', f'"forced": {dice}')
        )
    )
    assert (verdict.ok, verdict.file) == (False, HEADER)


def call(kind: object, data: object, at: object = "2026-01-01T00:00:00.000+00:00") -> Record:
    """Return a record of `calls.jsonl`."""
    return {"i": 0, "type": kind, "at": at, "data": data}


FAILED = {"seat": "Ada", "decision": "Ada.1", "reason": "timeout", "why": "late"}
FOREIGN_CALLS: dict[str, Record] = {
    "unknown type": call("made_up", {}),
    "no type": call(5, {}),
    "no time": call("answer_failed", FAILED, None),
    "a time without zone": call("answer_failed", FAILED, "2026-01-01"),
    "empty": call("answer_failed", {}),
    "no data": call("answer_failed", []),
    "number as decision": call("answer_failed", {**FAILED, "decision": 5}),
    "null as decision": call("answer_failed", {**FAILED, "decision": None}),
    "one key more": call("answer_failed", {**FAILED, "x": 1}),
    "unknown reason": call("answer_failed", {**FAILED, "reason": "martian"}),
    "nothing failed": call("answer_failed", FAILED),
    "one record key more": {**call("answer_failed", FAILED), "x": 1},
}


@pytest.mark.parametrize("case", FOREIGN_CALLS)
def test_a_foreign_call_is_found_on_its_line(short_game: Path, case: str) -> None:
    """Even where the seal counts it."""
    files = files_of(short_game)
    calls = records_of(files[CALLS])
    mixed = [calls[0], FOREIGN_CALLS[case], *calls[1:]]
    verdict = verify_bytes(sealed(files[HEADER], records_of(files[LOG]), mixed))
    assert (verdict.ok, verdict.file, verdict.line) == (False, CALLS, 2), verdict


def test_calls_are_in_an_order_that_can_have_been(short_game: Path) -> None:
    """A session begins first, and the last one finished."""
    files = files_of(short_game)
    log, calls = records_of(files[LOG]), records_of(files[CALLS])
    for wrong in ([], calls[:1], calls[1:], calls[::-1]):
        verdict = verify_bytes(sealed(files[HEADER], log, list(wrong)))
        assert (verdict.ok, verdict.file) == (False, CALLS)


@pytest.fixture(scope="module")
def failing_game(tmp_path_factory: pytest.TempPathFactory) -> GameFiles:
    """Return a game in which Ada often fails."""

    def wrong(question: Question) -> str:
        return "nonsense" if question.id.endswith(("3", "7")) else question.options[0].id

    config = TableConfig(seats=dict.fromkeys(("Ada", "Ben", "Cyd"), "random"), seed="4")
    out = tmp_path_factory.mktemp("failing")
    return files_of(asyncio.run(play(config, out, seats={"Ada": Scripted(wrong)})).folder)


def test_each_default_has_its_one_failure(failing_game: GameFiles) -> None:
    """Same seat, same question, same reason, in the same order."""
    log, calls = records_of(failing_game[LOG]), records_of(failing_game[CALLS])
    assert verify_bytes(sealed(failing_game[HEADER], log, calls)).ok
    failed = calls[1]
    assert failed["type"] == calls[2]["type"] == "answer_failed"
    lies = {"seat": "Ben", "decision": "Ada.1", "reason": "timeout"}
    others = [{**failed, "data": {**failed["data"], key: lies[key]}} for key in lies]
    forged = [
        *([calls[0], other, *calls[2:]] for other in others),
        [calls[0], failed, *calls[1:]],
        [calls[0], *calls[2:]],
        [calls[0], calls[2], failed, *calls[3:]],
        [*calls[:-1], failed, calls[-1]],
    ]
    for each in forged:
        assert not verify_bytes(sealed(failing_game[HEADER], log, each)).ok


def raw_line(body: bytes) -> bytes:
    """Return a line whose hash fits, whatever its bytes."""
    mark = digest(GENESIS.encode() + body).encode()
    return body[:-1] + b',"hash":"' + mark + b'"}\n'


@pytest.mark.parametrize(
    "body",
    [
        b'{"a":NaN}',
        b'{"a":Infinity}',
        b'{"a":"\\ud800"}',
        b'{"a":"\xff"}',
        b'{"a":' + b"1" * 5000 + b"}",
        *(b'{"a":' + b"[" * n + b"]" * n + b"}" for n in (300, 970, 990, 1000, 5000)),
    ],
    ids=lambda body: f"{body[:20]!r} {len(body)}",
)
def test_a_line_of_any_bytes_is_a_finding(short_game: Path, body: bytes) -> None:
    """What JSON can't hold, and what nests too deep."""
    for name in (LOG, CALLS):
        verdict = verify_bytes({**files_of(short_game), name: raw_line(body)})
        assert (verdict.ok, verdict.file, verdict.line) == (False, name, 1), verdict


@pytest.mark.parametrize("name", FILES)
@pytest.mark.parametrize("data", [b"[" * 100_000 + b"\n", b"\0\1[", b"\xff\xfe", b"{}\n"])
def test_a_file_of_any_bytes_is_a_finding(short_game: Path, name: str, data: bytes) -> None:
    """Each of the three."""
    verdict = verify_bytes({**files_of(short_game), name: data})
    assert (verdict.ok, verdict.file) == (False, name)


def test_what_a_file_says_cannot_write_to_the_terminal(short_game: Path) -> None:
    """Control characters and turned-round text are written out."""
    files = files_of(short_game)
    lines = files[LOG].splitlines(keepends=True)
    spoof = b"\r\x1b[2Kgame: true. \xe2\x80\xae"
    verdict = verify_bytes({**files, LOG: b"".join(lines[:-1]) + spoof})
    assert verdict.why is not None
    assert verdict.why.isprintable()
    assert r"\r\x1b[2Kgame: true. \u202e" in verdict.why


def test_one_bad_game_hides_no_other(
    short_game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A pipe, a folder in a file's place, junk: each has its verdict, and the good one too."""
    for game in ("a", "b", "c", "d"):
        (tmp_path / game).mkdir()
        for name, data in files_of(short_game).items():
            (tmp_path / game / name).write_bytes(data)
    (tmp_path / "a" / HEADER).unlink()
    os.mkfifo(tmp_path / "a" / HEADER)
    (tmp_path / "b" / LOG).unlink()
    (tmp_path / "b" / LOG).mkdir()
    (tmp_path / "c" / CALLS).write_bytes(raw_line(encode(call("answer_failed", {})).encode()))
    assert main(["verify", str(tmp_path), "--json"]) == 1
    games = json.loads(capsys.readouterr().out)["games"]
    assert [each["ok"] for each in games] == [False, False, False, True]
    assert [each["file"] for each in games[:3]] == [HEADER, LOG, CALLS]
    assert not verify(tmp_path / "nowhere").ok
