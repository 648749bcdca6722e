"""Runs games: by a LangGraph graph into a transcript, or bots alone without either.

Names are imported lazily: a simulation does not load the graph.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.table.new_header import versions
    from arena.table.run import Outcome, play, resume
    from arena.table.simulation import SimulatedGame, simulate

__all__ = ["Outcome", "SimulatedGame", "play", "resume", "simulate", "versions"]

MODULES = {
    "Outcome": "run", "play": "run", "resume": "run", "versions": "new_header",
    "SimulatedGame": "simulation", "simulate": "simulation",
}  # fmt: skip


if not TYPE_CHECKING:  # a type checker would accept any name

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{MODULES[name]}"), name)
