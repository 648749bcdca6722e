"""Writes the data card of an export: its content, the meaning of each column, and its limits."""

from importlib.resources import files

from arena.lab.measures import MEASURES
from arena.lab.rows import TABLES
from arena.lab.tables import Tables

SCHEMA = 1
"""Version of the exported tables."""
ENDS = ", coalesce(min(played), 'not known'), coalesce(max(played), 'not known')"
"""SQL columns: the days on which the first and the last game of a group began."""


def data_card(tables: Tables, to: str, *, redact: bool) -> str:
    """Return the data card as Markdown; `tables` are the exported ones."""
    from jinja2 import Environment

    text = files("arena.lab").joinpath("card.md.j2").read_text(encoding="utf-8")
    card = Environment(  # noqa: S701 - Markdown, in which only our own texts are
        trim_blocks=True, keep_trailing_newline=True
    ).from_string(text)
    return card.render(
        schema=SCHEMA, to=to, redact=redact, tables=TABLES, measures=MEASURES.values(),
        rulesets=_rows(tables, "games", "ruleset, revision, protocol, arm, seats"),
        entrants=_rows(tables, "seats JOIN games USING (game)", "entrant, spec", ENDS),
    )  # fmt: skip


def _rows(tables: Tables, source: str, by: str, further: str = "") -> list[str]:
    """Return the rows of a Markdown table: each group with its number of rows."""
    query = f"SELECT {by}, count(*){further} FROM {source} GROUP BY {by} ORDER BY {by}"  # noqa: S608 - our own names
    return [
        " | ".join(str(each).replace("|", "&#124;") for each in row) for row in tables.rows(query)
    ]
