"""The end of a round, of a player, and of the game (MOH-66 to MOH-69)."""

from types import MappingProxyType

from engine import events as e
from engine.rules.board_events import RoundEnded
from engine.rules.moh.build import MohGame
from engine.rules.moh.state import MohState
from engine.rules.pieces import DEAD
from engine.rules.text import Rule

__all__ = ["RULES", "end_round"]

RULES = (
    Rule(
        "MOH-66",
        "A player with no characters left is eliminated: no card play and no moves any more, but "
        "one vote in every re-vote.",
    ),
    Rule("MOH-67", "If the Chief is eliminated, the next living player clockwise is Chief."),
    Rule(
        "MOH-68",
        "The game ends at the end of a round in which all living characters are in one location "
        "other than {parking}, or at most {end_at} live.",
    ),
    Rule(
        "MOH-69",
        "The points of the living characters are added up; the most win, on a tie the player with "
        "more unused cards, else all of them.",
    ),
)


def end_round(g: MohGame) -> None:
    """Eliminate, pass the badge on, end the round, and the game if it is over."""
    s = g.state
    for player in s.in_order():
        if player not in s.eliminated and not s.alive(player):
            g.emit(e.PlayerEliminated(player=player, place=_last_death(g, player)))
    heirs = s.living()
    if s.chief in s.eliminated and heirs:
        g.emit(e.BadgeTaken(player=heirs[0], elected=False, cause="succession"))
    g.emit(RoundEnded(round=s.round))
    reason = _over(g)
    if reason is not None:
        g.emit(_result(s, reason))


def _last_death(g: MohGame, player: str) -> int:
    return next(
        event.place
        for event in reversed(g.log)
        if isinstance(event, e.CharacterEaten) and event.player == player
    )


def _over(g: MohGame) -> str | None:
    where = [place for place in g.state.where if place != DEAD]
    if len(where) <= g.rules.end_at:
        return "few_left"
    together = len(set(where)) == 1 and where[0] != g.rules.places.parking
    return "together" if together else None


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
