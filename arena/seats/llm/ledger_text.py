"""The ledger as text: a line in the notation for each deal, promise and report.

It depends only on what the seat heard. A seat that has been shown the lines is later shown only new
or changed ones, except quiet ones.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import NamedTuple, TypeVar

from arena.claims.agreements import Agreement, Deal, Term
from arena.claims.judgement import Truth
from arena.claims.language import Claim
from arena.claims.notation import written
from arena.claims.vocabulary import Vocabulary
from arena.projections.ledger import Ledger, Reported, Word
from arena.seats.llm.news import offer_line

MOST = 12
"""Most accepted deals, promises and reports of one player that are shown, the newest. So no player
can fill the others' context with endless promises."""
Told = TypeVar("Told")


class Line(NamedTuple):
    """One line of the ledger."""

    text: str
    quiet: bool = False
    """True: the model knows it from elsewhere; only a new conversation shows it again. An offer is
    news as soon as it is heard, and the conversation holds the seat's own statements."""


LedgerLines = Mapping[str, Line]
"""Lines by topic."""
MET: Mapping[Truth | None, str] = {
    None: "",
    "true": " (kept)",
    "false": " (not kept)",
    "moot": " (no occasion)",
    "undetermined": " (unknown)",
    "both_failed": " (neither kept)",
}
"""The outcome of a term of a deal; the system text explains it."""
CAME: Mapping[Truth | None, str] = {
    "true": ": kept",
    "false": ": broken",
    "both_failed": ": neither did their part",
}


def ledger_lines(ledger: Ledger, vocabulary: Vocabulary) -> LedgerLines:
    """Return the lines of a ledger without duplicates, by topic."""
    found: dict[str, Line] = {}
    for key, line in _Writer(ledger, vocabulary).lines():
        if line not in found.values():
            found[key] = line
    return found


def to_tell(lines: LedgerLines, last: LedgerLines | None) -> list[str]:
    """Return the lines that are new since `last`; with None all.

    A line that disappears is not mentioned: news of an answered offer comes elsewhere, and a
    promise without occasion leaves nothing.
    """
    if last is None:
        return [line.text for line in lines.values()]
    return [line.text for key, line in lines.items() if line != last.get(key) and not line.quiet]


def open_offers(ledger: Ledger, wave: int) -> str:
    """List the offers that the seat can answer or withdraw in a wave; empty if there are none."""
    deals = ledger.deals
    theirs = ", ".join(map(str, deals.open_to(ledger.seat, wave)))
    own = ", ".join(
        f"{number} (to {', '.join(deals.deals[number].open_for)})"
        for number in deals.open_of(ledger.seat, wave)
    )
    said = [f"Open to you: {theirs}." if theirs else "", f"Your open offers: {own}." if own else ""]
    return " ".join(filter(None, said))


class _Writer:
    def __init__(self, ledger: Ledger, vocabulary: Vocabulary) -> None:
        self._ledger, self._vocabulary = ledger, vocabulary

    def lines(self) -> Iterator[tuple[str, Line]]:
        for deal in self._ledger.open_deals:
            yield f"offer {deal.number}", self._offer(deal)
        for each in _newest(self._ledger.agreements, lambda each: each.deal.offerer):
            yield f"deal {each.deal.number} {each.acceptor}", Line(self._agreement(each))
        for word in _newest(self._ledger.promises, lambda word: word.assertion.speaker):
            made = word.assertion
            yield f"promise {made.message} {made.at}", self._promise(word)
        announced = _newest(self._ledger.announced, lambda word: word.assertion.speaker)
        if announced:
            went = "; ".join(self._said(word) + MET[word.truth] for word in announced)
            yield "announced", Line(f"- Announced destinations: {went}")
        yield from self._reports()

    def _reports(self) -> Iterator[tuple[str, Line]]:
        for (speaker, blind), words in self._ledger.reports.items():
            own = speaker == self._ledger.seat
            open_ = [word for word in words if own or word.truth is None]
            if open_:
                said = "; ".join(self._said(word) for word in open_[-MOST:])
                how = "reported without a look:" if blind else "reported"
                yield f"report {speaker} {blind}", Line(f"- {speaker} {how} {said}", quiet=own)
        for (speaker, blind), reported in self._ledger.reported.items():
            if speaker != self._ledger.seat:
                line = self._reported(speaker, reported, blind=blind)
                yield f"reported {speaker} {blind}", Line(line)

    def _offer(self, deal: Deal) -> Line:
        """Write an open offer as its offerer would say it to those who can still accept."""
        left = deal.open_for
        answered = "" if left == deal.offer.to else f" (open to {', '.join(left)})"
        said = offer_line(deal.number, deal.offerer, deal.offer, self._vocabulary)
        return Line(f"- {said}{answered}", quiet=True)

    def _agreement(self, each: Agreement) -> str:
        parties = (each.deal.offerer, each.acceptor)
        sides = " / ".join(self._side(each.sides[party], party) for party in parties)
        until = each.deal.offer.until
        how = "accepted" if each.instead is None else f"void, {each.instead} was first"
        end = "" if until is None else f" / until {until}"
        return f"- Deal {each.deal.number} ({how}): {sides}{end}"

    def _side(self, terms: Sequence[Term], party: str) -> str:
        return " and ".join(
            written(Claim(proposition=each.said), party, self._vocabulary) + MET[each.truth]
            for each in terms
        )

    def _promise(self, word: Word) -> Line:
        """Write a promise, the seat's own too, which shows it that its words count as one."""
        made = word.assertion
        to = f" to {', '.join(made.to)}" if made.to else ""
        line = f"- {made.speaker} promised{to}: {self._said(word)}"
        return Line(f"{line}{CAME.get(word.truth, '')}")

    def _said(self, word: Word) -> str:
        return written(word.assertion.claim, word.assertion.speaker, self._vocabulary)

    def _reported(self, speaker: str, reported: Reported, *, blind: bool) -> str:
        total, last = reported.true + reported.false, reported.last
        said = "; ".join(self._said(word) for word in last[-MOST:])
        look = " without a look" if blind else ""
        so_far = (
            f" ({reported.true} of {total} that you could check were true)" if total > 1 else ""
        )
        return f"- {speaker}'s report{look} was {last[0].truth}: {said}{so_far}"


def _newest(all_: Sequence[Told], player_of: Callable[[Told], str]) -> Sequence[Told]:
    counts = Counter[str]()
    kept: list[Told] = []
    for each in reversed(all_):
        counts[player_of(each)] += 1
        if counts[player_of(each)] <= MOST:
            kept.append(each)
    return kept[::-1]
