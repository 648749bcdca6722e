"""The ledger after a kill: read to its last whole line, and made to agree with the games' calls."""

import json
from pathlib import Path
from typing import Any

import pytest

from arena.calls.records import CallFact, CallRecord, CallSent, Cost
from arena.errors import ConfigError, TranscriptError
from arena.tournament.folder import game_folder
from arena.tournament.ledger import LEDGER, Booked, read_ledger
from arena.transcript.disk import Lock
from tests.arena.calls import samples
from tests.arena.tournament.stewards import ahead, ended, steward

AT = "2026-01-01T00:00:00.000+00:00"


def game(folder: Path, *records: CallFact, name: str = "g0001") -> Path:
    """Write the calls of an unfinished game."""
    at = game_folder(folder, name)
    at.mkdir(parents=True, exist_ok=True)
    lines = [CallRecord(data=data, i=number, at=AT).plain() for number, data in enumerate(records)]
    (at / "calls.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines))
    return at


def sent(call: int, tokens: int = 10, seat: str = "Anna") -> CallSent:
    """Return the intent of a call."""
    return samples.sent(call, seat, worst=Cost(tokens=tokens, money=0.0))


def answered(call: int, tokens: int = 4) -> CallFact:
    """Return its reply."""
    return samples.answered(call, samples.raw(tokens, 0), money=0.0)


def booked(folder: Path) -> list[tuple[int | None, int]]:
    """Return the calls of the ledger with their tokens."""
    return [(each.call, each.cost.tokens) for each in read_ledger(folder).booked]


async def killed(folder: Path, *calls: Any) -> None:
    """Leave a ledger with open reservations behind."""
    dead = steward(folder)
    for each in calls:
        await dead.admit(each)
    dead._ledger.close()


async def test_what_was_answered_is_booked_as_the_game_has_it(tmp_path: Path) -> None:
    """The kill came between the reply's record and the settlement."""
    await killed(tmp_path, ahead())
    game(tmp_path, sent(0), answered(0))
    steward(tmp_path).recover()
    assert booked(tmp_path) == [(0, 4)]


async def test_an_intent_without_a_reply_is_booked_at_its_worst(tmp_path: Path) -> None:
    """As the game itself will, when it goes on."""
    await killed(tmp_path, ahead())
    game(tmp_path, sent(0))
    steward(tmp_path).recover()
    assert booked(tmp_path) == [(0, 10)]


async def test_what_was_reserved_and_never_sent_costs_nothing(tmp_path: Path) -> None:
    """The game's record has no intent of it."""
    await killed(tmp_path, ahead())
    game(tmp_path)
    again = steward(tmp_path)
    again.recover()
    assert booked(tmp_path) == [(None, 0)]
    assert again.spending().calls == 0


async def test_a_game_whose_files_are_gone_is_booked_at_its_worst(tmp_path: Path) -> None:
    """What it may have cost was perhaps spent; its calls are counted anew after that."""
    first = steward(tmp_path)
    await first.settle(await first.admit(ahead()), ended(0, 5))
    await first.admit(ahead())
    first._ledger.close()
    again = steward(tmp_path)
    again.recover()
    assert again.spending().tokens == 15
    await again.settle(await again.admit(ahead()), ended(0, 3))
    again.close()
    assert read_ledger(tmp_path).settled == {"g0001": {0}}
    assert [each for _, each in booked(tmp_path)] == [5, 10, 3]


async def test_files_that_are_older_than_the_ledger_say_nothing_of_open_calls(
    tmp_path: Path,
) -> None:
    """A machine that played the game on is gone with the newer ones: the worst is booked."""
    first = steward(tmp_path)
    for call in (0, 1):
        await first.settle(await first.admit(ahead()), ended(call, 5))
    await first.admit(ahead())
    first._ledger.close()
    game(tmp_path, sent(0), answered(0))
    again = steward(tmp_path)
    again.recover()
    assert booked(tmp_path) == [(0, 5), (1, 5), (None, 10)]
    assert again.spending().tokens == 20


async def test_reservations_go_to_the_calls_of_their_own_seat_and_size(tmp_path: Path) -> None:
    """Though they left together and in another order."""
    await killed(tmp_path, ahead(10), ahead(20), ahead(10, seat="Cleo"))
    game(tmp_path, sent(0, 10, "Cleo"), sent(1, 20), answered(1, 6), answered(0, 3))
    steward(tmp_path).recover()
    assert sorted(booked(tmp_path), key=str) == [(0, 3), (1, 6), (None, 0)]


async def test_a_call_that_the_ledger_has_not_is_found_in_its_game(tmp_path: Path) -> None:
    """A machine that lost its power may have lost lines of one file and not of the other."""
    game(tmp_path, sent(0), answered(0))
    again = steward(tmp_path, budget={"calls": 1})
    again.recover()
    assert again.spending().tokens == 4
    (found,) = read_ledger(tmp_path).booked
    assert found == Booked(
        game="g0001", seat="Anna", spec=ahead().spec, call=0, cost=found.cost, fault=None
    )


async def test_to_recover_twice_changes_nothing(tmp_path: Path) -> None:
    """A second kill, right after the first recovery, is harmless."""
    await killed(tmp_path, ahead())
    game(tmp_path, sent(0), answered(0))
    for _ in range(2):
        again = steward(tmp_path)
        again.recover()
        again.close()
    assert booked(tmp_path) == [(0, 4)]


async def test_a_player_that_died_is_booked_as_its_files_say(tmp_path: Path) -> None:
    """While the run goes on."""
    alive = steward(tmp_path)
    await alive.admit(ahead())
    game(tmp_path, sent(0), answered(0))
    await alive.abandon("g0001")
    assert booked(tmp_path) == [(0, 4)]


async def test_a_line_that_a_kill_cut_off_is_cut_away(tmp_path: Path) -> None:
    """What is written next begins a line of its own."""
    await killed(tmp_path, ahead())
    with (tmp_path / LEDGER).open("ab") as ledger:
        ledger.write(b'{"type":"settled","perm')
    assert list(read_ledger(tmp_path).open) == [1]
    steward(tmp_path).recover()
    assert booked(tmp_path) == [(None, 10)]


ORPHAN = b'{"type":"settled","permit":7,"call":0,"tokens":1,"money":null,"seconds":1}\n'
UNKNOWN = b'{"type":"gift","seconds":1}\n'


@pytest.mark.parametrize("line", [b"no JSON\n", b"[]\n", ORPHAN, UNKNOWN])
async def test_a_broken_line_is_named(tmp_path: Path, line: bytes) -> None:
    """A ledger that can't be read is no reason to spend its budget again."""
    await killed(tmp_path)
    with (tmp_path / LEDGER).open("ab") as ledger:
        ledger.write(line)
    with pytest.raises(TranscriptError, match=r"ledger\.jsonl line 2: is no line of a ledger"):
        steward(tmp_path)


async def test_a_game_that_somebody_still_plays_is_not_recovered(tmp_path: Path) -> None:
    """Its player may have outlived the driver, and may still write."""
    await killed(tmp_path, ahead())
    lock = Lock(game(tmp_path, sent(0)))
    with pytest.raises(ConfigError, match="is being played by another process"):
        steward(tmp_path).recover()
    lock.close()


def test_a_folder_without_a_ledger_has_spent_nothing(tmp_path: Path) -> None:
    """As that of a tournament that was only planned."""
    assert read_ledger(tmp_path).booked == []
