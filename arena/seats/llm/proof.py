"""Proves that the answers of models are what their recorded replies say."""

from collections.abc import Callable, Mapping
from dataclasses import asdict
from typing import Any

from arena.calls.recorded import Entry, RecordedCalls
from arena.errors import ArenaError
from arena.models.replies import reader_of
from arena.models.wire import Fault, Reply
from arena.seats.llm.reading import bid_of, choice_of, speech_of
from arena.seats.seat import Question, question_data
from arena.talk.discussion import Act
from arena.transcript.header import GameHeader
from engine import Decision

__all__ = ["Replies"]

NOTES = 1


class Replies:
    """The replies that the answers of one game rest on."""

    def __init__(self, header: GameHeader, recorded: RecordedCalls) -> None:
        """Take the checked records of a game's calls."""
        self._entries = recorded.by_question()
        self._talk, self._vocabulary = header.talk, header.vocabulary()
        models = {} if header.llm is None else header.llm.models
        self._readers: Mapping[str, Callable[[Mapping[str, Any]], Reply]] = {
            seat.name: reader_of(seat.spec) for seat in header.seats if seat.spec in models
        }

    def count_problem(self) -> tuple[int, str] | None:
        """Say in which line tokens are not those that a reply counts; None: in none."""
        for entries in self._entries.values():
            for entry in entries:
                reader = self._readers.get(entry.sent["seat"])
                if reader is None or entry.answered is None:
                    continue
                try:
                    usage = reader(entry.answered["raw"]).usage
                except Fault as fault:
                    return entry.ended, f"is no reply: {fault.why}"
                if entry.answered["usage"] != (None if usage is None else asdict(usage)):
                    return entry.ended, "has other tokens than its reply counts"
        return None

    def choice_problem(self, decision: Decision, option: str) -> str | None:
        """Say why an option is not what the model of its seat chose; None: it is."""
        question = Question.read(question_data(decision))
        return self._problem(
            decision.seat,
            decision.id,
            option,
            lambda reply: choice_of(reply, question, rule=None, notes=NOTES).option,
        )

    def act_problem(self, act: Act) -> str | None:
        """Say why a speech, silence or bid is not what the model of its seat said; None: it is."""
        turn = act.turn
        if turn.task == "bid":
            return self._problem(
                turn.seat, turn.id, act.bid, lambda reply: bid_of(reply, notes=NOTES).urgency
            )
        talk, words = self._talk, self._vocabulary
        return self._problem(
            turn.seat,
            turn.id,
            act.speech,
            lambda reply: speech_of(reply, turn, talk, words, notes=NOTES).speech,
        )

    def _problem(
        self, seat: str, asked: str, given: object, read: Callable[[Reply], object]
    ) -> str | None:
        reader = self._readers.get(seat)
        if reader is None:
            return None
        entry = self._last(asked)
        if entry is None or entry.answered is None:
            return "has no reply of its model"
        try:
            said = read(reader(entry.answered["raw"]))
        except ArenaError as error:
            return f"is not what its model replied: {error}"
        return None if said == given else f"is not what its model replied: {said!r:.80}"

    def _last(self, asked: str) -> Entry | None:
        """Return the last reply to a question that was used."""
        entries = self._entries.get(asked, ())
        used = [each for each in entries if each.used and each.sent["purpose"] == "answer"]
        return used[-1] if used else None
