"""Deals: what was offered, what was accepted, and what each party delivered.

An offer to several players is one to each; only of the offers a floor it is one. Whether a deal was
delivered is what the log settles: `kept` is delivered; `broken`, `other_failed_first` and
`both_at_once` are not; where nothing of it could come to pass, or somebody was out or replaced in
it, there was none to deliver.
"""

from bisect import bisect_right
from collections.abc import Iterator

from arena.lab.game import Game
from arena.lab.group_shares import by_group
from arena.lab.measure import Measure, Opportunity
from arena.projections.offers import Offered

__all__ = ["MEASURES"]

NEEDS = "All rulesets, where the table talks and deals are offered."
SOURCE = "Performance of contracts by leg: Concordia, Diplomacy commitments; rates: this arena."
WHY = {
    "no_occasion": "no occasion", "void": "void", "other_failed_first": "the other failed first",
    "both_at_once": "both at once",
}  # fmt: skip
FAILED = frozenset({"broken", "other_failed_first", "both_at_once"})
LEGS = {
    (True, True): "both", (True, False): "mine", (False, True): "theirs", (False, False): "none",
}  # fmt: skip


def _accepted(game: Game) -> Iterator[tuple[Offered, str, str]]:
    """Yield each accepted offer with each party and the other."""
    for each in game.offers:
        if each.ending == "accepted":
            yield each, each.offerer, each.to
            yield each, each.to, each.offerer


def kept(game: Game) -> Iterator[Opportunity]:
    """Yield each side of an accepted deal: 1 where it was kept, 0 where it was broken."""
    for each, party, other in _accepted(game):
        outcome = each.sides[party].outcome if party in each.sides else None
        why = "not settled" if outcome is None else WHY.get(outcome)
        yield Opportunity(
            round=each.round, at=each.at, actor=party, others=(other,), excluded=why,
            outcome=None if why else float(outcome == "kept"),
            group="offerer" if party == each.offerer else "acceptor",
        )  # fmt: skip


def _delivered(each: Offered, party: str) -> bool | None:
    """Return whether a party delivered; None: there was nothing to deliver."""
    side = each.sides.get(party)
    if side is None or side.outcome in {"no_occasion", "void"}:
        return None
    return side.outcome not in FAILED


def legs(game: Game) -> Iterator[Opportunity]:
    """Yield each accepted deal for each party: which legs were delivered, as the group."""
    for each, party, other in _accepted(game):
        mine, theirs = _delivered(each, party), _delivered(each, other)
        known = mine is not None and theirs is not None
        yield Opportunity(
            round=each.round, at=each.at, actor=party, others=(other,),
            outcome=1.0 if known else None,
            excluded=None if known else "nothing to deliver on a side",
            group=LEGS[mine, theirs] if mine is not None and theirs is not None else "",
        )  # fmt: skip


def delivered(game: Game) -> Iterator[Opportunity]:
    """Yield each accepted deal for each party: 1 where both delivered."""
    for each, party, other in _accepted(game):
        mine, theirs = _delivered(each, party), _delivered(each, other)
        why = "nothing to deliver on a side" if mine is None or theirs is None else None
        yield Opportunity(
            round=each.round, at=each.at, actor=party, others=(other,), excluded=why,
            outcome=None if why else float(bool(mine and theirs)),
        )  # fmt: skip


def accepted(game: Game) -> Iterator[Opportunity]:
    """Yield each offer to one player: 1 where it was accepted."""
    for each in game.offers:
        broke_off = each.ending is None
        yield Opportunity(
            round=each.round, at=each.at, actor=each.offerer, others=(each.to,),
            outcome=None if broke_off else float(each.ending == "accepted"),
            excluded="the game broke off" if broke_off else None,
        )  # fmt: skip


def offers(game: Game) -> Iterator[Opportunity]:
    """Yield each floor on which a seat had a turn to speak, with the offers that it made on it."""
    turns: dict[tuple[int, str], int] = {}
    rounds: dict[tuple[int, str], int] = {}
    for turn in game.turns:
        if turn.task != "bid":
            floor = bisect_right(game.floors, turn.at), turn.seat
            turns.setdefault(floor, turn.at)
            rounds[floor] = turn.round
    made: dict[tuple[int, str], set[int]] = {}
    for each in game.offers:
        made.setdefault((bisect_right(game.floors, each.at), each.offerer), set()).add(each.deal)
    for floor, at in turns.items():
        yield Opportunity(
            round=rounds[floor], at=at, actor=floor[1], outcome=float(len(made.get(floor, ())))
        )


MEASURES = (
    Measure(
        id="deal", number=13, name="Deals kept",
        definition=(
            "Of the own sides of accepted deals that were kept or broken, the share that was kept; "
            "not those that failed after the other's side had, or under the same seal."
        ),
        unit="share of sides of deals", rung=1, needs=NEEDS, source=SOURCE, proof="deals",
        counted=kept,
    ),
    Measure(
        id="deal_legs", number=13, name="Deals by what was delivered",
        definition=(
            "Of the accepted deals in which both sides came to their occasion: the shares in which "
            "both delivered, only this party (`mine`), only the other (`theirs`), or none."
        ),
        unit="share of deals", rung=1, needs=NEEDS, source=SOURCE, proof="deals", counted=legs,
        estimate=by_group(*LEGS.values()),
    ),
    Measure(
        id="deal_rate", number=34, name="Offers accepted",
        definition="Of the offers that it made, one for each listener, the share accepted.",
        unit="share of offers", rung=1, needs=NEEDS, source=SOURCE, proof="deals",
        counted=accepted,
    ),
    Measure(
        id="offers_per_floor", number=34, name="Offers per floor",
        definition="Offers that it made, a floor on which it had a turn to speak.",
        unit="offers", rung=1, needs="All rulesets, where the table talks.", source=SOURCE,
        proof="tempted", counted=offers, shape="mean",
    ),
    Measure(
        id="deals_delivered", number=34, name="Deals delivered by both",
        definition=(
            "Of the accepted deals in which both sides came to their occasion, the share that both "
            "delivered."
        ),
        unit="share of deals", rung=1, needs=NEEDS, source=SOURCE, proof="deals",
        counted=delivered,
    ),
)  # fmt: skip
