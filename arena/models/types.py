"""What goes to a language model and comes back, in no provider's words.

An adapter makes its provider's request from a conversation, sends it, and reads the raw reply. The
three are apart so that a recorded reply can be read again without a call, and a request be compared
with the recorded one without being sent.
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
"""Why a reply ended: by itself, cut off at the longest output, the model refused to answer, or cut
off where the model's context was full."""


def is_forced(step: Step) -> bool:
    """Tell whether the model must call a tool."""
    return step in {"forced", "forced_loose"}


def is_loose(step: Step) -> bool:
    """Tell whether arguments are never to be held to their schema."""
    return step in {"forced_loose", "offered_loose"}


def is_worded(step: Step) -> bool:
    """Tell whether a model is sent no tools, and writes its answer as words."""
    return step in {"schema", "text"}


def is_below(step: Step, other: Step) -> bool:
    """Tell whether a step asks less firmly than another."""
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
    """A call that a model made."""

    id: str
    """The provider's; the result refers to it."""
    name: str
    arguments: str
    """As the model wrote them; JSON where all went well. What goes back of them: `sent_back`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Usage:
    """Tokens of one call, as the provider counts them."""

    input: int
    """All that was sent, from a cache or not."""
    cached: int
    """How many of `input` a cache served."""
    written: int
    """How many of `input` were written to a cache at a price of their own; 0 where it has none."""
    output: int
    """All that was generated, reasoning included."""
    reasoning: int
    """How many of `output` were reasoning, where the provider tells; else 0."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a model returned."""

    item: Item
    """The assistant entry that the conversation goes on with."""
    calls: tuple[ToolCall, ...]
    """Tool calls in their order."""
    text: str
    """What it said in words; may be empty."""
    reasoning: str
    """What it thought, as far as the provider shows it; nobody else ever sees it."""
    stop: Stop
    usage: Usage | None
    """None where the provider did not say."""
    model: str
    """The model that answered, as the provider names it; empty where it does not say."""


class Model(Protocol):
    """One model behind one provider; it holds no conversation and serves all seats."""

    spec: str
    """As a seat is written: `openai:MODEL`, `anthropic:MODEL`, `openai-compatible:MODEL@URL`."""
    settings: ModelSettings
    takes_tools: bool
    """False once its server has said of itself, in a `check`, that the model knows no tools."""

    def payload(
        self, conversation: Sequence[Item], tools: Sequence[Tool], step: Step
    ) -> JsonObject:
        """Return the request's JSON body; the same arguments give the same bytes.

        The body for a longer conversation has the same content in front.
        """
        ...

    async def send(self, payload: Mapping[str, object], seconds: float) -> JsonObject:
        """Send a body once, without retries; return the reply's JSON as it came. Raises `Fault`.

        What asks for thoughts in words, and changes nothing else, may be left out if it is refused.
        """
        ...

    def read(self, raw: Mapping[str, object]) -> Reply:
        """Return what a raw reply says. Raises `Fault`."""
        ...

    async def check(self, seconds: float) -> None:
        """Ask, free of charge, whether server, key and model are there. Raises `Fault`."""
        ...

    async def close(self) -> None:
        """Let go of the connections."""
        ...
