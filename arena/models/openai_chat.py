"""`openai-compatible:MODEL@BASE_URL`: adapter for Chat Completions.

Servers differ in what they refuse, so only the common part is sent. A reply is sent back as its
text and calls, with every other key of its calls' message: some servers require the reasoning or
signatures of earlier calls. Where a server refuses these, they are left out from then on. Wide gaps
in a JSON object are removed. A call keeps the id that its server gave it, whatever its form, as
some servers store state there.
"""

import json
import re
import time
from collections.abc import Collection, Iterable, Mapping, Sequence

from arena.errors import Fault
from arena.models.chat_reply import given_calls, shown_thoughts, shown_words
from arena.models.chat_stream import (
    NOT_WHOLE,
    MixedStreamError,
    is_stream,
    whole_reply,
    without_comments,
)
from arena.models.departures import CALL, FUNCTION, MESSAGE, Change, departures, parts_left_out
from arena.models.faults import sentence
from arena.models.json_shapes import (
    arguments_text,
    assistant,
    count,
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
from arena.models.sent_back import (
    accepted_arguments,
    accepted_ids,
    accepted_name,
    compact_object,
)
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

PROPS_SECONDS = 5.0
ID = re.compile(r".+", re.DOTALL)
FAILED = ("error", "abort", "cancelled", "insufficient_system_resource", "network_error")
"""Finish reasons that mean a failure: of routers, vLLM, DeepSeek, GLM."""


STREAMED = b'"stream":true'
"""Substring of a request that asks for a stream; inside texts its quotes are escaped."""


class ChatModel(OpenAiModel):
    """A model behind a server that speaks Chat Completions."""

    path = "/chat/completions"
    _learned: Mapping[str, Change] = {}
    """Changes that the server's refusals asked for, by name."""
    _guessed: Mapping[str, Change] = {}
    """Changes suggested by a server's failure, by name: tried once."""

    def payload(
        self, conversation: Sequence[Item], tools: Sequence[Tool], step: Step
    ) -> dict[str, object]:
        """Return the request's JSON body."""
        settings = self.settings
        body: dict[str, object] = {"model": self.model}
        if not is_worded(step):
            strict = settings.strict is True and not is_loose(step)
            body["tools"] = [_tool(tool, strict=strict) for tool in tools]
            body["tool_choice"] = "required" if is_forced(step) else "auto"
            body["parallel_tool_calls"] = False
        elif step == "schema":
            body["response_format"] = _response_format(tools)
        shown = in_words(conversation, _parts) if is_worded(step) else conversation
        body["messages"] = _messages_of(shown)
        body["max_tokens"] = settings.max_output
        body |= self.sampling("temperature", "top_p", "seed")
        if settings.effort is not None:
            body["reasoning_effort"] = settings.effort
        for change in (*self._learned.values(), *self._guessed.values()):
            body = change(body)
        return body | settings.extra_body

    async def check(self, seconds: float) -> None:
        """Ask a server that reports abilities, such as llama.cpp's, whether its model takes tools.

        Such a server drops tools silently. Other servers refuse the page, and nothing is learned.
        """
        await super().check(seconds)
        if not self.settings.tools:
            return
        page = f"{self._address.rstrip('/').removesuffix('/v1')}/props"
        try:
            said = self._reply(await self._answered(page, min(seconds, PROPS_SECONDS)))
        except Fault:
            return
        self.takes_tools = field(said, "chat_template_caps", "supports_tools") is not False

    async def send(self, payload: Mapping[str, object], seconds: float) -> dict[str, object]:
        """Send a body, and again with changes where the server refuses only a part of it.

        Once a changed body brought a reply, the refused form is not sent again. Where a server
        failed over a body, which may have cost something, the next call is changed, and later ones
        too if it brings a reply. Raises `Fault`.
        """
        until, left, learned = time.monotonic() + seconds, seconds, {**self._guessed}
        self._guessed = {}
        while True:
            try:
                raw = await super().send(payload, left)
            except Fault as fault:
                refused = fault
            else:
                self._learned = {**self._learned, **learned}
                return raw
            found = self._departure(payload, refused, learned)
            if found is not None and not refused.refused:
                self._guessed = {**learned, **found}
            if found is None or not refused.refused:
                return await self._sent_bare(payload, refused, until, learned)
            left = max(round(until - time.monotonic(), 1), 0.0)
            learned |= found
            for change in found.values():
                payload = change(payload)

    def _departure(
        self, payload: Mapping[str, object], refused: Fault, learned: Collection[str]
    ) -> dict[str, Change] | None:
        """Return the changes that a refusal suggests; None if it is not known."""
        if not (refused.refused or refused.kind == "server"):
            return None
        said = f"{refused.why.removeprefix(self.spec)} {refused.param or ''}"
        return next(
            (
                {name: change}
                for name, change in departures(said, payload)
                if name not in learned and change(payload) != payload
            ),
            None,
        )

    async def _sent_bare(
        self,
        payload: Mapping[str, object],
        refused: Fault,
        until: float,
        learned: Mapping[str, Change],
    ) -> dict[str, object]:
        """Resend a refused body without the non-standard keys of replies, or without some of them.

        Parts are tried only where the server refuses the reduced body for another reason.
        """
        for name, change in parts_left_out(payload) if refused.refused else ():
            left = max(round(until - time.monotonic(), 1), 0.0)
            try:
                raw = await super().send(change(payload), left)
            except Fault as again:
                if not again.refused:
                    raise
                if again.why == refused.why:
                    break
            else:
                self._learned = {**self._learned, **learned, name: change}
                return raw
        raise refused

    def _reply(self, body: bytes, sent: bytes = b"") -> dict[str, object]:
        """Parse a reply, streamed or not: some servers stream unasked."""
        body = without_comments(body)
        if not (sent and is_stream(body)):
            return super()._reply(body, sent)
        try:
            whole = whole_reply(body)
        except (MixedStreamError, RecursionError) as error:
            why = f"{self.spec}: the stream can't be put together: {error}"
            raise Fault("unreadable", sentence(why, self._keys), status=200) from None
        if whole is None and STREAMED in sent:
            raise Fault("connection", f"{self.spec}: {NOT_WHOLE}", status=200)
        return super()._reply(body if whole is None else json.dumps(whole).encode(), sent)

    @staticmethod
    def read_reply(raw: Mapping[str, object], *, of: str) -> Reply:
        """Parse a raw reply; faults name the model as `of`. Raises `Fault`."""
        choices = sequence(raw.get("choices"))
        if not choices:
            raise unreadable(of, "no `choices`")
        message, reason = field(choices[0], "message"), field(choices[0], "finish_reason")
        if reason in FAILED:
            why = text(field(choices[0], "error", "message"))
            raise unfinished(of, f"the finish reason {reason}{why and f': {why}'}")
        if not isinstance(message, dict):
            raise unreadable(of, "no `message` in its first choice")
        stop = _stop(reason, message, raw)
        thoughts, said = _thoughts_and_words(message, cut_off=stop == "length")
        refusal = text(message.get("refusal"))
        calls = _calls(message, raw, of)
        content = compact_object(said) or refusal or (_nothing(message) if calls else NO_WORDS)
        kept: dict[str, object] = {"role": "assistant", "content": content}
        if calls:
            kept["content"] = _other_parts(message) or content
            given = given_calls(message)
            kept["tool_calls"] = [_kept(*each) for each in zip(calls, given, strict=True)]
            kept |= _beside(message, MESSAGE)
        return Reply(
            item=assistant([kept]),
            calls=calls,
            text=said or refusal,
            reasoning=thoughts,
            stop="refusal" if refusal else stop,
            usage=_usage(raw),
            model=text(raw.get("model")),
        )


def _response_format(tools: Sequence[Tool]) -> dict[str, object]:
    """Return the response format for an answer in JSON: a call of one of the tools."""
    calls = [
        {
            "type": "object",
            "properties": {
                "tool": {"type": "string", "enum": [tool.name]},
                "arguments": tool.schema,
            },
            "required": ["tool", "arguments"],
            "additionalProperties": False,
        }
        for tool in tools
    ]
    schema = calls[0] if len(calls) == 1 else {"anyOf": calls}
    return {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}


def _tool(tool: Tool, *, strict: bool) -> dict[str, object]:
    function = {
        "name": tool.name,
        "description": tool.description,
        "parameters": dict(tool.schema),
    }
    return {"type": "function", "function": function | {"strict": True} if strict else function}


def _messages_of(items: Iterable[Item]) -> list[dict[str, object]]:
    """Return the messages, with `NO_WORDS` between two of the user: some chat templates refuse two.

    Two follow each other where no reply came, or one too late.
    """
    messages: list[dict[str, object]] = []
    for message in (message for item in items for message in _messages(item)):
        if message["role"] == "user" and messages and messages[-1]["role"] == "user":
            messages.append({"role": "assistant", "content": NO_WORDS})
        messages.append(message)
    return messages


def _messages(item: Item) -> list[dict[str, object]]:
    match item:
        case {"role": "tool"}:
            return [{"role": "tool", "tool_call_id": item["call"], "content": item["text"]}]
        case {"raw": list(raw)}:
            return raw
        case _:
            return [{"role": item["role"], "content": item["text"]}]


def _parts(raw: Sequence[Mapping[str, object]]) -> tuple[str, list[ToolCall]]:
    (message,) = raw
    return shown_words(message), [
        ToolCall(
            id=text(field(call, "id")),
            name=text(field(call, "function", "name")),
            arguments=text(field(call, "function", "arguments")),
        )
        for call in sequence(message.get("tool_calls"))
    ]


def _calls(
    message: Mapping[str, object], raw: Mapping[str, object], of: str
) -> tuple[ToolCall, ...]:
    """Return the calls as written, with ids for those that lack one."""
    given = given_calls(message)
    if not all(isinstance(field(each, "function", "name"), str) for each in given):
        raise unreadable(of, "a tool call without a function's name")
    ids = accepted_ids([field(each, "id") for each in given], ID, raw)
    return tuple(
        ToolCall(
            id=own,
            name=text(field(each, "function", "name")),
            arguments=arguments_text(field(each, "function", "arguments")),
        )
        for own, each in zip(ids, given, strict=True)
    )


def _kept(call: ToolCall, given: object) -> dict[str, object]:
    """Return a call in the form that is sent back, with its non-standard keys."""
    arguments = compact_object(accepted_arguments(call.arguments))
    function: dict[str, object] = {"name": accepted_name(call.name), "arguments": arguments}
    function |= _beside(field(given, "function"), FUNCTION)
    kept = {"id": call.id, "type": "function", "function": function}
    return kept | _beside(given, {*CALL, "index"})


def _beside(given: object, known: Collection[str]) -> dict[str, object]:
    """Return the entries of an object under other keys, without nulls."""
    found = {key: each for key, each in mapping(given).items() if key not in known}
    return {key: each for key, each in found.items() if each is not None}


def _other_parts(message: Mapping[str, object]) -> Sequence[object]:
    """Return the content unchanged if it has parts other than text, such as reasoning."""
    parts = sequence(message.get("content"))
    is_other = any(field(part, "type") not in {"text", "output_text"} for part in parts)
    return parts if is_other else ()


def _nothing(message: Mapping[str, object]) -> str | None:
    """Return the server's form of empty content beside a call: None or an empty string."""
    return "" if message.get("content") == "" else None


def _thoughts_and_words(message: Mapping[str, object], *, cut_off: bool) -> tuple[str, str]:
    """Split reasoning from text; some servers leave `<think>` in the text."""
    said, thoughts = shown_words(message), shown_thoughts(message)
    head, end, tail = said.partition("</think>")
    if (end or cut_off) and head.lstrip().startswith("<think>"):
        inside = head.lstrip().removeprefix("<think>").strip()
        return joined([thoughts, inside]), tail.lstrip()
    return thoughts, said


def _stop(reason: object, message: Mapping[str, object], raw: Mapping[str, object]) -> Stop:
    """Return the reason why a reply ended; with no token at all, the context was full."""
    match reason:
        case "length":
            came = shown_words(message) or shown_thoughts(message) or given_calls(message)
            tokens = count(field(raw.get("usage"), "completion_tokens"))
            return "full" if tokens == 0 and not came else "length"
        case "content_filter":
            return "refusal"
        case _:
            return "done"


def _usage(raw: Mapping[str, object]) -> Usage | None:
    shown = raw.get("usage")
    return usage(
        sent=field(shown, "prompt_tokens"),
        generated=field(shown, "completion_tokens"),
        cached=field(shown, "prompt_tokens_details", "cached_tokens"),
        written=field(shown, "prompt_tokens_details", "cache_write_tokens"),
        reasoning=field(shown, "completion_tokens_details", "reasoning_tokens"),
    )
