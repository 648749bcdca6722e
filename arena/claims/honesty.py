"""Who kept faith: what is counted of every player in a finished game, and what it cost whom.

The unit of what was said, of lies, bluffs and false reports is the statement (`Honesty`). It is
counted in `reckoning`, from the records alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from arena.claims.assertions import Assertion
from arena.claims.kept_deals import Side, outcomes_by_other

ALL = "all"
"""Whom a speech to nobody in particular addresses; no seat has this name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """A character that was eaten after a lie or a broken pledge to its owner."""

    victim: str
    character: str
    points: int
    place: int
    round: int


@dataclass(slots=True, kw_only=True, eq=False)
class Decision:
    """What a vote came to, its re-vote or its tie included."""

    kind: str
    chosen: str | None = None
    """Who won it, or is to be eaten; None: nobody."""
    deaths: list[Loss] = field(default_factory=list)
    """Who was eaten after it."""
    is_over: bool = False
    """True: another attack has begun."""


@dataclass(slots=True, kw_only=True, eq=False)
class Untruth:
    """A lie, a promise that was broken, or an announcement that was not done; what it cost others.

    An announcement binds nobody: nothing is reckoned to have been lost by it.
    """

    assertion: Assertion
    more: list[Assertion] = field(default_factory=list)
    """The other lies of the same report of dice."""
    at: int
    """When it was found: the number of records until then."""
    round: int
    """The round in which it was told, or broken."""
    dice: tuple[int, ...] = ()
    """What the liar had seen, of a lie about dice."""
    ballot: str | None = None
    """Whom the speaker voted for instead; None where no vote broke it."""
    decision: Decision | None = None
    """What that vote came to."""
    recipient: str | None = None
    """Whom the speaker gave instead what was promised to another."""
    destination: int | None = None
    """Where the speaker went instead."""
    losses: list[Loss] = field(default_factory=list)
    """After a lie: it made fewer dice show a location than the speaker had seen, and its hearer,
    not bound to a destination by then, chose to move there and lost a character there in the same
    round.
    After a broken pledge on the attack vote: its hearer lost a character in that attack, and the
    vote that broke it named the hearer, or had been promised to the hearer's face against another.
    """

    @property
    def to(self) -> tuple[str, ...]:
        """Who was addressed, or `all`."""
        return self.assertion.to or (ALL,)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BrokenDeal:
    """A deal that a player broke before the other party did, and what it cost that party."""

    side: Side
    terms: tuple[Untruth, ...]
    """Those that were broken, each as a promise to the other party."""

    @property
    def at(self) -> int:
        """When it was broken: the number of records until then."""
        return min(each.at for each in self.terms)


@dataclass(slots=True, kw_only=True)
class Honesty:
    """What one player said."""

    messages: int = 0
    """Speeches and whispers, those without claims included."""
    statements: int = 0
    """What was claimed in them, whatever came of it: each claim is a statement, but all that one
    message claims of the dice, in the speaker's own name, is one: a report."""
    lies: list[Untruth] = field(default_factory=list)
    """Statements of which a claim was a lie."""
    bluffs: int = 0
    """Statements of which a claim was a bluff, true or not, and none a lie."""
    reports: dict[int, bool] = field(default_factory=dict)
    """By message: whether what it tells of dice that the speaker alone had seen is true."""
    false_reports: int = 0
    """Statements of which another had told the speaker, falsely; none a lie or a bluff."""
    promises: int = 0
    """Pledges of one's own `give` or `ally`, and of a `vote` to somebody in particular or on a
    condition, that came to their occasion; the same given twice is one."""
    broken: list[Untruth] = field(default_factory=list)
    """Those of them that were not kept."""
    deals: list[Side] = field(default_factory=list)
    """What they made of the deals that they accepted, or that others accepted of theirs."""
    broken_deals: list[BrokenDeal] = field(default_factory=list)
    announced: int = 0
    """Votes announced to all, and one's own destinations (`go`) as they were announced last to the
    same listeners, where they were not chosen or bound by then."""
    announced_otherwise: list[Untruth] = field(default_factory=list)
    """Those of them after which the speaker did something else."""

    @property
    def losses(self) -> list[Loss]:
        """What the lies, broken promises and deals cost the others, each character once."""
        terms = (term for deal in self.broken_deals for term in deal.terms)
        return [loss for each in (*self.lies, *self.broken, *terms) for loss in each.losses]

    def data(self) -> dict[str, object]:
        """Return the numbers as plain JSON data; a speech to three counts for each of them."""
        return {
            "messages": self.messages,
            "statements": self.statements,
            "lies": len(self.lies),
            "lies_to": times_by_listener(self.lies),
            "bluffs": self.bluffs,
            "reports": len(self.reports),
            "reports_true": sum(self.reports.values()),
            "relayed_false": self.false_reports,
            "promises": self.promises,
            "promises_kept": self.promises - len(self.broken),
            "broken_to": times_by_listener(self.broken),
            "announced": self.announced,
            "announced_kept": self.announced - len(self.announced_otherwise),
            "deals": len(self.deals),
            "deals_with": outcomes_by_other(self.deals),
            "deals_double_sold": sum(bool(each.double_sold) for each in self.deals),
            "cost_others": sum(each.points for each in self.losses),
        }


def times_by_listener(untruths: Iterable[Untruth]) -> dict[str, int]:
    """Return how often each was addressed, `all` for the whole table."""
    found: dict[str, int] = {}
    for each in untruths:
        for name in each.to:
            found[name] = found.get(name, 0) + 1
    return found
