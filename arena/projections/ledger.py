"""What one seat knows of promises, deals and reports, folded from the records that it perceived.

It judges with the seat's own records alone, so that it can show no more than the seat could know.
An open offer stands in it; an accepted deal and a promise stand until their outcome is seen, and
for a round more; a report of dice and an announced destination stand for their round. What a
message reports of dice is one report, and false if anything of it is.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from arena.claims.agreements import Agreement, Deal
from arena.claims.assertions import Assertion
from arena.claims.deal_records import DealSettled
from arena.claims.derived import DerivedRecord
from arena.claims.facts import Facts
from arena.claims.honesty import ALL
from arena.claims.judgement import Judgement, Truth
from arena.projections.assertions import Assertions
from arena.projections.deals import Deals
from arena.projections.judge import Judge
from arena.records.record import Record
from arena.records.talk import Said
from engine import Ruleset

CAME_TO_PASS = frozenset({"true", "false", "both_failed"})
"""Outcomes that are worth showing."""


@dataclass(frozen=True, slots=True)
class Word:
    """A promise, an announced destination, or one claim of a report of dice, as it was heard."""

    assertion: Assertion
    blind: bool = False
    """True: it is about dice, and its speaker had not looked at them."""
    truth: Truth | None = None
    """None: it is open."""
    settled: int | None = None
    """The round in which the truth was found."""


@dataclass(frozen=True, slots=True)
class Reported:
    """The counts of a player's true and false reports of dice, as far as the seat could check."""

    true: int = 0
    false: int = 0
    last: tuple[Word, ...] = ()
    """Claims of the last report that was checked: the false ones, or else all."""

    def with_(self, report: Sequence[Word]) -> "Reported":
        """Return the counts with one more report, which is false if any of its claims is."""
        false = tuple(word for word in report if word.truth == "false")
        if false:
            return replace(self, false=self.false + 1, last=false)
        return replace(self, true=self.true + 1, last=tuple(report))


class Ledger:
    """One seat's knowledge of promises, deals and reports."""

    def __init__(self, ruleset: Ruleset, seats: Sequence[str], seat: str) -> None:
        """Begin before the first record; `seat` is whose it is, or `all`: everybody's promises."""
        self.seat = seat
        self._judge = Judge(ruleset, seats)
        self._folded = 0
        self._words: dict[tuple[int, int], Word] = {}
        # By message and claim, in the order in which they were given.
        self._reported: dict[tuple[str, bool], Reported] = {}
        self._settled: dict[tuple[int, frozenset[str]], int] = {}
        # The round in which a party was last done with an agreement, by deal and parties.
        self._round = 0

    def catch_up(self, heard: Sequence[Record]) -> None:
        """Update from the records that are new since the last call."""
        for record in heard[self._folded :]:
            self.feed(record)

    def feed(self, record: Record) -> list[Judgement | DerivedRecord]:
        """Update from the next record; return the claims and deals that it settles for the seat."""
        self._folded += 1
        found = self._judge.feed(record)
        self._fold(record, found)
        return found

    @property
    def assertions(self) -> Assertions:
        """The claims that the seat has heard."""
        return self._judge.assertions

    @property
    def facts(self) -> Facts:
        """What happened in the round, as far as the seat perceived it."""
        return self._judge.facts

    # --- deals ---

    @property
    def deals(self) -> Deals:
        """The deals of which the seat has heard."""
        return self._judge.deals

    @property
    def open_deals(self) -> tuple[Deal, ...]:
        """The offers that are open for somebody, as far as the seat heard."""
        return tuple(deal for deal in self.deals.deals.values() if deal.open_for)

    @property
    def agreements(self) -> tuple[Agreement, ...]:
        """The accepted deals that are not settled, or were settled at most a round ago."""
        return tuple(each for each in self.deals.agreements if self._counts(self._settled_in(each)))

    def _settled_in(self, agreement: Agreement) -> int | None:
        if len(agreement.settled) < len(agreement.sides):
            return None
        return self._settled[agreement.deal.number, frozenset(agreement.sides)]

    # --- promises and reports ---

    @property
    def promises(self) -> tuple[Word, ...]:
        """Promises that the seat gave or received, with their outcomes.

        Where to go and how to vote is a promise only to somebody, or for something. A promise
        without an occasion is left out.
        """
        return tuple(word for word in self._words.values() if _is_promise(word))

    @property
    def announced(self) -> tuple[Word, ...]:
        """The destinations that others announced, once all see where they go."""
        if not self.facts.destinations_out:
            return ()
        return tuple(
            word
            for word in self._words.values()
            if word.assertion.is_announcement
            and word.truth is not None
            and word.assertion.speaker != self.seat
            and not word.assertion.taken_back
        )

    @property
    def reports(self) -> Mapping[tuple[str, bool], tuple[Word, ...]]:
        """The claims about this round's dice, the seat's own included.

        By speaker, and whether they had not looked.
        """
        found: dict[tuple[str, bool], tuple[Word, ...]] = {}
        for word in self._words.values():
            if not word.assertion.is_pledge:
                by = word.assertion.speaker, word.blind
                found[by] = (*found.get(by, ()), word)
        return found

    @property
    def reported(self) -> Mapping[tuple[str, bool], Reported]:
        """The counts of true and false reports, by speaker, and whether they had not looked."""
        return self._reported

    def _counts(self, settled: int | None) -> bool:
        return settled is None or settled >= self._round - 1

    # --- the fold ---

    def _fold(self, record: Record, found: Sequence[Judgement | DerivedRecord]) -> None:
        if isinstance(record.data, Said):
            for made in self._judge.assertions.in_message(record.data.message):
                if self._is_kept(made):
                    looked = made.speaker in self.facts.looked
                    blind = not made.is_pledge and not looked
                    self._words[made.message, made.at] = Word(made, blind)
        checked: dict[tuple[int, int | str], list[Word]] = {}
        for each in found:
            if isinstance(each, DealSettled):
                self._settled[each.deal, frozenset((each.party, each.other))] = self._round
            elif isinstance(each, Judgement):
                for word in self._judged(each):
                    checked.setdefault(word.assertion.statement, []).append(word)
        for report in checked.values():
            by = report[0].assertion.speaker, report[0].blind
            self._reported[by] = self._reported.get(by, Reported()).with_(report)
        if record.round != self._round:
            self._round = record.round
            self._words = {at: word for at, word in self._words.items() if self._stays(word)}

    def _is_kept(self, made: Assertion) -> bool:
        """Return True if it is a new report, destination, or promise that concerns this seat."""
        if made.is_announcement:
            kept = made.is_plain and made.said.kind == "go"
        elif made.is_pledge:
            kept = self._concerns(made)
        else:
            sure = made.claim.confidence == "sure"
            kept = sure and made.is_report(self.facts.dice_count)
        return kept and not any(_is_same(made, word) for word in self._words.values())

    def _concerns(self, made: Assertion) -> bool:
        """Return True if a promise is this seat's, or was said to it, of it, or to all."""
        condition = made.claim.condition
        named = {made.said.target, condition.player if condition else None} - {None}
        return self.seat in {ALL, made.speaker, *made.to, *named} or not (made.to or named)

    def _judged(self, found: Judgement) -> Iterator[Word]:
        """Store the truth of a word; yield the word if it is of a report."""
        at = found.message, found.claim
        word = self._words.get(at)
        if word is None:
            return
        if found.truth not in CAME_TO_PASS:
            del self._words[at]
            return
        word = self._words[at] = replace(word, truth=found.truth, settled=self._round)
        if not word.assertion.is_pledge:
            yield word

    def _stays(self, word: Word) -> bool:
        is_now = word.assertion.round == self._round
        return self._counts(word.settled) and (_is_promise(word) or is_now)


def _is_promise(word: Word) -> bool:
    return word.assertion.is_pledge and not word.assertion.is_announcement


def _is_same(made: Assertion, word: Word) -> bool:
    """Return True if a claim repeats a word that is still open."""
    before = word.assertion
    again = made.speaker == before.speaker and made.round == before.round
    stands = word.truth is None and not before.taken_back
    return again and stands and made.claim == before.claim
