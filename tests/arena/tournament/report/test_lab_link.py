"""The tournament's report leads to the lab's: where that is there, and else says what makes it."""

from pathlib import Path

import pytest

from tests.arena.tournament.ratings.played import rotations
from tests.arena.tournament.report.test_parts import BLIND, section_words
from tests.arena.tournament.report.test_write_report import checked, made

LAB = "The deception lab: "


def links(page: str) -> list[str]:
    """Return where links of the page lead to the lab."""
    found = [str(each["href"]) for each in checked(page).all("a")]
    return [each for each in found if each.startswith("lab/")]


@pytest.mark.slow
def test_it_leads_there_once_it_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Beside behaviour, which is what the lab tells more of."""
    folder = tmp_path / "cup"
    (folder / "lab").mkdir(parents=True)
    (folder / "lab" / "report.html").write_text("the lab's", encoding="utf-8")
    page = made(folder, rotations(BLIND, 3), monkeypatch)
    assert links(page) == ["lab/report.html"]
    assert LAB in section_words(page, "behaviour")


def test_it_leads_nowhere_before_and_says_what_makes_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A link to a file that is not there helps nobody; the command does."""
    page = made(tmp_path / "cup", rotations(BLIND, 3), monkeypatch)
    assert links(page) == []
    assert LAB not in page
    assert "<code>arena analyze .</code>" in page
