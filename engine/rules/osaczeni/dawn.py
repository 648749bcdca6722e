"""Phase 7: areas that are surrounded close, and the game may be over (OSA-53 to OSA-56)."""

from types import MappingProxyType

from engine import events as e
from engine.game import Script
from engine.rules.board_events import RoundEnded
from engine.rules.osaczeni.build import OsaczeniGame
from engine.rules.osaczeni.epilogues import Ending, epilogue
from engine.rules.osaczeni.events import EpilogueReached, HandsRevealed
from engine.rules.osaczeni.tables import BUILT, NOTCHES, PARKING
from engine.rules.pieces import DEAD
from engine.rules.text import Rule

RULES = (
    Rule(
        "OSA-53",
        f"Areas 1 to 5 with {NOTCHES} monsters close for good, occupied or not. "
        "Their characters go to area {parking}, their monsters to the pool.",
    ),
    Rule("OSA-54", "If at most {end_at} characters live, the game is over."),
    Rule(
        "OSA-55",
        "The points of the living characters are added up, and 1 for Truck keys of a player with "
        "a survivor. The most win; equal players share.",
    ),
    Rule(
        "OSA-56",
        "Hands are shown, and the first epilogue whose condition holds and that is not unlocked "
        "yet is reached.",
    ),
)
KEYS = "truck_keys"


def dawn(g: OsaczeniGame) -> Script[None]:
    """Close areas, end the round, and the game if it is over."""
    s = g.state
    for area in BUILT:
        if s.zombies[area] >= NOTCHES:
            _close(g, area)
    g.emit(RoundEnded(round=s.round))
    if sum(place != DEAD for place in s.where) <= g.rules.end_at:
        _end(g)
    yield from ()


def _close(g: OsaczeniGame, area: int) -> None:
    s = g.state
    g.emit(e.PlaceClosed(place=area))
    for i in s.there[area]:
        player, character = s.roster.names[i]
        g.emit(
            e.CharacterMoved(
                player=player, character=character, origin=area, place=PARKING, cause="evacuated"
            )
        )


def _end(g: OsaczeniGame) -> None:
    s, roster = g.state, g.state.roster
    scores = {seat: _points(g, seat) for seat in roster.seats}
    better = {seat: sum(other > scores[seat] for other in scores.values()) for seat in scores}
    winners = tuple(seat for seat in roster.seats if not better[seat])
    g.emit(HandsRevealed(hands=MappingProxyType(dict(s.hands))))
    ending = Ending(
        where=tuple(zip(roster.names, s.where, strict=True)),
        hands=s.hands,
        closed=len(s.closed),
        deck=len(s.deck),
        winners=winners,
    )
    reached = epilogue(ending, g.rules.unlocked)
    if reached is not None:
        g.emit(EpilogueReached(number=reached.number, row=reached.row))
    g.emit(
        e.GameEnded(
            reason="few_left",
            scores=MappingProxyType(scores),
            cards=MappingProxyType({seat: len(s.hands[seat]) for seat in roster.seats}),
            placements=MappingProxyType({seat: 1 + n for seat, n in better.items()}),
        )
    )


def _points(g: OsaczeniGame, seat: str) -> int:
    s, roster = g.state, g.state.roster
    points = sum(roster.points[i] for i in roster.of[seat] if s.where[i] != DEAD)
    return points + (s.hands[seat].count(KEYS) if s.alive(seat) else 0)
