"""JSON that is read can be written again, and there is one way to write each value."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.hash_chain import chained, encode, parsed, split

ATOMS = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
SYNTAX = '[]{}",:\\ud8019eE+-.nulNaItfy'
ANY = st.recursive(
    ATOMS,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
    ),
    max_leaves=8,
)


def read_and_written(data: bytes) -> Any:  # noqa: ANN401 - JSON has no narrower type
    """Return what JSON says, or None where it is none or can't be written again."""
    try:
        value = json.loads(data.decode())
        json.dumps(value, ensure_ascii=False, allow_nan=False).encode()
    except ValueError:
        return None
    return [value]


def taken(data: bytes) -> Any:  # noqa: ANN401 - as above
    """Return what is taken of the same, or None."""
    try:
        return [parsed(data)]
    except ValueError:
        return None


@given(ANY, st.booleans())
def test_what_is_taken_is_what_can_be_written_again(value: Any, ascii_: bool) -> None:  # noqa: ANN401, FBT001 - any JSON
    """Numbers that are none and halves of characters are refused, however they are spelt."""
    data = json.dumps(value, ensure_ascii=ascii_).encode("utf-8", "surrogatepass")
    assert taken(data) == read_and_written(data)


@given(st.binary(max_size=24) | st.text(SYNTAX, max_size=24).map(str.encode))
def test_bytes_that_are_no_json_are_refused(data: bytes) -> None:
    """Whatever they are, as the library that reads JSON says."""
    assert taken(data) == read_and_written(data)


NUMBERS = st.from_regex(r"-?[0-9]{1,3}(\.[0-9]{1,3})?([eE][+-]?[0-9]{1,4})?", fullmatch=True)


@given(
    NUMBERS, st.sampled_from(["{}", "[{}]", "[1, {}]", '{{"a":{}}}', '{{"a" :\t{} }}', "[0,\n{}]"])
)
def test_numbers_out_of_range_are_refused_wherever_they_stand(number: str, around: str) -> None:
    """Those that are too small are 0."""
    data = around.format(number).encode()
    assert taken(data) == read_and_written(data)


@pytest.mark.parametrize("digits", [300, 308, 309, 310, 4300, 4301])
@pytest.mark.parametrize("after", [b"", b".5"])
def test_long_numbers_are_taken_as_long_as_they_are_numbers(digits: int, after: bytes) -> None:
    """Whole ones have no range, but so many digits as Python reads."""
    data = b"1" * digits + after
    assert taken(data) == read_and_written(data)


def test_what_is_nested_deeply_is_taken() -> None:
    """More deeply than the quick way goes."""
    data = b"[" * 300 + b"]" * 300
    assert taken(data) == read_and_written(data) is not None


@pytest.mark.parametrize(
    "data",
    [
        b"NaN",
        b"[1e999]",
        b"-Infinity",
        b'"\\ud800"',
        b'{"\\udfff":1}',
        b"\xff",
        b"[" * 9999,
        b"-1E400",
    ],
)
def test_what_could_not_be_written_again_is_refused(data: bytes) -> None:
    """So that no line of a transcript is lost later."""
    with pytest.raises(ValueError):  # noqa: PT011 - of each library its own words
        parsed(data)


def test_an_escaped_character_is_taken() -> None:
    """Two halves in a row are one."""
    assert parsed(b'"\\ud83d\\ude00 \\u00e9"') == "😀 é"


def test_a_line_has_the_hash_of_the_line_before_and_of_its_body() -> None:
    """It is split as it was put together."""
    body: Any = {"i": 0, "type": "said", "data": {"text": "Zoë"}}
    line, hash_ = chained("", body)
    assert split(line) == (encode(body).encode(), hash_)
    assert chained(hash_, body)[1] != hash_
