"""OpenAI's Chat Completions protocol, which most local servers speak; it carries no reasoning."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, cast

from pydantic_core import to_json

from arena.forms import Schema
from arena.provider.chat_request import CHAT
from arena.provider.errors import Refused, openai_error
from arena.provider.protocol import TIME, Abilities, check_tools, described, joined
from arena.provider.request_checks import check_openai_request
from arena.provider.schemas import tools_problem
from arena.provider.token_counts import PrefixCache, TokenCount, token_count
from arena.provider.tool_choice import chat_choice
from arena.provider.types import Answer, Draw, Prompt

__all__ = ["Chat"]

Message = Mapping[str, Any]


class Chat:
    """The protocol; see `WireProtocol`."""

    def check(self, data: Mapping[str, Any], abilities: Abilities) -> None:
        """Raise `Refused` where the real service would not take the request."""
        check_openai_request(CHAT, data)
        tools = [tool["function"] for tool in data.get("tools") or []]
        check_tools(tools, "parameters", "tools[{}].function.parameters", abilities)
        for key in ("tool_choice", "parallel_tool_calls"):
            if data.get(key) is not None and not tools:
                raise Refused(
                    400,
                    f"Invalid value for '{key}': '{key}' is only allowed when 'tools' are "
                    "specified.",
                    param=key,
                )
        chat_choice(data.get("tool_choice")).check(
            {tool["name"]: tool for tool in tools}, abilities
        )
        for schema in _call_in_words(data.get("response_format")).values():
            problem = tools_problem(to_json([[schema, False]]))
            if problem is not None:
                raise Refused(400, f"Invalid schema for response_format: {problem[1]}")
        if data.get("max_tokens") is not None and data.get("max_completion_tokens") is not None:
            raise Refused(
                400,
                "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not "
                "supported.",
                param="max_tokens",
            )
        _check_messages(data["messages"])

    def prompt(self, data: Mapping[str, Any], draw: Draw) -> Prompt:
        """Return what is asked for."""
        messages = data["messages"]
        instructions = [
            joined(m["content"]) for m in messages if m["role"] in {"system", "developer"}
        ]
        words = [joined(m["content"]) for m in messages if m["role"] == "user"]
        choice = chat_choice(data.get("tool_choice"))
        functions = (tool["function"] for tool in data.get("tools") or [])
        in_words = _call_in_words(data.get("response_format"))
        return Prompt(
            model=data["model"],
            system="\n".join(instructions),
            user=words[-1] if words else "",
            tools=in_words
            or choice.callable({f["name"]: described(f, "parameters") for f in functions}),
            worded=bool(in_words),
            forced=choice.mode == "required",
            thinks=data.get("reasoning_effort") not in {None, "none"},
            limit=data.get("max_completion_tokens") or data.get("max_tokens"),
            draw=draw,
        )

    def count(self, data: Mapping[str, Any], prefixes: PrefixCache) -> TokenCount:
        """Return the tokens of the request; its model and tools come first."""
        head = to_json([data["model"], data.get("tools")])
        return prefixes.automatic([head, *map(to_json, data["messages"])])

    def too_long(self, tokens: int, window: int) -> Refused:
        """Return the refusal of a request that is longer than the context, without any code."""
        return Refused(
            400,
            f"This model's maximum context length is {window} tokens. However, you requested "
            f"{tokens} tokens. Please reduce the length of the messages or completion.",
        )

    def reply(
        self, data: Mapping[str, Any], prompt: Prompt, answer: Answer, count: TokenCount
    ) -> dict[str, object]:
        """Return the body of the reply; each of its `n` choices is the same."""
        reply = {
            "id": f"chatcmpl-{prompt.draw.id('completion')}",
            "object": "chat.completion",
            "created": TIME,
            "model": data["model"],
            "choices": [_choice(prompt, answer, index) for index in range(data.get("n") or 1)],
            "service_tier": "default",
            "system_fingerprint": None,
        }
        return reply | {"usage": _usage(answer, count)} if answer.has_usage else reply

    def error(self, refused: Refused, request_id: str) -> dict[str, object]:  # noqa: ARG002
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
            call = message["tool_call_id"]
            if call not in open_:
                raise _refused(
                    "Invalid parameter: messages with role 'tool' must be a response to a "
                    "preceeding message with 'tool_calls'.",
                    f"{where}.role",
                )
            open_.remove(call)
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


def _choice(prompt: Prompt, answer: Answer, index: int) -> dict[str, object]:
    refused = answer.stop == "refusal"
    message: dict[str, object] = {
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


def _usage(answer: Answer, count: TokenCount) -> dict[str, object]:
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
