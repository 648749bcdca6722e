"""Finds the promises among claims, and whether each was kept, broken, or does not count."""

from dataclasses import dataclass

from arena.claims.judgement import Judgement
from arena.claims.verdict import Verdict
from arena.lab.cached import cached_once
from arena.lab.game import Game, JudgedClaim

OUTCOMES = {Verdict.PROMISE_KEPT: True, Verdict.PROMISE_BROKEN: False}
WHY = {"moot": "no occasion", "both_failed": "both at once", "undetermined": "not known"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Promise:
    """A promise and its outcome."""

    claim: JudgedClaim
    kept: bool | None
    """None: it does not count."""
    excluded: str | None
    """The reason why it does not count."""

    @property
    def judgement(self) -> Judgement:
        """The judgement that settled it. Raises `ValueError` if there is none."""
        if self.claim.judgement is None:
            raise ValueError("nothing settled it")
        return self.claim.judgement


@cached_once
def promises(game: Game) -> tuple[Promise, ...]:
    """Return all promises of a game in the order in which they were settled.

    Of equal promises settled in the same round only the first counts.
    """
    pledged = [
        each for each in game.claims if each.made.is_pledge and not each.made.is_announcement
    ]
    never = len(game.records)
    pledged.sort(key=lambda each: never if each.judged_at is None else each.judged_at)
    found, settled = [], set[tuple[object, ...]]()
    for claim in pledged:
        why = _excluded(game, claim)
        if why is None and claim.judgement is not None:
            same = (claim.made.speaker, claim.made.said, _round(game, claim.judgement))
            why = "given twice" if same in settled else None
            settled.add(same)
        kept = None if why or claim.verdict is None else OUTCOMES[claim.verdict]
        found.append(Promise(claim=claim, kept=kept, excluded=why))
    return tuple(found)


def _excluded(game: Game, claim: JudgedClaim) -> str | None:
    judgement = claim.judgement
    if judgement is None:
        return "the game broke off"
    if claim.verdict not in OUTCOMES:
        return WHY.get(judgement.truth, "settled before")
    settled = claim.at if judgement.at is None else judgement.at
    return None if game.plays(claim.made.speaker, settled) else "a bot played for it"


def _round(game: Game, judgement: Judgement) -> int:
    return 0 if judgement.at is None else game.records[judgement.at].round
