"""What a tournament draws: all of it comes from its seed, one way, by BLAKE2b.

Who knows a game's seed knows neither the tournament's nor another game's.
"""

from collections.abc import Sequence
from hashlib import blake2b

from arena.hash_chain import encode
from engine.chance import Draws

__all__ = ["NAMES", "derived", "display_names", "draws", "own_names"]

PERSON = b"arena tournament"
BYTES = 16
NAMES = (
    "Anna", "Bruno", "Clara", "Dmitri", "Esra", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Katya",
    "Liam", "Mina", "Nils", "Olga", "Pavel", "Qadir", "Rosa", "Sofia", "Tomas", "Ursula", "Viktor",
    "Wanda", "Yusuf",
)  # fmt: skip
"""Names under which entrants sit down where nobody shall know who they are."""


def derived(seed: str, **parts: str | int) -> str:
    """Return a seed of 128 bits, in hexadecimal, for what the parts name."""
    return blake2b(
        encode(parts).encode(), digest_size=BYTES, key=_key(seed), person=PERSON
    ).hexdigest()


def _key(seed: str) -> bytes:
    return blake2b(seed.encode(), digest_size=32).digest()


def draws(seed: str, **parts: str | int) -> Draws:
    """Return draws for what the parts name."""
    return Draws(derived(seed, **parts))


def display_names(seed: str, count: int) -> tuple[str, ...]:
    """Return names for the seats of a game, clockwise; who sits there has no part in it."""
    names = list(NAMES)
    draws(seed, what="names").shuffle(names)
    return tuple(names[:count])


def own_names(line_up: Sequence[str]) -> tuple[str, ...]:
    """Return the entrants' own names, numbered where one sits there more than once."""
    found: list[str] = []
    for at, entrant in enumerate(line_up):
        before = line_up[:at].count(entrant)
        found.append(f"{entrant} {before + 1}" if before else entrant)
    return tuple(found)
