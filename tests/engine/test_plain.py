"""What is made plain is JSON, equal to what it was made of, and nobody else's."""

import json
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from hypothesis import given
from hypothesis import strategies as st

from engine.plain import plain

if TYPE_CHECKING:
    from collections.abc import Mapping

ATOMS = st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=4)
JSON = st.recursive(
    ATOMS, lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner), max_leaves=9
)


class Pair(NamedTuple):
    """A tuple of another class."""

    left: int
    right: tuple[int, ...]


def parts(value: Any) -> list[int]:  # noqa: ANN401 - any JSON
    """Return which lists and dicts a value is made of."""
    inner = list(value.values()) if isinstance(value, dict) else value
    if not isinstance(inner, list):
        return []
    return [id(value), *(part for each in inner for part in parts(each))]


@given(JSON)
def test_json_is_copied_all_the_way_down(value: Any) -> None:  # noqa: ANN401 - any JSON
    """Equal to the last type, and no list or dict of it is one of the other's."""
    copy = plain(value)
    assert json.dumps(copy) == json.dumps(value)
    assert not {*parts(copy)} & {*parts(value)}


@given(st.recursive(ATOMS, lambda inner: st.lists(inner).map(tuple), max_leaves=9))
def test_tuples_become_lists(value: Any) -> None:  # noqa: ANN401 - any tuple
    """As they do in JSON."""
    assert plain(value) == json.loads(json.dumps(value))


def test_other_tuples_and_mappings_are_made_plain() -> None:
    """A named tuple, and a mapping that nobody may change, inside each other."""
    given: Mapping[str, Any] = MappingProxyType({"pair": Pair(1, (2, 3)), "none": None})
    assert plain(given) == {"pair": [1, [2, 3]], "none": None}
    assert type(plain(given)) is dict
