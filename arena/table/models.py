"""The language models of one game: opened before it begins, closed after it, or after it failed."""

import asyncio
import os
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from arena.calls.caller import Caller
from arena.claims.vocabulary import Vocabulary
from arena.config import TableConfig
from arena.errors import ConfigError, Fault
from arena.models.keys import find_key
from arena.models.opening import open_model
from arena.models.prices import Tariff, price_of
from arena.models.specs import is_model_spec, parse
from arena.models.types import Model
from arena.seats.llm import Cast, ModelSeat
from arena.seats.llm.personas import persona
from arena.seats.llm.prompts import Prompts
from arena.seats.llm.templates import prompts_digest
from arena.seats.llm.tools import toolbox
from arena.settings import LlmHeader, ModelSettings, Persona, TalkRules
from engine import Ruleset

__all__ = ["Models", "llm_header", "tariffs_of"]

CHECK_SECONDS = 15.0
KEYS_FILE = Path(".env")


@dataclass(slots=True, kw_only=True)
class Models:
    """Opened models, and the way to them."""

    header: LlmHeader
    models: Mapping[str, Model]
    """By SPEC."""
    tariffs: Mapping[str, Tariff | None]
    """By SPEC; None: the price is unknown."""
    line: Caller | None = None
    """Laid when the game begins."""
    _cast: Cast | None = field(default=None)

    @classmethod
    def opened(cls, header: LlmHeader, used: Collection[str]) -> "Models":
        """Open the models that a header names, those of them that are `used`, by SPEC.

        Raises `ConfigError` for a key that is missing, prompts that are no longer those of the
        game, and for a cap in money where the price of a model is unknown.
        """
        if header.prompts != prompts_digest():
            raise ConfigError(
                "the game was begun with other prompts, and what its models would be sent is not "
                "what they were sent. Possible: to resume it with the version that began it."
            )
        tariffs = tariffs_of(header)
        specs = {spec: parse(spec) for spec in header.models}
        open_ = [spec for spec in specs if spec in used]
        keys = {spec: find_key(specs[spec], os.environ, KEYS_FILE) for spec in open_}
        models = {
            spec: open_model(specs[spec], header.models[spec], key=keys[spec]) for spec in open_
        }
        return cls(header=header, models=models, tariffs=tariffs)

    def seat(
        self, name: str, spec: str, *, ruleset: Ruleset, seats: Sequence[str], talk: TalkRules
    ) -> ModelSeat:
        """Return the seat of a model; `seats` are all of the table, clockwise."""
        if self._cast is None:
            rules = self.header.rules
            self._cast = Cast(
                ruleset=ruleset,
                talk=talk,
                rules=rules,
                vocabulary=Vocabulary(ruleset, seats),
                prompts=Prompts(ruleset, seats, talk, hints=rules.hints),
                tools=toolbox(ruleset, seats, talk),
                line=self._laid,
            )
        model, tariff = self.models[spec], self.tariffs[spec]
        found = ModelSeat(name, self._cast, model, tariff, self.header.personas.get(name))
        limit = model.settings.context
        if limit is not None and found.least_context > limit:
            raise ConfigError(
                f'[models."{spec}"] context is {limit}. Possible: at least {found.least_context} '
                f"tokens, for rules, tools, a question and two replies of "
                f"{model.settings.max_output}."
            )
        return found

    async def check(self, *, forgiving: bool = False) -> None:
        """Ask every provider for its models; `ConfigError` for a key or name that it refuses.

        Where it can't be asked at all that is an error too, unless `forgiving`.
        """
        found = await asyncio.gather(
            *(model.check(CHECK_SECONDS) for model in self.models.values()), return_exceptions=True
        )
        for error in found:
            if isinstance(error, Fault) and error.retried and forgiving:
                continue
            if isinstance(error, Fault):
                raise ConfigError(f"a model can't be asked: {error.why}") from error
            if isinstance(error, BaseException):
                raise error

    async def close(self) -> None:
        """Let go of all connections."""
        await asyncio.gather(*(model.close() for model in self.models.values()))

    def _laid(self) -> Caller:
        if self.line is None:
            raise RuntimeError("a model is asked before its game began")
        return self.line


def tariffs_of(header: LlmHeader) -> dict[str, Tariff | None]:
    """Return what the models cost, by SPEC; None where nobody knows.

    Raises `ConfigError` for a cap in money where the price of a model is unknown.
    """
    tariffs = {spec: price_of(parse(spec), each) for spec, each in header.models.items()}
    unpriced = [spec for spec, tariff in tariffs.items() if tariff is None]
    if header.budget.money is not None and unpriced:
        raise ConfigError(
            f"the budget has a cap in money, and the price of {unpriced[0]} is unknown. "
            f"Possible: price = {{ input = DOLLARS, output = DOLLARS }} for a million tokens "
            f'in [models."{unpriced[0]}"], or a budget in tokens.'
        )
    return tariffs


def llm_header(config: TableConfig, given: Collection[str]) -> LlmHeader | None:
    """Return what a table's models are told and allowed; None where no model sits there.

    `given` are seats that somebody else has taken. Raises `ConfigError` for personas that don't
    exist.
    """
    seats = {
        name: spec
        for name, spec in config.seats.items()
        if is_model_spec(spec) and name not in given
    }
    if not seats:
        return None
    return LlmHeader(
        seats=tuple(seats),
        rules=config.llm,
        budget=config.budget,
        models={spec: config.models.get(spec, ModelSettings()) for spec in seats.values()},
        personas={name: _persona(given) for name, given in config.personas.items()},
        prompts=prompts_digest(),
    )


def _persona(given: str) -> Persona:
    found = persona(given)
    return Persona(name=found.name, text=found.text)
