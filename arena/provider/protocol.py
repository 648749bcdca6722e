"""The base of the three protocols: how a request is validated, and what is extracted from it."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from pydantic_core import SchemaValidator, to_json

from arena.forms import Schema
from arena.provider.errors import Refused
from arena.provider.request_forms import Refuse, check
from arena.provider.schemas import tools_problem
from arena.provider.token_counts import PrefixCache, TokenCount, token_count
from arena.provider.types import Answer, Body, Draw, Prompt

TIME = 1_760_000_000
"""The Unix time of every reply: equal requests get equal bytes."""
CREATED = "2025-10-09T08:53:20Z"
"""The same time in ISO 8601."""
MODELS = ("loopback", "loopback-think")
"""The models in the list. Any other name is accepted too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Abilities:
    """The features of a server; requests that need others get status 400."""

    tools: bool = True
    """It accepts tools."""
    tool_choice: bool = True
    """It can force a tool call."""
    strict: bool = True
    """It can enforce schemas of arguments; where it cannot, the error does not name the tool."""
    new_tools: bool = True
    """It accepts changed tools together with reasoning that was made with others."""
    summaries: bool = True
    """It returns summaries of reasoning, as OpenAI does for verified organisations."""


EVERYTHING = Abilities()


class WireRequest(ABC):
    """A validated request of one protocol."""

    form: ClassVar[Callable[[], SchemaValidator]]
    """Builds, once, the validator of a request's keys and types."""
    refuse: ClassVar[Refuse]
    parameters = "parameters"
    """The key of a tool's schema."""
    schema_path = "tools[{}].parameters"
    """The path of the schema of the tool with a given index."""
    limits: ClassVar[Sequence[str]]
    """Keys of the output token limit; the first that is present applies."""

    def __init__(self, data: Body, abilities: Abilities) -> None:
        """Validate a request. Raises `Refused` where the real service would reject it."""
        check(type(self).form(), data, type(self).refuse)
        self.body = data
        self.tools = self.tools_of(data)
        _check_tools(self.tools, self.parameters, self.schema_path, abilities)
        self.choice = _ToolChoice.read(data.get("tool_choice"))
        if not self.tools:
            self.check_without_tools()
        self.choice.check({tool["name"] for tool in self.tools}, abilities)
        self.check_conversation(abilities)

    def tools_of(self, data: Body) -> list[Body]:
        """Return the definitions of the tools."""
        return data.get("tools") or []

    def schema_of(self, tool: Body) -> Schema:
        """Return the schema of a tool's arguments."""
        schema: Schema = tool.get(self.parameters) or {"type": "object", "properties": {}}
        return schema

    def check_without_tools(self) -> None:  # noqa: B027 - some services mind nothing
        """Raise `Refused` if a request without tools has options of tools."""

    @abstractmethod
    def check_conversation(self, abilities: Abilities) -> None:
        """Raise `Refused` for what the validator cannot see: matching parts, and signatures."""

    @abstractmethod
    def texts(self, *roles: str) -> list[str]:
        """Return the texts of these roles, in their order."""

    @abstractmethod
    def thinks(self) -> bool:
        """Return True if the reply contains reasoning."""

    def prompt(self, draw: Draw) -> Prompt:
        """Return the parts of the request on which the answer depends."""
        described: dict[str, Schema] = {
            tool["name"]: self.schema_of(tool) | {"description": tool.get("description") or ""}
            for tool in self.tools
        }
        in_words = self.call_in_words()
        return Prompt(
            model=self.body["model"],
            system="\n".join(self.texts("system", "developer")),
            user=next(reversed([text for text in self.texts("user") if text]), ""),
            tools=in_words or self.choice.callable(described),
            worded=bool(in_words),
            forced=self.choice.mode == "required",
            thinks=self.thinks(),
            limit=next((self.body[key] for key in self.limits if self.body.get(key)), None),
            draw=draw,
        )

    def call_in_words(self) -> Mapping[str, Schema]:
        """Return the tool whose arguments the text of the answer must be, by name; empty: none."""
        return {}

    @abstractmethod
    def count(self, prefixes: PrefixCache) -> TokenCount:
        """Count the tokens of the request."""

    @abstractmethod
    def reply(self, prompt: Prompt, answer: Answer, count: TokenCount) -> Body:
        """Return the body of the reply."""

    @staticmethod
    @abstractmethod
    def too_long(tokens: int, window: int) -> Refused:
        """Return the error for a request that exceeds the context, in the service's words."""

    @staticmethod
    @abstractmethod
    def error(refused: Refused, request_id: str) -> Body:
        """Return the body of an error."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _ToolChoice:
    """The tool choice of a request."""

    mode: Literal["auto", "required", "none"] = "auto"
    names: tuple[str, ...] | None = None
    """Only these tools; None: all."""

    @classmethod
    def read(cls, given: object) -> "_ToolChoice":
        """Parse a tool choice of any protocol."""
        match given:
            case "required" | {"type": "any"}:
                return cls(mode="required")
            case "none" | {"type": "none"}:
                return cls(mode="none")
            case {"function": {"name": name}} | {"type": "function" | "tool", "name": name}:
                return cls(mode="required", names=(name,))
            case {"allowed_tools": {"mode": mode, "tools": tools}} | {"mode": mode, "tools": tools}:
                names = tuple(tool.get("function", tool)["name"] for tool in tools)
                return cls(mode=mode, names=names)
        return cls()

    def callable(self, tools: Mapping[str, Schema]) -> Mapping[str, Schema]:
        """Return the tools that may be called, in their order."""
        if self.mode == "none":
            return {}
        names = tools if self.names is None else self.names
        return {name: tool for name, tool in tools.items() if name in names}

    def check(self, tools: Iterable[str], abilities: Abilities) -> None:
        """Raise `Refused` for absent tools, or for a choice that the server does not support.

        The wording of the latter is a real server's, and names no tool.
        """
        if self == _ToolChoice():
            return
        if not abilities.tool_choice:
            raise Refused(400, "Failed to initialize samplers: failed to parse grammar")
        why = "'required' must be specified with 'tools'."
        absent = [name for name in self.names or () if name not in tools]
        if absent:
            why = f"tool '{absent[0]}' not found in 'tools'."
        if absent or (self.mode == "required" and not tools):
            raise Refused(400, f"tool_choice: {why}", param="tool_choice")


def _check_tools(tools: Sequence[Body], schema: str, where: str, abilities: Abilities) -> None:
    """Validate names and schemas of tools.

    `schema` is the key of the schema, `where` the end of a tool's path in errors.
    """
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


def joined(content: str | Sequence[Body] | None) -> str:
    """Return the text of a content, whether it is a string or a list of parts."""
    if content is None or isinstance(content, str):
        return content or ""
    return "\n".join(text for part in content if isinstance(text := part.get("text"), str))


def output_tokens(answer: Answer) -> tuple[int, int]:
    """Return the tokens of an answer's reasoning, and of its whole output."""
    reasoning = token_count(answer.thought.encode())
    return reasoning, token_count(answer.size()) + reasoning


def model_list(*, anthropic: bool) -> Body:
    """Return the body of the list of models, in Anthropic's or OpenAI's form."""
    if not anthropic:
        rows = [{"id": n, "object": "model", "created": TIME, "owned_by": "arena"} for n in MODELS]
        return {"object": "list", "data": rows}
    listed = [
        {
            "type": "model",
            "id": name,
            "display_name": name.title(),
            "created_at": CREATED,
            "lifecycle": "active",
        }
        for name in MODELS
    ]
    return {"data": listed, "has_more": False, "first_id": MODELS[0], "last_id": MODELS[-1]}
