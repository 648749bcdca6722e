"""How long a table talks."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from arena.config import TableConfig
from arena.forms import JsonRecord
from arena.seats.house import House
from arena.table import play
from arena.talk.speech import Message, Speech, TalkTurn
from tests.studies.talk import counted


class Twice(House):
    """Says everything twice, the second time to somebody, and counts its turns to talk."""

    name = ""
    turns = 0

    async def speak(
        self, turn: TalkTurn, view: Mapping[str, Any], heard: Sequence[JsonRecord]
    ) -> Speech | None:
        """Repeat itself."""
        self.turns += 1
        said = await super().speak(turn, view, heard)
        if said is None:
            return None
        again = Message(text="Again.", to=tuple(name for name in "ABC" if name != self.name)[:1])
        return Speech(messages=(*said.messages[:1], again))


@pytest.mark.slow
def test_a_turn_counts_once_however_many_messages_it_has(tmp_path: Path) -> None:
    """A speech is a turn on which something was said, a message each of its parts."""
    seats = {name: Twice(name) for name in "ABC"}
    for name, seat in seats.items():
        seat.name = name
    config = TableConfig(seats=dict.fromkeys(seats, "house"), seed="3")
    folder = asyncio.run(play(config, tmp_path, seats=seats)).folder
    counts = counted(folder, asked=7)
    assert counts["turns"] == sum(seat.turns for seat in seats.values())
    assert counts["messages"] == 2 * counts["speeches"] > 0
    assert counts["speeches"] < counts["turns"]
    assert counts["answers"] == 7
