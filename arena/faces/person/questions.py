"""What a person is asked, in words, and by which keys they choose; and who else is waited for.

A room is chosen by its number, everything else by its place in the list; passing is 0. Nobody is
named as waited for while a question is secret. It is put with a choice to who holds the card, and
answered by itself for who does not: a name would tell of cards. What the time tells that somebody
takes there, `arena.faces.web.masking` sees to.
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
    """Return what is asked, as a sentence."""
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
    """Return the options by the key that chooses them, in their order."""
    choices = [each for each in asked.options if each.id != PASS]
    rooms = all(set(each.args) == {"location"} for each in choices)
    found = {
        str(each.args["location"]) if rooms else str(number): each
        for number, each in enumerate(choices, start=1)
    }
    found.update(("0", each) for each in asked.options if each.id == PASS)
    return found


def option_named(given: str, asked: Question) -> Option | None:
    """Return the option that is meant by a key, an id, or the only label that has these letters."""
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
    """Return the keys with what they choose, on one line."""
    return ", ".join(
        f"{key} {each.label.removeprefix(f'{key} ')}" for key, each in keyed(asked).items()
    )


def awaited(tasks: Mapping[str, SeatTask], header: GameHeader) -> tuple[str, ...]:
    """Name the people and models that everybody may know to be waited for, of those who are asked.

    Bots answer at once. Where one question is secret nobody is named.
    """
    if any(each.asked.secret for each in tasks.values()):
        return ()
    slow = {each.name for each in header.seats if each.spec == HUMAN or is_model_spec(each.spec)}
    return tuple(seat for seat in tasks if seat in slow)


def waiting_for(seats: Sequence[str]) -> str:
    """Say `Waiting for Bo and Cy …`; where nobody is named that others are thinking."""
    if not seats:
        return wording.WAITING
    return wording.WAITING_FOR.format(seats=join([Text(seat) for seat in seats]).plain)
