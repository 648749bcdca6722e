"""Which entrants games link: who met at a table, at least through others."""

from collections.abc import Iterable, Sequence
from math import ceil

__all__ = ["Links", "fewest_games", "islands_of"]


class Links:
    """The islands of some entrants, who are one by one at first."""

    def __init__(self, names: Iterable[str]) -> None:
        """`names` are the entrants."""
        self._island = {name: [name] for name in names}
        """By entrant, the island that it is on; its members share one list."""

    def join(self, line_up: Iterable[str]) -> None:
        """Link those who sit at one table."""
        first, *others = line_up
        for other in others:
            one, two = sorted((self._island[first], self._island[other]), key=len, reverse=True)
            if one is two:
                continue
            one.extend(two)
            for name in two:
                self._island[name] = one

    def count(self, line_up: Iterable[str]) -> int:
        """Return on how many islands those of a line-up are."""
        return len({id(self._island[name]) for name in line_up})

    def are_linked(self, one: str, other: str) -> bool:
        """Tell whether two are on one island."""
        return self._island[one] is self._island[other]

    @property
    def islands(self) -> tuple[tuple[str, ...], ...]:
        """Return who is linked, the largest island first, its members in the order of names."""
        order = {name: at for at, name in enumerate(self._island)}
        found = {id(each): sorted(each, key=order.__getitem__) for each in self._island.values()}
        return tuple(
            sorted(map(tuple, found.values()), key=lambda each: (-len(each), order[each[0]]))
        )

    @property
    def are_one(self) -> bool:
        """Tell whether all are linked."""
        return len(next(iter(self._island.values()), ())) == len(self._island)

    def copy(self) -> "Links":
        """Return the same islands, which can be joined apart from these."""
        found = Links(self._island)
        for each in self.islands:
            found.join(each)
        return found


def islands_of(
    names: Iterable[str], line_ups: Iterable[Sequence[str]]
) -> tuple[tuple[str, ...], ...]:
    """Return who is linked by games of these line-ups; see `Links.islands`."""
    links = Links(names)
    for each in line_ups:
        links.join(each)
    return links.islands


def fewest_games(entrants: int, size: int) -> int:
    """Return how many tables of a size it takes to link so many entrants, at the least.

    The first links as many as it has seats, and each other one less by one.
    """
    return ceil((entrants - 1) / (size - 1))
