"""What the games of one process share: opened models, and permits to call them."""

from dataclasses import dataclass
from typing import Literal

from arena.calls.budget import Admission
from arena.models.pool import ModelPool


@dataclass(frozen=True, slots=True, kw_only=True)
class Shared:
    """Given to `play` and `resume` of every game; a game alone has none."""

    admission: Admission | None = None
    """Who says when a call may leave; None: nobody has to be asked."""
    models: ModelPool | None = None
    """Where models are opened, which whoever made it closes; None: each game opens its own."""
    on_budget: Literal["house", "stop"] = "stop"
    """What becomes of a game that gets no permit any more, whatever its own budget says:
    house bots go on, or it stops."""


ALONE = Shared()
"""A game that shares nothing."""
