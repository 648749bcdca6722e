"""The private intents of a seat, and the records of how they turned out.

>>> from arena.claims.language import Proposition
>>> Intent(act="do", said=Proposition(kind="go", location=4)).data()
{'act': 'do', 'said': {'kind': 'go', 'location': 4}}
"""

from collections.abc import Mapping
from typing import ClassVar, Literal, get_args

from arena.claims.derived import DerivedRecord
from arena.claims.judgement import Truth
from arena.claims.kinds import DICE, PLEDGES
from arena.claims.language import Claim, Proposition
from arena.claims.vocabulary import Vocabulary
from arena.errors import ClaimError
from engine.fact import fact

Act = Literal["do", "report"]
Outcome = Literal["done", "not_done", "no_occasion"]
OUTCOMES: Mapping[Truth, Outcome] = {"true": "done", "false": "not_done"}
_ACTS: tuple[str, ...] = get_args(Act)


@fact
class Intent:
    """One thing that a seat means to do."""

    act: Act
    """`do`: what is said is what it will do; `report`: it will claim so of this round's dice."""
    said: Proposition
    """A pledge of its own, or dice; a null player is the seat itself."""

    def data(self) -> dict[str, object]:
        """Return JSON data."""
        return {"act": self.act, "said": self.said.data()}

    @classmethod
    def read(cls, given: Mapping[str, object]) -> "Intent":
        """Return the intent that `data` wrote. Raises `ClaimError`."""
        match given:
            case {"act": "do" | "report" as act, "said": dict(said)} if len(given) == 2:  # noqa: PLR2004 - those two
                return cls(act=act, said=Proposition.read(said))
            case _:
                raise ClaimError(f"an intent is {given!r:.200}. Possible: act and said.")


def intent_problem(intent: Intent, seat: str, vocabulary: Vocabulary) -> str | None:
    """Return why a seat can't intend this here, in one sentence; None where it can."""
    said = intent.said
    if intent.act == "report":
        fits, need = said.kind in DICE, "dice or numbers of them"
    else:
        fits = said.kind in PLEDGES and said.player in {None, seat}
        need = "what you can promise to do yourself"
    if not fits:
        return (
            f"Your plan has {said.kind} of {said.player or seat} to {intent.act}. Possible: {need}."
        )
    return vocabulary.check(Claim(proposition=said), seat)


@fact
class PlanJudged(DerivedRecord):
    """What became of one intent of a plan; nobody at the table perceives it."""

    type: ClassVar[str] = "plan_judged"

    plan: int
    """Number of the record that has the plan."""
    intent: int
    """Which of its intents, from 0."""
    outcome: Outcome
    """`no_occasion`: there was none to do it; to report, there is one in every round."""
    settled_by: int
    """Number of the record that showed it."""
    instead: int | None
    """Number of the record in which the seat reported other dice; null: none, or not to report."""
