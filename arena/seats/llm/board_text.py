"""The board as text, from one seat's view.

It depends on the view alone, and on the cards that the seat saw go to others. The vote under way
and the attack, which change with every question, are part of the question instead. A seat that has
been shown a board is later shown only the lines that changed.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType

from arena.families import Family
from arena.narration.words import Words
from arena.talk.discussion import in_order
from arena.text import plural
from engine.view_data import PlaceData, ViewData

KnownCards = Mapping[str, Sequence[str]]
NONE_KNOWN: KnownCards = MappingProxyType({})
COME = frozenset({"attack", "dawn"})
"""Phases after the arrival of the zombies that noise and crowds attract."""


class Board:
    """Writes the boards of one table."""

    def __init__(self, words: Words) -> None:
        ruleset = words.ruleset
        self._words, self._family = words, words.family
        self._characters = {each.id: each for each in ruleset.characters}
        self._cards = {each.id: each.name for each in ruleset.cards}
        self._end_at, self._parking = ruleset.end_at(words.seats), ruleset.parking
        self._noisy = self._characters[self._family.noisy].name

    def lines(self, view: ViewData, known: KnownCards = NONE_KNOWN) -> Mapping[str, str]:
        """Return the lines of the board by topic; a topic with nothing to say has an empty line.

        `known` are the cards that the seat knows others to hold.

        The keys and their order are always the same, so that two boards can be compared line by
        line.
        """
        return {
            "now": self._now(view),
            "order": self._order(view),
            "alive": self._alive(view),
            "cold room": self._cold_room(view),
            "hand": self._hand(view),
            "hands": self._hands(view, known),
            "gone": self._gone(view),
            "dice": self._dice(view),
            "destinations": self._destinations(view),
            "prospects": self._prospects(view),
            **{str(place["number"]): self._place(place) for place in view["places"]},
        }

    def _now(self, view: ViewData) -> str:
        phase = self._words.phase(view["phase"]).lower()
        return f"Round {view['round']}, {phase}." if view["round"] else "Set-up."

    def _order(self, view: ViewData) -> str:
        said = []
        if view["chief"] is not None:
            elected = ", elected this round" if view["chief_elected"] else ""
            title, order = self._family.title, ", ".join(in_order(view))
            said.append(f"{title[0].upper()}{title[1:]}: {view['chief']}{elected}. Order: {order}.")
        if view["victim_token"] is not None:
            said.append(f"Victim token: {view['victim_token']}.")
        if view["eliminated"]:
            said.append(f"Out: {', '.join(view['eliminated'])}.")
        return " ".join(said)

    def _alive(self, view: ViewData) -> str:
        """List each player's points in living characters, and the distance to the game's end."""
        living = [each for place in view["places"] for each in place["characters"]]
        if not view["round"]:
            return ""
        points = dict.fromkeys(view["seats"], 0)
        for each in living:
            points[each["player"]] += self._characters[each["character"]].points
        each_player = ", ".join(f"{seat} {count}" for seat, count in points.items())
        alive = plural(len(living), "character")
        return f"Points alive: {each_player}. Alive: {alive}; the game ends at {self._end_at}."

    def _cold_room(self, view: ViewData) -> str:
        if not view["cold_room"]:
            return ""
        dead, dice = view["cold_room"], view["dice_count"]
        enough = "more than" if view["ties_hold"] else "as many as"
        get_in = f"{self._family.attacker}s get in where they are {enough} the strength"
        return f"Cold room: {dead} dead, so {dice} dice, and {get_in}."

    def _hand(self, view: ViewData) -> str:
        own = ", ".join(f"{self._cards[card]} (`{card}`)" for card in view["hand"]) or "none"
        seen = f" You see from the truck: {self.cards(view['truck'])}." if view["truck"] else ""
        return f"Your {self.card}s: {own}.{seen}"

    def _hands(self, view: ViewData, known: KnownCards) -> str:
        held = []
        for player, count in view["hand_sizes"].items():
            if player != view["seat"]:
                seen = known.get(player)
                held.append(f"{player} {count}" + (f" ({self.cards(seen)})" if seen else ""))
        return f"Others hold: {', '.join(held)}. Deck: {view['deck_size']}."

    def _gone(self, view: ViewData) -> str:
        said = []
        if view["played"]:
            counts = Counter(self._cards[card] for card in view["played"])
            each = (f"{name} x{n}" if n > 1 else name for name, n in counts.items())
            said.append(f"Played so far: {', '.join(each)}.")
        if view["boxed"]:
            said.append(f"Out of the game unseen: {view['boxed']}.")
        return " ".join(said)

    def _dice(self, view: ViewData) -> str:
        looked = view["dice_seen_by"]
        if view["dice"] is None and not looked:
            return ""
        dice = "unknown to you" if view["dice"] is None else " ".join(map(str, view["dice"]))
        return f"Dice: {dice}{'; looked at by ' + ', '.join(looked) if looked else ''}."

    def _destinations(self, view: ViewData) -> str:
        places = {place["number"]: place for place in view["places"]}
        known = [
            f"{seat} {number}{self._why_not(places[number])}"
            for seat, number in view["destinations"].items()
            if number is not None
        ]
        return f"Destinations: {', '.join(known)}." if known else ""

    def _prospects(self, view: ViewData) -> str:
        """List the locations that attract an attacker, and those that would then be entered."""
        if not view["round"]:
            return ""
        inside = [
            f"{number} ({count} {'eaten' if number == self._parking else 'must go'})"
            for number, count in getting_in(view, self._words).items()
        ]
        said = f"get in at: {', '.join(inside) or 'none'}."
        drawn = drawing(view, self._family)
        if drawn:
            causes = {"crowd": "crowd", "noise": self._noisy}
            draw = [
                f"{' '.join(map(str, drawn[cause]))} ({name})"
                for cause, name in causes.items()
                if drawn[cause]
            ]
            said = f"are drawn to: {', '.join(draw) or 'none'}; then {said}"
        dice = ", with the dice" if to_come(view, self._family) else ""
        return f"As it stands{dice}, {self._family.attacker}s {said}"

    def _why_not(self, place: PlaceData) -> str:
        if place["closed"]:
            return " (closed)"
        return " (full)" if _is_full(place) else ""

    def _place(self, place: PlaceData) -> str:
        name = f"- {place['number']} {place['name']}"
        if place["closed"]:
            return f"{name} (closed)"
        owners: dict[str, list[str]] = {}
        for each in place["characters"]:
            hidden = " (hidden)" if each["hidden"] else ""
            character = self._characters[each["character"]].name
            owners.setdefault(each["player"], []).append(f"{character}{hidden}")
        there = "; ".join(f"{owner}'s {', '.join(own)}" for owner, own in owners.items())
        return f"{name} ({self._room(place)}): {there or 'nobody'}"

    def _room(self, place: PlaceData) -> str:
        taken, capacity = len(place["characters"]), place["capacity"]
        room = f"{taken} taken" if capacity is None else f"{taken} of {capacity} taken"
        if _is_full(place):
            room = f"full with {taken}"
        attackers = self._family.attackers(place["zombies"])
        if place["strength"] is None:
            return f"{room}, {attackers}"
        return f"{room}, strength {place['strength']}, {attackers}"

    # --- names, for the questions ---

    def place(self, number: int) -> str:
        """Return a location's number and name: `4 Parking Lot`."""
        return self._words.place(number).plain

    def cards(self, ids: Sequence[str]) -> str:
        """Return the names of cards."""
        return ", ".join(self._cards[card] for card in ids)

    def vote(self, kind: str) -> str:
        """Return the question that a vote decides."""
        return self._words.dialect.questions.get(kind, "Who loses a character?")

    def topic(self, kind: str) -> str:
        """Return the same as a clause: `who searches the truck`."""
        question = self.vote(kind).rstrip("?")
        return question[0].lower() + question[1:]

    @property
    def card(self) -> str:
        """The game's word for a card in a hand."""
        return self._words.dialect.card


def _is_full(place: PlaceData) -> bool:
    return place["capacity"] is not None and len(place["characters"]) >= place["capacity"]


def changed(lines: Mapping[str, str], last: Mapping[str, str] | None) -> list[str]:
    """Return the lines that differ from the `last` board; with None all that are not empty.

    A topic that had something to say and has no more gets the line `TOPIC: none.`
    """
    if last is None:
        return [line for line in lines.values() if line]
    return [
        line or f"{key.capitalize()}: none." for key, line in lines.items() if line != last[key]
    ]


# --- what the board comes to in the attack if nobody moves or plays anything any more ---


def drawing(view: ViewData, family: Family) -> Mapping[str, tuple[int, ...]]:
    """Return the locations that attract an attacker, by cause; `noise` comes before `crowd`."""
    if view["phase"] in COME:
        return {}
    there = [(place["number"], each) for place in view["places"] for each in place["characters"]]
    noise = (number for number, each in there if each["character"] == family.noisy)
    return {"noise": _most(noise, family), "crowd": _most((at for at, _ in there), family)}


def _most(numbers: Iterable[int], family: Family) -> tuple[int, ...]:
    counts = Counter(numbers)
    most = max(counts.values(), default=0)
    found = tuple(sorted(number for number, count in counts.items() if count == most))
    return found if family.ties_draw or len(found) == 1 else ()


def to_come(view: ViewData, family: Family) -> tuple[int, ...]:
    """Return the dice that the seat knows, if their attackers are still to come."""
    dice = view["dice"]
    return () if dice is None or view["phase"] in family.arrived else tuple(dice)


def getting_in(view: ViewData, words: Words) -> Mapping[int, int]:
    """Return the number of attackers beyond what holds, by location not attacked yet.

    Where strength does not count, it is the number of characters that can be eaten.
    """
    attack, stand = view["attack"], _standing(view, words)
    first = 0 if attack is None else attack["place"]
    too_many = {
        place["number"]: _too_many(place, stand[place["number"]], view, words)
        for place in view["places"]
        if place["number"] >= first
    }
    return {number: count for number, count in too_many.items() if count > 0}


def _standing(view: ViewData, words: Words) -> Counter[int]:
    """Return the number of attackers at each location once all those known have come."""
    stand = Counter({place["number"]: place["zombies"] for place in view["places"]})
    closed = {place["number"] for place in view["places"] if place["closed"]}
    for number in _coming(view, words.family):
        for at in (number, words.ruleset.parking):
            notches = words.notches(at)
            if at not in closed and (notches is None or stand[at] < notches):
                stand[at] += 1
                break
            if notches is None:
                break  # where locations hold any number, attackers of a closed one go nowhere else
    return stand


def _coming(view: ViewData, family: Family) -> Iterator[int]:
    yield from to_come(view, family)
    for numbers in drawing(view, family).values():
        yield from numbers


def _too_many(place: PlaceData, zombies: int, view: ViewData, words: Words) -> int:
    strength = place["strength"]
    if strength is None:
        return min(zombies, sum(not each["hidden"] for each in place["characters"]))
    if not place["characters"] or not zombies:
        return 0
    held = strength if view["ties_hold"] else strength - 1
    facts = words.ruleset
    if place["number"] == facts.roles.get("supermarket") and facts.break_in is not None:
        held = min(held, facts.break_in - 1)
    return zombies - held
