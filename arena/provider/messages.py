"""Anthropic's Messages protocol: content blocks, signed thinking, and explicit prompt caching.

A tool call's id tells whether thinking preceded it (`toolu_1`) or not (`toolu_0`), and contains a
part of that thinking's signature; so no state is needed.
"""

from collections.abc import Iterator, Sequence
from functools import cache

from pydantic_core import SchemaValidator, from_json, to_json
from pydantic_core import core_schema as form

from arena.provider.errors import Refused, anthropic_error
from arena.provider.protocol import Abilities, WireRequest, joined, output_tokens
from arena.provider.request_forms import OBJECT, anthropic_refusal, tool_name, validator_of
from arena.provider.schemas import unions_problem
from arena.provider.signatures import is_bound_elsewhere, sign, signed_text, with_tools
from arena.provider.token_counts import PrefixCache, TokenCount
from arena.provider.types import Answer, Body, Prompt

MARK = "cache_control"
MARKS = 4
"""Maximum number of cache marks per request."""
SHARED = 20
"""Characters of the thinking's signature that a call's id contains."""
HELD = {
    "user": ("text", "tool_result"),
    "assistant": ("text", "tool_use", "thinking", "redacted_thinking"),
}
"""The types of blocks that a message may contain, by role."""

Turn = tuple[int, str, list[Body]]
"""Index of the first message, role, content."""


@cache
def _form() -> SchemaValidator:
    from anthropic.types.message_create_params import MessageCreateParamsNonStreaming

    own = form.str_schema(pattern=r"^[a-zA-Z0-9_-]+$")
    return validator_of(
        MessageCreateParamsNonStreaming,
        {
            "model": form.str_schema(min_length=1),
            "ToolParam.name": tool_name(),
            "ToolUseBlockParam.name": tool_name(128),
            "ToolUseBlockParam.id": own,
            "tool_use_id": own,
            "input_schema": OBJECT,
            "budget_tokens": form.int_schema(ge=1024),
            "max_tokens": form.int_schema(ge=1),
            "MessageCreateParamsNonStreaming.temperature": form.float_schema(ge=0, le=1),
            "MessageCreateParamsNonStreaming.top_p": form.float_schema(ge=0, le=1),
            "MessageCreateParamsNonStreaming.top_k": form.int_schema(ge=0),
        },
        filled={"messages"},
    )


class Messages(WireRequest):
    """A Messages request."""

    form = _form
    refuse = anthropic_refusal
    parameters = "input_schema"
    schema_path = "tools.{}.input_schema"
    limits = ("max_tokens",)

    @property
    def thinking(self) -> Body | None:
        """The thinking parameter; None: no thinking."""
        thinking = self.body.get("thinking")
        return None if thinking is None or thinking["type"] == "disabled" else thinking

    def check_without_tools(self) -> None:
        """Reject a tool choice without tools."""
        if self.body.get("tool_choice") is not None:
            raise Refused(400, "tool_choice may only be specified while providing tools.")

    def check_conversation(self, abilities: Abilities) -> None:
        """Reject unsupported options, options incompatible with thinking, and invalid turns."""
        strict = [tool["input_schema"] for tool in self.tools if tool.get("strict")]
        problem = unions_problem(to_json(strict))
        if problem is not None:
            raise Refused(400, problem)
        if self.thinking is not None:
            self._check_thinking(self.thinking)
        marks = sum(block.get(MARK) is not None for block in self._markable())
        if marks > MARKS:
            raise Refused(
                400,
                f"A maximum of {MARKS} blocks with cache_control may be provided. Found {marks}.",
            )
        bound = None if abilities.new_tools else [*map(_bare, self.tools)]
        _check_turns(self.body["messages"], thinks=self.thinking is not None, bound=bound)

    def _check_thinking(self, thinking: Body) -> None:
        if self.choice.mode == "required":
            raise Refused(400, "Thinking may not be enabled when tool_choice forces tool use.")
        for key in ("temperature", "top_p", "top_k"):
            if self.body.get(key) is not None:
                raise Refused(400, f"`{key}` may not be set when thinking is enabled.")
        if thinking.get("budget_tokens", 0) >= self.body["max_tokens"]:
            raise Refused(400, "`max_tokens` must be greater than `thinking.budget_tokens`.")

    def _markable(self) -> Iterator[Body]:
        """Yield everything that can have a cache mark; the request stands for its last block."""
        yield self.body
        yield from self.tools
        yield from _blocks_of(self.body.get("system") or [])
        for message in self.body["messages"]:
            yield from _blocks_of(message["content"])

    def texts(self, *roles: str) -> list[str]:
        """Return the texts of these roles, without tool results."""
        system = [joined(self.body.get("system"))] if "system" in roles else []
        return system + [
            joined([each for each in _blocks_of(m["content"]) if each["type"] == "text"])
            for m in self.body["messages"]
            if m["role"] in roles
        ]

    def thinks(self) -> bool:
        """Return True if the request enables thinking."""
        return self.thinking is not None

    def count(self, prefixes: PrefixCache) -> TokenCount:
        """Count the tokens of the request; tools come first, then system, then messages."""
        body = self.body
        blocks: list[Body] = [
            {"model": body["model"]},
            *self.tools,
            *_blocks_of(body.get("system") or []),
            {"thinking": body.get("thinking"), "tool_choice": body.get("tool_choice")},
            *(block for m in body["messages"] for block in _blocks_of(m["content"])),
        ]
        marks = [i for i, block in enumerate(blocks) if block.get(MARK)]
        if body.get(MARK) and len(blocks) - 1 not in marks:
            marks.append(len(blocks) - 1)
        return prefixes.marked([to_json(_bare(block)) for block in blocks], marks)

    @staticmethod
    def too_long(tokens: int, window: int) -> Refused:
        """Return the error for a request that exceeds the context."""
        return Refused(400, f"prompt is too long: {tokens} tokens > {window} maximum")

    def reply(self, prompt: Prompt, answer: Answer, count: TokenCount) -> Body:
        """Return the body of the reply."""
        stop = "tool_use" if answer.calls else "end_turn"
        refused = answer.stop == "refusal"
        why = {"type": "refusal", "category": None, "explanation": answer.words}
        return {
            "id": f"msg_{prompt.draw.id('message')}",
            "type": "message",
            "role": "assistant",
            "model": prompt.model,
            "content": [] if refused else self._content(prompt, answer),
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

    def _content(self, prompt: Prompt, answer: Answer) -> list[Body]:
        turn = prompt.draw.id("turn")[:20]
        content: list[Body] = []
        thinking = self.thinking
        if answer.thought and thinking is not None:
            # The newest models show thinking only on request.
            default = "omitted" if thinking["type"] == "adaptive" else "summarized"
            shown = answer.thought if (thinking.get("display") or default) == "summarized" else ""
            signed = with_tools(answer.thought, [*map(_bare, self.tools)])
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

    @staticmethod
    def error(refused: Refused, request_id: str) -> Body:
        """Return the body of an error."""
        return anthropic_error(refused, request_id)


def _blocks_of(content: str | Sequence[Body]) -> list[Body]:
    """Return a message's content as blocks, whether it is a text or a list."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def _bare(block: Body) -> Body:
    """Return a block without its cache mark."""
    return {k: v for k, v in block.items() if k != MARK} if MARK in block else block


def _check_turns(messages: Sequence[Body], *, thinks: bool, bound: object = None) -> None:
    """Raise `Refused` for a conversation that the real service would reject.

    `bound` are the tools with which all its thinking must have been made; None: any.
    """
    for i, message in enumerate(messages):
        _check_blocks(i, message)
    turns = _turns(messages)
    if turns[0][1] != "user":
        raise Refused(400, 'messages: first message must use the "user" role')
    if turns[-1][1] != "user":
        raise Refused(
            400,
            "This model does not support assistant message prefill. The conversation must end "
            "with a user message.",
        )
    open_: list[str] = []
    for first, role, blocks in turns:
        if role == "user":
            _check_results(first, blocks, open_)
            continue
        open_ = [block["id"] for block in blocks if block["type"] == "tool_use"]
        if len(set(open_)) < len(open_):
            raise Refused(400, f"messages.{first}: `tool_use` ids must be unique")
        _check_thought(first, blocks, thinks=thinks, bound=bound)


def _check_blocks(i: int, message: Body) -> None:
    where, blocks = f"messages.{i}", _blocks_of(message["content"])
    if message["role"] not in HELD:
        raise Refused(400, f"{where}.role: Input should be 'user' or 'assistant'")
    if not blocks or message["content"] == "":
        raise Refused(400, f"{where}: all messages must have non-empty content")
    for k, block in enumerate(blocks):
        kind = block["type"]
        if kind not in HELD[message["role"]]:
            raise Refused(
                400,
                f"{where}.content.{k}: `{kind}` blocks are not allowed in `{message['role']}` "
                "messages",
            )
        if block["type"] == "text" and not block["text"].strip():
            raise Refused(
                400, f"{where}.content.{k}: text content blocks must contain non-whitespace text"
            )


def _turns(messages: Sequence[Body]) -> list[Turn]:
    """Return the turns: consecutive messages of one role are merged."""
    turns: list[Turn] = []
    for i, message in enumerate(messages):
        blocks = _blocks_of(message["content"])
        if turns and turns[-1][1] == message["role"]:
            turns[-1][2].extend(blocks)
        else:
            turns.append((i, message["role"], blocks))
    return turns


def _check_results(first: int, blocks: Sequence[Body], calls: Sequence[str]) -> None:
    """Reject results of tools that are not first in the next turn, each call's exactly once."""
    results: list[str] = []
    for k, block in enumerate(blocks):
        if block["type"] != "tool_result":
            break
        own = block["tool_use_id"]
        if own not in calls:
            raise _stray(first, k, own)
        if own in results:
            raise Refused(
                400,
                f"messages.{first}.content.{k}: each tool_use must have a single result. Found "
                f"multiple `tool_result` blocks with id: {own}",
            )
        results.append(own)
    missing = [own for own in calls if own not in results]
    if missing:
        raise Refused(
            400,
            f"messages.{first - 1}: `tool_use` ids were found without `tool_result` blocks "
            f"immediately after: {', '.join(missing)}. Each `tool_use` block must have a "
            "corresponding `tool_result` block in the next message.",
        )
    for k, block in enumerate(blocks):
        if block["type"] == "tool_result" and k >= len(results):
            raise _stray(first, k, block["tool_use_id"])


def _stray(first: int, k: int, own: str) -> Refused:
    return Refused(
        400,
        f"messages.{first}.content.{k}: unexpected `tool_use_id` found in `tool_result` blocks: "
        f"{own}. Each `tool_result` block must have a corresponding `tool_use` block in the "
        "previous message.",
    )


def _check_thought(first: int, blocks: Sequence[Body], *, thinks: bool, bound: object) -> None:
    """Reject thinking that was changed, and calls without the thinking that led to them."""
    thoughts: set[str] = set()
    for k, block in enumerate(blocks):
        if block["type"] == "redacted_thinking":
            raise Refused(
                400, f"messages.{first}.content.{k}: Invalid `data` in `redacted_thinking` block"
            )
        if block["type"] == "thinking":
            own = block["signature"][:SHARED]
            signed = signed_text(own + block["thinking"], block["signature"][SHARED:])
            if signed is None:
                raise Refused(
                    400, f"messages.{first}.content.{k}: Invalid `signature` in `thinking` block"
                )
            if bound is not None and is_bound_elsewhere(signed, bound):
                raise Refused(
                    400,
                    f"messages.{first}.content.{k}: a `thinking` block can't be sent back with "
                    "other `tools` than it was made with",
                )
            thoughts.add(own)
        elif block["type"] == "tool_use" and thinks:
            own = block["id"].removeprefix("toolu_1")
            if own != block["id"] and own[:SHARED] not in thoughts:
                raise Refused(
                    400,
                    f"messages.{first}.content.{k}.type: Expected `thinking` or "
                    "`redacted_thinking`, but found `tool_use`. When `thinking` is enabled, a "
                    "final `assistant` message must start with a thinking block.",
                )


def _input(arguments: str) -> Body:
    """Return arguments as the object that the protocol requires; of truncated ones a part."""
    try:
        given = from_json(arguments, allow_partial=True)
    except ValueError:
        given = None
    if isinstance(given, dict):
        return given
    return {"INVALID_JSON": arguments}


def _usage(answer: Answer, count: TokenCount) -> Body:
    thinking, output = output_tokens(answer)
    return {
        "input_tokens": count.total - count.cached - count.written,
        "cache_creation_input_tokens": count.written,
        "cache_read_input_tokens": count.cached,
        "cache_creation": {
            "ephemeral_5m_input_tokens": count.written,
            "ephemeral_1h_input_tokens": 0,
        },
        "output_tokens": output,
        "output_tokens_details": {"thinking_tokens": thinking},
        "service_tier": "standard",
        "inference_geo": None,
        "server_tool_use": None,
    }
