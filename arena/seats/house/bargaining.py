"""Offers of deals on a floor, and accusations of broken deals.

An offer is made where it gains both parties, by the bot's own estimate (`worth`). Answers to
others' offers are in `answering`.
"""

from collections.abc import Iterator
from dataclasses import replace

from arena.claims.language import Proposition
from arena.claims.offers import Offer
from arena.claims.open_offers import OPEN
from arena.seats.house import plans
from arena.seats.house.deals_by_floor import in_danger, possible_deals
from arena.seats.house.refusals import worded
from arena.seats.house.speaking import Idea, TalkSituation, claims_of, in_a_list, times_said
from arena.seats.house.worth import BEFORE_DICE, Bargain, gain, gain_of_other

OFFER = 0.3
"""Points that a deal must gain to be offered."""
OFTEN = 0.5
"""Probability to look for a deal on a turn: constant offers are not listened to."""
BIDDERS = 2
"""Players who are offered the same card at once."""
TRIES = 2
"""Most offers to the same player in a round; a later one must be worth more to that player."""
BEFORE_ATTACKS = BEFORE_DICE | {"dice", "announced"}
"""Floors that are followed by another floor before any attack."""


def offers(talk: TalkSituation) -> Iterator[Idea]:
    """Yield the deal that is worth most to the bot on this floor, if any is worth enough."""
    if len(talk.memory.own_offers(talk.turn.wave)) >= OPEN or talk.draw.chance() > OFTEN:
        return
    busy = awaited(talk) | _partners(talk)
    found = [
        (worth * (0.7 + 0.6 * talk.draw.chance()), at, intent, bargain)
        for at, (intent, bargain) in enumerate(possible_deals(talk))
        if bargain.other not in busy
        and can_be_made(talk, bargain)
        and (worth := gain(talk, bargain)) > OFFER
        and gain_of_other(talk, bargain) > 0
    ]
    if not found:
        return
    _, _, intent, bargain = max(found, key=lambda each: (each[0], -each[1]))
    if intent == "gift_sell":
        crowd = [each for *_, each in sorted(found) if _for_anybody(each) == _for_anybody(bargain)]
        if len(crowd) > 1:
            yield _auction(talk, crowd[-BIDDERS:])
            return
    slots, offer = slots_of(talk, bargain), offer_of(bargain)
    yield Idea(intent, 1.0, slots, to=(bargain.other,), deals=(offer,), secret=True)


def _partners(talk: TalkSituation) -> set[str]:
    """Return the players with whom the bot has a deal on more than peace."""
    return {
        each.other(talk.me)
        for each in talk.memory.agreements()
        if any(term.said.kind != "ally" for side in each.sides.values() for term in side)
    }


def _auction(talk: TalkSituation, crowd: list[Bargain]) -> Idea:
    """Offer several players the same deal at once: the first to accept gets it."""
    to = tuple(each.other for each in crowd)
    gives, wants = _for_anybody(crowd[0])
    slots = slots_of(talk, crowd[0]) | {"names": in_a_list(to)}
    offer = Offer(to=to, gives=gives, wants=wants)
    return Idea("gift_tender", 1.0, slots, to=to, deals=(offer,))


def _for_anybody(bargain: Bargain) -> tuple[tuple[Proposition, ...], tuple[Proposition, ...]]:
    """Return both sides of a deal with the other party left open."""
    gives = tuple(
        replace(each, target=None if each.target == bargain.other else each.target)
        for each in bargain.mine
    )
    return gives, tuple(replace(each, player=None) for each in bargain.theirs)


def complaints(talk: TalkSituation) -> Iterator[Idea]:
    """Accuse players who broke a deal with the bot, once per deal, quoting it."""
    memory = talk.memory
    for who in talk.others():
        broken = [each for each in memory.betrayed if each.by == who]
        if not broken or broken[-1].round < talk.turn.round - 1:
            continue
        if times_said(talk, "accuse_deal", who) < len(broken):
            slots = slots_of(talk, Bargain(who, (), broken[-1].terms)) | {"who": who}
            lied = claims_of(Proposition(kind="lied", player=who))
            yield Idea("accuse_deal", 1.1, slots, to=(who,), claims=lied)


def awaited(talk: TalkSituation) -> set[str]:
    """Return the players who have an offer of the bot to answer."""
    return {seat for deal in talk.memory.own_offers(talk.turn.wave) for seat in deal.open_for}


def can_be_made(talk: TalkSituation, bargain: Bargain) -> bool:
    """Return True if the other party can still answer a deal, and has not refused as much.

    It can answer where a beat is left before the votes concerned, or another floor.
    """
    turn = talk.turn
    if _is_stale(talk, bargain):
        return False
    votes = {each.vote for each in bargain.terms if each.kind == "vote"}
    later = turn.floor == "truck" and votes == {"chief"}
    later |= turn.floor in BEFORE_ATTACKS and all(each.kind == "ally" for each in bargain.terms)
    return later or turn.reply < turn.replies or turn.reply == 0


def _is_stale(talk: TalkSituation, bargain: Bargain) -> bool:
    """Return True if the bot refused this deal in this round, or was refused as much."""
    memory, other = talk.memory, bargain.other
    sides = bargain.mine, bargain.theirs
    if any(each.offer.between(other, talk.me) == sides[::-1] for each in memory.declined):
        return True
    before = [
        Bargain(other, *each.between(talk.me, other))
        for each in memory.turned_down
        if other in each.to
    ]
    if len(before) >= TRIES:
        return True
    offered = gain_of_other(talk, bargain) if before else 0.0
    return any(gain_of_other(talk, each) >= offered for each in before)


def offer_of(bargain: Bargain, counters: int | None = None) -> Offer:
    """Turn a deal into an offer to its other party."""
    return Offer(to=(bargain.other,), gives=bargain.mine, wants=bargain.theirs, counters=counters)


def slots_of(talk: TalkSituation, bargain: Bargain) -> dict[str, object]:
    """Return the values for a wording's slots that a deal determines."""
    votes = (each for each in bargain.terms if each.kind == "vote")
    named = next((each.target for each in votes if each.target not in {talk.me, None}), None)
    rivals = [each for each in talk.memory.facts.leaders if each not in {talk.me, bargain.other}]
    who = named or next(iter(rivals), bargain.other)
    if talk.turn.floor == "attack" and in_danger(talk):
        who = plans.target(talk, in_danger(talk))
    ways = (each.location for each in bargain.terms if each.kind == "go")
    points, place = talk.position.points, next(ways, talk.turn.place)
    return {
        "give": worded(talk, bargain.mine, "my", bargain.other),
        "get": worded(talk, bargain.theirs, "your", bargain.other),
        "who": who,
        "victim": who,
        "points": points[who],
        "mine": points[talk.me],
        "place": talk.name(place) if place else "",
    }
