"""A tournament's plan: the whole schedule, written to `plan.json` before any model is called.

A plan only grows: `extend` adds entrants, conditions and games, and changes none.
"""

from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import ConfigDict, Field, ValidationError, model_validator

from arena.errors import ConfigError
from arena.forms import Hash
from arena.hash_chain import digest, encode
from arena.settings import ModelSettings, Persona
from arena.text import shown
from arena.tournament.rules import RunRules, Strict
from arena.transcript.header import PLAIN_NAME

PLAN = "plan.json"
PLANNING = 1
"""Revision of planning, raised when the same config and seed give other games, so that an older
plan is not taken for a changed one."""
CONTROL = "control"
"""Name of the arm without changes."""
NULL = "null"
"""Beginning of the names of null arms, which repeat their control."""


class Entrant(Strict):
    """An entrant of a tournament: a SPEC, with a persona for a model."""

    spec: str
    persona: str | None = None
    """The name of a persona, or the path of its file; None: none."""
    anchor: bool = False
    """True: a bot that stays the same from season to season, which links them."""
    person: bool = False
    """True: a person, of whom ratings make a stratum of its own."""


class Condition(Strict):
    """The conditions of games: one ruleset under one arm."""

    arm: str
    control: str
    """The arm that it is compared with; its own name for a control."""
    epoch: str
    """What makes games comparable, arms apart, as a digest: key of `Plan.epochs`."""
    table: dict[str, object]
    """All of a table's config but seats, seed and personas: `ruleset, rules, limits, talk, llm,
    budget, models`. `models` has what the config says of all entrants' SPECs."""
    personas: dict[str, Persona] = Field(default_factory=dict)
    """By entrant, where it has one: name and text, so that no file is read when a game begins."""

    def part(self, key: str) -> Mapping[str, object]:
        """Return a part of the table, for example `talk`; empty where it has none."""
        return part_of(self.table, key)

    @property
    def ruleset(self) -> str:
        """Id of the ruleset."""
        return str(self.table["ruleset"])


class PlannedGame(Strict):
    """One game of the schedule."""

    game: Annotated[str, Field(pattern=PLAIN_NAME)]
    """Its id, and the name of its folder: `g0001`."""
    condition: str
    """Key of `Plan.conditions`."""
    seed: str
    block: str
    """Games of one block have the same entrants."""
    replicate: Annotated[int, Field(ge=1)]
    clockwise: Annotated[tuple[tuple[str, str], ...], Field(strict=False)]
    """`(display name, entrant)` clockwise."""

    @property
    def entrants(self) -> tuple[str, ...]:
        """Entrants clockwise."""
        return tuple(entrant for _, entrant in self.clockwise)

    @property
    def size(self) -> int:
        """Number of seats at the table."""
        return len(self.clockwise)


class Epoch(Strict):
    """The contents of an epoch's digest."""

    entrants: Annotated[tuple[str, ...], Field(strict=False)]
    """Whose models and personas are in it: the entrants when the epoch began. What is not in the
    digest are these names."""
    parts: dict[str, object]
    """See `arena.tournament.epoch`."""


class Pool(Strict):
    """The frozen pool that newcomers play against."""

    name: str
    digest: Hash
    """`Plan.digest` of its plan."""
    entrants: Annotated[tuple[str, ...], Field(strict=False)]


class Plan(Strict):
    """The plan of a tournament: its entrants, conditions and games."""

    version: Literal[1] = Field(default=1, alias="plan")
    revision: Annotated[int, Field(ge=1)] | None = None
    """Of the planning that made its first games; null: of a version before there were revisions."""
    name: str
    seed: str
    """Whatever the schedule draws comes from it, the games' seeds too."""
    entrants: dict[str, Entrant]
    conditions: dict[str, Condition]
    games: Annotated[tuple[PlannedGame, ...], Field(strict=False)]
    models: dict[str, ModelSettings] = Field(default_factory=dict)
    """What the config says of the models of all entrants, arms apart, by SPEC."""
    run: RunRules = Field(default_factory=RunRules)
    epochs: dict[str, Epoch] = Field(default_factory=dict)
    """By digest."""
    pool: Pool | None = None
    """Against whom its newcomers play; None: all play against all."""
    config: dict[str, object] = Field(default_factory=dict)
    """The config that it was planned from last, as `TournamentConfig` takes it."""

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)

    @model_validator(mode="after")
    def _is_whole(self) -> "Plan":
        """Check that games are unique and that their entrants and conditions exist."""
        known = set[str]()
        for row in self.games:
            if row.game in known:
                raise ValueError(f"{row.game} is there twice")
            known.add(row.game)
            if row.condition not in self.conditions:
                raise ValueError(f"{row.game} has a condition that is not there, {row.condition}")
            for entrant in row.entrants:
                if entrant not in self.entrants:
                    raise ValueError(f"{row.game} has an entrant who is not there, {entrant}")
        return self

    @property
    def replicates(self) -> int:
        """Number of complete balanced rounds. Raises `KeyError` where the plan has no config."""
        return _number(self.config["replicates"])

    @property
    def games_asked(self) -> int | None:
        """Number of games that the config asks for, while a round is incomplete; None: none is."""
        return _number(self.config["games"]) if "games" in self.config else None

    def dumped(self) -> bytes:
        """Return the bytes of `plan.json`: one line for each key, and for each game."""
        whole = self.model_dump(mode="json")
        whole["models"] = {  # defaults are filled in when a game begins
            spec: each.model_dump(mode="json", exclude_unset=True)
            for spec, each in self.models.items()
        }
        if self.revision is None:
            del whole["revision"]
        rows = ",\n".join(f"  {encode(each)}" for each in whole.pop("games"))
        lines = [f'"{key}": {encode(each)}' for key, each in whole.items()]
        return ("{\n" + ",\n".join([*lines, f'"games": [\n{rows}\n]']) + "\n}\n").encode()

    def digest(self) -> str:
        """Return the SHA-256 of everything planned; `run` is left out."""
        without = self.model_copy(update={"run": RunRules(), "config": {}, "revision": None})
        return digest(without.dumped())


def part_of(data: Mapping[str, object], key: str) -> Mapping[str, object]:
    """Return a table in plain data; empty where there is none. Raises `TypeError`."""
    found = data.get(key) or {}
    if not isinstance(found, dict):
        raise TypeError(f"{key} is {shown(found)}, and no table")
    return found


def _number(value: object) -> int:
    if not isinstance(value, int):
        raise TypeError(f"{shown(value)} is no whole number")
    return value


def read_plan(folder: Path) -> Plan:
    """Return the plan in a tournament's folder. Raises `ConfigError`."""
    file = folder / PLAN
    try:
        return Plan.model_validate_json(file.read_bytes())
    except OSError as error:
        raise ConfigError(
            f"{file} can't be read: {error.strerror}. Possible: the folder of a tournament."
        ) from error
    except ValidationError as error:
        first = error.errors(include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "it"
        why = first["msg"].removeprefix("Value error, ")
        raise ConfigError(f"{file} is no plan: {where}: {why}.") from error
