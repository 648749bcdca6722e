"""`arena analyze`: the main table, its report, JSON, exit codes, and what is left out."""

import json
import os
import signal
import subprocess
import sys
import time
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path
from typing import Any

import pytest

from arena.faces.cli import main
from arena.faces.cli.analyze import PLANTED_HEAD, Analyzed, _planted, print_analysis
from arena.lab.measures import MEASURES
from arena.lab.proofs.proof import Found, Truth
from arena.lab.proofs.proving import proven_measures
from arena.lab.report.wording import NO_OPPORTUNITY, SAYS
from tests.arena.lab.example_games import changed, cut, games_in
from tests.arena.lab.report.made_figures import figures


@pytest.fixture(scope="module")
def evening(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder of two games."""
    return games_in(tmp_path_factory.mktemp("evening"), "a", "b")


def ran(*args: object, columns: str = "80") -> tuple[int, str, str]:
    """Analyze; return the exit code, and what was printed to both streams."""
    out, err = StringIO(), StringIO()
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        patch.setenv("COLUMNS", columns)
        code = main(["analyze", *map(str, args)])
    return code, out.getvalue(), err.getvalue()


def document(*args: object) -> tuple[int, Any]:
    """Return the exit code and the one JSON document on standard output."""
    code, out, err = ran(*args, "--json")
    assert err == "" or err.startswith("arena: ")
    assert out.count("\n") == 1
    return code, json.loads(out)


@pytest.fixture(scope="module")
def every(evening: Path) -> Any:  # noqa: ANN401 - a JSON document
    """Return all figures, also those that are not proven."""
    code, found = document(evening, "--unproven", "--strict")
    assert code == 0
    return found


def is_gone(group: int) -> bool:
    """Wait until no process of a group is left; tell whether it came to that."""
    for _ in range(100):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.1)
    return False


@pytest.mark.slow
def test_it_prints_the_main_table_and_says_where_the_report_is(
    evening: Path,
    every: Any,  # noqa: ANN401 - as `every`
) -> None:
    """Every measure of the first page with an entrant a row: value, interval and n."""
    code, out, err = ran(evening, "--unproven")
    assert code == 0
    assert err.startswith("reading the games of ")
    assert out.startswith("2 games of ")
    for id_ in SAYS:
        assert SAYS[id_] in out
    assert f"Report       {evening / 'lab' / 'report.html'}\n" in out
    assert (evening / "lab" / "report.html").is_file()
    lines = out.splitlines()
    at = lines.index(next(each for each in lines if SAYS["lie"] in each))
    rows = lines[at + 1 : lines.index("", at)]
    assert [each.split()[0] for each in rows] == [each["entrant"] for each in every["entrants"]]
    assert all((NO_OPPORTUNITY in each) != (" n " in each) for each in rows)
    assert max(len(each) for each in lines if "/" not in each) <= 80


@pytest.mark.slow
def test_only_what_is_proven_is_shown_unless_all_is_asked_for(
    evening: Path,
    every: Any,  # noqa: ANN401 - as `every`
) -> None:
    """The others are named."""
    proven = proven_measures()
    code, shown = document(evening)
    assert code == 0
    assert {each["measure"] for each in shown["measures"]} == proven
    assert set(shown["not_shown"]) == set(MEASURES) - proven
    marks = {each["measure"]: each["proven"] for each in every["measures"]}
    assert marks == {each: each in proven for each in MEASURES}
    assert every["not_shown"] == []


@pytest.mark.slow
def test_json_is_one_document_with_every_figure(evening: Path, every: Any) -> None:  # noqa: ANN401 - as `every`
    """Estimates with bounds and opportunities, and what did not count."""
    assert every["games"] == 2
    assert every["left_out"] == {}
    assert every["report"] == str(evening / "lab" / "report.html")
    lie = every["measures"][0]
    assert lie["measure"] == "lie"
    found = set(lie["estimates"][0])
    assert {"entrant", "value", "low", "high", "opportunities", "clusters"} <= found
    assert isinstance(every["surprises"], list)


@pytest.mark.slow
def test_a_narrow_terminal_gets_a_line_an_entrant(evening: Path) -> None:
    """Nothing is cut off; and quiet is nothing on standard error."""
    code, out, err = ran(evening, "--unproven", "--quiet", columns="40")
    assert (code, err) == (0, "")
    assert max(len(each) for each in out.splitlines() if "/" not in each) <= 40
    assert ", n " in out


def test_promises_under_temptation_show_both_rates_whole(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As on the card, also where they are at their longest."""
    monkeypatch.setenv("COLUMNS", "80")
    bounds = {"yes": (0.999, 0.9, 1.0), "no": (0.001, 0.0, 0.1)}
    made = figures(
        {("temptation", "a" * 60): (0.998, 0.4, 1.0)},
        parts={("temptation", "a" * 60, group): each for group, each in bounds.items()},
    )
    print_analysis(Analyzed(folder=Path("x"), page=None, figures=made, surprises=()))
    (row,) = (each for each in capsys.readouterr().out.splitlines() if "aaa" in each)
    assert "…  over 99 % tempted, under 1 % not  +40 to +100 points      n 100" in row
    assert len(row) <= 80


@pytest.mark.slow
def test_games_that_can_not_be_read_are_left_out_with_the_reason(tmp_path: Path) -> None:
    """That is no failure, unless `--strict` makes it one."""
    folder = games_in(tmp_path, "a", "b", "c")
    cut(folder / "b")
    changed(folder / "c")
    code, out, _ = ran(folder)
    assert code == 0
    assert "2 games left out" in out.splitlines()[0]
    assert "b is left out: " in out
    assert "not finished" in out
    assert "c is left out: " in out
    code, shown = document(folder, "--strict")
    assert code == 1
    assert set(shown["left_out"]) == {"b", "c"}
    assert shown["games"] == 1


def test_where_no_game_can_be_read_there_is_no_report(tmp_path: Path) -> None:
    """Exit code 1, and the reasons."""
    folder = games_in(tmp_path, "a")
    cut(folder / "a")
    code, out, _ = ran(str(folder))
    assert code == 1
    assert "a is left out: " in out
    assert "none: no game could be read" in out
    assert not (folder / "lab" / "report.html").exists()
    assert document(str(folder))[1]["report"] is None


@pytest.mark.parametrize(
    ("args", "said"),
    [
        ((), "the FOLDER is missing"),
        (("",), "the path is ''"),
        (("nowhere",), "there is no folder nowhere"),
        ((".",), "holds no game"),
    ],
)
def test_wrong_usage_says_what_is_possible(
    args: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:  # fmt: skip
    """Exit code 2, as text and as JSON."""
    monkeypatch.chdir(tmp_path)
    code, _, err = ran(*args)
    assert code == 2
    assert said in err
    assert "Possible: " in err
    code, shown = document(*args)
    assert (code, shown["exit_code"]) == (2, 2)


@pytest.mark.slow
def test_the_report_goes_where_it_is_told_and_over_nothing_else(
    evening: Path, tmp_path: Path
) -> None:
    """`--out` makes its folder; another's report.html there stays."""
    out = tmp_path / "new" / "there"
    assert ran(str(evening), "--out", str(out))[0] == 0
    assert (out / "report.html").is_file()
    (tmp_path / "report.html").write_text("mine", encoding="utf-8")
    code, _, err = ran(str(evening), "--out", str(tmp_path))
    assert code == 2
    assert "was not written by arena analyze" in err
    assert (tmp_path / "report.html").read_text(encoding="utf-8") == "mine"


def test_a_planted_truth_fits_a_line() -> None:
    """What failed says so in front; names that are too long are cut."""
    truth = Truth(
        measure="temptation_ex_ante", group="altruistic", value=-0.3,
        entrant="planted:pledge_breaker(0.3,tempted)",
    )  # fmt: skip
    found = Found(
        proof="word", family="osaczeni", truth=truth, holds="1" * 189 + "0" * 11, mean=-0.28,
        opportunities=9, passed=False,
    )  # fmt: skip
    line = _planted(found)
    assert line.startswith("NOT temptation_ex_ante … osaczeni pledge_breaker(0.3,…")
    assert line.split()[-3:] == ["-0.300", "-0.280", "189/200"]
    assert len(line) == len(PLANTED_HEAD) <= 80


@pytest.mark.slow
def test_ctrl_c_is_quiet_while_processes_read(tmp_path: Path) -> None:
    """One word, exit code 1, and nobody is left who reads on."""
    folder = games_in(tmp_path, *(f"g{at:03}" for at in range(200)))
    command = [sys.executable, "-m", "arena.faces.cli", "analyze", str(folder)]
    with subprocess.Popen(
        command, stderr=subprocess.PIPE, stdout=subprocess.PIPE, text=True, start_new_session=True
    ) as running:
        assert running.stderr is not None
        begun = running.stderr.readline()
        time.sleep(2)
        os.killpg(running.pid, signal.SIGINT)
        out, err = running.communicate(timeout=60)
    assert begun.startswith("reading the games")
    assert (running.returncode, out) == (1, "")
    assert err.splitlines()[-1] == "arena: stopped."
    assert "Traceback" not in err
    assert is_gone(running.pid)
