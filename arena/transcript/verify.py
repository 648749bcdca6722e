"""Proves a transcript: the chain holds, and every record follows from the rules.

The game is laid from `game.json` and its recorded answers are played again; each record has to
come out again byte for byte, in order. So a changed event or answer is found even where the whole
chain was computed again after it. What bots would answer is not asked: the answers are what they
are, as long as they are legal, and a default is the one that the rules draw.
"""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

from arena.errors import TranscriptError
from arena.transcript.canonical import FILES, GENESIS, chained, digest, encode, split
from arena.transcript.header import GameHeader
from arena.transcript.reader import header_of, lines_of
from arena.transcript.records import Bodies, opened_data, result_data
from engine import Decision, EngineError, Result, Table, restore, ruleset, rulesets

__all__ = ["Verdict", "verify", "verify_bytes"]

HEADER, LOG, CALLS = FILES
SHOWN = 160
Record = dict[str, Any]


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """What came of a verification."""

    ok: bool
    """True where the game is finished and every line is true."""
    sound: bool
    """True where every line that is there is true, whether or not the game is finished."""
    finished: bool
    """True where the game is sealed."""
    file: str | None
    """The file that is wrong, or where the game breaks off."""
    line: int | None
    """The first line that is, from 1; None where the file as a whole is meant."""
    why: str | None
    """One sentence; None where all is well."""
    records: int
    """Lines of `log.jsonl` that are true."""
    result: Mapping[str, Any] | None
    """The result of a finished game."""


class _Wrong(TranscriptError):
    """The first line that is not true."""


class _Unfinished(_Wrong):
    """All lines are true, and the next one is missing."""


def verify(folder: Path) -> Verdict:
    """Verify the game in a folder; whatever is wrong with it is in the verdict, nothing raises."""
    files: dict[str, bytes] = {}
    for name in FILES:
        try:
            files[name] = (folder / name).read_bytes()
        except OSError as error:
            return _refuted(_Wrong(name, None, f"can't be read: {error.strerror}"), 0, sealed=False)
    return verify_bytes(files)


def verify_bytes(files: Mapping[str, bytes]) -> Verdict:
    """Verify a game from the contents of its three files, by name."""
    proof = _Proof(files)
    try:
        proof.run()
    except _Wrong as wrong:
        return _refuted(wrong, proof.proven, sealed=proof.sealed)
    return Verdict(
        ok=True,
        sound=True,
        finished=True,
        file=None,
        line=None,
        why=None,
        records=proof.proven,
        result=proof.result,
    )


def _refuted(wrong: _Wrong, records: int, *, sealed: bool) -> Verdict:
    return Verdict(
        ok=False,
        sound=isinstance(wrong, _Unfinished),
        finished=sealed,
        file=wrong.file,
        line=wrong.line,
        why=wrong.why,
        records=records,
        result=None,
    )


class _Proof:
    """One verification; it reads `log.jsonl` as the rules say that it goes on."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._files = files
        self._lines, self._rest = lines_of(files[LOG])
        self._hash = GENESIS
        self._bodies = Bodies()
        self._calls: list[Record] = []
        self._failed: dict[str, str] = {}
        self.proven = 0
        self.result: Record | None = None

    @property
    def sealed(self) -> bool:
        """True where the last whole line is a seal."""
        return bool(self._lines) and b'"type":"sealed"' in self._lines[-1]

    def run(self) -> None:
        """Go through the whole game; `_Wrong` at the first line that is not true."""
        table = _laid(self._header())
        self._calls = _calls(self._files[CALLS])
        failures = [call["data"] for call in self._calls if call["type"] == "answer_failed"]
        self._failed = {str(data.get("decision")): str(data.get("reason")) for data in failures}
        logged = 0
        while True:
            events = table.events
            for event in events[logged:]:
                self._expect(self._bodies.event(event))
            logged = len(events)
            if table.result is not None:
                return self._seal(table.result)
            floor = table.floor
            if floor is not None:
                self._expect(self._bodies.floor("opened", floor))
                self._expect(self._bodies.floor("closed", floor))
                table.close_floor()
                continue
            answers = [(each, self._answer(each)) for each in table.pending()]
            for decision, option in answers:
                table.answer(decision.seat, option, decision.id)

    def _header(self) -> GameHeader:
        """Check `game.json` against record 0, which says what each of its lines was."""
        data = self._files[HEADER]
        match self._read():
            case {"type": "opened", "data": {"lines": list(lines)} as said} if said != opened_data(
                data
            ):
                raise _changed_header(lines, data)
            case _:
                pass
        self._expect(self._bodies.opened(data))
        try:
            return header_of(data)
        except TranscriptError as error:
            raise _Wrong(error.file, error.line, error.why) from error

    def _seal(self, result: Result) -> None:
        """Check the footer, and that nothing follows it."""
        match self._read():
            case {"data": {"calls": {"records": int(count)}}} if count != len(self._calls):
                missing = count > len(self._calls)
                why = "is missing" if missing else "was added after the seal"
                raise _Wrong(CALLS, min(count, len(self._calls)) + 1, why)
            case _:
                calls = digest(self._files[CALLS])
                self._expect(self._bodies.sealed(result, len(self._calls), calls))
        if self._failed:
            decision = next(iter(self._failed))
            line = next(n for n, c in enumerate(self._calls, 1) if decision in c["data"].values())
            raise _Wrong(CALLS, line, f"{decision} failed, and was answered in {LOG}")
        if self.proven < len(self._lines) or self._rest:
            raise _Wrong(LOG, self.proven + 1, "stands after the seal")
        self.result = result_data(result)

    def _answer(self, decision: Decision) -> str:
        """Check that the next record answers this question legally; return the option."""
        record = self._read()
        match record.get("type"), record.get("data"):
            case "answer_defaulted", {"reason": str(reason)}:
                if self._failed.pop(decision.id, None) != reason:
                    raise _Wrong(LOG, self.proven + 1, f"{CALLS} has no failure {reason!r} for it")
                self._expect(self._bodies.defaulted(decision, reason))
                return decision.default.id
            case "answer", {"option": option} if option in [o.id for o in decision.options]:
                self._expect(self._bodies.answer(decision, option))
                return str(option)
            case "answer", {"decision": decision.id, "option": option}:
                raise _Wrong(LOG, self.proven + 1, _illegal(decision, option))
            case _:
                rules = f"the rules ask {decision.id} ({decision.kind})"
                raise _Wrong(LOG, self.proven + 1, f"{rules}, recorded is {_short(record)}")

    def _expect(self, body: Record) -> None:
        """Check that the next line is this record, byte for byte, and in the chain."""
        expected, mark = chained(self._hash, body)
        if self.proven == len(self._lines) or self._lines[self.proven] != expected:
            record = self._read()
            rules = f"the rules give {_short(body)}"
            raise _Wrong(LOG, self.proven + 1, f"{rules}, recorded is {_short(record)}")
        self._hash = mark
        self.proven += 1

    def _read(self) -> Record:
        """Return the next record, in the chain but not yet proven."""
        number = self.proven + 1
        if number <= len(self._lines):
            return _linked(LOG, number, self._lines[self.proven], self._hash)
        if self._rest:
            raise _Wrong(LOG, number, f"is cut off: {_short(self._rest.decode(errors='replace'))}")
        where = f"round {self._bodies.round}, phase {self._bodies.phase}"
        raise _Unfinished(LOG, number, f"is missing: the game is unfinished, it stands in {where}")


def _linked(file: str, number: int, line: bytes, previous: str) -> Record:
    """Return a line's record; `_Wrong` unless it is canonical and fits the hash before it."""
    body, mark = split(line)
    if not body:
        raise _Wrong(file, number, "is no record with a hash")
    if digest(previous.encode() + body) != mark:
        raise _Wrong(file, number, "has a hash that does not fit: it was changed or moved")
    try:
        record = json.loads(body)
    except (ValueError, RecursionError) as error:
        raise _Wrong(file, number, f"is no JSON ({error})") from error
    if not isinstance(record, dict) or encode(record).encode() != body:
        raise _Wrong(file, number, "is not written canonically")
    return record


def _calls(data: bytes) -> list[Record]:
    """Return the records of `calls.jsonl`; `_Wrong` where its chain breaks."""
    lines, rest = lines_of(data)
    records: list[Record] = []
    previous = GENESIS
    for number, line in enumerate(lines, start=1):
        record = _linked(CALLS, number, line, previous)
        known = tuple(record) == ("i", "type", "at", "data") and record["i"] == number - 1
        if not known or not isinstance(record["data"], dict):
            raise _Wrong(CALLS, number, "is not the record that belongs there")
        records.append(record)
        previous = split(line)[1]
    if rest:
        raise _Wrong(CALLS, len(lines) + 1, "is cut off")
    return records


def _changed_header(lines: list[str], data: bytes) -> _Wrong:
    pairs = enumerate(zip_longest(lines, opened_data(data)["lines"]), start=1)
    line = next((number for number, (was, now) in pairs if was != now), None)
    return _Wrong(HEADER, line, "is not what it was when the game began")


def _laid(header: GameHeader) -> Table:
    """Return the table before the first answer; `_Wrong` where these rules cannot lay it."""
    if header.ruleset in rulesets() and header.revision != ruleset(header.ruleset).revision:
        now = ruleset(header.ruleset).revision
        why = f"was played under revision {header.revision} of {header.ruleset}, this is {now}"
        raise _Wrong(HEADER, None, why)
    try:
        return restore(header.saved())
    except (EngineError, TypeError, ValueError) as error:
        raise _Wrong(HEADER, None, f"the rules refuse it: {error}") from error


def _illegal(decision: Decision, option: object) -> str:
    legal = ", ".join(each.id for each in decision.options)
    return f"{option!r} is no legal answer to {decision.id} ({decision.kind}); legal: {legal}"


def _short(value: Record | str) -> str:
    if isinstance(value, dict):
        value = encode({key: value[key] for key in value if key in {"type", "seen_by", "data"}})
    return value if len(value) <= SHOWN else f"{value[: SHOWN - 3]}..."
