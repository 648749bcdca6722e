"""The names, numbers and cards that claims can use at one table, and the fields of each kind."""

from collections.abc import Sequence
from functools import cached_property
from typing import get_args

from arena.claims.kinds import OF_ANOTHER
from arena.claims.language import (
    FIELDS,
    Ballot,
    Claim,
    Confidence,
    Moment,
    Proposition,
    Relation,
    Vote,
)
from arena.errors import possible
from engine import Ruleset

_CONFIDENCES: tuple[str, ...] = get_args(Confidence)
_USED = (
    "player", "location", "relation", "count", "dice", "target", "vote", "ballot", "card",
    "moment", "character", "until",
)  # fmt: skip

LAST_ROUND = 999
"""The highest round that a claim may name; no game has so many."""


class Vocabulary:
    """The names and numbers of one table, from its ruleset and its seats."""

    def __init__(self, ruleset: Ruleset, seats: Sequence[str]) -> None:
        self.ruleset = ruleset
        self.seats = tuple(seats)
        self.dice = ruleset.dice
        """Number of dice of a round, at the start of the game."""
        self.most_dice = ruleset.most_dice
        """Number of dice of a round, at most."""
        self.locations: tuple[int, ...] = tuple(place.number for place in ruleset.places)
        """Numbers of the locations, which are the faces of the dice."""
        self.cards: dict[str, int] = {card.id: card.count for card in ruleset.cards}
        """Number of copies of each card."""
        self.characters: tuple[str, ...] = tuple(each.id for each in ruleset.characters)
        """Ids of the kinds of characters."""

    def check(self, claim: Claim, speaker: str) -> str | None:
        """Return why nobody can say this here, in one sentence; None where it can be said."""
        said = claim.proposition
        problem = self._proposition(said, speaker, f"Your claim {said.kind}")
        if problem is not None:
            return problem
        if claim.confidence not in _CONFIDENCES:
            near = possible(claim.confidence, _CONFIDENCES)
            return f"Your claim {said.kind} has confidence {claim.confidence!r}. {near}"
        if claim.condition is not None and claim.said_by is not None:
            return (
                f"Your claim {said.kind} has both a condition and said_by "
                f"{claim.said_by!r}. Possible: one of them, or none."
            )
        if claim.said_by is not None and claim.said_by not in self._others(speaker):
            near = possible(claim.said_by, self._others(speaker))
            return f"Your claim {said.kind} is said_by {claim.said_by!r}. {near}"
        if claim.condition is None:
            return None
        where = f"The condition {claim.condition.kind} of your claim {said.kind}"
        return self._proposition(claim.condition, speaker, where)

    def term_problem(self, term: Proposition, speaker: str) -> str | None:
        """Return why nobody can promise this here; None where it can be promised."""
        return self._proposition(term, speaker, f"The term {term.kind} of your offer")

    def _others(self, speaker: str) -> tuple[str, ...]:
        return tuple(seat for seat in self.seats if seat != speaker)

    def _proposition(self, said: Proposition, speaker: str, where: str) -> str | None:
        if said.kind not in FIELDS:
            return f"{where} is of an unknown kind. {possible(said.kind, tuple(FIELDS))}"
        return (
            self._fields(said, where)
            or self._names(said, where)
            or self._pair(said, speaker, where)
            or self._numbers(said, where)
        )

    def _fields(self, said: Proposition, where: str) -> str | None:
        needed, free = FIELDS[said.kind]
        fits = (*needed, *free)
        for name in _USED:
            value = getattr(said, name)
            if value is None and name in needed:
                return f"{where} has no {name}. {self._what(name, said)}"
            if value is not None and name not in fits:
                listed = ", ".join((*fits, "negated"))
                return (
                    f"{where} has {name} {_shown(value)}. Possible fields of {said.kind}: {listed}."
                )
        if (said.relation is None) != (said.count is None):
            has, lacks = ("count", "relation") if said.relation is None else ("relation", "count")
            return f"{where} has a {has} and no {lacks}. Possible: both of them, or none."
        if said.kind == "vote" and said.vote != "attack" and said.location is not None:
            return (
                f"{where} has location {said.location} with the {said.vote} vote. "
                "Possible: a location with the attack vote only."
            )
        if said.kind == "play" and said.moment != "attack" and said.location is not None:
            return (
                f"{where} has location {said.location} with moment {said.moment!r}. "
                "Possible: a location with the moment attack only."
            )
        return None

    def _names(self, said: Proposition, where: str) -> str | None:
        for name, known in self._known.items():
            value = getattr(said, name)
            if value is not None and value not in known:
                return f"{where} has {name} {value!r}. {self._what(name, said)}"
        return None

    def _pair(self, said: Proposition, speaker: str, where: str) -> str | None:
        """Return the problem of a player who gives himself a card or is his own ally."""
        player = speaker if said.player is None else said.player
        if said.kind in OF_ANOTHER and said.target == player:
            others = ", ".join(self._others(player))
            return f"{where} has target {player!r}, the player himself. Possible: {others}."
        return None

    def _numbers(self, said: Proposition, where: str) -> str | None:
        if said.count is not None:
            most = self.most_dice if said.kind == "zombies" else self.cards[str(said.card)]
            if not 0 <= said.count <= most:
                return f"{where} has count {said.count}. Possible: 0 to {most}."
        if said.dice is not None and (
            not self.dice <= len(said.dice) <= self.most_dice
            or not set(said.dice) <= set(self.locations)
        ):
            return f"{where} has dice {_shown(said.dice)}. {self._what('dice', said)}"
        if said.until is not None and not 1 <= said.until <= LAST_ROUND:
            return f"{where} has until {said.until}. {self._what('until', said)}"
        return None

    @cached_property
    def _known(self) -> dict[str, tuple[object, ...]]:
        return {
            "player": self.seats,
            "target": self.seats,
            "location": self.locations,
            "card": tuple(self.cards),
            "relation": get_args(Relation),
            "vote": get_args(Vote),
            "ballot": get_args(Ballot),
            "moment": get_args(Moment),
            "character": self.characters,
        }

    def _what(self, name: str, said: Proposition) -> str:
        if name == "dice":
            faces = ", ".join(map(str, self.locations))
            few, most = self.dice, self.most_dice
            many = str(few) if few == most else f"{few} to {most}"
            return f"Possible: {many} numbers, each of {faces}."
        if name == "count":
            return f"Possible: 0 to {self.most_dice}."
        if name == "until":
            return f"Possible: the number of a round from 1 to {LAST_ROUND}, or null."
        names = tuple(map(str, self._known[name]))
        return possible(getattr(said, name), names)


def _shown(value: object) -> str:
    return str(list(value)) if isinstance(value, tuple) else repr(value)
