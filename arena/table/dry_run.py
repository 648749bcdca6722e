"""What a table's models would be sent and answer, measured without calling one.

Their seats are those of a game, byte for byte, over models that only count: each answers what a
house bot would in its place. Prices are those of the game.
"""

import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from statistics import median
from typing import NamedTuple

import arena.table
from arena.calls.budget import Budget
from arena.calls.caller import Caller
from arena.calls.conversation import tools_data
from arena.calls.past import PastCalls
from arena.calls.records import CallFact
from arena.claims.notation import written
from arena.config import TableConfig, table_of
from arena.errors import Aborted, ConfigError, TemplateFailure
from arena.hash_chain import encode
from arena.models.prices import Tariff
from arena.models.specs import is_model_spec, parse
from arena.models.types import Item, Reply, Step, Tool, ToolCall, Usage, is_worded
from arena.records.record import Shown
from arena.seats.kinds import make_seat
from arena.seats.llm import Briefing, ModelSeat
from arena.seats.seat import Question, Seat
from arena.settings import HUMAN, BudgetRules, LlmHeader, ModelSettings
from arena.table.opened_models import llm_header, tariffs_of
from arena.talk.speech import Message, Speech, TalkTurn
from engine import ruleset
from engine.view_data import ViewData

SEEDS = ("1", "2", "3")
"""Always the same, so that the estimate of a table is; never the table's own, which is secret."""
BYTES = 4
SUMMARY = "summary " * 125
"""What a conversation is summed up with where a context limit is near."""
ASSUMED = (
    "four bytes a token",
    "answers as short as a bot's, without notes and reasoning",
    "no correction and no call made again",
    "where a context limit is set, summaries of 1,000 characters",
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

    Raises `ConfigError` for a cap in money where the price of a model is unknown, and as
    `calls_of_game`.
    """
    header = llm_header(config, ())
    if header is None:
        return None
    tariffs, calls = tariffs_of(header), dict[str, list[_Call]]()
    for seed in SEEDS:
        for name, game in (await calls_of_game(config, seed, "house")).items():
            spec = config.seats[name]
            calls.setdefault(name, []).extend(
                _priced(each, spec, header.models[spec], tariffs[spec]) for each in game.calls
            )
    return Estimates(
        games=len(SEEDS),
        seats={name: _estimate(each, len(SEEDS)) for name, each in calls.items()},
        all=_estimate([call for each in calls.values() for call in each], len(SEEDS)),
    )


async def check_templates(config: TableConfig) -> None:
    """Play one game without calls where some templates are not the arena's own.

    Raises `ConfigError` for one that can't be filled in, with its line.
    """
    if config.llm.prompts is not None:
        await calls_of_game(config, SEEDS[0], "house")


async def calls_of_game(config: TableConfig, seed: str, bot: str) -> Mapping[str, "DryCalls"]:
    """Play one game without calls; return by seat what its model would be sent.

    `bot` is the SPEC of the bots that answer in the models' places. Tables of bots have no such
    seat: nothing is played. Raises `ConfigError` for a template, not of the arena's own, that can't
    be filled in.
    """
    header = llm_header(config, ())
    if header is None:
        return {}
    table = table_of(config)
    talk = config.talk.in_force(config.seats)
    bots = {name: "house" if spec == HUMAN else spec for name, spec in config.seats.items()}
    changes = {
        "seed": seed, "rules": dict(table.options), "epilogues": False, "trace": False,
        "seats": bots, "talk": talk,
    }  # fmt: skip
    played = config.model_copy(update=changes)
    seats = table_of(played).seats  # they may be drawn from the seed
    briefing = Briefing.of(ruleset(config.ruleset, table.options), seats, talk, header.rules)
    models = {
        name: CountingModel(spec, header.models[spec], briefing, name)
        for name, spec in played.seats.items()
        if is_model_spec(spec)
    }
    caller = Caller("dry-run", Budget(BudgetRules(), lambda: 0.0), Unwritten(), PastCalls())
    with tempfile.TemporaryDirectory(prefix="arena-") as folder:
        try:
            dry_seats = {
                name: _DrySeat(name, model, header, caller, briefing, bot)
                for name, model in models.items()
            }
            await arena.table.play(played, Path(folder), seats=dry_seats)
        except (Aborted, TemplateFailure) as error:
            raise ConfigError(f"prompts {error}") from error
    return {name: DryCalls(tuple(model.calls)) for name, model in models.items()}


@dataclass(frozen=True, slots=True)
class DryCalls:
    """The calls of one seat in a game without calls: the same for all models of like settings."""

    calls: "tuple[_Call, ...]"

    def estimate(self, spec: str, settings: ModelSettings, tariff: Tariff | None) -> Estimate:
        """Return what they would take of a model at its price; None: it is unknown."""
        return _estimate([_priced(each, spec, settings, tariff) for each in self.calls], 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Call:
    """One call, in tokens; what it costs, once that is asked."""

    input: float
    repeated: float
    output: float
    new: float | None
    cost: float | None = None
    uncached: float | None = None


class Unwritten:
    """A journal that keeps nothing."""

    def call(self, data: CallFact) -> None:
        """Let a record of a call go."""


class _Request(NamedTuple):
    """A call that would be made: bytes of its tools and items, and what it asks for."""

    tools: int
    items: int
    entries: int
    step: Step
    answer: tuple[str, Mapping[str, object]]
    """The tool that is wanted, and its arguments."""


class CountingModel:
    """A model that is never called: it counts what it would be sent, and answers as it is told."""

    takes_tools = True

    def __init__(self, spec: str, settings: ModelSettings, briefing: Briefing, seat: str) -> None:
        """`seat` is whom it answers for: each has a model of its own."""
        self.spec, self.settings = spec, settings
        self.calls: list[_Call] = []
        """Every call that would have been made."""
        self.answer: tuple[str, Mapping[str, object]] = ("", {})
        """The tool that the next reply calls, and its arguments."""
        self._request: _Request
        self._reply: Reply
        self._keys = {tool.name: tuple(tool.schema["properties"]) for tool in briefing.tools}
        self._summary_request = briefing.prompts.summary_request(seat)
        self._tools = self._sent = self._after = 0
        self._items = 0

    def payload(
        self, conversation: Sequence[Item], tools: Sequence[Tool], step: Step
    ) -> dict[str, object]:
        """Return the sizes in bytes, the step and the tool that is wanted."""
        wanted = self.answer
        if conversation[-1].get("text") == self._summary_request:
            wanted = ("summarize", {"summary": SUMMARY})
        self._request = _Request(
            tools=0 if is_worded(step) else len(encode(tools_data(tools)).encode()),
            items=sum(map(_size, conversation)),
            entries=len(conversation),
            step=step,
            answer=wanted,
        )
        return self._request._asdict()

    async def send(self, payload: Mapping[str, object], seconds: float) -> dict[str, object]:  # noqa: ARG002 - it takes none
        """Count the call whose sizes came last; return the answer as a model would write it."""
        tools, items, entries, step, (name, given) = self._request
        arguments = {key: given.get(key) for key in self._keys[name]}
        answer: dict[str, object] = {"tool": name, "arguments": arguments}
        written = encode(answer)
        sent, output = tools + items, len(written.encode())
        same = tools == self._tools and entries > self._items
        self.calls.append(
            _Call(
                input=sent / BYTES,
                repeated=self._sent / BYTES if same else 0.0,
                output=output / BYTES,
                new=(sent - self._after) / BYTES if self._sent and same else None,
            )
        )
        self._tools, self._sent, self._after = tools, sent, sent + output
        self._items = entries
        call = ToolCall(id="0" * 24, name=name, arguments=encode(arguments))
        self._reply = Reply(
            item={"role": "assistant", "raw": [answer]},
            calls=() if is_worded(step) else (call,),
            text=written if is_worded(step) else "",
            reasoning="",
            stop="done",
            usage=Usage(
                input=sent // BYTES, cached=0, written=0, output=output // BYTES, reasoning=0
            ),
            model="",
        )
        return answer

    def read(self, raw: Mapping[str, object]) -> Reply:  # noqa: ARG002 - it is that answer
        """Return the answer: a call of the tool, or words where no tools are sent."""
        return self._reply

    async def check(self, seconds: float) -> None:
        """It is always there."""

    async def close(self) -> None:
        """It has no connection."""


def _size(item: Item) -> int:
    """Return the bytes of an item; of an answer only what the model wrote."""
    match item:
        case {"raw": [written, *_]}:
            return len(encode(written).encode())
        case _:
            return len(encode(item).encode())


class _DrySeat(Seat):
    """A model's own seat, whose model answers what a bot would."""

    def __init__(
        self,
        name: str,
        model: CountingModel,
        header: LlmHeader,
        caller: Caller,
        briefing: Briefing,
        bot: str,
    ) -> None:
        self._model, self._bot = model, make_seat(bot, name=name, seed=name)
        self._seat = ModelSeat(
            name=name,
            briefing=briefing,
            model=model,
            caller=caller,
            persona=header.personas.get(name),
        )

    @property
    def talks(self) -> bool:
        return True

    @property
    def only_reads(self) -> bool:
        return True

    async def answer(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str:
        option = await self._bot.answer(question, view, heard)
        self._model.answer = question.kind, {"option": option}
        with _ending_the_game():
            return await self._seat.answer(question, view, heard)

    async def speak(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        speech = await self._bot.speak(turn, view, heard)
        messages = () if speech is None else speech.messages
        self._model.answer = "say", {"messages": [self._written(each) for each in messages]}
        with _ending_the_game():
            return await self._seat.speak(turn, view, heard)

    def _written(self, message: Message) -> dict[str, object]:
        """Return a bot's message as a model writes it."""
        words, name = self._seat.briefing.vocabulary, self._seat.name
        lines = [written(each, name, words) for each in (*message.claims, *message.deals)]
        said = {"text": message.text, "to": message.to, "whisper": message.whisper, "claims": lines}
        return {key: said[key] for key in self._seat.briefing.keys["message"]}

    async def bid(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> int:
        bid = await self._bot.bid(turn, view, heard)
        self._model.answer = "bid", {"urgency": bid}
        with _ending_the_game():
            return await self._seat.bid(turn, view, heard)


@contextmanager
def _ending_the_game() -> Iterator[None]:
    """End a game without calls where a template can't be filled in, so that it is found out."""
    try:
        yield
    except TemplateFailure as failure:
        raise Aborted(failure.why) from failure


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


def _estimate(calls: Sequence[_Call], games: int) -> Estimate:
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
