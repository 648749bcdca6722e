"""OpenAI's Chat Completions protocol, which most local servers speak; it carries no reasoning."""

import json
from collections.abc import Mapping, Sequence
from typing import NotRequired, TypedDict, cast

from pydantic_core import to_json

from arena.forms import Schema
from arena.provider.chat_request import CHAT, Function, Message
from arena.provider.errors import Refused, openai_error
from arena.provider.protocol import TIME, Abilities, check_tools, described, joined
from arena.provider.request_checks import check_openai_request
from arena.provider.schemas import tools_problem
from arena.provider.token_counts import PrefixCache, TokenCount, token_count
from arena.provider.tool_choice import chat_choice
from arena.provider.types import Answer, Draw, Prompt

__all__ = ["Chat", "ChatReply", "ReplyCall", "ReplyChoice", "ReplyMessage"]


class ReplyCall(TypedDict):
    """A call of a reply; the extra content is a likeness's."""

    id: str
    type: str
    function: Function
    extra_content: NotRequired[object]


class ReplyMessage(TypedDict):
    """What a model says; its thoughts are a likeness's."""

    role: str
    content: str | None
    refusal: str | None
    annotations: list[object]
    tool_calls: NotRequired[list[ReplyCall]]
    reasoning_content: NotRequired[str]


class ReplyChoice(TypedDict):
    """One of the choices."""

    index: int
    message: ReplyMessage
    logprobs: None
    finish_reason: str


class ReplyUsage(TypedDict):
    """What a reply took."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int
    prompt_tokens_details: dict[str, int]
    completion_tokens_details: dict[str, int]


class ChatReply(TypedDict):
    """The body of a reply."""

    id: str
    object: str
    created: int
    model: str
    choices: list[ReplyChoice]
    service_tier: str
    system_fingerprint: None
    usage: NotRequired[ReplyUsage]


class Chat:
    """A request of the protocol; see `WireProtocol`."""

    def __init__(self, data: Mapping[str, object], abilities: Abilities) -> None:
        """Raise `Refused` where the real service would not take the request."""
        self._body = body = check_openai_request(CHAT, data)
        tools = [tool["function"] for tool in body.get("tools") or []]
        check_tools(tools, "parameters", "tools[{}].function.parameters", abilities)
        for key in ("tool_choice", "parallel_tool_calls"):
            if data.get(key) is not None and not tools:
                raise Refused(
                    400,
                    f"Invalid value for '{key}': '{key}' is only allowed when 'tools' are "
                    "specified.",
                    param=key,
                )
        chat_choice(body.get("tool_choice")).check(
            {tool["name"]: tool for tool in tools}, abilities
        )
        for schema in _call_in_words(body.get("response_format")).values():
            problem = tools_problem(to_json([[schema, False]]))
            if problem is not None:
                raise Refused(400, f"Invalid schema for response_format: {problem[1]}")
        if body.get("max_tokens") is not None and body.get("max_completion_tokens") is not None:
            raise Refused(
                400,
                "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not "
                "supported.",
                param="max_tokens",
            )
        _check_messages(body["messages"])

    def prompt(self, draw: Draw) -> Prompt:
        """Return what is asked for."""
        body = self._body
        messages = body["messages"]
        instructions = [
            joined(m["content"]) for m in messages if m["role"] in {"system", "developer"}
        ]
        words = [joined(m["content"]) for m in messages if m["role"] == "user"]
        choice = chat_choice(body.get("tool_choice"))
        functions = (tool["function"] for tool in body.get("tools") or [])
        in_words = _call_in_words(body.get("response_format"))
        return Prompt(
            model=body["model"],
            system="\n".join(instructions),
            user=words[-1] if words else "",
            tools=in_words
            or choice.callable({f["name"]: described(f, "parameters") for f in functions}),
            worded=bool(in_words),
            forced=choice.mode == "required",
            thinks=body.get("reasoning_effort") not in {None, "none"},
            limit=body.get("max_completion_tokens") or body.get("max_tokens"),
            draw=draw,
        )

    def count(self, prefixes: PrefixCache) -> TokenCount:
        """Return the tokens of the request; its model and tools come first."""
        body = self._body
        head = to_json([body["model"], body.get("tools")])
        return prefixes.automatic([head, *map(to_json, body["messages"])])

    @staticmethod
    def too_long(tokens: int, window: int) -> Refused:
        """Return the refusal of a request that is longer than the context, without any code."""
        return Refused(
            400,
            f"This model's maximum context length is {window} tokens. However, you requested "
            f"{tokens} tokens. Please reduce the length of the messages or completion.",
        )

    def reply(self, prompt: Prompt, answer: Answer, count: TokenCount) -> ChatReply:
        """Return the body of the reply; each of its `n` choices is the same."""
        reply: ChatReply = {
            "id": f"chatcmpl-{prompt.draw.id('completion')}",
            "object": "chat.completion",
            "created": TIME,
            "model": prompt.model,
            "choices": [_choice(prompt, answer, i) for i in range(self._body.get("n") or 1)],
            "service_tier": "default",
            "system_fingerprint": None,
        }
        if answer.has_usage:
            reply["usage"] = _usage(answer, count)
        return reply

    @staticmethod
    def error(refused: Refused, request_id: str) -> dict[str, object]:  # noqa: ARG004
        """Return the body of an error."""
        return openai_error(refused)


def _call_in_words(wanted: object) -> dict[str, Schema]:
    """Return the schema of the arguments by the tool's name where the words have to be a call."""
    match wanted:
        case {
            "json_schema": {
                "schema": {"properties": {"tool": {"enum": [str(name)]}, "arguments": dict(schema)}}
            }
        }:
            return {name: cast("Schema", schema)}
        case _:
            return {}


def _check_messages(messages: Sequence[Message]) -> None:
    """Each call is answered right behind the message that made it, once, and nothing else is."""
    open_: list[str] = []
    for i, message in enumerate(messages):
        where = f"messages[{i}]"
        if message["role"] == "tool":
            own = message["tool_call_id"]
            if own not in open_:
                raise _refused(
                    "Invalid parameter: messages with role 'tool' must be a response to a "
                    "preceeding message with 'tool_calls'.",
                    f"{where}.role",
                )
            open_.remove(own)
            continue
        _check_answered(open_, where)
        if message["role"] == "assistant":
            tool_calls = message.get("tool_calls") or ()
            for call in tool_calls:
                _check_arguments(call["function"]["arguments"])
            open_ = [call["id"] for call in tool_calls]
            if len(set(open_)) < len(open_):
                raise _refused("Duplicate value for 'tool_call_id'.", where)
            if not open_ and message.get("content") is None and not message.get("refusal"):
                raise _refused(
                    "Invalid value for 'content': expected a string, got null.", f"{where}.content"
                )
        elif message.get("content") is None:
            raise _refused(f"Missing required parameter: '{where}.content'.", f"{where}.content")
    _check_answered(open_, f"messages[{len(messages) - 1}]")


def _check_arguments(arguments: str) -> None:
    """Read the arguments, as many servers do for their templates; their errors name no message."""
    try:
        opened = json.loads(arguments)
    except (ValueError, RecursionError) as error:
        raise Refused(400, str(error)) from None
    if not isinstance(opened, dict):
        raise Refused(400, f"Can only get item pairs from a mapping, not {type(opened).__name__}.")
    try:
        json.dumps(opened, ensure_ascii=False).encode()
    except ValueError as error:
        raise Refused(400, str(error)) from None


def _check_answered(open_: Sequence[str], where: str) -> None:
    if open_:
        raise _refused(
            "An assistant message with 'tool_calls' must be followed by tool messages responding "
            "to each 'tool_call_id'. The following tool_call_ids did not have response messages: "
            f"{', '.join(open_)}",
            where,
        )


def _refused(message: str, param: str) -> Refused:
    return Refused(400, message, param=param)


def _choice(prompt: Prompt, answer: Answer, index: int) -> ReplyChoice:
    refused = answer.stop == "refusal"
    message: ReplyMessage = {
        "role": "assistant",
        "content": None if refused or (answer.calls and not answer.words) else answer.words,
        "refusal": answer.words if refused else None,
        "annotations": [],
    }
    if answer.calls:
        message["tool_calls"] = [
            {
                "id": f"call_{prompt.draw.id(f'call {number} {index}')[:24]}",
                "type": "function",
                "function": {"name": call.name, "arguments": call.arguments},
            }
            for number, call in enumerate(answer.calls)
        ]
    stop = "tool_calls" if answer.calls else "stop"
    return {
        "index": index,
        "message": message,
        "logprobs": None,
        "finish_reason": "length" if answer.stop in {"length", "full"} else stop,
    }


def _usage(answer: Answer, count: TokenCount) -> ReplyUsage:
    """Return what a reply took: one that was cut off at its length had a token, shown or not."""
    reasoning = token_count(answer.thought.encode())
    output = max(token_count(answer.size()) + reasoning, int(answer.stop == "length"))
    return {
        "prompt_tokens": count.total,
        "completion_tokens": output,
        "total_tokens": count.total + output,
        "prompt_tokens_details": {"cached_tokens": count.cached, "audio_tokens": 0},
        "completion_tokens_details": {
            "reasoning_tokens": reasoning,
            "audio_tokens": 0,
            "accepted_prediction_tokens": 0,
            "rejected_prediction_tokens": 0,
        },
    }
