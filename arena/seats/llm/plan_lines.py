"""The lines of a plan that a model gives with its answer, of which each is read by itself.

A line is a pledge of its own in the notation, `I mean to vote Clara attack` or `I vote Clara
attack`, or what it will claim of the dice: `I mean to report dice 1 1 2 2`, `report dice 1 1 2 2`.
"""

import re

from arena.claims.language import Claim
from arena.claims.notation import read_line
from arena.claims.plans import Intent, intent_problem
from arena.claims.vocabulary import Vocabulary
from arena.errors import ClaimError
from arena.seats.llm.answers import invalid, is_null, shown
from arena.talk.plan import LINES, Plan
from arena.talk.speech import Unread

__all__ = ["read_plan"]

MEANS = re.compile(r"^\s*(?:I\s+(?:mean|plan|intend)\s+)?(?P<negated>not\s+)?to\s+", re.IGNORECASE)
REPORT = re.compile(r"^\s*(?:I\s+)?report\s+", re.IGNORECASE)


def read_plan(given: object, seat: str, vocabulary: Vocabulary) -> Plan:
    """Return a plan; a line that can't be read is kept with the reason. Raises `InvalidAnswer`."""
    if is_null(given):
        return Plan()
    lines = [given] if isinstance(given, str) else given
    if not isinstance(lines, list):
        why = f"Your plan is {shown(given)}. Possible: a list of lines, empty for none."
        raise invalid("malformed", why)
    if len(lines) > LINES:
        raise invalid("malformed", f"Your plan has {len(lines)} lines. Possible: at most {LINES}.")
    intents: list[Intent] = []
    unread: list[Unread] = []
    for line in lines:
        try:
            intents.append(_intent(line, seat, vocabulary))
        except ClaimError as error:
            unread.append(Unread(line=shown(line), why=str(error)))
    return Plan(intents=tuple(intents), unread=tuple(unread))


def _intent(line: object, seat: str, vocabulary: Vocabulary) -> Intent:
    if not isinstance(line, str):
        raise ClaimError(f"Your line {shown(line)} is no text. Possible: a line of words.")
    means = MEANS.match(line)
    words = line if means is None else line[means.end() :]
    report = REPORT.match(words)
    if report is not None:
        words = words[report.end() :]
    elif means is not None:
        words = f"I {'do not ' if means['negated'] else ''}{words}"
    said = read_line(words, seat, vocabulary)
    if not isinstance(said, Claim) or said != Claim(proposition=said.proposition):
        raise ClaimError(
            f"Your line {shown(line)} is no plan. "
            "Possible: what you will do yourself, or report, without more."
        )
    intent = Intent(act="do" if report is None else "report", said=said.proposition)
    problem = intent_problem(intent, seat, vocabulary)
    if problem is not None:
        raise ClaimError(f"Your line {shown(line)} can't be planned. {problem}")
    return intent
