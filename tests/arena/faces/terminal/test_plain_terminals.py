"""Terminals without colours, without a cursor, without letters: the same game in plain text."""

import json
import re
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.arena.faces.terminal.terminals import Terminal
from tests.arena.faces.terminal.test_line_mode import answer

COLOURS = re.compile(r"\x1b\[(?:[0-9]+;)*(?:3[0-8]|4[0-8]|9[0-7]|10[0-7])(?:;[0-9]+)*m")
BYTES = {"PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}
"""Keeps Python from putting UTF-8 in place of the locale C."""


def evening(out: Path, face: str, environ: Mapping[str, str]) -> Terminal:
    """Sit down at the first evening, on a terminal of 80 columns and 24 lines."""
    table = ["play", "first_evening", face, "--seed", "3", "--out", str(out)]
    return Terminal(table, environ={"LINES": "24", **environ})


def answers(out: Path) -> list[str]:
    """Return what was answered, from the calls of the only game."""
    (game,) = out.iterdir()
    lines = map(json.loads, (game / "calls.jsonl").read_text().splitlines())
    return [each["data"]["asked"] for each in lines if each["type"] == "person_answered"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environ", "may_colour", "has_codes", "is_ascii"),
    [
        ({}, True, True, False),
        ({"NO_COLOR": "1"}, False, True, False),
        ({"TERM": "dumb"}, False, False, False),
        ({"LC_ALL": "C"}, True, True, False),
        ({"LC_ALL": "C", **BYTES}, True, True, True),
        ({"LC_ALL": "C", "TERM": "dumb", "NO_COLOR": "1", **BYTES}, False, False, True),
        ({"PYTHONIOENCODING": "latin-1", "TERM": "dumb"}, False, False, False),
    ],
)
def test_a_game_is_played_at_a_plain_terminal(
    environ: dict[str, str], *, may_colour: bool, has_codes: bool, is_ascii: bool, tmp_path: Path,
    ended: list[Terminal],
) -> None:  # fmt: skip
    """Some questions are answered; what the terminal lacks is left away, or written out."""
    terminal = evening(tmp_path, "--terminal", environ)
    ended.append(terminal)
    terminal.answer(answer, most=5)
    assert terminal.asked() is not None
    assert len(answers(tmp_path)) >= 3
    assert "Traceback" not in terminal.text
    assert "Keep calm." in terminal.text
    assert ("\x1b" in terminal.raw) == has_codes
    assert may_colour or not COLOURS.search(terminal.raw)
    assert not is_ascii or terminal.raw.isascii()
    if "\\u25cf" not in terminal.text:  # else signs are written out, and lines longer
        assert max(map(len, terminal.text.splitlines())) <= 80


@pytest.mark.slow
def test_bytes_that_are_no_letters_do_not_end_the_typing(
    tmp_path: Path, ended: list[Terminal]
) -> None:
    """Half a letter, as some terminals leave it after a backspace, is a line that means nothing."""
    terminal = evening(tmp_path, "--terminal", {"PYTHONIOENCODING": "utf-8"})
    ended.append(terminal)
    terminal.asked()
    terminal.type("\udcc3")
    refused = terminal.asked()
    assert refused is not None
    assert answers(tmp_path) == []
    terminal.type("1")
    assert terminal.asked() is not None
    assert len(answers(tmp_path)) == 1


@pytest.mark.slow
@pytest.mark.parametrize(
    ("environ", "says"),
    [
        ({"TERM": "dumb"}, "needs a terminal that can move its cursor"),
        ({"LC_ALL": "C", **BYTES}, "draws lines, and"),
        ({"PYTHONIOENCODING": "latin-1"}, "draws lines, and iso8859-1,"),
    ],
)
def test_a_full_screen_is_refused_where_it_can_not_be_drawn(
    environ: dict[str, str], says: str, tmp_path: Path, ended: list[Terminal]
) -> None:
    """One sentence, before a game begins."""
    terminal = evening(tmp_path, "--full-screen", environ)
    ended.append(terminal)
    assert terminal.asked() is None
    assert terminal.code == 2
    begun, sentence = terminal.raw.split("\r\n", 1)
    assert begun == "Setting the table ..."
    assert sentence.startswith("arena: --full-screen ")
    assert sentence.count("\n") == 1
    assert says in terminal.text
    assert "without it, line by line" in terminal.text
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
@pytest.mark.parametrize("environ", [{"NO_COLOR": "1"}, {"LC_ALL": "C"}, {"TERM": "vt100"}])
def test_a_full_screen_is_drawn_and_left(
    environ: dict[str, str], tmp_path: Path, ended: list[Terminal]
) -> None:
    """The question stands there; who quits is told how to go on, and the screen is given back."""
    terminal = evening(tmp_path, "--full-screen", environ)
    ended.append(terminal)
    terminal.until("a number, or:")
    terminal.type("quit\r")
    assert terminal.asked() is None
    assert terminal.code == 1
    assert "Traceback" not in terminal.text
    (game,) = tmp_path.iterdir()
    assert f"To go on: arena resume {game} --full-screen" in terminal.text
    assert terminal.raw.rindex("\x1b[?1049l") < terminal.raw.rindex("To go on:")
