"""Texts of the full screen itself; those of a table are in `person.wording`."""

from collections.abc import Mapping

from arena.faces.scene import Head

TABS: Mapping[str, str] = {"mall": "M Mall", "talk": "T Talk", "promises": "L Promises"}
WHISPERS = "W Whispers"
KEYS_LINE = "? commands · R rules · M T W L panes · PgUp PgDn · Esc empties · Ctrl-C leaves"
"""Help on keys; a narrow screen cuts its end."""
BELOW = "▼ more below: PgDn · "
PLACEHOLDER = "a number, or: say TEXT, whisper NAME: TEXT, board, last, ?"
LEFT = "{minutes}:{seconds:02} left"
OVER = "The game is over. Enter leaves; what was decided, and who kept faith, is told then."
POINT = "Choose first: type its number, or point at it with the arrows."
CHANGED = "Something else is asked by now. Enter again sends it, Escape takes it back."
READING = "Arrows and PgUp, PgDn scroll · Escape goes back"
BACK = "The table answers again."
JOINED = (
    "{title}, as {who}. `?` lists what can be typed; `quit` leaves, and the link brings you back."
)
WATCHED = "{title}. You look on; `quit` leaves."


def joined(head: Head) -> str:
    """Return the first line that a person or viewer is shown."""
    who = head["viewpoint"]
    is_seat = any(each["name"] == who for each in head["seats"])
    return (JOINED if is_seat else WATCHED).format(title=head["title"], who=who)
