"""What a family of rules calls things, for all that speaks of them: faces, bots and prompts.

Keyed by `Ruleset.family`; nothing here compares a ruleset's id.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from arena.text import plural
from engine import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """The words of one family, and the few facts about its procedure that talk depends on."""

    id: str
    """As `Ruleset.family`."""
    attacker: str
    """What comes and eats: `zombie`, `monster`."""
    leader: str
    """Who has the badge, as it is said in passing: `Chief`."""
    leader_vote: str
    """The vote on who leads, in one word: `chief`, `badge`."""
    title: str
    """The same in full: `Chief of Security`."""
    cover: str
    """What the dice lie under."""
    building: str
    """Where it all happens, in one word."""
    proper_names: frozenset[str]
    """Names of locations that take no `the`."""
    rest_returns: bool
    """True: what the searcher leaves goes under the deck; False: out of the game."""
    arrived: frozenset[str]
    """Phases in which the attackers of this round's dice stand already."""
    rolled_in: str
    """The phase in which this round's dice come to lie under their cover."""
    noisy: str
    """Id of the characters whose gathering draws an attacker, as the biggest crowd does."""
    ties_draw: bool
    """True: of gatherings that are level each draws one; False: none does."""
    always_announces: bool
    """True: who has the badge announces a destination in every round, elected or not."""
    clauses: Mapping[str, str]
    """The clauses that tell of its `seats`, `dice`, `phases`, `places`, `characters` and `goal`."""

    def attackers(self, count: int) -> str:
        """Return `1 zombie`, `2 zombies`."""
        return plural(count, self.attacker)


def _clauses(family: str, **numbers: int) -> Mapping[str, str]:
    return MappingProxyType({what: f"{family}-{number}" for what, number in numbers.items()})


FAMILIES: Mapping[str, Family] = MappingProxyType(
    {
        "moh": Family(
            id="moh",
            attacker="zombie",
            leader="Chief",
            leader_vote="chief",
            title="Chief of Security",
            cover="box",
            building="mall",
            proper_names=frozenset({"Cachou", "Megatoys", "Security HQ"}),
            rest_returns=True,
            arrived=frozenset({"movement", "attack"}),
            rolled_in="arrival",
            noisy="pin_up",
            ties_draw=False,
            always_announces=False,
            clauses=_clauses(
                "MOH", seats=1, dice=30, phases=12, places=2, characters=3, resolution=43, goal=69
            ),
        ),
        "osaczeni": Family(
            id="osaczeni",
            attacker="monster",
            leader="badge holder",
            leader_vote="badge",
            title="badge holder",
            cover="hatch",
            building="mall",
            proper_names=frozenset(),
            rest_returns=False,
            arrived=frozenset({"attack", "dawn"}),
            rolled_in="badge",
            noisy="crybaby",
            ties_draw=True,
            always_announces=True,
            clauses=_clauses(
                "OSA", seats=1, dice=29, phases=15, places=2, characters=5, resolution=43, goal=55
            ),
        ),
    }
)


def family_of(ruleset: Ruleset) -> Family:
    """Return the words of a ruleset's family."""
    return FAMILIES[ruleset.family]
