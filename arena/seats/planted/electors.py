"""A planted bot that votes for truck and Chief by the truth of candidates' reports of the dice."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

from arena.events import DiceRevealed
from arena.records.record import Shown
from arena.records.talk import Said
from arena.seats.planted.dice_tellers import Liar, is_own_roll
from arena.seats.planted.word_givers import FIRST, by_candidate
from arena.seats.seat import Question
from engine import ruleset
from engine.view_data import ViewData

LOOKS = frozenset({"use_camera", "use_walkie_talkie"})
MEMORY = 2
"""Rounds for which a report is remembered."""


@cache
def voted_at(id_: str) -> frozenset[int]:
    """Return the locations of the votes for the truck and the Chief."""
    roles = ruleset(id_).roles
    return frozenset(roles[each] for each in ("parking", "hq"))


@dataclass(eq=False)
class Elector(Liar):
    """Stands for the truck and the Chief, and votes there by what it was told of the dice.

    It reports the dice as a liar does, looks whenever it can, and goes where it can be voted for.
    Its first vote is for each candidate who told it the truth with probability q, never for one who
    lied in the round before, and else for itself, or another of whom it was told nothing. Who lied
    two rounds before it votes for with a share 1 - `left` of q: it has forgiven so much.
    """

    p: float = 0.5
    q: float = 0.3
    """At most a third: the shares of three candidates are of one coin."""
    left: float = 1
    name = "elector"
    says = (
        "stands for truck and Chief, reports the dice falsely in a share p, and votes for "
        "each candidate who told it the truth with probability q, for none who lied a round "
        "before, and with a share 1 - `left` of q for who lied two rounds before"
    )

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Look with a card, go where it has no character yet, or vote."""
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
        reports, options = _reports(heard, question.round), by_candidate(question)
        told_by = {
            name: reports[name] for name in options if name in reports.keys() - {question.seat}
        }
        up_to = 0.0  # one random draw decides among all candidates, each with its own share
        for name, (round_, true) in told_by.items():
            forgiven = 0.0 if round_ == question.round - 1 else 1 - self.left
            up_to += self.q if true else self.q * forgiven
            if self.draws.below(up_to, question.id):
                return options[name]
        left = [id_ for name, id_ in options.items() if name not in told_by]
        return self.draws.pick(left, f"{question.id} else") if left else None


def _reports(heard: Sequence[Shown], now: int) -> dict[str, tuple[int, bool]]:
    """Map speakers to the round of their last report, at most two old, and its truth."""
    dice: dict[int, list[int]] = {}
    found: dict[str, tuple[int, bool]] = {}
    for each in reversed(heard):
        round_, fact = each.round, each.data
        if round_ < now - MEMORY:
            break
        if isinstance(fact, DiceRevealed):
            dice[round_] = sorted(fact.dice)
        elif isinstance(fact, Said) and round_ in dice:
            for said in (claim.proposition for claim in fact.claims if is_own_roll(claim)):
                if not said.negated:
                    true = sorted(said.dice or ()) == dice[round_]
                    found.setdefault(str(each.actor), (round_, true))
    return found
