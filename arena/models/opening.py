"""Opens the adapter for a SPEC, and finds the parser of its recorded replies.

Parsing takes no client, key or SDK; no SDK is imported before a model is opened.
"""

import os
from collections.abc import Callable, Mapping

from arena.errors import ConfigError
from arena.models import anthropic_messages as messages
from arena.models import openai_chat as chat
from arena.models import openai_responses as responses
from arena.models.addresses import Protocol
from arena.models.environment import unusable_variable
from arena.models.faults import sentence
from arena.models.keys import NO_KEY, Key
from arena.models.sdk import SdkModel
from arena.models.specs import Spec, check, parse
from arena.models.types import Model, Reply
from arena.settings import ModelSettings

ADAPTERS: Mapping[Protocol, type[SdkModel]] = {
    "openai": responses.ResponsesModel,
    "openai-compatible": chat.ChatModel,
    "anthropic": messages.MessagesModel,
}


def open_model(
    spec: Spec,
    settings: ModelSettings,
    *,
    key: Key | str | None,
    headers: Mapping[str, Key] = {},
) -> Model:
    """Open a model with its own connections; `key` is None where its server needs none.

    `headers` are those of `find_headers`. Raises `ConfigError` for settings that the API does not
    have, and for an environment in which no client can be made.
    """
    check(spec, settings)
    secret = key.reveal() if isinstance(key, Key) else key or NO_KEY
    values = {name: each.reveal() for name, each in headers.items()}
    try:
        return ADAPTERS[spec.protocol](spec, settings, key=secret, headers=values)
    except ConfigError:
        raise
    except Exception as error:  # noqa: BLE001 - SDKs raise whatever their HTTP client does
        why = unusable_variable(spec.protocol, os.environ)
        if why is None:
            why = sentence(f"{type(error).__name__}: {error}", [secret, *values.values()])
        problem = f"{spec} can't be asked: {why}"
    # Raised outside, so that its context is not the SDK's error, which may hold the key.
    raise ConfigError(problem)


def reader_of(spec: str) -> Callable[[Mapping[str, object]], Reply]:
    """Return the function that parses the replies of a model; it raises `Fault`."""
    read = ADAPTERS[parse(spec).protocol].read_reply
    return lambda raw: read(raw, of=spec)
