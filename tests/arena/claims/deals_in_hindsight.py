"""Deals read off a finished log, with hindsight: who could answer what, and what came of it.

It shares no code with `Deals`: each question is answered by looking through the records, and
whether a term was kept by the other judge of claims, `Hindsight`, from the place of acceptance.
"""

from typing import NamedTuple

from arena.transcript.redaction import perceived
from tests.arena.claims.hindsight import Hindsight
from tests.arena.claims.readings import Record, Said

__all__ = ["Pact", "answers", "may_clash", "pacts", "sure_clash"]

LATE = 10**9
VARIES = {"go": ["location"], "vote": ["target"], "give": ["target", "card"], "move": ["character"]}
"""What a player does one way only, and in what the ways differ."""


class Answer(NamedTuple):
    """How an offer ended for one of those to whom it was made."""

    deal: int
    player: str
    answer: str
    place: int
    """Of the record that ended it."""


def offers(records: list[Record]) -> dict[int, tuple[int, Said]]:
    """Return where each deal was offered, and the offer, by number."""
    return {
        record["data"]["message"]: (place, act)
        for place, record in enumerate(records)
        if record["type"] == "said"
        for act in record["data"]["deals"]
        if act["act"] == "offer"
    }


def answers(records: list[Record]) -> list[Answer]:
    """Return how every offer ended for each of those to whom it was made."""
    made = offers(records)
    return [
        _ending(records, number, player, made[number][0])
        for number, (_, act) in made.items()
        for player in act["to"]
    ]


def _ending(records: list[Record], number: int, player: str, offered: int) -> Answer:
    offerer = records[offered]["actor"]
    for place in range(offered + 1, len(records)):
        record = records[place]
        if record["round"] != records[offered]["round"] or record["type"] == "round_ended":
            return Answer(number, player, "lapsed", place)
        if record["type"] != "said":
            continue
        for act in record["data"]["deals"]:
            if number != (act["counters"] if "counters" in act else act.get("deal")):
                continue
            how = {"accept": "accepted", "decline": "declined", "offer": "countered"}
            if record["actor"] == player and act["act"] in how:
                return Answer(number, player, how[act["act"]], place)
            gone = record["actor"] == offerer and act["act"] == "withdraw"
            if gone and perceived(record, player) and not _at_once(records, number, player, place):
                return Answer(number, player, "withdrawn", place)
    return Answer(number, player, "lapsed", len(records))


def _at_once(records: list[Record], number: int, player: str, place: int) -> bool:
    """Tell whether the player answers the deal in the wave in which it is withdrawn."""
    wave = records[place]["data"]["wave"]
    return any(
        number in {act.get("deal"), act.get("counters")}
        for record in records[place + 1 :]
        if record["type"] == "said" and record["actor"] == player
        if record["data"]["wave"] == wave
        for act in record["data"]["deals"]
    )


class Pact:
    """An accepted deal, asked with hindsight."""

    def __init__(self, records: list[Record], accepted: Answer) -> None:
        """`accepted` is its acceptance."""
        offered, act = offers(records)[accepted.deal]
        self.number, self.place = accepted.deal, accepted.place
        self.offerer, self.acceptor = str(records[offered]["actor"]), accepted.player
        until = act.get("until", LATE)
        ends = max(until, records[self.place]["round"])
        self.log = [each for each in records if each["round"] <= ends]
        self.terms = {
            self.offerer: [_named(each, self.offerer, self.acceptor) for each in act["gives"]],
            self.acceptor: [_named(each, self.acceptor, self.offerer) for each in act["wants"]],
        }

    @property
    def hindsight(self) -> Hindsight:
        """Return the judge of its terms."""
        return Hindsight(self.log, self.place)

    def truths(self, party: str) -> tuple[str, ...]:
        """Return how a party's terms turned out."""
        return tuple(self.hindsight.proposition(each) for each in self.terms[party])

    def decided(self, term: Said) -> int:
        """Return the place of the record that decides a term."""
        truth = self.hindsight.proposition(term)
        if truth == "moot":
            return LATE
        places = range(self.place + 1, len(self.log))
        announced = (
            place
            for place in places
            if term["kind"] == "go" and self.log[place]["type"] == "destination_announced"
            if self.log[place]["data"]["player"] == term["player"]
        )
        last = len(self.log) - 1
        found = min(self.place + self.hindsight.decided(term, truth), last)
        return min([found, *announced])

    def failed(self, party: str) -> int:
        """Return the place at which a party first breaks a term."""
        both = zip(self.terms[party], self.truths(party), strict=True)
        return min((self.decided(term) for term, truth in both if truth == "false"), default=LATE)

    def outcomes(self, party: str) -> frozenset[str]:
        """Return what a party made of it."""
        own, theirs = self.failed(party), self.failed(self.other(party))
        if own < LATE:
            at_once = "both_at_once" if own == theirs else "other_failed_first"
            return frozenset({"broken" if own < theirs else at_once})
        if "true" in self.truths(party):
            return frozenset({"kept"})
        named = {each.get(name) for each in self.terms[party] for name in ("player", "target")}
        gone = [
            place
            for place, each in enumerate(self.log)
            if each["type"] == "player_eliminated" and each["data"]["player"] in named
        ]
        if not gone:
            return frozenset({"no_occasion"})
        return frozenset({"void"} if gone[0] < self.place else {"void", "no_occasion"})

    def other(self, party: str) -> str:
        """Return the other party."""
        return self.acceptor if party == self.offerer else self.offerer

    def decides_after(self, party: str, place: int, term: Said) -> bool:
        """Tell whether a term of a party that had not failed yet is decided after a place."""
        return LATE > self.decided(term) > place and self.failed(party) > place


def pacts(records: list[Record]) -> list[Pact]:
    """Return the accepted deals in the order in which they were."""
    accepted = [each for each in answers(records) if each.answer == "accepted"]
    return [Pact(records, each) for each in sorted(accepted, key=lambda each: each.place)]


def sure_clash(one: Pact, later: Pact, party: str) -> bool:
    """Tell whether a party had certainly sold, when it agreed on a deal, what it sells by it."""
    return any(
        clash(mine, other)
        and one.decides_after(party, later.place, mine)
        and later.decides_after(party, later.place, other)
        for mine in one.terms[party]
        for other in later.terms[party]
    )


def may_clash(one: Pact, other: Pact, party: str) -> bool:
    """Tell whether two deals have terms of a party that can't both be kept."""
    return any(clash(each, new) for each in one.terms[party] for new in other.terms[party])


def clash(one: Said, other: Said) -> bool:
    """Tell whether one player can't keep both pledges."""
    if one["kind"] != other["kind"]:
        vote, ally = sorted((one, other), key=lambda each: each["kind"], reverse=True)
        if (vote["kind"], ally["kind"]) != ("vote", "ally"):
            return False
        hostile = vote["vote"] == "attack" and vote["target"] == ally["target"]
        return hostile and not vote.get("negated") and not ally.get("negated")
    never = [each for each in (one, other) if each.get("negated")]
    if len(never) == 2:
        return False
    if len(never) == 1:
        (deed,) = (each for each in (one, other) if not each.get("negated"))
        fixed = never[0].keys() - {"negated", "until", "kind", "player"}
        return all(deed.get(name) == never[0][name] for name in fixed)
    varies = VARIES.get(one["kind"], [])
    both = (one.keys() & other.keys()) - {"until"}
    if any(one[name] != other[name] for name in both if name not in varies):
        return False
    return any(name in both and one[name] != other[name] for name in varies)


def _named(term: Said, player: str, other: str) -> Said:
    """Return a term with its names filled in."""
    to_other = {"target": other} if term["kind"] in {"vote", "give", "ally", "tell"} else {}
    return {**to_other, **term, "player": player}
