"""Reads a tournament's config from TOML; every error message is one sentence.

    name = "spring"
    seed = 1                 # left out: a secret one of 128 bits is drawn
    rulesets = ["moh"]
    seats = [5]              # sizes of tables
    replicates = 2           # balanced rounds; or `games = 120`, or `games = "budget"`: as many
                             # as the budget is expected to buy
    blind = true             # seats have names drawn from the seed; false: the entrants' own
    copies = false           # true: an entrant may sit at a table more than once, where they are
                             # fewer than seats

    [entrants]               # NAME = SPEC, or a table with spec, persona, anchor, person
    terse = "openai:MODEL"
    suave = { spec = "openai:MODEL", persona = "diplomat" }
    bot = { spec = "house", anchor = true }

    [rules] [limits] [talk] [llm] [models."SPEC"]    # as a table's, see `arena.config`
    [game_budget]            # caps of each game, as a table's [budget]

    [budget]                 # caps of all games together: money, tokens, calls, hours, on_budget
    [providers.openai]       # requests and tokens a minute, calls at once
    [run]                    # games at once, processes

    [assumed]                # of strengths, in what the plan says it can resolve: spread, elo

    [[arms]]                 # the same games once more, with something changed
    name = "quiet"
    control = "control"      # the arm that it is compared with, and changes something of
    talk = { whispers = false }
    personas = { terse = "bluffer" }

A table's file is a tournament too: its line-up plays, rotated over its seats.
"""

from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, BeforeValidator, Field, PrivateAttr, ValidationError

from arena.config import (
    EXPECTED,
    SECTIONS,
    Overrides,
    TableConfig,
    Text,
    Value,
    load_table,
    secret_seed,
    seed_as_text,
    table_of,
)
from arena.data import found
from arena.errors import SAID, ConfigError, possible
from arena.mistakes import Form, sentence
from arena.models.specs import is_model_spec, parse
from arena.seats.llm.variants import with_prompts
from arena.settings import (
    BudgetRules,
    Limits,
    LlmRules,
    ModelSettings,
    TalkRules,
    expected,
)
from arena.text import shown
from arena.toml_files import read_toml
from arena.tournament.plan import CONTROL, Entrant
from arena.tournament.rules import ProviderLimits, Running, RunRules, Strict, TournamentBudget
from engine.seats import FEWEST, MOST

BUDGET = "budget"
"""Value of `games` that stands for as many as the budget is expected to buy."""
MOST_GAMES = 1_000_000
LONGEST_NAME = 60
"""Longest name of an entrant or an arm, in characters."""
NUMBERED = 4
"""Characters kept free for the number that tells entrants of one name apart, such as ` (2)`."""


def _entrants(given: object) -> object:
    if not isinstance(given, dict):
        return given
    return {name: {"spec": each} if isinstance(each, str) else each for name, each in given.items()}


def _listed(given: object) -> object:
    return given if isinstance(given, list | tuple) else [given]


class Sections(Strict):
    """What a tournament's file has of a table's."""

    rules: dict[str, Value] = Field(default_factory=dict)
    """Options of the rulesets that differ from their defaults; every ruleset must have them."""
    limits: Limits = Field(default_factory=Limits)
    """Limits on each answer."""
    talk: TalkRules = Field(default_factory=TalkRules)
    """How tables talk."""
    llm: Annotated[LlmRules, BeforeValidator(with_prompts)] = Field(default_factory=LlmRules)
    """What language models are shown, and what happens when their provider is down: where
    `on_outage` is left out, `pause`, and the games of that model are gone on with later."""
    game_budget: BudgetRules = Field(default_factory=BudgetRules)
    """What each game may use."""
    models: dict[str, ModelSettings] = Field(default_factory=dict)
    """How models are called, by SPEC."""


class Arm(Strict):
    """The same games once more with something changed: what is given lies over the control's."""

    name: Text
    control: Text = CONTROL
    """The arm that it is compared with: `control`, or one that stands before it."""
    rules: dict[str, object] = Field(default_factory=dict)
    """Sections of a file, as far as they differ."""
    limits: dict[str, object] = Field(default_factory=dict)
    talk: dict[str, object] = Field(default_factory=dict)
    llm: Annotated[dict[str, object], BeforeValidator(with_prompts)] = Field(default_factory=dict)
    """With `prompts` as texts; an empty text in the file: the arena's own."""
    game_budget: dict[str, object] = Field(default_factory=dict)
    models: dict[str, dict[str, object]] = Field(default_factory=dict)
    personas: dict[str, str] = Field(default_factory=dict)
    """Persona by entrant; an empty text: none."""


class Assumptions(Strict):
    """What is believed of entrants' strengths before they play; no game is changed by it."""

    spread: Annotated[float, Field(strict=False, ge=0, le=2000)] | None = None
    """Elo: the standard deviation between those of whom nothing is known. None: the plan shows
    equals, and 150."""
    elo: dict[str, Annotated[float, Field(strict=False, ge=-3000, le=6000)]] = Field(
        default_factory=dict
    )
    """By entrant: its strength, where 1500 is the mean."""


class TournamentConfig(Sections):
    """A tournament."""

    name: Text = "tournament"
    seed: Annotated[Text, BeforeValidator(seed_as_text)] = Field(default_factory=secret_seed)
    """Whatever is drawn comes from it; a secret one where none is given."""
    entrants: Annotated[dict[str, Entrant], BeforeValidator(_entrants)]
    """By name, in the order of the file."""
    rulesets: Annotated[tuple[str, ...], BeforeValidator(_listed), Field(strict=False)] = ("moh",)
    """Ids; each is played by itself, with line-ups of its own."""
    seats: Annotated[tuple[int, ...], BeforeValidator(_listed), Field(strict=False)] = (5,)
    """Sizes of tables; each is played by itself."""
    replicates: Annotated[int, Field(ge=1, le=10_000)] | None = None
    """How many balanced rounds are played; None: as `games` says, or one."""
    games: Annotated[int, Field(ge=1, le=MOST_GAMES)] | Literal["budget"] | None = None
    """How many games are played, all arms counted: whole rounds, and a part of one. `budget`: as
    many as the budget of all games is expected to buy, see `arena.tournament.affordable`."""
    blind: bool = True
    """True: seats have names drawn from the seed; false: those of the entrants."""
    copies: bool = False
    """True: where there are fewer entrants than seats they sit there more than once."""
    budget: TournamentBudget = Field(default_factory=TournamentBudget)
    """What all games together may use."""
    providers: dict[str, ProviderLimits] = Field(default_factory=dict)
    """What providers may be asked, by protocol or SPEC."""
    run: Running = Field(default_factory=Running)
    """How games are run."""
    arms: Annotated[tuple[Arm, ...], Field(strict=False)] = ()
    assumed: Assumptions = Field(default_factory=Assumptions)
    """What is believed of strengths, for what the plan says it can resolve."""
    _source: str = PrivateAttr("the tournament")
    """Where it was read, for what is said of mistakes."""

    @property
    def source(self) -> str:
        """The file that the config was read from, with which error messages begin."""
        return self._source

    @property
    def rules_of_the_run(self) -> RunRules:
        """The rules of the run, in the form that a plan stores."""
        return RunRules(
            games=self.run.games, processes=self.run.processes, budget=self.budget,
            providers=self.providers,
        )  # fmt: skip

    @property
    def personas(self) -> dict[str, str]:
        """Persona by entrant, arms left out."""
        return {name: each.persona for name, each in self.entrants.items() if each.persona}

    def sections(self) -> Sections:
        """Return the sections that a table's file has too, as far as they were given."""
        return Sections(**{key: getattr(self, key) for key in SHARED & self.model_fields_set})

    def data(self) -> dict[str, object]:
        """Return plain JSON data that `TournamentConfig` accepts, defaults left out."""
        return self.model_dump(mode="json", exclude_unset=True)


SHARED = frozenset(Sections.model_fields)
OWN_SECTIONS: Mapping[str, type[BaseModel]] = {
    **{key: SECTIONS[key] for key in ("limits", "talk", "llm")},
    "game_budget": BudgetRules, "budget": TournamentBudget, "run": Running,
    "assumed": Assumptions,
}  # fmt: skip
"""The sections of a file with fixed keys."""
NAMED: Mapping[str, tuple[type[BaseModel], str]] = {
    "entrants": (Entrant, "a SPEC as text, or a table with spec, persona, anchor, person"),
    "providers": (ProviderLimits, "a table with requests, tokens, calls"),
    "arms": (Arm, f"a table with {', '.join(Arm.model_fields)}"),
}
"""The sections that hold several tables: model and description of each table."""
WORDS: Mapping[str, str] = {
    "spec": "a SPEC, as text", "persona": "the name of a persona, or a file, as text",
    "name": "a text, not empty", "control": "the name of an arm, as text",
    "models": "a table for each SPEC",
    "personas": "a table of lines NAME = PERSONA",
}  # fmt: skip
FORM = Form(
    model=TournamentConfig,
    sections=OWN_SECTIONS,
    expected={
        "name": "a text, not empty",
        "seed": EXPECTED["seed"],
        "entrants": 'a table of lines NAME = "SPEC"',
        "rulesets": "ids of rulesets, as a list of texts",
        "seats": f"sizes of tables, as a list of whole numbers from {FEWEST} to {MOST}",
        "games": f'a whole number from 1 to {MOST_GAMES}, or "{BUDGET}"',
        "rules": "a table of options of the rulesets",
        "models": EXPECTED["models"],
        "providers": "a table [providers.KEY] for each protocol or SPEC that has limits",
        "arms": "a list of tables [[arms]]",
    },
)


def load_tournament(file: str | Path, *, games: int | str | None = None) -> TournamentConfig:
    """Return the config of a tournament's file, or of a table's file (`[seats]` is a table there).

    `file` is a path, or a name (`arena.data.found`); `games` replaces its games and replicates.
    Raises `ConfigError`; whether it can be planned is checked by `arena.tournament.planning`.
    """
    file = found("tournaments", file, "tables")
    data = read_toml(file, "tournaments")
    if isinstance(data.get("seats"), dict):
        data = _data_of_table(file)
    if games is not None:
        data = {**data, "games": games}
        data.pop("replicates", None)
    return config_of(data, str(file))


def config_of(data: Mapping[str, object], source: str) -> TournamentConfig:
    """Return the config from plain data. Raises `ConfigError`."""
    try:
        config = TournamentConfig.model_validate(data)
    except ValidationError as error:
        found = mistake(error)
        raise ConfigError(f"{source}: {found}") from error
    config._source = source  # noqa: SLF001 - of this module's own class
    return config


def mistake(error: ValidationError) -> str:
    """Return an error message for the first mistake in a tournament's file."""
    first = error.errors(include_url=False)[0]
    keys = [str(part) for part in first["loc"]]
    if keys[0] in {"rulesets", "seats"} and len(keys) > 1:
        return f"{keys[0]} has {shown(first['input'])} in it. Possible: {FORM.expected[keys[0]]}."
    if keys[:2] == ["assumed", "elo"]:
        where = ".".join(keys)
        return f"{where} is {shown(first['input'])}. Possible: NAME = a number from -3000 to 6000."
    if keys[0] not in NAMED or len(keys) == 1:
        return sentence(first, FORM)
    inside, needed = NAMED[keys[0]]
    where = ".".join(keys[:3])
    if first["type"] == SAID:
        return f"{where}: {first['msg']}"
    if first["type"] == "extra_forbidden":
        names = tuple(inside.model_fields)
        given = f"{where} = {shown(first['input'])}"
        return f"unknown key in {given}. {possible(keys[-1], names)}"
    words = needed
    if len(keys) > 2:  # noqa: PLR2004 - the table, its name, and a key in it
        key = keys[2]
        words = WORDS[key] if key in WORDS else _in_words(inside, key)
    if first["type"] == "missing":
        return f"{'.'.join(keys[:2])} has no {keys[-1]}. Possible: {words}."
    return f"{where} is {shown(first['input'])}. Possible: {words}."


def _in_words(inside: type[BaseModel], key: str) -> str:
    return f"a table of what differs in [{key}]" if inside is Arm else expected(inside, key)


def _data_of_table(file: Path) -> dict[str, object]:
    """Return the data of a tournament whose entrants are the line-up of a table's file."""
    table = load_table(file, Overrides())
    table_of(table)
    if table.epilogues:
        raise ConfigError(
            f"{file}: epilogues is {shown(table.epilogues)}, and a tournament records none. "
            "Possible: false."
        )
    given = table.model_dump(mode="json", exclude_unset=True)
    kept = ("rules", "limits", "talk", "llm", "models", "seed")
    data = {key: given[key] for key in kept if key in given}
    if "budget" in given:
        data["game_budget"] = given["budget"]
    return {
        "name": file.stem, "rulesets": [table.ruleset], "seats": [len(table.seats)],
        "entrants": _entrants_of(table), **data,
    }  # fmt: skip


def _entrants_of(table: TableConfig) -> dict[str, dict[str, str]]:
    """Return a table's entrants, named by model and label, with a number for a repeated name.

    Of a name that is too long, such as a path, the end is kept.
    """
    found: dict[str, dict[str, str]] = {}
    named: Counter[str] = Counter()
    models = {
        spec: parse(spec).name if is_model_spec(spec) else spec for spec in table.seats.values()
    }
    twice = {name for name, count in Counter(models.values()).items() if count > 1}
    for seat, spec in table.seats.items():
        name = spec if models[spec] in twice else models[spec]
        entrant = {"spec": spec}
        persona = table.personas.get(seat)
        if isinstance(persona, str):
            entrant["persona"] = persona
            name = f"{name} as {Path(persona).stem}"
        if len(name) > LONGEST_NAME - NUMBERED:
            name = f"…{name[NUMBERED + 1 - LONGEST_NAME :].lstrip()}"
        named[name] += 1
        found[f"{name} ({named[name]})" if named[name] > 1 else name] = entrant
    return found
