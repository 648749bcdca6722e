"""Seats that language models answer for."""

from arena.seats.llm.seat import Briefing, ModelSeat, least_context

__all__ = ["Briefing", "ModelSeat", "least_context"]
