"""Who answers: a seat gets its own question, view and hearing, never the table."""

from arena.seats.kinds import check_spec, make_seat
from arena.seats.scripted import Scripted
from arena.seats.seat import Heard, Question, Seat
from arena.seats.uniform import Uniform

__all__ = ["Heard", "Question", "Scripted", "Seat", "Uniform", "check_spec", "make_seat"]
