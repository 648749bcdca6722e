"""Makes the plan of a tournament from its config, and the table of a planned game from the plan."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from arena.config import TableConfig, table_of
from arena.errors import ConfigError
from arena.hash_chain import digest, encode
from arena.seats.llm.personas import persona
from arena.settings import LlmRules, ModelSettings, Persona
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
from arena.tournament.schedule import (
    LineUps,
    Meetings,
    Rows,
    Stratum,
    against,
    all_against_all,
    clusters_of,
    draws_of,
    in_order,
)
from engine import ruleset
from engine.imagine import joined
from engine.rules.editions import edition

__all__ = [
    "ALL", "add_clusters", "add_replicates", "against_pool", "check_tables", "conditions_of",
    "epoch_for", "kept", "line_ups_of", "planned", "strata_of", "table_data", "table_digest",
    "whole_rounds", "with_games",
]  # fmt: skip

STATED = frozenset({"name", "seed", "entrants", "models", "budget", "providers", "run", "games"})
"""Keys of a config that a plan has in other places."""
ALL = "all"
"""The kind of line-ups that a config asks for; see `clusters_of`."""


def planned(config: TournamentConfig) -> Plan:
    """Return the whole schedule: all against all. Raises `ConfigError` for what can't be planned.

    The same config with the same seed gives the same bytes.
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
    """Return a new plan with all its games, each kind of table laid once to see that it can be."""
    plan = Plan(
        revision=PLANNING, name=config.name, seed=config.seed, entrants=dict(config.entrants),
        conditions=dict(conditions), games=(), models=dict(config.models),
        run=config.rules_of_the_run, epochs=dict(epochs), pool=pool,
    )  # fmt: skip
    rounds = whole_rounds(config, plan, 0, config.games)
    plan = add_replicates(plan, config, range(1, rounds + 1), conditions)
    check_tables(plan, config)
    return plan.model_copy(update={"config": kept(config, rounds)})


def kept(config: TournamentConfig, rounds: int) -> dict[str, Any]:
    """Return what a plan keeps of its config: what stands elsewhere in it is left out."""
    data = {key: each for key, each in config.data().items() if key not in STATED}
    always = config.model_dump(mode="json", include={"rulesets", "seats", "blind", "copies"})
    found = {**data, **always, "replicates": rounds}
    return {key: found[key] for key in sorted(found)}


# --- conditions ---


def conditions_of(
    config: TournamentConfig, counted: Mapping[str, Entrant]
) -> tuple[dict[str, Condition], dict[str, Epoch]]:
    """Return the conditions by key, and their epochs; `counted` are the entrants in these."""
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
    """Return the epoch of one ruleset; `counted` are the entrants whose models are in it."""
    return epoch_of(id_, control.sections, counted, personas_of(control, counted))


def personas_of(arm: ArmRules, entrants: Mapping[str, Entrant]) -> dict[str, Persona]:
    """Return the personas of an arm, as texts, by entrant."""
    return {name: persona(arm.personas[name]) for name in entrants if name in arm.personas}


def _table(id_: str, sections: Sections) -> dict[str, Any]:
    """Return what a table's config has but seats, seed and personas; what is left out stays so."""
    models = {
        spec: each.model_dump(mode="json", exclude_unset=True)
        for spec, each in sections.models.items()
    }
    return {
        "ruleset": id_,
        "rules": dict(sections.rules),
        "limits": sections.limits.model_dump(mode="json"),
        "talk": sections.talk.model_dump(mode="json"),
        "llm": _outages_awaited(sections.llm).model_dump(mode="json"),
        "budget": sections.game_budget.model_dump(mode="json"),
        "models": models,
    }


# --- games ---


def strata_of(config: TournamentConfig) -> tuple[Stratum, ...]:
    """Return the strata in the order of the config."""
    return tuple(
        Stratum(ruleset=id_, size=size) for id_ in config.rulesets for size in config.seats
    )


def line_ups_of(plan: Plan, stratum: Stratum, replicate: int, met: Meetings) -> LineUps:
    """Return the line-ups of one replicate: all against all, or newcomers against the pool."""
    if plan.pool is None:
        chance = draws_of(plan.seed, stratum, replicate, "line-ups")
        return all_against_all(tuple(plan.entrants), stratum.size, chance, met)
    newcomers = tuple(name for name in plan.entrants if name not in plan.pool.entrants)
    return against_pool(plan, plan.pool, newcomers, stratum, replicate)


def against_pool(
    plan: Plan, pool: Pool, newcomers: Sequence[str], stratum: Stratum, replicate: int
) -> LineUps:
    """Return the line-ups of newcomers and a pool: the same for all, whenever they come."""
    chances = [draws_of(plan.seed, stratum, at + 1, "line-ups") for at in range(replicate)]
    return against(newcomers, pool.entrants, stratum.size, chances)


def whole_rounds(config: TournamentConfig, plan: Plan, done: int, games: int | None) -> int:
    """Return how many replicates there are to be, `done` of them there already.

    As many as fit into `games`, those of the plan included, or as the config says.
    """
    if games is None:
        return config.replicates or max(done, 1)
    arms = len(arms_of(config))
    one = arms * sum(line_ups_of(plan, each, 1, Counter()).games for each in strata_of(config))
    if games < one:
        raise ConfigError(
            f"{config.source}: games is {games}, and one balanced round has {one}. "
            f"Possible: {one} and more."
        )
    return done + max(0, games - len(plan.games)) // one


def add_replicates(
    plan: Plan,
    config: TournamentConfig,
    replicates: Sequence[int],
    conditions: Mapping[str, Condition],
) -> Plan:
    """Return the plan with these replicates, played under the conditions of these keys."""
    return add_clusters(
        plan, config, replicates, conditions, ALL,
        lambda stratum, replicate, met: line_ups_of(plan, stratum, replicate, met),
    )  # fmt: skip


def add_clusters(
    plan: Plan,
    config: TournamentConfig,
    replicates: Sequence[int],
    conditions: Mapping[str, Condition],
    kind: str,
    line_ups: Callable[[Stratum, int, Meetings], LineUps],
) -> Plan:
    """Return the plan with the games of these line-ups behind its own."""
    rows = Rows(plan, blind=config.blind)
    keys = {
        id_: [key for key, each in conditions.items() if each.ruleset == id_]
        for id_ in config.rulesets
    }
    for replicate in replicates:
        found = []
        for stratum in strata_of(config):
            clusters, rows.neighbours[stratum] = clusters_of(
                plan.seed, stratum, replicate, line_ups(stratum, replicate, rows.met(stratum)),
                rows.neighbours.get(stratum, Counter()), kind,
            )  # fmt: skip
            found.append(clusters)
        rows.add(in_order(found), keys)
    return plan.model_copy(update={"games": (*plan.games, *rows.added)})


# --- a game's table ---


def _outages_awaited(rules: LlmRules) -> LlmRules:
    """Return the rules; where they don't say, a game waits for a provider that is down."""
    if "on_outage" in rules.model_fields_set:
        return rules
    return rules.model_copy(update={"on_outage": "pause"})


def table_data(plan: Plan, row: PlannedGame) -> dict[str, object]:
    """Return the table of a planned game, as plain data that `TableConfig` takes.

    Its seats join in the order in which they then sit clockwise as the row says, also where the
    ruleset draws that by the game's seed.
    """
    condition = plan.conditions[row.condition]
    entrants = dict(row.clockwise)
    specs = {name: plan.entrants[entrant].spec for name, entrant in row.clockwise}
    order = tuple(specs)
    if _draws_seats(condition, order):
        order = joined(row.seed, order)
    models: Mapping[str, ModelSettings] = condition.table["models"]
    return {
        **condition.table,
        "models": {spec: each for spec, each in models.items() if spec in specs.values()},
        "seats": {name: specs[name] for name in order},
        "personas": {
            name: condition.personas[entrants[name]].model_dump(mode="json")
            for name in order
            if entrants[name] in condition.personas
        },
        "seed": row.seed,
    }


def table_digest(table: Mapping[str, object]) -> str:
    """Return the digest of a table, as the headers of its games have it."""
    return digest(encode(table).encode())


def _draws_seats(condition: Condition, names: tuple[str, ...]) -> bool:
    options = ruleset(condition.ruleset, condition.table["rules"]).options_in_force
    return edition(condition.ruleset).rules(options, names).seats_drawn


def check_tables(plan: Plan, config: TournamentConfig) -> None:
    """Lay a table of each size under each condition. Raises `ConfigError`."""
    seen = set[tuple[str, int]]()
    for row in plan.games:
        if (row.condition, row.size) in seen:
            continue
        seen.add((row.condition, row.size))
        arm = plan.conditions[row.condition].arm
        where = config.source if arm == CONTROL else f"{config.source}: [[arms]] {arm!r}"
        table_of(TableConfig.model_validate(table_data(plan, row)).read_from(where))
