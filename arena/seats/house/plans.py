"""What a house bot would do if it were asked now: where it would go, whom it would vote for."""

from collections.abc import Mapping

from arena.seats.house.draw import Draw
from arena.seats.house.moves import choose_destination
from arena.seats.house.situation import Situation
from arena.seats.house.speaking import Stage
from arena.seats.house.votes import cast_vote
from arena.seats.seat import Question, SeatOption

__all__ = ["destination", "recipient", "target", "wins_alone"]


def destination(stage: Stage) -> int | None:
    """Return where it would go; None where it can't, or has chosen."""
    position = stage.position
    if not position.own or position.view["destinations"].get(position.me) is not None:
        return None
    legal = [p for p in position.rooms if any(each.place != p for each in position.own)]
    if not legal:
        return None
    options = tuple(
        SeatOption(id=str(place), label=str(place), args={"location": place}) for place in legal
    )
    return int(choose_destination(_turn(stage, "choose_destination", options, {})))


def recipient(stage: Stage, others: list[str]) -> str:
    """Return who would be given a card: who voted for it, else who is trusted most."""
    backers = [each for each in others if each in stage.beliefs.backers]
    return stage.most_trusted(backers or others) or others[0]


def wins_alone(stage: Stage) -> bool:
    """Tell whether its own votes outweigh those of all others there."""
    weights = _weights(stage)
    return 2 * weights[stage.me] > sum(weights.values())


def target(stage: Stage, candidates: list[str], kind: str = "attack") -> str:
    """Return whom it would vote for, as far as it can be foreseen; there is a candidate."""
    weights = _weights(stage)
    options = tuple(SeatOption(id=each, label=each, args={"player": each}) for each in candidates)
    context = {"kind": kind, "candidates": candidates, "weights": weights}
    return cast_vote(_turn(stage, "cast_vote", options, context))


def _weights(stage: Stage) -> dict[str, int]:
    weights = {stage.me: 0}
    for each in stage.position.rooms[stage.turn.place or 0].people:
        if not each.hidden:
            weights[each.player] = weights.get(each.player, 0) + each.votes
    return weights


def _turn(
    stage: Stage, kind: str, options: tuple[SeatOption, ...], context: Mapping[str, object]
) -> Situation:
    turn = stage.turn
    question = Question(
        id=f"{turn.id}|{kind}",
        seat=stage.me,
        kind=kind,
        options=options,
        sealed=True,
        phase=turn.phase,
        round=turn.round,
        place=turn.place,
        context=context,
    )
    draw = Draw(stage.key, question.id)
    return Situation(question, stage.position, stage.beliefs, stage.dials, draw)
