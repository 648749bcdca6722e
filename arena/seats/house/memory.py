"""The memory of a house bot: trust in other players, their statements, and its own.

Events and judgements come from its `Perspective`; the memory adds no knowledge of its own. The same
records always give the same memory.
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
"""Bad experience counted for a player whom a fully trusted player calls a liar."""
COURTED = 0.5
"""Good experience counted for a player who offers the bot something."""
CHEATED = 3
"""Further bad experience counted where the bot itself was deceived."""
DEALT = 2
"""Good experience counted for a kept deal, bad experience for a broken one."""
LATELY = 10
"""Messages after which a wording may be used again."""
FORGIVING = 0.85
"""Factor that reduces both good and bad experiences each round."""
MADE_GOOD = -1
"""In place of a round: the betrayal has been forgiven, and is not mentioned again."""
REFUSALS = frozenset({"declined", "countered"})
"""Answers to an offer after which it is not repeated in this round."""


class Caught(NamedTuple):
    """A claim that turned out false."""

    assertion: Assertion
    round: int
    """The round in which it was found false."""
    lie: bool
    """True: the speaker lied or broke a pledge; False: it may have been an error."""


class Betrayal(NamedTuple):
    """A deal with the bot that another player broke."""

    by: str
    round: int
    """The round in which it was broken; `MADE_GOOD` once that player has done the bot a favour."""
    terms: tuple[Proposition, ...]
    """The terms that were not fulfilled."""


class Memory:
    """What one seat remembers of the records that it heard."""

    def __init__(
        self,
        me: str,
        ruleset: str,
        seats: Sequence[str],
        options: Mapping[str, str | int | bool | None] = MappingProxyType({}),
    ) -> None:
        """`options` are the ruleset's options in force."""
        self.me = me
        self._seen = Perspective(engine.ruleset(ruleset, options), seats, tuple(seats), me)
        self.facts = self._seen.facts
        """The events of the round that the seat perceived."""
        self.used: list[str] = []
        """Every text that the bot has said, so that none is repeated."""
        self.public: list[str] = []
        """The texts of all messages to the whole table."""
        self.whispered: list[str] = []
        """The texts of all other messages that the bot heard or sent."""
        self.lately: deque[str] = deque(maxlen=LATELY)
        """The latest messages of anybody: their wordings are not used again yet."""
        self.accusers: set[str] = set()
        """Players who have called the bot a liar this round."""
        self.assertions: list[Assertion] = []
        """All claims of this round, the bot's own included."""
        self.caught: list[Caught] = []
        """Claims found false in this round or the one before."""
        self.salt = 0
        """A number from public events: the same for all seats, different in each game."""
        self.accused: set[Caught] = set()
        """Lies that the bot does not mention again: it has accused the liar, or been done a
        favour."""
        self.cheated: set[tuple[str, str]] = set()
        """Broken promises to the bot, by (kind of promise, player)."""
        self.asked: set[str] = set()
        """Kinds of vote in which the bot has offered something for votes for itself this round."""
        self.turned_down: list[Offer] = []
        """Offers of the bot that were declined or countered this round."""
        self.declined: list[Deal] = []
        """Offers to the bot that it declined or countered this round."""
        self.betrayed: list[Betrayal] = []
        """Deals with the bot that others broke."""
        self._good: dict[str, float] = defaultdict(float)
        self._bad: dict[str, float] = defaultdict(float)
        self._open: dict[Assertion, None] = {}
        # Claims without a judgement so far, in order; the values are unused.
        self._last: Shown | None = None

    def follows(self, heard: Sequence[Shown]) -> bool:
        """Return True if `heard` continues the records already read."""
        count = self._seen.count
        return count == 0 or (count <= len(heard) and heard[count - 1] == self._last)

    def catch_up(self, heard: Sequence[Shown]) -> None:
        """Read the records that are new in `heard`."""
        for record in heard[self._seen.count :]:
            self._take(record)
            self._last = record

    @property
    def round(self) -> int:
        """The round; 0 in the set-up."""
        return self.facts.round

    def trust(self, player: str) -> float:
        """Return a player's trustworthiness, from 0 to 1; 0.5: nothing is known."""
        good, bad = self._good.get(player, 0.0), self._bad.get(player, 0.0)
        return (2.0 + good) / (4.0 + good + 1.5 * bad)

    def promises(self) -> list[Assertion]:
        """Return the bot's own pledges that are still open."""
        return [each for each in self._open if each.speaker == self.me and each.is_pledge]

    @property
    def deals(self) -> Deals:
        """All deals that the bot has heard of."""
        return self._seen.ledger.deals

    def own_offers(self, wave: int) -> list[Deal]:
        """Return the bot's offers that are still open in a wave."""
        return [self.deals.deals[number] for number in self.deals.open_of(self.me, wave)]

    def agreements(self) -> list[Agreement]:
        """Return deals in which the bot has terms left to fulfil, and which the other has kept."""
        return [
            each
            for each in self._own_deals()
            if self.me not in each.settled and each.failed_at(each.other(self.me)) is None
        ]

    def bound(self) -> list[Proposition]:
        """Return the terms of deals that the bot still has to fulfil."""
        mine = (term for each in self.agreements() for term in each.sides[self.me])
        return [term.said for term in mine if term.truth is None]

    def owed(self) -> list[tuple[Agreement, Proposition]]:
        """Return the terms that others still owe the bot, by deals that it has not broken."""
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
        """Return the lies that a player was caught in."""
        return [each for each in self.caught if each.lie and each.assertion.speaker == player]

    def last_claim(self, player: str, kinds: Collection[Kind]) -> Assertion | None:
        """Return a player's latest claim of these kinds this round; None: there is none."""
        return next(self._claims(player, kinds), None)

    def report_of(self, player: str) -> Assertion | None:
        """Return a player's latest report of this round's dice that is not hearsay."""
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
            # An addressed accusation is of a broken promise, a public one of a lie to all.
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
        """Forgive a player's old lies and betrayals after a favour."""
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
        """Adjust trust in another party of a deal that was kept or broken."""
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
            own = assertion.claim.said_by is None  # hearsay proves nothing about its speaker
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
