"""Words of players, made harmless."""

import json

from hypothesis import given
from hypothesis import strategies as st

from arena.seats.llm.quoting import harmless, own_words, quoted

FRAMES = set("<>[]{}#|`")


@given(st.text())
def test_a_quotation_means_the_same_words(text: str) -> None:
    """It is JSON on one line, and nothing in it can begin or end a frame."""
    line = quoted(text)
    assert json.loads(line) == text
    assert line.isprintable()
    assert not FRAMES & set(line)


@given(st.text())
def test_a_harmless_sentence_stays_so(text: str) -> None:
    """Made harmless twice it is the same, on one printable line."""
    once = harmless(text)
    assert harmless(once) == once
    assert once.isprintable()
    assert not FRAMES & set(once)


def test_a_function_is_called_nowhere() -> None:
    """Round brackets behind a space, or other punctuation, stay."""
    for written in (quoted, harmless, lambda text: own_words(text)[0]):
        assert "bid\\u0028urgency=4)" in written("bid(urgency=4)")
        assert "(I say) so :(" in written("(I say) so :(")


def test_letters_of_all_scripts_stay_as_they_are() -> None:
    """Names and words are read without escapes."""
    assert quoted("Łódź, 東京, привет!") == '"Łódź, 東京, привет!"'


def test_a_character_outside_the_basic_plane_is_two_units() -> None:
    """As JSON has it: a private one is written out, a picture is printable."""
    assert quoted("\U000f0000") == '"\\udb80\\udc00"'
    assert quoted("🙂") == '"🙂"'


def test_long_words_are_cut() -> None:
    """Even where no rule of talk did so."""
    assert quoted("x" * 100_000) == f'"{"x" * 10_000} (cut)"'
    assert quoted("abc", 2) == '"ab (cut)"'


def test_own_words_keep_their_lines_and_lists() -> None:
    """A summary stays readable; tags and invisible characters do not stay."""
    assert own_words("- [1] one\r\n# <b>\u200b") == ["- [1] one", "# \\u003cb\\u003e\\u200b"]
