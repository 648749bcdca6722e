"""Parses the SPEC of a model, validates its settings, and orders the ways to ask it.

No SDK is imported here: the two take seconds.
"""

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import chain
from typing import get_args

from arena.errors import ConfigError, Fault, possible
from arena.models.addresses import PREFIXES, Protocol, address_problem
from arena.models.types import Step, is_below, is_forced, is_loose, is_worded
from arena.settings import Limits, ModelSettings
from arena.text import escaped, shown

__all__ = [
    "FORMS",
    "PROTOCOLS",
    "Protocol",
    "Spec",
    "binds_tools",
    "check",
    "first_step",
    "in_force",
    "is_model_spec",
    "parse",
    "step_after",
    "step_below",
    "steps",
]

PROTOCOLS: tuple[Protocol, ...] = get_args(Protocol)
FORMS: Mapping[Protocol, tuple[str, ...]] = {
    "openai": ("openai:MODEL", "openai:MODEL@BASE_URL", "openai:MODEL#LABEL@BASE_URL"),
    "anthropic": ("anthropic:MODEL", "anthropic:MODEL@BASE_URL", "anthropic:MODEL#LABEL@BASE_URL"),
    "openai-compatible": (
        "openai-compatible:MODEL@BASE_URL", "openai-compatible:MODEL#LABEL@BASE_URL",
    ),
}  # fmt: skip
"""Forms of a model's SPEC by API, the shortest first."""
ALL_FORMS = tuple(form for forms in FORMS.values() for form in forms)

ADDRESS = re.compile(r"@(?=https?://)")
ESCAPED, ESCAPE = re.compile("#|%(?=2[35])"), re.compile("%(2[35])")
"""A `#` in a model's name is written `%23`, since a label begins with one; `%25` is the `%`."""
LONGEST = 2_000
"""Maximum length of a SPEC, as in a transcript's header."""
LABEL = re.compile(r"[A-Za-z0-9._-]{1,40}")
NOT_TAKEN: dict[Protocol, tuple[str, ...]] = {
    "openai": ("seed", "thinking", "cache"),
    "openai-compatible": ("thinking", "cache", "reasoning"),
    "anthropic": ("temperature", "top_p", "seed", "reasoning"),
}
"""Settings that an API does not have; each must stay at its default there."""

EVERYWHERE = (
    "model", "messages", "input", "prompt", "instructions", "system", "suffix",
    "tools", "tool_choice", "parallel_tool_calls", "functions", "function_call",
    "stream", "stream_options", "temperature", "top_p", "seed",
    "service_tier", "speed", "background", "store", "previous_response_id", "conversation",
    "models", "route", "preset", "base_url", "api_base", "headers", "beam_search",
    "include", "plugins", "search", "search_mode", "search_options", "search_parameters",
    "enable_search", "web_search", "web_search_options", "use_search", "builtin_tools",
    "mcp_servers", "container", "modalities", "audio", "prediction",
    "response_format", "response_schema", "text", "format", "grammar", "ebnf", "regex",
    "json_schema", "json_mode", "guided_json", "guided_regex", "guided_choice", "guided_grammar",
    "structured_outputs", "structural_tag", "echo", "logprobs", "top_logprobs", "prompt_logprobs",
    "n", "min_tokens", "ignore_eos", "num_beams", "beam_width", "use_beam_search",
)  # fmt: skip
AT_ANY_DEPTH = (
    "max_tokens", "max_completion_tokens", "max_output_tokens", "max_new_tokens", "max_output",
    "max_length", "max_gen_len", "max_gen_toks", "max_decode_tokens", "max_tokens_to_sample",
    "tokens_to_generate", "n_predict", "num_predict",
    "effort", "reasoning_effort", "thinking_level", "thinking_budget", "reasoning_budget",
    "budget_tokens", "thinking_tokens", "thinking_budget_tokens", "reasoning_tokens",
    "api_key", "authorization", "tools", "max_thinking_tokens", "num_candidates",
    "best_of", "n_cmpl", "num_generations", "num_return_sequences", "candidate_count",
    "fallbacks", "extra_body", "extra_headers", "extra_query", "options", "parameters",
    "generation_config", "sampling_params",
)  # fmt: skip
"""Keys that are also searched in nested tables: length, effort, number of replies, and what servers
and libraries call a table of such keys.
"""
OF_ITS_OWN: Mapping[Protocol, tuple[str, ...]] = {
    "openai": (*EVERYWHERE, *AT_ANY_DEPTH, "reasoning", "prompt_cache_key"),
    "openai-compatible": (*EVERYWHERE, *AT_ANY_DEPTH),
    "anthropic": (*EVERYWHERE, *AT_ANY_DEPTH, "thinking", "output_config", "cache_control"),
}
"""Request keys that the arena sets itself, multiply the cost, change who answers, add tools or a
search, or change the form of a reply.
"""
OF_A_TEMPLATE = "chat_template_kwargs"
"""A table whose keys only fill in the template of a prompt."""

HEADER_NAME = re.compile(r"[\w!#$%&'*+.^`|~-]+", re.ASCII)
OWN_HEADERS = frozenset({
    "authorization", "proxy-authorization", "host", "connection", "proxy-connection", "keep-alive",
    "upgrade", "te", "trailer", "transfer-encoding", "expect", "content-type", "content-length",
    "content-encoding", "accept", "accept-encoding", "user-agent", "idempotency-key",
    "anthropic-version", "anthropic-beta", "openai-beta",
})  # fmt: skip
"""Headers that the arena, an SDK or HTTP sets, or that change how a request is read."""
SDK_HEADERS = "x-stainless-"

NO_TOOLS = re.compile(
    r"not support (?:tools?|function calling|tool (?:use|calling))\b(?![ _-]?choice)"
    r"|\btools? (?:are|is) not supported",
    re.IGNORECASE,
)
"""Matches refusals of a model without tools; the first pattern is Ollama's."""
CLAUDE_EFFORTS = ("low", "medium", "high", "xhigh", "max")
THOUGHTFUL = ("medium", "high", "xhigh", "max")
ROOM_FOR_THOUGHT = 16_384
"""Output tokens for a model that reasons at length, as in Anthropic's examples. OpenAI advises
25,000 to begin with, and some of its models take no more than this.
"""
SHARE_OF_CONTEXT = 8
"""A reply may take one in so many tokens of the context, if that exceeds the plain default."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Spec:
    """A model and its base URL, without a key."""

    protocol: Protocol
    model: str
    """Name of the model at its provider."""
    label: str | None = None
    """Tells apart the same model with other settings; never sent."""
    base_url: str | None
    """Base URL in place of the SDK's own; never None for a compatible server."""

    @property
    def name(self) -> str:
        """Model and label, as written in a SPEC."""
        model = ESCAPED.sub(lambda found: f"%{ord(found[0]):02X}", self.model)
        return model if self.label is None else f"{model}#{self.label}"

    @property
    def unlabelled(self) -> "Spec":
        """The same SPEC without its label."""
        return replace(self, label=None)

    def __str__(self) -> str:
        """Return the SPEC as written in a config."""
        address = "" if self.base_url is None else f"@{self.base_url}"
        return f"{self.protocol}:{self.name}{address}"


def is_model_spec(text: str) -> bool:
    """Return True if a seat's SPEC is meant to be a model, valid or not; `parse` validates it."""
    head, colon, _ = text.partition(":")
    return bool(colon) and head in PROTOCOLS


def parse(spec: str) -> Spec:
    """Parse a SPEC. Raises `ConfigError`."""
    if len(spec) > LONGEST:
        raise ConfigError(
            f"the model {shown(spec)} has {len(spec)} characters. Possible: {LONGEST} at most."
        )
    protocol = next((each for each in PROTOCOLS if spec.partition(":")[0] == each), None)
    _, colon, rest = spec.partition(":")
    if protocol is None or not colon:
        raise ConfigError(f"the model {spec!r} is of no known kind. {possible(spec, ALL_FORMS)}")
    name, *addresses = ADDRESS.split(rest, maxsplit=1)
    model, labelled, label = name.partition("#")
    base_url = addresses[0] if addresses else None
    if base_url is not None:
        _check_address(base_url, f"{protocol}:{escaped(name)}", FORMS[protocol])
    if not model or model != escaped(model) or any(letter.isspace() for letter in model):
        raise ConfigError(
            f"the model {spec!r} has no proper name behind {protocol}:, such as"
            f" {protocol}:MODEL{'@BASE_URL' if protocol == 'openai-compatible' else ''}"
        )
    if base_url is None and (protocol == "openai-compatible" or "@" in name):
        raise ConfigError(
            f"the model {spec!r} has no address that begins with http:// or https:// behind @."
            f" Possible: {', '.join(FORMS[protocol])}"
        )
    if labelled and not LABEL.fullmatch(label):
        raise ConfigError(
            f"the model {spec!r} has the label {shown(label)} behind #. Possible: 1 to 40 letters, "
            "digits, '.', '_' or '-'."
        )
    model = ESCAPE.sub(lambda found: chr(int(found[1], 16)), model)
    return Spec(protocol=protocol, model=model, label=label or None, base_url=base_url)


def _check_address(address: str, of: str, forms: tuple[str, ...]) -> None:
    """Raise `ConfigError` for an invalid URL, without quoting it: it may hold a password."""
    if "#" in address:
        raise ConfigError(
            f"the address of {of} has a # in it, and only a path and a query are possible; "
            f"a label stands before it: {forms[-1]}"
        )
    problem = address_problem(address)
    if problem is not None:
        raise ConfigError(f"the address of {of} {problem}")


def check(spec: Spec, settings: ModelSettings) -> None:
    """Raise `ConfigError` for settings that the model's API does not have."""
    for name in NOT_TAKEN[spec.protocol]:
        if getattr(settings, name) != ModelSettings.model_fields[name].default:
            raise ConfigError(
                f"the setting {name} of {spec} is not taken by {spec.protocol}; leave it out"
            )
    _check_extra(spec, settings.extra_body)
    _check_header_names(spec, settings.extra_headers)
    if spec.protocol == "openai" and settings.effort is not None and not settings.reasoning:
        raise ConfigError(
            f"the setting effort of {spec} is for a model that reasons, and reasoning is false;"
            " leave one of the two out"
        )

    if spec.protocol == "anthropic" and settings.effort not in (None, *CLAUDE_EFFORTS):
        raise ConfigError(
            f"the setting effort of {spec} is {settings.effort!r}, which anthropic does not take."
            f" {possible(settings.effort, CLAUDE_EFFORTS)}"
        )


def _check_extra(spec: Spec, extra: Mapping[str, object]) -> None:
    """Raise `ConfigError` for extra request keys that the arena sets, or that are no JSON."""
    own = (key for key in extra if _is_one_of(OF_ITS_OWN[spec.protocol], key))
    key = next(chain(own, _inside(extra)), None)
    if key is not None:
        raise ConfigError(
            f"extra_body of {spec} has {key}, which the arena sets itself or which changes what a "
            "call costs, who answers it or in which form; leave it out"
        )
    try:
        json.dumps(extra, allow_nan=False)
    except ValueError:
        raise ConfigError(
            f"extra_body of {spec} has a number that JSON has not. Possible: finite numbers."
        ) from None


def _check_header_names(spec: Spec, names: Iterable[str]) -> None:
    """Raise `ConfigError` for names that no extra header can have."""
    seen = set[str]()
    for name in names:
        small = name.casefold()
        if not HEADER_NAME.fullmatch(name):
            raise ConfigError(
                f"extra_headers of {spec} has a name that no header can have. Possible: letters, "
                "digits and '-'."
            )
        if small in OWN_HEADERS or small.startswith(SDK_HEADERS):
            raise ConfigError(
                f"extra_headers of {spec} has {name}, which is set already or which changes how a "
                f"request is read; leave it out. A key stands in {PREFIXES[spec.protocol]}_API_KEY "
                "or one with _NAME behind it."
            )
        if small in seen:
            raise ConfigError(f"extra_headers of {spec} has {name} twice. Possible: once.")
        seen.add(small)


def _inside(value: object, path: str = "") -> Iterator[str]:
    """Yield the paths of nested keys that are forbidden at any depth."""
    for each in value if isinstance(value, list) else ():
        yield from _inside(each, path)
    for key, each in value.items() if isinstance(value, dict) else ():
        if _is_one_of(AT_ANY_DEPTH, key):
            yield f"{path}{key}"
        elif key != OF_A_TEMPLATE:
            yield from _inside(each, f"{path}{key}.")


def _is_one_of(names: Iterable[str], key: str) -> bool:
    """Return True if a server may read a key as one of these: some accept `maxTokens` too."""
    return any(_compared(key) == _compared(name) for name in names)


def _compared(key: str) -> str:
    return re.sub(r"[\W_]", "", key).casefold()


def in_force(spec: Spec, settings: ModelSettings, limits: Limits) -> ModelSettings:
    """Return the effective settings of a game, with defaults that depend on others filled in.

    A call may take as long as an answer, and the output limit of a reasoning model includes its
    reasoning.
    """
    follows: dict[str, object] = {"call_seconds": limits.answer_seconds}
    if _reasons(spec, settings):
        most = ROOM_FOR_THOUGHT
        if settings.context is not None:
            most = min(most, settings.context // SHARE_OF_CONTEXT)
        follows["max_output"] = max(most, settings.max_output)
    left_out = {key: each for key, each in follows.items() if key not in settings.model_fields_set}
    return settings.model_copy(update=left_out)


def _reasons(spec: Spec, settings: ModelSettings) -> bool:
    """Return True if a model is set to reason at length; the newest do by default."""
    if settings.effort is not None:
        return settings.effort in THOUGHTFUL
    return spec.protocol == "anthropic" or (spec.protocol == "openai" and settings.reasoning)


def binds_tools(spec: Spec) -> bool:
    """Return True if a model may refuse tools other than those of its earlier reasoning.

    The newest of Anthropic do, and reason by default.
    """
    return spec.protocol == "anthropic"


def steps(spec: Spec, settings: ModelSettings) -> tuple[Step, ...]:
    """Return the ways in which a model can be asked, the strictest first."""
    worded: tuple[Step, ...] = ("text",)
    if spec.protocol == "openai-compatible":  # the others hold tools to their schema
        worded = ("schema", "text")
    if not settings.tools:
        return worded
    thinks = spec.protocol == "anthropic" and settings.thinking
    firm = settings.strict or (settings.strict is None and spec.protocol == "openai")
    with_tools: tuple[Step, ...] = ("forced", "forced_loose", "offered", "offered_loose")
    found = (each for each in with_tools if firm or not is_loose(each))
    if thinks or not settings.tool_choice:
        found = (each for each in found if not is_forced(each))
    return (*found, *worded)


def first_step(spec: Spec, settings: ModelSettings) -> Step:
    """Return the strictest way in which a model can be asked."""
    return steps(spec, settings)[0]


def worded_step(step: Step, spec: Spec, settings: ModelSettings) -> Step | None:
    """Return the next step at which the answer is written as text; None if there is none.

    Where tools are ignored, asking less strictly for a call does not help.
    """
    below = (each for each in steps(spec, settings) if is_below(each, step))
    return next((each for each in below if is_worded(each)), None)


def step_after(refusal: Fault, step: Step, spec: Spec, settings: ModelSettings) -> Step | None:
    """Return the step to use after a refusal; None if there is no other.

    Where the server says that its model takes no tools, the steps with tools are skipped.
    """
    said = refusal.why.removeprefix(str(spec))
    below = worded_step if NO_TOOLS.search(said) else step_below
    return below(step, spec, settings)


def step_below(step: Step, spec: Spec, settings: ModelSettings) -> Step | None:
    """Return the next step that a server may accept after refusing one; None below the last."""
    return next((each for each in steps(spec, settings) if is_below(each, step)), None)
