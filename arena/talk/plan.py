"""A plan: a seat's private intentions, given with an answer."""

from collections.abc import Mapping
from dataclasses import dataclass

from arena.claims.plans import Intent, intent_problem
from arena.claims.vocabulary import Vocabulary
from arena.errors import ClaimError
from arena.talk.speech import Unread, unread_problem

LINES = 8
"""The most lines of a plan."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """A seat's intentions; may be empty."""

    intents: tuple[Intent, ...] = ()
    unread: tuple[Unread, ...] = ()
    """Lines that could not be parsed."""

    def __bool__(self) -> bool:
        """Return True if there is anything to record."""
        return bool(self.intents or self.unread)

    @classmethod
    def read(cls, data: Mapping[str, object]) -> "Plan":
        """Build a plan from the output of `data`. Raises `ClaimError`."""
        match data:
            case {"intents": list(intents), "unread": list(unread)}:
                return cls(
                    intents=tuple(map(Intent.read, intents)),
                    unread=tuple(map(Unread.read, unread)),
                )
            case _:
                raise ClaimError(f"a plan is {data!r:.200}. Possible: intents and unread.")

    def fixed(self) -> "Plan":
        """Return an immutable copy."""
        return Plan.read(self.data())

    def data(self) -> dict[str, object]:
        """Return plain JSON data."""
        return {
            "intents": [intent.data() for intent in self.intents],
            "unread": [each.data() for each in self.unread],
        }


def plan_problem(plan: object, seat: str, vocabulary: Vocabulary) -> str | None:
    """Return in one sentence why a plan is invalid; None if it is valid."""
    if not isinstance(plan, Plan):
        return f"{plan!r:.80} is no plan. Possible: a Plan, or None."
    lines = len(plan.intents) + len(plan.unread)
    if lines > LINES:
        return f"the plan has {lines} lines. Possible: at most {LINES}."
    problems = (intent_problem(each, seat, vocabulary) for each in plan.intents)
    found = next((problem for problem in problems if problem is not None), None)
    return found or unread_problem(plan.unread)
