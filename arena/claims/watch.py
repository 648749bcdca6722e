"""The base of watches, which find the truth of one proposition as events come."""

from typing import ClassVar

from arena.claims.facts import Facts
from arena.claims.judgement import Truth
from arena.claims.language import Proposition
from arena.events import Event


def truth_of(value: bool) -> Truth:  # noqa: FBT001 - it has no name but its value
    """Return the truth of a matter that is decided."""
    return "true" if value else "false"


class Watch:
    """A proposition that names its player, from when it is said until its truth is found."""

    hears: ClassVar[frozenset[type[Event]]] = frozenset()
    """The types of events that can decide it."""

    def __init__(self, said: Proposition, facts: Facts) -> None:
        self.said = said
        self.player = "" if said.player is None else said.player
        self.occasions: list[int | None] = []
        """Numbers of the records at which it could be tested, None for one without a number."""
        self.began(facts)

    @property
    def tested(self) -> bool:
        """Whether there was an occasion to test it."""
        return bool(self.occasions)

    @property
    def is_kept_so_far(self) -> bool:
        """Whether a negated pledge was kept at an occasion, and may still be broken at another."""
        return self.said.negated and self.tested

    def began(self, facts: Facts) -> None:
        """Store what has to be remembered of the facts when the watch begins."""

    def now(self, facts: Facts) -> Truth | None:  # noqa: ARG002 - as others have it
        """Return the truth if the facts already decide it."""
        return None

    def for_good(self, facts: Facts) -> Truth | None:
        """Return the truth if nothing can change it any more; a condition needs that."""
        return self.now(facts)

    def heard(self, event: Event, facts: Facts) -> Truth | None:  # noqa: ARG002 - as others have it
        """Return the truth if this event, which the facts include, decides it."""
        return self.for_good(facts)

    def round_over(self, facts: Facts) -> Truth | None:  # noqa: ARG002 - as others have it
        """Return the truth at the end of a round, None where it may still come."""
        return "moot"

    def game_over(self, facts: Facts) -> Truth:
        """Return the truth when no more records come."""
        return self.round_over(facts) or "moot"
