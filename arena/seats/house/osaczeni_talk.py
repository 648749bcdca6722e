"""What only Osaczeni gives to talk about: the victim token, the cold room, and items."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from arena.claims.language import Claim, Proposition
from arena.seats.house.listening import means_it
from arena.seats.house.speaking import Idea, Stage

__all__ = ["OSACZENI"]

Ideas = Iterator[Idea]
DICE = 4
"""Dice of the first rounds: more are worth a word."""


def _tie(stage: Stage) -> Ideas:
    """Ask the holder of the token, who decides; or let the others ask."""
    holder, vote = stage.position.decider, stage.position.view["vote"]
    tied = [each for each in stage.mind.leaders if each != stage.me]
    if holder is None or vote is None or not tied:
        return
    if holder == stage.me:
        yield Idea(intent="tie_muse", weight=0.8, slots={"round": stage.turn.round})
        return
    rivals = [each for each in tied if each != holder]
    if stage.me not in stage.mind.leaders or not rivals:
        return
    kind = vote["kind"]
    rival = max(rivals, key=lambda each: stage.position.points[each])
    points = stage.position.points
    slots = {"to": holder, "who": rival, "points": points[rival], "mine": points[stage.me]}
    if kind == "attack":
        peace = Proposition(kind="ally", target=holder, until=stage.turn.round + 1)
        spared = Proposition(
            kind="vote", player=holder, target=stage.me, vote="attack", negated=True
        )
        yield Idea(
            intent="tie_plead", weight=1.2, slots=slots, to=(holder,),
            claims=(Claim(proposition=peace, condition=spared),),
        )  # fmt: skip
        return
    chosen = Proposition(kind="vote", player=holder, target=stage.me, vote=kind)
    thanks = (
        Proposition(kind="give", target=holder)
        if kind == "truck"
        else Proposition(kind="ally", target=holder, until=stage.turn.round)
    )
    yield Idea(
        intent="tie_ask", weight=1.2, slots=slots, to=(holder,),
        claims=(Claim(proposition=thanks, condition=chosen),),
    )  # fmt: skip


def _dice(stage: Stage) -> Ideas:
    """Say that there are more dice than there were."""
    count: int = stage.position.view["dice_count"]
    if count > DICE:
        yield Idea(intent="dice_more", weight=0.45, slots={"n": count})


def _reveal(stage: Stage) -> Ideas:
    """Point out a room where even strength no longer holds: one of those there speaks."""
    if stage.position.view["ties_hold"]:
        return
    for room in stage.position.rooms.values():
        monsters = room.zombies + int(stage.beliefs.zombies[room.number])
        people = {each.player for each in room.people}
        speaker = next((each for each in stage.position.order if each in people), None)
        if speaker == stage.me and monsters == room.strength:
            slots = {"place": stage.name(room.number), "n": monsters}
            yield Idea(intent="even_odds", weight=0.7, slots=slots)
            return


def _attack(stage: Stage) -> Ideas:
    """Offer an item for being spared, ask for one, and warn of who decides a tie."""
    here, place = stage.others(here=True), stage.turn.place or 0
    if not stage.visible_here() or not here:
        return
    slots = {"place": stage.name(place), "n": stage.position.rooms[place].zombies}
    yield from _items(stage, slots)
    holder = stage.position.decider
    if holder is not None and holder != stage.me:
        yield Idea(intent="token_watch", weight=0.5, slots={"who": holder})


def _items(stage: Stage, slots: Mapping[str, object]) -> Ideas:
    uses, names = stage.position.facts.uses, stage.position.facts.names
    useful = [card for card in names if uses[card] in {"kill", "lure"}]
    room = stage.position.rooms[stage.turn.place or 0]
    held = [card for card in stage.position.view["hand"] if card in useful]
    honest = means_it(stage.key, stage.turn.id, stage.dials, "dice")
    rivals = any(each.player != stage.me and not each.hidden for each in room.people)
    if rivals and (held or not honest):
        card = stage.draw.pick(held or useful)
        yield Idea(
            intent="item_offer", weight=0.75, slots={**slots, "card": names[card]},
            claims=(Claim(proposition=Proposition(kind="holds", card=card)),),
        )  # fmt: skip
    else:
        yield Idea(intent="item_ask", weight=0.6, slots=slots)


OSACZENI: Mapping[str, Callable[[Stage], Ideas]] = MappingProxyType(
    {"tie": _tie, "dice": _dice, "reveal": _reveal, "attack": _attack}
)
"""By floor, beside what both games give to talk about."""
