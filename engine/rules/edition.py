"""Editions, families of rules, and the options of a table.

An edition is numbers and readings; a family is the code that plays them. Code that begins a game
uses this module and never asks which family it is.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Generic, Protocol, TypeVar, cast

from engine.chance import Chance, Forced
from engine.errors import RulesetError, nearest
from engine.events import Event
from engine.rules.board import Board
from engine.rules.compiled import BoardRules
from engine.rules.pieces import Tables
from engine.rules.text import Rule

if TYPE_CHECKING:
    from _typeshed import DataclassInstance


D = TypeVar("D", bound="DataclassInstance")
Places_co = TypeVar("Places_co", covariant=True)
Readings_co = TypeVar("Readings_co", covariant=True)
Rules_co = TypeVar("Rules_co", bound=BoardRules[Board], covariant=True)
Rules_contra = TypeVar("Rules_contra", bound=BoardRules[Board], contravariant=True)
# Covariant, so that a table can hold editions of any family: a family gets only its own.

Value = str | int | bool | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleOption:
    """One option that a table may set."""

    key: str
    default: Value
    allowed: tuple[str, ...]
    """The possible values in words, the default first."""
    values: tuple[Value, ...] | None
    """The possible values; None where they are open: `kind` says what fits."""
    kind: str
    """`choice`, `seat` (`random` or a seat's name), `count` (`none` or a number from `least`),
    `numbers` (several, written `3,4,3`) or `order` (of some words, written `a,b,c`)."""
    meaning: str
    clause: str
    least: int = 0
    """The smallest number, for `count` and `numbers`."""
    most: int = 99
    """The largest number, for `numbers`."""
    length: int | None = None
    """How many numbers; None: any, in ascending order, each once."""
    total: int | None = None
    """The sum of the numbers, where that is fixed."""
    later: bool = False
    """True where games were recorded before it was an option: their records leave it out."""


def switch(key: str, default: str, meaning: str, clause: str) -> RuleOption:
    """Return an option that is `true` or `false`."""
    on = default == "true"
    words = ("true", "false") if on else ("false", "true")
    return RuleOption(
        key=key,
        default=on,
        allowed=words,
        values=(on, not on),
        kind="choice",
        meaning=meaning,
        clause=clause,
    )


def choice(key: str, values: tuple[str, ...], meaning: str, clause: str) -> RuleOption:
    """Return an option with these values, the default first."""
    return RuleOption(
        key=key, default=values[0], allowed=values, values=values, kind="choice",
        meaning=meaning, clause=clause,
    )  # fmt: skip


class Start(Protocol[Rules_contra]):
    """A checked scenario: where a game starts, and how its position is set up."""

    @property
    def seats(self) -> tuple[str, ...]:
        """The seats in clockwise order."""
        ...

    @property
    def seed(self) -> str:
        """The seed of all that is not forced."""
        ...

    @property
    def options(self) -> Mapping[str, object]:
        """The options that it sets."""
        ...

    @property
    def forced(self) -> Forced:
        """The outcomes that it forces."""
        ...

    @property
    def begins(self) -> tuple[int, str]:
        """The round and phase in which play begins."""
        ...

    def events(self, rules: Rules_contra, chance: Chance) -> Iterator[Event]:
        """Yield the events that set the position up."""
        ...


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Family(Generic[Places_co, Readings_co, Rules_co]):
    """A family of rules, as the table and the faces use it."""

    id: str
    """`moh` or `osaczeni`."""
    phases: tuple[str, ...]
    """The set-up and the phases of a round, in order."""
    seats: tuple[int, int]
    """Fewest and most players."""
    colours: tuple[str, ...]
    clauses: Mapping[str, tuple[str, ...]]
    """The clauses of the rules text that say what is possible, by kind of decision."""
    options: Mapping[str, RuleOption]
    defaults: Callable[[Readings_co], Mapping[str, Value]]
    """Returns an edition's readings as values of the options."""
    tables: Callable[["Edition[Places_co, Readings_co]", Mapping[str, Value]], Tables]
    """Returns an edition's locations, characters and cards, with the options in force."""
    compile: Callable[
        ["Edition[Places_co, Readings_co]", Mapping[str, Value], tuple[str, ...]], Rules_co
    ]
    text: Callable[[Rules_co], tuple[Rule, ...]]
    """Returns the rules in sentences, from compiled rules."""
    points: Callable[[Rules_co], tuple[Rule, ...]]
    """Returns an answer to each of the `points` in which families are compared, as their
    headings."""
    read_start: Callable[["Edition[Places_co, Readings_co]", Mapping[str, object]], Start[Rules_co]]
    """Checks a scenario's mapping; raises `ScenarioError` or `RulesetError`."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """A quotation of an edition's own text about an option, its `places` or their `capacities`."""

    source: str
    """The section of that text, for example `Prep4`."""
    text: str
    """The sentence, in the language of the text."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Edition(Generic[Places_co, Readings_co]):
    """One ruleset: numbers and readings; never a rule of its own."""

    id: str
    title: str
    revision: int
    """Raised when a rule's behaviour changes, so that old transcripts say what they need."""
    family: Family[Places_co, Readings_co, BoardRules[Board]]
    places: Places_co
    readings: Readings_co
    """The choices of this edition where rulebooks differ, as the family's record."""
    words: Mapping[str, str] = field(default_factory=dict[str, str])
    """Names of characters and cards in the edition's language, by id."""
    says: Mapping[str, Saying] = field(default_factory=dict[str, Saying])
    """Quotations of the edition's text, by option, `places` or `capacities`; a silent text has
    none."""

    def rules(self, options: Mapping[str, Value], seats: tuple[str, ...]) -> BoardRules[Board]:
        """Return the compiled rules, which equal tables share and nothing changes."""
        return _compile(self, tuple(options.items()), seats)


@lru_cache(maxsize=64)
def _compile(
    edition: Edition[object, object], options: tuple[tuple[str, Value], ...], seats: tuple[str, ...]
) -> BoardRules[Board]:
    return edition.family.compile(edition, dict(options), seats)


def with_options(readings: D, options: Mapping[str, Value]) -> D:
    """Return an edition's readings with these options in place of its own."""
    return replace(readings, **options)


def options_in_force(
    edition: Edition[object, object], given: Mapping[str, object], seats: tuple[str, ...]
) -> dict[str, Value]:
    """Return every option with its value in force; `RulesetError` names a wrong one."""
    known = edition.family.options
    chosen = _defaults(edition).copy()
    if not hasattr(given, "items"):
        text = f"options are {given!r}. Possible: a table of {', '.join(known)}."
        raise RulesetError(text)
    for key, value in given.items():
        option = known.get(key)
        if option is None:
            text = f"{edition.id} has no option {key!r}. Possible: {', '.join(known)}."
            raise RulesetError(text + nearest(key, known))
        chosen[key] = _check_value(option, value, seats)
    return chosen


@lru_cache(maxsize=64)
def _defaults(edition: Edition[object, object]) -> dict[str, Value]:
    values = edition.family.defaults(edition.readings)
    return {key: values[key] for key in edition.family.options}


def _check_value(option: RuleOption, value: object, seats: tuple[str, ...]) -> Value:
    if option.kind == "seat":
        possible = ("random", *seats)
        if isinstance(value, str) and (value in possible or not seats):
            return value
        allowed = possible
    elif option.kind == "count":
        if value is None or value == "none":
            return None
        if type(value) is int and value >= option.least:
            return value
        allowed = option.allowed
    elif option.kind in {"numbers", "order"}:
        listed = _as_list(value)
        if listed is not None and _fits(option, listed):
            return ",".join(listed)
        allowed = option.allowed
    else:
        for known in option.values or ():
            if type(known) is type(value) and known == value:
                return known
        allowed = option.allowed
    text = f"option {option.key} is {value!r}. Possible: {', '.join(allowed)}."
    near = isinstance(value, str) and option.kind in {"choice", "seat"}
    raise RulesetError(text + (nearest(str(value), allowed) if near else ""))


def _as_list(value: object) -> list[str] | None:
    """Return a list, or a text with commas, as a list of texts; None where it is neither."""
    if isinstance(value, list | tuple):
        return [str(each) for each in cast("Sequence[object]", value)]
    if isinstance(value, str):
        return [each.strip() for each in value.split(",")] if value else []
    return None


def _fits(option: RuleOption, listed: list[str]) -> bool:
    if option.kind == "order":
        return sorted(listed) == sorted(map(str, option.values or ()))
    if not all(each.isdecimal() and str(int(each)) == each for each in listed):
        return False
    numbers = [int(each) for each in listed]
    return (
        all(option.least <= n <= option.most for n in numbers)
        and option.total in {None, sum(numbers)}
        and (len(numbers) == option.length if option.length else numbers == sorted(set(numbers)))
    )
