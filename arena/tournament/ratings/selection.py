"""Selects the games that are rated together, so that epochs, arms and people are never mixed.

**A group** is rated by itself. It has the games of one control (arms are compared with it and are
not in its ratings, nor is the null arm, whose games repeat the control's), either with people at
the table or without any, and either of the one epoch that each ruleset has or, where a ruleset has
several, of one epoch alone. So games of two rulesets may be rated together, as strata with their
own seat and tie terms, and of two epochs of one ruleset never.

Games where a house bot replaced an entrant (`GameResult.rated`) belong to no group.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from arena.tournament.arms import null_of
from arena.tournament.game_result import GameResult, SeatResult
from arena.tournament.plan import CONTROL, Plan

if TYPE_CHECKING:
    from arena.tournament.ratings.rankings import Rankings


@dataclass(frozen=True, slots=True, kw_only=True, order=True)
class Arm:
    """An arm with the control that it is compared with."""

    name: str
    control: str
    null: bool
    """True: its tables are equal to those of the control, so that it shows the noise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Games that are rated together."""

    control: str
    people: bool
    """True: a person sat at every table."""
    epochs: tuple[tuple[str, str], ...]
    """(ruleset, epoch), each ruleset once."""
    games: tuple[GameResult, ...]
    """By id; those of the control only."""


def arms_of(results: Sequence[GameResult], plan: Plan | None) -> tuple[Arm, ...]:
    """Return all arms; without a plan, each is compared with `control`, where there is one."""
    if plan is None:
        names = {each.arm for each in results}
        pairs = {(name, CONTROL if CONTROL in names else name) for name in names}
    else:
        pairs = {(each.arm, each.control) for each in plan.conditions.values()}
    return tuple(
        Arm(name=name, control=control, null=name == null_of(control))
        for name, control in sorted(pairs)
    )


def game_id(game: GameResult) -> str:
    """Return the key by which games are sorted."""
    return game.game


def groups_of(
    results: Sequence[GameResult], arms: Sequence[Arm], people: frozenset[str]
) -> tuple[Group, ...]:
    """Return the groups of rated games, those without people first; `people` are entrants."""
    found: list[Group] = []
    controls = sorted({each.control for each in arms})
    for with_people in (False, True):
        for control in controls:
            games = [
                each for each in sorted(results, key=game_id)
                if each.rated and each.arm == control
                and any(seat.entrant in people for seat in each.seats) == with_people
            ]  # fmt: skip
            found.extend(
                Group(control=control, people=with_people, epochs=epochs, games=tuple(
                    each for each in games if (each.ruleset, each.epoch) in epochs
                ))
                for epochs in _seasons(games)
            )  # fmt: skip
    return tuple(found)


def _seasons(games: Sequence[GameResult]) -> list[tuple[tuple[str, str], ...]]:
    epochs = sorted({(each.ruleset, each.epoch) for each in games})
    if not epochs:
        return []
    if len({ruleset for ruleset, _ in epochs}) == len(epochs):
        return [tuple(epochs)]
    return [
        tuple(each for each in epochs if each[1] == epoch)
        for epoch in sorted({epoch for _, epoch in epochs})
    ]


def place_in_report(plan: Plan, epochs: Mapping[str, str], *, people: bool) -> tuple[bool, int]:
    """Return the sort key of groups of games: without people first, then the newest epoch."""
    order = [(each.ruleset, each.epoch) for each in plan.conditions.values()]
    return people, -max(order.index(each) for each in epochs.items())


def first_group(results: Sequence[GameResult], plan: Plan) -> Group | None:
    """Return the group of games that is first in the report; None: no game is rated."""
    people = frozenset(name for name, each in plan.entrants.items() if each.person)
    groups = groups_of(results, arms_of(results, plan), people)

    def place(group: Group) -> tuple[bool, int]:
        return place_in_report(plan, dict(group.epochs), people=group.people)

    return min(groups, default=None, key=place)


def orders_of(games: Sequence[GameResult], defaulted: float | None = None) -> "Rankings":
    """Return the final orders of games.

    With `defaulted`, seats with a larger share of defaults are left out; the order of the others
    remains, by Luce's axiom, and games with fewer than two seats left are dropped.
    """
    from arena.tournament.ratings.rankings import rankings_of

    kept = [
        each for each in games
        if defaulted is None or sum(not _is_out(seat, defaulted) for seat in each.seats) > 1
    ]  # fmt: skip
    return rankings_of(
        [
            [
                (seat.entrant, None if _is_out(seat, defaulted) else float(seat.place))
                for seat in each.seats
            ]
            for each in kept
        ],
        rulesets=[each.ruleset for each in kept], seeds=[each.seed for each in kept],
    )  # fmt: skip


def _is_out(seat: SeatResult, defaulted: float | None) -> bool:
    return defaulted is not None and seat.defaulted > defaulted
