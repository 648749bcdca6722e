"""What is said of the dice: reports of those who saw them, true or not, and what others make up."""

from collections.abc import Iterator
from dataclasses import replace

from arena.claims.language import Claim, Proposition
from arena.seats.house import plans
from arena.seats.house.announcing import announced
from arena.seats.house.bluffs import audience, binds, bluffs, false_dice
from arena.seats.house.listening import means_it
from arena.seats.house.speaking import Idea, TalkSituation, counted

__all__ = ["dice_ideas", "report", "told"]

Said = tuple[dict[str, object], tuple[Claim, ...]]
"""The slots of a report, and its claims."""
DOUBTFUL = 0.4
"""Trust below which a witness is not believed; a half is that in a stranger."""


def dice_ideas(talk: TalkSituation) -> Iterator[Idea]:
    """Report, pretend, ask, answer a report, or announce a destination."""
    dice = talk.position.view["dice"]
    goal = plans.destination(talk)
    if dice is not None:
        if talk.memory.report_of(talk.me) is None and audience(talk):
            yield from _reports(talk, list(dice), goal)
        if goal is not None and not binds(talk):
            yield from _announce(talk, goal, 0.5)
        return
    if goal is not None:
        yield from _announce(talk, goal, 0.8)
        if audience(talk):
            yield from bluffs(talk, goal)
    witnesses = [each for each in talk.position.view["dice_seen_by"] if each != talk.me]
    if witnesses:
        yield from _answers(talk, talk.draw.pick(witnesses), goal)


def _answers(talk: TalkSituation, witness: str, goal: int | None) -> Iterator[Idea]:
    """Ask who has looked, or say what is thought of the report, in its own words."""
    doubted = talk.beliefs.trust[witness] < DOUBTFUL or bool(talk.memory.lies_of(witness))
    report = talk.memory.report_of(witness)
    slots: dict[str, object] = {"to": witness, "round": talk.turn.round}
    if report is None:
        intent = "dice_doubt" if doubted else "dice_ask"
        yield Idea(intent=intent, weight=0.6, slots=slots, to=() if doubted else (witness,))
    elif doubted is (goal is not None and _warns(report.said, goal)):
        quoted = Claim(proposition=report.claim.proposition, said_by=witness)
        yield Idea(
            intent="dice_disbelieve" if doubted else "dice_believe", weight=0.7,
            slots={**slots, "told": told(talk, report.said)}, to=(witness,),
            claims=(quoted,),
        )  # fmt: skip


def _warns(said: Proposition, place: int) -> bool:
    """Tell whether a report names several dice for a location: who believes it stays away."""
    if said.kind == "dice":
        return (said.dice or ()).count(place) > 1
    return said.location == place and (said.count or 0) > 1


def _reports(talk: TalkSituation, dice: list[int], goal: int | None) -> Iterator[Idea]:
    """Tell the dice, other dice, different dice to different players, or nothing."""
    if means_it(talk.key, talk.turn.id, talk.dials, "dice"):
        yield report(talk, dice, goal)
        return
    chance, others = talk.draw.chance(), audience(talk)
    if chance < SECRETIVE:
        return
    false = false_dice(talk, dice, goal)
    if chance < TWO_FACED and len(others) > 1 and talk.turn.whispers and talk.turn.messages > 1:
        friend = talk.most_trusted(others) or others[0]
        other = talk.draw.pick([each for each in others if each != friend])
        true = talk.beliefs.trust[friend] > TRUSTED
        told_friend = dice if true else false_dice(talk, dice, goal)
        if sorted(told_friend) != sorted(false):
            yield replace(
                report(talk, told_friend, goal, friend), aside=report(talk, false, goal, other)
            )
            return
    yield report(talk, false, goal)


def report(
    talk: TalkSituation, reported: list[int], goal: int | None, to: str | None = None
) -> Idea:
    """Tell these dice, to all or to one alone: the worst and a quiet place, or all of them."""
    vague = talk.position.facts.vague and talk.position.view["chief"] == talk.me
    slots, claims = _areas(talk, reported) if vague else _dice(reported)
    weight = 1.3 * bool(claims)  # where all locations are closed there is nothing to name
    if to is not None:
        return Idea(
            intent="dice_friend", weight=weight, slots={**slots, "to": to}, to=(to,), secret=True,
            claims=claims,
        )  # fmt: skip
    if vague:
        return Idea(intent="dice_areas", weight=weight, slots=slots, claims=claims)
    rooms = talk.position.rooms
    worst = max(rooms, key=lambda place: (reported.count(place), place))
    calm = min(
        (place for place in rooms if place != worst or len(rooms) == 1),
        key=lambda place: (reported.count(place) + rooms[place].zombies, place != goal),
    )
    slots |= {
        "worst": talk.name(worst),
        "dies": counted(reported.count(worst), "die", "dice"),
        "calm": talk.name(calm),
        "calms": counted(reported.count(calm), "die", "dice"),
        "round": talk.turn.round,
    }
    if talk.draw.chance() < WHOLE:
        return Idea(intent="dice_all", weight=weight, slots=slots, claims=claims)
    claims = tuple(
        Claim(
            proposition=Proposition(
                kind="zombies", location=place, relation="=", count=reported.count(place)
            )
        )
        for place in (worst, calm)
    )
    return Idea(intent="dice_some", weight=weight, slots=slots, claims=claims)


def _dice(reported: list[int]) -> Said:
    told = tuple(sorted(reported))
    claim = Claim(proposition=Proposition(kind="dice", dice=told))
    return {"dice": ", ".join(map(str, told))}, (claim,)


def _areas(talk: TalkSituation, reported: list[int]) -> Said:
    """Say where they come and not how many, as who has the badge may (OSA-33)."""
    there = set(reported) & set(talk.position.rooms)
    named = sorted(there, key=lambda place: (-reported.count(place), place))[:MANY]
    claims = tuple(
        Claim(proposition=Proposition(kind="zombies", location=place, relation=">=", count=1))
        for place in named
    )
    *most, last = map(talk.name, named or list(talk.position.rooms)[:1])
    areas = f"{', '.join(most)} and {last}" if most else last
    return {"areas": areas, "dice": areas, "round": talk.turn.round}, claims


def told(talk: TalkSituation, said: Proposition) -> str:
    """Return what somebody said of the dice, as one quotes it."""
    if said.kind == "dice":
        return ", ".join(map(str, said.dice or ()))
    place = talk.name(said.location or 0)
    if said.relation == ">=" and said.count == 1:
        return f"{talk.position.facts.family.attacker}s at {place}"
    if said.relation == ">=":
        return f"{said.count} or more for {place}"
    return f"{counted(said.count or 0, 'die', 'dice')} for {place}"


MANY = 3
"""Areas that are named at most."""
SECRETIVE = 0.2
"""How often who would lie about the dice says nothing of them."""
TWO_FACED = 0.5
"""Up to which draw two players are told different dice, each in secret."""
TRUSTED = 0.5
"""Trust above which the first of them is told the truth."""
WHOLE = 0.5
"""How often all dice are told, and not only the worst location and a quiet one."""


def _announce(talk: TalkSituation, goal: int, weight: float) -> Iterator[Idea]:
    said = announced(talk, goal)
    if said is None:
        return
    room = talk.position.rooms[said]
    claims = (Claim(proposition=Proposition(kind="go", location=said)),)
    slots: dict[str, object] = {
        "goal": talk.name(said),
        "zombies": counted(room.zombies, talk.position.facts.family.attacker),
        "round": talk.turn.round,
    }
    others = [each.player for each in room.people if each.player != talk.me]
    intent = "dice_outside"
    if said != talk.position.facts.parking:
        named = ["dice_go_join"] if others else ["dice_go_alone"] if not room.people else []
        intent = talk.draw.pick(["dice_go", *named])
    slots |= {"who": talk.draw.pick(others)} if others else {}
    yield Idea(intent=intent, weight=weight, slots=slots, claims=claims)
