"""How a table talks: the protocol, who speaks when, and the caps."""

from typing import Annotated, Literal, get_args

from pydantic import BaseModel, ConfigDict, Field

__all__ = ["FLOORS", "TalkRules"]

FloorKind = Literal[
    "truck", "gift", "chief", "dice", "announced", "reveal", "attack", "revote", "tie"
]
FLOORS: tuple[FloorKind, ...] = get_args(FloorKind)
"""The moments when a table may talk, in the order of a round."""


class TalkRules(BaseModel):
    """How a table talks, on each floor that the engine opens."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )

    protocol: Literal["off", "simultaneous", "round_robin", "bidding"] = "simultaneous"
    """`simultaneous`: all speak at once; `round_robin`: one after another; `bidding`: who bids most
    speaks; `off`: nobody."""
    turns: Annotated[int, Field(ge=1, le=20)] = 1
    """On each floor: how often all speak, how many laps, or how many speeches are bid for."""
    speakers: Literal["present", "present_first", "all"] = "present"
    """Who may speak where a floor is at a location: only those there, those there before the
    others, or all alike. Everybody hears it. Before a re-vote, where all vote, all may speak."""
    eliminated: bool = False
    """True: players without characters may talk too (GAP-M-40)."""
    whispers: bool = True
    """True: one may speak to chosen players only; everybody sees that, and not the words."""
    characters: Annotated[int, Field(ge=1, le=10_000)] = 400
    """The longest text."""
    claims: Annotated[int, Field(ge=0, le=20)] = 5
    """The most claims in one speech."""
    floors: Annotated[tuple[FloorKind, ...], Field(strict=False)] = tuple(
        floor for floor in FLOORS if floor != "announced"
    )
    """The moments when there is talk."""
