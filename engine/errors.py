"""The errors that the engine raises; an error changes nothing.

EngineError
├── AnswerError          a seat's answer does not fit the moment
│   ├── IllegalAnswer    the question is open, the option is not one of its options
│   ├── StaleDecision    the question is no longer (or not yet) open
│   ├── NotYourDecision  the question is another seat's
│   └── GameOver         there are no questions any more
├── ReplayDiverged       the recorded events do not follow from the recorded answers
├── RulesetError         unknown ruleset or option, wrong value, seats out of range
│   └── SaveError        no saved game, or one that can't have been played
└── ScenarioError        a scenario that cannot be read, or an impossible position
"""

from collections.abc import Iterable, Sequence
from difflib import get_close_matches


class EngineError(Exception):
    """The base of all errors that the engine raises on purpose."""


class AnswerError(EngineError):
    """An answer that does not fit the moment; the table is as it was before."""


class IllegalAnswer(AnswerError):
    """The option is not one of the options of the open question."""

    def __init__(self, decision: str, kind: str, given: object, legal: Sequence[str]) -> None:
        """Store the answer and the legal options, for a correction."""
        self.decision, self.kind, self.given, self.legal = decision, kind, given, tuple(legal)
        super().__init__(
            f"You answered {given!r} to {decision} ({kind}). Possible: {', '.join(legal)}."
            + nearest(str(given), legal)
        )


class StaleDecision(AnswerError):
    """The question that you answered is not open now."""


class NotYourDecision(AnswerError):
    """The question that you answered is put to somebody else, or none is put to you."""


class GameOver(AnswerError):
    """The game has ended; nothing is asked any more."""


class ReplayDiverged(EngineError):
    """Event number `at` (from 0) differs from the one that the rules produce."""

    def __init__(self, at: int, expected: object, got: object) -> None:
        """`expected` is the rules' event, `got` the recorded one (None: there is none)."""
        self.at, self.expected, self.got = at, expected, got
        super().__init__(f"event {at}: the rules give {expected}, recorded is {got}")


class RulesetError(EngineError):
    """Unknown ruleset, unknown option, wrong value, or an impossible table."""


class SaveError(RulesetError):
    """The argument of `restore` is no saved game, or one that can't have been played."""


class ScenarioError(EngineError):
    """The scenario cannot be read, or its position cannot occur."""


def nearest(given: str, possible: Iterable[str]) -> str:
    """Return ` Did you mean 'x'?`, or nothing where no name is near."""
    match = get_close_matches(given, list(possible), n=1)
    return f" Did you mean {match[0]!r}?" if match else ""
