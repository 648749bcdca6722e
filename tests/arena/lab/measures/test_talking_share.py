"""Share of talk: who said how much, first and last, and to whom."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.config import TableConfig
from arena.lab.game import Game
from arena.lab.measure import Opportunity
from arena.lab.measures.talking_share import (
    VOTES,
    first_words,
    gini,
    ginis,
    last_words,
    private_words,
    shares,
)
from arena.lab.reading import game_of
from arena.table import simulate
from tests.breadth import EACH_FAMILY

FAMILIES = ("moh", "osaczeni")
SPEAKERS = {"Ada": "planted:talker(6)", "Ben": "planted:talker(3)", "Cyd": "planted:talker(1)"}


def talked(
    family: str = "moh", seats: Mapping[str, str] = SPEAKERS, **talk: Any  # noqa: ANN401 - as configured
) -> Game:  # fmt: skip
    """Play a game in which bots say a fixed number of words in each turn."""
    given = {"protocol": "simultaneous", "replies": 0, "speakers": "all", **talk}
    table = TableConfig.model_validate({"ruleset": family, "seats": dict(seats), "talk": given})
    (game,) = simulate(table, ["5"])
    return game_of(game.header, game.bodies, game="g")


def by_floor(rows: Iterator[Opportunity]) -> list[dict[str, Opportunity]]:
    """Return the rows of each floor by seat."""
    floors: dict[int, dict[str, Opportunity]] = {}
    for each in rows:
        floors.setdefault(each.at, {})[each.actor] = each
    return list(floors.values())


def outcomes(rows: Mapping[str, Opportunity]) -> dict[str, float | None]:
    """Return what came of each."""
    return {seat: each.outcome for seat, each in rows.items()}


@pytest.mark.parametrize("family", EACH_FAMILY)
def test_shares_of_a_floor_are_words_of_words(family: str) -> None:
    """Where all three speak once, the shares are 6, 3 and 1 of ten, and the weight is ten."""
    floors = [each for each in by_floor(shares(talked(family))) if len(each) == 3]
    assert floors
    for floor in floors:
        assert outcomes(floor) == {"Ada": 0.6, "Ben": 0.3, "Cyd": 0.1}
        assert {each.weight for each in floor.values()} == {10}


@pytest.mark.parametrize("protocol", ["simultaneous", "round_robin", "bidding"])
def test_shares_add_up_to_one(protocol: str) -> None:
    """Under every protocol all words are somebody's, and so are first and last ones."""
    game = talked(protocol=protocol)
    for measure in (shares, first_words, last_words):
        floors = by_floor(measure(game))
        assert floors
        for floor in floors:
            assert sum(each.outcome or 0 for each in floor.values()) == pytest.approx(1)


def test_a_sealed_wave_shares_first_and_last_words_out() -> None:
    """Three who speak at once have a third each of the first word, and of the last."""
    game = talked()
    for measure in (first_words, last_words):
        full = [each for each in by_floor(measure(game)) if len(each) == 3]
        assert full
        assert {value for each in full for value in outcomes(each).values()} == {1 / 3}


def test_in_turns_one_has_the_first_word_and_another_the_last() -> None:
    """In a round robin first and last word are of one seat each, who spoke first or last."""
    game = talked(protocol="round_robin")
    firsts, lasts = by_floor(first_words(game)), by_floor(last_words(game))
    by_at = {each.at: each for each in game.messages}
    assert {v for each in (*firsts, *lasts) for v in outcomes(each).values()} == {0.0, 1.0}
    for floor in lasts:
        last = by_at[next(iter(floor.values())).at]
        assert floor[last.speaker].outcome == 1


def test_last_words_are_of_floors_before_votes() -> None:
    """What is said on the dice precedes no vote."""
    game = talked()
    assert {each.group for each in last_words(game)} <= VOTES
    assert "dice" in {each.group for each in first_words(game)}


def test_a_silent_floor_is_no_opportunity() -> None:
    """Where nobody speaks nobody has a share, and no table is unequal."""
    game = talked(seats=dict.fromkeys(SPEAKERS, "planted:liar(0)"), floors=["attack"])
    assert game.turns
    assert not game.messages
    for measure in (shares, first_words, last_words, ginis):
        assert list(measure(game)) == []


def test_who_cannot_speak_has_no_opportunity() -> None:
    """A seat that has no turns has no share, not one of 0, and is not part of the inequality."""
    game = talked(seats={**SPEAKERS, "Dan": "random"})
    assert "Dan" not in {each.actor for each in shares(game)}
    assert "Dan" not in {each.actor for each in ginis(game)}


def test_who_was_silent_has_a_share_of_0() -> None:
    """A turn that was not used is an opportunity."""
    game = talked(seats={**SPEAKERS, "Dan": "planted:liar(0)"}, floors=["attack"])
    assert {each.outcome for each in shares(game) if each.actor == "Dan"} == {0.0}


def test_who_failed_to_answer_is_left_out() -> None:
    """A turn that defaulted is excluded with the reason."""
    game = talked()
    failed = [
        replace(each, task="defaulted") if each.seat == "Cyd" else each for each in game.turns
    ]
    rows = [each for each in shares(replace(game, turns=failed)) if each.actor == "Cyd"]
    assert rows
    assert {(each.outcome, each.excluded) for each in rows} == {(None, "failed to answer")}


def test_whispered_words_are_private() -> None:
    """One who always whispers says all in private, others nothing."""
    game = talked(seats={**SPEAKERS, "Ada": "planted:talker(6,1)"})
    rows = list(private_words(game))
    assert {(each.actor, each.outcome, each.weight) for each in rows} == {
        ("Ada", 1, 6), ("Ben", 0, 3), ("Cyd", 0, 1),
    }  # fmt: skip


def test_without_whispers_there_is_no_opportunity_for_them() -> None:
    """Where whispers are off the rows are excluded, never 0."""
    rows = list(private_words(talked(whispers=False)))
    assert {(each.outcome, each.excluded) for each in rows} == {(None, "whispers are off")}


def test_the_table_has_one_gini_coefficient() -> None:
    """All seats of a table have the same: that of its words."""
    game = talked(eliminated=True)
    words = [sum(m.words for m in game.messages if m.speaker == each) for each in game.seats]
    assert {each.outcome for each in ginis(game)} == {gini(words)}


@pytest.mark.parametrize(
    ("words", "expected"), [((5, 5, 5), 0), ((0, 0, 9), 2 / 3), ((6, 3, 1), 1 / 3), ((0, 0), None)]
)
def test_gini_of_few(words: Sequence[int], expected: float | None) -> None:
    """Equal shares have 0, one who says all (n - 1) / n, and silence none."""
    assert gini(words) == (None if expected is None else pytest.approx(expected))


@given(st.lists(st.integers(0, 50), min_size=2, max_size=6).filter(any))
def test_gini_is_half_the_mean_difference(words: list[int]) -> None:
    """It is the mean difference of all pairs, by twice the mean."""
    pairs = sum(abs(a - b) for a in words for b in words) / len(words) ** 2
    assert gini(words) == pytest.approx(pairs / (2 * sum(words) / len(words)))
