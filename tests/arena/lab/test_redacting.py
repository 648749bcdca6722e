"""Rows without the names of players and without what they said."""

import json
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from pathlib import Path

import duckdb
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.config import TableConfig
from arena.lab import TABLES, Tables
from arena.lab.export import Format, export
from arena.lab.game import Game
from arena.lab.reading import game_of
from arena.lab.redacting import (
    ENTRANTS,
    IDS,
    JSON,
    KEPT,
    NAMES,
    PERSON,
    TEXTS,
    LeftOut,
    redacted,
)
from arena.lab.rows import columns_of
from arena.table.simulation import simulate

WORDS = ("give", "vote", "Zoë Ann", "sure")
"""Names of which three are words of the claim language, and one has a space."""
SPECS = ("house", "house:liar", "planted:dealer(0.5)", "planted:bloc(give_sure,0.9)")
LEFT = LeftOut(
    game="game-0002", cluster="game-0001", course="game-0001", seats={"Ann": "P1", "Bob": "P2"},
    people=frozenset({"maria"}),
)  # fmt: skip


@cache
def games() -> tuple[Game, ...]:
    """Return games of seats with those names; the first seat of the second is a person."""
    found = []
    for ruleset in ("moh", "osaczeni"):
        seats = dict(zip(WORDS, SPECS, strict=True))
        (played,) = simulate(TableConfig(ruleset=ruleset, seats=seats), ["3"])
        found.append(game_of(played.header, played.bodies, game=f"evening-of-Zoë-{ruleset}"))
    header = found[1].header
    seated = [
        each.model_copy(update={"spec": "human"}) if each.name == "Zoë Ann" else each
        for each in header.seats
    ]
    found[1] = replace(
        found[1],
        header=header.model_copy(update={"seats": tuple(seated)}),
        entrants={**found[1].entrants, "Zoë Ann": "Zoë"},
    )
    return tuple(found)


@pytest.fixture(scope="module", params=["parquet", "csv"])
def exported(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a redacted export."""
    to: Format = request.param
    out = tmp_path_factory.mktemp("redacted") / "out"
    with Tables.in_memory(games()) as tables:
        export(tables, out, to, redact=True)
    return out


def read_back(folder: Path, table: str) -> list[tuple[object, ...]]:
    """Return the rows of an exported table."""
    (file,) = folder.glob(f"{table}.*")
    with duckdb.connect(":memory:") as database:
        return database.sql(f"SELECT * FROM '{file}'").fetchall()  # noqa: S608 - our own file


def test_no_byte_of_an_export_has_the_name_of_a_person_or_a_text(exported: Path) -> None:
    """As seat, entrant or folder, plain or escaped as in JSON; parquet is read back, too."""
    texts = [each.text for game in games() for each in game.messages if len(each.text) > 15]
    assert len(texts) > 50
    for file in exported.iterdir():
        data = file.read_bytes().decode("utf-8", "replace")
        if file.suffix == ".parquet":
            data += str(read_back(exported, file.stem))
        assert not re.search(r"Zo(ë|\\u00eb)|evening", data), file.name
        assert [each for each in texts if each in data] == [], file.name


def test_who_is_a_word_of_the_language_is_left_out_where_a_name_stands(exported: Path) -> None:
    """The word stays where it is no name."""
    claims = []
    names = list(columns_of("claims"))
    for row in read_back(exported, "claims"):
        told = dict(zip(names, row, strict=True))
        claims.append(json.loads(str(told["said"])))
        assert str(told["speaker"]) in {"P1", "P2", "P3", "P4"}
    assert {each["kind"] for each in claims} >= {"give", "vote"}
    assert all(each.get("target", "P1") in {"P1", "P2", "P3", "P4"} for each in claims)


def test_a_spec_that_names_seats_names_them_otherwise(exported: Path) -> None:
    """A bloc's id has its members; the person is a person."""
    names = list(columns_of("seats"))
    seats = [dict(zip(names, row, strict=True)) for row in read_back(exported, "seats")]
    bloc = "planted:bloc(P1_P4,0.9)"
    specs = {(each["game"], each["seat"]): each["spec"] for each in seats}
    assert {specs["game-0001", "P4"], specs["game-0002", "P4"]} == {bloc}
    assert specs["game-0002", "P3"] == PERSON
    assert {each["entrant"] for each in seats} == {*SPECS[:3], bloc, PERSON}


def test_rates_of_entrants_stay_as_they_are(exported: Path) -> None:
    """Nothing is left out that a figure is counted on."""
    query = "SELECT measure, count(*), sum(outcome) FROM {} GROUP BY measure ORDER BY measure"
    (file,) = exported.glob("opportunities.*")
    with Tables.in_memory(games()) as tables, duckdb.connect(":memory:") as database:
        plain = tables.rows(query.format("opportunities"))
        assert database.sql(query.format(f"'{file}'")).fetchall() == [
            (measure, times, pytest.approx(total)) for measure, times, total in plain
        ]


def test_of_every_column_it_is_said_whether_names_stand_in_it() -> None:
    """Those of texts and of lists of them, of all tables; of each once."""
    games = frozenset({"game", "cluster", "course"})
    sets = (NAMES, JSON, IDS, ENTRANTS, frozenset(TEXTS), KEPT, games)
    columns = [each for table in TABLES for each in columns_of(table).items()]
    texts = {name for name, kind in columns if kind.startswith("VARCHAR")}
    assert sorted(name for each in sets for name in each) == sorted(texts)


def test_a_column_that_nobody_knows_is_refused() -> None:
    """It could hold names."""
    with pytest.raises(KeyError, match="names stand in whispered_to"):
        redacted({"whispered_to": ["Ann"]}, LEFT)


def test_columns_that_are_kept_hold_no_name() -> None:
    """The person's name is one that no other word has."""
    with Tables.in_memory(games()) as tables:
        for table in TABLES:
            for column in KEPT & set(columns_of(table)):
                query = f"""SELECT count(*) FROM {table} WHERE "{column}"::VARCHAR LIKE '%Zoë%'"""  # noqa: S608 - our own names
                assert tables.rows(query) == [(0,)], (table, column)


@pytest.mark.parametrize(
    ("row", "left"),
    [
        ({"spec": "human"}, {"spec": "person"}),
        ({"entrant": "maria"}, {"entrant": "person"}),
        ({"entrant": "house"}, {"entrant": "house"}),
        ({"entrant": "planted:bloc(Ann_Bob,1)"}, {"entrant": "planted:bloc(P1_P2,1)"}),
        ({"entrant": "planted:bloc(Anna_Bob,1)"}, {"entrant": "planted:bloc(Anna_P2,1)"}),
        (
            {"spec": "openai-compatible:m#a@http://10.0.0.7:8000/v1"},
            {"spec": "openai-compatible:m#a@address"},
        ),
        ({"entrant": "me@home"}, {"entrant": "me@home"}),
        ({"chosen": None}, {"chosen": None}),
        ({"owner": "Ann"}, {"owner": "P1"}),
        ({"options": ["Bob", "Ann"]}, {"options": ["P2", "P1"]}),
        ({"turn": "Ann.t3"}, {"turn": "P1.t3"}),
        ({"request": "abc"}, {"request": None}),
        ({"text": "Ann!"}, {"text": None}),
        ({"seed": "12"}, {"seed": ""}),
        ({"game": "Ann-and-Bob"}, {"game": "game-0002"}),
        ({"cluster": "moh 17"}, {"cluster": "game-0001"}),
        ({"course": "a digest"}, {"course": "game-0001"}),
        ({"at": 3, "excluded": "hearsay"}, {"at": 3, "excluded": "hearsay"}),
    ],
)
def test_what_becomes_of_a_value(row: Mapping[str, object], left: Mapping[str, object]) -> None:
    """By the column that it stands in."""
    assert redacted(row, LEFT) == left


def test_a_name_that_sits_nowhere_is_no_name_of_a_seat() -> None:
    """It is not passed on in silence."""
    with pytest.raises(KeyError, match="Cyd"):
        redacted({"speaker": "Cyd"}, LEFT)


def test_names_in_claims_are_replaced_where_players_stand() -> None:
    """In the condition and the source too; the same word elsewhere stays."""
    left = LeftOut(
        game="g", cluster="c", course="c", seats={"give": "P1", "Bob": "P2"}, people=frozenset()
    )
    said = {"kind": "give", "target": "Bob", "condition": {"kind": "saw", "player": "give"}}
    hearsay = {"kind": "saw", "said_by": "give", "negated": True}
    terms = json.dumps([{"kind": "give", "player": "give", "target": "Bob"}])
    row = {"said": json.dumps(said), "terms": terms}
    assert redacted(row, left) == {
        "said": '{"kind":"give","target":"P2","condition":{"kind":"saw","player":"P1"}}',
        "terms": '[{"kind":"give","player":"P1","target":"P2"}]',
    }
    assert json.loads(redacted({"said": json.dumps(hearsay)}, left)["said"]) == {
        **hearsay, "said_by": "P1",
    }  # fmt: skip


@given(st.permutations(["Ann", "Bob", "P1", "P2"]))
def test_seats_that_are_called_so_already_are_not_mixed_up(order: list[str]) -> None:
    """Names are replaced at once: `P1` that sits third is `P3`."""
    seats = {name: f"P{at}" for at, name in enumerate(order, start=1)}
    left = LeftOut(game="g", cluster="c", course="c", seats=seats, people=frozenset())
    row = {"to": order, "entrant": f"planted:bloc({'_'.join(order)})"}
    assert redacted(row, left) == {
        "to": ["P1", "P2", "P3", "P4"], "entrant": "planted:bloc(P1_P2_P3_P4)",
    }  # fmt: skip
