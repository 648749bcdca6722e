"""Sentences for what is said at the table: words in quotation marks, whispers as such."""

from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from arena.claims.language import Claim
from arena.claims.plans import Intent
from arena.narration.claims_in_words import claim_in_words, promised
from arena.narration.deals_in_words import accepted, offered
from arena.narration.telling import Sentence, Telling
from arena.narration.words import fill, join
from arena.projections.bargains import offer_in
from arena.records.record import Record

__all__ = ["TALK", "offers_ended"]


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
    return offered(t.words, offer_in(record.data), d["deal"], str(record["actor"]))


def _answered(t: Telling, d: Mapping[str, Any], _: Record) -> Text | None:
    """Tell an answer; that a counter-offer is one, its own line says."""
    player, deal = d["player"], d["deal"]
    match d["answer"]:
        case "accepted":
            offer = t.offers[deal]
            told = accepted(t.words, offer_in(offer.data), deal, str(offer["actor"]), player)
            if (deal, player) in t.withdrawn:
                line = " It was withdrawn under the same seal, too late for {player}: it holds."
                told.append_text(fill(line, player=t.words.seat(player)))
            return told
        case "declined":
            line = "{player} declines offer {deal}."
            return fill(line, player=t.words.seat(player), deal=deal)
        case _:
            return None


def offers_ended(t: Telling, group: list[Record]) -> Text:
    """Tell of offers that are open no more, and that nobody answered."""
    return (_lapsed if group[0]["actor"] is None else _withdrawn)(t, group)


def _withdrawn(t: Telling, group: Sequence[Record]) -> Text:
    """Tell from whom an offer is withdrawn, where it stands for others."""
    deal, offerer = group[0]["data"]["deal"], t.words.seat(group[0]["actor"])
    players = [each["data"]["player"] for each in group]
    line = "{offerer} withdraws offer {deal} from {players}"
    if set(players) == set(t.offers[deal]["data"]["to"]):
        line = "{offerer} withdraws offer {deal}"
    told = fill(line, offerer=offerer, deal=deal, players=t.words.seat_list(players))
    late = [player for player in players if (deal, player) in t.answered]
    if late:
        line = ", too late for {late}, who answered under the same seal"
        told.append_text(fill(line, late=t.words.seat_list(late)))
    return told.append(".")


def _lapsed(t: Telling, group: Sequence[Record]) -> Text:
    """Tell which offers nobody answered before the round was over."""
    players: dict[int, list[str]] = {}
    for each in group:
        players.setdefault(each["data"]["deal"], []).append(each["data"]["player"])
    deals = [
        fill("offer {deal} by {players}", deal=deal, players=t.words.seat_list(names))
        for deal, names in players.items()
    ]
    return fill("Unanswered: {deals}.", deals=join(deals))


def _unread(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    """Tell what could not be read: to who said it, why; to others only the lines."""
    if t.who == record["actor"]:
        why = " ".join(each["why"] for each in d["lines"])
        return Text(f"Not read as a claim: {why}").append_text(t.aside(record))
    lines = join([Text(f"“{' '.join(each['line'].split())}”") for each in d["lines"]])
    return fill("Not read as a claim: {lines}.", lines=lines).append_text(t.aside(record))


def _planned(t: Telling, d: Mapping[str, Any], record: Record) -> Text | None:
    """Tell what a seat means to do; what could not be read of it is worth no line."""
    player = str(record["actor"])
    meant = [_intent(t, Intent.read(each), player) for each in d["intents"]]
    if not meant:
        return None
    sentence = fill("{player} means {meant}.", player=t.words.seat(player), meant=join(meant))
    return sentence.append_text(t.aside(record))


def _intent(t: Telling, intent: Intent, player: str) -> Text:
    if intent.act == "do":
        return promised(t.words, intent.said)
    said = claim_in_words(t.words, Claim(proposition=intent.said), player)
    return fill("to report that {said}", said=said)


TALK: Mapping[str, Sentence] = {
    "said": _said, "whispered": _whispered, "deal_offered": _offered, "deal_answered": _answered,
    "claims_unread": _unread, "planned": _planned,
}  # fmt: skip
"""By type; silence and bids are worth no line."""
