"""Measures other projects on the same machine: TextArena's SecretMafia, if it is installed."""

import warnings
from collections.abc import Callable
from importlib.util import find_spec
from random import Random
from typing import Any

PLAYERS = 12
GAME = "SecretMafia-v0"
INSTALL = "textarena is not installed; for the comparison: pip install 'horror-arena[peers]'"
TALKS = "Day-Discussion"
SAID = "I have seen nothing tonight, and I do not trust the quiet ones."


def installed() -> bool:
    """Return True if the peers can be measured here."""
    return find_spec("textarena") is not None


def samplers() -> dict[str, Callable[[int], dict[str, int]]]:
    """Return the samplers that measure the peers, by name; requires `installed()`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import textarena  # type: ignore[import-not-found, unused-ignore]

    make: Callable[[str], Any] = textarena.make
    return {"textarena": lambda seed: {"decisions": play(make, seed), "games": 1}}


def play(make: Callable[[str], Any], seed: int) -> int:
    """Play one game with random legal texts; return the number of decisions.

    The text observation is included, since the game has no other way to say whose turn it is. Legal
    answers are read from the game's state: a search of the text would be our cost, not the game's.
    """
    draw = Random(seed).random  # noqa: S311 - a bot's choice, no secret
    env = game = make(GAME)
    env.reset(num_players=PLAYERS, seed=seed)
    while hasattr(game, "env"):  # the environment inside its wrappers
        game = game.env
    state = game.state.game_state
    decisions, done = 0, False
    while not done:
        env.get_observation()
        alive = state["alive_players"]
        talks = state["phase"].value == TALKS
        done, _ = env.step(SAID if talks else f"[{alive[int(draw() * len(alive))]}]")
        decisions += 1
    env.close()
    return decisions
