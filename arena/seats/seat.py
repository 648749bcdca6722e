"""The seat protocol: what a program that plays one seat receives, and what it returns.

An answer is a function of the question, the view, the records that the seat heard, and a seed keyed
by the decision. A seat has no access to the table, so it cannot know more than its player.
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
    """One question to one seat, with the legal options to choose from.

    It is an engine decision without the option that stands in when no valid answer comes.

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
        """Build the question for an engine decision.

        With `shared`, the options are the engine's own objects: for a seat that never changes them.
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
    """Return one sentence that says why an answer is not a legal option; None if it is legal."""
    if isinstance(option, str) and option in [each.id for each in asked.options]:
        return None
    return no_option(option, asked.id)


def no_option(option: object, asked: str) -> str:
    """Return the error message for an answer to the question with id `asked` that is no option."""
    return f"{shown(option)} is no option of {asked}"


Told = TypeVar("Told", Shown, JsonRecord)


class Heard(Sequence[Told], Generic[Told]):
    """All records that a seat has perceived, as a read-only sequence that is loaded on first use.

    Records have no sequence number and no hash. A seat that `only_reads` gets record objects; any
    other seat gets plain JSON data that it may change.
    """

    def __init__(self, listen: Callable[[], tuple[Told, ...]]) -> None:
        """`listen` loads the records up to the question."""
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
    """A seat's view as a read-only mapping that is computed on first use.

    It holds the view of the moment at which the seat was asked; the first use must not come later.
    """

    def __init__(self, look: Callable[[], Mapping[str, object]]) -> None:
        """`look` computes the view."""
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
    """A program that plays one seat: it answers questions, and may talk.

    A subclass must define `answer` alone: the other members are those of a seat that never talks,
    keeps no state between calls and waits for no provider. An exception or an invalid answer ends
    in a recorded default or silence, and does not stop other seats.

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
        """`argument` is what follows the class in a SPEC, `seed` the seed of the game's bots."""
        super().__init__()  # mypy takes an empty body for an abstract one

    @property
    def talks(self) -> bool:
        """Whether the seat can speak; a seat that cannot has no turns to talk. Never changes."""
        return False

    @property
    def remembers(self) -> bool:
        """Whether a resumed game has to ask the seat all its earlier questions again."""
        return False

    @property
    def only_reads(self) -> bool:
        """Whether the seat never changes its view and records, so that it needs no copies."""
        return False

    @property
    def waits(self) -> bool:
        """Whether the seat is waiting for its provider's reply at this moment."""
        return False

    @property
    def has_checked(self) -> bool:
        """Whether the last answer was already validated, and its author received any error.

        The table validates the answers of all other seats, and asks again.
        """
        return False

    @property
    def replaced(self) -> SeatReplaced | None:
        """The bot that answers for the seat at this moment; None if its own player does."""
        return None

    @property
    def plan(self) -> Plan | None:
        """The intentions given with the last answer; read only where the table records plans."""
        return None

    async def answer(self, question: Question, view: ViewData, heard: Sequence[Any]) -> str:
        """Choose one of the options and return its id.

        `view` is what the seat sees, as plain data with the keys of `engine.View`; `heard` are the
        records of all that it perceived, oldest first, each with `type`, `round`, `phase`, `actor`
        and `data`. Both are its own to change.
        """
        ...

    async def speak(self, turn: TalkTurn, view: ViewData, heard: Sequence[Any]) -> Speech | None:
        """Return a speech, for example `Speech.of("I stay here.")`; None to say nothing."""
        return None

    async def bid(self, turn: TalkTurn, view: ViewData, heard: Sequence[Any]) -> int:
        """Return the urgency to speak, from 0, nothing to say, to 4."""
        return 0
