"""Card windows: questions whose being put is a secret.

Whoever holds a card that fits is asked there, whoever holds none is not, and nobody else is told.
"""

from collections.abc import Mapping

__all__ = ["is_card_window"]

WINDOWS = frozenset(
    {
        "play_vote_card", "use_camera", "play_attack_card", "play_item", "use_walkie_talkie",
        "energy_drink", "move", "distribute_truck",
    }
)  # fmt: skip
"""Questions that are put whether or not there is a choice: what is possible is a secret."""
DESTINATIONS = frozenset({"announce_destination", "choose_destination"})
"""Questions that are put so where a card may add a destination."""
MAY_STAY = "sprint_same_dest"
"""The option by which one does."""


def is_card_window(kind: str, options: Mapping[str, object]) -> bool:
    """Tell whether a question of this kind is one, under these options of the ruleset."""
    return kind in WINDOWS or (kind in DESTINATIONS and bool(options.get(MAY_STAY)))
