"""Provider-neutral types of requests to language models and of their replies.

An adapter builds its provider's request from a conversation, sends it, and parses the raw reply.
These are separate so that a recorded reply can be parsed again without a call, and a request be
compared with the recorded one without being sent.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal, Protocol, get_args

from arena.forms import JsonObject, Schema
from arena.settings import ModelSettings

Item = JsonObject
"""One entry of a conversation, plain JSON data. By `role`:

`system`: `text`; the first entry, and the only one of its kind.
`user`: `text`.
`assistant`: `raw`, a list of what the provider returned, in its own words, in the form in which it
takes them back.
`tool`: `call`, the id of a tool call in the assistant entry before, and `text`, its result.
"""

Step = Literal["forced", "forced_loose", "offered", "offered_loose", "schema", "text"]
"""How an answer is asked for, the firmest first: the model must call a tool; it may; it writes JSON
as words, which the server holds to a schema; the same, and nobody holds it. A step that is `_loose`
does not ask the server to hold arguments to their schema, where the one before it does."""
STEPS: tuple[Step, ...] = get_args(Step)

Stop = Literal["done", "length", "refusal", "full"]
"""Why a reply ended: complete, cut off at the output limit, refused by the model, or cut off
because the model's context was full.
"""


def is_forced(step: Step) -> bool:
    """Return True if the model must call a tool."""
    return step in {"forced", "forced_loose"}


def is_loose(step: Step) -> bool:
    """Return True if the server is not asked to hold arguments to their schema."""
    return step in {"forced_loose", "offered_loose"}


def is_worded(step: Step) -> bool:
    """Return True if no tools are sent, and the answer is written as text."""
    return step in {"schema", "text"}


def is_below(step: Step, other: Step) -> bool:
    """Return True if a step asks less strictly than another."""
    return STEPS.index(step) > STEPS.index(other)


@dataclass(frozen=True, slots=True, kw_only=True)
class Tool:
    """A function that a model can call; the same bytes in every request of a game."""

    name: str
    description: str
    schema: Schema
    """JSON Schema of the arguments: an object, flat, closed, every key required, null allowed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolCall:
    """A tool call that a model made."""

    id: str
    """The provider's id, to which the result refers."""
    name: str
    arguments: str
    """As the model wrote them, normally JSON; `sent_back` normalizes them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Token counts of one call, as the provider reports them."""

    input: int
    """Input tokens, cached or not."""
    cached: int
    """Number of `input` tokens served by a cache."""
    written: int
    """Number of `input` tokens written to a cache at a price of their own; 0 if there is none."""
    output: int
    """Output tokens, reasoning included."""
    reasoning: int
    """Number of `output` tokens that were reasoning, if reported; else 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A model's parsed reply."""

    item: Item
    """The assistant entry with which the conversation continues."""
    calls: tuple[ToolCall, ...]
    """Tool calls in order."""
    text: str
    """The text outside of calls; may be empty."""
    reasoning: str
    """The reasoning, as far as the provider shows it; no other player ever sees it."""
    stop: Stop
    usage: Usage | None
    """None if the provider did not report it."""
    model: str
    """Name of the model that answered, as the provider reports it; may be empty."""


class Model(Protocol):
    """A model behind a provider's API; stateless, shared by all seats."""

    spec: str
    """The SPEC: `openai:MODEL`, `anthropic:MODEL`, `openai-compatible:MODEL@URL`."""
    settings: ModelSettings
    takes_tools: bool
    """False once `check` has learned that the model takes no tools."""

    def payload(
        self, conversation: Sequence[Item], tools: Sequence[Tool], step: Step
    ) -> JsonObject:
        """Return the request's JSON body; the same arguments give the same bytes.

        The body for a longer conversation has the same content in front.
        """
        ...

    async def send(self, payload: Mapping[str, object], seconds: float) -> JsonObject:
        """Send a body once, without retries; return the reply's JSON unchanged. Raises `Fault`.

        An option that only asks for reasoning summaries may be dropped if it is refused.
        """
        ...

    def read(self, raw: Mapping[str, object]) -> Reply:
        """Parse a raw reply. Raises `Fault`."""
        ...

    async def check(self, seconds: float) -> None:
        """Check server, key and model, free of charge. Raises `Fault`."""
        ...

    async def close(self) -> None:
        """Close the connections."""
        ...
