"""Conversion of vote events to ballots."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from arena.claims.language import Ballot
from arena.events import Event, TieBroken, VotesRevealed


class Cast(NamedTuple):
    """One ballot: who voted for whom, and who could be chosen."""

    kind: str
    """`truck`, `chief` or `attack`."""
    place: int
    name: Ballot
    ballots: Mapping[str, str]
    """The candidate for whom each voter voted."""
    candidates: Collection[str]


def ballot_of(event: Event) -> Cast | None:
    """Return the ballot of a vote's event; None for any other event.

    Breaking a tie is a ballot with one voter.
    """
    match event:
        case VotesRevealed():
            ballots, candidates = event.ballots, tuple(event.totals)
        case TieBroken():
            ballots, candidates = {event.player: event.chosen}, event.candidates
        case _:
            return None
    return Cast(event.kind, event.place, ballot_name(event), ballots, candidates)


def ballot_name(event: VotesRevealed | TieBroken) -> Ballot:
    """Return `first`, `revote` or `tie`: which ballot of its vote an event is."""
    if isinstance(event, TieBroken):
        return "tie"
    return "first" if event.number == 1 else "revote"
