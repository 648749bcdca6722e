"""The building blocks of both families' option catalogues."""

from collections.abc import Mapping
from types import MappingProxyType

from engine.question import Arg, Option


def option(label: str, **args: Arg) -> Option:
    """Return an option whose id is its args' values joined by `-`."""
    return Option("-".join(str(value) for value in args.values()), label, MappingProxyType(args))


def gifts(names: Mapping[str, str], seats: tuple[str, ...]) -> list[Option]:
    """Return all ways to keep and give cards; `names` are the cards' names by id."""
    keep = [option(f"Keep {name}", keep=id_) for id_, name in names.items()]
    give = [
        option(f"Give {name} to {seat}", give=id_, recipient=seat)
        for id_, name in names.items()
        for seat in seats
    ]
    both = [
        option(f"Keep {kept}, give {given} to {seat}", keep=k, give=g, recipient=seat)
        for k, kept in names.items()
        for g, given in names.items()
        for seat in seats
    ]
    return [*keep, *give, *both]
