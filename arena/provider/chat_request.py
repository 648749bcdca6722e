"""The request of OpenAI's Chat Completions protocol, as far as function tools and text go."""

from typing import Annotated, Literal, NotRequired

from pydantic import Discriminator, Field, TypeAdapter, with_config
from typing_extensions import TypedDict

from arena.provider.request_checks import CLOSED, Metadata, Temperature, ToolName, TopP

__all__ = ["CHAT"]


class TextPart(TypedDict):
    """Text."""

    type: Literal["text"]
    text: str


class RefusalPart(TypedDict):
    """A refusal."""

    type: Literal["refusal"]
    refusal: str


class Instruction(TypedDict):
    """A message to the model."""

    role: Literal["system", "developer", "user"]
    content: str | list[TextPart]
    name: NotRequired[str | None]


class Function(TypedDict):
    """Which function was called, and how."""

    name: ToolName
    arguments: str


class ToolCall(TypedDict):
    """A call that the model made."""

    id: Annotated[str, Field(min_length=1)]
    type: Literal["function"]
    function: Function


class Assistant(TypedDict):
    """What the model said."""

    role: Literal["assistant"]
    content: NotRequired[
        str | list[Annotated[TextPart | RefusalPart, Discriminator("type")]] | None
    ]
    refusal: NotRequired[str | None]
    name: NotRequired[str | None]
    tool_calls: NotRequired[Annotated[list[ToolCall], Field(min_length=1)] | None]
    annotations: NotRequired[list[object] | None]
    audio: NotRequired[None]
    function_call: NotRequired[None]


class Result(TypedDict):
    """What a call gave."""

    role: Literal["tool"]
    content: str | list[TextPart]
    tool_call_id: str


Message = Annotated[Instruction | Assistant | Result, Discriminator("role")]


class Definition(TypedDict):
    """A function."""

    name: ToolName
    description: NotRequired[str | None]
    parameters: NotRequired[dict[str, object] | None]
    strict: NotRequired[bool | None]


class Tool(TypedDict):
    """A tool."""

    type: Literal["function"]
    function: Definition


class Name(TypedDict):
    """A function's name."""

    name: str


class Named(TypedDict):
    """A tool by its name."""

    type: Literal["function"]
    function: Name


class AllowedTools(TypedDict):
    """Some of the tools."""

    mode: Literal["auto", "required"]
    tools: list[Named]


class Allowed(TypedDict):
    """Only some of the tools."""

    type: Literal["allowed_tools"]
    allowed_tools: AllowedTools


class Format(TypedDict):
    """The form of the words."""

    type: Literal["text", "json_object", "json_schema"]
    json_schema: NotRequired[dict[str, object] | None]


@with_config(CLOSED)
class ChatBody(TypedDict):
    """The request."""

    model: str
    messages: Annotated[list[Message], Field(min_length=1)]
    tools: NotRequired[Annotated[list[Tool], Field(min_length=1)] | None]
    tool_choice: NotRequired[
        Literal["none", "auto", "required"]
        | Annotated[Named | Allowed, Discriminator("type")]
        | None
    ]
    parallel_tool_calls: NotRequired[bool | None]
    max_tokens: NotRequired[Annotated[int, Field(ge=1)] | None]
    max_completion_tokens: NotRequired[Annotated[int, Field(ge=1)] | None]
    temperature: NotRequired[Temperature | None]
    top_p: NotRequired[TopP | None]
    seed: NotRequired[int | None]
    reasoning_effort: NotRequired[
        Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"] | None
    ]
    n: NotRequired[Annotated[int, Field(ge=1, le=128)] | None]
    stop: NotRequired[str | Annotated[list[str], Field(max_length=4)] | None]
    response_format: NotRequired[Format | None]
    frequency_penalty: NotRequired[Annotated[float, Field(ge=-2, le=2)] | None]
    presence_penalty: NotRequired[Annotated[float, Field(ge=-2, le=2)] | None]
    store: NotRequired[bool | None]
    prompt_cache_key: NotRequired[str | None]
    metadata: NotRequired[Metadata | None]
    service_tier: NotRequired[Literal["auto", "default", "flex", "scale", "priority"] | None]
    user: NotRequired[str | None]
    safety_identifier: NotRequired[Annotated[str, Field(max_length=128)] | None]
    verbosity: NotRequired[Literal["low", "medium", "high"] | None]
    stream: NotRequired[Literal[False] | None]


CHAT: TypeAdapter[ChatBody] = TypeAdapter(ChatBody)
