"""What the three protocols have in common: the steps of a reply, and how tools are checked."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Protocol, cast

from pydantic_core import to_json

from arena.forms import Schema
from arena.provider.errors import Refused
from arena.provider.schemas import tools_problem
from arena.provider.token_counts import PrefixCache, TokenCount
from arena.provider.types import Answer, Draw, Prompt

__all__ = ["EVERYTHING", "TIME", "Abilities", "WireProtocol", "check_tools", "described", "joined"]

TIME = 1_760_000_000
"""The second in which every reply is made: the same bytes get the same reply."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abilities:
    """What a server can do; requests that need more are answered with 400."""

    tools: bool = True
    """It takes tools."""
    tool_choice: bool = True
    """It can be told that a tool has to be called."""
    strict: bool = True
    """It can hold arguments to their schema; what it says where it can't names no tool either."""
    new_tools: bool = True
    """It takes other tools than those with which a thought was made that is sent back."""
    summaries: bool = True
    """It shows summaries of reasoning, as OpenAI does to organisations that it has verified."""


EVERYTHING = Abilities()


class WireProtocol(Protocol):
    """One request of a protocol, which the real service would take."""

    def __init__(self, data: Mapping[str, object], abilities: Abilities) -> None:
        """Raise `Refused` where the real service would not take the request."""
        ...

    def prompt(self, draw: Draw) -> Prompt:
        """Return what is asked for."""
        ...

    def count(self, prefixes: PrefixCache) -> TokenCount:
        """Return the tokens of the request."""
        ...

    def reply(self, prompt: Prompt, answer: Answer, count: TokenCount) -> Mapping[str, object]:
        """Return the body of the reply."""
        ...

    @staticmethod
    def too_long(tokens: int, window: int) -> Refused:
        """Return the refusal of a request that is longer than the context, in the API's words."""
        ...

    @staticmethod
    def error(refused: Refused, request_id: str) -> dict[str, object]:
        """Return the body of an error."""
        ...


def check_tools(
    tools: Sequence[Mapping[str, object]], schema: str, where: str, abilities: Abilities
) -> None:
    """Check names and schemas; `schema` is the key of the schema, `where` ends a tool's path."""
    if tools and not abilities.tools:
        raise Refused(400, "tools: this server does not support tools.", param="tools")
    if not abilities.strict and any(tool.get("strict") for tool in tools):
        raise Refused(400, "JSON schema conversion failed")
    names = [tool["name"] for tool in tools]
    twice = next((name for name in names if names.count(name) > 1), None)
    if twice is not None:
        raise Refused(400, f"tools: Tool names must be unique, {twice!r} is not.", param="tools")
    empty = {"type": "object", "properties": {}}
    problem = tools_problem(
        to_json([[tool.get(schema) or empty, tool.get("strict")] for tool in tools])
    )
    if problem is not None:
        number, why = problem
        raise Refused(
            400,
            f"Invalid schema for function '{names[number]}': {why}",
            param=where.format(number),
            code="invalid_function_parameters",
        )


def described(tool: Mapping[str, object], schema: str) -> Schema:
    """Return a tool's schema with the tool's own description; `schema` is its key."""
    given = cast("Schema", tool.get(schema) or {})
    return {**given, "description": str(tool.get("description") or "")}


def joined(content: str | Sequence[Mapping[str, object]] | None) -> str:
    """Return the text of a content, whichever of its two forms it has."""
    if content is None or isinstance(content, str):
        return content or ""
    return "\n".join(text for part in content if isinstance(text := part.get("text"), str))
