"""Questions to a person in words, the keys of their options, and who is waited for.

A room is chosen by its number, any other option by its position, passing by 0. Nobody is named as
waited for while a question is secret: who holds no card is answered for automatically, so a name
would reveal cards. `arena.faces.web.masking` hides the time that this takes.
"""

from collections.abc import Mapping, Sequence

from rich.text import Text

from arena.console import join
from arena.faces.person import wording
from arena.models.specs import is_model_spec
from arena.narration.words import Words
from arena.seats.seat import Question
from arena.settings import HUMAN
from arena.table.stepped_game import SeatTask
from arena.talk.speech import TalkTurn
from arena.text import plural
from arena.transcript.header import GameHeader
from engine import Option
from engine.view_data import ViewData

PASS = "pass"  # noqa: S105 - the id of an option


def title(asked: Question | TalkTurn, view: ViewData, words: Words) -> str:
    """Return the question or turn to talk as a sentence."""
    if isinstance(asked, TalkTurn):
        return _turn(asked, words)
    context = asked.context
    kind = asked.kind
    text = wording.QUESTIONS[kind]
    if kind == "distribute_truck" and not context.get("cards"):
        text = wording.SEARCH
    topic = context.get("kind") or context.get("vote")
    weights = context.get("weights") or {}
    strength = context.get("strength")
    return text.format_map(
        {
            "place": "" if asked.place is None else words.place(asked.place).plain,
            "dice": ", ".join(map(str, context.get("dice", ()))),
            "topic": words.dialect.questions.get(str(topic), "Who loses a character?"),
            "votes": plural(weights.get(asked.seat, 0), "vote"),
            "cards": words.card_list(context.get("cards") or ()).plain,
            "attacker": words.family.attacker,
            "attackers": words.family.attackers(context.get("zombies") or 0),
            "strength": wording.NO_WALLS
            if strength is None or asked.place == words.ruleset.parking
            else wording.STRENGTH.format(strength=strength),
            "destination": words.place(context["destination"]).plain
            if "destination" in context
            else _own_destination(asked.seat, view, words),
        }
    )


def _own_destination(seat: str, view: ViewData, words: Words) -> str:
    number = view["destinations"].get(seat)
    return "" if number is None else words.place(number).plain


def _turn(turn: TalkTurn, words: Words) -> str:
    place = "" if turn.place is None else f" at {words.place(turn.place).plain}"
    text = wording.BID if turn.task == "bid" else wording.ANSWER if turn.reply else wording.SPEAK
    most = plural(turn.messages, "message")
    return text.format(when=wording.FLOOR.get(turn.floor, ""), place=place, most=most)


def keyed(asked: Question) -> dict[str, Option]:
    """Return the options by key, in order."""
    choices = [each for each in asked.options if each.id != PASS]
    rooms = all(set(each.args) == {"location"} for each in choices)
    found = {
        str(each.args["location"]) if rooms else str(number): each
        for number, each in enumerate(choices, start=1)
    }
    found.update(("0", each) for each in asked.options if each.id == PASS)
    return found


def option_named(given: str, asked: Question) -> Option | None:
    """Return the option named by a key, an id, or an unambiguous part of a label; else None."""
    options, wanted = keyed(asked), given.strip().casefold()
    if wanted in options:
        return options[wanted]
    exact = [e for e in asked.options if wanted in {e.id.casefold(), e.label.casefold()}]
    near = [e for e in asked.options if wanted and wanted in e.label.casefold()]
    for found in (exact, near):
        if len(found) == 1:
            return found[0]
    return None


def listed(asked: Question) -> str:
    """Return the keys and their options on one line."""
    return ", ".join(
        f"{key} {each.label.removeprefix(f'{key} ')}" for key, each in keyed(asked).items()
    )


def awaited(tasks: Mapping[str, SeatTask], header: GameHeader) -> tuple[str, ...]:
    """Return the seats of people and models that are publicly known to be waited for.

    Bots answer at once. While any open question is secret the result is empty.
    """
    if any(each.asked.secret for each in tasks.values()):
        return ()
    slow = {each.name for each in header.seats if each.spec == HUMAN or is_model_spec(each.spec)}
    return tuple(seat for seat in tasks if seat in slow)


def waiting_for(seats: Sequence[str]) -> str:
    """Return `Waiting for Bo and Cy …`; a general sentence if no seats are given."""
    if not seats:
        return wording.WAITING
    return wording.WAITING_FOR.format(seats=join([Text(seat) for seat in seats]).plain)
