"""Functions by what a record says, each for one type of fact, which mypy holds against it."""

from collections.abc import Callable, Iterator
from typing import Concatenate, Generic, ParamSpec, TypeVar, cast, overload

from arena.records.facts import Fact

Rest = ParamSpec("Rest")
Found = TypeVar("Found")
One = TypeVar("One", bound=Fact)
Other = TypeVar("Other", bound=Fact)


class Handlers(Generic[Rest, Found]):
    """One function a type of fact: it takes the fact, and what is given with each of them.

    >>> from arena.events import CharacterEaten
    >>> eaten = Handlers[[], str]()
    >>> @eaten.on(CharacterEaten)
    ... def _(dead: CharacterEaten) -> str:
    ...     return dead.player
    >>> eaten(CharacterEaten(player="Anna", character="gunman", place=2))
    'Anna'
    """

    def __init__(self, *others: "Handlers[Rest, Found]") -> None:
        """Begin with the functions of others; a later one's comes before an earlier one's."""
        self._by_type: dict[type[Fact], Callable[Concatenate[Fact, Rest], Found]] = {}
        for each in others:
            self._by_type |= each._by_type  # noqa: SLF001 - its own kind

    @overload
    def on(
        self, kind: type[One], /
    ) -> Callable[
        [Callable[Concatenate[One, Rest], Found]], Callable[Concatenate[One, Rest], Found]
    ]: ...

    @overload
    def on(
        self, kind: type[One], other: type[Other], /
    ) -> Callable[
        [Callable[Concatenate[One | Other, Rest], Found]],
        Callable[Concatenate[One | Other, Rest], Found],
    ]: ...

    def on(self, *kinds: type[object]) -> object:
        """Make a function that of a type, or of two."""
        # mypy does not see it of a variable whose bound is a union.
        of_facts = cast("tuple[type[Fact], ...]", kinds)

        def keep(
            function: Callable[Concatenate[Fact, Rest], Found],
        ) -> Callable[Concatenate[Fact, Rest], Found]:
            self._by_type.update(dict.fromkeys(of_facts, function))
            return function

        return keep

    def __call__(self, fact: Fact, *args: Rest.args, **kwargs: Rest.kwargs) -> Found | None:
        """Call the function of a fact's type; None where it has none."""
        function = self._by_type.get(type(fact))
        return None if function is None else function(fact, *args, **kwargs)

    def __contains__(self, kind: object) -> bool:
        return kind in self._by_type

    def __iter__(self) -> Iterator[type[Fact]]:
        return iter(self._by_type)
