"""Tables as files: whole, the same bytes for the same games, and without names where one asks."""

import csv
import hashlib
import json
import subprocess
import sys
import time
from collections.abc import Iterator
from itertools import product
from pathlib import Path

import duckdb
import pytest

from arena.errors import ConfigError, WriteError
from arena.lab import TABLES, Tables, load
from arena.lab.card import SCHEMA
from arena.lab.export import CARD, CITATION, SUMS, Format, export
from arena.lab.rows import columns_of, described
from tests.arena.lab.example_games import EXAMPLE, games_in
from tests.breadth import breadth

NAMES = ("Anna", "Bruno", "Clara", "Dmitri", "Esra")
PARQUET: Format = "parquet"
CSV: Format = "csv"


@pytest.fixture(scope="module")
def tables(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Tables]:
    """Tables of two games."""
    with load(games_in(tmp_path_factory.mktemp("games"), "a", "b"), keep=False) as read:
        yield read


@pytest.fixture(scope="module")
def exported(tables: Tables, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with exports of them, `parquet` and `csv`; nobody changes it."""
    folder = tmp_path_factory.mktemp("exported")
    for to in (PARQUET, CSV):
        export(tables, folder / to, to)
    return folder


def rows(file: Path) -> list[dict[str, str]]:
    """Return the rows of a CSV file."""
    with file.open(encoding="utf-8", newline="") as opened:
        return list(csv.DictReader(opened))


@pytest.mark.parametrize("name", TABLES)
def test_a_table_is_in_its_parquet_file(tables: Tables, exported: Path, name: str) -> None:
    """Row for row, with the types that are told."""
    with duckdb.connect(":memory:") as database:
        found = database.sql(f"SELECT * FROM '{exported}/parquet/{name}.parquet' ORDER BY ALL")  # noqa: S608 - our own names
        assert dict(zip(found.columns, map(str, found.types), strict=True)) == columns_of(name)
        assert found.fetchall() == tables.rows(f"SELECT * FROM {name} ORDER BY ALL")  # noqa: S608 - our own names


def test_all_tables_are_in_csv_files(tables: Tables, exported: Path) -> None:
    """With their columns; a list is JSON."""
    for name in TABLES:
        found = rows(exported / "csv" / f"{name}.csv")
        assert len(found) == tables.rows(f"SELECT count(*) FROM {name}")[0][0]  # noqa: S608 - our own names
        assert all(list(each) == list(columns_of(name)) for each in found)
    votes = rows(exported / "csv" / "votes.csv")
    assert all(each["target"] in json.loads(each["options"]) for each in votes)


@pytest.mark.parametrize("to", breadth([PARQUET, CSV], [CSV]))
def test_the_same_games_give_the_same_bytes(
    tables: Tables, exported: Path, tmp_path: Path, to: Format
) -> None:
    """File by file."""
    again = {each.name: each.read_bytes() for each in export(tables, tmp_path / "again", to)}
    assert again == {each.name: each.read_bytes() for each in (exported / to).iterdir()}


def test_the_checksums_are_those_of_the_files(exported: Path) -> None:
    """Of all but their own."""
    files = {each.name: each for each in (exported / "parquet").iterdir()}
    lines = files.pop(SUMS).read_text(encoding="utf-8").splitlines()
    told = {name: sum_ for sum_, name in (line.split("  ") for line in lines)}
    assert told == {
        name: hashlib.sha256(each.read_bytes()).hexdigest() for name, each in files.items()
    }


def test_the_card_tells_every_table_and_column(exported: Path) -> None:
    """With type and meaning, and what games they are."""
    card = (exported / "parquet" / CARD).read_text(encoding="utf-8")
    for name in TABLES:
        assert f"### {name}\n" in card
        for each in described(name):
            assert f"| `{each['name']}` | {each['type']} | {each['meaning']} |" in card
    assert "in-game deception only" in card
    assert "| moh | 2 | round_robin | control | 5 | 2 |" in card


def test_it_can_be_cited(exported: Path) -> None:
    """`CITATION.cff` has what version 1.2.0 of its format needs."""
    lines = (exported / "parquet" / CITATION).read_text(encoding="utf-8").splitlines()
    keys = [line.partition(":")[0] for line in lines if not line.startswith(" ")]
    assert lines[0] == "cff-version: 1.2.0"
    assert {"message", "title", "authors", "type", "version"} <= set(keys)
    assert len(keys) == len(set(keys))


def test_an_older_export_is_replaced_whole(tables: Tables, tmp_path: Path) -> None:
    """Nothing of it is left."""
    export(tables, tmp_path / "out", CSV)
    files = export(tables, tmp_path / "out", PARQUET)
    assert not [each for each in files if each.suffix == ".csv"]
    assert [each.name for each in tmp_path.iterdir()] == ["out"]


def test_a_folder_that_is_no_export_is_refused(tables: Tables, tmp_path: Path) -> None:
    """And left as it is."""
    (tmp_path / "out").mkdir()
    (tmp_path / "out" / "diary.txt").write_text("mine", encoding="utf-8")
    with pytest.raises(ConfigError, match="is no export"):
        export(tables, tmp_path / "out", CSV)
    assert [each.name for each in (tmp_path / "out").iterdir()] == ["diary.txt"]


def test_where_nothing_can_be_written_nothing_is_left(tables: Tables, tmp_path: Path) -> None:
    """A file stands where a folder is needed."""
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(WriteError, match="can't be written"):
        export(tables, tmp_path / "file" / "out", CSV)
    assert [each.name for each in tmp_path.iterdir()] == ["file"]


LITTLE = """
import resource, sys
sys.dont_write_bytecode = True  # or half of a module is kept
from pathlib import Path
from arena.lab import load
from arena.lab.export import export
with load(sys.argv[1], keep=False) as tables:
    resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
    try:
        export(tables, Path(sys.argv[2]), sys.argv[3], redact=sys.argv[4] == "redact")
    except Exception as error:
        print(type(error).__name__, error)
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("redact", "to"),
    breadth(product(["redact", "plain"], [PARQUET, CSV]), [("redact", PARQUET)]),
)
def test_where_the_disk_is_full_the_older_export_stays(
    tables: Tables, tmp_path: Path, to: Format, redact: str
) -> None:
    """No file can grow above 20,000 bytes: nothing half-written is left."""
    out = tmp_path / "out"
    before = {each.name: each.read_bytes() for each in export(tables, out, to)}
    games = games_in(tmp_path / "games", "a", "b")
    command = [sys.executable, "-c", LITTLE, str(games), str(out), to, redact]
    done = subprocess.run(command, capture_output=True, cwd=EXAMPLE.parents[2], check=False)
    assert done.stdout.startswith(f"WriteError {out} can't be written".encode()), done
    assert {each.name: each.read_bytes() for each in out.iterdir()} == before
    assert sorted(each.name for each in tmp_path.iterdir()) == ["games", "out"]


@pytest.mark.slow
def test_an_export_that_is_interrupted_is_whole_or_not_there(tmp_path: Path) -> None:
    """Whenever it is killed: a folder of its name passes its checksums."""
    games = games_in(tmp_path / "games", *"abcdef")
    root = EXAMPLE.parents[2]
    with load(games, keep=False) as tables:
        begun = time.monotonic()
        whole = {each.name for each in export(tables, tmp_path / "whole", CSV)}
        took = time.monotonic() - begun
    out = tmp_path / "out"
    for part in range(1, 6):
        command = [sys.executable, "-c", KILLED, str(games), str(out)]
        with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=root) as exporter:
            assert exporter.stdout is not None
            assert exporter.stdout.readline() == b"loaded\n"
            time.sleep(took * part / 4)
            exporter.kill()
        if out.exists():
            assert {each.name for each in out.iterdir()} == whole
            subprocess.run(["sha256sum", "--quiet", "-c", SUMS], cwd=out, check=True)


KILLED = """
import sys
from pathlib import Path
from arena.lab import load
from arena.lab.export import export
with load(sys.argv[1], keep=False) as tables:
    print("loaded", flush=True)
    export(tables, Path(sys.argv[2]), "csv")
"""


def test_the_card_tells_when_games_were_played_and_by_whom(tables: Tables, exported: Path) -> None:
    """From the first day to the last, as the transcripts have it."""
    card = (exported / "parquet" / CARD).read_text(encoding="utf-8")
    query = (
        "SELECT DISTINCT entrant, spec, played FROM seats JOIN games USING (game) WHERE game = 'a'"
    )
    for entrant, spec, played in tables.rows(query):
        assert f"| {entrant} | {spec} | 2 | {played} | {played} |" in card
    assert f"Schema version {SCHEMA};" in card


# --- without names ---


@pytest.mark.parametrize("to", breadth([PARQUET, CSV], [CSV]))
def test_no_name_and_no_word_is_in_a_redacted_export(
    tables: Tables, tmp_path: Path, to: Format
) -> None:
    """In no byte of any file; parquet is read back, since it is compressed."""
    export(tables, tmp_path / "out", to, redact=True)
    texts = {text for (text,) in tables.rows("SELECT text FROM messages")}
    assert len(texts) > 50
    for each in (tmp_path / "out").iterdir():
        if each.suffix == ".parquet":
            with duckdb.connect(":memory:") as database:
                data = str(database.sql(f"SELECT * FROM '{each}'").fetchall())  # noqa: S608 - our own file
        else:
            data = each.read_text(encoding="utf-8")
        assert [name for name in NAMES if name in data] == [], each.name
        assert [text for text in texts if text in data] == [], each.name


def test_a_seat_is_the_same_in_every_table(tables: Tables, tmp_path: Path) -> None:
    """`P1` is who sat first, and speaks, votes and is voted for under that name."""
    export(tables, tmp_path / "out", CSV, redact=True)
    positions = tables.rows("SELECT seat, position FROM seats WHERE game = 'a'")
    seats = {seat: f"P{position + 1}" for seat, position in positions}
    query = "SELECT voter, target FROM votes WHERE game = 'a' ORDER BY ALL"
    plain = sorted((seats[one], seats[other]) for one, other in tables.rows(query))
    votes = rows(tmp_path / "out" / "votes.csv")
    told = sorted((each["voter"], each["target"]) for each in votes if each["game"] == "game-0001")
    assert told == plain
    kept = rows(tmp_path / "out" / "seats.csv")
    assert {each["seat"] for each in kept} == {"P1", "P2", "P3", "P4", "P5"}
