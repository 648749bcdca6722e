"""`anthropic:MODEL`: adapter for Anthropic's Messages API.

Thinking blocks go back unchanged, with their signatures. All entries between two replies form one
user message, tool results first. A longer conversation has the same messages in front, so that the
provider's cache serves them.
"""

import re
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Literal, TypedDict

from arena.models.json_shapes import (
    arguments_text,
    assistant,
    count,
    field,
    joined,
    text,
    unfinished,
    unreadable,
    usage,
)
from arena.models.sdk import SdkModel
from arena.models.sent_back import CallEntries, accepted_name, accepted_object
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
    is_worded,
)
from arena.models.without_tools import NO_WORDS, in_words

if TYPE_CHECKING:
    from types import ModuleType

    import httpx2
    from anthropic import AsyncAnthropic


THINKING = ("thinking", "redacted_thinking")
MARK = {"type": "ephemeral"}
CALLS = CallEntries("tool_use", "id", "input", re.compile(r"[a-zA-Z0-9_-]{1,64}"), "tool_use block")
STOPS: Mapping[str, Stop] = {
    "max_tokens": "length",
    "model_context_window_exceeded": "full",
    "refusal": "refusal",
}


class _Turn(TypedDict):
    role: Literal["user", "assistant"]
    content: list[object]


class MessagesModel(SdkModel):
    """A model behind the Messages API."""

    path = "/v1/messages"
    pages = "/v1/models"

    def _new_client(
        self, key: str, http_client: "httpx2.AsyncClient"
    ) -> "tuple[ModuleType, AsyncAnthropic]":
        import anthropic

        return anthropic, anthropic.AsyncAnthropic(
            api_key=key,
            base_url=self.root(self._address),
            max_retries=0,
            http_client=http_client,
            open_telemetry=False,
        )

    def root(self, address: str) -> str:
        """Return the base URL without `/v1`, which this SDK adds itself."""
        return super().root(address).removesuffix("/v1")

    def payload(
        self, conversation: Sequence[Item], tools: Sequence[Tool], step: Step
    ) -> dict[str, object]:
        """Return the request's JSON body."""
        settings = self.settings
        body: dict[str, object] = {"model": self.model, "max_tokens": settings.max_output}
        if not is_worded(step):
            strict = settings.strict is True and not is_loose(step)
            body["tools"] = _tools(tools, strict=strict, cache=settings.cache)
            choice = "any" if is_forced(step) else "auto"
            body["tool_choice"] = {"type": choice, "disable_parallel_tool_use": True}
        if settings.thinking:
            body["thinking"] = {"type": "adaptive", "display": "summarized"}
        if settings.effort is not None:
            body["output_config"] = {"effort": settings.effort}
        if settings.cache:
            body["cache_control"] = MARK
        shown = in_words(conversation, _parts) if is_worded(step) else conversation
        system = [text(item["text"]) for item in shown if item["role"] == "system"]
        if system:
            body["system"] = "\n\n".join(system)
        body["messages"] = _messages(shown)
        return body | settings.extra_body

    @staticmethod
    def read_reply(raw: Mapping[str, object], *, of: str) -> Reply:
        """Parse a raw reply; faults name the model as `of`. Raises `Fault`."""
        content = raw.get("content")
        if not isinstance(content, list) or not all(isinstance(block, dict) for block in content):
            raise unreadable(of, "no list of `content` blocks")
        if raw.get("stop_reason", "") is None:  # as in the first event of a stream
            raise unfinished(of, "no reason to stop")
        stop = STOPS.get(text(raw.get("stop_reason")), "done")
        if not content and stop == "done":
            raise unreadable(of, "an empty list of `content` blocks")
        named = CALLS.with_ids(content, raw, of)
        said, calls = _parts(named)
        return Reply(
            item=assistant(_kept(named)),
            calls=tuple(calls),
            text=said,
            reasoning=joined([text(block.get("thinking")) for block in content]),
            stop=stop,
            usage=_usage(raw),
            model=text(raw.get("model")),
        )


def _tools(tools: Sequence[Tool], *, strict: bool, cache: bool) -> list[dict[str, object]]:
    written: list[dict[str, object]] = [
        {"name": tool.name, "description": tool.description, "input_schema": dict(tool.schema)}
        | ({"strict": True} if strict else {})
        for tool in tools
    ]
    if cache and written:
        written[-1]["cache_control"] = MARK  # all seats have the same tools
    return written


def _messages(items: Sequence[Item]) -> list[_Turn]:
    messages: list[_Turn] = []
    for item in items:
        match item:
            case {"role": "system"}:
                continue
            case {"raw": list(raw)}:
                messages.append({"role": "assistant", "content": raw})
                continue
            case {"role": "tool"}:
                block = {"type": "tool_result", "tool_use_id": item["call"]}
                block["content"] = item["text"]
            case _:
                block = {"type": "text", "text": item["text"]}
        role: Literal["user", "assistant"]
        role = "assistant" if item["role"] == "assistant" else "user"
        if not messages or messages[-1]["role"] != role:
            messages.append({"role": role, "content": []})
        messages[-1]["content"].append(block)
    return messages


def _kept(content: list[dict[str, object]]) -> list[dict[str, object]]:
    """Return the content blocks that can be sent back: the API refuses some of its own.

    It refuses an empty text, thinking whose signature was cut off, and a message that ends with
    thinking.
    """
    kept = [_accepted(block) for block in content if not _is_refused(block)]
    if not kept or kept[-1].get("type") in THINKING:
        kept.append({"type": "text", "text": NO_WORDS})
    return kept


def _accepted(block: dict[str, object]) -> dict[str, object]:
    if block.get("type") != "tool_use":
        return block
    opened = accepted_object(arguments_text(block.get("input")))
    return block | {"name": accepted_name(text(block["name"])), "input": opened}


def _is_refused(block: Mapping[str, object]) -> bool:
    match block.get("type"):
        case "text":
            return not text(block.get("text")).strip()
        case kind:
            return kind == "thinking" and not block.get("signature")


def _parts(raw: Sequence[Mapping[str, object]]) -> tuple[str, list[ToolCall]]:
    return joined([text(block.get("text")) for block in raw]), CALLS.read(raw)


def _usage(raw: Mapping[str, object]) -> Usage | None:
    shown = raw.get("usage")
    read = count(field(shown, "cache_read_input_tokens")) or 0
    written = count(field(shown, "cache_creation_input_tokens")) or 0
    plain = count(field(shown, "input_tokens"))
    return usage(
        sent=None if plain is None else plain + read + written,
        generated=field(shown, "output_tokens"),
        cached=read,
        written=written,
        reasoning=field(shown, "output_tokens_details", "thinking_tokens"),
    )
