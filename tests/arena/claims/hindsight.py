"""The truth of claims read off a finished log, with hindsight: nothing is folded or remembered.

It shares no code with the judge. Each question is answered by looking through the records before
or after the claim. Accusations (`lied`) are left out, since they are about judgements.
"""

from bisect import bisect_left
from collections.abc import Callable
from typing import Any

from tests.arena.claims.readings import (
    COMPARED,
    Record,
    Said,
    as_said,
    binds_on,
    cast_in,
    is_hostile,
    is_told,
    rolls,
    shows,
)

NAMES = {"votes_revealed": {1: "first", 2: "revote"}, "tie_broken": {None: "tie"}}
"""Which ballot a record is, by its number."""
PLEDGES = {"go", "vote", "give", "ally", "tell", "play", "move"}
COPIES = {
    **dict.fromkeys(("threat", "camera", "sprint", "hardware", "hidden"), 3),
    **dict.fromkeys(("walkie_talkie", "energy_drink", "gun", "tin_can", "rotten_meat"), 3),
}
"""Of the cards that both games have, Osaczeni has more."""
OSACZENI = {**COPIES, "baseball_bat": 3, "chainsaw": 3}


class Hindsight:
    """A finished game's log, asked from the place of one utterance."""

    def __init__(self, records: list[Record], at: int) -> None:
        """`at` is the place of the utterance."""
        self.records, self.at = records, at
        self.body: Said | None = None
        self.counts: Callable[[int], bool] = lambda _: True
        # Which records count for an alliance on a condition, the body.
        self.speaker: str = records[at]["actor"]
        round_ = records[at]["round"]
        self.before, self.after = records[:at], records[at + 1 :]
        self.round_so_far = [each for each in self.before if each["round"] == round_]
        self.round_to_come = [each for each in self.after if each["round"] == round_]
        self.round = [*self.round_so_far, records[at], *self.round_to_come]
        self.number: int = round_
        self.copies = (
            OSACZENI if any(e["type"] == "victim_token_taken" for e in records) else COPIES
        )

    def claim(self, made: Said) -> str:
        """Return the truth of a claim's data."""
        if "said_by" in made:
            return self.hearsay(made)
        condition = made.get("condition")
        if condition is None:
            return self.proposition(made)
        if made["kind"] == "ally":
            self.body, self.counts = made, self.from_when_it_stands(condition)
        truth = self.proposition(made)
        if condition["kind"] == "saw":  # who has not looked yet may do so
            self.round_so_far = self.round
        if truth == "moot":
            return "moot"
        stood = self.stood(condition, made, truth)
        if stood == "true":
            return truth
        if (stood, truth) != ("false", "false") or self.who(made) != self.speaker:
            return "moot"
        seal = self.seal_of(made, condition)
        return "both_failed" if seal and self.had_word(condition, seal) else "moot"

    # --- a promise on a condition ---

    def as_of(self, number: int) -> "Hindsight":
        """Return what can be told once so many records have come."""
        earlier = Hindsight(self.records[: self.at + 1 + number], self.at)
        earlier.body, earlier.counts = self.body, self.counts
        return earlier

    def first(self, holds: Callable[["Hindsight"], bool]) -> int:
        """Return after how many records something holds that goes on to hold."""
        return bisect_left(
            range(len(self.after) + 1), x=True, key=lambda number: holds(self.as_of(number))
        )

    def decided(self, said: Said, truth: str) -> int:
        """Return after how many records a promise was decided."""
        if self.only_in_the_end(said, truth):
            over = (n for n in range(len(self.after)) if self.is_over(said, n))
            return next(over, len(self.after)) + 1
        return self.first(lambda then: then.proposition(said) == truth)

    def only_in_the_end(self, said: Said, truth: str) -> bool:
        """Tell whether a truth shows only once nothing can come of it any more."""
        negated = said.get("negated", False)
        match said["kind"]:
            case "vote":
                single = said["vote"] != "attack" and "ballot" in said
                return negated and truth == "true" and not single
            case "ally":
                return (truth == "true") is not negated
            case "play":
                return (truth == "true") is negated
            case _:
                return False

    def is_over(self, said: Said, number: int) -> bool:
        """Tell whether a record ends what a vote, an alliance or a card was promised for."""
        record = self.after[number]
        type_, data = record["type"], record["data"]
        if type_ in {"round_ended", "game_ended"}:
            until = said.get("until", 10**9)
            lasts = until if said["kind"] == "ally" else self.number
            if said["kind"] == "vote" and said["vote"] != "attack":
                lasts = 10**9
            return bool(type_ == "game_ended" or record["round"] >= lasts)
        match said["kind"]:
            case "ally":
                return bool(type_ == "player_eliminated" and data["player"] == said["target"])
            case "vote" if said["vote"] != "attack":
                ends = type_ in {"player_chosen", "vote_skipped"}
                return bool(ends and data["kind"] == said["vote"])
            case "vote":
                return self.is_elsewhere(said, number)
            case _:
                return self.lap_is_over(said, number)

    def is_elsewhere(self, said: Said, number: int) -> bool:
        """Tell whether another attack begins, and that which was meant has come."""
        record = self.after[number]
        if record["type"] != "attack_began":
            return False
        meant = said.get("location") not in {None, record["data"]["place"]}
        return meant and self.as_of(number).proposition(said) != "moot"

    def lap_is_over(self, said: Said, number: int) -> bool:
        """Tell whether no more cards are played at the moment that was promised."""
        record, moment = self.after[number], said.get("moment")
        match record["type"]:
            case "ballot_opened" | "player_chosen" | "vote_skipped":
                return bool(record["data"]["kind"] == moment in {"truck", "chief"})
            case "phase_began" if moment == "move":
                before = self.round[: self.round.index(record)]
                return any(each["type"] == "dice_revealed" for each in before)
            case "phase_began":
                return bool(moment == "dice" and record["data"]["phase"] == "destinations")
            case _:
                return self.is_elsewhere(said, number)

    def stood(self, condition: Said, made: Said, truth: str) -> str:
        """Return how a condition turned out; one that binds on, as it stood at the decision."""
        if made["kind"] not in PLEDGES or not binds_on(condition):
            return self.proposition(condition)
        then = self.as_of(self.decided(made, truth)).proposition(condition)
        if then != "moot":
            return then
        return self.as_of(
            self.first(lambda later: later.proposition(condition) != "moot")
        ).proposition(condition)

    def seal_of(self, made: Said, condition: Said) -> int:
        """Return the place of the seal under which two did not do as was said; 0: there is none."""
        kinds, players = {made["kind"], condition["kind"]}, {self.who(made), self.who(condition)}
        if not kinds <= PLEDGES or len(players) < 2:
            return 0
        if kinds == {"go"}:
            aloud = [e for e in self.round if e["type"] == "destination_announced"]
            chosen = [e for e in self.round_so_far if e["type"] == "destination_chosen"]
            if chosen or players & {each["data"]["player"] for each in aloud}:
                return 0
            sealed = (e for e in self.round_to_come if e["type"] == "destination_chosen")
            return self.records.index(next(sealed))
        places = {self.at + self.decided(each, "false") for each in (made, condition)}
        place = places.pop()
        found = not places and self.at < place < len(self.records)
        return place if found and self.records[place]["type"] == "votes_revealed" else 0

    def had_word(self, wanted: Said, seal: int) -> bool:
        """Tell whether who failed at a seal had given the speaker a word that still stood."""
        other = self.who(wanted)
        for place, record in enumerate(self.records[:seal]):
            data = record["data"]
            if record["type"] != "said":
                continue
            then = Hindsight(self.records, place)
            if record["actor"] == other and self.is_heard_in(record):
                for claim in data["claims"]:
                    own = "said_by" not in claim and claim.get("player", other) == other
                    if own and self.is_word_for(wanted, claim, seal) and then.stands(claim, seal):
                        return True
            for act in data["deals"]:
                terms = self.terms_of(other, act, place, seal)
                words = (each for each in terms if self.is_word_for(wanted, each, seal))
                failed = any(then.has_failed(each, seal) for each in terms)
                if not failed and any(then.stands(each, seal) for each in words):
                    return True
        return False

    def is_heard_in(self, record: Record) -> bool:
        """Tell whether the speaker heard a message."""
        return record["seen_by"] == "all" or self.speaker in record["seen_by"]

    def terms_of(self, other: str, act: Said, place: int, seal: int) -> list[Said]:
        """Return what another owes the speaker at a seal by a deal that is made at this place."""
        if act["act"] != "accept":
            return []
        acceptor = self.records[place]["actor"]
        (offered,) = (
            each
            for each in self.records[:place]
            if each["type"] == "said" and each["data"]["message"] == act["deal"]
        )
        if {acceptor, offered["actor"]} != {other, self.speaker}:
            return []
        (offer,) = (each for each in offered["data"]["deals"] if each["act"] == "offer")
        ends = max(offer.get("until", 10**9), self.records[place]["round"])
        if self.records[seal]["round"] > ends:
            return []
        side = offer["wants" if acceptor == other else "gives"]
        return [{"target": self.speaker, **each, "player": other} for each in side]

    def is_word_for(self, wanted: Said, given: Said, seal: int) -> bool:
        """Tell whether who keeps what is given does what is wanted of them at a seal."""
        kinds = {wanted["kind"], given["kind"]}
        if kinds == {"go"}:
            left = [
                place
                for place in range(1, 7)
                if (place == given["location"]) is not given.get("negated", False)
            ]
            return all(
                (each == wanted["location"]) is not wanted.get("negated", False) for each in left
            )
        if not kinds <= {"vote", "ally"}:
            return False
        record = self.records[seal]
        place, name = record["data"]["place"], NAMES[record["type"]][record["data"]["number"]]
        if given.get("location", place) != place or given.get("ballot", name) != name:
            return False
        votes = ((e["target"], e.get("vote", "attack"), is_hostile(e)) for e in (wanted, given))
        return len({*votes}) == 1

    def is_announced_otherwise(self, condition: Said, later: list[Record]) -> bool:
        """Tell whether a destination was announced aloud that does not meet a condition."""
        return condition["kind"] == "go" and any(
            each["type"] == "destination_announced"
            and each["data"]["player"] == self.who(condition)
            and (each["data"]["place"] == condition["location"]) is condition.get("negated", False)
            for each in later
        )

    def stands(self, said: Said, seal: int) -> bool:
        """Tell whether what was said here was neither decided before a seal, nor over."""
        if said.get("until", self.number) < self.number:
            return False
        condition = said.get("condition")
        if condition is not None and condition["kind"] != "lied":
            met = self.proposition(condition) == "true"
            if not met and self.settled(condition) < seal:
                return False
        if said["kind"] == "go":
            later = self.round_to_come[: seal - self.at - 1]
            taken_back = any(self.takes_back(each) for each in later)
            idle = condition is not None and self.is_announced_otherwise(condition, later)
            return self.records[seal]["round"] == self.number and not taken_back and not idle
        if condition is not None and said["kind"] == "ally":
            self.body, self.counts = said, self.from_when_it_stands(condition)
        return self.settled(said) >= seal

    def has_failed(self, said: Said, seal: int) -> bool:
        """Tell whether what was said here came false before a seal."""
        return self.proposition(said) == "false" and self.settled(said) < seal

    def takes_back(self, later: Record) -> bool:
        """Tell whether a message replaces a destination that was announced here."""
        if later["type"] != "said" or later["actor"] != self.speaker:
            return False
        heard, again = self.records[self.at]["seen_by"], later["seen_by"]
        everybody = again == "all" or (heard != "all" and set(heard) <= set(again))
        return everybody and any(
            claim["kind"] == "go"
            and not {"said_by", "condition"} & set(claim)
            and claim.get("player", self.speaker) == self.speaker
            for claim in later["data"]["claims"]
        )

    def settled(self, said: Said) -> int:
        """Return the place of the record that settled something said here."""
        truth = self.proposition(said)
        if truth != "moot":
            return self.at + self.decided(said, truth)
        lasts = said["kind"] in {"vote", "ally"}
        for number, each in enumerate(self.after):
            over = each["round"] > self.number or each["type"] == "round_ended"
            if self.is_over(said, number) if lasts else over:
                return self.at + 1 + number
        return len(self.records)

    def from_when_it_stands(self, condition: Said) -> Callable[[int], bool]:
        """Return at which records a condition stands, or fails just then."""
        met = len(self.after) if binds_on(condition) else self.met_at(condition)
        shows = condition["kind"] in PLEDGES and not self.only_in_the_end(condition, "false")

        def stands(number: int) -> bool:
            if number >= met:
                return True
            before, then = (self.as_of(n).proposition(condition) for n in (number, number + 1))
            fails = then == "false" != before and shows
            return fails or (binds_on(condition) and then == "true")

        return stands

    def proposition(self, said: Said) -> str:
        """Return the truth of a proposition, negated or not."""
        found = getattr(self, said["kind"])(said)
        if found is None:
            return "moot"
        return "true" if found is not said.get("negated", False) else "false"

    def who(self, said: Said) -> str:
        """Return whom it is about."""
        return str(said.get("player", self.speaker))

    # --- each kind: True, False, or None for moot ---

    def zombies(self, said: Said) -> bool | None:
        """Count this round's dice."""
        rolls = [each["data"]["dice"] for each in self.round if each["type"] == "dice_rolled"]
        return shows(said, rolls[0]) if rolls else None

    dice = zombies

    def safe(self, said: Said) -> bool | None:
        """Look for this round's dead."""
        dead = [each["data"]["place"] for each in self.round if each["type"] == "character_eaten"]
        return said["location"] not in dead

    def saw(self, said: Said) -> bool | None:
        """Look who looked before."""
        looks = [each for each in self.round_so_far if each["type"] == "dice_peeked"]
        return self.who(said) in [each["data"]["player"] for each in looks]

    def go(self, said: Said) -> bool | None:
        """Look at this round's destinations."""
        for each in self.round:
            if each["type"] == "destinations_revealed":
                place = each["data"]["destinations"].get(self.who(said))
                return None if place is None else place == said["location"]
        return None

    def vote(self, said: Said) -> bool | None:
        """Look for the first ballot of the vote that is meant, for `not` through all of them."""
        kept = None
        attack = said["vote"] == "attack"
        for each in self.round_to_come if attack else self.after:
            data = each["data"]
            if data.get("kind") != said["vote"]:
                continue
            if each["type"] in {"player_chosen", "vote_skipped"} and not attack:
                return kept
            if said.get("location") not in {None, data["place"]}:
                continue
            ballots, totals = cast_in(each)
            if said.get("ballot") not in {
                None,
                NAMES.get(each["type"], {}).get(data.get("number")),
            }:
                continue
            if said["target"] not in totals:
                continue
            if self.who(said) in ballots:
                kept = bool(ballots[self.who(said)] == said["target"])
                if kept or not said.get("negated"):
                    return kept
            elif not said.get("negated") and self.has_hidden_from(said, each):
                return False
        return kept

    def has_hidden_from(self, said: Said, ballot: Record) -> bool:
        """Tell whether a player could have voted in a ballot if they had not hidden since."""
        if ballot["type"] != "votes_revealed":
            return False
        calls: list[Record] = []
        for each in [*self.before, *self.after[: self.after.index(ballot)]]:
            calls += [each] if each["type"] == "vote_called" else []
            hides = each["type"] == "character_hidden" and each["round"] == ballot["round"]
            since = each not in self.before
            if hides and since and each["data"]["player"] == self.who(said):
                there = each["data"]["place"] == ballot["data"]["place"]
                if there and calls[-1]["data"]["kind"] == said["vote"]:
                    return True
        return False

    def give(self, said: Said) -> bool | None:
        """Look for the next truck vote or search, whichever ends first, and its gift."""
        searches = False
        for at, each in enumerate(self.after):
            data = each["data"]
            if each["type"] in {"player_chosen", "vote_skipped"} and data["kind"] == "truck":
                searches = data.get("player") == self.who(said)
                if not searches:
                    return None
            if each["type"] == "search_ended":
                if data["player"] != self.who(said):
                    return None
                return self.gave(said, [*self.before, *self.after[:at]])
        return None

    def gave(self, said: Said, log: list[Record]) -> bool:
        """Tell whether the last gift in a log is as said."""
        gift = [each for each in log if each["data"].get("source") == "gift"][-1]["data"]
        return gift["player"] == said["target"] and said.get("card") in {None, gift["card"]}

    def ally(self, said: Said) -> bool | None:
        """Look through the attack ballots while the target lives, up to the last round."""
        pair, until = {self.who(said), said["target"]}, said.get("until", 10**9)
        lost = [each for each in self.before if each["type"] == "player_eliminated"]
        if until < self.number or said["target"] in [each["data"]["player"] for each in lost]:
            return None
        kept = None
        for number, each in enumerate(self.after):
            data = each["data"]
            if each["round"] > until:
                break
            if each["type"] == "player_eliminated" and data["player"] == said["target"]:
                break
            if data.get("kind") != "attack" or not cast_in(each)[0]:
                continue
            if said is self.body and not self.counts(number):
                continue
            ballots, totals = cast_in(each)
            if self.who(said) in ballots and len(set(totals) - pair) >= 1:
                if ballots[self.who(said)] == said["target"]:
                    return False
                kept = True if said["target"] in totals else kept
        return kept

    def tell(self, said: Said) -> bool | None:
        """Go through the claims about dice that came between the look and the reveal."""
        looked, told = False, list[tuple[Said, bool]]()
        for each in self.round:
            data = each["data"]
            if each["type"] == "dice_peeked" and data["player"] == self.who(said):
                looked = True
            if each["type"] == "dice_revealed":
                if not looked:
                    return None
                return is_told(told, tuple(data["dice"]))
            if each["type"] == "said" and each["actor"] == self.who(said) and looked:
                heard = each["seen_by"] == "all" or said["target"] in each["seen_by"]
                told += [(claim, said["target"] in data["to"]) for claim in data["claims"]
                         if heard and claim["kind"] in {"zombies", "dice"}
                         and not {"condition", "said_by", "confidence"} & set(claim)]  # fmt: skip
        return None

    def play(self, said: Said) -> bool | None:
        """Go through what the player put down or kept back in the laps that are meant."""
        asked = None
        for at, each in enumerate(self.round_to_come):
            if each["type"] not in {"card_played", "passed", "character_moved"}:
                continue
            log = [*self.before, *self.round_to_come[:at]]
            if each["data"]["player"] != self.who(said) or not self.in_lap(said, each, log):
                continue
            if each["type"] == "card_played" and said.get("card") in {None, each["data"]["card"]}:
                return True
            if each["type"] != "character_moved" or self.hand(self.who(said), log):
                asked = False
        return asked

    def in_lap(self, said: Said, record: Record, log: list[Record]) -> bool:
        """Tell whether a record stands in a lap of cards, or a move, of the kind that is meant."""
        now, phase = "move", record["phase"]
        if phase in {"arrival", "badge", "truck", "chief", "attack"}:
            calls = [e for e in log if e["type"] in {"vote_called", "player_chosen"}]
            last = calls[-1] if calls and calls[-1]["round"] == self.number else None
            open_ = last is not None and last["type"] == "vote_called" and last["phase"] == phase
            now = last["data"]["kind"] if last is not None and open_ else "dice"
            if last is not None and said.get("location") not in {None, last["data"]["place"]}:
                return False
        elif phase != "movement":
            return False
        return said.get("moment") in {None, now}

    def hand(self, player: str, log: list[Record]) -> int:
        """Count the cards of a hand."""
        change = {"card_received": 1, "card_played": -1}
        return sum(change.get(e["type"], 0) for e in log if e["data"].get("player") == player)

    def move(self, said: Said) -> bool | None:
        """Look for the one move of the round."""
        for each in self.round:
            data = each["data"]
            moves = each["type"] == "character_moved" and each["phase"] == "movement"
            if moves and data["player"] == self.who(said) and data["cause"] != "energy_drink":
                goes, own_will = data["origin"] != data["place"], data["cause"] == "sprint"
                moved = goes and data["character"] == said["character"]
                return bool(moved) if goes or own_will else None
        return None

    def holds(self, said: Said) -> bool | None:
        """Count what came into the hand and left it."""
        number = 0
        for each in self.before:
            data = each["data"]
            if data.get("player") == self.who(said) and data.get("card") == said["card"]:
                number += {"card_received": 1, "card_played": -1}.get(each["type"], 0)
        return bool(COMPARED[said.get("relation", ">=")](number, said.get("count", 1)))

    # --- conditions ---

    def met_at(self, said: Said) -> int:
        """Return which record from here on shows that a condition is met; 0: it is already."""
        lasts = said["kind"] in {"vote", "give", "ally", "play"}
        so_far = [each for each in self.before if each["round"] == self.number and not lasts]
        closed = self.before if said["kind"] == "safe" else []
        if said["kind"] == "holds" or any(self.met(said, each) for each in so_far):
            return 0
        if any(self.is_closed(said, each) for each in closed):
            return 0
        for number, each in enumerate(self.after):
            if each["round"] > self.number and said["kind"] not in {"vote", "give", "ally"}:
                return number
            if self.met(said, each):
                return number
        return len(self.after)

    def is_closed(self, said: Said, record: Record) -> bool:
        """Tell whether a record says that a location is closed."""
        data = record["data"]
        if record["type"] == "place_closed":
            return bool(data["place"] == said["location"])
        return record["type"] == "game_began" and said["location"] in data["closed"]

    def met(self, said: Said, record: Record) -> bool:
        """Tell whether it is this record that shows that a condition is met."""
        data, who = record["data"], self.who(said)
        match said["kind"], said.get("negated", False), record["type"]:
            case ("zombies" | "dice", _, "dice_rolled") | ("go", _, "destinations_revealed"):
                return True
            case ("saw", True, "dice_revealed") | ("give", _, "search_ended"):
                return True
            case ("tell", _, "dice_revealed") | ("move", _, "character_moved"):
                return bool(data.get("player", who) == who and record["phase"] == "movement")
            case ("go", _, "destination_announced" | "destination_chosen") | (
                "saw", False, "dice_peeked"
            ):  # fmt: skip
                return bool(data["player"] == who)
            case "safe", True, "character_eaten":
                return bool(data["place"] == said["location"])
            case "safe", False, _:
                return self.is_passed(said, record)
            case ("vote", _, _) | ("ally", True, _) | ("play", False, _):
                return self.does(said, record)
        return False

    def is_passed(self, said: Said, record: Record) -> bool:
        """Tell whether a record shows all that nobody is eaten at a location any more."""
        data, location = record["data"], said["location"]
        match record["type"]:
            case "place_held":
                return bool(data["place"] >= location)
            case "attack_began":
                return bool(data["place"] > location)
            case "attack_ended":
                return bool(data["place"] == location and data["outcome"] != "eaten")
            case _:
                return self.is_closed(said, record)

    def does(self, said: Said, record: Record) -> bool:
        """Tell whether it is in this record that a player votes as promised, or plays the card."""
        if record["type"] not in {"votes_revealed", "tie_broken", "card_played"}:
            return False
        number = self.after.index(record)
        return [self.as_of(n).proposition(said) for n in (number, number + 1)] == ["moot", "true"]

    # --- hearsay ---

    def hearsay(self, made: Said) -> str:
        """Look for what that player said to the speaker: this round, or what lasts, ever."""
        told = [
            (each["round"], each["data"]["claims"])
            for each in self.before
            if each["type"] == "said"
            and each["actor"] == made["said_by"]
            and each["data"]["wave"] != self.records[self.at]["data"]["wave"]
            and (each["seen_by"] == "all" or self.speaker in each["seen_by"])
        ]
        lasts = made["kind"] in {"vote", "give", "ally"}
        heard = [claims for then, claims in told if then == self.number or lasts]
        return (
            "true" if any(self.entails(claims, made, self.number) for claims in heard) else "false"
        )

    def rolls_in(self, number: int) -> tuple[tuple[int, ...], ...]:
        """Return every roll of as many dice as a round had."""
        freed = [each for each in self.before if each["type"] == "cold_row_filled"]
        more = sum(each["data"]["row"] > 1 and each["round"] < number for each in freed)
        return rolls(4 + more)

    def entails(self, claims: list[Said], made: Said, number: int) -> bool:
        """Tell whether the plain claims of an utterance, each alone or together, entail another.

        `number` is the round of the utterance: what it says of dice, it says of that round's.
        """
        plain = [each for each in claims if "condition" not in each and "said_by" not in each]
        if made["kind"] not in {"zombies", "dice"}:
            return any(self.same(each, made) for each in plain)
        told = [each for each in plain if each["kind"] in {"zombies", "dice"}]
        groups = [[each] for each in told] + [told]
        for group in groups:
            fit = [
                roll for roll in self.rolls_in(number) if all(as_said(each, roll) for each in group)
            ]
            if group and fit and all(as_said(made, roll) for roll in fit):
                return True
        return False

    def same(self, told: Said, made: Said) -> bool:
        """Tell whether two claims say the same, or one says more of a hand or a destination."""
        one, other = {"player": made["said_by"], **told}, {"player": self.speaker, **made}
        if one["kind"] != other["kind"] or (
            one["player"] != other["player"] and one["kind"] != "safe"
        ):
            return False
        if one["kind"] == "go":
            worlds: list[Any] = list(range(1, 7))
            fit = [at for at in worlds if (at == one["location"]) is not one.get("negated", False)]
            return all((at == other["location"]) is not other.get("negated", False) for at in fit)
        if one["kind"] == "holds":
            return one["card"] == other["card"] and self.hand_entails(one, other)
        keys = ("location", "target", "vote", "ballot", "card", "moment", "character", "until",
                "negated")  # fmt: skip
        return all(one.get(key) == other.get(key) for key in keys)

    def hand_entails(self, one: Said, other: Said) -> bool:
        """Tell whether every number of copies that fits the one fits the other."""
        copies = self.copies.get(one["card"], 1)

        def fit(said: Said) -> set[int]:
            compared = COMPARED[said.get("relation", ">=")]
            wanted = not said.get("negated", False)
            return {n for n in range(copies + 1) if compared(n, said.get("count", 1)) is wanted}

        return bool(fit(one)) and fit(one) <= fit(other)
