"""What `docs/lab.md` tells of measures, planted seats and tables is what there is."""

import re
from pathlib import Path

import pytest

from arena.lab import MEASURES, TABLES, described
from arena.lab.proofs import PROOFS
from arena.seats.planted import PLANTS

PAGE = (Path(__file__).resolve().parents[3] / "docs" / "lab.md").read_text(encoding="utf-8")


def rows(heading: str) -> list[list[str]]:
    """Return the cells of the table whose first column has this heading."""
    (found,) = re.findall(
        rf"^\| {re.escape(heading)} \|.*\n\|[-|]+\n((?:\|.*\n)+)", PAGE, flags=re.MULTILINE
    )
    return [[cell.strip() for cell in row.strip("|").split(" | ")] for row in found.splitlines()]


def test_every_measure_is_told_as_it_is() -> None:
    """Its id, number, name, definition, unit and rung, in the order in which they are shown."""
    assert [[cell.strip("|` ") for cell in row] for row in rows("measure")] == [
        [each.id, str(each.number), each.name, each.definition, each.unit, str(each.rung)]
        for each in MEASURES.values()
    ]


def test_every_planted_seat_is_told() -> None:
    """How it is written, and what it does."""
    assert [[cell.strip("| ") for cell in row] for row in rows("planted seat")] == [
        [f"`planted:{each.form().replace(' ', '')}`", each.says] for each in PLANTS.values()
    ]


@pytest.mark.parametrize("table", TABLES)
def test_every_column_is_told(table: str) -> None:
    """Its name, type and meaning."""
    assert [[cell.strip("|` ") for cell in row] for row in rows(f"column of {table}")] == [
        [each["name"], each["type"], each["meaning"].strip("` ")] for each in described(table)
    ]


def test_every_proof_is_told() -> None:
    """With what is planted, and which measures have none."""
    assert [[cell.strip("|` ") for cell in row] for row in rows("proof")] == [
        [each.id, each.says] for each in PROOFS.values()
    ]
    without = [each.id for each in MEASURES.values() if not each.proof]
    (told,) = re.findall(
        r"Without a proof, so not shown but with `--unproven`: (.+?)\.", PAGE, re.DOTALL
    )
    assert re.findall(r"`(\w+)`", told) == without
