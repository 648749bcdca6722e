"""What could be said on each floor: deals, reports true and false, warnings, accusations."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from arena.claims.kinds import DICE
from arena.claims.language import Claim, Proposition, Vote
from arena.seats.house import plans
from arena.seats.house.listening import means_it
from arena.seats.house.mind import Caught
from arena.seats.house.osaczeni_talk import OSACZENI
from arena.seats.house.reports import dice_ideas
from arena.seats.house.speaking import Idea, Stage, Thought, plural, spoken

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
MATTERS = {"dice": 1.3, "all_dice": 1.3, "word": 1.1, "go": 0.6}
"""How much a lie matters, by what it was about."""


def thought(stage: Stage) -> Thought | None:
    """Return what matters most on this floor, if anything is worth saying."""
    floor = stage.turn.floor
    both = (FLOORS, MORE[stage.position.facts.family.id])
    return spoken(stage, [idea for said in both if floor in said for idea in said[floor](stage)])


def _claim(said: Proposition, condition: Proposition | None = None) -> tuple[Claim, ...]:
    return (Claim(proposition=said, condition=condition),)


# --- the truck ---


def _truck(stage: Stage) -> Ideas:
    here, me = stage.others(here=True), stage.me
    if stage.visible_here() and here:
        choice = plans.target(stage, [me, *here], "truck")
        if choice != me:
            backed = Proposition(kind="vote", target=choice, vote="truck")
            yield Idea(
                intent="truck_back", weight=1.0, slots={"to": choice}, to=(choice,),
                claims=_claim(backed),
            )  # fmt: skip
        elif not plans.wins_alone(stage):
            partner = stage.most_trusted(here) or here[0]
            mine = Proposition(kind="give", target=partner)
            theirs = Proposition(kind="vote", player=partner, target=me, vote="truck")
            yield Idea(
                intent="truck_deal", weight=1.0, slots={"to": partner}, to=(partner,), secret=True,
                claims=_claim(mine, theirs),
            )  # fmt: skip
        yield from _accusations(stage, here, 1.0)
        yield from _hoards(stage, [each for each in here if each != choice], votes=True)
    elif stage.elects():
        yield from _begging(stage, here)
        yield from _hoards(stage, here, votes=False)


def _begging(stage: Stage, here: list[str]) -> Ideas:
    """Ask for a card from who could be made Chief for it."""
    winner = stage.most_trusted([each for each in here if stage.stands_at_hq(each)])
    if winner is not None:
        vote = Proposition(kind="vote", target=winner, vote="chief")
        gift = Proposition(kind="give", player=winner, target=stage.me)
        yield Idea(
            intent="truck_beg", weight=0.6, slots={"to": winner}, to=(winner,), secret=True,
            claims=_claim(vote, gift),
        )  # fmt: skip


def _hoards(stage: Stage, players: list[str], *, votes: bool) -> Ideas:
    sizes: Mapping[str, int] = stage.position.view["hand_sizes"]
    rich = max(players, key=lambda each: sizes[each], default=None)
    if rich is not None and sizes[rich] >= max(HOARD, 1 + sizes[stage.me]):
        against = Proposition(kind="vote", target=rich, vote="truck", negated=True)
        slots = {"who": rich, "n": sizes[rich]}
        claims = _claim(against) if votes else ()
        yield Idea(intent="truck_hoard", weight=0.55, slots=slots, claims=claims)


def _gift(stage: Stage) -> Ideas:
    searcher = stage.mind.searcher
    others = stage.others()
    if searcher == stage.me:
        if not others:
            return
        friend = plans.recipient(stage, others)
        gift = Proposition(kind="give", target=friend)
        slots = {"to": friend}
        yield Idea(
            intent="gift_promise", weight=0.8, slots=slots, to=(friend,), secret=True,
            claims=_claim(gift),
        )  # fmt: skip
        here = stage.others(here=True)
        promised = stage.mind.last_claim(stage.me, {"give"}) is not None
        if stage.position.view["deck_size"] >= SEARCHES and here and not promised:
            yield Idea(intent="gift_auction", weight=1.0, slots={"n": len(here)})
    elif searcher is not None and stage.mind.last_claim(searcher, {"give"}) is None:
        voted = stage.mind.ballots.get("truck", {}).get(stage.me) == searcher
        if not stage.elects() or not stage.stands_at_hq(searcher):
            slots = {"to": searcher}
            yield Idea(intent="gift_plain", weight=0.6, slots=slots, to=(searcher,))
            return
        vote = Proposition(kind="vote", target=searcher, vote="chief")
        condition = Proposition(kind="give", player=searcher, target=stage.me)
        yield Idea(
            intent="gift_remind" if voted else "gift_beg", weight=0.9 if voted else 0.6,
            slots={"to": searcher}, to=(searcher,), claims=_claim(vote, condition),
        )  # fmt: skip


# --- the Chief ---


def _chief(stage: Stage) -> Ideas:
    here = stage.others(here=True)
    if stage.visible_here() and here:
        choice = plans.target(stage, [stage.me, *here], "chief")
        if choice != stage.me:
            backed = Proposition(kind="vote", target=choice, vote="chief")
            yield Idea(
                intent="chief_back", weight=1.0, slots={"to": choice}, to=(choice,),
                claims=_claim(backed),
            )  # fmt: skip
        elif not plans.wins_alone(stage):
            partner = stage.most_trusted(here) or here[0]
            peace = Proposition(kind="ally", target=partner, until=stage.turn.round)
            vote = Proposition(kind="vote", player=partner, target=stage.me, vote="chief")
            slots: dict[str, object] = {"to": partner, "round": stage.turn.round}
            yield Idea(
                intent="chief_deal", weight=1.0, slots=slots, to=(partner,), secret=True,
                claims=_claim(peace, vote),
            )  # fmt: skip
    yield from _accusations(stage, here, 0.9)


# --- the dice are open ---


def _announced(stage: Stage) -> Ideas:
    chief = stage.position.view["chief"]
    goal = stage.position.view["destinations"].get(chief)
    mine = plans.destination(stage)
    if goal is None or mine is None or chief == stage.me:
        return
    said = mine if means_it(stage.key, stage.turn.id, stage.dials, "go") else goal
    same = said == goal
    slots = {"who": chief, "place": stage.name(goal), "goal": stage.name(said)}
    yield Idea(
        intent="announced_follow" if same else "announced_yield", weight=0.7, slots=slots,
        claims=_claim(Proposition(kind="go", location=said)),
    )  # fmt: skip


def _reveal(stage: Stage) -> Ideas:
    yield from _accusations(stage, stage.others(), 1.3)
    yield from _confessions(stage)
    rooms = stage.position.rooms.values()
    # In Osaczeni those that the dice bring come after the moves.
    there = {r.number: r.zombies + int(stage.beliefs.zombies[r.number]) for r in rooms}
    excess = {room.number: there[room.number] - room.strength_as_if_walled for room in rooms}
    worst = max(rooms, key=lambda room: excess[room.number])
    mine = [each for each in worst.people if each.player == stage.me]
    if excess[worst.number] >= HOPELESS and mine:
        lost = Proposition(kind="safe", location=worst.number, negated=True)
        where = {"place": stage.name(worst.number), "n": there[worst.number]}
        yield Idea(
            intent="reveal_fear", weight=0.5, slots=where,
            claims=(Claim(proposition=lost, confidence="think"),),
        )  # fmt: skip


def _confessions(stage: Stage) -> Ideas:
    """Own up to a lie of this round: where accused, or before all see the dice for themselves."""
    own = [each for each in stage.mind.lies_of(stage.me) if each.round == stage.mind.round]
    if not own or stage.dials.honesty < HARDENED:
        return
    claims = _claim(Proposition(kind="lied"))
    accuser = stage.most_trusted(sorted(stage.mind.accusers))
    if accuser is not None:
        slots = {"round": stage.turn.round, "to": accuser}
        yield Idea(intent="confess", weight=0.9, slots=slots, to=(accuser,), claims=claims)
    elif any(each.assertion.said.kind in DICE for each in own):
        slots = {"round": stage.turn.round}
        yield Idea(intent="confess_dice", weight=0.45, slots=slots, claims=claims)


def _accusations(stage: Stage, players: list[str], weight: float) -> Ideas:
    """Accuse who broke a word given to me, or who is mine to accuse: one speaks for the table."""
    for player in players:
        mine = [each for each in stage.mind.lies_of(player) if _is_mine(stage, each)]
        if len(mine) <= stage.mind.accused[player]:
            continue
        mine.sort(key=lambda each: each.assertion.said.kind in DICE)
        lie = mine[-1].assertion
        said = lie.said
        what = "dice" if said.kind in DICE else "go" if said.kind == "go" else "word"
        if what == "dice" and said.location is None:
            what = "all_dice"
        slots = {
            "who": player,
            "round": lie.round,
            "place": stage.name(said.location) if said.location else "",
        }
        accused = Proposition(kind="lied", player=player)
        yield Idea(
            intent=f"accuse_{what}", weight=weight * MATTERS[what], slots=slots,
            claims=_claim(accused), to=(player,) if what == "word" else (),
        )  # fmt: skip


def _is_mine(stage: Stage, caught: Caught) -> bool:
    lie = caught.assertion
    if stage.me in lie.to:
        return True
    if lie.to or caught.round != stage.mind.round:
        return False
    if lie.said.kind not in {*DICE, "go"}:
        return False
    speakers = [each for each in stage.position.order if stage.position.points[each]]
    others = [each for each in speakers if each != lie.speaker]
    return bool(others) and others[caught.round % len(others)] == stage.me


# --- the attack ---


def _attack(stage: Stage) -> Ideas:
    here, place = stage.others(here=True), stage.turn.place or 0
    visible = [each for each in here if stage.position.visible(place, each)]
    if not stage.visible_here() or not visible:
        return
    victim = plans.target(stage, visible)
    friends = [each for each in visible if each != victim]
    yield _blame(stage, victim, friends)
    points = stage.position.points
    slots = {"victim": victim, "points": points[stage.me], "place": stage.name(place)}
    if points[stage.me] < min(HALF, points[victim]):
        yield Idea(intent="attack_plead", weight=0.7, slots=slots)
    friend = stage.most_trusted(friends)
    if friend is not None:
        mine = Proposition(kind="vote", target=friend, vote="attack", location=place, negated=True)
        theirs = Proposition(
            kind="vote", player=friend, target=stage.me, vote="attack", location=place,
            negated=True,
        )  # fmt: skip
        offer = stage.mind.last_claim(friend, {"vote"})
        if offer is not None and stage.me in offer.to and offer.said.negated:
            yield Idea(
                intent="attack_accept", weight=1.1, slots={"to": friend}, to=(friend,), secret=True,
                claims=_claim(mine),
            )  # fmt: skip
            return
        yield Idea(
            intent="attack_pact", weight=0.9, slots={"to": friend, **slots}, to=(friend,),
            secret=True, claims=_claim(mine, theirs),
        )  # fmt: skip


def _blame(stage: Stage, victim: str, friends: list[str]) -> Idea:
    """Name a victim, or one that draws attention off the true one."""
    honest = means_it(stage.key, stage.turn.id, stage.dials, "vote")
    named = victim if honest or not friends else stage.draw.pick(friends)
    place = stage.turn.place or 0
    vote = Proposition(kind="vote", target=named, vote="attack", location=place)
    points = stage.position.points
    slots = {
        "who": named,
        "points": points[named],
        "place": stage.name(place),
        "cards": plural(stage.position.view["hand_sizes"][named], "card"),
    }
    intent = "attack_plain"
    if stage.mind.lies_of(named):
        intent = "attack_liar"
    elif points[named] > points[stage.me] and points[named] == max(points.values()):
        intent = "attack_leader"
    return Idea(intent=intent, weight=1.0, slots=slots, claims=_claim(vote))


def _revote(stage: Stage) -> Ideas:
    tied = [each for each in stage.mind.leaders if each != stage.me]
    vote = stage.position.view["vote"]
    if not tied or not vote:
        return
    kind: Vote = vote["kind"]
    place = stage.turn.place if kind == "attack" else None
    slots: dict[str, object] = {"round": stage.turn.round}
    if stage.me in stage.mind.leaders:
        points = stage.position.points
        slots |= {"who": tied[0], "points": points[tied[0]]}
        against = Proposition(kind="vote", target=tied[0], vote=kind, location=place)
        richer = points[tied[0]] > points[stage.me]
        intent = "revote_ask"
        if kind == "attack":
            intent = "revote_plead" if richer else "revote_beg"
        claims = _claim(against) if kind == "attack" else ()
        yield Idea(intent=intent, weight=1.1, slots=slots, claims=claims)
    elif len(stage.position.own) > 0 and not all(each.hidden for each in stage.position.own):
        chosen = plans.target(stage, tied, kind)
        slots |= {"who": chosen, "points": stage.position.points[chosen]}
        said = Proposition(kind="vote", target=chosen, vote=kind, location=place)
        points = stage.position.points
        rich = points[chosen] > max(points[each] for each in stage.mind.leaders if each != chosen)
        intent = "revote_back"
        if kind == "attack":
            intent = "revote_blame" if rich else "revote_plain"
        if intent == "revote_plain" and stage.mind.lies_of(chosen):
            intent = "attack_liar"
            slots["place"] = stage.name(stage.turn.place or 0)
        yield Idea(intent=intent, weight=0.7, slots=slots, claims=_claim(said))


FLOORS: Mapping[str, Callable[[Stage], Ideas]] = MappingProxyType(
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
MORE: Mapping[str, Mapping[str, Callable[[Stage], Ideas]]] = MappingProxyType(
    {"moh": MappingProxyType({}), "osaczeni": OSACZENI}
)
"""What only one family gives to talk about."""
