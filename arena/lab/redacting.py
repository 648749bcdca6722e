"""Removes names and free text from rows: seats become `P1` to `Pn` in seat order.

Names occur in columns, lists, claims and terms as JSON, ids of turns, and SPECs that name seats.
Whatever could reveal a name otherwise is removed too: texts, seeds and names of folders. A SPEC or
entrant that is a person becomes `person`. The address of a self-hosted model is removed.
"""

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass

from arena.forms import Json
from arena.hash_chain import encode
from arena.lab.rows import Cell
from arena.settings import HUMAN

PERSON = "person"
NAMES = frozenset(
    {
        "seat", "speaker", "listener", "voter", "target", "chosen", "giver", "recipient", "offerer",
        "owner", "party", "actor", "betrayed", "told_by", "to", "others", "options", "leaders",
        "recipients",
    }
)  # fmt: skip
"""Columns of seats' names, single or in a list."""
JSON = frozenset({"said", "terms"})
"""Columns of JSON that contains names."""
PLAYERS = frozenset({"player", "target", "said_by"})
"""Keys in a claim, condition or term whose value is a name; under other keys a name may occur by
coincidence, such as the kind `give` where a player has that name."""
IDS = frozenset({"turn", "asked"})
"""Columns of ids that begin with a seat's name: `Anna.t3`."""
ENTRANTS = frozenset({"entrant", "spec"})
"""Columns of entrants; a SPEC may name seats in parentheses: `planted:bloc(Ada_Ben)`."""
ADDRESS = re.compile(r"@https?://.*")
"""The address of a server in a SPEC: `openai-compatible:MODEL@http://10.0.0.7:8000/v1`."""
TEXTS: Mapping[str, str | None] = {"text": None, "seed": "", "request": None}
"""Columns that are removed, with their replacement."""
KEPT = frozenset(
    {
        "act", "arm", "basis", "by", "character", "confidence", "digest", "ended", "ending",
        "epoch", "excluded", "floor", "group", "kind", "label", "labels", "measure", "outcome",
        "phase", "played", "protocol", "ruleset", "truth",
    }
)  # fmt: skip
"""Columns with terms of the program, or chosen by whoever configured the games: they stay. A column
in none of these sets raises an error, since it is unknown whether it contains names."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftOut:
    """The replacements of names in one game."""

    game: str
    """Replaces the name of the folder."""
    cluster: str
    """Replaces the cluster, by its first game."""
    course: str
    """Replaces the course, by its first copy."""
    seats: Mapping[str, str]
    """`P1` and so on, by name."""
    people: frozenset[str]
    """Entrants that are persons."""


def redacted(row: Mapping[str, Cell], left_out: LeftOut) -> dict[str, Cell]:
    """Return a row of a game without names and texts."""
    return {key: _value(key, value, left_out) for key, value in row.items()}


def _value(key: str, value: Cell, left_out: LeftOut) -> Cell:
    seats = left_out.seats
    if key in TEXTS:
        return TEXTS[key]
    if value is None:
        return None
    if key in {"game", "cluster", "course"}:
        name: str = getattr(left_out, key)
        return name
    if key in ENTRANTS:
        is_person = value in left_out.people or value == HUMAN
        return PERSON if is_person else _spec(str(value), seats)
    if key in NAMES:
        if isinstance(value, list):
            return [seats[str(each)] for each in value]
        return seats[str(value)]
    if key in JSON:
        said: Json = json.loads(str(value))
        return encode(_claim(said, seats))
    if key in IDS:
        seat, dot, rest = str(value).rpartition(".")
        return f"{seats.get(seat, seat)}{dot}{rest}"
    if isinstance(value, str | list) and key not in KEPT and not _numbers(value):
        raise KeyError(f"nobody has said whether names stand in {key}")
    return value


def _numbers(value: str | list[str] | list[int]) -> bool:
    return isinstance(value, list) and all(isinstance(each, int) for each in value)


def _claim(value: Json, seats: Mapping[str, str]) -> Json:
    """Return a claim, or a list of terms, with players' names replaced."""
    if isinstance(value, list):
        return [_claim(each, seats) for each in value]
    if isinstance(value, dict):
        return {
            key: _player(each, seats) if key in PLAYERS else _claim(each, seats)
            for key, each in value.items()
        }
    return value


def _player(value: Json, seats: Mapping[str, str]) -> Json:
    return seats.get(value, value) if isinstance(value, str) else value


def _spec(spec: str, seats: Mapping[str, str]) -> str:
    """Return a SPEC with the names in its parentheses replaced, and without a server's address."""
    spec = ADDRESS.sub("@address", spec)
    kind, bracket, rest = spec.partition("(")
    longest = sorted(seats, key=len, reverse=True)
    names = "|".join(map(re.escape, longest))

    def place(found: re.Match[str]) -> str:
        name: str = found[0]
        return seats[name]

    named = re.sub(rf"(?<![^\W_])(?:{names})(?![^\W_])", place, rest)
    return f"{kind}{bracket}{named}"
