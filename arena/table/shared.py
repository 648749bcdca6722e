"""Resources shared by the games of one process: opened models, and permits for calls."""

from dataclasses import dataclass
from typing import Literal

from arena.calls.budget import Admission
from arena.models.pool import ModelPool


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """Shared resources, passed to `play` and `resume` of every game."""

    admission: Admission | None = None
    """Grants permits for calls; None: no permission is needed."""
    models: ModelPool | None = None
    """Where models are opened; its maker closes it; None: each game opens its own."""
    on_budget: Literal["house", "stop"] = "stop"
    """What a game does once no permit is left, whatever its own budget says: house bots replace the
    models, or it stops.
    """


ALONE = Shared()
"""For a game that shares nothing."""
