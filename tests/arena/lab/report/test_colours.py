"""The lab's colours, computed as those of every page: in both themes, and in print."""

import re
from importlib.resources import files

import pytest

from tests.arena.tournament.report.test_colours import channels, ratio
from tests.arena.tournament.report.test_colours import themes as of_every_page

STYLE = files("arena.lab.report").joinpath("lab.css").read_text(encoding="utf-8")
OWN = {"against"}
THEMES = ("dark", "light", "print")


def themes() -> dict[str, dict[str, str]]:
    """Return the tokens of each theme: those of every page with the lab's."""
    roots = re.findall(r":root \{([^}]*)\}", STYLE)
    assert len(roots) == len(THEMES)
    found = {}
    for name, body in zip(THEMES, roots, strict=True):
        own = dict(re.findall(r"--(\w+): (#[0-9a-f]{3,6})", body))
        assert set(own) == OWN
        found[name] = {**of_every_page()[name], **own}
    return found


@pytest.mark.parametrize("theme", THEMES)
def test_text_on_cards_and_on_shades_can_be_read(theme: str) -> None:
    """Words, notes and links on cards; numbers on every shade below 0."""
    tokens = {name: channels(code) for name, code in themes()[theme].items()}
    for text in ("text", "muted", "link"):
        assert ratio(tokens[text], tokens["raised"]) >= 4.5, text
    for part in ("accent", "edge"):
        assert ratio(tokens[part], tokens["raised"]) >= 3, part
    for tenth in range(11):
        pairs = zip(tokens["against"], tokens["wall"], strict=True)
        mixed = tuple(tenth / 10 * shade + (1 - tenth / 10) * wall for shade, wall in pairs)
        assert ratio(tokens["text"], mixed) >= 4.5, tenth


def test_every_token_that_is_used_is_set() -> None:
    """A misspelt colour would be none."""
    everywhere = STYLE + files("arena.reporting").joinpath("page.css").read_text(encoding="utf-8")
    used = set(re.findall(r"var\(--([\w-]+)\)", STYLE)) - {"p", "low", "high", "middle"}
    assert used <= set(re.findall(r"--([\w-]+):", everywhere))
