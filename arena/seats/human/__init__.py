"""A person's seat: it waits for the person's answer, within a time limit.

How the person is reached, by terminal or web, is not here.
"""

from arena.seats.human.chair import Away, Chair, Given, Open
from arena.seats.human.person import Person, seconds_for

__all__ = ["Away", "Chair", "Given", "Open", "Person", "seconds_for"]
