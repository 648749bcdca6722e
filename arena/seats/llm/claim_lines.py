"""Parses the claims and plans of a model: lines in the notation, each on its own.

An invalid line is dropped and its speaker gets an error; the message and the other lines stand. A
line of a plan is a pledge, `I mean to vote Clara attack` or `I vote Clara attack`, or a report of
dice to come: `report dice 1 1 2 2`, with or without `I mean to`.
"""

import re
from collections.abc import Sequence
from dataclasses import replace

from arena.claims.language import Claim
from arena.claims.notation import read_line, written
from arena.claims.offers import DealAct, Offer
from arena.claims.plans import Intent, intent_problem
from arena.claims.vocabulary import Vocabulary
from arena.errors import ClaimError
from arena.projections.deals import Deals
from arena.seats.llm.answers import invalid, is_null, shown
from arena.settings import TalkRules
from arena.talk.plan import LINES, Plan
from arena.talk.speech import UNREAD, Message, TalkTurn, Unread

MEANS = re.compile(r"^\s*(?:I\s+(?:mean|plan|intend)\s+)?(?P<negated>not\s+)?to\s+", re.IGNORECASE)
REPORT = re.compile(r"^\s*(?:I\s+)?report\s+", re.IGNORECASE)


class ClaimLines:
    """Parses the lines of one speech, message by message."""

    def __init__(
        self, turn: TalkTurn, rules: TalkRules, vocabulary: Vocabulary, deals: Deals | None
    ) -> None:
        """`deals` are those that the speaker has heard of."""
        self._turn, self._rules, self._vocabulary, self._deals = turn, rules, vocabulary, deals
        self._acts: list[tuple[DealAct, Sequence[str] | None]] = []

    def added(self, message: Message, lines: Sequence[object]) -> Message:
        """Add to a message the claims and deals of its lines, with errors for invalid lines.

        Errors are limited in number: the last one covers all remaining lines.
        """
        for at, line in enumerate(lines):
            try:
                message = self._with(message, line)
            except ClaimError as error:
                left = len(lines) - at
                is_last = left > 1 and len(message.unread) == UNREAD - 1
                why = _too_many(left) if is_last else str(error)
                lost = Unread(line=shown(line), why=why)
                message = replace(message, unread=(*message.unread, lost))
                if is_last:
                    break
        return message

    def _with(self, message: Message, line: object) -> Message:
        words = _text(line)
        if len(message.claims) + len(message.deals) == self._rules.claims:
            raise ClaimError(
                f"Your line {shown(line)} is one too many. "
                f"Possible: {self._rules.claims} in a message."
            )
        said = read_line(words, self._turn.seat, self._vocabulary)
        if isinstance(said, Claim):
            return replace(message, claims=(*message.claims, said))
        message = replace(message, deals=(*message.deals, said))
        problem = self._problem(message, said)
        if problem is not None:
            raise ClaimError(f"Your line {shown(line)} can't be said now. {problem}")
        self._acts.append((said, _hearers(message)))
        return message

    def _problem(self, message: Message, said: DealAct) -> str | None:
        """Say why an offer or answer is not possible in a message now; None if it is."""
        if sum(isinstance(act, Offer) for act in message.deals) > 1:
            return "Possible: one offer in a message."
        deaf = [seat for seat in message.addressed if not message.is_heard_by(seat)]
        if deaf:
            return f"{', '.join(deaf)} would not hear it. Possible: to whisper it to them too."
        if self._deals is None:
            return None
        over = self._deals.too_late(said, self._turn.seat) if isinstance(said, Offer) else None
        if over is not None:
            term = written(Claim(proposition=over), self._turn.seat, self._vocabulary)
            return f"It can't come to {shown(term)} any more. Possible: what is still to come."
        acts = [*self._acts, (said, _hearers(message))]
        return self._deals.problem(acts, self._turn.seat, self._turn.wave)


def _too_many(left: int) -> str:
    return (
        f"Your last {left} lines are lost, since {UNREAD - 1} before them can't be read. "
        "Possible: lines in the notation."
    )


def _hearers(message: Message) -> Sequence[str] | None:
    return message.to if message.whisper else None


def read_plan(given: object, seat: str, vocabulary: Vocabulary) -> Plan:
    """Parse a plan; an invalid line is stored with the error. Raises `InvalidAnswer`."""
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


def _text(line: object) -> str:
    if not isinstance(line, str):
        raise ClaimError(f"Your line {shown(line)} is no text. Possible: a line of words.")
    return line


def _intent(line: object, seat: str, vocabulary: Vocabulary) -> Intent:
    words = _text(line)
    means = MEANS.match(words)
    words = words if means is None else words[means.end() :]
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
