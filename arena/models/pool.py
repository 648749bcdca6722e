"""A pool of models for the games of a process: each opened and checked once, closed at the end."""

import asyncio
import os
from dataclasses import dataclass
from pathlib import Path
from weakref import WeakKeyDictionary

from arena.models.headers import find_headers
from arena.models.keys import find_key
from arena.models.opening import open_model
from arena.models.specs import Spec
from arena.models.types import Model
from arena.settings import ModelSettings

KEYS_FILE = Path(".env")

Opened = dict[tuple[str, str], "_Entry"]


@dataclass(slots=True)
class _Entry:
    """One opened model, and its running or successful check."""

    model: Model
    check: asyncio.Task[None] | None = None


class ModelPool:
    """Opened models, by SPEC, settings and event loop."""

    def __init__(self) -> None:
        self._loops: WeakKeyDictionary[asyncio.AbstractEventLoop, Opened] = WeakKeyDictionary()

    def opened(self, spec: Spec, settings: ModelSettings) -> Model:
        """Return the model, opened at first use in each event loop. Raises `ConfigError`."""
        entries = self._loops.setdefault(asyncio.get_running_loop(), {})
        at = (str(spec), settings.model_dump_json())
        if at not in entries:
            key = find_key(spec, os.environ, KEYS_FILE)
            headers = find_headers(spec, settings, os.environ, KEYS_FILE)
            entries[at] = _Entry(open_model(spec, settings, key=key, headers=headers))
        return entries[at].model

    async def check(self, model: Model, seconds: float) -> None:
        """Check server, key and model until one check has succeeded. Raises `Fault`."""
        entries = self._loops.get(asyncio.get_running_loop(), {})
        entry = next(each for each in entries.values() if each.model is model)
        made = entry.check
        if made is None or (made.done() and (made.cancelled() or made.exception() is not None)):
            made = entry.check = asyncio.create_task(model.check(seconds))
        await asyncio.shield(made)

    async def close(self) -> None:
        """Close all connections of the running event loop."""
        entries = self._loops.pop(asyncio.get_running_loop(), {})
        checks = [each.check for each in entries.values() if each.check is not None]
        for check in checks:
            check.cancel()
        await asyncio.gather(*checks, return_exceptions=True)
        await asyncio.gather(*(each.model.close() for each in entries.values()))
