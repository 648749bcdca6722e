"""The base of planted bots: they act at rates that the SPEC states, for measures to recover.

It decides at random and says what its subclass says. It plants the very rate that is measured: a
coin for each report, each pledge, each gift, drawn by (seed, question or turn), whatever it holds
or sees. So the true value of a measure is the number in the SPEC, and no play of the game moves it.
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import MISSING, Field, dataclass, field, fields
from functools import cached_property
from hashlib import blake2b
from typing import Any, ClassVar, TypeVar, get_args, get_type_hints

from arena.errors import ConfigError, possible
from arena.records.record import Shown
from arena.seats.seat import Question, Seat
from arena.seats.uniform import Uniform
from arena.talk.speech import Speech, TalkTurn
from arena.text import shown
from engine.view_data import ViewData

Thing = TypeVar("Thing")
Argument = float | int | str
Options = Mapping[str, str | int | bool | None]
ARGUMENT = re.compile(r"([a-z_]+)(?:\(([^()]*)\))?")
WORD = re.compile(r"[A-Za-z0-9_]+")


class Draws:
    """Random draws of one seat, each keyed by its purpose."""

    def __init__(self, seed: str) -> None:
        """`seed` is the bots' seed of the game."""
        self._key = blake2b(seed.encode(), digest_size=32, person=b"planted").digest()

    def _drawn(self, key: str) -> int:
        return int.from_bytes(blake2b(key.encode(), key=self._key, digest_size=8).digest())

    def below(self, share: float, key: str) -> bool:
        """Return True with probability `share`."""
        return self._drawn(key) < share * 2**64

    def pick(self, things: Sequence[Thing], key: str) -> Thing:
        """Return a random item, each with equal probability."""
        return things[self._drawn(key) % len(things)]


@dataclass(eq=False)
class Planted(Seat):
    """Decides at random and is silent, but for what its subclass does.

    The fields of a subclass are what its SPEC has in brackets, in their order: a `float` is a share
    from 0 to 1, an `int` a whole number from 1, a `str` a word, a `Literal` one of its words.
    """

    seed: str
    """The bots' seed of the game."""
    options: Options = field(default_factory=dict[str, str | int | bool | None], kw_only=True)
    """Options of the ruleset that are in force."""
    name: ClassVar[str]
    """How it is written in a SPEC."""
    says: ClassVar[str]
    """What it does, in a sentence without its subject."""
    talks = True
    only_reads = True

    @cached_property
    def draws(self) -> Draws:
        """The seat's random draws."""
        return Draws(self.seed)

    @cached_property
    def _random(self) -> Uniform:
        return Uniform(self.seed)

    @classmethod
    def parameters(cls) -> Mapping[str, Field[Any]]:
        """Return the fields of the subclass, by name."""
        shared = {each.name for each in fields(Planted)}
        return {each.name: each for each in fields(cls) if each.name not in shared}

    @classmethod
    def form(cls) -> str:
        """Return the form of its SPEC behind the colon: `liar(p)`."""
        names = ", ".join(cls.parameters())
        return f"{cls.name}({names})" if names else cls.name

    async def answer(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str:
        """Return an option's id."""
        chosen = self.choose(question, view, heard)
        return await self._random.answer(question, view, ()) if chosen is None else chosen

    async def speak(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Return the speech of the planted bot."""
        return self.say(turn, view, heard)

    async def bid(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> int:
        """Return the urgency of its next speech: always the same."""
        return 2

    def choose(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str | None:
        """Return the option of the planted bot; None: a random one. Reading `heard` is slow."""
        return None

    def say(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Return the speech of a turn; None: silence. Reading `heard` is slow."""
        return None


def read_argument(
    argument: str, plants: Iterable[type[Planted]]
) -> tuple[type[Planted], dict[str, Argument]]:
    """Parse `liar(0.3)` into the class of planted bot and its parameters by name.

    They stand in their order, or by name: `liar(p=0.3)`. Raises `ConfigError`.
    """
    by_name = {each.name: each for each in plants}
    found = ARGUMENT.fullmatch(argument)
    plant = None if found is None else by_name.get(found[1])
    if found is None or plant is None:
        forms = tuple(f"planted:{each.form()}" for each in by_name.values())
        raise ConfigError(possible(argument, forms))
    given = _by_name(plant, [each for each in (found[2] or "").split(",") if each])
    kinds, values = get_type_hints(plant), dict[str, Argument]()
    for name, parameter in plant.parameters().items():
        if name in given:
            values[name] = _value(name, kinds[name], given[name])
        elif parameter.default is MISSING:
            raise ConfigError(f"It has no {name}. Possible: planted:{plant.form()}.")
        else:
            values[name] = parameter.default
    return plant, values


def _by_name(plant: type[Planted], given: Sequence[str]) -> dict[str, str]:
    names = list(plant.parameters())
    found: dict[str, str] = {}
    for at, each in enumerate(given):
        name, equals, value = each.partition("=")
        if not equals:
            name, value = (names[at] if at < len(names) else ""), each
        if name not in names or name in found:
            raise ConfigError(f"It has {shown(each)}. Possible: planted:{plant.form()}.")
        found[name] = value
    return found


def _value(name: str, kind: object, text: str) -> Argument:
    if kind is float:
        need = "a number from 0 to 1"
        if re.fullmatch(r"\d*\.?\d+", text) and float(text) <= 1:
            return float(text)
    elif kind is int:
        need = "a whole number from 1"
        if re.fullmatch(r"[1-9]\d{0,3}", text):
            return int(text)
    else:
        words = get_args(kind)
        need = " or ".join(words) or "letters, digits and _"
        if WORD.fullmatch(text) and (not words or text in words):
            return text
    raise ConfigError(f"Its {name} is {shown(text)}. Possible: {need}.")
