"""Everything but votes in words: one function per kind of record."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from rich.text import Text

from arena.faces.ballots import BALLOTS
from arena.faces.talking import TALK
from arena.faces.telling import Sentence, Telling
from arena.faces.words import Record, Words, fill, join, plural

__all__ = ["SENTENCES"]

CAME = {
    "start": "The first zombies: {places}.",
    "dice": "Zombies come: {places}.",
    "crowd": "The biggest crowd draws a zombie: {places}.",
    "noise": "The most Pin-Ups draw a zombie: {places}.",
    "revenge": "{player} comes back as a zombie: {places}.",
}


def counted(words: Words, places: Iterable[int]) -> Text:
    """Return `3 Megatoys +2, 4 Parking Lot`."""
    counts = sorted(Counter(places).items())
    return join(
        [Text.assemble(words.place(at), f" +{n}" if n > 1 else "") for at, n in counts], ", "
    )


# --- set-up and position ---


def _began(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    seats = [t.words.badge(seat) for seat in d["seats"]]
    line = Text.assemble(t.words.ruleset.title, ". Clockwise sit ", join(seats), ".")
    if d["closed"]:
        closed = join([t.words.place(place) for place in d["closed"]])
        line.append_text(fill(" {closed} is closed.", closed=closed))
    return line


def _position(_: Telling, __: Mapping[str, Any], ___: Record) -> Text:
    return Text("The game begins in a given position.")


def _badge(t: Telling, d: Mapping[str, Any], _: Record) -> Text | None:
    lines = {
        "first": "{player} is the first Chief of Security.",
        "succession": "{player} is the next Chief of Security.",
    }
    line = lines.get(d["cause"])
    return fill(line, player=t.words.seat(d["player"])) if line else None


def _setup_dice(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    return fill("The dice for the first zombies: {dice}.", dice=t.words.dice(d["dice"]))


def _rolled_for(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    line = "{player} rolls {dice} for a character."
    return fill(line, player=t.words.seat(d["player"]), dice=t.words.dice(d["dice"]))


def _placed(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    words, before = t.words, t.before
    line = "{player} rolls {dice}: {character} to {place}."
    if before is None:
        line = "{player} puts the {character} at {place}."
    dice = Text("") if before is None else words.dice(before["dice"])
    return fill(
        line, player=words.seat(d["player"]), dice=dice,
        character=words.character(d["character"]), place=words.place(d["place"]),
    )  # fmt: skip


# --- cards and the truck ---


def _received(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    how = {
        "truck": "{player} keeps {card}.",
        "gift": "{player} is given {card}.",
        "scenario": "{player} holds {card}.",
    }
    line = how.get(d["source"], "{player} is dealt {card}.")
    told = fill(line, player=t.words.seat(d["player"]), card=t.words.card(d["card"]))
    return told.append_text(t.aside(record))


def _gift(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    is_out = all(player != d["recipient"] for player, _ in t.board.where)
    return fill(
        f"{{player}} gives {{other}}{', who is out,' if is_out else ''} a card.",
        player=t.words.seat(d["player"]), other=t.words.seat(d["recipient"]),
    )  # fmt: skip


def _returned(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    line = "{player} puts {card} under the deck."
    told = fill(line, player=t.words.seat(d["player"]), card=t.words.card(d["card"]))
    return told.append_text(t.aside(record))


def _declined(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    return fill("{player} leaves the truck alone.", player=t.words.seat(d["player"]))


def _met(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    del t
    why = {"few_left": "few are left", "together": "all are in one place"}[str(d["reason"])]
    return Text(f"At this moment {why}: the game ends with this round.")


def _searched(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    line = "{player} looks at {cards} from the truck."
    return fill(line, player=t.words.seat(d["player"]), cards=plural(d["count"], "card"))


def _saw_cards(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    line = "{player} sees {cards}."
    told = fill(line, player=t.words.seat(d["player"]), cards=t.words.card_list(d["cards"]))
    return told.append_text(t.aside(record))


def _shuffled(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    told = fill("The deck, top first: {cards}.", cards=t.words.card_list(d["cards"]))
    return told.append_text(t.aside(record))


def _played(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    return fill(
        "{player} plays {card}.", player=t.words.seat(d["player"]), card=t.words.card(d["card"])
    )


def _no_revenge(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    line = "{player} places no zombie."
    return fill(line, player=t.words.seat(d["player"]))


# --- dice and destinations ---


def _dice_rolled(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    told = fill("Under the box lie {dice}.", dice=t.words.dice(d["dice"]))
    return told.append_text(t.aside(record))


def _peeked(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    player = t.words.seat(d["player"])
    if t.before is not None:
        line = "{player} plays {card} and looks under the box."
        return fill(line, player=player, card=t.words.card(t.before["card"]))
    if d["by"] == "badge":
        return fill("{player}, elected, looks under the box.", player=player)
    return fill("{player} has looked under the box.", player=player)


def _saw_dice(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    told = fill(
        "{player} sees {dice}.", player=t.words.seat(d["player"]), dice=t.words.dice(d["dice"])
    )
    return told.append_text(t.aside(record))


def _box_lifted(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    return fill("The box is lifted: {dice}.", dice=t.words.dice(d["dice"]))


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


# --- zombies ---


def _came(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    return fill(
        CAME[d["cause"]], places=counted(t.words, d["places"]), player=t.words.seat(d["player"])
    )


def _killed(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    words, left = t.words, t.board.zombies[d["place"]]
    weapon = Text("a weapon") if t.before is None else words.card(t.before["card"])
    line = "{player} fires {weapon}: {zombies} fewer, {left} left."
    if t.before is None or words.cards[str(t.before["card"])].id not in {"shotgun", "pistol"}:
        line = line.replace("fires", "uses")
    return fill(
        line, player=words.seat(d["player"]), weapon=weapon,
        zombies=plural(d["count"], "zombie"), left=left,
    )  # fmt: skip


def _barricaded(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    return fill(
        "{player} plays {card}: the doors hold one more, strength {strength} against {zombies}.",
        player=t.words.seat(d["player"]), card=t.words.card("hardware"),
        strength=t.board.strength(d["place"]),
        zombies=plural(t.board.zombies[d["place"]], "zombie"),
    )  # fmt: skip


def _hid(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    return fill(
        "{player} plays {card}: the {character} can't vote and can't be eaten this round.",
        player=t.words.seat(d["player"]), card=t.words.card("hidden"),
        character=t.words.character(d["character"]),
    )  # fmt: skip


def _left(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    line = "{zombies} leaves {place}." if d["count"] == 1 else "{zombies} leave {place}."
    return fill(line, zombies=plural(d["count"], "zombie"), place=t.words.place(d["place"]))


def _closed(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    line = "▣ {place} is overrun with nobody inside and closed for good."
    return Text.assemble(fill(line, place=t.words.place(d["place"])), style="magenta")


def _attack(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    zombies = plural(d["zombies"], "zombie")
    place = t.words.place(d["place"])
    if d["place"] == t.words.ruleset.parking:
        line = "▶ {zombies} on {place}, where no wall helps: one character is to be eaten."
    else:
        verb = "breaks" if d["zombies"] == 1 else "break"
        line = f"▶ {{zombies}} {verb} into {{place}}, strength {{strength}}."
        if d["zombies"] < d["strength"]:  # MOH-46
            line = f"▶ {{zombies}} {verb} into {{place}}, strength {{strength}}: so many always do."
    return fill(line, zombies=zombies, place=place, strength=d["strength"])


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
    place = t.words.place(d["place"])
    if not d["zombies"]:
        return fill("No zombie is left at {place}: nobody is eaten.", place=place)
    return fill(
        "{place} is saved: strength {strength} against {zombies}.",
        place=place, strength=d["strength"], zombies=plural(d["zombies"], "zombie"),
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
    """Tell who let the chance to play a card go by; to who knows all that is no news."""
    if t.who == "all":
        return None
    players = [record["data"]["player"] for record in records]
    verb = "plays" if len(players) == 1 else "play"
    line = fill(f"{{players}} {verb} no card.", players=t.words.seat_list(players))
    aside = t.aside(records[0]) if len(players) == 1 else Text(" (each seen by nobody else)")
    return Text.assemble(line, aside, style="dim")


SENTENCES: Mapping[str, Sentence] = {
    **BALLOTS,
    **TALK,
    "game_began": _began,
    "position_set": _position,
    "badge_taken": _badge,
    "setup_dice_rolled": _setup_dice,
    "placement_rolled": _rolled_for,
    "character_placed": _placed,
    "card_received": _received,
    "card_given": _gift,
    "card_returned": _returned,
    "truck_searched": _searched,
    "search_declined": _declined,
    "end_condition_met": _met,
    "cards_seen": _saw_cards,
    "deck_shuffled": _shuffled,
    "card_played": _played,
    "passed": _no_revenge,
    "dice_rolled": _dice_rolled,
    "dice_peeked": _peeked,
    "dice_seen": _saw_dice,
    "dice_revealed": _box_lifted,
    "destination_announced": _announced,
    "destinations_revealed": _goals,
    "character_moved": _moved,
    "zombies_came": _came,
    "zombies_killed": _killed,
    "zombies_left": _left,
    "doors_barricaded": _barricaded,
    "character_hidden": _hid,
    "place_closed": _closed,
    "attack_began": _attack,
    "character_eaten": _eaten,
    "attack_ended": _attack_over,
}
"""What is not here is not told: answers, floors and seals are told by what they lead to."""
