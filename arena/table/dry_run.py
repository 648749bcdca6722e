"""Estimates the tokens and cost of a table by playing it without calling a model.

The seats are those of a game and build the same requests byte for byte; their models only count,
and answer as a house bot would. Prices are those of the game.
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
"""Fixed seeds, so that a table's estimate is reproducible; the table's own seed is secret."""
BYTES = 4
SUMMARY = "summary " * 125
"""Stands for the summary that a model writes near its context limit."""
ASSUMED = (
    "four bytes a token",
    "answers as short as a bot's, without notes and reasoning",
    "no correction and no call made again",
    "where a context limit is set, summaries of 1,000 characters",
)
"""Assumptions of the estimate."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """The estimated use of some seats in one game: the mean of the measured games."""

    calls: float
    input: float
    """Input tokens."""
    repeated: float
    """Input tokens that repeat the previous call, so that a cache can serve them."""
    output: float
    """Output tokens, without reasoning."""
    new: float | None
    """Median of new input tokens a call."""
    longest: float
    """Tokens of the longest call, its answer included."""
    cost: float | None
    """Dollars with a cache for what repeats; None: a price is unknown."""
    uncached: float | None
    """Dollars without a cache."""
    unpriced: float
    """Calls of unknown price, which the dollars leave out."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimates:
    """The estimated use of a table."""

    games: int
    seats: Mapping[str, Estimate]
    """By seat, for seats with a model."""
    all: Estimate


async def estimates(config: TableConfig) -> Estimates | None:
    """Measure a few games without calls; None for a table without models.

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
    """Test custom templates by playing one game without calls.

    Raises `ConfigError` for one that can't be rendered, with its line.
    """
    if config.llm.prompts is not None:
        await calls_of_game(config, SEEDS[0], "house")


async def calls_of_game(config: TableConfig, seed: str, bot: str) -> Mapping[str, "DryCalls"]:
    """Play one game without calls; return by seat the requests to its model.

    `bot` is the SPEC of the bots that answer for the models. For a table without models nothing is
    played. Raises `ConfigError` for a custom template that can't be rendered.
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
    """The requests of one seat in a game without calls; they depend on settings, not the model."""

    calls: "tuple[_Call, ...]"

    def estimate(self, spec: str, settings: ModelSettings, tariff: Tariff | None) -> Estimate:
        """Return the estimate for a model at its price; None: the price is unknown."""
        return _estimate([_priced(each, spec, settings, tariff) for each in self.calls], 1)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Call:
    """One call in tokens, and its cost once priced."""

    input: float
    repeated: float
    output: float
    new: float | None
    cost: float | None = None
    uncached: float | None = None


class Unwritten:
    """A journal that discards its records."""

    def call(self, data: CallFact) -> None:
        """Discard a record."""


class _Request(NamedTuple):
    """A request: bytes of its tools and items, and the answer it asks for."""

    tools: int
    items: int
    entries: int
    step: Step
    answer: tuple[str, Mapping[str, object]]
    """The requested tool and its arguments."""


class CountingModel:
    """A model double that counts requests and gives the answer that it was set to."""

    takes_tools = True

    def __init__(self, spec: str, settings: ModelSettings, briefing: Briefing, seat: str) -> None:
        """`seat` is its only seat: each has a model of its own."""
        self.spec, self.settings = spec, settings
        self.calls: list[_Call] = []
        self.answer: tuple[str, Mapping[str, object]] = ("", {})
        """Tool and arguments of the next reply."""
        self._request: _Request
        self._reply: Reply
        self._keys = {tool.name: tuple(tool.schema["properties"]) for tool in briefing.tools}
        self._summary_request = briefing.prompts.summary_request(seat)
        self._tools = self._sent = self._after = 0
        self._items = 0

    def payload(
        self, conversation: Sequence[Item], tools: Sequence[Tool], step: Step
    ) -> dict[str, object]:
        """Return the sizes in bytes, the step and the requested tool."""
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
        """Count the last request; return the set answer in a model's form."""
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
        """Return the answer: a tool call, or text if no tools are sent."""
        return self._reply

    async def check(self, seconds: float) -> None:
        """Do nothing."""

    async def close(self) -> None:
        """Do nothing."""


def _size(item: Item) -> int:
    """Return the bytes of an item; of an answer only what the model wrote."""
    match item:
        case {"raw": [written, *_]}:
            return len(encode(written).encode())
        case _:
            return len(encode(item).encode())


class _DrySeat(Seat):
    """A model's seat whose model answers as a bot would."""

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
        """Return a bot's message in the form in which a model writes it."""
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
    """Turn a template error into one that ends the game, so that the caller sees it."""
    try:
        yield
    except TemplateFailure as failure:
        raise Aborted(failure.why) from failure


def _priced(call: _Call, spec: str, settings: ModelSettings, tariff: Tariff | None) -> _Call:
    """Return the call with its cost, with and without a cache."""
    if tariff is None:
        return call
    marked = parse(spec).protocol == "anthropic"
    served = 0.0 if marked and not settings.cache else call.repeated
    cached = _usage(call, served, is_written=marked and settings.cache)
    return replace(
        call, cost=tariff.cost(cached), uncached=tariff.cost(_usage(call, 0.0, is_written=False))
    )


def _usage(call: _Call, served: float, *, is_written: bool) -> Usage:
    """Return the token counts; input that no cache serves is written to it, if that has a price."""
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
