"""Sentences from templates and lists: the texts are those that rich makes part by part."""

from collections.abc import Sequence

from hypothesis import given
from hypothesis import strategies as st
from rich.text import Text

from arena.console import fill, join

PIECES = st.text(alphabet="aź \x07\n☠", max_size=4)
STYLED = st.builds(
    lambda one, two, style: Text.assemble(one, (two, "bold"), style=style),
    PIECES, PIECES, st.sampled_from(["", "dim", "red"]),
)  # fmt: skip


def appended(parts: Sequence[Text | str]) -> Text:
    """Return a text of its parts, one after another."""
    text = Text()
    for part in parts:
        text.append(part)
    return text


def looks(text: Text) -> tuple[object, ...]:
    """Return what a text shows, and its length; a style of no letter is none."""
    return text.plain, [each for each in text.spans if each], text.style, len(text)


@given(STYLED, PIECES | STYLED, st.integers())
def test_a_filled_template_is_its_parts_in_a_row(one: Text, two: str | Text, number: int) -> None:
    """Texts with their styles, strings without what moves a cursor, numbers as digits."""
    filled = fill("{one} and {two}: {number}.", one=one, two=two, number=number)
    assert looks(filled) == looks(appended([one, " and ", two, ": ", str(number), "."]))


@given(st.lists(STYLED, max_size=4))
def test_a_list_has_commas_and_a_last_word(parts: list[Text]) -> None:
    """Of none it is empty, of one that one."""
    listed: list[Text | str] = []
    for at, part in enumerate(parts):
        listed += [] if not at else [" or "] if at == len(parts) - 1 else [", "]
        listed.append(part)
    assert looks(join(parts, " or ")) == looks(appended(listed))
