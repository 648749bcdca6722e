"""The language models of one game: opened before it begins, closed after it ends or fails."""

import asyncio
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from arena.calls.caller import Caller
from arena.config import TableConfig
from arena.errors import ConfigError, Fault, TemplateFailure
from arena.models.pool import ModelPool
from arena.models.prices import Tariff, price_of
from arena.models.specs import in_force, is_model_spec, parse
from arena.models.types import Model
from arena.seats.llm import Briefing, ModelSeat, least_context
from arena.seats.llm.personas import persona
from arena.seats.llm.templates import prompts_digest
from arena.settings import LlmHeader, ModelSettings

CHECK_SECONDS = 15.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Models:
    """The opened models of a game, and what all of them are shown."""

    header: LlmHeader
    models: Mapping[str, Model]
    """By SPEC."""
    tariffs: Mapping[str, Tariff | None]
    """By SPEC; None: the price is unknown."""
    briefing: Briefing
    pool: ModelPool
    is_own: bool
    """False if the models belong to a shared pool, which its maker closes."""

    @classmethod
    def opened(
        cls,
        header: LlmHeader,
        specs: Mapping[str, str],
        briefing: Briefing,
        shared: ModelPool | None = None,
    ) -> "Models":
        """Open the models of a header that play; `specs` is by seat.

        Models in `shared` are taken from there.

        Raises `ConfigError` for a missing key, prompts that differ from the game's, templates that
        can't be rendered, a context limit that no question fits, and for a cap in money where the
        price of a model is unknown.
        """
        if header.prompts != prompts_digest(header.rules.prompts):
            raise ConfigError(
                "the game was begun with other prompts, and what its models would be sent is not "
                "what they were sent. Possible: to resume it with the version that began it."
            )
        tariffs = tariffs_of(header)
        for seat, spec in specs.items():
            _check_system_text(header, seat, briefing)
            _check_context(header, seat, spec, briefing)
        pool = ModelPool() if shared is None else shared
        models = {
            spec: pool.opened(parse(spec), settings)
            for spec, settings in header.models.items()
            if spec in specs.values()
        }
        return cls(
            header=header, models=models, tariffs=tariffs, briefing=briefing, pool=pool,
            is_own=shared is None,
        )  # fmt: skip

    def seat(self, name: str, spec: str, caller: Caller) -> ModelSeat:
        """Build the seat of a model."""
        return ModelSeat(
            name=name,
            briefing=self.briefing,
            model=self.models[spec],
            caller=caller,
            tariff=self.tariffs[spec],
            persona=self.header.personas.get(name),
        )

    async def check(self, *, forgiving: bool = False) -> None:
        """Check each model at its provider; raises `ConfigError` for a refused key or name.

        So it does for an unreachable provider, unless `forgiving`.
        """
        found = await asyncio.gather(
            *(self.pool.check(model, CHECK_SECONDS) for model in self.models.values()),
            return_exceptions=True,
        )
        for spec, error in zip(self.models, found, strict=True):
            if isinstance(error, Fault) and error.retried and forgiving:
                continue
            if isinstance(error, Fault):
                why = f"a model can't be asked: {error.why}"
                raise ConfigError(why, spec=spec) from error
            if isinstance(error, BaseException):
                raise error

    async def close(self) -> None:
        """Close the connections that are the game's own."""
        if self.is_own:
            await self.pool.close()


def _check_system_text(header: LlmHeader, seat: str, briefing: Briefing) -> None:
    """Raise `ConfigError` for templates that can't begin a conversation."""
    if header.rules.prompts is None:
        return
    try:
        briefing.conversation(seat, header.personas.get(seat), 1, "text")
    except TemplateFailure as error:
        raise ConfigError(f"prompts {error}") from error


def _check_context(header: LlmHeader, seat: str, spec: str, briefing: Briefing) -> None:
    """Raise `ConfigError` for a context limit too small for rules, tools and a question."""
    settings = header.models.get(spec)
    if settings is None or settings.context is None:
        return
    least = least_context(briefing, seat, header.personas.get(seat), spec, settings)
    if least > settings.context:
        raise ConfigError(
            f'[models."{spec}"] context is {settings.context}. Possible: at least {least} tokens, '
            f"for rules, tools, a question and two replies of {settings.max_output}."
        )


def tariffs_of(header: LlmHeader) -> dict[str, Tariff | None]:
    """Return the tariffs of the models by SPEC; None where the price is unknown.

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
    """Build the header's part on language models; None if none plays.

    `given` are seats supplied by the caller. Raises `ConfigError` for personas that don't exist.
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
        models={
            spec: in_force(parse(spec), config.models.get(spec, ModelSettings()), config.limits)
            for spec in seats.values()
        },
        personas={name: persona(each) for name, each in config.personas.items()},
        prompts=prompts_digest(config.llm.prompts),
    )
