"""The points in which families of rules are compared (rules.md section 22).

Each family answers every point in the file `points.py` of its folder.
"""

from collections.abc import Mapping
from types import MappingProxyType

from engine.rules.text import Rule

POINTS: Mapping[str, str] = MappingProxyType(
    {
        "entry": "When they get in",
        "tie_for_most": "A tie for most characters or most noise",
        "extras": "When crowds and noise count",
        "tie": "A tie in a vote",
        "cards": "Cards before a vote",
        "third_card": "The third card from the truck",
        "leader": "The leader",
        "full": "A full destination",
        "run": "Sprint, Energy drink",
        "closing": "Closing",
        "empty_parking": "Empty parking lot",
        "dice": "Dice",
        "all_hidden": "Only hidden characters",
        "eliminated": "An eliminated player",
        "end": "The end",
        "shared": "A tie for victory",
        "setup_die": "A set-up die on a full place",
        "closed": "Closed from the start",
        "closed_die": "A die on a closed place",
        "room": "Room for those outside",
        "dice_come": "Those of the dice come",
        "added_vote": "Threat, Gun on the parking lot",
        "hidden": "Hidden, Rotten meat lasts",
    }
)
"""The headings of the points, in their order."""


def rules_by_point(answers: Mapping[str, tuple[str, str]]) -> tuple[Rule, ...]:
    """Return a sentence for every point, from (clause, text) by point."""
    assert answers.keys() == POINTS.keys(), "a family answers every point, and no other"
    return tuple(Rule(*answers[point], heading) for point, heading in POINTS.items())
