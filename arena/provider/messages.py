"""Anthropic's Messages protocol: content blocks, signed thinking, and a cache that is asked for.

A tool call's id tells whether there was thinking before it (`toolu_1`) or none (`toolu_0`), and
what it shares with the signature of that thinking; so nothing has to be remembered.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from pydantic_core import from_json, to_json

from arena.provider.errors import Refused, anthropic_error
from arena.provider.messages_request import MESSAGES
from arena.provider.messages_turns import blocks_of, check_turns
from arena.provider.protocol import Abilities, check_tools, described, joined
from arena.provider.request_checks import check_anthropic_request
from arena.provider.schemas import unions_problem
from arena.provider.signatures import sign, with_tools
from arena.provider.token_counts import PrefixCache, TokenCount, token_count
from arena.provider.tool_choice import messages_choice
from arena.provider.types import Answer, Draw, Prompt

__all__ = ["Messages"]

Data = Mapping[str, Any]
Block = Mapping[str, Any]
MARK = "cache_control"
MARKS = 4
"""Most marks of one request."""


class Messages:
    """The protocol; see `WireProtocol`."""

    def check(self, data: Data, abilities: Abilities) -> None:
        """Raise `Refused` where the real service would not take the request."""
        check_anthropic_request(MESSAGES, data)
        tools = data.get("tools") or []
        check_tools(tools, "input_schema", "tools.{}.input_schema", abilities)
        strict = [tool["input_schema"] for tool in tools if tool.get("strict")]
        problem = unions_problem(to_json(strict))
        if problem is not None:
            raise Refused(400, problem)
        if data.get("tool_choice") is not None and not tools:
            raise Refused(400, "tool_choice may only be specified while providing tools.")
        choice = messages_choice(data.get("tool_choice"))
        choice.check({tool["name"]: tool for tool in tools}, abilities)
        if _thinks(data):
            _check_thinking(data, forced=choice.mode == "required")
        marks = sum(MARK in block and block[MARK] is not None for block in _markable(data))
        if marks > MARKS:
            raise Refused(
                400,
                f"A maximum of {MARKS} blocks with cache_control may be provided. Found {marks}.",
            )
        bound = None if abilities.new_tools else _bare_tools(data)
        check_turns(data["messages"], thinks=_thinks(data), bound=bound)

    def prompt(self, data: Data, draw: Draw) -> Prompt:
        """Return what is asked for."""
        words = [
            joined(_text_blocks(m["content"])) for m in data["messages"] if m["role"] == "user"
        ]
        choice = messages_choice(data.get("tool_choice"))
        tools = {tool["name"]: described(tool, "input_schema") for tool in data.get("tools") or []}
        return Prompt(
            model=data["model"],
            system=joined(data.get("system")),
            user=next((each for each in reversed(words) if each), ""),
            tools=choice.callable(tools),
            forced=choice.mode == "required",
            thinks=_thinks(data),
            limit=data["max_tokens"],
            draw=draw,
        )

    def count(self, data: Data, prefixes: PrefixCache) -> TokenCount:
        """Return the tokens of the request; tools come first, then system, then messages."""
        head = [*(data.get("tools") or []), *blocks_of(data.get("system") or [])]
        way = {key: data.get(key) for key in ("thinking", "tool_choice")}
        sent = [block for m in data["messages"] for block in blocks_of(m["content"])]
        blocks = [{"model": data["model"]}, *head, way, *sent]
        marks = [i for i, block in enumerate(blocks) if block.get(MARK)]
        if data.get(MARK) and len(blocks) - 1 not in marks:
            marks.append(len(blocks) - 1)
        return prefixes.marked([to_json(_bare(block)) for block in blocks], marks)

    def too_long(self, tokens: int, window: int) -> Refused:
        """Return the refusal of a request that is longer than the context."""
        return Refused(400, f"prompt is too long: {tokens} tokens > {window} maximum")

    def reply(
        self, data: Data, prompt: Prompt, answer: Answer, count: TokenCount
    ) -> dict[str, object]:
        """Return the body of the reply."""
        stop = "tool_use" if answer.calls else "end_turn"
        refused = answer.stop == "refusal"
        why = {"type": "refusal", "category": None, "explanation": answer.words}
        return {
            "id": f"msg_{prompt.draw.id('message')}",
            "type": "message",
            "role": "assistant",
            "model": data["model"],
            "content": [] if refused else _content(data, prompt, answer),
            "stop_reason": {
                "done": stop,
                "length": "max_tokens",
                "refusal": "refusal",
                "full": "model_context_window_exceeded",
            }[answer.stop],
            "stop_sequence": None,
            "stop_details": why if refused else None,
            "usage": _usage(answer, count) if answer.has_usage else None,
        }

    def error(self, refused: Refused, request_id: str) -> dict[str, object]:
        """Return the body of an error."""
        return anthropic_error(refused, request_id)


def _thinks(data: Data) -> bool:
    thinking = data.get("thinking")
    return thinking is not None and thinking["type"] != "disabled"


def _check_thinking(data: Data, *, forced: bool) -> None:
    if forced:
        raise Refused(400, "Thinking may not be enabled when tool_choice forces tool use.")
    for key in ("temperature", "top_p", "top_k"):
        if data.get(key) is not None:
            raise Refused(400, f"`{key}` may not be set when thinking is enabled.")
    budget = data["thinking"].get("budget_tokens")
    if budget is not None and budget >= data["max_tokens"]:
        raise Refused(400, "`max_tokens` must be greater than `thinking.budget_tokens`.")


def _markable(data: Data) -> Iterator[Block]:
    """Yield all that can bear a mark; the request itself stands for its last block."""
    yield data
    yield from data.get("tools") or []
    yield from blocks_of(data.get("system") or [])
    for message in data["messages"]:
        yield from blocks_of(message["content"])


def _bare(block: Block) -> Block:
    """Return a block without its mark, which is no part of what is kept."""
    return {k: v for k, v in block.items() if k != MARK} if MARK in block else block


def _bare_tools(data: Data) -> list[Block]:
    """Return the tools, to which thinking may be bound."""
    return [_bare(tool) for tool in data.get("tools") or []]


def _text_blocks(content: str | Sequence[Block]) -> str | Sequence[Block]:
    if isinstance(content, str):
        return content
    return [block for block in content if block["type"] == "text"]


def _content(data: Data, prompt: Prompt, answer: Answer) -> list[dict[str, object]]:
    turn = prompt.draw.id("turn")[:20]
    content: list[dict[str, object]] = []
    if answer.thought:
        thinking = data["thinking"]  # the newest models show nothing that nobody asks for
        default = "omitted" if thinking["type"] == "adaptive" else "summarized"
        shown = answer.thought if (thinking.get("display") or default) == "summarized" else ""
        signed = with_tools(answer.thought, _bare_tools(data))
        signature = f"{turn}{sign(turn + shown, signed)}"
        content.append({"type": "thinking", "thinking": shown, "signature": signature})
    if answer.words or answer.is_blank:
        content.append({"type": "text", "text": answer.words, "citations": None})
    for number, call in enumerate(answer.calls):
        content.append(
            {
                "type": "tool_use",
                "id": f"toolu_{int(bool(answer.thought))}{turn}{number}",
                "name": call.name,
                "input": _input(call.arguments),
            }
        )
    return content


def _input(arguments: str) -> dict[str, object]:
    """Return arguments as the object that the protocol wants; of cut ones what is whole."""
    try:
        given = from_json(arguments, allow_partial=True)
    except ValueError:
        given = None
    if isinstance(given, dict):
        return given
    return {"INVALID_JSON": arguments}


def _usage(answer: Answer, count: TokenCount) -> dict[str, object]:
    thinking = token_count(answer.thought.encode())
    return {
        "input_tokens": count.total - count.cached - count.written,
        "cache_creation_input_tokens": count.written,
        "cache_read_input_tokens": count.cached,
        "cache_creation": {
            "ephemeral_5m_input_tokens": count.written,
            "ephemeral_1h_input_tokens": 0,
        },
        "output_tokens": token_count(answer.size()) + thinking,
        "output_tokens_details": {"thinking_tokens": thinking},
        "service_tier": "standard",
        "inference_geo": None,
        "server_tool_use": None,
    }
