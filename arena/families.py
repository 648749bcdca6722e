"""The vocabulary of each family of rulesets, for faces, bots and prompts.

Keyed by `Ruleset.family`; nothing here compares a ruleset's id.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from arena.text import plural
from engine import Ruleset


@dataclass(frozen=True, slots=True, kw_only=True)
class Family:
    """The vocabulary of one family, and facts of its procedure that talk depends on."""

    id: str
    attacker: str
    """The attacking creature: `zombie`, `monster`."""
    leader: str
    """The badge holder, short: `Chief`."""
    leader_vote: str
    """The vote on the leader, in one word: `chief`, `badge`."""
    title: str
    """The leader's full title: `Chief of Security`."""
    cover: str
    """What covers the dice."""
    building: str
    """The place of the game, in one word."""
    proper_names: frozenset[str]
    """Names of locations without an article."""
    rest_returns: bool
    """True: cards that the searcher leaves go under the deck; False: out of the game."""
    arrived: frozenset[str]
    """Phases after this round's attackers have arrived."""
    rolled_in: str
    """The phase in which this round's dice are placed under their cover."""
    noisy: str
    """Id of the characters whose largest group attracts an attacker, as the largest crowd does."""
    ties_draw: bool
    """True: each of several equally large groups attracts one; False: none does."""
    always_announces: bool
    """True: the badge holder announces a destination in every round, elected or not."""
    clauses: Mapping[str, str]
    """Ids of the rulebook's clauses on `seats`, `dice`, `phases`, `places`, `characters` and
    `goal`.
    """

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
    """Return the vocabulary of a ruleset's family."""
    return FAMILIES[ruleset.family]
