"""The balance audit: what it counts, and that it hides nothing."""

from collections import Counter
from itertools import permutations
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from arena.hash_chain import encode
from arena.tournament.balance import Balance, Spread, balance_of
from arena.tournament.config import config_of
from arena.tournament.extend import config_from, extended, planned_against
from arena.tournament.plan import Plan
from tests.arena.tournament.plan.plans import QUIET, plan


def spread(found: Balance, what: str, table: int = 0) -> Spread:
    """Return one of the audit's counts."""
    return next(each for each in found.tables[table].spreads if each.what == what)


def without(found: Plan, *numbers: int) -> Plan:
    """Return a plan without some of its games."""
    games = tuple(row for at, row in enumerate(found.games) if at not in numbers)
    return found.model_copy(update={"games": games})


def test_a_balanced_design_is_exact_in_all() -> None:
    """Six entrants at tables of three: 30 games each, 10 a seat, 12 a pair, 6 in either order."""
    audit = balance_of(plan())
    counts = {each.what: (each.least, each.most) for each in audit.tables[0].spreads}
    assert counts == {
        "appearances": (30, 30), "seats": (10, 10), "pairs": (12, 12), "neighbours": (6, 6),
    }  # fmt: skip
    assert (audit.seeds, audit.split, audit.largest.apart) == (20, 0, 0)


def test_a_missing_game_shows_in_everything() -> None:
    """Whoever sat in it has one game less, and its seed is no whole cluster any more."""
    audit = balance_of(without(plan(), 0))
    assert {each.apart for each in audit.tables[0].spreads} == {1}
    assert audit.split == 1
    assert spread(audit, "appearances").fewest in plan().games[0].entrants


def test_neighbours_count_round_the_table() -> None:
    """The last seat has the first at its left: a game of three has three ordered pairs."""
    found = plan(entrants={"a": "random", "b": "random", "c": "random"})
    (one,) = balance_of(without(found, *range(1, 6))).tables
    neighbours = next(each for each in one.spreads if each.what == "neighbours")
    first, second, third = found.games[0].entrants
    assert (neighbours.least, neighbours.most) == (0, 1)
    assert neighbours.often in {
        f"{second} after {first}", f"{third} after {second}", f"{first} after {third}"
    }  # fmt: skip


@settings(max_examples=15, deadline=None)
@given(st.integers(3, 12), st.integers(3, 6), st.integers(0, 30))
def test_the_audit_is_that_of_a_plain_count(entrants: int, size: int, cut: int) -> None:
    """Least and most agree with counting the rows one by one, whatever games there are."""
    names = [f"e{at}" for at in range(max(entrants, size))]
    found = plan(entrants=dict.fromkeys(names, "random"), seats=[size])
    found = without(found, *range(min(cut, len(found.games) - 1)))
    audit = balance_of(found)
    sat = {name for row in found.games for name in row.entrants}
    pairs = {
        (one, other): sum({one, other} <= set(row.entrants) for row in found.games)
        for one, other in permutations(sat, 2)
    }
    seats = {
        (name, at): sum(row.entrants[at] == name for row in found.games)
        for name in sat
        for at in range(size)
    }
    assert (spread(audit, "pairs").least, spread(audit, "pairs").most) == ends(pairs)
    assert (spread(audit, "seats").least, spread(audit, "seats").most) == ends(seats)
    played = Counter(name for row in found.games for name in row.entrants)
    assert (spread(audit, "appearances").least, spread(audit, "appearances").most) == ends(played)


def ends(counts: dict[Any, int]) -> tuple[int, int]:
    """Return the least and the largest count."""
    return min(counts.values()), max(counts.values())


def test_each_arm_is_audited_by_itself() -> None:
    """A game that one arm lacks shows in that arm, not in a sum; its seed counts as split."""
    audit = balance_of(without(plan(arms=[QUIET]), 1))
    assert [each.arm for each in audit.tables] == ["control", "null", "quiet"]
    assert [spread(audit, "appearances", at).apart for at in range(3)] == [0, 1, 0]
    assert audit.split == 1


def test_a_drawn_pool_shows_its_imbalance() -> None:
    """Where no balanced design is known pairs are apart, and the audit says which."""
    names = {f"e{at}": "random" for at in range(10)}
    audit = balance_of(plan(entrants=names, seats=[4]))
    assert spread(audit, "appearances").apart == 0
    assert spread(audit, "pairs").apart > 0
    assert " with " in spread(audit, "pairs").often
    assert audit.largest.apart > 0


def test_newcomers_do_not_count_as_pairs_who_never_meet() -> None:
    """Against a pool two newcomers can't meet, and are not told to be out of balance for it."""
    new = config_of({"entrants": {"x": "house", "y": "house"}, "seed": "n"}, "new.toml")
    pool = plan(entrants=dict.fromkeys("abcd", "random"), seats=[4])
    audit = balance_of(planned_against(new, pool))
    assert "x with y" not in {spread(audit, "pairs").fewest, spread(audit, "pairs").often}
    assert spread(audit, "pairs").least > 0


def test_a_new_epoch_is_a_table_of_its_own() -> None:
    """Games of two epochs are not summed."""
    before = plan()
    changed = config_from(before, replicates=1)
    changed = changed.model_copy(update={"talk": changed.talk.model_copy(update={"turns": 2})})
    audit = balance_of(extended(before, changed, new_epoch=True))
    assert len({each.epoch for each in audit.tables}) == 2
    assert audit.split == 0


def test_the_audit_is_plain_data() -> None:
    """It can be written as JSON."""
    assert encode(balance_of(plan(arms=[QUIET])).data())
