"""Where to stand: the set-up, destinations, moves, and the zombie of the eliminated."""

from itertools import permutations

from arena.seats.house.danger import Outlook
from arena.seats.house.position import Board, Person
from arena.seats.house.situation import Situation, best

__all__ = [
    "assign_start",
    "choose_destination",
    "energy_drink",
    "expected_loss",
    "move",
    "place_character",
    "place_zombie",
]

SPRINT = 1.0
"""Points that a Sprint must save to be played."""
BADGE = 0.3
"""What it is worth to have a vote for the Chief, for each vote up to two."""
WORD = 0.7
"""What it is worth to be where one said one would be, when one hears no better."""
DETOUR = 0.01
"""What it costs to choose a location without room: one may as well choose the parking lot."""
SEARCH = 0.4
"""What it is worth to have a vote on the truck, while there are cards."""


def place_character(situation: Situation) -> str:
    """Spread: no parking, and high votes where votes count."""
    board = situation.board
    outlook = Outlook(board, situation.beliefs, 0.0)
    scores = []
    for option in situation.question.options:
        place, kind = int(option.args["location"]), str(option.args["character"])
        scores.append(_settled(board, outlook, kind, place))
    return best(situation, scores).id


def _settled(board: Board, outlook: Outlook, kind: str, place: int) -> float:
    """Return what it is worth to begin there with one more character of this kind."""
    f = board.facts
    new = Person(board.me, kind, place, False, f.points[kind], f.strength[kind], f.votes[kind])  # noqa: FBT003 - the fields of a tuple
    here = tuple(each for each in board.own if each.place == place)
    cost = outlook.cost(place, (*here, new)) - outlook.cost(place, here)
    return attraction(board, place, (*here, new)) - cost


def assign_start(situation: Situation) -> str:
    """Give each die to the character that is best off there, all of them considered together.

    A full area means the parking lot (OSA-13).
    """
    board = situation.board
    outlook = Outlook(board, situation.beliefs, 0.0)
    worth: dict[tuple[int, str], float] = {}
    for option in situation.question.options:
        die, kind = int(option.args["die"]), str(option.args["character"])
        room = board.rooms[die]
        place = die if len(room.people) < room.capacity else board.facts.parking
        worth[die, kind] = _settled(board, outlook, kind, place)
    kinds = sorted({kind for _, kind in worth})
    dice: list[int] = list(situation.question.context["dice"])
    fairest = max(
        sorted(set(permutations(dice))),
        key=lambda order: sum(worth[pair] for pair in zip(order, kinds, strict=True)),
    )
    return f"{fairest[0]}-{kinds[0]}"


def attraction(board: Board, place: int, own: tuple[Person, ...]) -> float:
    """Return what standing there is worth in the votes of the next round."""
    f = board.facts
    if not own:
        return 0.0
    if place == f.hq:
        return BADGE * min(2, sum([each.votes for each in own]))
    if place == f.parking and board.view["deck_size"]:
        return SEARCH
    return 0.0


class Positions:
    """The values of positions that differ from the present one in one of my characters."""

    def __init__(self, situation: Situation) -> None:
        """Value the present position."""
        self._board = situation.board
        self.outlook = Outlook(situation.board, situation.beliefs, situation.dials.greed)
        self._here = {
            place: tuple(each for each in self._board.own if each.place == place)
            for place in self._board.rooms
        }
        self._now = {place: self._value(place, own) for place, own in self._here.items()}
        self.stay = sum(self._now.values())

    def _value(self, place: int, own: tuple[Person, ...]) -> float:
        return attraction(self._board, place, own) - self.outlook.cost(place, own)

    def after(self, person: Person, place: int) -> float:
        """Return the value of the position once this character of mine stands there."""
        if place == person.place:
            return self.stay
        left = tuple(each for each in self._here[person.place] if each is not person)
        joined = (*self._here[place], person._replace(place=place))
        changed = self._value(person.place, left) + self._value(place, joined)
        return self.stay - self._now[person.place] - self._now[place] + changed


def full_chance(situation: Situation, outlook: Outlook, place: int) -> float:
    """Return the chance that a location has no room when it is my turn to move."""
    board = situation.board
    room = board.rooms[place]
    free = room.capacity - len(room.people)
    before = board.order[: board.order.index(board.me)]
    coming = sum(situation.beliefs.destinations.get(each, {}).get(place, 0.0) for each in before)
    leaving = sum(1 - outlook.stays(each) for each in room.people if each.player in before)
    return min(1.0, max(0.0, coming - leaving - free + 1)) if free <= len(before) else 0.0


def choose_destination(situation: Situation) -> str:
    """Choose where one of mine is best off; which one is decided at the move."""
    promised = situation.beliefs.promises.destination
    options = situation.question.options
    positions = Positions(situation)
    parking = situation.board.facts.parking
    scores = []
    for option in options:
        goal = int(option.args["location"])
        full = full_chance(situation, positions.outlook, goal)
        movable = [
            each for each in situation.board.own if each.place != goal
        ] or situation.board.own
        scores.append(
            max(
                (1 - full) * positions.after(each, goal) + full * positions.after(each, parking)
                for each in movable
            )
            + WORD * (goal == promised)
            - DETOUR * full
        )
    return best(situation, scores).id


def move(situation: Situation) -> str:
    """Move the one that gains most, or loses least; sprint where that is clearly better."""
    board, goal = situation.board, int(situation.question.context["destination"])
    positions = Positions(situation)
    room = board.rooms.get(goal)
    free = room is not None and len(room.people) < room.capacity
    target = goal if free else board.facts.parking
    mine = {each.kind: each for each in board.own}
    scores = []
    for option in situation.question.options:
        person = mine[str(option.args["character"])]
        if "card" in option.args:
            scores.append(positions.after(person, int(option.args["location"])) - SPRINT)
        else:
            scores.append(positions.after(person, target))
    return best(situation, scores).id


def energy_drink(situation: Situation) -> str:
    """Move one more character where that saves more than the card is worth."""
    positions = Positions(situation)
    mine = {each.kind: each for each in situation.board.own}
    scores = [
        positions.after(mine[str(option.args["character"])], int(option.args["location"])) - SPRINT
        if "character" in option.args
        else positions.stay
        for option in situation.question.options
    ]
    return best(situation, scores).id


def expected_loss(situation: Situation) -> float:
    """Return the points that the best destination is still expected to cost."""
    positions = Positions(situation)
    goals = situation.board.rooms
    return -max(positions.after(each, goal) for each in situation.board.own for goal in goals)


def place_zombie(situation: Situation) -> str:
    """Put the zombie where it most probably costs those who lead."""
    board = situation.board
    rivalry = board.rivalry(1.0)
    scores = []
    for option in situation.question.options:
        if "location" not in option.args:
            scores.append(0.0)
            continue
        room = board.rooms[int(option.args["location"])]
        strength = sum(each.strength for each in room.people)
        worth = sum(
            rivalry[each.player] * each.points for each in room.people if each.player != board.me
        )
        near = (
            1.0
            if room.number == board.facts.parking
            else 1 / (1 + abs(strength - room.zombies - 1))
        )
        scores.append(worth * near / max(1, len(room.people)))
    return best(situation, scores).id
