"""What a house bot would do if it were asked now: where it would go, whom it would vote for."""

from collections.abc import Mapping

from arena.seats.house.draw import Draw
from arena.seats.house.moves import choose_destination
from arena.seats.house.speaking import Stage
from arena.seats.house.turn import Turn
from arena.seats.house.votes import cast_vote
from arena.seats.seat import Question, SeatOption

__all__ = ["destination", "target"]


def destination(stage: Stage) -> int | None:
    """Return where it would go; None where it can't, or has chosen."""
    board = stage.board
    if not board.own or board.view["destinations"].get(board.me) is not None:
        return None
    legal = [p for p in board.rooms if any(each.place != p for each in board.own)]
    if not legal:
        return None
    options = tuple(
        SeatOption(id=str(place), label=str(place), args={"location": place}) for place in legal
    )
    return int(choose_destination(_turn(stage, "choose_destination", options, {})))


def target(stage: Stage, candidates: list[str], kind: str = "attack") -> str:
    """Return whom it would vote for, as far as it can be foreseen; there is a candidate."""
    place = stage.window.place or 0
    weights: dict[str, int] = {}
    for each in stage.board.rooms[place].people:
        if not each.hidden:
            weights[each.player] = weights.get(each.player, 0) + each.votes
    weights.setdefault(stage.me, 0)
    options = tuple(SeatOption(id=each, label=each, args={"player": each}) for each in candidates)
    context = {"kind": kind, "candidates": candidates, "weights": weights}
    return cast_vote(_turn(stage, "cast_vote", options, context))


def _turn(
    stage: Stage, kind: str, options: tuple[SeatOption, ...], context: Mapping[str, object]
) -> Turn:
    window = stage.window
    question = Question(
        id=f"{window.id}|{kind}",
        seat=stage.me,
        kind=kind,
        options=options,
        sealed=True,
        phase=window.phase,
        round=window.round,
        place=window.place,
        context=context,
    )
    draw = Draw(stage.key, question.id)
    return Turn(question, stage.board, stage.beliefs, stage.dials, draw)
