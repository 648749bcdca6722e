"""Drawing boards of Osaczeni, and reading off them what its tests ask for."""

from collections.abc import Iterable, Mapping
from typing import Any

import engine
from tests.engine.helpers import board, draw, events

SAFE = "C.protector C.leader D.protector D.leader"
"""Four who stand where nothing happens, so that a game of four goes on."""


def lay(
    phase: str,
    locations: Mapping[int, str] | None = None,
    *,
    seats: int | Iterable[str] = 4,
    **keys: object,
) -> dict[str, object]:
    """Return a scenario of Osaczeni."""
    return board(phase, locations, seats=seats, ruleset="osaczeni", **keys)


def draw_osa(
    phase: str,
    locations: Mapping[int, str] | None = None,
    *,
    seats: int | Iterable[str] = 4,
    floors: bool = False,
    **keys: object,
) -> engine.Table:
    """Return a table of Osaczeni that begins in this position."""
    return draw(phase, locations, seats=seats, ruleset="osaczeni", floors=floors, **keys)


def attack(
    locations: Mapping[int, str],
    monsters: Mapping[int, int],
    *,
    seats: int | Iterable[str] = 4,
    **keys: object,
) -> engine.Table:
    """Return a table at the beginning of phase 6."""
    return draw_osa("attack", locations, seats=seats, monsters=monsters, **keys)


def facts(table: engine.Table, kind: str) -> list[dict[str, Any]]:
    """Return the payloads of all events of a type, oldest first."""
    return [event.data() for event in events(table, kind)]


def fact(table: engine.Table, kind: str) -> dict[str, Any]:
    """Return the payload of the last event of a type."""
    return facts(table, kind)[-1]


def chosen(table: engine.Table) -> tuple[str | None, str]:
    """Return who was chosen in the last vote, and by what."""
    last = fact(table, "player_chosen")
    return last["player"], last["by"]


def weights(table: engine.Table) -> dict[str, int]:
    """Return the votes of those who point now."""
    return dict(table.pending()[0].context["weights"])  # type: ignore[call-overload]


def eaten(table: engine.Table) -> list[str]:
    """Return who was eaten, in order."""
    return [f"{each['player']}.{each['character']}" for each in facts(table, "character_eaten")]


def moved(table: engine.Table) -> list[tuple[str, int, int, str]]:
    """Return who moved from where to where, and why."""
    return [
        (f"{each['player']}.{each['character']}", each["origin"], each["place"], each["cause"])
        for each in facts(table, "character_moved")
    ]


def came(table: engine.Table) -> dict[str, list[int]]:
    """Return where monsters came to stand, by cause."""
    return {each["cause"]: each["places"] for each in facts(table, "zombies_came")}


def attacked(table: engine.Table) -> list[int]:
    """Return the areas that monsters got into, once per attack."""
    return [each["place"] for each in facts(table, "attack_began")]


def result(table: engine.Table) -> engine.Result:
    """Return the result of a game that is over."""
    ended = table.result
    assert ended is not None, "the game goes on"
    return ended
