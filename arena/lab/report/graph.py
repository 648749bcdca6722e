"""Who voted for and against whom, as a graph: a seat a circle, an arrow each way.

Node and arrow is no chart of Altair's: the few lines are drawn here. The table beside it says the
same in numbers.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from math import cos, hypot, pi, sin

__all__ = ["Tie", "graph", "ties_of"]

SIZE, REACH, NODE = 260, 92, 15
"""The drawing's side, the seats' distance from its middle, and their radius, in pixels."""
GAP = 5.0
"""By how much an arrow keeps to the right of the straight line, so that two don't hide each other.
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """What one seat did to another in all votes of a game."""

    voter: str
    target: str
    supported: int
    """Ballots for it: as Chief, or for the truck."""
    opposed: int
    """Ballots against it, in attacks."""

    @property
    def sign(self) -> int:
        """Return 1, -1, or 0 where both weigh alike."""
        return (self.supported > self.opposed) - (self.supported < self.opposed)


def ties_of(votes: Counter[tuple[str, str, bool]], seats: Sequence[str]) -> list[Tie]:
    """Return every two seats between whom there was a ballot."""
    found = [
        Tie(
            voter=one, target=other, supported=votes[one, other, True],
            opposed=votes[one, other, False],
        )
        for one in seats for other in seats if one != other
    ]  # fmt: skip
    return [each for each in found if each.supported or each.opposed]


def graph(ties: Sequence[Tie], seats: Sequence[str], symbols: Sequence[str]) -> str:
    """Return it as SVG, whose colours are classes of the page."""
    middle = SIZE / 2
    at = {
        seat: (
            middle + REACH * sin(2 * pi * number / len(seats)),
            middle - REACH * cos(2 * pi * number / len(seats)),
        )
        for number, seat in enumerate(seats)
    }
    arrows = "".join(_arrow(each, at[each.voter], at[each.target]) for each in ties)
    nodes = "".join(
        _node(seat, symbol, number, at[seat], middle)
        for number, (seat, symbol) in enumerate(zip(seats, symbols, strict=True))
    )
    return (
        f'<svg class="ties" viewBox="0 0 {SIZE} {SIZE}" width="{SIZE}" height="{SIZE}" role="img" '
        f'aria-label="{escape(_label(ties))}">{arrows}{nodes}</svg>'
    )


def _label(ties: Sequence[Tie]) -> str:
    said = [
        f"{each.voter} mostly {'for' if each.sign > 0 else 'against'} {each.target}"
        for each in ties if each.sign
    ]  # fmt: skip
    return f"Votes for and against: {'; '.join(said) or 'none outweighs the other'}."


def _arrow(tie: Tie, start: tuple[float, float], end: tuple[float, float]) -> str:
    (x1, y1), (x2, y2) = start, end
    length = hypot(x2 - x1, y2 - y1)
    along, across = (
        ((x2 - x1) / length, (y2 - y1) / length),
        ((y1 - y2) / length, (x2 - x1) / length),
    )
    x1, y1 = (a + NODE * u + GAP * v for a, u, v in zip(start, along, across, strict=True))
    x2, y2 = (a - (NODE + 7) * u + GAP * v for a, u, v in zip(end, along, across, strict=True))
    times = tie.supported + tie.opposed
    kind = {1: "for", -1: "against", 0: "even"}[tie.sign]
    width = min(5.0, 1 + times / 2)
    head = " ".join(
        f"{x2 + 7 * a * along[0] + 4.5 * b * across[0]:.1f},"
        f"{y2 + 7 * a * along[1] + 4.5 * b * across[1]:.1f}"
        for a, b in ((1, 0), (0, 1), (0, -1))
    )
    return (
        f'<g class="{kind}"><line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" '
        f'stroke-width="{width:.1f}"/><polygon points="{head}"/></g>'
    )


def _node(seat: str, symbol: str, number: int, at: tuple[float, float], middle: float) -> str:
    x, y = at
    below = y + NODE + 15 if y >= middle - 1 else y - NODE - 6
    return (
        f'<g class="k{number}"><circle cx="{x:.1f}" cy="{y:.1f}" r="{NODE}"/>'
        f'<text class="symbol" x="{x:.1f}" y="{y + 5:.1f}">{symbol}</text>'
        f'<text x="{x:.1f}" y="{below:.1f}">{escape(seat)}</text></g>'
    )
