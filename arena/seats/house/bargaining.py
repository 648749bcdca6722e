"""Deals: which to offer on a floor, and how to answer those that are open to me.

A deal is worth the same whoever offered it (`worth`): an offer is made, accepted or countered where
it gains, else declined. What became of a word that was given is in `listening`.
"""

from collections.abc import Iterator, Mapping, Sequence
from types import MappingProxyType

from arena.claims.deals import OPEN, Deal
from arena.claims.language import Claim, Proposition
from arena.claims.meaning import conflicts
from arena.claims.offers import Offer, Reply
from arena.seats.house import plans
from arena.seats.house.deal_words import in_words
from arena.seats.house.deals_by_floor import in_danger, possible_deals, truce
from arena.seats.house.speaking import Idea, TalkSituation, times_said
from arena.seats.house.wordings import called
from arena.seats.house.worth import Bargain, gain, is_feasible

__all__ = ["answers", "awaited", "complaints", "offers"]

ACCEPT = 0.1
"""Points that a deal must gain to be accepted."""
OFFER = 0.3
"""Points that a deal must gain to be offered."""
HAGGLES = 0.3
"""How often another deal is offered in place of one that is declined."""
URGENT = 1.4
"""How much it matters to answer, beside 1 for what one would usually say."""
OFTEN = 0.6
"""How often one looks for a deal: who always trades is not listened to."""


# --- answers ---


def answers(talk: TalkSituation) -> list[Idea]:
    """Return what there is to answer to the offers that are open to me, the best first."""
    deals, wave = talk.memory.deals, talk.turn.wave
    found = (deals.deals[number] for number in deals.open_to(talk.me, wave))
    timely = [deal for deal in found if not _crossed(talk, deal) and _is_timely(talk, deal)]
    valued = sorted((-_value(talk, deal), deal.number, deal) for deal in timely)
    said: list[Idea] = []
    refused: list[Deal] = []
    room = OPEN - len(deals.open_of(talk.me, wave))
    for loss, _, deal in valued:
        counter = _counter(talk, deal) if room > 0 and not said and -loss <= ACCEPT else None
        if -loss > ACCEPT and not said:  # one at a time: what another wants may be the same
            said.append(_accepted(talk, deal, _as_mine(talk, deal)))
        elif counter is not None:
            said.append(counter)
        else:
            refused.append(deal)
    return [*said, *_declined(talk, refused)]


def _is_timely(talk: TalkSituation, deal: Deal) -> bool:
    """Tell whether each of its terms has its occasion before it yet."""
    floor = talk.turn.floor
    vote = talk.position.view["vote"] if floor in AGAIN else None
    now = vote["kind"] if vote else floor
    for each in (*deal.offer.gives, *deal.offer.wants):
        match each.kind:
            case "give" if now not in {"truck", "gift"}:
                return False
            case "vote" if now not in BEFORE[str(each.vote)]:
                return False
            case _:
                pass
    return True


AGAIN = frozenset({"revote", "tie"})
"""Floors of a vote that is under way."""
EARLY = frozenset({"truck", "gift", "chief"})
"""Floors after which there is another before anybody is attacked."""
BEFORE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "truck": frozenset({"truck"}),
        "chief": frozenset({"truck", "gift", "chief"}),
        "attack": frozenset({"truck", "gift", "chief", "dice", "announced", "reveal", "attack"}),
    }
)
"""Floors from which a vote is still to come, by vote."""


def _as_mine(talk: TalkSituation, deal: Deal) -> Bargain:
    theirs, mine = deal.offer.between(deal.offerer, talk.me)
    return Bargain(deal.offerer, mine, theirs)


def _value(talk: TalkSituation, deal: Deal) -> float:
    bargain = _as_mine(talk, deal)
    value = gain(talk, bargain)
    able = is_feasible(talk, bargain) and not _runs_against(talk, bargain)
    return value if able else min(value, -ACCEPT)


def _runs_against(talk: TalkSituation, bargain: Bargain) -> bool:
    """Tell whether I would vote otherwise than I have just announced, or asked others to."""
    asked = talk.memory.asked
    announced = [each.said for each in talk.memory.promises() if each.said.kind == "vote"]
    return any(
        (each.kind == "vote" and not each.negated and each.vote in asked)
        or any(conflicts(each, old) for old in announced)
        for each in bargain.mine
    )


def _crossed(talk: TalkSituation, deal: Deal) -> bool:
    """Tell whether I offered this player something under the same seal, and before.

    Then that is theirs to answer; once one of the two is accepted the other is forgotten.
    """
    deals = talk.memory.deals
    own = (deals.deals[number] for number in deals.open_of(talk.me, talk.turn.wave))
    waits = any(
        deal.offerer in each.open_for and each.wave == deal.wave and each.number < deal.number
        for each in own
    )
    return waits or any(
        each.deal.wave == deal.wave and set(each.sides) == {talk.me, deal.offerer}
        for each in deals.agreements
    )


def _accepted(talk: TalkSituation, deal: Deal, bargain: Bargain) -> Idea:
    spares = all(each.kind == "vote" and each.negated for each in bargain.mine)
    return Idea(
        intent="attack_accept" if spares else "deal_accept",
        weight=URGENT,
        slots=_slots(talk, bargain),
        to=(deal.offerer,),
        deals=(Reply(act="accept", deal=deal.number),),
        secret=_was_whispered(talk, deal),
    )


def _declined(talk: TalkSituation, refused: list[Deal]) -> Iterator[Idea]:
    """Decline aloud those that were offered aloud, all at once, and the others each in secret."""
    aloud = [deal for deal in refused if not _was_whispered(talk, deal)]
    groups = [aloud, *([deal] for deal in refused if _was_whispered(talk, deal))]
    for group in filter(None, groups):
        names = tuple(dict.fromkeys(deal.offerer for deal in group))
        acts = tuple(Reply(act="decline", deal=deal.number) for deal in group)
        *most, last = names
        slots = {"names": f"{', '.join(most)} and {last}" if most else last}
        yield Idea(
            intent="deal_decline", weight=URGENT / 2, slots=slots, to=names, deals=acts,
            secret=_was_whispered(talk, group[0]),
        )  # fmt: skip


def _was_whispered(talk: TalkSituation, deal: Deal) -> bool:
    return deal.seen_by != "all" and talk.turn.whispers


def _counter(talk: TalkSituation, deal: Deal) -> Idea | None:
    """Return another deal with the same player that gains more, if they can still answer it."""
    asked = _as_mine(talk, deal)
    found = [
        (worth, at, intent, bargain)
        for at, (intent, bargain) in enumerate((*possible_deals(talk), truce(talk, deal.offerer)))
        if bargain.other == deal.offerer
        and (bargain.mine, bargain.theirs) != (asked.mine, asked.theirs)
        and _can_be_made(talk, bargain)
        and (worth := gain(talk, bargain)) > OFFER
    ]
    if not found or talk.draw.chance() > HAGGLES:
        return None
    _, _, _, bargain = max(found, key=lambda each: (each[0], -each[1]))
    return Idea(
        intent="deal_counter",
        weight=URGENT,
        slots=_slots(talk, bargain),
        to=(bargain.other,),
        deals=(_offer(bargain, counters=deal.number),),
        secret=_was_whispered(talk, deal),
    )


# --- offers ---


def offers(talk: TalkSituation) -> Iterator[Idea]:
    """Yield the deal that is worth most to me on this floor, if any is."""
    deals, wave = talk.memory.deals, talk.turn.wave
    if len(deals.open_of(talk.me, wave)) >= OPEN or talk.draw.chance() > OFTEN:
        return
    busy = awaited(talk) | {each.other(talk.me) for each in talk.memory.agreements()}
    found = [
        (worth * (0.7 + 0.6 * talk.draw.chance()), at, intent, bargain)
        for at, (intent, bargain) in enumerate(possible_deals(talk))
        if bargain.other not in busy
        and _can_be_made(talk, bargain)
        and (worth := gain(talk, bargain)) > OFFER
    ]
    if found:
        _, _, intent, bargain = max(found, key=lambda each: (each[0], -each[1]))
        yield Idea(
            intent=intent, weight=1.0, slots=_slots(talk, bargain), to=(bargain.other,),
            deals=(_offer(bargain),), secret=True,
        )  # fmt: skip


def complaints(talk: TalkSituation) -> Iterator[Idea]:
    """Accuse who broke a deal with me, once for each, in the words of the deal."""
    memory = talk.memory
    for who in talk.others():
        broken = [each for each in memory.betrayed if each.by == who]
        if not broken or broken[-1].round < talk.turn.round - 1:
            continue
        if times_said(talk, "accuse_deal", who) < len(broken):
            slots = _slots(talk, Bargain(who, (), broken[-1].terms)) | {"who": who}
            lied = (Claim(proposition=Proposition(kind="lied", player=who)),)
            yield Idea(intent="accuse_deal", weight=1.1, slots=slots, to=(who,), claims=lied)


def awaited(talk: TalkSituation) -> set[str]:
    """Return those whose answer to an offer of mine I wait for."""
    deals = talk.memory.deals
    own = (deals.deals[number] for number in deals.open_of(talk.me, talk.turn.wave))
    return {seat for deal in own for seat in deal.open_for}


def _can_be_made(talk: TalkSituation, bargain: Bargain) -> bool:
    """Tell whether it was not refused this round, and can be answered yet.

    There is a beat left before the votes that it is about, or another floor.
    """
    turn = talk.turn
    if _offer(bargain) in talk.memory.turned_down:
        return False
    votes = {each.vote for each in (*bargain.mine, *bargain.theirs) if each.kind == "vote"}
    later = turn.floor == "truck" and votes == {"chief"}
    later |= turn.floor in EARLY and all(
        each.kind == "ally" for each in (*bargain.mine, *bargain.theirs)
    )
    return later or turn.reply < turn.replies or turn.reply == 0


def _offer(bargain: Bargain, counters: int | None = None) -> Offer:
    return Offer(to=(bargain.other,), gives=bargain.mine, wants=bargain.theirs, counters=counters)


def _slots(talk: TalkSituation, bargain: Bargain) -> dict[str, object]:
    votes = (each for each in (*bargain.mine, *bargain.theirs) if each.kind == "vote")
    named = next((each.target for each in votes if each.target not in {talk.me, None}), None)
    rivals = [each for each in talk.memory.leaders if each not in {talk.me, bargain.other}]
    who = named or next(iter(rivals), bargain.other)
    if talk.turn.floor == "attack" and in_danger(talk):
        who = plans.target(talk, in_danger(talk))
    points = talk.position.points
    return {
        "to": bargain.other,
        "give": _in_words(talk, bargain.mine, "my", bargain.other),
        "get": _in_words(talk, bargain.theirs, "your", bargain.other),
        "who": who,
        "victim": who,
        "points": points[who],
        "mine": points[talk.me],
        "place": talk.name(talk.turn.place) if talk.turn.place else "",
        "round": talk.turn.round,
    }


def _in_words(talk: TalkSituation, terms: Sequence[Proposition], whose: str, other: str) -> str:
    words = in_words(talk, terms, whose, other)
    return called(talk.position.facts.family.id, f" {words}").strip()
