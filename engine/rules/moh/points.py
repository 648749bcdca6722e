"""Mall of Horror's answers to the points in which families are compared (rules.md section 22)."""

from engine.rules.moh.build import MohRules
from engine.rules.moh.policies import TOGETHER, AnyIfOneIsFull
from engine.rules.moh.tables import (
    BREAK_IN,
    DICE,
    DOOM,
    FEW_PLAYERS,
    LAST_FEW,
    LAST_FEW_OF_MOST,
    MOST_PLAYERS,
)
from engine.rules.points import rules_by_point
from engine.rules.text import Rule


def points(rules: MohRules) -> tuple[Rule, ...]:
    """Return an answer to every point, with the numbers and readings of this table."""
    limit = rules.policies.zombies.limit
    return rules_by_point(
        {
            "entry": ("MOH-45", _entry(rules)),
            "tie_for_most": ("MOH-42", "no zombie"),
            "extras": ("MOH-42", "at the start of F"),
            "tie": ("MOH-21", _tie(rules)),
            "cards": ("MOH-16", "one lap before the ballot"),
            "third_card": ("MOH-27", "under the deck"),
            "leader": ("MOH-33", "the Chief announces a destination if elected this round"),
            "full": (
                "MOH-39",
                "any own character that is elsewhere goes to the parking lot, or stays there",
            ),
            "run": ("MOH-41", "instead of the move to the destination"),
            "closing": ("MOH-38", f"{DOOM} zombies at an empty location, tested in E"),
            "empty_parking": (
                "MOH-58",
                "they stay" if rules.policies.parking.empty_stay else "they are removed",
            ),
            "dice": ("MOH-30", f"always {DICE}"),
            "all_hidden": ("MOH-50", "they stay, but for the parking lot"),
            "eliminated": ("MOH-66", _what_eliminated_do(rules)),
            "end": ("MOH-68", _end(rules)),
            "shared": ("MOH-69", "most cards, then shared"),
            "setup_die": ("MOH-10", _set_up(rules)),
            "closed": ("MOH-7", f"location {rules.places.shop} with 3 or {FEW_PLAYERS} players"),
            "closed_die": ("MOH-37", "ignored"),
            "room": (
                "GAP-M-19",
                "unlimited" if limit is None else f"unlimited, {limit} zombies in all",
            ),
            "dice_come": ("MOH-37", "before the moves"),
            "added_vote": ("MOH-56", "one vote"),
            "hidden": ("MOH-65", "until the end of the round"),
        }
    )


def _entry(rules: MohRules) -> str:
    place = rules.places[rules.places.supermarket].name
    return f"zombies as many as the strength, or more; {BREAK_IN} always at the {place}"


def _tie(rules: MohRules) -> str:
    drawn = "character" if rules.policies.second_tie.draws_characters else "player"
    return f"a re-vote by all; then nobody, or in an attack a {drawn} by lot"


def _what_eliminated_do(rules: MohRules) -> str:
    often = "a zombie every round" if rules.policies.revenge.every_round else "one zombie"
    return f"votes in every re-vote, and brings {often}"


def _end(rules: MohRules) -> str:
    moment = rules.policies.end
    when = "at once" if TOGETHER in moment.at_once else "at the end of the round"
    if moment.at_once and TOGETHER not in moment.at_once:
        when = "at the end of the round, at once where few live"
    if moment.remembered:
        when = "at the end of a round in which it held"
    few = f"at most {LAST_FEW} living ({LAST_FEW_OF_MOST} with {MOST_PLAYERS} players)"
    return f"{few}, or all in one location but the parking lot; {when}"


def _set_up(rules: MohRules) -> str:
    return (
        "any location with room"
        if isinstance(rules.policies.setup_die, AnyIfOneIsFull)
        else "the other die, then any location with room"
    )
