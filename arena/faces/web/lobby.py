"""Choices for a new table, and the table configuration of a choice.

A choice comes from a browser, so it contains no paths, addresses or class names. Seats can be
people, the arena's bots, and models that the server offers.
"""

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Annotated, get_args

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from arena.config import Overrides, TableConfig, load_table
from arena.data import names
from arena.errors import ConfigError, possible
from arena.mistakes import Form, sentence
from arena.models.keys import find_key
from arena.models.specs import is_model_spec, parse
from arena.seats.house import DIALS
from arena.settings import HUMAN, READING, BudgetRules, PeopleRules, TalkRules, expected
from arena.text import shown
from engine import ruleset, rulesets
from engine.seats import FEWEST, MOST

BOTS = ("house", *(f"house:{each}" for each in DIALS), "random")
PROTOCOLS: tuple[str, ...] = get_args(TalkRules.model_fields["protocol"].annotation)
SHORTEST, LONGEST = 10.0, 3600.0
"""Range of seconds for a person's answer."""
NAME = re.compile(r"[\w.-]([\w .-]{0,38}[\w.-])?")
"""Pattern of a host's name for a model."""
WORDS_A_MINUTE = {"slow": 140, "normal": READING, "quick": 350, "at once": 0}
"""Offered reading speeds in words a minute."""


class Choice(BaseModel):
    """A host's choice of table."""

    model_config = ConfigDict(extra="forbid", frozen=True, strict=True)

    ruleset: str = "moh"
    seats: Annotated[dict[str, str], Field(min_length=1, max_length=MOST)]
    rules: dict[str, str | int | bool | None] = {}
    scenario: str | None = None
    talk: str = "simultaneous"
    answer_seconds: Annotated[float, Field(ge=SHORTEST, le=LONGEST, strict=False)] = (
        PeopleRules().answer_seconds
    )
    words_a_minute: Annotated[int, Field(ge=0, le=10_000)] = PeopleRules().words_a_minute


EXPECTED = {
    "ruleset": "the id of a ruleset, as text",
    "seats": f"{FEWEST} to {MOST} seats, each with who sits there",
    "rules": "options of the ruleset",
    "scenario": "the name of a scenario, or null",
    "talk": ", ".join(PROTOCOLS),
    "answer_seconds": f"a number from {SHORTEST:g} to {LONGEST:g}",
    "words_a_minute": expected(PeopleRules, "words_a_minute"),
}
CHOICE = Form(model=Choice, sections={}, expected=EXPECTED)


@dataclass(frozen=True, slots=True, kw_only=True)
class Lobby:
    """The choices of one server."""

    models: Mapping[str, str] = field(default_factory=dict)
    """SPECs of offered models, by the host's names, else by SPEC."""
    budget: BudgetRules = field(default_factory=BudgetRules)
    """Budget of each game."""

    @classmethod
    def of(
        cls, models: Sequence[str], budget: BudgetRules, environ: Mapping[str, str] = os.environ
    ) -> "Lobby":
        """Build the lobby of models, `SPEC` or `NAME=SPEC` each.

        Raises `ConfigError` for a model without a key, and for invalid or repeated names.
        """
        named: dict[str, str] = {}
        for each in models:
            name, spec = _named(each)
            if name in named:
                raise ConfigError(f"--model has {shown(name)} twice. Possible: each name once.")
            find_key(parse(spec), environ)
            named[name] = spec
        return cls(models=named, budget=budget)

    @property
    def choices(self) -> Mapping[str, str]:
        """SPECs of possible seats, by choice."""
        return {**{each: each for each in (HUMAN, *BOTS)}, **self.models}

    def data(self) -> dict[str, object]:
        """Return the choices as plain JSON data."""
        return {
            "rulesets": [
                {"id": each, "title": facts.title, "family": facts.family}
                for each in rulesets()
                for facts in [ruleset(each)]
            ],
            "seats": {"fewest": FEWEST, "most": MOST},
            "specs": {"people": [HUMAN], "bots": list(BOTS), "models": list(self.models)},
            "scenarios": list(names("scenarios")),
            "talk": list(PROTOCOLS),
            "answer_seconds": {
                "least": SHORTEST,
                "most": LONGEST,
                "usual": PeopleRules().answer_seconds,
                "in_windows": PeopleRules().card_seconds,
            },
            "words_a_minute": {
                "offered": [{"name": n, "words": words} for n, words in WORDS_A_MINUTE.items()],
                "usual": PeopleRules().words_a_minute,
            },
        }

    def table(self, given: object) -> TableConfig:
        """Return the table configuration of a choice. Raises `ConfigError`."""
        if not isinstance(given, dict):
            raise ConfigError(f"the table is no object. Possible: {', '.join(EXPECTED)}.")
        try:
            choice = Choice.model_validate(given)
        except ValidationError as error:
            mistake = sentence(error.errors(include_url=False)[0], CHOICE)
            raise ConfigError(f"the table: {mistake}") from error
        choices = self.choices
        for name, chosen in choice.seats.items():
            if chosen not in choices:
                raise ConfigError(f"{name} is {chosen!r:.80}. {possible(chosen, tuple(choices))}")
        if HUMAN not in choice.seats.values():
            raise ConfigError(f"nobody sits down. Possible: a seat that is {HUMAN}.")
        seats = {name: choices[chosen] for name, chosen in choice.seats.items()}
        return self._config(choice.model_copy(update={"seats": seats}))

    def names_of_models(self, given: object) -> dict[str, str]:
        """Return the host's names for models of a valid choice, by seat."""
        seats = Choice.model_validate(given).seats
        return {seat: name for seat, name in seats.items() if self.models.get(name, name) != name}

    def _config(self, choice: Choice) -> TableConfig:
        scenarios = names("scenarios")
        if choice.talk not in PROTOCOLS:
            raise ConfigError(f"talk is {choice.talk!r:.80}. {possible(choice.talk, PROTOCOLS)}")
        changes: dict[str, object] = {
            "talk": TalkRules.model_validate({"protocol": choice.talk}),
            "people": PeopleRules(
                answer_seconds=choice.answer_seconds, words_a_minute=choice.words_a_minute
            ),
            "budget": self.budget,
        }
        if choice.scenario is None:
            given = choice.model_dump(include={"ruleset", "seats", "rules"})
            return TableConfig.model_validate(given).model_copy(update=changes)
        if choice.scenario not in scenarios:
            given_name = f"scenario is {choice.scenario!r:.80}"
            raise ConfigError(f"{given_name}. {possible(choice.scenario, scenarios)}")
        seats = tuple(f"{name}={spec}" for name, spec in choice.seats.items())
        config = load_table(None, Overrides(scenario=choice.scenario, seats=seats))
        return config.model_copy(update=changes)


def _named(model: str) -> tuple[str, str]:
    """Parse a value of `--model` into name and SPEC. Raises `ConfigError`."""
    if is_model_spec(model):
        return model, model
    name, equals, spec = model.partition("=")
    if not (equals and is_model_spec(spec)):
        raise ConfigError(
            f"--model is {shown(model)}. Possible: the SPEC of a model, or NAME=SPEC."
        )
    if name in {HUMAN, *BOTS} or not NAME.fullmatch(name):
        raise ConfigError(
            f"--model calls a model {shown(name)}. Possible: 1 to 40 letters, digits, spaces, '.', "
            f"'-' or '_', a space neither first nor last; not {', '.join((HUMAN, *BOTS))}."
        )
    return name, spec
