"""Which model a seat's spec names, how it is asked first, and what opens it.

Nothing here imports a provider's SDK before a model is opened: the two take seconds.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, get_args
from urllib.parse import urlsplit

from arena.errors import ConfigError, Fault, possible
from arena.models.types import Step
from arena.settings import ModelSettings
from arena.text import escaped

__all__ = [
    "FORMS",
    "PROTOCOLS",
    "Protocol",
    "Spec",
    "check",
    "first_step",
    "is_model_spec",
    "names_tools",
    "parse",
    "step_below",
]

Protocol = Literal["openai", "openai-compatible", "anthropic"]
"""The API that is spoken: Responses, Chat Completions, Messages."""

PROTOCOLS: tuple[Protocol, ...] = get_args(Protocol)
FORMS: Mapping[Protocol, tuple[str, ...]] = {
    "openai": ("openai:MODEL", "openai:MODEL@BASE_URL"),
    "anthropic": ("anthropic:MODEL", "anthropic:MODEL@BASE_URL"),
    "openai-compatible": ("openai-compatible:MODEL@BASE_URL",),
}
"""How the spec of a model is written, by protocol, the shortest form first."""
ALL_FORMS = tuple(form for forms in FORMS.values() for form in forms)

ADDRESS = re.compile(r"@(?=https?://)")
TOOL_WORDS = re.compile(r"tool|\bfunctions?\b|\bfunction_call|\bstrict\b", re.IGNORECASE)
NOT_TAKEN: dict[Protocol, tuple[str, ...]] = {
    "openai": ("seed", "thinking", "cache"),
    "openai-compatible": ("thinking", "cache", "reasoning"),
    "anthropic": ("temperature", "top_p", "seed", "reasoning"),
}
"""Settings that an API has no place for; each may only stand at its default there."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """A model and where it is asked; it holds no key."""

    protocol: Protocol
    model: str
    """As its provider names it."""
    base_url: str | None
    """Where requests go in place of the SDK's own address; always there for a compatible server."""

    def __str__(self) -> str:
        """Return the spec as it is written in a config."""
        address = "" if self.base_url is None else f"@{self.base_url}"
        return f"{self.protocol}:{self.model}{address}"


def is_model_spec(text: str) -> bool:
    """Return whether a seat's spec names a model, well or badly; `parse` says which."""
    head, colon, _ = text.partition(":")
    return bool(colon) and head in PROTOCOLS


def parse(spec: str) -> Spec:
    """Return what a spec names. Raises `ConfigError`."""
    protocol = next((each for each in PROTOCOLS if spec.partition(":")[0] == each), None)
    _, colon, rest = spec.partition(":")
    if protocol is None or not colon:
        raise ConfigError(f"the model {spec!r} is of no known kind. {possible(spec, ALL_FORMS)}")
    model, *addresses = ADDRESS.split(rest, maxsplit=1)
    base_url = addresses[0] if addresses else None
    if base_url is not None:
        _check_address(protocol, model, base_url)
    if not model or model != escaped(model) or any(letter.isspace() for letter in model):
        raise ConfigError(
            f"the model {spec!r} has no proper name behind {protocol}:, such as"
            f" {protocol}:MODEL{'@BASE_URL' if protocol == 'openai-compatible' else ''}"
        )
    if base_url is None and (protocol == "openai-compatible" or "@" in model):
        raise ConfigError(
            f"the model {spec!r} has no address that begins with http:// or https:// behind @."
            f" Possible: {', '.join(FORMS[protocol])}"
        )
    return Spec(protocol=protocol, model=model, base_url=base_url)


def _check_address(protocol: Protocol, model: str, base_url: str) -> None:
    named = f"the address of {protocol}:{escaped(model)}"
    try:
        parts = urlsplit(base_url)
        host, _ = parts.hostname, parts.port
    except ValueError:
        host, parts = None, urlsplit("")
    if parts.username is not None or parts.password is not None:
        raise ConfigError(f"{named} holds a user or a password; a key belongs in the environment")
    if not host or not base_url.isascii() or base_url != escaped(base_url) or " " in base_url:
        raise ConfigError(f"{named} is no web address such as http://127.0.0.1:8000/v1")
    if "?" in base_url or "#" in base_url:
        raise ConfigError(f"{named} ends in a query or a fragment; only its path is possible")


def check(spec: Spec, settings: ModelSettings) -> None:
    """Refuse settings that the model's API has no place for. Raises `ConfigError`."""
    for name in NOT_TAKEN[spec.protocol]:
        if getattr(settings, name) != ModelSettings.model_fields[name].default:
            raise ConfigError(
                f"the setting {name} of {spec} is not taken by {spec.protocol}; leave it out"
            )
    if spec.protocol == "openai" and settings.effort is not None and not settings.reasoning:
        raise ConfigError(
            f"the setting effort of {spec} is for a model that reasons, and reasoning is false;"
            " leave one of the two out"
        )


def first_step(spec: Spec, settings: ModelSettings) -> Step:
    """Return the firmest way in which a model can be asked."""
    if not settings.tools:
        return "text"
    thinks = spec.protocol == "anthropic" and settings.thinking
    return "offered" if thinks or not settings.tool_choice else "forced"


def step_below(step: Step) -> Step | None:
    """Return what a server may take that refused a step; None below the last."""
    match step:
        case "forced":
            return "offered"
        case "offered":
            return "text"
        case "text":
            return None


def names_tools(fault: Fault) -> bool:
    """Return whether a request was refused for its tools, so that a step down may help."""
    _, _, said = fault.why.partition(": ")  # behind the spec, which may name a tool itself
    return fault.kind == "bad_request" and TOOL_WORDS.search(said) is not None
