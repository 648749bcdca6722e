"""What a seat knows of words given: a fold over what it heard, and nothing else.

The log's judge is fed the seat's own records, so that it can tell no more than the seat could.
An offer stands in it while it is open; an accepted deal and a promise stand until it is seen what
came of them, and for a round more; a report of dice stands for its round.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from arena.claims.agreements import Agreement, Deal
from arena.claims.assertions import Assertion, Assertions
from arena.claims.deal_records import DealSettled
from arena.claims.deals import Deals
from arena.claims.derived import DerivedRecord
from arena.claims.judge import Judge
from arena.claims.judgement import Judgement, Truth
from arena.claims.kinds import DICE
from arena.records import Record
from engine import Ruleset

__all__ = ["Ledger", "Reported", "Word"]

CAME_TO_PASS = frozenset({"true", "false", "both_failed"})
"""What comes of words of which something is left to say."""


@dataclass(frozen=True, slots=True)
class Word:
    """A promise, or a report of dice, as the seat heard it or gave it."""

    assertion: Assertion
    truth: Truth | None = None
    """None: it is open."""
    settled: int | None = None
    """In which round it was found."""


@dataclass(frozen=True, slots=True)
class Reported:
    """What a player's reports of dice were, as far as the seat heard and could check them."""

    true: int = 0
    false: int = 0
    last: Word | None = None
    """The last of them that was checked."""

    def with_(self, word: Word) -> "Reported":
        """Return it with one more that was checked."""
        if word.truth == "true":
            return replace(self, true=self.true + 1, last=word)
        return replace(self, false=self.false + 1, last=word)


class Ledger:
    """One seat's."""

    def __init__(self, ruleset: Ruleset, seats: Sequence[str], seat: str) -> None:
        """Begin before the first record; `seat` is whose it is."""
        self.seat = seat
        self._judge = Judge(ruleset, seats)
        self._folded = 0
        self._words: dict[tuple[int, int], Word] = {}
        # Promises and reports by message and claim, in the order in which they were given.
        self._reported: dict[str, Reported] = {}
        self._settled: dict[tuple[int, frozenset[str]], int] = {}
        # In which round a party was last done with an agreement, by deal and parties.
        self._round = 0

    def catch_up(self, heard: Sequence[Record]) -> None:
        """Fold what is new."""
        for record in heard[self._folded :]:
            self.feed(record)

    def feed(self, record: Record) -> list[Judgement | DerivedRecord]:
        """Fold the next record; return what it settles, as the seat can tell."""
        self._folded += 1
        found = self._judge.feed(record)
        self._fold(record, found)
        return found

    @property
    def assertions(self) -> Assertions:
        """The claims that the seat has heard."""
        return self._judge.assertions

    # --- deals ---

    @property
    def deals(self) -> Deals:
        """The deals that the seat has heard of."""
        return self._judge.deals

    @property
    def open_deals(self) -> tuple[Deal, ...]:
        """The offers that are open for somebody, as far as the seat heard."""
        return tuple(deal for deal in self.deals.deals.values() if deal.open_for)

    @property
    def offered_to_me(self) -> tuple[Deal, ...]:
        """Those that the seat can answer."""
        return tuple(deal for deal in self.open_deals if self.seat in deal.open_for)

    @property
    def offered_by_me(self) -> tuple[Deal, ...]:
        """Those that the seat can withdraw."""
        return tuple(deal for deal in self.open_deals if deal.offerer == self.seat)

    @property
    def agreements(self) -> tuple[Agreement, ...]:
        """The deals that were accepted and are not settled, or were no longer than a round ago."""
        return tuple(each for each in self.deals.agreements if self._counts(self._settled_in(each)))

    def _settled_in(self, agreement: Agreement) -> int | None:
        """Return in which round both parties were done with it; None: they are not."""
        if len(agreement.settled) < len(agreement.sides):
            return None
        return self._settled[agreement.deal.number, frozenset(agreement.sides)]

    # --- promises and reports ---

    @property
    def promises(self) -> tuple[Word, ...]:
        """Promises that the seat gave, or that were given to it, what came of them included.

        Where to go and how to vote is a promise only to somebody, or for something. One that came
        to nothing is none of them.
        """
        return tuple(word for word in self._words.values() if word.assertion.is_pledge)

    @property
    def reports(self) -> Mapping[str, tuple[Word, ...]]:
        """Reports of this round's dice by who gave them, the seat's own included."""
        found: dict[str, tuple[Word, ...]] = {}
        for word in self._words.values():
            if not word.assertion.is_pledge:
                speaker = word.assertion.speaker
                found[speaker] = (*found.get(speaker, ()), word)
        return found

    @property
    def reported(self) -> Mapping[str, Reported]:
        """What reports were, by who gave them."""
        return self._reported

    def _counts(self, settled: int | None) -> bool:
        return settled is None or settled >= self._round - 1

    # --- the fold ---

    def _fold(self, record: Record, found: Sequence[Judgement | DerivedRecord]) -> None:
        if record["type"] == "said":
            for made in self._judge.assertions.in_message(record["data"]["message"]):
                if self._is_kept(made):
                    self._words[made.message, made.at] = Word(made)
        for each in found:
            if isinstance(each, Judgement):
                self._judged(each)
            elif isinstance(each, DealSettled):
                self._settled[each.deal, frozenset((each.party, each.other))] = self._round
        if record["round"] != self._round:
            self._round = record["round"]
            self._words = {at: word for at, word in self._words.items() if self._stays(word)}

    def _is_kept(self, made: Assertion) -> bool:
        """Tell whether it is a report, or a promise to this seat or of it, that is new."""
        if made.is_pledge:
            kept = not made.is_announcement and self._concerns(made)
        else:
            sure = made.is_plain and made.claim.confidence == "sure"
            kept = sure and made.said.kind in DICE
        return kept and not any(_is_same(made, word) for word in self._words.values())

    def _concerns(self, made: Assertion) -> bool:
        """Tell whether a promise is this seat's, or given to it: said to it, of it, or to all."""
        condition = made.claim.condition
        named = {made.said.target, condition.player if condition else None} - {None}
        return self.seat in {made.speaker, *made.to, *named} or not (made.to or named)

    def _judged(self, found: Judgement) -> None:
        at = found.message, found.claim
        word = self._words.get(at)
        if word is None:
            return
        if found.truth not in CAME_TO_PASS:
            del self._words[at]
            return
        word = self._words[at] = replace(word, truth=found.truth, settled=self._round)
        if not word.assertion.is_pledge:
            speaker = word.assertion.speaker
            self._reported[speaker] = self._reported.get(speaker, Reported()).with_(word)

    def _stays(self, word: Word) -> bool:
        """Tell whether a word counts in the round that has begun."""
        is_now = word.assertion.round == self._round
        return self._counts(word.settled) and (word.assertion.is_pledge or is_now)


def _is_same(made: Assertion, word: Word) -> bool:
    """Tell whether somebody only says again what is open."""
    before = word.assertion
    again = made.speaker == before.speaker and made.round == before.round
    return again and word.truth is None and made.claim == before.claim
