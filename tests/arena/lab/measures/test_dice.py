"""Measures of what is said of the dice, against counts of their own from the raw records."""

from collections import Counter
from collections.abc import Mapping
from functools import cache
from typing import Any

import pytest

from arena.config import TableConfig
from arena.lab.game import Game
from arena.lab.measures import MEASURES
from arena.lab.reading import game_of
from arena.table.simulation import simulate
from tests.arena.records_of import plain_of
from tests.breadth import EACH_FAMILY

SEATS = {
    "Ada": "planted:liar(0.5)", "Ben": "planted:silent(0.5)", "Cyd": "planted:bluffer(0.5,0.4)",
    "Dan": "planted:exaggerator", "Eve": "planted:two_faced(0.5)",
}  # fmt: skip
FAMILIES = ("moh", "osaczeni")


@cache
def played(family: str) -> tuple[Game, ...]:
    """Return games of bots that tell of dice."""
    table = TableConfig.model_validate(
        {
            "ruleset": family, "seats": SEATS,
            "talk": {"protocol": "round_robin", "replies": 0, "floors": ["dice"]},
        }
    )  # fmt: skip
    return tuple(
        game_of(each.header, each.bodies, game=f"g{at}")
        for at, each in enumerate(simulate(table, range(4)))
    )


def counted(family: str, measure: str) -> Counter[tuple[str, bool]]:
    """Count by seat, and by whether it came to it, what a measure found."""
    found: Counter[tuple[str, bool]] = Counter()
    for game in played(family):
        for each in MEASURES[measure].counted(game):
            if each.excluded is None:
                found[each.actor, bool(each.outcome)] += 1
    return found


def dice_said(record: Mapping[str, Any]) -> list[list[int]]:
    """Return the rolls that a message tells."""
    return [sorted(each["dice"]) for each in record["data"]["claims"] if each["kind"] == "dice"]


def raw_reports(game: Game) -> list[tuple[str, int, bool, bool, bool]]:
    """Return speaker, round, whether it had looked, whether it is false, whether it is whispered.

    From the records alone: who looked when, what was said, what the dice were.
    """
    rows = []
    dice: list[int] = []
    looked: set[str] = set()
    open_ = False
    for record in plain_of(game.records):
        match record["type"]:
            case "dice_rolled":
                dice, looked, open_ = sorted(record["data"]["dice"]), set(), True
            case "dice_peeked":
                looked.add(record["data"]["player"])
            case "dice_revealed":
                open_ = False
            case "said" if open_:
                who, has_looked = str(record["actor"]), record["actor"] in looked
                rows += [
                    (who, record["round"], has_looked, told != dice, record["data"]["whisper"])
                    for told in dice_said(record)
                ]
            case _:
                pass
    return rows


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_report_of_seen_dice_is_a_lie_where_it_is_another_roll(family: str) -> None:
    """Speaker by speaker, as the raw records have it."""
    rows = [row for game in played(family) for row in raw_reports(game)]
    assert counted(family, "lie") == Counter((who, false) for who, _, saw, false, _ in rows if saw)
    assert len([row for row in rows if row[2]]) > 9


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_who_has_not_looked_tells_no_lie(family: str) -> None:
    """What it says is a bluff, once a round."""
    rows = [row for game in played(family) for row in raw_reports(game)]
    bluffs = {
        (game.id, who, round_)
        for game in played(family)
        for who, round_, saw, _, _ in raw_reports(game)
        if not saw
    }
    assert {who for _, who, _ in bluffs} == {"Cyd"}
    assert counted(family, "bluff")["Cyd", True] == len(bluffs)
    assert sum(counted(family, "bluff")[seat, True] for seat in SEATS if seat != "Cyd") == 0
    assert any(saw for _, _, saw, _, _ in rows)


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_who_says_that_it_looked_and_did_not_has_false_provenance(family: str) -> None:
    """All see who looks, so it is counted apart."""
    claimed = {
        (game.id, record["actor"], record["round"])
        for game in played(family)
        for record in plain_of(game.records)
        if record["type"] == "said"
        and any(each["kind"] == "saw" for each in record["data"]["claims"])
    }
    assert {who for _, who, _ in claimed} == {"Cyd"}
    assert counted(family, "false_provenance")["Cyd", True] == len(claimed)


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_look_that_nobody_is_told_of_is_withheld(family: str) -> None:
    """Round by round; who reports all that it sees withholds nothing."""
    found = counted(family, "withholding")
    assert found["Ben", True] > 0
    assert sum(found[seat, True] for seat in SEATS if seat != "Ben") == 0
    told = {
        (game.id, who, round_)
        for game in played(family)
        for who, round_, saw, _, _ in raw_reports(game)
        if saw
    }
    for seat in SEATS:
        rounds = sum(who == seat for _, who, _ in told)
        assert found[seat, False] == rounds


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_two_faces_are_two_rolls_for_two_audiences(family: str) -> None:
    """In one round: one aloud, another in a whisper."""
    found: Counter[bool] = Counter()
    for game in played(family):
        rolls: dict[int, dict[bool, list[int]]] = {}
        for record in plain_of(game.records):
            if record["type"] == "said" and record["actor"] == "Eve":
                for told in dice_said(record):
                    rolls.setdefault(record["round"], {})[record["data"]["whisper"]] = told
        both = [each for each in rolls.values() if len(each) == 2]
        found.update(each[True] != each[False] for each in both)
    assert found[True] > 0
    assert counted(family, "two_faced") == Counter(
        {("Eve", face): count for face, count in found.items()}
    )


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_an_exaggerator_is_off_by_one_where_it_goes(family: str) -> None:
    """Each of its reports tells one zombie more there than there is."""
    errors = [
        each.outcome
        for game in played(family)
        for each in MEASURES["lie_at_own"].counted(game)
        if each.actor == "Dan" and each.excluded is None
    ]
    assert errors
    assert set(errors) == {1.0}


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_wrong_number_is_a_die_that_would_have_to_be_turned(family: str) -> None:
    """Its share lies between none and all, and is none where the report is true."""
    for game in played(family):
        lies = {
            each.at: each.outcome for each in MEASURES["lie"].counted(game) if not each.excluded
        }
        for each in MEASURES["lie_numbers"].counted(game):
            if each.excluded is None:
                assert each.outcome is not None
                assert 0 <= each.outcome <= 1
                assert (each.outcome > 0) == bool(lies[each.at])
