"""The deception lab: what was said against what was known, who kept faith, who stood with whom.

`load` reads a folder of transcripts into typed tables, of which one, `opportunities`, holds every
moment that a figure is counted on. A measure (`measures/`, a small file each) says which moments
those are; `estimates` has them with intervals by games. A measure is shown only where a proof
stands behind it: bots of known conduct (`planted:...`), in whose games it found what was planted.

The extra `analysis` is needed.
"""

from arena.lab.columns import TABLES, described
from arena.lab.loading import load
from arena.lab.measures import MEASURES
from arena.lab.tables import Tables

__all__ = ["MEASURES", "TABLES", "Tables", "described", "load"]
