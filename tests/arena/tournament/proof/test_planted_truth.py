"""What is kept as the truth of planted tournaments is that of the bots as they are.

That ratings cover it stands in `tests/proofs/prove_planted_tournaments.py`.
"""

import json
from typing import Any

import numpy as np
import pytest

from tests.arena.tournament.proof.planted import (
    COMMAND,
    LARGER,
    ROUNDS,
    SAMPLE,
    TRUTH,
    places,
    planted_plan,
)

Truth = dict[str, Any]


@pytest.fixture(scope="module")
def truth() -> Truth:
    """What is kept of the large run."""
    found: Truth = json.loads(TRUTH.read_text(encoding="utf-8"))
    return found


def test_the_truth_is_that_of_these_bots(truth: Truth) -> None:
    """The first games of the large run have the places that are kept with it.

    Where they don't, bots or seeds have changed since: the command in the file makes it anew.
    """
    plan = planted_plan("truth", ROUNDS * LARGER)
    assert truth["command"] == COMMAND
    assert truth["games"] == len(plan.games) >= 50 * len(planted_plan("tournament 0").games)
    assert truth["sample"] == places(plan, plan.games[:SAMPLE])


def test_strength_grows_with_the_dial(truth: Truth) -> None:
    """The true worths stand in its order, many standard errors apart."""
    worth = [truth["worth"][name] for name in ("p0", "p2", "p4")]
    assert np.diff(worth).min() > 5 * max(truth["standard_errors"])
