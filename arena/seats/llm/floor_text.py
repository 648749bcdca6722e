"""Who speaks on a floor and how often, in sentences.

It goes by the rules of the table, which all know: a seat that could never speak is named like any.
"""

from collections.abc import Sequence

from arena.seats.llm.news import listed
from arena.settings import TalkRules
from arena.talk.speech import TalkTurn

__all__ = ["what_is_left", "who_speaks"]

Groups = Sequence[tuple[str, ...]]


def who_speaks(turn: TalkTurn, groups: Groups, seats: Sequence[str], rules: TalkRules) -> str:
    """Return who has the floor, in which order, and who only listens.

    `groups` are those of `speaking_groups`: who stands in one hears nobody else of it.
    """
    if turn.reply:
        return "Those who were addressed answer now, sealed from each other; you are one of them."
    speakers = [seat for group in groups for seat in group]
    said = f"{_order(groups, speakers, rules)}."
    silent = [seat for seat in seats if seat not in speakers]
    if silent:
        said += f" {listed(silent)} only {'listens' if len(silent) == 1 else 'listen'}."
    return said


def _order(groups: Groups, speakers: Sequence[str], rules: TalkRules) -> str:
    if len(speakers) == 1:
        return f"Only {speakers[0]} speaks"
    match rules.protocol:
        case "bidding":
            return f"{listed(speakers)} bid for each turn to speak"
        case "round_robin":
            return f"{', '.join(speakers)} speak one after another"
        case _:
            first, *later = groups
            said = [f"{listed(first)} speak{'s' if len(first) == 1 else ''}"]
            said[0] += " first" if later else " at once"
            said += [f"then {listed(group)}" for group in later]
            sealed = any(len(group) > 1 for group in groups)
            return "; ".join(said) + (", sealed from each other" if sealed else "")


def what_is_left(turn: TalkTurn) -> str:
    """Return how many turns and beats of replies a floor still has."""
    if turn.reply:
        left = turn.replies - turn.reply
        return f"Then {_beats(left)}." if left else "Then talk ends here."
    said = "One turn" if turn.turns == 1 else f"Turn {turn.turn} of {turn.turns}"
    if turn.replies:
        return f"{said}, then {_beats(turn.replies)} by whoever is addressed, here or not."
    return f"{said}, and no replies."


def _beats(count: int) -> str:
    return "one beat of replies" if count == 1 else f"{count} beats of replies"
