"""Writer, reader, redaction and schema over real folders."""

import asyncio
import json
import subprocess
import sys
from dataclasses import fields
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

import arena.records.game
import arena.records.talk
from arena.calls import records as call_records
from arena.calls.lines import CallBody, CallLine
from arena.calls.records import CALL_FACTS, SessionBegan, SessionEnded
from arena.config import TableConfig
from arena.errors import ConfigError, TranscriptError, WriteError
from arena.forms import FILES
from arena.records.facts import DEFINED
from arena.records.game import OpenedToAll, SealedToAll
from arena.records.lines import LogBody, LogLine
from arena.records.payload import Payload
from arena.records.record import seal_of, visible
from arena.seats import Scripted
from arena.settings import TalkRules
from arena.table import play
from arena.table.verify import verify
from arena.transcript.header import GameHeader
from arena.transcript.reader import games, header_of, read
from arena.transcript.schema import FILE, schema, schema_text
from arena.transcript.writer import new_files, new_folder
from engine import ruleset
from engine.events import PhaseBegan
from tests.arena.records_of import lines_of, plain_of

HEADER, LOG, CALLS = FILES
THREE = dict.fromkeys(("Ada", "Ben", "Cyd"), "random")


def header(folder: Path) -> GameHeader:
    """Return a game's header."""
    return header_of((folder / HEADER).read_bytes())


@cache
def whole_schema() -> dict[str, Any]:
    """Return the schema, made once."""
    return schema()


# --- what is written ---


def test_the_header_holds_all_that_determines_a_game(game: Path) -> None:
    """Every option in force, the seed as text, the seats with their specs, the versions."""
    found = header(game)
    assert found.options == dict(ruleset("moh").options_in_force)
    assert found.seed == "11"
    assert (found.seats[0].name, found.seats[0].spec) == ("Ada", "random")
    assert {"horror-arena", "langgraph", "pydantic"} <= set(found.versions)
    assert (found.forced, found.start, found.floors) == (None, None, True)
    assert json.loads((game / HEADER).read_text())["schema"] == 2


def test_the_log_begins_with_the_header_and_ends_with_the_seal(game: Path) -> None:
    """Records are numbered from 0, with their keys in one order."""
    records = read(game).records
    assert (records[0].type, records[-1].type) == ("opened", "sealed")
    assert [record.i for record in records] == list(range(len(records)))
    keys = ["i", "type", "round", "phase", "actor", "seen_by", "data", "hash"]
    lines = (game / LOG).read_text().splitlines()
    assert {tuple(json.loads(line)) for line in lines} == {tuple(keys)}
    assert [json.loads(line) for line in lines] == lines_of(records)


def test_the_log_holds_no_clock(game: Path) -> None:
    """Clocks stand in the calls."""
    year = read(game).calls[0].at[:4]
    assert f'"{year}-' not in (game / LOG).read_text()


def test_round_and_phase_are_those_that_the_record_belongs_to(game: Path) -> None:
    """From the last `phase_began` on, that record included."""
    now: tuple[int, str | None] = (0, None)
    for record in read(game).records:
        if isinstance(record.data, PhaseBegan):
            now = (record.data.round, record.data.phase)
        assert (record.round, record.phase) == now


def test_floors_are_opened_and_closed(game: Path) -> None:
    """Each floor is in the log, seen by all, and closed before the game goes on."""
    kinds = [r.type for r in read(game).records]
    for at, kind in enumerate(kinds):
        assert (kind == "floor_opened") == (kinds[min(at + 1, len(kinds) - 1)] == "floor_closed")
    assert "floor_opened" in kinds


def test_a_folder_that_holds_a_game_takes_no_other(game: Path) -> None:
    """Nothing in it changes."""
    before = {name: (game / name).read_bytes() for name in FILES}
    with pytest.raises(ConfigError, match="already holds a game"):
        new_files(game, header(game))
    assert before == {name: (game / name).read_bytes() for name in FILES}


def test_folders_are_numbered_from_what_is_there(tmp_path: Path) -> None:
    """A gap is not filled; foreign folders are let be."""
    (tmp_path / "moh-0007").mkdir()
    (tmp_path / "moh-ru-0009").mkdir()
    assert new_folder(tmp_path, "moh").name == "moh-0008"
    assert new_folder(tmp_path / "new" / "deep", "moh").name == "moh-0001"


@pytest.mark.parametrize("parent", ["/proc/none", "file"])
def test_a_folder_that_cannot_be_written_is_a_config_error(parent: str, tmp_path: Path) -> None:
    """Whether the system forbids it or a file is in the way."""
    (tmp_path / "file").touch()
    with pytest.raises(ConfigError, match=r"the out folder .* can't be written"):
        new_folder(tmp_path / parent, "moh")


FULL = """
import asyncio, resource, sys
sys.dont_write_bytecode = True  # or half of a module is kept
from pathlib import Path
from arena.errors import WriteError
from arena.config import TableConfig
from arena.table import play
config = TableConfig(seats=dict.fromkeys(("Ada", "Ben", "Cyd"), "random"), seed="4")
for size in map(int, sys.argv[2:]):
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, resource.RLIM_INFINITY))
    try:
        asyncio.run(play(config, Path(sys.argv[1])))
    except WriteError as error:
        print(error)
"""


@pytest.mark.slow
def test_a_full_disk_leaves_whole_lines(tmp_path: Path) -> None:
    """A record that does not fit is taken back; the sentence names the file."""
    run = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path), "20000", "20001", "20033", "20200"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    said = run.stdout.splitlines()
    assert len(said) == 4
    for number, sentence in enumerate(said, 1):
        folder = tmp_path / f"moh-000{number}"
        assert f"{folder.name}/log.jsonl can't be written:" in sentence
        assert "what was written before is whole" in sentence
        assert (folder / LOG).read_bytes().endswith(b"}\n")
        verdict = verify(folder)
        assert (verdict.sound, verdict.finished) == (True, False)
        assert read(folder).calls[-1].data == SessionEnded(reason="WriteError")


@pytest.mark.slow
def test_a_disk_without_room_for_the_header_leaves_nothing(tmp_path: Path) -> None:
    """No empty folder that looks like a game."""
    run = subprocess.run(
        [sys.executable, "-c", FULL, str(tmp_path), "10"],
        check=True, capture_output=True, text=True,
    )  # fmt: skip
    assert "game.json can't be written:" in run.stdout
    assert list(tmp_path.iterdir()) == []


def test_a_closed_file_is_a_write_error(game: Path, tmp_path: Path) -> None:
    """Whatever the system says is passed on in one sentence."""
    log = new_files(tmp_path, header(game)).log
    log.close()
    with pytest.raises(WriteError, match=r"log\.jsonl can't be written: Bad file descriptor"):
        log.append({})


# --- what is read ---


def test_a_game_is_read_as_it_was_written(game: Path) -> None:
    """Header, records and calls."""
    transcript = read(game)
    assert transcript.finished
    assert transcript.seats == ("Ada", "Ben", "Cyd", "Dan", "Eve")
    assert [type(call.data) for call in transcript.calls] == [SessionBegan, SessionEnded]


def copied(game: Path, target: Path) -> Path:
    """Copy a game."""
    target.mkdir(exist_ok=True)
    for name in FILES:
        (target / name).write_bytes((game / name).read_bytes())
    return target


def test_a_last_line_that_a_crash_cut_off_is_left_out(game: Path, tmp_path: Path) -> None:
    """The game reads as unfinished."""
    folder = copied(game, tmp_path)
    whole = read(game).records
    (folder / LOG).write_bytes((game / LOG).read_bytes()[:-20])
    transcript = read(folder)
    assert not transcript.finished
    assert transcript.records == whole[:-1]


LINE = (
    '{"i":0,"type":"x","round":0,"phase":null,"actor":null,"seen_by":"all","data":{},"hash":"'
    + "0" * 64 + '"}\n'
)  # fmt: skip


@pytest.mark.parametrize(
    ("name", "text", "line", "why"),
    [
        (LOG, "{}\n", 1, "has not the keys"),
        (LOG, "no json\n", 1, "is no JSON"),
        (CALLS, "[]\n", 1, "has not the keys"),
        (LOG, LINE.replace('"round":0', '"round":-1'), 1, "makes no sense: round is -1"),
        (LOG, LINE.replace('"all"', '["Ada",1]'), 1, r"makes no sense: seen_by is \['Ada', 1\]"),
        (LOG, LINE.replace("0" * 64, "0" * 63), 1, "makes no sense: hash is '0"),
        (HEADER, '{\n"schema": 2,\n"game" "x"}', 3, "Invalid JSON"),
        (
            HEADER,
            '{\n"schema": 1,\n"versions": {"horror-arena": "0.0.9"}}',
            2,
            (
                "was written in version 1 of the format, by horror-arena 0.0.9; this arena reads "
                "version 2"
            ),
        ),
        (HEADER, '{\n"schema": 3}', 2, "was written in version 3 of the format; this arena"),
        (HEADER, '{"schema": "2"}', None, "schema: Input should be 2"),
    ],
)
def test_what_cannot_be_read_names_file_and_line(
    game: Path, tmp_path: Path, name: str, text: str, line: int | None, why: str
) -> None:
    """`TranscriptError` has the place, and says what is wrong."""
    folder = copied(game, tmp_path)
    (folder / name).write_text(text)
    with pytest.raises(TranscriptError, match=why) as caught:
        read(folder)
    assert (caught.value.file, caught.value.line) == (name, line)


def test_a_missing_file_is_named(game: Path, tmp_path: Path) -> None:
    """With its path; a log may not have been begun."""
    folder = copied(game, tmp_path)
    (folder / CALLS).unlink()
    with pytest.raises(TranscriptError, match=r"calls\.jsonl: can't be read"):
        read(folder)


def test_a_folder_is_a_game_or_holds_games(game: Path, tmp_path: Path) -> None:
    """By name, one level deep; other folders are passed over."""
    one, two = copied(game, tmp_path / "b"), copied(game, tmp_path / "a")
    (tmp_path / "notes").mkdir()
    assert games(tmp_path) == [two, one]
    assert games(one) == [one]
    with pytest.raises(ConfigError, match="holds no game"):
        games(tmp_path / "notes")
    with pytest.raises(ConfigError, match="there is no folder"):
        games(tmp_path / "none")


# --- what is left out ---


def test_what_leaves_the_folder_has_no_gaps_hashes_or_digests(game: Path) -> None:
    """Numbers without gaps, no hash, no digest, no seed, for every reader."""
    records = read(game).records
    for who in ("Ada", "public", "all"):
        shown = plain_of(visible(records, who))
        assert [record["i"] for record in shown] == list(range(len(shown)))
        assert {tuple(record) for record in shown} == {
            ("i", "type", "round", "phase", "actor", "seen_by", "data")
        }
        text = json.dumps(shown)
        assert "digest" not in text
        assert [r["data"] for r in shown if r["type"] == "sealed"] == [
            {"result": seal_of(records).result}
        ]


def test_a_reader_gets_what_it_perceived_and_nothing_else(game: Path) -> None:
    """`all` sees everything, the public what all see, a seat also its own."""
    records = read(game).records
    count = {who: len(list(visible(records, who))) for who in ("all", "Ada", "public")}
    assert count["all"] == len(records) > count["Ada"] > count["public"]
    for record in visible(records, "public"):
        assert record.seen_by == "all"
    for record in visible(records, "Ada"):
        assert record.seen_by == "all" or "Ada" in record.seen_by


def test_redaction_leaves_its_records_as_they_were(game: Path) -> None:
    """The filter makes its own records."""
    records = read(game).records
    before = json.dumps(lines_of(records))
    list(visible(records, "public"))
    assert json.dumps(lines_of(records)) == before


# --- the schema ---


def test_the_schema_is_current() -> None:
    """`python -m arena.transcript.schema` writes it again."""
    assert FILE.read_text(encoding="utf-8") == schema_text()


def validator(part: str) -> jsonschema.Draft202012Validator:
    """Return the validator of one file's lines."""
    whole = whole_schema()
    jsonschema.Draft202012Validator.check_schema(whole)
    return jsonschema.Draft202012Validator({**whole, "$ref": f"#/$defs/{part}"})


@pytest.fixture(scope="module")
def failing_game(toy: str, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a game with defaults in it."""
    config = TableConfig(ruleset=toy, seats=THREE, seed="4")
    seats = {"Ada": Scripted({"Ada.1": "rubbish"})}
    return asyncio.run(play(config, tmp_path_factory.mktemp("games"), seats=seats)).folder


@pytest.fixture(scope="module")
def talking_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a game of Osaczeni in which bots bid, speak and whisper."""
    seats = dict.fromkeys(("Ada", "Ben", "Cyd", "Dan"), "house")
    config = TableConfig(
        ruleset="osaczeni", seats=seats, seed="6", talk=TalkRules(protocol="bidding")
    )
    return asyncio.run(play(config, tmp_path_factory.mktemp("games"))).folder


@pytest.mark.slow
@pytest.mark.parametrize("which", ["short_game", "failing_game", "talking_game"])
def test_a_real_game_meets_the_schema(which: str, request: pytest.FixtureRequest) -> None:
    """Header, every record by its type, every call."""
    folder: Path = request.getfixturevalue(which)
    header = json.loads((folder / HEADER).read_text())
    assert not list(validator("GameHeader").iter_errors(header))
    transcript = read(folder)
    log = lines_of(transcript.records)
    calls = [json.loads(line) for line in (folder / "calls.jsonl").read_text().splitlines()]
    for part, records in (("LogLine", log), ("CallLine", calls)):
        lines = validator(part)
        assert not [error for record in records for error in lines.iter_errors(record)]


def test_the_schema_refuses_what_is_not_in_the_format(game: Path) -> None:
    """An unknown type, a missing field, a foreign one, a wrong type."""
    lines = validator("LogLine")
    (ended,) = (r for r in lines_of(read(game).records) if r["type"] == "game_ended")
    assert lines.is_valid(ended)
    data = ended["data"]
    for wrong in (
        {**ended, "type": "game_over"},
        {**ended, "clock": 3},
        {**ended, "round": "one"},
        {**ended, "data": {**data, "extra": 1}},
        {**ended, "data": {k: v for k, v in data.items() if k != "reason"}},
        {**ended, "data": {**data, "scores": [1]}},
    ):
        assert not lines.is_valid(wrong)


@pytest.mark.slow
@pytest.mark.parametrize("each", [*DEFINED, *CALL_FACTS])
def test_every_field_of_a_record_is_described(each: type[Payload]) -> None:
    """Fields that a record's definition inherits as well; a record has no others."""
    part = "CallLine" if each in CALL_FACTS else "LogLine"
    name, keys = each.type, [field.name for field in fields(each)]
    lines = whole_schema()["$defs"][part]["allOf"]
    (data,) = [
        line["then"]["properties"]["data"]
        for line in lines
        if line["if"]["properties"]["type"]["const"] == name
    ]
    assert data["additionalProperties"] is False
    assert all(field.get("description") for field in data["properties"].values())
    assert list(data["properties"]) == keys


def test_a_line_is_its_body_and_a_hash() -> None:
    """In both files, the hash last."""
    for line, body in ((LogLine, LogBody), (CallLine, CallBody)):
        assert [*line.__annotations__] == [*body.__annotations__, "hash"]


def test_the_sentences_under_the_fields_are_in_the_schema() -> None:
    """Who reads the schema reads what the developer reads."""
    defs = whole_schema()["$defs"]
    assert defs["LogLine"]["properties"]["seen_by"]["description"].startswith("Who perceived it")
    (ended,) = [
        each["then"]["properties"]["data"]
        for each in defs["LogLine"]["allOf"]
        if each["if"]["properties"]["type"]["const"] == "game_ended"
    ]
    assert ended["properties"]["cards"]["description"].startswith("Unused cards in hand")


def test_every_type_of_record_is_listed() -> None:
    """One that is left out would be written, and neither checked nor described."""
    log, calls = (
        [
            each
            for page in pages
            for each in vars(page).values()
            if isinstance(each, type)
            and issubclass(each, Payload)
            and each.__module__ == page.__name__
            and "type" in vars(each)
            and each not in {OpenedToAll, SealedToAll}
        ]
        for pages in ((arena.records.game, arena.records.talk), (call_records,))
    )
    for listed, defined in ((CALL_FACTS, calls), (DEFINED, log)):
        assert {*listed} == {*defined}
        assert len(listed) == len(defined)
