"""What the server says to those who sit at its tables or look on: every sentence stands here."""

from collections.abc import Mapping

from arena.faces.person.wording import AWAY
from arena.faces.person.wording import WAITING as PERSON_WAITING

__all__ = [
    "ASLEEP", "AWAY", "ELSEWHERE", "FULL", "GOES_ON", "GONE", "MOMENT", "NOT_A_LINE", "NOT_JSON",
    "NOT_OVER", "NO_PAGE", "OVER", "QUIT", "STOPPED", "STRANGER", "TOO_FAST", "TOO_LONG",
    "TOO_SLOW", "UNREADABLE", "UNRECORDED", "WAITING", "WATCHES", "WATCHING",
]  # fmt: skip

STRANGER = "This link opens nothing here. Ask whoever keeps the table for it once more."
ELSEWHERE = "This comes from another page. Open the link of your seat, and do it there."
NOT_JSON = "This can not be read. Possible: JSON."
NO_PAGE = "There is no such page."
TOO_FAST = "That was too fast. Wait a moment, then try again."
TOO_LONG = "That is too long. Possible: up to {most} bytes."
TOO_SLOW = "That took too long to come. Try again."
NOT_A_LINE = 'This can not be read. Possible: {"asked": ID or null, "line": TEXT, "id": TEXT}.'
WATCHES = "You look on. Possible: reading along."
WATCHING = "You look on."
WAITING = PERSON_WAITING
QUIT = "A closed page stops nothing: your link brings you back. Who keeps the table can stop it."
OVER = "The game is over."
NOT_OVER = "The game is not over: before that nobody sees all of it."
ASLEEP = "The table waits until one of its players comes."
GONE: Mapping[str, str] = {
    "left": "{seat} let a house bot play on, {at}.",
    "timeouts": "{seat} did not answer any more, {at}.",
}
"""What who keeps the table is told of who left, by the reason."""
MOMENT = "at “{what}” in round {round}"
STOPPED = "The table has stopped: {why}"
GOES_ON = "Once it can be, it goes on when one of its players comes by their link again."
UNREADABLE = "This table can not be read at this moment. Tell who keeps it."
UNRECORDED = "That does not count: the time was up, or the table has stopped."
FULL = "{count} tables are being played, as many as this server takes. Wait until one is over."
