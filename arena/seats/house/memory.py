"""What a house bot thinks of others, and what it said itself, as it goes through what it heard.

What happened it reads in its `Perspective`, which judges others as the log is judged. It adds no
knowledge of its own: the same records always give the same memory.
"""

from collections import defaultdict, deque
from collections.abc import Collection, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

import engine
from arena.claims.agreements import Agreement, Deal
from arena.claims.assertions import Assertion
from arena.claims.ballots import ballot_of
from arena.claims.deal_records import DealAnswered, DealSettled
from arena.claims.judgement import Judgement
from arena.claims.kinds import DICE
from arena.claims.language import Kind, Proposition
from arena.claims.offers import Offer
from arena.claims.verdict import verdict_on
from arena.events import CardGiven, PlacementRolled, TieBroken, VotesRevealed
from arena.projections.deals import Deals
from arena.projections.perspective import Perspective
from arena.records.record import Shown
from arena.records.talk import Said

GOSSIP = 2.5
"""How bad a lie is that one is only told of, by somebody whose word goes all the way."""
COURTED = 0.5
"""How good an offer is, whatever comes of it."""
CHEATED = 3
"""How much worse it is to be cheated oneself."""
DEALT = 2
"""How good it is to keep a deal, and how bad to break one."""
LATELY = 10
"""Messages after which a wording may come back."""
FORGIVING = 0.85
"""What is left of good and bad after a round."""
MADE_GOOD = -1
"""In place of a round: there is no more to be said of it."""
REFUSALS = frozenset({"declined", "countered"})
"""Answers to an offer after which it is not made again this round."""


class Caught(NamedTuple):
    """A claim that turned out false."""

    assertion: Assertion
    round: int
    """When it turned out."""
    lie: bool
    """True: the speaker lied or broke a pledge; False: perhaps an error."""


class Betrayal(NamedTuple):
    """A deal with me that another broke."""

    by: str
    round: int
    """When it turned out; `MADE_GOOD` since they did me a favour."""
    terms: tuple[Proposition, ...]
    """What was not done."""


class Memory:
    """What one seat has made of what it heard."""

    def __init__(
        self,
        me: str,
        ruleset: str,
        seats: Sequence[str],
        options: Mapping[str, str | int | bool | None] = MappingProxyType({}),
    ) -> None:
        """Begin before the first record; `options` of the ruleset are in force."""
        self.me = me
        self._seen = Perspective(engine.ruleset(ruleset, options), seats, tuple(seats), me)
        self.facts = self._seen.facts
        """What happened in the round, as far as I perceived it."""
        self.used: list[str] = []
        """Every text of one's own, so that none is said twice."""
        self.public: list[str] = []
        """What was said to the table."""
        self.whispered: list[str] = []
        """What else I heard or said."""
        self.lately: deque[str] = deque(maxlen=LATELY)
        """The last messages of anybody: none of their wordings is used again so soon."""
        self.accusers: set[str] = set()
        """Who has called me a liar this round."""
        self.assertions: list[Assertion] = []
        """What was claimed this round, one's own included."""
        self.caught: list[Caught] = []
        """What turned out false this round or the one before."""
        self.salt = 0
        """A number that all have seen alike, and every game has its own."""
        self.accused: set[Caught] = set()
        """The lies of which I say no more: I have, or was done a favour since."""
        self.cheated: set[tuple[str, str]] = set()
        """What was promised me and not kept, by kind of promise and who promised."""
        self.asked: set[str] = set()
        """The kinds of vote of this round for which I have offered something for a vote for me."""
        self.turned_down: list[Offer] = []
        """My offers of this round that were declined, or answered with another."""
        self.declined: list[Deal] = []
        """Offers to me of this round that I declined, or answered with another."""
        self.betrayed: list[Betrayal] = []
        """What others broke of deals with me."""
        self._good: dict[str, float] = defaultdict(float)
        self._bad: dict[str, float] = defaultdict(float)
        self._open: dict[Assertion, None] = {}
        # What was claimed and is not judged yet, in order.
        self._last: Shown | None = None

    def follows(self, heard: Sequence[Shown]) -> bool:
        """Tell whether `heard` goes on where this memory stands."""
        count = self._seen.count
        return count == 0 or (count <= len(heard) and heard[count - 1] == self._last)

    def catch_up(self, heard: Sequence[Shown]) -> None:
        """Take what is new."""
        for record in heard[self._seen.count :]:
            self._take(record)
            self._last = record

    @property
    def round(self) -> int:
        """The round; 0 in the set-up."""
        return self.facts.round

    def trust(self, player: str) -> float:
        """Return from 0 to 1 how far a player's word goes; a half: nothing is known."""
        good, bad = self._good.get(player, 0.0), self._bad.get(player, 0.0)
        return (2.0 + good) / (4.0 + good + 1.5 * bad)

    def promises(self) -> list[Assertion]:
        """Return one's own pledges that are still open."""
        return [each for each in self._open if each.speaker == self.me and each.is_pledge]

    @property
    def deals(self) -> Deals:
        """The deals that I have heard of."""
        return self._seen.ledger.deals

    def own_offers(self, wave: int) -> list[Deal]:
        """Return my offers that are still open in a wave."""
        return [self.deals.deals[number] for number in self.deals.open_of(self.me, wave)]

    def agreements(self) -> list[Agreement]:
        """Return my deals in which I have something left to do, and the other has kept to it."""
        return [
            each
            for each in self._own_deals()
            if self.me not in each.settled and each.failed_at(each.other(self.me)) is None
        ]

    def bound(self) -> list[Proposition]:
        """Return what I have left to do by my deals."""
        mine = (term for each in self.agreements() for term in each.sides[self.me])
        return [term.said for term in mine if term.truth is None]

    def owed(self) -> list[tuple[Agreement, Proposition]]:
        """Return what others have left to do for me by a deal that I have not broken."""
        return [
            (each, term.said)
            for each in self._own_deals()
            if each.failed_at(self.me) is None and each.other(self.me) not in each.settled
            for term in each.sides[each.other(self.me)]
            if term.truth is None
        ]

    def _own_deals(self) -> list[Agreement]:
        return [each for each in self.deals.agreements if self.me in each.sides]

    def lies_of(self, player: str) -> list[Caught]:
        """Return what a player was caught with."""
        return [each for each in self.caught if each.lie and each.assertion.speaker == player]

    def last_claim(self, player: str, kinds: Collection[Kind]) -> Assertion | None:
        """Return what a player claimed last this round, of these kinds."""
        return next(self._claims(player, kinds), None)

    def report_of(self, player: str) -> Assertion | None:
        """Return what a player said last of this round's dice, and not only as another's words."""
        return next((each for each in self._claims(player, DICE) if each.is_plain), None)

    def _claims(self, player: str, kinds: Collection[Kind]) -> Iterator[Assertion]:
        found = (each for each in reversed(self.assertions) if each.speaker == player)
        return (each for each in found if each.said.kind in kinds)

    # --- what is made of what was heard ---

    def _take(self, record: Shown) -> None:
        before = self.round
        settled = self._seen.take(record)
        if self.round != before:
            self._new_round()
        match record.data:
            case Said() as said:
                self._hear(str(record.actor), said)
            case VotesRevealed() | TieBroken() as vote:
                self._remember_who_voted_for_me(vote)
            case PlacementRolled(dice=dice):
                self.salt += sum(dice)
            case CardGiven(player=player, recipient=self.me):
                self._good[player] += 2
                self._favoured(player)
            case _:
                pass
        for each in settled:
            if isinstance(each, Judgement):
                self._judged(each)
            elif isinstance(each, DealSettled):
                self._dealt(each)
            elif isinstance(each, DealAnswered) and each.answer in REFUSALS:
                self._refused(each)

    def _new_round(self) -> None:
        self.assertions = []
        for kept in (self.accusers, self.asked, self.turned_down, self.declined):
            kept.clear()
        self.caught = [each for each in self.caught if each.round >= self.round - 1]
        self.accused.intersection_update(self.caught)
        for memory in (self._good, self._bad):
            for player in memory:
                memory[player] *= FORGIVING

    def _hear(self, speaker: str, said: Said) -> None:
        self.lately.append(said.text)
        (self.whispered if said.whisper else self.public).append(said.text)
        if speaker == self.me:
            self.used.append(said.text)
        for made in self._seen.ledger.assertions.in_message(said.message):
            self.assertions.append(made)
            self._open[made] = None
            if made.said.kind == "lied":
                self._accused(speaker, made)
            elif speaker != self.me in made.to and made.said.target == self.me:
                self._good[speaker] += COURTED
        deal = self.deals.deals.get(said.message)
        if deal is not None and speaker == self.me:
            votes = (each for each in deal.offer.wants if each.kind == "vote" and not each.negated)
            self.asked |= {str(each.vote) for each in votes if each.target == self.me}

    def _accused(self, speaker: str, made: Assertion) -> None:
        liar = made.said.player or speaker
        if speaker == self.me:
            # To the liar's face one speaks of a broken word, to all of what was told to all.
            to_all = {*DICE, "go"}
            self.accused.update(
                each
                for each in self.lies_of(liar)
                if (each.assertion.said.kind in to_all) is not bool(made.to)
            )
        elif liar == self.me:
            self.accusers.add(speaker)
        elif liar != speaker:
            self._bad[liar] += GOSSIP * self.trust(speaker)

    def _favoured(self, by: str) -> None:
        """Let old grievances rest: whoever has just helped is not called a liar for them."""
        self.accused.update(self.lies_of(by))
        self.betrayed = [
            each._replace(round=MADE_GOOD) if each.by == by else each for each in self.betrayed
        ]

    def _remember_who_voted_for_me(self, revealed: VotesRevealed | TieBroken) -> None:
        ballot = ballot_of(revealed)
        if ballot is not None and ballot.kind == "attack":
            for voter, candidate in ballot.ballots.items():
                if candidate == self.me != voter:
                    self._bad[voter] += 1

    def _refused(self, answered: DealAnswered) -> None:
        deal = self.deals.deals[answered.deal]
        if deal.offerer == self.me:
            gives, wants = deal.offer.gives, deal.offer.wants
            self.turned_down.append(Offer(to=(answered.player,), gives=gives, wants=wants))
        elif answered.player == self.me:
            self.declined.append(deal)

    def _dealt(self, settled: DealSettled) -> None:
        """Remember how another kept a deal: whoever heard of it can tell."""
        party, mine = settled.party, settled.other == self.me
        if party == self.me:
            return
        if settled.outcome == "kept":
            self._good[party] += DEALT if mine else DEALT / 2
            if mine:
                self._favoured(party)
        elif settled.outcome == "broken":
            self._bad[party] += DEALT + CHEATED * mine
            if mine:
                side = self.deals.agreement(settled).sides[party]
                terms = tuple(term.said for term in side if term.truth == "false")
                self.betrayed.append(Betrayal(party, self.round, terms))
                self.cheated |= {(each.kind, party) for each in terms}

    def _judged(self, judgement: Judgement) -> None:
        assertion = self._seen.ledger.assertions.of(judgement)
        speaker, said = assertion.speaker, assertion.said
        self._open.pop(assertion, None)
        verdict = verdict_on(assertion, judgement.truth, judgement.basis)
        if judgement.truth == "true" and speaker != self.me:
            own = assertion.claim.said_by is None  # to quote another proves nothing
            known = own and (judgement.basis == "seen" or assertion.is_pledge)
            self._good[speaker] += 1 if known else 0
            if assertion.is_pledge and not assertion.is_announcement and said.target == self.me:
                self._favoured(speaker)
        if judgement.truth != "false":
            return
        self.caught.append(Caught(assertion, self.round, verdict.is_deceitful))
        if verdict.is_deceitful:
            self._bad[speaker] += 3 if said.kind in DICE else 2
            if assertion.is_pledge and self.me in assertion.to:
                self.cheated.add((said.kind, speaker))
                self._bad[speaker] += CHEATED
