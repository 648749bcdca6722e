"""The warnings about a rating, as sentences."""

from collections.abc import Iterable

from arena.text import plural
from arena.tournament.ratings.bootstrap import FEW
from arena.tournament.ratings.rows import Alike, Rating


def warnings_of(rating: Rating) -> list[str]:
    """Return the warnings about a rating; empty: there are none."""
    return [*_few(rating), *_penalty(rating), *confounded_of(rating), *_pools(rating)]


def confounded_of(rating: Rating) -> list[str]:
    """Return the warning that some entrants are confounded with seats, if there are any."""
    names = rating.confounded
    return [_CONFOUNDED.format(who=", ".join(names))] if names else []


def alike_in_words(alike: Iterable[Alike], repeated: int) -> list[str]:
    """Return sentences about identical entrants and repeated games; empty: there are none."""
    said = []
    for each in alike:
        *names, last = each.entrants
        said.append(
            f"{', '.join(names)} and {last} played alike in all {each.games} games that only "
            "exchanged them: they are one, and are rated as one."
        )
    if repeated:
        games = plural(repeated, "game repeats another", "games repeat others")
        said.append(f"{games} record for record, and the rating counts each game once.")
    return said


def _few(rating: Rating) -> list[str]:
    rows = rating.entrants
    lonely = sorted(
        row.entrant for row in rows
        if row.seeds <= 1 and row.entrant not in rating.confounded
    )  # fmt: skip
    few = sorted(row.entrant for row in rows if 1 < row.seeds < FEW)
    found = []
    if lonely:
        found.append(f"One seed only, so no interval: {', '.join(lonely)}.")
    if few:
        least = min(row.seeds for row in rows if 1 < row.seeds < FEW)
        found.append(
            f"Intervals rest on few seeds (fewer than {FEW}; {least:.0f} at the least), so they "
            f"are rough: {', '.join(few)}."
        )
    return found


def _penalty(rating: Rating) -> list[str]:
    if rating.penalised != "separation":
        return []
    separated = sorted(row.entrant for row in rating.entrants if row.separated)
    return [_SEPARATED.format(who=f" ({', '.join(separated)})" if separated else "")]


_SEPARATED = (
    "Some results have no exception, so likelihood alone sets no bound to a difference{who}: a "
    "penalty of half a win and half a loss keeps estimates finite, and an interval is open where "
    "no game bounds it."
)
_CONFOUNDED = (
    "Entrants and seats can't be told apart by these games, as nobody changed seats, or under one "
    "seed only: there are no intervals of {who}, and values are arbitrary between entrant and seat."
)


def _pools(rating: Rating) -> list[str]:
    pools = rating.pools
    if len(pools) <= 1:
        return []
    named = "; ".join(", ".join(members) for members in pools)
    return [
        f"No game links these {plural(len(pools), 'pool')}, so worths compare within each: {named}."
    ]
