"""What the time that somebody takes may tell: in card windows nothing.

Whoever holds a card is asked there, also where passing is all that is possible. So nobody is shown
as thinking, and what comes of an answer is told no sooner than a fixed time after what went before:
a seat with a choice can be as quick as one without.
"""

from collections.abc import Mapping

from arena.records import Record
from arena.table.referee import SeatTask
from arena.transcript.header import GameHeader

__all__ = ["Masking"]

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
ANSWERS = frozenset({"answer", "answer_defaulted"})


class Masking:
    """When what happens at one table may be told."""

    def __init__(self, header: GameHeader, pace: float) -> None:
        """`pace`: seconds that each answer in a card window takes at least."""
        self._kinds = WINDOWS | (DESTINATIONS if header.options.get(MAY_STAY) else frozenset())
        self._pace = pace
        self.at = 0.0
        """From when on the last record is told, by the clock of the event loop."""

    def told_at(self, record: Record, time: float) -> float:
        """Return from when on a record is told that is written at `time`."""
        masked = record["type"] in ANSWERS and record["data"]["kind"] in self._kinds
        self.at = max(time, self.at + self._pace if masked else self.at)
        return self.at

    def thinking(self, tasks: Mapping[str, SeatTask]) -> tuple[str, ...]:
        """Return who may be shown as thinking, of those who are asked something."""
        for task in tasks.values():
            question = task["question"]
            if question is not None and question["kind"] in self._kinds:
                return ()
        return tuple(tasks)
