"""Announced destinations: who went elsewhere, and whether news came in between.

Only destinations count that were chosen in secret, after an announcement that stood by then: the
elected Chief's binds him, and is none of these.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace

from arena.lab.game import Game
from arena.lab.measure import Opportunity


def deviations(game: Game) -> Iterator[Opportunity]:
    """Yield each announced destination that stood when its speaker chose: 1 where it went off."""
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
    """Make what yields deviations of which those of another group do not count."""

    def counted(game: Game) -> Iterator[Opportunity]:
        for each in deviations(game):
            counts = each.group == group or each.excluded is not None
            yield each if counts else replace(each, excluded=otherwise)

    return counted


after_news = _only("news", "no news in between")
"""Those between which and the choice its speaker had news of the dice."""
without_news = _only("no news", "news in between")
"""Those after which its speaker had no news of the dice."""
