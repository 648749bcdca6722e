"""The part of a scenario's position that both families read alike.

Each function checks one key and raises `ScenarioError` naming it.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import cast

from engine import events as e
from engine.chance import Chance, Forced
from engine.errors import nearest
from engine.rules.board import Board
from engine.rules.compiled import BoardRules
from engine.rules.keys import Keys, number_of, seat_of

CHARACTERS_AS = "characters as SEAT.character"
FACES = range(1, 7)
Names = tuple[tuple[str, str], ...]
Stand = tuple[tuple[str, str, int], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Position:
    """A checked scenario as far as both families share it; a family adds its own."""

    ruleset: str
    seats: tuple[str, ...]
    seed: str
    options: Mapping[str, object]
    round: int
    phase: str
    forced: Forced
    closed: tuple[int, ...]
    characters: Stand
    """(player, character, location)."""
    hidden: Names
    hands: Mapping[str, tuple[str, ...]]
    deck: tuple[str, ...] | None
    """Top first; None: the cards in no hand, shuffled by the seed."""
    rest_boxed: bool
    """True: the cards in no hand and not in the deck left the game face down, not face up."""
    dice: tuple[int, ...] | None
    dice_seen_by: tuple[str, ...]
    destinations: Mapping[str, int]

    @property
    def begins(self) -> tuple[int, str]:
        """The round and phase in which play begins."""
        return self.round, self.phase

    @property
    def alive(self) -> set[str]:
        """The players with living characters."""
        return {player for player, _, _ in self.characters}

    def stand(self, player: str) -> set[int]:
        """Return the locations of a player's characters."""
        return {place for owner, _, place in self.characters if owner == player}

    def piles(
        self, copies: Mapping[str, int], hiding: str, chance: Chance
    ) -> tuple[tuple[str, ...], tuple[str, ...], int]:
        """Return the deck, the cards that are out face up, and the number that is out face down.

        `hiding` is the card that lies on the hidden characters.
        """
        on_characters = (hiding,) * len(self.hidden)
        rest = Counter(copies) - Counter(card for hand in self.hands.values() for card in hand)
        rest -= Counter(on_characters)
        deck = chance.shuffle(list(rest.elements())) if self.deck is None else self.deck
        out = tuple((rest - Counter(deck)).elements())
        if self.rest_boxed:
            return deck, on_characters, len(out)
        return deck, (*on_characters, *out), 0

    def deal_events(self, deck: tuple[str, ...]) -> Iterator[e.Event]:
        """Yield the events of hands, each to its owner, and of the deck, to the engine."""
        for player, hand in self.hands.items():
            for card in hand:
                yield e.CardReceived(seen_by=(player,), player=player, card=card, source="scenario")
        sizes = {player: len(hand) for player, hand in self.hands.items()}
        yield e.HandsDealt(sizes=MappingProxyType(sizes), deck=len(deck))
        yield e.DeckShuffled(seen_by="engine", cards=deck)

    def under_cover(self, dice: tuple[int, ...], announced: str | None) -> Iterator[e.Event]:
        """Yield the events of covered dice, of looks at them, and of chosen destinations."""
        yield e.DiceRolled(seen_by="engine", dice=dice)
        for player in self.dice_seen_by:
            yield e.DicePeeked(player=player, by="scenario")
            yield e.DiceSeen(seen_by=(player,), player=player, dice=dice)
        for player, place in self.destinations.items():
            if player == announced:
                yield e.DestinationAnnounced(player=player, place=place)
            else:
                yield e.DestinationChosen(seen_by=(player,), player=player, place=place)


def known_keys(
    keys: Keys, phases: tuple[str, ...], known: tuple[str, ...], setup: tuple[str, ...]
) -> bool:
    """Refuse unknown and missing keys; return True if the game starts with the set-up."""
    keys.refuse_unknown(known)
    keys.refuse_missing("scenario", "ruleset", "seats", "phase")
    begins = keys.one_of("phase", phases) == "setup"
    if begins:
        keys.refuse_unknown(setup, " with phase setup")
    else:
        keys.refuse_missing("locations")
    for each in keys.items("said"):  # what was said before: the rules ignore it
        Keys(each, "said.")
    return begins


def round_of(keys: Keys, *, setup: bool) -> int:
    """Return the round: 0 in the set-up, else from 1."""
    if setup and keys.get("round", 0) != 0:
        raise keys.wrong("round", "0 with phase setup")
    return keys.count("round", 0 if setup else 1, least=0 if setup else 1)


def seed_of(keys: Keys) -> str:
    """Return the seed as text."""
    seed = keys.get("seed", 0)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise keys.wrong("seed", "a whole number or a text", repr(seed))
    return str(seed)


def forced_of(
    keys: Keys,
    rolls: Iterable[int],
    lots: Collection[str],
    deck: Mapping[str, int] | None,
) -> Forced:
    """Return the forced chance; `rolls` are the numbers of dice, `lots` the possible names.

    `deck` is the number of copies where the scenario begins with the set-up, else None.
    """
    chance = Keys(keys.table("chance"), "chance.")
    chance.refuse_unknown(("dice", "lots"))
    counts = iter(rolls)
    dice = [dice_of(chance, "dice", roll, next(counts)) for roll in chance.items("dice")]
    drawn = chance.texts("lots", chance.get("lots", []), "lots")
    for lot in drawn:
        if lot not in lots:
            raise chance.wrong("lots", ", ".join(lots) + nearest(lot, lots), lot)
    cards = None
    if deck is not None and "deck" in keys:
        cards = cards_of(keys, "deck", keys["deck"], deck)
        if Counter(cards) != Counter(deck):
            raise keys.wrong("deck", f"with phase setup, all {sum(deck.values())} cards")
    return Forced(dice=dice, lots=drawn, deck=cards)


def dice_of(keys: Keys, key: str, roll: object, count: int) -> tuple[int, ...]:
    """Return a roll of `count` dice."""
    faces = list(cast("list[int]", roll)) if type(roll) in {list, tuple} else []
    if len(faces) != count or any(type(face) is not int or face not in FACES for face in faces):
        raise keys.wrong(key, f"{count} faces from 1 to 6", roll)
    return tuple(faces)


def closed_of(keys: Keys, rules: BoardRules[Board], parking: int) -> tuple[int, ...]:
    """Return the closed locations; left out: those that the number of players closes."""
    if "closed" not in keys:
        return rules.closed
    listed = keys.items("closed")
    if any(type(place) is not int for place in listed):
        raise keys.wrong("closed", "a list of numbers of locations")
    closed = tuple(sorted({number_of(keys, "closed", place) for place in listed}))
    if parking in closed:
        raise keys.wrong("closed", f"not {parking}, the parking lot never closes")
    if not set(rules.closed) <= set(closed):
        raise keys.wrong("closed", f"with {len(rules.seats)} seats {rules.closed[0]} is closed")
    return closed


def hidden_of(keys: Keys, rules: BoardRules[Board]) -> Names:
    """Return the (player, character) pairs that are hidden."""
    possible = {f"{seat}.{kind}": (seat, kind) for seat, kind in rules.roster.index}
    names = keys.texts("hidden", keys.get("hidden", []), CHARACTERS_AS)
    for name in names:
        if name not in possible or names.count(name) > 1:
            raise keys.wrong("hidden", "each character once, as SEAT.character", name)
    return tuple(possible[name] for name in names)


def standing_of(keys: Keys, key: str) -> tuple[tuple[int, int], ...]:
    """Return (location, number) of the zombies under `key`."""
    there = keys.table(key)
    counts: list[int] = []
    for count in there.values():
        if type(count) is not int or count < 0:
            raise keys.wrong(key, f"a number of {key} from 0 for each location", count)
        counts.append(count)
    return tuple((number_of(keys, key, place), n) for place, n in zip(there, counts, strict=True))


def hands_of(
    keys: Keys, seats: tuple[str, ...], copies: Mapping[str, int]
) -> dict[str, tuple[str, ...]]:
    """Return the hand of each player; empty where it is left out."""
    given = {
        seat_of(keys, "hands", seat, seats): cards_of(keys, f"hands.{seat}", cards, copies)
        for seat, cards in keys.table("hands").items()
    }
    return dict.fromkeys(seats, ()) | given


def destinations_of(keys: Keys, seats: tuple[str, ...]) -> dict[str, int]:
    """Return the chosen destinations."""
    return {
        seat_of(keys, "destinations", seat, seats): number_of(keys, "destinations", place)
        for seat, place in keys.table("destinations").items()
    }


def cards_of(keys: Keys, key: str, cards: object, copies: Mapping[str, int]) -> tuple[str, ...]:
    """Return a list of cards."""
    listed = keys.texts(key, cards)
    for card in listed:
        if card not in copies:
            raise keys.wrong(key, ", ".join(copies) + nearest(str(card), copies), card)
    return listed


def deck_of(keys: Keys, copies: Mapping[str, int], *, setup: bool) -> tuple[str, ...] | None:
    """Return the deck, top first; None where it is left out, or is forced chance of a set-up."""
    if setup or "deck" not in keys:
        return None
    return cards_of(keys, "deck", keys["deck"], copies)


def rest_boxed_of(keys: Keys) -> bool:
    """Return True if the cards that a scenario leaves out lie in the box, unseen."""
    boxed = keys.flag("rest_boxed")
    if boxed and "deck" not in keys:
        raise keys.wrong("rest_boxed", "false without deck: then all other cards are the deck")
    return boxed


def characters_of(keys: Keys, rules: BoardRules[Board]) -> Stand:
    """Return (player, character, location) for every living character."""
    possible = {f"{seat}.{kind}": (seat, kind) for seat, kind in rules.roster.index}
    found: dict[str, tuple[str, str, int]] = {}
    for place, names in keys.table("locations").items():
        number = number_of(keys, "locations", place)
        for name in keys.texts(f"locations.{place}", names, CHARACTERS_AS):
            if name not in possible:
                need = "characters as SEAT.character, like " + ", ".join(list(possible)[:4])
                raise keys.wrong(f"locations.{place}", need + nearest(str(name), possible), name)
            if name in found:
                raise keys.wrong(f"locations.{place}", "each character once", name)
            found[name] = (*possible[name], number)
    return tuple(found.values())


def possible_places(
    keys: Keys,
    key: str,
    rules: BoardRules[Board],
    closed: tuple[int, ...],
    standing: tuple[tuple[int, int], ...],
    characters: Stand,
) -> None:
    """Refuse anything at a closed location, and more characters than a location holds."""
    for place, count in standing:
        if count and place in closed:
            raise keys.wrong(key, "none at a closed location", place)
    for place, there in Counter(place for _, _, place in characters).items():
        if place in closed:
            raise keys.wrong("locations", "nobody at a closed location", place)
        if there > rules.capacity[place]:
            need = f"at most {rules.capacity[place]:g} characters"
            raise keys.wrong(f"locations.{place}", need, there)


def possible_cards(
    keys: Keys,
    copies: Mapping[str, int],
    hands: Mapping[str, tuple[str, ...]],
    deck: tuple[str, ...] | None,
    hiding: Mapping[str, int],
) -> None:
    """Refuse more copies of a card than there are; `hiding` are those that lie on characters."""
    used = Counter(card for hand in hands.values() for card in hand)
    used += Counter(hiding) + Counter(deck or ())
    for card, count in used.items():
        if count > copies[card]:
            key = "hands" if deck is None else "deck"
            need = f"at most {copies[card]} {card} in hands, deck and on hidden characters together"
            raise keys.wrong(key, need, count)


def possible_hidden(keys: Keys, s: Position) -> None:
    """Refuse hidden characters that are dead."""
    standing = {(player, character) for player, character, _ in s.characters}
    for name in s.hidden:
        if name not in standing:
            raise keys.wrong("hidden", "living characters", ".".join(name))


def possible_destinations(
    keys: Keys, s: Position, rules: BoardRules[Board], parking: int, stays: Callable[[str], bool]
) -> None:
    """Refuse destinations in the wrong phase, for the wrong players, or illegal ones.

    `stays` returns True if a player may choose the location where all own characters are.
    """
    if "destinations" in keys and s.phase != "movement":
        raise keys.wrong("destinations", f"with phase movement, not {s.phase}")
    if s.phase != "movement":
        return
    # GAP-M-36, GAP-O-35: nobody can choose who stands with all on the only open location.
    only = {parking} if len(s.closed) == len(rules.order_of_places) - 1 else set[int]()
    choosing = {player for player in s.alive if s.stand(player) != only}
    if set(s.destinations) != choosing:
        raise keys.wrong("destinations", f"one for each of {', '.join(sorted(choosing))}")
    for player, goal in s.destinations.items():
        if goal in s.closed or (s.stand(player) == {goal} and not stays(player)):
            need = "open locations where not all of the player's characters stand"
            raise keys.wrong(f"destinations.{player}", need, goal)
