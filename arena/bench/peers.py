"""What others reach on the same machine: TextArena's SecretMafia, where it is installed."""

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
    """Tell whether the peers can be measured here."""
    return find_spec("textarena") is not None


def samplers() -> dict[str, Callable[[int], dict[str, int]]]:
    """Return the measurements of the peers, by name; `installed` is true."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        import textarena  # type: ignore[import-not-found, unused-ignore]

    make: Callable[[str], Any] = textarena.make
    return {"textarena": lambda seed: {"decisions": play(make, seed), "games": 1}}


def play(make: Callable[[str], Any], seed: int) -> int:
    """Play a game of random legal texts: take the observation, act; return the decisions.

    The text observation is part of it, since the game has no other way to tell who is asked; what
    is legal is read from the game's state, since searching the text would be our cost, not its.
    """
    draw = Random(seed).random  # noqa: S311 - a bot's choice, no secret
    env = game = make(GAME)
    env.reset(num_players=PLAYERS, seed=seed)
    while hasattr(game, "env"):  # below its wrappers
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
