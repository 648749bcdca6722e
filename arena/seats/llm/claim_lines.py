"""The claims of a model's messages: lines in the notation, of which each is read by itself.

A line that can't be read, or says what can't be said now, is lost and its speaker is told; the
words and the other lines are not.
"""

from collections.abc import Sequence
from dataclasses import replace

from arena.claims.language import Claim
from arena.claims.notation import read_line, written
from arena.claims.offers import DealAct, Offer
from arena.claims.vocabulary import Vocabulary
from arena.errors import ClaimError
from arena.projections.deals import Deals
from arena.seats.llm.answers import shown
from arena.settings import TalkRules
from arena.talk.speech import UNREAD, Message, TalkTurn, Unread

__all__ = ["ClaimLines"]


class ClaimLines:
    """Reads the lines of one speech, message by message."""

    def __init__(
        self, turn: TalkTurn, rules: TalkRules, vocabulary: Vocabulary, deals: Deals | None
    ) -> None:
        """`deals` are those that the speaker has heard of."""
        self._turn, self._rules, self._vocabulary, self._deals = turn, rules, vocabulary, deals
        self._acts: list[tuple[DealAct, Sequence[str] | None]] = []

    def added(self, message: Message, lines: Sequence[object]) -> Message:
        """Return the message with what its lines say; of those that are lost only so many."""
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
        if not isinstance(line, str):
            raise ClaimError(f"Your line {shown(line)} is no text. Possible: a line of words.")
        if len(message.claims) + len(message.deals) == self._rules.claims:
            raise ClaimError(
                f"Your line {shown(line)} is one too many. "
                f"Possible: {self._rules.claims} in a message."
            )
        said = read_line(line, self._turn.seat, self._vocabulary)
        if isinstance(said, Claim):
            return replace(message, claims=(*message.claims, said))
        message = replace(message, deals=(*message.deals, said))
        problem = self._problem(message, said)
        if problem is not None:
            raise ClaimError(f"Your line {shown(line)} can't be said now. {problem}")
        self._acts.append((said, _hearers(message)))
        return message

    def _problem(self, message: Message, said: DealAct) -> str | None:
        """Say why a message can't say this of a deal now; None: it can."""
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
