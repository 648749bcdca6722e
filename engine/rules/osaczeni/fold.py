"""The effects of events in Osaczeni, where they do more than on any board."""

from collections.abc import Mapping

from engine import events as e
from engine.rules import board_events as b
from engine.rules.board_folds import BOARD_FOLDS, leave_truck
from engine.rules.osaczeni import events as o
from engine.rules.osaczeni.state import OsaczeniState
from engine.rules.pieces import DEAD
from engine.state import Fold, fold


def _set_mall(s: OsaczeniState, event: o.MallSet) -> None:
    index = s.roster.index
    for i in index.values():
        s.move_to(i, DEAD)
    for player, character, place in event.characters:
        s.move_to(index[player, character], place)
    s.hidden = frozenset(index[pair] for pair in event.hidden)
    for place, count in event.zombies:
        s.zombies[place] = count
    s.closed = frozenset(event.closed)
    s.chief, s.elected = event.chief, event.chief_elected
    s.victim_token, s.cold_room = event.victim_token, event.cold_room
    s.eliminated = tuple(player for player in s.roster.seats if not s.alive(player))
    s.played, s.boxed = event.played, event.boxed


def _token(s: OsaczeniState, event: o.VictimTokenTaken) -> None:
    s.victim_token = event.player


def _bury_character(s: OsaczeniState, event: e.CharacterEaten) -> None:
    s.move_to(s.roster.index[event.player, event.character], DEAD)
    s.cold_room += 1


def _box_card(s: OsaczeniState, event: o.CardBoxed) -> None:
    leave_truck(s, event.card)
    s.boxed += 1


def _gun(s: OsaczeniState, event: o.GunDrawn) -> None:
    s.added_votes[event.player] = s.added_votes.get(event.player, 0) + 1


def _guns_lowered(s: OsaczeniState, _: o.GunsLowered) -> None:
    s.added_votes = {}


def _vote_over(s: OsaczeniState, event: e.PlayerChosen) -> None:
    s.vote = None
    if event.kind != "attack":  # OSA-49: in an attack on the parking lot they last
        s.added_votes = {}


def _attack_over(s: OsaczeniState, _: b.AttackEnded) -> None:
    s.attack, s.vote = None, None


def _turned_back(s: OsaczeniState, _: o.CharactersTurnedBack) -> None:
    s.hidden = frozenset()


def _lure_zombie(s: OsaczeniState, event: o.ZombieLured) -> None:
    s.zombies[event.origin] -= 1
    s.zombies[event.place] += 1


def _epilogue(s: OsaczeniState, event: o.EpilogueReached) -> None:
    s.epilogue = event.number


FOLDS: Mapping[type[e.Event], Fold[OsaczeniState]] = dict(
    (
        *BOARD_FOLDS.items(),
        fold(o.MallSet, _set_mall),
        fold(o.VictimTokenTaken, _token),
        fold(e.CharacterEaten, _bury_character),
        fold(o.CardBoxed, _box_card),
        fold(o.GunDrawn, _gun),
        fold(o.GunsLowered, _guns_lowered),
        fold(e.PlayerChosen, _vote_over),
        fold(b.AttackEnded, _attack_over),
        fold(o.CharactersTurnedBack, _turned_back),
        fold(o.ZombieLured, _lure_zombie),
        fold(o.EpilogueReached, _epilogue),
    )
)
