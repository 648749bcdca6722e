"""Scenarios of Mall of Horror: a position to start from (design.md section 3).

`read_start` checks that the position can stand on a board and raises `ScenarioError` naming the
key. `MohStart.events` turns it into the events that set it up: the position to all, a hand to its
owner, the deck to the engine. The rules then run from the beginning of its phase.
"""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from engine import events as e
from engine.chance import Chance, Forced
from engine.errors import nearest
from engine.rules.edition import Edition, options_in_force
from engine.rules.keys import Keys, number_of, seat_list, seat_of, seats_of
from engine.rules.moh.build import MohRules
from engine.rules.moh.events import PositionSet
from engine.rules.moh.tables import CARDS, DICE

__all__ = ["MohStart", "read_start"]

PHASES = ("setup", "truck", "chief", "arrival", "destinations", "movement", "attack")
CHARACTERS_AS = "characters as SEAT.character"
KEYS = (
    "scenario", "ruleset", "seats", "seed", "round", "phase", "chief", "chief_elected", "closed",
    "hidden", "deck", "revenge", "extras_placed", "dice", "dice_seen_by", "options", "locations",
    "zombies", "hands", "destinations", "chance", "said",
)  # fmt: skip
SETUP_KEYS = ("scenario", "ruleset", "seats", "seed", "phase", "chief", "deck", "options", "chance",
              "said", "round")  # fmt: skip
FACES = range(1, 7)
CARD_IDS = tuple(card.id for card in CARDS)
COPIES = {card.id: card.count for card in CARDS}


@dataclass(frozen=True, slots=True, kw_only=True)
class MohStart:
    """A checked position."""

    ruleset: str
    seats: tuple[str, ...]
    seed: str
    options: Mapping[str, object]
    round: int
    phase: str
    forced: Forced
    chief: str
    chief_elected: bool
    closed: tuple[int, ...]
    characters: tuple[tuple[str, str, int], ...]
    """(player, character, location)."""
    hidden: tuple[tuple[str, str], ...]
    zombies: tuple[tuple[int, int], ...]
    hands: Mapping[str, tuple[str, ...]]
    deck: tuple[str, ...] | None
    """Top first; None: the cards in no hand, shuffled by the seed."""
    revenge: tuple[tuple[str, int], ...]
    extras_placed: bool
    dice: tuple[int, ...] | None
    dice_seen_by: tuple[str, ...]
    destinations: Mapping[str, int]
    said: tuple[Mapping[str, object], ...]
    """What was said before; the rules ignore it."""

    @property
    def begins(self) -> tuple[int, str]:
        """Return the round and phase in which play begins."""
        return self.round, self.phase

    def events(self, rules: MohRules, chance: Chance) -> Iterator[e.Event]:
        """Yield what sets the position up; nothing for phase `setup`, which does so itself."""
        if self.phase == "setup":
            return
        yield e.GameBegan(ruleset=self.ruleset, seats=self.seats, closed=rules.closed)
        hidden_played = ("hidden",) * len(self.hidden)
        rest = Counter(COPIES) - Counter(c for hand in self.hands.values() for c in hand)
        rest -= Counter(hidden_played)
        deck = chance.shuffle(list(rest.elements())) if self.deck is None else self.deck
        yield PositionSet(
            closed=self.closed,
            zombies=self.zombies,
            characters=self.characters,
            hidden=self.hidden,
            chief=self.chief,
            chief_elected=self.chief_elected,
            revenge=self.revenge,
            played=(*hidden_played, *(rest - Counter(deck)).elements()),
            extras_placed=self.extras_placed,
        )
        for player, hand in self.hands.items():
            for card in hand:
                yield e.CardReceived(seen_by=(player,), player=player, card=card, source="scenario")
        sizes = {player: len(hand) for player, hand in self.hands.items()}
        yield e.HandsDealt(sizes=MappingProxyType(sizes), deck=len(deck))
        yield e.DeckShuffled(seen_by="engine", cards=deck)
        yield from self._under_the_box(chance)

    def _under_the_box(self, chance: Chance) -> Iterator[e.Event]:
        if self.phase not in {"destinations", "movement"}:
            return
        dice = self.dice or chance.dice("dice", self.round, DICE)
        yield e.DiceRolled(seen_by="engine", dice=dice)
        for player in self.dice_seen_by:
            yield e.DicePeeked(player=player, by="scenario")
            yield e.DiceSeen(seen_by=(player,), player=player, dice=dice)
        for player, place in self.destinations.items():
            if self.chief_elected and player == self.chief:
                yield e.DestinationAnnounced(player=player, place=place)
            else:
                yield e.DestinationChosen(seen_by=(player,), player=player, place=place)


def read_start(edition: Edition, given: Mapping[str, Any]) -> MohStart:
    """Check a scenario's mapping; `ScenarioError` names the key that is wrong."""
    keys = Keys(given)
    setup = _known_keys(keys)
    seats = seats_of(keys)
    chief = seat_of(keys, "chief", keys.get("chief", seats[0]), seats)
    options = _options(keys, chief if setup else None)
    rules = edition.rules(options_in_force(edition, options, seats), seats)
    assert isinstance(rules, MohRules), "an edition of this family"
    start = MohStart(
        ruleset=edition.id,
        seats=seats,
        seed=_seed(keys),
        options=options,
        round=_round(keys, setup=setup),
        phase=keys.text("phase"),
        forced=_forced(keys, rules, setup=setup),
        chief=chief,
        chief_elected=keys.flag("chief_elected"),
        closed=_closed(keys, rules),
        characters=_characters_of(keys, rules),
        hidden=_hidden(keys, rules),
        zombies=_zombies(keys),
        hands=dict.fromkeys(seats, ()) | _hands(keys, seats),
        deck=None if setup or "deck" not in keys else _cards_of(keys, "deck", keys["deck"]),
        revenge=_revenge(keys, seats),
        extras_placed=keys.flag("extras_placed"),
        dice=_dice(keys, "dice", keys["dice"], DICE) if "dice" in keys else None,
        dice_seen_by=seat_list(keys, "dice_seen_by", seats),
        destinations=_destinations(keys, seats),
        said=tuple(Keys(each, "said.").given for each in keys.items("said")),
    )
    if not setup:
        _possible(start, keys, rules)
    return start


def _round(keys: Keys, *, setup: bool) -> int:
    if setup and keys.get("round", 0) != 0:
        raise keys.wrong("round", "0 with phase setup")
    return keys.count("round", 0 if setup else 1, least=0 if setup else 1)


def _known_keys(keys: Keys) -> bool:
    """Refuse unknown and missing keys; return whether the game starts with the set-up."""
    keys.known(KEYS)
    keys.required("scenario", "ruleset", "seats", "phase")
    if keys.one_of("phase", PHASES) == "setup":
        keys.known(SETUP_KEYS, " with phase setup")
        return True
    keys.required("locations")
    return False


def _options(keys: Keys, first_chief: str | None) -> dict[str, object]:
    options = dict(keys.table("options"))
    if first_chief is not None:
        named = options.setdefault("first_chief", first_chief)
        if "chief" in keys and named != first_chief:
            raise keys.wrong("chief", f"{named!r}, as options.first_chief says", first_chief)
    if options.get("seating") == "random":
        raise keys.wrong("options.seating", "join: a scenario says who sits where")
    return options


def _seed(keys: Keys) -> str:
    seed = keys.get("seed", 0)
    if isinstance(seed, bool) or not isinstance(seed, int | str):
        raise keys.wrong("seed", "a whole number or a text", repr(seed))
    return str(seed)


def _forced(keys: Keys, rules: MohRules, *, setup: bool) -> Forced:
    chance = Keys(keys.table("chance"), "chance.")
    chance.known(("dice", "lots"))
    placed = len(rules.roster.owner) if setup else 0
    dice = [
        _dice(chance, "dice", roll, 2 if at < placed else DICE)
        for at, roll in enumerate(chance.items("dice"))
    ]
    lots = [_lot(chance, lot, rules) for lot in chance.items("lots")]
    deck = _cards_of(keys, "deck", keys["deck"]) if setup and "deck" in keys else None
    if deck is not None and Counter(deck) != Counter(COPIES):
        raise keys.wrong("deck", f"with phase setup, all {sum(COPIES.values())} cards")
    return Forced(dice=dice, lots=lots, deck=deck)


def _lot(chance: Keys, lot: object, rules: MohRules) -> str:
    # MOH-22: where a character is drawn at a second tie, a lot may be one, as B.pin_up.
    if isinstance(lot, str) and rules.policies.second_tie.draws_characters:
        drawn = lot.rpartition(".")
        if (drawn[0], drawn[2]) in rules.roster.index:
            return lot
    return seat_of(chance, "lots", lot, rules.seats)


def _dice(keys: Keys, key: str, roll: Any, count: int) -> tuple[int, ...]:  # noqa: ANN401 - unread
    faces: list[Any] = list(roll) if type(roll) in {list, tuple} else []
    if len(faces) != count or any(type(face) is not int or face not in FACES for face in faces):
        raise keys.wrong(key, f"{count} faces from 1 to 6", roll)
    return tuple(faces)


def _closed(keys: Keys, rules: MohRules) -> tuple[int, ...]:
    if "closed" not in keys:
        return rules.closed
    listed = keys.items("closed")
    if any(type(place) is not int for place in listed):
        raise keys.wrong("closed", "a list of numbers of locations")
    closed = tuple(sorted({number_of(keys, "closed", place) for place in listed}))
    if rules.places.parking in closed:
        raise keys.wrong("closed", f"not {rules.places.parking}, the parking lot never closes")
    if not set(rules.closed) <= set(closed):
        raise keys.wrong("closed", f"with {len(rules.seats)} seats {rules.closed[0]} is closed")
    return closed


def _hidden(keys: Keys, rules: MohRules) -> tuple[tuple[str, str], ...]:
    possible = {f"{seat}.{kind}": (seat, kind) for seat, kind in rules.roster.index}
    names = keys.texts("hidden", keys.get("hidden", []), CHARACTERS_AS)
    for name in names:
        if name not in possible or names.count(name) > 1:
            raise keys.wrong("hidden", "each character once, as SEAT.character", name)
    return tuple(possible[name] for name in names)


def _zombies(keys: Keys) -> tuple[tuple[int, int], ...]:
    zombies = keys.table("zombies")
    for count in zombies.values():
        if type(count) is not int or count < 0:
            raise keys.wrong("zombies", "a number of zombies from 0 for each location", count)
    return tuple((number_of(keys, "zombies", place), n) for place, n in zombies.items())


def _hands(keys: Keys, seats: tuple[str, ...]) -> dict[str, tuple[str, ...]]:
    hands = keys.table("hands")
    return {
        seat_of(keys, "hands", seat, seats): _cards_of(keys, f"hands.{seat}", cards)
        for seat, cards in hands.items()
    }


def _revenge(keys: Keys, seats: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    given = keys.get("revenge", [])
    if isinstance(given, Mapping):
        return tuple(
            (seat_of(keys, "revenge", seat, seats), number_of(keys, "revenge", place))
            for seat, place in keys.table("revenge").items()
        )
    return tuple((seat, 0) for seat in seat_list(keys, "revenge", seats))


def _destinations(keys: Keys, seats: tuple[str, ...]) -> dict[str, int]:
    return {
        seat_of(keys, "destinations", seat, seats): number_of(keys, "destinations", place)
        for seat, place in keys.table("destinations").items()
    }


def _possible(s: MohStart, keys: Keys, rules: MohRules) -> None:
    """Refuse a position that cannot occur."""
    alive = {player for player, _, _ in s.characters}
    where = {(player, character) for player, character, _ in s.characters}
    if s.chief not in alive and alive:
        raise keys.wrong("chief", "a player with a living character", s.chief)
    for name in s.hidden:
        if name not in where:
            raise keys.wrong("hidden", "living characters", ".".join(name))
    _possible_revenge(s, keys, rules, alive)
    for player in s.dice_seen_by:
        if player not in alive and not rules.policies.cameras.eliminated:
            raise keys.wrong("dice_seen_by", "players with living characters", player)
    _possible_phase(s, keys)
    _possible_places(s, keys, rules)
    _possible_cards(s, keys)
    _possible_destinations(s, keys, rules, alive)


def _possible_revenge(s: MohStart, keys: Keys, rules: MohRules, alive: set[str]) -> None:
    for player, _ in s.revenge:
        if player in alive:
            raise keys.wrong("revenge", "eliminated players", player)
    policy, graves = rules.policies.revenge, dict(s.revenge)
    if not policy.last_death:
        return
    # GAP-M-26: it stands where the last character died, which the scenario has to say.
    needed = [seat for seat in s.seats if seat not in alive] if policy.every_round else graves
    for player in needed:
        if not graves.get(player):
            need = f"a table with the place of the last death, like {{ {player} = 3 }}"
            raise keys.wrong("revenge", need, keys.get("revenge", []))
        if graves[player] in s.closed and not policy.every_round:
            raise keys.wrong(f"revenge.{player}", "an open location", graves[player])


def _possible_phase(s: MohStart, keys: Keys) -> None:
    if s.chief_elected and s.phase in {"truck", "chief"}:
        raise keys.wrong("chief_elected", f"false in phase {s.phase}: nobody is elected yet")
    if s.extras_placed and s.phase != "attack":
        raise keys.wrong("extras_placed", "true only with phase attack")
    for key in ("dice", "dice_seen_by"):
        if key in keys and s.phase not in {"destinations", "movement"}:
            raise keys.wrong(key, f"with phases destinations and movement, not {s.phase}")


def _possible_places(s: MohStart, keys: Keys, rules: MohRules) -> None:
    limit, standing = rules.policies.zombies.limit, sum(count for _, count in s.zombies)
    if limit is not None and standing > limit:
        raise keys.wrong("zombies", f"at most {limit} in all, as options.zombie_supply says")
    for place, count in s.zombies:
        if count and place in s.closed:
            raise keys.wrong("zombies", "none at a closed location", place)
    for place, there in Counter(place for _, _, place in s.characters).items():
        if place in s.closed:
            raise keys.wrong("locations", "nobody at a closed location", place)
        if there > rules.capacity[place]:
            raise keys.wrong(f"locations.{place}", f"at most {rules.capacity[place]:g} characters")


def _possible_cards(s: MohStart, keys: Keys) -> None:
    used = Counter(card for hand in s.hands.values() for card in hand)
    used += Counter({"hidden": len(s.hidden)}) + Counter(s.deck or ())
    for card, count in used.items():
        if count > COPIES[card]:
            key = "hands" if s.deck is None else "deck"
            need = f"at most {COPIES[card]} {card} in hands, deck and on hidden characters together"
            raise keys.wrong(key, need, count)


def _stand(s: MohStart, player: str) -> set[int]:
    return {place for owner, _, place in s.characters if owner == player}


def _possible_destinations(s: MohStart, keys: Keys, rules: MohRules, alive: set[str]) -> None:
    if "destinations" in keys and s.phase != "movement":
        raise keys.wrong("destinations", f"with phase movement, not {s.phase}")
    if s.phase != "movement":
        return
    # GAP-M-36: nobody can choose who stands with all characters on the only open location.
    only = {rules.places.parking} if len(s.closed) == len(rules.places.all) - 1 else set[int]()
    choosing = {player for player in alive if _stand(s, player) != only}
    if set(s.destinations) != choosing:
        raise keys.wrong("destinations", f"one for each of {', '.join(sorted(choosing))}")
    for player, goal in s.destinations.items():
        stand = _stand(s, player)
        locked = rules.policies.destinations.sprint_may_stay and "sprint" in s.hands[player]
        if goal in s.closed or (stand == {goal} and not locked):
            need = "open locations where not all of the player's characters stand"
            raise keys.wrong(f"destinations.{player}", need, goal)


def _cards_of(keys: Keys, key: str, cards: object) -> tuple[str, ...]:
    """Return a list of cards."""
    listed = keys.texts(key, cards)
    for card in listed:
        if card not in CARD_IDS:
            raise keys.wrong(key, ", ".join(CARD_IDS) + nearest(str(card), CARD_IDS), card)
    return listed


def _characters_of(keys: Keys, rules: MohRules) -> tuple[tuple[str, str, int], ...]:
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
