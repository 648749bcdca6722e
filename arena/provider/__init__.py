"""A fake provider of language models: three wire protocols, strict validation, faults on demand.

>>> from arena.provider import Provider, Trouble
>>> with Provider((Trouble(kind="overloaded", at=(3,)),)) as server:
...     server.url.startswith("http://127.0.0.1:")
True

What it answers is a function of a request's bytes; it thinks no further than a hash does.
"""

from typing import TYPE_CHECKING

from arena.provider.app import App, ReceivedRequest
from arena.provider.protocol import Abilities
from arena.provider.trouble import Trouble, TroubleKind

if TYPE_CHECKING:
    from arena.provider.server import Provider

__all__ = ["Abilities", "App", "Provider", "ReceivedRequest", "Trouble", "TroubleKind"]


def __getattr__(name: str) -> object:
    """Import uvicorn only where a server is run."""
    if name == "Provider":
        from arena.provider.server import Provider

        return Provider
    raise AttributeError(name)
