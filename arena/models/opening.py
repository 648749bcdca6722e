"""Opens the model that a spec names: its adapter, with a client of its maker's SDK.

No SDK is imported before a model is opened: the two take seconds.
"""

import os
from collections.abc import Mapping

from arena.errors import ConfigError
from arena.models.environment import unusable_variable
from arena.models.faults import sentence
from arena.models.keys import NO_KEY, Key
from arena.models.specs import Spec, check
from arena.models.types import Model
from arena.settings import ModelSettings

__all__ = ["open_model"]


def open_model(
    spec: Spec,
    settings: ModelSettings,
    *,
    key: Key | str | None,
    headers: Mapping[str, Key] = {},
) -> Model:
    """Return a model with connections of its own; `key` is None where its server asks for none.

    `headers` are those of `find_headers`. Raises `ConfigError` for settings that its API has no
    place for, and for an environment that no client can be made in.
    """
    check(spec, settings)
    secret = key.reveal() if isinstance(key, Key) else key or NO_KEY
    values = {name: each.reveal() for name, each in headers.items()}
    try:
        return _opened(spec, settings, secret, values)
    except ConfigError:
        raise
    except Exception as error:  # noqa: BLE001 - SDKs raise whatever their HTTP client does
        why = unusable_variable(spec.protocol, os.environ)
        if why is None:
            why = sentence(f"{type(error).__name__}: {error}", [secret, *values.values()])
        problem = f"{spec} can't be asked: {why}"
    # Raised out here, so that it does not carry the SDK's error, which may carry the key.
    raise ConfigError(problem)


def _opened(spec: Spec, settings: ModelSettings, secret: str, headers: Mapping[str, str]) -> Model:
    match spec.protocol:
        case "openai":
            from arena.models.openai_responses import ResponsesModel

            return ResponsesModel(spec, settings, key=secret, headers=headers)
        case "openai-compatible":
            from arena.models.openai_chat import ChatModel

            return ChatModel(spec, settings, key=secret, headers=headers)
        case "anthropic":
            from arena.models.anthropic_messages import MessagesModel

            return MessagesModel(spec, settings, key=secret, headers=headers)
