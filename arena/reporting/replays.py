"""Where a report leads to play games back: a page, the viewer, and beside it data of each game.

Who writes the viewer and the data stands above; here are only their names and addresses.
"""

__all__ = ["REPLAYS", "VIEWER", "address_at", "data_file", "viewer_address"]

REPLAYS = "replays"
"""The folder of a report that holds them."""
VIEWER = "viewer.html"


def data_file(game: str) -> str:
    """Return the name of a game's file, which the viewer knows too (`static/viewer.js`)."""
    return f"{game}.js"


def viewer_address(game: str) -> str:
    """Return where a game is played back, seen from the report; its name is a plain one."""
    return f"{REPLAYS}/{VIEWER}#game={game}"


def address_at(address: str, record: int) -> str:
    """Return where a record of a game is shown with all secrets, by where the game is shown."""
    return f"{address}{'&' if '#' in address else '#'}record={record}&as=all"
