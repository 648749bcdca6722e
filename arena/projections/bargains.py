"""What became of accepted deals, read from the records of a game: a fold that judges nothing.

Whoever reads a log, or tells it, asks here who made which deal with whom; `deals` finds out what
came of it, when a game is played.
"""

from arena.claims.deal_records import DealAnswered, DealOffered, DealSettled
from arena.claims.kept_deals import Side
from arena.claims.offers import Offer
from arena.records.record import Record


class Bargains:
    """All deals of one game that the records tell of."""

    def __init__(self) -> None:
        self.offers: dict[int, tuple[str, Offer]] = {}
        """Who made each, by its number, and what it is."""
        self.withdrawn: set[tuple[int, str]] = set()
        """Deals that were withdrawn, and from whom."""
        self.answered: set[tuple[int, str]] = set()
        """Deals that were answered, and by whom."""
        self._made: dict[tuple[int, str], int] = {}
        # By deal and acceptor: the round in which it was accepted.

    def feed(self, record: Record) -> Side | None:
        """Take the next record; return what a party made of its deal, where it says that."""
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
        """Take note of how an offer ended for one of those to whom it was made."""
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
    """Return the offer that a record tells of."""
    return Offer(
        to=tuple(offered.to),
        gives=offered.gives,
        wants=offered.wants,
        until=offered.until,
        counters=offered.counters,
    )
