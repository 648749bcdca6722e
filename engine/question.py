"""The requests of a table: decisions with their options, and floors, where nothing is asked."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import NamedTuple

from engine.errors import IllegalAnswer, RulesetError

Arg = str | int
NOTHING: Mapping[str, object] = MappingProxyType({})


@dataclass(frozen=True, slots=True)
class Option:
    """One possible answer.

    `id` is the args' values joined by `-`, or `pass`; it is unique within its question and comes
    from a list that is fixed for a ruleset and its seats (`Ruleset.catalogue`).
    """

    id: str
    label: str
    """The option in words, for people and models."""
    args: Mapping[str, Arg]
    """The arguments of the tool call that this option stands for, as `{"character": "pin_up"}`."""


PASS = Option("pass", "Pass", MappingProxyType({}))


class Decision(NamedTuple):
    """A question to one seat. Never sent to a seat as it is: `default` must stay hidden.

    A tuple, since one is made for each question: frozen, and faster to construct than a dataclass.
    """

    id: str
    """`SEAT.n`, n counting this seat's own questions from 1."""
    seat: str
    kind: str
    """The name of the tool, for example `cast_vote` (rules.md sections 13 and 20)."""
    options: tuple[Option, ...]
    """At least one; order and ids are stable and depend on nothing this seat does not know."""
    sealed: bool
    """True where several seats answer at once, each unseen until all are in."""
    secret: bool
    """True where being asked, and when, may reveal cards that its seat alone knows.

    Then nobody else may learn that the seat has a choice, nor how long it takes: nobody is shown
    who is waited for nor when it answered (rules.md sections 12 and 19).
    """
    phase: str
    round: int
    """0 in the set-up."""
    place: int | None
    """The location it is about, by its printed number; None: none."""
    context: Mapping[str, object]
    """Facts to show with the question; the keys depend on the kind."""
    stand_in: Callable[["Decision"], Option]
    """Draws the default; called only where it is needed."""

    def choose(self, option_id: str) -> "Chosen":
        """Return a checked answer for `Table.take`; `IllegalAnswer` where it is no option."""
        for option in self.options:
            if option.id == option_id:
                return Chosen(self, option)
        legal = [option.id for option in self.options]
        raise IllegalAnswer(self.id, self.kind, option_id, legal)

    @property
    def default(self) -> Option:
        """The option that counts when the seat fails to answer (GAP-M-12)."""
        return self.stand_in(self)

    def __eq__(self, other: object) -> bool:
        """Two decisions are equal if they ask the same, at whatever table."""
        return isinstance(other, Decision) and self[:-1] == other[:-1]

    def __hash__(self) -> int:
        return hash((self.id, self.kind))

    def __repr__(self) -> str:
        return f"Decision({self.id}, {self.kind}, {[option.id for option in self.options]})"


class Chosen(NamedTuple):
    """A checked answer: one of its question's own options."""

    decision: Decision
    option: Option


@dataclass(frozen=True, slots=True)
class Floor:
    """A moment when the table may talk. It asks nothing; `Table.close_floor` goes on."""

    kind: str
    """`truck chief attack revote tie gift dice announced reveal`."""
    place: int | None
    """The location where it happens, None where it is everywhere."""
    present: tuple[str, ...]
    """The players with a character there, in Chief order; where place is None, everybody."""
    round: int


class Catalogue:
    """Every option that can occur with a ruleset and seats; questions pick from it."""

    __slots__ = ("_by_kind", "_picked")

    def __init__(self, options: Mapping[str, Sequence[Option]]) -> None:
        """Store each kind's options in their fixed order."""
        self._by_kind = {kind: {o.id: o for o in listed} for kind, listed in options.items()}
        for kind, listed in options.items():
            if len(self._by_kind[kind]) < len(listed):
                ids = [option.id for option in listed]
                twice = next(each for each in ids if ids.count(each) > 1)
                text = f"with these seats' names two options of {kind} are {twice!r}; rename one."
                raise RulesetError(text)
        self._picked: dict[tuple[str, tuple[str, ...]], tuple[Option, ...]] = {}

    def pick(self, kind: str, ids: Sequence[str]) -> tuple[Option, ...]:
        """Return the options of `kind` with these ids, in this order."""
        key = (kind, tuple(ids))
        found = self._picked.get(key)
        if found is None:
            known = self._by_kind[kind]
            found = self._picked[key] = tuple(known[i] for i in ids)
        return found

    def ids(self) -> dict[str, tuple[str, ...]]:
        """Return for each kind the ids of all its options, in their fixed order."""
        return {kind: tuple(known) for kind, known in self._by_kind.items()}

    def arguments(self) -> dict[str, dict[str, tuple[Arg, ...]]]:
        """Return for each kind its arguments, with all values that can occur, in a fixed order."""
        found: dict[str, dict[str, dict[Arg, None]]] = {}
        for kind, known in self._by_kind.items():
            values = found.setdefault(kind, {})
            for option in known.values():
                for name, value in option.args.items():
                    values.setdefault(name, {})[value] = None
        return {
            kind: {name: tuple(each) for name, each in values.items()}
            for kind, values in found.items()
        }
