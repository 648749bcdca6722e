"""Everything but votes in words: one function per kind of record."""

from collections.abc import Mapping
from typing import Any

from rich.text import Text

from arena.narration.ballots import BALLOTS
from arena.narration.talk import TALK
from arena.narration.telling import Sentence, Telling
from arena.narration.words import Words, fill, join, plural
from arena.records.record import Record

__all__ = ["SENTENCES"]

# --- set-up and position ---


def _began(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    seats = [t.words.badge(seat) for seat in d["seats"]]
    line = Text.assemble(t.words.ruleset.title, ". Clockwise sit ", join(seats), ".")
    if d["closed"]:
        closed = join([t.words.place(place) for place in d["closed"]])
        line.append_text(fill(" {closed} is closed.", closed=closed))
    return line.append_text(_legend(t.words))


def _legend(words: Words) -> Text:
    """Return the locations with their names in the edition's language, where it has its own."""
    named = [
        Text.assemble(words.place(number), f" ({place.own})") if place.own else words.place(number)
        for number, place in words.places.items()
    ]
    if not any(place.own for place in words.places.values()):
        return Text("")
    return Text.assemble(f" The {words.dialect.place}s: ", join(named), ".")


def _badge(t: Telling, d: Mapping[str, Any], _: Record) -> Text | None:
    line = t.words.dialect.badge.get(d["cause"])
    return fill(line, player=t.words.seat(d["player"])) if line else None


def _setup_dice(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    return fill(
        "The dice for the first {attacker}s: {dice}.",
        attacker=t.words.family.attacker, dice=t.words.dice(d["dice"]),
    )  # fmt: skip


def _replaced(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    line = REPLACED[d["reason"]]
    return fill(line, player=t.words.seat(str(record["actor"]))).append_text(t.aside(record))


REPLACED: Mapping[str, str] = {
    "budget": "The budget of {player} is used up; a house bot plays on.",
    "outage": "The provider of {player} is down; a house bot plays on.",
    "left": "{player} has left; a house bot plays on.",
    "timeouts": "{player} does not answer; a house bot plays on.",
    "back": "{player} is back, and plays again.",
}
"""Who answers for a seat, by the reason."""

# --- cards and the truck ---


def _received(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    how = {
        "truck": "{player} keeps {card}.",
        "gift": "{player} is given {card}.",
        "scenario": "{player} holds {card}.",
    }
    line = how.get(d["source"], "{player} is dealt {card}.")
    sentence = fill(line, player=t.words.seat(d["player"]), card=t.words.card(d["card"]))
    return sentence.append_text(t.aside(record))


def _gift(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    is_out = all(player != d["recipient"] for player, _ in t.board.where)
    return fill(
        f"{{player}} gives {{other}}{', who is out,' if is_out else ''} {{a_card}}.",
        player=t.words.seat(d["player"]), other=t.words.seat(d["recipient"]),
        a_card=t.words.dialect.a_card,
    )  # fmt: skip


def _searched(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    line = "{player} looks at {cards} from the truck."
    return fill(
        line, player=t.words.seat(d["player"]), cards=plural(d["count"], t.words.dialect.card)
    )


def _saw_cards(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    line = "{player} sees {cards}."
    sentence = fill(line, player=t.words.seat(d["player"]), cards=t.words.card_list(d["cards"]))
    return sentence.append_text(t.aside(record))


def _shuffled(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    sentence = fill("The deck, top first: {cards}.", cards=t.words.card_list(d["cards"]))
    return sentence.append_text(t.aside(record))


def _played(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    return fill(
        "{player} plays {card}.", player=t.words.seat(d["player"]), card=t.words.card(d["card"])
    )


# --- dice and destinations ---


def _dice_rolled(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    t.dice_told = True
    sentence = fill(
        "Under the {cover} lie {dice}.", cover=t.words.family.cover, dice=t.words.dice(d["dice"])
    )
    return sentence.append_text(t.aside(record))


def _peeked(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    line = "{player} has looked under the {cover}."
    if t.before is not None:
        line = "{player} plays {card} and looks under the {cover}."
    elif d["by"] == "badge":
        line = "{player}, elected, looks under the {cover}."
    return fill(
        line, player=t.words.seat(d["player"]), cover=t.words.family.cover,
        card=Text("") if t.before is None else t.words.card(t.before["card"]),
    )  # fmt: skip


def _saw_dice(t: Telling, d: Mapping[str, Any], record: Record) -> Text | None:
    """Tell what a player saw; who knows the dice already was told that he looked."""
    if t.who == "all" and t.dice_told:
        return None
    sentence = fill(
        "{player} sees {dice}.", player=t.words.seat(d["player"]), dice=t.words.dice(d["dice"])
    )
    return sentence.append_text(t.aside(record))


def _lifted(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    line = "The {cover} is lifted: {dice}."
    if t.who == "all" and t.dice_told:
        line = "The {cover} is lifted."
    t.dice_told = False
    return fill(line, cover=t.words.family.cover, dice=t.words.dice(d["dice"]))


def _announced(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    return fill(
        "{player} announces {place} for all to hear; it binds.",
        player=t.words.seat(d["player"]), place=t.words.place(d["place"]),
    )  # fmt: skip


def _goals(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    words = t.words
    goals = [
        Text.assemble(words.seat(player), " → ", words.place(place))
        for player, place in d["destinations"].items()
    ]
    return Text.assemble("Destinations: ", Text(" · ").join(goals), ".")


# --- movement ---


def _moved(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    words, cause = t.words, d["cause"]
    stays = d["origin"] == d["place"]
    goal = t.board.destinations.get(d["player"])
    if t.before is not None:
        line = "{player} plays {card}: the {character} "
        line += "stays at {place}." if stays else "runs from {origin} to {place}."
    elif cause in {"full", "closed"} and goal is not None:
        line = "{player}'s {character} finds {goal} {cause} "
        line += "and stays at {place}." if stays else "and ends at {place}, coming from {origin}."
    else:
        line = "{player}'s {character} goes from {origin} to {place}."
    return fill(
        line, player=words.seat(d["player"]), character=words.character(d["character"]),
        origin=words.place(d["origin"]), place=words.place(d["place"]), cause=cause,
        card=Text("") if t.before is None else words.card(t.before["card"]),
        goal=Text("") if goal is None else words.place(goal),
    )  # fmt: skip


# --- attackers ---


def _came(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    return t.words.arrivals(d["cause"], d["places"], d["player"])


def _killed(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    words, left = t.words, t.board.zombies[d["place"]]
    weapon, verb = Text("a weapon"), "uses"
    if t.before is not None:
        weapon = words.card(t.before["card"])
        verb = words.dialect.weapons.get(t.before["card"], verb)
    return fill(
        "{player} {verb} {weapon}: {attackers} fewer, {left} left.",
        player=words.seat(d["player"]), verb=verb, weapon=weapon,
        attackers=words.family.attackers(d["count"]), left=left,
    )  # fmt: skip


def _hid(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    words, played = t.words, t.before
    card = Text("a card") if played is None else words.card(played["card"])
    return fill(
        "{player} plays {card}: the {character} can't vote and can't be eaten {until}.",
        player=words.seat(d["player"]), card=card, character=words.character(d["character"]),
        until=words.dialect.hidden_until,
    )  # fmt: skip


def _eaten(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    kind = d["character"]
    points = plural(t.words.points(kind), "point")
    line = fill(
        "✝ {player}'s {character} is eaten at {place} ({points}).",
        player=t.words.seat(d["player"]), character=t.words.character(kind),
        place=t.words.place(d["place"]), points=points,
    )  # fmt: skip
    return Text.assemble(line, style="red")


def _attack_over(t: Telling, d: Mapping[str, Any], _: Record) -> Text | None:
    if d["outcome"] != "repelled":
        return None
    place, family = t.words.place(d["place"]), t.words.family
    if not d["zombies"]:
        line = "No {attacker} is left at {place}: nobody is eaten."
        return fill(line, attacker=family.attacker, place=place)
    return fill(
        "{place} is saved: strength {strength} against {attackers}.",
        place=place, strength=d["strength"], attackers=family.attackers(d["zombies"]),
    )  # fmt: skip


# --- several alike, told in one breath ---


def dealt(t: Telling, records: list[Record]) -> Text:
    """Tell the deal, as far as it is known."""
    if len(records) == 1:
        return _received(t, records[0]["data"], records[0])
    each = [
        Text.assemble(t.words.seat(r["data"]["player"]), " ", t.words.card(r["data"]["card"]))
        for r in records
    ]
    return Text.assemble(
        "Dealt: ", Text(" · ").join(each), (" (each known to its owner only)", "dim")
    )


def chose(t: Telling, records: list[Record]) -> Text:
    """Tell the secret destinations, as far as they are known."""
    if len(records) == 1:
        d = records[0]["data"]
        goal = t.words.place(d["place"])
        line = fill(
            "{player} chooses {goal} in secret.", player=t.words.seat(d["player"]), goal=goal
        )
        return line.append_text(t.aside(records[0]))
    each = [
        Text.assemble(t.words.seat(r["data"]["player"]), " → ", t.words.place(r["data"]["place"]))
        for r in records
    ]
    return Text.assemble(
        "Chosen in secret: ", Text(" · ").join(each), (" (each known to its owner only)", "dim")
    )


def passed(t: Telling, records: list[Record]) -> Text | None:
    """Tell once that a player keeps a hand; while it stays the same to play nothing is no news."""
    player = records[0]["data"]["player"]
    hand = tuple(t.board.hands[player])
    if t.who == "all" or t.kept == hand:
        return None
    t.kept = hand
    line = fill("{player} plays no {card}.", player=t.words.seat(player), card=t.words.dialect.card)
    return Text.assemble(line, t.aside(records[0]), style="dim")


def left(t: Telling, records: list[Record]) -> Text:
    """Tell which attackers go: that of an attack, and those that find nobody else.

    MOH-57, OSA-48.
    """
    counts = [int(r["data"]["count"]) for r in records]
    place = t.words.place(records[0]["data"]["place"])
    verb = "leaves" if counts[0] == 1 else "leave"
    attackers = t.words.family.attackers(counts[0])
    sentence = fill("{attackers} {verb} {place}", attackers=attackers, verb=verb, place=place)
    if counts[1:]:
        others = sum(counts[1:])
        rest = "the other leaves" if others == 1 else f"the other {others} leave"
        sentence.append(f"; nobody else there can be eaten, and {rest} too")
    return sentence.append(".")


SENTENCES: Mapping[str, Sentence] = {
    **BALLOTS,
    **TALK,
    "game_began": _began,
    "seat_replaced": _replaced,
    "badge_taken": _badge,
    "setup_dice_rolled": _setup_dice,
    "card_received": _received,
    "card_given": _gift,
    "truck_searched": _searched,
    "cards_seen": _saw_cards,
    "deck_shuffled": _shuffled,
    "card_played": _played,
    "dice_rolled": _dice_rolled,
    "dice_peeked": _peeked,
    "dice_seen": _saw_dice,
    "dice_revealed": _lifted,
    "destination_announced": _announced,
    "destinations_revealed": _goals,
    "character_moved": _moved,
    "zombies_came": _came,
    "zombies_killed": _killed,
    "character_hidden": _hid,
    "character_eaten": _eaten,
    "attack_ended": _attack_over,
}
"""What is not here is not told: answers, floors and seals are told by what they lead to."""
