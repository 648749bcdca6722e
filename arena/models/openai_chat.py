"""`openai-compatible:MODEL@BASE_URL`: Chat Completions, the tongue that most servers speak.

Servers differ in what they refuse, so only the common part is sent. A reply goes back as its words
and calls. Beside calls goes back what came with them, whatever its name: some servers refuse a
conversation that lacks the thoughts, or a signature, of its earlier calls. Where another refuses
to be sent these, they are left out from then on. Wide gaps in an object do not go back. A call
goes back under the id that its server gave it, whatever its form: some keep there what they need
again.
"""

import json
import re
import time
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from arena.errors import Fault
from arena.models.chat_reply import given_calls, shown_thoughts, shown_words
from arena.models.chat_stream import NOT_WHOLE, MixedStreamError, whole_reply
from arena.models.faults import STREAM, sentence
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
from arena.models.kept_json import Encoded, told, told_once
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

__all__ = ["ChatModel", "read_reply"]

MESSAGE = ("role", "content", "tool_calls", "refusal", "annotations", "audio", "function_call")
CALL = ("id", "type", "function")
FUNCTION = ("name", "arguments")
"""The keys of a message, of a call and of its function, as OpenAI has them."""
BOUNDS = ("pattern", "maxLength", "maxItems")
"""What a schema of an answer has that those of tools have not, and some servers refuse."""
PROPS_SECONDS = 5.0
OPTIONAL = ("temperature", "top_p", "seed")
ID = re.compile(r".+", re.DOTALL)
FAILED = ("error", "abort", "cancelled", "insufficient_system_resource", "network_error")
"""Reasons to finish by which servers say that they could not: of routers, vLLM, DeepSeek, GLM."""


def _renamed(body: Mapping[str, Any]) -> dict[str, Any]:
    names = {"max_tokens": "max_completion_tokens"}
    return {names.get(key, key): value for key, value in body.items()}


def _without(name: str) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    return lambda body: {key: value for key, value in body.items() if key != name}


def _streamed(body: Mapping[str, Any]) -> dict[str, Any]:
    if body.get("stream"):
        return {**body}
    return {**body, "stream": True, "stream_options": {"include_usage": True}}


def _without_system(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a body whose first question begins with what the system message says."""
    match _messages_of(body):
        case [{"role": "system", "content": str(rules)}, {"content": str(asked)} as first, *more]:
            return {**body, "messages": [{**first, "content": f"{rules}\n\n{asked}"}, *more]}
        case _:
            return {**body}


def _without_bounds(body: Mapping[str, Any]) -> dict[str, Any]:
    """Return a body whose schema of an answer says nothing of lengths and patterns."""
    wanted = body.get("response_format")
    return {**body} if wanted is None else {**body, "response_format": _unbounded(wanted)}


def _unbounded(schema: Any) -> Any:  # noqa: ANN401 - whatever JSON has
    match schema:
        case dict():
            bounds = (key for key in BOUNDS if not isinstance(schema.get(key), dict))
            left = schema.keys() - set(bounds)
            return {key: _unbounded(each) for key, each in schema.items() if key in left}
        case list():
            return [_unbounded(each) for each in schema]
        case _:
            return schema


@dataclass(frozen=True, slots=True)
class _Departure:
    """One thing that some servers want otherwise, and say so when they refuse it."""

    said: re.Pattern[str]
    """What such a refusal says."""
    change: Callable[[Mapping[str, Any]], dict[str, Any]]
    """Returns a body as they want it."""


STREAMED = b'"stream":true'
"""What a request has that asks for a stream; in texts its quotes are escaped."""
UNKNOWN = (
    r"(unsupported|unknown|unrecogni[sz]ed|unexpected|(not|n't) "
    r"(be )?(supported|permitted|allowed|enabled|accepted|support|accept|allow))"
)
SYSTEM = r"(system|developer)\W{0,3} (role|message|prompt|instruction)"
DEPARTURES: Mapping[str, _Departure] = {
    name: _Departure(re.compile(said, re.IGNORECASE), change)
    for name, said, change in (
        (
            "max_completion_tokens",
            rf"max_completion_tokens|{UNKNOWN}.{{0,60}}max_tokens|max_tokens.{{0,60}}{UNKNOWN}",
            _renamed,
        ),
        ("parallel_tool_calls", r"parallel.?tool.?call", _without("parallel_tool_calls")),
        ("stream", r"\bstream(?!_options)", _streamed),
        ("stream_options", r"stream_options", _without("stream_options")),
        (
            "system",
            rf"{SYSTEM}.{{0,60}}{UNKNOWN}|{UNKNOWN}.{{0,60}}{SYSTEM}|only user\W.{{0,12}}assistant",
            _without_system,
        ),
        ("bounds", r"schema|grammar|regex|pattern|maxLength|maxItems|constrain", _without_bounds),
    )
}
"""By name, in the order in which they are tried and made."""


class ChatModel(OpenAiModel):
    """A model behind a server that speaks Chat Completions."""

    path = "/chat/completions"
    _returns_all = True
    """False once its server has refused what came beside words and calls."""
    _learned: frozenset[str] = frozenset()
    """What else its server wants otherwise than OpenAI's, as its refusals said."""

    def payload(
        self, conversation: Sequence[Item], tools: Sequence[Tool], step: Step
    ) -> dict[str, Any]:
        """Return the request's JSON body."""
        settings = self.settings
        body: dict[str, Any] = {"model": self.model}
        if not is_worded(step):
            strict = settings.strict is True and not is_loose(step)
            body["tools"] = told_once(
                conversation,
                f"tools {step}",
                tools,
                lambda: [_tool(tool, strict=strict) for tool in tools],
            )
            body["tool_choice"] = "required" if is_forced(step) else "auto"
            body["parallel_tool_calls"] = False
        elif step == "schema":
            body["response_format"] = _response_format(tools)
        shown = in_words(conversation, _parts) if is_worded(step) else conversation
        if self._returns_all:
            body["messages"] = told(shown, _extend, protocol="chat")
        else:
            body["messages"] = told(shown, _extend_bare, protocol="chat, bare")
        body["max_tokens"] = settings.max_output
        given = {name: getattr(settings, name) for name in OPTIONAL}
        body |= {name: value for name, value in given.items() if value is not None}
        if settings.effort is not None:
            body["reasoning_effort"] = settings.effort
        for name in DEPARTURES:
            if name in self._learned:
                body = DEPARTURES[name].change(body)
        return body | settings.extra_body

    async def check(self, seconds: float) -> None:
        """Ask a server that says what its model can, as llama.cpp's does, whether it knows tools.

        Such a server drops tools without a word. Any other refuses the page, and nothing is known.
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

    async def send(self, payload: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Send a body, and again where only a part of it is refused that can be otherwise.

        What was refused is not sent again once the other brought a reply. Raises `Fault`.
        """
        until, left, learned = time.monotonic() + seconds, seconds, set[str]()
        while True:
            try:
                raw = await super().send(payload, left)
            except Fault as fault:
                refused = fault
            else:
                self._learned |= learned
                return raw
            left = max(round(until - time.monotonic(), 1), 0.0)
            name = _departure(payload, refused, of=self.spec)
            if name is None:
                return await self._sent_bare(payload, refused, left)
            learned.add(name)
            payload = DEPARTURES[name].change(payload)

    async def _sent_bare(
        self, payload: Mapping[str, Any], refused: Fault, seconds: float
    ) -> dict[str, Any]:
        """Send a refused body without what came beside calls, where it has such."""
        bare = _bare_payload(payload) if refused.refused else None
        if bare is None:
            raise refused
        try:
            raw = await super().send(bare, seconds)
        except Fault as again:
            raise (refused if again.refused else again) from None
        self._returns_all = False
        return raw

    def _reply(self, body: bytes, sent: bytes = b"") -> dict[str, Any]:
        """Read a stream too: some servers send one though nobody asked."""
        if not (sent and body.lstrip().startswith(STREAM)):
            return super()._reply(body, sent)
        try:
            whole = whole_reply(body)
        except (MixedStreamError, RecursionError) as error:
            why = f"{self.spec}: the stream can't be put together: {error}"
            raise Fault("unreadable", sentence(why, self._keys), status=200) from None
        if whole is None and STREAMED in sent:
            raise Fault("connection", f"{self.spec}: {NOT_WHOLE}", status=200)
        return super()._reply(body if whole is None else json.dumps(whole).encode(), sent)

    def read(self, raw: Mapping[str, Any]) -> Reply:
        """Return what a raw reply says. Raises `Fault`."""
        return read_reply(raw, of=self.spec)


def _response_format(tools: Sequence[Tool]) -> dict[str, Any]:
    """Return the form of an answer in words: a call of one of the tools."""
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


def _departure(payload: Mapping[str, Any], refused: Fault, *, of: str) -> str | None:
    """Return what a server wants otherwise, by what it says; None: nothing that is known."""
    said = refused.why.removeprefix(of)
    return next(
        (
            name for name, departure in DEPARTURES.items()
            if refused.refused
            and departure.said.search(said)
            and departure.change(payload) != payload
        ), None,
    )  # fmt: skip


def _bare_payload(payload: Mapping[str, Any]) -> dict[str, Any] | None:
    """Return a body without what came beside calls; None: there is nothing of it."""
    given = _messages_of(payload)
    bare = [_bare(each) for each in given]
    return None if bare == given else {**payload, "messages": bare}


def _messages_of(body: Mapping[str, Any]) -> list[Any]:
    messages = body.get("messages", [])
    given: list[Any] = json.loads(messages.json) if isinstance(messages, Encoded) else messages
    return given


def read_reply(raw: Mapping[str, Any], *, of: str) -> Reply:
    """Return what a raw reply says; `of` names the model in a fault."""
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
    content = compact_object(said) or refusal or (None if calls else NO_WORDS)
    kept: dict[str, Any] = {"role": "assistant", "content": content}
    if calls:
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


def _tool(tool: Tool, *, strict: bool) -> dict[str, Any]:
    function = {
        "name": tool.name,
        "description": tool.description,
        "parameters": dict(tool.schema),
    }
    return {"type": "function", "function": function | {"strict": True} if strict else function}


def _extend(messages: list[dict[str, Any]], items: Iterable[Item]) -> None:
    """Add messages so that the user never speaks twice in a row: some templates refuse that.

    It happens where no reply came, or one too late.
    """
    for message in (message for item in items for message in _messages(item)):
        if message["role"] == "user" and messages and messages[-1]["role"] == "user":
            messages.append({"role": "assistant", "content": NO_WORDS})
        messages.append(message)


def _messages(item: Item) -> list[Any]:
    match item:
        case {"role": "tool"}:
            return [{"role": "tool", "tool_call_id": item["call"], "content": item["text"]}]
        case {"raw": list(raw)}:
            return raw
        case _:
            return [{"role": item["role"], "content": item["text"]}]


def _parts(raw: Sequence[Any]) -> tuple[str, list[ToolCall]]:
    (message,) = raw
    return text(message.get("content")), [
        ToolCall(id=call["id"], **call["function"]) for call in message.get("tool_calls", [])
    ]


def _calls(message: Mapping[str, Any], raw: Mapping[str, Any], of: str) -> tuple[ToolCall, ...]:
    """Return the calls as they were written; a server may leave out their ids."""
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


def _kept(call: ToolCall, given: object) -> dict[str, Any]:
    """Return a call in the one form that goes back, with what came beside it."""
    arguments = compact_object(accepted_arguments(call.arguments))
    function = {"name": accepted_name(call.name), "arguments": arguments}
    function |= _beside(field(given, "function"), FUNCTION)
    kept = {"id": call.id, "type": "function", "function": function}
    return kept | _beside(given, {*CALL, "index"})


def _beside(given: object, known: Collection[str]) -> dict[str, Any]:
    """Return what an object holds under other keys than these, where it is not empty."""
    return {key: each for key, each in mapping(given).items() if key not in known and each}


def _bare(message: Mapping[str, Any]) -> dict[str, Any]:
    """Return a message without what came beside words and calls."""
    bare = {key: each for key, each in message.items() if key in {*MESSAGE, "tool_call_id"}}
    if "tool_calls" in message:
        bare["tool_calls"] = [
            {key: each[key] for key in CALL}
            | {"function": {key: each["function"][key] for key in FUNCTION}}
            for each in message["tool_calls"]
        ]
    return bare


def _extend_bare(messages: list[dict[str, Any]], items: Iterable[Item]) -> None:
    """Add messages without what came beside words and calls."""
    before = len(messages)
    _extend(messages, items)
    messages[before:] = [_bare(each) for each in messages[before:]]


def _thoughts_and_words(message: Mapping[str, Any], *, cut_off: bool) -> tuple[str, str]:
    """Return thoughts and words; a server that can't tell them apart leaves `<think>` in."""
    said, thoughts = shown_words(message), shown_thoughts(message)
    head, end, tail = said.partition("</think>")
    if (end or cut_off) and head.lstrip().startswith("<think>"):
        inside = head.lstrip().removeprefix("<think>").strip()
        return joined([thoughts, inside]), tail.lstrip()
    return thoughts, said


def _stop(reason: object, message: Mapping[str, Any], raw: Mapping[str, Any]) -> Stop:
    """Return why a reply ended; where not one token came, its context was full."""
    match reason:
        case "length":
            came = shown_words(message) or shown_thoughts(message) or given_calls(message)
            tokens = count(field(raw.get("usage"), "completion_tokens"))
            return "full" if tokens == 0 and not came else "length"
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
