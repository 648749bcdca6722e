"""What is written reaches the disk while the game goes on, and a disk that fails is heard."""

import asyncio
import errno
import os
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from arena.calls.records import SessionEnded
from arena.config import TableConfig
from arena.errors import WriteError
from arena.table import Outcome, play
from arena.table.verify import verify
from arena.transcript.reader import read

THREE = dict.fromkeys(("Ada", "Ben", "Cyd"), "random")
CONFIG = TableConfig(seats=THREE, seed="4")
Sync = Callable[[int], None]


@pytest.fixture
def syncs(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, str]]:
    """Return what is synced: file and thread, in order."""
    done: list[tuple[str, str]] = []
    real = os.fsync

    def sync(file: int) -> None:
        name = Path(f"/proc/self/fd/{file}").readlink().name
        done.append((name, threading.current_thread().name))
        real(file)

    monkeypatch.setattr(os, "fsync", sync)
    return done


def failing_from(count: int) -> Sync:
    """Return a disk whose syncs fail from the `count`th on."""
    done = iter(range(1_000_000))

    def sync(_: int) -> None:
        if next(done) >= count:
            raise OSError(errno.EIO, "Input/output error")

    return sync


def test_a_game_is_synced_off_the_loop_and_its_log_last(
    tmp_path: Path, syncs: list[tuple[str, str]]
) -> None:
    """The header with the first phase, calls before the log that rests on them, never the loop."""
    assert asyncio.run(play(CONFIG, tmp_path)).finished
    files = [name for name, _ in syncs]
    assert files[:3] == ["game.json", "calls.jsonl", "log.jsonl"]
    assert files[-2:] == ["calls.jsonl", "log.jsonl"]
    assert all(thread.startswith("transcript-sync") for _, thread in syncs)


@pytest.mark.parametrize("count", [0, 3])
def test_a_sync_that_fails_stops_the_game(
    count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It surfaces at a later phase end, or at the seal; what was written proves itself."""
    monkeypatch.setattr(os, "fsync", failing_from(count))
    with pytest.raises(WriteError, match="can't be written: Input/output error"):
        asyncio.run(play(CONFIG, tmp_path))
    assert verify(tmp_path / "moh-0001").sound


def test_a_game_that_is_cancelled_while_its_seal_is_synced_stays_sealed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is added behind the seal."""
    sealed, go_on = threading.Event(), threading.Event()

    def sync(_: int) -> None:
        if b'"sealed"' in (tmp_path / "moh-0001" / "log.jsonl").read_bytes():
            sealed.set()
            go_on.wait(10)

    async def cancelled() -> None:
        game: asyncio.Task[Outcome] = asyncio.create_task(play(CONFIG, tmp_path))
        await asyncio.to_thread(sealed.wait, 10)
        game.cancel()
        go_on.set()
        await game

    monkeypatch.setattr(os, "fsync", sync)
    with pytest.raises(asyncio.CancelledError):
        asyncio.run(cancelled())
    assert verify(tmp_path / "moh-0001").ok
    assert read(tmp_path / "moh-0001").calls[-1].data == SessionEnded(reason="finished")
