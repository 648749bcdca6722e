"""Games of planted bots that give their word, read as the lab reads them."""

from functools import cache

from arena.config import TableConfig, table_of
from arena.lab.game import Game
from arena.lab.measure import Opportunity
from arena.lab.measures import MEASURES
from arena.lab.reading import game_of
from arena.settings import BudgetRules, LlmHeader, LlmRules
from arena.table.new_header import new_header
from arena.table.simulation import simulated

FAMILIES = ("moh", "osaczeni")
NAMES = ("Ada", "Ben", "Cyd", "Dan", "Eve")
PLANS = LlmHeader(
    seats=(), rules=LlmRules(plans=True), budget=BudgetRules(), models={}, personas={},
    prompts="0" * 64,
)  # fmt: skip


@cache
def games(family: str, *specs: str, count: int = 3, plans: bool = False) -> tuple[Game, ...]:
    """Return games of five such bots, of all alike where one SPEC is given."""
    seats = dict(zip(NAMES, specs * 5 if len(specs) == 1 else specs, strict=False))
    found = []
    for seed in range(count):
        given = {
            "ruleset": family, "seats": seats, "seed": str(seed),
            "talk": {"protocol": "round_robin", "replies": 0},
        }  # fmt: skip
        config = TableConfig.model_validate(given)
        header = new_header(config, table_of(config), {}, PLANS if plans else None)
        game = simulated(header)
        found.append(game_of(game.header, game.bodies, game=f"g{seed}"))
    return tuple(found)


def counted(measure: str, played: tuple[Game, ...]) -> list[Opportunity]:
    """Return the opportunities of a measure in games that are not excluded."""
    rows = [each for game in played for each in MEASURES[measure].counted(game)]
    return [each for each in rows if each.excluded is None]
