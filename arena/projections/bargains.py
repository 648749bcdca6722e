"""The accepted deals of a game, read from its records without any judgement.

It is for readers of a finished log; `deals` derives the same records while a game is played.
"""

from arena.claims.deal_records import DealAnswered, DealOffered, DealSettled
from arena.claims.kept_deals import Side
from arena.claims.offers import Offer
from arena.records.record import Record


class Bargains:
    """All deals of one game that its records show."""

    def __init__(self) -> None:
        self.offers: dict[int, tuple[str, Offer]] = {}
        """The offerer and the offer of each deal, by its number."""
        self.withdrawn: set[tuple[int, str]] = set()
        """Pairs of a deal and the player from whom its offer was withdrawn."""
        self.answered: set[tuple[int, str]] = set()
        """Pairs of a deal and the player who answered its offer."""
        self._made: dict[tuple[int, str], int] = {}
        # The round in which each deal was accepted, by deal and acceptor.

    def feed(self, record: Record) -> Side | None:
        """Update from the next record; return a party's side of a deal if the record settles it."""
        match record.data:
            case DealOffered() as offered:
                self.offers[offered.deal] = str(record.actor), offer_in(offered)
            case DealAnswered() as answered:
                self._ended(answered, record.round)
            case DealSettled() as settled:
                return self._side(settled, record.round)
            case _:
                pass
        return None

    def _ended(self, answered: DealAnswered, round_: int) -> None:
        """Record the end of an offer for one of the players to whom it was made."""
        by = answered.deal, answered.player
        match answered.answer:
            case "withdrawn":
                self.withdrawn.add(by)
            case "accepted" | "declined" | "countered":
                self.answered.add(by)
            case "lapsed":
                pass
        if answered.answer == "accepted":
            self._made[by] = round_

    def _side(self, settled: DealSettled, round_: int) -> Side:
        offerer, offer = self.offers[settled.deal]
        party, other = settled.party, settled.other
        acceptor = other if party == offerer else party
        sides = dict(zip((offerer, acceptor), offer.between(offerer, acceptor), strict=True))
        return Side(
            deal=settled.deal, party=party, other=other, terms=sides[party],
            truths=tuple(settled.truths), outcome=settled.outcome, instead=settled.instead,
            double_sold=tuple(settled.double_sold), made=self._made[settled.deal, acceptor],
            round=round_,
        )  # fmt: skip


def offer_in(offered: DealOffered) -> Offer:
    """Return the offer of a record."""
    return Offer(
        to=tuple(offered.to),
        gives=offered.gives,
        wants=offered.wants,
        until=offered.until,
        counters=offered.counters,
    )
