"""The classification of a judged claim: a lie, a bluff, a promise kept or broken, or none.

This is the one place that defines a lie. A **lie** is a false claim that the speaker's own
information had settled (basis `seen`): about dice that they had seen or that lay open, their hand,
who looked, a destination or a death that they knew of, whether they lied, what another told them.
Whoever believed another, or nobody, may be wrong and does not lie. A pledge of one's own that was
not settled when it was given is kept or broken: as an announcement, or else as a promise.

>>> from arena.claims.language import Claim
>>> from arena.claims.assertions import Assertion
>>> claim = Claim.read({"kind": "dice", "dice": [1, 1, 3, 6]})
>>> report = Assertion(message=1, turn="Anna.t1", at=0, speaker="Anna", claim=claim, to=(),
...                    hearers=None, round=1, of_dice_to_come=False)
>>> [str(verdict_on(report, "false", basis)) for basis in ("seen", "told", "neither")]
['lie', 'false_report', 'bluff']
"""

from enum import StrEnum

from arena.claims.assertions import Assertion
from arena.claims.judgement import Basis, Truth
from arena.claims.kinds import FACE_DOWN


class Verdict(StrEnum):
    """The class of a judged claim."""

    LIE = "lie"
    """False, and the speaker's own information had settled it."""
    BLUFF = "bluff"
    """About what lies face down, put as sure, true or not, with nothing seen and nobody having said
    so. Of dice to come nobody can bluff."""
    FALSE_REPORT = "false_report"
    """About what lies face down, false, and passed on from another player."""
    PROMISE_KEPT = "promise_kept"
    PROMISE_BROKEN = "promise_broken"
    ANNOUNCEMENT_KEPT = "announcement_kept"
    ANNOUNCEMENT_BROKEN = "announcement_broken"
    TAKEN_BACK = "taken_back"
    """An announcement that its speaker replaced before all who had heard it, so nothing binds."""
    BOTH_FAILED = "both_failed"
    """A pledge in return for another's, where neither did their part, under one seal: neither kept
    nor broken."""
    NOTHING = "nothing"
    """Moot, undetermined, an honest report, a forecast, a guess or an error."""

    @property
    def is_deceitful(self) -> bool:
        """Whether it counts as `lied` in the claim of that kind."""
        return self in _DECEITFUL

    @property
    def is_broken(self) -> bool:
        """Whether it was a pledge that its speaker did not keep."""
        return self in _BROKEN


_BROKEN = frozenset({Verdict.PROMISE_BROKEN, Verdict.ANNOUNCEMENT_BROKEN})
_DECEITFUL = frozenset({Verdict.LIE, *_BROKEN})


def verdict_on(assertion: Assertion, truth: Truth, basis: Basis) -> Verdict:
    """Return the class of a claim from its truth and from what its speaker could know."""
    if truth == "both_failed":
        return Verdict.BOTH_FAILED
    if truth not in {"true", "false"}:
        return Verdict.NOTHING
    if basis == "seen":
        return Verdict.LIE if truth == "false" else Verdict.NOTHING
    if assertion.is_pledge:
        return _of_a_pledge(assertion, kept=truth == "true")
    if assertion.said.kind not in FACE_DOWN:
        return Verdict.NOTHING
    if basis == "told":
        return Verdict.FALSE_REPORT if truth == "false" else Verdict.NOTHING
    bluffs = assertion.claim.confidence == "sure" and not assertion.of_dice_to_come
    return Verdict.BLUFF if bluffs else Verdict.NOTHING


def _of_a_pledge(assertion: Assertion, *, kept: bool) -> Verdict:
    if not assertion.is_announcement:
        return Verdict.PROMISE_KEPT if kept else Verdict.PROMISE_BROKEN
    if assertion.taken_back:
        return Verdict.TAKEN_BACK
    return Verdict.ANNOUNCEMENT_KEPT if kept else Verdict.ANNOUNCEMENT_BROKEN
