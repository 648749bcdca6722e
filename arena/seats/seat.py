"""The seat protocol, and what a seat is told.

An answer is a function of the question, the view, what the seat heard, and a seed keyed by the
decision. Here is no door to the table: a seat that knows more than its player cannot be written.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Generic, Protocol, TypeVar, cast, overload

from arena.forms import JsonRecord
from arena.records.game import SeatReplaced
from arena.records.record import Shown
from arena.talk.plan import Plan
from arena.talk.speech import Speech, TalkTurn
from arena.text import shown
from engine import Decision, Option
from engine.fact import fact
from engine.plain import plain
from engine.view_data import ContextData, ViewData


@fact
class Question:
    """One question to one seat, with the options that it may choose from.

    It is an engine decision without the option that stands in for silence.

    >>> import arena, engine
    >>> asked = arena.Question.of(engine.new_table("moh", seats=3, seed=1).pending()[0])
    >>> asked.id, asked.seat, asked.kind, len(asked.options)
    ('B.1', 'B', 'place_character', 8)
    >>> asked.options[0].id, asked.options[0].args
    ('pin_up-3', {'character': 'pin_up', 'location': 3})
    """

    id: str
    """`SEAT.n`, n counting this seat's own questions from 1."""
    seat: str
    kind: str
    """The name of the tool, for example `cast_vote`."""
    options: tuple[Option, ...]
    """At least two; a question with one option is answered without the seat."""
    sealed: bool
    """True where several seats answer at once, each unseen until all are in."""
    phase: str
    round: int
    """0 in the set-up."""
    place: int | None
    """The location it is about, by its printed number."""
    context: ContextData
    """What the seat should have before its eyes; keys by kind."""
    secret: bool = False
    """True where nobody else may learn whether, and when, it is asked: it may tell of cards."""
    refused: str | None = None
    """Why the previous answer to this very question was not taken; None at the first try."""
    tries: int = 1
    """How many tries are left, this one included; then the default stands in."""

    @classmethod
    def of(cls, decision: Decision, *, tries: int = 1, shared: bool = False) -> "Question":
        """Return a decision as its seat is asked it.

        `shared`: its options are the table's own, for a seat that only reads.
        """
        options = decision.options
        if not shared:
            options = tuple([Option(each.id, each.label, dict(each.args)) for each in options])
        return cls(
            id=decision.id, seat=decision.seat, kind=decision.kind, options=options,
            sealed=decision.sealed, phase=decision.phase, round=decision.round,
            place=decision.place, context=cast("ContextData", plain(decision.context)),
            secret=decision.secret, tries=tries,
        )  # fmt: skip


def option_problem(option: object, asked: Question) -> str | None:
    """Say in one sentence why an answer can't be taken; None: it can."""
    if isinstance(option, str) and option in [each.id for each in asked.options]:
        return None
    return no_option(option, asked.id)


def no_option(option: object, asked: str) -> str:
    """Return what is said of an answer to the question `asked` that is none of its options."""
    return f"{shown(option)} is no option of {asked}"


Told = TypeVar("Told", Shown, JsonRecord)


class Heard(Sequence[Told], Generic[Told]):
    """All that a seat ever perceived, as transcript records without number and hash.

    It is made when it is first looked at, so that a seat which does not look does not pay. A seat
    that `only_reads` them is given records, any other plain JSON data of its own.
    """

    def __init__(self, listen: Callable[[], tuple[Told, ...]]) -> None:
        """`listen` returns the records up to the question."""
        self._listen: Callable[[], tuple[Told, ...]] = listen

    @cached_property
    def _records(self) -> tuple[Told, ...]:
        return self._listen()

    def __len__(self) -> int:
        return len(self._records)

    @overload
    def __getitem__(self, at: int) -> Told: ...
    @overload
    def __getitem__(self, at: slice) -> tuple[Told, ...]: ...
    def __getitem__(self, at: int | slice) -> Told | tuple[Told, ...]:
        return self._records[at]

    def __iter__(self) -> Iterator[Told]:
        return iter(self._records)

    def __reversed__(self) -> Iterator[Told]:
        return reversed(self._records)


class Seen(Mapping[str, object]):
    """What a seat sees, made when it is first looked at: a seat that does not look does not pay.

    It is what was seen when the seat was asked, and can't be looked at for the first time later.
    """

    def __init__(self, look: Callable[[], Mapping[str, object]]) -> None:
        """`look` returns the view."""
        self._look = look

    @cached_property
    def _view(self) -> Mapping[str, object]:
        return self._look()

    def __getitem__(self, key: str) -> object:
        return self._view[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self._view)

    def __len__(self) -> int:
        return len(self._view)


class Seat(Protocol):
    """A player's mind: it answers the questions that one player is asked, and may talk.

    Only `answer` has to be written by who subclasses it: the rest is that of a seat which never
    talks, needs no reminding and keeps nobody waiting. Whatever is raised, or can't be taken, ends
    in a recorded default or silence and stops nobody else.

    >>> import arena, asyncio
    >>> class First(arena.Seat):
    ...     async def answer(self, question, view, heard):
    ...         return question.options[0].id
    >>> game = asyncio.run(arena.play("demo", seats={"Anna": First()}))
    >>> game.counts["Anna"].defaults
    Counter()

    The SPEC of such a seat is `module:First`; `__main__:First` in the program or notebook that has
    the class itself.
    """

    def __init__(self, argument: str = "", seed: str = "") -> None:
        """Take what follows the class in a SPEC, and the seed of the game's bots."""
        super().__init__()  # mypy takes an empty body for an abstract one

    @property
    def talks(self) -> bool:
        """Whether it can speak; one that can't has no turns on the floors. Never changes."""
        return False

    @property
    def remembers(self) -> bool:
        """Whether a game that goes on has to ask it again what it was asked before."""
        return False

    @property
    def only_reads(self) -> bool:
        """Whether it never changes what it hears and sees; then it needs no copies of its own."""
        return False

    @property
    def waits(self) -> bool:
        """Whether somebody else, its provider, owes it a reply at this moment."""
        return False

    @property
    def has_checked(self) -> bool:
        """Whether its last answer was checked as it came in, and who gave it told what was wrong.

        Of all others the table checks it, and asks again.
        """
        return False

    @property
    def replaced(self) -> SeatReplaced | None:
        """The bot that answers for it at this moment, where its person left it to one."""
        return None

    @property
    def plan(self) -> Plan | None:
        """What it means to do, said with its last answer: read where a table records plans."""
        return None

    async def answer(self, question: Question, view: ViewData, heard: Sequence[Any]) -> str:
        """Return the id of one of the options.

        `view` is what the seat sees, as plain data with the keys of `engine.View`; `heard` are the
        records of all that it perceived, oldest first, each with `type`, `round`, `phase`, `actor`
        and `data`. Both are its own to change.
        """
        ...

    async def speak(self, turn: TalkTurn, view: ViewData, heard: Sequence[Any]) -> Speech | None:
        """Return what to say, for example `Speech.of("I stay here.")`; None: nothing."""
        return None

    async def bid(self, turn: TalkTurn, view: ViewData, heard: Sequence[Any]) -> int:
        """Return how much the seat wants to speak, from 0, nothing to say, to 4."""
        return 0
