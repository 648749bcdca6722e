"""Builds the plan of a tournament from its config, and the table of each planned game."""

from collections.abc import Mapping

from arena.config import TableConfig, table_of
from arena.errors import ConfigError
from arena.hash_chain import digest, encode
from arena.seats.llm.personas import persona
from arena.settings import Persona
from arena.tournament.arms import ArmRules, arms_of
from arena.tournament.checks import check_config
from arena.tournament.config import Sections, TournamentConfig
from arena.tournament.epoch import digest_of, epoch_of
from arena.tournament.plan import (
    CONTROL,
    PLANNING,
    Condition,
    Entrant,
    Epoch,
    Plan,
    PlannedGame,
    Pool,
)
from arena.tournament.rounds import Rounds
from engine import ruleset
from engine.imagine import joining_order
from engine.rules.editions import edition

STATED = frozenset({"name", "seed", "entrants", "models", "budget", "providers", "run", "games"})
"""Keys of a config that a plan stores elsewhere."""


def planned(config: TournamentConfig) -> Plan:
    """Return the plan of a config, all against all; a config and seed always give the same bytes.

    Its `games` must be a number (`with_affordable_games`). Raises `ConfigError`.
    """
    check_config(config)
    conditions, epochs = conditions_of(config, config.entrants)
    return with_games(config, conditions, epochs, None)


def with_games(
    config: TournamentConfig,
    conditions: Mapping[str, Condition],
    epochs: Mapping[str, Epoch],
    pool: Pool | None,
) -> Plan:
    """Return a new plan with all its games, after checking one table of each kind."""
    plan = Plan(
        revision=PLANNING, name=config.name, seed=config.seed, entrants=dict(config.entrants),
        conditions=dict(conditions), games=(), models=dict(config.models),
        run=config.rules_of_the_run, epochs=dict(epochs), pool=pool,
    )  # fmt: skip
    rounds = Rounds(plan=plan, config=config, conditions=conditions, whole=0, is_begun=False)
    if config.games is None:
        rounds = rounds.with_replicates(config.replicates or 1)
    else:
        rounds = rounds.with_games(_checked(config, config.games))
    check_tables(rounds.plan, config)
    return rounds.plan.model_copy(update={"config": kept(rounds)})


def _checked(config: TournamentConfig, games: int | str) -> int:
    """Return the number of games.

    Raises `ConfigError` where it is smaller than the number of arms.
    """
    arms = len(arms_of(config))
    if isinstance(games, str):
        raise ConfigError(
            f"{config.source}: games is {games!r}, and nobody has worked out how many these are. "
            "Possible: with_affordable_games of arena.tournament.affordable, or a number."
        )
    if games < arms:
        raise ConfigError(
            f"{config.source}: games is {games}, and each game is played under {arms} arms, null "
            f"arms among them. Possible: {arms} and more."
        )
    return games


def kept(rounds: Rounds) -> dict[str, object]:
    """Return the config in the form that a plan stores, without keys that the plan has elsewhere.

    While a round is incomplete, `games` is the number that was asked for.
    """
    config = rounds.config
    data = {key: each for key, each in config.data().items() if key not in STATED}
    always = config.model_dump(mode="json", include={"rulesets", "seats", "blind", "copies"})
    found = {**data, **always, "replicates": rounds.whole}
    if rounds.is_begun:
        there = len(rounds.plan.games)
        found["games"] = max(config.games, there) if isinstance(config.games, int) else there
    return {key: found[key] for key in sorted(found)}


# --- conditions ---


def conditions_of(
    config: TournamentConfig, counted: Mapping[str, Entrant]
) -> tuple[dict[str, Condition], dict[str, Epoch]]:
    """Return the conditions by key, and their epochs; `counted` are the entrants these cover."""
    conditions, epochs = dict[str, Condition](), dict[str, Epoch]()
    arms = arms_of(config)
    for id_ in config.rulesets:
        epoch = epoch_for(id_, arms[0], counted)
        epochs[digest_of(epoch)] = epoch
        for arm in arms:
            conditions[f"{id_}.{arm.arm}"] = Condition(
                arm=arm.arm, control=arm.control, epoch=digest_of(epoch),
                table=_table(id_, arm.sections), personas=personas_of(arm, config.entrants),
            )  # fmt: skip
    return conditions, epochs


def epoch_for(id_: str, control: ArmRules, counted: Mapping[str, Entrant]) -> Epoch:
    """Return the epoch of one ruleset; `counted` are the entrants whose models it covers."""
    return epoch_of(id_, control.sections, counted, personas_of(control, counted))


def personas_of(arm: ArmRules, entrants: Mapping[str, Entrant]) -> dict[str, Persona]:
    """Return the persona texts of an arm, by entrant."""
    return {name: persona(arm.personas[name]) for name in entrants if name in arm.personas}


def _table(id_: str, sections: Sections) -> dict[str, object]:
    """Return a table's config without seats, seed and personas; defaults stay left out."""
    models = {
        spec: each.model_dump(mode="json", exclude_unset=True)
        for spec, each in sections.models.items()
    }
    llm = sections.llm
    if "on_outage" not in llm.model_fields_set:  # a game waits for a provider that is down
        llm = llm.model_copy(update={"on_outage": "pause"})
    return {
        "ruleset": id_,
        "rules": dict(sections.rules),
        "limits": sections.limits.model_dump(mode="json"),
        "talk": sections.talk.model_dump(mode="json"),
        "llm": llm.model_dump(mode="json"),
        "budget": sections.game_budget.model_dump(mode="json"),
        "models": models,
    }


# --- a game's table ---


def table_data(plan: Plan, row: PlannedGame) -> dict[str, object]:
    """Return the table of a planned game, as plain data that `TableConfig` accepts.

    Seats join in an order that gives the planned seating, also where the ruleset draws it.
    """
    condition = plan.conditions[row.condition]
    entrants = dict(row.clockwise)
    specs = {name: plan.entrants[entrant].spec for name, entrant in row.clockwise}
    order = tuple(specs)
    options = ruleset(condition.ruleset, condition.part("rules")).options_in_force
    if edition(condition.ruleset).rules(options, order).seats_drawn:
        order = joining_order(row.seed, order)
    return {
        **condition.table,
        "models": {
            spec: each for spec, each in condition.part("models").items() if spec in specs.values()
        },
        "seats": {name: specs[name] for name in order},
        "personas": {
            name: condition.personas[entrants[name]].model_dump(mode="json")
            for name in order
            if entrants[name] in condition.personas
        },
        "seed": row.seed,
    }


def table_digest(table: Mapping[str, object]) -> str:
    """Return the digest of a table that the headers of its games contain."""
    return digest(encode(table).encode())


def check_tables(plan: Plan, config: TournamentConfig) -> None:
    """Check one table of each size under each condition. Raises `ConfigError`."""
    seen = set[tuple[str, int]]()
    for row in plan.games:
        if (row.condition, row.size) in seen:
            continue
        seen.add((row.condition, row.size))
        arm = plan.conditions[row.condition].arm
        where = config.source if arm == CONTROL else f"{config.source}: [[arms]] {arm!r}"
        table_of(TableConfig.model_validate(table_data(plan, row)).read_from(where))
