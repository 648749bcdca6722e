"""Connected components of entrants that games link."""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil


class Links:
    """The connected components of entrants; at first each entrant is one of its own."""

    def __init__(self, names: Iterable[str]) -> None:
        self._members = {name: [name] for name in names}
        """By entrant: the members of its component, one list shared by all of them."""

    def join(self, line_up: Iterable[str]) -> None:
        """Join the components of a line-up's entrants."""
        first, *others = line_up
        for other in others:
            one, two = sorted((self._members[first], self._members[other]), key=len, reverse=True)
            if one is two:
                continue
            one.extend(two)
            for name in two:
                self._members[name] = one

    def count(self, line_up: Iterable[str]) -> int:
        """Return the number of components that a line-up's entrants belong to."""
        return len({id(self._members[name]) for name in line_up})

    def are_linked(self, one: str, other: str) -> bool:
        """Return True if two entrants belong to one component."""
        return self._members[one] is self._members[other]

    @property
    def components(self) -> tuple[tuple[str, ...], ...]:
        """All components, the largest first, each with its entrants in the order of `names`."""
        order = {name: at for at, name in enumerate(self._members)}
        found = {id(each): sorted(each, key=order.__getitem__) for each in self._members.values()}
        return tuple(
            sorted(map(tuple, found.values()), key=lambda each: (-len(each), order[each[0]]))
        )

    @property
    def are_one(self) -> bool:
        """Whether all entrants belong to one component."""
        return len(next(iter(self._members.values()), ())) == len(self._members)


def components_of(
    names: Iterable[str], line_ups: Iterable[Sequence[str]]
) -> tuple[tuple[str, ...], ...]:
    """Return the components that games of these line-ups link; see `Links.components`."""
    links = Links(names)
    for each in line_ups:
        links.join(each)
    return links.components


def fewest_games(entrants: int, size: int) -> int:
    """Return the smallest number of tables of a size that link these entrants."""
    return ceil((entrants - 1) / (size - 1))


def linked_first(
    names: Iterable[str], played: Iterable[Sequence[str]], line_ups: Mapping[str, Sequence[str]]
) -> list[str]:
    """Return the ids of `line_ups` in an order that links entrants as early as possible.

    `played` are the line-ups of games already played. Those that link nobody any more follow in the
    given order.
    """
    links, left = Links(names), dict(line_ups)
    for each in played:
        links.join(each)
    found = list[str]()
    while left and not links.are_one:
        game = max(left, key=lambda each: links.count(left[each]))
        if links.count(left[game]) == 1:
            break
        links.join(left.pop(game))
        found.append(game)
    return [*found, *left]
