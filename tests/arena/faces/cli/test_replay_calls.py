"""`arena replay --calls`: every call on a line, one seat's calls whole, and who may see them."""

import json
import re
from pathlib import Path
from shutil import copytree
from typing import Any

import pytest

from arena.faces.cli import main
from arena.hash_chain import chained, parsed
from arena.provider import Provider, Trouble
from tests.arena.faces.cli.served import Served, specs_at, table_file

Capture = pytest.CaptureFixture[str]


@pytest.fixture(autouse=True)
def eighty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the terminal be eighty columns wide, and without colour."""
    monkeypatch.setenv("COLUMNS", "80")
    monkeypatch.delenv("FORCE_COLOR", raising=False)


def shown(capsys: Capture, folder: Path, *args: str) -> str:
    """Return what is printed of the calls."""
    assert main(["replay", str(folder), "--calls", *args]) == 0
    return capsys.readouterr().out


def document(capsys: Capture, folder: Path, *args: str) -> dict[str, Any]:
    """Return the calls as JSON."""
    printed: dict[str, Any] = json.loads(shown(capsys, folder, *args, "--json"))
    return printed


def refused(capsys: Capture, *args: str) -> str:
    """Return the sentence with which wrong usage is refused."""
    assert main(["replay", *args]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    return printed.err


BEGINNING = 40
"""Records of calls with which a copy is made that is quick to show."""


def rewritten(game: Path, folder: Path, kind: str, **changes: object) -> Path:
    """Copy the beginning of a game's calls.

    The data of the first record of a kind are changed, and all is chained anew.
    """
    copytree(game, folder)
    hash_, lines, done = "", [], False
    for line in (game / "calls.jsonl").read_bytes().splitlines()[:BEGINNING]:
        record = parsed(line)
        del record["hash"]
        if record["type"] == kind and not done:
            record["data"].update(changes)
            done = True
        written, hash_ = chained(hash_, record)
        lines.append(written)
    (folder / "calls.jsonl").write_bytes(b"".join(lines))
    return folder


def test_every_call_has_a_line(served: Served, capsys: Capture) -> None:
    """In the order in which they left, of all seats, none wider than the terminal."""
    lines = shown(capsys, served.folder).splitlines()
    calls = document(capsys, served.folder)["calls"]
    assert lines[0].split() == ["Call", "Asked", "Seconds", "In", "New", "Out", "Cost", "Answer"]
    assert [line.split()[1] for line in lines[1 : len(calls) + 1]] == [
        each["asked"] for each in calls
    ]
    assert max(map(len, lines[: len(calls) + 1])) <= 80
    assert lines[-1].endswith(f"--calls {calls[0]['seat']}")


def test_what_all_begin_with_is_folded(served: Served, capsys: Capture) -> None:
    """With its size, instead of its text."""
    text = shown(capsys, served.folder)
    assert "bytes of rules, " in text
    assert "Seats, clockwise" not in text
    assert '"additionalProperties"' not in text


def test_a_narrow_terminal_has_fewer_columns(
    served: Served, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The answer keeps its place."""
    monkeypatch.setenv("COLUMNS", "60")
    lines = shown(capsys, served.folder).splitlines()
    assert lines[0].split() == ["Call", "Asked", "In", "Out", "Answer"]
    assert max(map(len, lines[:20])) <= 60
    assert "place_character" in lines[1]


def test_a_seats_calls_are_shown_whole(served: Served, capsys: Capture) -> None:
    """Rules and tools once, then what is new, results of tools, and the answer with arguments."""
    text = shown(capsys, served.folder, "Ben")
    calls = document(capsys, served.folder, "Ben")["calls"]
    assert text.count("  Told at the beginning:") == 1
    assert text.count("  Tool cast_vote:") == 1
    assert text.count("\nCall ") + text.startswith("Call ") == len(calls)
    assert text.count("  Told:\n") == len(calls)
    assert text.count("  Result of its tool call:\n    Taken.") == len(calls) - 1
    called = re.search(r'  Calls the tool place_character:\n    note: "[^"]+"\n    option: "', text)
    assert called, "reasons first, then the choice"
    assert f"{len(calls)} calls of Ben, anthropic:m@" in text
    assert "Ada.1" not in text


def test_words_are_printed_as_they_were_sent(served: Served, capsys: Capture) -> None:
    """Paragraph by line, wrapped where the terminal ends."""
    first = document(capsys, served.folder, "Cyd")["calls"][0]
    (told,) = [item["text"] for item in first["items"] if item["role"] == "user"]
    text = " ".join(shown(capsys, served.folder, "Cyd").split())
    assert " ".join(told.split()) in text


def test_json_is_one_document(served: Served, capsys: Capture) -> None:
    """Whose calls, and each with what was sent, what came, tokens and cost."""
    found = document(capsys, served.folder, "Ada")
    assert (found["seats"], found["finished"]) == (["Ada"], True)
    call = found["calls"][1]
    assert call["seat"] == "Ada"
    assert call["usage"]["input"] > call["usage"]["cached"] > 0
    assert call["booked"]["money"] is None
    assert call["reply"]["calls"][0]["name"] in {"place_character", "say"}
    assert call["fault"] is None
    assert call["tools"] is None
    assert [item["role"] for item in call["items"]] == ["tool", "user"]


def test_a_seat_sees_its_own_calls_only(served: Served, capsys: Capture) -> None:
    """`--as` may name the seat itself, or all."""
    own = document(capsys, served.folder, "--as", "Ben")
    assert {call["seat"] for call in own["calls"]} == {"Ben"}
    assert document(capsys, served.folder, "Ben", "--as", "Ben") == own
    game = str(served.folder)
    told = refused(capsys, game, "--calls", "Ben", "--as", "Ada")
    assert "--as Ada sees no calls of Ben. Possible: --as Ben, or all." in told
    told = refused(capsys, game, "--calls", "--as", "public")
    assert "--as public sees no calls: they are a seat's own. Possible: all, Ada" in told


def test_an_unknown_seat_is_named_with_the_possible_ones(served: Served, capsys: Capture) -> None:
    """And the nearest name."""
    told = refused(capsys, str(served.folder), "--calls", "Adda")
    assert "no model sits on 'Adda'. Possible: Ada, Ben, Cyd. Did you mean 'Ada'?" in told


def test_a_seat_without_calls_is_one_argument_too_many(served: Served, capsys: Capture) -> None:
    """A seat's eyes are `--as`."""
    told = refused(capsys, str(served.folder), "Ada")
    assert "'Ada' is one argument too many. Possible: --as SEAT, --calls SEAT." in told


def test_a_game_of_bots_has_no_calls(short_game: Path, capsys: Capture) -> None:
    """A clear sentence, and what can be done instead."""
    told = refused(capsys, str(short_game), "--calls")
    assert "no language model sits at the table" in told
    assert told.rstrip().endswith(f"arena replay {short_game}")


def test_what_went_wrong_is_told(provider: Provider, tmp_path: Path, capsys: Capture) -> None:
    """A fault, a try again, a correction, a refusal, a cut reply, a missing count."""
    kinds = ("overloaded@1", "refusal@3", "truncated@5", "no_usage@7", "empty@9")
    provider.change([Trouble.read(kind) for kind in kinds])
    file = table_file(
        tmp_path / "t.toml", specs_at(provider), ["[budget]", "calls = 20", 'on_budget = "stop"']
    )
    assert main(["play", file, "--quiet", "--out", str(tmp_path)]) == 3
    capsys.readouterr()
    folder = tmp_path / "moh-0001"
    text = shown(capsys, folder)
    for part in ("failed: overloaded", "(try 2) ", "(correction 1) ", "(refusal) ", "(cut off) "):
        assert part in text
    whole = "".join(shown(capsys, folder, seat) for seat in specs_at(provider))
    for part in (
        "  Failed: overloaded:\n",
        " · try 2\n",
        " · correction 1\n",
        "The reply is a refusal.",
        "The reply was cut off at the longest output.",
        "booked at worst case: ",
        "at no cost",
        "    Your answer was not taken: ",
    ):
        assert part in whole


def test_private_reasoning_is_labelled(served: Served, tmp_path: Path, capsys: Capture) -> None:
    """It stands apart from the words."""
    message = {
        "role": "assistant", "content": "Well.", "reasoning_content": "I bluff.\nThey believe.",
    }  # fmt: skip
    number = next(
        call["call"] for call in document(capsys, served.folder)["calls"] if call["seat"] == "Cyd"
    )
    folder = tmp_path / "thinking"
    copytree(served.folder, folder)
    hash_, lines = "", []
    for line in (served.folder / "calls.jsonl").read_bytes().splitlines():
        record = parsed(line)
        del record["hash"]
        if record["type"] == "call_answered" and record["data"]["call"] == number:
            record["data"]["raw"]["choices"][0]["message"] = message
        written, hash_ = chained(hash_, record)
        lines.append(written)
    (folder / "calls.jsonl").write_bytes(b"".join(lines))
    text = shown(capsys, folder, "Cyd")
    private = "  Private reasoning, seen by nobody else:\n    I bluff.\n    They believe.\n"
    assert f"{private}  Words:\n    Well.\n" in text
    assert "I bluff" not in shown(capsys, folder)


def test_text_from_elsewhere_moves_no_cursor(
    served: Served, tmp_path: Path, capsys: Capture
) -> None:
    """What is not printable is written out, in both forms; lines stay lines."""
    items = [{"role": "user", "text": "Look\x1b[2J\r\u202e!\nNext."}]
    folder = rewritten(served.folder, tmp_path / "g", "call_sent", items=items)
    seat = document(capsys, folder)["calls"][0]["seat"]
    text = shown(capsys, folder, seat)
    assert "    Look\\x1b[2J\\r\\u202e!\n    Next.\n" in text
    printed = json.loads(shown(capsys, folder, "--json"))
    assert printed["calls"][0]["items"] == items


@pytest.mark.parametrize(
    ("kind", "changes", "said"),
    [
        ("call_sent", {"step": "shouted"}, "calls.jsonl line 2: data.step"),
        ("call_sent", {"seat": "Eve"}, "calls.jsonl line 2: no model sits on 'Eve'"),
        ("call_answered", {"call": 999}, "call 999 is not under way"),
        ("call_answered", {"raw": 5}, "data.raw"),
    ],
)
def test_a_record_that_makes_no_sense_is_named(
    served: Served, tmp_path: Path, capsys: Capture,
    kind: str, changes: dict[str, object], said: str,
) -> None:  # fmt: skip
    """Exit code 1, the line, no traceback."""
    folder = rewritten(served.folder, tmp_path / "g", kind, **changes)
    assert main(["replay", str(folder), "--calls"]) == 1
    assert said in capsys.readouterr().err


@pytest.mark.parametrize(
    "raw", [{}, {"choices": [5]}, {"output": [{"type": "x"}], "content": [{"type": "y"}]}]
)
def test_a_reply_that_cannot_be_read_is_shown_as_it_came(
    served: Served, tmp_path: Path, capsys: Capture, raw: dict[str, Any]
) -> None:
    """Whatever a record holds, nothing is raised."""
    folder = rewritten(served.folder, tmp_path / "g", "call_answered", raw=raw)
    assert len(shown(capsys, folder).splitlines()) > BEGINNING // 2
    for seat in ("Ada", "Ben", "Cyd"):
        shown(capsys, folder, seat)


@pytest.mark.parametrize("items", [[{"role": "user"}], [{"role": 5, "text": 7}], [{}]])
def test_items_of_another_form_are_shown_all_the_same(
    served: Served, tmp_path: Path, capsys: Capture, items: list[dict[str, object]]
) -> None:
    """A record may have been written by another version."""
    folder = rewritten(served.folder, tmp_path / "g", "call_sent", items=items)
    assert "bytes of rules" in shown(capsys, folder)
    for seat in ("Ada", "Ben", "Cyd"):
        shown(capsys, folder, seat)


def test_an_unfinished_game_shows_the_calls_so_far(
    served: Served, tmp_path: Path, capsys: Capture
) -> None:
    """Also a call that never ended, and none at all."""
    folder = copytree(served.folder, tmp_path / "g")
    lines = (folder / "calls.jsonl").read_bytes().splitlines(keepends=True)
    (folder / "calls.jsonl").write_bytes(b"".join(lines[:2]))
    assert "failed: open" in shown(capsys, folder)
    (folder / "calls.jsonl").write_bytes(lines[0])
    assert shown(capsys, folder) == "No call was made yet.\n"
