"""What could be said on each floor: deals, reports true and false, warnings, accusations."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import cast

from arena.claims.kinds import DICE
from arena.claims.language import Claim, Proposition, Vote
from arena.seats.house import plans
from arena.seats.house.announcing import announced
from arena.seats.house.answering import answers
from arena.seats.house.bargaining import awaited, complaints, offers
from arena.seats.house.memory import Caught
from arena.seats.house.osaczeni_talk import OSACZENI
from arena.seats.house.reports import dice_ideas, told
from arena.seats.house.speaking import (
    Idea,
    TalkSituation,
    Thought,
    counted,
    joined,
    messages_of,
    spoken,
    together,
)
from arena.settings import BEFORE_A_DECISION

__all__ = ["thought"]

Ideas = Iterator[Idea]
SEARCHES = 6
"""Cards in the deck from which on there will be another search."""
HALF = 8
"""Points from which on nobody pleads poverty; a player begins with 15 or 16."""
HOARD = 2
"""Cards in a hand that are worth a warning."""
HOPELESS = 2
"""Zombies above a room's strength from which on it is given up."""
HARDENED = 0.3
"""Honesty below which one confesses nothing."""
ANSWERS_FIRST = BEFORE_A_DECISION - {"dice"}
"""Floors where answers to offers leave no room for anything else."""
REPORTS = frozenset({"dice_all", "dice_some", "dice_areas"})
"""What all are told of the dice by who has seen them."""
MATTERS = {"dice": 1.3, "all_dice": 1.3, "word": 1.1, "go": 0.6}
"""How much a lie matters, by what it was about."""


def thought(talk: TalkSituation) -> Thought | None:
    """Return what there is to answer, or what matters most; both where nothing is decided yet.

    Where no words can matter any more there are none.
    """
    if talk.turn.floor in plans.AGAIN and plans.is_settled(talk):
        return None
    replies = answers(talk)
    room = talk.turn.messages
    if replies and talk.turn.floor not in ANSWERS_FIRST:
        said = spoken(talk, _ideas(talk)) if room > 1 else None
        return joined(said, together(talk, replies[: room - len(messages_of(said))]))
    answered = together(talk, replies)
    if answered is not None:
        return answered
    ideas = _ideas(talk)
    if talk.turn.reply:
        return spoken(talk, [idea for idea in ideas if _is_reply(talk, idea)])
    return spoken(talk, [*ideas, *offers(talk), *complaints(talk)])


def _ideas(talk: TalkSituation) -> list[Idea]:
    floor, both = talk.turn.floor, (FLOORS, MORE[talk.position.facts.family.id])
    return [idea for said in both if floor in said for idea in said[floor](talk)]


def _is_reply(talk: TalkSituation, idea: Idea) -> bool:
    """Tell whether it is worth saying to who was only addressed: new, and said to somebody.

    Who was asked for the dice and has not told them yet tells them.
    """
    if idea.intent in REPORTS:
        return True
    earlier = talk.memory.last_claim(talk.me, {each.proposition.kind for each in idea.claims})
    return bool(idea.to) and earlier is None and not awaited(talk) & set(idea.to)


def _claim(said: Proposition, condition: Proposition | None = None) -> tuple[Claim, ...]:
    return (Claim(proposition=said, condition=condition),)


# --- the truck ---


def _truck(talk: TalkSituation) -> Ideas:
    here, me = talk.others(here=True), talk.me
    if talk.visible_here() and here:
        choice = plans.target(talk, [me, *here], "truck")
        if choice != me:
            backed = Proposition(kind="vote", target=choice, vote="truck")
            yield Idea(
                intent="truck_back", weight=0.8, slots={"to": choice}, to=(choice,),
                claims=_claim(backed),
            )  # fmt: skip
        yield from _accusations(talk, here, 1.0)
        yield from _hoards(talk, [each for each in here if each != choice], votes=True)
    elif talk.elects():
        yield from _hoards(talk, here, votes=False)


def _hoards(talk: TalkSituation, players: list[str], *, votes: bool) -> Ideas:
    sizes: Mapping[str, int] = talk.position.view["hand_sizes"]
    rich = max(players, key=lambda each: sizes[each], default=None)
    if rich is not None and sizes[rich] >= max(HOARD, 1 + sizes[talk.me]):
        against = Proposition(kind="vote", target=rich, vote="truck", negated=True)
        slots = {"who": rich, "n": sizes[rich]}
        claims = _claim(against) if votes else ()
        yield Idea(intent="truck_hoard", weight=0.55, slots=slots, claims=claims)


def _gift(talk: TalkSituation) -> Ideas:
    searcher = talk.memory.facts.searcher
    others = talk.others()
    if searcher == talk.me:
        if not others:
            return
        sold = [each.target for each in talk.memory.bound() if each.kind == "give"]
        friend = sold[0] if sold and sold[0] in others else plans.recipient(talk, others)
        gift = Proposition(kind="give", target=friend)
        promised = talk.memory.last_claim(talk.me, {"give"}) is not None
        if not promised:
            yield Idea(
                intent="gift_promise", weight=0.8 if sold else 0.5, slots={"to": friend},
                to=(friend,), secret=True, claims=_claim(gift),
            )  # fmt: skip
        here = talk.others(here=True)
        if talk.position.view["deck_size"] >= SEARCHES and here and not (promised or sold):
            yield Idea(intent="gift_auction", weight=1.0, slots={"crowd": _crowd(here)})
    elif searcher is not None and talk.memory.last_claim(searcher, {"give"}) is None:
        owed = any(each.other(talk.me) == searcher for each, _ in talk.memory.owed())
        voted = talk.memory.facts.votes_on("truck").get(talk.me) == searcher
        intent, weight = ("gift_remind", 0.9) if owed and voted else ("gift_plain", 0.5)
        yield Idea(intent=intent, weight=weight, slots={"to": searcher}, to=(searcher,))


def _crowd(players: list[str]) -> str:
    return f"{len(players)} of you" if len(players) > 1 else "only you to give it to"


# --- the Chief ---


def _chief(talk: TalkSituation) -> Ideas:
    here = talk.others(here=True)
    if talk.visible_here() and here:
        choice = plans.target(talk, [talk.me, *here], "chief")
        if choice != talk.me:
            backed = Proposition(kind="vote", target=choice, vote="chief")
            yield Idea(
                intent="chief_back", weight=0.8, slots={"to": choice}, to=(choice,),
                claims=_claim(backed),
            )  # fmt: skip
    yield from _accusations(talk, here, 0.9)


# --- the dice are open ---


def _announced(talk: TalkSituation) -> Ideas:
    chief = talk.position.view["chief"]
    goal = talk.position.view["destinations"].get(chief)
    mine = plans.destination(talk)
    if goal is None or mine is None or chief == talk.me:
        return
    said = announced(talk, mine, [goal])
    if said is None:
        return
    same = said == goal
    slots = {"who": chief, "place": talk.name(goal), "goal": talk.name(said)}
    yield Idea(
        intent="announced_follow" if same else "announced_yield", weight=0.7, slots=slots,
        claims=_claim(Proposition(kind="go", location=said)),
    )  # fmt: skip


def _reveal(talk: TalkSituation) -> Ideas:
    yield from _accusations(talk, talk.others(), 1.3)
    yield from _confessions(talk)
    rooms = talk.position.rooms.values()
    # In Osaczeni those that the dice bring come after the moves.
    there = {r.number: r.zombies + int(talk.beliefs.zombies[r.number]) for r in rooms}
    excess = {room.number: there[room.number] - room.strength_as_if_walled for room in rooms}
    worst = max(rooms, key=lambda room: excess[room.number])
    mine = [each for each in worst.people if each.player == talk.me]
    if excess[worst.number] >= HOPELESS and mine:
        lost = Proposition(kind="safe", location=worst.number, negated=True)
        zombies = talk.position.facts.family.attackers(there[worst.number])
        where = {"place": talk.name(worst.number), "n": there[worst.number], "zombies": zombies}
        yield Idea(
            intent="reveal_fear", weight=0.5, slots=where,
            claims=(Claim(proposition=lost, confidence="think"),),
        )  # fmt: skip


def _confessions(talk: TalkSituation) -> Ideas:
    """Own up to a lie of this round: where accused, or once all see the dice that all were told."""
    own = [each for each in talk.memory.lies_of(talk.me) if each.round == talk.memory.round]
    if not own or talk.dials.honesty < HARDENED:
        return
    claims = _claim(Proposition(kind="lied"))
    accuser = talk.most_trusted(sorted(talk.memory.accusers))
    if accuser is not None:
        worst = max(own, key=lambda each: each.assertion.said.kind in DICE)
        slots = {
            "round": talk.turn.round,
            "to": accuser,
            "what": _about(talk, worst.assertion.said),
        }
        yield Idea(intent="confess", weight=0.9, slots=slots, to=(accuser,), claims=claims)
    elif any(each.assertion.said.kind in DICE and each.assertion.hearers is None for each in own):
        slots = {"round": talk.turn.round}
        yield Idea(intent="confess_dice", weight=0.45, slots=slots, claims=claims)


def _about(talk: TalkSituation, said: Proposition) -> str:
    """Return what a lie was about, in a word or two."""
    if said.kind in DICE:
        return "the dice"
    if said.kind == "go":
        return talk.name(said.location or 0)
    return "my vote" if said.kind == "vote" else "my promise"


def _accusations(talk: TalkSituation, players: list[str], weight: float) -> Ideas:
    """Accuse who broke a word given to me, or who is mine to accuse: one speaks for the table."""
    for player in players:
        lies = (each for each in talk.memory.lies_of(player) if each not in talk.memory.accused)
        mine = [each for each in lies if _is_mine(talk, each)]
        if not mine:
            continue
        mine.sort(key=lambda each: each.assertion.said.kind in DICE)
        lie = mine[-1].assertion
        said = lie.said
        gone = said.kind == "go" and not said.negated
        what = "dice" if said.kind in DICE else "go" if gone else "word"
        if what == "dice" and said.location is None:
            what = "all_dice"
        slots = {
            "who": player,
            "round": lie.round,
            "place": talk.name(said.location) if said.location else "",
            "told": told(talk, said) if said.kind in DICE else "",
        }
        accused = Proposition(kind="lied", player=player)
        yield Idea(
            intent=f"accuse_{what}", weight=weight * MATTERS[what], slots=slots,
            claims=_claim(accused), to=(player,) if what == "word" else (),
        )  # fmt: skip


def _is_mine(talk: TalkSituation, caught: Caught) -> bool:
    lie = caught.assertion
    if talk.me in lie.to:
        return True
    if lie.to or caught.round != talk.memory.round:
        return False
    if lie.said.kind not in {*DICE, "go"}:
        return False
    speakers = [each for each in talk.position.order if talk.position.points[each]]
    others = [each for each in speakers if each != lie.speaker]
    return bool(others) and others[caught.round % len(others)] == talk.me


# --- the attack ---


def _attack(talk: TalkSituation) -> Ideas:
    here, place = talk.others(here=True), talk.turn.place or 0
    visible = [each for each in here if talk.position.visible(place, each)]
    if not talk.visible_here() or not visible:
        return
    victim = plans.target(talk, visible)
    yield _blame(talk, victim)
    points = talk.position.points
    slots = {"victim": victim, "points": points[talk.me], "place": talk.name(place)}
    if points[talk.me] < min(HALF, points[victim]):
        yield Idea(intent="attack_plead", weight=0.7, slots=slots)


def _blame(talk: TalkSituation, named: str) -> Idea:
    """Say whom I vote for."""
    place = talk.turn.place or 0
    vote = Proposition(kind="vote", target=named, vote="attack", location=place)
    points = talk.position.points
    slots = {
        "who": named,
        "points": points[named],
        "place": talk.name(place),
        "cards": counted(talk.position.view["hand_sizes"][named], "card"),
    }
    intent = "attack_plain"
    if talk.memory.lies_of(named):
        intent = "attack_liar"
    elif points[named] > points[talk.me] and points[named] == max(points.values()):
        intent = "attack_leader"
    return Idea(intent=intent, weight=1.0, slots=slots, claims=_claim(vote))


def _revote(talk: TalkSituation) -> Ideas:
    tied = [each for each in talk.memory.facts.leaders if each != talk.me]
    vote = talk.position.view["vote"]
    if not tied or not vote:
        return
    kind = cast("Vote", vote["kind"])
    place = talk.turn.place if kind == "attack" else None
    slots: dict[str, object] = {"round": talk.turn.round}
    if talk.me in talk.memory.facts.leaders and _wants_it(talk, kind):
        points = talk.position.points
        slots |= {"who": tied[0], "points": points[tied[0]]}
        against = Proposition(kind="vote", target=tied[0], vote=kind, location=place)
        richer = points[tied[0]] > points[talk.me]
        intent = "revote_ask"
        if kind == "attack":
            intent = "revote_plead" if richer else "revote_beg"
        claims = _claim(against) if kind == "attack" else ()
        yield Idea(intent=intent, weight=1.1, slots=slots, claims=claims)
    elif talk.position.own and _votes_again(talk, kind):
        chosen = plans.target(talk, tied, kind)
        slots |= {"who": chosen, "points": talk.position.points[chosen]}
        said = Proposition(kind="vote", target=chosen, vote=kind, location=place)
        points = talk.position.points
        rich = points[chosen] > max(
            points[each] for each in talk.memory.facts.leaders if each != chosen
        )
        intent = "revote_back"
        if kind == "attack":
            intent = "revote_blame" if rich else "revote_plain"
        if intent == "revote_plain" and talk.memory.lies_of(chosen):
            intent = "attack_liar"
            slots["place"] = talk.name(talk.turn.place or 0)
        yield Idea(intent=intent, weight=0.7, slots=slots, claims=_claim(said))


def _wants_it(talk: TalkSituation, kind: Vote) -> bool:
    """Tell whether I, who am tied, would vote for myself; in an attack: whether I plead for it."""
    return kind == "attack" or plans.target(talk, list(talk.memory.facts.leaders), kind) == talk.me


def _votes_again(talk: TalkSituation, kind: Vote) -> bool:
    """Tell whether I have a vote in the re-vote: who is there and hides has none."""
    ballot = plans.ballot(talk, kind, talk.turn.place)
    return ballot is not None and bool(ballot.question.context["weights"].get(talk.me))


FLOORS: Mapping[str, Callable[[TalkSituation], Ideas]] = MappingProxyType(
    {
        "truck": _truck,
        "gift": _gift,
        "chief": _chief,
        "dice": dice_ideas,
        "announced": _announced,
        "reveal": _reveal,
        "attack": _attack,
        "revote": _revote,
    }
)
MORE: Mapping[str, Mapping[str, Callable[[TalkSituation], Ideas]]] = MappingProxyType(
    {"moh": MappingProxyType({}), "osaczeni": OSACZENI}
)
"""What only one family gives to talk about."""
