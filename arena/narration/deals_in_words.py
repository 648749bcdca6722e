"""Deals in words: offers, acceptances and outcomes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache

from rich.text import Text

from arena.claims.deal_records import Outcome
from arena.claims.kept_deals import Side
from arena.claims.language import Proposition
from arena.claims.offers import Offer
from arena.narration.claims_in_words import KEPT, did, does
from arena.narration.words import Words, fill, join

WHOEVER = "whoever accepts"


def offered(words: Words, offer: Offer, number: int, offerer: str) -> Text:
    """Return `Offer 12: Anna votes for Bruno ...; for it Bruno gives Anna a card`."""
    one = offer.to[0] if len(offer.to) == 1 else None
    head = "Offer {number}" if one else "Offer {number}, to {to}"
    if offer.counters is not None:
        head += ", in place of offer {counters}"
    until = "" if offer.until is None else f" Until the end of round {offer.until}."
    return fill(
        f"{head}: {{terms}}.{until}", number=number, to=words.seat_list(offer.to),
        counters=offer.counters or 0, terms=terms(words, offer, offerer, one),
    )  # fmt: skip


def terms(words: Words, offer: Offer, offerer: str, acceptor: str | None) -> Text:
    """Return `Anna votes for Bruno; for it Bruno gives Anna a card`; cached, so don't modify it.

    `acceptor` None stands for whoever accepts.
    """
    return _in_words(words, offer, offerer, acceptor)


@lru_cache(maxsize=KEPT)
def _in_words(words: Words, offer: Offer, offerer: str, acceptor: str | None) -> Text:
    gives, wants = (_terms(words, side) for side in offer.between(offerer, acceptor or WHOEVER))
    return fill("{gives}; for it {wants}", gives=gives, wants=wants)


def accepted(words: Words, offer: Offer, number: int, offerer: str, acceptor: str) -> Text:
    """Return an acceptance; the terms are repeated if the offer was to several."""
    line = "{acceptor} accepts offer {number}."
    if len(offer.to) > 1:
        line = "{acceptor} accepts offer {number}: {terms}."
    return fill(
        line, acceptor=words.seat(acceptor), number=number,
        terms=terms(words, offer, offerer, acceptor),
    )  # fmt: skip


def _terms(words: Words, side: Sequence[Proposition]) -> Text:
    """Return one party's terms: `Anna votes for Bruno and spares Clara`."""
    done = join([does(words, each) for each in side])
    return Text.assemble(words.seat(side[0].player), " ", done)


def settled(words: Words, sides: Iterable[Side]) -> list[Text]:
    """Return the outcomes of deals that were settled at the same time, a line a deal.

    Deals of the same players that were never tested share a line.
    """
    deals: dict[tuple[int, frozenset[str]], list[Side]] = {}
    idle: dict[Outcome, list[Side]] = {}
    for each in sides:
        if each.outcome in UNTRIED and each.instead is None:
            idle.setdefault(each.outcome, []).append(each)
        else:
            deals.setdefault((each.deal, frozenset({each.party, each.other})), []).append(each)
    # An offer accepted by two may have the same outcome with both.
    lines = {(line := _settled(words, each)).plain: line for each in deals.values()}
    return [*lines.values(), *(line for why in idle for line in _untried(words, why, idle[why]))]


UNTRIED: Mapping[Outcome, tuple[str, str]] = {
    "no_occasion": ("it never came to {party}'s part", "it never came to that"),
    "void": ("{party}'s part has become impossible", "it has become impossible"),
}
"""Outcome of an untested part, for one party and for both."""
BOTH: Mapping[Outcome, str] = {"kept": "both kept it", "both_at_once": "both broke it at once"}
"""Outcome of both parties at once."""
MADE_OF_IT: Mapping[Outcome, str] = {
    "kept": "{party} kept it ({what})",
    "broken": "{party} broke it ({what}{sold})",
    "both_at_once": "{party} broke it at once with {other} ({what})",
    "other_failed_first": "{party} broke it too, after {other} ({what})",
}


def _settled(words: Words, sides: Sequence[Side]) -> Text:
    first = sides[0]
    if first.instead is not None:
        line = "void between {party} and {other}, since {instead} had accepted before"
        told = _of(words, line, first)
    elif len(sides) > 1 and len({side.outcome for side in sides}) == 1:
        told = fill(f"{BOTH[first.outcome]} ({{what}})", what=_each_did(words, sides))
    else:
        told = Text("; ").join(_of(words, MADE_OF_IT[side.outcome], side) for side in sides)
    return Text.assemble(f"Deal {first.deal}: ", told)


def _each_did(words: Words, sides: Sequence[Side]) -> Text:
    """Return each party's deed, once if they are the same."""
    did_ = [_of(words, "{what}", side) for side in sides]
    if len({each.plain for each in did_}) == 1:
        return did_[0]
    return Text("; ").join(_of(words, "{party} {what}", side) for side in sides)


def _of(words: Words, line: str, side: Side) -> Text:
    kept, sold = side.outcome == "kept", side.double_sold
    what = [did(words, each, kept=kept) for each in side.terms_that(kept=kept)]
    return fill(
        line, party=words.seat(side.party), other=words.seat(side.other), what=join(what),
        sold=fill("; the same was sold in {deals}", deals=numbered(sold)) if sold else "",
        instead=words.seat(side.instead),
    )  # fmt: skip


def _untried(words: Words, why: Outcome, sides: Sequence[Side]) -> Iterator[Text]:
    """Yield `Deal 43: it never came to that`, `Deals 40 and 53: it never came to Esra's part`."""
    parties: dict[int, tuple[str, ...]] = {}
    for each in sides:
        parties[each.deal] = (*parties.get(each.deal, ()), each.party)
    deals: dict[tuple[str, ...], list[int]] = {}
    for deal, names in parties.items():
        deals.setdefault(names, []).append(deal)
    for names, found in deals.items():
        one = "D" + numbered(found).plain[1:]
        of_one, of_both = UNTRIED[why]
        line = of_one if len(names) == 1 else of_both
        yield fill(f"{{deals}}: {line}", deals=one, party=words.seat(names[0]))


def numbered(deals: Sequence[int]) -> Text:
    """Return `deal 3`, or `deals 3 and 7`."""
    numbers = join([Text(str(each)) for each in deals])
    return Text.assemble("deal " if len(deals) == 1 else "deals ", numbers)
