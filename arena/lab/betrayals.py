"""Betrayals with their stakes: what came before them, and what each party lost by the attack."""

from collections.abc import Iterator

from arena.lab.game import Game
from arena.lab.measure import Opportunity
from arena.lab.measures.betraying import WINDOW, acts, betrayals
from arena.lab.promises import promises
from arena.lab.rows import Stakes

__all__ = ["stakes"]


def stakes(game: Game) -> Iterator[Stakes]:
    """Yield a row of `betrayals` for each that the measure `betrayal` counts."""
    kind = [(each.round, each.actor, each.towards) for each in acts(game) if not each.hostile]
    for each in betrayals(game, WINDOW):
        if not each.outcome:
            continue
        (other,) = each.others
        before = range(each.round - WINDOW, each.round)
        lost = _lost(game, each.at)
        yield {
            "at": each.at, "round": each.round, "actor": each.actor, "betrayed": other,
            "given": sum(kind.count((round_, each.actor, other)) for round_ in before),
            "received": sum(kind.count((round_, other, each.actor)) for round_ in before),
            "left": int(each.group.partition(" ")[0]),
            "other_lost": lost.get(other, 0), "actor_lost": lost.get(each.actor, 0),
            "word_broken": _broke_its_word(game, each, other),
        }  # fmt: skip


def _lost(game: Game, ballot: int) -> dict[str, int]:
    """Return the points that were lost by an attack, by seat."""
    lost = (
        game.loss_of(vote) for vote in game.votes if any(each.at == ballot for each in vote.ballots)
    )
    return {each.owner: each.points for each in lost if each is not None}


def _broke_its_word(game: Game, betrayal: Opportunity, other: str) -> bool:
    """Tell whether the betrayer broke its word to the other in the round."""
    actor, now = betrayal.actor, betrayal.round
    promised = any(
        each.kept is False
        and each.claim.made.speaker == actor
        and other in each.claim.made.to
        and each.judgement.at is not None
        and game.records[each.judgement.at].round == now
        for each in promises(game)
    )
    sides = (each.sides.get(actor) for each in game.offers if other in {each.offerer, each.to})
    return promised or any(
        side is not None and side.other == other and side.outcome == "broken" and side.round == now
        for side in sides
    )
