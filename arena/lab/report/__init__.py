"""Reports a folder of games: the main table, and `report.html` with charts and all figures.

Only proven measures are shown, or on request all, with a mark. The extra `analysis` is required.
"""

from arena.lab.report.figures import Figures, figures_of
from arena.lab.report.surprises import surprises
from arena.lab.report.writing import REPORT, write_report

__all__ = ["REPORT", "Figures", "figures_of", "surprises", "write_report"]
