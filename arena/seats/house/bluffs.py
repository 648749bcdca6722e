"""False words on dice: made-up lists, rooms made to look worse or better, looks never taken."""

from collections.abc import Iterator, Sequence

from arena.claims.language import Claim, Proposition
from arena.seats.house.speaking import Idea, TalkSituation

__all__ = ["audience", "binds", "bluffs", "false_dice"]

OFTEN = 3
"""Rounds between two bluffs of a seat: who always knows best is not believed."""
BRAZEN = 0.3
"""Honesty below which one claims to have looked, though all saw who did."""


def binds(talk: TalkSituation) -> bool:
    """Tell whether I am to announce a destination that binds me: the elected Chief."""
    view = talk.position.view
    always = talk.position.facts.family.always_announces
    return bool(view["chief"] == talk.me and (view["chief_elected"] or always))


def audience(talk: TalkSituation) -> list[str]:
    """Return who could still be told something of the dice: those who have not seen them."""
    seen = talk.position.view["dice_seen_by"]
    return [each for each in talk.others() if each not in seen]


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
    told = list(dice)
    hidden = worst if lures or binds(talk) else None  # who can't scare off hides the worst first
    order = sorted(range(len(dice)), key=lambda at: (dice[at] != hidden, talk.draw.chance()))
    for at in order[: 1 + pick(range(len(dice)))]:
        told[at] = pick(quiet) if lures else scare
    if sorted(told) == sorted(dice):
        faces = [place["number"] for place in talk.position.view["places"]]
        told[order[0]] = pick([face for face in faces if face != dice[order[0]]])
    return told


def bluffs(talk: TalkSituation, goal: int) -> Iterator[Idea]:
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
    lures = intent == "dice_lure"
    place = talk.draw.pick(elsewhere) if lures else goal
    said = Proposition(
        kind="zombies", location=place, relation="=" if lures else ">=", count=0 if lures else 2
    )
    looked = (Proposition(kind="saw"),) if intent == "dice_pretend" else ()
    slots = {"place": talk.name(place), "round": talk.turn.round}
    claims = tuple(Claim(proposition=each) for each in (*looked, said))
    yield Idea(intent=intent, weight=boldness, slots=slots, claims=claims)
