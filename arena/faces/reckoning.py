"""`Who lied to whom`: the table and the sentences at the end of a game."""

from collections.abc import Mapping

from rich import box
from rich.console import RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from arena.faces.claiming import claim_in_words, promised
from arena.faces.deceit import ALL, Cost, Deceit, times
from arena.faces.words import Line, Words, fill, join, plural

__all__ = ["who_lied"]

COSTLY = 3
"""So many are told, the dearest first."""


def who_lied(words: Words, found: Mapping[str, Deceit]) -> list[RenderableType]:
    """Return what there is to print; nothing for a game without claims."""
    if not found:
        return []
    table = Padding(_table(words, found), (0, 0, 0, 2), expand=False)
    out: list[RenderableType] = [
        Text(""), Text("Who lied to whom", "bold underline"), table, Text("")
    ]  # fmt: skip
    out += [Line(line) for seat in words.seats if (line := _to_whom(words, seat, found[seat]))]
    costs = [(seat, cost) for seat, each in found.items() for cost in each.costs]
    costs.sort(key=lambda each: -each[1].points)
    return out + [Line(_costly(words, seat, cost)) for seat, cost in costs[:COSTLY]]


def _table(words: Words, found: Mapping[str, Deceit]) -> Table:
    table = Table(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False)
    table.add_column("Player", no_wrap=True)
    for name in ("Said", "Lies", "Bluffs", "Promises kept"):
        table.add_column(name, justify="right")
    for seat in words.seats:
        each = found[seat]
        made, broken = len(each.promises), len(each.broken)
        table.add_row(
            words.badge(seat), str(each.statements), str(len(each.lies)), str(each.bluffs),
            f"{made - broken} of {made}" if made else "-",
        )  # fmt: skip
    return table


def _to_whom(words: Words, seat: str, found: Deceit) -> Text | None:
    """Return `Anna lied to Bruno (2) and to all (1); broke her word ...`; None: nothing to tell."""
    lied, broke = times(found.lies), times(found.broken)
    parts = [
        fill(line, whom=_listed(words, each))
        for line, each in (("lied {whom}", lied), ("broke promises {whom}", broke))
        if each
    ]
    if not parts:
        return None
    return Text.assemble(words.seat(seat), " ", join(parts), ".")


def _listed(words: Words, counts: Mapping[str, int]) -> Text:
    most = sorted(counts.items(), key=lambda each: -each[1])
    return join(
        [
            Text.assemble("to ", Text(ALL) if name == ALL else words.seat(name), f" ({count})")
            for name, count in most
        ]
    )


def _costly(words: Words, seat: str, cost: Cost) -> Text:
    claimed, listeners = cost.claimed, _listeners(words, cost)
    lost = fill(
        "{victim} lost the {character} ({points}) at {place} in round {round}.",
        victim=words.seat(cost.victim), character=words.character(cost.character),
        points=plural(cost.points, "point"), place=words.place(cost.place), round=cost.round,
    )  # fmt: skip
    if cost.ballot is None:
        line = "{player} had seen {dice} and told {listeners} that {claim}: {lost}"
        claim = claim_in_words(words, claimed.claim, seat)
        return fill(
            line, player=words.seat(seat), dice=words.dice(cost.dice), listeners=listeners,
            claim=claim, lost=lost,
        )  # fmt: skip
    line = "{player} had promised {listeners} {promise} and voted for {ballot}: {lost}"
    return fill(
        line, player=words.seat(seat), listeners=listeners,
        promise=promised(words, claimed.said), ballot=words.seat(cost.ballot), lost=lost,
    )  # fmt: skip


def _listeners(words: Words, cost: Cost) -> Text:
    return words.seat_list(cost.claimed.to) if cost.claimed.to else Text("everybody")
