"""The request of OpenAI's Responses protocol, as far as function tools and text go."""

from typing import Annotated, Literal, NotRequired, final

from pydantic import Discriminator, Field, Tag, TypeAdapter, with_config
from typing_extensions import TypedDict

from arena.provider.request_checks import CLOSED, Metadata, Temperature, ToolName, TopP

__all__ = ["RESPONSES"]

Status = Literal["in_progress", "completed", "incomplete"]
Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]
Id = Annotated[str, Field(min_length=1, max_length=64)]


class InputText(TypedDict):
    """Text that goes in."""

    type: Literal["input_text"]
    text: str


class OutputText(TypedDict):
    """Text that came out."""

    type: Literal["output_text"]
    text: str
    annotations: NotRequired[list[object] | None]
    logprobs: NotRequired[list[object] | None]


class RefusalPart(TypedDict):
    """A refusal that came out."""

    type: Literal["refusal"]
    refusal: str


Part = Annotated[InputText | OutputText | RefusalPart, Discriminator("type")]


@final
class Message(TypedDict):
    """A message in the easy form, or as an item."""

    role: Literal["user", "assistant", "system", "developer"]
    content: str | list[Part]
    type: NotRequired[Literal["message"]]
    status: NotRequired[Status | None]
    phase: NotRequired[Literal["commentary", "final_answer"] | None]


@final
class OutputMessage(TypedDict):
    """A message that a model wrote."""

    id: Annotated[str, Field(pattern="^msg_")]
    type: Literal["message"]
    role: Literal["assistant"]
    status: Status
    content: list[Annotated[OutputText | RefusalPart, Discriminator("type")]]
    phase: NotRequired[Literal["commentary", "final_answer"] | None]


class Summary(TypedDict):
    """A part of the summary of a thought."""

    type: Literal["summary_text"]
    text: str


class ReasoningText(TypedDict):
    """A part of a thought."""

    type: Literal["reasoning_text"]
    text: str


@final
class Reasoning(TypedDict):
    """What a model thought."""

    id: Annotated[str, Field(pattern="^rs_")]
    type: Literal["reasoning"]
    summary: list[Summary]
    content: NotRequired[list[ReasoningText] | None]
    encrypted_content: NotRequired[str | None]
    status: NotRequired[Status | None]


@final
class FunctionCall(TypedDict):
    """A call that a model made."""

    type: Literal["function_call"]
    call_id: Id
    name: ToolName
    arguments: str
    id: NotRequired[Annotated[str, Field(pattern="^fc_")] | None]
    status: NotRequired[Status | None]
    caller: NotRequired[dict[str, object] | None]
    namespace: NotRequired[str | None]


@final
class FunctionCallOutput(TypedDict):
    """The result of a call."""

    type: Literal["function_call_output"]
    call_id: Id
    output: str | list[InputText]
    id: NotRequired[Annotated[str, Field(pattern="^fc")] | None]
    status: NotRequired[Status | None]


def _tag(item: object) -> str | None:
    if not isinstance(item, dict):
        return None
    kind = item.get("type", "message")
    return "output" if kind == "message" and "id" in item else str(kind)


Item = Annotated[
    Annotated[Message, Tag("message")]
    | Annotated[OutputMessage, Tag("output")]
    | Annotated[Reasoning, Tag("reasoning")]
    | Annotated[FunctionCall, Tag("function_call")]
    | Annotated[FunctionCallOutput, Tag("function_call_output")],
    Discriminator(_tag),
]


class FunctionTool(TypedDict):
    """A function."""

    type: Literal["function"]
    name: ToolName
    parameters: dict[str, object] | None
    strict: NotRequired[bool | None]
    description: NotRequired[str | None]


class Named(TypedDict):
    """A function by its name."""

    type: Literal["function"]
    name: str


class Allowed(TypedDict):
    """Some of the tools."""

    type: Literal["allowed_tools"]
    mode: Literal["auto", "required"]
    tools: list[Named]


class ReasoningConfig(TypedDict):
    """How a model thinks."""

    effort: NotRequired[Effort | None]
    summary: NotRequired[Literal["auto", "concise", "detailed"] | None]


class TextFormat(TypedDict):
    """The form of the words."""

    type: Literal["text", "json_object", "json_schema"]
    name: NotRequired[str | None]
    schema: NotRequired[dict[str, object] | None]
    strict: NotRequired[bool | None]
    description: NotRequired[str | None]


class TextConfig(TypedDict):
    """How a model writes."""

    format: NotRequired[TextFormat | None]
    verbosity: NotRequired[Literal["low", "medium", "high"] | None]


Include = Literal[
    "reasoning.encrypted_content",
    "message.output_text.logprobs",
    "file_search_call.results",
    "web_search_call.results",
    "web_search_call.action.sources",
    "message.input_image.image_url",
    "computer_call_output.output.image_url",
    "code_interpreter_call.outputs",
]
ToolChoice = Annotated[Named | Allowed, Discriminator("type")]


@with_config(CLOSED)
class ResponsesBody(TypedDict):
    """The request."""

    model: str
    input: str | list[Item]
    instructions: NotRequired[str | None]
    tools: NotRequired[list[FunctionTool] | None]
    tool_choice: NotRequired[Literal["none", "auto", "required"] | ToolChoice | None]
    parallel_tool_calls: NotRequired[bool | None]
    store: NotRequired[bool | None]
    include: NotRequired[list[Include] | None]
    max_output_tokens: NotRequired[Annotated[int, Field(ge=16)] | None]
    temperature: NotRequired[Temperature | None]
    top_p: NotRequired[TopP | None]
    reasoning: NotRequired[ReasoningConfig | None]
    prompt_cache_key: NotRequired[str | None]
    prompt_cache_retention: NotRequired[Literal["in_memory", "24h"] | None]
    metadata: NotRequired[Metadata | None]
    text: NotRequired[TextConfig | None]
    truncation: NotRequired[Literal["auto", "disabled"] | None]
    service_tier: NotRequired[Literal["auto", "default", "flex", "scale", "priority"] | None]
    user: NotRequired[str | None]
    safety_identifier: NotRequired[Annotated[str, Field(max_length=128)] | None]
    stream: NotRequired[Literal[False] | None]


RESPONSES: TypeAdapter[ResponsesBody] = TypeAdapter(ResponsesBody)
