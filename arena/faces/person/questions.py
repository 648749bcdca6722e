"""What a person is asked, in words, and by which keys they choose.

A room is chosen by its number, everything else by its place in the list; passing is 0.
"""

from arena.faces.person import wording
from arena.narration.words import Words
from arena.seats.seat import Question
from arena.talk.speech import TalkTurn
from arena.text import plural
from engine import Option
from engine.view_data import ViewData

__all__ = ["keyed", "option_named", "title"]

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
    """Return what a turn to talk is about."""
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
