"""Proves that the answers of people are what `calls.jsonl` says that they gave."""

from collections.abc import Iterable

from arena.calls.records import PERSON_ANSWERED, PersonAnswered
from arena.errors import ClaimError
from arena.records import Record
from arena.talk.discussion import Act
from arena.talk.speech import Speech
from arena.transcript.header import GameHeader
from engine import Decision

__all__ = ["PeopleProof", "given_by_people"]


def given_by_people(records: Iterable[Record]) -> dict[str, PersonAnswered]:
    """Return what people gave, by question or turn, from checked records of `calls.jsonl`."""
    return {each["data"]["asked"]: each["data"] for each in records if is_given(each)}


def is_given(record: Record) -> bool:
    """Tell whether a record of `calls.jsonl` says what a person gave."""
    return bool(record["type"] == PERSON_ANSWERED)


class PeopleProof:
    """What the answers of one game's people rest on."""

    def __init__(self, header: GameHeader, calls: Iterable[Record]) -> None:
        """Take the checked records of `calls.jsonl`."""
        self._seats = () if header.people is None else header.people.seats
        self._records = [(line, each) for line, each in enumerate(calls, start=1) if is_given(each)]
        self._given = given_by_people(each for _, each in self._records)
        self._used = set[str]()

    def record_problem(self) -> tuple[int, str] | None:
        """Say in which line of `calls.jsonl` nobody can have given that; None: in none."""
        seen = set[str]()
        for line, record in self._records:
            data: PersonAnswered = record["data"]
            asked = data["asked"]
            if data["seat"] not in self._seats or asked.rpartition(".")[0] != data["seat"]:
                return line, f"is no answer of a person at {data['seat']!r}"
            if asked in seen:
                return line, f"answers {asked} a second time"
            seen.add(asked)
            if sum(data[key] is not None for key in ("option", "speech", "bid")) > 1:
                return line, "is more than one answer"
        return None

    def choice_problem(self, decision: Decision, option: str) -> str | None:
        """Say why an option is not what the person of its seat chose; None: it is."""
        given = self._of(decision.seat, decision.id)
        if given is None or given["option"] == option:
            return self._missing(decision.seat, given)
        return f"is not what its person chose: {given['option']}"

    def act_problem(self, act: Act) -> str | None:
        """Say why a speech, silence or bid is not what its person gave; None: it is."""
        turn = act.turn
        given = self._of(turn.seat, turn.id)
        if given is None:
            return self._missing(turn.seat, given)
        if turn.task == "bid":
            return None if given["bid"] == act.bid else "is not what its person bid"
        try:
            said = None if given["speech"] is None else Speech.read(given["speech"])
        except (ClaimError, KeyError, TypeError) as error:
            return f"rests on words of a person that can't be said: {error}"
        return None if said == act.speech else "is not what its person said"

    def unused(self) -> tuple[int, str] | None:
        """Say in which line something was given that the game never took; None: in none."""
        for line, record in self._records:
            if record["data"]["asked"] not in self._used:
                return line, "was given, and is no answer in the log"
        return None

    def _of(self, seat: str, asked: str) -> PersonAnswered | None:
        self._used.add(asked)
        return self._given.get(asked) if seat in self._seats else None

    def _missing(self, seat: str, given: PersonAnswered | None) -> str | None:
        return "has no answer of its person" if seat in self._seats and given is None else None
