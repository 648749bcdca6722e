"""The records of a deal's offer, its answers and its settlement, which `Deals` derives."""

from typing import Annotated, ClassVar, Literal

from arena.claims.derived import DerivedRecord
from arena.claims.judgement import Truth
from arena.claims.language import Proposition
from arena.forms import OBJECTS
from engine.fact import fact

Ending = Literal["accepted", "declined", "countered", "withdrawn", "lapsed"]
Outcome = Literal[
    "kept", "broken", "no_occasion", "other_failed_first", "both_at_once", "void"
]  # fmt: skip


@fact
class DealRecord(DerivedRecord):
    """A record about one deal."""

    deal: int
    """The deal's number: that of the message which offered it."""


@fact
class DealOffered(DealRecord):
    """A deal was offered; whoever heard the message perceives it."""

    type: ClassVar[str] = "deal_offered"

    to: list[str]
    """To whom; each can accept it for themselves."""
    gives: Annotated[tuple[Proposition, ...], OBJECTS]
    """What the offerer would do, as data: `arena.claims.language`, without what is null; a player
    or target that is missing is the one who accepts."""
    wants: Annotated[tuple[Proposition, ...], OBJECTS]
    """What whoever accepts would do for it."""
    until: int | None
    """Last round in which its terms count; null: each as long as it runs by itself."""
    counters: int | None
    """Number of the deal that it answers."""

    def data(self) -> dict[str, object]:
        """Return the payload as plain JSON data."""
        gives, wants = [each.data() for each in self.gives], [each.data() for each in self.wants]
        return DealRecord.data(self) | {"gives": gives, "wants": wants}


@fact
class DealAnswered(DealRecord):
    """An offer is open no more for one of those to whom it was made.

    Who heard both the offer and the answer perceive it; that it was withdrawn or lapsed, the two.
    """

    type: ClassVar[str] = "deal_answered"
    player: str
    """To whom it was made."""
    answer: Ending
    """`withdrawn` is by who offered it, `lapsed` by nobody: its round is over, a term is decided
    or can't come any more, or another has accepted what only one can have.

    Where both ended it under one seal there are two records, of which neither had heard the other:
    the player's answer counts, whichever comes first, and the withdrawal is too late."""


@fact
class DealSettled(DealRecord):
    """What one party made of an accepted deal."""

    type: ClassVar[str] = "deal_settled"
    party: str
    other: str
    """The other party."""
    outcome: Outcome
    """`other_failed_first` and `both_at_once`: broken, after the other's side was, or under the
    same seal; `no_occasion`: nothing of it came to pass; `void`: somebody was out of the game
    before it could, or `instead` is bound."""
    truths: list[Truth | None]
    """How each of the party's own terms turned out, in their order; null where it is left open."""
    instead: str | None
    """Who is bound in the other party's place, where two accepted what only one can have."""
    double_sold: list[int]
    """Other deals in which this party gave the same away, so that both can't be kept."""
