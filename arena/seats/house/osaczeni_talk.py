"""What only Osaczeni gives to talk about: the victim token, the cold room, and items."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from arena.claims.language import Claim, Proposition
from arena.seats.house.listening import means_it
from arena.seats.house.speaking import Idea, TalkSituation

__all__ = ["OSACZENI"]

Ideas = Iterator[Idea]
DICE = 4
"""Dice of the first rounds: more are worth a word."""


def _tie(talk: TalkSituation) -> Ideas:
    """Let the others make offers to who holds the token, and decides."""
    holder, vote = talk.position.decider, talk.position.view["vote"]
    tied = [each for each in talk.memory.facts.leaders if each != talk.me]
    if holder is None or vote is None or not tied:
        return
    if holder == talk.me:
        yield Idea(intent="tie_muse", weight=0.8, slots={"round": talk.turn.round})
        return


def _dice(talk: TalkSituation) -> Ideas:
    """Say that there are more dice than there were."""
    count: int = talk.position.view["dice_count"]
    if count > DICE:
        yield Idea(intent="dice_more", weight=0.45, slots={"n": count})


def _reveal(talk: TalkSituation) -> Ideas:
    """Point out a room where even strength no longer holds: one of those there speaks."""
    if talk.position.view["ties_hold"]:
        return
    for room in talk.position.rooms.values():
        monsters = room.zombies + int(talk.beliefs.zombies[room.number])
        people = {each.player for each in room.people}
        speaker = next((each for each in talk.position.order if each in people), None)
        if speaker == talk.me and monsters == room.strength:
            slots = {"place": talk.name(room.number), "n": monsters}
            yield Idea(intent="even_odds", weight=0.7, slots=slots)
            return


def _attack(talk: TalkSituation) -> Ideas:
    """Offer an item for being spared, ask for one, and warn of who decides a tie."""
    here, place = talk.others(here=True), talk.turn.place or 0
    if not talk.visible_here() or not here:
        return
    monsters = talk.position.facts.family.attackers(talk.position.rooms[place].zombies)
    slots = {"place": talk.name(place), "monsters": monsters}
    yield from _items(talk, slots)
    holder = talk.position.decider
    if holder is not None and holder != talk.me:
        yield Idea(intent="token_watch", weight=0.5, slots={"who": holder})


def _items(talk: TalkSituation, slots: Mapping[str, object]) -> Ideas:
    uses, names = talk.position.facts.uses, talk.position.facts.names
    useful = [card for card in names if uses[card] in {"kill", "lure"}]
    room = talk.position.rooms[talk.turn.place or 0]
    held = [card for card in talk.position.view["hand"] if card in useful]
    honest = means_it(talk.key, talk.turn.id, talk.dials, "dice")
    rivals = any(each.player != talk.me and not each.hidden for each in room.people)
    if rivals and (held or not honest):
        card = talk.draw.pick(held or useful)
        yield Idea(
            intent="item_offer", weight=0.75, slots={**slots, "card": names[card]},
            claims=(Claim(proposition=Proposition(kind="holds", card=card)),),
        )  # fmt: skip
    else:
        yield Idea(intent="item_ask", weight=0.6, slots=slots)


OSACZENI: Mapping[str, Callable[[TalkSituation], Ideas]] = MappingProxyType(
    {"tie": _tie, "dice": _dice, "reveal": _reveal, "attack": _attack}
)
"""By floor, beside what both games give to talk about."""
