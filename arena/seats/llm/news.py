"""What a seat has heard since it was last asked, one line an event.

The sentences are those of the reading faces; only talk is written otherwise, since other players'
words may not look like anything but a quotation. Left out is what the seat did itself, which its
conversation holds, and what the board shows.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import Any

from rich.text import Text

from arena.narration.narrator import Narrator
from arena.narration.telling import Sentence, Telling
from arena.narration.words import NO_BREAK_SPACE, Paragraph, Words
from arena.records import Record
from arena.seats.llm.quoting import quoted

__all__ = ["LEFT_OUT", "News", "listed"]

LEFT_OUT = frozenset(
    {"answer", "said", "whispered", "silent", "bid", "passed", "destination_chosen"}
)
"""Types of records that a seat is not told of itself: it did so, or the board shows it."""
STRINGS = 100
"""Characters of a name in a claim; a table's names are shorter."""


class News:
    """Tells a seat's records; a function of them alone.

    What each seat was told last is kept folded, so that a turn costs as much as what is new.
    """

    def __init__(self, words: Words) -> None:
        """Take the words of the table."""
        self._words = words
        self._kept: dict[str, tuple[int, object, Narrator]] = {}

    def lines(self, seat: str, heard: Sequence[Mapping[str, Any]], known: int) -> list[str]:
        """Return the lines of what was heard after the first `known` records."""
        before, new = heard[:known], heard[known:]
        narrator = self._after(seat, before)
        lines = _lines(narrator, seat, new, before[-1]["round"] if before else 0)
        if heard:
            self._kept[seat] = len(heard), heard[-1], narrator
        return lines

    def chronicle(self, seat: str, heard: Sequence[Mapping[str, Any]]) -> list[str]:
        """Return the lines of all that was heard, what the seat did itself included."""
        narrator = Narrator(self._words, seat, boards=False, sentences=SENTENCES)
        return _lines(narrator, "", heard, 0)

    def _after(self, seat: str, before: Sequence[Mapping[str, Any]]) -> Narrator:
        """Return a narrator that knows what the seat was told before."""
        if before and seat in self._kept:
            count, last, kept = self._kept.pop(seat)
            if count == len(before) and last is before[-1]:
                return kept
        narrator = Narrator(self._words, seat, boards=False, sentences=SENTENCES)
        for record in before:
            narrator.skip(record)
        return narrator


def _lines(
    narrator: Narrator, seat: str, new: Sequence[Mapping[str, Any]], number: int
) -> list[str]:
    """Return the lines of records, but for what `seat` did itself; `number` is the round before."""
    lines = list[str]()
    for record in new:
        if record["actor"] == seat and record["type"] in LEFT_OUT:
            narrator.skip(record)
            continue
        if record["round"] != number:
            number = record["round"]
            lines += [*_plain(narrator.pause()), f"- Round {number} begins."]
        lines += _plain(narrator.feed(record))
    return [*lines, *_plain(narrator.pause())]


def _plain(told: Sequence[object]) -> Iterator[str]:
    """Yield sentences; headings and rules are none."""
    for each in told:
        if isinstance(each, Paragraph):
            yield f"- {each.text.plain.replace(NO_BREAK_SPACE, ' ')}"


def listed(names: Sequence[str]) -> str:
    """Return `Anna, Bruno and Clara`."""
    *first, last = names
    return f"{', '.join(first)} and {last}" if first else last


def _listeners(t: Telling, names: Sequence[str]) -> str:
    return listed(["you" if name == t.who else name for name in names]) if names else "all"


def _said(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    verb = "whispers" if d["whisper"] else "says"
    line = f"{record['actor']} {verb} to {_listeners(t, d['to'])}: {quoted(str(d['text']))}"
    if d["claims"]:
        line += f"\n  claims: {_claims(d['claims'])}"
    return Text(line)


def _claims(claims: object) -> str:
    """Return claims as compact JSON, each text in it escaped like words."""
    match claims:
        case "<=" | ">=":
            return f'"{claims}"'
        case str():
            return quoted(claims, STRINGS)
        case list():
            return f"[{','.join(_claims(each) for each in claims)}]"
        case dict():
            pairs = (f"{quoted(key, STRINGS)}:{_claims(each)}" for key, each in claims.items())
            return f"{{{','.join(pairs)}}}"
        case _:
            return json.dumps(claims)


def _whispered(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    return Text(f"{record['actor']} whispers to {_listeners(t, d['to'])}.")


def _began(_: Telling, d: Mapping[str, Any], __: Record) -> Text:
    return Text(f"The game begins. Clockwise sit {listed(d['seats'])}.")


def _turn_lost(_: Telling, d: Mapping[str, Any], record: Record) -> Text:
    return Text(
        f"{record['actor']} gave no usable answer ({d['reason']}) and says nothing. (only you)"
    )


SENTENCES: Mapping[str, Sentence] = MappingProxyType(
    {"said": _said, "whispered": _whispered, "game_began": _began, "turn_defaulted": _turn_lost}
)
"""By type; they do without colours, symbols and typographic quotation marks."""
