"""Answers to the offers open to the bot: accept, counter, or decline with the reason."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from types import MappingProxyType

from arena.claims.agreements import Deal
from arena.claims.language import Proposition
from arena.claims.meaning import conflicts
from arena.claims.offers import Reply
from arena.claims.open_offers import OPEN
from arena.seats.house import plans
from arena.seats.house.bargaining import OFFER, can_be_made, offer_of, slots_of
from arena.seats.house.deals_by_floor import possible_deals, truce
from arena.seats.house.listening import means_it
from arena.seats.house.refusals import (
    Refusal,
    better_prices,
    is_mutual,
    knows_dice,
    refusal,
    told_to,
)
from arena.seats.house.reports import false_dice, report
from arena.seats.house.speaking import Idea, TalkSituation, in_a_list
from arena.seats.house.votes import word_price
from arena.seats.house.worth import Bargain, gain, gain_of_other, saved_by_way

HAGGLES = 0.85
"""Probability to make a counter-offer that gains both, in place of declining."""
URGENT = 1.4
"""Weight of an answer to an offer; an ordinary statement has 1."""
PAID = 2.0
"""Weight of reporting the dice to a player who was promised them."""


def answers(talk: TalkSituation) -> list[Idea]:
    """List the answers to the offers that are open to the bot, the most gainful first."""
    deals, wave = talk.memory.deals, talk.turn.wave
    found = (deals.deals[number] for number in deals.open_to(talk.me, wave))
    open_ = [(deal, as_mine(talk, deal)) for deal in found if not _crossed(talk, deal)]
    open_.sort(key=lambda each: (-gain(talk, each[1]), each[0].number))
    said: list[Idea] = []
    taken: list[Proposition] = []
    refused: list[tuple[Deal, Refusal]] = []
    for deal, bargain in open_:
        why = refusal(talk, bargain, taken) if _is_timely(talk, bargain) else LATE
        if why is None:
            said.append(_accepted(talk, deal, bargain))
            taken += bargain.mine
            continue
        room = not said and len(talk.memory.own_offers(wave)) < OPEN
        counter = _counter(talk, deal, bargain) if room and why.intent in OPEN_TO_MORE else None
        if counter is not None:
            said.append(counter)
        else:
            refused.append((deal, why))
    return [*said, *_declined(talk, refused), *payments(talk)]


LATE = Refusal("refuse_late")
OPEN_TO_MORE = frozenset({"refuse_price", "refuse_stand", "refuse_nothing", "refuse_dear"})
"""Reasons for declining that a counter-offer may remove."""


def as_mine(talk: TalkSituation, deal: Deal) -> Bargain:
    """View an offered deal from the bot's side; its terms end when the deal does."""
    until = deal.offer.until
    theirs, mine = (
        tuple(each if until is None else replace(each, until=until) for each in side)
        for side in deal.offer.between(deal.offerer, talk.me)
    )
    return Bargain(deal.offerer, mine, theirs)


def _is_timely(talk: TalkSituation, bargain: Bargain) -> bool:
    """Return True if every term can still be done."""
    vote = talk.position.view["vote"] if talk.turn.floor in plans.AGAIN else None
    now = vote["kind"] if vote else talk.turn.floor
    kinds = (str(each.vote or each.kind) for each in bargain.terms)
    return all(now in BEFORE.get(kind, {now}) for kind in kinds)


BEFORE: Mapping[str, frozenset[str]] = MappingProxyType(
    {
        "truck": frozenset({"truck"}),
        "give": frozenset({"truck", "gift"}),
        "chief": frozenset({"truck", "gift", "chief"}),
        "go": frozenset({"truck", "gift", "chief", "dice", "announced"}),
        "tell": frozenset({"truck", "gift", "chief", "dice", "announced"}),
        "attack": frozenset({"truck", "gift", "chief", "dice", "announced", "reveal", "attack"}),
    }
)
"""By kind of vote or promise, the floors from which its occasion is still to come."""


def _crossed(talk: TalkSituation, deal: Deal) -> bool:
    """Return True if an earlier deal of the bot with this player covers the same, in this wave.

    Then the other player answers that one; once one of the two is accepted, the other is ignored.
    """
    deals, other = talk.memory.deals, deal.offerer
    own = talk.memory.own_offers(talk.turn.wave)
    waits = [
        each.offer.between(talk.me, other)
        for each in own
        if other in each.open_for and each.wave == deal.wave and each.number < deal.number
    ]
    agreed = [
        tuple(tuple(term.said for term in each.sides[who]) for who in (talk.me, other))
        for each in deals.agreements
        if each.deal.wave == deal.wave and set(each.sides) == {talk.me, other}
    ]
    bargain = as_mine(talk, deal)
    return any(
        (one.kind == two.kind and one.vote == two.vote) or conflicts(one, two)
        for mine, theirs in (*waits, *agreed)
        for one in (*mine, *theirs)
        for two in bargain.terms
    )


def _accepted(talk: TalkSituation, deal: Deal, bargain: Bargain) -> Idea:
    spares = all(each.kind == "vote" and each.negated for each in bargain.mine)
    accept = Reply(act="accept", deal=deal.number)
    tells = any(each.kind == "tell" and each.target == bargain.other for each in bargain.mine)
    if tells and knows_dice(talk) and not told_to(talk, bargain.other):
        return _told(talk, bargain.other, deal.number, accept)
    return Idea(
        "attack_accept" if spares else "deal_accept", URGENT, slots_of(talk, bargain),
        to=(deal.offerer,), deals=(accept,), secret=_was_whispered(talk, deal),
    )  # fmt: skip


def _declined(talk: TalkSituation, refused: list[tuple[Deal, Refusal]]) -> Iterator[Idea]:
    """Decline offers with the reason: those made aloud together, whispered ones one by one."""
    groups: list[tuple[Refusal, bool, list[Deal]]] = []
    for deal, why in refused:
        secret = _was_whispered(talk, deal)
        same = [deals for reason, hidden, deals in groups if reason == why and not hidden]
        if same and not secret:
            same[0].append(deal)
        else:
            groups.append((why, secret, [deal]))
    for why, secret, deals in groups:
        names = tuple(dict.fromkeys(deal.offerer for deal in deals))
        acts = tuple(Reply(act="decline", deal=deal.number) for deal in deals)
        slots = {**why.slots, "names": in_a_list(names)}
        yield Idea(why.intent, URGENT / 2, slots, to=names, deals=acts, secret=secret)


def _was_whispered(talk: TalkSituation, deal: Deal) -> bool:
    return deal.seen_by != "all" and talk.turn.whispers


def _counter(talk: TalkSituation, deal: Deal, asked: Bargain) -> Idea | None:
    """Return a counter-offer that gains both and can still be answered; None if there is none."""
    known = (*(each for _, each in possible_deals(talk)), truce(talk, deal.offerer)[1])
    found = [
        (worth, -at, bargain)
        for at, bargain in enumerate((*better_prices(talk, asked), *known))
        if bargain.other == deal.offerer
        and (bargain.mine, bargain.theirs) != (asked.mine, asked.theirs)
        and not is_mutual(talk, bargain)
        and can_be_made(talk, bargain)
        and (worth := gain(talk, bargain)) > OFFER
        and gain_of_other(talk, bargain) > 0
    ]
    if not found or talk.draw.chance() > HAGGLES:
        return None
    _, _, bargain = max(found, key=lambda each: each[:2])
    return Idea(
        "deal_counter", URGENT, slots_of(talk, bargain), to=(bargain.other,),
        deals=(offer_of(bargain, counters=deal.number),), secret=_was_whispered(talk, deal),
    )  # fmt: skip


# --- the dice as a price ---


def payments(talk: TalkSituation) -> Iterator[Idea]:
    """Yield reports of the dice to the players who were promised them."""
    if not knows_dice(talk):
        return
    for agreement in talk.memory.agreements():
        for term in agreement.sides[talk.me]:
            to = str(term.said.target)
            if term.said.kind == "tell" and term.truth is None and not told_to(talk, to):
                yield _told(talk, to, agreement.deal.number)


def _told(talk: TalkSituation, to: str, deal: int, *acts: Reply) -> Idea:
    """Report the dice, or false dice where the bot does not mean its promise and that pays."""
    dice, goal = list(talk.position.view["dice"] or ()), plans.destination(talk)
    told = dice
    if goal is not None and not means_it(talk.key, f"deal {deal}", talk.dials, "tell"):
        away = Proposition(kind="go", player=to, location=goal, negated=True)
        if saved_by_way(talk, away, to) > word_price(talk.dials):
            told = false_dice(talk, dice, goal)
    idea = report(talk, told, goal, to)
    return replace(idea, intent="dice_paid", weight=PAID, deals=acts)
