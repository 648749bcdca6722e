"""The records about votes, read as ballots."""

from collections.abc import Mapping
from typing import Any

from arena.claims.language import Ballot

__all__ = ["ballot_name", "ballot_of"]


def ballot_of(type_: str, data: Mapping[str, Any]) -> Mapping[str, Any] | None:
    """Return a record about votes as one ballot: who voted for whom, and who could be chosen.

    Who decides a tie casts a vote as well: the only one. None for any other record.
    """
    if type_ == "votes_revealed":
        return data
    if type_ != "tie_broken":
        return None
    ballots = {data["player"]: data["chosen"]}
    return {**data, "ballots": ballots, "totals": dict.fromkeys(data["candidates"], 0)}


def ballot_name(type_: str, data: Mapping[str, Any]) -> Ballot:
    """Return which ballot of a vote a record about one is."""
    if type_ == "tie_broken":
        return "tie"
    return "first" if data["number"] == 1 else "revote"
