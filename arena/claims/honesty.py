"""Per-player counts of lies, bluffs, promises and deals in a finished game, and their costs.

The unit of what was said, of lies, bluffs and false reports is the statement (`Honesty`).
`arena.projections.reckoning` counts them, from the records alone.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field

from arena.claims.assertions import Assertion
from arena.claims.kept_deals import Side, outcomes_by_other

ALL = "all"
"""The addressee of a speech to nobody in particular; no seat has this name."""


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
    """The result of a vote, its re-vote or its tie included."""

    kind: str
    chosen: str | None = None
    """The player who won it, or whose character is to be eaten; None: nobody."""
    deaths: list[Loss] = field(default_factory=list)
    """The characters that were eaten after it."""
    is_over: bool = False
    """True: another attack has begun."""


@dataclass(slots=True, kw_only=True, eq=False)
class Untruth:
    """A lie, a broken promise, or an announcement that was not done, and what it cost others.

    An announcement binds nobody: no loss is attributed to it.
    """

    assertion: Assertion
    more: list[Assertion] = field(default_factory=list)
    """The other lies of the same report of dice."""
    at: int
    """The number of records until it was found."""
    round: int
    """The round in which it was told, or broken."""
    dice: tuple[int, ...] = ()
    """For a lie about dice: the dice that the liar had seen."""
    ballot: str | None = None
    """The player for whom the speaker voted instead; None where no vote broke it."""
    decision: Decision | None = None
    """The result of that vote."""
    recipient: str | None = None
    """The player to whom the speaker gave what was promised to another."""
    destination: int | None = None
    """The destination to which the speaker went instead."""
    losses: list[Loss] = field(default_factory=list)
    """Characters that others lost because of it.

    After a lie: it made fewer dice show a location than the speaker had seen, and its hearer, not
    bound to a destination by then, chose to move there and lost a character there in the same
    round.

    After a broken pledge on the attack vote: its hearer lost a character in that attack, and the
    vote that broke it named the hearer, or had been promised to the hearer's face against another.
    """

    @property
    def to(self) -> tuple[str, ...]:
        """The players who were addressed, or `all`."""
        return self.assertion.to or (ALL,)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class BrokenDeal:
    """A deal that a player broke before the other party did, and what it cost that party."""

    side: Side
    terms: tuple[Untruth, ...]
    """The terms that were broken, each as a promise to the other party."""

    @property
    def at(self) -> int:
        """The number of records until it was broken."""
        return min(each.at for each in self.terms)


@dataclass(slots=True, kw_only=True)
class Honesty:
    """The counts of one player's messages, statements, untruths, promises and deals."""

    messages: int = 0
    """Number of speeches and whispers, those without claims included."""
    statements: int = 0
    """Number of statements, true or not. Each claim is one, but all that one message claims of the
    dice, in the speaker's own name, is one together: a report."""
    lies: list[Untruth] = field(default_factory=list)
    """Statements of which a claim was a lie."""
    bluffs: int = 0
    """Number of statements of which a claim was a bluff, true or not, and none a lie."""
    reports: dict[int, bool] = field(default_factory=dict)
    """By message number: whether it is true of dice that the speaker alone had seen."""
    false_reports: int = 0
    """Number of statements that another had told the speaker, falsely; none a lie or a bluff."""
    promises: int = 0
    """Number of pledges of one's own `give` or `ally`, and of a `vote` to somebody in particular or
    on a condition, that came to their occasion; the same given twice is one."""
    broken: list[Untruth] = field(default_factory=list)
    """The promises that were not kept."""
    deals: list[Side] = field(default_factory=list)
    """The player's sides of deals that they accepted, or that others accepted of theirs."""
    broken_deals: list[BrokenDeal] = field(default_factory=list)
    announced: int = 0
    """Number of votes announced to all, and of own destinations (`go`) as they were announced last
    to the same listeners, where they were not chosen or bound by then."""
    announced_otherwise: list[Untruth] = field(default_factory=list)
    """The announcements after which the speaker did something else."""

    @property
    def losses(self) -> list[Loss]:
        """The characters that others lost to lies, broken promises and deals, each once."""
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
    """Return the number of untruths to each listener, `all` for the whole table."""
    found: dict[str, int] = {}
    for each in untruths:
        for name in each.to:
            found[name] = found.get(name, 0) + 1
    return found
