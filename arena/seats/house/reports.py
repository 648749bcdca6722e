"""What is said of the dice: reports of those who saw them, true or not, and what others make up."""

from collections.abc import Iterator

from arena.claims.kinds import DICE
from arena.claims.language import Claim, Proposition
from arena.seats.house import plans
from arena.seats.house.listening import means_it
from arena.seats.house.speaking import Idea, TalkSituation, counted

__all__ = ["dice_ideas"]


DOUBTFUL = 0.4
"""Trust below which a witness is not believed; a half is that in a stranger."""


def dice_ideas(talk: TalkSituation) -> Iterator[Idea]:
    """Report, pretend, ask, answer a report, or announce a destination."""
    dice = talk.position.view["dice"]
    goal = plans.destination(talk)
    if dice is not None:
        yield _report(talk, list(dice), goal)
        if goal is not None and not _binds(talk):
            yield from _announce(talk, goal, 0.5)
        return
    if goal is not None:
        yield from _announce(talk, goal, 0.8)
        yield from _bluff(talk, goal)
    witnesses = [each for each in talk.position.view["dice_seen_by"] if each != talk.me]
    if witnesses:
        witness = talk.draw.pick(witnesses)
        slots = {"to": witness, "round": talk.turn.round}
        doubted = talk.beliefs.trust[witness] < DOUBTFUL or bool(talk.memory.lies_of(witness))
        report = talk.memory.last_claim(witness, DICE)
        if report is not None:
            intent = "dice_disbelieve" if doubted else "dice_believe"
            if doubted is (goal is not None and _warns(report.said, goal)):
                yield Idea(intent=intent, weight=0.7, slots=slots, to=(witness,))
        elif doubted:
            yield Idea(intent="dice_doubt", weight=0.6, slots=slots)
        else:
            yield Idea(intent="dice_ask", weight=0.6, slots=slots, to=(witness,))


def _warns(said: Proposition, place: int) -> bool:
    """Tell whether a report names several dice for a location: who believes it stays away."""
    if said.kind == "dice":
        return (said.dice or ()).count(place) > 1
    return said.location == place and (said.count or 0) > 1


def _binds(talk: TalkSituation) -> bool:
    """Tell whether I am to announce a destination that binds me: the elected Chief."""
    view = talk.position.view
    always = talk.position.facts.family.always_announces
    return bool(view["chief"] == talk.me and (view["chief_elected"] or always))


def _report(talk: TalkSituation, dice: list[int], goal: int | None) -> Idea:
    honest = means_it(talk.key, talk.turn.id, talk.dials, "dice")
    reported = dice if honest else _twisted(talk, dice, goal)
    if talk.position.facts.tactics.vague and talk.position.view["chief"] == talk.me:
        return _areas(talk, reported)
    worst = max(talk.position.rooms, key=lambda place: (reported.count(place), place))
    rooms = talk.position.rooms
    calm = min(
        (place for place in rooms if place != worst or len(rooms) == 1),
        key=lambda place: (reported.count(place) + rooms[place].zombies, place != goal),
    )
    slots = {
        "dice": ", ".join(map(str, sorted(reported))),
        "worst": talk.name(worst),
        "dies": counted(reported.count(worst), "die", "dice"),
        "calm": talk.name(calm),
        "calms": counted(reported.count(calm), "die", "dice"),
        "round": talk.turn.round,
    }
    if talk.draw.chance() < WHOLE:
        claim = Claim(proposition=Proposition(kind="dice", dice=tuple(sorted(reported))))
        return Idea(intent="dice_all", weight=1.3, slots=slots, claims=(claim,))
    claims = tuple(
        Claim(
            proposition=Proposition(
                kind="zombies", location=place, relation="=", count=reported.count(place)
            )
        )
        for place in (worst, calm)
    )
    return Idea(intent="dice_some", weight=1.3, slots=slots, claims=claims)


def _areas(talk: TalkSituation, reported: list[int]) -> Idea:
    """Say where they come and not how many, as who has the badge may (OSA-33)."""
    there = set(reported) & set(talk.position.rooms)
    named = sorted(there, key=lambda place: (-reported.count(place), place))[:MANY]
    claims = tuple(
        Claim(proposition=Proposition(kind="zombies", location=place, relation=">=", count=1))
        for place in named
    )
    *most, last = map(talk.name, named)
    areas = f"{', '.join(most)} and {last}" if most else last
    slots = {"areas": areas, "round": talk.turn.round}
    return Idea(intent="dice_areas", weight=1.3, slots=slots, claims=claims)


MANY = 3
"""Areas that are named at most."""
OFTEN = 3
"""Rounds between two bluffs of a seat: who always knows best is not believed."""
WHOLE = 0.5
"""How often all dice are told, and not only the worst location and a quiet one."""


def _twisted(talk: TalkSituation, dice: list[int], goal: int | None) -> list[int]:
    """Return dice that scare the others away from where one goes oneself.

    Who must announce that place in a moment would give the lie away: the others are scared away
    from a harmless place instead, and told nothing of the worst.
    """
    rooms = list(talk.position.rooms)
    if goal is None or not _binds(talk):
        scare = talk.draw.pick(rooms) if goal is None else goal
        reported = [die for die in dice if die != scare]
    else:
        fewest = min(dice.count(place) for place in rooms if place != goal)
        quiet = [place for place in rooms if place != goal and dice.count(place) == fewest]
        scare = talk.draw.pick(quiet)
        worst = max(rooms, key=dice.count)
        reported = [die for die in dice if die not in {scare, worst}]
    while len(reported) > len(dice) - 2:
        reported.remove(talk.draw.pick(reported))
    return reported + [scare] * (len(dice) - len(reported))


def _announce(talk: TalkSituation, goal: int, weight: float) -> Iterator[Idea]:
    meant = means_it(talk.key, talk.turn.id, talk.dials, "go")
    rooms = talk.position.rooms
    elsewhere = [place for place in rooms if place != goal and _is_likely(talk, place)]
    said = goal if meant or not elsewhere else talk.draw.pick(elsewhere)
    room = rooms[said]
    claims = (Claim(proposition=Proposition(kind="go", location=said)),)
    slots = {
        "goal": talk.name(said),
        "zombies": counted(room.zombies, talk.position.facts.family.attacker),
        "round": talk.turn.round,
    }
    outside = said == talk.position.facts.parking
    intent = "dice_outside" if outside else "dice_go"
    yield Idea(intent=intent, weight=weight, slots=slots, claims=claims)


def _is_likely(talk: TalkSituation, place: int) -> bool:
    """Tell whether others would believe that one goes there."""
    room = talk.position.rooms[place]
    movable = any(each.place != place for each in talk.position.own)
    full = len(room.people) >= room.capacity
    return movable and not full and room.zombies <= 1 + room.strength_as_if_walled


def _bluff(talk: TalkSituation, goal: int) -> Iterator[Idea]:
    """Pretend to know where the zombies are: where one wants to be alone."""
    seat: int = talk.position.view["seats"].index(talk.me)
    if (talk.turn.round + seat) % OFTEN:
        return
    boldness = 1.2 * (1 - talk.dials.honesty)
    said = Proposition(kind="zombies", location=goal, relation=">=", count=2)
    slots = {"place": talk.name(goal), "round": talk.turn.round}
    if boldness > 0:
        yield Idea(
            intent="dice_bluff", weight=boldness, slots=slots, claims=(Claim(proposition=said),)
        )
