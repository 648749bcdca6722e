"""The claims of a game as they were made: who said what to whom, and what was taken back."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from arena.claims.facts import Facts
from arena.claims.judgement import Judgement
from arena.claims.kinds import DICE, PLEDGES
from arena.claims.language import Claim, Proposition
from arena.claims.meaning import tells
from arena.records import Record

__all__ = ["Assertion", "Assertions", "claims_of"]


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
        """Name the player."""
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


class Assertions:
    """A fold: all claims of one game, by what judgements call them."""

    def __init__(self, facts: Facts) -> None:
        """Begin before anybody spoke; whoever feeds the facts feeds them before a speech."""
        self._facts = facts
        self._by_message: dict[int, list[Assertion]] = {}
        self._destinations: list[Assertion] = []

    def add(self, record: Record, claims: Sequence[Claim]) -> list[Assertion]:
        """Take a message with the claims in it, and return these as they were made."""
        data, seen_by = record["data"], record["seen_by"]
        hearers = None if isinstance(seen_by, str) else frozenset(seen_by)
        rolled = self._facts.dice is not None
        made = [
            Assertion(
                message=data["message"],
                turn=data["turn"],
                at=at,
                speaker=str(record["actor"]),
                claim=claim,
                to=tuple(data["to"]),
                hearers=hearers,
                round=record["round"],
                of_dice_to_come=claim.proposition.kind in DICE and not rolled,
            )
            for at, claim in enumerate(claims)
        ]
        self._by_message[data["message"]] = made
        self._announce([each for each in made if each.is_pledge and each.said.kind == "go"])
        return made

    def in_message(self, number: int) -> list[Assertion]:
        """Return the claims of a message, in order."""
        return self._by_message[number]

    def of(self, judgement: Judgement) -> Assertion:
        """Return the claim that a judgement is about; `KeyError` where nobody made it."""
        return self._by_message[judgement.message][judgement.claim]

    def _announce(self, announced: list[Assertion]) -> None:
        """Keep destinations; the last before all who heard an earlier one replaces that."""
        for new in announced:
            self._destinations = [each for each in self._destinations if each.round == new.round]
            for before in self._destinations:
                if before.speaker == new.speaker and _replaces(new, before):
                    before.taken_back = True
        self._destinations += announced


def claims_of(record: Record) -> list[Claim]:
    """Return the claims in a message. Raises `ClaimError` for what cannot be read."""
    return [Claim.read(each) for each in record["data"]["claims"]]


def _replaces(new: Assertion, before: Assertion) -> bool:
    if new.claim.condition is not None:
        return False
    if new.hearers is None or before.hearers is None:
        return new.hearers is None
    return before.hearers <= new.hearers
