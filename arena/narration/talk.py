"""Sentences for what is said at the table: words in quotation marks, whispers as such."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from arena.narration.telling import Sentence, Telling
from arena.narration.words import fill
from arena.records import Record

__all__ = ["TALK"]


def _said(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    words = Text("“" + " ".join(str(d["text"]).split()) + "”")
    speaker = t.words.seat(record["actor"])
    if d["whisper"]:
        listeners = t.words.seat_list(d["to"])
        sentence = fill("{speaker} whispers to {listeners}: ", speaker=speaker, listeners=listeners)
        return sentence.append_text(words).append_text(t.aside(record))
    if d["to"]:
        sentence = fill(
            "{speaker} to {listeners}: ", speaker=speaker, listeners=t.words.seat_list(d["to"])
        )
        return sentence.append_text(words)
    return fill("{speaker}: ", speaker=speaker).append_text(words)


def _whispered(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    speaker, listeners = t.words.seat(record["actor"]), t.words.seat_list(d["to"])
    return fill("{speaker} whispers to {listeners}.", speaker=speaker, listeners=listeners)


TALK: Mapping[str, Sentence] = {"said": _said, "whispered": _whispered}
"""By type; silence and bids are worth no line."""
