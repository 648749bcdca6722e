"""The board of Osaczeni: what stands in the line above it, and how many monsters find room."""

from collections.abc import Mapping, Sequence

from rich.text import Text

from arena.console import join
from arena.narration.words import Words
from arena.projections.board import Board

__all__ = ["cold_room", "holders", "needed", "notches"]

NOTCHES = 6
"""OSA-4: monsters that surround an area."""


def holders(words: Words, board: Board) -> Sequence[Text]:
    """Return who has the badge and the victim token."""
    parts = []
    if board.chief is not None:
        elected = ", elected" if board.elected else ""
        parts.append(Text.assemble("Badge ", words.badge(board.chief), elected))
    if board.victim is not None:
        parts.append(Text.assemble("victim token ", words.badge(board.victim)))
    return parts


def cold_room(board: Board) -> Sequence[Text]:
    """Return how many died, which rows they fill, and how many dice that makes."""
    if not board.cold_room:
        return ()
    rows = [Text(str(row)) for row in board.full_rows]
    text = Text(f"cold room {board.cold_room}")
    if rows:
        text.append(f", row{'' if len(rows) == 1 else 's'} ").append_text(join(rows))
        text.append(" full")
    if board.dice > board.ruleset.dice:
        text.append(f", {board.dice} dice")
    return (text,)


def needed(board: Board, place: int) -> int:
    """Return how many monsters get in: with row 1 full as many as the strength (OSA-44)."""
    return board.strength(place) + (1 not in board.full_rows)


def notches(options: Mapping[str, object], parking: bool) -> int | None:  # noqa: FBT001 - as the dialect has it
    """Return how many monsters find room at the parking lot, or at another area (OSA-4)."""
    if not parking:
        return NOTCHES
    room = options["parking_notches"]
    return room if isinstance(room, int) else None
