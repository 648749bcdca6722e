"""A person's seat: it waits for somebody, with a clock; who that is a face says."""

from arena.seats.human.chair import Chair, Given, Open
from arena.seats.human.person import Person

__all__ = ["Chair", "Given", "Open", "Person"]
