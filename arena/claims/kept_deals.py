"""What a party made of an accepted deal."""

from collections.abc import Iterable

from arena.claims.deal_records import Outcome
from arena.claims.judgement import Truth
from arena.claims.language import Proposition
from engine.fact import fact


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


def outcomes_by_other(deals: Iterable[Side]) -> dict[str, dict[str, int]]:
    """Return how often each outcome came of the deals with each."""
    found: dict[str, dict[str, int]] = {}
    for each in deals:
        outcomes = found.setdefault(each.other, {})
        outcomes[each.outcome] = outcomes.get(each.outcome, 0) + 1
    return found
