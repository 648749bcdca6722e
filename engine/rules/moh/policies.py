"""Where editions and options differ: small policies, each with the sentence that it enforces.

Phases call them and never see an option. `build.py` picks one of each kind.
"""

from dataclasses import dataclass
from typing import ClassVar

from engine.rules.moh.state import MohState
from engine.rules.text import Rule

__all__ = [
    "AnyoneThreatens",
    "BallotDefault",
    "CameraForAll",
    "CameraForOthers",
    "CameraPolicy",
    "ChiefDrawn",
    "ChiefNamed",
    "DestinationElsewhere",
    "DestinationPolicy",
    "FirstChiefPolicy",
    "GiftPolicy",
    "GiftToAnyone",
    "GiftToLiving",
    "HideInAttacks",
    "HideInEveryVote",
    "HidePolicy",
    "JoinOrder",
    "PresentThreaten",
    "RandomOrder",
    "RevengeEveryRound",
    "RevengeOnce",
    "RevengePolicy",
    "SeatingPolicy",
    "SprintHoldersStay",
    "ThreatPolicy",
    "ZombieSupply",
]


# --- GAP-M-1: who is the first Chief ---


@dataclass(frozen=True, slots=True)
class ChiefDrawn:
    """A lot stands in for the oldest player's age."""

    rule: ClassVar[Rule] = Rule("MOH-8", "The first Chief of Security is drawn by lot.")
    seat: str | None = None


@dataclass(frozen=True, slots=True)
class ChiefNamed:
    """The host says who begins."""

    seat: str | None

    @property
    def rule(self) -> Rule:
        """Return the sentence."""
        return Rule("MOH-8", f"The first Chief of Security is {self.seat}.")


# --- GAP-M-2: who sits where ---


@dataclass(frozen=True, slots=True)
class JoinOrder:
    """Players sit as they joined."""

    rule: ClassVar[Rule] = Rule("GAP-M-2", "Players sit clockwise in the order in which they join.")
    drawn: bool = False


@dataclass(frozen=True, slots=True)
class RandomOrder:
    """Seats are drawn."""

    rule: ClassVar[Rule] = Rule("GAP-M-2", "Seats are drawn by lot before the game.")
    drawn: bool = True


# --- GAP-M-6: who may play a Threat ---


@dataclass(frozen=True, slots=True)
class PresentThreaten:
    """A Threat is an additional vote of a voter."""

    rule: ClassVar[Rule] = Rule(
        "GAP-M-6",
        "Cards before a vote are played by players with a character at its location, hidden or "
        "not: Threats before any vote, the others only where it is said.",
    )

    def takes_part(self, s: MohState, place: int) -> tuple[str, ...]:
        """Return the players with a character there."""
        return s.present(place)


@dataclass(frozen=True, slots=True)
class AnyoneThreatens:
    """An absent player's Threat adds to the single vote of the re-vote."""

    rule: ClassVar[Rule] = Rule(
        "GAP-M-6",
        "Before an attack vote cards are played by players with a character there, hidden or not; "
        "before the vote for the truck or the Chief by every living player, and the Threats of one "
        "with no character there count in a re-vote only.",
    )

    def takes_part(self, s: MohState, place: int) -> tuple[str, ...]:
        """Return everybody who lives."""
        del place
        return s.living()


# --- GAP-M-8: where characters hide ---


@dataclass(frozen=True, slots=True)
class HideInAttacks:
    """Only where somebody is about to be eaten."""

    rule: ClassVar[Rule] = Rule("GAP-M-8", "Hidden is played before attack votes only.")
    in_elections: bool = False


@dataclass(frozen=True, slots=True)
class HideInEveryVote:
    """In truck and Chief votes as well."""

    rule: ClassVar[Rule] = Rule(
        "GAP-M-8",
        "Hidden is played before any vote, on an own character there; it is neither voter nor "
        "candidate. If only hidden characters are there, nobody searches the truck, and the Chief "
        "stays and is not elected.",
    )
    in_elections: bool = True


# --- GAP-M-12: the ballot of a seat that fails to answer ---


@dataclass(frozen=True, slots=True)
class BallotDefault:
    """How the ballot of a seat that fails to answer is drawn."""

    kind: str

    @property
    def rule(self) -> Rule:
        """Return the sentence."""
        how = "any candidate" if self.kind == "uniform" else "oneself if possible, else anyone"
        return Rule("GAP-M-12", f"Nobody abstains; a ballot that is not cast is drawn: {how}.")


# --- GAP-M-19: how many zombies there are ---


@dataclass(frozen=True, slots=True)
class ZombieSupply:
    """How many zombies can stand on the board at once."""

    limit: int | None

    @property
    def rule(self) -> Rule:
        """Return the sentence."""
        if self.limit is None:
            return Rule("GAP-M-19", "There are always enough zombies.")
        text = (
            f"At most {self.limit} zombies are on the board; of more that come, the last stay away."
        )
        return Rule("GAP-M-19", text)

    def allowed(self, s: MohState, places: tuple[int, ...]) -> tuple[int, ...]:
        """Return those of the zombies to come for which there is a figure."""
        if self.limit is None:
            return places
        return places[: max(0, self.limit - sum(s.zombies))]


# --- GAP-M-24: the destination where all own characters already stand ---


@dataclass(frozen=True, slots=True)
class DestinationElsewhere:
    """Somebody must have to move."""

    rule: ClassVar[Rule] = Rule(
        "MOH-35",
        "A destination is an open location where not all of your characters already stand; it "
        "may be full.",
    )
    sprint_may_stay: bool = False


@dataclass(frozen=True, slots=True)
class SprintHoldersStay:
    """Who holds a Sprint may lock the location where all stand."""

    rule: ClassVar[Rule] = Rule(
        "MOH-35",
        "A destination is an open location, full or not; where all of your characters already "
        "stand you may lock it only if you hold a Sprint, and you must then play it.",
    )
    sprint_may_stay: bool = True


# --- GAP-M-26: the zombie of an eliminated player ---


@dataclass(frozen=True, slots=True)
class RevengeOnce:
    """In the round after the elimination."""

    rule: ClassVar[Rule] = Rule(
        "MOH-36",
        "A player eliminated last round may place one zombie at any open location, once, when "
        "all destinations are chosen.",
    )

    def entitled(self, s: MohState) -> tuple[str, ...]:
        """Return those eliminated in the previous round."""
        return tuple(player for player in s.in_order() if player in s.revenge)


@dataclass(frozen=True, slots=True)
class RevengeEveryRound:
    """In every later round."""

    rule: ClassVar[Rule] = Rule(
        "MOH-36",
        "An eliminated player may place one zombie at any open location in every later round, "
        "when all destinations are chosen.",
    )

    def entitled(self, s: MohState) -> tuple[str, ...]:
        """Return all that are eliminated."""
        return tuple(player for player in s.in_order() if player in s.eliminated)


# --- GAP-M-27: gifts to the eliminated ---


@dataclass(frozen=True, slots=True)
class GiftToAnyone:
    """The eliminated included."""

    rule: ClassVar[Rule] = Rule("GAP-M-27", "Any other player may be given the card.")

    def recipients(self, s: MohState, searcher: str) -> tuple[str, ...]:
        """Return everybody else."""
        return tuple(player for player in s.roster.seats if player != searcher)


@dataclass(frozen=True, slots=True)
class GiftToLiving:
    """Not to the eliminated; if nobody else lives, to anyone."""

    rule: ClassVar[Rule] = Rule(
        "GAP-M-27",
        "The card goes to another player who is still in the game; if there is none, to any other.",
    )

    def recipients(self, s: MohState, searcher: str) -> tuple[str, ...]:
        """Return everybody else who lives, or everybody else."""
        others = GiftToAnyone().recipients(s, searcher)
        return tuple(player for player in others if s.alive(player)) or others


# --- GAP-M-37: a camera for a Chief who already sees ---


@dataclass(frozen=True, slots=True)
class CameraForOthers:
    """Who has already looked is not asked."""

    rule: ClassVar[Rule] = Rule(
        "MOH-32",
        "Every living player who has not looked may then play one Security Camera to look, in "
        "Chief order.",
    )

    def takes_part(self, s: MohState) -> tuple[str, ...]:
        """Return the living who have not looked."""
        return tuple(player for player in s.living() if player not in s.dice_seen_by)


@dataclass(frozen=True, slots=True)
class CameraForAll:
    """An elected Chief is asked too."""

    rule: ClassVar[Rule] = Rule(
        "MOH-32",
        "Every living player, an elected Chief included, may then play one Security Camera to "
        "look, in Chief order.",
    )

    def takes_part(self, s: MohState) -> tuple[str, ...]:
        """Return the living."""
        return s.living()


FirstChiefPolicy = ChiefDrawn | ChiefNamed
SeatingPolicy = JoinOrder | RandomOrder
ThreatPolicy = PresentThreaten | AnyoneThreatens
HidePolicy = HideInAttacks | HideInEveryVote
DestinationPolicy = DestinationElsewhere | SprintHoldersStay
RevengePolicy = RevengeOnce | RevengeEveryRound
GiftPolicy = GiftToAnyone | GiftToLiving
CameraPolicy = CameraForOthers | CameraForAll
