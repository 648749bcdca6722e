"""The deception lab: what was said against what was known, who kept faith, who stood with whom.

`load` reads a folder of transcripts into typed tables, of which one, `opportunities`, holds every
moment that a figure is counted on. A measure (`measures/`, a small file each) says which moments
those are; `estimates` has them with intervals by games. A measure is shown only where a proof
stands behind it: bots of known conduct (`planted:...`), in whose games it found what was planted.

The extra `analysis` is needed, but to read a game (`reading`) and to count conduct in it
(`outcome`): what is named here is imported when it is asked for.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from arena.lab.loading import load
    from arena.lab.measures import MEASURES
    from arena.lab.rows import TABLES, described
    from arena.lab.tables import Tables

__all__ = ["MEASURES", "TABLES", "Tables", "described", "load"]

MODULES = {
    "MEASURES": "measures", "TABLES": "rows", "Tables": "tables", "described": "rows",
    "load": "loading",
}  # fmt: skip


if not TYPE_CHECKING:  # who checks types would believe that there is every name

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{MODULES[name]}"), name)
