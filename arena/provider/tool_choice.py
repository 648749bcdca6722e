"""Which tools may be called now: `tool_choice` of each protocol in one form."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeVar

from arena.provider.errors import Refused
from arena.provider.protocol import Abilities

__all__ = ["ToolChoice", "chat_choice", "messages_choice", "responses_choice"]

T = TypeVar("T")


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolChoice:
    """What a request says about calling tools."""

    mode: Literal["auto", "required", "none"] = "auto"
    names: tuple[str, ...] | None = None
    """Only these; None: all that there are."""

    def callable(self, tools: Mapping[str, T]) -> dict[str, T]:
        """Return the tools that may be called, in their order."""
        if self.mode == "none":
            return {}
        return {
            name: tool for name, tool in tools.items() if self.names is None or name in self.names
        }

    def check(self, tools: Mapping[str, object], abilities: Abilities) -> None:
        """Raise `Refused` where it asks for what isn't there, or for what the server can't do.

        The words for that are those of a real server, and name no tool.
        """
        if self == AUTO:
            return
        if not abilities.tool_choice:
            raise Refused(400, "Failed to initialize samplers: failed to parse grammar")
        absent = [name for name in self.names or () if name not in tools]
        if absent:
            raise _wrong(f"tool_choice: tool '{absent[0]}' not found in 'tools'.")
        if self.mode == "required" and not tools:
            raise _wrong("tool_choice: 'required' must be specified with 'tools'.")


AUTO = ToolChoice()


def responses_choice(given: object) -> ToolChoice:
    """Return the choice of a Responses request."""
    match given:
        case "required" | "none":
            return ToolChoice(mode=given)
        case {"type": "function", "name": name}:
            return ToolChoice(mode="required", names=(name,))
        case {"type": "allowed_tools", "mode": mode, "tools": tools}:
            return ToolChoice(mode=mode, names=tuple(tool["name"] for tool in tools))
    return AUTO


def chat_choice(given: object) -> ToolChoice:
    """Return the choice of a Chat Completions request."""
    match given:
        case "required" | "none":
            return ToolChoice(mode=given)
        case {"type": "function", "function": {"name": name}}:
            return ToolChoice(mode="required", names=(name,))
        case {"type": "allowed_tools", "allowed_tools": {"mode": mode, "tools": tools}}:
            return ToolChoice(mode=mode, names=tuple(tool["function"]["name"] for tool in tools))
    return AUTO


def messages_choice(given: object) -> ToolChoice:
    """Return the choice of a Messages request."""
    match given:
        case {"type": "any"}:
            return ToolChoice(mode="required")
        case {"type": "none"}:
            return ToolChoice(mode="none")
        case {"type": "tool", "name": name}:
            return ToolChoice(mode="required", names=(name,))
    return AUTO


def _wrong(message: str) -> Refused:
    return Refused(400, message, param="tool_choice")
