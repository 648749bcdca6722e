"""The page's colours, computed: text at 4.5 to 1, graphics at 3 to 1, in themes and in print."""

import re
from importlib.resources import files
from itertools import product

import pytest

STYLE = files("arena.reporting").joinpath("page.css").read_text(encoding="utf-8")
TEXTS = ("text", "muted", "link", "danger", "good")
GROUNDS = ("wall", "night")


def themes() -> dict[str, dict[str, str]]:
    """Return the tokens of each theme, in the order in which the style sets them."""
    dark: dict[str, str] = {}
    light: dict[str, str] = {}
    paper: dict[str, str] = {}
    for query, body in re.findall(r"(@media[^{]*)?\{?\s*(?::root|\.told) \{([^}]*)\}", STYLE):
        tokens = dict(re.findall(r"--(\w+): (#[0-9a-f]{3,6})", body))
        target = light if "light" in query else paper if "print" in query else dark
        target.update(tokens)
    return {"dark": dark, "light": {**dark, **light}, "print": {**dark, **light, **paper}}


def luminance(colour: tuple[float, ...]) -> float:
    """Return the relative luminance (WCAG 2.2) of a colour between 0 and 1."""
    linear = [c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in colour]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def channels(code: str) -> tuple[float, ...]:
    """Return a colour's channels between 0 and 1."""
    digits = code[1:] if len(code) == 7 else "".join(2 * each for each in code[1:])
    return tuple(int(digits[at : at + 2], 16) / 255 for at in (0, 2, 4))


def ratio(one: tuple[float, ...], other: tuple[float, ...]) -> float:
    """Return the contrast of two colours."""
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", ["dark", "light", "print"])
def test_every_text_can_be_read(theme: str) -> None:
    """Text, links and notes stand out from both grounds."""
    tokens = themes()[theme]
    for text, ground in product(TEXTS, GROUNDS):
        found = ratio(channels(tokens[text]), channels(tokens[ground]))
        assert found >= 4.5, (text, ground, round(found, 2))


@pytest.mark.parametrize("theme", ["dark", "light", "print"])
def test_points_and_shades_can_be_told(theme: str) -> None:
    """A chart's points stand out; a number is readable on every shade up to the full one."""
    tokens = {name: channels(code) for name, code in themes()[theme].items()}
    assert ratio(tokens["accent"], tokens["wall"]) >= 3
    for tenth in range(11):
        pairs = zip(tokens["shade"], tokens["wall"], strict=True)
        mixed = tuple(tenth / 10 * shade + (1 - tenth / 10) * wall for shade, wall in pairs)
        assert ratio(tokens["text"], mixed) >= 4.5


def test_every_token_that_is_used_is_set() -> None:
    """A misspelt colour would be none."""
    used = set(re.findall(r"var\(--([\w-]+)\)", STYLE)) - {"p"}
    set_ = set(re.findall(r"--([\w-]+):", STYLE))
    assert used <= set_
