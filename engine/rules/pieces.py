"""The pieces of both families: locations, characters, cards, and the roster of a table."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from engine.rules.text import Rule
from engine.view_data import CharacterData

DEAD = -1
"""The location of a character that was eaten."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A location."""

    number: int
    """The number printed on the board and on the dice."""
    name: str
    capacity: int | None
    """The most characters that it holds; None: any number."""
    own: str | None = None
    """The name in the edition's language; None where the text has none, or is English."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Character:
    """A kind of character."""

    id: str
    name: str
    points: int
    strength: int
    extra_votes: int
    note: str
    """A further property, in the words of the rules text; empty: none."""
    own: str | None = None
    """The name in the edition's language."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """A kind of card."""

    id: str
    name: str
    count: int
    clause: str
    text: str
    use: str
    """`vote look run wall hide kill lure keep`: the purpose."""
    kills: int = 0
    """Number of attackers that it removes, for weapons."""
    own: str | None = None
    """The name in the edition's language."""


def describe_character(character: Character) -> str:
    """Return `Tough Guy (5 points, strength 2, 1 vote: ...)`."""
    votes = 1 + character.extra_votes
    numbers = (
        f"{character.points} point{'' if character.points == 1 else 's'}, "
        f"strength {character.strength}, {votes} vote{'' if votes == 1 else 's'}"
    )
    return f"{character.name} ({numbers}{': ' if character.note else ''}{character.note})"


def card_rules(cards: Iterable[Card]) -> tuple[Rule, ...]:
    """Return a sentence for each card; cards with the same effect share one, in their order."""
    alike: dict[tuple[str, str], list[Card]] = {}
    for card in cards:
        alike.setdefault((card.clause, card.text), []).append(card)
    return tuple(
        Rule(clause, f"{', '.join(f'{card.name} ({card.count})' for card in same)}: {text}")
        for (clause, text), same in alike.items()
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Tables:
    """The locations, characters and cards of an edition, with its options."""

    places: tuple[Place, ...]
    """In ascending order of their numbers."""
    roles: Mapping[str, int]
    """The number of the location in each role."""
    characters: tuple[Character, ...]
    cards: tuple[Card, ...]
    """In the order in which hands are shown, whatever the order of drawing."""
    break_in: int | None
    """Zombies that always get into the supermarket; None where no number always gets in."""
    dice: int
    """Dice rolled each round, at the start; their faces are the numbers of the locations."""
    most_dice: int
    """Dice rolled each round, at most."""


class Roster:
    """The characters of one table, by number; never changes.

    Characters are numbered player by player clockwise, each in the order of the character table.
    """

    __slots__ = (
        "index",
        "kind",
        "names",
        "noisy",
        "of",
        "order_from",
        "owner",
        "points",
        "seats",
        "shown",
        "strength",
        "votes",
    )

    def __init__(self, seats: tuple[str, ...], kinds: Sequence[Character], noisy: str) -> None:
        """Number the characters; `noisy` is the kind whose gatherings attract."""
        self.seats = seats
        self.owner = tuple(seat for seat in seats for _ in kinds)
        self.kind = tuple(k.id for _ in seats for k in kinds)
        self.strength = tuple(k.strength for _ in seats for k in kinds)
        self.points = tuple(k.points for _ in seats for k in kinds)
        self.votes = tuple(1 + k.extra_votes for _ in seats for k in kinds)
        self.names = tuple(zip(self.owner, self.kind, strict=True))
        self.shown: tuple[CharacterData, ...] = tuple(
            {"player": owner, "character": kind, "hidden": False} for owner, kind in self.names
        )
        """Each character as a view shows it while no card hides it, to be copied."""
        self.index = {pair: i for i, pair in enumerate(self.names)}
        self.of = {
            seat: tuple(i for i, owner in enumerate(self.owner) if owner == seat) for seat in seats
        }
        self.order_from = {
            seat: (*seats[at:], *seats[:at]) for at, seat in enumerate(seats)
        }  # MOH-13, OSA-16: the seats from each possible holder of the badge clockwise
        self.noisy = tuple(i for i, kind in enumerate(self.kind) if kind == noisy)


class Vote(NamedTuple):
    """The current vote; candidates and weights are None until the ballot is open."""

    kind: str
    place: int
    candidates: tuple[str, ...] | None = None
    weights: Mapping[str, int] | None = None
    ballots: Mapping[str, str] | None = None
    leaders: tuple[str, ...] = ()
    """The candidates with the highest total, once the ballots are revealed."""
