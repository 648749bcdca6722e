"""What is said of the dice: reports of those who saw them, true or not, and what others make up."""

from collections.abc import Iterator

from arena.seats.house import plans
from arena.seats.house.listening import means_it
from arena.seats.house.speaking import Idea, Stage, plural
from arena.talk.claims import Claim, Proposition

__all__ = ["dice_ideas"]


def dice_ideas(stage: Stage) -> Iterator[Idea]:
    """Report, pretend, ask, or announce a destination."""
    dice = stage.board.view["dice"]
    goal = plans.destination(stage)
    if dice is not None:
        yield _report(stage, list(dice), goal)
        if goal is not None:
            yield from _announce(stage, goal, 0.5)
        return
    if goal is not None:
        yield from _announce(stage, goal, 0.8)
        yield from _bluff(stage, goal)
    witnesses = [each for each in stage.board.view["dice_seen_by"] if each != stage.me]
    if witnesses:
        witness = stage.draw.pick(witnesses)
        slots = {"to": witness, "round": stage.window.round}
        doubted = stage.beliefs.trust[witness] < 0.4  # noqa: PLR2004 - less than unknown
        intent = "dice_doubt" if doubted else "dice_ask"
        yield Idea(intent=intent, weight=0.6, slots=slots, to=(witness,))


def _report(stage: Stage, dice: list[int], goal: int | None) -> Idea:
    honest = means_it(stage.key, stage.window.id, stage.dials, "dice")
    told = dice if honest else _twisted(stage, dice, goal)
    worst = max(stage.board.rooms, key=lambda place: (told.count(place), place))
    rooms = stage.board.rooms
    calm = min(rooms, key=lambda place: (told.count(place) + rooms[place].zombies, place != goal))
    slots = {
        "dice": ", ".join(map(str, sorted(told))),
        "worst": stage.name(worst),
        "dies": plural(told.count(worst), "die", "dice"),
        "calm": stage.name(calm),
        "round": stage.window.round,
    }
    if stage.draw.chance() < WHOLE:
        claim = Claim(proposition=Proposition(kind="dice", dice=tuple(sorted(told))))
        return Idea(intent="dice_all", weight=1.3, slots=slots, claims=(claim,))
    claims = tuple(
        Claim(
            proposition=Proposition(
                kind="zombies", location=place, relation="=", count=told.count(place)
            )
        )
        for place in (worst, calm)
    )
    return Idea(intent="dice_some", weight=1.3, slots=slots, claims=claims)


OFTEN = 3
"""Rounds between two bluffs of a seat: who always knows best is not believed."""
WHOLE = 0.5
"""How often all dice are told, and not only the worst location and a quiet one."""


def _twisted(stage: Stage, dice: list[int], goal: int | None) -> list[int]:
    """Return dice that scare the others away from where one goes oneself."""
    rooms = list(stage.board.rooms)
    scare = goal if goal is not None else stage.draw.pick(rooms)
    told = [die for die in dice if die != scare]
    while len(told) > len(dice) - 2:
        told.remove(stage.draw.pick(told))
    return told + [scare] * (len(dice) - len(told))


def _announce(stage: Stage, goal: int, weight: float) -> Iterator[Idea]:
    meant = means_it(stage.key, stage.window.id, stage.dials, "go")
    elsewhere = [place for place in stage.board.rooms if place != goal]
    said = goal if meant or not elsewhere else stage.draw.pick(elsewhere)
    room = stage.board.rooms[said]
    claims = (Claim(proposition=Proposition(kind="go", location=said)),)
    slots = {
        "goal": stage.name(said),
        "zombies": plural(room.zombies, "zombie"),
        "round": stage.window.round,
    }
    yield Idea(intent="dice_go", weight=weight, slots=slots, claims=claims)


def _bluff(stage: Stage, goal: int) -> Iterator[Idea]:
    """Pretend to know where the zombies are: where one wants to be alone."""
    seat: int = stage.board.view["seats"].index(stage.me)
    if (stage.window.round + seat) % OFTEN:
        return
    boldness = 1.2 * (1 - stage.dials.honesty)
    said = Proposition(kind="zombies", location=goal, relation=">=", count=2)
    slots = {"place": stage.name(goal), "round": stage.window.round}
    if boldness > 0:
        yield Idea(
            intent="dice_bluff", weight=boldness, slots=slots, claims=(Claim(proposition=said),)
        )
