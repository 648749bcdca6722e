"""The ideas for each floor: deals, true and false reports, warnings, accusations."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import cast

from arena.claims.kinds import DICE
from arena.claims.language import Claim, Proposition, Vote
from arena.seats.house import plans
from arena.seats.house.answering import answers
from arena.seats.house.bargaining import awaited, complaints, offers
from arena.seats.house.listening import means_it
from arena.seats.house.memory import Caught
from arena.seats.house.reports import dice_ideas, place_to_announce, quote_report
from arena.seats.house.speaking import (
    Idea,
    TalkSituation,
    Thought,
    claims_of,
    counted,
    joined,
    spoken,
    together,
)
from arena.settings import BEFORE_A_DECISION

Ideas = Iterator[Idea]
SEARCHES = 6
"""Cards in the deck from which on there will be another search."""
HALF = 8
"""Points from which on nobody pleads poverty; a player begins with 15 or 16."""
HOARD = 2
"""Cards in a hand that justify a warning."""
HOPELESS = 2
"""Zombies above a room's strength from which on it is considered lost."""
HARDENED = 0.3
"""Honesty below which a bot confesses nothing."""
FEWEST_DICE = 4
"""Dice of the first rounds in Osaczeni: a larger number is worth mentioning."""
ANSWERS_FIRST = BEFORE_A_DECISION - {"dice"}
"""Floors where answers to offers leave no room for anything else."""
REPORTS = frozenset({"dice_all", "dice_some", "dice_areas"})
"""Intents of reports to all by a bot that has seen the dice."""
MATTERS = {"dice": 1.3, "all_dice": 1.3, "word": 1.1, "go": 0.6}
"""Weight of a lie, by its subject."""


def thought(talk: TalkSituation) -> Thought | None:
    """Return the speech of a turn: answers to offers, the most important idea, or both.

    None where there is nothing to say, or no words can matter any more.
    """
    if talk.turn.floor in plans.AGAIN and plans.is_settled(talk):
        return None
    replies, room = answers(talk), talk.turn.messages
    if replies and talk.turn.floor not in ANSWERS_FIRST:
        said = spoken(talk, _ideas(talk)) if room > 1 else None
        left = room - (0 if said is None else len(said.speech.messages))
        return joined(said, together(talk, replies[:left]))
    answered = together(talk, replies)
    if answered is not None:
        return answered
    ideas = _ideas(talk)
    if talk.turn.reply:
        return spoken(talk, [idea for idea in ideas if _is_reply(talk, idea)])
    return spoken(talk, [*ideas, *offers(talk), *complaints(talk)])


def _ideas(talk: TalkSituation) -> list[Idea]:
    floor, more = talk.turn.floor, MORE.get(talk.position.facts.family.id, {})
    return [idea for said in (FLOORS, more) if floor in said for idea in said[floor](talk)]


def _is_reply(talk: TalkSituation, idea: Idea) -> bool:
    """Return True if an idea is worth saying on a reply: new, and addressed to somebody.

    A report of the dice that was asked for is one too.
    """
    if idea.intent in REPORTS:
        return True
    earlier = talk.memory.last_claim(talk.me, {each.proposition.kind for each in idea.claims})
    return bool(idea.to) and earlier is None and not awaited(talk) & set(idea.to)


# --- the elections ---


def _truck(talk: TalkSituation) -> Ideas:
    here = talk.others(here=True)
    if talk.visible_here() and here:
        choice = plans.target(talk, [talk.me, *here], "truck")
        yield from _backing(talk, choice, "truck")
        yield from _accusations(talk, here, 1.0)
        yield from _hoards(talk, [each for each in here if each != choice], votes=True)
    elif talk.elects():
        yield from _hoards(talk, here, votes=False)


def _chief(talk: TalkSituation) -> Ideas:
    here = talk.others(here=True)
    if talk.visible_here() and here:
        yield from _backing(talk, plans.target(talk, [talk.me, *here], "chief"), "chief")
    yield from _accusations(talk, here, 0.9)


def _backing(talk: TalkSituation, choice: str, vote: Vote) -> Ideas:
    if choice != talk.me:
        claims = claims_of(Proposition(kind="vote", target=choice, vote=vote))
        yield Idea(f"{vote}_back", 0.8, to=(choice,), claims=claims)


def _hoards(talk: TalkSituation, players: list[str], *, votes: bool) -> Ideas:
    sizes: Mapping[str, int] = talk.position.view["hand_sizes"]
    rich = max(players, key=lambda each: sizes[each], default=None)
    if rich is not None and sizes[rich] >= max(HOARD, 1 + sizes[talk.me]):
        against = Proposition(kind="vote", target=rich, vote="truck", negated=True)
        claims = claims_of(against) if votes else ()
        yield Idea("truck_hoard", 0.55, {"who": rich, "n": sizes[rich]}, claims=claims)


def _gift(talk: TalkSituation) -> Ideas:
    searcher, memory = talk.memory.facts.searcher, talk.memory
    others, here = talk.others(), talk.others(here=True)
    if searcher == talk.me and others:
        sold = [each.target for each in memory.bound() if each.kind == "give"]
        friend = sold[0] if sold and sold[0] in others else plans.recipient(talk, others)
        promised = memory.last_claim(talk.me, {"give"}) is not None
        if not promised:
            claims = claims_of(Proposition(kind="give", target=friend))
            weight = 0.8 if sold else 0.5
            yield Idea("gift_promise", weight, to=(friend,), secret=True, claims=claims)
        if talk.position.view["deck_size"] >= SEARCHES and here and not (promised or sold):
            yield Idea("gift_auction", 1.0, {"crowd": _crowd(here)})
    elif searcher and searcher != talk.me and memory.last_claim(searcher, {"give"}) is None:
        owed = any(each.other(talk.me) == searcher for each, _ in memory.owed())
        voted = memory.facts.votes_on("truck").get(talk.me) == searcher
        intent, weight = ("gift_remind", 0.9) if owed and voted else ("gift_plain", 0.5)
        yield Idea(intent, weight, to=(searcher,))


def _crowd(players: list[str]) -> str:
    return f"{len(players)} of you" if len(players) > 1 else "only you to give it to"


# --- the dice are open ---


def _announced(talk: TalkSituation) -> Ideas:
    chief = talk.position.view["chief"]
    goal = talk.position.view["destinations"].get(chief)
    mine = plans.destination(talk)
    if goal is None or mine is None or chief == talk.me:
        return
    said = place_to_announce(talk, mine, [goal])
    if said is not None:
        slots = {"who": chief, "place": talk.name(goal), "goal": talk.name(said)}
        intent = "announced_follow" if said == goal else "announced_yield"
        yield Idea(intent, 0.7, slots, claims=claims_of(Proposition(kind="go", location=said)))


def _reveal(talk: TalkSituation) -> Ideas:
    yield from _accusations(talk, talk.others(), 1.3)
    yield from _confessions(talk)
    rooms = talk.position.rooms.values()
    # In Osaczeni the attackers from the dice arrive after the moves.
    there = {r.number: r.zombies + int(talk.beliefs.zombies[r.number]) for r in rooms}
    excess = {room.number: there[room.number] - room.strength_as_if_walled for room in rooms}
    worst = max(rooms, key=lambda room: excess[room.number])
    if excess[worst.number] >= HOPELESS and any(each.player == talk.me for each in worst.people):
        lost = Proposition(kind="safe", location=worst.number, negated=True)
        count = there[worst.number]
        zombies = talk.position.facts.family.attackers(count)
        slots = {"place": talk.name(worst.number), "n": count, "zombies": zombies}
        claims = (Claim(proposition=lost, confidence="think"),)
        yield Idea("reveal_fear", 0.5, slots, claims=claims)


def _confessions(talk: TalkSituation) -> Ideas:
    """Confess a lie of this round where accused, or once a report to all proves false."""
    own = [each for each in talk.memory.lies_of(talk.me) if each.round == talk.memory.round]
    if not own or talk.dials.honesty < HARDENED:
        return
    claims = claims_of(Proposition(kind="lied"))
    accuser = talk.most_trusted(sorted(talk.memory.accusers))
    if accuser is not None:
        worst = max(own, key=lambda each: each.assertion.said.kind in DICE)
        slots = {"what": _about(talk, worst.assertion.said)}
        yield Idea("confess", 0.9, slots, to=(accuser,), claims=claims)
    elif any(each.assertion.said.kind in DICE and each.assertion.hearers is None for each in own):
        yield Idea("confess_dice", 0.45, claims=claims)


def _about(talk: TalkSituation, said: Proposition) -> str:
    if said.kind in DICE:
        return "the dice"
    if said.kind == "go":
        return talk.name(said.location or 0)
    return "my vote" if said.kind == "vote" else "my promise"


def _accusations(talk: TalkSituation, players: list[str], weight: float) -> Ideas:
    """Accuse players of lies to the bot, or of public lies that are the bot's turn to name."""
    for player in players:
        lies = (each for each in talk.memory.lies_of(player) if each not in talk.memory.accused)
        mine = [each.assertion for each in lies if _is_mine(talk, each)]
        if not mine:
            continue
        lie = max(reversed(mine), key=lambda each: each.said.kind in DICE)
        said, dice = lie.said, lie.said.kind in DICE
        what = "go" if said.kind == "go" and not said.negated else "word"
        if dice:
            what = "all_dice" if said.location is None else "dice"
        slots = {
            "who": player,
            "round": lie.round,
            "place": talk.name(said.location) if said.location else "",
            "told": quote_report(talk, said) if dice else "",
        }
        yield Idea(
            f"accuse_{what}", weight * MATTERS[what], slots,
            to=(player,) if what == "word" else (),
            claims=claims_of(Proposition(kind="lied", player=player)),
        )  # fmt: skip


def _is_mine(talk: TalkSituation, caught: Caught) -> bool:
    lie = caught.assertion
    if talk.me in lie.to:
        return True
    if lie.to or caught.round != talk.memory.round or lie.said.kind not in {*DICE, "go"}:
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
    victim, points = plans.target(talk, visible), talk.position.points
    slots: dict[str, object] = {
        "who": victim,
        "points": points[victim],
        "place": talk.name(place),
        "cards": counted(talk.position.view["hand_sizes"][victim], "card"),
    }
    intent = "attack_plain"
    if talk.memory.lies_of(victim):
        intent = "attack_liar"
    elif points[victim] > points[talk.me] and points[victim] == max(points.values()):
        intent = "attack_leader"
    vote = Proposition(kind="vote", target=victim, vote="attack", location=place)
    yield Idea(intent, 1.0, slots, claims=claims_of(vote))
    if points[talk.me] < min(HALF, points[victim]):
        yield Idea("attack_plead", 0.7, {**slots, "victim": victim, "points": points[talk.me]})


def _revote(talk: TalkSituation) -> Ideas:
    leaders, points = talk.memory.facts.leaders, talk.position.points
    tied = [each for each in leaders if each != talk.me]
    vote = talk.position.view["vote"]
    if not tied or not vote:
        return
    kind = cast("Vote", vote["kind"])
    attack = kind == "attack"
    if talk.me in leaders and _wants_it(talk, kind):
        named, weight, intent = tied[0], 1.1, "revote_ask"
        if attack:
            intent = "revote_plead" if points[named] > points[talk.me] else "revote_beg"
    elif talk.position.own and _votes_again(talk, kind):
        named, weight, intent = plans.target(talk, tied, kind), 0.7, "revote_back"
        if attack and points[named] > max(points[each] for each in leaders if each != named):
            intent = "revote_blame"
        elif attack:
            intent = "attack_liar" if talk.memory.lies_of(named) else "revote_plain"
    else:
        return
    place = talk.turn.place if attack else None
    slots = {"who": named, "points": points[named], "place": talk.name(place) if place else ""}
    said = Proposition(kind="vote", target=named, vote=kind, location=place)
    claims = () if intent == "revote_ask" else claims_of(said)
    yield Idea(intent, weight, slots, claims=claims)


def _wants_it(talk: TalkSituation, kind: Vote) -> bool:
    """Return True if the bot, being tied, wants the prize; in an attack it pleads anyway."""
    return kind == "attack" or plans.target(talk, list(talk.memory.facts.leaders), kind) == talk.me


def _votes_again(talk: TalkSituation, kind: Vote) -> bool:
    """Return True if the bot has a vote in the re-vote; a hidden player has none."""
    ballot = plans.ballot(talk, kind, talk.turn.place)
    return ballot is not None and bool(ballot.question.context["weights"].get(talk.me))


# --- what only Osaczeni gives to talk about: the victim token, the cold room, and items ---


def _token(talk: TalkSituation) -> Ideas:
    """Invite offers to the bot, which holds the victim token and decides."""
    tied = [each for each in talk.memory.facts.leaders if each != talk.me]
    if talk.position.decider == talk.me and talk.position.view["vote"] is not None and tied:
        yield Idea("tie_muse", 0.8)


def _more_dice(talk: TalkSituation) -> Ideas:
    count: int = talk.position.view["dice_count"]
    if count > FEWEST_DICE:
        yield Idea("dice_more", 0.45, {"n": count})


def _even_odds(talk: TalkSituation) -> Ideas:
    """Point out a room where equal strength no longer holds; one of the players there does so."""
    if talk.position.view["ties_hold"]:
        return
    for room in talk.position.rooms.values():
        monsters = room.zombies + int(talk.beliefs.zombies[room.number])
        people = {each.player for each in room.people}
        speaker = next((each for each in talk.position.order if each in people), None)
        if speaker == talk.me and monsters == room.strength:
            yield Idea("even_odds", 0.7, {"place": talk.name(room.number), "n": monsters})
            return


def _items(talk: TalkSituation) -> Ideas:
    """Offer an item for being spared, or ask for one, and warn of who decides a tie."""
    position, place = talk.position, talk.turn.place or 0
    if not talk.visible_here() or not talk.others(here=True):
        return
    room, uses, names = position.rooms[place], position.facts.uses, position.facts.names
    monsters = position.facts.family.attackers(room.zombies)
    slots: dict[str, object] = {"place": talk.name(place), "monsters": monsters}
    useful = [card for card in names if uses[card] in {"kill", "lure"}]
    held = [card for card in position.view["hand"] if card in useful]
    honest = means_it(talk.key, talk.turn.id, talk.dials, "dice")
    rivals = any(each.player != talk.me and not each.hidden for each in room.people)
    if rivals and (held or not honest):
        card = talk.draw.pick(held or useful)
        claims = claims_of(Proposition(kind="holds", card=card))
        yield Idea("item_offer", 0.75, {**slots, "card": names[card]}, claims=claims)
    else:
        yield Idea("item_ask", 0.6, slots)
    if position.decider not in {None, talk.me}:
        yield Idea("token_watch", 0.5, {"who": position.decider})


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
    {
        "osaczeni": MappingProxyType(
            {"tie": _token, "dice": _more_dice, "reveal": _even_odds, "attack": _items}
        )
    }
)
"""Further ideas of one family alone."""
