"""All claims of a game, by the message and index that judgements refer to."""

from arena.claims.assertions import Assertion
from arena.claims.facts import Facts
from arena.claims.judgement import Judgement
from arena.claims.kinds import DICE
from arena.claims.language import Proposition
from arena.records.record import Record
from arena.records.talk import Said


class Assertions:
    """A fold that keeps all claims of one game, by message and index."""

    def __init__(self, facts: Facts) -> None:
        """Begin before any message; the caller must update `facts` before it adds one."""
        self._facts = facts
        self._by_message: dict[int, list[Assertion]] = {}
        self._destinations: list[Assertion] = []

    def add(self, said: Said, record: Record) -> list[Assertion]:
        """Add a message, and return its claims."""
        seen_by = record.seen_by
        hearers = None if isinstance(seen_by, str) else frozenset(seen_by)
        rolled = self._facts.dice is not None
        made = [
            Assertion(
                message=said.message,
                turn=said.turn,
                at=at,
                speaker=str(record.actor),
                claim=claim,
                to=said.to,
                hearers=hearers,
                round=record.round,
                of_dice_to_come=claim.proposition.kind in DICE and not rolled,
            )
            for at, claim in enumerate(said.claims)
        ]
        self._by_message[said.message] = made
        self._announce([each for each in made if each.is_pledge and each.said.kind == "go"])
        return made

    def in_message(self, number: int) -> list[Assertion]:
        """Return the claims of a message, in order."""
        return self._by_message[number]

    def was_said_to_all(self, speaker: str, said: Proposition) -> bool:
        """Return True if a player has claimed this and all have heard it."""
        return any(
            (each.speaker, each.said, each.hearers) == (speaker, said, None)
            for made in self._by_message.values()
            for each in made
        )

    def of(self, judgement: Judgement) -> Assertion:
        """Return the claim that a judgement is about; `KeyError` where there is none."""
        return self._by_message[judgement.message][judgement.claim]

    def _announce(self, announced: list[Assertion]) -> None:
        """Mark announced destinations as taken back if all who heard them hear the new one."""
        for new in announced:
            self._destinations = [each for each in self._destinations if each.round == new.round]
            for before in self._destinations:
                if before.speaker == new.speaker and _replaces(new, before):
                    before.taken_back = True
        self._destinations += announced


def _replaces(new: Assertion, before: Assertion) -> bool:
    if new.claim.condition is not None:
        return False
    if new.hearers is None or before.hearers is None:
        return new.hearers is None
    return before.hearers <= new.hearers
