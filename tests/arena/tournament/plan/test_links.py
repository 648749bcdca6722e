"""In which order games are played: those first that link entrants, and then as planned."""

import pytest

from arena.tournament.links import components_of, fewest_games, linked_first
from tests.arena.tournament.plan.plans import plan


@pytest.mark.parametrize(("entrants", "size"), [(6, 3), (8, 4), (12, 4), (13, 5), (4, 4)])
def test_a_whole_round_that_is_stopped_links_all_as_early_as_can_be(
    entrants: int, size: int
) -> None:
    names = [f"e{n}" for n in range(entrants)]
    made = plan(entrants=dict.fromkeys(names, "house"), seats=[size], replicates=1)
    line_ups = {row.game: row.entrants for row in made.games}
    order = linked_first(names, [], line_ups)
    fewest = fewest_games(entrants, size)
    assert len(components_of(names, [line_ups[game] for game in order[:fewest]])) == 1
    assert order[fewest:] == [row.game for row in made.games if row.game not in order[:fewest]]


def test_what_games_there_are_have_linked_is_not_linked_again() -> None:
    line_ups = {"g2": "ab", "g3": "cd", "g4": "bc"}
    assert linked_first("abcd", ["ab"], line_ups) == ["g3", "g4", "g2"]
    assert linked_first("abcd", ["ab", "bc", "cd"], line_ups) == ["g2", "g3", "g4"]


def test_games_that_never_link_all_are_played_all_the_same() -> None:
    assert linked_first("abcd", [], {"g1": "ab", "g2": "ab", "g3": "cd"}) == ["g1", "g3", "g2"]
