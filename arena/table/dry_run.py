"""What a table's models would be sent and answer, measured without calling one.

House bots play in their places, and each is told, byte for byte, what a model would be told; what
it answers is written as a model would write it. Prices are those of the game.
"""

import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median
from typing import Any

from arena.calls.conversation import tools_data
from arena.config import TableConfig, laid_table
from arena.encoding import encode
from arena.models.prices import Tariff
from arena.models.specs import first_step, is_model_spec, parse
from arena.models.types import Tool, Usage
from arena.seats.kinds import make_seat
from arena.seats.llm.prompts import Prompts
from arena.seats.llm.tools import toolbox, toolbox_for
from arena.seats.seat import Question
from arena.settings import LlmHeader, ModelSettings
from arena.table.models import llm_header, tariffs_of
from arena.table.run import play
from arena.talk.speech import Speech, TalkTurn
from engine import Table, ruleset

__all__ = ["ASSUMED", "Estimate", "Estimates", "estimates"]

SEEDS = ("1", "2", "3")
"""Always the same, so that the estimate of a table is; never the table's own, which is secret."""
BYTES = 4
ASSUMED = (
    "four bytes a token",
    "answers as short as a bot's, without notes and reasoning",
    "no correction and no call made again",
)
"""What the estimate takes for granted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """What some seats would take in one game: the mean of the games that were measured."""

    calls: float
    input: float
    """Tokens that are sent."""
    repeated: float
    """How many of them stood in the call before, so that a cache can serve them."""
    output: float
    """Tokens that are generated, reasoning left out."""
    new: float | None
    """Tokens of a call that its conversation did not have: the median."""
    longest: float
    """Tokens of the longest call, its answer included."""
    cost: float | None
    """Dollars where a cache serves what repeats; None: a price is unknown."""
    uncached: float | None
    """Dollars where none does."""
    unpriced: float
    """Calls of unknown price; the dollars are those of the others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimates:
    """What a table would take."""

    games: int
    """How many were measured."""
    seats: Mapping[str, Estimate]
    """By seat, those that models sit on."""
    all: Estimate


async def estimates(config: TableConfig) -> Estimates | None:
    """Play a few games without calls; None where no model sits at the table.

    Raises `ConfigError` for a cap in money where the price of a model is unknown.
    """
    header = llm_header(config, ())
    if header is None:
        return None
    tariffs = tariffs_of(header)
    calls: dict[str, list[_Call]] = {}
    for seed in SEEDS:
        for name, seat in (await _played(config, seed, header)).items():
            settings, spec = header.models[seat.spec], seat.spec
            priced = [_priced(call, spec, settings, tariffs[spec]) for call in seat.calls]
            calls.setdefault(name, []).extend(priced)
    return Estimates(
        games=len(SEEDS),
        seats={name: _estimate(each) for name, each in calls.items()},
        all=_estimate([call for each in calls.values() for call in each]),
    )


async def _played(config: TableConfig, seed: str, header: LlmHeader) -> dict[str, "_Shadow"]:
    """Play one game into a folder that is thrown away, and return who sat for the models."""
    options: Mapping[str, Any] = laid_table(config).save()["options"]  # type: ignore[assignment]
    changes = {"seed": seed, "rules": dict(options), "epilogues": False, "trace": False}
    played = config.model_copy(update=changes)
    table = laid_table(played)
    told = _Told.at(played, table)
    seats = {
        name: _Shadow(name, spec, told, header)
        for name, spec in played.seats.items()
        if is_model_spec(spec)
    }
    with tempfile.TemporaryDirectory(prefix="arena-") as folder:
        await play(played, Path(folder), seats=seats)
    return seats


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """What all models of a table are told by."""

    prompts: Prompts
    tools: tuple[Tool, ...]

    @classmethod
    def at(cls, config: TableConfig, table: Table) -> "_Told":
        facts = ruleset(config.ruleset, config.rules)
        return cls(
            prompts=Prompts(facts, table.seats, config.talk, hints=config.llm.hints),
            tools=toolbox(facts, table.seats, config.talk),
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class _Call:
    """One call, in tokens; what it costs, once that is asked."""

    input: float
    repeated: float
    output: float
    new: float | None
    cost: float | None = None
    uncached: float | None = None


@dataclass(slots=True)
class _Shadow:
    """A house bot that is told what a model would be told."""

    name: str
    spec: str
    told: _Told
    header: LlmHeader
    calls: list[_Call] = field(default_factory=list)
    _bot: Any = field(init=False)
    _in_words: bool = field(init=False)
    _size: int = 0
    """Bytes of the conversation."""
    _tools: int = 0
    """Bytes of the tools in the call before."""
    _sent: int = 0
    """Bytes of the conversation and tools in the call before; 0: there was none."""
    _after: int = 0
    """The same with its answer."""
    _heard: int = 0
    _board: str | None = None

    def __post_init__(self) -> None:
        """Tell the system text."""
        step = first_step(parse(self.spec), self.header.models[self.spec])
        self._in_words = step == "text"
        self._bot = make_seat("house", name=self.name, seed=self.name)
        persona = self.header.personas.get(self.name)
        text = self.told.prompts.system(
            self.name,
            persona=None if persona is None else persona.text,
            tools=self.told.tools,
            step=step,
        )
        self._add({"role": "system", "text": text})

    async def answer(
        self, question: Question, view: Mapping[str, Any], heard: Sequence[Any]
    ) -> str:
        """Return what the bot answers."""
        tools = self.told.tools
        if self.header.rules.tool_schema == "dynamic":
            tools = toolbox_for(question, tools)
        self._ask(question, view, heard)
        option: str = await self._bot.answer(question, view, heard)
        self._call(tools, question.kind, {"option": option})
        return option

    async def speak(
        self, turn: TalkTurn, view: Mapping[str, Any], heard: Sequence[Any]
    ) -> Speech | None:
        """Return what the bot says."""
        self._ask(turn, view, heard)
        speech: Speech | None = await self._bot.speak(turn, view, heard)
        said = {} if speech is None else speech.data()
        self._call(self.told.tools, "say", said)
        return speech

    async def bid(self, turn: TalkTurn, view: Mapping[str, Any], heard: Sequence[Any]) -> int:
        """Return what the bot bids."""
        self._ask(turn, view, heard)
        bid: int = await self._bot.bid(turn, view, heard)
        self._call(self.told.tools, "bid", {"urgency": bid})
        return bid

    def _add(self, item: Mapping[str, Any]) -> int:
        size = len(encode(item).encode())
        self._size += size
        return size

    def _ask(
        self,
        asked: Question | TalkTurn,
        view: Mapping[str, Any],
        heard: Sequence[Any],
    ) -> None:
        turned = self.told.prompts.turn(asked, view, heard, told=self._heard, shown=self._board)
        self._heard, self._board = len(heard), turned.board
        if self.calls and not self._in_words:
            self._add({"role": "tool", "call": "0" * 24, "text": "Taken."})
        self._add({"role": "user", "text": turned.text})

    def _call(self, tools: Sequence[Tool], name: str, given: Mapping[str, Any]) -> None:
        """Count one call: what was asked, and the answer as a model would write it."""
        schema = next(tool.schema for tool in self.told.tools if tool.name == name)
        arguments = {key: given.get(key) for key in schema["properties"]}
        sent_tools = 0 if self._in_words else len(encode(tools_data(tools)).encode())
        sent = self._size + sent_tools
        same = sent_tools == self._tools
        output = self._add({"tool": name, "arguments": arguments})
        self.calls.append(
            _Call(
                input=sent / BYTES,
                repeated=self._sent / BYTES if same else 0.0,
                output=output / BYTES,
                new=(sent - self._after) / BYTES if self._sent and same else None,
            )
        )
        self._tools, self._sent, self._after = sent_tools, sent, sent + output


def _priced(call: _Call, spec: str, settings: ModelSettings, tariff: Tariff | None) -> _Call:
    """Return the call with its cost, with a cache and without."""
    if tariff is None:
        return call
    marked = parse(spec).protocol == "anthropic"
    served = 0.0 if marked and not settings.cache else call.repeated
    cached = _usage(call, served, is_written=marked and settings.cache)
    return replace(
        call, cost=tariff.cost(cached), uncached=tariff.cost(_usage(call, 0.0, is_written=False))
    )


def _usage(call: _Call, served: float, *, is_written: bool) -> Usage:
    """Return the tokens; what a cache does not serve is written to it, where that has a price."""
    sent, cached = round(call.input), round(served)
    return Usage(
        input=sent,
        cached=cached,
        written=sent - cached if is_written else 0,
        output=round(call.output),
        reasoning=0,
    )


def _estimate(calls: Sequence[_Call]) -> Estimate:
    games = len(SEEDS)
    new = [call.new for call in calls if call.new is not None]
    priced = [call for call in calls if call.cost is not None and call.uncached is not None]
    return Estimate(
        calls=len(calls) / games,
        input=sum(call.input for call in calls) / games,
        repeated=sum(call.repeated for call in calls) / games,
        output=sum(call.output for call in calls) / games,
        new=median(new) if new else None,
        longest=max((call.input + call.output for call in calls), default=0.0),
        cost=sum(call.cost or 0.0 for call in priced) / games if priced else None,
        uncached=sum(call.uncached or 0.0 for call in priced) / games if priced else None,
        unpriced=(len(calls) - len(priced)) / games,
    )
