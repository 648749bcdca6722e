"""One party's side of an accepted deal, and its outcome."""

from collections.abc import Iterable

from arena.claims.deal_records import Outcome
from arena.claims.judgement import Truth
from arena.claims.language import Proposition
from engine.fact import fact


@fact
class Side:
    """One party's side of an accepted deal, with its outcome."""

    deal: int
    """The deal's number."""
    party: str
    other: str
    terms: tuple[Proposition, ...]
    """The pledges that the party was to carry out."""
    truths: tuple[Truth | None, ...]
    """The truth of each; None where it was left open."""
    outcome: Outcome
    instead: str | None
    """The player who is bound in the acceptor's place; None: the acceptor is."""
    double_sold: tuple[int, ...]
    """Numbers of other deals in which the party promised the same thing."""
    made: int
    """The round in which it was accepted."""
    round: int
    """The round in which it was settled."""

    def terms_that(self, *, kept: bool) -> tuple[Proposition, ...]:
        """Return the terms that were kept, or those that were broken."""
        truth = "true" if kept else "false"
        pairs = zip(self.terms, self.truths, strict=True)
        return tuple(term for term, found in pairs if found == truth)


def outcomes_by_other(deals: Iterable[Side]) -> dict[str, dict[str, int]]:
    """Return for each other party the number of deals with each outcome."""
    found: dict[str, dict[str, int]] = {}
    for each in deals:
        outcomes = found.setdefault(each.other, {})
        outcomes[each.outcome] = outcomes.get(each.outcome, 0) + 1
    return found
