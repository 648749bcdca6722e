"""Who is waited for, as far as everybody may be told: nobody is, while a question is secret.

It is put with a choice to who holds the card, and answered by itself for who does not: a name would
tell of cards. What the time tells that somebody takes there, `arena.faces.web.masking` sees to.
"""

from collections.abc import Mapping, Sequence

from rich.text import Text

from arena.console import join
from arena.faces.person import wording
from arena.models.specs import is_model_spec
from arena.settings import HUMAN
from arena.table.stepped_game import SeatTask
from arena.transcript.header import GameHeader

__all__ = ["awaited", "waiting_for"]


def awaited(tasks: Mapping[str, SeatTask], header: GameHeader) -> tuple[str, ...]:
    """Return the people and models who may be named as waited for, of those who are asked.

    Bots answer at once. Where one question is secret nobody is named.
    """
    if any(each.asked.secret for each in tasks.values()):
        return ()
    slow = {each.name for each in header.seats if each.spec == HUMAN or is_model_spec(each.spec)}
    return tuple(seat for seat in tasks if seat in slow)


def waiting_for(seats: Sequence[str]) -> str:
    """Return `Waiting for Bo and Cy …`; where nobody is named that others are thinking."""
    if not seats:
        return wording.WAITING
    return wording.WAITING_FOR.format(seats=join([Text(seat) for seat in seats]).plain)
