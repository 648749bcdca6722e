"""The end of a round, of a player, and of the game (MOH-66 to MOH-69)."""

from types import MappingProxyType

from engine import events as e
from engine.game import Script
from engine.rules.board_events import RoundEnded
from engine.rules.moh.build import MohGame
from engine.rules.moh.events import EndConditionMet
from engine.rules.moh.policies import FEW, TOGETHER
from engine.rules.moh.revenge import zombies_return
from engine.rules.moh.state import MohState
from engine.rules.pieces import DEAD
from engine.rules.text import Rule

SUCCESSION_RULES = (
    Rule("MOH-67", "If the Chief is eliminated, the next living player clockwise is Chief."),
)
"""The rules of the game's end follow these."""
RULES = (
    Rule(
        "MOH-69",
        "The points of the living characters are added up and the most win; on a tie more unused "
        "cards, and if still tied, the victory is shared.",
    ),
)


def end_tested(g: MohGame, *conditions: str) -> bool:
    """Test these conditions after a death or a move (MOH-68); return True if the game is over."""
    moment, s = g.rules.policies.end, g.state
    if not (moment.at_once or moment.remembered):
        return False
    held = [reason for reason in _end_conditions_that_hold(g) if reason in conditions]
    now = [reason for reason in held if reason in moment.at_once]
    if now:
        _eliminate(g)  # nothing of the round is played any more, but who is out is out
        g.emit(_result(s, now[0]))
    elif held and moment.remembered and s.met is None:
        g.emit(EndConditionMet(reason=held[0]))
    return s.over


def end_round(g: MohGame) -> Script[None]:
    """Eliminate players, pass the badge on, end the round, and the game if it is over."""
    s = g.state
    _eliminate(g)
    heirs = s.living()
    if s.chief in s.eliminated and heirs:
        g.emit(e.BadgeTaken(player=heirs[0], elected=False, cause="succession"))
    reason = s.met or next(iter(_end_conditions_that_hold(g)), None)
    if reason is None:
        yield from zombies_return(g, round_end=True)
    g.emit(RoundEnded(round=s.round))
    if reason is not None:
        g.emit(_result(s, reason))


def _eliminate(g: MohGame) -> None:
    s = g.state
    for player in s.in_order():
        if player not in s.eliminated and not s.alive(player):
            g.emit(e.PlayerEliminated(player=player, place=_last_death(g, player)))


def _last_death(g: MohGame, player: str) -> int:
    return next(
        event.place
        for event in reversed(g.log)
        if isinstance(event, e.CharacterEaten) and event.player == player
    )


def _end_conditions_that_hold(g: MohGame) -> list[str]:
    where = [place for place in g.state.where if place != DEAD]
    held = [FEW] if len(where) <= g.rules.end_at else []
    if len(set(where)) == 1 and where[0] != g.rules.places.parking:
        held.append(TOGETHER)
    return held


def _result(s: MohState, reason: str) -> e.GameEnded:
    roster = s.roster
    scores = {
        seat: sum(roster.points[i] for i in roster.of[seat] if s.where[i] != DEAD)
        for seat in roster.seats
    }
    cards = {seat: len(s.hands[seat]) for seat in roster.seats}
    rank = {seat: (scores[seat], cards[seat]) for seat in roster.seats}
    better = {seat: sum(rank[other] > rank[seat] for other in roster.seats) for seat in rank}
    return e.GameEnded(
        reason=reason,
        scores=MappingProxyType(scores),
        cards=MappingProxyType(cards),
        placements=MappingProxyType({seat: 1 + n for seat, n in better.items()}),
    )
