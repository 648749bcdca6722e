"""`openai-compatible:MODEL@BASE_URL`: Chat Completions, the tongue that most servers speak.

Servers differ in what they refuse, so only the common part is sent, and of a reply only its words
and calls go back: thoughts that a server shows are read, never returned. Many servers open the
arguments of every earlier call, and refuse a conversation with any that are no JSON object.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from arena.models.json_shapes import (
    arguments_text,
    assistant,
    field,
    is_object,
    joined,
    mapping,
    sequence,
    text,
    unreadable,
    usage,
)
from arena.models.sdk import OpenAiModel
from arena.models.types import (
    Item,
    Reply,
    Step,
    Stop,
    Tool,
    ToolCall,
    Usage,
    is_forced,
    is_loose,
)
from arena.models.without_tools import NO_WORDS, in_words

__all__ = ["ChatModel", "read_reply"]

OPTIONAL = ("temperature", "top_p", "seed")


class ChatModel(OpenAiModel):
    """A model behind a server that speaks Chat Completions."""

    path = "/chat/completions"

    def payload(
        self, conversation: Sequence[Item], tools: Sequence[Tool], step: Step
    ) -> dict[str, Any]:
        """Return the request's JSON body."""
        settings = self.settings
        body: dict[str, Any] = {"model": self.model}
        if step != "text":
            strict = settings.strict is True and not is_loose(step)
            body["tools"] = [_tool(tool, strict=strict) for tool in tools]
            body["tool_choice"] = "required" if is_forced(step) else "auto"
        shown = in_words(conversation, _parts) if step == "text" else conversation
        body["messages"] = _in_turns(message for item in shown for message in _messages(item))
        body["max_tokens"] = settings.max_output
        given = {name: getattr(settings, name) for name in OPTIONAL}
        body |= {name: value for name, value in given.items() if value is not None}
        if settings.effort is not None:
            body["reasoning_effort"] = settings.effort
        return body

    def read(self, raw: Mapping[str, Any]) -> Reply:
        """Return what a raw reply says. Raises `Fault` of kind `unreadable`."""
        return read_reply(raw, of=self.spec)


def read_reply(raw: Mapping[str, Any], *, of: str) -> Reply:
    """Return what a raw reply says; `of` names the model in a fault."""
    choices = sequence(raw.get("choices"))
    if not choices:
        raise unreadable(of, "no `choices`")
    message = field(choices[0], "message")
    if not isinstance(message, dict):
        raise unreadable(of, "no `message` in its first choice")
    thoughts, said = _thoughts_and_words(message)
    refusal = text(message.get("refusal"))
    tool_calls = _tool_calls(message, text(raw.get("id")), of)
    content = said or refusal or (None if tool_calls else NO_WORDS)
    kept: dict[str, Any] = {"role": "assistant", "content": content}
    if tool_calls:
        kept["tool_calls"] = tool_calls
    return Reply(
        item=assistant([kept]),
        calls=tuple(_parts([kept])[1]),
        text=said or refusal,
        reasoning=thoughts,
        stop="refusal" if refusal else _stop(field(choices[0], "finish_reason")),
        usage=_usage(raw),
        model=text(raw.get("model")),
    )


def _tool(tool: Tool, *, strict: bool) -> dict[str, Any]:
    function = {
        "name": tool.name,
        "description": tool.description,
        "parameters": dict(tool.schema),
    }
    return {"type": "function", "function": function | {"strict": True} if strict else function}


def _in_turns(messages: Iterable[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return messages in which the user never speaks twice in a row: some templates refuse that.

    It happens where no reply came, or one too late.
    """
    found: list[dict[str, Any]] = []
    for message in messages:
        if message["role"] == "user" and found and found[-1]["role"] == "user":
            found.append({"role": "assistant", "content": NO_WORDS})
        found.append(message)
    return found


def _messages(item: Item) -> list[Any]:
    match item:
        case {"role": "tool"}:
            return [{"role": "tool", "tool_call_id": item["call"], "content": item["text"]}]
        case {"raw": list(raw)}:
            return [_sendable(message) for message in raw]
        case _:
            return [{"role": item["role"], "content": item["text"]}]


def _sendable(message: dict[str, Any]) -> dict[str, Any]:
    """Return a model's message; of arguments that a server could not open, nothing."""
    tool_calls = message.get("tool_calls", [])
    if all(is_object(call["function"]["arguments"]) for call in tool_calls):
        return message
    return message | {"tool_calls": [_openable(call) for call in tool_calls]}


def _openable(call: dict[str, Any]) -> dict[str, Any]:
    function = call["function"]
    if is_object(function["arguments"]):
        return call
    return call | {"function": function | {"arguments": "{}"}}


def _parts(raw: Sequence[Any]) -> tuple[str, list[ToolCall]]:
    (message,) = raw
    return text(message.get("content")), [
        ToolCall(id=call["id"], **call["function"]) for call in message.get("tool_calls", [])
    ]


def _tool_calls(message: Mapping[str, Any], reply: str, of: str) -> list[Any]:
    """Return the calls in the one form that goes back; a server may leave out their ids."""
    tool_calls = []
    for at, call in enumerate(sequence(message.get("tool_calls"))):
        name = text(field(call, "function", "name"))
        if not name:
            raise unreadable(of, "a tool call without a function's name")
        arguments = arguments_text(field(call, "function", "arguments"))
        named = text(field(call, "id")) or f"{reply or 'call'}-{at}"
        function = {"name": name, "arguments": arguments}
        tool_calls.append({"id": named, "type": "function", "function": function})
    return tool_calls


def _thoughts_and_words(message: Mapping[str, Any]) -> tuple[str, str]:
    """Return thoughts and words; a server that can't tell them apart leaves `<think>` in."""
    content = message.get("content")
    parts = [mapping(part) for part in sequence(content)]
    said = text(content) or joined(
        [text(part.get("text")) for part in parts if part.get("type") == "text"]
    )
    thoughts = text(message.get("reasoning_content")) or text(message.get("reasoning"))
    head, end, tail = said.partition("</think>")
    if end and head.lstrip().startswith("<think>"):
        inside = head.lstrip().removeprefix("<think>").strip()
        return joined([thoughts, inside]), tail.lstrip()
    return thoughts, said


def _stop(reason: object) -> Stop:
    match reason:
        case "length":
            return "length"
        case "content_filter":
            return "refusal"
        case _:
            return "done"


def _usage(raw: Mapping[str, Any]) -> Usage | None:
    shown = raw.get("usage")
    return usage(
        sent=field(shown, "prompt_tokens"),
        generated=field(shown, "completion_tokens"),
        cached=field(shown, "prompt_tokens_details", "cached_tokens"),
        written=field(shown, "prompt_tokens_details", "cache_write_tokens"),
        reasoning=field(shown, "completion_tokens_details", "reasoning_tokens"),
    )
