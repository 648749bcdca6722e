"""The view of one seat: the one place that decides what a seat can see."""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from engine.rules.board import Board
from engine.view_data import CharacterData, PlaceData, ViewData, VoteData

Row = tuple[int, str, int | None, bool]
"""A location's constant part in a view: number, name, capacity (None: any number), and whether it
has walls, so that strength counts there."""


def view(
    ruleset: str,
    places: list[PlaceData],
    order: Mapping[str, int],
    s: Board,
    seat: str | None,
    weights: Callable[[Board, int], Mapping[str, int]],
) -> ViewData:
    """Return the view of `seat`, None: of the public; new plain data that the caller owns.

    `places` are what `locations` returns, `order` is the fixed order of cards in a hand, and
    `weights` returns each player's votes at a location where no ballot is open yet.
    """
    roster = s.roster
    dice = s.dice if s.dice_open or seat in s.dice_seen_by else None
    searcher, seen = s.truck if s.truck is not None else (None, ())
    return {
        "seat": seat,
        "ruleset": ruleset,
        "round": s.round,
        "phase": s.phase,
        "seats": list(roster.seats),
        "chief": s.chief,
        "chief_elected": s.elected,
        "victim_token": None,
        "hand": [] if seat is None else sorted(s.hands[seat], key=order.__getitem__),
        "hand_sizes": {player: len(hand) for player, hand in s.hands.items()},
        "deck_size": len(s.deck),
        "played": list(s.played),
        "truck": list(seen) if seat is not None and seat == searcher else None,
        "dice": None if dice is None else list(dice),
        "dice_seen_by": list(s.dice_seen_by),
        "destinations": _destinations(s, seat),
        "places": places,
        "attack": None
        if s.attack is None
        else {
            "place": s.attack,
            "strength": s.strength(s.attack),
            "zombies": s.zombies[s.attack],
        },
        "vote": _vote(s, weights),
        "revenge": [],
        "cold_room": None,
        "boxed": None,
        "eliminated": list(s.eliminated),
        "votes_here": None,
        "dice_count": 0,
        "ties_hold": False,
    }


def _destinations(s: Board, seat: str | None) -> dict[str, int | None]:
    chosen = s.destinations
    shown: dict[str, int | None] = dict.fromkeys(s.roster.seats)
    if s.destinations_open:
        shown |= chosen
    else:
        for player in (seat, s.announced):
            if player in chosen:
                shown[player] = chosen[player]
    return shown


class Standing(NamedTuple):
    """All inputs of the locations of a view: if it is equal, they are."""

    there: tuple[tuple[int, ...], ...]
    hidden: frozenset[int]
    closed: frozenset[int]
    zombies: tuple[int, ...]
    strengths: tuple[int, ...]


def standing(s: Board) -> Standing:
    """Return a key that differs where the locations of two states differ."""
    there, zombies, strengths = tuple(s.there), tuple(s.zombies), tuple(s.strengths)
    return Standing(there, s.hidden, s.closed, zombies, strengths)


def locations(rows: Sequence[Row], s: Board) -> list[PlaceData]:
    """Return the locations as everybody sees them; `rows` are those of the ruleset."""
    closed, zombies, there, strengths = s.closed, s.zombies, s.there, s.strengths
    shown = s.roster.shown
    if s.hidden:
        hiding: list[CharacterData] = [
            {**each, "hidden": i in s.hidden} for i, each in enumerate(shown)
        ]
        shown = tuple(hiding)
    return [
        {
            "number": number,
            "name": name,
            "capacity": capacity,
            "closed": number in closed,
            "zombies": zombies[number],
            "strength": strengths[number] if walls else None,
            "characters": [shown[i].copy() for i in there[number]],
        }
        for number, name, capacity, walls in rows
    ]


def _vote(s: Board, weights: Callable[[Board, int], Mapping[str, int]]) -> VoteData | None:
    vote = s.vote
    if vote is None:
        return None
    votes = weights(s, vote.place) if vote.weights is None else vote.weights
    candidates = list(s.votes(vote.place)) if vote.candidates is None else list(vote.candidates)
    return {
        "kind": vote.kind,
        "place": vote.place,
        "candidates": candidates,
        "weights": dict(votes),
        "ballots": None if vote.ballots is None else dict(vote.ballots),
    }
