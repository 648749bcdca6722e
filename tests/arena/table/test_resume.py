"""Killed games: whatever byte they were killed at, they end as if nothing had happened.

They are games of the toy; that those of every ruleset go on is in `test_every_ruleset.py`.
"""

import asyncio
import multiprocessing
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import pytest

from arena.calls.records import AnswerFailed, SessionBegan, SessionEnded, SessionSetup
from arena.config import TableConfig
from arena.errors import ConfigError, TranscriptError, WriteError
from arena.records.record import Record
from arena.settings import TalkRules
from arena.table import Outcome, play, resume
from arena.table.recovery import reopened_files
from arena.table.verify import verify
from arena.transcript import disk
from arena.transcript.disk import Lock
from arena.transcript.reader import read
from arena.transcript.writer import Writer, new_folder
from tests.arena.records_of import call_facts, plain_of
from tests.arena.table.talkers import Rote, table_of
from tests.breadth import breadth
from tests.toy.registration import register

pytestmark = pytest.mark.usefixtures("toy")

NAMES = ("Ada", "Bo", "Cyril")
LOG, CALLS, HEADER = "log.jsonl", "calls.jsonl", "game.json"


def config(protocol: str = "simultaneous") -> TableConfig:
    """Return a table of three talkers."""
    talk = TalkRules.model_validate({"protocol": protocol})
    seats = dict.fromkeys(NAMES, "random")
    return TableConfig(ruleset="toy", seats=seats, seed="4", talk=talk)


def talkers() -> dict[str, Rote]:
    """Return new seats."""
    return table_of(NAMES, "lantern")


def played(out: Path, protocol: str = "simultaneous") -> Path:
    """Play a game to its end; return its folder."""
    return asyncio.run(play(config(protocol), out, seats=talkers())).folder


@pytest.fixture(scope="module", params=breadth(["simultaneous", "bidding"], ["bidding"]))
def whole(
    toy: str, request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Path:
    """Return the folder of a game that was never killed."""
    assert toy == config().ruleset
    return played(tmp_path_factory.mktemp("whole"), request.param)


def killed(
    whole: Path, folder: Path, size: int, *, calls_ahead: int = 0, rest: bytes = b""
) -> None:
    """Make the folder of the game as it stood when its log had `size` bytes.

    `calls.jsonl` is written first, so it has the failures that the log rests on, and may have
    `calls_ahead` more; `rest` is a half-written line of it.
    """
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir()
    log = (whole / LOG).read_bytes()[:size]
    failures = log.count(b'_defaulted"') + calls_ahead
    calls = []
    for line in (whole / CALLS).read_bytes().splitlines(keepends=True):
        failures -= b'"answer_failed"' in line
        if failures < 0 or b'"session_ended"' in line:
            break
        calls.append(line)
    (folder / LOG).write_bytes(log)
    (folder / CALLS).write_bytes(b"".join(calls) + rest)
    shutil.copy(whole / HEADER, folder / HEADER)


def gone_on(folder: Path) -> tuple[Outcome, dict[str, Rote]]:
    """Resume with new seats; return the outcome and the seats."""
    seats = talkers()
    return asyncio.run(resume(folder, seats=seats)), seats


def check_as_if_never_killed(whole: Path, folder: Path, outcome: Outcome) -> None:
    """The log is the same but for its footer, which holds the digest of the sessions."""
    assert outcome.finished
    *ours, footer = (folder / LOG).read_bytes().splitlines()
    *theirs, their_footer = (whole / LOG).read_bytes().splitlines()
    assert ours == theirs
    assert footer.split(b'"calls"')[0] == their_footer.split(b'"calls"')[0]
    verdict = verify(folder)
    assert verdict.ok, verdict


@pytest.mark.slow
def test_a_game_killed_anywhere_ends_as_if_it_never_was(whole: Path, tmp_path: Path) -> None:
    """After each record and at a byte within it, `calls.jsonl` ahead or cut off as well."""
    random, end = Random(1), 0  # noqa: S311 - no secret
    for line in (whole / LOG).read_bytes().splitlines(keepends=True):
        for size in (end, end + random.randrange(1, len(line))):
            ahead, rest = random.randrange(2), random.choice([b"", b'{"i":9,"ty'])
            killed(whole, tmp_path / "game", size, calls_ahead=ahead, rest=rest)
            outcome, _ = gone_on(tmp_path / "game")
            check_as_if_never_killed(whole, tmp_path / "game", outcome)
        end += len(line)


@pytest.mark.slow
@pytest.mark.parametrize("whole", ["simultaneous"], indirect=True)
def test_a_game_cut_at_each_of_its_last_thousand_bytes_ends_the_same(
    whole: Path, tmp_path: Path
) -> None:
    """Footer, result and last records included; one protocol is enough for bytes."""
    total = (whole / LOG).stat().st_size
    for size in range(total - 1000, total):
        killed(whole, tmp_path / "game", size)
        outcome, _ = gone_on(tmp_path / "game")
        check_as_if_never_killed(whole, tmp_path / "game", outcome)


def test_what_was_answered_is_never_asked_again(whole: Path, tmp_path: Path) -> None:
    """Questions and turns that the log has are put to nobody."""
    total = (whole / LOG).stat().st_size
    for share in (0.2, 0.4, 0.6):
        folder = tmp_path / "game"
        killed(whole, folder, int(total * share))
        had = {
            each["data"].get("decision") or each["data"].get("turn")
            for each in plain_of(read(folder).records)
            if each["type"] in {"answer", "answer_defaulted", "said", "silent", "bid"}
        }
        _, seats = gone_on(folder)
        asked = {q.id for seat in seats.values() for q in (*seat.asked, *seat.turns)}
        assert had
        assert asked
        assert not had & asked


def test_a_failure_that_was_recorded_is_not_tried_again(whole: Path, tmp_path: Path) -> None:
    """`calls.jsonl` has it, the log not yet: it stands."""
    folder = tmp_path / "game"
    log = (whole / LOG).read_bytes()
    size = log.index(b'"turn_defaulted"')
    killed(whole, folder, size, calls_ahead=1)
    failed = call_facts(AnswerFailed, read(folder).calls)
    outcome, seats = gone_on(folder)
    assert failed[-1].decision not in {t.id for s in seats.values() for t in s.turns}
    check_as_if_never_killed(whole, folder, outcome)


def test_a_game_killed_before_its_first_record_begins(whole: Path, tmp_path: Path) -> None:
    """Only `game.json` is there."""
    folder = tmp_path / "game"
    folder.mkdir()
    shutil.copy(whole / HEADER, folder / HEADER)
    outcome, _ = gone_on(folder)
    check_as_if_never_killed(whole, folder, outcome)


async def resumed_for(folder: Path, count: int) -> Outcome:
    """Resume, and stop after so many new records."""
    stop = asyncio.Event()
    last = len(read(folder).records) + count

    def hear(record: Record) -> None:
        if record.at >= last:
            stop.set()

    return await resume(folder, seats=talkers(), stop=stop, on_record=hear)


def test_a_stopped_game_goes_on_more_than_once(whole: Path, tmp_path: Path) -> None:
    """Each session stops after a few records; `calls.jsonl` tells of every one."""
    folder = tmp_path / "game"
    killed(whole, folder, 0)
    sessions = 0
    outcome = None
    while outcome is None or not outcome.finished:
        outcome = asyncio.run(resumed_for(folder, 20))
        sessions += 1
    check_as_if_never_killed(whole, folder, outcome)
    calls = read(folder).calls
    assert sessions > 2
    assert len(call_facts(SessionBegan, calls)) == sessions
    ended = [each.reason for each in call_facts(SessionEnded, calls)]
    assert ended == ["interrupted"] * (sessions - 1) + ["finished"]


def test_records_before_the_cut_are_told_again(whole: Path, tmp_path: Path) -> None:
    """A face that listens can rebuild what it showed."""
    folder = tmp_path / "game"
    killed(whole, folder, (whole / LOG).stat().st_size // 2)
    heard: list[int] = []
    asyncio.run(resume(folder, seats=talkers(), on_record=lambda each: heard.append(each.at)))
    assert heard == list(range(len(read(whole).records)))


# --- what can't be gone on with ---


def test_a_finished_game_is_not_resumed(whole: Path) -> None:
    """It says what can be done with it."""
    with pytest.raises(ConfigError, match=r"is finished\. Possible: arena replay"):
        asyncio.run(resume(whole))


def test_a_game_that_is_not_true_is_not_resumed_and_not_touched(
    whole: Path, tmp_path: Path
) -> None:
    """A changed line: the sentence names it, the files stay as they are."""
    folder = tmp_path / "game"
    killed(whole, folder, (whole / LOG).stat().st_size // 2)
    lines = (folder / LOG).read_bytes().splitlines(keepends=True)
    lines[20] = lines[20].replace(b'"round":', b'"ruond":')
    (folder / LOG).write_bytes(b"".join(lines))
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    with pytest.raises(TranscriptError, match=r"line 21"):
        asyncio.run(resume(folder))
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


def test_seats_that_answer_otherwise_change_nothing_that_was_played(
    whole: Path, tmp_path: Path
) -> None:
    """The recorded half stays, and the whole proves itself."""
    folder = tmp_path / "game"
    size = (whole / LOG).stat().st_size // 2
    killed(whole, folder, size)
    seats = {name: Rote("another seed", NAMES, "lantern") for name in NAMES}
    outcome = asyncio.run(resume(folder, seats=seats))
    assert outcome.finished
    whole_lines = (whole / LOG).read_bytes()[:size].splitlines(keepends=True)[:-1]
    assert (folder / LOG).read_bytes().startswith(b"".join(whole_lines))
    assert verify(folder).ok


FULL = """
import asyncio, resource, sys
from pathlib import Path
from arena.errors import WriteError
from arena.table import resume
from tests.arena.table.talkers import table_of
from tests.toy.registration import register
register()
sys.dont_write_bytecode = True  # or half of a module is kept
resource.setrlimit(resource.RLIMIT_FSIZE, (int(sys.argv[2]), int(sys.argv[2])))
try:
    asyncio.run(resume(Path(sys.argv[1]), seats=table_of(("Ada", "Bo", "Cyril"), "lantern")))
except WriteError as error:
    print(error)
"""


@pytest.mark.slow
@pytest.mark.parametrize("whole", ["simultaneous"], indirect=True)
@pytest.mark.parametrize("missing", [0.5, 200, 10])
def test_a_full_disk_stops_it_and_it_goes_on_when_there_is_room(
    whole: Path, tmp_path: Path, missing: float
) -> None:
    """In the middle, before the seal, and within it: what was written stays whole."""
    folder = tmp_path / "game"
    size = (whole / LOG).stat().st_size
    killed(whole, folder, size // 3)
    room = int(size * missing if missing < 1 else size - missing)
    run = subprocess.run(
        [sys.executable, "-c", FULL, str(folder), str(room)],
        check=True, capture_output=True, text=True, cwd=Path(__file__).parents[3],
    )  # fmt: skip
    assert "log.jsonl can't be written: File too large" in run.stdout
    assert (folder / LOG).read_bytes().endswith(b"}\n")
    outcome, _ = gone_on(folder)
    check_as_if_never_killed(whole, folder, outcome)


POWERLESS = () if os.geteuid() else ("setpriv", "--bounding-set=-all", "--inh-caps=-all")
"""Takes from root what lets it write everywhere."""
RESUME = """
import asyncio, sys
from pathlib import Path
from arena.errors import ArenaError
from arena.table import resume
from tests.arena.table.talkers import table_of
from tests.toy.registration import register
register()
try:
    asyncio.run(resume(Path(sys.argv[1]), seats=table_of(("Ada", "Bo", "Cyril"), "lantern")))
except ArenaError as error:
    print(error)
"""


@pytest.mark.slow
@pytest.mark.skipif(
    bool(POWERLESS) and shutil.which(POWERLESS[0]) is None, reason="root, and no setpriv"
)
@pytest.mark.parametrize("whole", ["simultaneous"], indirect=True)
@pytest.mark.parametrize("size", [0.5, 0])
def test_a_read_only_folder_is_a_write_error(whole: Path, size: float) -> None:
    """For who may read and not write it: nothing is touched, and the game goes on elsewhere."""
    home = Path(tempfile.mkdtemp())
    folder = home / "game"
    try:
        killed(whole, folder, int((whole / LOG).stat().st_size * size))
        for path, mode in ((home, 0o755), (folder, 0o555), (folder / LOG, 0o444),
                           (folder / CALLS, 0o444), (folder / HEADER, 0o444)):  # fmt: skip
            path.chmod(mode)
        before = files_of(folder)
        run = subprocess.run(
            [*POWERLESS, sys.executable, "-B", "-c", RESUME, str(folder)],
            check=True, capture_output=True, text=True, cwd=Path(__file__).parents[3],
        )  # fmt: skip
        assert ".jsonl can't be written: Permission denied" in run.stdout
        assert files_of(folder) == before
        copy = shutil.copytree(folder, home / "copy")
        for path in (copy, *copy.iterdir()):
            path.chmod(0o755)
        outcome, _ = gone_on(copy)
        check_as_if_never_killed(whole, copy, outcome)
    finally:
        folder.chmod(0o755)
        shutil.rmtree(home)


def files_of(folder: Path) -> dict[str, bytes]:
    """Return what every file of a folder holds."""
    return {path.name: path.read_bytes() for path in folder.iterdir()}


@pytest.mark.parametrize("gone", ["missing", "empty", "elsewhere"])
def test_a_log_that_is_gone_is_not_begun_again(whole: Path, tmp_path: Path, gone: str) -> None:
    """A session went on after records, so there was one: nothing is touched."""
    folder = tmp_path / "game"
    killed(whole, folder, (whole / LOG).stat().st_size // 2)
    asyncio.run(resumed_for(folder, 10))
    (folder / LOG).unlink()
    if gone == "empty":
        (folder / LOG).touch()
    elif gone == "elsewhere":
        (folder / LOG).symlink_to(tmp_path / "not mounted")
    calls = (folder / CALLS).read_bytes()
    with pytest.raises(TranscriptError, match=r"log\.jsonl"):
        asyncio.run(resume(folder))
    assert (folder / CALLS).read_bytes() == calls


@pytest.mark.parametrize(
    ("was", "now"),
    [
        (b'"revision": ', b'"revision": 9'),
        (b'"ruleset": "toy"', b'"ruleset": "nope"'),
        (b'"rounds": 2', b'"rounds": "bogus"'),
        (b'"name": "Bo"', b'"name": "Ada"'),
        (b'"forced": null', b'"forced": {"dice": "x"}'),
        (b'"start": null', b'"start": {"a": 1}'),
        (b"\n", b"\r\n"),
        (b'"schema": 2', b'"schema":  2'),
        (b"{", b""),
    ],
)
def test_a_header_that_is_none_is_refused_before_anything_is_played(
    whole: Path, tmp_path: Path, was: bytes, now: bytes
) -> None:
    """Also where no record stands yet that could prove it: one sentence, with the file."""
    folder = tmp_path / "game"
    killed(whole, folder, 0)
    header = (folder / HEADER).read_bytes()
    changed = header.replace(was, now)
    if changed == header:  # however it is written
        changed = header.replace(was.replace(b": ", b":"), now.replace(b": ", b":"))
    assert changed != header
    (folder / HEADER).write_bytes(changed)
    before = files_of(folder)
    with pytest.raises(TranscriptError, match=r"game\.json"):
        asyncio.run(resume(folder))
    assert files_of(folder) == before


def test_a_forged_seal_is_no_end(whole: Path, tmp_path: Path) -> None:
    """The last line alone is not believed."""
    folder = tmp_path / "game"
    killed(whole, folder, (whole / LOG).stat().st_size // 2)
    lines = (folder / LOG).read_bytes().splitlines(keepends=True)
    seal = (whole / LOG).read_bytes().splitlines(keepends=True)[-1]
    (folder / LOG).write_bytes(b"".join([*lines[:-1], seal]))
    with pytest.raises(TranscriptError, match=f"line {len(lines)}"):
        asyncio.run(resume(folder))


def test_a_session_ends_once_whatever_interrupts_its_end(whole: Path, tmp_path: Path) -> None:
    """A second Ctrl-C comes while the first one's end is written."""
    folder = tmp_path / "game"
    killed(whole, folder, (whole / LOG).stat().st_size // 2)
    files, _ = reopened_files(folder)
    writer = Writer(files, SessionSetup(versions={}, python="3"))
    writer.leave("interrupted")
    writer.leave("KeyboardInterrupt")
    writer.close()
    ended = call_facts(SessionEnded, read(folder).calls)
    assert ended == [SessionEnded(reason="interrupted")]
    outcome, _ = gone_on(folder)
    check_as_if_never_killed(whole, folder, outcome)


def test_an_interrupt_within_a_line_ends_the_session_there(
    whole: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between the write and what is noted of it: nothing that would not fit is written after."""
    folder = tmp_path / "game"
    killed(whole, folder, (whole / LOG).stat().st_size // 2)
    system = os.write

    def write(file: int, data: bytes) -> int:
        written = system(file, data)
        if b'"session_began"' in data:
            raise KeyboardInterrupt
        return written

    files, _ = reopened_files(folder)
    monkeypatch.setattr(disk.os, "write", write)
    with pytest.raises(KeyboardInterrupt):
        Writer(files, SessionSetup(versions={}, python="3"))
    monkeypatch.undo()
    for file in (files.calls, files.log, files.lock):
        file.close()
    outcome, _ = gone_on(folder)
    check_as_if_never_killed(whole, folder, outcome)


def test_a_stop_before_the_game_goes_on_stands_where_it_stood(whole: Path, tmp_path: Path) -> None:
    """While what is recorded is gone over, the last record says where."""
    folder = tmp_path / "game"
    killed(whole, folder, (whole / LOG).stat().st_size // 2)
    last = read(folder).records[-1]
    stop = asyncio.Event()
    stop.set()
    outcome = asyncio.run(resume(folder, seats=talkers(), stop=stop))
    assert (outcome.round, outcome.phase) == (last.round, last.phase)
    assert len(read(folder).records) == last.at + 1


def test_a_stop_at_the_last_answer_ends_the_game(whole: Path, tmp_path: Path) -> None:
    """What the answer leads to is logged before the seal; nobody is asked any more."""
    folder = tmp_path / "game"
    killed(whole, folder, (whole / LOG).stat().st_size // 2)
    answered = {"answer", "answer_defaulted"}
    last = max(each.at for each in read(whole).records if each.type in answered)
    stop = asyncio.Event()

    def hear(record: Record) -> None:
        if record.at == last:
            stop.set()

    outcome = asyncio.run(resume(folder, seats=talkers(), stop=stop, on_record=hear))
    check_as_if_never_killed(whole, folder, outcome)


def test_a_game_whose_files_are_deleted_says_so(tmp_path: Path) -> None:
    """Rather than play on into nothing; the same where a program replaces one of them."""

    def hear(record: Record) -> None:
        if record.at == 100:
            (tmp_path / "toy-0001" / LOG).unlink()

    with pytest.raises(WriteError, match=r"log\.jsonl was deleted or replaced"):
        asyncio.run(play(config(), tmp_path, seats=talkers(), on_record=hear))


def test_the_lock_is_the_folder_s(whole: Path, tmp_path: Path) -> None:
    """A file that is replaced below it changes nothing, and the refused one touches nothing."""
    folder = tmp_path / "game"
    killed(whole, folder, (whole / LOG).stat().st_size // 2, rest=b"{")
    before = files_of(folder)
    lock = Lock(folder)
    shutil.copy(folder / HEADER, tmp_path / "copy")
    (tmp_path / "copy").rename(folder / HEADER)
    with pytest.raises(ConfigError, match="is being played by another process"):
        asyncio.run(resume(folder))
    assert files_of(folder) == before
    lock.close()
    outcome, _ = gone_on(folder)
    check_as_if_never_killed(whole, folder, outcome)


def test_a_folder_that_is_none_of_a_game_s_gets_none(whole: Path, tmp_path: Path) -> None:
    """A game's own folder is refused; a number of a hundred digits is not counted on."""
    with pytest.raises(ConfigError, match="is a game's own folder"):
        asyncio.run(play(config(), whole))
    (tmp_path / f"moh-{'9' * 120}").mkdir()
    assert new_folder(tmp_path, "moh").name == "moh-0001"


def test_a_file_that_cannot_be_written_is_a_write_error(whole: Path, tmp_path: Path) -> None:
    """A folder stands where the log should be written."""
    folder = tmp_path / "game"
    killed(whole, folder, 0)
    (folder / LOG).unlink()
    (folder / LOG).mkdir()
    with pytest.raises((WriteError, TranscriptError), match=r"log\.jsonl"):
        asyncio.run(resume(folder))


# --- real processes ---


def play_slowly(out: str, protocol: str) -> None:
    """Play in a process of its own."""
    register()
    seats = {name: Rote(name, NAMES, "lantern", pause=0.01) for name in NAMES}
    asyncio.run(play(config(protocol), Path(out), seats=seats))


def resume_slowly(folder: str) -> None:
    """Resume in a process of its own."""
    register()
    seats = {name: Rote(name, NAMES, "lantern", pause=0.01) for name in NAMES}
    asyncio.run(resume(Path(folder), seats=seats))


@pytest.fixture(scope="module")
def processes() -> multiprocessing.context.ForkServerContext:
    """Return where processes come from that have the arena imported."""
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["arena.table", "tests.arena.table.test_resume"])
    return context


def killed_at(process: multiprocessing.context.ForkServerProcess, log: Path, size: int) -> None:
    """Send SIGKILL once the log has `size` bytes."""
    process.start()
    while process.is_alive() and not (log.exists() and log.stat().st_size >= size):
        time.sleep(0.0005)
    process.kill()
    process.join()


@pytest.mark.parametrize(("kills", "seed"), [(5, 5), pytest.param(20, 0, marks=pytest.mark.slow)])
@pytest.mark.timeout(600)
def test_sigkill_at_random_moments(
    processes: multiprocessing.context.ForkServerContext,
    whole: Path,
    tmp_path: Path,
    kills: int,
    seed: int,
) -> None:
    """A process plays, is killed, is resumed by another, killed again, and ends the same."""
    protocol = read(whole).header.talk.protocol
    total = (whole / LOG).stat().st_size
    random = Random(seed)  # noqa: S311 - no secret
    died = 0
    for number in range(kills):
        out = tmp_path / str(number)
        folder = out / "toy-0001"
        cuts = sorted(random.randrange(total) for _ in range(2))
        first = processes.Process(target=play_slowly, args=(str(out), protocol))
        killed_at(first, folder / LOG, cuts[0])
        second = processes.Process(target=resume_slowly, args=(str(folder),))
        killed_at(second, folder / LOG, cuts[1])
        died += first.exitcode == -signal.SIGKILL
        if verify(folder).finished:
            continue
        outcome, _ = gone_on(folder)
        check_as_if_never_killed(whole, folder, outcome)
    assert died > kills // 2


def test_a_game_is_played_by_one_process_at_a_time(
    processes: multiprocessing.context.ForkServerContext, tmp_path: Path
) -> None:
    """The second is refused in one sentence; a dead owner's lock does not hold."""
    folder = tmp_path / "toy-0001"
    process = processes.Process(target=play_slowly, args=(str(tmp_path), "simultaneous"))
    process.start()
    while not (folder / LOG).exists() or (folder / LOG).stat().st_size < 5000:
        assert process.is_alive()
        time.sleep(0.001)
    with pytest.raises(ConfigError, match="is being played by another process"):
        asyncio.run(resume(folder, seats=talkers()))
    process.kill()
    process.join()
    assert gone_on(folder)[0].finished
