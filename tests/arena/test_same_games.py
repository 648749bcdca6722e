"""Whole games, the lab and tournaments come out as they did, whatever moved in the house."""

import json

import pytest

from tests.arena.same_games import FILE, GAMES, KILLED, WHOLE, digests

USUAL = {"bots osaczeni 3", "models moh openai-compatible"}
"""Games of the usual run; CI plays all."""
KNOWN = json.loads(FILE.read_text(encoding="utf-8"))


@pytest.mark.parametrize(
    "game",
    [pytest.param(each, marks=() if each in USUAL else pytest.mark.slow) for each in GAMES],
)
def test_a_game_comes_out_as_it_did(game: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its log, its replays, its verdict, and each request to its models have the same bytes.

    So have the frames of each viewpoint, the lab's figures, tables and pages, and a tournament's.
    Where something is meant to change, `python -m tests.arena.same_games` writes the digests again.
    """
    monkeypatch.setenv("COLUMNS", "100")
    given = digests(game)
    assert [name for name, each in given.items() if KNOWN[game].get(name) != each] == []
    assert list(given) == list(KNOWN[game])


def test_every_game_has_its_digests() -> None:
    """No digest is left of a game that is not played any more."""
    assert list(KNOWN) == list(GAMES)


def test_kills_change_nothing_that_is_kept() -> None:
    """Games, answers, tables, and what the ledger says of them: as of a run in one go."""
    killed = KNOWN[KILLED]
    assert {name: KNOWN[WHOLE].get(name) for name in killed} == killed
    assert {"requests", "ledger", "games.csv", "ratings.csv"} <= killed.keys()
