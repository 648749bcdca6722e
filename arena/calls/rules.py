"""What a table with language models at it is played by; part of the config and of the header."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from arena.models.settings import ModelSettings

__all__ = ["BudgetRules", "LlmHeader", "LlmRules", "Persona"]

Positive = Annotated[float, Field(gt=0, allow_inf_nan=False)]
Count = Annotated[int, Field(ge=0)]


class _Rules(BaseModel):
    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )


class BudgetRules(_Rules):
    """What a game may use, all its sessions together; null: as much as it takes."""

    money: Annotated[float, Field(ge=0, allow_inf_nan=False)] | None = None
    """Dollars. Every model at the table needs a price then."""
    tokens: Count | None = None
    """Input and output tokens, from a cache or not."""
    calls: Count | None = None
    """Requests, those tried again included."""
    seconds: Positive | None = None
    """Seconds from the first record to the last call, pauses between sessions not counted."""
    on_budget: Literal["house", "default", "stop"] = "house"
    """Once a call no longer fits: `house`: a house bot plays on for the seat; `default`: defaults
    stand in; `stop`: the game stops and can be resumed with a larger budget."""


class LlmRules(_Rules):
    """What language models are shown, and what happens when their provider is down."""

    hints: Literal["full", "none"] = "full"
    """`none`: the legal options are not listed, and a correction names the rule, not the options.
    """
    tool_schema: Literal["static", "dynamic"] = "static"
    """`dynamic`: the tool that is asked for lists the options of the moment; caches serve less."""
    notes: Annotated[int, Field(ge=1, le=20_000)] = 2_000
    """The longest note in characters; what is longer is cut off."""
    on_outage: Literal["default", "pause", "abort"] = "default"
    """When a provider does not answer for all retries: `default`: the default stands in and the
    game goes on; `pause`: the game stops once the others have answered; `abort`: at once."""


class Persona(_Rules):
    """Whom a model is asked to be."""

    name: str
    text: str
    """Two to four sentences, part of the system prompt."""


class LlmHeader(_Rules):
    """What the language models of a game were told, asked and allowed."""

    seats: Annotated[tuple[str, ...], Field(strict=False)]
    """Names of the seats that models answer for."""
    rules: LlmRules
    budget: BudgetRules
    models: dict[str, ModelSettings]
    """Settings by SPEC, of all models at the table."""
    personas: dict[str, Persona]
    """By seat, where it has one."""
    prompts: Annotated[str, Field(pattern="^[0-9a-f]{64}$")]
    """SHA-256 of all prompt templates."""
