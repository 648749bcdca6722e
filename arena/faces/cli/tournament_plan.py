"""`arena tournament plan`: the schedule, its balance, its cost and what it can resolve."""

import sys
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import IO, TYPE_CHECKING

from rich.console import RenderableType
from rich.text import Text

from arena.data import found, names
from arena.errors import ConfigError
from arena.faces.cli import tournament_options as asked
from arena.faces.cli.amounts import UNKNOWN, between, dollars, duration, tokens
from arena.faces.cli.analysis import need_analysis
from arena.faces.cli.options import Json
from arena.faces.cli.output import console_for, print_document
from arena.faces.cli.printing import print_all
from arena.faces.cli.tournament_options import PlanOptions, RunOptions, changed_rules
from arena.faces.cli.tournament_shortfall import shortfall_sentences
from arena.narration.words import Paragraph, plural
from arena.reporting.view import listed
from arena.text import escaped, shell_path
from arena.tournament.balance import Balance, Spread, Table, balance_of
from arena.tournament.config import BUDGET, TournamentConfig, load_tournament
from arena.tournament.folder import write_plan
from arena.tournament.pieces import Pieces
from arena.tournament.plan import PLAN, Plan, read_plan
from arena.tournament.planning import planned

if TYPE_CHECKING:
    from arena.tournament.arm_power import ArmPower
    from arena.tournament.forecast import Forecast
    from arena.tournament.game_result import GameResult
    from arena.tournament.power import Case, Resolution
    from arena.tournament.shortfall import Shortfall
from contextlib import contextmanager

from rich.status import Status

from arena.faces.cli.amounts import short_duration
from arena.tournament.dry_games import CONDUCTS

BELOW = Path("transcripts", "tournaments")
"""Parent of a tournament's default folder."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Draft:
    """A plan and its folder."""

    plan: Plan
    folder: Path
    is_new: bool
    """False if the folder holds this plan already."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Outlook:
    """The predicted cost and statistical power of a plan."""

    shortfall: "Shortfall | None"
    balance: Balance
    forecast: "Forecast"
    resolution: "Resolution"


def plan(
    config: asked.Config,
    games: asked.Games = None,
    out: asked.Out = None,
    seed: asked.Seed = None,
    against: asked.Against = None,
    budget: asked.Budget = None,
    processes: asked.Processes = None,
    at_once: asked.AtOnce = None,
    dry_run: asked.DryRun = False,
    json_: Json = False,
) -> int:
    """Write the schedule, and what it balances, costs and can resolve."""
    options = PlanOptions(games=games, seed=seed, against=against)
    rules = RunOptions(
        budget=tuple(budget or ()), processes=processes, at_once=at_once, json_=json_
    )
    return show_plan(config, out, options, rules, dry_run=dry_run)


def show_plan(
    given: str, out: Path | None, options: PlanOptions, rules: RunOptions, *, dry_run: bool
) -> int:
    """Print a plan; write it to a new folder unless it is a dry run."""
    need_analysis()
    draft = draft_of(given, out, options, rules)
    with planning_shown(shown=not rules.json_) as pieces:
        outlook = outlook_of(draft.plan, played_by(options), pieces=pieces)
    if not dry_run:
        write_plan(draft.folder, draft.plan, is_new=draft.is_new)
    if rules.json_:
        print_document(plan_data(draft.plan, draft.folder, outlook))
        return 0
    print_plan(draft.plan, outlook)
    if not dry_run:
        step = f"arena tournament run {shell_path(draft.folder)}"
        console = console_for(sys.stdout)
        console.print()
        console.print(escaped(f"Play it: {step}"), soft_wrap=True)
    return 0


# --- from a config to a plan ---


def draft_of(given: str, out: Path | None, options: PlanOptions, rules: RunOptions) -> Draft:
    """Return the plan of a config, a table or a name, without writing it.

    Raises `ConfigError` if its folder holds something else.
    """
    config = load_tournament(config_file(given), games=options.games)
    changed = changed_rules(config.rules_of_the_run, rules)
    config = config.model_copy(update={"budget": changed.budget})
    folder = BELOW / config.name if out is None else out
    there = _plan_in(folder)
    seed = options.seed
    if seed is None and there is not None and "seed" not in config.model_fields_set:
        seed = there.seed  # a secret seed that the plan has drawn
    if seed is not None:
        config = config.model_copy(update={"seed": seed})
    drawn = _drawn(config, options, there)
    drawn = drawn.model_copy(update={"run": changed_rules(drawn.run, rules)})
    if there is not None and _is_extended(there, drawn, any_games=config.games == BUDGET):
        drawn = there.model_copy(update={"run": drawn.run})
    if there is not None and there.digest() != drawn.digest():
        raise ConfigError(
            f"{folder} has another plan ({there.name}, {plural(len(there.games), 'game')}). "
            f"Possible: --out with a new folder, or arena tournament run {shell_path(folder)}, "
            "which goes on with the one that is there."
        )
    return Draft(plan=drawn, folder=folder, is_new=there is None)


def _drawn(config: TournamentConfig, options: PlanOptions, there: Plan | None) -> Plan:
    """Draw the plan of a config, with the number of games that a budget affords if it is new.

    If the folder has a plan, the drawn one only shows whether it is of this config.
    """
    from arena.tournament.affordable import with_affordable_games

    pool = None if options.against is None else read_plan(options.against)

    def draw(wanted: TournamentConfig) -> Plan:
        return planned(wanted) if pool is None else _against(wanted, pool)

    if there is not None and config.games == BUDGET:
        return draw(config.model_copy(update={"games": None}))
    return draw(with_affordable_games(config, draw))


def _is_extended(there: Plan, drawn: Plan, *, any_games: bool) -> bool:
    """Return True if `there` contains the plan `drawn`, with any number of games if so asked."""
    has_all = any_games or there.games[: len(drawn.games)] == drawn.games
    entrants = all(there.entrants.get(name) == each for name, each in drawn.entrants.items())
    conditions = all(there.conditions.get(key) == each for key, each in drawn.conditions.items())
    return (
        (there.name, there.seed) == (drawn.name, drawn.seed) and has_all and entrants and conditions
    )


def _against(config: TournamentConfig, pool: Plan) -> Plan:
    from arena.tournament.extend import planned_against

    return planned_against(config, pool)


def config_file(given: str) -> Path:
    """Return the file of a tournament or table, given its name or path."""
    tables = names("tables")
    if given in tables and given not in names("tournaments"):
        return found("tables", given)
    return found("tournaments", given, also=f" Or a table: {', '.join(tables)}.")


def _plan_in(folder: Path) -> Plan | None:
    """Return the plan in a folder; None if the folder is new or empty. Raises `ConfigError`."""
    if (folder / PLAN).exists():
        return read_plan(folder)
    if folder.is_dir() and not any(folder.iterdir()):
        return None
    if folder.exists():
        raise ConfigError(
            f"{folder} is there and is no tournament's folder. Possible: --out with a new one."
        )
    return None


def played_by(options: PlanOptions) -> Sequence["GameResult"]:
    """Return the finished games of the pool that is played against; empty without a pool."""
    from arena.tournament.results import results_of

    if options.against is None:
        return ()
    return results_of(read_plan(options.against), options.against).games


# --- forecast and resolution ---


def outlook_of(
    drawn: Plan,
    played: Sequence["GameResult"] = (),
    *,
    finished: Sequence["GameResult"] = (),
    pieces: Pieces | None = None,
) -> Outlook:
    """Forecast the cost and the resolution of a plan; no model is called.

    `played` are earlier games of its entrants, which fix their ratings. `finished` are those of
    this plan, whose cost is known. Progress is reported to `pieces`.
    """
    from arena.tournament.forecast import forecast_of
    from arena.tournament.power import resolution_of
    from arena.tournament.shortfall import shortfall_of

    return Outlook(
        shortfall=shortfall_of(drawn), balance=balance_of(drawn),
        forecast=forecast_of(drawn, played=finished, pieces=pieces),
        resolution=resolution_of(drawn, played, pieces=pieces),
    )  # fmt: skip


def plan_data(drawn: Plan, folder: Path, outlook: Outlook) -> dict[str, object]:
    """Return a plan as plain JSON data."""
    return {
        "folder": str(folder),
        "name": drawn.name,
        "digest": drawn.digest(),
        "entrants": {name: each.model_dump(mode="json") for name, each in drawn.entrants.items()},
        "games": len(drawn.games),
        "seeds": len({each.seed for each in drawn.games}),
        "shortfall": None if outlook.shortfall is None else asdict(outlook.shortfall),
        "balance": outlook.balance.data(),
        "forecast": asdict(outlook.forecast),
        "resolution": asdict(outlook.resolution),
    }


def print_plan(drawn: Plan, outlook: Outlook, *, to: IO[str] | None = None) -> None:
    """Print a plan in sentences, to standard output or to `to`."""
    print_all(_rendered(drawn, outlook), to)


def _rendered(drawn: Plan, outlook: Outlook) -> Iterator[RenderableType]:
    if outlook.shortfall is not None:
        yield from _headed("What is lost", shortfall_sentences(outlook.shortfall))
    yield from _headed("Games", _games(drawn))
    yield from _headed("Balance", _balance(outlook.balance))
    yield from _headed("What it takes", _takes(outlook.forecast))
    yield from _headed("What it can tell", _tells(outlook.resolution))


def _headed(heading: str, sentences: Iterator[str]) -> Iterator[RenderableType]:
    yield Text(heading, "bold underline")
    for sentence in sentences:
        yield Paragraph(Text(escaped(sentence)))
    yield Text("")


def _games(drawn: Plan) -> Iterator[str]:
    seeds = len({each.seed for each in drawn.games})
    sizes = sorted({len(each.clockwise) for each in drawn.games})
    rulesets = dict.fromkeys(str(each.table["ruleset"]) for each in drawn.conditions.values())
    arms = dict.fromkeys(each.arm for each in drawn.conditions.values())
    yield (
        f"{drawn.name}: {plural(len(drawn.games), 'game')} on {plural(seeds, 'seed')}, "
        f"{listed([*rulesets])} at tables of {listed([*map(str, sizes)])}."
    )
    entrants = [f"{name} ({each.spec})" for name, each in drawn.entrants.items()]
    yield f"{plural(len(entrants), 'entrant')}: {listed(entrants)}."
    if len(arms) > 1:
        yield f"Arms: {listed([*arms])}."


def _balance(balance: Balance) -> Iterator[str]:
    """Yield a sentence for each ruleset and table size; arms with the same balance share one."""
    alike: dict[tuple[object, ...], list[Table]] = {}
    for table in balance.tables:
        key = (table.ruleset, table.size, table.epoch, table.entrants, table.spreads)
        alike.setdefault(key, []).append(table)
    for tables in alike.values():
        first = tables[0]
        arms = f", and so under each of {len(tables)} arms" if len(tables) > 1 else ""
        counts = listed([*map(_count, first.spreads)])
        yield (
            f"{first.ruleset} at tables of {first.size}: everybody {counts}, in "
            f"{plural(first.games, 'game')} of {plural(first.entrants, 'entrant')}{arms}."
        )
    if balance.split:
        yield (
            f"Under {plural(balance.split, 'seed')} somebody does not sit in every seat equally "
            "often, or an arm is missing."
        )


def _count(spread: Spread) -> str:
    words = {
        "appearances": "plays {} games",
        "seats": "sits in each seat {} times",
        "pairs": "meets each of the others {} times",
        "neighbours": "has each at the left {} times",
    }[spread.what]
    if not spread.apart:
        return words.format(spread.least)
    return (
        f"{words.format(f'{spread.least} to {spread.most}')} "
        f"({spread.least}: {spread.fewest}; {spread.most}: {spread.often})"
    )


def _takes(forecast: "Forecast") -> Iterator[str]:
    if forecast.played:
        yield (
            f"{plural(forecast.played, 'game')} of {forecast.played + forecast.games} are played; "
            "what follows is of the others."
        )
    if forecast.calls.high == 0:
        yield "No model is called, so it costs nothing."
    else:
        yield (
            f"{between(forecast.calls, tokens)} calls, {between(forecast.input, tokens)} tokens "
            f"in, {between(forecast.output, tokens)} out."
        )
        yield f"Cost: {_cost(forecast)}."
        yield forecast.covers
    if forecast.unpriced:
        yield f"No price is known of {listed(forecast.unpriced)}."
    yield f"Time: {duration(forecast.hours)}; what takes longest is {forecast.held_up_by}."
    if forecast.capped_by is not None and forecast.reaches is not None:
        yield (
            f"The budget's {forecast.capped_by} will reach for about "
            f"{between(forecast.reaches, tokens)} of {plural(forecast.games, 'game')}."
        )
    if forecast.calls.high:
        measured = f"Measured on {plural(forecast.measured, 'game')} without a call. "
        assumed = f"Assumed: {'; '.join(forecast.assumed)}."
        yield f"{measured if forecast.measured else ''}{assumed}"


def _cost(forecast: "Forecast") -> str:
    """Format the cost, and the cost without a cache if that is higher."""
    if forecast.cost is None:
        return UNKNOWN
    written = between(forecast.cost, dollars)
    if forecast.uncached is None or forecast.uncached <= forecast.cost.high:
        return written
    return f"{written}, or about {dollars(forecast.uncached)} where no cache serves"


def _tells(resolution: "Resolution") -> Iterator[str]:
    cases = [each for each in resolution.cases if each.difference is not None]
    if not cases:
        yield "Nobody can be compared with anybody: no two entrants play at one table."
        return
    for case in cases:
        yield (
            f"{_when(case, resolution)} a difference of {case.difference:.0f} Elo between two "
            "entrants is found with a probability of 80 % (pair by pair "
            f"{_between(case.best, case.worst)}); what is smaller needs more games."
        )
        yield from _widths(case)
    if not resolution.linked:
        yield "Games do not link all entrants: some can't be compared."
    yield from map(_effect, resolution.arms)
    if resolution.assumed:
        yield f"Assumed: {'; '.join(resolution.assumed)}."


def _effect(arm: "ArmPower") -> str:
    """Describe the smallest detectable effect of an arm, in points a game."""
    if arm.one is None or arm.all is None:
        return f"On {plural(arm.seeds, 'seed')} the arm {arm.arm} shows no effect, however large."
    noise = "the null arm's games" if arm.measured else "house bots"
    return (
        f"Of the arm {arm.arm} against {arm.control} an effect of {arm.one:.1f} points a game for "
        f"one entrant, or {arm.all:.1f} for all, is found with a probability of 80 %, in one test "
        f"by itself, if its noise is that of {noise}."
    )


def _when(case: "Case", resolution: "Resolution") -> str:
    """Describe the assumption about strengths."""
    spread = f"strengths spread by {case.spread:.0f} Elo (standard deviation)"
    if not case.widths.keys() - resolution.known.keys():
        return "With the strengths that are known"
    if resolution.known:
        others = spread if case.spread else "equal ones"
        return f"With the strengths that are known, and {others} of all others,"
    return f"With {spread}" if case.spread else "Among equals"


def _widths(case: "Case") -> Iterator[str]:
    widths = [each for each in case.widths.values() if each is not None]
    most = max(case.open.values())
    if widths:
        opened = f"; {most:.0%} of somebody's are open at one end" if most else ""
        yield f"95 % intervals are {_between(min(widths), max(widths))} Elo wide then{opened}."
    elif most < 1:
        yield "With one seed there are no intervals; they need at least two."


def _between(low: float | None, high: float | None) -> str:
    if low is None or high is None:
        return "-"
    return f"{low:.0f}" if round(low) == round(high) else f"{low:.0f} to {high:.0f}"


@contextmanager
def planning_shown(*, shown: bool) -> Iterator[Pieces]:
    """Yield a counter of planning work, and show its progress in a terminal."""
    console = console_for(sys.stderr)
    if not (shown and console.is_terminal):
        yield Pieces()
        return
    with Status("Planning ...", console=console) as status:
        yield Pieces(lambda pieces: status.update(escaped(sentence_of(pieces))))


def sentence_of(pieces: Pieces) -> str:
    """Describe the current step of planning and the remaining time."""
    from arena.tournament.power import DRAWN

    left = pieces.seconds_left()
    soon = f", {short_duration(left)} left" if left else ""
    if pieces.all[DRAWN]:
        what = f"Step 2 of 2, {plural(pieces.all[DRAWN], 'drawn tournament')}"
        return f"{what}: {pieces.done[DRAWN]} rated{soon}"
    done, all_ = (sum(counts[each] for each in CONDUCTS) for counts in (pieces.done, pieces.all))
    return f"Step 1 of 2, {plural(all_, 'game')} without a call: {done} played{soon}"
