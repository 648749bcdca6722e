"""How long an evening with a person lasts: a house bot sits in the chair, and the time is reckoned.

Nothing is waited for. All that are asked before the next record are asked together: the slowest of
them is what the table waits for. A person reads what they were told, while others think too: they
take as long for it as a table that is served waits for them (`arena.narration.reading`).
"""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, replace
from io import StringIO
from pathlib import Path
from statistics import fmean, median

from rich.console import Console, RenderableType

from arena.claims.deal_records import DealAnswered, DealOffered
from arena.config import Overrides, TableConfig, load_table
from arena.narration.dialects import words_of
from arena.narration.narrator import Narrator
from arena.narration.reading import reading_seconds, words_in, words_to_read
from arena.narration.telling import Told
from arena.records.record import Record, Shown, perceived, stripped
from arena.records.talk import Said
from arena.seats.house import House
from arena.seats.human import Chair, Given
from arena.seats.seat import Question
from arena.settings import HUMAN, PeopleRules
from arena.table import play
from arena.table.referee import SeatTask
from arena.transcript.writer import GameFiles

FIRST = "first_evening"
"""The ready-made table of a short first game."""
DEFAULT = {"Anna": HUMAN, "Bruno": "house", "Clara": "house", "Dmitri": "house"}
"""A person and three bots that stand for models, at a table of the default settings."""
COLUMNS = 1000
"""So wide that nothing is broken."""
WORDS = (Said, DealOffered, DealAnswered)
"""Records of what somebody said, which they need not read."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Pace:
    """How long people and models take."""

    words: float = PeopleRules().words_a_minute
    """Words that a person reads in a minute."""
    answer: float = 10
    """Seconds for an answer, a bid, or to keep silent, once all is read."""
    speech: float = 30
    """Seconds to write a speech."""
    model: float = 3
    """Seconds that a seat that is no person takes."""
    message: int = 30
    """Words of a message of a model, whose place a house bot takes that is shorter of speech."""


class Evening:
    """One game with a person, and the time that it would take."""

    def __init__(self, person: str, seed: str, pace: Pace) -> None:
        """A house bot answers for the `person`, by their chair."""
        self._person, self._pace = person, pace
        self._bot = House(f"{seed}|{person}")
        self._narrator: Narrator | None = None
        self._heard: list[Shown] = []
        self._unread = 0.0
        self._own, self._others = 0.0, False
        self._task: asyncio.Task[None] | None = None
        self.chair = Chair(self._look)
        self.words = 0
        """Words that the person was told by others."""
        self.to_read = 0.0
        """Of these, those that are waited for."""
        self.questions = self.speeches = self.waves = 0
        """What the person answered and said, and how often the others alone were waited for."""
        self.seconds = 0.0
        """What the game took."""

    def begin(self, files: GameFiles, clockwise: tuple[str, ...]) -> None:
        """Sit down."""
        words = words_of(files.header.facts(), clockwise)
        self._narrator = Narrator(words, self._person, boards=False)

    def take(self, record: Record) -> None:
        """Take the next record: what was waited for before it has come."""
        self._close()
        if self._narrator is not None and perceived(record, self._person):
            shown = stripped(record)
            self._heard.append(shown)
            self._tell(self._narrator.feed(shown))

    def wait_for(self, tasks: Mapping[str, SeatTask]) -> None:
        """Take note of who is waited for."""
        self._others |= any(seat != self._person for seat in tasks)

    def end(self) -> None:
        """Read what is left."""
        self.seconds += self._unread
        self._unread = 0.0

    def _tell(self, told: list[RenderableType]) -> None:
        to_read = 0.0
        for each in told:
            if self._is_own(each):
                continue
            console = Console(width=COLUMNS, file=StringIO(), record=True)
            console.print(each)
            words = words_in(console.export_text()) + self._unsaid(each)
            self.words += words
            spoken = isinstance(each, Told) and isinstance(each.record.data, WORDS)
            to_read += words_to_read(words, spoken=spoken)
        self.to_read += to_read
        self._unread += reading_seconds(to_read, self._pace.words)

    def _unsaid(self, told: RenderableType) -> int:
        """Return how many words a model would have said more than the bot that stands for it."""
        said = told.record.data if isinstance(told, Told) else None
        if not isinstance(said, Said):
            return 0
        return max(0, self._pace.message - words_in(said.text))

    def _is_own(self, told: RenderableType) -> bool:
        if not isinstance(told, Told):
            return False
        return told.record.actor == self._person and isinstance(told.record.data, WORDS)

    def _close(self) -> None:
        """Add the time of those who were asked together."""
        others = self._pace.model if self._others else 0.0
        if self._own:
            self.seconds += max(others, self._unread + self._own)
            self._unread = 0.0
        elif others:
            self.seconds += others
            self._unread = max(0.0, self._unread - others)
            self.waves += 1
        self._own, self._others = 0.0, False

    def _look(self) -> None:
        if self.chair.is_waiting:
            self._task = asyncio.create_task(self._answer())

    async def _answer(self) -> None:
        now = self.chair.open
        if now is None or self._narrator is None:
            return
        self._tell(self._narrator.pause())
        asked, own = now.asked, self._pace.answer
        given: Given
        if isinstance(asked, Question):
            given = await self._bot.answer(asked, now.view, self._heard)
        elif asked.task == "bid":
            given = await self._bot.bid(asked, now.view, self._heard)
        else:
            given = await self._bot.speak(asked, now.view, self._heard)
            if given is not None:
                own, self.speeches = self._pace.speech, self.speeches + 1
        self.questions += 1
        self._own = own
        self.chair.give(asked.id, given)


def evenings(config: TableConfig, out: Path, games: int, pace: Pace) -> dict[str, object]:
    """Play games of one person; return minutes and what they are made of, means but for minutes."""
    (person,) = (name for name, spec in config.seats.items() if spec == HUMAN)
    played: list[Evening] = []
    rounds: list[int] = []
    for seed in range(games):
        evening = Evening(person, str(seed), pace)
        game = asyncio.run(
            play(
                config.model_copy(update={"seed": str(seed)}), out,
                people={person: evening.chair}, on_begin=evening.begin,
                on_record=evening.take, on_wait=evening.wait_for,
            )
        )  # fmt: skip
        evening.end()
        played.append(evening)
        rounds.append(game.round)
    minutes = sorted(each.seconds / 60 for each in played)
    return {
        "minutes": median(minutes),
        "shortest": minutes[0],
        "longest": minutes[-1],
        "rounds": fmean(rounds),
        "words": fmean(each.words for each in played),
        "words_to_read": fmean(each.to_read for each in played),
        "answers": fmean(each.questions - each.speeches for each in played),
        "speeches": fmean(each.speeches for each in played),
        "waves": fmean(each.waves for each in played),
    }


def evening_figures(
    out: Path, games: int, pace: Pace | None = None
) -> dict[str, dict[str, object]]:
    """Return the figures of the default game with three models, and of the first evening.

    The first evening is read at its own pace; its bots answer at once, and are as short of speech
    as they are.
    """
    pace = pace or Pace()
    first = load_table(FIRST, Overrides())
    quick = replace(pace, words=first.people.words_a_minute, model=0.0, message=0)
    return {
        "default": evenings(TableConfig(seats=DEFAULT), out / "default", games, pace),
        "first": evenings(first, out / "first", games, quick),
    }
