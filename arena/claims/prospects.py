"""Whether a pledge can still come to its occasion, as everybody at the table can see.

Only public records count, and what all know: the judge of a whole log and each listener find the
same. How a pledge turned out is found by its watch, which may know more.
"""

from typing import Literal

from arena.claims.facts import Facts
from arena.claims.language import Proposition
from arena.claims.watches import WATCHES
from arena.events import Event

__all__ = ["Prospect"]

End = Literal["past", "impossible"]


class Prospect:
    """What can come of one pledge, from when it was given."""

    def __init__(self, said: Proposition, facts: Facts) -> None:
        """`said` names its player."""
        self.said = said
        self.end: End | None = None
        """`past`: its moment is over, or it was decided; `impossible`: who is out can't do it any
        more, or nobody to them; None: it is still to come."""
        # Whether a watch is done all can tell, but for where one goes: that is chosen in secret.
        self._watch = None if said.kind == "go" else WATCHES[said.kind](said, facts)
        decided = self._watch is not None and self._watch.now(facts) is not None
        self._look(facts, decided=decided)

    def heard(self, event: Event, facts: Facts) -> None:
        """Take an event, which the facts have taken in."""
        if self.end is None:
            watch, truth = self._watch, None
            if watch is not None and type(event) in watch.hears:
                truth = watch.heard(event, facts)
            self._look(facts, decided=truth is not None)

    def _look(self, facts: Facts, *, decided: bool) -> None:
        if _is_impossible(self.said, facts):
            self.end = "past" if _has_come(self.said, facts) else "impossible"
        elif decided or _is_past(self.said, facts):
            self.end = "past"


def _is_past(said: Proposition, facts: Facts) -> bool:
    """Tell whether all know where the player goes, or that a moment of the round is over."""
    if said.kind == "go":
        return facts.destinations_out or said.player in facts.open_destinations
    if said.location is not None and facts.is_safe(said.location):
        return True
    match said.moment:
        case "truck":
            return facts.truck_over
        case "chief" | "dice":
            return facts.moment not in {"truck", "chief", "dice"}
        case "move":
            return facts.dice_out and not facts.movement
        case _:
            return False


def _has_come(said: Proposition, facts: Facts) -> bool:
    """Tell whether the attack that is meant was held, in which somebody may just have gone out."""
    location = said.location
    eaten = facts.eaten if location is None else facts.eaten & {location}
    return _is_of_attack(said) and bool(eaten)


def _is_of_attack(said: Proposition) -> bool:
    return said.vote == "attack" or (said.kind == "play" and said.moment in {None, "attack"})


def _is_impossible(said: Proposition, facts: Facts) -> bool:
    """Tell whether somebody is out without whom it can't be done.

    Who is out has a vote in re-votes (MOH-66) or may break a tie (OSA-21), may be given a card and
    told the dice, but goes nowhere, wins no vote and is in no first ballot.
    """
    player_out = said.player in facts.eliminated
    match said.kind:
        case "vote":
            return said.target in facts.eliminated or (player_out and said.ballot == "first")
        case "ally":
            return said.target in facts.eliminated
        case "tell":
            can_look = facts.dead_play or said.player in facts.looked
            return player_out and not can_look
        case "play":
            return player_out and not facts.dead_play
        case _:
            return player_out
