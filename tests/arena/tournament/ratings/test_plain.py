import numpy as np
import pytest

from arena.tournament.ratings.plain import interval, plain


def test_numbers_are_rounded_and_what_is_none_is_null() -> None:
    """Six decimals; NaN and infinities are None, minus zero is zero."""
    given = {"a": 0.1234567, "b": np.float64("nan"), "c": float("inf"), "d": -0.0, "e": np.int64(3)}
    assert plain(given) == {"a": 0.123457, "b": None, "c": None, "d": 0.0, "e": 3}
    assert str(plain(-1e-9)) == "0.0"


def test_arrays_and_tuples_are_lists() -> None:
    """Of plain values; truth stays truth."""
    assert plain((np.array([1.5, np.nan]), True, "x", None)) == [[1.5, None], True, "x", None]


def test_what_has_no_plain_form_is_refused() -> None:
    """A mistake of ours, named by its type."""
    with pytest.raises(TypeError, match="object has no plain form"):
        plain(object())


def test_an_interval_is_an_estimate_with_two_bounds() -> None:
    """Its three keys."""
    assert interval(1, 0, 2) == {"value": 1.0, "low": 0.0, "high": 2.0}
