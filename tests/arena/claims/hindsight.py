"""The truth of claims read off a finished log, with hindsight: nothing is folded or remembered.

It shares no code with the judge. Each question is answered by looking through the records before
or after the claim. Accusations (`lied`) are left out, since they are about judgements.
"""

from functools import cache
from itertools import combinations_with_replacement
from typing import Any

Record = dict[str, Any]
Said = dict[str, Any]
COMPARED = {"=": int.__eq__, ">=": int.__ge__, "<=": int.__le__}
NAMES = {"votes_revealed": {1: "first", 2: "revote"}, "tie_broken": {None: "tie"}}
"""Which ballot a record is, by its number."""
COPIES = {
    **dict.fromkeys(("threat", "camera", "sprint", "hardware", "hidden"), 3),
    **dict.fromkeys(("walkie_talkie", "energy_drink", "gun", "tin_can", "rotten_meat"), 3),
}
"""Of the cards that both games have, Osaczeni has more."""
OSACZENI = {**COPIES, "baseball_bat": 3, "chainsaw": 3}


@cache
def rolls(dice: int) -> tuple[tuple[int, ...], ...]:
    """Return every roll of so many dice, in ascending order of the faces."""
    return tuple(combinations_with_replacement(range(1, 7), dice))


class Hindsight:
    """A finished game's log, asked from the place of one utterance."""

    def __init__(self, records: list[Record], at: int) -> None:
        """`at` is the place of the utterance."""
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
        truth = self.proposition(made)
        if "condition" not in made:
            return truth
        condition = made["condition"]
        if condition["kind"] == "saw":  # who has not looked yet may do so
            self.round_so_far = self.round
        if self.proposition(condition) != "true":
            return "moot"
        if made["kind"] != "ally":
            return truth
        self.after = self.once_met(condition)
        return self.proposition(made)

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
            if self.who(said) in ballots and said["target"] in totals:
                kept = bool(ballots[self.who(said)] == said["target"])
                if kept or not said.get("negated"):
                    return kept
        return kept

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
        for each in self.after:
            data = each["data"]
            if each["round"] > until:
                break
            if each["type"] == "player_eliminated" and data["player"] == said["target"]:
                break
            if data.get("kind") != "attack":
                continue
            ballots, totals = cast_in(each)
            if self.who(said) in ballots and len(set(totals) - pair) >= 1:
                if ballots[self.who(said)] == said["target"]:
                    return False
                kept = True if said["target"] in totals else kept
        return kept

    def tell(self, said: Said) -> bool | None:
        """Go through the claims about dice that came between the look and the reveal."""
        looked, told = False, list[tuple[Said, tuple[int, ...]]]()
        for each in self.round:
            data = each["data"]
            if each["type"] == "dice_peeked" and data["player"] == self.who(said):
                looked = True
            if each["type"] == "dice_revealed":
                if not looked:
                    return None
                right = [as_said(claim, data["dice"]) for claim, _ in told]
                news = [claim for claim, rolled in told if says_something(claim, len(rolled))]
                return all(right) and bool(news)
            if each["type"] == "said" and each["actor"] == self.who(said) and looked:
                heard = each["seen_by"] == "all" or said["target"] in each["seen_by"]
                told += [(claim, self.rolled()) for claim in data["claims"]
                         if heard and claim["kind"] in {"zombies", "dice"}
                         and not {"condition", "said_by", "confidence"} & set(claim)]  # fmt: skip
        return None

    def rolled(self) -> tuple[int, ...]:
        """Return this round's dice."""
        rolled = next(each for each in self.round if each["type"] == "dice_rolled")
        return tuple(rolled["data"]["dice"])

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
                return bool(data["character"] == said["character"])
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

    def once_met(self, said: Said) -> list[Record]:
        """Return what comes after the record that shows that a condition is met.

        It is one that is met in the end.
        """
        lasts = said["kind"] in {"vote", "give", "ally"}
        so_far = [each for each in self.before if each["round"] == self.number and not lasts]
        if said["kind"] == "holds" or any(self.met(said, each) for each in so_far):
            return self.after
        last = said.get("until", 10**9) if lasts and said.get("vote") != "attack" else self.number
        for at, each in enumerate(self.after):
            if each["round"] > last:
                return self.after[at:]
            if self.met(said, each):
                return self.after[at + 1 :]
        return []

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
            case "play", _, _:
                return self.play_met(said, record)
            case ("go", _, "destination_announced" | "destination_chosen") | (
                "saw", False, "dice_peeked"
            ):  # fmt: skip
                return bool(data["player"] == who)
            case ("safe", False, "place_held") | ("safe", True, "character_eaten"):
                return bool(data["place"] == said["location"])
            case "ally", False, "player_eliminated":
                return bool(data["player"] == said["target"])
            case "ally", True, _:
                return (
                    data.get("kind") == "attack" and cast_in(record)[0].get(who) == said["target"]
                )
            case "vote", negated, _:
                return self.vote_met(said, record, negated=negated)
        return False

    def play_met(self, said: Said, record: Record) -> bool:
        """Tell whether such a card is played, or can no longer be."""
        data, moment = record["data"], said.get("moment")
        if not said.get("negated", False):
            log = self.after[: self.after.index(record)]
            own = record["type"] == "card_played" and data["player"] == self.who(said)
            card = own and said.get("card") in {None, data["card"]}
            return card and self.in_lap(said, record, [*self.before, *log])
        match record["type"]:
            case "ballot_opened" | "player_chosen" | "vote_skipped":
                return bool(data["kind"] == moment in {"truck", "chief"})
            case "phase_began" if moment == "move":
                before = self.round[: self.round.index(record)]
                return any(each["type"] == "dice_revealed" for each in before)
            case "phase_began":
                return bool(moment == "dice" and data["phase"] == "destinations")
            case "attack_began":
                before = self.after[: self.after.index(record)]
                return said.get("location") not in {None, data["place"]} and (
                    Hindsight.play_kept(self, said, before)
                )
            case _:
                return False

    def play_kept(self, said: Said, until: list[Record]) -> bool:
        """Tell whether the player kept a card back by then."""
        to_come, self.round_to_come = self.round_to_come, until
        kept = self.play(said)
        self.round_to_come = to_come
        return kept is False

    def vote_met(self, said: Said, record: Record, *, negated: bool) -> bool:
        """Tell whether a ballot is the one that was promised, or a vote is over without it."""
        data, place = record["data"], said.get("location")
        if negated and record["type"] == "attack_began":
            attacked = [e["data"]["place"] for e in self.round if e["type"] == "attack_began"]
            begun = attacked[: attacked.index(data["place"])]
            return said["vote"] == "attack" and place in begun
        if data.get("kind") != said["vote"] or place not in {None, data["place"]}:
            return False
        if not negated:
            return cast_in(record)[0].get(self.who(said)) == said["target"]
        return said["vote"] != "attack" and record["type"] in {"player_chosen", "vote_skipped"}

    # --- hearsay ---

    def hearsay(self, made: Said) -> str:
        """Look for what that player said to the speaker: this round, or what lasts, ever."""
        told = [
            (each["round"], each["data"]["claims"])
            for each in self.before
            if each["type"] == "said"
            and each["actor"] == made["said_by"]
            and (each["seen_by"] == "all" or self.speaker in each["seen_by"])
        ]
        lasts = made["kind"] in {"vote", "give", "ally"}
        heard = [claims for then, claims in told if then == self.number or lasts]
        if any(self.entails(claims, made, self.number) for claims in heard):
            return "true"
        now = [claims for then, claims in told if then == self.number]
        if any(self.denies(claims, made) for claims in now):
            return "false"
        plain = [(then, {k: v for k, v in c.items() if k not in {"condition", "said_by"}})
                 for then, claims in told for c in claims]  # fmt: skip
        earlier = any(self.entails([each], made, then) for then, each in plain)
        return "undetermined" if heard or earlier else "false"

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

    def denies(self, claims: list[Said], made: Said) -> bool:
        """Tell whether a plain claim of an utterance, or all of them, leave no room for another."""
        plain = [each for each in claims if "condition" not in each and "said_by" not in each]
        if made["kind"] in {"zombies", "dice"}:
            told = [each for each in plain if each["kind"] in {"zombies", "dice"}]
            for group in [[each] for each in told] + [told]:
                fit = [
                    roll
                    for roll in self.rolls_in(self.number)
                    if all(as_said(each, roll) for each in group)
                ]
                if group and fit and not any(as_said(made, roll) for roll in fit):
                    return True
            return False
        opposite = {key: value for key, value in made.items() if key != "negated"}
        if not made.get("negated", False):
            opposite["negated"] = True
        return any(self.same(each, opposite) for each in plain)


def shows(said: Said, roll: Any) -> bool:  # noqa: ANN401 - a list or a tuple
    """Tell whether a roll is as said, the negation aside."""
    if said["kind"] == "dice":
        return sorted(said["dice"]) == sorted(roll)
    return bool(COMPARED[said["relation"]](list(roll).count(said["location"]), said["count"]))


def as_said(said: Said, roll: tuple[int, ...]) -> bool:
    """Tell whether a roll is as said."""
    return shows(said, roll) is not said.get("negated", False)


def says_something(said: Said, dice: int) -> bool:
    """Tell whether a claim about dice leaves out what could have been rolled, and is no `not`."""
    if said["kind"] == "dice":
        return not said.get("negated", False)
    return not all(as_said(said, roll) for roll in rolls(dice))


def cast_in(record: Record) -> tuple[dict[str, str], list[str]]:
    """Return who voted for whom in a record, and who could be chosen; a decided tie is a vote."""
    data = record["data"]
    match record["type"]:
        case "votes_revealed":
            return data["ballots"], list(data["totals"])
        case "tie_broken":
            return {data["player"]: data["chosen"]}, list(data["candidates"])
        case _:
            return {}, []
