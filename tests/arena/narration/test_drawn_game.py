"""A game that nobody has played is told: its seed is drawn anew in each run."""

import pytest

import engine
from arena.records.record import perceived
from tests.arena.narration.games import NAMES, random_game, text_of


@pytest.mark.slow
def test_everybody_is_told_what_they_perceived_to_the_end(drawn_seed: int) -> None:
    """Records that are not for the reader can be anything: the text stays the same."""
    rulesets = engine.rulesets()
    seats = NAMES[: 3 + drawn_seed // 8 % 3]
    records = random_game(drawn_seed, seats, rulesets[drawn_seed % len(rulesets)])
    for who in ("all", "public", *seats):
        text = text_of(records, who)
        assert "The end" in text
        assert text_of([each for each in records if perceived(each, who)], who) == text
