"""The board of Osaczeni: what its own records change, and what stands in the line above it."""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import Any

from rich.text import Text

from arena.console import join
from arena.narration.board import Board, Fold

__all__ = ["FOLDS", "cold_room", "holders", "needed", "notches"]

NOTCHES = 6
"""OSA-4: monsters that surround an area."""


def _set(b: Board, d: Mapping[str, Any]) -> None:
    b.closed = set(d["closed"])
    b.zombies = Counter(dict(d["zombies"]))
    b.where = {(player, kind): place for player, kind, place in d["characters"]}
    b.hidden = {(player, kind) for player, kind in d["hidden"]}
    b.chief, b.elected = d["chief"], d["chief_elected"]
    b.victim, b.cold_room, b.dice = d["victim_token"], d["cold_room"], d["dice"]


def _took_token(b: Board, d: Mapping[str, Any]) -> None:
    b.victim = d["player"]


def _eaten(b: Board, d: Mapping[str, Any]) -> None:
    del b.where[d["player"], d["character"]]
    b.hidden.discard((d["player"], d["character"]))
    b.cold_room += 1


def _row(b: Board, d: Mapping[str, Any]) -> None:
    b.dice = d["dice"]


def _lure(b: Board, d: Mapping[str, Any]) -> None:
    b.zombies[d["origin"]] -= 1
    b.zombies[d["place"]] += 1


def _turned_back(b: Board, _: Mapping[str, Any]) -> None:
    b.hidden = set()


def _shown(b: Board, d: Mapping[str, Any]) -> None:
    b.shown = {player: list(hand) for player, hand in d["hands"].items()}


FOLDS: Mapping[str, Fold] = {
    "mall_set": _set,
    "victim_token_taken": _took_token,
    "character_eaten": _eaten,
    "cold_row_filled": _row,
    "zombie_lured": _lure,
    "characters_turned_back": _turned_back,
    "hands_revealed": _shown,
}


def holders(b: Board) -> Sequence[Text]:
    """Return who has the badge and the victim token."""
    parts = []
    if b.chief is not None:
        elected = ", elected" if b.elected else ""
        parts.append(Text.assemble("Badge ", b.words.badge(b.chief), elected))
    if b.victim is not None:
        parts.append(Text.assemble("victim token ", b.words.badge(b.victim)))
    return parts


def cold_room(b: Board) -> Sequence[Text]:
    """Return how many died, which rows they fill, and how many dice that makes."""
    if not b.cold_room:
        return ()
    rows = [Text(str(row)) for row in _full_rows(b)]
    text = Text(f"cold room {b.cold_room}")
    if rows:
        text.append(f", row{'' if len(rows) == 1 else 's'} ").append_text(join(rows))
        text.append(" full")
    if b.dice > b.words.ruleset.dice:
        text.append(f", {b.dice} dice")
    return (text,)


def _full_rows(b: Board) -> list[int]:
    """Return the rows of the cold room that are full, from 1."""
    spaces = str(b.words.ruleset.options_in_force["cold_rows"]).split(",")
    ends = enumerate(accumulate(map(int, spaces)), start=1)
    return [row for row, end in ends if b.cold_room >= end]


def needed(b: Board, place: int) -> int:
    """Return how many monsters get in: with row 1 full as many as the strength (OSA-44)."""
    return b.strength(place) + (1 not in _full_rows(b))


def notches(options: Mapping[str, object], parking: bool) -> int | None:  # noqa: FBT001 - as the dialect has it
    """Return how many monsters find room at the parking lot, or at another area (OSA-4)."""
    if not parking:
        return NOTCHES
    room = options["parking_notches"]
    return room if isinstance(room, int) else None
