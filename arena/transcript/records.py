"""What stands in `log.jsonl`: record bodies, made the same way when a game is played and verified.

A body has the keys `i, type, round, phase, actor, seen_by, data`, in this order; the writer adds
`hash`. The types are `opened`, every engine event by its own name, `answer`, `answer_defaulted`,
`floor_opened`, `floor_closed`, on a floor `said`, `whispered`, `silent`, `bid` and
`turn_defaulted`, `seat_replaced` where a bot goes on for a model, `claim_judged` where the truth of
a claim is found, and `sealed` at the end.
"""

from typing import Any

from arena.claims.ledger import Ledger
from arena.encoding import digest
from arena.records import Record
from arena.talk.discussion import Act
from engine import Decision, Event, Floor, Result

__all__ = ["OWN_TYPES", "Bodies", "opened_data", "result_data"]

Body = dict[str, Any]
OWN_TYPES = (
    "opened", "answer", "answer_defaulted", "floor_opened", "floor_closed", "said", "whispered",
    "silent", "bid", "turn_defaulted", "seat_replaced", "claim_judged", "sealed",
)  # fmt: skip
MARK = 8


class Bodies:
    """Numbers the records of one game and keeps the round and phase they belong to."""

    __slots__ = ("count", "ledger", "phase", "round")

    def __init__(self, ledger: Ledger | None = None) -> None:
        """Begin before the first record; without a ledger nothing is judged."""
        self.ledger = ledger
        """What judges the claims."""
        self.count = 0
        self.round = 0
        self.phase: str | None = None

    def event(self, event: Event) -> Body:
        """Return an engine event's record; `actor` is its player where it has one."""
        data = event.data()
        if event.type == "phase_began":
            self.round, self.phase = data["round"], data["phase"]  # type: ignore[assignment]
        seen_by = event.seen_by if isinstance(event.seen_by, str) else list(event.seen_by)
        return self._body(event.type, data.get("player"), seen_by, data)

    def answer(self, decision: Decision, option: str) -> Body:
        """Return an answer's record; only its own seat perceives it."""
        data = {"decision": decision.id, "kind": decision.kind, "option": option}
        return self._body("answer", decision.seat, [decision.seat], data)

    def defaulted(self, decision: Decision, reason: str) -> Body:
        """Return the record of a default that stood in."""
        option = decision.default.id
        data = {"decision": decision.id, "kind": decision.kind, "option": option}
        return self._body(
            "answer_defaulted", decision.seat, [decision.seat], {**data, "reason": reason}
        )

    def replaced(self, seat: str, by: str, reason: str) -> Body:
        """Return the record of a bot that answers for a seat from here on; no seat is told."""
        return self._body("seat_replaced", seat, "engine", {"by": by, "reason": reason})

    def act(self, act: Act) -> list[Body]:
        """Return the records of what a seat did with its turn to talk.

        A whisper is two: that it happened, for all, and its words.
        """
        turn = act.turn
        data: Body = {"turn": turn.id, "floor": turn.floor, "wave": turn.wave}
        own = [turn.seat]
        if act.failed is not None:
            return [self._body("turn_defaulted", turn.seat, own, {**data, "reason": act.failed})]
        if act.bid is not None:
            return [self._body("bid", turn.seat, own, {**data, "bid": act.bid})]
        speech = act.speech
        if speech is None:
            return [self._body("silent", turn.seat, own, data)]
        data |= speech.data()
        if not speech.whisper:
            return [self._body("said", turn.seat, "all", data)]
        return [
            self._body("whispered", turn.seat, "all", {"to": list(speech.to)}),
            self._body("said", turn.seat, [*own, *speech.to], data),
        ]

    def judged(self, body: Record) -> list[Body]:
        """Return the judgements of claims that follow a record: they are for nobody's eyes."""
        if self.ledger is None:
            return []
        return [
            self._body("claim_judged", each.speaker, "engine", each.data())
            for each in self.ledger.feed(body)
        ]

    def floor(self, change: str, floor: Floor) -> Body:
        """Return the record of a floor that `opened` or `closed`."""
        data: Body = {"kind": floor.kind, "place": floor.place}
        if change == "opened":
            data["present"] = list(floor.present)
        return self._body(f"floor_{change}", None, "all", data)

    def opened(self, header: bytes) -> Body:
        """Return record 0, which holds what `game.json` was."""
        return self._body("opened", None, "engine", opened_data(header))

    def sealed(self, result: Result, calls: int, calls_digest: str) -> Body:
        """Return the footer. The result is for all; counts and digests leave no folder."""
        data = {
            "records": self.count + 1,
            "result": result_data(result),
            "calls": {"records": calls, "digest": calls_digest},
        }
        return self._body("sealed", None, "all", data)

    def _body(self, name: str, actor: object, seen_by: str | list[str], data: Body) -> Body:
        at = self.count
        self.count += 1
        return {
            "i": at,
            "type": name,
            "round": self.round,
            "phase": self.phase,
            "actor": actor,
            "seen_by": seen_by,
            "data": data,
        }


def opened_data(header: bytes) -> Body:
    """Return the digest of `game.json`, and the beginning of each line's, which finds the line."""
    lines = header.splitlines(keepends=True)
    return {"digest": digest(header), "lines": [digest(line)[:MARK] for line in lines]}


def result_data(result: Result) -> Body:
    """Return a result as plain JSON data."""
    return {
        "scores": dict(result.scores),
        "placements": dict(result.placements),
        "winners": list(result.winners),
        "end_reason": result.end_reason,
        "epilogue": result.epilogue,
    }
