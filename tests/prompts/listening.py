"""Seats that render whatever they are asked, and leave the answer to a house bot."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import engine
from arena.config import TableConfig
from arena.projections.perspective import Perspective
from arena.records.record import Shown
from arena.seats import Seat, make_seat
from arena.seats.llm.prompts import Prompts, TurnText
from arena.seats.seat import Question
from arena.settings import TalkRules
from arena.table import play
from arena.talk.speech import Speech, TalkTurn

NAMES = ("Anna", "Bruno", "Clara", "Dmitri", "Esra", "Farid")
WAVE = TalkRules()


@dataclass(frozen=True, slots=True)
class Told:
    """One user item, and what it was made of."""

    asked: Question | TalkTurn
    view: Mapping[str, Any]
    heard: tuple[Shown, ...]
    known: int
    last_board: Mapping[str, str] | None
    turned: TurnText


class Listener(Seat):
    """Plays like a house bot and keeps each user item that a model in its place would get."""

    talks = True

    def __init__(self, bot: Seat, prompts: Prompts, seen: Perspective) -> None:
        """`bot` answers; `seen` is before the first record."""
        self._bot, self._prompts, self._seen = bot, prompts, seen
        self.items: list[Told] = []

    @property
    def only_reads(self) -> bool:
        """It never changes what it hears."""
        return True

    async def answer(
        self, question: Question, view: Mapping[str, Any], heard: Sequence[Shown]
    ) -> str:
        """Render, then answer as the bot does."""
        self._render(question, view, heard)
        return await self._bot.answer(question, view, heard)

    async def speak(
        self, turn: TalkTurn, view: Mapping[str, Any], heard: Sequence[Shown]
    ) -> Speech | None:
        """Render, then speak as the bot does."""
        self._render(turn, view, heard)
        return await self._bot.speak(turn, view, heard)

    async def bid(self, turn: TalkTurn, view: Mapping[str, Any], heard: Sequence[Shown]) -> int:
        """Render, then bid as the bot does."""
        self._render(turn, view, heard)
        return await self._bot.bid(turn, view, heard)

    def _render(
        self, asked: Question | TalkTurn, view: Mapping[str, Any], heard: Sequence[Shown]
    ) -> None:
        last = self.items[-1] if self.items else None
        told = len(last.heard) if last else 0
        shown = last.turned.board if last else None
        self._seen.catch_up(heard)
        turned = self._prompts.turn(
            asked, view, heard, known=told, last_board=shown, seen=self._seen
        )
        self.items.append(Told(asked, view, tuple(heard), told, shown, turned))


def game_of(
    out: Path,
    ruleset: str,
    seats: int = 5,
    *,
    seed: str = "1",
    talk: TalkRules = WAVE,
    rules: Mapping[str, Any] | None = None,
    spec: str = "house",
    hints: str = "full",
) -> dict[str, Listener]:
    """Play a whole game in which every seat listens; return the seats."""
    names = NAMES[:seats]
    facts = engine.ruleset(ruleset, rules or {})
    prompts = Prompts(facts, names, talk, hints=hints, ledger=False)  # type: ignore[arg-type]
    listeners = {
        name: Listener(
            make_seat(spec, name=name, seed=f"bots {seed}"), prompts,
            Perspective(facts, names, names, name),
        )
        for name in names
    }  # fmt: skip
    config = TableConfig(
        ruleset=ruleset,
        seats=dict.fromkeys(names, spec),
        seed=seed,
        talk=talk,
        rules=dict(rules or {}),
    )
    asyncio.run(play(config, out, seats=listeners))
    return listeners
