"""What could be said on each floor: deals, reports true and false, warnings, accusations."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from arena.seats.house import plans
from arena.seats.house.listening import means_it
from arena.seats.house.mind import Caught
from arena.seats.house.reports import dice_ideas
from arena.seats.house.speaking import Idea, Stage, Thought, plural, spoken
from arena.talk.claims import Claim, Proposition, Vote

__all__ = ["thought"]

Ideas = Iterator[Idea]
SEARCHES = 6
"""Cards in the deck from which on there will be another search."""
HALF = 8
"""Points from which on nobody pleads poverty; a player begins with 15 or 16."""
HOARD = 2
"""Cards in a hand that are worth a warning."""


def thought(stage: Stage) -> Thought | None:
    """Return what matters most on this floor, if anything is worth saying."""
    return spoken(stage, list(FLOORS[stage.window.floor](stage)))


def _claim(said: Proposition, condition: Proposition | None = None) -> tuple[Claim, ...]:
    return (Claim(proposition=said, condition=condition),)


# --- the truck ---


def _truck(stage: Stage) -> Ideas:
    here, me = stage.others(here=True), stage.me
    if stage.visible_here() and here:
        partner = stage.most_trusted(here) or here[0]
        mine = Proposition(kind="give", target=partner)
        theirs = Proposition(kind="vote", player=partner, target=me, vote="truck")
        slots: dict[str, object] = {
            "to": partner,
            "cards": plural(len(stage.board.view["hand"]), "card"),
        }
        yield Idea(
            intent="truck_deal", weight=1.0, slots=slots, to=(partner,), secret=True,
            claims=_claim(mine, theirs),
        )  # fmt: skip
        if stage.beliefs.trust[partner] > 0.5:  # noqa: PLR2004 - better than unknown
            backed = Proposition(kind="vote", target=partner, vote="truck")
            yield Idea(
                intent="truck_back", weight=0.7, slots=slots, to=(partner,), claims=_claim(backed)
            )
    elif here and stage.elects():
        winner = stage.most_trusted(here) or here[0]
        vote = Proposition(kind="vote", target=winner, vote="chief")
        gift = Proposition(kind="give", player=winner, target=me)
        yield Idea(
            intent="truck_beg", weight=0.6, slots={"to": winner}, to=(winner,), secret=True,
            claims=_claim(vote, gift),
        )  # fmt: skip
    yield from _hoards(stage, here)


def _hoards(stage: Stage, here: list[str]) -> Ideas:
    sizes: Mapping[str, int] = stage.board.view["hand_sizes"]
    rich = max(here, key=lambda each: sizes[each], default=None)
    if rich is not None and sizes[rich] >= max(HOARD, 1 + sizes[stage.me]):
        against = Proposition(kind="vote", target=rich, vote="truck", negated=True)
        claims = _claim(against) if stage.visible_here() else ()
        slots = {"who": rich, "n": sizes[rich]}
        yield Idea(intent="truck_hoard", weight=0.55, slots=slots, claims=claims)


def _gift(stage: Stage) -> Ideas:
    searcher = stage.mind.searcher
    others = stage.others()
    if searcher == stage.me:
        if not others:
            return
        friend = stage.most_trusted(others) or others[0]
        gift = Proposition(kind="give", target=friend)
        slots = {"to": friend}
        yield Idea(
            intent="gift_promise", weight=1.0, slots=slots, to=(friend,), secret=True,
            claims=_claim(gift),
        )  # fmt: skip
        if stage.board.view["deck_size"] >= SEARCHES:
            yield Idea(intent="gift_auction", weight=0.8, slots={"n": len(others)})
    elif searcher is not None:
        voted = stage.mind.ballots.get("truck", {}).get(stage.me) == searcher
        if not stage.elects():
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
        partner = stage.most_trusted(here) or here[0]
        peace = Proposition(kind="ally", target=partner, until=stage.window.round)
        vote = Proposition(kind="vote", player=partner, target=stage.me, vote="chief")
        slots: dict[str, object] = {"to": partner, "round": stage.window.round}
        yield Idea(
            intent="chief_deal", weight=1.0, slots=slots, to=(partner,), secret=True,
            claims=_claim(peace, vote),
        )  # fmt: skip
        backed = Proposition(kind="vote", target=partner, vote="chief")
        weight = 1.4 * stage.beliefs.trust[partner]
        yield Idea(
            intent="chief_back", weight=weight - 0.2, slots=slots, to=(partner,),
            claims=_claim(backed),
        )  # fmt: skip
    yield from _accusations(stage, here, 0.9)


# --- the dice are open ---


def _announced(stage: Stage) -> Ideas:
    chief = stage.board.view["chief"]
    goal = stage.board.view["destinations"].get(chief)
    mine = plans.destination(stage)
    if goal is None or mine is None or chief == stage.me:
        return
    said = mine if means_it(stage.key, stage.window.id, stage.dials, "go") else goal
    same = said == goal
    slots = {"who": chief, "place": stage.name(goal), "goal": stage.name(said)}
    yield Idea(
        intent="announced_follow" if same else "announced_yield", weight=0.7, slots=slots,
        claims=_claim(Proposition(kind="go", location=said)),
    )  # fmt: skip


def _reveal(stage: Stage) -> Ideas:
    yield from _accusations(stage, stage.others(), 1.3)
    own = [each for each in stage.mind.lies_of(stage.me) if each.round == stage.mind.round]
    if own and stage.dials.honesty > 0.3 and not stage.mind.accused[stage.me]:  # noqa: PLR2004 - hardened liars confess nothing
        said = Proposition(kind="lied")
        slots = {"round": stage.window.round, "n": len(own)}
        yield Idea(intent="confess", weight=0.7, slots=slots, claims=_claim(said))
    rooms = stage.board.rooms.values()
    worst = max(rooms, key=lambda room: room.zombies - sum(e.strength for e in room.people))
    mine = [each for each in worst.people if each.player == stage.me]
    if worst.zombies and mine:
        lost = Proposition(kind="safe", location=worst.number, negated=True)
        where = {"place": stage.name(worst.number), "n": worst.zombies}
        yield Idea(
            intent="reveal_fear", weight=0.6, slots=where,
            claims=(Claim(proposition=lost, confidence="think"),),
        )  # fmt: skip


def _accusations(stage: Stage, players: list[str], weight: float) -> Ideas:
    """Accuse who broke a word given to me, or who is mine to accuse: one speaks for the table."""
    for player in players:
        mine = [each for each in stage.mind.lies_of(player) if _is_mine(stage, each)]
        if len(mine) <= stage.mind.accused[player]:
            continue
        statement = mine[-1].statement
        said = statement.claim.proposition
        what = {"zombies": "dice", "dice": "dice", "go": "go"}.get(said.kind, "word")
        slots = {
            "who": player,
            "round": statement.round,
            "place": stage.name(said.location) if said.location else "it",
        }
        accused = Proposition(kind="lied", player=player)
        yield Idea(
            intent=f"accuse_{what}", weight=weight, slots=slots, claims=_claim(accused),
            to=(player,) if what == "word" else (),
        )  # fmt: skip


def _is_mine(stage: Stage, caught: Caught) -> bool:
    if stage.me in caught.statement.to:
        return True
    others = [seat for seat in stage.board.view["seats"] if seat != caught.statement.speaker]
    speaks = others[caught.round % len(others)]
    told_all = not caught.statement.to
    return told_all and caught.round == stage.mind.round and speaks == stage.me


# --- the attack ---


def _attack(stage: Stage) -> Ideas:
    here, place = stage.others(here=True), stage.window.place or 0
    visible = [each for each in here if stage.board.visible(place, each)]
    if not stage.visible_here() or not visible:
        return
    victim = plans.target(stage, visible)
    friends = [each for each in visible if each != victim]
    yield _blame(stage, victim, friends)
    points = stage.board.points
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
        yield Idea(
            intent="attack_pact", weight=0.9, slots={"to": friend, **slots}, to=(friend,),
            secret=True, claims=_claim(mine, theirs),
        )  # fmt: skip


def _blame(stage: Stage, victim: str, friends: list[str]) -> Idea:
    """Name a victim, or one that draws attention off the true one."""
    honest = means_it(stage.key, stage.window.id, stage.dials, "vote")
    named = victim if honest or not friends else stage.draw.pick(friends)
    place = stage.window.place or 0
    vote = Proposition(kind="vote", target=named, vote="attack", location=place)
    points = stage.board.points
    slots = {
        "who": named,
        "points": points[named],
        "place": stage.name(place),
        "cards": plural(stage.board.view["hand_sizes"][named], "card"),
    }
    intent = "attack_plain"
    if stage.mind.lies_of(named):
        intent = "attack_liar"
    elif points[named] > points[stage.me] and points[named] == max(points.values()):
        intent = "attack_leader"
    return Idea(intent=intent, weight=1.0, slots=slots, claims=_claim(vote))


def _revote(stage: Stage) -> Ideas:
    tied = [each for each in stage.mind.leaders if each != stage.me]
    vote_now = stage.board.view["vote"]
    kind: Vote = vote_now["kind"] if vote_now else "attack"
    if not tied:
        return
    slots: dict[str, object] = {
        "who": tied[0],
        "points": stage.board.points[tied[0]],
        "round": stage.window.round,
    }
    place = stage.window.place if kind == "attack" else None
    vote = Proposition(kind="vote", target=tied[0], vote=kind, location=place)
    if stage.me in stage.mind.leaders:
        intent = "revote_plead" if kind == "attack" else "revote_ask"
        claims = _claim(vote) if kind == "attack" else ()
        yield Idea(intent=intent, weight=1.1, slots=slots, claims=claims)
    else:
        chosen = plans.target(stage, tied, kind) if kind == "attack" else tied[0]
        vote = Proposition(kind="vote", target=chosen, vote=kind, location=place)
        slots |= {"who": chosen, "points": stage.board.points[chosen]}
        yield Idea(
            intent="revote_blame" if kind == "attack" else "revote_back", weight=0.7, slots=slots,
            claims=_claim(vote),
        )  # fmt: skip


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
