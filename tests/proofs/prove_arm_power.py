"""The smallest effect of an arm that a plan foretells is found as often as it says."""

from arena.lab.proofs.proof import region
from arena.tournament.arm_power import arm_powers
from arena.tournament.config import TournamentConfig
from arena.tournament.plan import Plan
from arena.tournament.planning import planned
from arena.tournament.ratings.arms import arm_effects
from arena.tournament.ratings.bootstrap import Draws
from arena.tournament.ratings.selection import Arm
from tests.arena.tournament.ratings.played import rotations
from tests.proofs.kept import Figures

NAMES = ["a", "b", "c"]
SEEDS = 24
REPLICATES = 150
ARMS = (
    Arm(name="bold", control="control", null=False),
    Arm(name="control", control="control", null=False),
    Arm(name="null", control="control", null=True),
)


def plan() -> Plan:
    """Return the plan of three bots, with an arm."""
    return planned(TournamentConfig.model_validate({
        "seed": "1", "entrants": dict.fromkeys(NAMES, "random"), "seats": 3,
        "games": 3 * 3 * SEEDS, "arms": [{"name": "bold", "talk": {"whispers": False}}],
    }))  # fmt: skip


def test_an_effect_of_that_size_is_found_in_four_of_five_tournaments(figures: Figures) -> None:
    """Planted in drawn games, and tested as the report does: the exact 99.9 % region."""
    games = [*rotations(NAMES, 400), *rotations(NAMES, 400, arm="null")]
    (foretold,) = arm_powers(plan(), games)
    assert foretold.one is not None
    found = 0
    for at in range(REPLICATES):
        games = [
            *rotations(NAMES, SEEDS, drawn=100 + at),
            *rotations(NAMES, SEEDS, drawn=100 + at, arm="null"),
            *rotations(
                NAMES, SEEDS, drawn=100 + at, arm="bold", strength=[foretold.one / 2, 0.0, 0.0]
            ),
        ]
        draws = Draws.of([each.seed for each in games], 10, "test")
        bold = next(row for row in arm_effects(games, ARMS, draws, f"{at}") if row.arm == "bold")
        (effect,) = [row for row in bold.effects if (row.outcome, row.entrant) == ("points", "a")]
        found += effect.p <= 0.05
    figures |= {"foretold": foretold.one, "found": found}
    assert found in region(REPLICATES, 0.8)
