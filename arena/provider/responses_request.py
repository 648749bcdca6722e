"""The request of OpenAI's Responses protocol, as far as function tools and text go."""

from typing import Annotated, Literal

from pydantic import Discriminator, Field, Tag, TypeAdapter

from arena.provider.request_checks import ClosedObject, Metadata, Temperature, ToolName, TopP

__all__ = ["RESPONSES"]

Status = Literal["in_progress", "completed", "incomplete"]
Effort = Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"]
Id = Annotated[str, Field(min_length=1, max_length=64)]


class InputText(ClosedObject):
    """Text that goes in."""

    type: Literal["input_text"]
    text: str


class OutputText(ClosedObject):
    """Text that came out."""

    type: Literal["output_text"]
    text: str
    annotations: list[object] | None = None
    logprobs: list[object] | None = None


class RefusalPart(ClosedObject):
    """A refusal that came out."""

    type: Literal["refusal"]
    refusal: str


Part = Annotated[InputText | OutputText | RefusalPart, Discriminator("type")]


class Message(ClosedObject):
    """A message in the easy form, or as an item."""

    role: Literal["user", "assistant", "system", "developer"]
    content: str | list[Part]
    type: Literal["message"] = "message"
    status: Status | None = None
    phase: Literal["commentary", "final_answer"] | None = None


class OutputMessage(ClosedObject):
    """A message that a model wrote."""

    id: Annotated[str, Field(pattern="^msg_")]
    type: Literal["message"]
    role: Literal["assistant"]
    status: Status
    content: list[Annotated[OutputText | RefusalPart, Discriminator("type")]]
    phase: Literal["commentary", "final_answer"] | None = None


class Summary(ClosedObject):
    """A part of the summary of a thought."""

    type: Literal["summary_text"]
    text: str


class ReasoningText(ClosedObject):
    """A part of a thought."""

    type: Literal["reasoning_text"]
    text: str


class Reasoning(ClosedObject):
    """What a model thought."""

    id: Annotated[str, Field(pattern="^rs_")]
    type: Literal["reasoning"]
    summary: list[Summary]
    content: list[ReasoningText] | None = None
    encrypted_content: str | None = None
    status: Status | None = None


class FunctionCall(ClosedObject):
    """A call that a model made."""

    type: Literal["function_call"]
    call_id: Id
    name: ToolName
    arguments: str
    id: Annotated[str, Field(pattern="^fc_")] | None = None
    status: Status | None = None
    caller: dict[str, object] | None = None
    namespace: str | None = None


class FunctionCallOutput(ClosedObject):
    """The result of a call."""

    type: Literal["function_call_output"]
    call_id: Id
    output: str | list[InputText]
    id: Annotated[str, Field(pattern="^fc")] | None = None
    status: Status | None = None


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


class FunctionTool(ClosedObject):
    """A function."""

    type: Literal["function"]
    name: ToolName
    parameters: dict[str, object] | None
    strict: bool | None = None
    description: str | None = None


class Named(ClosedObject):
    """A function by its name."""

    type: Literal["function"]
    name: str


class Allowed(ClosedObject):
    """Some of the tools."""

    type: Literal["allowed_tools"]
    mode: Literal["auto", "required"]
    tools: list[Named]


class ReasoningConfig(ClosedObject):
    """How a model thinks."""

    effort: Effort | None = None
    summary: Literal["auto", "concise", "detailed"] | None = None


class TextFormat(ClosedObject):
    """The form of the words."""

    type: Literal["text", "json_object", "json_schema"]
    name: str | None = None
    schema_: Annotated[dict[str, object] | None, Field(alias="schema")] = None
    strict: bool | None = None
    description: str | None = None


class TextConfig(ClosedObject):
    """How a model writes."""

    format: TextFormat | None = None
    verbosity: Literal["low", "medium", "high"] | None = None


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


class ResponsesBody(ClosedObject):
    """The request."""

    model: str
    input: str | list[Item]
    instructions: str | None = None
    tools: list[FunctionTool] | None = None
    tool_choice: Literal["none", "auto", "required"] | ToolChoice | None = None
    parallel_tool_calls: bool | None = None
    store: bool | None = None
    include: list[Include] | None = None
    max_output_tokens: Annotated[int, Field(ge=16)] | None = None
    temperature: Temperature | None = None
    top_p: TopP | None = None
    reasoning: ReasoningConfig | None = None
    prompt_cache_key: str | None = None
    prompt_cache_retention: Literal["in_memory", "24h"] | None = None
    metadata: Metadata | None = None
    text: TextConfig | None = None
    truncation: Literal["auto", "disabled"] | None = None
    service_tier: Literal["auto", "default", "flex", "scale", "priority"] | None = None
    user: str | None = None
    safety_identifier: Annotated[str, Field(max_length=128)] | None = None
    stream: Literal[False] | None = None


RESPONSES: TypeAdapter[ResponsesBody] = TypeAdapter(ResponsesBody)
