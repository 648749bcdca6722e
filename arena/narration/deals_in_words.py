"""Deals in words: what was offered, what was accepted, and what each party made of it."""

from collections.abc import Mapping, Sequence

from rich.text import Text

from arena.claims.bargains import Side
from arena.claims.deal_records import Outcome
from arena.claims.language import Proposition
from arena.claims.offers import Offer
from arena.narration.claims_in_words import did, does, promised
from arena.narration.words import Words, fill, join

__all__ = ["accepted", "offered", "settled"]

WHOEVER = "whoever accepts"


def offered(words: Words, offer: Offer, number: int, offerer: str) -> Text:
    """Return `Deal 12: Anna votes for Bruno ...; for it Bruno gives Anna a card from the truck.`"""
    one = offer.to[0] if len(offer.to) == 1 else None
    head = "Deal {number}" if one else "Deal {number}, to {to}"
    if offer.counters is not None:
        head += ", in place of deal {counters}"
    gives, wants = (_terms(words, side) for side in offer.between(offerer, one or WHOEVER))
    until = "" if offer.until is None else f" Until round {offer.until}."
    return fill(
        f"{head}: {{gives}}; for it {{wants}}.{until}", number=number,
        to=words.seat_list(offer.to), counters=offer.counters or 0, gives=gives, wants=wants,
    )  # fmt: skip


def accepted(words: Words, offer: Offer, number: int, offerer: str, acceptor: str) -> Text:
    """Return who accepts; the terms again only where they had yet to name who that is."""
    line = "{acceptor} accepts deal {number}."
    if len(offer.to) > 1:
        line = "{acceptor} accepts deal {number}: {gives}; for it {wants}."
    gives, wants = (_terms(words, side) for side in offer.between(offerer, acceptor))
    return fill(line, acceptor=words.seat(acceptor), number=number, gives=gives, wants=wants)


def _terms(words: Words, side: Sequence[Proposition]) -> Text:
    """Return `Anna votes for Bruno and spares Clara`: a side is of one player."""
    done = join([does(words, each) for each in side])
    return Text.assemble(words.seat(side[0].player), " ", done)


def settled(words: Words, sides: Sequence[Side]) -> Text:
    """Return what the parties of one deal made of it who were done at the same time."""
    first = sides[0]
    head = Text(f"Deal {first.deal}: ")
    if first.instead is not None:
        line = "void between {party} and {other}, since {instead} had accepted before"
        return head.append_text(_of(words, line, first))
    if len(sides) > 1 and first.outcome == "both_at_once":
        each = join([_of(words, "{party} {what}", side) for side in sides], "; ")
        return head.append_text(fill("both broke it at once ({each})", each=each))
    return head.append_text(
        Text("; ").join(_of(words, MADE_OF_IT[side.outcome], side) for side in sides)
    )


MADE_OF_IT: Mapping[Outcome, str] = {
    "kept": "{party} kept it ({what})",
    "broken": "{party} broke it ({what}{sold})",
    "both_at_once": "{party} broke it at once with {other} ({what})",
    "other_failed_first": "{party} broke it too, after {other} ({what})",
    "no_occasion": "{party} had no occasion ({promise})",
    "void": "{party} no longer could ({promise})",
}


def _of(words: Words, line: str, side: Side) -> Text:
    kept = side.outcome == "kept"
    what = [did(words, each, kept=kept) for each in side.that_turned_out(kept)]
    sold = join([Text(str(each)) for each in side.double_sold])
    return fill(
        line, party=words.seat(side.party), other=words.seat(side.other), what=join(what),
        promise=join([promised(words, each) for each in side.terms]),
        sold=fill("; the same was sold in deal {sold}", sold=sold) if sold else "",
        instead=words.seat(side.instead),
    )  # fmt: skip
