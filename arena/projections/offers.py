"""The offers of deals in a game, one entry for each player to whom an offer was made."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import ClassVar

from arena.claims.deal_records import DealAnswered, DealOffered, DealSettled, Ending
from arena.claims.kept_deals import Side
from arena.claims.offers import Offer
from arena.projections.bargains import Bargains, offer_in
from arena.records.record import Record
from arena.records.talk import Said


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """An offer of a deal to one player, and how it ended."""

    at: int
    round: int
    deal: int
    offerer: str
    to: str
    offer: Offer
    floor: str
    ending: Ending | None
    """None: the game broke off before."""
    ended_at: int | None
    sides: Mapping[str, Side]
    """Each party's side and its outcome, by seat; empty where it was not accepted, or not
    settled."""


class Offers:
    """A fold that collects the offers of one game."""

    takes: ClassVar = frozenset({Said, DealOffered, DealAnswered, DealSettled})

    def __init__(self) -> None:
        self._bargains = Bargains()
        self._floor = ""
        # The floor of the last message; the record of its offer follows it.
        self._offered: list[tuple[Record, DealOffered, str]] = []
        self._endings: dict[tuple[int, str], tuple[int, Ending]] = {}
        self._sides: dict[tuple[int, frozenset[str]], dict[str, Side]] = {}

    def feed(self, record: Record) -> None:
        """Update from the next record."""
        match record.data:
            case Said(floor=floor):
                self._floor = floor
            case DealOffered() as offered:
                self._offered.append((record, offered, self._floor))
            case DealAnswered(deal=deal, player=player, answer=answer):
                self._endings.setdefault((deal, player), (record.at, answer))
            case _:
                pass
        side = self._bargains.feed(record)
        if side is not None:
            parties = frozenset({side.party, side.other})
            self._sides.setdefault((side.deal, parties), {})[side.party] = side

    def offers(self) -> Iterator[Offered]:
        """Yield each offer once for each player to whom it was made."""
        for record, offered, floor in self._offered:
            offerer = str(record.actor)
            for to in offered.to:
                ended_at, ending = self._endings.get((offered.deal, to), (None, None))
                yield Offered(
                    at=record.at, round=record.round, deal=offered.deal, offerer=offerer, to=to,
                    offer=offer_in(offered), floor=floor, ending=ending, ended_at=ended_at,
                    sides=self._sides.get((offered.deal, frozenset({offerer, to})), {}),
                )  # fmt: skip
