"""All sentences of the web server for people and spectators."""

from collections.abc import Mapping

STRANGER = "This link opens nothing here. Ask whoever keeps the table for it once more."
ELSEWHERE = "This comes from another page. Open the link of your seat, and do it there."
OTHER_NAME = (
    "This server is not called {name}. Possible: localhost, its address in numbers, or a name that "
    "`arena serve --name` gives it."
)
NOT_JSON = "This can not be read. Possible: JSON."
NO_PAGE = "There is no such page."
TOO_FAST = "That was too fast. Wait a moment, then try again."
TOO_LONG = "That is too long. Possible: up to {most} bytes."
TOO_SLOW = "That took too long to come. Try again."
NOT_A_LINE = 'This can not be read. Possible: {"asked": ID or null, "line": TEXT, "id": TEXT}.'
NOT_A_SEAT = 'This can not be read. Possible: {"game": TEXT, "who": TEXT}.'
NOT_A_LINK = (
    'This can not be read. Possible: {"game": TEXT, "who": TEXT, "root": URL}, the URL that of the '
    "server, with http or https, ending with a slash."
)
NO_TABLE = "There is no table {game}. Possible: one that the lobby shows."
TAKEN = "The link of {seat} is taken: whoever opened it has it. Possible: to renew it."
RENEWED = ("The host renewed the link of ", ".")
"""Public notice, before and after the name of the seat."""
WATCHES = "You look on. Possible: reading along."
WATCHING = "You look on."
QUIT = "A closed page stops nothing: your link brings you back. Who keeps the table can stop it."
OVER = "The game is over."
NOT_OVER = "The game is not over: before that nobody sees all of it."
ASLEEP = "The table waits until one of its players comes."
GONE: Mapping[str, str] = {
    "left": "{seat} let a house bot play on, {at}.",
    "timeouts": "{seat} did not answer any more, {at}.",
}
"""Notice to the host about people who left, by reason."""
MOMENT = "at “{what}” in round {round}"
STOPPED = (
    "The table has stopped, and its host is told why. Once it can, it goes on when one of its "
    "players comes by their link again."
)
"""Public notice of a stop, without its reason: that may contain a provider's words, an address or a
secret of the game, or reveal who held cards.
"""
STOPPED_BECAUSE = "The table has stopped: {why}"
"""Notice to the host only."""
UNREADABLE = "This table can not be read at this moment. Tell who keeps it."
UNRECORDED = "That does not count: the time was up, or the table has stopped."
FULL = "{count} tables are being played, as many as this server takes. Wait until one is over."
