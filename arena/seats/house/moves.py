"""Decisions about places: set-up, destinations, moves, and an eliminated player's zombie."""

from itertools import permutations

from arena.seats.house.danger import Outlook
from arena.seats.house.position import Person, Position
from arena.seats.house.situation import Situation, best

SPRINT = 1.0
"""Points that a card that moves a character must save to be played."""
BADGE = 0.3
"""Value of a vote in the election of the Chief, for each of up to two."""
WORD = 1.2
"""Value, to a fully honest bot, of going where it announced."""
AGREED = 9.0
"""Cost of going elsewhere than a deal demands that is to be kept."""
GIVEN_AWAY = 99.0
"""Cost of announcing a location that the bot has just warned of falsely."""
DETOUR = 0.01
"""Cost of choosing a full location: the parking lot could be chosen directly."""
SEARCH = 0.4
"""Value of a vote at the truck, while there are cards."""


def place_character(situation: Situation) -> str:
    """Place a character in the set-up where its expected value is highest."""
    outlook = Outlook(situation.position, situation.beliefs, 0.0)
    chosen = (option.args for option in situation.question.options)
    scores = [
        _settled(situation.position, outlook, str(each["character"]), int(each["location"]))
        for each in chosen
    ]
    return best(situation, scores).id


def _settled(position: Position, outlook: Outlook, kind: str, place: int) -> float:
    """Return the value of beginning there with one more character of this kind."""
    f = position.facts
    new = Person(position.me, kind, place, False, f.points[kind], f.strength[kind], f.votes[kind])  # noqa: FBT003 - the fields of a tuple
    here = tuple(each for each in position.own if each.place == place)
    cost = outlook.cost(place, (*here, new)) - outlook.cost(place, here)
    return attraction(position, place, (*here, new)) - cost


def assign_start(situation: Situation) -> str:
    """Assign start dice to characters so that their total value is highest.

    A full area means the parking lot (OSA-13).
    """
    position = situation.position
    outlook = Outlook(position, situation.beliefs, 0.0)
    worth: dict[tuple[int, str], float] = {}
    for option in situation.question.options:
        die, kind = int(option.args["die"]), str(option.args["character"])
        room = position.rooms[die]
        place = die if len(room.people) < room.capacity else position.facts.parking
        worth[die, kind] = _settled(position, outlook, kind, place)
    kinds = sorted({kind for _, kind in worth})
    dice: list[int] = list(situation.question.context["dice"])
    fairest = max(
        sorted(set(permutations(dice))),
        key=lambda order: sum(worth[pair] for pair in zip(order, kinds, strict=True)),
    )
    return f"{fairest[0]}-{kinds[0]}"


def attraction(position: Position, place: int, own: tuple[Person, ...]) -> float:
    """Return the value, in points, of standing there for the votes of the next round."""
    f = position.facts
    if not own:
        return 0.0
    if place == f.hq:
        return BADGE * min(2, sum([each.votes for each in own]))
    if place == f.parking and position.view["deck_size"]:
        return SEARCH
    return 0.0


class MoveValues:
    """The values of positions that differ from the present one in one of the bot's characters."""

    def __init__(self, situation: Situation) -> None:
        self._position = situation.position
        self.outlook = Outlook(situation.position, situation.beliefs, situation.dials.greed)
        self._here = {
            place: tuple(each for each in self._position.own if each.place == place)
            for place in self._position.rooms
        }
        self._now = {place: self._value(place, own) for place, own in self._here.items()}
        self.stay = sum(self._now.values())

    def _value(self, place: int, own: tuple[Person, ...]) -> float:
        return attraction(self._position, place, own) - self.outlook.cost(place, own)

    def after(self, person: Person, place: int) -> float:
        """Return the value of the position once this character of the bot stands there."""
        if place == person.place:
            return self.stay
        left = tuple(each for each in self._here[person.place] if each is not person)
        joined = (*self._here[place], person._replace(place=place))
        changed = self._value(person.place, left) + self._value(place, joined)
        return self.stay - self._now[person.place] - self._now[place] + changed


def full_chance(situation: Situation, outlook: Outlook, place: int) -> float:
    """Return the probability that a location is full when the bot's turn to move comes."""
    position = situation.position
    room = position.rooms[place]
    free = room.capacity - len(room.people)
    before = position.order[: position.order.index(position.me)]
    coming = sum(situation.beliefs.destinations.get(each, {}).get(place, 0.0) for each in before)
    leaving = sum(1 - outlook.stays(each) for each in room.people if each.player in before)
    return min(1.0, max(0.0, coming - leaving - free + 1)) if free <= len(before) else 0.0


def choose_destination(situation: Situation) -> str:
    """Choose the destination with the highest value for the best-suited character."""
    promises = situation.beliefs.promises
    options = situation.question.options
    aloud = situation.question.kind == "announce_destination"
    values, word = MoveValues(situation), WORD * situation.dials.honesty
    parking = situation.position.facts.parking
    scores = []
    for option in options:
        goal = int(option.args["location"])
        full = full_chance(situation, values.outlook, goal)
        movable = [
            each for each in situation.position.own if each.place != goal
        ] or situation.position.own
        scores.append(
            max(
                (1 - full) * values.after(each, goal) + full * values.after(each, parking)
                for each in movable
            )
            + word * (goal == promises.destination)
            - AGREED * sum((goal == way.location) is way.negated for way in promises.ways)
            - DETOUR * full
            - GIVEN_AWAY * (aloud and goal in situation.beliefs.warned)
        )
    return best(situation, scores).id


def move(situation: Situation) -> str:
    """Move the character that gains most; play a card for it only where that is clearly better."""
    position, goal = situation.position, int(situation.question.context["destination"])
    room = position.rooms.get(goal)
    free = room is not None and len(room.people) < room.capacity
    return best(situation, _gains(situation, goal if free else position.facts.parking)).id


def energy_drink(situation: Situation) -> str:
    """Move one more character where that saves more than the card is worth."""
    return best(situation, _gains(situation, None)).id


def _gains(situation: Situation, target: int | None) -> list[float]:
    """Return the value of each option; a move that costs no card goes to the `target`."""
    values = MoveValues(situation)
    mine = {each.kind: each for each in situation.position.own}
    scores: list[float] = []
    for args in (option.args for option in situation.question.options):
        if "character" not in args:
            scores.append(values.stay)
        elif target is None or "card" in args:
            person = mine[str(args["character"])]
            scores.append(values.after(person, int(args["location"])) - SPRINT)
        else:
            scores.append(values.after(mine[str(args["character"])], target))
    return scores


def expected_loss(situation: Situation) -> float:
    """Return the expected loss, in points, at the best destination."""
    values = MoveValues(situation)
    goals = situation.position.rooms
    return -max(values.after(each, goal) for each in situation.position.own for goal in goals)


def place_zombie(situation: Situation) -> str:
    """Place the zombie where it probably costs the leading players most."""
    position = situation.position
    rivalry = position.rivalry(1.0)
    scores = []
    for option in situation.question.options:
        if "location" not in option.args:
            scores.append(0.0)
            continue
        room = position.rooms[int(option.args["location"])]
        worth = sum(
            rivalry[each.player] * each.points for each in room.people if each.player != position.me
        )
        near = 1.0 if room.strength is None else 1 / (1 + abs(room.strength - room.zombies - 1))
        scores.append(worth * near / max(1, len(room.people)))
    return best(situation, scores).id
