"""Drawing boards and driving tables in rule tests, through the public face alone.

>>> table = draw("chief", {5: "A.pin_up B.gunman", 4: "C.pin_up D.pin_up"}, hands={"A": ["threat"]})
>>> asked(table)
[('A', 'play_vote_card')]
>>> answer(table, "A", "threat", "pass")  # a card-holder is asked until he passes
>>> vote(table, A="A", B="B")
"""

from collections.abc import Iterable, Mapping

import engine

LIMIT = 2000
"""Answers after which a drive has lost its way: no test needs as many."""


def board(
    phase: str,
    locations: Mapping[int, str] | None = None,
    *,
    seats: int | Iterable[str] = 4,
    ruleset: str = "moh",
    **keys: object,
) -> dict[str, object]:
    """Return a scenario mapping; `locations` holds characters separated by spaces.

    `seats=4` are A B C D and A is Chief unless `chief` says otherwise; `zombies` and `monsters`
    may have numbers as keys. Characters that are not listed are dead.
    """
    names = list("ABCDEF"[:seats]) if isinstance(seats, int) else list(seats)
    drawn = {"scenario": 1, "ruleset": ruleset, "seats": names, "phase": phase, **keys}
    if locations is not None:
        drawn["locations"] = {str(place): names.split() for place, names in locations.items()}
    for key in ("zombies", "monsters"):
        there = drawn.get(key)
        if isinstance(there, Mapping):
            drawn[key] = {str(place): count for place, count in there.items()}
    return drawn


def draw(
    phase: str,
    locations: Mapping[int, str] | None = None,
    *,
    seats: int | Iterable[str] = 4,
    ruleset: str = "moh",
    floors: bool = False,
    **keys: object,
) -> engine.Table:
    """Return a table that begins in this position; the arguments are those of `board`."""
    mapping = board(phase, locations, seats=seats, ruleset=ruleset, **keys)
    return engine.load_scenario(mapping, floors=floors)


def asked(table: engine.Table) -> list[tuple[str, str]]:
    """Return (seat, kind) of every open question, in the table's order."""
    return [(question.seat, question.kind) for question in table.pending()]


def options(table: engine.Table, seat: str) -> list[str]:
    """Return the option ids of this seat's open question."""
    for question in table.pending():
        if question.seat == seat:
            return [option.id for option in question.options]
    raise AssertionError(f"{seat} is not asked; open: {asked(table)}")


def answer(table: engine.Table, seat: str, *option_ids: str) -> None:
    """Answer this seat's open question; further ids answer its next ones."""
    for option_id in option_ids:
        table.answer(seat, option_id)


def vote(table: engine.Table, **ballots: str) -> None:
    """Cast the ballots of the voters who are asked now: exactly these must be asked."""
    assert {question.kind for question in table.pending()} <= {
        "cast_vote", "cast_revote", "point_at",
    }  # fmt: skip
    assert {question.seat for question in table.pending()} == set(ballots), asked(table)
    for voter, candidate in ballots.items():
        table.answer(voter, candidate)


def close_floors(table: engine.Table) -> list[str]:
    """Close floors until something is asked; return their kinds."""
    kinds: list[str] = []
    while table.floor is not None:
        kinds.append(table.floor.kind)
        table.close_floor()
    return kinds


def _step(table: engine.Table) -> None:
    if table.floor is not None:
        table.close_floor()
        return
    question = table.pending()[0]
    ids = [option.id for option in question.options]
    table.answer(question.seat, "pass" if "pass" in ids else ids[0])


def until(table: engine.Table, kind: str) -> list[str]:
    """Drive to the first question of this kind; return the seats that are asked it.

    On the way everybody passes where passing is possible and else takes the first option; floors
    are closed.
    """
    for _ in range(LIMIT):
        assert not table.is_over, f"the game ended before {kind} was asked"
        if table.floor is None and table.pending()[0].kind == kind:
            return [question.seat for question in table.pending()]
        _step(table)
    raise AssertionError(f"{kind} was not asked within {LIMIT} answers")


def run_to(table: engine.Table, phase: str | None = None) -> None:
    """Drive as `until` does, to the first stop in a later `phase`; None: of another phase.

    The end of the game is a stop as well.
    """
    began = len(events(table, "phase_began"))
    for _ in range(LIMIT):
        later = [event.data()["phase"] for event in events(table, "phase_began")[began:]]
        if table.is_over or (later and phase in (None, *later)):
            return
        _step(table)
    raise AssertionError(f"phase {phase} did not come within {LIMIT} answers")


def events(table: engine.Table, kind: str) -> list[engine.Event]:
    """Return all events of this type, for example `votes_revealed`, oldest first."""
    return [event for event in table.events if event.type == kind]


def zombies(table: engine.Table) -> dict[int, int]:
    """Return the zombies by location, those without any left out."""
    places = table.view(None).places
    return {place.number: place.zombies for place in places if place.zombies}


def where(table: engine.Table, name: str) -> int | None:
    """Return where `A.pin_up` stands; None where it is dead or not placed."""
    player, _, character = name.partition(".")
    for place in table.view(None).places:
        if any((c.player, c.character) == (player, character) for c in place.characters):
            return place.number
    return None
