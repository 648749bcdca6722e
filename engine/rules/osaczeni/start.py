"""Scenarios of Osaczeni: positions to start from (design.md section 3).

`read_start` checks that the position is possible and raises `ScenarioError` naming the key.
`OsaczeniStart.events` turns it into the events that set it up.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain, repeat
from typing import cast

from engine import events as e
from engine.chance import Chance, Forced
from engine.rules import positions as p
from engine.rules.edition import Edition, options_in_force
from engine.rules.keys import Keys, seat_list, seat_of, seats_of
from engine.rules.osaczeni.build import OsaczeniRules
from engine.rules.osaczeni.events import MallSet
from engine.rules.osaczeni.tables import DICE, MORE_DICE, NOTCHES, PARKING

PHASES = ("setup", "truck", "badge", "destinations", "movement", "arrival", "attack", "dawn")
DICE_ROLLED = ("destinations", "movement", "arrival")
KEYS = (
    "scenario", "ruleset", "seats", "seed", "round", "phase", "chief", "chief_elected",
    "victim_token", "closed", "hidden", "deck", "rest_boxed", "cold_room", "dice", "dice_seen_by",
    "options", "locations", "zombies", "hands", "destinations", "chance", "said",
)  # fmt: skip
SETUP_KEYS = ("scenario", "ruleset", "seats", "seed", "phase", "chief", "victim_token", "deck",
              "options", "chance", "said", "round")  # fmt: skip
RULEBOOK = {"badge": "chief", "badge_elected": "chief_elected", "monsters": "zombies"}
"""The rulebook's words for keys that have one word in both families."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OsaczeniStart(p.Position):
    """A checked position of Osaczeni."""

    chief: str
    """The holder of the badge."""
    chief_elected: bool
    victim_token: str
    zombies: tuple[tuple[int, int], ...]
    cold_room: int

    def events(self, rules: OsaczeniRules, chance: Chance) -> Iterator[e.Event]:
        """Yield the events that set the position up; none for phase `setup`, which has its own."""
        if self.phase == "setup":
            return
        yield e.GameBegan(ruleset=self.ruleset, seats=self.seats, closed=())
        deck, played, boxed = self.piles(_copies(rules), "rotten_meat", chance)
        yield MallSet(
            closed=self.closed,
            zombies=self.zombies,
            characters=self.characters,
            hidden=self.hidden,
            chief=self.chief,
            chief_elected=self.chief_elected,
            victim_token=self.victim_token,
            cold_room=self.cold_room,
            dice=rules.dice(self.cold_room),
            played=played,
            boxed=boxed,
        )
        yield from self.deal_events(deck)
        if self.phase in DICE_ROLLED:
            count = rules.dice(self.cold_room)
            dice = self.dice or chance.dice("dice", self.round, count)
            yield from self.under_cover(dice, self.chief)
            if self.phase == "arrival":
                yield e.DiceRevealed(dice=dice)


def _copies(rules: OsaczeniRules) -> dict[str, int]:
    return {card.id: card.count for card in rules.items}


def read_start(edition: Edition[object, object], given: Mapping[str, object]) -> OsaczeniStart:
    """Return the position of a scenario's mapping; `ScenarioError` names the key that is wrong."""
    keys = Keys(given, also=RULEBOOK)
    setup = p.known_keys(keys, PHASES, KEYS, SETUP_KEYS)
    seats = seats_of(keys)
    options = dict(keys.table("options"))
    if setup:
        options |= _holders(keys, seats, options)
    chief = seat_of(keys, "chief", keys.get("chief", seats[0]), seats)
    other = seats[1] if chief == seats[0] else seats[0]
    victim = seat_of(keys, "victim_token", keys.get("victim_token", other), seats)
    rules = edition.rules(options_in_force(edition, options, seats), seats)
    assert isinstance(rules, OsaczeniRules), "an edition of this family"
    copies, cold_room = _copies(rules), keys.count("cold_room", 0, least=0)
    count = rules.dice(cold_room)
    start = OsaczeniStart(
        ruleset=edition.id,
        seats=seats,
        seed=p.seed_of(keys),
        options=options,
        round=p.round_of(keys, setup=setup),
        phase=keys.text("phase"),
        forced=_forced_chance(keys, rules, cold_room, setup=setup),
        chief=chief,
        chief_elected=keys.flag("chief_elected"),
        victim_token=victim,
        closed=p.closed_of(keys, rules, PARKING),
        characters=p.characters_of(keys, rules),
        hidden=p.hidden_of(keys, rules),
        zombies=p.standing_of(keys, "zombies"),
        hands=p.hands_of(keys, seats, copies),
        deck=p.deck_of(keys, copies, setup=setup),
        rest_boxed=p.rest_boxed_of(keys),
        cold_room=cold_room,
        dice=p.dice_of(keys, "dice", keys["dice"], count) if "dice" in keys else None,
        dice_seen_by=seat_list(keys, "dice_seen_by", seats),
        destinations=p.destinations_of(keys, seats),
    )
    if not setup:
        _possible(start, keys, rules)
    return start


def _holders(
    keys: Keys, seats: tuple[str, ...], options: Mapping[str, object]
) -> dict[str, object]:
    """Return the first holders of badge and token; left out: the first seat without the other."""
    named: dict[str, object] = {}
    for key, option in (("chief", "first_badge"), ("victim_token", "first_victim")):
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


def _forced_chance(keys: Keys, rules: OsaczeniRules, cold_room: int, *, setup: bool) -> Forced:
    # The dice of a later round depend on who dies before it: each roll is checked when it is used.
    each = len(rules.roster.of[rules.seats[0]])
    placing = [each] * len(rules.seats) + [DICE] if setup else []
    rolls = Keys(keys.table("chance"), "chance.").items("dice")[len(placing) :]
    most = DICE + len(MORE_DICE)
    later = [_size(roll, rules.dice(cold_room), most) for roll in rolls]
    counts = chain(placing, later, repeat(DICE))
    return p.forced_of(keys, counts, rules.roster.of, _copies(rules) if setup else None)


def _size(roll: object, least: int, most: int) -> int:
    size = len(cast("Sequence[object]", roll)) if isinstance(roll, list | tuple) else least
    return size if least <= size <= most else least


def _possible(s: OsaczeniStart, keys: Keys, rules: OsaczeniRules) -> None:
    """Refuse a position that cannot occur."""
    alive = s.alive
    if s.chief not in alive and alive:
        raise keys.wrong("chief", "a player with a living character", s.chief)
    p.possible_hidden(keys, s)
    for player in s.dice_seen_by:
        if player not in alive:
            raise keys.wrong("dice_seen_by", "players with living characters", player)
    dead = len(rules.roster.names) - len(s.characters)
    if s.cold_room > dead:
        raise keys.wrong("cold_room", f"at most {dead}, the number of the dead")
    _possible_phase(s, keys)
    p.possible_places(keys, "zombies", rules, s.closed, s.zombies, s.characters)
    _possible_monsters(s, keys, rules)
    p.possible_cards(keys, _copies(rules), s.hands, s.deck, {"rotten_meat": len(s.hidden)})
    p.possible_destinations(keys, s, rules, PARKING, lambda _: False)


def _possible_phase(s: OsaczeniStart, keys: Keys) -> None:
    if s.chief_elected and s.phase in {"truck", "badge"}:
        raise keys.wrong("chief_elected", f"false in phase {s.phase}: nobody is elected yet")
    if s.hidden and s.phase != "attack":
        raise keys.wrong("hidden", f"with phase attack, not {s.phase}")
    for key in ("dice", "dice_seen_by"):
        if key in keys and s.phase not in DICE_ROLLED:
            raise keys.wrong(key, f"with phases {', '.join(DICE_ROLLED)}, not {s.phase}")


def _possible_monsters(s: OsaczeniStart, keys: Keys, rules: OsaczeniRules) -> None:
    room = rules.policies.monsters
    total = sum(count for _, count in s.zombies)
    if room.supply is not None and total > room.supply:
        raise keys.wrong("zombies", f"at most {room.supply} in all")
    for area, count in s.zombies:
        most = room.parking_notches if area == PARKING else NOTCHES
        if most is not None and count > most:
            raise keys.wrong("zombies", f"at most {most} at area {area}", count)
