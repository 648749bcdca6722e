"""Announced destinations: who went elsewhere, and whether news came in between.

Only destinations count that were chosen in secret, after an announcement that stood by then: the
elected Chief's binds him, and is none of these.
"""

from collections.abc import Iterator
from dataclasses import replace

from arena.lab.game import Game
from arena.lab.measure import Opportunity

__all__ = ["after_news", "deviations", "without_news"]


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


def after_news(game: Game) -> Iterator[Opportunity]:
    """Yield those between which and the choice its speaker had news of the dice."""
    return _only("news", "no news in between", game)


def without_news(game: Game) -> Iterator[Opportunity]:
    """Yield those after which its speaker had no news of the dice."""
    return _only("no news", "news in between", game)


def _only(group: str, otherwise: str, game: Game) -> Iterator[Opportunity]:
    for each in deviations(game):
        if each.group == group or each.excluded is not None:
            yield each
        else:
            yield replace(each, excluded=otherwise)
