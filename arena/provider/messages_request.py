"""The request of Anthropic's Messages protocol, as far as tools and text go."""

from typing import Annotated, Literal, NotRequired

from pydantic import Discriminator, Field, TypeAdapter, with_config
from typing_extensions import TypedDict

from arena.provider.request_checks import CLOSED, Temperature, ToolName, TopP

__all__ = ["MESSAGES"]


class CacheControl(TypedDict):
    """A mark up to which the request is kept in the cache."""

    type: Literal["ephemeral"]
    ttl: NotRequired[Literal["5m", "1h"] | None]


class Text(TypedDict):
    """Text."""

    type: Literal["text"]
    text: str
    cache_control: NotRequired[CacheControl | None]
    citations: NotRequired[list[object] | None]


class Thinking(TypedDict):
    """What the model thought, with its signature."""

    type: Literal["thinking"]
    thinking: str
    signature: str


class RedactedThinking(TypedDict):
    """What the model thought, for its own eyes."""

    type: Literal["redacted_thinking"]
    data: str


class ToolUse(TypedDict):
    """A call that the model made."""

    type: Literal["tool_use"]
    id: Annotated[str, Field(pattern=r"^[a-zA-Z0-9_-]+$")]
    name: Annotated[str, Field(pattern=r"^[a-zA-Z0-9_-]{1,128}$")]
    input: dict[str, object]
    cache_control: NotRequired[CacheControl | None]
    caller: NotRequired[dict[str, object] | None]


class ToolResult(TypedDict):
    """What a call gave."""

    type: Literal["tool_result"]
    tool_use_id: Annotated[str, Field(pattern=r"^[a-zA-Z0-9_-]+$")]
    content: NotRequired[str | list[Text] | None]
    is_error: NotRequired[bool | None]
    cache_control: NotRequired[CacheControl | None]


Block = Annotated[Text | Thinking | RedactedThinking | ToolUse | ToolResult, Discriminator("type")]


class Message(TypedDict):
    """One side's turn."""

    role: Literal["user", "assistant"]
    content: str | list[Block]


class Tool(TypedDict):
    """A tool."""

    name: ToolName
    input_schema: dict[str, object]
    description: NotRequired[str | None]
    strict: NotRequired[bool | None]
    type: NotRequired[Literal["custom"] | None]
    cache_control: NotRequired[CacheControl | None]


class AutoOrAny(TypedDict):
    """The model may call, or has to."""

    type: Literal["auto", "any"]
    disable_parallel_tool_use: NotRequired[bool | None]


class Named(TypedDict):
    """The model has to call this tool."""

    type: Literal["tool"]
    name: str
    disable_parallel_tool_use: NotRequired[bool | None]


class Never(TypedDict):
    """The model calls nothing."""

    type: Literal["none"]


class Enabled(TypedDict):
    """It thinks up to a budget."""

    type: Literal["enabled"]
    budget_tokens: Annotated[int, Field(ge=1024)]
    display: NotRequired[Literal["summarized", "omitted"] | None]


class Adaptive(TypedDict):
    """It thinks as much as it sees fit."""

    type: Literal["adaptive"]
    display: NotRequired[Literal["summarized", "omitted"] | None]


class Disabled(TypedDict):
    """It doesn't think."""

    type: Literal["disabled"]


class OutputFormat(TypedDict):
    """The form of the words."""

    type: Literal["json_schema"]
    schema: dict[str, object]


class OutputConfig(TypedDict):
    """How it answers."""

    effort: NotRequired[Literal["low", "medium", "high", "xhigh", "max"] | None]
    format: NotRequired[OutputFormat | None]


class User(TypedDict):
    """For whom."""

    user_id: NotRequired[str | None]


@with_config(CLOSED)
class MessagesBody(TypedDict):
    """The request."""

    model: Annotated[str, Field(min_length=1)]
    max_tokens: Annotated[int, Field(ge=1)]
    messages: Annotated[list[Message], Field(min_length=1)]
    system: NotRequired[str | list[Text] | None]
    tools: NotRequired[list[Tool] | None]
    tool_choice: NotRequired[Annotated[AutoOrAny | Named | Never, Discriminator("type")] | None]
    thinking: NotRequired[Annotated[Enabled | Adaptive | Disabled, Discriminator("type")] | None]
    output_config: NotRequired[OutputConfig | None]
    cache_control: NotRequired[CacheControl | None]
    metadata: NotRequired[User | None]
    service_tier: NotRequired[Literal["auto", "standard_only"] | None]
    temperature: NotRequired[Annotated[Temperature, Field(le=1)] | None]
    top_p: NotRequired[TopP | None]
    top_k: NotRequired[Annotated[int, Field(ge=0)] | None]
    stop_sequences: NotRequired[list[str] | None]
    stream: NotRequired[Literal[False] | None]


MESSAGES: TypeAdapter[MessagesBody] = TypeAdapter(MessagesBody)
