"""Builds a tournament's report: `report.html`, and `tables/` as CSV and Parquet."""

from arena.tournament.report.writing import write_report

__all__ = ["write_report"]
