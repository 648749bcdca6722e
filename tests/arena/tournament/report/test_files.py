"""Tables as files: CSV and Parquet with the same values, the same bytes for the same values."""

import csv
import io
import subprocess
import sys
from pathlib import Path

import duckdb
import pytest

from arena.reporting.columns import Table, table
from arena.reporting.files import csv_bytes, write_tables
from tests.arena.tournament.report.made import HOSTILE

COLUMNS = "name:text wins:integer share:number rated:boolean"


def sample(names: tuple[str, ...] = HOSTILE) -> Table:
    """Return a table with every kind of value, unknown ones too."""
    rows = [
        {"name": name, "wins": at, "share": at / 3, "rated": at % 2 == 0}
        for at, name in enumerate(names)
    ]
    rows += [{"name": "", "wins": None, "share": None, "rated": None}]  # type: ignore[dict-item]
    return table("sample", COLUMNS, rows)


def from_parquet(file: Path) -> list[tuple[object, ...]]:
    """Return the rows of a Parquet file."""
    with duckdb.connect(":memory:") as database:
        return database.execute("SELECT * FROM read_parquet(?)", [str(file)]).fetchall()


def test_csv_and_parquet_hold_the_same(tmp_path: Path) -> None:
    """Hostile names, unknown values and the last digit of a number are equal in both."""
    made = sample()
    write_tables(tmp_path, [made])
    assert from_parquet(tmp_path / "sample.parquet") == list(made.rows)
    text = (tmp_path / "sample.csv").read_bytes().decode()
    head, *rows = csv.reader(io.StringIO(text, newline=""))
    assert head == ["name", "wins", "share", "rated"]
    for row, known in zip(rows, made.rows, strict=True):
        assert row[0] == known[0]
        assert row[1:] == [
            "" if each is None else str(each).lower() if isinstance(each, bool) else repr(each)
            for each in known[1:]
        ]


def test_an_empty_text_is_not_an_unknown_one() -> None:
    """Quotation marks tell them apart in CSV."""
    rows = [{"a": "", "b": 1}, {"a": None, "b": None}]
    assert csv_bytes(table("t", "a:text b:integer", rows)) == b'a,b\r\n"",1\r\n,\r\n'


def test_the_same_values_are_the_same_bytes(tmp_path: Path) -> None:
    """Neither the folder nor the time is in a file."""
    for name in ("one", "two's"):
        (tmp_path / name).mkdir()
        write_tables(tmp_path / name, [sample()])
    for each in ("sample.csv", "sample.parquet"):
        assert (tmp_path / "one" / each).read_bytes() == (tmp_path / "two's" / each).read_bytes()


@pytest.mark.slow
def test_rows_are_taken_a_part_at_a_time() -> None:
    """Twenty times as many take a few megabytes more: all as one text took 50 kB a row."""
    few, many = (_peak(rows) for rows in (200, 4000))
    assert many - few < 60


def _peak(rows: int) -> int:
    """Return the megabytes that a process takes at most, which writes a wide table."""
    script = (
        "import sys, tempfile\n"
        "from pathlib import Path\n"
        "from resource import RUSAGE_SELF, getrusage\n"
        "from arena.reporting.columns import table\n"
        "from arena.reporting.files import write_tables\n"
        "columns = [f'c{at}' for at in range(36)]\n"
        "rows = (dict.fromkeys(columns, str(at)) for at in range(int(sys.argv[1])))\n"
        "made = table('wide', ' '.join(f'{each}:text' for each in columns), rows)\n"
        "with tempfile.TemporaryDirectory() as folder:\n"
        "    write_tables(Path(folder), [made])\n"
        "print(getrusage(RUSAGE_SELF).ru_maxrss // 1024)\n"
    )
    command = [sys.executable, "-c", script, str(rows)]
    return int(subprocess.run(command, check=True, capture_output=True, text=True).stdout)


def test_a_table_without_rows_keeps_its_columns(tmp_path: Path) -> None:
    """Who reads it finds no row, and every column with its type."""
    write_tables(tmp_path, [table("empty", COLUMNS, [])])
    assert (tmp_path / "empty.csv").read_bytes() == b"name,wins,share,rated\r\n"
    with duckdb.connect(":memory:") as database:
        file = str(tmp_path / "empty.parquet")
        shape = database.execute("DESCRIBE SELECT * FROM read_parquet(?)", [file]).fetchall()
    assert [each[:2] for each in shape] == [
        ("name", "VARCHAR"), ("wins", "BIGINT"), ("share", "DOUBLE"), ("rated", "BOOLEAN"),
    ]  # fmt: skip


def test_numbers_are_rounded_once() -> None:
    """Nine significant digits, no minus zero, and nothing that is no number."""
    rows = [{"n": 1 / 3}, {"n": -0.0}, {"n": float("nan")}, {"n": float("inf")}, {"n": 2}]
    made = table("t", "n:number", rows)
    assert [each for (each,) in made.rows] == [0.333333333, 0.0, None, None, 2.0]
    assert str(made.rows[1][0]) == "0.0"


@pytest.mark.parametrize("row", [{"a": "x"}, {"a": "x", "b": 1, "c": 2}])
def test_a_row_has_every_column_and_no_other(row: dict[str, str | int]) -> None:
    """A misspelt column is no empty one."""
    with pytest.raises(ValueError, match="too many or few"):
        table("t", "a:text b:integer", [row])


def test_a_zero_byte_is_kept(tmp_path: Path) -> None:
    """A name may have one, and no file ends there."""
    made = table("t", "a:text", [{"a": "x\0y"}])
    write_tables(tmp_path, [made])
    assert from_parquet(tmp_path / "t.parquet") == [("x\0y",)]


def test_half_a_surrogate_is_written_out() -> None:
    """What no file can have is escaped before either file is made."""
    made = table("t", "a:text", [{"a": "\ud800"}])
    assert made.rows == (("\\ud800",),)
