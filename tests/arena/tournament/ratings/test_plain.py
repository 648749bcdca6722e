from dataclasses import dataclass

import pytest

from arena.tournament.ratings.plain import plain
from arena.tournament.ratings.rows import EntrantRate, Estimate, Rate, rounded


def test_numbers_are_rounded_and_what_is_none_is_null() -> None:
    """Six decimals; NaN and infinities are None, minus zero is zero."""
    given = {"a": 0.1234567, "b": float("nan"), "c": float("inf"), "d": -0.0, "e": 3}
    assert plain(given) == {"a": 0.123457, "b": None, "c": None, "d": 0.0, "e": 3}
    assert str(plain(-1e-9)) == str(rounded(-1e-9)) == "0.0"


def test_sequences_are_lists() -> None:
    """Of plain values; truth stays truth."""
    assert plain(((1.5, float("nan")), True, "x", None)) == [[1.5, None], True, "x", None]


def test_what_has_no_plain_form_is_refused() -> None:
    """A mistake of ours, named by its type."""
    with pytest.raises(TypeError, match="object has no plain form"):
        plain(object())


def test_a_row_is_its_fields_in_their_order() -> None:
    """Those of a rate stand beside the name of whose it is."""

    @dataclass(frozen=True)
    class Row:
        name: str
        of: Estimate

    row = Row(name="a", of=Estimate.of(0.1234567, float("nan"), 2, scale=2.0, mean=1.0))
    assert plain(row) == {"name": "a", "of": {"value": 1.246913, "low": None, "high": 5.0}}
    rate = Rate.over(3, 0.5, float("nan"), 1)
    assert list(plain(EntrantRate(entrant="a", rate=rate)).items()) == [
        ("entrant", "a"), ("value", 0.5), ("low", None), ("high", 1.0), ("opportunities", 3.0),
    ]  # fmt: skip
