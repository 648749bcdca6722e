"""`openai:MODEL`: adapter for OpenAI's Responses API.

Nothing is stored at the provider: all items of a reply, encrypted reasoning included, are sent back
with the next request.
"""

import json
import re
from collections.abc import Mapping, Sequence

from arena.errors import Fault
from arena.hash_chain import digest
from arena.models.json_shapes import (
    arguments_text,
    assistant,
    field,
    joined,
    mapping,
    sequence,
    text,
    unfinished,
    unreadable,
    usage,
)
from arena.models.sdk import OpenAiModel
from arena.models.sent_back import CallEntries, accepted_arguments, accepted_name
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

CALLS = CallEntries(
    "function_call", "call_id", "arguments", re.compile(r".{1,64}", re.DOTALL), "function call"
)
BEGINNING = 2
"""Number of items that identify a conversation: the system text and the first question."""
KEY_LENGTH = 32
SUMMARY = "reasoning.summary"
UNFINISHED = ("failed", "cancelled", "in_progress", "queued")


class ResponsesModel(OpenAiModel):
    """A model behind the Responses API."""

    path = "/responses"
    _is_summarized = True
    """False once the service has refused to summarize reasoning."""

    def payload(
        self, conversation: Sequence[Item], tools: Sequence[Tool], step: Step
    ) -> dict[str, object]:
        """Return the request's JSON body."""
        settings = self.settings
        body: dict[str, object] = {"model": self.model}
        if not is_worded(step):
            strict = settings.strict is not False and not is_loose(step)
            body["tools"] = [_tool(tool, strict=strict) for tool in tools]
            body["tool_choice"] = "required" if is_forced(step) else "auto"
            body["parallel_tool_calls"] = False
        shown = in_words(conversation, _parts) if is_worded(step) else conversation
        body["input"] = [entry for item in shown for entry in _entries(item)]
        body |= {"store": False, "max_output_tokens": settings.max_output}
        body["prompt_cache_key"] = _cache_key(conversation)
        if settings.reasoning:
            body["include"] = ["reasoning.encrypted_content"]
            effort = {} if settings.effort is None else {"effort": settings.effort}
            body["reasoning"] = {"summary": "auto", **effort}
        return body | self.sampling("temperature", "top_p") | settings.extra_body

    async def send(self, payload: Mapping[str, object], seconds: float) -> dict[str, object]:
        """Send a body once, and again without the reasoning summary if only that is refused.

        OpenAI shows summaries to verified organisations only; others get an error that names the
        parameter, free of charge. From then on none is asked for. Raises `Fault`.
        """
        asked = payload if self._is_summarized else _without_summary(payload)
        try:
            return await super().send(asked, seconds)
        except Fault as fault:
            if fault.param != SUMMARY:
                raise
        self._is_summarized = False
        return await super().send(_without_summary(payload), seconds)

    @staticmethod
    def read_reply(raw: Mapping[str, object], *, of: str) -> Reply:
        """Parse a raw reply; faults name the model as `of`. Raises `Fault`."""
        output = raw.get("output")
        if not isinstance(output, list) or not all(isinstance(item, dict) for item in output):
            raise unreadable(of, "no list of `output` items")
        status = text(raw.get("status"))
        if status in UNFINISHED:
            raise unfinished(of, f"the status {status}")
        if not output and status != "incomplete":
            raise unreadable(of, "an empty list of `output` items")
        named = CALLS.with_ids(output, raw, of)
        said, calls = _parts(named)
        return Reply(
            item=assistant(_kept(named)),
            calls=tuple(calls),
            text=said,
            reasoning=joined([_thoughts(item) for item in output]),
            stop=_stop(raw, output),
            usage=_usage(raw),
            model=text(raw.get("model")),
        )


def _cache_key(conversation: Sequence[Item]) -> str:
    """Return the prompt cache key of a conversation: one for each seat and game.

    The service routes requests with the same key to the machine that holds the cache.
    """
    return digest(json.dumps(conversation[:BEGINNING]).encode())[:KEY_LENGTH]


def _without_summary(payload: Mapping[str, object]) -> dict[str, object]:
    reasoning = {k: v for k, v in mapping(payload.get("reasoning")).items() if k != "summary"}
    body = {key: each for key, each in payload.items() if key != "reasoning"}
    return body | {"reasoning": reasoning} if reasoning else body


def _tool(tool: Tool, *, strict: bool) -> dict[str, object]:
    return {
        "type": "function",
        "name": tool.name,
        "description": tool.description,
        "parameters": dict(tool.schema),
        "strict": strict,
    }


def _entries(item: Item) -> list[object]:
    match item:
        case {"role": "tool"}:
            return [
                {"type": "function_call_output", "call_id": item["call"], "output": item["text"]}
            ]
        case {"raw": list(raw)}:
            return raw
        case _:
            return [{"role": item["role"], "content": item["text"]}]


def _kept(output: list[dict[str, object]]) -> list[dict[str, object]]:
    """Return the output items that can be sent back: the API refuses some of its own.

    It refuses null where it takes a value, an empty message, reasoning that it can't decrypt (it
    stored none), and reasoning that nothing follows, as in a reply that was cut off.
    """
    kept = [
        {key: value for key, value in _accepted(item).items() if value is not None}
        for item in output
        if not _is_refused(item)
    ]
    while kept and kept[-1].get("type") == "reasoning":
        kept.pop()
    return kept or [{"role": "assistant", "content": NO_WORDS}]


def _is_refused(item: Mapping[str, object]) -> bool:
    match item.get("type"):
        case "message":
            return not _parts([item])[0]
        case kind:
            return kind == "reasoning" and not item.get("encrypted_content")


def _accepted(item: dict[str, object]) -> dict[str, object]:
    if item.get("type") != "function_call":
        return item
    arguments = accepted_arguments(arguments_text(item.get("arguments")))
    return item | {"name": accepted_name(text(item["name"])), "arguments": arguments}


def _parts(raw: Sequence[Mapping[str, object]]) -> tuple[str, list[ToolCall]]:
    parts = [part for item in raw for part in _content(item)]
    said = joined([text(part.get("text")) or text(part.get("refusal")) for part in parts])
    return said, CALLS.read(raw)


def _content(item: Mapping[str, object]) -> list[Mapping[str, object]]:
    message = item.get("type") == "message"
    return [mapping(part) for part in sequence(item.get("content"))] if message else []


def _thoughts(item: Mapping[str, object]) -> str:
    if item.get("type") != "reasoning":
        return ""
    shown = [*sequence(item.get("summary")), *sequence(item.get("content"))]
    return joined([text(mapping(part).get("text")) for part in shown])


def _stop(raw: Mapping[str, object], output: Sequence[Mapping[str, object]]) -> Stop:
    reason = field(raw, "incomplete_details", "reason")
    refusals = (part.get("type") == "refusal" for item in output for part in _content(item))
    if reason == "content_filter" or any(refusals):
        return "refusal"
    is_cut_off = reason == "max_output_tokens" or raw.get("status") == "incomplete"
    return "length" if is_cut_off else "done"


def _usage(raw: Mapping[str, object]) -> Usage | None:
    shown = raw.get("usage")
    return usage(
        sent=field(shown, "input_tokens"),
        generated=field(shown, "output_tokens"),
        cached=field(shown, "input_tokens_details", "cached_tokens"),
        written=field(shown, "input_tokens_details", "cache_write_tokens"),
        reasoning=field(shown, "output_tokens_details", "reasoning_tokens"),
    )
