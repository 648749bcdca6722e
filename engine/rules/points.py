"""The points in which families of rules are compared (rules.md section 22).

Each family answers every point in the file `points.py` of its folder; nobody else knows an answer.
"""

__all__ = ["POINTS"]

POINTS = (
    "When they get in",
    "A tie for most characters or most noise",
    "When these come",
    "A tie in a vote",
    "Cards before a vote",
    "The third card from the truck",
    "The leader",
    "A full destination",
    "Sprint, Energy drink",
    "Closing",
    "Empty parking lot",
    "Dice",
    "Only hidden characters",
    "An eliminated player",
    "The end",
    "A tie for victory",
    "A set-up die on a full place",
    "Closed from the start",
    "A die on a closed place",
    "Room for those outside",
    "Those of the dice come",
    "Threat, Gun on the parking lot",
    "Hidden, Rotten meat lasts",
)
"""The headings, in their order."""
