"""A game that nobody has played is read: its seed is drawn anew in each run."""

import engine
from arena.config import TableConfig
from arena.lab.filling import rows_of
from arena.lab.measures import opportunities
from arena.lab.reading import game_of
from arena.table.simulation import simulate
from tests.arena.lab.simulated import SPECS
from tests.arena.lab.test_game import plain


def test_all_rows_and_measures_are_the_same_when_it_is_read_again(drawn_seed: int) -> None:
    """Nothing of a game breaks a measure, and reading changes nothing."""
    rulesets = engine.rulesets()
    table = TableConfig(ruleset=rulesets[drawn_seed % len(rulesets)], seats=SPECS)
    (found,) = simulate(table, [str(drawn_seed)])
    one, two = (game_of(found.header, found.bodies, game="g") for _ in range(2))
    assert (rows_of(one), list(opportunities(one))) == (rows_of(two), list(opportunities(two)))
    assert plain(one) == plain(two)
