from collections.abc import Mapping, Sequence
from typing import Any

import pytest

import engine
from arena.seats import Question, Seat, Uniform
from arena.seats.house import House
from engine import Option
from tests.studies.strength import Share, ablated, play_out, wilson, win_shares

TABLE = ("house", "random", "random", "random")


def of(shares: Sequence[Share], spec: str) -> Share:
    """Return the row of a SPEC."""
    return next(share for share in shares if share.spec == spec)


def test_every_first_place_is_counted_once() -> None:
    """Shared ones in parts."""
    shares = win_shares("moh-ru", ("house", "random", "random"), 9, "fixed")
    assert sum(share.wins for share in shares) == pytest.approx(9)
    assert [(share.spec, share.seats) for share in shares] == [("house", 1), ("random", 2)]


def test_games_are_rounded_up_to_whole_rotations() -> None:
    """Every line-up sits in every seat as often as the others."""
    assert of(win_shares("moh", ("random",) * 4, 5, "x"), "random").games == 8


def test_the_same_seed_finds_the_same_shares() -> None:
    """Nothing but the seeds decides."""
    assert win_shares("moh", TABLE, 4, 3) == win_shares("moh", TABLE, 4, 3)


def test_the_line_up_is_rotated_over_the_seats_of_one_deal() -> None:
    """The same chance, each seat once, each game with its own seed for bots."""
    made: list[tuple[str, str, str]] = []

    def maker(spec: str, name: str, seed: str) -> Seat:
        made.append((spec, name, seed))
        return Uniform(seed + name)

    win_shares("moh", ("one", "two", "three"), 3, "x", make=maker)
    assert [name for spec, name, _ in made if spec == "one"] == ["A", "C", "B"]
    assert len({seed for *_, seed in made}) == 3


def test_the_interval_is_wilsons() -> None:
    """Ten of twenty: 0.299 to 0.701; none of ten: 0 to 0.278."""
    assert wilson(10, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)


def test_an_ablated_house_draws_its_answers_of_one_kind() -> None:
    """What `house-cast_vote` means; without a kind it is any SPEC."""
    assert isinstance(ablated("house-cast_vote-move", "A", "s"), House)
    assert isinstance(ablated("random", "A", "s"), Uniform)
    assert ablated("house:liar-move", "A", "s") != ablated("house:liar", "A", "s")


class First(Seat):
    """A seat that takes the first option and counts what it was asked."""

    def __init__(self) -> None:
        """Nothing was asked yet."""
        self.asked = 0

    async def answer(
        self,
        question: Question,
        view: Mapping[str, Any],
        heard: Sequence[dict[str, Any]],
    ) -> str:
        """Take the first option."""
        assert view["seat"] == question.seat
        assert not heard
        assert all(isinstance(option, Option) for option in question.options)
        self.asked += 1
        return question.options[0].id


def test_a_bare_table_is_played_to_its_end() -> None:
    """Every seat is given its own view."""
    table = engine.new_table("moh", 3, 1)
    seats = {name: First() for name in table.seats}
    result = play_out(table, seats)
    assert result == table.result
    assert all(seat.asked for seat in seats.values())
