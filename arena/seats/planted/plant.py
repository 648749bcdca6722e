"""What a planted seat is: a bot whose conduct is known beforehand, in numbers that measures find.

`Planted` decides at random and says what its subclass says. It plants the very rate that is
measured: a coin for each report, each pledge, each gift, drawn by (seed, question or turn),
whatever it holds or sees. So the truth of a measure is the number in the SPEC, and no play of the
game moves it.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal, TypeVar

from arena.records.record import Shown
from arena.seats.seat import Question, Seat
from arena.seats.uniform import Uniform
from arena.talk.speech import Speech, TalkTurn
from engine.view_data import ViewData

__all__ = ["Draws", "Parameter", "Plant", "Planted", "number", "share", "word"]

Thing = TypeVar("Thing")
Argument = float | int | str
Options = Mapping[str, str | int | bool | None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Parameter:
    """What can be given to a plant in brackets."""

    name: str
    kind: Literal["share", "number", "word"]
    """`share`: from 0 to 1; `number`: a whole one from 1; `word`: letters, digits and `_`."""
    default: Argument | None = None
    """Where it is left out; None: it is needed."""
    words: tuple[str, ...] = ()
    """Which words are possible; empty: any."""


def share(name: str, default: float | None = None) -> Parameter:
    """Return a parameter from 0 to 1."""
    return Parameter(name=name, kind="share", default=default)


def number(name: str, default: int | None = None) -> Parameter:
    """Return a whole number from 1."""
    return Parameter(name=name, kind="number", default=default)


def word(name: str, *words: str, default: str | None = None) -> Parameter:
    """Return a word, one of `words` where there are any."""
    return Parameter(name=name, kind="word", default=default, words=words)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plant:
    """One kind of planted seat."""

    name: str
    says: str
    """What it does, in a sentence without its subject."""
    make: Callable[..., Seat]
    """Takes the bots' seed, the ruleset's options in force, and the parameters by name."""
    parameters: tuple[Parameter, ...] = ()
    """In the order in which they are written."""
    talks: bool = True

    @property
    def form(self) -> str:
        """Return how it is written: `liar(p)`."""
        names = ", ".join(each.name for each in self.parameters)
        return f"{self.name}({names})" if names else self.name


class Draws:
    """Chance of a seat's own, keyed by what it is drawn for."""

    def __init__(self, seed: str) -> None:
        """`seed` is the bots' seed of the game."""
        self._key = blake2b(seed.encode(), digest_size=32, person=b"planted").digest()

    def _drawn(self, key: str) -> int:
        return int.from_bytes(blake2b(key.encode(), key=self._key, digest_size=8).digest())

    def below(self, share: float, key: str) -> bool:
        """Tell whether a coin that falls so with probability `share` did."""
        return self._drawn(key) < share * 2**64

    def pick(self, things: Sequence[Thing], key: str) -> Thing:
        """Return one of several things, each with the same chance."""
        return things[self._drawn(key) % len(things)]


class Planted(Seat):
    """Decides at random and is silent, but for what its subclass does."""

    def __init__(self, seed: str) -> None:
        """`seed` is the bots' seed of the game."""
        self.draws = Draws(seed)
        self._random = Uniform(seed)

    @property
    def talks(self) -> bool:
        """It can speak."""
        return True

    @property
    def only_reads(self) -> bool:
        """It changes nothing that it hears."""
        return True

    async def answer(self, question: Question, view: ViewData, heard: Sequence[Shown]) -> str:
        """Return an option's id."""
        chosen = self.choose(question, view, heard)
        return await self._random.answer(question, view, ()) if chosen is None else chosen

    async def speak(self, turn: TalkTurn, view: ViewData, heard: Sequence[Shown]) -> Speech | None:
        """Return what to say."""
        return self.say(turn, view, heard)

    async def bid(
        self,
        turn: TalkTurn,  # noqa: ARG002 - it always wants to
        view: ViewData,  # noqa: ARG002 - as turn
        heard: Sequence[Shown],  # noqa: ARG002 - as turn
    ) -> int:
        """Return how much it wants to speak."""
        return 2

    def choose(
        self,
        question: Question,  # noqa: ARG002 - a seat that decides at random
        view: ViewData,  # noqa: ARG002 - as question
        heard: Sequence[Shown],  # noqa: ARG002 - as question
    ) -> str | None:
        """Return the option that the plant takes; None: one at random. `heard` costs when read."""
        return None

    def say(
        self,
        turn: TalkTurn,  # noqa: ARG002 - a seat that is silent
        view: ViewData,  # noqa: ARG002 - as turn
        heard: Sequence[Shown],  # noqa: ARG002 - as turn
    ) -> Speech | None:
        """Return what the plant says; None: nothing. `heard` costs when read."""
        return None
