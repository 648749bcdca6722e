"""One claim with its context: speaker, listeners, time, and whether it was taken back."""

from dataclasses import dataclass, field

from arena.claims.kinds import DICE, PLEDGES
from arena.claims.language import Claim, Proposition
from arena.claims.meaning import tells


@dataclass(slots=True, kw_only=True, eq=False)
class Assertion:
    """A claim as a player made it in a message."""

    message: int
    """Number of the message."""
    turn: str
    """Id of the turn on which it was said."""
    at: int
    """Index of the claim among those of the message, from 0."""
    speaker: str
    claim: Claim
    to: tuple[str, ...]
    """The players whom it names as addressees; empty: the whole table."""
    hearers: frozenset[str] | None
    """The players who heard it, the speaker included; None: all."""
    round: int
    of_dice_to_come: bool
    """Whether it is about dice of which the records show no roll yet."""
    taken_back: bool = False
    """Whether the speaker later announced another destination to all who heard this one."""
    said: Proposition = field(init=False)
    """The proposition that is claimed, with its player named."""

    def __post_init__(self) -> None:
        self.said = self.claim.proposition.resolved(self.speaker)

    @property
    def is_plain(self) -> bool:
        """Whether it is unconditional and not hearsay."""
        return self.claim.condition is None and self.claim.said_by is None

    @property
    def is_pledge(self) -> bool:
        """Whether the speaker says what they themselves will do."""
        own = self.said.player == self.speaker and self.claim.said_by is None
        return own and self.said.kind in PLEDGES

    @property
    def is_announcement(self) -> bool:
        """Whether the speaker only announces what they will do: where to go, how to vote.

        A pledge to somebody in particular, or in return for something, is a promise and no
        announcement.
        """
        plain = not self.to and self.claim.condition is None
        return self.is_pledge and (self.said.kind == "go" or (self.said.kind == "vote" and plain))

    @property
    def statement(self) -> tuple[int, int | str]:
        """The key of its statement; all claims of one message about dice are one statement."""
        of_dice = self.said.kind in DICE and self.claim.said_by is None
        return self.message, "dice" if of_dice else self.at

    def is_report(self, dice: int) -> bool:
        """Return True if it is a sure claim about `dice` dice that some roll would falsify."""
        return self.is_plain and self.said.kind in DICE and tells(self.said, dice)

    def was_heard_by(self, player: str) -> bool:
        """Return True if another player heard it."""
        return player != self.speaker and (self.hearers is None or player in self.hearers)
