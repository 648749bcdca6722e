"""Constant data of a game for a viewer: names of seats, rooms, characters and cards."""

from collections.abc import Sequence

from arena.claims.vocabulary import Vocabulary
from arena.faces.scene.data import CardData, CharacterData, Head, Kind, RoomData
from arena.faces.scene.forms import forms_of
from arena.models.specs import is_model_spec
from arena.narration.aim import aim_of, in_play
from arena.narration.words import Words
from arena.settings import HUMAN
from arena.transcript.header import SeatHeader

VICTIM_TOKEN = "victim token"  # noqa: S105 - a thing of the game
BREAKS_TIES = "break_tie"
"""Kind of the decision that the holder of the victim token makes."""


def head_of(words: Words, seats: Sequence[SeatHeader], who: str, *, blind: bool) -> Head:
    """Return the constant data of a game; `blind` leaves out who is person, bot or model."""
    facts, family, card = words.ruleset, words.family, words.dialect.card
    kinds = {each.name: kind_of(each.spec) for each in seats}
    head: Head = {
        "ruleset": facts.id,
        "title": facts.title,
        "viewpoint": who,
        "family": family.id,
        "seats": [
            {
                "name": name,
                "symbol": words.symbols[name],
                "kind": None if blind else kinds.get(name),
            }
            for name in words.seats
        ],
        "rooms": [_room(words, number) for number in words.places],
        "characters": [_character(words, name) for name in in_play(words)],
        "cards": [_card(words, name) for name in words.cards],
        "phases": [{"id": phase, "title": words.phase(phase)} for phase in facts.phases],
        "attacker": [family.attacker, f"{family.attacker}s"],
        "leader": family.leader,
        "cover": family.cover,
        "token": VICTIM_TOKEN if BREAKS_TIES in facts.decision_clauses else None,
        "card": [card, f"{card}s"],
        "dice": facts.dice,
        "aim": [list(each) for each in aim_of(words)],
    }
    if who in words.seats:
        head["forms"] = forms_of(Vocabulary(facts, words.seats), words, who)
    return head


def kind_of(spec: str) -> Kind:
    """Return the kind of player that a SPEC names: person, bot or model."""
    if is_model_spec(spec):
        return "model"
    return "person" if spec == HUMAN else "bot"


def _room(words: Words, number: int) -> RoomData:
    place = words.places[number]
    return {
        "number": number,
        "name": place.name,
        "own": place.own,
        "capacity": place.capacity,
        "parking": number == words.ruleset.parking,
        "notches": words.notches(number),
    }


def _character(words: Words, name: str) -> CharacterData:
    kind = words.characters[name]
    return {
        "id": kind.id,
        "name": kind.name,
        "own": kind.own,
        "points": kind.points,
        "strength": kind.strength,
        "votes": 1 + kind.extra_votes,
    }


def _card(words: Words, name: str) -> CardData:
    card = words.cards[name]
    return {
        "id": card.id, "name": card.name, "own": card.own, "text": card.text, "count": card.count,
    }  # fmt: skip
