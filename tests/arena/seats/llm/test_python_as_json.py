"""What Python writes, read as JSON."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.seats.llm.written_json import python_as_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=9,
)


@given(st.dictionaries(st.text(max_size=5), VALUES, max_size=4), st.text(max_size=5))
def test_what_python_writes_is_read(value: dict[str, Any], behind: str) -> None:
    """Objects, whatever stands in them, and up to where they end."""
    for text in (repr(value), json.dumps(value)):
        as_json, end = python_as_json(text + behind, 0)
        assert json.loads(as_json) == value
        assert end == len(text)


@given(st.dictionaries(st.from_regex(r"\A[a-z_]{1,5}\Z"), VALUES, max_size=4))
def test_arguments_are_an_object(value: dict[str, Any]) -> None:
    """Names are its keys."""
    text = f"({', '.join(f'{name}={each!r}' for name, each in value.items())},)"
    assert json.loads(python_as_json(text.replace("(,)", "()"), 0)[0]) == value


def as_gemma(value: object, token: str) -> str:
    """Return a value as Gemma writes it."""
    match value:
        case dict():
            given = (f"{key}:{as_gemma(each, token)}" for key, each in value.items())
            return f"{{{','.join(given)}}}"
        case list():
            return f"[{','.join(as_gemma(each, token) for each in value)}]"
        case str():
            return f"{token}{value.replace(token, '')}{token}"
        case _:
            return json.dumps(value)


@given(VALUES, st.sampled_from(["<escape>", '<|"|>']), st.text(max_size=5))
def test_what_gemma_writes_is_read(value: Any, token: str, behind: str) -> None:
    """Whatever stands in a text but the token itself; keys are plain words."""
    keyed = json.loads(json.dumps(value), object_pairs_hook=lambda pairs: {
        f"a{at}": each for at, (_, each) in enumerate(pairs)
    })  # fmt: skip
    text = as_gemma({"a": keyed}, token)
    as_json, end = python_as_json(text + behind, 0)
    assert json.loads(as_json) == {"a": keyed}
    assert end == len(text)


@pytest.mark.parametrize(
    "text",
    ["{'a': b}", "{'a': f'b'}", "{'a': 'b' 'c'}", "(a=(b=1))", "{'a': [1}", "{'a': 1", "{'a",
     "{a=1}", "{a: b}", "{a: 1, b c: 2}", "{1a: 2}", "[a: 1]", "(a: 1)", "{a: lambda b: 1}",
     "{a: <escape>b}", '{a: <escape>b<|"|>}', "{a: <escape>b<escape><escape>c<escape>}",
     "{a: <escape>", "{<escape>a<escape>",
     "{'a': '\\", "{1: 2}", "(*a)", "{'a': 1j}", "{'a': 'b'.c}", "{'a': '\\N{DIGIT ONE}'}"],
)  # fmt: skip
def test_what_has_no_certain_meaning_is_no_json(text: str) -> None:
    """Nothing is evaluated, and nothing is put right."""
    with pytest.raises(ValueError, match=r".+"):
        json.loads(python_as_json(text, 0)[0])


def test_lines_may_break_within_a_text() -> None:
    """In JSON they have to be written out."""
    assert json.loads(python_as_json('{"a": "b\n\tc"}', 0)[0]) == {"a": "b\n\tc"}
