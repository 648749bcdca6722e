"""What a command says before its game: at once that it has begun, then where it is played."""

import subprocess
import sys
from collections.abc import Mapping
from io import StringIO
from pathlib import Path

import pytest

from arena.faces.cli import main
from tests.arena.faces.terminal.terminals import Terminal

LISTENED_TO = """
import sys
from io import StringIO
from arena.faces.cli import main

class Screen(StringIO):
    def isatty(self):
        return True
    def write(self, text):
        print(repr(text), "typer" in sys.modules)
        return len(text)

sys.stderr = Screen()
sys.exit(main({arguments}))
"""
"""`arena`, which prints what it says on standard error, and whether it has read its options yet."""
SSH = {"SSH_CONNECTION": "192.0.2.1 50000 192.0.2.2 22"}


class Screen(StringIO):
    """Standard error at a terminal."""

    def isatty(self) -> bool:
        """Somebody reads it."""
        return True


def said(*arguments: str) -> list[str]:
    """Return what a command says in a process of its own, in its order."""
    done = subprocess.run(
        [sys.executable, "-c", LISTENED_TO.format(arguments=arguments)],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.stderr == ""
    return done.stdout.splitlines()


@pytest.mark.slow
def test_a_slow_command_says_so_before_it_imports_anything_slow() -> None:
    """Who waits reads a line at once; then comes what there is to say."""
    first, then = said("play", "nix")
    assert first == repr("Setting the table ...\n") + " False"
    assert "table is 'nix'" in then
    assert said("verify", "nix")[0] == repr("Reading what was played ...\n") + " False"


@pytest.mark.parametrize("more", ["", "--help", "--json", "--quiet"])
def test_who_wants_no_progress_gets_none(more: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A document, quiet or the help: they are read by programs, or are there at once."""
    screen = Screen()
    monkeypatch.setattr(sys, "stderr", screen)
    assert main(["play", "nix", *filter(None, [more])]) == (0 if more == "--help" else 2)
    assert ("Setting" in screen.getvalue()) is (not more)


def test_a_file_gets_no_progress(capsys: pytest.CaptureFixture[str]) -> None:
    """Standard error has the sentence of the mistake alone."""
    assert main(["play", "nix"]) == 2
    (only,) = capsys.readouterr().err.splitlines()
    assert "table is 'nix'" in only


def sat_down(out: Path, *more: str, environ: Mapping[str, str] = SSH) -> Terminal:
    """Sit down to a known evening; without a screen unless `environ` has one."""
    no_screen = dict.fromkeys(("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"), "")
    table = ["play", "--human", "Ana", "--seats", "3", "--seed", "3", "--out", str(out), *more]
    return Terminal(table, environ=no_screen | dict(environ))


@pytest.mark.slow
@pytest.mark.parametrize(("more", "says"), [((), 1), (("--terminal",), 0)])
def test_over_ssh_one_plays_in_the_terminal_and_reads_why(
    more: tuple[str, ...], says: int, tmp_path: Path, ended: list[Terminal]
) -> None:
    """Unless the terminal was asked for."""
    terminal = sat_down(tmp_path, *more)
    ended.append(terminal)
    assert terminal.asked() is not None
    text = " ".join(terminal.text.split())
    assert text.count("You play in this terminal, since no browser can be opened") == says
    assert text.count("--web prints a link") == says


@pytest.mark.slow
@pytest.mark.parametrize("environ", [SSH, {}], ids=["ssh", "here"])
def test_a_link_says_how_it_is_opened(
    environ: dict[str, str], tmp_path: Path, ended: list[Terminal]
) -> None:
    """Elsewhere by a tunnel to its port; it ends its line, so that it can be copied."""
    terminal = sat_down(tmp_path, "--web", environ={"SSH_CONNECTION": "", **environ})
    ended.append(terminal)
    terminal.until("THIS_MACHINE" if environ else "opens in any browser on this machine")
    terminal.end()
    (line,) = [each for each in terminal.text.splitlines() if each.startswith("Ana plays at ")]
    link = line.rpartition(" ")[2]
    port = link.split("/")[2].rpartition(":")[2]
    assert link.startswith(f"http://127.0.0.1:{port}/table#")
    assert (f"ssh -L {port}:127.0.0.1:{port} " in terminal.text) == bool(environ)


@pytest.mark.parametrize(("more", "told"), [((), 1), (("--seed", "3"), 0)])
def test_a_seed_of_a_file_that_is_not_used_is_told(
    more: tuple[str, ...], told: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """The demo's is for bots; one on the command line is used. Nothing is played here."""
    two = ("--human", "Ana", "--seat", "Bo=human", "--terminal")
    assert main(["play", *two, *more, "--out", str(tmp_path)]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert said.count("where people play, a seed in a file is not used") == told
    assert "one person sits at a terminal" in said
