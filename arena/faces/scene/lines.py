"""Narration as lines of data, with speeches apart from sentences."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import pairwise
from typing import TYPE_CHECKING, cast

from rich.console import RenderableType
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from arena.claims.deal_records import DealAnswered, DealOffered
from arena.faces.scene.data import Line, LineKind, Span, Untruth
from arena.narration.claims_in_words import claim_in_words
from arena.narration.telling import Heading, Judged, Told
from arena.narration.who_kept_faith import Counts, Entry
from arena.narration.words import Paragraph, Words
from arena.records.facts import Fact
from arena.records.record import Record, of_type
from arena.records.talk import ClaimsUnread, Said, Whispered

if TYPE_CHECKING:
    from rich.table import Table


KINDS: Mapping[type[Fact], LineKind] = {
    Said: "speech", Whispered: "whisper", DealOffered: "deal", DealAnswered: "deal",
    ClaimsUnread: "lost",
}  # fmt: skip
"""Line kinds by type of record; all others are facts."""
STYLES: Mapping[str, str] = {
    "bold": "strong", "italic": "strong", "bold red": "danger", "red": "danger",
    "yellow": "danger", "magenta": "strong", "cyan": "strong", "dim": "dim",
}  # fmt: skip
"""Face styles by rich style, except the colours of seats."""


class Lines:
    """Converts narration of one table to data."""

    def __init__(self, words: Words) -> None:
        """`words` are those of the table."""
        self._words = words
        self.known: dict[tuple[int, int], str] = {}
        """Private remark on a claim, by number of message and of claim."""
        self._names = {
            name: seat for seat in words.seats for name in (seat, words.badge(seat).plain)
        }

    def of(self, told: Iterable[RenderableType]) -> list[Line]:
        """Return the narration as lines, without boards and blank lines."""
        return [line for each in told for line in self._line(each)]

    def _line(self, told: RenderableType) -> Iterator[Line]:
        match told:
            case Rule():
                yield {"as": "round", "spans": [[cast("Text", told.title).plain]]}
            case Heading():
                yield {"as": "phase", "spans": self.spans(told)}
            case Text():
                if told.plain.strip():
                    yield {"as": "fact", "spans": self.spans(told)}
            case Told():
                yield self._told(told)
            case Paragraph():
                kind: LineKind = "verdict" if isinstance(told, Judged) else "fact"
                yield _indented({"as": kind, "spans": self.spans(told.text)}, told)
            case Padding():
                yield self._table(cast("Table", told.renderable))
            case Counts():
                heads: list[list[Span]] = [[["Player"]], *([[head]] for head in told.heads)]
                rows = [
                    [self.spans(player), *([[n]] for n in numbers)] for player, numbers in told.rows
                ]
                yield {"as": "table", "spans": [], "rows": [heads, *rows]}
            case _:
                pass

    def _told(self, told: Told) -> Line:
        record = told.record
        kind = KINDS.get(type(record.data), "fact")
        private = record.seen_by != "all"
        line: Line = {"as": kind, "spans": self.spans(told.text, private=private)}
        if private:
            line["private"] = True
        if record.actor is not None and kind in {"deal", "lost"}:
            line["by"] = record.actor
        match record.data:
            case Said() | Whispered():
                return self._speech(line, record)
            case DealOffered(deal=deal):
                line["deal"], line["deal_state"] = deal, "offered"
            case DealAnswered(deal=deal, answer=answer):
                line["deal"], line["deal_state"] = deal, answer
            case _:
                pass
        return _indented(line, told)

    def _table(self, table: "Table") -> Line:
        heads = [self.spans(_text(column.header)) for column in table.columns]
        cells = [[self.spans(_text(cell)) for cell in column.cells] for column in table.columns]
        return {"as": "table", "spans": [], "rows": [heads, *map(list, zip(*cells, strict=True))]}

    def _speech(self, line: Line, record: Record) -> Line:
        said = record.data
        line["by"], line["spans"] = str(record.actor), []
        if isinstance(said, Whispered):
            line["to"] = list(said.to)
        if not isinstance(said, Said):
            return line
        line["to"] = list(said.to)
        number = line["message"] = said.message
        line["spans"] = [[" ".join(said.text.split())]]
        if said.whisper:
            line["as"] = "whisper"
        claims = said.claims
        if claims:
            speaker = str(record.actor)
            claimed = [claim_in_words(self._words, claim, speaker).plain for claim in claims]
            own = (self.known.get((number, at)) for at in range(len(claims)))
            pairs = zip(claimed, own, strict=True)
            line["claims"] = [
                [words] if known is None else [words, known] for words, known in pairs
            ]
        return line

    def spans(self, text: Text, *, private: bool = False) -> list[Span]:
        """Return a text as pieces of one style each; `private` marks it as secret."""
        plain, whole = text.plain, str(text.style)
        marks = [(start, end, str(style)) for start, end, style in text.spans]
        length = len(plain)
        cuts = {0, length}
        for start, end, _ in marks:
            cuts |= {min(start, length), min(end, length)}
        found: list[Span] = []
        at = sorted(cuts)
        for start, end in pairwise(at):
            over = [style for first, last, style in marks if first <= start and end <= last]
            style = self._style(plain[start:end], [whole, *over])
            style = "secret" if private and style == "dim" else style
            if found and found[-1][1:] == ([style] if style else []):
                found[-1][0] += plain[start:end]
            else:
                found.append([plain[start:end], style] if style else [plain[start:end]])
        return found

    def _style(self, piece: str, styles: list[str]) -> str:
        """Return the face style of a piece of text; empty if none."""
        seat = self._names.get(piece)
        if seat is not None and any(self._words.styles[seat] in each for each in styles):
            return f"seat:{seat}"
        for each in reversed(styles):
            if each in STYLES:
                return STYLES[each]
        return ""


def _indented(line: Line, told: Paragraph) -> Line:
    """Return the line with its indent; 0 is left out."""
    indent = max(told.indent - 2, 0) // 2
    if indent:
        line["indent"] = indent
    return line


def untruths(words: Words, entries: Iterable[Entry], records: Iterable[Record]) -> list[Untruth]:
    """Return a game's lies, broken promises and deals, and false announcements, as data.

    `records` are all of the game, with the words of whispers.
    """
    spoken = {each.message: each for each in of_type(Said, records)}
    return [_untruth(words, each, spoken) for each in entries]


def _untruth(words: Words, entry: Entry, spoken: Mapping[int, Said]) -> Untruth:
    found: Untruth = {
        "kind": entry.kind, "by": entry.by, "round": entry.round, "text": entry.text.plain,
    }  # fmt: skip
    if entry.deal is not None:
        found["deal"] = entry.deal
        return found
    made = [a for each in entry.untruths for a in (each.assertion, *each.more)]
    claims = {each.at: each.claim for each in sorted(made, key=lambda each: each.at)}
    found["message"], found["claims"] = made[0].message, list(claims)
    found["claimed"] = [claim_in_words(words, each, entry.by).plain for each in claims.values()]
    speech = spoken[made[0].message]
    found["said"] = " ".join(speech.text.split())
    if speech.whisper:
        found["whispered_to"] = list(speech.to)
    dice = next((each.dice for each in entry.untruths if each.dice), ())
    if dice:
        found["dice"] = list(dice)
    return found


def _text(cell: object) -> Text:
    return cell if isinstance(cell, Text) else Text(str(cell))
