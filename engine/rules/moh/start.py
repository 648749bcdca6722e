"""Scenarios of Mall of Horror: positions to start from (design.md section 3).

`read_start` checks that the position is possible and raises `ScenarioError` naming the key.
`MohStart.events` turns it into the events that set it up: the position to all, a hand to its owner,
the deck to the engine. The rules then run from the beginning of its phase.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import chain, repeat

from engine import events as e
from engine.chance import Chance, Forced
from engine.rules import positions as p
from engine.rules.edition import Edition, options_in_force
from engine.rules.keys import Keys, number_of, seat_list, seat_of, seats_of
from engine.rules.moh.build import MohRules
from engine.rules.moh.events import PositionSet
from engine.rules.moh.tables import CARDS, DICE

PHASES = ("setup", "truck", "chief", "arrival", "destinations", "movement", "attack")
KEYS = (
    "scenario", "ruleset", "seats", "seed", "round", "phase", "chief", "chief_elected", "closed",
    "hidden", "deck", "rest_boxed", "revenge", "last_deaths", "extras_placed", "dice",
    "dice_seen_by", "options", "locations", "zombies", "hands", "destinations", "chance", "said",
)  # fmt: skip
SETUP_KEYS = ("scenario", "ruleset", "seats", "seed", "phase", "chief", "deck", "options", "chance",
              "said", "round")  # fmt: skip
DICE_ROLLED = ("destinations", "movement")
COPIES = {card.id: card.count for card in CARDS}


@dataclass(frozen=True, slots=True, kw_only=True)
class MohStart(p.Position):
    """A checked position of Mall of Horror."""

    chief: str
    chief_elected: bool
    zombies: tuple[tuple[int, int], ...]
    revenge: tuple[str, ...]
    last_deaths: tuple[tuple[str, int], ...]
    """(player, location) of those whose last character is known to have died there."""
    extras_placed: bool

    def events(self, rules: MohRules, chance: Chance) -> Iterator[e.Event]:
        """Yield the events that set the position up; none for phase `setup`, which has its own."""
        if self.phase == "setup":
            return
        yield e.GameBegan(ruleset=self.ruleset, seats=self.seats, closed=rules.closed)
        deck, played, boxed = self.piles(COPIES, "hidden", chance)
        yield PositionSet(
            closed=self.closed,
            zombies=self.zombies,
            characters=self.characters,
            hidden=self.hidden,
            chief=self.chief,
            chief_elected=self.chief_elected,
            revenge=self.revenge,
            last_deaths=self.last_deaths,
            played=played,
            boxed=boxed,
            extras_placed=self.extras_placed,
        )
        yield from self.deal_events(deck)
        if self.phase in DICE_ROLLED:
            dice = self.dice or chance.dice("dice", self.round, DICE)
            yield from self.under_cover(dice, self.chief if self.chief_elected else None)


def read_start(edition: Edition[object, object], given: Mapping[str, object]) -> MohStart:
    """Return the position of a scenario's mapping; `ScenarioError` names the key that is wrong."""
    keys = Keys(given)
    setup = p.known_keys(keys, PHASES, KEYS, SETUP_KEYS)
    seats = seats_of(keys)
    chief = seat_of(keys, "chief", keys.get("chief", seats[0]), seats)
    options = _options(keys, chief if setup else None)
    rules = edition.rules(options_in_force(edition, options, seats), seats)
    assert isinstance(rules, MohRules), "an edition of this family"
    start = MohStart(
        ruleset=edition.id,
        seats=seats,
        seed=p.seed_of(keys),
        options=options,
        round=p.round_of(keys, setup=setup),
        phase=keys.text("phase"),
        forced=_forced_chance(keys, rules, setup=setup),
        chief=chief,
        chief_elected=keys.flag("chief_elected"),
        closed=p.closed_of(keys, rules, rules.places.parking),
        characters=p.characters_of(keys, rules),
        hidden=p.hidden_of(keys, rules),
        zombies=p.standing_of(keys, "zombies"),
        hands=p.hands_of(keys, seats, COPIES),
        deck=p.deck_of(keys, COPIES, setup=setup),
        rest_boxed=p.rest_boxed_of(keys),
        revenge=seat_list(keys, "revenge", seats),
        last_deaths=_last_deaths(keys, seats),
        extras_placed=keys.flag("extras_placed"),
        dice=p.dice_of(keys, "dice", keys["dice"], DICE) if "dice" in keys else None,
        dice_seen_by=seat_list(keys, "dice_seen_by", seats),
        destinations=p.destinations_of(keys, seats),
    )
    if not setup:
        _possible(start, keys, rules)
    return start


def _options(keys: Keys, first_chief: str | None) -> dict[str, object]:
    options = dict(keys.table("options"))
    if first_chief is not None:
        named = options.setdefault("first_chief", first_chief)
        if "chief" in keys and named != first_chief:
            raise keys.wrong("chief", f"{named!r}, as options.first_chief says", first_chief)
    if options.get("seating") == "random":
        raise keys.wrong("options.seating", "join: a scenario says who sits where")
    return options


def _forced_chance(keys: Keys, rules: MohRules, *, setup: bool) -> Forced:
    rolls = chain([2] * len(rules.roster.owner) if setup else (), repeat(DICE))
    lots = list(rules.seats)
    if rules.policies.second_tie.draws_characters:  # MOH-22: a lot may be one, as B.pin_up
        lots += [".".join(name) for name in rules.roster.names]
    return p.forced_of(keys, rolls, lots, COPIES if setup else None)


def _last_deaths(keys: Keys, seats: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple(
        (seat_of(keys, "last_deaths", seat, seats), number_of(keys, f"last_deaths.{seat}", place))
        for seat, place in keys.table("last_deaths").items()
    )


def _possible(s: MohStart, keys: Keys, rules: MohRules) -> None:
    """Refuse a position that cannot occur."""
    alive = s.alive
    if s.chief not in alive and alive:
        raise keys.wrong("chief", "a player with a living character", s.chief)
    p.possible_hidden(keys, s)
    _possible_revenge(s, keys, rules, alive)
    for player in s.dice_seen_by:
        if player not in alive and not rules.policies.cameras.eliminated:
            raise keys.wrong("dice_seen_by", "players with living characters", player)
    _possible_phase(s, keys)
    limit, standing = rules.policies.zombies.limit, sum(count for _, count in s.zombies)
    if limit is not None and standing > limit:
        raise keys.wrong("zombies", f"at most {limit} in all, as options.zombie_supply says")
    p.possible_places(keys, "zombies", rules, s.closed, s.zombies, s.characters)
    p.possible_cards(keys, COPIES, s.hands, s.deck, {"hidden": len(s.hidden)})
    stay = rules.policies.destinations.sprint_may_stay
    p.possible_destinations(
        keys, s, rules, rules.places.parking,
        lambda player: stay and "sprint" in s.hands[player],
    )  # fmt: skip


def _possible_revenge(s: MohStart, keys: Keys, rules: MohRules, alive: set[str]) -> None:
    policy, graves = rules.policies.revenge, dict(s.last_deaths)
    for key, players in (("revenge", s.revenge), ("last_deaths", graves)):
        for player in players:
            if player in alive:
                raise keys.wrong(key, "eliminated players", player)
    if not policy.last_death:
        return
    # GAP-M-26: it stands where the last character died, which the scenario has to say.
    out = [seat for seat in s.seats if seat not in alive]
    for player in out if policy.every_round else s.revenge:
        if player not in graves:
            need = f"the place of the last death of each, like {{ {player} = 3 }}"
            raise keys.wrong("last_deaths", need, keys.get("last_deaths", {}))
        if graves[player] in s.closed and not policy.every_round and s.phase != "attack":
            raise keys.wrong(f"last_deaths.{player}", "an open location", graves[player])


def _possible_phase(s: MohStart, keys: Keys) -> None:
    if s.chief_elected and s.phase in {"truck", "chief"}:
        raise keys.wrong("chief_elected", f"false in phase {s.phase}: nobody is elected yet")
    if s.extras_placed and s.phase != "attack":
        raise keys.wrong("extras_placed", "true only with phase attack")
    for key in ("dice", "dice_seen_by"):
        if key in keys and s.phase not in DICE_ROLLED:
            raise keys.wrong(key, f"with phases destinations and movement, not {s.phase}")
