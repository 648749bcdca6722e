"""The rows of a game's tables, against its log."""

from collections import Counter
from functools import cache
from typing import Any

import pytest

from arena.lab.filling import rows_of
from arena.lab.reading import read_game
from arena.lab.rows import TABLES, columns_of, described
from tests.arena.lab.example_games import EXAMPLE
from tests.arena.records_of import plain_of

TYPES = {"VARCHAR": str, "BIGINT": int, "DOUBLE": (int, float), "BOOLEAN": bool}


@cache
def rows() -> dict[str, list[Any]]:
    """Return the rows of the example game."""
    return {name: list(each) for name, each in rows_of(read_game(EXAMPLE)).items()}


@cache
def log() -> tuple[Any, ...]:
    """Return its records."""
    return tuple(plain_of(read_game(EXAMPLE).records))


def of_type(*types: str) -> list[Any]:
    """Return its records of these types."""
    return [each for each in log() if each["type"] in types]


def fits(value: object, kind: str) -> bool:
    """Tell whether a value is of a column's type; what may be null is."""
    if value is None:
        return True
    if kind.endswith("[]"):
        return isinstance(value, list) and all(fits(each, kind[:-2]) for each in value)
    if kind != "BOOLEAN" and isinstance(value, bool):
        return False
    return isinstance(value, TYPES[kind])


@pytest.mark.parametrize("table", TABLES)
def test_a_row_has_the_columns_of_its_table(table: str) -> None:
    """All of them but the game, which is the key, and no others."""
    columns = [each for each in columns_of(table) if each != "game"]
    assert all(sorted(each) == sorted(columns) for each in rows()[table])


@pytest.mark.parametrize("table", TABLES)
def test_a_value_is_of_its_columns_type(table: str) -> None:
    """As SQL has it."""
    columns = columns_of(table)
    for row in rows()[table]:
        assert {name: fits(value, columns[name]) for name, value in row.items()} == dict.fromkeys(
            row, True
        )


@pytest.mark.parametrize("table", TABLES)
def test_a_column_is_told(table: str) -> None:
    """In a sentence; every table has the game."""
    told = described(table)
    assert "game" in {each["name"] for each in told}
    assert [each for each in told if not each["meaning"].rstrip("`").endswith(".")] == []


def test_a_message_has_a_row() -> None:
    """With its number, speaker, words, and a label for each claim."""
    said = of_type("said")
    table = rows()["messages"]
    assert [each["at"] for each in table] == [each["i"] for each in said]
    assert [each["speaker"] for each in table] == [each["actor"] for each in said]
    assert [each["text"] for each in table] == [each["data"]["text"] for each in said]
    assert [each["words"] for each in table] == [len(each["data"]["text"].split()) for each in said]
    assert [len(each["labels"]) for each in table] == [len(each["data"]["claims"]) for each in said]


def test_who_hears_a_message_has_a_row() -> None:
    """Of a whisper those it is for, else all others."""
    heard = Counter(each["at"] for each in rows()["heard"])
    for each in of_type("said"):
        listeners = 4 if each["seen_by"] == "all" else len(each["seen_by"]) - 1
        assert heard[each["i"]] == listeners


def test_a_claim_has_a_row_with_its_judgement() -> None:
    """Truth, basis and prior as the log has them."""
    judged = {
        (each["data"]["message"], each["data"]["claim"]): each["data"]
        for each in of_type("claim_judged")
    }
    table = rows()["claims"]
    assert len(table) == sum(len(each["data"]["claims"]) for each in of_type("said"))
    for each in table:
        of = judged[each["message"], each["claim"]]
        assert (each["truth"], each["basis"], each["prior"]) == (
            of["truth"], of["basis"], of["prior"],
        )  # fmt: skip


def test_a_loss_says_how_the_vote_found_its_owner() -> None:
    """By the last word of the vote there before it."""
    chosen = {
        (each["round"], each["data"]["place"], each["data"]["player"]): each["data"]["by"]
        for each in of_type("player_chosen")
        if each["data"]["kind"] == "attack"
    }
    table = rows()["losses"]
    assert len(table) == len(of_type("character_eaten")) > 0
    for each in table:
        assert each["by"] == chosen[each["round"], each["place"], each["owner"]]


def test_a_ballot_has_a_row_a_voter() -> None:
    """With its weight, and for whom one could vote."""
    cast = [
        (each["i"], voter, target, each["data"]["weights"][voter])
        for each in of_type("votes_revealed")
        for voter, target in each["data"]["ballots"].items()
    ]
    table = rows()["votes"]
    found = [(each["at"], each["voter"], each["target"], each["weight"]) for each in table]
    assert sorted(found) == sorted(cast)
    assert all(each["target"] in each["options"] for each in table)


def test_looks_gifts_and_losses_have_rows() -> None:
    """One for each record of theirs."""
    for table, type_ in (
        ("looks", "dice_peeked"), ("gifts", "card_given"), ("losses", "character_eaten"),
    ):  # fmt: skip
        assert [each["at"] for each in rows()[table]] == [each["i"] for each in of_type(type_)]


def test_a_round_has_its_dice() -> None:
    """As they were rolled."""
    rolled = {each["round"]: each["data"]["dice"] for each in of_type("dice_rolled")}
    assert {each["round"]: each["dice"] for each in rows()["rounds"] if each["dice"]} == rolled


def test_seats_end_as_the_result_says() -> None:
    """Points and places, clockwise."""
    result = log()[-1]["data"]["result"]
    table = rows()["seats"]
    assert {each["seat"]: each["points"] for each in table} == result["scores"]
    assert {each["seat"]: each["place"] for each in table} == result["placements"]
    assert [each["position"] for each in table] == list(range(5))


def test_pledges_are_the_claims_of_what_one_does_oneself() -> None:
    """Each with its outcome."""
    pledges = {(each["message"], each["claim"]) for each in rows()["claims"] if each["pledge"]}
    table = rows()["pledges"]
    assert {(each["message"], each["claim"]) for each in table} == pledges
    known = {
        "kept", "broken", "taken_back", "both_at_once", "no_occasion", "not_known",
        "settled_before",
    }  # fmt: skip
    assert {each["outcome"] for each in table} <= known


def test_an_opportunity_counts_or_says_why_not() -> None:
    """Never both."""
    table = rows()["opportunities"]
    assert len(table) > 500
    for each in table:
        assert each["eligible"] == (each["excluded"] is None)
        assert each["eligible"] == (each["outcome"] is not None)
        assert each["weight"] >= 0
