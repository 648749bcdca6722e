"""Models whose providers are down are asked no more for some time, and others as ever."""

from arena.tournament.breaker import Breakers

DOWN, OTHER = "openai:down", "anthropic:up"


class Clock:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        """Return the seconds."""
        return self.now


def breakers(*pauses: float) -> tuple[Breakers, Clock]:
    """Return breakers and their clock."""
    clock = Clock()
    return Breakers(clock, pauses), clock


def test_one_model_that_is_down_holds_no_other() -> None:
    """Games without it may begin at once, games with it after the pause."""
    made, clock = breakers(10, 20)
    made.trip(DOWN, "g1")
    assert made.wait_for([OTHER]) == 0
    assert made.wait_for([DOWN, OTHER]) == 10
    clock.now = 10
    assert made.wait_for([DOWN]) == 0


def test_games_under_way_make_no_pause_longer() -> None:
    """Those that meet the same outage later change nothing."""
    made, clock = breakers(10, 20)
    made.trip(DOWN, "g1")
    clock.now = 5
    made.trip(DOWN, "g2")
    assert made.wait_for([DOWN]) == 5


def test_one_game_tries_it_and_the_others_wait_for_that() -> None:
    """While one game tries a model nobody knows when others may; when it is finished they may."""
    made, clock = breakers(10)
    made.trip(DOWN, "g1")
    clock.now = 10
    assert made.begin("g1", [DOWN, OTHER]) == [DOWN]
    assert made.wait_for([DOWN]) is None
    made.ended("g1", is_finished=True)
    assert made.wait_for([DOWN]) == 0
    assert made.begin("g2", [DOWN]) == []


def test_a_try_that_fails_makes_a_longer_pause_and_the_last_one_ends_it() -> None:
    """Pauses grow as they are given; after the last the model is given up, and why is known."""
    made, clock = breakers(10, 20)
    made.trip(DOWN, "g1")
    for pause in (10, 20):
        assert made.wait_for([DOWN]) == pause
        clock.now += pause
        made.begin("g1", [DOWN])
        made.trip(DOWN, "g1")
        made.ended("g1", is_finished=False)
    assert made.wait_for([DOWN]) is None
    assert made.is_given_up(DOWN)
    assert not made.is_given_up(OTHER)


def test_a_game_that_tried_two_models_and_found_one_down_lets_the_other_be_tried() -> None:
    """Nothing is known of the other, and the next game may try it at once."""
    made, clock = breakers(10, 20)
    made.trip(DOWN, "g1")
    made.trip(OTHER, "g2")
    clock.now = 10
    made.begin("g1", [DOWN, OTHER])
    made.trip(DOWN, "g1")
    made.ended("g1", is_finished=False)
    assert made.wait_for([OTHER]) == 0
    assert made.wait_for([DOWN]) == 20


def test_a_game_with_two_models_down_waits_for_the_later() -> None:
    """It may begin when both may be tried."""
    made, clock = breakers(10, 20)
    made.trip(DOWN, "g1")
    clock.now = 4
    made.trip(OTHER, "g2")
    assert made.wait_for([DOWN, OTHER]) == 10


def test_what_does_not_pass_is_given_up_at_once() -> None:
    """A key that is refused is not tried again in this run."""
    made, _ = breakers(10)
    made.trip(DOWN, "g1", is_passing=False)
    assert made.is_given_up(DOWN)
