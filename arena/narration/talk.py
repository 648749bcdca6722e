"""Sentences for what is said at the table: words in quotation marks, whispers as such."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rich.text import Text

from arena.claims.language import FIELDS, Proposition
from arena.narration.claims_in_words import deed
from arena.narration.telling import Sentence, Telling
from arena.narration.words import fill, join
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


def _offered(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    sides = [
        join([_term(t, each, who) for each in d[side]])
        for side, who in (("gives", str(record["actor"])), ("wants", "whoever accepts"))
    ]
    until = f" It counts until round {d['until']}." if d["until"] is not None else ""
    return fill(
        "Deal {deal}, {offerer} to {to}: {gives}; for it {wants}.{until}",
        deal=d["deal"], offerer=t.words.seat(record["actor"]), to=t.words.seat_list(d["to"]),
        gives=sides[0], wants=sides[1], until=until,
    )  # fmt: skip


def _term(t: Telling, data: Mapping[str, Any], who: str) -> Text:
    """Return one thing that a party will do; who is not named is whoever accepts."""
    said = Proposition.read(data)
    player = said.player or who
    if said.target is None and "target" in FIELDS[said.kind][0]:
        said = replace(said, target="you")
    will = "will not" if said.negated else "will"
    return Text.assemble(f"{player} {will} ", deed(t.words, said))


def _answered(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    player, deal = t.words.seat(d["player"]), d["deal"]
    line = ANSWERED[d["answer"]]
    return fill(line, player=player, deal=deal, offerer=t.words.seat(record["actor"] or ""))


ANSWERED = {
    "accepted": "{player} accepts deal {deal}.",
    "declined": "{player} declines deal {deal}.",
    "countered": "{player} answers deal {deal} by another offer.",
    "withdrawn": "{offerer} withdraws deal {deal} from {player}.",
    "lapsed": "Deal {deal} lapses, unanswered by {player}.",
}


def _unread(_: Telling, d: Mapping[str, Any], record: Record) -> Text:
    lines = " ".join(each["why"] for each in d["lines"])
    return Text(f"{record['actor']}: not read as a claim: {lines} (only you)")


TALK: Mapping[str, Sentence] = {
    "said": _said, "whispered": _whispered, "deal_offered": _offered, "deal_answered": _answered,
    "claims_unread": _unread,
}  # fmt: skip
"""By type; silence and bids are worth no line."""
