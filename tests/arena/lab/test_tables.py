"""Tables in DuckDB: taken from rows, asked in SQL."""

import tempfile
from collections.abc import Mapping
from contextlib import nullcontext
from pathlib import Path

import duckdb
import pytest

from arena.lab import TABLES, Tables
from arena.lab.filling import rows_of
from arena.lab.row_lines import lines_of, packed, unpacked, write_lines
from arena.lab.rows import columns_of
from arena.lab.tables import in_memory
from tests.arena.lab.simulated import read
from tests.breadth import EACH_RULESET


def counts(tables: Tables) -> dict[str, int]:
    """Return how many rows each table has."""
    return {name: tables.rows(f"SELECT count(*) FROM {name}")[0][0] for name in TABLES}  # noqa: S608 - our own names


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_every_row_of_a_game_stands_in_its_table(ruleset: str) -> None:
    """Value for value, under the game's name."""
    game = read(ruleset)
    with Tables.in_memory([game]) as tables:
        for name, rows in rows_of(game).items():
            kept = tables.rows(f"SELECT * FROM {name}")  # noqa: S608 - our own names
            assert sorted(map(repr, kept)) == sorted(repr(as_typed(name, each)) for each in rows)


def as_typed(table: str, row: Mapping[str, object]) -> tuple[object, ...]:
    """Return a row of a game as it is read back: numbers are floating ones where a column is."""
    whole = {"game": "g", **row}
    return tuple(
        float(str(whole[name])) if kind == "DOUBLE" and whole[name] is not None else whole[name]
        for name, kind in columns_of(table).items()
    )


def test_tables_without_games_are_empty_and_typed() -> None:
    """With all columns that are told."""
    with Tables.in_memory() as tables:
        for name in TABLES:
            relation = tables[name]
            kinds = map(str, relation.types)
            assert dict(zip(relation.columns, kinds, strict=True)) == columns_of(name)
        assert set(counts(tables).values()) == {0}


def test_a_table_that_is_none_is_refused() -> None:
    """With those that there are."""
    with Tables.in_memory() as tables, pytest.raises(KeyError, match="Possible: games, seats"):
        tables["lies"]


def test_values_stand_in_place_of_question_marks() -> None:
    """They are no SQL."""
    with Tables.in_memory([read("moh")]) as tables:
        query = "SELECT count(*) FROM seats WHERE seat = ?"
        assert tables.rows(query, ["Ada"]) == [(1,)]
        assert tables.rows(query, ["Ada' OR 'a' = 'a"]) == [(0,)]


def test_relations_can_be_asked_further() -> None:
    """As DuckDB's: filtered, counted, joined in SQL."""
    with Tables.in_memory([read("moh")]) as tables:
        lies = tables.sql("SELECT * FROM opportunities").filter("measure = 'lie' AND eligible")
        (told,) = tables.rows("SELECT count(*) FROM reports WHERE saw")
        assert lies.aggregate("count(*)").fetchall() == [told]


def test_rows_are_added_to_those_that_are_there(tmp_path: Path) -> None:
    """Of two folders with rows, one after the other."""
    with Tables.in_memory([read("moh")]) as tables:
        before = counts(tables)
        write_lines(tmp_path, [("h", lines_of(read("moh")))])
        tables.take(tmp_path)
        assert counts(tables) == {name: 2 * many for name, many in before.items()}


@pytest.mark.parametrize("ruleset", EACH_RULESET)
def test_lines_that_were_packed_are_the_same(ruleset: str) -> None:
    """A table a list, in the order of its rows; what is none is refused."""
    lines = lines_of(read(ruleset))
    assert unpacked(packed(lines)) == lines
    assert unpacked(packed({"gifts": [], "seats": [b"{}"]})) == {"gifts": [], "seats": [b"{}"]}
    with pytest.raises(ValueError, match="no packed rows"):
        unpacked(packed(lines)[:-10])


@pytest.mark.parametrize("value", [float("nan"), float("inf"), float("-inf")])
def test_a_number_that_is_none_stands_in_no_row(
    value: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A word that is spelt alike does."""
    game = read("moh", "6")
    for each, raised in ((value, True), ("NaN, Infinity", False)):
        rows = {"seats": [{"seat": each}]}
        monkeypatch.setattr("arena.lab.row_lines.rows_of", lambda *_, found=rows: found)
        with pytest.raises(ValueError, match="JSON") if raised else nullcontext():
            write_lines(tmp_path, [("g", lines_of(game))])
    assert b"NaN, Infinity" in (tmp_path / "seats.ndjson").read_bytes()


def test_what_has_no_room_in_memory_goes_to_the_disk(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """To the system's folder for such files, nothing to where one stands; then it is gone."""
    system = tmp_path / "system"
    system.mkdir()
    here = tmp_path / "here"
    here.mkdir()
    monkeypatch.chdir(here)
    monkeypatch.setattr(tempfile, "tempdir", str(system))
    config = {**in_memory(), "memory_limit": "40MB", "threads": 1}
    with Tables(duckdb.connect(":memory:", config=config)) as tables:
        tables.connection.execute(
            "CREATE TABLE much AS SELECT hash(range) AS one, hash(range + 1) AS other "
            "FROM range(4000000)"
        )
        assert len(list(system.glob("arena-lab-*/*"))) > 0
        assert list(here.iterdir()) == []
    assert list(system.iterdir()) == []
