"""What does not change is told once: headings, boards, dice, passes, and those who leave."""

import re
from itertools import pairwise

import pytest

import engine
from arena.events import CardPlayed, CardReceived, Passed
from arena.narration.board import Picture
from arena.narration.dialects import DIALECTS, words_of
from arena.narration.narrator import Narrator
from arena.records.record import Record, visible
from arena.seats.house.thoughts import _crowd
from tests.arena.narration.games import flat, random_game, scenario, text_of
from tests.breadth import EACH_RULESET

RULESETS = engine.rulesets()
READERS = ("public", "all", "A")
ONE = re.compile(r"\b1 (?!Toilets|Restrooms)[A-Za-z]*s\b(?! \()")
"""A number that its noun does not agree with; places have numbers and a capital."""


@pytest.fixture(scope="module", params=EACH_RULESET)
def game(request: pytest.FixtureRequest) -> tuple[str, list[Record]]:
    """Return a ruleset and the records of a game of it."""
    return request.param, random_game(11, list("ABCDE"), request.param)


def lines(records: list[Record], who: str) -> list[str]:
    """Return what is told on lines of any length, without blank ones."""
    return [line for line in text_of(records, who, 400).splitlines() if line]


@pytest.mark.parametrize("who", READERS)
def test_no_heading_stands_over_nothing(game: tuple[str, list[Record]], who: str) -> None:
    """A phase in which this reader perceives nothing has none."""
    ruleset, records = game
    headings = set(DIALECTS[engine.ruleset(ruleset).family].titles.values())
    told = lines(records, who)
    assert headings & set(told)
    for line, after in pairwise([*told, ""]):
        assert line not in headings or after.startswith("  "), (line, after)


@pytest.mark.parametrize("who", READERS)
def test_a_strip_stands_over_a_board_only(game: tuple[str, list[Record]], who: str) -> None:
    """Who has the badge and how many cards is told where it changes, and drawn with the board."""
    told = lines(game[1], who)
    strips = [line for line in told if re.match(r"  (Chief|Badge) .*deck", line)]
    boards = [line for line in told if re.match(r"  (Location|Area) .*Taken", line)]
    assert len(strips) == len(boards) > 3


@pytest.mark.parametrize("who", READERS)
def test_a_board_is_drawn_only_where_a_piece_moved(
    game: tuple[str, list[Record]], who: str
) -> None:
    """At the end of the game too."""
    ruleset, records = game
    narrator = Narrator(words_of(engine.ruleset(ruleset), list("ABCDE")), who)
    drawn = [
        each.board.pieces()
        for record in visible(records, who)
        for each in narrator.feed(record)
        if isinstance(each, Picture)
    ]
    assert len(drawn) > 3
    assert [1 for before, after in pairwise(drawn) if before == after] == []


def test_who_knows_all_is_told_the_dice_once(game: tuple[str, list[Record]]) -> None:
    """When they are rolled; then that somebody looks, and that they are lifted."""
    told = lines(game[1], "all")
    assert sum("lie [" in line for line in told) > 2
    assert [line for line in told if re.search(r" sees \[| is lifted: \[", line)] == []
    assert [line for line in told if line.endswith(" is lifted.")]


def test_a_seat_is_told_the_dice_where_it_sees_them() -> None:
    """Its own look, and then as all do."""
    records = scenario(phase="arrival", chief="A", chief_elected=True)
    told = flat(text_of(records, "A", 200))
    assert re.search(r"A sees \[\d\].*The box is lifted: \[\d\]", told)


def test_to_keep_a_hand_is_told_once(game: tuple[str, list[Record]]) -> None:
    """Again only where the hand has changed since."""
    _, records = game
    for who in "ABCDE":
        text = text_of(records, who, 400, boards=False)
        told = [line for line in text.splitlines() if f"{who} plays no " in line]
        changes = [
            each
            for each in records
            if isinstance(each.data, CardReceived | CardPlayed) and each.data.player == who
        ]
        asked = sum(isinstance(each.data, Passed) and each.actor == who for each in records)
        assert len(told) <= min(len(changes) + 1, asked)


@pytest.mark.slow
@pytest.mark.parametrize("ruleset", RULESETS)
@pytest.mark.parametrize("seats", [3, 6])
def test_a_number_agrees_with_its_noun(ruleset: str, seats: int) -> None:
    """No `1 votes`, whatever is counted, whoever reads."""
    records = random_game(seats, list("ABCDEF"[:seats]), ruleset)
    for who in READERS:
        assert [line for line in lines(records, who) if ONE.search(line)] == []


def test_those_who_leave_are_told_in_one_breath() -> None:
    """The zombie that has eaten, and those that find nobody else."""
    here = {4: ["A.tough_guy"], 1: ["B.pin_up", "C.pin_up"], 6: ["D.gunman", "A.pin_up"]}
    records = scenario(phase="attack", locations=here, zombies={4: 2})
    told = flat(text_of(records, "public"))
    assert re.search(r"1 zombie leaves 4 Parking Lot; nobody else there can be eaten, and", told)
    assert told.count("leaves 4 Parking Lot") == 1


@pytest.mark.parametrize(("count", "said"), [(1, "only you to give it to"), (3, "3 of you")])
def test_a_bot_addresses_one_as_one(count: int, said: str) -> None:
    """No `1 of you`."""
    assert _crowd(list("ABC"[:count])) == said
