"""What a game that was killed or stopped left: whole lines, and the replies that it already has.

What a crash cut off is left out: a half-written last line, and a reply whose records are not all
there. A failure that `calls.jsonl` has and `log.jsonl` not yet is a reply too.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from arena.calls.lines import decoded_call
from arena.calls.past import PastCalls, past_calls
from arena.errors import ConfigError, InvalidRecord, TranscriptError
from arena.forms import CALLS, HEADER, LOG
from arena.hash_chain import parsed
from arena.records.game import REPLACEMENT, STAND_IN, SeatReplaced
from arena.records.lines import decoded
from arena.seats.human.proof import who_answers
from arena.table.header_proof import table_of_header, written_header
from arena.table.recorded_replies import recorded_replies, whole_replies
from arena.table.replies import SeatReply
from arena.table.verify import verify_bytes
from arena.text import shell_path
from arena.transcript.call_log_check import failures
from arena.transcript.disk import Lock
from arena.transcript.header import GameHeader
from arena.transcript.reader import contents, lines_of
from arena.transcript.writer import ChainedFile, GameFiles


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovered:
    """What stands in an unfinished game's folder."""

    folder: Path
    header: GameHeader
    log: tuple[bytes, ...]
    """The whole lines of `log.jsonl`."""
    calls: tuple[bytes, ...]
    """The whole lines of `calls.jsonl`."""
    replies: Mapping[str, SeatReply]
    """What each question and turn got, by id, as the table takes it."""
    failed: frozenset[str]
    """Questions and turns whose failure stands in `calls.jsonl`."""
    cut: int
    """Bytes after the last whole record, which are cut off."""
    past: PastCalls
    """What language models were sent and answered."""
    replaced: Mapping[str, SeatReplaced]
    """Models' seats for which a bot answers: `by` and `reason`."""
    left: Mapping[str, SeatReplaced]
    """The same of people's."""


def recovered(folder: Path) -> Recovered:
    """Read what can be gone on with.

    Raises `ConfigError` for a game that is finished, `TranscriptError` for one that is not true.
    """
    data = contents(folder, HEADER)
    left = {name: contents(folder, name, missing=b"") for name in (LOG, CALLS)}
    log, calls = whole_replies(lines_of(left[LOG])[0]), lines_of(left[CALLS])[0]
    try:
        header = _proven(data, log, calls)
    except InvalidRecord as untrue:
        raise TranscriptError(str(folder / untrue.file), untrue.line, untrue.why) from untrue
    if log and b'"type":"sealed"' in log[-1]:
        raise ConfigError(f"{folder} is finished. Possible: arena replay {shell_path(folder)}")
    if not log:
        calls = []  # killed before its first record: it begins again
    call_records = [decoded_call(parsed(line)) for line in calls]
    records = [decoded(parsed(line)) for line in log]
    replies = recorded_replies(records, call_records)
    halves = (lines_of(each)[1] for each in left.values())
    return Recovered(
        folder=folder,
        header=header,
        log=tuple(log),
        calls=tuple(calls),
        replies=replies,
        failed=frozenset(each.decision for each in failures(call_records)),
        cut=sum(map(len, halves)) + sum(map(len, lines_of(left[LOG])[0][len(log) :])),
        past=past_calls(call_records, replies),
        replaced={
            each.actor: each.data
            for each in records
            if each.actor is not None
            and isinstance(each.data, SeatReplaced)
            and each.data in (REPLACEMENT, STAND_IN)
        },
        left={
            seat: last
            for seat, changes in who_answers(call_records).items()
            if (last := list(changes.values())[-1]) is not None
        },
    )


def reopened_files(folder: Path) -> tuple[GameFiles, Recovered]:
    """Open the files of an unfinished game, cut off what a crash left half-written, go on there.

    Raises `ConfigError` where another process plays the game or it is finished, `TranscriptError`
    where it is not true, `WriteError` where it cannot be written.
    """
    lock = Lock(folder)
    try:
        found = recovered(folder)
        calls = ChainedFile(folder / CALLS, written=found.calls)
        log = ChainedFile(folder / LOG, written=found.log)
        calls.cut()  # both could be opened: what is cut off is written anew
        log.cut()
    except BaseException:
        lock.close()
        raise
    files = GameFiles(
        folder=folder,
        header=found.header,
        lock=lock,
        header_file=None,
        calls=calls,
        log=log,
        lines=found.log,
        failed=found.failed,
        cut=found.cut,
    )
    return files, found


def _proven(data: bytes, log: list[bytes], calls: list[bytes]) -> GameHeader:
    """Return the header of a game, finished or not; `InvalidRecord` where a line is not true."""
    header = written_header(data)
    table_of_header(header, data)
    verdict = verify_bytes({HEADER: data, LOG: b"".join(log), CALLS: b"".join(calls)}, fast=True)
    if not verdict.sound:
        raise InvalidRecord(verdict.file or LOG, verdict.line, verdict.why or "is not true")
    return header
