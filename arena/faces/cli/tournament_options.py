"""What the commands of tournaments are asked for, as plain records; it imports nothing heavy."""

from dataclasses import dataclass
from pathlib import Path
from typing import Literal

__all__ = ["ExecutorName", "Extension", "PlanOptions", "RunOptions"]

ExecutorName = Literal["local", "in-process", "ray"]
"""What plays the games: a pool of processes, this process, or a cluster."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions:
    """What the command line says in place of a config; None: as it is written there."""

    games: int | str | None = None
    """How many games there are; `budget`: as many as the budget is expected to buy."""
    seed: str | None = None
    against: Path | None = None
    """A folder of a tournament whose entrants are the pool."""


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """How games are run, in place of the plan's rules; None: as they say."""

    budget: tuple[str, ...] = ()
    """`KEY=VALUE` each."""
    processes: int | None = None
    at_once: int | None = None
    executor: ExecutorName | None = None
    """None: `local` with more than one process, else `in-process`."""
    address: str | None = None
    """Of a Ray cluster; None: one on this machine."""
    table: str | None = None
    """The game of which is shown what is said."""
    quiet: bool = False
    json_: bool = False
    yes: bool = False
    """True: nothing is asked before money is spent."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Extension:
    """What a plan is to have besides."""

    config: str | None = None
    """A config with more in it, by name or path; None: the plan's own."""
    replicates: int | None = None
    """So many balanced rounds more."""
    entrants: tuple[str, ...] = ()
    """`NAME=SPEC` each."""
    new_epoch: bool = False
    """True: also where new games can't be compared with those that there are."""
