"""Tournaments that the tests of plans read."""

from pathlib import Path

from arena.tournament.config import TournamentConfig, config_of
from arena.tournament.plan import Plan
from arena.tournament.planning import planned

BOTS = {
    "house": "house", "liar": "house:liar", "honest": "house:honest", "greedy": "house:greedy",
    "gullible": "house:gullible", "random": {"spec": "random", "anchor": True},
}  # fmt: skip
MODELS = {
    "large": "openai:large-model",
    "small": {"spec": "openai:small-model", "persona": "diplomat"},
    "other": "anthropic:other-model",
}
QUIET = {"name": "quiet", "talk": {"whispers": False}}


def config(**given: object) -> TournamentConfig:
    """Return a config of six bots at tables of three, with what is given in place."""
    data = {"name": "test", "seed": "s", "seats": [3], "entrants": BOTS, **given}
    return config_of(data, "test.toml")


def plan(**given: object) -> Plan:
    """Return the plan of such a config."""
    return planned(config(**given))


def of_models(**given: object) -> TournamentConfig:
    """Return a config of three models, one with a persona, and a bot."""
    return config(**{"entrants": {**MODELS, "house": "house"}, **given})


def written(folder: Path, text: str, name: str = "t.toml") -> Path:
    """Return a file with this text."""
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file
