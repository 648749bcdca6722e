"""What single claims and records say, as the second judge reads them."""

from functools import cache
from itertools import combinations_with_replacement
from typing import Any

Record = dict[str, Any]
Said = dict[str, Any]
COMPARED = {"=": int.__eq__, ">=": int.__ge__, "<=": int.__le__}


@cache
def rolls(dice: int) -> tuple[tuple[int, ...], ...]:
    """Return every roll of so many dice, in ascending order of the faces."""
    return tuple(combinations_with_replacement(range(1, 7), dice))


def shows(said: Said, roll: Any) -> bool:  # noqa: ANN401 - a list or a tuple
    """Tell whether a roll is as said, the negation aside."""
    if said["kind"] == "dice":
        return sorted(said["dice"]) == sorted(roll)
    return bool(COMPARED[said["relation"]](list(roll).count(said["location"]), said["count"]))


def as_said(said: Said, roll: tuple[int, ...]) -> bool:
    """Tell whether a roll is as said."""
    return shows(said, roll) is not said.get("negated", False)


def is_told(told: list[tuple[Said, bool]], dice: tuple[int, ...]) -> bool:
    """Tell whether somebody knows the dice by claims, each with whether it was theirs by name."""
    for mine in (True, False):
        wrong = [claim for claim, named in told if named is mine and not as_said(claim, dice)]
        if wrong:
            return False
        if any(says_something(claim, len(dice)) for claim, named in told if named is mine):
            return True
    return False


def is_hostile(said: Said) -> bool:
    """Tell whether it is to vote for the target, or not to spare it."""
    return (said["kind"] == "vote") is not bool(said.get("negated", False))


def binds_on(said: Said) -> bool:
    """Tell whether it can be broken again after it was kept."""
    return bool(
        (said["kind"] == "ally" and not said.get("negated", False))
        or (said["kind"] in {"vote", "play"} and said.get("negated", False))
    )


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
