"""Deals: which offers were made and accepted, and what each party delivered.

An offer to several players counts as one offer to each, except in offers per floor. The log settles
whether a side was delivered: `kept` is delivered; `broken`, `other_failed_first` and `both_at_once`
are not; with no occasion for any of it, or with a party out or replaced, there was nothing to
deliver.
"""

from bisect import bisect_right
from collections.abc import Iterator
from typing import TYPE_CHECKING

from arena.lab.game import Game
from arena.lab.measure import Opportunity
from arena.projections.offers import Offered

if TYPE_CHECKING:
    from arena.projections.turns import Turn


NOTHING = "nothing to deliver on a side"
WHY = {
    None: "not settled", "no_occasion": "no occasion", "void": "void",
    "other_failed_first": "the other failed first", "both_at_once": "both at once",
}  # fmt: skip
FAILED = frozenset({"broken", "other_failed_first", "both_at_once"})
LEGS = {
    (True, True): "both", (True, False): "mine", (False, True): "theirs", (False, False): "none",
}  # fmt: skip


def _row(
    each: Offered, party: str, outcome: float, excluded: str | None, group: str = ""
) -> Opportunity:
    other = each.to if party == each.offerer else each.offerer
    return Opportunity(
        round=each.round, at=each.at, actor=party, others=(other,), outcome=outcome,
        excluded=excluded, group=group,
    )  # fmt: skip


def _accepted(game: Game) -> Iterator[tuple[Offered, str]]:
    """Yield each accepted offer, once per party."""
    for each in game.offers:
        if each.ending == "accepted":
            yield each, each.offerer
            yield each, each.to


def kept(game: Game) -> Iterator[Opportunity]:
    """Yield each side of an accepted deal: 1 if it was kept, 0 if it was broken."""
    for each, party in _accepted(game):
        outcome = each.sides[party].outcome if party in each.sides else None
        role = "offerer" if party == each.offerer else "acceptor"
        yield _row(each, party, outcome == "kept", WHY.get(outcome), role)


def double_sold(game: Game) -> Iterator[Opportunity]:
    """Yield each side of an accepted deal: 1 if the party had promised the same in another deal."""
    for each, party in _accepted(game):
        side = each.sides.get(party)
        sold = side is not None and bool(side.double_sold)
        yield _row(each, party, sold, "not settled" if side is None else None)


def _delivered(each: Offered, party: str) -> tuple[bool, bool] | None:
    """Return whether the party and the other delivered; None if a side had nothing to deliver."""
    sides = [each.sides.get(party), *(side for name, side in each.sides.items() if name != party)]
    found = [
        side.outcome not in FAILED
        for side in sides
        if side is not None and side.outcome not in {"no_occasion", "void"}
    ]
    return (found[0], found[1]) if len(found) > 1 else None


def legs(game: Game) -> Iterator[Opportunity]:
    """Yield each accepted deal per party, grouped by which of the two sides were delivered."""
    for each, party in _accepted(game):
        found = _delivered(each, party)
        yield _row(each, party, 1, None if found else NOTHING, LEGS[found] if found else "")


def delivered(game: Game) -> Iterator[Opportunity]:
    """Yield each accepted deal per party: 1 if both delivered."""
    for each, party in _accepted(game):
        found = _delivered(each, party)
        yield _row(each, party, found == (True, True), None if found else NOTHING)


def accepted(game: Game) -> Iterator[Opportunity]:
    """Yield each offer to one player: 1 if it was accepted."""
    for each in game.offers:
        broke_off = "the game broke off" if each.ending is None else None
        yield _row(each, each.offerer, each.ending == "accepted", broke_off)


def offers(game: Game) -> Iterator[Opportunity]:
    """Yield each floor on which a seat had a turn to speak: the number of offers it made there."""
    turns: dict[tuple[int, str], Turn] = {}
    for turn in game.turns:
        if turn.task != "bid":
            turns.setdefault((bisect_right(game.floors, turn.at), turn.seat), turn)
    made: dict[tuple[int, str], set[int]] = {}
    for each in game.offers:
        made.setdefault((bisect_right(game.floors, each.at), each.offerer), set()).add(each.deal)
    for floor, turn in turns.items():
        yield Opportunity(
            round=turn.round, at=turn.at, actor=turn.seat, outcome=len(made.get(floor, ()))
        )
