"""The request of OpenAI's Chat Completions protocol, as far as function tools and text go."""

from typing import Annotated, Literal

from pydantic import Discriminator, Field, TypeAdapter

from arena.provider.request_checks import ClosedObject, Metadata, Temperature, ToolName, TopP

__all__ = ["CHAT"]


class TextPart(ClosedObject):
    """Text."""

    type: Literal["text"]
    text: str


class RefusalPart(ClosedObject):
    """A refusal."""

    type: Literal["refusal"]
    refusal: str


class Instruction(ClosedObject):
    """A message to the model."""

    role: Literal["system", "developer", "user"]
    content: str | list[TextPart]
    name: str | None = None


class Function(ClosedObject):
    """Which function was called, and how."""

    name: ToolName
    arguments: str


class ToolCall(ClosedObject):
    """A call that the model made."""

    id: Annotated[str, Field(min_length=1)]
    type: Literal["function"]
    function: Function


class Assistant(ClosedObject):
    """What the model said."""

    role: Literal["assistant"]
    content: str | list[Annotated[TextPart | RefusalPart, Discriminator("type")]] | None = None
    refusal: str | None = None
    name: str | None = None
    tool_calls: Annotated[list[ToolCall], Field(min_length=1)] | None = None
    annotations: list[object] | None = None
    audio: None = None
    function_call: None = None


class Result(ClosedObject):
    """What a call gave."""

    role: Literal["tool"]
    content: str | list[TextPart]
    tool_call_id: str


Message = Annotated[Instruction | Assistant | Result, Discriminator("role")]


class Definition(ClosedObject):
    """A function."""

    name: ToolName
    description: str | None = None
    parameters: dict[str, object] | None = None
    strict: bool | None = None


class Tool(ClosedObject):
    """A tool."""

    type: Literal["function"]
    function: Definition


class Name(ClosedObject):
    """A function's name."""

    name: str


class Named(ClosedObject):
    """A tool by its name."""

    type: Literal["function"]
    function: Name


class AllowedTools(ClosedObject):
    """Some of the tools."""

    mode: Literal["auto", "required"]
    tools: list[Named]


class Allowed(ClosedObject):
    """Only some of the tools."""

    type: Literal["allowed_tools"]
    allowed_tools: AllowedTools


class Format(ClosedObject):
    """The form of the words."""

    type: Literal["text", "json_object", "json_schema"]
    json_schema: dict[str, object] | None = None


class ChatBody(ClosedObject):
    """The request."""

    model: str
    messages: Annotated[list[Message], Field(min_length=1)]
    tools: Annotated[list[Tool], Field(min_length=1)] | None = None
    tool_choice: (
        Literal["none", "auto", "required"]
        | Annotated[Named | Allowed, Discriminator("type")]
        | None
    ) = None
    parallel_tool_calls: bool | None = None
    max_tokens: Annotated[int, Field(ge=1)] | None = None
    max_completion_tokens: Annotated[int, Field(ge=1)] | None = None
    temperature: Temperature | None = None
    top_p: TopP | None = None
    seed: int | None = None
    reasoning_effort: Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"] | None = (
        None
    )
    n: Annotated[int, Field(ge=1, le=128)] | None = None
    stop: str | Annotated[list[str], Field(max_length=4)] | None = None
    response_format: Format | None = None
    frequency_penalty: Annotated[float, Field(ge=-2, le=2)] | None = None
    presence_penalty: Annotated[float, Field(ge=-2, le=2)] | None = None
    store: bool | None = None
    prompt_cache_key: str | None = None
    metadata: Metadata | None = None
    service_tier: Literal["auto", "default", "flex", "scale", "priority"] | None = None
    user: str | None = None
    safety_identifier: Annotated[str, Field(max_length=128)] | None = None
    verbosity: Literal["low", "medium", "high"] | None = None
    stream: Literal[False] | None = None


CHAT: TypeAdapter[ChatBody] = TypeAdapter(ChatBody)
