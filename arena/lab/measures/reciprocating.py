"""Reciprocity: whether cards from the truck are given to earlier givers, beyond chance.

The winner of the truck must give one card away, and only the recipient is a choice; so gifts with a
single possible recipient are left out.
"""

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np

from arena.lab.arrays import Ints, element, means_along, whole_numbers
from arena.lab.game import Game, Gift
from arena.lab.measure import Opportunity
from arena.lab.permuting import DRAWS, TWO, drawn


def _row(
    each: Gift, outcome: float | None, excluded: str | None = None, weight: float = 1.0,
    group: str = "",
) -> Opportunity:  # fmt: skip
    return Opportunity(
        round=each.round, at=each.at, actor=each.giver, others=(each.recipient,),
        outcome=outcome, excluded=excluded, weight=weight, group=group,
    )  # fmt: skip


def _free(game: Game) -> list[Gift]:
    return [
        each
        for each in game.gifts
        if len(each.recipients) >= TWO and game.plays(each.giver, each.at)
    ]


def reciprocities(game: Game) -> Iterator[Opportunity]:
    """Yield each gift: the share of its giver's gifts that were returned, and that of the null."""
    gifts = _free(game)
    expected = _by_chance(game, gifts)
    given = Counter((each.giver, each.recipient) for each in gifts)
    for each in game.gifts:
        if each not in gifts:
            yield _row(each, None, "nobody else to give to")
            continue
        there = given[each.giver, each.recipient]
        back = min(there, given[each.recipient, each.giver])
        yield _row(each, back / there, group="yes")
        yield _row(each, expected[each.giver], group="no")


def returned_gifts(given: Ints) -> Ints:
    """Return the number of each giver's gifts that were returned: sum over j of min(a_ij, a_ji).

    `given` counts gifts by giver and recipient, in its last two axes.
    """
    found: Ints = np.minimum(given, given.swapaxes(-1, -2)).sum(axis=-1)
    return found


def _by_chance(game: Game, gifts: Sequence[Gift]) -> dict[str, float]:
    """Return the share of each giver's gifts that is returned if recipients are drawn at random."""
    if not gifts:
        return {}
    number = {seat: at for at, seat in enumerate(game.seats)}
    givers = whole_numbers([number[each.giver] for each in gifts])
    targets = drawn(game, "gifts", [each.recipients for each in gifts])
    given = np.zeros((DRAWS, len(number), len(number)), dtype=np.int64)
    np.add.at(given, (np.arange(DRAWS)[:, None], givers[None, :], targets), 1)
    met = means_along(returned_gifts(given), 0)
    times = Counter(each.giver for each in gifts)
    return {seat: element(met, number[seat]) / count for seat, count in times.items()}


def answers(game: Game) -> Iterator[Opportunity]:
    """Yield each gift of an earlier recipient: whether it goes to the last giver, minus chance."""
    last: dict[str, str] = {}
    for each in game.gifts:
        giver = last.get(each.giver)
        last[each.recipient] = each.giver
        many = len(each.recipients)
        if many < TWO:
            yield _row(each, None, "nobody else to give to")
        elif giver is None:
            yield _row(each, None, "was given nothing")
        elif giver not in each.recipients:
            yield _row(each, None, "who gave can't be given to")
        else:
            chance = 1 / many
            outcome = (float(each.recipient == giver) - chance) / (1 - chance)
            yield _row(each, outcome, weight=1 - chance)
