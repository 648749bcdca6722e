"""The data card of an export: what is in it, what each column means, and what it can't tell."""

from collections.abc import Iterator

from arena.lab.measures import MEASURES
from arena.lab.rows import TABLES, described
from arena.lab.tables import Tables

__all__ = ["SCHEMA", "data_card"]

SCHEMA = 1
"""Version of the exported tables."""
ENDS = ", coalesce(min(played), 'not known'), coalesce(max(played), 'not known')"
"""The days on which the first and the last game began."""
OPENING = """# Games of Mall of Horror and Osaczeni, as tables

Players of these games bargain, promise, bluff about dice that only some of them saw, and vote on
who is eaten. These tables were read from transcripts in which the truth of each claim is known,
since the engine knows it. They are made for studies of negotiation and **in-game deception only**:
lying is within the rules, and nothing here says how an entrant behaves elsewhere.
"""
CLOSING = """## Known limits

- Claims are optional: what a speaker said in words alone, without a claim, is in no label. Rates of
  lies are those of tagged claims (rung 1 of the label ladder).
- An entrant's rates are those at these tables, with these prompts, rules and opponents.
- Models behind a name change; the transcripts keep what was asked and what came.

## To verify

`sha256sum -c SHA256SUMS` tells whether the files are whole. The transcripts that they come from can
be proved with `arena verify`, and tables made of them again with `arena export`: the same bytes.

## Licence

The tables and the program are under the MIT licence; transcripts belong to who played them, and the
rules of the games to their publishers. What models wrote falls under their providers' terms.
"""


def data_card(tables: Tables, to: str, *, redact: bool) -> str:
    """Return the card as Markdown; `tables` are those that are exported."""
    return "\n".join([OPENING, *_contents(tables, to, redact=redact), *_columns(), CLOSING])


def _contents(tables: Tables, to: str, *, redact: bool) -> Iterator[str]:
    yield f"## What is in it\n\nSchema version {SCHEMA}; a file a table, `NAME.{to}`."
    if redact:
        yield (
            "\nNames and free text are left out: seats are `P1` and so on by where they sit, games "
            "are numbered, entrants that are people are `person`; texts, seeds and digests of "
            "requests are empty. `digest` still tells which transcript a game is."
        )
    yield "\n| ruleset | revision | protocol | arm | seats | games |\n|---|---|---|---|---|---|"
    yield from _lines(tables, "games", "ruleset, revision, protocol, arm, seats")
    yield "\nA language model's SPEC names the model as its provider does.\n"
    yield "| entrant | SPEC | seats played | from | to |\n|---|---|---|---|---|"
    yield from _lines(tables, "seats JOIN games USING (game)", "entrant, spec", ENDS)
    yield ""


def _lines(tables: Tables, source: str, by: str, further: str = "") -> Iterator[str]:
    """Yield a line of a table of Markdown for each group, with how many rows it has."""
    query = f"SELECT {by}, count(*){further} FROM {source} GROUP BY {by} ORDER BY {by}"  # noqa: S608 - our own names
    rows: list[tuple[object, ...]] = tables.rows(query)
    for row in rows:
        yield f"| {' | '.join(str(each).replace('|', '&#124;') for each in row)} |"


def _columns() -> Iterator[str]:
    yield "## Tables\n"
    for name, table in TABLES.items():
        yield f"### {name}\n\n{table['row']}\n"
        yield "| column | type | meaning |\n|---|---|---|"
        for each in described(name):
            yield f"| `{each['name']}` | {each['type']} | {each['meaning']} |"
        yield ""
    yield "### What opportunities are counted\n\n| measure | definition | unit |\n|---|---|---|"
    for measure in MEASURES.values():
        yield f"| `{measure.id}` | {measure.definition} | {measure.unit} |"
    yield ""
