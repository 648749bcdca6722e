"""People who answer at once, by what they see: they sit in a chair as a face would have them."""

import asyncio
from collections.abc import Callable, Mapping
from pathlib import Path

from arena.config import TableConfig
from arena.seats.human import Chair, Given, Open
from arena.seats.seat import Question
from arena.table import Outcome, play, resume
from arena.talk.speech import Speech

Mind = Callable[[Open], Given]


def mind(now: Open) -> Given:
    """Choose the last option, say where one stands, bid by the round: all from what is open."""
    asked = now.asked
    if isinstance(asked, Question):
        return asked.options[-1].id
    if asked.task == "bid":
        return asked.round % 5
    if asked.reply:
        return None
    return Speech.of(f"Round {asked.round}, and I am {asked.seat}.")


class Sitter:
    """Somebody in a chair."""

    def __init__(self, answers: Mind = mind, most: int | None = None) -> None:
        """Give at `most` so many answers, then walk away."""
        self._answers, self._most = answers, most
        self.given: list[tuple[str, Given]] = []
        """What was given, by question or turn."""
        self.chair = Chair(self._look)

    def _look(self) -> None:
        now = self.chair.open
        if now is not None and (self._most is None or len(self.given) < self._most):
            asyncio.get_running_loop().call_soon(self._give, now)

    def _give(self, now: Open) -> None:
        given = self._answers(now)
        self.chair.give(now.asked.id, given)
        self.given.append((now.asked.id, given))


def config(**changes: object) -> TableConfig:
    """Return a table of one person and two house bots."""
    seats = {"Ana": "human", "Bo": "house", "Cy": "house:liar"}
    return TableConfig.model_validate({"seats": seats, "seed": "4", **changes})


def play_with(
    people: Mapping[str, Sitter], out: Path, table: TableConfig, *, stop_after: int | None = None
) -> Outcome:
    """Play a game; stop it after so many records."""

    async def game() -> Outcome:
        stop, records = asyncio.Event(), list[object]()

        def count(record: object) -> None:
            records.append(record)
            if len(records) == stop_after:
                stop.set()

        chairs = {name: each.chair for name, each in people.items()}
        return await play(table, out, people=chairs, on_record=count, stop=stop)

    return asyncio.run(game())


def go_on(people: Mapping[str, Sitter], folder: Path) -> Outcome:
    """Go on with a game to its end."""
    chairs = {name: each.chair for name, each in people.items()}
    return asyncio.run(resume(folder, people=chairs))
