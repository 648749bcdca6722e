"""`arena replay`: which game, for whose eyes, as text or as JSON."""

import json
import os
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from arena.errors import ConfigError, TranscriptError
from arena.faces.cli.output import console_for
from arena.faces.cli.replay import replay
from tests.arena.records_of import record_of
from tests.corpus.reading import folder

SEATS = ("Ada", "Ben", "Cyd")
GOLDEN = Path(__file__).parent / "golden"
Capture = pytest.CaptureFixture[str]


@pytest.fixture(scope="module")
def game() -> Path:
    """A short recorded game."""
    return folder("moh-random-3-other")


@pytest.fixture(autouse=True)
def plain_terminal(monkeypatch: pytest.MonkeyPatch) -> None:
    """Eighty columns, whatever terminal runs the tests."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)
    monkeypatch.delenv("NO_COLOR", raising=False)


def shown(folder: Path, who: str, capsys: Capture, *, json_: bool = False) -> str:
    """Return what `arena replay` prints."""
    assert replay(folder, who, json_) == 0
    return capsys.readouterr().out


def records_of(folder: Path) -> list[dict[str, Any]]:
    """Return the records of `log.jsonl`."""
    lines = (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


def without(game: Path, who: str, target: Path) -> Path:
    """Copy a game, and blot out in it whatever `who` did not perceive."""
    folder = copytree(game, target)
    kept = []
    for record in records_of(game):
        seen = record["seen_by"]
        if seen == "all" or (seen != "engine" and who in seen):
            kept.append(record)
        elif record["type"] in {"card_received", "destination_chosen"}:
            blank = record_of({"type": record["type"], "data": {}}).plain()["data"]
            kept.append({**record, "data": blank, "hash": "0" * 64})
    lines = "".join(json.dumps(record) + "\n" for record in kept)
    (folder / "log.jsonl").write_text(lines, encoding="utf-8")
    return folder


@pytest.mark.parametrize(
    "who", ["public", "Ada", *(pytest.param(e, marks=pytest.mark.slow) for e in SEATS[1:])]
)
@pytest.mark.parametrize("json_", [False, True])
def test_what_a_reader_did_not_perceive_changes_no_byte(
    game: Path, tmp_path: Path, capsys: Capture, who: str, *, json_: bool
) -> None:
    """Other hands, unseen dice and sealed answers can be anything or missing."""
    other = without(game, who, tmp_path / "other")
    assert shown(game, who, capsys, json_=json_) == shown(other, who, capsys, json_=json_)


@pytest.mark.parametrize("who", ["public", *SEATS])
def test_filtered_records_hold_no_hash_seed_or_gap(game: Path, capsys: Capture, who: str) -> None:
    """They are numbered from 0, and nothing in them was for others alone."""
    document = json.loads(shown(game, who, capsys, json_=True))
    records = document["records"]
    assert document["as"] == who
    assert document["ruleset"] == "moh"
    assert document["finished"] is True
    assert [record["i"] for record in records] == list(range(len(records)))
    assert all(r["seen_by"] == "all" or who in r["seen_by"] for r in records)
    text = json.dumps(document)
    assert not any(word in text for word in ('"hash"', '"seed"', '"digest"'))


@pytest.mark.parametrize("name", ["game.json", "log.jsonl", "calls.jsonl"])
@pytest.mark.parametrize("json_", [pytest.param(False, marks=pytest.mark.slow), True])
def test_a_log_that_its_own_chain_refutes_is_told_with_a_warning(
    game: Path, tmp_path: Path, capsys: Capture, name: str, *, json_: bool
) -> None:
    """One line on standard error, which names the file; what can be read is told all the same."""
    folder = copytree(game, tmp_path / "changed")
    text = (folder / name).read_text(encoding="utf-8")
    old, new = {"game.json": ('"6"', '"7"'), "log.jsonl": ('"origin":1', '"origin":2')}.get(
        name, ('"python":"3', '"python":"4')
    )
    assert old in text
    (folder / name).write_text(text.replace(old, new, 1), encoding="utf-8")
    assert replay(folder, "public", json_) == 0
    printed = capsys.readouterr()
    assert printed.out
    (line,) = printed.err.splitlines()
    assert line.startswith(f"arena: {folder}: {name}")
    assert line.endswith(f"See: arena verify {folder}")


def test_a_true_game_is_told_without_a_warning(game: Path, capsys: Capture) -> None:
    """Finished or not."""
    assert replay(game, "all", json_=False) == 0
    assert capsys.readouterr().err == ""


def test_all_shows_every_record(game: Path, capsys: Capture) -> None:
    """With all secrets nothing is left out but hashes and digests."""
    document = json.loads(shown(game, "all", capsys, json_=True))
    assert [r["type"] for r in document["records"]] == [r["type"] for r in records_of(game)]


def test_seats_are_told_more_than_the_public(game: Path, capsys: Capture) -> None:
    """Each perspective has its title, and private facts are marked."""
    public, own, everything = (shown(game, who, capsys) for who in ("public", "Ada", "all"))
    assert public.startswith("Mall of Horror, as everybody saw it\n")
    assert own.startswith("Mall of Horror, through the eyes of Ada\n")
    assert everything.startswith("Mall of Horror, with all secrets\n")
    assert "(only" not in public
    assert "(only you)" in own
    assert "(only Cyd)" in everything


@pytest.mark.parametrize("who", ["public", "Ada"])
def test_a_short_game_reads_as_it_always_did(game: Path, capsys: Capture, who: str) -> None:
    """The text of a fixed seed; ARENA_GOLDEN=1 writes it anew."""
    text = shown(game, who, capsys)
    text = "".join(line.rstrip() + "\n" for line in text.splitlines())
    golden = GOLDEN / f"replay-{who}.txt"
    if os.environ.get("ARENA_GOLDEN") == "1":
        golden.write_text(text, encoding="utf-8")
    assert text == golden.read_text(encoding="utf-8")


def refused(folder: Path, who: str, capsys: Capture) -> str:
    """Return the sentence with which wrong usage is refused, before anything is printed."""
    with pytest.raises(ConfigError) as error:
        replay(folder, who, json_=False)
    assert capsys.readouterr().out == ""
    return str(error.value)


def test_a_folder_with_one_game_plays_that_one(game: Path, capsys: Capture) -> None:
    """The folder above will do while it holds a single game."""
    assert shown(game.parent, "public", capsys) == shown(game, "public", capsys)


def test_of_several_games_one_has_to_be_named(game: Path, tmp_path: Path, capsys: Capture) -> None:
    """The message lists them, and the exit code says wrong usage."""
    for name in ("moh-0001", "moh-0002"):
        copytree(game, tmp_path / name)
    err = refused(tmp_path, "public", capsys)
    assert "holds 2 games; name one." in err
    assert f"{tmp_path / 'moh-0001'}, {tmp_path / 'moh-0002'}." in err


def test_a_long_list_of_games_is_cut(game: Path, tmp_path: Path, capsys: Capture) -> None:
    """Ten names are enough to see the pattern."""
    for number in range(12):
        copytree(game, tmp_path / f"moh-{number:04}")
    assert refused(tmp_path, "public", capsys).endswith("moh-0009 and 2 more.")


@pytest.mark.parametrize(
    ("given", "said"),
    [
        ("Adda", "nobody at this table is 'Adda'. Possible: Ada, Ben, Cyd, public, all. Did you"),
        ("", "nobody at this table is ''. Possible: Ada, Ben, Cyd, public, all."),
        ("engine", "nobody at this table is 'engine'."),
    ],
)  # fmt: skip
def test_an_unknown_seat_is_named_with_the_possible_ones(
    game: Path, capsys: Capture, given: str, said: str
) -> None:
    """Exit code 2, and the nearest name where one is near."""
    assert refused(game, given, capsys).startswith(said)


def test_a_folder_without_a_game_is_wrong_usage(tmp_path: Path, capsys: Capture) -> None:
    """A missing folder and an empty one are said to be so."""
    assert "there is no folder" in refused(tmp_path / "nowhere", "public", capsys)
    assert "holds no game" in refused(tmp_path, "public", capsys)


def test_a_broken_log_is_named_with_its_line(game: Path, tmp_path: Path) -> None:
    """What cannot be read ends with exit code 1 and no traceback."""
    folder = copytree(game, tmp_path / "broken")
    lines = (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()
    lines[3] = "{"
    (folder / "log.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    with pytest.raises(TranscriptError, match=r"^log\.jsonl line 4:"):
        replay(folder, "public", json_=False)


@pytest.mark.parametrize("kept", [1, 2, 10, 100])
def test_an_unfinished_game_is_told_as_far_as_it_went(
    game: Path, tmp_path: Path, capsys: Capture, kept: int
) -> None:
    """The last line says so; the JSON says it too."""
    folder = copytree(game, tmp_path / "unfinished")
    lines = (folder / "log.jsonl").read_text(encoding="utf-8").splitlines()[:kept]
    (folder / "log.jsonl").write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert "The game is not finished: the record stops" in shown(folder, "public", capsys)
    assert json.loads(shown(folder, "public", capsys, json_=True))["finished"] is False


def test_piped_output_has_no_colour(game: Path, capsys: Capture) -> None:
    """No escape sequence where nobody would see its colour."""
    assert "\x1b" not in shown(game, "public", capsys)


def test_no_color_is_honoured_on_a_colour_terminal(
    game: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """NO_COLOR takes the colours; without it they are there."""
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("TERM", "xterm-256color")
    assert "\x1b[1;33m" in shown(game, "public", capsys)
    monkeypatch.setenv("NO_COLOR", "1")
    assert "33m" not in shown(game, "public", capsys)


@pytest.mark.parametrize(("columns", "width"), [(0, 80), (1, 20), (40, 40), (100, 100), (250, 100)])
def test_prose_is_never_wider_than_reads_well(
    columns: int, width: int, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A narrow terminal is filled, a wide one is not; one without columns has some."""
    monkeypatch.setenv("COLUMNS", str(columns))
    with (tmp_path / "out").open("w", encoding="utf-8") as out:
        assert console_for(out).width == width
