"""The deals that could be offered on each floor, whatever their value."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import cast

from arena.claims.language import Ballot, Proposition, Vote
from arena.seats.house import plans
from arena.seats.house.reports import binds
from arena.seats.house.speaking import TalkSituation
from arena.seats.house.worth import BEFORE_DICE, Bargain, is_looking, may_hide

Plans = Iterator[tuple[str, Bargain]]
"""Deals that could be offered, each with the intent whose wordings express it."""
Peace = tuple[str, Proposition]
"""A promise of peace, with the intent whose wordings express it."""


def possible_deals(talk: TalkSituation) -> Plans:
    """Yield the deals that could be offered on this floor to players still in the game."""
    found = FLOORS.get(talk.turn.floor)
    if found is not None:
        yield from (each for each in found(talk) if talk.position.points[each[1].other])


def speaks_first(talk: TalkSituation, other: str) -> bool:
    """Return True if the bot, not the `other` player, makes offers in this round.

    Both compute the same, so that they don't offer each other the same deal in one sealed wave.
    """
    me, here = talk.me, talk.turn.present
    if talk.turn.place is not None and not (me in here and other in here):
        return True
    seats: list[str] = talk.position.view["seats"]
    pair = sorted((me, other), key=seats.index)
    return pair[(sum(map(seats.index, pair)) + talk.turn.round) % 2] == me


def _truck(talk: TalkSituation) -> Plans:
    """Yield deals of votes at the truck against a card, or a later vote for a card."""
    me, stands = talk.me, talk.visible_here()
    for other in talk.others(here=True):
        if stands and not plans.wins_alone(talk, other) and speaks_first(talk, other):
            # A player who wins without others' votes pays nothing for them.
            yield "truck_deal", Bargain(other, (_give(other, me),), (_vote(other, me, "truck"),))
            yield "truck_sell", Bargain(other, (_vote(me, other, "truck"),), (_give(me, other),))
        elif not stands and talk.elects() and talk.stands_at_hq(other):
            yield "truck_beg", Bargain(other, (_vote(me, other, "chief"),), (_give(me, other),))


def _gift(talk: TalkSituation) -> Plans:
    """Yield deals in which the searcher gives a card for a vote or for peace."""
    searcher, me = talk.memory.facts.searcher, talk.me
    for other in talk.others():
        if searcher not in {me, other} or not speaks_first(talk, other):
            continue
        elects = talk.elects() and talk.stands_at_hq(other)
        if searcher == me:
            card = (_give(other, me),)
            if elects:
                yield "gift_sell", Bargain(other, card, (_vote(other, me, "chief"),))
            for _, peace in _peaces(talk, me, other, ""):
                yield "gift_sell", Bargain(other, card, (peace,))
        else:
            card = (_give(me, other),)
            if elects:
                yield "gift_beg", Bargain(other, (_vote(me, other, "chief"),), card)
            for intent, peace in _peaces(talk, other, me, "gift_peace"):
                yield intent, Bargain(other, (peace,), card)


def _chief(talk: TalkSituation) -> Plans:
    """Yield deals of votes for Chief against peace or the dice."""
    if not talk.visible_here():
        return
    me = talk.me
    for other in filter(lambda each: speaks_first(talk, each), talk.others(here=True)):
        theirs, mine = (_vote(other, me, "chief"),), (_vote(me, other, "chief"),)
        for intent, peace in _peaces(talk, other, me, "chief_deal"):
            yield intent, Bargain(other, (peace,), theirs)
        for intent, peace in _peaces(talk, me, other, "chief_sell"):
            yield intent, Bargain(other, mine, (peace,))
        yield "deal_offer", Bargain(other, (_tell(other, me),), theirs)
        yield "deal_offer", Bargain(other, mine, (_tell(me, other),))


def _dice(talk: TalkSituation) -> Plans:
    """Yield deals that buy the dice from a witness, or that share out the locations."""
    me, goal = talk.me, plans.destination(talk)
    if goal is None:
        return
    for other in filter(lambda each: speaks_first(talk, each), talk.others()):
        if is_looking(talk, other):
            for _, peace in _peaces(talk, other, me, ""):
                yield "dice_buy", Bargain(other, (peace,), (_tell(me, other),))
        if not binds(talk):
            mine = Proposition(kind="go", player=me, location=goal)
            away = Proposition(kind="go", player=other, location=goal, negated=True)
            yield "dice_part", Bargain(other, (mine,), (away,))


def _attack(talk: TalkSituation) -> Plans:
    """Yield deals to spare each other, or to vote for the same player."""
    me, place, there = talk.me, talk.turn.place, in_danger(talk)
    if not talk.visible_here() or len(there) < 2:  # noqa: PLR2004 - a friend and a victim
        return
    victim = plans.target(talk, there)
    for other in there:
        if other == victim or not speaks_first(talk, other):
            continue
        mine = _vote(me, other, "attack", place=place, negated=True)
        theirs = _vote(other, me, "attack", place=place, negated=True)
        yield "attack_pact", Bargain(other, (mine,), (theirs,))
        if not may_hide(talk):
            mine, theirs = (_vote(each, victim, "attack", place=place) for each in (me, other))
            yield "attack_join", Bargain(other, (mine,), (theirs,))


def in_danger(talk: TalkSituation) -> list[str]:
    """Return the other players present who can be voted for in an attack."""
    place = talk.turn.place or 0
    return [each for each in talk.others(here=True) if talk.position.visible(place, each)]


def _again(talk: TalkSituation) -> Plans:
    """Yield deals that the bot, being tied, offers to whoever decides: for peace, or for a card."""
    vote, leaders, points = (
        talk.position.view["vote"],
        talk.memory.facts.leaders,
        talk.position.points,
    )
    rivals = [each for each in leaders if each != talk.me]
    if vote is None or talk.me not in leaders or not rivals:
        return
    kind, tie = cast("Vote", vote["kind"]), talk.turn.floor == "tie"
    attack = kind == "attack"
    target = max(rivals, key=lambda each: points[each]) if attack else talk.me
    for other in [talk.position.decider] if tie else talk.others():
        if other is None or other in leaders:
            continue
        place = talk.turn.place if attack else None
        theirs = _vote(other, target, kind, place=place, ballot="tie" if tie else "revote")
        until = talk.turn.round + attack
        mine = _give(other, talk.me) if kind == "truck" else _peace(other, until, talk.me)
        intent = "revote_deal" if not tie else "tie_plead" if attack else "tie_ask"
        yield intent, Bargain(other, (mine,), (theirs,))


FLOORS: Mapping[str, Callable[[TalkSituation], Plans]] = MappingProxyType(
    {
        "truck": _truck,
        "gift": _gift,
        "chief": _chief,
        "dice": _dice,
        "attack": _attack,
        "revote": _again,
        "tie": _again,
    }
)


# --- what may be asked for ---


def requests(talk: TalkSituation, other: str) -> Iterator[Proposition]:
    """Yield the promises that the bot could ask of a player on this floor."""
    me, floor = talk.me, talk.turn.floor
    if floor in {"truck", "gift"}:
        yield _give(me, other)
    if floor == "truck" and talk.visible_here() and other in talk.others(here=True):
        yield _vote(other, me, "truck")
    if floor in BEFORE_DICE and talk.elects() and talk.stands_at_hq(other):
        yield _vote(other, me, "chief")
    if is_looking(talk, other):
        yield _tell(me, other)
    there = in_danger(talk) if floor == "attack" else []
    if other in there and talk.visible_here():
        yield _vote(other, me, "attack", place=talk.turn.place, negated=True)
    yield from (peace for _, peace in _peaces(talk, me, other, ""))


# --- terms ---


def _peaces(talk: TalkSituation, target: str, player: str, intent: str) -> Iterator[Peace]:
    """Yield peace for this round, and to the end of the next, with its intent."""
    for until in (talk.turn.round, talk.turn.round + 1):
        said = intent if until == talk.turn.round else "deal_offer"
        yield said, _peace(target, until, player)


def _tell(target: str, player: str) -> Proposition:
    return Proposition(kind="tell", player=player, target=target)


def truce(talk: TalkSituation, other: str) -> tuple[str, Bargain]:
    """Return a deal of mutual peace for this round, with its intent."""
    me, now = talk.me, talk.turn.round
    return "deal_counter", Bargain(other, (_peace(other, now, me),), (_peace(me, now, other),))


def _give(target: str, player: str) -> Proposition:
    return Proposition(kind="give", player=player, target=target)


def _peace(target: str, until: int, player: str) -> Proposition:
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
