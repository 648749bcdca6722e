"""The record of how a claim turned out; `Judge` makes one for each claim."""

from dataclasses import fields
from typing import ClassVar, Literal

from arena.claims.language import Ballot
from engine.fact import fact

Truth = Literal["true", "false", "undetermined", "moot", "both_failed"]
Basis = Literal["seen", "told", "neither"]


@fact
class Judgement:
    """How one claim turned out, and what its speaker could know when he made it."""

    __pydantic_config__: ClassVar[dict[str, object]] = {
        "use_attribute_docstrings": True,
        "extra": "forbid",
    }

    type: ClassVar[str] = "claim_judged"

    message: int
    """Number of the message."""
    claim: int
    """Which of the message's claims, from 0."""
    speaker: str
    """Who made it."""
    truth: Truth
    """`undetermined`: whoever was fed the records can't know; `moot`: its occasion never came, or
    its condition was not met; `both_failed`: neither did the speaker what they said nor the other
    player what was the condition, which they had promised too, under the same seal."""
    prior: float | None
    """Probability of the claim, given its condition, under the speaker's own information when he
    spoke, from 0 to 1: what others told him is left aside, `basis` says whether they did. None
    where it depends on somebody's will, or on information that was not fed."""
    basis: Basis
    """`seen`: the speaker's own information settled it; `told`: a statement of another that he had
    heard entailed it, or passed it on; `neither`."""
    told_by: str | None
    """Who told him, the latest; None unless `basis` is `told`."""
    at: int | None
    """Number of the record that settled it: what was claimed, or else its condition; that of the
    message where it was settled by then, of the last one where no more came. None: it has none."""
    ballot: Ballot | None
    """Which ballot that record was of; None: of none."""
    condition: Truth | None
    """How its condition turned out; None where there is none, or it did not come to that."""
    condition_at: int | None
    """Number of the record that settled the condition, as `at`."""
    occasions: list[int]
    """Numbers of the records at which the player could have done it, or not: ballots, and where
    somebody was asked for a card. Those under other conditions than were made are left out."""

    def data(self) -> dict[str, object]:
        """Return plain JSON data."""
        return {field.name: getattr(self, field.name) for field in fields(self)}


def opposite(truth: Truth) -> Truth:
    """Return the truth of the negation; undetermined and moot stay the same."""
    if truth == "true":
        return "false"
    return "true" if truth == "false" else truth
