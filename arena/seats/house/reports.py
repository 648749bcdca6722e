"""What is said of the dice and of where one goes: truly, falsely, or of dice never seen."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arena.claims.language import Claim, Proposition
from arena.seats.house import plans
from arena.seats.house.danger import Outlook
from arena.seats.house.listening import means_it
from arena.seats.house.speaking import Idea, TalkSituation, claims_of, counted, in_a_list

Ideas = Iterator[Idea]
DOUBTFUL = 0.4
"""Trust below which a witness is not believed; a half is that in a stranger."""
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
FOLLOWED = 0.5
"""How likely it is that somebody goes, or does not go, by what one says of oneself."""
PAYS = 0.45
"""Points that a false announcement must bring to be made, where one lies every other time."""
OFTEN = 3
"""Rounds between two bluffs of a seat: who always knows best is not believed."""
BRAZEN = 0.3
"""Honesty below which one claims to have looked, though all saw who did."""


def dice_ideas(talk: TalkSituation) -> Ideas:
    """Report, pretend, ask, answer a report, or announce a destination."""
    dice = talk.position.view["dice"]
    goal = plans.destination(talk)
    if dice is not None:
        if talk.memory.report_of(talk.me) is None and audience(talk):
            yield from _reports(talk, list(dice), goal)
        if goal is not None and not binds(talk):
            yield from _announcements(talk, goal, 0.5)
        return
    if goal is not None:
        yield from _announcements(talk, goal, 0.8)
        if audience(talk):
            yield from bluffs(talk, goal)
    witnesses = [each for each in talk.position.view["dice_seen_by"] if each != talk.me]
    if witnesses:
        yield from _answers(talk, talk.draw.pick(witnesses), goal)


def binds(talk: TalkSituation) -> bool:
    """Tell whether I am to announce a destination that binds me: the elected Chief."""
    view = talk.position.view
    always = talk.position.facts.family.always_announces
    return bool(view["chief"] == talk.me and (view["chief_elected"] or always))


def audience(talk: TalkSituation) -> list[str]:
    """Return the players who have not seen the dice, and may be told of them."""
    seen = talk.position.view["dice_seen_by"]
    return [each for each in talk.others() if each not in seen]


def _answers(talk: TalkSituation, witness: str, goal: int | None) -> Ideas:
    """Ask who has looked, or say what is thought of the report, in its own words."""
    doubted = talk.beliefs.trust[witness] < DOUBTFUL or bool(talk.memory.lies_of(witness))
    heard = talk.memory.report_of(witness)
    if heard is None and doubted:
        yield Idea("dice_doubt", 0.6, {"to": witness})
    elif heard is None:
        yield Idea("dice_ask", 0.6, to=(witness,))
    elif doubted is (goal is not None and _warns(heard.said, goal)):
        yield Idea(
            "dice_disbelieve" if doubted else "dice_believe", 0.7,
            {"told": quote_report(talk, heard.said)}, to=(witness,),
            claims=(Claim(proposition=heard.claim.proposition, said_by=witness),),
        )  # fmt: skip


def _warns(said: Proposition, place: int) -> bool:
    """Tell whether a report names several dice for a location: who believes it stays away."""
    if said.kind == "dice":
        return (said.dice or ()).count(place) > 1
    return said.location == place and (said.count or 0) > 1


def quote_report(talk: TalkSituation, said: Proposition) -> str:
    """Return a report of the dice as it is quoted in a sentence."""
    if said.kind == "dice":
        return ", ".join(map(str, said.dice or ()))
    place = talk.name(said.location or 0)
    if said.relation == ">=" and said.count == 1:
        return f"{talk.position.facts.family.attacker}s at {place}"
    if said.relation == ">=":
        return f"{said.count} or more for {place}"
    return f"{_dice(said.count or 0)} for {place}"


def _dice(count: int) -> str:
    return counted(count, "die", "dice")


# --- reports of who has looked ---


def _reports(talk: TalkSituation, dice: list[int], goal: int | None) -> Ideas:
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
        to_friend = dice if true else false_dice(talk, dice, goal)
        if sorted(to_friend) != sorted(false):
            aside = report(talk, false, goal, other)
            yield replace(report(talk, to_friend, goal, friend), aside=aside)
            return
    yield report(talk, false, goal)


def report(
    talk: TalkSituation, reported: list[int], goal: int | None, to: str | None = None
) -> Idea:
    """Tell these dice, to all or to one alone: the worst and a quiet place, or all of them."""
    vague = talk.position.facts.vague and talk.position.view["chief"] == talk.me
    if vague:
        areas, claims = _areas(talk, reported)
        slots: dict[str, object] = {"areas": areas, "dice": areas}
    else:
        claims = claims_of(Proposition(kind="dice", dice=tuple(sorted(reported))))
        slots = {"dice": ", ".join(map(str, sorted(reported)))}
    weight = 1.3 * bool(claims)  # where all locations are closed there is nothing to name
    if to is not None:
        return Idea("dice_friend", weight, slots, to=(to,), secret=True, claims=claims)
    if vague:
        return Idea("dice_areas", weight, slots, claims=claims)
    rooms = talk.position.rooms
    worst = max(rooms, key=lambda place: (reported.count(place), place))
    calm = min(
        (place for place in rooms if place != worst or len(rooms) == 1),
        key=lambda place: (reported.count(place) + rooms[place].zombies, place != goal),
    )
    slots |= {"worst": talk.name(worst), "dies": _dice(reported.count(worst))}
    slots |= {"calm": talk.name(calm), "calms": _dice(reported.count(calm))}
    if talk.draw.chance() < WHOLE:
        return Idea("dice_all", weight, slots, claims=claims)
    counts = (
        Proposition(kind="zombies", location=place, relation="=", count=reported.count(place))
        for place in (worst, calm)
    )
    return Idea("dice_some", weight, slots, claims=claims_of(*counts))


def _areas(talk: TalkSituation, reported: list[int]) -> tuple[str, tuple[Claim, ...]]:
    """Say where they come and not how many, as who has the badge may (OSA-33)."""
    there = set(reported) & set(talk.position.rooms)
    places = sorted(there, key=lambda place: (-reported.count(place), place))[:MANY]
    claims = claims_of(
        *(Proposition(kind="zombies", location=each, relation=">=", count=1) for each in places)
    )
    return in_a_list([talk.name(each) for each in places or list(talk.position.rooms)[:1]]), claims


# --- false words ---


def false_dice(talk: TalkSituation, dice: Sequence[int], goal: int | None) -> list[int]:
    """Return other dice: some, any number of them, turned to scare others off or to lure them.

    They are scared off from where one goes oneself; who must announce that place in a moment
    would give the lie away, and names a quiet one. They are lured to the worst place.
    """
    pick, rooms = talk.draw.pick, list(talk.position.rooms)
    elsewhere = [place for place in rooms if place != goal] or rooms
    fewest = min(map(dice.count, elsewhere))
    quiet = [place for place in elsewhere if dice.count(place) == fewest]
    scare = pick(quiet) if goal is None or binds(talk) else goal
    worst = max(elsewhere, key=dice.count)
    lures = pick((True, False)) and worst in dice
    reported = list(dice)
    hidden = worst if lures or binds(talk) else None  # who can't scare off hides the worst first
    order = sorted(range(len(dice)), key=lambda at: (dice[at] != hidden, talk.draw.chance()))
    for at in order[: 1 + pick(range(len(dice)))]:
        reported[at] = pick(quiet) if lures else scare
    if sorted(reported) == sorted(dice):
        faces = [place["number"] for place in talk.position.view["places"]]
        reported[order[0]] = pick([face for face in faces if face != dice[order[0]]])
    return reported


def bluffs(talk: TalkSituation, goal: int) -> Ideas:
    """Pretend to know where the zombies are: to be alone there, or to have others elsewhere."""
    seat: int = talk.position.view["seats"].index(talk.me)
    boldness = 1.2 * (1 - talk.dials.honesty)
    if (talk.turn.round + seat) % OFTEN or boldness <= 0:
        return
    elsewhere = [place for place in talk.position.rooms if place != goal]
    intents = ["dice_bluff", *["dice_lure"] * bool(elsewhere)]
    if talk.dials.honesty < BRAZEN:
        intents.append("dice_pretend")
    intent = talk.draw.pick(intents)
    if intent == "dice_lure":
        place = talk.draw.pick(elsewhere)
        said = Proposition(kind="zombies", location=place, relation="=", count=0)
    else:
        place = goal
        said = Proposition(kind="zombies", location=place, relation=">=", count=2)
    looked = [Proposition(kind="saw")] if intent == "dice_pretend" else []
    yield Idea(intent, boldness, {"place": talk.name(place)}, claims=claims_of(*looked, said))


# --- where one says that one goes ---


def _announcements(talk: TalkSituation, goal: int, weight: float) -> Ideas:
    said = place_to_announce(talk, goal)
    if said is None:
        return
    room, family = talk.position.rooms[said], talk.position.facts.family
    slots: dict[str, object] = {
        "goal": talk.name(said), "zombies": counted(room.zombies, family.attacker),
    }  # fmt: skip
    others = [each.player for each in room.people if each.player != talk.me]
    intent = "dice_outside"
    if said != talk.position.facts.parking:
        named = ["dice_go_join"] if others else ["dice_go_alone"] if not room.people else []
        intent = talk.draw.pick(["dice_go", *named])
    slots |= {"who": talk.draw.pick(others)} if others else {}
    yield Idea(intent, weight, slots, claims=claims_of(Proposition(kind="go", location=said)))


def place_to_announce(
    talk: TalkSituation, goal: int, places: Sequence[int] | None = None
) -> int | None:
    """Return the destination to announce for who goes to `goal`; None: better none.

    Who would not say so in any case names another of the `places`, if that gains: it lures rivals
    to where they lose, keeps them off a place that may be full, or hides what a false report of
    the dice was for. Who told such a report and means what they say keeps silent.
    """
    hidden = goal in talk.beliefs.warned
    if not means_it(talk.key, talk.turn.id, talk.dials, "go"):
        others = [each for each in places or [] if each != goal]
        found = likely_places(talk, goal) if places is None else others
        gains = {place: false_gain(talk, goal, place) for place in found}
        best = max(gains, key=lambda place: (gains[place], talk.draw.chance()), default=None)
        if best is not None and (hidden or gains[best] > PAYS * (0.5 + talk.dials.honesty)):
            return best
    return None if hidden else goal


def false_gain(talk: TalkSituation, goal: int, place: int) -> float:
    """Return the points that it brings to be expected at a place and to go to `goal`."""
    position, greed = talk.position, talk.dials.greed
    rivalry = position.rivalry(greed)
    losses = [
        rivalry[each.player] * each.points for each in position.people if each.player != talk.me
    ]
    breach = Outlook(position, talk.beliefs, greed).breach(place, ())
    full, better = plans.value_of(talk, goal)
    return FOLLOWED * (breach * sum(losses) / max(1, len(losses)) + full * better)


def likely_places(talk: TalkSituation, goal: int) -> list[int]:
    """Return the places that others would believe one goes to, in place of `goal`."""
    return [place for place in talk.position.rooms if place != goal and _is_likely(talk, place)]


def _is_likely(talk: TalkSituation, place: int) -> bool:
    room = talk.position.rooms[place]
    movable = any(each.place != place for each in talk.position.own)
    full = len(room.people) >= room.capacity
    return movable and not full and room.zombies <= 1 + room.strength_as_if_walled
