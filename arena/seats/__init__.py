"""The players' programs: each answers from its own question, view and heard records alone."""

from arena.seats.kinds import check_spec, make_seat
from arena.seats.scripted import Scripted, ScriptedTalker
from arena.seats.seat import Heard, Question, Seat
from arena.seats.uniform import Uniform
from arena.talk.speech import Speech, TalkTurn

__all__ = [
    "Heard",
    "Question",
    "Scripted",
    "ScriptedTalker",
    "Seat",
    "Speech",
    "TalkTurn",
    "Uniform",
    "check_spec",
    "make_seat",
]
