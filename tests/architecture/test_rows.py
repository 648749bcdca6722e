"""Ratings flow as typed rows: JSON is made of them at one place, and nobody reads its keys."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ROOMS = ("arena/tournament/ratings", "arena/tournament/report")
EDGE = "arena/tournament/ratings/plain.py"
"""Makes JSON of rows."""
PLANS_TABLE = "arena/tournament/report/record.py"
"""Reads the table of a plan, which is data, by `get`."""
UNTYPED = {"Any", "Json"}


def keys_read(source: str, *, by_get: bool = True) -> Iterator[str]:
    """Yield what code reads by a text, as `row["elo"]` or `row.get("elo")`, and types of JSON."""
    for each in ast.walk(ast.parse(source)):
        match each:
            case ast.Subscript(value=of, slice=ast.Constant(value=str()) | ast.JoinedStr()):
                if not _is_type(of):
                    yield ast.unparse(each)
            case ast.Call(func=ast.Attribute(attr="get"), args=[ast.Constant(value=str(key)), *_]):
                if by_get and key.isidentifier():
                    yield ast.unparse(each)
            case ast.Name(id=name) | ast.alias(name=name) if name in UNTYPED:
                yield name
            case _:
                pass


def _is_type(of: ast.expr) -> bool:
    """Tell whether brackets are those of a type: `Literal["above"]`, `list["Fit"]`."""
    name = of.id if isinstance(of, ast.Name) else ""
    return name[:1].isupper() or name in {"dict", "list", "tuple"}


def test_neither_ratings_nor_their_report_read_json() -> None:
    """Whoever needs a figure asks its row for the field."""
    found = {}
    for path in sorted(each for room in ROOMS for each in (ROOT / room).glob("*.py")):
        name = path.relative_to(ROOT).as_posix()
        read = list(keys_read(path.read_text(encoding="utf-8"), by_get=name != PLANS_TABLE))
        if read and name != EDGE:
            found[name] = read
    assert found == {}


@pytest.mark.parametrize(
    ("source", "read"),
    [
        ("elo = row['elo']['low']", ["row['elo']['low']", "row['elo']"]),
        ("row[f'{name}_low'] = 1", ["row[f'{name}_low']"]),
        ("above = row.get('above', None)", ["row.get('above', None)"]),
        ("from plain import Json", ["Json"]),
        ("def rows(of: Mapping[str, Any]) -> None: ...", ["Any"]),
        ("sides: list['Open'] = []; of: Literal['above']", []),
        ("rates[key]; versions.get('horror-arena'); versions.get(key)", []),
    ],
)
def test_what_is_read_by_a_text_is_found(source: str, read: list[str]) -> None:
    """Read, written or by default; types and keys that are no texts are none of it."""
    assert list(keys_read(source)) == read
