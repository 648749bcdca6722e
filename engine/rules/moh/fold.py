"""The effects of events in Mall of Horror, where they do more than on any board."""

from collections.abc import Mapping

from engine import events as e
from engine.rules import board_events as b
from engine.rules.board_folds import BOARD_FOLDS, attack_over, round_over
from engine.rules.moh import events as m
from engine.rules.moh.state import MohState
from engine.rules.pieces import DEAD
from engine.state import Fold, fold


def _position(s: MohState, event: m.PositionSet) -> None:
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
    s.revenge = event.revenge
    s.graves = dict(event.last_deaths)
    s.eliminated = tuple(player for player in s.roster.seats if not s.alive(player))
    s.extras_placed, s.played, s.boxed = event.extras_placed, event.played, event.boxed


def _add_eliminated(s: MohState, event: e.PlayerEliminated) -> None:
    s.eliminated += (event.player,)
    s.fallen += (event.player,)
    s.graves[event.player] = event.place


def _threat(s: MohState, event: m.ThreatMade) -> None:
    s.added_votes[event.player] = s.added_votes.get(event.player, 0) + 1


def _zombies_came(s: MohState, event: b.ZombiesCame) -> None:
    for place in event.places:
        s.zombies[place] += 1
    if event.cause in {"crowd", "noise"}:
        s.extras_placed = True


def _set_end_condition(s: MohState, event: m.EndConditionMet) -> None:
    s.met = event.reason


def _add_barricade(s: MohState, event: m.DoorsBarricaded) -> None:
    s.barricades += 1
    s.strengths[event.place] += 1


def _attack_over(s: MohState, event: b.AttackEnded) -> None:
    # MOH-55: who is hidden stays so, for the votes on the parking lot that are still to come.
    attack_over(s, event)
    s.strengths[event.place] -= s.barricades  # MOH-63: Hardware holds in this attack
    s.barricades = 0


def _round_over(s: MohState, event: b.RoundEnded) -> None:
    round_over(s, event)
    s.revenge, s.fallen = s.fallen, ()
    s.extras_placed = False


FOLDS: Mapping[type[e.Event], Fold[MohState]] = dict(
    (
        *BOARD_FOLDS.items(),
        fold(m.PositionSet, _position),
        fold(e.PlayerEliminated, _add_eliminated),
        fold(b.ZombiesCame, _zombies_came),
        fold(b.AttackEnded, _attack_over),
        fold(b.RoundEnded, _round_over),
        fold(m.ThreatMade, _threat),
        fold(m.DoorsBarricaded, _add_barricade),
        fold(m.EndConditionMet, _set_end_condition),
    )
)
