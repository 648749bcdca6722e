"""Bots of planted conduct in what they say of the dice: their rates are what their SPEC says."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from arena.config import TableConfig
from arena.lab.proofs.proof import region
from arena.table.simulation import SimulatedGame, simulate
from tests.breadth import EACH_FAMILY

SEATS = {
    "Ada": "planted:liar(0.5)", "Ben": "planted:silent(0.5)", "Cyd": "planted:bluffer(0.5,0.4)",
    "Dan": "planted:exaggerator", "Eve": "planted:two_faced(0.5)",
}  # fmt: skip
TALK = {"protocol": "round_robin", "replies": 0, "floors": ["dice"]}


@cache
def played(family: str, seats: tuple[tuple[str, str], ...]) -> tuple[SimulatedGame, ...]:
    """Return games of these seats."""
    given = {"ruleset": family, "seats": dict(seats), "talk": TALK}
    return tuple(simulate(TableConfig.model_validate(given), range(6)))


def games(family: str, seats: dict[str, str] | None = None) -> tuple[SimulatedGame, ...]:
    """Return games of bots that tell of dice."""
    return played(family, tuple((seats or SEATS).items()))


def spoken(family: str, seat: str) -> Iterator[tuple[list[int], bool, Any]]:
    """Yield the dice, whether a seat had looked, and the message, for each of its messages."""
    for game in games(family):
        dice: list[int] = []
        looked: set[str] = set()
        for record in game.records:
            match record["type"]:
                case "dice_rolled":
                    dice, looked = sorted(record["data"]["dice"]), set()
                case "dice_peeked":
                    looked.add(record["data"]["player"])
                case "said" if record["actor"] == seat:
                    yield dice, seat in looked, record["data"]
                case _:
                    pass


def roll(message: Any) -> list[int] | None:  # noqa: ANN401 - the payload of a record
    """Return the roll that a message tells; None: it tells none."""
    told = [each["dice"] for each in message["claims"] if each["kind"] == "dice"]
    return sorted(told[0]) if told else None


@pytest.mark.parametrize("family", EACH_FAMILY)
@pytest.mark.parametrize("name", SEATS)
def test_no_seat_ever_fails(family: str, name: str) -> None:
    """What it says and chooses can be taken."""
    for game in games(family):
        failed = [
            each["data"]
            for each in game.records
            if each["type"] in {"answer_defaulted", "turn_defaulted"} and each["actor"] == name
        ]
        assert failed == []


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_the_same_seed_gives_the_same_game(family: str) -> None:
    """Line by line."""
    table = TableConfig.model_validate({"ruleset": family, "seats": SEATS, "talk": TALK})
    (again,) = simulate(table, [0])
    assert again.lines == games(family)[0].lines


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_liar_reports_what_it_saw_or_another_roll(family: str) -> None:
    """As often as it says, and only once it has looked."""
    told = [(roll(message) != dice, saw) for dice, saw, message in spoken(family, "Ada")]
    assert told
    assert all(saw for _, saw in told)
    assert sum(false for false, _ in told) in region(len(told), 0.5)


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_silent_one_tells_the_truth_or_nothing(family: str) -> None:
    """It never lies."""
    told = [(roll(message), dice, saw) for dice, saw, message in spoken(family, "Ben")]
    assert told
    assert all(given == dice and saw for given, dice, saw in told)


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_bluffer_tells_a_roll_that_it_has_not_seen(family: str) -> None:
    """Of as many dice as are rolled; what it has seen it tells truly."""
    told = [(roll(message), dice, saw) for dice, saw, message in spoken(family, "Cyd")]
    bluffs = [(given, dice) for given, dice, saw in told if not saw]
    assert len(bluffs) > 5
    assert all(given is not None and len(given) == len(dice) for given, dice in bluffs)
    assert all(given == dice for given, dice, saw in told if saw)


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_bluffer_says_that_it_looked_in_a_share_of_its_bluffs(family: str) -> None:
    """With a claim that is false."""
    claimed = [
        any(each["kind"] == "saw" for each in message["claims"])
        for _, saw, message in spoken(family, "Cyd")
        if not saw
    ]
    assert sum(claimed) in region(len(claimed), 0.4)


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_an_exaggerator_turns_one_die(family: str) -> None:
    """All other dice are as they are."""
    told = [(roll(message), dice) for dice, _, message in spoken(family, "Dan")]
    assert told
    for given, dice in told:
        assert given is not None
        left = list(dice)
        for face in given:
            if face in left:
                left.remove(face)
        assert len(left) == 1


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_two_faced_one_tells_all_the_truth(family: str) -> None:
    """And one listener the same, or another roll, in a whisper."""
    told = [
        (message["whisper"], roll(message) == dice) for dice, _, message in spoken(family, "Eve")
    ]
    aloud = [true for whisper, true in told if not whisper]
    whispered = [true for whisper, true in told if whisper]
    assert all(aloud)
    assert len(whispered) == len(aloud) > 0
    assert len(whispered) - sum(whispered) in region(len(whispered), 0.5)


@pytest.mark.parametrize("family", EACH_FAMILY)
@pytest.mark.parametrize(("p", "false"), [("0", False), ("1", True)])
def test_the_ends_of_the_dial_are_certain(family: str, p: str, *, false: bool) -> None:
    """Who lies with 0 never does, who lies with 1 always."""
    seats = dict.fromkeys(("Ada", "Ben", "Cyd"), f"planted:liar({p})")
    found = []
    for game in games(family, seats):
        dice: list[int] = []
        for record in game.records:
            if record["type"] == "dice_rolled":
                dice = sorted(record["data"]["dice"])
            elif record["type"] == "said":
                found.append(roll(record["data"]) != dice)
    assert found
    assert set(found) == {false}


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_a_relay_passes_on_the_first_roll_that_it_is_told(family: str) -> None:
    """True or not, and nothing before."""
    seats = {"Ada": "planted:liar(1)", "Ben": "planted:relay", "Cyd": "planted:relay"}
    passed_on = 0
    for game in games(family, seats):
        told: dict[int, list[int]] = {}
        for record in game.records:
            if record["type"] != "said":
                continue
            given = roll(record["data"])
            if given is None:
                continue
            if record["actor"] != "Ada":
                passed_on += told.get(record["round"]) == given
            told.setdefault(record["round"], given)
    assert passed_on > 0
