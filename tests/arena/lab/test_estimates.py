"""Estimates from the table of opportunities: whose they are, what counts, and in which clusters."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from arena.lab.estimate import Estimate, Sum, Sums, new_estimate
from arena.lab.estimates import estimate, estimates, exclusions, likeness
from arena.lab.intervals import Interval, Moments, difference, effective, mean, share
from arena.lab.measure import Measure, Shape
from arena.lab.rows import columns_of
from arena.lab.tables import Tables

NAN = float("nan")


def measure(id_: str = "lie", shape: Shape = "share", **more: Any) -> Measure:  # noqa: ANN401 - any field
    """Return a measure of which only the id and the shape matter here."""
    return Measure(
        id=id_, number=1, name="", definition="", unit="", rung=0, needs="", source="", proof="",
        counted=lambda _: (), shape=shape, **more,
    )  # fmt: skip


class Book:
    """Tables that are written by hand."""

    def __init__(self, folder: Path) -> None:
        """Write into files of a folder."""
        self.folder = folder
        self.games: list[dict[str, Any]] = []
        self.seats: list[dict[str, Any]] = []
        self.chances: list[dict[str, Any]] = []

    def sat(self, game: str, *entrants: str) -> None:
        """Let entrants play a game."""
        self.seats += [
            {
                "game": game, "seat": f"s{at}", "position": at, "entrant": each, "spec": each,
                "talks": True, "place": 1, "points": 0,
            }
            for at, each in enumerate(entrants)
        ]  # fmt: skip

    def counted(self, game: str, entrant: str, *outcomes: float, **more: Any) -> None:  # noqa: ANN401 - any column
        """Let an entrant have opportunities in a game."""
        self.chances += [
            {
                "measure": "lie", "game": game, "cluster": game, "entrant": entrant,
                "round": 1, "at": at, "actor": "s0", "others": [], "eligible": True,
                "outcome": each, "weight": 1.0, "group": "", **more,
            }
            for at, each in enumerate(outcomes)
        ]  # fmt: skip

    def excluded(self, game: str, entrant: str, why: str, **more: Any) -> None:  # noqa: ANN401 - any column
        """Let an entrant have a moment that does not count."""
        self.counted(
            game, entrant, 0, **{"eligible": False, "outcome": None, "excluded": why} | more
        )

    def played(self, game: str, course: str) -> None:
        """Let a game have this course."""
        columns = dict.fromkeys(columns_of("games"))
        self.games.append({**columns, "game": game, "course": course})

    def tables(self) -> Tables:
        """Return the tables."""
        written = {"games": self.games, "seats": self.seats, "opportunities": self.chances}
        for name, rows in written.items():
            text = "".join(f"{json.dumps(each)}\n" for each in rows)
            (self.folder / f"{name}.ndjson").write_text(text, encoding="utf-8")
        found = Tables.in_memory()
        found.take(self.folder)
        return found


@pytest.fixture
def book(tmp_path: Path) -> Iterator[Book]:
    """Return tables of three games of two entrants, without opportunities."""
    book = Book(tmp_path)
    for game in ("g1", "g2", "g3"):
        book.sat(game, "zoe", "abe")
    return book


def of(book: Book, entrant: str = "abe", shape: Shape = "share") -> Estimate:
    """Return the estimate of one entrant."""
    (found,) = (
        each for each in estimate(book.tables(), measure(shape=shape)) if each.entrant == entrant
    )
    return found


def is_interval(found: Estimate, wanted: Interval) -> bool:
    """Tell whether an estimate has this value and these bounds."""
    return (found.value, found.low, found.high) == pytest.approx(tuple(wanted))


def sums(*numbers: float) -> np.ndarray:
    """Return a number for each game."""
    return np.array(numbers, float)


def test_games_of_one_seed_are_one_cluster(book: Book) -> None:
    """A game that bots play twice, in two arms, makes no interval narrower than the one does."""
    for game, cluster in (("g1", "a"), ("g2", "a"), ("g3", "b")):
        book.counted(game, "abe", 1, 0, 0, cluster=cluster)
    found = of(book)
    assert (found.opportunities, found.clusters) == (9, 2)
    assert is_interval(found, share(sums(2, 1), sums(6, 3), 9))


def test_a_copy_of_a_game_counts_once(book: Book) -> None:
    """As of a null arm, where bots play the very same game; another course of it counts."""
    for game, course in (("g1", "x"), ("g2", "x"), ("g3", "y")):
        book.counted(game, "abe", 1, 0, cluster="a")
        book.played(game, course)
    book.counted("g4", "abe", 0, 0, cluster="b")
    found = of(book)
    assert (found.opportunities, found.clusters) == (6, 2)
    assert is_interval(found, share(sums(2, 0), sums(4, 2), 6))


def test_no_opportunity_is_not_zero(book: Book) -> None:
    """An entrant without one has an estimate that says so, one of an unknown name has none."""
    book.counted("g1", "zoe", 0, 0)
    assert of(book, "zoe").value == 0
    assert of(book, "abe") == Estimate(
        measure="lie", entrant="abe", value=None, low=None, high=None, opportunities=0, clusters=0
    )
    assert len(estimate(book.tables(), measure())) == 2


def test_entrants_come_by_name_and_measures_in_their_order(book: Book) -> None:
    """Whoever had opportunities first."""
    book.counted("g1", "zoe", 1)
    found = estimates(book.tables(), [measure("two"), measure("lie")])
    pairs = [(each.measure, each.entrant) for each in found]
    assert pairs == [("two", "abe"), ("two", "zoe"), ("lie", "abe"), ("lie", "zoe")]


def test_a_share_is_counted_by_games(book: Book) -> None:
    """Rows of one game are one cluster: 1 of 2, 2 of 2, 0 of 4."""
    for game, outcomes in (("g1", (1, 0)), ("g2", (1, 1)), ("g3", (0, 0, 0, 0))):
        book.counted(game, "abe", *outcomes)
    found = of(book)
    assert is_interval(found, share(sums(1, 2, 0), sums(2, 2, 4), 8))
    assert (found.opportunities, found.clusters) == (8, 3)


def test_two_seats_of_one_entrant_in_a_game_are_one_cluster(book: Book) -> None:
    """What it does in both is alike."""
    book.counted("g1", "abe", 1, 1, actor="s0")
    book.counted("g1", "abe", 0, 1, actor="s1")
    book.counted("g2", "abe", 0)
    found = of(book)
    assert is_interval(found, share(sums(3, 0), sums(4, 1), 5))
    assert found.clusters == 2


def test_opportunities_of_others_and_of_other_measures_do_not_count(book: Book) -> None:
    """Only the entrant's own of this measure."""
    book.counted("g1", "abe", 1)
    book.counted("g1", "zoe", 0, 0, 0)
    book.counted("g1", "abe", 0, 0, measure="relay")
    assert of(book).value == 1
    assert of(book).opportunities == 1


def test_what_is_excluded_counts_nowhere_but_in_its_own_list(book: Book) -> None:
    """It is no opportunity, and makes no cluster; the list tells how often and why."""
    book.counted("g1", "abe", 1, 0)
    for why in ("hearsay", "not decided", "hearsay"):
        book.excluded("g2", "abe", why)
    book.excluded("g2", "zoe", "hearsay", measure="relay")
    found = of(book)
    assert (found.value, found.opportunities, found.clusters) == (0.5, 2, 1)
    assert exclusions(book.tables()) == [
        ("lie", "abe", "hearsay", 2), ("lie", "abe", "not decided", 1),
        ("relay", "zoe", "hearsay", 1),
    ]  # fmt: skip


def test_opportunities_count_by_their_weights(book: Book) -> None:
    """One of weight 3 is a cluster's sum of 3; their number stays one."""
    book.counted("g1", "abe", 1, weight=3.0)
    book.counted("g2", "abe", 0, 0)
    found = of(book)
    assert is_interval(
        found, share(sums(3, 0), sums(3, 2), 3, moments=Moments(sums(9, 2), sums(3, 0)))
    )
    assert found.opportunities == 3


def test_who_is_always_alike_is_as_alike_as_the_others(book: Book) -> None:
    """One who never did has no variance of its own: the design effect is that of the rest."""
    for game in ("g1", "g2", "g3"):
        book.counted(game, "abe", 0, 0)
    book.counted("g1", "zoe", 1, 1)
    book.counted("g2", "zoe", 0, 0)
    book.counted("g3", "zoe", 1, 0)
    abe, zoe = (of(book, name) for name in ("abe", "zoe"))
    others = effective(sums(2, 0, 1), sums(2, 2, 2))
    assert others is not None
    assert others < 6
    assert is_interval(zoe, share(sums(2, 0, 1), sums(2, 2, 2), 6))
    assert is_interval(abe, share(sums(0, 0, 0), sums(2, 2, 2), 6, others))
    assert likeness(measure(), []) is None
    some = [Sum("g", "", 1, 2, 2, 2, 1), Sum("h", "", 2, 2, 2, 2, 2)]
    assert likeness(measure(), [some]) is not None
    assert likeness(measure(shape="mean"), [some]) is None


def test_a_mean_has_no_bounds(book: Book) -> None:
    """Errors of -2, 1 and 4."""
    book.counted("g1", "abe", -2, 1)
    book.counted("g3", "abe", 4)
    found = of(book, shape="mean")
    assert is_interval(found, mean(sums(-1, 4), sums(2, 1)))
    assert found.value == 1


def test_a_difference_compares_groups_in_the_same_games(book: Book) -> None:
    """Also where a game has only one of the two."""
    book.counted("g1", "abe", 1, 1, 0, group="yes")
    book.counted("g1", "abe", 0, 1, group="no")
    book.counted("g2", "abe", 1, group="yes")
    book.counted("g3", "abe", 0, 0, group="no")
    found = of(book, shape="difference")
    yes, no = (sums(2, 1, 0), sums(3, 1, 0)), (sums(1, 0, 0), sums(2, 0, 2))
    assert is_interval(found, difference(yes, no, (4, 4)))
    assert found.value == pytest.approx(3 / 4 - 1 / 4)
    assert (found.opportunities, found.clusters) == (8, 3)


def test_a_difference_with_one_group_is_not_known(book: Book) -> None:
    """Its opportunities are told all the same."""
    book.counted("g1", "abe", 1, 1, group="yes")
    found = of(book, shape="difference")
    assert (found.value, found.low, found.high, found.opportunities) == (None, None, None, 2)


def test_groups_of_a_share_are_counted_together(book: Book) -> None:
    """They are there to be looked at."""
    book.counted("g1", "abe", 1, group="whisper")
    book.counted("g1", "abe", 0, group="open")
    assert of(book).value == 0.5


def test_a_measure_may_have_an_estimate_of_its_own(book: Book) -> None:
    """It is given itself and its sums, and nothing is added to what it returns."""
    own = Estimate(
        measure="lie", entrant="all", value=0.5, low=None, high=None, opportunities=7, clusters=1
    )
    seen: list[tuple[Measure, Sums]] = []

    def estimated(one: Measure, found: Sums) -> list[Estimate]:
        seen.append((one, found))
        return [own]

    book.counted("g1", "abe", 1, weight=2)
    given = measure(estimate=estimated)
    assert estimate(book.tables(), given) == [own]
    ((one, found),) = seen
    assert one == given
    assert [(each.counts, each.weights, each.opportunities) for each in found["abe"]] == [(2, 2, 1)]
    assert found["zoe"] == []


def test_groups_may_be_those_who_are_concerned_first(book: Book) -> None:
    """In place of those that the opportunities name."""
    book.counted("g1", "abe", 1, group="yes", others=["s0"])
    own, each = measure(groups=("yes",)), measure(with_each=True)
    groups = [
        [found.group for found in estimate(book.tables(), one) if found.opportunities]
        for one in (own, each)
    ]
    assert groups == [["", "yes"], ["", "zoe"]]


def test_what_is_not_known_is_none() -> None:
    """NaN and infinity are no numbers to show."""
    found = new_estimate(
        "lie",
        "abe",
        Interval(0.5, NAN, float("inf")),
        [Sum("c", "red", 1.0, 2.0, 3, 2.0, 1.0)],
        "red",
    )
    assert (found.value, found.low, found.high) == (0.5, None, None)
    assert (found.opportunities, found.clusters, found.group) == (3, 1, "red")
