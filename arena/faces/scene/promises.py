"""The ledger of a viewpoint as data: offers, deals, promises and reports."""

from collections.abc import Iterator

from arena.claims.agreements import Agreement, Deal
from arena.claims.judgement import Truth
from arena.claims.vocabulary import Vocabulary
from arena.faces.scene.data import Promise, PromiseState
from arena.faces.scene.forms import counter_of
from arena.narration.claims_in_words import claim_in_words
from arena.narration.deals_in_words import terms
from arena.narration.words import Words
from arena.projections.ledger import Ledger, Word

BROKEN = frozenset({"broken", "both_at_once", "other_failed_first"})
"""Outcomes of a deal that count as broken."""
CAME: dict[Truth | None, PromiseState] = {None: "open", "true": "kept", "false": "broken"}
"""State of a promise by truth; otherwise `none`."""
CHECKED: dict[Truth | None, PromiseState] = {None: "open", "true": "true", "false": "false"}
"""State of a report by truth; otherwise `none`."""


def promises_of(ledger: Ledger, words: Words) -> list[Promise]:
    """Return a ledger's entries without duplicates: open offers, deals, promises, reports."""
    found: list[Promise] = []
    for each in _all(ledger, words):
        if each not in found:
            found.append(each)
    return found


def _all(ledger: Ledger, words: Words) -> Iterator[Promise]:
    for deal in ledger.open_deals:
        yield _offer(deal, ledger, words)
    for agreement in ledger.agreements:
        yield _deal(agreement, words)
    for word in ledger.promises:
        yield _word(word, words, "promise", CAME)
    for spoken in ledger.reports.values():
        for word in spoken:
            yield _word(word, words, "report", CHECKED)


def _offer(deal: Deal, ledger: Ledger, words: Words) -> Promise:
    one = deal.offer.to[0] if len(deal.offer.to) == 1 else None
    text = terms(words, deal.offer, deal.offerer, one).plain
    if deal.offer.until is not None:
        text += f", until the end of round {deal.offer.until}"
    found: Promise = {
        "number": deal.number,
        "kind": "offer",
        "by": deal.offerer,
        "to": list(deal.open_for),
        "text": text,
        "state": "waits" if deal.offerer == ledger.seat else "open",
        "answerable": ledger.seat in deal.open_for,
    }
    if found["answerable"]:
        vocabulary = Vocabulary(words.ruleset, words.seats)
        found["counter"] = counter_of(deal.offer, deal.offerer, ledger.seat, vocabulary, words)
    return found


def _deal(agreement: Agreement, words: Words) -> Promise:
    deal = agreement.deal
    outcomes = agreement.settled
    broken = [party for party, outcome in outcomes.items() if outcome in BROKEN]
    state: PromiseState = "open"
    if broken:
        state = "broken"
    elif len(outcomes) == len(agreement.sides):
        state = "kept" if "kept" in outcomes.values() else "none"
    found: Promise = {
        "number": deal.number,
        "kind": "deal",
        "by": deal.offerer,
        "to": [agreement.acceptor],
        "text": terms(words, deal.offer, deal.offerer, agreement.acceptor).plain,
        "state": state,
        "answerable": False,
    }
    if broken:
        found["broken_by"] = broken
    return found


def _word(word: Word, words: Words, kind: str, states: dict[Truth | None, PromiseState]) -> Promise:
    made = word.assertion
    text = claim_in_words(words, made.claim, made.speaker).plain
    return {
        "kind": "promise" if kind == "promise" else "report",
        "by": made.speaker,
        "to": list(made.to),
        "text": text,
        "state": states.get(word.truth, "none"),
        "answerable": False,
    }
