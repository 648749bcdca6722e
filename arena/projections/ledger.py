"""What a seat knows of words given: a fold over what it heard, and nothing else.

The log's judge is fed the seat's own records, so that it can tell no more than the seat could.
An offer stands in it while it is open; an accepted deal and a promise stand until it is seen what
came of them, and for a round more; a report of dice and an announced destination stand for their
round. What a message reports of dice is one report, and false if anything of it is.
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
"""What comes of words of which something is left to say."""


@dataclass(frozen=True, slots=True)
class Word:
    """A promise, a destination announced, or of a report of dice a claim, as the seat heard it."""

    assertion: Assertion
    blind: bool = False
    """True: it is about dice, and who said so had not looked at them."""
    truth: Truth | None = None
    """None: it is open."""
    settled: int | None = None
    """In which round it was found."""


@dataclass(frozen=True, slots=True)
class Reported:
    """What a player's reports of dice were, as far as the seat heard and could check them."""

    true: int = 0
    false: int = 0
    last: tuple[Word, ...] = ()
    """Of the last of them that was checked: what of it was false, or else all of it."""

    def with_(self, report: Sequence[Word]) -> "Reported":
        """Return it with one more that was checked, which counts as the worst of its claims."""
        false = tuple(word for word in report if word.truth == "false")
        if false:
            return replace(self, false=self.false + 1, last=false)
        return replace(self, true=self.true + 1, last=tuple(report))


class Ledger:
    """One seat's."""

    def __init__(self, ruleset: Ruleset, seats: Sequence[str], seat: str) -> None:
        """Begin before the first record; `seat` is whose it is, or `all`: everybody's promises."""
        self.seat = seat
        self._judge = Judge(ruleset, seats)
        self._folded = 0
        self._words: dict[tuple[int, int], Word] = {}
        # By message and claim, in the order in which they were given.
        self._reported: dict[tuple[str, bool], Reported] = {}
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

    @property
    def facts(self) -> Facts:
        """What happened in the round, as far as the seat perceived it."""
        return self._judge.facts

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
    def agreements(self) -> tuple[Agreement, ...]:
        """The deals that were accepted and are not settled, or were no longer than a round ago."""
        return tuple(each for each in self.deals.agreements if self._counts(self._settled_in(each)))

    def _settled_in(self, agreement: Agreement) -> int | None:
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
        return tuple(word for word in self._words.values() if _is_promise(word))

    @property
    def announced(self) -> tuple[Word, ...]:
        """What others announced where they would go, once all see where they do."""
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
        """What was said of this round's dice, the seat's own included.

        By who said so, and whether they had not looked.
        """
        found: dict[tuple[str, bool], tuple[Word, ...]] = {}
        for word in self._words.values():
            if not word.assertion.is_pledge:
                by = word.assertion.speaker, word.blind
                found[by] = (*found.get(by, ()), word)
        return found

    @property
    def reported(self) -> Mapping[tuple[str, bool], Reported]:
        """What reports were, by who gave them, and whether they had not looked."""
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
        """Tell whether it is new: a report, a destination, or a promise to this seat or of it."""
        if made.is_announcement:
            kept = made.is_plain and made.said.kind == "go"
        elif made.is_pledge:
            kept = self._concerns(made)
        else:
            sure = made.claim.confidence == "sure"
            kept = sure and made.is_report(self.facts.dice_count)
        return kept and not any(_is_same(made, word) for word in self._words.values())

    def _concerns(self, made: Assertion) -> bool:
        """Tell whether a promise is this seat's, or given to it: said to it, of it, or to all."""
        condition = made.claim.condition
        named = {made.said.target, condition.player if condition else None} - {None}
        return self.seat in {ALL, made.speaker, *made.to, *named} or not (made.to or named)

    def _judged(self, found: Judgement) -> Iterator[Word]:
        """Keep what came of a word; yield it if it is of a report."""
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
    """Tell whether somebody only says again what is open."""
    before = word.assertion
    again = made.speaker == before.speaker and made.round == before.round
    stands = word.truth is None and not before.taken_back
    return again and stands and made.claim == before.claim
