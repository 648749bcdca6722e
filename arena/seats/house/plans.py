"""What a house bot would answer if it were asked now: its destination, its votes."""

from collections.abc import Mapping

from arena.seats.house.moves import MoveValues, choose_destination, full_chance
from arena.seats.house.situation import Draw, Situation
from arena.seats.house.speaking import TalkSituation
from arena.seats.house.votes import cast_vote
from arena.seats.seat import Question
from engine import Option
from engine.view_data import ContextData

AGAIN = frozenset({"revote", "tie"})
"""Floors after a first ballot."""


def destination(talk: TalkSituation) -> int | None:
    """Return the destination the bot would choose; None where it cannot, or has chosen."""

    def chosen() -> int | None:
        asked = whereabouts(talk)
        return int(choose_destination(asked)) if asked.question.options else None

    return talk.once("destination", chosen)


def value_of(talk: TalkSituation, goal: int) -> tuple[float, float]:
    """Return the probability that a destination is full, and its value over the parking lot."""
    asked = whereabouts(talk)
    if not asked.question.options:
        return 0.0, 0.0
    values = MoveValues(asked)
    movable = [each for each in talk.position.own if each.place != goal]
    there = max(values.after(each, goal) for each in movable)
    outside = max(values.after(each, talk.position.facts.parking) for each in movable)
    return full_chance(asked, values.outlook, goal), max(0.0, there - outside)


def whereabouts(talk: TalkSituation) -> Situation:
    """Build the question for a destination; it has no options where there is no choice."""
    position = talk.position
    chosen = position.view["destinations"].get(position.me) is not None
    legal = [p for p in position.rooms if any(each.place != p for each in position.own)]
    choices = {str(place): {"location": place} for place in legal if not chosen}
    return _as_if_asked(talk, "choose_destination", choices, {}, talk.turn.place)


def recipient(talk: TalkSituation, others: list[str]) -> str:
    """Return the player to give a card to: a backer at the truck, or else the most trusted."""
    backers = [each for each in others if each in talk.beliefs.backers]
    return talk.most_trusted(backers or others) or others[0]


def wins_alone(talk: TalkSituation, player: str) -> bool:
    """Return True if a player's votes outweigh those of all others there."""
    weights = _weights(talk, talk.turn.place or 0)
    return 2 * weights.get(player, 0) > sum(weights.values())


def target(talk: TalkSituation, candidates: list[str], kind: str = "attack") -> str:
    """Return the candidate whom the bot would vote for, by a forecast; there must be one."""
    place = talk.turn.place or 0
    again = ballot(talk, kind, place) if talk.turn.floor in AGAIN else None
    weights = again.question.context["weights"] if again else _weights(talk, place)
    asked = "cast_revote" if talk.turn.floor == "revote" else "cast_vote"
    return cast_vote(_ballot(talk, asked, kind, candidates, weights, talk.turn.place))


def ballot(talk: TalkSituation, kind: str, place: int | None) -> Situation | None:
    """Forecast the ballot of a coming vote; None where there is nothing to choose.

    Before a re-vote, or before a tie is broken, the tied players are the candidates.
    """
    where = {"truck": talk.position.facts.parking, "chief": talk.position.facts.hq}.get(kind, place)
    if where not in talk.position.rooms:
        return None
    weights = _weights(talk, where)
    candidates = [each for each in talk.position.order if weights.get(each)]
    vote = talk.position.view["vote"]
    if talk.turn.floor in AGAIN and vote and (vote["kind"], vote["place"]) == (kind, where):
        candidates = [each for each in candidates if each in talk.memory.facts.leaders]
        holder = talk.position.decider
        weights = {holder: 1} if holder else {**vote["weights"], **_absent(talk, where)}
    if len(candidates) < 2:  # noqa: PLR2004 - no ballot
        return None
    return _ballot(talk, "cast_vote", kind, candidates, weights, where)


def is_settled(talk: TalkSituation) -> bool:
    """Return True if only tied players decide a tie, each for itself, so that talk is useless.

    Where three are tied in an attack, two of them may still agree.
    """
    vote = talk.position.view["vote"]
    again = ballot(talk, vote["kind"], vote["place"]) if vote else None
    if vote is None or again is None:
        return False
    candidates, weights = again.question.context["candidates"], again.question.context["weights"]
    others = any(weight and player not in candidates for player, weight in weights.items())
    return not others and (vote["kind"] != "attack" or len(candidates) == 2)  # noqa: PLR2004


def _absent(talk: TalkSituation, place: int) -> dict[str, int]:
    """Return the votes of players who are not there: one each (MOH-21)."""
    present = {each.player for each in talk.position.rooms[place].people}
    return {each: 1 for each in talk.position.order if each not in present}


def _weights(talk: TalkSituation, place: int) -> dict[str, int]:
    weights = {talk.me: 0}
    for each in talk.position.rooms[place].people:
        if not each.hidden:
            weights[each.player] = weights.get(each.player, 0) + each.votes
    return weights


def _as_if_asked(
    talk: TalkSituation,
    kind: str,
    choices: Mapping[str, Mapping[str, str | int]],
    context: ContextData,
    place: int | None,
) -> Situation:
    """Build a decision among these options, by id, as if it were asked now."""
    question = Question(
        id=f"{talk.turn.id}|{kind}", seat=talk.me, kind=kind,
        options=tuple(Option(id=id_, label=id_, args=args) for id_, args in choices.items()),
        sealed=True, phase=talk.turn.phase, round=talk.turn.round, place=place, context=context,
    )  # fmt: skip
    draw = Draw(talk.key, question.id)
    return Situation(question, talk.position, talk.beliefs, talk.dials, draw)


def _ballot(
    talk: TalkSituation, asked: str, kind: str, candidates: list[str],
    weights: Mapping[str, int], place: int | None,
) -> Situation:  # fmt: skip
    context: ContextData = {"kind": kind, "candidates": candidates, "weights": dict(weights)}
    return _as_if_asked(
        talk, asked, {each: {"player": each} for each in candidates}, context, place
    )
