"""A person's seat: it waits for somebody, with a clock; who that is a face says."""

from arena.seats.human.chair import Away, Chair, Given, Open
from arena.seats.human.person import Person, seconds_for

__all__ = ["Away", "Chair", "Given", "Open", "Person", "seconds_for"]
