"""A position from which a table begins, in place of the set-up; `engine.load_scenario` builds it.

The scenario sets ruleset, options, names and optionally the seed; the table sets the players, the
talk and everything else. With a seed of its own a scenario is the same game for the same answers
each time; without one the table's seed is used. People play it without its seed
(`arena.config.load_table`).
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from pathlib import Path
from typing import TypeVar

from arena.data import found
from arena.errors import ConfigError, possible
from arena.text import shown
from engine import ScenarioError, Table, load_scenario, restore
from engine.scenario import read_file

SPARE_SPEC = "house"
"""SPEC of seats that the table leaves open."""

P = TypeVar("P")
Scenario = dict[str, object]
"""The argument of `engine.load_scenario`."""


def read_scenario(name_or_path: str | Path) -> Scenario:
    """Read a playable scenario. Raises `ConfigError`."""
    file = found("scenarios", name_or_path)
    try:
        scenario = dict(read_file(file))
    except ScenarioError as error:
        raise ConfigError(f"{error} Possible: the name of a scenario, or its file.") from error
    table_in_position(scenario, "0", source=str(file))
    return scenario


def scenario_of(given: object) -> object:
    """Return the scenario of a config, given by name, path or content; else the value unchanged."""
    if isinstance(given, str | Path):
        return read_scenario(given)
    if isinstance(given, dict):
        table_in_position(given, "0")
    return given


def table_in_position(scenario: Scenario, seed: str, *, source: str = "the scenario") -> Table:
    """Return a new engine table in the position; `seed` is used if the scenario has none.

    Raises `ConfigError` for a position that can't be played, and for `[[said]]`: nobody would hear
    it at a table.
    """
    if scenario.get("said"):
        raise ConfigError(
            f"{source}: [[said]] is what was said before, and no seat of a table would hear it. "
            "Possible: a scenario without it."
        )
    try:
        table = load_scenario(scenario, floors=True)
    except ScenarioError as error:
        raise ConfigError(f"{source}: {error}") from error
    if "seed" in scenario:
        return table
    return restore({**table.save(), "seed": seed})


def changes_by(
    scenario: Scenario, seats: Mapping[str, str], personas: Mapping[str, P], *, source: str
) -> dict[str, object]:
    """Return the settings of a table's config that the scenario determines.

    A seat that the scenario names keeps its name, the others take the free ones in order. Raises
    `ConfigError` if the table has more seats.
    """
    names = _names(scenario)
    if len(seats) > len(names):
        raise ConfigError(
            f"{source} has {len(seats)} seats, and the scenario {len(names)}: {', '.join(names)}. "
            f"Possible: a table of at most {len(names)} seats, or none and --seat NAME=SPEC."
        )
    free = iter([name for name in names if name not in seats])
    taken = {name: name if name in names else next(free) for name in seats}
    specs = {taken[name]: spec for name, spec in seats.items()}
    changes: dict[str, object] = {
        "scenario": scenario,
        "ruleset": scenario["ruleset"],
        "rules": scenario.get("options", {}),
        "seats": {name: specs.get(name, SPARE_SPEC) for name in names},
        "personas": {taken.get(name, name): each for name, each in personas.items()},
    }
    return changes | ({"seed": str(scenario["seed"])} if "seed" in scenario else {})


def agreed_table(
    scenario: Scenario, seed: str, *, ruleset: str, seats: Sequence[str],
    rules: Mapping[str, object], at: Callable[[str], str],
) -> Table:  # fmt: skip
    """Return the engine's table; `ruleset`, `seats` and `rules` are those of a config.

    Raises `ConfigError` for what contradicts the scenario; `at` returns the beginning of such a
    message.
    """
    table = table_in_position(scenario, seed)
    pairs = {
        "ruleset": (ruleset, table.ruleset),
        "seats": (list(seats), scenario["seats"]),
        "rules": (dict(rules), {key: table.options.get(key) for key in rules}),
    }
    for key, (says, has) in pairs.items():
        if says != has:
            raise ConfigError(
                f"{at(key)}{key} is {shown(says)}, and the scenario's is {shown(has)}."
            )
    return table


def check_given(
    scenario: Scenario,
    ruleset: str | None,
    count: int | None,
    seed: str | None,
    named: Collection[str],
) -> None:
    """Raise `ConfigError` for command-line options that contradict the scenario.

    `count` is the number of seats; None if not given. `named` are NAME=SPEC each.
    """
    seats = _names(scenario)
    pairs = {
        "ruleset": (ruleset, scenario["ruleset"]),
        "seats": (count, len(seats)),
        "seed": (seed, str(scenario["seed"]) if "seed" in scenario else seed),
    }
    for key, (given, has) in pairs.items():
        if given is not None and given != has:
            raise ConfigError(
                f"--{key} is {shown(given)}, and the scenario's is {shown(has)}. "
                f"Possible: without --{key}."
            )
    names = [each.partition("=")[0] for each in named if "=" in each]
    other = next((name for name in names if name not in seats), None)
    if other is not None:
        text = f"--seat names {shown(other)}, and nobody in the scenario is named so"
        raise ConfigError(f"{text}. {possible(other, tuple(seats))}")


def _names(scenario: Scenario) -> list[str]:
    seats = scenario["seats"]
    return [str(each) for each in seats] if isinstance(seats, list | tuple) else []
