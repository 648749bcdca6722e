"""The events of votes, read as ballots."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from arena.claims.language import Ballot
from arena.events import Event, TieBroken, VotesRevealed


class Cast(NamedTuple):
    """Who voted for whom in one ballot, and who could be chosen."""

    kind: str
    """`truck`, `chief` or `attack`."""
    place: int
    name: Ballot
    ballots: Mapping[str, str]
    """Voter to candidate."""
    candidates: Collection[str]


def ballot_of(event: Event) -> Cast | None:
    """Return an event of a vote as one ballot; None for any other event.

    Who decides a tie casts a vote as well: the only one.
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
    """Return which ballot of a vote this is."""
    if isinstance(event, TieBroken):
        return "tie"
    return "first" if event.number == 1 else "revote"
