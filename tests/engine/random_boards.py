"""Random positions and random play, for tests that hold whatever happens."""

from collections import Counter
from random import Random
from typing import Any

import engine
from tests.engine.oracle import BOOKS, Book
from tests.engine.oracle_script import Choice

KINDS = ("pin_up", "tough_guy", "gunman", "little_girl")
PAIRED = ("threat", "camera", "sprint", "hardware", "hidden")
WEAPONS = ("shotgun", "chainsaw", "grenades", "pistol", "fire_axe", "baseball_bat")
DECK = sorted([*PAIRED * 3, *WEAPONS])

Position = dict[str, Any]


def random_position(rng: Random, ruleset: str, seats: int, phase: str) -> Position:
    """Return a legal position in the scenario format, crowded enough to be eventful."""
    book, names = BOOKS[ruleset], list("ABCDEF"[:seats])
    closed = [book.shut] if seats <= 4 else []
    places = _places(rng, book, closed, names, phase)
    alive = [who for group in places.values() for who in group]
    cards = list(DECK)
    rng.shuffle(cards)
    hidden = _hidden(rng, alive, cards)
    hands = {seat: [cards.pop() for _ in range(rng.randint(0, 2))] for seat in names}
    position: Position = {
        "scenario": 1,
        "ruleset": ruleset,
        "seats": names,
        "seed": rng.randint(0, 10**6),
        "phase": phase,
        "chief": rng.choice(sorted({who[0] for who in alive})),
        "closed": closed,
        "locations": {str(number): group for number, group in places.items()},
        "zombies": {str(n): rng.randint(0, 6) for n in range(1, 7) if n not in closed},
        "hands": hands,
        "hidden": hidden,
    }
    if phase == "attack":
        position["extras_placed"] = rng.random() < 0.5
    else:
        position["options"] = {
            "threat_absent": rng.random() < 0.5,
            "hidden_in_elections": rng.random() < 0.5,
        }
    return position


def _places(
    rng: Random, book: Book, closed: list[int], names: list[str], phase: str
) -> dict[int, list[str]]:
    kinds = KINDS if len(names) == 3 else KINDS[:3]
    crowd = [who for kind in kinds for who in (f"{seat}.{kind}" for seat in names)]
    rng.shuffle(crowd)
    living = crowd[: rng.randint(2, len(crowd))]
    where = [number for number in range(1, 7) if number not in closed]
    liked = rng.sample(where, 3)
    if phase in {"truck", "chief"}:
        liked += [book.parking if phase == "truck" else book.security] * 4
    places: dict[int, list[str]] = {}
    for who in living:
        number = rng.choice(liked)
        group = places.setdefault(number, [])
        if len(group) >= book.capacity.get(number, 99):
            group = places.setdefault(book.parking, [])
        group.append(who)
    return {number: group for number, group in places.items() if group}


def _hidden(rng: Random, alive: list[str], cards: list[str]) -> list[str]:
    hidden = rng.sample(alive, min(len(alive), rng.choice([0, 0, 0, 1, 2])))
    for _ in hidden:
        cards.remove("hidden")
    return hidden


def play_phase(table: engine.Table, rng: Random, phase: str) -> list[Choice]:
    """Answer at random while this phase asks, in the first round only; return what was chosen."""
    choices: list[Choice] = []
    first = [question.round for question in table.pending()]
    while table.pending():
        question = table.pending()[0]
        if (question.phase, question.round) != (phase, first[0]):
            break
        if question.kind == "distribute_truck":
            break
        ids = [option.id for option in question.options]
        took = rng.choice(ids)
        offered = Counter(ids)
        assert max(offered.values()) == 1, f"an option is offered twice: {ids}"
        choices.append(
            Choice(seat=question.seat, kind=question.kind, took=took, options=frozenset(ids))
        )
        table.answer(question.seat, took, question.id)
    return choices


def play_to_the_end(table: engine.Table, rng: Random) -> None:
    """Answer everything at random until the game is over."""
    while not table.is_over:
        question = table.pending()[0]
        table.answer(question.seat, rng.choice(question.options).id, question.id)
