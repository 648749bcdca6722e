"""Warnings of `arena tournament plan` about incomplete rounds and unconnected entrants."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from arena.narration.words import plural
from arena.reporting.view import listed

if TYPE_CHECKING:
    from arena.tournament.shortfall import Lost, Shortfall


def shortfall_sentences(of: "Shortfall") -> Iterator[str]:
    """Yield the warnings; entrants that can't be ranked come first."""
    if of.components:
        yield from _components(of)
    if not of.tables:
        return
    yield (
        f"These {plural(of.games, 'game')} end within a balanced round; "
        f"{of.complete - of.games} more complete it, {of.complete} in all. How unequal numbers of "
        "games are, the largest less the smallest:"
    )
    yield from map(_lost, of.tables)
    if of.split:
        yield (
            f"Of {plural(of.seeds, 'seed')} {of.split} {'is' if of.split == 1 else 'are'} not "
            "played from every seat by everybody: no complete duplicates."
        )
    if of.confounded:
        yield "Ratings tell next to nothing: so few games can't tell entrants from their seats."
    elif of.larger is not None:
        yield (
            f"Ratings tell less: to be found a difference must be at least {of.larger:.2f} times "
            f"as large as with {of.complete} games; {of.fewer:.2f} times comes of their number "
            "alone."
        )
    if of.asked > of.games:
        yield (
            f"{of.asked} games were asked for: {of.games} is the most in which each is played "
            "under all arms."
        )


def _components(of: "Shortfall") -> Iterator[str]:
    groups = [each for each in of.components if len(each) > 1]
    alone = [name for each in of.components if len(each) == 1 for name in each]
    yield (
        "Nobody can be ranked against everybody: no game links these groups, and across them "
        "nothing can be said."
    )
    yield from (f"- {listed(each)}" for each in groups)
    if alone:
        yield f"- without a game: {listed(alone)}"
    yield f"{plural(of.games, 'game')} are too few: it takes {of.linking} to link all."


def _lost(of: "Lost") -> str:
    return (
        f"- {of.ruleset} at tables of {of.size}: by entrant {of.games}, by entrant and seat "
        f"{of.seats}, by two who meet {of.meetings} (complete: {of.games_complete}, "
        f"{of.seats_complete} and {of.meetings_complete})."
    )
