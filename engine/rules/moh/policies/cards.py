"""The policies of cards: who may play them, and where."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import ClassVar

from engine.rules.moh.state import MohState
from engine.rules.moh.tables import BREAK_IN, HIDING, PRESENT
from engine.rules.text import Rule


@dataclass(frozen=True, slots=True)
class CardPlayers:
    """Which players may play cards before a vote (GAP-M-6), eliminated ones included (MOH-66)."""

    absent_in_elections: bool
    """Whether absent players may, before the votes of A and B; only Threats are played there."""
    absent_in_attacks: bool
    absent_on_parking: bool
    """Whether absent players who have a character may, before votes on the parking lot only."""
    eliminated: bool
    """Whether the eliminated may where absent players may, and may play cameras."""

    @property
    def rule(self) -> Rule:
        """The sentence of the rules text."""
        if not (self.absent_in_elections or self.absent_in_attacks or self.absent_on_parking):
            text = (
                "Cards before a vote are played by players with a character at its location, "
                "hidden or not: Threats before any vote, the others only where it is said."
            )
        elif self.absent_in_elections and self.absent_in_attacks:
            text = (
                f"Before any vote cards are played by {self._every} player; the Threats of one "
                "with no character there count in a re-vote only."
            )
        else:
            text = f"{self._attacks()} {self._elections()}"
        return Rule("GAP-M-6", text)

    def _attacks(self) -> str:
        there = "Before an attack vote cards are played by players with a character there"
        if self.absent_in_attacks:
            return f"Before an attack vote cards are played by {self._every} player."
        if self.absent_on_parking:
            owner = "all players" if self.eliminated else "every player who has a character"
            return f"{there}, hidden or not, and on location {{parking}} by {owner}."
        return f"{there}, hidden or not;"

    def _elections(self) -> str:
        votes = "before the vote for the truck or the Chief"
        count = "the Threats of one with no character there count in a re-vote only."
        if self.absent_in_elections and not (self.absent_in_attacks or self.absent_on_parking):
            return f"{votes} by {self._every} player, and {count}"
        who = f"{self._every} player" if self.absent_in_elections else (
            "players with a character there"
        )  # fmt: skip
        return f"Before the vote for the truck or the Chief they are played by {who}. T{count[1:]}"

    @property
    def _every(self) -> str:
        return "every" if self.eliminated else "every living"

    @property
    def by_use(self) -> Mapping[str, str]:
        """The players of weapons (`kill`) and Hardware (`wall`), in the words of the cards."""
        builder = fighter = "any player" if self.absent_in_attacks else PRESENT
        if self.absent_on_parking:  # where no Hardware can be played (MOH-63)
            fighter = f"{PRESENT}, or on the parking lot by any"
        return {"kill": fighter, "wall": builder}

    def in_election(self, s: MohState, place: int) -> tuple[str, ...]:
        """Return the players of the card lap in A and B."""
        return self._all(s) if self.absent_in_elections else s.present(place)

    def in_attack(self, s: MohState, place: int, *, parking: bool) -> tuple[str, ...]:
        """Return the players of the card lap in F."""
        if not (self.absent_in_attacks or (parking and self.absent_on_parking)):
            return s.present(place)
        if self.eliminated:
            return s.in_order()
        # Who lost the last character in this very attack plays no more (GAP-M-6, GAP-M-25).
        return tuple(player for player in s.in_order() if s.alive(player))

    def _all(self, s: MohState) -> tuple[str, ...]:
        return s.in_order() if self.eliminated else s.living()

    @property
    def outcome(self) -> Rule:
        """The sentence on elimination."""
        cards = "no card play and no moves any more, but one vote in every re-vote."
        if self.eliminated:
            cards = (
                "no moves any more, but one vote in every re-vote, and cards where players with no "
                "character there may play them, Security Cameras included."
            )
        return Rule("MOH-66", f"A player with no characters left is eliminated: {cards}")


@dataclass(frozen=True, slots=True)
class HideInAttacks:
    """A Hidden card is playable only where a character is about to be eaten."""

    rule: ClassVar[Rule] = Rule("GAP-M-8", "Hidden is played before attack votes only.")
    card: ClassVar[Rule] = Rule("MOH-65", HIDING.format(votes="an attack vote"))
    in_elections: bool = False


@dataclass(frozen=True, slots=True)
class HideInEveryVote:
    """A Hidden card is playable in truck and Chief votes as well."""

    rule: ClassVar[Rule] = Rule(
        "GAP-M-8",
        "Hidden is played before any vote, on an own character there; it is neither voter nor "
        "candidate. If only hidden characters are there, nobody searches the truck, and the Chief "
        "stays and is not elected.",
    )
    card: ClassVar[Rule] = Rule("MOH-65", HIDING.format(votes="any vote"))
    in_elections: bool = True


@dataclass(frozen=True, slots=True)
class Cameras:
    """Which players may play a camera (MOH-32, GAP-M-37, MOH-66)."""

    elected_chief: bool
    """Whether a Chief may who sees the dice anyway."""
    eliminated: bool

    @property
    def rule(self) -> Rule:
        """The sentence of the rules text."""
        every = "Every player, the eliminated too," if self.eliminated else "Every living player"
        who = " who has not looked"
        if self.elected_chief:
            who = (
                " an elected Chief included," if self.eliminated else ", an elected Chief included,"
            )
        text = f"{every}{who} may then play one Security Camera to look, in Chief order."
        return Rule("MOH-32", text)

    def takes_part(self, s: MohState) -> tuple[str, ...]:
        """Return the players who are asked, in the order of play."""
        players = s.in_order() if self.eliminated else s.living()
        if self.elected_chief:
            return players
        return tuple([player for player in players if player not in s.dice_seen_by])


@dataclass(frozen=True, slots=True)
class HardwareBelowFour:
    """The supermarket's doors hold only fewer zombies than always break in (MOH-63)."""

    rule: ClassVar[Rule] = Rule(
        "MOH-63",
        "Before an attack vote, by a player with a character there: strength +1 in this "
        f"attack. Not on the parking lot, and not in the supermarket while {BREAK_IN} or more "
        "zombies stand there.",
    )

    def in_supermarket(self, *, crowded: bool) -> bool:
        """Return True if it may be played there."""
        return not crowded


@dataclass(frozen=True, slots=True)
class HardwareNeverThere:
    """The supermarket's doors can't be held (MOH-63)."""

    rule: ClassVar[Rule] = Rule(
        "MOH-63",
        "Before an attack vote, by a player with a character there: strength +1 in this "
        "attack. Not on the parking lot, and not in the supermarket.",
    )

    def in_supermarket(self, *, crowded: bool) -> bool:
        """Return True if it may be played there."""
        del crowded
        return False


HidePolicy = HideInAttacks | HideInEveryVote
HardwarePolicy = HardwareBelowFour | HardwareNeverThere
