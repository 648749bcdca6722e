"""The rules of running a tournament: its budget, the providers' limits, games at once."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from arena.forms import Count
from arena.settings import Dollars


class Strict(BaseModel):
    """Base of a tournament's data models: frozen, strict, without unknown keys."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )


class TournamentBudget(Strict):
    """What all games together may use; null: as much as they take."""

    money: Dollars | None = None
    """Dollars. Every model needs a price then."""
    tokens: Count | None = None
    """Input and output tokens, from a cache or not."""
    calls: Count | None = None
    """Requests, those tried again included."""
    hours: Annotated[float, Field(gt=0, allow_inf_nan=False)] | None = None
    """Hours in which games run, all runs together."""
    on_budget: Literal["pause", "house"] = "pause"
    """Once it is used up: `pause`: games stop and can go on with a larger budget; `house`: house
    bots finish those that have begun, which are marked and not rated."""


class ProviderLimits(Strict):
    """What a provider may be asked at most; null: as the provider itself says."""

    requests: Annotated[int, Field(ge=1)] | None = None
    """Requests a minute."""
    tokens: Annotated[int, Field(ge=1)] | None = None
    """Tokens a minute, input and longest output."""
    calls: Annotated[int, Field(ge=1)] | None = None
    """Calls at once."""


class Running(Strict):
    """The table `[run]` of a config."""

    games: Annotated[int, Field(ge=1, le=10_000)] = 8
    """Games at once."""
    processes: Annotated[int, Field(ge=0, le=256)] = 0
    """Processes on this machine; 0: one for each core; 1: no other process than this one."""


class RunRules(Running):
    """How games are run; none of it changes what a game is."""

    budget: TournamentBudget = Field(default_factory=TournamentBudget)
    providers: dict[str, ProviderLimits] = Field(default_factory=dict)
    """By protocol, or by SPEC: `openai`, `anthropic:MODEL`, `openai-compatible:MODEL@URL`. One
    without a label holds for all labels of its model together."""
