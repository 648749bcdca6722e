"""A light read of the view: who stands where, what it is worth, who moves when.

Numbers come from the ruleset's facts, locations by the part they play, never by their number.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, cast

import engine
from arena.families import family_of
from engine.view_data import PlaceData, ViewData

HOARD: Mapping[str, float] = {"moh": 0.3}
"""By family: how much worse a card is in a hand for each that is there; they may break ties."""
VAGUE = frozenset({"osaczeni"})
"""Families in which the holder of the badge may name locations, not numbers (OSA-33)."""


class RulesetFacts:
    """What tactics count with, of one ruleset."""

    def __init__(self, name: str) -> None:
        """Read the ruleset of this name."""
        ruleset = engine.ruleset(name)
        kinds, cards = ruleset.characters, ruleset.cards
        self.family = family_of(ruleset)
        """What the game calls things."""
        self.points = {kind.id: kind.points for kind in kinds}
        self.strength = {kind.id: kind.strength for kind in kinds}
        self.votes = {kind.id: 1 + kind.extra_votes for kind in kinds}
        self.kills = {card.id: card.kills for card in cards if card.kills}
        """Zombies that a card removes, by card; weapons alone."""
        self.uses = {card.id: card.use for card in cards}
        """What a card is for, by card: `vote look run wall hide kill lure keep`."""
        threats = sum(card.count for card in cards if card.use == "vote")
        self.threats = threats / sum(card.count for card in cards)
        """The share of the cards that add a vote."""
        self.parking = ruleset.parking
        self.hq = ruleset.roles.get("hq", 0)
        """0 where there is no such location, as for the supermarket."""
        self.supermarket = ruleset.roles.get("supermarket", 0)
        self.break_in = ruleset.break_in
        """Zombies that get into the supermarket whatever its strength; None: no number does."""
        self.names = {card.id: card.name for card in cards}
        """What a card is called in a sentence, by card."""
        self.faces = len(ruleset.places)
        proper = self.family.proper_names
        self.articled = {each.number for each in ruleset.places if each.name not in proper}
        """The locations whose names take `the`."""
        self.hoard = HOARD.get(ruleset.family, 0.0)
        self.vague = ruleset.family in VAGUE


@cache
def facts(ruleset: str) -> RulesetFacts:
    """Return a ruleset's facts."""
    return RulesetFacts(ruleset)


class Person(NamedTuple):
    """A living character."""

    player: str
    kind: str
    place: int
    hidden: bool
    points: int
    strength: int
    votes: int


class Room(NamedTuple):
    """An open location."""

    number: int
    capacity: float
    zombies: int
    strength: int | None
    """Of those there against the zombies, as all see it; None: no walls, it does not count."""
    people: tuple[Person, ...]

    @property
    def strength_as_if_walled(self) -> int:
        """The strength, without walls that which those there would have behind some."""
        if self.strength is not None:
            return self.strength
        return sum(each.strength for each in self.people)


class Position:
    """The view, read once for a question."""

    __slots__ = ("facts", "me", "order", "own", "people", "points", "rooms", "view")

    def __init__(self, view: ViewData) -> None:
        """Read a seat's own view."""
        self.view = view
        self.facts = facts(view["ruleset"])
        seats = view["seats"]
        self.me = cast("str", view["seat"])  # the seat's own
        first = seats.index(view["chief"])
        self.order = (*seats[first:], *seats[:first])
        """The players from the Chief clockwise."""
        self.rooms: dict[int, Room] = {}
        """The open locations by number."""
        self.people: list[Person] = []
        for place in view["places"]:
            if not place["closed"]:
                self._read(place)
        self.own = tuple(person for person in self.people if person.player == self.me)
        self.points = dict.fromkeys(seats, 0)
        """Points of living characters by player."""
        for person in self.people:
            self.points[person.player] += person.points

    def _read(self, place: PlaceData) -> None:
        f, number, capacity = self.facts, place["number"], place["capacity"]
        people = []
        for each in place["characters"]:
            kind = each["character"]
            traits = f.points[kind], f.strength[kind], f.votes[kind]
            people.append(Person(each["player"], kind, number, each["hidden"], *traits))
        room = float("inf") if capacity is None else capacity
        self.rooms[number] = Room(number, room, place["zombies"], place["strength"], tuple(people))
        self.people += people

    @property
    def decider(self) -> str | None:
        """Who decides a tie, the holder of the victim token; None: a lot, or nobody."""
        return self.view.get("victim_token")

    def needed(self, place: int, strength: float) -> float:
        """Return how many attackers get into a room with this strength."""
        need = max(strength + bool(self.view.get("ties_hold")), 1.0)
        always = self.facts.break_in if place == self.facts.supermarket else None
        return need if always is None else min(need, always)

    def holds(self, use: str) -> int:
        """Return how many of my cards are for this."""
        uses = self.facts.uses
        return sum([uses[card] == use for card in self.view["hand"] or ()])

    def visible(self, place: int, player: str) -> list[Person]:
        """Return the player's characters there that can be eaten."""
        room = self.rooms.get(place)
        people = room.people if room else ()
        return [each for each in people if each.player == player and not each.hidden]

    def rivalry(self, greed: float) -> dict[str, float]:
        """Return what a point that another player loses is worth to me, in own points.

        A leader's counts most. Between 0 and a half of `greed` it is next to nothing.
        """
        mine = self.points[self.me]
        share = greed / max(1, len(self.points) - 1)
        return {
            player: share * min(2.0, max(0.3, 1 + (points - mine) / 8))
            for player, points in self.points.items()
            if player != self.me
        }
