"""Seats that language models answer for."""

from arena.seats.llm.seat import Cast, ModelSeat

__all__ = ["Cast", "ModelSeat"]
