"""OpenAI's Chat Completions protocol, which most local servers use; it carries no reasoning."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from typing import cast

from pydantic_core import SchemaValidator, to_json
from pydantic_core import core_schema as form

from arena.forms import Schema
from arena.provider.errors import Refused, openai_error
from arena.provider.protocol import TIME, Abilities, WireRequest, joined, output_tokens
from arena.provider.request_forms import OPENAI_VALUES, openai_refusal, tool_name, validator_of
from arena.provider.schemas import tools_problem
from arena.provider.token_counts import PrefixCache, TokenCount
from arena.provider.types import Answer, Body, Prompt


@cache
def _form() -> SchemaValidator:
    from openai.types.chat.completion_create_params import CompletionCreateParamsNonStreaming

    penalty = form.float_schema(ge=-2, le=2)
    stops = form.list_schema(form.str_schema(), max_length=4)
    return validator_of(
        CompletionCreateParamsNonStreaming,
        {
            **OPENAI_VALUES,
            "Function.name": tool_name(),
            "FunctionDefinition.name": tool_name(),
            "ChatCompletionMessageFunctionToolCallParam.id": form.str_schema(min_length=1),
            "ChatCompletionAssistantMessageParam.annotations": form.any_schema(),
            "max_tokens": form.int_schema(ge=1),
            "max_completion_tokens": form.int_schema(ge=1),
            "n": form.int_schema(ge=1, le=128),
            "stop": form.union_schema([form.str_schema(), stops]),
            "frequency_penalty": penalty,
            "presence_penalty": penalty,
        },
        filled={"messages", "tools", "tool_calls"},
    )


class Chat(WireRequest):
    """A Chat Completions request."""

    form = _form
    refuse = openai_refusal
    schema_path = "tools[{}].function.parameters"
    limits = ("max_completion_tokens", "max_tokens")

    def tools_of(self, data: Body) -> list[Body]:
        """Return the definitions of the tools."""
        return [tool["function"] for tool in data.get("tools") or []]

    def check_without_tools(self) -> None:
        """Reject a request that sets how tools are called, but has none."""
        for key in ("tool_choice", "parallel_tool_calls"):
            if self.body.get(key) is not None:
                why = f"'{key}' is only allowed when 'tools' are specified."
                raise _refused(f"Invalid value for '{key}': {why}", key)

    def check_conversation(self, abilities: Abilities) -> None:  # noqa: ARG002 - it has no thoughts
        """Reject an invalid schema, two output limits, and calls and results that do not match."""
        for schema in self.call_in_words().values():
            problem = tools_problem(to_json([[schema, False]]))
            if problem is not None:
                raise Refused(400, f"Invalid schema for response_format: {problem[1]}")
        if all(self.body.get(key) is not None for key in self.limits):
            raise _refused(
                "Setting 'max_tokens' and 'max_completion_tokens' at the same time is not "
                "supported.",
                "max_tokens",
            )
        _check_messages(self.body["messages"])

    def texts(self, *roles: str) -> list[str]:
        """Return the texts of the messages with these roles."""
        return [joined(m["content"]) for m in self.body["messages"] if m["role"] in roles]

    def thinks(self) -> bool:
        """Return True if the request sets a reasoning effort."""
        return self.body.get("reasoning_effort") not in {None, "none"}

    def call_in_words(self) -> Mapping[str, Schema]:
        """Return the tool whose schema the text of the answer must match, by name."""
        match self.body.get("response_format"):
            case {
                "json_schema": {
                    "schema": {
                        "properties": {"tool": {"enum": [str(name)]}, "arguments": dict(schema)}
                    }
                }
            }:
                return {name: cast("Schema", schema)}
            case _:
                return {}

    def count(self, prefixes: PrefixCache) -> TokenCount:
        """Count the tokens of the request; its model and tools come first."""
        head = to_json([self.body["model"], self.body.get("tools")])
        return prefixes.automatic([head, *map(to_json, self.body["messages"])])

    @staticmethod
    def too_long(tokens: int, window: int) -> Refused:
        """Return the error for a request that exceeds the context; it has no error code."""
        return Refused(
            400,
            f"This model's maximum context length is {window} tokens. However, you requested "
            f"{tokens} tokens. Please reduce the length of the messages or completion.",
        )

    def reply(self, prompt: Prompt, answer: Answer, count: TokenCount) -> Body:
        """Return the body of the reply; its `n` choices are all the same."""
        reply: Body = {
            "id": f"chatcmpl-{prompt.draw.id('completion')}",
            "object": "chat.completion",
            "created": TIME,
            "model": prompt.model,
            "choices": [_choice(prompt, answer, i) for i in range(self.body.get("n") or 1)],
            "service_tier": "default",
            "system_fingerprint": None,
        }
        return reply | {"usage": _usage(answer, count)} if answer.has_usage else reply

    @staticmethod
    def error(refused: Refused, request_id: str) -> Body:  # noqa: ARG004
        """Return the body of an error."""
        return openai_error(refused)


def _check_messages(messages: Sequence[Body]) -> None:
    """Reject calls that are not answered exactly once, right after the message that made them."""
    open_: list[str] = []
    for i, message in enumerate(messages):
        where = f"messages[{i}]"
        if message["role"] == "tool":
            if message["tool_call_id"] not in open_:
                raise _refused(
                    "Invalid parameter: messages with role 'tool' must be a response to a "
                    "preceeding message with 'tool_calls'.",
                    f"{where}.role",
                )
            open_.remove(message["tool_call_id"])
            continue
        _check_answered(open_, where)
        if message["role"] == "assistant":
            calls = message.get("tool_calls") or ()
            for call in calls:
                _check_arguments(call["function"]["arguments"])
            open_ = [call["id"] for call in calls]
            if len(set(open_)) < len(open_):
                raise _refused("Duplicate value for 'tool_call_id'.", where)
            if not open_ and message.get("content") is None and not message.get("refusal"):
                raise _refused(
                    "Invalid value for 'content': expected a string, got null.", f"{where}.content"
                )
    _check_answered(open_, f"messages[{len(messages) - 1}]")


def _check_arguments(arguments: str) -> None:
    """Parse the arguments, as many servers do in their templates; the errors name no message."""
    try:
        opened = json.loads(arguments)
        if isinstance(opened, dict):
            json.dumps(opened, ensure_ascii=False).encode()
            return
    except (ValueError, RecursionError) as error:
        raise Refused(400, str(error)) from None
    raise Refused(400, f"Can only get item pairs from a mapping, not {type(opened).__name__}.")


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


def _choice(prompt: Prompt, answer: Answer, index: int) -> Body:
    refused = answer.stop == "refusal"
    message: Body = {
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


def _usage(answer: Answer, count: TokenCount) -> Body:
    """Return the usage of a reply; a truncated reply counts at least one token."""
    reasoning, output = output_tokens(answer)
    output = max(output, int(answer.stop == "length"))
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
