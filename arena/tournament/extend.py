"""Extends a plan by entrants, replicates or arms, and plans newcomers against a frozen pool.

Existing rows are neither changed nor played again. Rows under another epoch are added only if asked
for, and then have conditions of their own.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from itertools import count

from arena.errors import ConfigError
from arena.models.specs import is_model_spec
from arena.text import shown
from arena.tournament.arms import arms_of
from arena.tournament.checks import check_config
from arena.tournament.config import Sections, TournamentConfig, config_of
from arena.tournament.designs import joining_line_ups
from arena.tournament.epoch import difference, digest_of, sections_of, settings_of
from arena.tournament.plan import Condition, Plan, Pool
from arena.tournament.planning import (
    check_tables,
    conditions_of,
    epoch_for,
    kept,
    with_games,
)
from arena.tournament.rounds import Rounds, add_clusters, against_pool
from arena.tournament.schedule import (
    LineUps,
    Meetings,
    Rows,
    Stratum,
    distinct,
    draws_of,
    joined_by,
)
from engine import ruleset

_HOW_MUCH = frozenset({"arms", "replicates", "games"})
"""Keys of a pool's config that do not apply to its newcomers."""


def config_from(
    plan: Plan, *, entrants: Mapping[str, object] | None = None, replicates: int = 0
) -> TournamentConfig:
    """Return the config of a plan, with more entrants and replicates.

    `entrants` are SPECs or tables, as in a file; `replicates` are added to those of the plan. A
    round that is begun counts as the first of them; new entrants complete it too.
    """
    there = {name: each.model_dump(exclude_unset=True) for name, each in plan.entrants.items()}
    own = {name: each for name, each in there.items() if not _in_pool(plan, name)}
    more = replicates or (1 if entrants and plan.games_asked is not None else 0)
    data = {
        **plan.config, "name": plan.name, "seed": plan.seed,
        "entrants": {**own, **(entrants or {})}, "replicates": plan.replicates + more,
    }  # fmt: skip
    if plan.games_asked is not None:
        del data["games" if more else "replicates"]
    config = config_of(data, f"the plan of {plan.name}")
    return config.model_copy(
        update={
            "models": plan.models, "budget": plan.run.budget, "providers": plan.run.providers,
            "run": plan.run,
        }
    )  # fmt: skip


def _in_pool(plan: Plan, name: str) -> bool:
    return plan.pool is not None and name in plan.pool.entrants


# --- against a pool ---


def planned_against(config: TournamentConfig, pool: Plan, *, new_epoch: bool = False) -> Plan:
    """Return a plan in which every line-up has one of the config's entrants and members of a pool.

    Keys that the config leaves out are as in `pool`, another plan. Raises `ConfigError`; unless
    `new_epoch` is set, also where its games would not be comparable with the pool's.
    """
    config = _with_pool(config, pool)
    check_config(config)
    conditions, epochs = conditions_of(config, config.entrants)
    known, problem = _same_epochs(pool, config)
    if problem and not new_epoch:
        raise ConfigError(f"{config.source}: {problem}")
    if not problem:
        conditions = {
            key: each.model_copy(update={"epoch": known[each.ruleset]})
            for key, each in conditions.items()
        }
        epochs = {digest: pool.epochs[digest] for digest in known.values()}
    frozen = Pool(name=pool.name, digest=pool.digest(), entrants=tuple(pool.entrants))
    return with_games(config, conditions, epochs, frozen)


def _with_pool(config: TournamentConfig, pool: Plan) -> TournamentConfig:
    """Return the config with the pool's entrants, and the pool's values for keys left out."""
    for name in config.entrants:
        if name in pool.entrants:
            raise ConfigError(
                f"{config.source}: [entrants] {name} is a name in the pool, {pool.name}. Possible: "
                "another name."
            )
    given = {key: each for key, each in pool.config.items() if key not in _HOW_MUCH}
    everybody = {**pool.entrants, **config.entrants}
    data = {
        **given, **config.data(), "seed": config.seed,
        "entrants": {
            name: each.model_dump(exclude_unset=True) for name, each in everybody.items()
        },
    }  # fmt: skip
    whole = config_of(data, config.source)
    return whole.model_copy(update={"models": {**pool.models, **config.models}})


# --- epochs ---


def _same_epochs(plan: Plan, config: TournamentConfig) -> tuple[dict[str, str], str]:
    """Return the epoch in force by ruleset, and why the config's differs; '': it does not."""
    control = arms_of(config)[0]
    found, problem = dict[str, str](), ""
    for id_ in config.rulesets:
        old = _newest(plan, id_)
        if old is None:
            problem = problem or f"ruleset {id_} is not in the plan of {plan.name}."
            continue
        found[id_] = old.epoch
        epoch = plan.epochs[old.epoch]
        counted = {name: config.entrants[name] for name in epoch.entrants}
        now = epoch_for(id_, control, counted)
        what = "" if digest_of(now) == old.epoch else difference(epoch, now)
        what = what or _changed_since(plan, old, control.sections)
        if what:
            problem = problem or (
                f"its games could not be compared with those of {plan.name}: {what}. Possible: as "
                "it was, or a new epoch, which is asked for by itself."
            )
    return found, problem


def _changed_since(plan: Plan, old: Condition, sections: Sections) -> str:
    """Return a clause about an entrant whose model has other settings now; '': there is none."""
    before = sections_of(old)
    return next((
        f"the settings of {name}'s model are others" for name, each in plan.entrants.items()
        if is_model_spec(each.spec)
        and settings_of(each.spec, before) != settings_of(each.spec, sections)
    ), "")  # fmt: skip


def _newest(plan: Plan, id_: str) -> Condition | None:
    """Return the control of a ruleset in its newest epoch; None: the plan has none."""
    newest_first = reversed(plan.conditions.values())
    found = (each for each in newest_first if each.ruleset == id_ and each.arm == each.control)
    return next(found, None)


# --- more of a plan's own ---


def extended(plan: Plan, config: TournamentConfig, *, new_epoch: bool = False) -> Plan:
    """Return the plan with the entrants, replicates and arms that the config adds.

    Newcomers get as many line-ups as all others have, each line-up with at least one of them; new
    arms play all existing games, with their seeds. Where nothing is new the plan is returned
    unchanged. Raises `ConfigError` where the config removes or changes something, and where it
    changes the epoch unless `new_epoch` is set; arms then play the new games only.
    """
    config = _with_own(plan, config)
    _check_unchanged(plan, config)
    check_config(config)
    known, problem = _same_epochs(plan, config)
    if problem and not new_epoch:
        raise ConfigError(f"{config.source}: {problem}")
    newcomers = tuple(name for name in config.entrants if name not in plan.entrants)
    found, epochs = conditions_of(config, config.entrants)
    if problem:
        found = {_free(key, plan): each for key, each in found.items()}
    else:
        found, epochs = _grown(plan, found, known, config.source), {}
    grown = plan.model_copy(
        update={
            "models": {**plan.models, **config.models},
            "conditions": {**plan.conditions, **found},
            "epochs": {**plan.epochs, **epochs},
            "run": config.rules_of_the_run,
        }
    )  # fmt: skip
    if not problem:
        grown = with_new_arms(grown, config, [key for key in found if key not in plan.conditions])
    rounds = Rounds(
        plan=grown, config=config, conditions=found,
        whole=max(row.replicate for row in plan.games) if problem else plan.replicates,
        is_begun=plan.games_asked is not None and not problem,
    )  # fmt: skip
    rounds = _with_more(rounds, newcomers)
    check_tables(rounds.plan, config)
    return rounds.plan.model_copy(update={"config": kept(rounds)})


def _with_more(rounds: Rounds, newcomers: tuple[str, ...]) -> Rounds:
    """Return the rounds with newcomers' games, and the further games that the config asks for."""
    config = rounds.config
    if newcomers and rounds.is_begun:
        rounds = rounds.completed()
    everybody = {**rounds.plan.entrants, **config.entrants}
    grown = rounds.plan.model_copy(update={"entrants": everybody})
    if newcomers:
        grown = with_newcomers(grown, config, newcomers, rounds.conditions, rounds.whole)
    rounds = replace(rounds, plan=grown)
    if isinstance(config.games, int):
        return rounds.with_games(config.games)
    return rounds.with_replicates(config.replicates or rounds.whole)


def _with_own(plan: Plan, config: TournamentConfig) -> TournamentConfig:
    """Return the config with the plan's seed, name and pool."""
    given = config.seed if "seed" in config.model_fields_set else plan.seed
    if given != plan.seed:
        raise ConfigError(
            f"{config.source}: seed is {shown(given)}, and the plan's is another. Possible: to "
            "leave it out."
        )
    pool = {name: each for name, each in plan.entrants.items() if _in_pool(plan, name)}
    return config.model_copy(
        update={"seed": plan.seed, "name": plan.name, "entrants": {**pool, **config.entrants}}
    )  # fmt: skip


def _check_unchanged(plan: Plan, config: TournamentConfig) -> None:
    source = config.source
    for name, entrant in plan.entrants.items():
        if name not in config.entrants:
            raise ConfigError(
                f"{source}: [entrants] has no {name}, who is in the plan. Possible: nobody is "
                "taken out of a plan."
            )
        if config.entrants[name] != entrant:
            raise ConfigError(
                f"{source}: [entrants] {name} is another in the plan. Possible: a new name for "
                "whoever is new."
            )
    fixed = {"rulesets", "seats", "blind", "copies"}
    before, after = (
        each.model_dump(mode="json", include=fixed) for each in (config_from(plan), config)
    )
    for key, was in before.items():
        if was != after[key]:
            raise ConfigError(
                f"{source}: {key} is {shown(after[key])}, and {shown(was)} in the plan. "
                "Possible: as in the plan."
            )
    there = plan.replicates
    if config.replicates is not None and config.replicates < there:
        raise ConfigError(
            f"{source}: replicates is {config.replicates}, and the plan has {there}. "
            f"Possible: {there} and more."
        )


def _free(key: str, plan: Plan) -> str:
    """Return a new key for a condition, by appending a number."""
    keys = (f"{key}.{number}" for number in count(2))
    return next(each for each in keys if each not in plan.conditions)


def _grown(
    plan: Plan, found: Mapping[str, Condition], known: Mapping[str, str], source: str
) -> dict[str, Condition]:
    """Return the conditions in force, in the config's order, with newcomers' settings."""
    in_force = {(each.ruleset, each.arm): key for key, each in plan.conditions.items()}
    grown = dict[str, Condition]()
    for key, new in found.items():
        old_key = in_force.get((new.ruleset, new.arm))
        if old_key is None:
            grown[key] = new.model_copy(update={"epoch": known[new.ruleset]})
            continue
        old = plan.conditions[old_key]
        if _bare(old) != _bare(new) or _of_those_there(plan, old) != _of_those_there(plan, new):
            raise ConfigError(
                f"{source}: [[arms]] {new.arm!r} is another in the plan. Possible: a new name for "
                "what is new."
            )
        models = {**new.part("models"), **old.part("models")}
        personas = {**new.personas, **old.personas}
        grown[old_key] = old.model_copy(
            update={"table": {**old.table, "models": models}, "personas": personas}
        )  # fmt: skip
    return grown


def _bare(condition: Condition) -> dict[str, object]:
    """Return the part of a condition that holds for all entrants."""
    table = {key: each for key, each in condition.table.items() if key not in {"models", "rules"}}
    options = ruleset(condition.ruleset, condition.part("rules")).options_in_force
    return {**table, "options": dict(options), "control": condition.control}


def _of_those_there(plan: Plan, condition: Condition) -> dict[str, object]:
    """Return the part of a condition that is about each entrant of a plan."""
    sections = sections_of(condition)
    return {
        name: (
            settings_of(each.spec, sections) if is_model_spec(each.spec) else None,
            condition.personas.get(name),
        )
        for name, each in plan.entrants.items()
    }


def with_new_arms(plan: Plan, config: TournamentConfig, keys: list[str]) -> Plan:
    """Return the plan with all games of the epoch in force repeated under the new arms."""
    rows = Rows(plan, blind=config.blind)
    for stratum, row in distinct(plan):
        for key in keys:
            new = plan.conditions[key]
            same = new.epoch == plan.conditions[row.condition].epoch
            if same and new.ruleset == stratum.ruleset:
                rows.add_game(key, row.seed, row.replicate, row.clockwise)
    return plan.model_copy(update={"games": (*plan.games, *rows.added)})


def with_newcomers(
    plan: Plan,
    config: TournamentConfig,
    newcomers: tuple[str, ...],
    conditions: Mapping[str, Condition],
    done: int,
) -> Plan:
    """Return the plan with line-ups of newcomers, as many for each as all others have."""
    kind = joined_by(newcomers)
    pool = plan.pool
    if pool is not None:
        return add_clusters(
            plan, config, range(1, done + 1), conditions, kind,
            lambda stratum, replicate, _: against_pool(plan, pool, newcomers, stratum, replicate),
        )  # fmt: skip
    there = tuple(name for name in plan.entrants if name not in newcomers)
    if len(there) < max(config.seats):
        raise ConfigError(
            f"{config.source}: nobody can join where entrants sit at a table more than once "
            "(copies = true). Possible: a tournament of its own."
        )
    everybody, plays = (*there, *newcomers), _plays(plan, there)

    def joining(stratum: Stratum, replicate: int, _met: Meetings) -> LineUps:
        chance = draws_of(plan.seed, stratum, replicate, kind)
        found = joining_line_ups(len(there), len(newcomers), stratum.size, plays[stratum], chance)
        line_ups = tuple(tuple(everybody[each] for each in line_up) for line_up in found)
        return LineUps(line_ups=line_ups, squares=1)

    return add_clusters(plan, config, [done], conditions, kind, joining)


def _plays(plan: Plan, there: tuple[str, ...]) -> dict[Stratum, int]:
    """Return by stratum the median number of clusters that an entrant plays."""
    games = dict[Stratum, Counter[str]]()
    for stratum, row in distinct(plan):
        games.setdefault(stratum, Counter()).update(row.entrants)
    return {
        stratum: sorted(counts[name] for name in there)[len(there) // 2] // stratum.size
        for stratum, counts in games.items()
    }
