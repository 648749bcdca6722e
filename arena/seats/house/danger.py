"""Forecasts of the attack: which rooms fall this round, and the expected loss in each."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from math import comb

from arena.seats.house.ballots import lose_chance
from arena.seats.house.beliefs import Beliefs
from arena.seats.house.position import Person, Position

CARDS = 1.5
"""Cost, in points, of holding a room with cards from the hand."""
LAST = 2.0
"""Cost, in points, of elimination, beside the character's own."""
ARRIVING = 4 / 3
"""Expected strength and votes of an unknown character: the mean of the three kinds."""


@lru_cache(maxsize=4096)
def tail(mean: float, least: int, dice: int) -> float:
    """Return the probability that at least `least` of the dice bring a zombie here.

    `mean` is the expected number of zombies from all `dice`.
    """
    if least <= 0:
        return 1.0
    p = min(1.0, mean / dice)
    return sum(comb(dice, n) * p**n * (1 - p) ** (dice - n) for n in range(least, dice + 1))


def losses(own: Sequence[Person], eaten: float) -> float:
    """Return the points lost when `eaten` of these characters are eaten, the cheapest first."""
    lost, left = 0.0, eaten
    for points in sorted(each.points for each in own):
        lost += points * min(1.0, left)
        left -= 1
        if left <= 0:
            break
    return lost


def _most_elsewhere(heads: Mapping[int, float]) -> dict[int, float]:
    """Return, for each location, the largest count in any other."""
    return {
        place: max([n for other, n in heads.items() if other != place], default=0.0)
        for place in heads
    }


class Outlook:
    """A forecast of this round's attack from expected moves and dice.

    Other players' characters are expectations; `cost` takes the bot's own, so that positions which
    differ in one character share most of the work.
    """

    def __init__(self, position: Position, beliefs: Beliefs, greed: float) -> None:
        self._position, self._beliefs = position, beliefs
        self._rivalry = position.rivalry(greed)
        self._dice = position.view["dice_count"] * (2 if position.view["phase"] == "setup" else 1)
        self._lured = position.view["phase"] == "attack"
        self._tie = 0.5 if position.facts.family.ties_draw else -0.5
        self._safe = position.decider == position.me
        self.heads = dict.fromkeys(position.rooms, 0.0)
        """Others' characters by location, as expected after their moves."""
        self._strength = self.heads.copy()
        self._noise = self.heads.copy()
        self.arrivals = self.heads.copy()
        """Others' characters that are expected to arrive, by location."""
        self._nobody = dict.fromkeys(position.rooms, 1.0)
        """Probability that none of the others arrives, by location."""
        self._left: dict[tuple[str, str], float] = {}
        self._move_others()
        self._spread = min(1.0, sum(self.arrivals.values()) / 3)
        hand: list[str] = position.view["hand"] or []
        self._kills = sum(position.facts.kills.get(card, 0) for card in hand)
        self._walls = position.holds("wall")
        self._last = LAST * (len(position.own) == 1)
        self._costs: dict[tuple[int, tuple[str, ...]], float] = {}
        here = [each.place for each in position.own]
        loud = [each.place for each in position.own if each.kind == position.facts.family.noisy]
        self._crowds = _most_elsewhere(
            {place: heads + here.count(place) for place, heads in self.heads.items()}
        )
        self._noises = _most_elsewhere(
            {place: n + (place in loud) for place, n in self._noise.items()}
        )

    def _move_others(self) -> None:
        position, noisy = self._position, self._position.facts.family.noisy
        stay = self._departures()
        for person in position.people:
            if person.player != position.me:
                here = stay.get((person.player, person.kind), 1.0)
                self._left[person.player, person.kind] = here
                self.heads[person.place] += here
                self._strength[person.place] += here * person.strength
                self._noise[person.place] += here * (person.kind == noisy)
        for goals in self._beliefs.destinations.values():
            for place, chance in goals.items():
                where = place if place in self.heads else position.facts.parking
                self.arrivals[where] += chance
                self._nobody[where] *= 1 - chance
        for place, coming in self.arrivals.items():
            self.heads[place] += coming
            self._strength[place] += coming * ARRIVING
            self._noise[place] += coming / 3

    def _departures(self) -> dict[tuple[str, str], float]:
        # The probability that each character of players still to move stays where it is.
        stay: dict[tuple[str, str], float] = {}
        for player, goals in self._beliefs.destinations.items():
            people = [each for each in self._position.people if each.player == player]
            for each in people:
                stay[player, each.kind] = 1.0
            for goal, chance in goals.items():
                movable = [each for each in people if each.place != goal]
                for each in movable:
                    stay[player, each.kind] -= chance / len(movable)
        return stay

    def stays(self, person: Person) -> float:
        """Return the probability that another player's character stays where it is."""
        return self._left.get((person.player, person.kind), 1.0)

    def cost(self, place: int, own: tuple[Person, ...]) -> float:
        """Return the expected loss, in points, at a location with the characters `own` there.

        The losses of rivals are subtracted.
        """
        key = place, tuple([each.kind for each in own])
        found = self._costs.get(key)
        if found is None:
            parking = place == self._position.facts.parking
            found = self._on_parking(place, own) if parking else self._in_room(place, own)
            self._costs[key] = found
        return found

    # --- rooms ---

    def breach(self, place: int, own: Sequence[Person], *, armed: bool = False) -> float:
        """Return the probability that zombies enter a room; `armed`: despite the bot's cards."""
        position, room = self._position, self._position.rooms[place]
        if not own and self.heads[place] <= 0:
            return 0.0
        strength = self._strength[place] + sum([each.strength for each in own])
        need = position.needed(place, strength + armed * self._walls)
        missing = need - room.zombies + armed * self._kills
        extra = self._crowd(place, len(own)), self._noisy(place, own)
        one = extra[0] + extra[1] - 2 * extra[0] * extra[1]
        two = extra[0] * extra[1]
        none = 1 - one - two
        chance = none * self._come(place, missing)
        if one > 0:
            chance += one * self._come(place, missing - 1)
        return chance + two * self._come(place, missing - 2) if two > 0 else chance

    def _come(self, place: int, missing: float) -> float:
        # The probability that at least `missing` zombies come; fractions are interpolated.
        mean = self._beliefs.zombies[place]
        low = int(missing // 1)
        part = missing - low
        if self._beliefs.dice_known:
            return min(1.0, max(0.0, mean - missing + 1)) if part else float(mean >= missing)
        at_low = tail(mean, low, self._dice)
        return at_low + part * (tail(mean, low + 1, self._dice) - at_low) if part else at_low

    def _crowd(self, place: int, own: int) -> float:
        return self._most(self.heads[place] + own - self._crowds[place])

    def _noisy(self, place: int, own: Sequence[Person]) -> float:
        noisy = self._position.facts.family.noisy
        here = self._noise[place] + sum([each.kind == noisy for each in own])
        return self._most(here - self._noises[place])

    def _most(self, lead: float) -> float:
        # The probability to attract one while others still move; in the attack they have arrived.
        if self._lured:
            return 0.0
        chance = 0.5 + (lead + self._tie) / (1 + 2 * self._spread)
        return min(1.0, max(0.0, chance))

    def _voted_out(self, place: int, own: Sequence[Person]) -> float:
        mine = sum([each.votes for each in own if not each.hidden])
        others = self._others_votes(place)
        coming = 1 - self._nobody[place]
        chance = (1 - coming) * lose_chance(mine, others, safe=self._safe)
        if not coming:
            return chance
        return chance + coming * lose_chance(mine, (*others, 1), safe=self._safe)

    def _others_votes(self, place: int) -> tuple[int, ...]:
        weights: dict[str, float] = {}
        for each in self._position.rooms[place].people:
            if each.player != self._position.me and not each.hidden:
                here = self._left[each.player, each.kind]
                weights[each.player] = weights.get(each.player, 0.0) + here * each.votes
        return tuple(sorted([n for w in weights.values() if (n := round(w))], reverse=True))

    def _in_room(self, place: int, own: tuple[Person, ...]) -> float:
        falls = self.breach(place, own)
        if falls <= 0:
            return 0.0
        eatable = [each for each in own if not each.hidden]
        out = self._voted_out(place, own) if eatable else 0.0
        lost = losses(eatable, 1) + self._last if eatable else 0.0
        cost = out * lost - (1 - out) * self._gain(place)
        if cost <= CARDS or not self._kills + self._walls:
            return falls * cost
        anyway = self.breach(place, own, armed=True)
        return anyway * cost + (falls - anyway) * CARDS

    def _gain(self, place: int) -> float:
        """Return the value, to the bot, of the expected loss of another player there."""
        rivals: dict[str, float] = {}
        for each in self._position.rooms[place].people:
            if each.player != self._position.me and not each.hidden:
                worth = self._rivalry[each.player] * each.points
                rivals[each.player] = min(worth, rivals.get(each.player, worth))
        return sum(rivals.values()) / len(rivals) if rivals else 0.0

    # --- the parking lot ---

    def _on_parking(self, place: int, own: tuple[Person, ...]) -> float:
        zombies = self._position.rooms[place].zombies
        crowd, noise = self._crowd(place, len(own)), self._noisy(place, own)
        coming = self._beliefs.zombies[place] + crowd + noise
        eatable = [each for each in own if not each.hidden]
        others = self.heads[place]
        cost = 0.0
        for count, chance in self._arriving(coming):
            eaten = min(zombies + count, len(eatable) + others)
            if eaten > 0:
                cost += chance * self._eaten(place, eatable, others, eaten)
        return cost

    def _arriving(self, mean: float) -> list[tuple[float, float]]:
        if self._beliefs.dice_known:
            return [(mean, 1.0)]
        dice = self._dice
        tails = [tail(mean, n, dice) for n in range(dice + 2)]
        return [(n, tails[n] - tails[n + 1]) for n in range(dice + 1)]

    def _eaten(self, place: int, own: Sequence[Person], others: float, eaten: float) -> float:
        total = len(own) + others
        mine = 0.0
        if own:
            out = self._voted_out(place, own)
            fair = eaten * len(own) / total
            mine = max(eaten - others, min(float(len(own)), 0.5 * eaten * out + 0.5 * fair))
        lost = losses(own, mine) + self._last * min(1.0, mine)
        return lost - max(0.0, eaten - mine) * self._gain(place)
