"""The deception lab measures lies, kept promises, deals and voting in finished games.

`load` reads a folder of transcripts into typed tables, of which `opportunities` holds every moment
that a measure counts. A measure (one small file each in `measures/`) selects those moments;
`estimates` computes rates with intervals clustered by game. A measure is shown only if it is
proven: in games of bots whose conduct is known (`planted:...`) it recovered the planted values.

The extra `analysis` is required, except to read a game (`reading`) and to count conduct in it
(`outcome`); therefore the names here are imported on first use.
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


if not TYPE_CHECKING:  # otherwise a type checker would accept any name

    def __getattr__(name: str) -> object:
        from importlib import import_module

        if name not in MODULES:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        return getattr(import_module(f"{__name__}.{MODULES[name]}"), name)
