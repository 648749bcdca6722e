"""Deals read off a finished log, with hindsight: who could answer what, and what came of it.

It shares no code with `Deals`: each question is answered by looking through the records, and
whether a term was kept by the other judge of claims, `Hindsight`, from the place of acceptance.
What ends an offer for all to see is looked for in the records that all perceive.
"""

from typing import NamedTuple

from arena.records.record import shown_to
from tests.arena.claims.hindsight import Hindsight
from tests.arena.claims.readings import Record, Said

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
    offerer, (_, act) = records[offered]["actor"], offers(records)[number]
    over = min(
        fate(records, offered, term).place
        for side, one, other in (("gives", offerer, player), ("wants", player, offerer))
        for term in (_named(each, one, other) for each in act[side])
    )
    for place in range(offered, len(records)):
        record = records[place]
        ends = record["round"] != records[offered]["round"] or record["type"] == "round_ended"
        if ends or place == over:
            return Answer(number, player, "lapsed", place)
        if place > offered and record["type"] == "said":
            how = _answer(records, number, player, offered, place)
            if how is not None:
                return Answer(number, player, how, place)
    return Answer(number, player, "lapsed", len(records))


def _answer(
    records: list[Record], number: int, player: str, offered: int, place: int
) -> str | None:
    """Return how a message ends an offer for a player."""
    record, offerer = records[place], records[offered]["actor"]
    for act in record["data"]["deals"]:
        if number != (act["counters"] if "counters" in act else act.get("deal")):
            continue
        how = {"accept": "accepted", "decline": "declined", "offer": "countered"}
        if record["actor"] == player and act["act"] in how:
            return how[act["act"]]
        if not shown_to(record["seen_by"], player) or _at_once(records, number, player, place):
            continue
        if record["actor"] == offerer and act["act"] == "withdraw":
            return "withdrawn"
        gives = offers(records)[number][1]["gives"]
        if _is_withdrawn_later(records, number, player, place):
            continue
        if act["act"] == "accept" and any(
            clash(_named(one, offerer, record["actor"]), _named(two, offerer, player))
            for one in gives
            for two in gives
        ):
            return "lapsed"
    return None


def _at_once(records: list[Record], number: int, player: str, place: int) -> bool:
    """Tell whether the player answers the deal, after this place, in its wave."""
    wave = records[place]["data"]["wave"]
    return any(
        number in {act.get("deal"), act.get("counters")}
        for record in records[place + 1 :]
        if record["type"] == "said" and record["actor"] == player
        if record["data"]["wave"] == wave
        for act in record["data"]["deals"]
    )


def _is_withdrawn_later(records: list[Record], number: int, player: str, place: int) -> bool:
    """Tell whether a player hears that the deal is withdrawn, after this place in its wave."""
    wave = records[place]["data"]["wave"]
    return any(
        {"act": "withdraw", "deal": number} in record["data"]["deals"]
        for record in records[place + 1 :]
        if record["type"] == "said" and record["data"]["wave"] == wave
        if shown_to(record["seen_by"], player)
    )


def withdrawn_at_once(records: list[Record]) -> dict[tuple[int, str], str]:
    """Return the answers to deals that were withdrawn in the wave of the answer, by both."""
    words = [each for each in records if each["type"] == "said"]
    made = offers(records)
    return {
        (each.deal, each.player): each.answer
        for each in answers(records)
        if each.answer in {"accepted", "declined", "countered"}
        for record in words
        if record["actor"] == records[made[each.deal][0]]["actor"]
        if record["data"]["wave"] == records[each.place]["data"]["wave"]
        if shown_to(record["seen_by"], each.player)
        if {"act": "withdraw", "deal": each.deal} in record["data"]["deals"]
    }


# --- what all see of a term ---


class Fate(NamedTuple):
    """How nothing more could come of a term, as all saw."""

    place: int
    """Of the record that showed it; that at which the term was said, if it was so already."""
    impossible: bool
    """Somebody was out without whom it could not be done."""


def fate(records: list[Record], said: int, term: Said) -> Fate:
    """Return what all saw of a term from the place where it was said."""
    out, past = _out(records, said, term), _past(records, said, term)
    if out > past or out == LATE:
        return Fate(past, impossible=False)
    return Fate(out, impossible=not _was_attacked(records[:out], records[said]["round"], term))


def _out(records: list[Record], said: int, term: Said) -> int:
    """Return the place from which on somebody is out without whom a term can't be done."""
    needed = {term["target"] if term["kind"] in {"vote", "ally"} else term["player"]}
    if term["kind"] == "vote" and term.get("ballot") == "first":
        needed.add(term["player"])
    now = [each for each in records if each["round"] == records[said]["round"]]
    looks = {each["data"]["player"] for each in now if each["type"] == "dice_peeked"}
    if term["kind"] == "tell":
        needed -= looks
    places = (
        max(place, said)
        for place, each in enumerate(records)
        if each["type"] == "player_eliminated" and each["data"]["player"] in needed
        if each["round"] <= (term.get("until", LATE) if _lasts(term) else records[said]["round"])
    )
    return min(places, default=LATE)


def _lasts(term: Said) -> bool:
    """Tell whether a term may come to its occasion in a later round."""
    return term["kind"] in {"ally", "give"} or term.get("vote") in {"truck", "chief"}


def _was_attacked(before: list[Record], round_: int, term: Said) -> bool:
    """Tell whether somebody was eaten this round in the attack that a term is about."""
    moment = term.get("vote" if term["kind"] == "vote" else "moment", "attack")
    dead = {
        each["data"]["place"]
        for each in before
        if each["type"] == "character_eaten" and each["round"] == round_
    }
    meant = term["kind"] in {"vote", "play"} and moment == "attack"
    return meant and bool(dead & {term.get("location", place) for place in dead})


def _past(records: list[Record], said: int, term: Said) -> int:
    """Return the place at which all see that a term is decided, or that its moment is over."""
    now = records[said]["round"]
    moved = Hindsight(records[: said + 1], said).proposition(term) if term["kind"] == "move" else ""
    if moved in {"true", "false"}:
        return said
    for place, record in enumerate(records):
        if record["round"] > now and not _lasts(term):
            break
        if record["round"] == now and _shows(records, place, term):
            return max(place, said)
        if place > said and _ends(records, said, place, term):
            return place
    return LATE


def _shows(records: list[Record], place: int, term: Said) -> bool:
    """Tell whether a record of the round shows it, whenever the term was said."""
    record = records[place]
    type_, data = record["type"], record["data"]
    match term["kind"]:
        case "go":
            aloud = type_ == "destination_announced" and data["player"] == term["player"]
            return aloud or type_ == "destinations_revealed"
        case "tell":
            return bool(type_ == "dice_revealed")
        case "move":
            return type_ == "phase_began" and _dice_are_out(records, place)
        case "vote" | "play" if "location" in term:
            return Hindsight(records, place).is_passed(term, record)
        case "play" if type_ == "phase_began":
            phase, later = data["phase"], _dice_are_out(records, place)
            looked = later or phase == "destinations"
            over = {"truck": phase != "truck", "chief": looked, "dice": looked, "move": later}
            return over.get(term.get("moment", "any"), False)
        case _:
            return False


def _ends(records: list[Record], said: int, place: int, term: Said) -> bool:
    """Tell whether a record, after a term was said, decides it or ends its moment."""
    type_, data = records[place]["type"], records[place]["data"]
    negated = term.get("negated", False)
    match term["kind"], type_:
        case "vote", "player_chosen" | "vote_skipped":
            return bool(data["kind"] == term["vote"] != "attack")
        case "vote", "votes_revealed" | "tie_broken":
            single = term["vote"] != "attack" and "ballot" in term
            truth = _new_truth(records, said, place, term)
            return truth == "false" or (truth == "true" and (single or not negated))
        case "give", "player_chosen" | "vote_skipped":
            mine = data.get("player") == term["player"] and type_ == "player_chosen"
            return data["kind"] == "truck" and not mine
        case "give", "search_ended":
            return True
        case "move", "character_moved":
            return _new_truth(records, said, place, term) is not None
        case "ally", "votes_revealed" | "tie_broken":
            return _new_truth(records, said, place, term) == ("true" if negated else "false")
        case "play", "card_played":
            return _new_truth(records, said, place, term) == ("false" if negated else "true")
        case "play", "ballot_opened" | "player_chosen" | "vote_skipped":
            return bool(data["kind"] == term.get("moment") != "attack")
        case _:
            return False


def _new_truth(records: list[Record], said: int, place: int, term: Said) -> str | None:
    """Return what a record makes of a term; None: it changes nothing."""
    before, then = (Hindsight(records[:end], said).proposition(term) for end in (place, place + 1))
    return None if then == before else then


def _dice_are_out(records: list[Record], place: int) -> bool:
    now = records[place]["round"]
    return any(e["type"] == "dice_revealed" and e["round"] == now for e in records[:place])


# --- what came of an accepted one ---


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

    def outcome(self, party: str) -> str:
        """Return what a party made of it."""
        own, theirs = self.failed(party), self.failed(self.other(party))
        if own < LATE:
            at_once = "both_at_once" if own == theirs else "other_failed_first"
            return "broken" if own < theirs else at_once
        if "true" in self.truths(party):
            return "kept"
        void = any(
            truth == "moot" and fate(self.log, self.place, term).impossible
            for term, truth in zip(self.terms[party], self.truths(party), strict=True)
        )
        return "void" if void else "no_occasion"

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
        done = {"ballot": "first", **deed} if deed["kind"] == "vote" else deed
        return all(done.get(name) == never[0][name] for name in fixed)
    varies = VARIES.get(one["kind"], [])
    both = (one.keys() & other.keys()) - {"until"}
    if any(one[name] != other[name] for name in both if name not in varies):
        return False
    return any(name in both and one[name] != other[name] for name in varies)


def _named(term: Said, player: str, other: str) -> Said:
    """Return a term with its names filled in."""
    to_other = {"target": other} if term["kind"] in {"vote", "give", "ally", "tell"} else {}
    return {**to_other, **term, "player": player}
