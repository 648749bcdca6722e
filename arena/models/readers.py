"""The readers of raw replies by SPEC; they need no client, key or SDK."""

from collections.abc import Callable, Mapping

from arena.models import anthropic_messages as messages
from arena.models import openai_chat as chat
from arena.models import openai_responses as responses
from arena.models.specs import parse
from arena.models.types import Reply

__all__ = ["reader_of"]


def reader_of(spec: str) -> Callable[[Mapping[str, object]], Reply]:
    """Return what reads the replies of a model; it raises `Fault`."""
    read = {
        "openai": responses.read_reply,
        "openai-compatible": chat.read_reply,
        "anthropic": messages.read_reply,
    }[parse(spec).protocol]
    return lambda raw: read(raw, of=spec)
