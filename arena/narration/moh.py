"""What only Mall of Horror tells: the Chief, the cards under the deck, re-votes, revenge."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any

from rich.text import Text

from arena.console import fill
from arena.families import FAMILIES
from arena.narration.board import Board, DialectBoard, Fold
from arena.narration.dialect import Dialect
from arena.narration.telling import Sentence, Telling
from arena.narration.words import DialectWords
from arena.records import Record

__all__ = ["MOH"]

TITLES = {
    "setup": "Set-up",
    "truck": "The truck",
    "chief": "Chief of Security",
    "arrival": "The dice",
    "destinations": "Destinations",
    "movement": "Movement",
    "attack": "The attack",
}
QUESTIONS = {"truck": "Who searches the truck?", "chief": "Who is Chief of Security?"}
WINS = {
    "truck": "{player} searches the truck.",
    "chief": "{player} is Chief of Security.",
    "attack": "{player} is chosen.",
}
LOT = "Tied again: the lot falls on {player}."
CHOSEN = {
    ("only_candidate", "truck"): "No ballot is needed: {player} searches the truck.",
    ("only_candidate", "chief"): "No ballot is needed: {player} is Chief of Security.",
    ("only_candidate", "attack"): "Nobody else can be chosen: it is {player}.",
    ("second_tie", "truck"): "Tied again: nobody searches the truck.",
    ("second_tie", "chief"): "Tied again: the Chief stays, and is not elected.",
    ("lot", "truck"): LOT,
    ("lot", "chief"): LOT,
    ("lot", "attack"): LOT,
}
NOBODY_THERE = {
    "truck": "Nobody stands at {place}: nobody searches the truck.",
    "chief": "Nobody is at {place}: the Chief stays, and is not elected.",
}
BADGE = {
    "first": "{player} is the first Chief of Security.",
    "succession": "{player} is the next Chief of Security.",
}
CAME = {
    "start": "The first zombies: {places}.",
    "dice": "Zombies come: {places}.",
    "crowd": "The biggest crowd draws a zombie: {places}.",
    "noise": "The most Pin-Ups draw a zombie: {places}.",
    "revenge": "{player} comes back as a zombie: {places}.",
}
VOTES_FOR = {
    "truck": "to search the truck",
    "chief": "as Chief of Security",
    "attack": "in the attack",
}


def _position(_: Telling, __: Mapping[str, Any], ___: Record) -> Text:
    return Text("The game begins in a given position.")


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


def _returned(t: Telling, d: Mapping[str, Any], record: Record) -> Text:
    line = "{player} puts {card} under the deck."
    sentence = fill(line, player=t.words.seat(d["player"]), card=t.words.card(d["card"]))
    return sentence.append_text(t.aside(record))


def _declined(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    return fill("{player} leaves the truck alone.", player=t.words.seat(d["player"]))


def _met(_: Telling, d: Mapping[str, Any], __: Record) -> Text:
    why = {"few_left": "few are left", "together": "all are in one place"}[str(d["reason"])]
    return Text(f"At this moment {why}: the game ends with this round.")


def _no_revenge(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    line = "{player} places no zombie."
    return fill(line, player=t.words.seat(d["player"]))


def _opened(t: Telling, d: Mapping[str, Any], _: Record) -> Text | None:
    """Announce a re-vote; a first ballot is told when it is revealed."""
    if d["number"] == 1:
        return None
    tied = t.words.seat_list(d["candidates"])
    return fill("Re-vote between {tied}; those elsewhere vote too.", tied=tied)


def _threatened(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    return fill(
        "{player} plays {card}: one more vote.",
        player=t.words.seat(d["player"]), card=t.words.card("threat"),
    )  # fmt: skip


def _barricaded(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    return fill(
        "{player} plays {card}: the doors hold one more, strength {strength} against {zombies}.",
        player=t.words.seat(d["player"]), card=t.words.card("hardware"),
        strength=t.board.strength(d["place"]),
        zombies=t.words.family.attackers(t.board.zombies[d["place"]]),
    )  # fmt: skip


def _closed(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    line = "▣ {place} is overrun with nobody inside and closed for good."
    return Text.assemble(fill(line, place=t.words.place(d["place"])), style="magenta")


def _attack(t: Telling, d: Mapping[str, Any], _: Record) -> Text:
    zombies = t.words.family.attackers(d["zombies"])
    place = t.words.place(d["place"])
    if d["place"] == t.words.ruleset.parking:
        line = "▶ {zombies} on {place}, where no wall helps: one character is to be eaten."
    else:
        verb = "attacks" if d["zombies"] == 1 else "attack"
        line = f"▶ {{zombies}} {verb} {{place}}, strength {{strength}}"
        line += ": so many always get in." if d["zombies"] < d["strength"] else "."  # MOH-46
    return fill(line, zombies=zombies, place=place, strength=d["strength"])


SENTENCES: Mapping[str, Sentence] = {
    "position_set": _position,
    "placement_rolled": _rolled_for,
    "character_placed": _placed,
    "card_returned": _returned,
    "search_declined": _declined,
    "end_condition_met": _met,
    "passed": _no_revenge,
    "ballot_opened": _opened,
    "threat_made": _threatened,
    "doors_barricaded": _barricaded,
    "place_closed": _closed,
    "attack_began": _attack,
}


# --- the board ---


def _set(b: Board, d: Mapping[str, Any]) -> None:
    b.closed = set(d["closed"])
    b.zombies = Counter(dict(d["zombies"]))
    b.where = {(player, kind): place for player, kind, place in d["characters"]}
    b.hidden = {(player, kind) for player, kind in d["hidden"]}
    b.chief, b.elected = d["chief"], d["chief_elected"]


def _wall(b: Board, _: Mapping[str, Any]) -> None:
    b.barricades += 1


def _walls_gone(b: Board, _: Mapping[str, Any]) -> None:
    b.barricades = 0


FOLDS: Mapping[str, Fold] = {
    "position_set": _set,
    "doors_barricaded": _wall,
    "attack_began": _walls_gone,
    "attack_ended": _walls_gone,
}


def _chief(b: Board) -> Sequence[Text]:
    if b.chief is None:
        return ()
    return (Text.assemble("Chief ", b.words.badge(b.chief), ", elected" if b.elected else ""),)


def _needed(b: Board, place: int) -> int:
    """MOH-45, MOH-46."""
    rules = b.words.ruleset
    if rules.break_in is None or place != rules.roles["supermarket"]:
        return b.strength(place)
    return min(b.strength(place), rules.break_in)


MOH = Dialect(
    words=DialectWords(
        family=FAMILIES["moh"],
        card="card",
        a_card="a card",
        place="location",
        titles=TITLES,
        questions=QUESTIONS,
        wins=WINS,
        chosen=CHOSEN,
        nobody_there=NOBODY_THERE,
        badge=BADGE,
        arrivals={cause: (line, line) for cause, line in CAME.items()},
        hidden_until="this round",
        weapons={"shotgun": "fires", "pistol": "fires"},
        votes_for=VOTES_FOR,
        won={"truck": "searched the truck", "chief": "was elected Chief of Security"},
        notches=lambda *_: None,
        decided={"lot": "A lot, after two ties, decided {deaths}."},
        how={"lot": "by lot after two ties", "revote": "on a re-vote"},
        keepsakes={},
        epilogue=lambda *_: (),
    ),
    board=DialectBoard(
        folds=FOLDS,
        heads=_chief,
        tails=lambda _: (),
        needed=_needed,
    ),
    unseen=frozenset(),
    sentences=SENTENCES,
    groups={},
    group_of=lambda _: None,
    quiet=frozenset(),
    completed_by={
        "placement_rolled": frozenset({"character_placed"}),
        "card_played": frozenset(
            {
                "threat_made", "character_hidden", "doors_barricaded", "zombies_killed",
                "dice_peeked", "character_moved",
            }
        ),
    },
)  # fmt: skip
