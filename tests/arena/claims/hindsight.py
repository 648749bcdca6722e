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
        self.round = [*self.round_so_far, *self.round_to_come]
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
            case "go", _, "destination_announced" | "destination_chosen":
                return bool(data["player"] == who)
            case "saw", False, "dice_peeked":
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
        keys = ("location", "target", "vote", "card", "until", "negated")
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
