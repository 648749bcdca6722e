"""Validates a tournament's config before anything is written."""

from collections.abc import Iterable, Mapping
from itertools import product

from arena.config import TableConfig, Value, check_players
from arena.errors import ConfigError, possible
from arena.models.specs import is_model_spec
from arena.seats.kinds import KINDS, check_spec
from arena.settings import HUMAN
from arena.text import shown
from arena.tournament.arms import arms_of
from arena.tournament.config import LONGEST_NAME, TournamentConfig
from arena.tournament.limits import keys_of
from engine import RulesetError, ruleset, rulesets
from engine.seats import FEWEST, MOST, name_problem


def check_config(config: TournamentConfig) -> None:
    """Check a config for contradictions and unknown names. Raises `ConfigError`."""
    source = config.source
    _check_names([("name", config.name)], source)
    _check_entrants(config)
    _check_lists(config)
    for name in config.assumed.elo:
        if name not in config.entrants:
            near = possible(name, tuple(config.entrants))
            raise ConfigError(f"{source}: [assumed] elo has {shown(name)} in it. {near}")
    everybody = len(config.entrants)
    most = max(config.seats)
    if everybody < most and not config.copies:
        raise ConfigError(
            f"{source}: {everybody} entrants can't fill a table of {most}. Possible: smaller "
            "tables, more entrants, or copies = true: an entrant sits there more than once."
        )
    if config.games is not None and config.replicates is not None:
        raise ConfigError(
            f"{source}: games and replicates both say how much is played. Possible: one of the two."
        )
    _check_arms(config)
    _check_providers(config)
    if not config.seed.isprintable():
        raise ConfigError(f"{source}: seed is {shown(config.seed)}. Possible: printable text.")


def _check_entrants(config: TournamentConfig) -> None:
    source = config.source
    if not config.entrants:
        raise ConfigError(f'{source}: [entrants] is empty. Possible: lines NAME = "SPEC".')
    _check_names([(f"[entrants] {name}: its name", name) for name in config.entrants], source)
    names = list(config.entrants)
    for name, each in config.entrants.items():
        where = f"{source}: [entrants] {name}"
        try:
            check_spec(name, each.spec)
        except ConfigError as error:
            raise ConfigError(f"{source}: [entrants] {error}") from error
        if each.spec == HUMAN:
            raise ConfigError(
                f"{where} is human, and nobody sits down at a tournament's tables. Possible: a "
                "class of one's own that asks a person, with person = true."
            )
        is_bot = is_model_spec(each.spec) or each.spec.partition(":")[0] in KINDS
        if each.person and is_bot:
            raise ConfigError(
                f"{where} is a person, and nobody answers for {shown(each.spec)} but the arena. "
                "Possible: person = false, or a class of one's own that asks a person."
            )
        problem = None if config.blind else name_problem(name, names[: names.index(name)])
        if problem is not None:
            raise ConfigError(f"{where}: with blind = false it is the name of a seat. {problem}")


def _check_arms(config: TournamentConfig) -> None:
    """Check the options, settings and personas of each arm, with all entrants at one table."""
    seats = {name: each.spec for name, each in config.entrants.items()}
    for arm in arms_of(config):
        own = arm.arm in {each.name for each in config.arms}
        source = f"{config.source}: [[arms]] {shown(arm.arm)}" if own else config.source
        for id_ in config.rulesets:
            _check_options(id_, arm.sections.rules, source)
        table = TableConfig(
            seats=seats, personas=dict(arm.personas), models=arm.sections.models,
            llm=arm.sections.llm,
        )  # fmt: skip
        check_players(table.read_from(source))


def _check_options(id_: str, rules: Mapping[str, Value], source: str) -> None:
    """Check the options of a ruleset; one that names a seat is refused, as seats differ by game."""
    try:
        facts = ruleset(id_, rules)
    except RulesetError as error:
        raise ConfigError(f"{source}: [rules] {error}") from error
    for key, value in rules.items():
        option = facts.options[key]
        if option.kind == "seat" and value not in option.allowed:
            raise ConfigError(
                f"{source}: [rules] {key} is {shown(value)}, and who sits where differs from game "
                f"to game. Possible: {option.default}."
            )


def _check_names(names: Iterable[tuple[str, str]], source: str) -> None:
    for what, name in names:
        if not name.isprintable() or name != name.strip() or not 1 <= len(name) <= LONGEST_NAME:
            raise ConfigError(
                f"{source}: {what} is {shown(name)}. Possible: 1 to {LONGEST_NAME} printable "
                "characters, no space at either end."
            )


def _check_lists(config: TournamentConfig) -> None:
    """Check that the rulesets and table sizes exist."""
    source = config.source
    for key, given in (("rulesets", config.rulesets), ("seats", config.seats)):
        if not given or len(set(given)) < len(given):
            raise ConfigError(
                f"{source}: {key} is {shown(list(given))}. Possible: at least one, and each once."
            )
    for id_ in config.rulesets:
        if id_ not in rulesets():
            near = possible(id_, rulesets())
            raise ConfigError(f"{source}: rulesets has {shown(id_)} in it. {near}")
    for size, id_ in product(config.seats, config.rulesets):
        fewest, most = ruleset(id_).seats
        if not max(fewest, FEWEST) <= size <= min(most, MOST):
            raise ConfigError(
                f"{source}: seats has {size} in it, and {id_} is for {fewest} to {most}."
            )


def _check_providers(config: TournamentConfig) -> None:
    """Check that each limit of providers is for some entrant's model."""
    specs = [each.spec for each in config.entrants.values() if is_model_spec(each.spec)]
    by_width = zip(*map(keys_of, specs), strict=True)
    known = tuple(dict.fromkeys(key for keys in by_width for key in keys))
    for key in config.providers:
        if key not in known:
            near = possible(key, known) if known else "No entrant is a model."
            raise ConfigError(f"{config.source}: [providers.{key}] is for no entrant. {near}")
