"""`arena bench`: how the figures are printed; `prove_benchmark` says what they are."""

import sys

import pytest

import engine
from arena.bench import peers
from arena.faces.cli import bench as module
from arena.faces.cli.output import console_for
from tests.arena.bench.quick import measured


def test_the_table_names_every_figure(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """With peers their ratios as well, within eighty columns."""
    monkeypatch.setenv("COLUMNS", "80")
    with_peers = {
        **measured(),
        "peers": {
            "textarena_decisions_per_second": 20000.0,
            "ratio_without_view": 2.5,
            "ratio_with_view": 1.25,
        },
        "peers_missing": peers.INSTALL,
    }
    module.print_figures(console_for(sys.stdout), with_peers)
    out = capsys.readouterr().out
    rows = (
        "list the options",
        "forks",
        "imagined",
        "restored",
        "times as fast",
        "processor time per",
    )
    rows += (
        "memory of a running",
        "share of the ideal",
        "arena --help",
        "imports  ",
    )
    for what in rows:
        assert what in out
    for ruleset in engine.rulesets():
        assert ruleset in out
    assert all(len(line) <= 80 for line in out.splitlines())


@pytest.mark.parametrize(
    ("what", "columns", "headings"),
    [
        *((what, *fits) for what in ("rulesets", "models") for fits in ((60, 3), (79, 3))),
        ("models", 80, 7),
        ("models", 99, 7),
        ("models", 100, 8),
        ("rulesets", 100, 3),
    ],
)
def test_a_narrow_terminal_shows_fewer_figures(
    monkeypatch: pytest.MonkeyPatch, columns: int, headings: int, what: str
) -> None:
    """None is broken off."""
    monkeypatch.setenv("COLUMNS", str(columns))
    console = console_for(sys.stdout)
    form = module.RULESET_COLUMNS if what == "rulesets" else module.MODEL_COLUMNS
    table = module.figure_table(console, "What", form, measured()[what])
    assert len(table.columns) == headings + 1
    with console.capture() as printed:
        console.print(table)
    assert "…" not in printed.get()
    assert all(len(line) <= columns for line in printed.get().splitlines())
