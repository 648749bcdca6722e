"""The pages of the documentation, cut into their examples and the prose around them."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DOCS = ROOT / "docs"
README = ROOT / "README.md"
PAGES = (README, *sorted(DOCS.glob("*.md")))
LINKING = (*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "transcripts" / "examples" / "README.md")

FENCE = re.compile(r"^```([\w-]*)\n(.*?)^```$", flags=re.DOTALL | re.MULTILINE)
SPAN = re.compile(r"`([^`]+)`")


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A fenced example."""

    where: str
    """`tables.md:12 (toml)`."""
    language: str
    text: str


def blocks(page: Path) -> list[Block]:
    """Return the examples of a page, in their order."""
    text = page.read_text(encoding="utf-8")
    return [
        Block(
            where=f"{page.name}:{text.count(chr(10), 0, found.start()) + 1} ({found[1]})",
            language=found[1],
            text=found[2],
        )
        for found in FENCE.finditer(text)
    ]


def prose_of(page: Path) -> str:
    """Return a page without its examples."""
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def spans(text: str) -> list[str]:
    """Return what a text has in backquotes."""
    return SPAN.findall(text)
