"""What the server says to those who sit at its tables or look on: every sentence stands here."""

from arena.faces.person.wording import WAITING as PERSON_WAITING

__all__ = [
    "ASLEEP", "ELSEWHERE", "FULL", "NOT_A_LINE", "NOT_JSON", "NO_PAGE", "OVER", "QUIT",
    "STOPPED", "STRANGER", "TOO_FAST", "TOO_LONG", "WAITING", "WATCHES", "WATCHING",
]  # fmt: skip

STRANGER = "This link opens nothing here. Ask whoever keeps the table for it once more."
ELSEWHERE = "This comes from another page. Open the link of your seat, and do it there."
NOT_JSON = "This can not be read. Possible: JSON."
NO_PAGE = "There is no such page."
TOO_FAST = "That was too fast. Wait a moment, then try again."
TOO_LONG = "That is too long. Possible: up to {most} bytes."
NOT_A_LINE = 'This can not be read. Possible: {"asked": ID or null, "line": TEXT}.'
WATCHES = "You look on. Possible: reading along."
WATCHING = "You look on."
WAITING = PERSON_WAITING
QUIT = "A closed page stops nothing: your link brings you back. Who keeps the table can stop it."
OVER = "The game is over."
ASLEEP = "The table waits until one of its players comes."
STOPPED = "The table has stopped: {why}"
FULL = "{count} tables are being played, as many as this server takes. Wait until one is over."
