"""Options of `arena tournament` and its steps, and the records that hold them."""

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from arena.faces.cli.options import Repeated, name_or_path, path_argument, path_option

if TYPE_CHECKING:
    from arena.tournament.rules import RunRules


ExecutorName = Literal["local", "in-process", "ray"]
"""Executor of games: a process pool, this process, or a Ray cluster."""


def games_given(text: str) -> int | str:
    """Parse a number of games, or `budget`. Raises `ConfigError`."""
    from arena.errors import ConfigError
    from arena.text import shown
    from arena.tournament.config import BUDGET, MOST_GAMES

    if text == BUDGET:
        return text
    if text.isascii() and text.isdecimal() and 1 <= int(text[:9]) <= MOST_GAMES >= int(text):
        return int(text)
    raise ConfigError(f"--games is {shown(text)}. Possible: 1 to {MOST_GAMES}, or {BUDGET}.")


Config = Annotated[
    str,
    typer.Argument(
        parser=name_or_path,
        metavar="CONFIG",
        help="A tournament's file, a table's, or the name of one that comes with the arena.",
    ),
]
Folder = Annotated[Path, path_argument("A tournament's folder.")]
Out = Annotated[Path | None, path_option("FOLDER", "The folder; else transcripts/ and its name.")]
Games = Annotated[
    str | None,
    typer.Option(
        parser=games_given,
        metavar="N",
        help="How many games, or budget: as many as --budget buys; else as the file says.",
    ),
]
Seed = Annotated[str | None, typer.Option(metavar="N", help="Seed of all that the plan draws.")]
Against = Annotated[
    Path | None, path_option("POOL", "A tournament's folder: newcomers meet its pool.")
]
Budget = Annotated[
    Repeated,
    typer.Option(
        metavar="KEY=VALUE",
        help="A cap for all games: money (dollars), tokens, calls, hours; may be repeated.",
    ),
]
Processes = Annotated[
    int | None, typer.Option(metavar="N", min=1, help="Processes; else one for each core.")
]
AtOnce = Annotated[int | None, typer.Option(metavar="N", min=1, help="Games at once.")]
Executor = Annotated[
    ExecutorName | None,
    typer.Option(help="What plays: processes of this machine, this process, or Ray's."),
]
Address = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Of a Ray cluster, with --executor ray.")
]
Table = Annotated[
    str | None, typer.Option(metavar="GAME", help="Show what is said in this game, as g0001.")
]
DryRun = Annotated[bool, typer.Option("--dry-run", help="Print the plan and write nothing.")]
Yes = Annotated[
    bool, typer.Option("--yes", help="Don't ask in a terminal before money may be spent.")
]


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanOptions:
    """Options that override a config; None keeps the config's value."""

    games: int | str | None = None
    """Number of games; `budget` for as many as the budget affords."""
    seed: str | None = None
    against: Path | None = None
    """Folder of a tournament whose entrants are the opponents."""

    def __post_init__(self) -> None:
        """Raise `ConfigError` for an empty seed."""
        from arena.errors import ConfigError

        if self.seed == "":
            raise ConfigError("--seed is ''. Possible: a number or a text.")


@dataclass(frozen=True, slots=True, kw_only=True)
class RunOptions:
    """Options that override the plan's rules for a run; None keeps them."""

    budget: tuple[str, ...] = ()
    """Each as `KEY=VALUE`."""
    processes: int | None = None
    at_once: int | None = None
    executor: ExecutorName | None = None
    """None: `local` with more than one process, else `in-process`."""
    address: str | None = None
    """Address of a Ray cluster; None starts one on this machine."""
    table: str | None = None
    """The game whose talk is shown."""
    quiet: bool = False
    json_: bool = False
    yes: bool = False
    """True: start without asking before money is spent."""


def changed_rules(rules: "RunRules", options: RunOptions) -> "RunRules":
    """Return the rules with the options applied. Raises `ConfigError`."""
    from arena.calls.caps import caps, number_of
    from arena.tournament.rules import RunRules, TournamentBudget

    changes: dict[str, object] = {}
    if options.at_once is not None:
        changes["games"] = number_of(RunRules, "games", str(options.at_once), "--at-once")
    if options.processes is not None:
        given = str(options.processes)
        changes["processes"] = number_of(RunRules, "processes", given, "--processes")
    given_caps = caps(options.budget, TournamentBudget)
    if given_caps:
        budget = TournamentBudget.model_validate({**rules.budget.model_dump(), **given_caps})
        changes["budget"] = budget
    return rules.model_copy(update=changes)
