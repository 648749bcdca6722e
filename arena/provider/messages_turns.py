"""Whose turn it is in a Messages request: results behind calls, and thinking as it was signed."""

from collections.abc import Sequence

from arena.provider.errors import Refused
from arena.provider.messages_request import Block, Message
from arena.provider.signatures import is_bound_elsewhere, signed_text

__all__ = ["blocks_of", "check_turns"]

Turn = tuple[int, str, list[Block]]
"""Index of its first message, role, content."""
SHARED = 20
"""Characters that a call's id shares with the signature of the thinking before it."""
THOUGHT = ("thinking", "redacted_thinking")
USERS = ("text", "tool_result")
"""What a user's message can hold."""
ASSISTANTS = ("text", "tool_use", *THOUGHT)


def blocks_of(content: str | Sequence[Block]) -> list[Block]:
    """Return a content as blocks, whichever of its two forms it has."""
    return [{"type": "text", "text": content}] if isinstance(content, str) else list(content)


def check_turns(messages: Sequence[Message], *, thinks: bool, bound: object = None) -> None:
    """Raise `Refused` where the real service would not take the conversation.

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


def _check_blocks(i: int, message: Message) -> None:
    where, blocks = f"messages.{i}", blocks_of(message["content"])
    if not blocks or message["content"] == "":
        raise Refused(400, f"{where}: all messages must have non-empty content")
    allowed = USERS if message["role"] == "user" else ASSISTANTS
    for k, block in enumerate(blocks):
        kind = block["type"]
        if kind not in allowed:
            raise Refused(
                400,
                f"{where}.content.{k}: `{kind}` blocks are not allowed in `{message['role']}` "
                "messages",
            )
        if block["type"] == "text" and not block["text"].strip():
            raise Refused(
                400, f"{where}.content.{k}: text content blocks must contain non-whitespace text"
            )


def _turns(messages: Sequence[Message]) -> list[Turn]:
    """Return the turns; messages of one side that follow each other are one."""
    turns: list[Turn] = []
    for i, message in enumerate(messages):
        blocks = blocks_of(message["content"])
        if turns and turns[-1][1] == message["role"]:
            turns[-1][2].extend(blocks)
        else:
            turns.append((i, message["role"], blocks))
    return turns


def _check_results(first: int, blocks: Sequence[Block], calls: Sequence[str]) -> None:
    """The results of a turn's calls come first in the next one, each once."""
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


def _check_thought(first: int, blocks: Sequence[Block], *, thinks: bool, bound: object) -> None:
    """Thinking is as it was signed, and a call that came of thinking has it in front."""
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
