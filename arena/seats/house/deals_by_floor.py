"""Which deals could be offered on each floor: what is given for what, whatever it is worth."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from arena.claims.language import Ballot, Proposition, Vote
from arena.seats.house import plans
from arena.seats.house.speaking import TalkSituation
from arena.seats.house.worth import Bargain, may_hide

__all__ = ["in_danger", "possible_deals", "truce"]

Plans = Iterator[tuple[str, Bargain]]
"""Deals that could be offered, each with the intent whose wordings say so."""


def possible_deals(talk: TalkSituation) -> Plans:
    """Yield what could be offered on this floor, to players who are still in the game."""
    found = FLOORS.get(talk.turn.floor)
    if found is not None:
        yield from (each for each in found(talk) if talk.position.points[each[1].other])


def _truck(talk: TalkSituation) -> Plans:
    """Buy votes with the card to give, sell one's own, or offer a later vote for a card."""
    for other in talk.others(here=True):
        if talk.visible_here() and plans.wins_alone(talk, other):
            continue  # who needs nobody's vote sells nothing for it
        if talk.visible_here():
            yield "truck_deal", Bargain(other, (_give(other),), (_vote(other, talk.me, "truck"),))
            yield (
                "truck_sell",
                Bargain(other, (_vote(talk.me, other, "truck"),), (_give(talk.me, other),)),
            )
        elif talk.elects() and talk.stands_at_hq(other):
            yield (
                "truck_beg",
                Bargain(other, (_vote(talk.me, other, "chief"),), (_give(talk.me, other),)),
            )


def _gift(talk: TalkSituation) -> Plans:
    """Sell the card, or ask the searcher for it: for a vote for Chief, or for peace."""
    searcher, round_ = talk.memory.searcher, talk.turn.round
    if searcher == talk.me:
        for other in talk.others(here=True):
            votes = talk.elects() and talk.stands_at_hq(other)
            price = _vote(other, talk.me, "chief") if votes else _peace(talk.me, round_, other)
            yield "gift_sell", Bargain(other, (_give(other),), (price,))
    elif searcher is not None:
        card = (_give(talk.me, searcher),)
        if talk.elects() and talk.stands_at_hq(searcher):
            yield "gift_beg", Bargain(searcher, (_vote(talk.me, searcher, "chief"),), card)
        yield "gift_peace", Bargain(searcher, (_peace(searcher, round_),), card)


def _chief(talk: TalkSituation) -> Plans:
    """Buy votes with peace for this round, or sell one's own for it."""
    if not talk.visible_here():
        return
    for other in talk.others(here=True):
        yield (
            "chief_deal",
            Bargain(other, (_peace(other, talk.turn.round),), (_vote(other, talk.me, "chief"),)),
        )
        yield (
            "chief_sell",
            Bargain(
                other,
                (_vote(talk.me, other, "chief"),),
                (_peace(talk.me, talk.turn.round, other),),
            ),
        )


def _attack(talk: TalkSituation) -> Plans:
    """Spare each other, or vote for the same one."""
    place, there = talk.turn.place, in_danger(talk)
    if not talk.visible_here() or len(there) < 2:  # noqa: PLR2004 - a friend and a victim
        return
    victim = plans.target(talk, there)
    for other in there:
        if other != victim:
            yield (
                "attack_pact",
                Bargain(
                    other,
                    (_vote(talk.me, other, "attack", place=place, negated=True),),
                    (_vote(other, talk.me, "attack", place=place, negated=True),),
                ),
            )
        if other != victim and not may_hide(talk):
            yield (
                "attack_join",
                Bargain(
                    other,
                    (_vote(talk.me, victim, "attack", place=place),),
                    (_vote(other, victim, "attack", place=place),),
                ),
            )


def in_danger(talk: TalkSituation) -> list[str]:
    """Return the others there who can be voted for in an attack."""
    place = talk.turn.place or 0
    return [each for each in talk.others(here=True) if talk.position.visible(place, each)]


def _again(talk: TalkSituation) -> Plans:
    """Level with another: offer who decides peace, or a card of the truck."""
    vote, leaders = talk.position.view["vote"], talk.memory.leaders
    rivals = [each for each in leaders if each != talk.me]
    if vote is None or talk.me not in leaders or not rivals:
        return
    kind: Vote = vote["kind"]
    place = talk.turn.place if kind == "attack" else None
    holder = talk.position.decider
    ballot: Ballot = "tie" if talk.turn.floor == "tie" else "revote"
    attack = kind == "attack"
    for other in [holder] if ballot == "tie" else talk.others():
        if other is None or other in leaders:
            continue
        rival = max(rivals, key=lambda each: talk.position.points[each])
        theirs = _vote(other, rival if attack else talk.me, kind, place=place, ballot=ballot)
        mine = _give(other) if kind == "truck" else _peace(other, talk.turn.round + attack)
        intent = "revote_deal" if ballot == "revote" else "tie_plead" if attack else "tie_ask"
        yield intent, Bargain(other, (mine,), (theirs,))


FLOORS: Mapping[str, Callable[[TalkSituation], Plans]] = MappingProxyType(
    {
        "truck": _truck,
        "gift": _gift,
        "chief": _chief,
        "attack": _attack,
        "revote": _again,
        "tie": _again,
    }
)


# --- terms ---


def truce(talk: TalkSituation, other: str) -> tuple[str, Bargain]:
    """Return peace for peace this round, which can be answered until it is attacked."""
    me, round_ = talk.me, talk.turn.round
    return "deal_counter", Bargain(other, (_peace(other, round_),), (_peace(me, round_, other),))


def _give(target: str, player: str | None = None) -> Proposition:
    return Proposition(kind="give", player=player, target=target)


def _peace(target: str, until: int, player: str | None = None) -> Proposition:
    return Proposition(kind="ally", player=player, target=target, until=until)


def _vote(
    player: str,
    target: str,
    vote: Vote,
    *,
    place: int | None = None,
    ballot: Ballot | None = None,
    negated: bool = False,
) -> Proposition:
    return Proposition(
        kind="vote", player=player, target=target, vote=vote, location=place, ballot=ballot,
        negated=negated,
    )  # fmt: skip
