"""The Polish rulebook played a second time, without the engine: arrival, attack and dawn.

Written from the rules alone and slow on purpose, in the manner of `tests.engine.oracle`: a position
is a plain mapping in the scenario format, a choice is the id of the option taken, and the options
that the rules allow are named with every question.

Not here: moves, destinations, dice under the hatch and what the truck holds.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from tests.engine.oracle_script import Script

POINTS = {"protector": 5, "leader": 3, "crybaby": 7, "klutz": 1}
SPACES = {1: 3, 2: 4, 3: 3, 4: 4, 5: 6}
"""Character spaces where the text's example fixes or allows them (GAP-O-1)."""
NOTCHES, MONSTERS, LOT, CENTRE = 6, 25, 6, 3
ROW = 2
"""Spaces in each row of the cold room."""


def owner(who: str) -> str:
    """The player of a character like `A.leader`."""
    return who.partition(".")[0]


def kind(who: str) -> str:
    """The kind of a character like `A.leader`."""
    return who.partition(".")[2]


@dataclass(slots=True)
class Mall:
    """Everything that lies on the table."""

    seats: list[str]
    badge: str
    token: str
    at: dict[str, int]
    """Living character to area."""
    monsters: Counter[int]
    hands: dict[str, list[str]]
    hidden: set[str]
    closed: set[int]
    cold: int
    eaten: list[tuple[int, str]] = field(default_factory=list)
    chosen: list[tuple[str, int, str | None]] = field(default_factory=list)

    @classmethod
    def of(cls, position: Mapping[str, Any]) -> Self:
        """Set up a position in the scenario format."""
        seats = list(position["seats"])
        there = {int(n): who for n, who in position["locations"].items()}
        return cls(
            seats=seats,
            badge=position["badge"],
            token=position["victim_token"],
            at={who: n for n, group in there.items() for who in group},
            monsters=Counter({int(n): k for n, k in position["monsters"].items()}),
            hands={seat: list(position["hands"].get(seat, [])) for seat in seats},
            hidden=set(position.get("hidden", [])),
            closed=set(position["closed"]),
            cold=position["cold_room"],
        )

    def order(self) -> list[str]:
        """From the badge clockwise."""
        at = self.seats.index(self.badge)
        return [*self.seats[at:], *self.seats[:at]]

    def lives(self, seat: str) -> bool:
        """Whether the player has a character left."""
        return any(owner(who) == seat for who in self.at)

    def here(self, area: int, seat: str | None = None) -> list[str]:
        """The characters in an area, of one player or of all."""
        return [w for w, n in self.at.items() if n == area and seat in {None, owner(w)}]

    def seen(self, area: int, seat: str | None = None) -> list[str]:
        """Those of them that are not under rotten meat."""
        return [who for who in self.here(area, seat) if who not in self.hidden]

    def strength(self, area: int) -> int:
        """A Protector counts two, the hidden count."""
        return sum(1 + (kind(who) == "protector") for who in self.here(area))

    def inside(self, area: int) -> bool:
        """Whether the monsters get in: more than the strength, after row 1 as many."""
        if area == LOT or self.monsters[area] == 0:
            return self.monsters[area] > 0
        return self.monsters[area] + (self.cold >= ROW) > self.strength(area)

    def open_to_a_monster(self, area: int) -> bool:
        """Whether one more finds a notch there."""
        return area not in self.closed and self.monsters[area] < NOTCHES


# --- phase 5 ---


def arrive(mall: Mall, areas: list[int]) -> None:
    """One monster to each of these, surplus to the parking lot, then none."""
    for area in areas:
        if sum(mall.monsters.values()) == MONSTERS:
            return
        if mall.open_to_a_monster(area):
            mall.monsters[area] += 1
        elif mall.open_to_a_monster(LOT):
            mall.monsters[LOT] += 1


def crowded(places: list[int]) -> list[int]:
    """Every area that is named most often, in ascending order."""
    counts = Counter(places)
    return sorted(area for area in counts if all(counts[area] >= n for n in counts.values()))


def arrival(mall: Mall, dice: list[int]) -> None:
    """The dice, then the Crybabies, then the crowds."""
    arrive(mall, dice)
    arrive(mall, crowded([n for who, n in mall.at.items() if kind(who) == "crybaby"]))
    arrive(mall, crowded(list(mall.at.values())))


# --- votes ---


def discuss(mall: Mall, script: Script, area: int, guns: Counter[str], *, attack: bool) -> None:
    """One item or a pass each, in badge order, until all have passed in a row."""
    talkers = [seat for seat in mall.order() if mall.here(area, seat)]
    silent: list[str] = []
    while len(silent) < len(talkers):
        seat = talkers.pop(0)
        talkers.append(seat)
        took = "pass"
        if mall.hands[seat]:
            took = script.take(seat, "play_item", playable(mall, area, seat, attack=attack))
        if took == "pass":
            silent.append(seat)
            continue
        silent = []
        use(mall, area, seat, took, guns)


def playable(mall: Mall, area: int, seat: str, *, attack: bool) -> set[str]:
    """What the items in a hand can do here."""
    hand = set(mall.hands[seat])
    ids = {"pass"} | (hand & {"gun"})
    if not attack:
        return ids
    if mall.monsters[area]:
        ids |= hand & {"baseball_bat", "chainsaw", "molotov"}
        if "tin_can" in hand:
            others = [n for n in range(1, 7) if n != area and mall.open_to_a_monster(n)]
            ids |= {f"tin_can-{n}" for n in others}
    if "rotten_meat" in hand:
        ids |= {f"rotten_meat-{kind(who)}" for who in mall.seen(area, seat)}
    return ids


def use(mall: Mall, area: int, seat: str, took: str, guns: Counter[str]) -> None:
    """Play an item."""
    card, _, target = took.partition("-")
    mall.hands[seat].remove(card)
    if card == "gun":
        guns[seat] += 1
    elif card == "rotten_meat":
        mall.hidden.add(f"{seat}.{target}")
    elif card == "tin_can":
        mall.monsters[area] -= 1
        mall.monsters[int(target)] += 1
    else:
        kills = {"baseball_bat": 1, "chainsaw": 2, "molotov": 99}[card]
        mall.monsters[area] = max(0, mall.monsters[area] - kills)


def point(mall: Mall, script: Script, what: str, area: int, guns: Counter[str]) -> str | None:
    """Everybody with a visible character there points; the token decides a tie."""
    stand = [seat for seat in mall.order() if mall.seen(area, seat)]
    winner = stand[0] if stand else None
    if len(stand) > 1:
        hands = {seat: script.take(seat, "point_at", stand) for seat in stand}
        total: Counter[str] = Counter()
        for seat, target in hands.items():
            leaders = [who for who in mall.seen(area, seat) if kind(who) == "leader"]
            total[target] += len(mall.seen(area, seat)) + len(leaders) + guns[seat]
        tied = [seat for seat in stand if total[seat] == max(total.values())]
        winner = tied[0] if len(tied) == 1 else script.take(mall.token, "break_tie", tied)
    mall.chosen.append((what, area, winner))
    return winner


def election(mall: Mall, script: Script, what: str) -> str | None:
    """A vote for the truck or the badge."""
    area = LOT if what == "truck" else CENTRE
    if not mall.here(area):
        return None
    guns: Counter[str] = Counter()
    discuss(mall, script, area, guns, attack=False)
    return point(mall, script, what, area, guns)


# --- phase 6 ---


def devour(mall: Mall, script: Script, area: int, guns: Counter[str]) -> bool:
    """Point, choose, eat, and hand on token and badge; False where nobody is found."""
    player = point(mall, script, "attack", area, guns)
    if player is None:
        return False
    food = [kind(who) for who in mall.seen(area, player)]
    victim = food[0] if len(food) == 1 else script.take(player, "choose_victim", food)
    del mall.at[f"{player}.{victim}"]
    mall.eaten.append((area, f"{player}.{victim}"))
    mall.cold += 1
    mall.token = player
    heirs = [seat for seat in mall.order() if mall.lives(seat)]
    if heirs and not mall.lives(mall.badge):
        mall.badge = heirs[0]
    return True


def attack(mall: Mall, script: Script) -> None:
    """Areas 1 to 6 in order."""
    for area in range(1, LOT):
        if not mall.here(area) or not mall.inside(area):
            continue
        guns: Counter[str] = Counter()
        discuss(mall, script, area, guns, attack=True)
        if mall.inside(area):
            devour(mall, script, area, guns)
            mall.monsters[area] = 0
    guns = Counter()
    if mall.here(LOT):
        while mall.monsters[LOT] and mall.seen(LOT):
            discuss(mall, script, LOT, guns, attack=True)
            if not mall.monsters[LOT] or not devour(mall, script, LOT, guns):
                break
            mall.monsters[LOT] -= 1
        mall.monsters[LOT] = 0
    mall.hidden.clear()


# --- phase 7 ---


def dawn(mall: Mall) -> dict[str, int] | None:
    """Close what is surrounded; the scores where the game is over."""
    for area in range(1, LOT):
        if mall.monsters[area] == NOTCHES:
            mall.closed.add(area)
            mall.monsters[area] = 0
            for who in mall.here(area):
                mall.at[who] = LOT
    if len(mall.at) > len(mall.seats):
        return None
    return {
        seat: sum(POINTS[kind(who)] for who in mall.at if owner(who) == seat)
        + (mall.hands[seat].count("truck_keys") if mall.lives(seat) else 0)
        for seat in mall.seats
    }
