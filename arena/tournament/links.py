"""Which entrants games link: who met at a table, at least through others."""

from collections.abc import Iterable, Mapping, Sequence
from math import ceil


class Links:
    """The connected components of entrants and their games; at first each entrant is one."""

    def __init__(self, names: Iterable[str]) -> None:
        """`names` are the entrants."""
        self._members = {name: [name] for name in names}
        """By entrant: who is in its component, one list for all of them."""

    def join(self, line_up: Iterable[str]) -> None:
        """Link those who sit at one table."""
        first, *others = line_up
        for other in others:
            one, two = sorted((self._members[first], self._members[other]), key=len, reverse=True)
            if one is two:
                continue
            one.extend(two)
            for name in two:
                self._members[name] = one

    def count(self, line_up: Iterable[str]) -> int:
        """Return of how many components those of a line-up are."""
        return len({id(self._members[name]) for name in line_up})

    def are_linked(self, one: str, other: str) -> bool:
        """Tell whether two are of one component."""
        return self._members[one] is self._members[other]

    @property
    def components(self) -> tuple[tuple[str, ...], ...]:
        """Return who is linked, the largest component first, its members in the order of names."""
        order = {name: at for at, name in enumerate(self._members)}
        found = {id(each): sorted(each, key=order.__getitem__) for each in self._members.values()}
        return tuple(
            sorted(map(tuple, found.values()), key=lambda each: (-len(each), order[each[0]]))
        )

    @property
    def are_one(self) -> bool:
        """Tell whether all are linked."""
        return len(next(iter(self._members.values()), ())) == len(self._members)


def components_of(
    names: Iterable[str], line_ups: Iterable[Sequence[str]]
) -> tuple[tuple[str, ...], ...]:
    """Return who is linked by games of these line-ups; see `Links.components`."""
    links = Links(names)
    for each in line_ups:
        links.join(each)
    return links.components


def fewest_games(entrants: int, size: int) -> int:
    """Return how many tables of a size it takes at least to link so many entrants."""
    return ceil((entrants - 1) / (size - 1))


def linked_first(
    names: Iterable[str], played: Iterable[Sequence[str]], line_ups: Mapping[str, Sequence[str]]
) -> list[str]:
    """Return the ids of `line_ups` in the order in which games link entrants as early as can be.

    `played` are line-ups of games that there are. What links nobody any more follows as it stands.
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
