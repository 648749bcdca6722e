"""What the lab tells of a folder of games: the main table, and `report.html` with its figures.

A measure is shown where a proof stands behind it, or all are, with a mark. The extra `analysis` is
needed.
"""

from arena.lab.report.figures import Figures, figures_of
from arena.lab.report.surprises import surprises
from arena.lab.report.writing import REPORT, write_report

__all__ = ["REPORT", "Figures", "figures_of", "surprises", "write_report"]
