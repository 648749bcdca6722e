"""Scenarios of Osaczeni: a position to start from (design.md section 3).

`read_start` checks that the position can stand on a table and raises `ScenarioError` naming the
key. `OsaczeniStart.events` turns it into the events that set it up.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from types import MappingProxyType
from typing import Any, cast

from engine import events as e
from engine.chance import Chance, Forced
from engine.rules import positions as p
from engine.rules.edition import Edition, options_in_force
from engine.rules.keys import Keys, seat_of, seats_of
from engine.rules.osaczeni.build import OsaczeniRules
from engine.rules.osaczeni.events import MallSet
from engine.rules.osaczeni.tables import DICE, MORE_DICE, NOTCHES, PARKING

__all__ = ["OsaczeniStart", "read_start"]

PHASES = ("setup", "truck", "badge", "destinations", "movement", "arrival", "attack", "dawn")
DICE_ROLLED = ("destinations", "movement", "arrival")
KEYS = (
    "scenario", "ruleset", "seats", "seed", "round", "phase", "badge", "badge_elected",
    "victim_token", "closed", "hidden", "deck", "cold_room", "dice", "dice_seen_by", "options",
    "locations", "monsters", "hands", "destinations", "chance", "said",
)  # fmt: skip
SETUP_KEYS = ("scenario", "ruleset", "seats", "seed", "phase", "badge", "victim_token", "deck",
              "options", "chance", "said", "round")  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class OsaczeniStart:
    """A checked position."""

    ruleset: str
    seats: tuple[str, ...]
    seed: str
    options: Mapping[str, object]
    round: int
    phase: str
    forced: Forced
    badge: str
    badge_elected: bool
    victim_token: str
    closed: tuple[int, ...]
    characters: tuple[tuple[str, str, int], ...]
    """(player, character, area)."""
    hidden: tuple[tuple[str, str], ...]
    monsters: tuple[tuple[int, int], ...]
    hands: Mapping[str, tuple[str, ...]]
    deck: tuple[str, ...] | None
    """Top first; None: the items in no hand, shuffled by the seed."""
    cold_room: int
    dice: tuple[int, ...] | None
    dice_seen_by: tuple[str, ...]
    destinations: Mapping[str, int]

    @property
    def begins(self) -> tuple[int, str]:
        """Return the round and phase in which play begins."""
        return self.round, self.phase

    def events(self, rules: OsaczeniRules, chance: Chance) -> Iterator[e.Event]:
        """Yield what sets the position up; nothing for phase `setup`, which does so itself."""
        if self.phase == "setup":
            return
        yield e.GameBegan(ruleset=self.ruleset, seats=self.seats, closed=())
        on_characters = ("rotten_meat",) * len(self.hidden)
        rest = Counter(_copies(rules)) - Counter(c for hand in self.hands.values() for c in hand)
        rest -= Counter(on_characters)
        deck = chance.shuffle(list(rest.elements())) if self.deck is None else self.deck
        yield MallSet(
            closed=self.closed,
            zombies=self.monsters,
            characters=self.characters,
            hidden=self.hidden,
            chief=self.badge,
            chief_elected=self.badge_elected,
            victim_token=self.victim_token,
            cold_room=self.cold_room,
            dice=_dice_now(rules, self.cold_room),
            played=(*on_characters, *(rest - Counter(deck)).elements()),
        )
        for player, hand in self.hands.items():
            for card in hand:
                yield e.CardReceived(seen_by=(player,), player=player, card=card, source="scenario")
        sizes = {player: len(hand) for player, hand in self.hands.items()}
        yield e.HandsDealt(sizes=MappingProxyType(sizes), deck=len(deck))
        yield e.DeckShuffled(seen_by="engine", cards=deck)
        if self.phase in DICE_ROLLED:
            count = _dice_now(rules, self.cold_room)
            dice = self.dice or chance.dice("dice", self.round, count)
            yield from p.under_cover(dice, self.dice_seen_by, self.destinations, self.badge)
            if self.phase == "arrival":
                yield e.DiceRevealed(dice=dice)


def _copies(rules: OsaczeniRules) -> dict[str, int]:
    return {card.id: card.count for card in rules.items}


def _dice_now(rules: OsaczeniRules, cold_room: int) -> int:
    return DICE + rules.policies.cold_room.more_dice(cold_room)


def read_start(edition: Edition, given: Mapping[str, Any]) -> OsaczeniStart:
    """Check a scenario's mapping; `ScenarioError` names the key that is wrong."""
    keys = Keys(given)
    setup = _known_keys(keys)
    seats = seats_of(keys)
    options = dict(keys.table("options"))
    if setup:
        options |= _holders(keys, seats, options)
    badge = seat_of(keys, "badge", keys.get("badge", seats[0]), seats)
    other = seats[1] if badge == seats[0] else seats[0]
    victim = seat_of(keys, "victim_token", keys.get("victim_token", other), seats)
    rules = edition.rules(options_in_force(edition, options, seats), seats)
    assert isinstance(rules, OsaczeniRules), "an edition of this family"
    copies, cold_room = _copies(rules), keys.count("cold_room", 0, least=0)
    characters = p.characters_of(keys, rules)
    count = _dice_now(rules, cold_room)
    start = OsaczeniStart(
        ruleset=edition.id,
        seats=seats,
        seed=p.seed_of(keys),
        options=options,
        round=p.round_of(keys, setup=setup),
        phase=keys.text("phase"),
        forced=_forced(keys, rules, cold_room, setup=setup),
        badge=badge,
        badge_elected=keys.flag("badge_elected"),
        victim_token=victim,
        closed=p.closed_of(keys, rules, PARKING),
        characters=characters,
        hidden=p.hidden_of(keys, rules),
        monsters=p.standing_of(keys, "monsters"),
        hands=p.hands_of(keys, seats, copies),
        deck=p.deck_of(keys, copies, setup=setup),
        cold_room=cold_room,
        dice=p.dice_of(keys, "dice", keys["dice"], count) if "dice" in keys else None,
        dice_seen_by=p.lookers_of(keys, seats, {player for player, _, _ in characters}),
        destinations=p.destinations_of(keys, seats),
    )
    for each in keys.items("said"):
        Keys(each, "said.")
    if not setup:
        _possible(start, keys, rules)
    return start


def _known_keys(keys: Keys) -> bool:
    """Refuse unknown and missing keys; return whether the game starts with the set-up."""
    keys.known(KEYS)
    keys.required("scenario", "ruleset", "seats", "phase")
    if keys.one_of("phase", PHASES) == "setup":
        keys.known(SETUP_KEYS, " with phase setup")
        return True
    keys.required("locations")
    return False


def _holders(
    keys: Keys, seats: tuple[str, ...], options: Mapping[str, object]
) -> dict[str, object]:
    """Return who begins with badge and token; left out: the first seat that is not the other's."""
    named: dict[str, object] = {}
    for key, option in (("badge", "first_badge"), ("victim_token", "first_victim")):
        if option in options:
            named[option] = options[option]
        if key in keys:
            seat = seat_of(keys, key, keys[key], seats)
            if named.setdefault(option, seat) != seat:
                raise keys.wrong(key, f"{named[option]!r}, as options.{option} says", seat)
    for option, other in (("first_badge", "first_victim"), ("first_victim", "first_badge")):
        named.setdefault(option, next(seat for seat in seats if seat != named.get(other)))
    if "victim_token" in keys and named["first_badge"] == named["first_victim"]:
        others = ", ".join(seat for seat in seats if seat != named["first_badge"])
        raise keys.wrong("victim_token", f"{others}: another than the holder of the badge")
    return named


def _forced(keys: Keys, rules: OsaczeniRules, cold_room: int, *, setup: bool) -> Forced:
    # The dice of a later round depend on who dies before it: each roll is checked when it is used.
    each = len(rules.roster.of[rules.seats[0]])
    placing = [each] * len(rules.seats) + [DICE] if setup else []
    rolls = Keys(keys.table("chance"), "chance.").items("dice")[len(placing) :]
    most = DICE + len(MORE_DICE)
    later = [_size(roll, _dice_now(rules, cold_room), most) for roll in rolls]
    counts = chain(placing, later, repeat(DICE))
    return p.forced_of(keys, counts, rules.roster.of, _copies(rules) if setup else None)


def _size(roll: object, least: int, most: int) -> int:
    size = len(cast("Sequence[object]", roll)) if isinstance(roll, list | tuple) else least
    return size if least <= size <= most else least


def _possible(s: OsaczeniStart, keys: Keys, rules: OsaczeniRules) -> None:
    """Refuse a position that cannot occur."""
    alive = {player for player, _, _ in s.characters}
    standing = {(player, character) for player, character, _ in s.characters}
    if s.badge not in alive and alive:
        raise keys.wrong("badge", "a player with a living character", s.badge)
    for name in s.hidden:
        if name not in standing:
            raise keys.wrong("hidden", "living characters", ".".join(name))
    dead = len(rules.roster.names) - len(standing)
    if s.cold_room > dead:
        raise keys.wrong("cold_room", f"at most {dead}, the number of the dead")
    _possible_phase(s, keys)
    p.possible_places(keys, "monsters", rules, s.closed, s.monsters, s.characters)
    _possible_monsters(s, keys, rules)
    p.possible_cards(keys, _copies(rules), s.hands, s.deck, {"rotten_meat": len(s.hidden)})
    _possible_destinations(s, keys, rules, alive)


def _possible_phase(s: OsaczeniStart, keys: Keys) -> None:
    if s.badge_elected and s.phase in {"truck", "badge"}:
        raise keys.wrong("badge_elected", f"false in phase {s.phase}: nobody is elected yet")
    if s.hidden and s.phase != "attack":
        raise keys.wrong("hidden", f"with phase attack, not {s.phase}")
    for key in ("dice", "dice_seen_by"):
        if key in keys and s.phase not in DICE_ROLLED:
            raise keys.wrong(key, f"with phases {', '.join(DICE_ROLLED)}, not {s.phase}")


def _possible_monsters(s: OsaczeniStart, keys: Keys, rules: OsaczeniRules) -> None:
    room = rules.policies.monsters
    total = sum(count for _, count in s.monsters)
    if room.supply is not None and total > room.supply:
        raise keys.wrong("monsters", f"at most {room.supply} in all")
    for area, count in s.monsters:
        most = room.parking_notches if area == PARKING else NOTCHES
        if most is not None and count > most:
            raise keys.wrong("monsters", f"at most {most} at area {area}", count)


def _possible_destinations(
    s: OsaczeniStart, keys: Keys, rules: OsaczeniRules, alive: set[str]
) -> None:
    stand = {
        player: {area for owner, _, area in s.characters if owner == player} for player in alive
    }
    only = {PARKING} if len(s.closed) == len(rules.places) - 1 else set[int]()
    choosing = {player for player in alive if stand[player] != only}  # GAP-O-35
    p.possible_chosen(keys, s.phase, s.destinations, choosing)
    for player, goal in s.destinations.items():
        if goal in s.closed or stand[player] == {goal}:
            need = "open areas where not all of the player's characters stand"
            raise keys.wrong(f"destinations.{player}", need, goal)
