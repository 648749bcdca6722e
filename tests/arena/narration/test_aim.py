"""What the game is about, in the words of each family."""

import pytest

import engine
from arena.narration.aim import aim_of, in_play
from arena.narration.dialects import words_of

SEATS = ("Ana", "Bo", "Cy", "Di", "Ed", "Flo")


@pytest.mark.parametrize(
    ("ruleset", "seats", "says", "characters"),
    [
        ("moh", 6, ("zombies", "Chief", "cards"), "Gunman: 3 points, 2 votes"),
        ("moh", 3, ("zombies", "Chief", "cards"), "Little Girl: 1 point"),
        ("osaczeni", 4, ("monsters", "badge holder", "items"), "Protector: 5 points, strong 2"),
    ],
)
def test_it_says_who_comes_who_leads_and_who_is_led(
    ruleset: str, seats: int, says: tuple[str, ...], characters: str
) -> None:
    """Those characters alone that are in play with so many players."""
    words = words_of(engine.ruleset(ruleset), SEATS[:seats])
    told = dict(aim_of(words))
    assert list(told) == ["The aim", "A round", "Characters"]
    assert all(each in told["A round"] for each in says)
    assert characters in told["Characters"]
    assert told["Characters"].count(": ") == len(in_play(words))
