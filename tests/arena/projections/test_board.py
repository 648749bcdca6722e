"""The board of a replay is what the engine says the public sees, in every family and ruleset."""

from collections.abc import Iterator
from random import Random

import pytest

import engine
from arena.projections.board import Board
from arena.records.record import visible
from engine import Table
from tests.arena.narration.games import at_random, recorded
from tests.breadth import breadth


def steps(
    ruleset: str, seats: int, seed: int, options: dict[str, object] | None = None
) -> Iterator[tuple[Board, Table]]:
    """Play at random; yield board and table wherever somebody decides, and at the end."""
    table = engine.new_table(ruleset, seats, seed, options)
    board = Board(engine.ruleset(ruleset, options), table.seats, "public")
    at, draw = 0, at_random(seed)
    while True:
        events = table.events
        for record in visible(recorded(events[at:]), "public"):
            board.apply(record)
        at = len(events)
        yield board, table
        if table.is_over:
            return
        for decision in table.pending():
            table.answer(decision.seat, draw(decision), decision.id)


def position_of(board: Board) -> dict[str, object]:
    """Return what the board shows."""
    return {
        "chief": board.chief,
        "elected": board.elected,
        "hand_sizes": board.hand_sizes,
        "deck": board.deck,
        "closed": board.closed,
        "zombies": {place: n for place, n in board.zombies.items() if n},
        "where": board.where,
        "hidden": board.hidden,
        "victim": board.victim,
        "cold_room": board.cold_room,
        "dice": board.dice,
    }


def position_seen(table: Table) -> dict[str, object]:
    """Return the same from the public's view."""
    view = table.view(None)
    pieces = [(place.number, piece) for place in view.places for piece in place.characters]
    return {
        "chief": view.chief,
        "elected": view.chief_elected,
        "hand_sizes": view.hand_sizes,
        "deck": view.deck_size,
        "closed": {place.number for place in view.places if place.closed},
        "zombies": {place.number: place.zombies for place in view.places if place.zombies},
        "where": {(piece.player, piece.character): place for place, piece in pieces},
        "hidden": {(piece.player, piece.character) for _, piece in pieces if piece.hidden},
        "victim": view.victim_token,
        "cold_room": view.cold_room or 0,
        "dice": view.dice_count,
    }


def check(ruleset: str, seats: int, seed: int, options: dict[str, object] | None = None) -> int:
    """Compare at every decision and at the end; return how many rounds there were."""
    rounds = set[int]()
    for board, table in steps(ruleset, seats, seed, options):
        if not table.is_over and table.pending()[0].kind == "distribute_truck":
            continue  # the deck and hands are told of when all is shared out
        if board.hand_sizes is not None:
            assert position_of(board) == position_seen(table)
            rounds.add(table.view(None).round)
    return len(rounds)


@pytest.mark.parametrize("seats", breadth([3, 4, 5, 6], [4]))
@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_the_board_is_what_the_public_sees(ruleset: str, seats: int) -> None:
    """Pieces, attackers, badge, token, cold room, dice, hand sizes and deck, wherever asked."""
    for seed in range(3):
        assert check(ruleset, seats, 10 * seats + seed) > 1


def test_the_board_of_osaczeni_follows_odd_options_too() -> None:
    """Small areas, few monsters, long rows, drinks at any time."""
    draw = Random(1)  # noqa: S311 - drawn positions, no secret
    for seed in range(12):
        options: dict[str, object] = {
            "capacity": ",".join(str(draw.randint(1, 6)) for _ in range(5)),
            "cold_rows": ",".join(str(draw.randint(1, 5)) for _ in range(3)),
            "monster_supply": draw.choice([6, 12, None]),
            "parking_notches": draw.choice([1, 6, None]),
            "drink_timing": draw.choice(["after_move", "any_time"]),
            "discussion": draw.choice(["loop", "lap"]),
        }
        assert check("osaczeni", 3 + seed % 4, seed, options)


@pytest.mark.parametrize(
    "keys",
    [
        {"ruleset": "moh", "locations": {1: ["A.pin_up"], 4: ["B.gunman", "C.gunman"]},
         "zombies": {1: 2}, "chief": "B", "closed": [2, 3]},
        {"ruleset": "osaczeni", "locations": {1: ["A.leader"], 6: ["B.leader", "C.leader"]},
         "monsters": {1: 2}, "badge": "B", "victim_token": "A", "cold_room": 5, "closed": [3]},
    ],
)  # fmt: skip
def test_the_board_of_a_given_position_is_as_given(keys: dict[str, object]) -> None:
    """Each family has an event of its own that sets a position."""
    position = {"scenario": 1, "phase": "truck", "seats": ["A", "B", "C"], "seed": 1, **keys}
    table = engine.load_scenario(position)
    board = Board(engine.ruleset(str(keys["ruleset"])), table.seats, "public")
    for record in visible(recorded(table.events), "public"):
        board.apply(record)
    assert position_of(board) == position_seen(table)
