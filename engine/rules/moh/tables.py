"""The locations, characters and cards of Mall of Horror, and its numbers."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from engine.rules.pieces import Card, Character, Place, card_rules, describe_character
from engine.rules.text import Rule

COLOURS = ("yellow", "red", "blue", "green", "brown", "black")
"""GAP-M-2: assigned in this order, so three players have yellow, red and blue (MOH-6)."""
DICE = 4
"""Arrival dice (MOH-5)."""
FEW_PLAYERS = 4
"""Up to this many players, one shop is closed (MOH-7)."""
GIRLS = 3
"""The number of players with a Little Girl each (MOH-6)."""
MOST_PLAYERS = 6
"""The number of players that ends the game earlier (MOH-68)."""
LAST_FEW = 4
"""The game ends with this many living characters (MOH-68)."""
LAST_FEW_OF_MOST = 6
"""The same with the most players."""
DOOM = 8
"""Zombies that close an empty location (MOH-38)."""
BREAK_IN = 4
"""Zombies that always get into the supermarket (MOH-46)."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Places:
    """The six locations of an edition and their roles (MOH-2)."""

    all: tuple[Place, ...]
    """In ascending order of their numbers, which is the order of resolution (MOH-43)."""
    parking: int
    hq: int
    supermarket: int
    shop: int
    """Closed with three or four players (MOH-7)."""

    def __getitem__(self, number: int) -> Place:
        """Return the location of this number."""
        return self.all[number - 1]

    def text(self, closed: Sequence[int]) -> tuple[Rule, ...]:
        """Return the rule sentences of the locations; `closed` are out of the game."""
        rooms = "; ".join(
            f"{p.number} {p.name} ({'any number' if p.capacity is None else p.capacity})"
            for p in self.all
        )
        return (
            Rule("MOH-2", f"Locations, with the characters they hold: {rooms}."),
            *(
                Rule(
                    "MOH-7", f"With 3 or 4 players location {number} is closed for the whole game."
                )
                for number in closed
            ),
        )


CHARACTERS = (
    Character(
        id="pin_up", name="Pin-Up", points=7, strength=1, extra_votes=0,
        note="the location with strictly most Pin-Ups attracts a zombie",
    ),
    Character(
        id="tough_guy", name="Tough Guy", points=5, strength=2, extra_votes=0,
        note="takes one space and counts as one in a crowd",
    ),
    Character(
        id="gunman", name="Gunman", points=3, strength=1, extra_votes=1,
        note="both only in votes that he takes part in",
    ),
    Character(
        id="little_girl", name="Little Girl", points=1, strength=1, extra_votes=0,
        note="",
    ),
)  # fmt: skip
"""MOH-3. A table of three uses all four, a larger one the first three (MOH-6)."""


def characters_with(*, gunman_holds_two: bool, gunman_everywhere: bool) -> tuple[Character, ...]:
    """Return the characters with the strength and votes that a table plays with."""
    strengths = {"gunman": 2, "tough_guy": 1} if gunman_holds_two else {}
    votes = {"gunman": "one of them wherever he is, even hidden"} if gunman_everywhere else {}
    return tuple(
        replace(c, strength=strengths.get(c.id, c.strength), note=votes.get(c.id, c.note))
        for c in CHARACTERS
    )


def characters_for(
    players: int, kinds: tuple[Character, ...] = CHARACTERS
) -> tuple[Character, ...]:
    """Return the characters that each player has in a game of so many (MOH-6)."""
    return kinds if players == GIRLS else kinds[:-1]


def characters_text(kinds: tuple[Character, ...]) -> tuple[Rule, ...]:
    """Return the rule sentences of the characters."""
    return (
        Rule("MOH-3", f"Characters: {'; '.join(map(describe_character, kinds))}."),
        Rule("MOH-6", "Each player has one of each."),
    )


PRESENT = "a player with a character there"
"""The player of a card in an attack, in the words of the cards."""
HIDING = (
    f"Before {{votes}}, by {PRESENT}: one own character there can't vote and can't be eaten, but "
    "still counts for strength, until the end of the round."
)
"""MOH-65; before which votes is a policy (GAP-M-8)."""


def _weapon(id_: str, name: str, kills: int) -> Card:
    text = (
        f"Weapon, before an attack vote, by a player with a character there: removes "
        f"{'up to 2 zombies' if kills > 1 else '1 zombie'} there at once."
    )
    return Card(id=id_, name=name, count=1, clause="MOH-64", use="kill", text=text, kills=kills)


CARDS = (
    Card(
        id="threat", name="Threat", count=3, clause="MOH-60", use="vote",
        text="Before a vote: one more vote of yours in this vote and its re-vote.",
    ),
    Card(
        id="camera", name="Security Camera", count=3, clause="MOH-61", use="look",
        text="When the dice lie under the box: look at them.",
    ),
    Card(
        id="sprint", name="Sprint", count=3, clause="MOH-62", use="run",
        text="On your turn to move: move any own character to any open location with room, "
        "or leave it where it is, instead of going to your destination.",
    ),
    Card(
        id="hardware", name="Hardware", count=3, clause="MOH-63", use="wall",
        text="Before an attack vote, by a player with a character there: strength +1 in this "
        f"attack. Not on the parking lot, and not in the supermarket while {BREAK_IN} or more "
        "zombies stand there.",
    ),
    Card(
        id="hidden", name="Hidden", count=3, clause="MOH-65", use="hide",
        text=HIDING.format(votes="an attack vote"),
    ),
    _weapon("shotgun", "Shotgun", 2),
    _weapon("chainsaw", "Chainsaw", 2),
    _weapon("grenades", "Grenades", 2),
    _weapon("pistol", "Pistol", 1),
    _weapon("fire_axe", "Fire Axe", 1),
    _weapon("baseball_bat", "Baseball Bat", 1),
)  # fmt: skip
"""MOH-4: 21 cards. Hands are shown in this order, whatever the order of drawing."""


def cards_with(by_use: Mapping[str, str], texts: Mapping[str, str]) -> tuple[Card, ...]:
    """Return the cards with these texts; `by_use` names the players of cards with such a use."""
    found: list[Card] = []
    for card in CARDS:
        text = texts.get(card.id, card.text).replace(PRESENT, by_use.get(card.use, PRESENT))
        found.append(replace(card, text=text))
    return tuple(found)


def cards_text(cards: tuple[Card, ...]) -> tuple[Rule, ...]:
    """Return the rule sentences of the cards."""
    return (
        *card_rules(cards),
        Rule("MOH-59", "A played card leaves the game face up, even if it turns out useless."),
    )
