"""The view, parsed for tactics: characters and rooms, points, and the order of play.

Numbers come from the ruleset, locations by their role, never by their number.
"""

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple, cast

import engine
from arena.families import family_of
from engine.view_data import PlaceData, ViewData

HOARD: Mapping[str, float] = {"moh": 0.3}
"""By family, how much more a card helps a player for each card already in hand: cards may break
ties."""
VAGUE = frozenset({"osaczeni"})
"""Families in which the holder of the badge may name locations, not numbers (OSA-33)."""


class RulesetFacts:
    """The numbers of one ruleset that tactics use."""

    def __init__(self, name: str) -> None:
        ruleset = engine.ruleset(name)
        kinds, cards = ruleset.characters, ruleset.cards
        self.family = family_of(ruleset)
        """The family's names of things."""
        self.points = {kind.id: kind.points for kind in kinds}
        self.strength = {kind.id: kind.strength for kind in kinds}
        self.votes = {kind.id: 1 + kind.extra_votes for kind in kinds}
        self.kills = {card.id: card.kills for card in cards if card.kills}
        """Zombies that a card removes, by card; weapons alone."""
        self.uses = {card.id: card.use for card in cards}
        """The use of each card: `vote look run wall hide kill lure keep`."""
        threats = sum(card.count for card in cards if card.use == "vote")
        self.threats = threats / sum(card.count for card in cards)
        """The share of the cards that add a vote."""
        self.parking = ruleset.parking
        self.hq = ruleset.roles.get("hq", 0)
        """The location where the Chief is elected; 0 where there is none, as for the
        supermarket."""
        self.supermarket = ruleset.roles.get("supermarket", 0)
        self.break_in = ruleset.break_in
        """Zombies that enter the supermarket whatever its strength; None: no number does."""
        self.names = {card.id: card.name for card in cards}
        """The name of each card in a sentence, by card."""
        self.faces = len(ruleset.places)
        proper = self.family.proper_names
        self.articled = {each.number for each in ruleset.places if each.name not in proper}
        """The locations whose names take `the`."""
        self.hoard = HOARD.get(ruleset.family, 0.0)
        self.vague = ruleset.family in VAGUE


@cache
def facts(ruleset: str) -> RulesetFacts:
    """Return the facts of the ruleset with this id, cached."""
    return RulesetFacts(ruleset)


class Person(NamedTuple):
    """A living character on the board."""

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
    """Strength against the zombies, as all see it; None: no walls, so that it does not count."""
    people: tuple[Person, ...]

    @property
    def strength_as_if_walled(self) -> int:
        """The strength; on open ground the one that the characters would have in a room."""
        if self.strength is not None:
            return self.strength
        return sum(each.strength for each in self.people)


class Position:
    """One seat's view, parsed once for a question."""

    __slots__ = ("facts", "me", "order", "own", "people", "points", "rooms", "view")

    def __init__(self, view: ViewData) -> None:
        self.view = view
        self.facts = facts(view["ruleset"])
        seats = view["seats"]
        self.me = cast("str", view["seat"])  # None only in the public's view
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
        """The holder of the victim token, who decides ties; None: a lot, or nobody."""
        return self.view.get("victim_token")

    def needed(self, place: int, strength: float) -> float:
        """Return the number of zombies that enter a room with this strength."""
        need = max(strength + bool(self.view.get("ties_hold")), 1.0)
        always = self.facts.break_in if place == self.facts.supermarket else None
        return need if always is None else min(need, always)

    def holds(self, use: str) -> int:
        """Return the number of the bot's cards with this use."""
        uses = self.facts.uses
        return sum([uses[card] == use for card in self.view["hand"] or ()])

    def visible(self, place: int, player: str) -> list[Person]:
        """Return the player's characters there that are not hidden, so can be eaten."""
        room = self.rooms.get(place)
        people = room.people if room else ()
        return [each for each in people if each.player == player and not each.hidden]

    def rivalry(self, greed: float) -> dict[str, float]:
        """Return the value to the bot, in own points, of a point that another player loses.

        The loss of a leading player counts most. It is proportional to `greed`.
        """
        mine = self.points[self.me]
        share = greed / max(1, len(self.points) - 1)
        return {
            player: share * min(2.0, max(0.3, 1 + (points - mine) / 8))
            for player, points in self.points.items()
            if player != self.me
        }
