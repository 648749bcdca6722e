"""What became of accepted deals, read from the records of a game: a fold that judges nothing.

Whoever reads a log, or tells it, asks here who made which deal with whom; `deals` finds out what
came of it, when a game is played.
"""

from collections.abc import Iterable, Mapping
from typing import Any

from arena.claims.deal_records import Outcome
from arena.claims.judgement import Truth
from arena.claims.language import Proposition
from arena.claims.offers import Offer
from arena.records import Record
from engine.fact import fact

__all__ = ["Bargains", "Side", "offer_in", "outcomes_by_other"]


@fact
class Side:
    """What one party made of an accepted deal."""

    deal: int
    """Its number."""
    party: str
    other: str
    """The other party."""
    terms: tuple[Proposition, ...]
    """What the party was to do."""
    truths: tuple[Truth | None, ...]
    """How each of them turned out; None where it was left open."""
    outcome: Outcome
    instead: str | None
    """Who is bound in the acceptor's place."""
    double_sold: tuple[int, ...]
    """Other deals in which the party gave the same away."""
    made: int
    """The round in which it was accepted."""
    round: int
    """The round in which it was settled."""

    def terms_that(self, *, kept: bool) -> tuple[Proposition, ...]:
        """Return the terms that were kept, or that were broken."""
        truth = "true" if kept else "false"
        pairs = zip(self.terms, self.truths, strict=True)
        return tuple(term for term, found in pairs if found == truth)


class Bargains:
    """All deals of one game that the records tell of."""

    def __init__(self) -> None:
        """Begin before the first offer."""
        self._offers: dict[int, tuple[str, Offer]] = {}
        self._made: dict[tuple[int, str], int] = {}
        # By deal and acceptor: the round in which it was accepted.

    def feed(self, record: Record) -> Side | None:
        """Take the next record; return what a party made of its deal, where it says that."""
        data = record["data"]
        match record["type"]:
            case "deal_offered":
                self._offers[data["deal"]] = str(record["actor"]), offer_in(data)
            case "deal_answered" if data["answer"] == "accepted":
                self._made[data["deal"], data["player"]] = record["round"]
            case "deal_settled":
                return self._side(record)
            case _:
                pass
        return None

    def _side(self, record: Record) -> Side:
        data = record["data"]
        offerer, offer = self._offers[data["deal"]]
        party, other = data["party"], data["other"]
        acceptor = other if party == offerer else party
        sides = dict(
            zip((offerer, acceptor), offer.between(offerer, acceptor), strict=True),
        )
        return Side(
            deal=data["deal"],
            party=party,
            other=other,
            terms=sides[party],
            truths=tuple(data["truths"]),
            outcome=data["outcome"],
            instead=data["instead"],
            double_sold=tuple(data["double_sold"]),
            made=self._made[data["deal"], acceptor],
            round=record["round"],
        )


def outcomes_by_other(deals: Iterable[Side]) -> dict[str, dict[str, int]]:
    """Return how often each outcome came of the deals with each."""
    found: dict[str, dict[str, int]] = {}
    for each in deals:
        outcomes = found.setdefault(each.other, {})
        outcomes[each.outcome] = outcomes.get(each.outcome, 0) + 1
    return found


def offer_in(data: Mapping[str, Any]) -> Offer:
    """Return the offer that a `deal_offered` record tells of."""
    return Offer(
        to=tuple(data["to"]),
        gives=tuple(map(Proposition.read, data["gives"])),
        wants=tuple(map(Proposition.read, data["wants"])),
        until=data["until"],
        counters=data["counters"],
    )
