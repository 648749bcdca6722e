"""Dispatch of functions by type of payload, checked by mypy."""

from collections.abc import Callable, Iterator
from typing import Concatenate, Generic, ParamSpec, TypeVar, cast, overload

from arena.records.facts import Fact

Rest = ParamSpec("Rest")
Found = TypeVar("Found")
One = TypeVar("One", bound=Fact)
Other = TypeVar("Other", bound=Fact)


class Handlers(Generic[Rest, Found]):
    """A function for each type of payload, called with the payload and further arguments.

    >>> from arena.events import CharacterEaten
    >>> eaten = Handlers[[], str]()
    >>> @eaten.on(CharacterEaten)
    ... def _(dead: CharacterEaten) -> str:
    ...     return dead.player
    >>> eaten(CharacterEaten(player="Anna", character="gunman", place=2))
    'Anna'
    """

    def __init__(self, *others: "Handlers[Rest, Found]") -> None:
        """Start with the functions of `others`; later ones take precedence."""
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
        """Register a function for one type, or for two."""
        # mypy can't infer this for a variable bound by a union.
        of_facts = cast("tuple[type[Fact], ...]", kinds)

        def keep(
            function: Callable[Concatenate[Fact, Rest], Found],
        ) -> Callable[Concatenate[Fact, Rest], Found]:
            self._by_type.update(dict.fromkeys(of_facts, function))
            return function

        return keep

    def __call__(self, fact: Fact, *args: Rest.args, **kwargs: Rest.kwargs) -> Found | None:
        """Call the function of a payload's type; None if it has none."""
        function = self._by_type.get(type(fact))
        return None if function is None else function(fact, *args, **kwargs)

    def __contains__(self, kind: object) -> bool:
        return kind in self._by_type

    def __iter__(self) -> Iterator[type[Fact]]:
        return iter(self._by_type)
