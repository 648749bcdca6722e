"""A claim as it was made: who said what to whom, and whether it was taken back."""

from dataclasses import dataclass, field

from arena.claims.kinds import DICE, PLEDGES
from arena.claims.language import Claim, Proposition
from arena.claims.meaning import tells


@dataclass(slots=True, kw_only=True, eq=False)
class Assertion:
    """A claim as somebody made it in a message."""

    message: int
    """Number of the message."""
    turn: str
    """Id of the turn on which it was said."""
    at: int
    """Which of the message's claims, from 0."""
    speaker: str
    claim: Claim
    to: tuple[str, ...]
    """Who was addressed; nobody: the whole table."""
    hearers: frozenset[str] | None
    """Who heard it, the speaker included; None: all."""
    round: int
    of_dice_to_come: bool
    """True: it is about dice, and as far as the records tell none had been rolled."""
    taken_back: bool = False
    """True: the speaker announced another destination to all who heard this one."""
    said: Proposition = field(init=False)
    """What is claimed, its player named."""

    def __post_init__(self) -> None:
        self.said = self.claim.proposition.resolved(self.speaker)

    @property
    def is_plain(self) -> bool:
        """Tell whether it is the speaker's own word, on no condition."""
        return self.claim.condition is None and self.claim.said_by is None

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

    @property
    def statement(self) -> tuple[int, int | str]:
        """Which statement it belongs to: all that a message says of dice is one report."""
        of_dice = self.said.kind in DICE and self.claim.said_by is None
        return self.message, "dice" if of_dice else self.at

    def is_report(self, dice: int) -> bool:
        """Tell whether it says flatly what so many dice show, and not what is true anyhow."""
        return self.is_plain and self.said.kind in DICE and tells(self.said, dice)

    def was_heard_by(self, player: str) -> bool:
        """Tell whether another player heard it."""
        return player != self.speaker and (self.hearers is None or player in self.hearers)
