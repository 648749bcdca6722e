"""A person at a real terminal: whole games, Ctrl-C, a kill, the end of the input."""

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
from io import StringIO
from pathlib import Path

import pytest
from rich.console import Console

from arena.faces.cli import main
from arena.faces.terminal.line_mode import LineMode
from arena.table import play
from arena.table.verify import verify
from tests.arena.faces.terminal.terminals import Terminal
from tests.arena.seats.human.sitters import Sitter, config

COLUMNS = 80


def answer(asked: str) -> str:
    """Speak once on a turn to talk, else choose the first key."""
    if "You may speak" in asked or "spoken to" in asked:
        return "say Keep calm."
    if "stands." in asked:
        return "done"
    keys = re.findall(r"^ +(\d+)  ", asked, re.MULTILINE)
    return keys[0] if keys else "?"


def at(out: Path, *more: str) -> Terminal:
    """Sit down at a table of three."""
    table = ["play", "--human", "Ana", "--seats", "3", "--seed", "3", "--out", str(out)]
    return Terminal([*table, *more])


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_a_whole_game_is_played_at_a_terminal(
    ruleset: str, tmp_path: Path, ended: list[Terminal]
) -> None:
    """To the scores, which are told once, with who kept faith; the transcript is true."""
    terminal = at(tmp_path, "--ruleset", ruleset)
    ended.append(terminal)
    terminal.answer(answer)
    assert terminal.code == 0
    assert terminal.text.count("The end\n") == 1
    assert "Who kept faith" in terminal.text
    assert "Ana: “Keep calm.”" in terminal.text
    (game,) = tmp_path.iterdir()
    assert verify(game).ok
    told = terminal.text.split("\nTranscript ")[0]  # paths stay one line, to be copied
    assert [line for line in told.splitlines() if len(line) > COLUMNS] == []


@pytest.mark.slow
def test_a_killed_game_goes_on_where_it_was(tmp_path: Path, ended: list[Terminal]) -> None:
    """Nothing that was answered is asked again; the rest is played to its end."""
    first = at(tmp_path)
    ended.append(first)
    first.answer(answer, most=9)
    first.asked()
    first.end()
    (game,) = tmp_path.iterdir()
    given = (game / "calls.jsonl").read_text().count('"person_answered"')
    assert given > 0
    second = Terminal(["resume", str(game)])
    ended.append(second)
    second.answer(answer)
    assert second.code == 0
    assert verify(game).ok
    asked = re.findall(r'"asked":"([^"]+)"', (game / "calls.jsonl").read_text())
    assert len(asked) == len(set(asked))
    assert len(asked) > given


@pytest.mark.slow
@pytest.mark.parametrize("how", ["quit", "ctrl-c"])
def test_who_stops_can_go_on(how: str, tmp_path: Path, ended: list[Terminal]) -> None:
    """The command says how, and exits with 1."""
    terminal = at(tmp_path)
    ended.append(terminal)
    terminal.answer(answer, most=3)
    terminal.asked()
    if how == "quit":
        terminal.type("quit")
        assert terminal.asked() is None
    else:
        terminal.end(signal.SIGINT)
    (game,) = tmp_path.iterdir()
    assert terminal.code == 1
    assert f"arena resume {game}" in terminal.text.replace("\n", " ").replace("  ", " ")


@pytest.mark.slow
def test_the_end_of_a_piped_input_stops_the_game(tmp_path: Path) -> None:
    """What was piped in was taken, question by question; a mark before it is none of it."""
    done = subprocess.run(
        [sys.executable, "-m", "arena", "play", "--human", "Ana", "--seats", "3", "--seed", "3",
         "--out", str(tmp_path)],
        input="\ufeff1\n1\n", capture_output=True, text=True, encoding="utf-8", timeout=120,
        check=False,
    )  # fmt: skip
    (game,) = tmp_path.iterdir()
    assert done.returncode == 1
    assert "To go on: arena resume" in done.stderr
    assert (game / "calls.jsonl").read_text().count('"person_answered"') == 2
    assert verify(game).sound


async def test_who_is_waited_for_is_named_at_the_terminal(tmp_path: Path) -> None:
    """In the words of the page, while somebody else takes their time."""
    reads, types = os.pipe()
    printed, stop = StringIO(), asyncio.Event()
    with open(reads) as lines, open(types, "w") as keys:  # noqa: ASYNC230, PTH123 - a pipe
        ana, bo = LineMode("Ana", Console(file=printed, width=COLUMNS), lines), Sitter(most=0)
        table = config(seats={"Ana": "human", "Bo": "human", "Cy": "house"})
        people = {"Ana": ana.chair, "Bo": bo.chair}
        evening = asyncio.create_task(
            ana.play(
                lambda stop: play(
                    table, tmp_path, people=people, on_begin=ana.begin, on_record=ana.take,
                    on_wait=ana.wait_for, stop=stop,
                ),
                stop,
            )
        )  # fmt: skip
        keys.write("1\n" * 9)
        keys.flush()
        for _ in range(200):
            await asyncio.sleep(0.05)
            if "Waiting for Bo …" in printed.getvalue():
                break
        assert printed.getvalue().count("Waiting for Bo …") == 1
        stop.set()
        await evening


@pytest.mark.parametrize(
    ("more", "says"),
    [(["--seat", "Bo=human"], "Ana"), (["--json"], "--json prints one document")],
)
def test_one_person_sits_at_a_terminal(
    more: list[str], says: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Two of them, or a document for a program, are refused before anything is written."""
    table = ["play", "--human", "Ana", "--seats", "3", "--out", str(tmp_path)]
    assert main([*table, *more]) == 2
    assert says in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


@pytest.mark.slow
def test_the_first_evening_sits_its_person_down(tmp_path: Path, ended: list[Terminal]) -> None:
    """By its name alone: the seat stands in its file."""
    terminal = Terminal(
        ["play", "first_evening", "--terminal", "--seed", "3", "--out", str(tmp_path)]
    )
    ended.append(terminal)
    asked = terminal.asked()
    assert asked is not None
    assert "Put one of your characters where one of them says." in asked
    (game,) = tmp_path.iterdir()
    people = json.loads((game / "game.json").read_text())["people"]
    assert people["seats"] == ["Anna"]
