"""Nothing is told before its time, nor before one has read what came before it."""

import json
from itertools import pairwise
from typing import Any

import pytest

from arena.faces.scene import Line, watching
from arena.faces.scene.lines import Lines
from arena.faces.web.viewpoint import WHISPERED, Viewpoint
from arena.narration.dialects import words_of
from arena.narration.reading import MOST_SECONDS, words_in
from tests.arena.faces.scene.scenes import Game, clockwise, garbled, played, scene
from tests.arena.faces.web.clocked import ALL, moments

LATER = 1e9
MINUTE = 60
"""Words a minute of somebody who reads a word a second."""
LEAST = 1e-6


@pytest.fixture(scope="module")
def talked() -> Game:
    """A game with talk, of bots."""
    return played("moh")


def told(
    game: Game, who: str = "Ana", *, at: float = 0.0, most: int | None = None, **given: float
) -> Viewpoint:
    """Return what somebody is told of so many records, all written at one moment."""
    seen = scene(game, who, in_words=who != "public")
    viewpoint = Viewpoint(seen, **{"words_a_minute": MINUTE, **given})
    for record in game[1][:most]:
        viewpoint.take(record, at)
    return viewpoint


def count(viewpoint: Viewpoint, time: float) -> int:
    """Return how many frames are told by then."""
    return len(viewpoint.frames(0, ALL, time))


def frames(viewpoint: Viewpoint, begin: int = 0, time: float = LATER) -> list[dict[str, Any]]:
    """Return all frames, or those from one on that are told by then."""
    told_by_then = viewpoint.frames(begin, ALL, time)
    return [json.loads(each.split(b"data: ", 1)[1]) for each in told_by_then]


def words(frame: dict[str, Any], who: str) -> float:
    """Return the words of a frame that somebody has not said themselves, counted otherwise.

    Those of the game count half.
    """
    found = 0.0
    for line in frame["told"]:
        texts: list[str] = []
        if line["as"] == "whisper":
            texts += ["word " * WHISPERED] if line["spans"] and line["by"] != who else []
        elif line.get("by") != who and not line.get("private") and line["as"] != "verdict":
            texts.append("".join(span[0] for span in line["spans"]))
            texts += [claim[0] for claim in line.get("claims", [])]
            texts += [
                "".join(span[0] for span in cell) for row in line.get("rows", []) for cell in row
            ]
        count = sum(any(map(str.isalnum, word)) for text in texts for word in text.split())
        found += count if line["as"] in {"speech", "whisper", "deal"} else count / 2
    return found


@pytest.mark.parametrize("who", ["Ana", "public"])
def test_a_frame_is_told_once_the_one_before_it_is_read(talked: Game, who: str) -> None:
    """By its words, at most so long, and not a moment sooner."""
    viewpoint = told(talked, who, at=100.0)
    assert count(viewpoint, 100.0 - LEAST) == 0
    seconds = [min(MOST_SECONDS, words(each, who)) for each in frames(viewpoint)]
    found = moments(viewpoint, 100.0)
    assert found[0] == 100.0
    assert [b - a for a, b in pairwise(found)] == pytest.approx(seconds[:-1])
    assert max(seconds) == MOST_SECONDS
    for at in {each for each in found if each > 100.0}:
        assert count(viewpoint, at - LEAST) < count(viewpoint, at)


def test_what_one_has_said_oneself_need_not_be_read(talked: Game) -> None:
    """Others wait for its words, who said it does not."""
    _, said, following, *_ = [i for i, each in enumerate(talked[1]) if each.type == "said"]
    speaker = str(talked[1][said].actor)
    other = next(each for each in talked[0].names if each != speaker)
    waits, words_said = dict[str, float](), 0
    for who in (speaker, other):
        viewpoint = told(talked, who, most=said)
        before = viewpoint.count
        viewpoint.skip(0.0)
        viewpoint.take(talked[1][said], 0.0)
        assert viewpoint.count == before + 1
        viewpoint.take(talked[1][following], 0.0)
        waits[who] = moments(viewpoint, 0.0)[-1]
        if who == speaker:
            words_said = _said(frames(viewpoint)[before])
    assert waits[other] - waits[speaker] == words_said > 3


def _said(frame: dict[str, Any]) -> int:
    (line,) = [each for each in frame["told"] if each["as"] == "speech"]
    said = [line["spans"][0][0], *(claim[0] for claim in line.get("claims", []))]
    return sum(map(words_in, said))


def test_who_reads_at_once_waits_for_nothing(talked: Game) -> None:
    """As tests and machines do."""
    viewpoint = told(talked, words_a_minute=0.0, at=5.0)
    assert count(viewpoint, 5.0) == viewpoint.count > 20
    assert not viewpoint.is_reading(5.0)


def test_what_is_asked_is_shown_with_the_last_frame_before_it(talked: Game) -> None:
    """Once all others were read; who is read by then is told no sooner either."""
    viewpoint = told(talked, most=60)
    viewpoint.show(watching("Waiting."), 0.0)
    last = moments(viewpoint, 0.0)[-1]
    assert last > 10
    assert viewpoint.now(last - LEAST) is None
    shown = viewpoint.now(last)
    assert shown is not None
    assert b"Waiting." in shown[1]
    assert b'"reading":false' in shown[1]


def test_what_was_withdrawn_is_gone_at_once(talked: Game) -> None:
    """However much waits to be read."""
    asked = {**watching("Well?"), "asked": "Ana.1"}
    viewpoint = told(talked, most=60)
    viewpoint.skip(0.0)
    viewpoint.show(asked, 1.0)  # type: ignore[arg-type]
    for record in talked[1][60:120]:
        viewpoint.take(record, 2.0)
    viewpoint.withdraw(watching("Gone."), 3.0)
    now = viewpoint.now(3.0)
    assert now is not None
    assert b"Gone." in now[1]
    assert b'"reading":true' in now[1]


def test_skip_tells_at_once_what_waits_to_be_read(talked: Game) -> None:
    """And what is asked after it; a second time there is nothing."""
    viewpoint = told(talked, most=60)
    viewpoint.show(watching("Waiting."), 0.0)
    assert viewpoint.is_reading(3.0)
    assert viewpoint.skip(3.0)
    assert count(viewpoint, 3.0) == viewpoint.count
    assert viewpoint.now(3.0) is not None
    assert not viewpoint.is_reading(3.0)
    assert not viewpoint.skip(3.0)


def test_skip_tells_nothing_of_what_is_held_back(talked: Game) -> None:
    """What may be told later only is neither shown, nor is there a sign that it is there."""
    viewpoint = told(talked, most=60)
    before = viewpoint.count
    for record in talked[1][60:120]:
        viewpoint.take(record, 30.0)
    viewpoint.skip(1.0)
    assert count(viewpoint, 1.0) == before < viewpoint.count
    assert not viewpoint.is_reading(1.0)
    assert not viewpoint.skip(2.0)
    assert count(viewpoint, 30.0 - LEAST) == before
    assert before < count(viewpoint, 30.0) < viewpoint.count
    assert viewpoint.is_reading(30.0)


def test_the_later_of_both_times_counts(talked: Game) -> None:
    """What is held back longer than one reads comes then; what is read longer, after that."""
    viewpoint = told(talked, most=40)
    read = moments(viewpoint, 0.0)[-1] + MOST_SECONDS
    before = viewpoint.count
    for number, record in enumerate(talked[1][40:80]):
        viewpoint.take(record, read + 100 + number / 1000)
    later = moments(viewpoint, 0.0)[before:]
    assert later[0] >= read + 100
    assert later[-1] > later[0] + 1


def test_who_looks_on_later_is_told_all_so_much_later(talked: Game) -> None:
    """At the same pace."""
    public, late = told(talked, "public"), told(talked, "public", delay=30.0)
    assert [each + 30 for each in moments(public, 0.0)] == pytest.approx(moments(late, 0.0))
    assert not late.skip(30.0 - LEAST)
    assert count(late, 30.0 - LEAST) == 0


def test_who_kept_faith_is_told_once_one_has_read_how_it_ended(talked: Game) -> None:
    """At the same pace as all before."""
    viewpoint = told(talked)
    viewpoint.end(talked[1], 0.0)
    *_, ended, faith = moments(viewpoint, 0.0)
    assert "reveal" in frames(viewpoint)[-1]
    assert faith - ended == min(MOST_SECONDS, words(frames(viewpoint)[-2], "Ana")) > 5


def test_records_count_as_told_with_their_frames(talked: Game) -> None:
    """None sooner than what it shows; with the last of them all."""
    viewpoint = told(talked)
    ended = next(each for each in talked[1] if each.type == "game_ended")
    viewpoint.end(talked[1], 0.0)
    at = moments(viewpoint, 0.0)
    by_type: dict[float, set[str]] = {}
    for time, frame in zip(at, frames(viewpoint), strict=True):
        by_type.setdefault(time, set()).add(frame["type"])
    first: dict[int, float] = {}
    for time in sorted({*at, at[-2] - LEAST}):
        new = [each for each, _ in viewpoint.newly_told(time) if each is not None]
        first.update((each.at, time) for each in new)
    assert list(first) == [each.at for each in talked[1]]
    assert first[ended.at] >= at[-2]
    for record in talked[1]:
        if record.type == "said" and record.seen_by == "all":
            assert "said" in by_type[first[record.at]]


@pytest.mark.parametrize("kind", ["moh", "osaczeni"])
def test_who_reads_words_knows_what_the_frames_that_are_told_show(kind: str) -> None:
    """Line by line and piece by piece, at each moment: neither is ahead of the other."""
    game = played(kind)
    viewpoint, words = told(game), Lines(words_of(game[0].facts(), clockwise(game[1])))
    assert viewpoint.before is not None
    board, read, shown, data = viewpoint.before.board.board, 0, 0, None
    assert not board.where
    for time in moments(viewpoint, 0.0):
        lines = list[Line]()
        for _, heard in viewpoint.newly_told(time):
            if heard is not None:
                board = heard.board.board
                lines += words.of(heard.told)
        new = frames(viewpoint, shown, time)
        in_frames = [line for frame in new for line in frame["told"]]
        assert [(e["as"], e["spans"]) for e in lines] == [(e["as"], e["spans"]) for e in in_frames]
        read, shown = read + len(lines), shown + len(new)
        data = next((each["board"] for each in reversed(new) if "board" in each), data)
        if data is not None:
            assert where(data) == board.where
            assert data["sizes"] == board.hand_sizes
            assert data["hands"]["Ana"] == board.hands["Ana"]
    assert read > 100


def where(board: dict[str, Any]) -> dict[tuple[str, str], int]:
    """Return the location of each character on a frame's board."""
    return {
        (each["seat"], each["character"]): int(number)
        for number, room in board["rooms"].items()
        for each in room["figures"]
    }


@pytest.mark.parametrize("who", ["Ana", "public"])
def test_the_pace_tells_of_nothing_that_is_not_seen(talked: Game, who: str) -> None:
    """Without all that only others perceived each frame comes at the same moment."""
    found = Viewpoint(scene(talked, who), words_a_minute=MINUTE)
    for record in garbled(talked[1], who):
        found.take(record, 0.0)
    assert moments(found, 0.0) == moments(told(talked, who), 0.0)


def test_a_game_of_the_past_is_there_at_once() -> None:
    """Who skips has read what was there: what comes next follows its own words only."""
    game = played("osaczeni")
    viewpoint = told(game, most=100)
    viewpoint.skip(500.0)
    assert count(viewpoint, 500.0) == viewpoint.count
    before = viewpoint.count
    for record in game[1][100:130]:
        viewpoint.take(record, 500.0)
    assert before < count(viewpoint, 500.0) < viewpoint.count
