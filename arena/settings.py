"""Settings of a table that several packages share: limits, talk, language models, budget.

`arena.config` parses them, `arena.transcript.header` records them.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import NoneType, UnionType
from typing import Annotated, Literal, Union, get_args, get_origin

from pydantic import BaseModel, BeforeValidator, Field, JsonValue
from pydantic.fields import FieldInfo
from pydantic_core import PydanticCustomError

from arena.errors import SAID
from arena.forms import Count, Hash, StrictModel


@dataclass(frozen=True, slots=True)
class Unit:
    """The unit of a number, for messages."""

    name: str


Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False), Unit("seconds")]
Dollars = Annotated[float, Field(ge=0, allow_inf_nan=False), Unit("dollars")]
ANSWER_SECONDS = 60.0


class Limits(StrictModel):
    """How long and how often a seat may try."""

    answer_seconds: Seconds = ANSWER_SECONDS
    """Seconds for one answer, corrections included; after that the default stands in."""
    corrections: Annotated[int, Field(ge=0, le=10)] = 2
    """How often an illegal answer may be corrected before the default stands in."""


FloorKind = Literal[
    "truck", "gift", "chief", "dice", "announced", "reveal", "attack", "revote", "tie"
]
FLOORS: tuple[FloorKind, ...] = get_args(FloorKind)
"""The moments at which a table may talk, in the order of a round."""
BEFORE_A_DECISION: frozenset[str] = frozenset(
    {"truck", "gift", "chief", "dice", "attack", "revote", "tie"}
)
"""Moments at which addressed seats may reply."""


FLOORS_WITH_PEOPLE: tuple[FloorKind, ...] = ("truck", "chief", "dice", "attack", "tie")
"""Default moments for talk at a table with people."""
CHARACTERS_WITH_PEOPLE = 200
"""Default length of a message at a table with people."""


class TalkRules(StrictModel):
    """How a table talks, on each floor that the engine opens."""

    protocol: Literal["off", "simultaneous", "round_robin", "bidding"] = "simultaneous"
    """`simultaneous`: all speak at once; `round_robin`: one after another; `bidding`: who bids most
    speaks; `off`: nobody."""
    turns: Annotated[int, Field(ge=1, le=20)] = 1
    """On each floor: how often all speak, how many laps, or how many speeches are bid for."""
    replies: Annotated[int, Field(ge=0, le=5)] = 1
    """How often, after the turns of a floor before a decision, those who were addressed by name or
    offered a deal may answer, all at once; who else listens there, too."""
    messages: Annotated[int, Field(ge=1, le=5)] = 2
    """The most messages of one turn, each with its own listeners."""
    speakers: Literal["present", "present_first", "all"] = "present"
    """Who may speak where a floor is at a location: only those there, those there before the
    others, or all alike. Everybody hears it. Before a re-vote, where all vote, all may speak."""
    eliminated: bool = False
    """True: players without characters may talk too (GAP-M-40)."""
    whispers: bool = True
    """True: one may speak to chosen players only; everybody sees that, and not the words."""
    characters: Annotated[int, Field(ge=1, le=10_000)] = 400
    """The longest text of a message; left out: 200 at a table with people, who have to read it."""
    claims: Annotated[int, Field(ge=0, le=20)] = 5
    """The most claims in one message, offers of deals and answers to them included."""
    enforcement: Literal["none"] = "none"
    """What holds players to a deal: nothing."""
    floors: Annotated[tuple[FloorKind, ...], Field(strict=False)] = tuple(
        floor for floor in FLOORS if floor != "announced"
    )
    """The moments when there is talk; left out, at a table with people: before votes and
    ties, and on the dice."""

    def is_for(self, floor: str) -> bool:
        """Return True if talk is allowed on this floor."""
        return self.protocol != "off" and floor in self.floors

    def in_force(self, seats: Mapping[str, str]) -> "TalkRules":
        """Return the rules in effect for these seats, each with its SPEC.

        With a person at the table, the defaults are shorter.
        """
        if HUMAN not in seats.values():
            return self
        shorter = {
            "characters": CHARACTERS_WITH_PEOPLE,
            "floors": FLOORS_WITH_PEOPLE,
        }
        left_out = shorter.keys() - self.model_fields_set
        return self.model_copy(update={key: shorter[key] for key in left_out})


class Price(StrictModel):
    """Dollars for a million tokens."""

    input: Dollars
    """Input that no cache served."""
    output: Dollars
    """Output, reasoning included."""
    cached: Dollars | None = None
    """Input that a cache served; left out: as `input`."""
    written: Dollars | None = None
    """Input that is written to a cache; left out: as `input`."""


FROM_ENVIRONMENT = re.compile(r"env:([A-Za-z_][A-Za-z0-9_]*)")
"""The form of a header's value: the name of a variable that holds it."""


def _named_only(headers: object) -> object:
    """Raise an error for headers with a literal value, without showing it: it may be secret."""
    if isinstance(headers, dict) and all(
        isinstance(each, str) and FROM_ENVIRONMENT.fullmatch(each) for each in headers.values()
    ):
        return headers
    raise PydanticCustomError(
        SAID,
        'a value is none that a table may hold. Possible: lines NAME = "env:VARIABLE", each with '
        "the variable of the environment that has the value.",
    )


class ModelSettings(StrictModel):
    """The table `[models."SPEC"]` of a config; what is left out is not sent."""

    max_output: Annotated[int, Field(ge=64), Unit("tokens")] = 4096
    """Most tokens of one reply, reasoning included; left out: more for a model that reasons
    (`arena.models.specs.in_force`)."""
    temperature: Annotated[float, Field(ge=0, le=2, allow_inf_nan=False)] | None = None
    """Not taken by `anthropic`."""
    top_p: Annotated[float, Field(gt=0, le=1, allow_inf_nan=False)] | None = None
    """Not taken by `anthropic`."""
    seed: int | None = None
    """Sampling seed; taken by `openai-compatible` only."""
    effort: Literal["none", "minimal", "low", "medium", "high", "xhigh", "max"] | None = None
    """How long a reasoning model thinks; `anthropic` takes `low` to `max`."""
    thinking: bool = False
    """True: `anthropic` thinks before it answers, as much as it sees fit; tools are then offered,
    not forced."""
    reasoning: bool = True
    """False: an `openai` model without reasoning, of which none is asked back."""
    tools: bool = True
    """False: the server takes no tools, answers are JSON in words."""
    tool_choice: bool = True
    """False: the server can't be told that a tool has to be called."""
    strict: bool | None = None
    """True: the server is asked to hold arguments to their schema; left out: `openai` is."""
    cache: bool = True
    """False: no cache marks are sent (`anthropic`)."""
    context: Annotated[int, Field(ge=4096), Unit("tokens")] | None = None
    """Most tokens that fit into one call, output included; left out: as many as come."""
    call_seconds: Seconds = ANSWER_SECONDS
    """Seconds for one call; left out: as long as the table's `answer_seconds`."""
    retries: Annotated[int, Field(ge=0, le=10)] = 3
    """How often a call that failed for a passing reason is tried again."""
    extra_body: dict[str, JsonValue] = Field(default={}, exclude_if=lambda own: not own)
    """Further keys of each request, as the provider or a router wants them; none that the arena
    sets, that multiplies what a request costs, or that changes who answers it or in which form. A
    cap on money needs a `price` then."""
    extra_headers: Annotated[dict[str, str], BeforeValidator(_named_only)] = Field(
        default={}, exclude_if=lambda own: not own
    )
    """Further headers of each request, as a gateway wants them: `env:VARIABLE` by name. The value
    is the environment's, is recorded nowhere, and goes to addresses that the environment names."""
    price: Price | None = None
    """In place of the table that comes with `genai-prices`."""


class BudgetRules(StrictModel):
    """What a game may use, all its sessions together; null: as much as it takes."""

    money: Dollars | None = None
    """Dollars. Every model at the table needs a price then."""
    tokens: Count | None = None
    """Input and output tokens, from a cache or not."""
    calls: Count | None = None
    """Requests, those tried again included."""
    seconds: Seconds | None = None
    """Seconds from the first record to the last call, pauses between sessions not counted."""
    on_budget: Literal["house", "default", "stop"] = "house"
    """Once a call no longer fits: `house`: a house bot plays on for the seat; `default`: defaults
    stand in; `stop`: the game stops and can be resumed with a larger budget."""


LONGEST_TEMPLATE = 50_000
"""Maximum length of a prompt template."""


class PromptVariant(StrictModel):
    """Prompt templates that take the place of the arena's own."""

    name: Annotated[str, Field(min_length=1, max_length=100)]
    """Of its folder."""
    templates: Annotated[
        dict[str, Annotated[str, Field(max_length=LONGEST_TEMPLATE)]], Field(min_length=1)
    ]
    """Texts by the names that they have in `prompts`, only those that differ from the arena's."""


class LlmRules(StrictModel):
    """What language models are shown, and what happens when their provider is down."""

    hints: Literal["full", "none"] = "full"
    """`none`: the legal options are not listed, and a correction names the rule, not the options.
    """
    tool_schema: Literal["static", "dynamic"] = "static"
    """`dynamic`: the tool that is asked for lists the options of the moment; caches serve less, and
    `anthropic` models can't be asked so: what they have thought is bound to the tools they had."""
    notes: Annotated[int, Field(ge=0, le=20_000), Unit("characters")] = 2_000
    """The longest note in characters; what is longer is cut off. 0: nobody is asked for a note."""
    ledger: bool = True
    """False: nobody keeps for a model which deals, promises and reports of dice it has heard."""
    plans: bool = False
    """True: with each answer a model may say in the notation what it means to do; it is recorded,
    and judged."""
    on_outage: Literal["default", "house", "pause", "abort"] = "default"
    """When a provider does not answer for all retries: `default`: the default stands in and the
    game goes on; `house`: a house bot goes on, and all are told; `pause`: the game stops once the
    others have answered; `abort`: at once."""
    prompts: Annotated[PromptVariant | None, Field(exclude_if=lambda own: own is None)] = None
    """Templates in place of those in `prompts`, as texts; a config gives the name of a folder in
    `configs/prompts`, or a path. Left out: the arena's own."""


HUMAN = "human"
"""The SPEC of a seat played by a person."""


READING = 240
"""Words that a person reads in a minute (Brysbaert 2019: 238 in silence, of prose)."""


class PeopleRules(StrictModel):
    """How people sit at a table."""

    answer_seconds: Seconds = 300.0
    """Seconds for one answer of a person; after that the default stands in."""
    card_seconds: Seconds = 60.0
    """The same in a card window, where all wait without being told for whom."""
    words_a_minute: Annotated[int, Field(ge=0, le=10_000)] = READING
    """How quickly people read: what follows is told once they have read what came before, by its
    words, of which those of the game, whose facts the page shows, count half. 0: at once."""


class PeopleHeader(PeopleRules):
    """How people sat at the table of a game."""

    seats: Annotated[tuple[str, ...], Field(strict=False)]
    """Names of the seats that people answer for."""


class Persona(StrictModel):
    """Whom a model is asked to be."""

    name: str
    text: str
    """Two to four sentences, part of the system prompt."""


class LlmHeader(StrictModel):
    """What the language models of a game were told, asked and allowed."""

    seats: Annotated[tuple[str, ...], Field(strict=False)]
    """Names of the seats that models answer for."""
    rules: LlmRules
    budget: BudgetRules
    models: dict[str, ModelSettings]
    """Settings by SPEC, of all models at the table."""
    personas: dict[str, Persona]
    """By seat, where it has one."""
    prompts: Hash
    """SHA-256 of all prompt templates in force: the arena's own, and those of `rules.prompts`."""


# --- possible values in words ---


def expected(settings: type[BaseModel], key: str) -> str:
    """Describe the possible values of a key, from its type and bounds.

    >>> expected(Limits, "corrections")
    'a whole number from 0 to 10'
    >>> expected(TalkRules, "protocol")
    'off, simultaneous, round_robin or bidding, as text'
    """
    field = settings.model_fields[key]
    return _in_words(field.annotation, field.metadata)


def _in_words(kind: object, metadata: list[object]) -> str:
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        inner = [each for more in args[1:] for each in _flat(more)]
        return _in_words(args[0], [*inner, *metadata])
    if origin in {Union, UnionType}:
        (some,) = (each for each in args if each is not NoneType)
        return _in_words(some, metadata)
    if origin is Literal:
        *first, last = args
        return f"{', '.join(first)} or {last}, as text"
    if origin is tuple:
        return f"a list of some of {', '.join(get_args(args[0]))}"
    if origin is dict:
        is_text = args[1] is str
        return 'lines NAME = "env:VARIABLE"' if is_text else "a table with values that JSON has"
    if kind is bool:
        return "true or false"
    if kind in {int, float}:
        return _number("a whole number" if kind is int else "a number", metadata)
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        return f"a table with {', '.join(kind.model_fields)}"
    raise TypeError(f"there are no words for {kind}")


def _flat(metadata: object) -> list[object]:
    return metadata.metadata if isinstance(metadata, FieldInfo) else [metadata]


def _number(words: str, metadata: list[object]) -> str:
    for each in metadata:
        if isinstance(each, Unit):
            words = words.replace("number", f"number of {each.name}", 1)
        for key, word in (("ge", "from"), ("gt", "above"), ("le", "to")):
            bound = getattr(each, key, None)
            if bound is not None:
                words += f"{' and up' if key == 'le' and ' above ' in words else ''} {word} {bound}"
    return words
