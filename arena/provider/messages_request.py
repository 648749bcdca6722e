"""The request of Anthropic's Messages protocol, as far as tools and text go."""

from typing import Annotated, Literal

from pydantic import Discriminator, Field, TypeAdapter

from arena.provider.request_checks import ClosedObject, Temperature, ToolName, TopP

__all__ = ["MESSAGES"]


class CacheControl(ClosedObject):
    """A mark up to which the request is kept in the cache."""

    type: Literal["ephemeral"]
    ttl: Literal["5m", "1h"] | None = None


class Text(ClosedObject):
    """Text."""

    type: Literal["text"]
    text: str
    cache_control: CacheControl | None = None
    citations: list[object] | None = None


class Thinking(ClosedObject):
    """What the model thought, with its signature."""

    type: Literal["thinking"]
    thinking: str
    signature: str


class RedactedThinking(ClosedObject):
    """What the model thought, for its own eyes."""

    type: Literal["redacted_thinking"]
    data: str


class ToolUse(ClosedObject):
    """A call that the model made."""

    type: Literal["tool_use"]
    id: Annotated[str, Field(pattern=r"^[a-zA-Z0-9_-]+$")]
    name: Annotated[str, Field(pattern=r"^[a-zA-Z0-9_-]{1,128}$")]
    input: dict[str, object]
    cache_control: CacheControl | None = None
    caller: dict[str, object] | None = None


class ToolResult(ClosedObject):
    """What a call gave."""

    type: Literal["tool_result"]
    tool_use_id: Annotated[str, Field(pattern=r"^[a-zA-Z0-9_-]+$")]
    content: str | list[Text] | None = None
    is_error: bool | None = None
    cache_control: CacheControl | None = None


Block = Annotated[Text | Thinking | RedactedThinking | ToolUse | ToolResult, Discriminator("type")]


class Message(ClosedObject):
    """One side's turn."""

    role: Literal["user", "assistant"]
    content: str | list[Block]


class Tool(ClosedObject):
    """A tool."""

    name: ToolName
    input_schema: dict[str, object]
    description: str | None = None
    strict: bool | None = None
    type: Literal["custom"] | None = None
    cache_control: CacheControl | None = None


class AutoOrAny(ClosedObject):
    """The model may call, or has to."""

    type: Literal["auto", "any"]
    disable_parallel_tool_use: bool | None = None


class Named(ClosedObject):
    """The model has to call this tool."""

    type: Literal["tool"]
    name: str
    disable_parallel_tool_use: bool | None = None


class Never(ClosedObject):
    """The model calls nothing."""

    type: Literal["none"]


class Enabled(ClosedObject):
    """It thinks up to a budget."""

    type: Literal["enabled"]
    budget_tokens: Annotated[int, Field(ge=1024)]
    display: Literal["summarized", "omitted"] | None = None


class Adaptive(ClosedObject):
    """It thinks as much as it sees fit."""

    type: Literal["adaptive"]
    display: Literal["summarized", "omitted"] | None = None


class Disabled(ClosedObject):
    """It doesn't think."""

    type: Literal["disabled"]


class OutputFormat(ClosedObject):
    """The form of the words."""

    type: Literal["json_schema"]
    schema_: Annotated[dict[str, object], Field(alias="schema")]


class OutputConfig(ClosedObject):
    """How it answers."""

    effort: Literal["low", "medium", "high", "xhigh", "max"] | None = None
    format: OutputFormat | None = None


class User(ClosedObject):
    """For whom."""

    user_id: str | None = None


class MessagesBody(ClosedObject):
    """The request."""

    model: Annotated[str, Field(min_length=1)]
    max_tokens: Annotated[int, Field(ge=1)]
    messages: Annotated[list[Message], Field(min_length=1)]
    system: str | list[Text] | None = None
    tools: list[Tool] | None = None
    tool_choice: Annotated[AutoOrAny | Named | Never, Discriminator("type")] | None = None
    thinking: Annotated[Enabled | Adaptive | Disabled, Discriminator("type")] | None = None
    output_config: OutputConfig | None = None
    cache_control: CacheControl | None = None
    metadata: User | None = None
    service_tier: Literal["auto", "standard_only"] | None = None
    temperature: Annotated[Temperature, Field(le=1)] | None = None
    top_p: TopP | None = None
    top_k: Annotated[int, Field(ge=0)] | None = None
    stop_sequences: list[str] | None = None
    stream: Literal[False] | None = None


MESSAGES: TypeAdapter[MessagesBody] = TypeAdapter(MessagesBody)
