"""Names at a new table are told apart by eye; a recorded game keeps the names that it has."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.look_alikes import look_alike
from engine.seats import RESERVED, SEAT_NAME, new_seat_names
from tests.engine.helpers import board

ALIKE = {
    "case": ("Anna", "ANNA", "'Anna', which sits there too: only upper and lower case differ"),
    "a letter of Cyrillic": (
        "Anna",
        "\N{CYRILLIC CAPITAL LETTER A}nna",
        "letter 1 is U+0410 CYRILLIC CAPITAL LETTER A, there U+0041 LATIN CAPITAL LETTER A",
    ),
    "a letter of Greek, in another case": (
        "NIKO",
        "nik\N{GREEK SMALL LETTER OMICRON}",
        "letter 4 is U+03BF GREEK SMALL LETTER OMICRON",
    ),
    "I and l": ("Al", "AI", "letter 2 is U+0049 LATIN CAPITAL LETTER I, there U+006C LATIN SMALL"),
    "1 and l": ("Al", "A1", "letter 2 is U+0031 DIGIT ONE"),
    "0 and O": ("Bot O", "bot 0", "letter 5 is U+0030 DIGIT ZERO"),
    "rn and m": ("Arno", "Amo", "letter 2 is U+006D LATIN SMALL LETTER M"),
    "a swapped pair": ("lI", "Il", "letter 1 is U+0049 LATIN CAPITAL LETTER I"),
    "width": ("Ada", "Ad\N{FULLWIDTH LATIN SMALL LETTER A}", "U+FF41 FULLWIDTH LATIN SMALL"),
    "a ligature": ("Fifi", "Fi\N{LATIN SMALL LIGATURE FI}", "U+FB01 LATIN SMALL LIGATURE FI"),
    "a sharp s": ("Strasse", "STRA\N{LATIN SMALL LETTER SHARP S}E", "U+00DF LATIN SMALL LETTER"),
    "no dot": ("Aylin", "Ayl\N{LATIN SMALL LETTER DOTLESS I}n", "U+0131 LATIN SMALL LETTER DOT"),
    "two spaces": ("Old Ben", "Old  Ben", "letter 5 is U+0020 SPACE"),
}


@pytest.mark.parametrize(("one", "other", "told"), ALIKE.values(), ids=ALIKE)
def test_names_that_look_alike_are_refused(one: str, other: str, told: str) -> None:
    """Both are named, in what they differ, and what is possible; in either order."""
    with pytest.raises(engine.RulesetError, match=re.escape(told)) as refused:
        engine.new_table("moh", [one, "Cem", other], seed=1)
    assert str(refused.value).startswith(f"seat 3 is named {other!r}. It can't be told apart from")
    assert str(refused.value).endswith("Possible: a name that looks otherwise.")
    with pytest.raises(engine.RulesetError, match="It can't be told apart from"):
        engine.new_table("moh", [other, one, "Cem"], seed=1)


@pytest.mark.parametrize(
    "name",
    ["All", "AII", "a1l", "\N{CYRILLIC SMALL LETTER A}ll", "Engine", "PUBLIC", "pa\u0455s"],
)
def test_names_that_look_reserved_are_refused(name: str) -> None:
    """What has a meaning of its own is nobody's name, however it is written."""
    with pytest.raises(engine.RulesetError, match="which has a meaning of its own"):
        engine.new_table("moh", ["Ben", name, "Cem"], seed=1)


@pytest.mark.parametrize("code", [0x3164, 0x115F, 0x1160, 0xFFA0])
def test_letters_that_show_nothing_are_refused(code: int) -> None:
    """Fillers are letters, and nobody sees them."""
    with pytest.raises(engine.RulesetError, match=rf"U\+{code:04X} [A-Z ]+ shows nothing"):
        engine.new_table("moh", ["Ben", f"B{chr(code)}en", "Cem"], seed=1)


@pytest.mark.parametrize("code", [0x200B, 0x200D, 0x2060, 0xFEFF, 0x00AD, 0x2800, 0x034F, 0x202E])
def test_what_shows_nothing_and_is_no_letter_is_named(code: int) -> None:
    """Its code point is told, since it can't be seen in the name."""
    with pytest.raises(engine.RulesetError, match=rf"It has U\+{code:04X} [A-Z -]+ in it"):
        engine.new_table("moh", ["Ben", f"B{chr(code)}en", "Cem"], seed=1)


def test_names_that_differ_are_taken() -> None:
    """Letters of any script, and names that differ by an accent, are told apart."""
    for names in (
        ["Anna", "Hanna", "Annà"],
        ["Анна", "Анни", "Борис"],
        ["P1", "P2", "P10"],
        ["李", "王", "山田"],
        ["A-B", "A_B", "AB"],
    ):
        assert engine.new_table("moh", names, seed=1).seats
    assert new_seat_names(6) == tuple("ABCDEF")


def test_a_scenario_is_a_new_table() -> None:
    """Its seats are checked as others are."""
    with pytest.raises(engine.ScenarioError, match="can't be told apart from 'Al'"):
        engine.load_scenario(board("chief", {5: "Al.gunman"}, seats=["Al", "AI", "Cem"]))


def test_a_recorded_game_keeps_its_names() -> None:
    """What was played under names that look alike, or like reserved ones, is played again."""
    names = ["Anna", "anna", "\N{CYRILLIC CAPITAL LETTER A}nna", "Engine", "\N{HANGUL FILLER}"]
    saved = engine.new_table("moh", list("ABCDE"), seed=1).save()
    assert set(engine.restore({**saved, "seats": names}).seats) == set(names)


LETTERS = "aAbIlL1oO0rnm _\u0430\u0410\u0456\u03bf\u0131\ufb01\u00df"
NAMES = st.text(st.sampled_from(LETTERS), max_size=5)


@given(one=NAMES | st.from_regex(SEAT_NAME, fullmatch=True), other=NAMES)
def test_looking_alike_has_no_order(one: str, other: str) -> None:
    """Who looks like whom is mutual; a name looks like itself, and in any case."""
    assert look_alike(one, other) == look_alike(other, one)
    assert look_alike(one, one.upper()) or one.casefold() != one.upper().casefold()
    assert look_alike(one, one)


@given(one=NAMES, other=NAMES)
def test_names_are_taken_exactly_where_they_look_otherwise(one: str, other: str) -> None:
    """Any two names: refused if they look alike, or one can't be a name at all."""
    odd = any(
        not SEAT_NAME.fullmatch(name)
        or name != name.strip()
        or any(look_alike(name, each) for each in RESERVED)
        for name in (one, other)
    )
    if odd or look_alike(one, other):
        with pytest.raises(engine.RulesetError):
            new_seat_names([one, other, "Zz"])
    else:
        assert new_seat_names([one, other, "Zz"]) == (one, other, "Zz")
