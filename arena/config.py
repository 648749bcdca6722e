"""Typed configs, read from TOML; every mistake is one sentence.

A table file:

    ruleset = "moh"
    seed = 7                 # left out, or where people play: a secret one of 128 bits is drawn
    out = "transcripts"      # a game's folder is made below it
    scenario = "NAME"        # a position to begin from: a name, a file, or what stands in one
    trace = false            # true: LangSmith sees all, hidden cards included
    epilogues = false        # true, or a file: what earlier games unlocked, see `arena.epilogues`

    [seats]                  # NAME = SPEC, in the order in which they join
    Anna = "random"

    [rules]                  # options of the ruleset, see `arena rulesets moh`
    hidden_in_elections = true

    [limits]                 # for these, see `arena.settings`
    corrections = 2
    [people]
    answer_seconds = 300
    [talk]
    protocol = "simultaneous"
    [llm]
    prompts = "wary"         # templates in place of the arena's: of `configs/prompts`, or a folder

    [personas]               # NAME = a persona of `configs/personas`, or a file
    Anna = "diplomat"

    [budget]                 # hard caps for the game: money in dollars, tokens, calls, seconds
    money = 2.50

    [models."openai:MODEL"]  # how a model is called, see `arena.settings`
    max_output = 2000
"""

import secrets
from collections.abc import Mapping, Sequence
from itertools import islice
from pathlib import Path
from typing import Annotated

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
)

from arena import scenario as scenarios
from arena.calls.caps import capped, caps
from arena.data import found, path
from arena.epilogues import OPTION, epilogues_of
from arena.errors import ConfigError, possible
from arena.forms import StrictModel
from arena.mistakes import Form, sentence
from arena.models.specs import binds_tools, is_model_spec, parse
from arena.models.specs import check as check_settings
from arena.seats.kinds import check_spec
from arena.seats.llm.personas import persona
from arena.seats.llm.variants import with_prompts
from arena.settings import (
    HUMAN,
    BudgetRules,
    Limits,
    LlmRules,
    ModelSettings,
    PeopleRules,
    Persona,
    TalkRules,
)
from arena.text import shown
from arena.toml_files import read_toml
from engine import RulesetError, Table, new_table, rulesets
from engine.seats import FEWEST, MOST, name_problem, new_seat_names

DEMO = "demo.toml"
SPARE_NAMES = ("Anna", "Bruno", "Clara", "Dmitri", "Esra", "Farid")
SPARE_SPEC = "house"
SECRET_BITS = 128

Value = str | int | bool | None | list[str | int]

SECTIONS: Mapping[str, type[BaseModel]] = {
    "limits": Limits, "talk": TalkRules, "people": PeopleRules, "llm": LlmRules,
    "budget": BudgetRules,
}  # fmt: skip
"""Tables of a config whose keys are fixed."""

EXPECTED = {
    "ruleset": "the id of a ruleset, as text",
    "seats": 'a table of 3 to 6 lines NAME = "SPEC"',
    "rules": "a table of options of the ruleset",
    "seed": "a whole number or a text, not empty",
    **{name: f"a table with {', '.join(each.model_fields)}" for name, each in SECTIONS.items()},
    "personas": "a table of lines NAME = PERSONA",
    "models": 'a table [models."SPEC"] for each model that needs one',
    "scenario": "the name of a scenario, the path of its file, as text, or a table of its keys",
    "out": "the path of a folder, as text, not empty",
    "trace": "true or false",
    "epilogues": "true, false, or the path of a file, as text, not empty",
}
"""Possible values of each key in words; for the keys of tables see `settings.expected`."""

Text = Annotated[str, Field(min_length=1)]


def seed_as_text(seed: object) -> object:
    """Return an integer seed as text; anything else unchanged."""
    return str(seed) if type(seed) is int else seed


def secret_seed() -> str:
    """Return a random seed of 128 bits."""
    return f"{secrets.randbits(SECRET_BITS):032x}"


class TableConfig(StrictModel):
    """What is played, by whom and by which rules: `TableConfig(seats={"Ana": "house", ...})`."""

    ruleset: str = "moh"
    """Id of the ruleset."""
    seats: dict[str, str]
    """SPEC by name, in the order in which they join."""
    rules: dict[str, Value] = Field(default_factory=dict)
    """Options of the ruleset that differ from its defaults."""
    seed: Annotated[Text, BeforeValidator(seed_as_text)] = Field(default_factory=secret_seed)
    """Seed of dice, deck and lots; a secret one where none is given.
    Of a file's, `load_table` makes a secret one where people sit."""
    scenario: Annotated[dict[str, object] | None, BeforeValidator(scenarios.scenario_of)] = None
    """The position that the game begins from, as `engine.load_scenario` takes it; None: the set-up.
    Ruleset, rules, the seats' names and, where it has one, the seed are the scenario's."""
    limits: Limits = Field(default_factory=Limits)
    """Limits on each answer."""
    talk: TalkRules = Field(default_factory=TalkRules)
    """How the table talks."""
    people: PeopleRules = Field(default_factory=PeopleRules)
    """How people sit at the table."""
    llm: Annotated[LlmRules, BeforeValidator(with_prompts)] = Field(default_factory=LlmRules)
    """What language models are shown, and what happens when their provider is down."""
    personas: dict[str, Text | Persona] = Field(default_factory=dict)
    """Persona by seat: a name in `configs/personas`, the path of a file, or what stands in one."""
    budget: BudgetRules = Field(default_factory=BudgetRules)
    """What the game may use."""
    models: dict[str, ModelSettings] = Field(default_factory=dict)
    """How models are called, by SPEC; models that are left out: as the defaults say."""
    out: Text = "transcripts"
    """Folder below which the game's own folder is made."""
    trace: bool = False
    """True: LangSmith is sent all that flows through the graph, as its environment says."""
    epilogues: bool | Text = False
    """The record of unlocked epilogues: a file's path, or true for the user's own; false: none."""
    _source: str = PrivateAttr("the table")
    """Where it was read, for what is said of mistakes."""
    _given: Mapping[str, str] = PrivateAttr(default_factory=dict)
    """What the command line gave in place of the file: an option by key, or by `seats.NAME`."""
    _unused_seed: bool = PrivateAttr(default=False)

    @property
    def has_unused_seed(self) -> bool:
        """Whether a seed in the file is replaced by a secret one, because people play."""
        return self._unused_seed

    def read_from(self, source: str) -> "TableConfig":
        """Return a copy whose error messages name the source, usually a file."""
        config = self.model_copy()
        config._source = source  # noqa: SLF001 - of this class
        return config

    def at(self, key: str, name: str = "") -> str:
        """Return the beginning of an error message: the option or file that set the key.

        `name` is that of a seat, in `seats` and `personas`.
        """
        section = f"[{key}] " if name else ""
        return self._given.get(f"{key}.{name}" if name else key, f"{self._source}: {section}")


class Overrides(BaseModel):
    """What the command line sets in place of the file; None and () leave it as it is."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    ruleset: str | None = None
    scenario: str | None = None
    """Name or path of a scenario."""
    count: int | None = None
    """Number of seats."""
    seats: tuple[str, ...] = ()
    """NAME=SPEC each. A new name takes the place of the next seat that is not named here."""
    seed: str | None = None
    out: str | None = None
    trace: bool = False
    epilogues: bool | str | None = None
    budget: tuple[str, ...] = ()
    """KEY=VALUE each, in place of the file's caps."""
    personas: tuple[str, ...] = ()
    """NAME=PERSONA each, in place of the file's or beside them."""


def load_table(file: str | Path | None, overrides: Overrides) -> TableConfig:
    """Merge a table's file (None: the demo) and command-line options; see `table_of`.

    If people play, a seed in the file is ignored, and only one from the command line counts. `file`
    is the name of a ready-made table, or a path (`arena.data.found`). Raises `ConfigError` for what
    no table can have.
    """
    if file is None and overrides.scenario is not None:
        source, config = "the table", TableConfig(seats={})
    else:
        source = str(path("configs", "tables", DEMO) if file is None else _file(file))
        config = _checked(source, read_toml(Path(source)))
    config = _in_position(config, overrides, source)
    changes: dict[str, object] = {
        key: value
        for key in ("ruleset", "seed", "out", "trace", "epilogues")
        if (value := getattr(overrides, key)) not in (None, False)
    }
    empty = next((key for key, value in changes.items() if value == ""), None)
    if empty is not None:
        raise ConfigError(f"--{empty} is ''. Possible: {EXPECTED[empty]}.")
    seats = _named(_counted(config.seats, overrides.count), overrides.seats)
    config = _without_those_who_left(config, seats)
    changes |= _of_models(config, overrides)
    config = config.model_copy(update={**changes, "seats": seats})
    if HUMAN in seats.values() and overrides.seed is None:
        config = _with_unknown_deal(config)
    if overrides.budget and not any(map(is_model_spec, seats.values())):
        raise ConfigError("--budget caps language models, and none sits at this table.")
    config._source = source  # noqa: SLF001 - of this module's own class
    config._given = _given(overrides)  # noqa: SLF001
    return config


def _with_unknown_deal(config: TableConfig) -> TableConfig:
    """Return the table with a secret seed if people play and the seed stands in a file.

    Whoever has read the file, or has played it before, knows its deal.
    """
    scenario = config.scenario
    if scenario is not None:
        scenario = {key: value for key, value in scenario.items() if key != "seed"}
    values = {**dict(config), "scenario": scenario, "seed": secret_seed()}
    given = config.model_fields_set - {"seed"}
    dealt = TableConfig.model_construct(given, **values)
    dealt._unused_seed = "seed" in config.model_fields_set  # noqa: SLF001 - as above
    return dealt


def _in_position(config: TableConfig, overrides: Overrides, source: str) -> TableConfig:
    """Return the table with the settings of its scenario, if it has one."""
    given = overrides.scenario
    scenario = config.scenario if given is None else scenarios.read_scenario(given)
    if scenario is None:
        return config
    scenarios.check_given(
        scenario, overrides.ruleset, overrides.count, overrides.seed, overrides.seats
    )
    changes = scenarios.changes_by(scenario, config.seats, config.personas, source=source)
    return config.model_copy(update=changes)


def _file(given: str | Path) -> Path:
    ruleset = f" Or: --ruleset {given}." if str(given) in rulesets() else ""
    return found("tables", given, also=ruleset)


def _given(overrides: Overrides) -> dict[str, str]:
    """Return the options of the command line by key, or by `seats.NAME`, for error messages."""
    record = "--unlock: " if overrides.epilogues is True else "--epilogues: "
    options = {"ruleset": "--", "seed": "--", "out": "--", "epilogues": record}
    named = {"seats": ("--seat: ", overrides.seats), "personas": ("--persona ", overrides.personas)}
    return {key: start for key, start in options.items() if getattr(overrides, key)} | {
        f"{key}.{each.partition('=')[0]}": start
        for key, (start, given) in named.items()
        for each in given
    }


def _without_those_who_left(config: TableConfig, seats: Mapping[str, str]) -> TableConfig:
    """Return the table without settings of models whose seats the command line replaced."""
    before = config.seats
    gone = {spec for spec in before.values() if spec not in seats.values()}
    lost = {name for name, spec in before.items() if is_model_spec(spec)} - {
        name for name, spec in seats.items() if is_model_spec(spec)
    }
    models = {spec: each for spec, each in config.models.items() if spec not in gone}
    personas = {name: each for name, each in config.personas.items() if name not in lost}
    return config.model_copy(update={"models": models, "personas": personas})


def _of_models(config: TableConfig, overrides: Overrides) -> dict[str, object]:
    """Return the settings for language models from the command line."""
    personas: dict[str, str | Persona] = dict(config.personas)
    for each in overrides.personas:
        name, equals, persona = each.partition("=")
        if not (name.strip() and equals and persona):
            raise ConfigError(
                f"--persona is {shown(each)}. Possible: NAME=PERSONA, for example Anna=diplomat."
            )
        personas[name] = persona
    return {"personas": personas, "budget": capped(config.budget, caps(overrides.budget))}


def table_of(config: TableConfig) -> Table:
    """Return a new engine table; `ConfigError` names the invalid key."""
    if config.ruleset not in rulesets():
        text = f"ruleset is {shown(config.ruleset)}. {possible(config.ruleset, rulesets())}"
        raise ConfigError(f"{config.at('ruleset')}{text}")
    names = _seat_names(config)
    for name in config.seats:
        _check_spec(config, name)
    check_players(config)
    if not config.seed.isprintable():
        text = f"seed is {shown(config.seed)}. Possible: {EXPECTED['seed']}."
        raise ConfigError(f"{config.at('seed')}{text}")
    if config.scenario is not None:
        return _table_in_position(config, config.scenario)
    rules = _with_unlocked(config)
    try:
        return new_table(config.ruleset, names, config.seed, rules, floors=True)
    except RulesetError as error:
        raise ConfigError(f"{config.at('rules')}[rules] {error}") from error


def _table_in_position(config: TableConfig, scenario: scenarios.Scenario) -> Table:
    """Return the table of a scenario; `ConfigError` names a setting that contradicts it."""
    if config.epilogues is not False:
        raise ConfigError(
            f"{config.at('epilogues')}epilogues and a scenario both say what is unlocked. "
            "Possible: one of the two."
        )
    return scenarios.agreed_table(
        scenario, config.seed, ruleset=config.ruleset, seats=tuple(config.seats),
        rules=config.rules, at=config.at,
    )  # fmt: skip


def _check_spec(config: TableConfig, name: str) -> None:
    try:
        check_spec(name, config.seats[name])
    except ConfigError as error:
        raise ConfigError(f"{config.at('seats', name)}{error}") from error


def check_players(config: TableConfig) -> None:
    """Raise `ConfigError` for settings and personas that are invalid at any table."""
    _check_models(config, config.at("models").removesuffix(": "))
    _check_personas(config)


def _seat_names(config: TableConfig) -> tuple[str, ...]:
    """Return the seats' names for the engine; `ConfigError` names the source of an invalid one."""
    try:
        return new_seat_names(names := list(config.seats))
    except RulesetError as error:
        wrong = next((name for at, name in enumerate(names) if name_problem(name, names[:at])), "")
        start = config.at("seats", wrong) if wrong else f"{config.at('seats')}[seats] has "
        raise ConfigError(f"{start}{error}") from error


def _models(config: TableConfig) -> tuple[str, ...]:
    return tuple(dict.fromkeys(filter(is_model_spec, config.seats.values())))


def _check_models(config: TableConfig, source: str) -> None:
    """Raise `ConfigError` for settings that no model of the table accepts."""
    for spec, settings in config.models.items():
        if spec not in config.seats.values():
            specs = _models(config)
            near = possible(spec, specs) if specs else "No model sits at this table."
            raise ConfigError(f'{source}: [models."{spec}"] is for no seat. {near}')
        try:
            check_settings(parse(spec), settings)
        except ConfigError as error:
            raise ConfigError(f"{source}: {error}") from error
    if config.llm.hints == "none" and config.llm.tool_schema == "dynamic":
        raise ConfigError(
            f'{source}: [llm] hints is "none" and tool_schema is "dynamic", which lists the '
            'options. Possible: tool_schema = "static".'
        )
    bound = next((each for each in map(parse, _models(config)) if binds_tools(each)), None)
    if bound is not None and config.llm.tool_schema == "dynamic":
        raise ConfigError(
            f'{source}: [llm] tool_schema is "dynamic", which changes the tools from call to call, '
            f"and {bound} may refuse that: what it has thought is bound to the tools that it had. "
            'Possible: tool_schema = "static".'
        )


def _check_personas(config: TableConfig) -> None:
    for name, each in config.personas.items():
        start = config.at("personas", name)
        if not is_model_spec(config.seats.get(name, "")):
            named = tuple(each for each, spec in config.seats.items() if is_model_spec(spec))
            near = possible(name, named) if named else "No model sits at this table."
            raise ConfigError(f"{start}{shown(name)} is no model's seat. {near}")
        try:
            persona(each)
        except ConfigError as error:
            raise ConfigError(f"{start}{name}: {error}") from error


def _with_unlocked(config: TableConfig) -> dict[str, Value]:
    """Return the ruleset's options, with the unlocked epilogues if the table asks for them."""
    try:
        record = epilogues_of(config.epilogues, config.ruleset)
    except ConfigError as error:
        raise ConfigError(f"{config.at('epilogues')}{error}") from error
    if record is None:
        return config.rules
    if OPTION in config.rules:
        raise ConfigError(
            f"{config.at('rules')}[rules] {OPTION} and the record of epilogues, {record.file}, "
            "both say what is unlocked. Possible: one of the two."
        )
    return {**config.rules, OPTION: record.option()}


TABLE = Form(model=TableConfig, sections=SECTIONS, expected=EXPECTED)


def _checked(source: str, data: Mapping[str, object]) -> TableConfig:
    try:
        return TableConfig.model_validate(data)
    except ValidationError as error:
        found = sentence(error.errors(include_url=False)[0], TABLE)
        raise ConfigError(f"{source}: {found}") from error


def _counted(seats: Mapping[str, str], count: int | None) -> dict[str, str]:
    if count is None:
        return dict(seats)
    spare = (name for name in SPARE_NAMES if name not in seats)
    more = dict.fromkeys(islice(spare, max(0, count - len(seats))), SPARE_SPEC)
    if not FEWEST <= count <= min(MOST, len(seats) + len(more)):
        raise ConfigError(f"--seats is {count}. Possible: {FEWEST} to {MOST}.")
    return dict(islice({**seats, **more}.items(), count))


def specs_by_name(given: Sequence[str], option: str, example: str) -> dict[str, str]:
    """Parse NAME=SPEC options. Raises `ConfigError`."""
    named: dict[str, str] = {}
    for each in given:
        name, equals, spec = each.partition("=")
        if not (name.strip() and equals and spec):
            text = f"{option} is {shown(each)}"
            raise ConfigError(f"{text}. Possible: NAME=SPEC, for example {example}.")
        if name in named:
            raise ConfigError(f"{option} names {shown(name)} twice. Possible: each name once.")
        named[name] = spec
    return named


def _named(seats: dict[str, str], given: Sequence[str]) -> dict[str, str]:
    named = specs_by_name(given, "--seat", "Anna=random")
    new = [name for name in named if name not in seats]
    free = [name for name in seats if name not in named]
    if len(new) > len(free):
        more = f"--seats {len(named)}" if len(named) <= MOST else f"up to {MOST} seats"
        raise ConfigError(
            f"--seat names {len(named)} seats, and the table has {len(seats)}. Possible: {more}."
        )
    takes = dict(zip(free, new, strict=False))
    return {
        takes.get(name, name): named.get(takes.get(name, name), spec)
        for name, spec in seats.items()
    }
