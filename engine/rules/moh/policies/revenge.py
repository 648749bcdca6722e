"""The policy of the zombie of an eliminated player."""

from dataclasses import dataclass

from engine.rules.moh.state import MohState
from engine.rules.text import Rule


@dataclass(frozen=True, slots=True)
class Revenge:
    """When and where an eliminated player places a zombie (MOH-36, GAP-M-26)."""

    every_round: bool
    """True: in every later round; False: in the next round only."""
    last_death: bool
    """True: where the last own character died; False: at any open location."""
    optional: bool
    at_round_end: bool
    """True: after the attack; False: when the destinations are chosen."""

    @property
    def rule(self) -> Rule:
        """The sentence of the rules text."""
        who = "An eliminated player" if self.every_round else "A player eliminated last round"
        verb = "may place" if self.optional else "places"
        where = "at any open location"
        if self.last_death:
            where = "at the location where his last character died, if it is open"
        often = ", in every later round" if self.every_round else ", once"
        when = "when all destinations are chosen"
        if self.at_round_end:
            when = "after the attack if the game goes on"
        return Rule("MOH-36", f"{who} {verb} one zombie {where}{often}, {when}.")

    def entitled_players(self, s: MohState) -> tuple[str, ...]:
        """Return the players who place a zombie in this round, in the order of play."""
        of = s.revenge
        if self.every_round:
            of = tuple(player for player in s.eliminated if player not in s.fallen)
        return tuple([player for player in s.in_order() if player in of]) if of else ()

    def places(self, s: MohState, player: str, open_: tuple[int, ...]) -> tuple[int, ...]:
        """Return the locations where it may stand."""
        if not self.last_death:
            return open_
        return tuple(place for place in open_ if place == s.graves.get(player))
