"""A page a game: what `arena replay --as all` tells, in words, for a browser without a network.

A page that was written for the same log is left as it is, so only new games take time.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from io import StringIO
from itertools import pairwise
from pathlib import Path
from re import fullmatch
from typing import TYPE_CHECKING

from arena.console import Paragraph
from arena.errors import ArenaError
from arena.narration.dialects import words_of
from arena.narration.narrator import Narrator
from arena.narration.words import Words
from arena.records import HEADER, LOG, Record
from arena.text import escaped_all
from arena.tournament.folder import game_folder
from arena.tournament.game_result import GameResult
from arena.tournament.report.page import rendered
from arena.transcript import reader
from arena.transcript.header import PLAIN_NAME

if TYPE_CHECKING:
    from rich.console import RenderableType
    from rich.text import Text

__all__ = ["REPLAYS", "write_replays"]

REPLAYS = "replays"
WIDTH = 100
"""Columns of what is not prose: the table of scores."""
VERDICT = 4
"""Indent of a verdict, which stands under what it is about."""
VERSION = 1
"""Of the pages: another one wherever they look or tell otherwise."""
HEAD = 400
"""Bytes in which a page says of which log it is."""
Span = tuple[str, str]
"""Text, and the classes that it is shown with."""


def write_replays(folder: Path, games: Iterable[GameResult]) -> dict[str, str]:
    """Write the pages that are missing or old; return where each is, relative to the report.

    A game whose transcript can't be told has no page. Raises `OSError`.
    """
    (folder / REPLAYS).mkdir(exist_ok=True)
    pages = {}
    for game in games:
        if not fullmatch(PLAIN_NAME, game.game):
            continue  # what is no plain name is no file's name
        page = folder / REPLAYS / f"{game.game}.html"
        mark = f"{VERSION}-{game.digest}"
        if _is_old(page, mark):
            try:
                text = _told(folder, game, mark)
            except ArenaError:
                continue
            new = page.with_suffix(".new")
            new.write_text(text, encoding="utf-8", errors="backslashreplace")
            new.replace(page)
        pages[game.game] = f"{REPLAYS}/{game.game}.html"
    return pages


def _is_old(page: Path, mark: str) -> bool:
    try:
        with page.open("rb") as file:
            return mark.encode() not in file.read(HEAD)
    except OSError:
        return True


def _told(folder: Path, game: GameResult, mark: str) -> str:
    at = game_folder(folder, game.game)
    facts = reader.header_of(reader.contents(at, HEADER)).facts()
    words = words_of(facts, [each.seat for each in game.seats])
    narrator = Narrator(words, "all", boards=False)
    told: list[RenderableType] = []
    for record in _records(at):
        told += narrator.feed(record)
    told += narrator.close()
    symbols = [
        (words.symbols.get(each.seat, ""), f"c{at}", each) for at, each in enumerate(game.seats)
    ]
    return rendered(
        "replay.html.j2", "page.css", mark=mark, game=game, title=f"{game.game}: {facts.title}",
        seats=symbols, blocks=list(_blocks(told, _classes(words))),
    )  # fmt: skip


def _records(folder: Path) -> Iterable[Record]:
    """Yield the records of a game that was read and checked before, safe to print."""
    text = reader.contents(folder, LOG).decode()
    # What is not printable is rare, and to look for it value by value takes a fifth of all time.
    plain = "\\" not in text and text.replace("\n", "").isprintable()
    for line in text.split("\n")[:-1]:
        record = json.loads(line)
        yield record if plain else escaped_all(record)


def _classes(words: Words) -> dict[str, str]:
    """Return the class of each style that seats have."""
    return {style: f"c{at}" for at, style in enumerate(words.styles.values())}


def _blocks(
    told: Sequence["RenderableType"], classes: Mapping[str, str]
) -> Iterable[tuple[str, Sequence[Span]]]:
    """Yield the page's elements: `h2`, `h3`, `p`, `verdict` or `pre`, with their spans."""
    from rich.console import Console
    from rich.rule import Rule
    from rich.text import Text

    began = False
    for each in told:
        match each:
            case Rule():
                began = True
                title = each.title
                yield "h2", [(title.plain if isinstance(title, Text) else title, "")]
            case Text() if not each.plain.strip():
                continue
            case Text() if "underline" in str(each.style):
                top = not began or each.plain == "The end"
                began = True
                yield "h2" if top else "h3", [(each.plain, "")]
            case Text():
                yield "p", _spans(each, classes)
            case Paragraph():
                kind = "verdict" if each.indent >= VERDICT else "p"
                yield kind, _spans(each.text, classes)
            case _:
                console = Console(file=StringIO(), width=WIDTH, color_system=None)
                with console.capture() as captured:
                    console.print(each)
                yield "pre", [(captured.get().rstrip("\n"), "")]


def _spans(text: "Text", classes: Mapping[str, str]) -> list[Span]:
    """Return a text in pieces, each with the classes of all styles on it."""
    plain = text.plain
    cuts = sorted({0, len(plain), *(at for span in text.spans for at in (span.start, span.end))})
    whole = _class(str(text.style), classes)
    found: list[Span] = []
    for start, end in pairwise(cuts):
        own = [
            _class(str(span.style), classes)
            for span in text.spans
            if span.start <= start and end <= span.end
        ]
        names = " ".join(dict.fromkeys(" ".join([whole, *own]).split()))
        found.append((plain[start:end], names))
    return found


def _class(style: str, classes: Mapping[str, str]) -> str:
    """Return the classes of a style; one that nobody knows has none."""
    plain = {"bold": "b", "dim": "d", "italic": "i"}
    return " ".join(plain.get(word) or classes.get(word, "") for word in style.split())
