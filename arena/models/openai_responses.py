"""`openai:MODEL`: OpenAI's Responses API.

Nothing is stored at the provider: what a reply consisted of, its encrypted reasoning included, goes
back with the next request.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from arena.models.json_shapes import (
    arguments_text,
    assistant,
    field,
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

__all__ = ["ResponsesModel", "read_reply"]


class ResponsesModel(OpenAiModel):
    """A model behind the Responses API."""

    path = "/responses"

    def payload(
        self, conversation: Sequence[Item], tools: Sequence[Tool], step: Step
    ) -> dict[str, Any]:
        """Return the request's JSON body."""
        settings = self.settings
        body: dict[str, Any] = {"model": self.model}
        if step != "text":
            strict = settings.strict is not False and not is_loose(step)
            body["tools"] = [_tool(tool, strict=strict) for tool in tools]
            body["tool_choice"] = "required" if is_forced(step) else "auto"
            body["parallel_tool_calls"] = False
        shown = in_words(conversation, _parts) if step == "text" else conversation
        body["input"] = [entry for item in shown for entry in _entries(item)]
        body |= {"store": False, "max_output_tokens": settings.max_output}
        if settings.reasoning:
            body["include"] = ["reasoning.encrypted_content"]
        if settings.effort is not None:
            body["reasoning"] = {"effort": settings.effort}
        if settings.temperature is not None:
            body["temperature"] = settings.temperature
        if settings.top_p is not None:
            body["top_p"] = settings.top_p
        return body

    def read(self, raw: Mapping[str, Any]) -> Reply:
        """Return what a raw reply says. Raises `Fault` of kind `unreadable`."""
        return read_reply(raw, of=self.spec)


def read_reply(raw: Mapping[str, Any], *, of: str) -> Reply:
    """Return what a raw reply says; `of` names the model in a fault."""
    output = raw.get("output")
    if not isinstance(output, list) or not all(isinstance(item, dict) for item in output):
        raise unreadable(of, "no list of `output` items")
    if text(raw.get("status")) in {"failed", "cancelled"}:
        raise unreadable(of, f"the status {raw['status']}")
    for item in output:
        _check_call(item, of)
    said, calls = _parts(output)
    return Reply(
        item=assistant(_kept(output)),
        calls=tuple(calls),
        text=said,
        reasoning=joined([_thoughts(item) for item in output]),
        stop="refusal" if any(map(_refuses, output)) else _stop(raw),
        usage=_usage(raw),
        model=text(raw.get("model")),
    )


def _tool(tool: Tool, *, strict: bool) -> dict[str, Any]:
    return {
        "type": "function",
        "name": tool.name,
        "description": tool.description,
        "parameters": dict(tool.schema),
        "strict": strict,
    }


def _entries(item: Item) -> list[Any]:
    match item:
        case {"role": "tool"}:
            return [
                {"type": "function_call_output", "call_id": item["call"], "output": item["text"]}
            ]
        case {"raw": list(raw)}:
            return raw
        case _:
            return [{"role": item["role"], "content": item["text"]}]


def _kept(output: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return what goes back of a reply: the API refuses some of its own words.

    It refuses null where it takes a value, reasoning that it can't decrypt (it stored none), and
    reasoning that nothing follows, as in a reply that was cut off while it thought.
    """
    kept = [
        {key: value for key, value in item.items() if value is not None}
        for item in output
        if item.get("type") != "reasoning" or item.get("encrypted_content")
    ]
    while kept and kept[-1].get("type") == "reasoning":
        kept.pop()
    return kept or [{"role": "assistant", "content": NO_WORDS}]


def _parts(raw: Sequence[Any]) -> tuple[str, list[ToolCall]]:
    calls = [
        ToolCall(
            id=item["call_id"],
            name=item["name"],
            arguments=arguments_text(item.get("arguments")),
        )
        for item in raw
        if item.get("type") == "function_call"
    ]
    said = [
        text(part.get("text")) or text(part.get("refusal"))
        for item in raw
        for part in _content(item)
    ]
    return joined(said), calls


def _check_call(item: Mapping[str, Any], of: str) -> None:
    for key in ("call_id", "name") if item.get("type") == "function_call" else ():
        if not text(item.get(key)):
            raise unreadable(of, f"a function call without `{key}`")


def _content(item: Mapping[str, Any]) -> list[Mapping[str, Any]]:
    message = item.get("type") == "message"
    return [mapping(part) for part in sequence(item.get("content"))] if message else []


def _refuses(item: Mapping[str, Any]) -> bool:
    return any(part.get("type") == "refusal" for part in _content(item))


def _thoughts(item: Mapping[str, Any]) -> str:
    if item.get("type") != "reasoning":
        return ""
    shown = [*sequence(item.get("summary")), *sequence(item.get("content"))]
    return joined([text(mapping(part).get("text")) for part in shown])


def _stop(raw: Mapping[str, Any]) -> Stop:
    match field(raw, "incomplete_details", "reason"):
        case "max_output_tokens":
            return "length"
        case "content_filter":
            return "refusal"
        case _:
            return "length" if raw.get("status") == "incomplete" else "done"


def _usage(raw: Mapping[str, Any]) -> Usage | None:
    shown = raw.get("usage")
    return usage(
        sent=field(shown, "input_tokens"),
        generated=field(shown, "output_tokens"),
        cached=field(shown, "input_tokens_details", "cached_tokens"),
        written=field(shown, "input_tokens_details", "cache_write_tokens"),
        reasoning=field(shown, "output_tokens_details", "reasoning_tokens"),
    )
