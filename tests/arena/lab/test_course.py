"""The digest of what happened in a game, whatever its seats were called."""

import json
from pathlib import Path
from typing import Any

from arena.hash_chain import GENESIS, digest
from arena.lab.course import course_of, happened
from arena.lab.reading import read_game
from arena.table.verify import verify
from tests.arena.records_of import record_of
from tests.corpus import reading

NAMES = ("Ann", "Anna", 'Q"')


def records(one: str, other: str, third: str, *, vote: str = "mall", game: str = "g1") -> str:
    """Return a game in which the first names all three, and `vote` is a card."""
    result = {"scores": {}, "placements": {}, "winners": [], "end_reason": "", "epilogue": None}
    calls = {"records": 1, "digest": digest(f"calls of {game}".encode())}
    weights = {third: 1}
    bodies: list[dict[str, Any]] = [
        {"type": "opened", "actor": None, "data": {"digest": digest(game.encode()), "lines": []}},
        {"type": "game_began", "actor": None, "data": {"seats": [one, other, third]}},
        {"type": "said", "actor": one, "data": {"text": f"{other}, {third} and {one}!"}},
        {"type": "votes_revealed", "actor": None, "data": {"weights": weights}},
        {"type": "card_played", "actor": other, "data": {"player": other, "card": vote}},
        {"type": "sealed", "actor": None, "data": {"records": 6, "result": result, "calls": calls}},
    ]
    return happened([record_of({"i": at, **each}) for at, each in enumerate(bodies)])


def test_names_are_no_part_of_it() -> None:
    """Nor is what the first record and the seal say of the game's other files."""
    other = ("Bo", "Bob", "Cyd")
    assert course_of(records(*NAMES), NAMES) == course_of(records(*other, game="g2"), other)


def test_what_happened_is() -> None:
    """Another vote, or the same by somebody in another seat, is another game."""
    found = {
        course_of(records(*NAMES), NAMES),
        course_of(records(*NAMES, vote="park"), NAMES),
        course_of(records(*NAMES), NAMES[::-1]),
    }
    assert len(found) == 3


def test_spaces_and_the_order_of_keys_in_a_log_are_no_part_of_it(tmp_path: Path) -> None:
    """A game whose log somebody wrote anew, with its chain, is a copy of what it was."""
    folder = reading.copy_of("moh-random-3", tmp_path)
    before, log, previous = read_game(folder).course, folder / "log.jsonl", GENESIS
    lines = []
    for line in log.read_text(encoding="utf-8").splitlines():
        body = json.loads(line)
        del body["hash"]
        body["data"] = dict(reversed(body["data"].items()))
        text = json.dumps(body, ensure_ascii=False)
        previous = digest((previous + text).encode())
        lines.append(f'{text[:-1]},"hash":"{previous}"}}\n')
    log.write_text("".join(lines), encoding="utf-8")
    assert not verify(folder).ok
    assert read_game(folder).course == before


def test_a_name_within_a_word_is_no_name() -> None:
    """Words that differ stay different, where a name is part of both."""
    of = [records("Al", "Bo", "Cy", vote=word) for word in ("also", "Also", "Al")]
    assert len({course_of(each, ("Al", "Bo", "Cy")) for each in of}) == 3
    renamed = records("Ed", "Bo", "Cy", vote="Ed")
    assert course_of(of[2], ("Al", "Bo", "Cy")) == course_of(renamed, ("Ed", "Bo", "Cy"))
    assert course_of(of[1], ("Al", "Bo", "Cy")) != course_of(renamed, ("Ed", "Bo", "Cy"))
