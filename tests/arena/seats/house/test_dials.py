from dataclasses import astuple

import pytest

from arena.errors import ConfigError
from arena.seats import check_spec, make_seat
from arena.seats.house import DIALS, PLAIN, Dials, House


@pytest.mark.parametrize("name", DIALS)
def test_a_named_set_of_dials_is_a_spec(name: str) -> None:
    """`house:liar` and its siblings."""
    seat = make_seat(f"house:{name}", name="Ada", seed="s")
    assert isinstance(seat, House)
    assert seat.dials == DIALS[name]


def test_house_alone_has_plain_dials() -> None:
    """The argument is optional."""
    seat = make_seat("house", name="Ada", seed="s")
    assert isinstance(seat, House)
    assert seat.dials == PLAIN


@pytest.mark.parametrize("dials", [PLAIN, *DIALS.values()])
def test_dials_go_from_0_to_1(dials: Dials) -> None:
    """All four."""
    assert all(0 <= each <= 1 for each in astuple(dials))


def test_the_sets_differ_where_their_names_say() -> None:
    """Each is the extreme of its dial."""
    everybody = [PLAIN, *DIALS.values()]
    assert DIALS["liar"].honesty == min(each.honesty for each in everybody)
    assert DIALS["honest"].honesty == max(each.honesty for each in everybody) == 1
    assert DIALS["greedy"].greed == max(each.greed for each in everybody)
    assert DIALS["gullible"].gullibility == max(each.gullibility for each in everybody)


POSSIBLE = (
    "Possible: random, house, human, house:DIALS, planted:KIND(...), openai:MODEL, "
    "anthropic:MODEL, openai-compatible:MODEL@BASE_URL, MODULE:CLASS. Did you mean 'house'?"
)


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        (
            "house:lair",
            (
                "seat 'Ada' is 'house:lair'. Possible: house, house:liar, house:honest, "
                "house:greedy, house:gullible. Did you mean 'house:liar'?"
            ),
        ),
        (
            "house:",
            f"seat 'Ada' is 'house:'. {POSSIBLE}",
        ),
        (
            "hosue",
            f"seat 'Ada' is 'hosue'. {POSSIBLE}",
        ),
    ],
)
def test_a_mistyped_spec_is_answered_with_the_nearest(spec: str, message: str) -> None:
    """One sentence: the input, what is possible, what was probably meant."""
    with pytest.raises(ConfigError) as raised:
        check_spec("Ada", spec)
    assert str(raised.value) == message
