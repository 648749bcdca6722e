"""Bots of planted conduct at votes for the truck and the Chief, after reports of the dice."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

from arena.records import Record
from arena.seats.planted.dice_tellers import Liar
from arena.seats.planted.plant import Plant, share
from arena.seats.planted.word_givers import FIRST
from arena.seats.seat import Question
from engine import ruleset

__all__ = ["PLANTS", "voted_at"]

LOOKS = frozenset({"use_camera", "use_walkie_talkie"})
NOT_FLAT = frozenset({"negated", "condition", "said_by"})
"""Fields of a claim that is no report in its speaker's own name."""
MEMORY = 2
"""For how many rounds a report is remembered."""


@cache
def voted_at(id_: str) -> frozenset[int]:
    """Return where the truck and the Chief are voted for."""
    roles = ruleset(id_).roles
    return frozenset(roles[each] for each in ("parking", "hq"))


class Elector(Liar):
    """Stands for the truck and the Chief, and votes there by what it was told of the dice.

    It reports the dice as a liar does, looks whenever it can, and goes where it can be voted for.
    Its first vote is for each candidate who told it the truth with probability q, never for one who
    lied, and else for itself, or another of whom it was told nothing.
    """

    def __init__(self, seed: str, p: float, q: float) -> None:
        """`p` is the share of its reports that are false; `q` at most a third."""
        super().__init__(seed, p)
        self.q = q

    def choose(
        self, question: Question, view: Mapping[str, Any], heard: Sequence[Record]
    ) -> str | None:
        """Look with a card, go where it has nobody yet, or vote."""
        vote = view["vote"]
        if question.kind in LOOKS:
            return next(each.id for each in question.options if each.args)
        if question.kind == "choose_destination":
            return self._goes(question, view)
        if question.kind in FIRST and vote is not None and vote["kind"] != "attack":
            return self._votes(question, heard)
        return super().choose(question, view, heard)

    def _goes(self, question: Question, view: Mapping[str, Any]) -> str | None:
        there = {
            each["number"]
            for each in view["places"]
            for one in each["characters"]
            if one["player"] == question.seat
        }
        wanted = voted_at(view["ruleset"]) - there
        options = [each.id for each in question.options if each.args["location"] in wanted]
        return self.draws.pick(options, question.id) if options else None

    def _votes(self, question: Question, heard: Sequence[Record]) -> str | None:
        told = _told(heard, question.round)
        by_name = {str(each.args["player"]): each.id for each in question.options}
        others = [name for name in by_name if name != question.seat]
        true = [name for name in others if told.get(name)]
        for at, name in enumerate(true, start=1):
            if self.draws.below(self.q * at, question.id):  # one coin: each has a share q of it
                return by_name[name]
        left = [id_ for name, id_ in by_name.items() if name not in others or name not in told]
        return self.draws.pick(left, f"{question.id} else") if left else None


def _told(heard: Sequence[Record], now: int) -> dict[str, bool]:
    """Return who has told the dice of one of the two rounds before, last, and whether truly."""
    dice: dict[int, list[int]] = {}
    found: dict[str, tuple[int, bool]] = {}
    for each in reversed(heard):
        round_ = each["round"]
        if round_ < now - MEMORY:
            break
        if each["type"] == "dice_revealed":
            dice[round_] = sorted(each["data"]["dice"])
        elif each["type"] == "said" and round_ in dice:
            for claim in each["data"]["claims"]:
                if claim["kind"] == "dice" and not NOT_FLAT & claim.keys():
                    true = sorted(claim["dice"]) == dice[round_]
                    found.setdefault(str(each["actor"]), (round_, true))
    return {name: true for name, (_, true) in found.items()}


PLANTS = (
    Plant(
        name="elector",
        says=(
            "stands for truck and Chief, reports the dice falsely in a share p, and votes for "
            "each candidate who told it the truth with probability q, for none who lied"
        ),
        parameters=(share("p", 0.5), share("q", 0.3)),
        make=lambda seed, _, p, q: Elector(seed, p, q),
    ),
)
