"""The claims of a game as they were made: who said what to whom, and what was taken back."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from arena.claims.language import Claim, Proposition
from arena.records import Record

__all__ = ["Claimed", "Claims"]

PLEDGES = frozenset({"go", "vote", "give", "ally"})


@dataclass(slots=True, kw_only=True, eq=False)
class Claimed:
    """One claim of one speech."""

    turn: str
    """Id of the speech."""
    speaker: str
    claim: Claim
    said: Proposition
    """What is claimed, its player named."""
    to: tuple[str, ...]
    """Who was addressed; nobody: the whole table."""
    hearers: frozenset[str] | None
    """Who heard it, the speaker included; None: all."""
    round: int
    taken_back: bool = False
    """True: the speaker announced another destination to all who heard this one."""

    @property
    def is_pledge(self) -> bool:
        """Tell whether the speaker says what they themselves will do."""
        own = self.said.player == self.speaker and self.claim.said_by is None
        return own and self.said.kind in PLEDGES

    @property
    def is_announcement(self) -> bool:
        """Tell whether the speaker only says what they will do: where to go, how to vote.

        What is said to somebody in particular, or in return for something, is a promise.
        """
        plain = not self.to and self.claim.condition is None
        return self.is_pledge and (self.said.kind == "go" or (self.said.kind == "vote" and plain))

    def was_heard_by(self, player: str) -> bool:
        """Tell whether another player heard it."""
        return player != self.speaker and (self.hearers is None or player in self.hearers)


class Claims:
    """All claims of one game, by what judgements call them."""

    def __init__(self) -> None:
        """Begin before anybody spoke."""
        self._made: dict[tuple[str, int], Claimed] = {}
        self._plans: list[Claimed] = []

    def said(self, record: Record) -> list[Claimed]:
        """Take a speech; return its claims. Raises `ClaimError` for what cannot be read."""
        data, speaker, seen_by = record["data"], str(record["actor"]), record["seen_by"]
        made = [
            Claimed(
                turn=data["turn"],
                speaker=speaker,
                claim=claim,
                said=claim.proposition.resolved(speaker),
                to=tuple(data["to"]),
                hearers=None if isinstance(seen_by, str) else frozenset(seen_by),
                round=record["round"],
            )
            for claim in map(Claim.read, data["claims"])
        ]
        self._made |= {(data["turn"], at): each for at, each in enumerate(made)}
        self._plan([each for each in made if each.is_pledge and each.said.kind == "go"])
        return made

    def of(self, judgement: Mapping[str, Any]) -> Claimed:
        """Return the claim that a judgement is about; `KeyError` where nobody made it."""
        return self._made[judgement["turn"], judgement["claim"]]

    def _plan(self, plans: list[Claimed]) -> None:
        """Keep announcements; the last one before all who heard an earlier one replaces it."""
        for plan in plans:
            self._plans = [each for each in self._plans if each.round == plan.round]
            for before in self._plans:
                if before.speaker == plan.speaker and _replaces(plan, before):
                    before.taken_back = True
        self._plans += plans


def _replaces(plan: Claimed, before: Claimed) -> bool:
    if plan.claim.condition is not None:
        return False
    if plan.hearers is None or before.hearers is None:
        return plan.hearers is None
    return before.hearers <= plan.hearers
