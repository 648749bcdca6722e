"""Which rules govern a kind of decision: what a model is told whose answer breaks one."""

from collections.abc import Mapping
from types import MappingProxyType

from engine import Ruleset

__all__ = ["CLAUSES", "broken_rule"]

CLAUSES: Mapping[str, Mapping[str, tuple[str, ...]]] = MappingProxyType(
    {
        "moh": {
            "place_character": ("MOH-10",),
            "play_vote_card": ("MOH-16", "GAP-M-6"),
            "cast_vote": ("MOH-17",),
            "cast_revote": ("MOH-21",),
            "distribute_truck": ("MOH-27",),
            "use_camera": ("MOH-32",),
            "announce_destination": ("MOH-33", "MOH-35"),
            "choose_destination": ("MOH-34", "MOH-35"),
            "place_revenge_zombie": ("MOH-36",),
            "move": ("MOH-39", "MOH-62"),
            "play_attack_card": ("MOH-48", "GAP-M-6"),
            "choose_victim": ("MOH-20", "MOH-48"),
        },
        "osaczeni": {
            "assign_start": ("OSA-13",),
            "play_item": ("OSA-18",),
            "point_at": ("OSA-19", "OSA-22", "OSA-45"),
            "break_tie": ("OSA-21",),
            "distribute_truck": ("OSA-25",),
            "use_walkie_talkie": ("OSA-31",),
            "announce_destination": ("OSA-32", "OSA-34"),
            "choose_destination": ("OSA-34",),
            "move": ("OSA-35", "OSA-37"),
            "energy_drink": ("OSA-38", "OSA-58"),
            "choose_victim": ("OSA-45",),
        },
    }
)
"""Clauses of the rules text by family and kind of decision."""


def broken_rule(kind: str, ruleset: Ruleset) -> str:
    """Return the rules that say what is possible for a kind of decision, each with its clause."""
    wanted = CLAUSES[ruleset.family][kind]
    rules = ruleset.rules()
    return " ".join(
        f"{rule.text} ({rule.clause})"
        for clause in wanted
        for rule in rules
        if rule.clause == clause
    )
