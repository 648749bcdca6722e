"""Proofs read games by what was asked in them, transcripts by the rules: both read the same."""

from collections.abc import Mapping
from typing import Any

import pytest

from arena.lab.filling import rows_of
from arena.lab.game import Game
from arena.lab.proofs import PROOFS
from arena.lab.reading import game_of
from arena.table.simulation import simulated
from tests.arena.records_of import records_of
from tests.breadth import breadth

JOBS = breadth(
    [(name, family) for name, proof in PROOFS.items() for family in proof.families],
    [("chance", "moh"), ("deals", "osaczeni"), ("talk", "moh")],
)


@pytest.mark.parametrize(("name", "family"), JOBS)
def test_a_game_read_at_hand_is_the_one_that_its_lines_tell(name: str, family: str) -> None:
    """Every choice with all that could have been chosen, and every row of every table."""
    at_hand = PROOFS[name].game(family, 0, 0)
    lines = records_of(simulated(at_hand.header).records)
    told = game_of(at_hand.header, lines, game=at_hand.id)
    assert len(at_hand.choices) > 20
    assert _choices(at_hand) == _choices(told)
    assert _rows(at_hand) == _rows(told)


def _choices(game: Game) -> list[tuple[object, ...]]:
    return [
        (each.at, each.asked, each.chosen, each.defaulted, each.moment.answers)
        for each in game.choices
    ]


def _rows(game: Game) -> Mapping[str, list[Mapping[str, Any]]]:
    """Return all rows but the digest, which lines in memory have not."""
    rows = rows_of(game)
    return {**rows, "games": [{**each, "digest": ""} for each in rows["games"]]}


def test_rows_are_of_what_could_have_been_chosen() -> None:
    """So that the rows above would differ if choices did."""
    game = PROOFS["chance"].game("moh", 0, 0)
    sizes = {len(each.options) for each in game.choices}
    assert {1, 2} < sizes
