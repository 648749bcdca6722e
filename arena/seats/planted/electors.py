"""Bots of planted conduct at votes for the truck and the Chief, after reports of the dice."""

from collections.abc import Sequence
from functools import cache

from arena.claims.language import Claim
from arena.events import DiceRevealed
from arena.records.record import Shown
from arena.records.talk import Said
from arena.seats.planted.dice_tellers import Liar
from arena.seats.planted.plant import Plant, share
from arena.seats.planted.word_givers import FIRST
from arena.seats.seat import Question
from engine import ruleset
from engine.view_data import ViewData

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
    lied in the round before, and else for itself, or another of whom it was told nothing. Who lied
    two rounds before it votes for with a share 1 - `left` of q: it has forgiven so much.
    """

    def __init__(self, seed: str, p: float, q: float, left: float = 1.0) -> None:
        """`p` is the share of its reports that are false; `q` at most a third."""
        super().__init__(seed, p)
        self.q, self.left = q, left

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Look with a card, go where it has nobody yet, or vote."""
        vote = view["vote"]
        if question.kind in LOOKS:
            return next(each.id for each in question.options if each.args)
        if question.kind == "choose_destination":
            return self._goes(question, view)
        if question.kind in FIRST and vote is not None and vote["kind"] != "attack":
            return self._votes(question, heard)
        return super().choose(question, view, heard)

    def _goes(self, question: Question, view: ViewData) -> str | None:
        there = {
            each["number"]
            for each in view["places"]
            for one in each["characters"]
            if one["player"] == question.seat
        }
        wanted = voted_at(view["ruleset"]) - there
        options = [each.id for each in question.options if each.args["location"] in wanted]
        return self.draws.pick(options, question.id) if options else None

    def _votes(self, question: Question, heard: Sequence[Shown]) -> str | None:
        told = _told(heard, question.round)
        by_name = {str(each.args["player"]): each.id for each in question.options}
        others = [name for name in by_name if name != question.seat]
        up_to = 0.0  # of one coin, of which each has a share
        for name in (each for each in others if each in told):
            up_to += self._share(told[name], question.round)
            if self.draws.below(up_to, question.id):
                return by_name[name]
        left = [id_ for name, id_ in by_name.items() if name not in others or name not in told]
        return self.draws.pick(left, f"{question.id} else") if left else None

    def _share(self, told: tuple[int, bool], now: int) -> float:
        """Return with what probability it votes for who told it this."""
        round_, true = told
        forgiven = 0.0 if round_ == now - 1 else 1 - self.left
        return self.q if true else self.q * forgiven


def _told(heard: Sequence[Shown], now: int) -> dict[str, tuple[int, bool]]:
    """Return who has told the dice in the two rounds before: last in which, and whether truly."""
    dice: dict[int, list[int]] = {}
    found: dict[str, tuple[int, bool]] = {}
    for each in reversed(heard):
        round_, fact = each.round, each.data
        if round_ < now - MEMORY:
            break
        if isinstance(fact, DiceRevealed):
            dice[round_] = sorted(fact.dice)
        elif isinstance(fact, Said) and round_ in dice:
            for claim in filter(_is_flat, fact.claims):
                true = sorted(claim.proposition.dice or ()) == dice[round_]
                found.setdefault(str(each.actor), (round_, true))
    return found


def _is_flat(claim: Claim) -> bool:
    """Tell whether a claim says what all dice are: in one's own name, on no condition."""
    own = claim.said_by is None and claim.condition is None
    return own and claim.proposition.kind == "dice" and not claim.proposition.negated


PLANTS = (
    Plant(
        name="elector",
        says=(
            "stands for truck and Chief, reports the dice falsely in a share p, and votes for "
            "each candidate who told it the truth with probability q, for none who lied a round "
            "before, and with a share 1 - `left` of q for who lied two rounds before"
        ),
        parameters=(share("p", 0.5), share("q", 0.3), share("left", 1)),
        make=lambda seed, _, p, q, left: Elector(seed, p, q, left),
    ),
)
