"""Anthropic's Messages protocol: content blocks, signed thinking, and a cache that is asked for.

A tool call's id tells whether there was thinking before it (`toolu_1`) or none (`toolu_0`), and
what it shares with the signature of that thinking; so nothing has to be remembered.
"""

from collections.abc import Iterator, Mapping, Sequence

from pydantic_core import from_json, to_json

from arena.provider.errors import Refused, anthropic_error
from arena.provider.messages_request import MESSAGES, Adaptive, Block, Enabled, MessagesBody
from arena.provider.messages_turns import blocks_of, check_turns
from arena.provider.protocol import Abilities, check_tools, described, joined
from arena.provider.request_checks import check_anthropic_request
from arena.provider.schemas import unions_problem
from arena.provider.signatures import sign, with_tools
from arena.provider.token_counts import PrefixCache, TokenCount, token_count
from arena.provider.tool_choice import messages_choice
from arena.provider.types import Answer, Draw, Prompt

__all__ = ["Messages"]

MARK = "cache_control"
MARKS = 4
"""Most marks of one request."""


class Messages:
    """A request of the protocol; see `WireProtocol`."""

    def __init__(self, data: Mapping[str, object], abilities: Abilities) -> None:
        """Raise `Refused` where the real service would not take the request."""
        self._body = body = check_anthropic_request(MESSAGES, data)
        tools = body.get("tools") or []
        check_tools(tools, "input_schema", "tools.{}.input_schema", abilities)
        strict = [tool["input_schema"] for tool in tools if tool.get("strict")]
        problem = unions_problem(to_json(strict))
        if problem is not None:
            raise Refused(400, problem)
        if body.get("tool_choice") is not None and not tools:
            raise Refused(400, "tool_choice may only be specified while providing tools.")
        choice = messages_choice(body.get("tool_choice"))
        choice.check({tool["name"]: tool for tool in tools}, abilities)
        thinking = _thinking(body)
        if thinking is not None:
            _check_thinking(body, thinking, forced=choice.mode == "required")
        marks = sum(block.get(MARK) is not None for block in _markable(body))
        if marks > MARKS:
            raise Refused(
                400,
                f"A maximum of {MARKS} blocks with cache_control may be provided. Found {marks}.",
            )
        bound = None if abilities.new_tools else _bare_tools(body)
        check_turns(body["messages"], thinks=thinking is not None, bound=bound)

    def prompt(self, draw: Draw) -> Prompt:
        """Return what is asked for."""
        body = self._body
        words = [
            joined(_text_blocks(m["content"])) for m in body["messages"] if m["role"] == "user"
        ]
        choice = messages_choice(body.get("tool_choice"))
        tools = {tool["name"]: described(tool, "input_schema") for tool in body.get("tools") or []}
        return Prompt(
            model=body["model"],
            system=joined(body.get("system")),
            user=next((each for each in reversed(words) if each), ""),
            tools=choice.callable(tools),
            forced=choice.mode == "required",
            thinks=_thinking(body) is not None,
            limit=body["max_tokens"],
            draw=draw,
        )

    def count(self, prefixes: PrefixCache) -> TokenCount:
        """Return the tokens of the request; tools come first, then system, then messages."""
        body = self._body
        way = {"thinking": body.get("thinking"), "tool_choice": body.get("tool_choice")}
        blocks: list[Mapping[str, object]] = [
            {"model": body["model"]},
            *(body.get("tools") or []),
            *blocks_of(body.get("system") or []),
            way,
            *(block for m in body["messages"] for block in blocks_of(m["content"])),
        ]
        marks = [i for i, block in enumerate(blocks) if block.get(MARK)]
        if body.get(MARK) and len(blocks) - 1 not in marks:
            marks.append(len(blocks) - 1)
        return prefixes.marked([to_json(_bare(block)) for block in blocks], marks)

    @staticmethod
    def too_long(tokens: int, window: int) -> Refused:
        """Return the refusal of a request that is longer than the context."""
        return Refused(400, f"prompt is too long: {tokens} tokens > {window} maximum")

    def reply(self, prompt: Prompt, answer: Answer, count: TokenCount) -> dict[str, object]:
        """Return the body of the reply."""
        stop = "tool_use" if answer.calls else "end_turn"
        refused = answer.stop == "refusal"
        why = {"type": "refusal", "category": None, "explanation": answer.words}
        return {
            "id": f"msg_{prompt.draw.id('message')}",
            "type": "message",
            "role": "assistant",
            "model": prompt.model,
            "content": [] if refused else _content(self._body, prompt, answer),
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

    @staticmethod
    def error(refused: Refused, request_id: str) -> dict[str, object]:
        """Return the body of an error."""
        return anthropic_error(refused, request_id)


def _thinking(body: MessagesBody) -> Enabled | Adaptive | None:
    """Return how it thinks; None: it doesn't."""
    thinking = body.get("thinking")
    return None if thinking is None or thinking["type"] == "disabled" else thinking


def _check_thinking(body: MessagesBody, thinking: Enabled | Adaptive, *, forced: bool) -> None:
    given: Mapping[str, object] = body
    if forced:
        raise Refused(400, "Thinking may not be enabled when tool_choice forces tool use.")
    for key in ("temperature", "top_p", "top_k"):
        if given.get(key) is not None:
            raise Refused(400, f"`{key}` may not be set when thinking is enabled.")
    if thinking["type"] == "enabled" and thinking["budget_tokens"] >= body["max_tokens"]:
        raise Refused(400, "`max_tokens` must be greater than `thinking.budget_tokens`.")


def _markable(body: MessagesBody) -> Iterator[Mapping[str, object]]:
    """Yield all that can bear a mark; the request itself stands for its last block."""
    yield body
    yield from body.get("tools") or []
    yield from blocks_of(body.get("system") or [])
    for message in body["messages"]:
        yield from blocks_of(message["content"])


def _bare(block: Mapping[str, object]) -> Mapping[str, object]:
    """Return a block without its mark, which is no part of what is kept."""
    return {k: v for k, v in block.items() if k != MARK} if MARK in block else block


def _bare_tools(body: MessagesBody) -> list[Mapping[str, object]]:
    """Return the tools, to which thinking may be bound."""
    return [_bare(tool) for tool in body.get("tools") or []]


def _text_blocks(content: str | Sequence[Block]) -> str | Sequence[Block]:
    if isinstance(content, str):
        return content
    return [block for block in content if block["type"] == "text"]


def _content(body: MessagesBody, prompt: Prompt, answer: Answer) -> list[dict[str, object]]:
    turn = prompt.draw.id("turn")[:20]
    content: list[dict[str, object]] = []
    thinking = _thinking(body)
    if answer.thought and thinking is not None:
        # The newest models show nothing that nobody asks for.
        default = "omitted" if thinking["type"] == "adaptive" else "summarized"
        shown = answer.thought if (thinking.get("display") or default) == "summarized" else ""
        signed = with_tools(answer.thought, _bare_tools(body))
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
