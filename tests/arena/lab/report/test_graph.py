"""Who voted for and against whom: what is counted, and that the drawing says the same."""

import re
from collections import Counter

from arena.lab.report.graph import NODE, SIZE, graph, ties_of

SEATS = ("Ada", "Ben", "Cyd")
VOTES = Counter({
    ("Ada", "Ben", True): 3, ("Ada", "Ben", False): 1,
    ("Ben", "Ada", False): 2,
    ("Cyd", "Ada", True): 1, ("Cyd", "Ada", False): 1,
})  # fmt: skip


def drawn(seats: tuple[str, ...] = SEATS, votes: Counter[tuple[str, str, bool]] = VOTES) -> str:
    """Return the drawing."""
    return graph(ties_of(votes, seats), seats, "●■▲◆★✚"[: len(seats)])


def test_a_tie_is_signed_by_what_outweighs() -> None:
    """Mostly for is 1, mostly against -1, as much of both 0; none is none."""
    found = {(each.voter, each.target): each.sign for each in ties_of(VOTES, SEATS)}
    assert found == {("Ada", "Ben"): 1, ("Ben", "Ada"): -1, ("Cyd", "Ada"): 0}


def test_each_tie_is_an_arrow_of_its_kind() -> None:
    """One for, one against, one even, and a circle a seat."""
    svg = drawn()
    kinds = re.findall(r'<g class="(for|against|even)"><line', svg)
    assert sorted(kinds) == ["against", "even", "for"]
    assert len(re.findall("<circle", svg)) == 3
    assert "Ada mostly for Ben; Ben mostly against Ada" in svg


def test_arrows_end_outside_of_circles_and_nothing_is_cut_off() -> None:
    """Also of the largest table: all points lie in the drawing."""
    six = ("Ada", "Ben", "Cyd", "Dan", "Eve", "Fay")
    all_ = Counter({(one, other, True): 1 for one in six for other in six if one != other})
    svg = drawn(six, all_)
    circles = [
        (float(x), float(y)) for x, y in re.findall(r'<circle cx="([\d.]+)" cy="([\d.]+)"', svg)
    ]
    points = re.findall(r'points="([\d.]+),([\d.]+)', svg)
    assert len(points) == 30
    for x, y in points:
        nearest = min((float(x) - a) ** 2 + (float(y) - b) ** 2 for a, b in circles) ** 0.5
        assert nearest >= NODE
    numbers = [float(each) for each in re.findall(r'(?:x|y|x1|y1|x2|y2)="([\d.-]+)"', svg)]
    assert all(0 <= each <= SIZE for each in numbers)


def test_a_hostile_name_is_text() -> None:
    """In the label and beside the circle."""
    seats = ('<b>"&', "Ben")
    svg = drawn(seats, Counter({(seats[0], "Ben", True): 1}))
    assert "<b>" not in svg
    assert svg.count("&lt;b&gt;&quot;&amp;") == 2


def test_where_nothing_outweighs_it_says_so() -> None:
    """A label is never empty."""
    assert "none outweighs the other" in drawn(votes=Counter())
