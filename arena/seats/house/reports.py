"""Statements about dice and destinations: true reports, false reports and bluffs."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from arena.claims.language import Claim, Proposition
from arena.seats.house import plans
from arena.seats.house.danger import Outlook
from arena.seats.house.listening import means_it
from arena.seats.house.speaking import Idea, TalkSituation, claims_of, counted, in_a_list

Ideas = Iterator[Idea]
DOUBTFUL = 0.4
"""Trust below which a witness is not believed; a stranger has 0.5."""
MANY = 3
"""Most areas that a report names."""
SECRETIVE = 0.2
"""Probability that a bot that would lie about the dice says nothing of them."""
TWO_FACED = 0.5
"""Random draw below which two players receive different reports, each in a whisper."""
TRUSTED = 0.5
"""Trust above which the first of the two receives the truth."""
WHOLE = 0.5
"""Probability that all dice are reported, and not only the worst location and a quiet one."""
FOLLOWED = 0.5
"""Probability that a player's move depends on the bot's announcement."""
PAYS = 0.45
"""Points that a false announcement must bring, for a bot of honesty 0.5."""
OFTEN = 3
"""Rounds between two bluffs of a seat: a bot that always knows best is not believed."""
BRAZEN = 0.3
"""Honesty below which a bot claims to have seen the dice, although all know who did."""


def dice_ideas(talk: TalkSituation) -> Ideas:
    """Yield reports, bluffs, questions, answers to a report, and announcements."""
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
    """Return True if the bot, as elected Chief, must announce a binding destination."""
    view = talk.position.view
    always = talk.position.facts.family.always_announces
    return bool(view["chief"] == talk.me and (view["chief_elected"] or always))


def audience(talk: TalkSituation) -> list[str]:
    """Return the players who have not seen the dice."""
    seen = talk.position.view["dice_seen_by"]
    return [each for each in talk.others() if each not in seen]


def _answers(talk: TalkSituation, witness: str, goal: int | None) -> Ideas:
    """Ask a witness for a report, or state belief or doubt, quoting the report."""
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
    """Return True if a report names several dice for a location."""
    if said.kind == "dice":
        return (said.dice or ()).count(place) > 1
    return said.location == place and (said.count or 0) > 1


def quote_report(talk: TalkSituation, said: Proposition) -> str:
    """Return a report of the dice as a phrase to be quoted in a sentence."""
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
    """Yield the true dice, false dice, different dice for different players, or nothing."""
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
    """Return a report of these dice, to all or, whispered, to the player `to`.

    It names all dice, or only the worst location and a quiet one.
    """
    vague = talk.position.facts.vague and talk.position.view["chief"] == talk.me
    if vague:
        areas, claims = _areas(talk, reported)
        slots: dict[str, object] = {"areas": areas, "dice": areas}
    else:
        claims = claims_of(Proposition(kind="dice", dice=tuple(sorted(reported))))
        slots = {"dice": ", ".join(map(str, sorted(reported)))}
    weight = 1.3 * bool(claims)  # without open locations there is nothing to name
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
    """Name locations without numbers, as the holder of the badge may (OSA-33), with claims."""
    there = set(reported) & set(talk.position.rooms)
    places = sorted(there, key=lambda place: (-reported.count(place), place))[:MANY]
    claims = claims_of(
        *(Proposition(kind="zombies", location=each, relation=">=", count=1) for each in places)
    )
    return in_a_list([talk.name(each) for each in places or list(talk.position.rooms)[:1]]), claims


# --- false words ---


def false_dice(talk: TalkSituation, dice: Sequence[int], goal: int | None) -> list[int]:
    """Return false dice: some are changed, to scare players off or to lure them.

    They are scared off the bot's own destination; a bot that must announce that in a moment would
    be found out, and names a quiet location. They are lured to the worst location.
    """
    pick, rooms = talk.draw.pick, list(talk.position.rooms)
    elsewhere = [place for place in rooms if place != goal] or rooms
    fewest = min(map(dice.count, elsewhere))
    quiet = [place for place in elsewhere if dice.count(place) == fewest]
    scare = pick(quiet) if goal is None or binds(talk) else goal
    worst = max(elsewhere, key=dice.count)
    lures = pick((True, False)) and worst in dice
    reported = list(dice)
    # A bot that can't scare others off conceals the worst location first.
    hidden = worst if lures or binds(talk) else None
    order = sorted(range(len(dice)), key=lambda at: (dice[at] != hidden, talk.draw.chance()))
    for at in order[: 1 + pick(range(len(dice)))]:
        reported[at] = pick(quiet) if lures else scare
    if sorted(reported) == sorted(dice):
        faces = [place["number"] for place in talk.position.view["places"]]
        reported[order[0]] = pick([face for face in faces if face != dice[order[0]]])
    return reported


def bluffs(talk: TalkSituation, goal: int) -> Ideas:
    """Yield claims to know the zombies of a location, which keep players off it or lure them."""
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
    """Return the destination to announce for a bot that goes to `goal`; None: better none.

    A bot that does not mean to be honest names another of the `places` where that gains: it lures
    rivals to where they lose, keeps them off a location that may be full, or conceals the aim of a
    false report. A bot that gave such a report and means what it says announces nothing.
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
    """Return the points gained by announcing a location and going to `goal`."""
    position, greed = talk.position, talk.dials.greed
    rivalry = position.rivalry(greed)
    losses = [
        rivalry[each.player] * each.points for each in position.people if each.player != talk.me
    ]
    breach = Outlook(position, talk.beliefs, greed).breach(place, ())
    full, better = plans.value_of(talk, goal)
    return FOLLOWED * (breach * sum(losses) / max(1, len(losses)) + full * better)


def likely_places(talk: TalkSituation, goal: int) -> list[int]:
    """Return the locations that others would believe as the bot's destination, beside `goal`."""
    return [place for place in talk.position.rooms if place != goal and _is_likely(talk, place)]


def _is_likely(talk: TalkSituation, place: int) -> bool:
    room = talk.position.rooms[place]
    movable = any(each.place != place for each in talk.position.own)
    full = len(room.people) >= room.capacity
    return movable and not full and room.zombies <= 1 + room.strength_as_if_walled
