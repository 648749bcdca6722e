"""TODO."""

from arena.seats.planted.plant import Plant

__all__ = ["PLANTS"]

PLANTS: tuple[Plant, ...] = ()
