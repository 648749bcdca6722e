"""Builds the header of a new game."""

import platform
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import blake2b
from importlib.metadata import version

from arena.config import TableConfig
from arena.models.prices import PRICES
from arena.seats.kinds import talks
from arena.seats.revisions import BOTS_REVISION, PROMPTS_REVISION
from arena.seats.seat import Seat
from arena.settings import HUMAN, LlmHeader, PeopleHeader
from arena.transcript.header import SCHEMA, GameHeader, Revisions, SeatHeader
from engine import Table

BOTS = b"arena bots"
PACKAGES = ("horror-arena", "langgraph", "pydantic")
SDKS = ("openai", "anthropic", PRICES)
"""Packages whose versions are recorded if models play."""


def new_header(
    config: TableConfig, table: Table, given: Mapping[str, Seat], llm: LlmHeader | None
) -> GameHeader:
    """Build the header of a game at a table; `given` are seats supplied by the caller.

    The game is named after its ruleset until it has a folder.
    """
    saved = table.save()
    forced, start = saved["forced"], saved["start"]
    return GameHeader.model_validate(
        {
            "schema": SCHEMA,
            "game": config.ruleset,
            "ruleset": saved["ruleset"],
            "revision": saved["revision"],
            "options": saved["options"],
            "seats": tuple(
                SeatHeader(
                    name=name,
                    spec=own_spec(given[name]) if name in given else spec,
                    talks=given[name].talks if name in given else talks(spec, name=name),
                )
                for name, spec in config.seats.items()
            ),
            "seed": saved["seed"],
            "forced": None if start is None else forced,
            "start": start,
            "floors": saved["floors"],
            "limits": config.limits,
            "talk": config.talk.in_force(config.seats),
            "versions": versions(models=llm is not None),
            "python": platform.python_version(),
            "revisions": Revisions(bots=BOTS_REVISION, prompts=PROMPTS_REVISION),
            "llm": llm,
            "people": _people(config, given),
        }
    )


def _people(config: TableConfig, given: Mapping[str, Seat]) -> PeopleHeader | None:
    seats = [name for name, spec in config.seats.items() if spec == HUMAN and name not in given]
    return PeopleHeader(seats=tuple(seats), **config.people.model_dump()) if seats else None


def own_spec(seat: Seat) -> str:
    """Return the SPEC of a seat supplied by the caller: its class, as `module:Class`."""
    return f"{type(seat).__module__}:{type(seat).__qualname__}"


def bots_seed(seed: str) -> str:
    """Derive the seed of a game's bots from the game's seed.

    The derivation is one-way: it reveals neither the game's seed nor any of its dice.
    """
    return blake2b(seed.encode(), digest_size=32, person=BOTS).hexdigest()


def versions(*, models: bool = False) -> Mapping[str, str]:
    """Return the versions of the engine and the arena, and with `models` of the SDKs and prices."""
    return _versions((*PACKAGES, *SDKS) if models else PACKAGES)


@cache
def _versions(packages: Sequence[str]) -> Mapping[str, str]:
    """Look up versions once a process; each takes half a millisecond."""
    return {package: version(package) for package in packages}
