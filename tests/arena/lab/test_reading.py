"""A game is read from its folder: who played, when, and what was asked of models."""

import shutil
from pathlib import Path

import pytest

from arena.calls.records import CallRecord, SessionBegan
from arena.errors import TranscriptError
from arena.lab.reading import game_of, read_game
from arena.transcript import reader
from arena.transcript.header import ScheduleHeader
from tests.arena.calls.samples import sent
from tests.arena.lab.example_games import EXAMPLE, changed, cut, games_in


def test_a_game_is_called_as_its_folder(tmp_path: Path) -> None:
    """Whatever it was called when it was played."""
    shutil.copytree(EXAMPLE, tmp_path / "another")
    assert read_game(tmp_path / "another").id == "another"
    assert read_game(tmp_path / "another").digest == read_game(EXAMPLE).digest


def test_it_was_played_on_the_day_of_its_first_session() -> None:
    """As `calls.jsonl` has it; where no clock was kept, nobody knows."""
    transcript = reader.read(EXAMPLE)
    (begun,) = [each.at for each in transcript.calls if isinstance(each.data, SessionBegan)]
    assert read_game(EXAMPLE).played == begun[:10]
    assert game_of(transcript.header, transcript.records, game="g").played is None


def test_a_day_is_one_of_utc() -> None:
    """Whatever clock the session was begun by; a later session is none."""
    transcript = reader.read(EXAMPLE)
    began = SessionBegan(versions={}, python="3", resumed=None)
    calls = [
        CallRecord(data=began, i=0, at=at)
        for at in ("2026-01-01T01:30:00.000+02:00", "2026-02-01T00:00:00.000+00:00")
    ]
    game = game_of(transcript.header, transcript.records, game="g", calls=calls)
    assert game.played == "2025-12-31"


def test_entrants_of_a_tournament_are_those_of_its_schedule() -> None:
    """Who is named in none plays under the SPEC."""
    transcript = reader.read(EXAMPLE)
    first, second, *_ = transcript.header.seats
    schedule = ScheduleHeader(
        tournament="spring", game="g1", arm="sealed", epoch="e", entrants={first.name: "gpt"},
        table="0" * 64,
    )  # fmt: skip
    header = transcript.header.scheduled(schedule)
    entrants = game_of(header, transcript.records, game="g").entrants
    assert entrants[first.name] == "gpt"
    assert entrants[second.name] == second.spec


def test_the_last_request_for_a_question_is_kept() -> None:
    """What failed before is not what was answered."""
    transcript = reader.read(EXAMPLE)
    calls = [
        CallRecord(data=sent(0, asked=asked, digest=digest), i=0, at="")
        for asked, digest in (("Anna.1", "a"), ("Anna.2", "b"), ("Anna.1", "c"))
    ]
    game = game_of(transcript.header, transcript.records, game="g", calls=calls)
    assert game.requests == {"Anna.1": "c", "Anna.2": "b"}


def test_what_is_no_whole_game_is_refused(tmp_path: Path) -> None:
    """With the file, and where it goes wrong."""
    games_in(tmp_path, "unfinished", "changed")
    cut(tmp_path / "unfinished")
    changed(tmp_path / "changed")
    with pytest.raises(TranscriptError, match="not finished"):
        read_game(tmp_path / "unfinished")
    with pytest.raises(TranscriptError, match=r"line \d+.* was changed"):
        read_game(tmp_path / "changed")
    with pytest.raises(TranscriptError):
        read_game(tmp_path)
