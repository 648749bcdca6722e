"""Announced destinations: whether the speaker went elsewhere, with or without news of the dice.

Only destinations chosen in secret count, after an announcement that was not withdrawn; the elected
Chief is bound by the announcement and is not included.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from arena.lab.game import Game
from arena.lab.measure import Opportunity


def deviations(game: Game) -> Iterator[Opportunity]:
    """Yield each announcement in force when its speaker chose: 1 if it went elsewhere."""
    options = {
        (each.round, each.seat): len(each.options)
        for each in game.choices
        if each.kind == "choose_destination"
    }
    for each in game.announcements:
        made = each.claim.made
        free = options.get((made.round, made.speaker), 1) > 1
        yield Opportunity(
            round=made.round, at=each.claim.at, actor=made.speaker,
            others=tuple(seat for seat in game.seats if made.was_heard_by(seat)),
            outcome=each.destination != made.said.location,
            excluded=None if free else "one destination only",
            group="news" if each.news else "no news",
        )  # fmt: skip


def _only(group: str, otherwise: str) -> Callable[[Game], Iterator[Opportunity]]:
    """Return a counter of deviations that excludes those of the other group."""

    def counted(game: Game) -> Iterator[Opportunity]:
        for each in deviations(game):
            counts = each.group == group or each.excluded is not None
            yield each if counts else replace(each, excluded=otherwise)

    return counted


after_news = _only("news", "no news in between")
"""Deviations where the speaker had news of the dice between announcement and choice."""
without_news = _only("no news", "news in between")
"""Deviations where the speaker had no news of the dice after the announcement."""
