"""How one model is called: parameters, what its server can do, prices, waiting."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["ModelSettings", "Price"]

Dollars = Annotated[float, Field(ge=0, allow_inf_nan=False)]


class Price(BaseModel):
    """Dollars for a million tokens."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )

    input: Dollars
    """Input that no cache served."""
    output: Dollars
    """Output, reasoning included."""
    cached: Dollars | None = None
    """Input that a cache served; left out: as `input`."""
    written: Dollars | None = None
    """Input that is written to a cache; left out: as `input`."""


class ModelSettings(BaseModel):
    """The table `[models."SPEC"]` of a config; what is left out is not sent."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )

    max_output: Annotated[int, Field(ge=64)] = 4096
    """Most tokens of one reply, reasoning included."""
    temperature: Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)] | None = None
    """Not taken by `anthropic`."""
    top_p: Annotated[float, Field(gt=0, le=1, allow_inf_nan=False)] | None = None
    """Not taken by `anthropic`."""
    seed: int | None = None
    """Sampling seed; taken by `openai-compatible` only."""
    effort: Literal["minimal", "low", "medium", "high"] | None = None
    """How long a reasoning model thinks."""
    thinking: bool = False
    """True: `anthropic` thinks before it answers, as much as it sees fit; tools are then offered,
    not forced."""
    reasoning: bool = True
    """False: an `openai` model without reasoning, of which none is asked back."""
    tools: bool = True
    """False: the server takes no tools, answers are JSON in words."""
    tool_choice: bool = True
    """False: the server can't be told that a tool has to be called."""
    strict: bool | None = None
    """True: the server is asked to hold arguments to their schema; left out: `openai` is."""
    cache: bool = True
    """False: no cache marks are sent (`anthropic`)."""
    context: Annotated[int, Field(ge=4096)] | None = None
    """Most tokens that fit into one call, output included; left out: as many as come."""
    call_seconds: Annotated[float, Field(gt=0, allow_inf_nan=False)] = 60.0
    """Seconds for one call."""
    retries: Annotated[int, Field(ge=0, le=10)] = 3
    """How often a call that failed for a passing reason is tried again."""
    price: Price | None = None
    """In place of the table that comes with `genai-prices`."""
