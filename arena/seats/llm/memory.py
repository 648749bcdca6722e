"""How much of a conversation that ends the next one begins with."""

from collections.abc import Sequence

__all__ = ["is_no_summary", "newest_notes", "room_for_events"]

KEPT_NOTES = 4_000
"""Characters of notes."""
LEAST_SUMMARY = 40
"""Characters of the shortest summary that a conversation goes on from: less than a line is none."""
LEAST_EVENTS, MOST_EVENTS = 3_000, 12_000
"""Characters of what happened, from and to, where nobody could sum up."""
LETTERS = 3
"""Characters that are sure to fit into a token."""


def newest_notes(notes: Sequence[str]) -> list[str]:
    """Return the newest notes that fit into a new conversation, oldest first."""
    kept: list[str] = []
    room = KEPT_NOTES
    for note in reversed(notes):
        room -= len(note)
        if room < 0 and kept:
            break
        kept.insert(0, note[:KEPT_NOTES])
    return kept


def room_for_events(tokens: int) -> int:
    """Return how many characters of what happened fit beside notes into so many tokens."""
    return min(max(LETTERS * tokens - KEPT_NOTES, LEAST_EVENTS), MOST_EVENTS)


def is_no_summary(summary: str) -> bool:
    """Tell whether a summary is too short to go on from."""
    return len(summary) < LEAST_SUMMARY
