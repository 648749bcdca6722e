"""OpenAI's Responses protocol: items as input and output, and signed reasoning.

Ids show what belongs together, so no state is needed: `fc_`, `msg_` and `rs_` are followed by 1 if
there was reasoning, else 0, then by a part common to the items of one reply, then by their number.
"""

from collections.abc import Mapping, Sequence
from functools import cache

from pydantic_core import SchemaValidator, to_json
from pydantic_core import core_schema as form

from arena.provider.errors import Refused, openai_error
from arena.provider.protocol import TIME, Abilities, WireRequest, joined, output_tokens
from arena.provider.request_forms import OPENAI_VALUES, openai_refusal, tool_name, validator_of
from arena.provider.signatures import is_bound_elsewhere, sign, signed_text, with_tools
from arena.provider.token_counts import PrefixCache, TokenCount
from arena.provider.types import Answer, Body, Prompt

ENCRYPTED = "reasoning.encrypted_content"
CALLS = ("function_call", "function_call_output")
NEEDY = ("function_call", "message")
"""Types of items that must follow a reasoning item."""


@cache
def _form() -> SchemaValidator:
    from openai.types.responses.response_create_params import ResponseCreateParamsNonStreaming

    return validator_of(
        ResponseCreateParamsNonStreaming,
        {
            **OPENAI_VALUES,
            "name": tool_name(),
            "call_id": form.str_schema(min_length=1, max_length=64),
            "ResponseOutputMessageParam.id": form.str_schema(pattern="^msg_"),
            "ResponseReasoningItemParam.id": form.str_schema(pattern="^rs_"),
            "ResponseFunctionToolCallParam.id": form.str_schema(pattern="^fc_"),
            "FunctionCallOutput.id": form.str_schema(pattern="^fc"),
            "max_output_tokens": form.int_schema(ge=16),
        },
        required={"input", "model"},
    )


class Responses(WireRequest):
    """A Responses request."""

    form = _form
    refuse = openai_refusal
    limits = ("max_output_tokens",)

    @property
    def items(self) -> Sequence[Body]:
        """The input items; a plain text is one user message."""
        given = self.body["input"]
        return [{"role": "user", "content": given}] if isinstance(given, str) else given

    def check_conversation(self, abilities: Abilities) -> None:
        """Reject items that are duplicated, unmatched, or differ from their signature."""
        if not abilities.summaries and (self.body.get("reasoning") or {}).get("summary"):
            raise Refused(
                400,
                "Your organization must be verified to generate reasoning summaries.",
                param="reasoning.summary",
                code="unsupported_value",
            )
        _check_ids(self.items)
        _check_outputs(self.items)
        _check_reasoning(self.items, None if abilities.new_tools else self.tools)

    def texts(self, *roles: str) -> list[str]:
        """Return the texts of these roles; the instructions are the first system text."""
        first = [self.body.get("instructions") or ""] if "system" in roles else []
        return first + [joined(i["content"]) for i in self.items if i.get("role") in roles]

    def thinks(self) -> bool:
        """Return True if the request sets an effort, or names a model that always reasons."""
        reasoning = self.body.get("reasoning") or {}
        asked = bool(reasoning) or ENCRYPTED in (self.body.get("include") or ())
        return reasoning.get("effort") not in {None, "none"} or (
            asked and "think" in self.body["model"]
        )

    def count(self, prefixes: PrefixCache) -> TokenCount:
        """Count the tokens of the request; its model, tools and instructions come first."""
        head = [self.body.get(key) for key in ("model", "tools", "instructions")]
        return prefixes.automatic([to_json(head), *map(to_json, self.items)])

    @staticmethod
    def too_long(tokens: int, window: int) -> Refused:  # noqa: ARG004 - it tells neither
        """Return the error for a request that exceeds the context."""
        return _refused(
            "Your input exceeds the context window of this model. Please adjust your input and try "
            "again.",
            "context_length_exceeded",
        )

    def reply(self, prompt: Prompt, answer: Answer, count: TokenCount) -> Body:
        """Return the body of the reply."""
        data = self.body
        done = answer.stop not in {"length", "full"}
        usage = _usage(answer, count) if answer.has_usage else None
        asked = {key: data.get(key) for key in ASKED} | {
            key: default if data.get(key) is None else data[key]
            for key, default in DEFAULTS.items()
        }
        return {
            "id": f"resp_{prompt.draw.id('response')}",
            "object": "response",
            "created_at": TIME,
            "completed_at": TIME if done else None,
            "status": "completed" if done else "incomplete",
            "background": False,
            "error": None,
            "incomplete_details": None if done else {"reason": "max_output_tokens"},
            "output": _output(self.body, prompt, answer),
            "previous_response_id": None,
            "usage": usage,
            **asked,
        }

    @staticmethod
    def error(refused: Refused, request_id: str) -> Body:  # noqa: ARG004
        """Return the body of an error."""
        return openai_error(refused)


ASKED = ("instructions", "max_output_tokens", "prompt_cache_key", "safety_identifier", "user")
DEFAULTS: Mapping[str, object] = {
    "metadata": {},
    "model": "",
    "parallel_tool_calls": True,
    "reasoning": {"effort": None, "summary": None},
    "service_tier": "default",
    "store": True,
    "temperature": 1.0,
    "text": {"format": {"type": "text"}},
    "tool_choice": "auto",
    "tools": [],
    "top_p": 1.0,
    "truncation": "disabled",
}


def _refused(message: str, code: str | None = None) -> Refused:
    return Refused(400, message, param="input", code=code)


def _id(item: Body) -> str:
    return item.get("id") or ""


def _check_ids(items: Sequence[Body]) -> None:
    seen: set[str] = set()
    for own in map(_id, items):
        if own and own in seen:
            raise _refused(
                f"Duplicate item found with id {own}. Remove duplicate items from your input and "
                "try again."
            )
        seen.add(own)


def _check_outputs(items: Sequence[Body]) -> None:
    """Reject calls without exactly one later output, and outputs without an earlier call."""
    waiting: dict[str | None, bool] = {}
    for item in items:
        if item.get("type") not in CALLS:
            continue
        call = item.get("call_id")
        if item["type"] == "function_call":
            if call in waiting:
                raise _refused(f"Duplicate function call found with call_id {call}.")
            waiting[call] = True
        elif call not in waiting:
            raise _refused(f"No tool call found for function call output with call_id {call}.")
        elif not waiting[call]:
            raise _refused(f"Duplicate function call output found with call_id {call}.")
        else:
            waiting[call] = False
    unanswered = next((call for call, open_ in waiting.items() if open_), None)
    if unanswered is not None:
        raise _refused(f"No tool output found for function call {unanswered}.")


def _check_reasoning(items: Sequence[Body], bound: Sequence[Body] | None) -> None:
    """Reject reasoning that was changed, or is not followed by the item it led to."""
    thought: str | None = None
    for i, item in enumerate(items):
        own = _id(item)
        if "summary" in item:  # a reasoning item
            thought = _reply_of(own)
            _check_signature(item, bound)
            if not any(_may_follow(after, thought) for after in items[i + 1 : i + 2]):
                raise _refused(
                    f"Item '{own}' of type 'reasoning' was provided without its required "
                    "following item."
                )
        elif own.startswith(("fc_1", "msg_1")) and _reply_of(own) != thought:
            raise _refused(
                f"Item '{own}' of type '{item.get('type')}' was provided without its required "
                f"'reasoning' item: 'rs_{_reply_of(own)}00'."
            )


def _may_follow(item: Body, thought: str) -> bool:
    """Return True if an item may follow the reasoning of a reply."""
    return (
        item.get("type") in NEEDY
        and item.get("role") in {None, "assistant"}
        and (not _id(item) or _reply_of(_id(item)) == thought)
    )


def _check_signature(item: Body, bound: Sequence[Body] | None) -> None:
    own, sealed = item["id"], item.get("encrypted_content")
    if sealed is None:
        raise Refused(
            404,
            f"Item with id '{own}' not found. Items are not persisted when `store` is set to "
            "false. Try again with `store` set to true, or remove this item from your input.",
            param="input",
            code="item_not_found",
        )
    signed = signed_text(own, sealed)
    if signed is None:
        raise _refused(
            f"The encrypted content for item {own} could not be verified. "
            "Reason: Encrypted content could not be decrypted or parsed.",
            "invalid_encrypted_content",
        )
    if bound is not None and is_bound_elsewhere(signed, bound):
        raise _refused(f"Item {own} can't be sent back with other tools than it was made with.")


def _reply_of(own: str) -> str:
    """Return the part of an id that the items of one reply share."""
    return own.partition("_")[2][:-2]


def _output(body: Body, prompt: Prompt, answer: Answer) -> list[dict[str, object]]:
    reply = f"{int(bool(answer.thought))}{prompt.draw.id('item')}"
    status = "incomplete" if answer.stop in {"length", "full"} else "completed"
    items: list[Body] = []
    if answer.thought:
        summary = (body.get("reasoning") or {}).get("summary")
        own = f"rs_{reply}00"
        item: Body = {
            "id": own,
            "type": "reasoning",
            "summary": [{"type": "summary_text", "text": answer.thought}] if summary else [],
        }
        if ENCRYPTED in (body.get("include") or ()):
            signed = with_tools(answer.thought, body.get("tools") or [])
            item["encrypted_content"] = sign(own, signed)
        items.append(item)
    if answer.words or answer.is_blank:
        part: Body = {
            "type": "output_text",
            "annotations": [],
            "logprobs": [],
            "text": answer.words,
        }
        if answer.stop == "refusal":
            part = {"type": "refusal", "refusal": answer.words}
        items.append(
            {
                "id": f"msg_{reply}01",
                "type": "message",
                "status": status,
                "content": [part],
                "role": "assistant",
            }
        )
    for number, call in enumerate(answer.calls, start=2):
        items.append(
            {
                "id": f"fc_{reply}{number:02}",
                "type": "function_call",
                "status": status,
                "arguments": call.arguments,
                "call_id": f"call_{prompt.draw.id(f'call {number}')[:24]}",
                "name": call.name,
            }
        )
    return items


def _usage(answer: Answer, count: TokenCount) -> Body:
    reasoning, output = output_tokens(answer)
    return {
        "input_tokens": count.total,
        "input_tokens_details": {"cached_tokens": count.cached, "cache_write_tokens": 0},
        "output_tokens": output,
        "output_tokens_details": {"reasoning_tokens": reasoning},
        "total_tokens": count.total + output,
    }
