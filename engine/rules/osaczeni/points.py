"""Osaczeni's answers to the points in which families are compared (rules.md section 22)."""

from engine.rules.osaczeni.build import OsaczeniRules
from engine.rules.osaczeni.policies import DrinkAnyTime
from engine.rules.osaczeni.tables import DICE, MORE_DICE, NOTCHES
from engine.rules.points import rules_by_point
from engine.rules.text import Rule


def points(rules: OsaczeniRules) -> tuple[Rule, ...]:
    """Return an answer to every point, with the numbers and readings of this table."""
    p = rules.policies
    later = " and ".join(str(DICE + n) for n in range(1, len(MORE_DICE) + 1))
    moment = "at any moment of the moves" if isinstance(p.drinks, DrinkAnyTime) else "after it"
    cards = "a discussion until all pass in a row" if p.discussion.loops else "one lap"
    parking = p.monsters.parking_notches
    lot = "" if parking is None else ", then in the pool"
    return rules_by_point(
        {
            "entry": (
                "OSA-44",
                "more monsters than the strength; as many, once row 1 of the cold room is full",
            ),
            "tie_for_most": ("OSA-40", "one monster at every tied area"),
            "extras": ("OSA-40", "in the set-up and in phase 5"),
            "tie": ("OSA-21", "the holder of the victim token decides"),
            "cards": ("OSA-18", f"{cards}, before all point"),
            "third_card": ("OSA-25", "out of the game, unseen"),
            "leader": ("OSA-32", "the holder of the badge always announces a destination"),
            "full": (
                "OSA-37",
                "one that is not on the parking lot has to go there, if there is any",
            ),
            "run": ("OSA-38", f"one more move, {moment}"),
            "closing": (
                "OSA-53",
                f"{NOTCHES} monsters, at an empty area or not, tested in phase 7",
            ),
            "empty_parking": ("OSA-43", "they stay"),
            "dice": ("OSA-50", f"{DICE}, later {later}"),
            "all_hidden": ("OSA-47", "they leave"),
            "eliminated": ("OSA-51", "has the victim token until the next death"),
            "end": (
                "OSA-54",
                "at most as many living as there are players; at the end of the round",
            ),
            "shared": ("OSA-55", "shared"),
            "setup_die": ("OSA-13", "the parking lot"),
            "closed": ("OSA-8", "none"),
            "closed_die": ("OSA-42", "the monster comes to the parking lot"),
            "room": ("OSA-42", f"{NOTCHES} monsters, the others on the parking lot{lot}"),
            "dice_come": ("OSA-39", "after the moves"),
            "added_vote": ("OSA-59", "all votes of the attack"),
            "hidden": ("OSA-64", "until the end of phase 6"),
        }
    )
