"""Seats of one's own: `MODULE:CLASS`, and the entry points of installed packages."""

import asyncio
import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.config import TableConfig
from arena.errors import ConfigError
from arena.faces.cli import main
from arena.records.record import Record
from arena.seats import make_seat
from arena.seats.kinds import talks
from arena.table import play, resume
from arena.table.verify import verify

BOTS = '''
from arena.seats import Seat


class Last(Seat):
    """Takes the option at this place from the end."""

    def __init__(self, argument: str, seed: str) -> None:
        self.at, self.seed = int(argument or 1), seed

    async def answer(self, question, view, heard):
        return question.options[-min(self.at, len(question.options))].id


class Chatty(Last):
    talks = True


class NoSeat:
    pass


class Mute(Seat):
    """Answers nothing."""


class Plain(Last):
    def answer(self, question, view, heard):
        return question.options[0].id


class Bare(Seat):
    async def answer(self, question, view, heard):
        return question.options[0].id


class Alone(Bare):
    def __init__(self):
        pass


class Exits(Last):
    def __init__(self, argument, seed):
        raise SystemExit(3)


class Unsaid(Exception):
    def __str__(self):
        raise RuntimeError


class Says(Last):
    def __init__(self, argument, seed):
        raise Unsaid


class Unsure(Last):
    talks = "yes"


class Shy(Last):
    @property
    def remembers(self):
        raise ValueError("forgotten")


class Fails(Last):
    def __init__(self, argument, seed):
        self.how = argument

    async def answer(self, question, view, heard):
        match self.how:
            case "exit":
                raise SystemExit(3)
            case "unsaid":
                raise Unsaid
            case "surrogate":
                raise ValueError("half \\ud800")
            case "long":
                raise ValueError("x" * 1_000_000)
            case _:
                return "y" * 1_000_000


raised = 3
'''


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Stand in a folder with the module `own_bots`, which nothing has imported yet."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    (tmp_path / "own_bots.py").write_text(BOTS, encoding="utf-8")
    (tmp_path / "exiting.py").write_text("raise SystemExit(7)", encoding="utf-8")
    yield tmp_path
    sys.modules.pop("own_bots", None)


def test_a_class_is_named_by_its_module(folder: Path) -> None:
    """It gets what follows the second colon, and the bots' seed, and says whether it talks."""
    seat = make_seat("own_bots:Last:2", name="Ada", seed="s")
    assert (type(seat).__name__, vars(seat)) == ("Last", {"at": 2, "seed": "s"})
    assert not talks("own_bots:Last")
    assert talks("own_bots:Chatty")
    assert not talks("own_bots:Bare")
    assert str(folder) not in sys.path


@pytest.mark.usefixtures("folder")
@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("no_bots:Last", "No module named 'no_bots'. Possible: a module that Python finds"),
        ("own_bots:Lost", "the module own_bots has no Lost. Possible: Last, Chatty, "),
        ("own_bots:NoSeat", "which is no seat. Possible: a subclass of arena.Seat."),
        ("own_bots:Last:x", "ValueError: invalid literal for int() with base 10: 'x'"),
        ("own_bots:Mute", "which has no answer. Needed: async def answer."),
        ("own_bots:Plain", "whose answer can't be awaited. Needed: async def answer."),
        ("own_bots:Alone", "It is made of (argument, seed)."),
        ("own_bots:Exits", "which can't be made: SystemExit: 3."),
        ("own_bots:Says", "which can't be made: Unsaid."),
        ("own_bots:Unsure", "whose talks is 'yes'. Possible: True, False."),
        ("own_bots:Shy", "which can't be made: ValueError: forgotten."),
        ("exiting:Last", "which can't be made: SystemExit: 7."),
        ("own_bots:last", "Possible: random, house, "),
        ("own_bots:", "MODULE:CLASS"),
    ],
)
def test_what_cannot_sit_down_is_one_sentence(
    spec: str, told: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The seat, the SPEC, why, and what is possible; nothing is written."""
    with pytest.raises(ConfigError) as caught:
        make_seat(spec, name="Ada", seed="s")
    assert str(caught.value).startswith(f"seat 'Ada' is {spec!r}")
    assert told in str(caught.value)
    assert main(["play", "--seats", "3", "--seat", f"Ada={spec}", "--out", "games"]) == 2
    assert told.partition(". Possible")[0] in capsys.readouterr().err.replace("\n", " ")
    assert not Path("games").exists()


@pytest.mark.parametrize(
    ("how", "reason", "why"),
    [
        ("exit", "error", "SystemExit: 3"),
        ("unsaid", "error", "Unsaid"),
        ("surrogate", "error", "ValueError: half \\ud800"),
        ("long", "error", "ValueError: xxx"),
        ("answer", "illegal", "'yyy"),
    ],
)
def test_whatever_such_a_seat_does_is_a_recorded_default(
    folder: Path, how: str, reason: str, why: str
) -> None:
    """It exits, can't be quoted, or says a million things: the game goes on, and is proved."""
    seats = {"Ada": f"own_bots:Fails:{how}", "Ben": "random", "Cyd": "random"}
    config = TableConfig.model_validate({"seats": seats, "seed": "4"})
    done = asyncio.run(play(config, folder / "games"))
    assert done.finished
    assert verify(done.folder).ok
    lines = (done.folder / "calls.jsonl").read_text(encoding="utf-8").splitlines()
    failed = [each["data"] for each in map(json.loads, lines) if each["type"] == "answer_failed"]
    assert failed
    assert {each["reason"] for each in failed} == {reason}
    assert all(each["why"].startswith(why) and len(each["why"]) < 3000 for each in failed)


def test_an_installed_package_offers_seats(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By the name of its entry point; what follows the colon is the argument."""
    info = folder / "own_bots-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: own-bots\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[horror_arena.seats]\nlast = own_bots:Last\n")
    monkeypatch.syspath_prepend(str(folder))
    seat = make_seat("last:3", name="Ada", seed="s")
    assert vars(seat) == {"at": 3, "seed": "s"}
    assert not talks("last")


def test_a_game_with_such_a_seat_is_stopped_resumed_and_proved(folder: Path) -> None:
    """The same to the byte as one that was not stopped; a proof imports nothing."""
    seats = {"Ada": "own_bots:Last", "Ben": "own_bots:Last:2", "Cyd": "random"}
    config = TableConfig.model_validate({"seats": seats, "seed": "4"})
    whole = asyncio.run(play(config, folder / "whole"))
    stop = asyncio.Event()

    def hear(record: Record) -> None:
        if record.i == 60:
            stop.set()

    stopped = asyncio.run(play(config, folder / "stopped", stop=stop, on_record=hear))
    assert not stopped.finished
    sys.modules.pop("own_bots")
    (folder / "own_bots.py").rename(folder / "kept.txt")
    assert verify(stopped.folder).sound
    sessions = (stopped.folder / "calls.jsonl").read_bytes()
    with pytest.raises(ConfigError, match="No module named 'own_bots'"):
        asyncio.run(resume(stopped.folder))
    assert (stopped.folder / "calls.jsonl").read_bytes() == sessions
    (folder / "kept.txt").rename(folder / "own_bots.py")
    resumed = asyncio.run(resume(stopped.folder))
    assert resumed.finished
    logs = [(each / "log.jsonl").read_bytes() for each in (whole.folder, resumed.folder)]
    one, two = (log.splitlines()[:-1] for log in logs)  # the footer has the digest of the sessions
    assert one == two
    sys.modules.pop("own_bots")
    (folder / "own_bots.py").unlink()
    assert verify(resumed.folder).ok
    assert "own_bots" not in sys.modules
