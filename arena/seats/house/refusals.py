"""The reasons for which a bot refuses a deal, by the numbers that decided against it.

In this order: impossible terms, contrary promises, distrust, a better deal, too low a price, and
where no price would do, what stands against it.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from arena.claims.kinds import DICE
from arena.claims.language import Proposition
from arena.claims.meaning import conflicts, fits_dice
from arena.claims.offers import SIDE
from arena.seats.house import plans
from arena.seats.house.deals_by_floor import requests
from arena.seats.house.speaking import TalkSituation, in_family_words
from arena.seats.house.votes import cast_vote
from arena.seats.house.worth import Bargain, Value, gain_of_other, is_feasible, value

NOTHING: Mapping[str, object] = MappingProxyType({})


class Refusal(NamedTuple):
    """A reason for refusing a deal."""

    intent: str
    """The intent whose wordings state the reason."""
    slots: Mapping[str, object] = NOTHING
    """The values for the wordings' slots."""


def refusal(
    talk: TalkSituation, bargain: Bargain, taken: Sequence[Proposition] = ()
) -> Refusal | None:
    """Return the reason to refuse a deal, or None to accept it.

    `taken` are terms that the bot has promised on the same turn.
    """
    mine = {"give": worded(talk, bargain.mine, "my", bargain.other)}
    if not all(is_feasible(talk, each) for each in bargain.mine):
        return Refusal("refuse_unable", mine)
    if is_mutual(talk, bargain):
        return Refusal("refuse_mutual", mine)
    if any(each.kind == "tell" and _was_misled(talk, str(each.target)) for each in bargain.mine):
        return Refusal("refuse_told")
    to_do = [each for each in bargain.mine if not each.negated]
    if any(each.kind == "vote" and each.vote in talk.memory.asked for each in to_do):
        return Refusal("refuse_stand", mine)
    announced = _announced_votes(talk)
    if any(conflicts(each, old) for each in bargain.mine for old in announced):
        return Refusal("refuse_bound", mine)
    # A vote for the bot is no price in an election in which it backs another.
    if _elections(talk.me, bargain.theirs) & {x.vote for x in announced if x.target != talk.me}:
        return Refusal("refuse_nothing")
    found = value(talk, bargain, taken)
    if found.pays:
        return None
    if taken and value(talk, bargain).pays:
        return Refusal("refuse_better", mine)
    if found._replace(name=0.0).pays:
        return Refusal("refuse_bound", mine)
    return _distrust(talk, bargain, found) or _too_little(talk, bargain, found)


def is_mutual(talk: TalkSituation, bargain: Bargain) -> bool:
    """Return True if the bot and the other would vote for each other: that elects neither."""
    other = bargain.other
    owed = [said for deal, said in talk.memory.owed() if deal.other(talk.me) == other]
    theirs = _elections(talk.me, [*bargain.theirs, *owed])
    mine = _elections(other, bargain.mine)
    said = _elections(other, _announced_votes(talk)) & _elections(talk.me, bargain.theirs)
    return bool(mine & theirs) or bool(said)


def _elections(target: str, terms: Iterable[Proposition]) -> set[str]:
    """Return the elections in which these terms are votes for a player."""
    votes = (each for each in terms if each.kind == "vote" and not each.negated)
    return {str(each.vote) for each in votes if each.target == target} - {"attack"}


def _announced_votes(talk: TalkSituation) -> list[Proposition]:
    return [each.said for each in talk.memory.promises() if each.said.kind == "vote"]


def knows_dice(talk: TalkSituation) -> bool:
    """Return True if the bot has seen dice that others have not."""
    return talk.turn.floor == "dice" and talk.position.view["dice"] is not None


def told_to(talk: TalkSituation, player: str) -> list[Proposition]:
    """Return the reports of this round's dice that the bot has made to a player."""
    own = (each for each in talk.memory.assertions if each.speaker == talk.me)
    heard = (each for each in own if each.is_plain and each.was_heard_by(player))
    return [each.said for each in heard if each.said.kind in DICE]


def _was_misled(talk: TalkSituation, player: str) -> bool:
    """Return True if the bot has reported to a player dice other than those it knows."""
    dice = talk.position.view["dice"] if knows_dice(talk) else None
    if dice is None:
        return False
    return any(fits_dice(each, dice) is each.negated for each in told_to(talk, player))


def _distrust(talk: TalkSituation, bargain: Bargain, found: Value) -> Refusal | None:
    """Return a refusal for distrust, where the deal would pay if the other kept it; else None."""
    if not found._replace(got=found.promised).pays:
        return None
    who, memory = bargain.other, talk.memory
    broken = [each for each in memory.deals.agreements if each.settled.get(who) == "broken"]
    broken.sort(key=lambda each: each.other(who) == talk.me)
    if broken:
        last = broken[-1]
        whom = "me" if last.other(who) == talk.me else last.other(who)
        return Refusal("refuse_broken", {"whom": whom, "when": last.round})
    lies = memory.lies_of(who)
    if lies:
        return Refusal("refuse_lied", {"when": lies[-1].assertion.round})
    return Refusal("refuse_wary")


def _too_little(talk: TalkSituation, bargain: Bargain, found: Value) -> Refusal:
    """Return a refusal that names the price that would do, or what stands against any."""
    price = max(
        better_prices(talk, bargain), key=lambda each: gain_of_other(talk, each), default=None
    )
    if price is not None:
        wanted = worded(talk, price.theirs, "your", bargain.other)
        return Refusal("refuse_price", {"want": wanted})
    mine = {"give": worded(talk, bargain.mine, "my", bargain.other)}
    if any(_wants_it_myself(talk, each) for each in bargain.mine if not each.negated):
        return Refusal("refuse_stand", mine)
    return Refusal("refuse_nothing" if found.promised <= 0 else "refuse_dear")


def _wants_it_myself(talk: TalkSituation, said: Proposition) -> bool:
    if said.kind != "vote" or said.vote == "attack":
        return False
    ballot = plans.ballot(talk, str(said.vote), None)
    return ballot is not None and cast_vote(ballot) == talk.me


def better_prices(talk: TalkSituation, asked: Bargain) -> Iterator[Bargain]:
    """Yield versions of a deal that pay, with other or more promises by the other party."""
    others = [each for each in requests(talk, asked.other) if each not in asked.theirs]
    prices: list[tuple[Proposition, ...]] = [(each,) for each in others]
    if len(asked.theirs) < SIDE:
        kinds = {each.kind for each in asked.theirs}
        prices += [(*asked.theirs, more) for more in others if more.kind not in kinds]
    for terms in prices:
        bargain = asked._replace(theirs=terms)
        if not is_mutual(talk, bargain) and value(talk, bargain).pays:
            yield bargain


def worded(talk: TalkSituation, terms: Sequence[Proposition], whose: str, other: str) -> str:
    """Return one side of a deal as a short phrase in the family's words."""
    words = " and ".join(_in_words(talk, each, whose, other) for each in terms)
    return in_family_words(talk.position.facts.family.id, f" {words}").strip()


def _in_words(talk: TalkSituation, said: Proposition, whose: str, other: str) -> str:
    target = {talk.me: "me", other: "you"}.get(str(said.target), str(said.target))
    match said.kind:
        case "vote" if said.vote == "attack":
            return f"{whose} vote on {'anybody but ' if said.negated else ''}{target}"
        case "vote":
            what = "at the truck" if said.vote == "truck" else "for Chief"
            return f"{whose} vote {'withheld ' if said.negated else ''}{what}"
        case "give":
            return "a card"
        case "ally":
            lasting = {None: "for good", talk.turn.round: "this round"}
            return f"peace {lasting.get(said.until, f'up to the end of round {said.until}')}"
        case "go":
            way = "way anywhere but" if said.negated else "way"
            return f"{whose} {way} to {talk.name(said.location or 0)}"
        case "tell":
            return "the true dice"
        case _:
            return f"{whose} help"
