"""A recorded game as data: views made together are those made alone, and any text can be packed."""

import gzip
import json

import pytest

from arena.faces.cli.replay_calls import calls_of
from arena.faces.web.replay_data import clockwise, game, view, viewpoints, zipped
from tests.breadth import breadth
from tests.corpus import reading

GAMES = breadth(
    ["moh-bargaining-4-web", "osaczeni-bargaining-4", "moh-models-6"], ["moh-bargaining-4-web"]
)


@pytest.mark.parametrize("name", GAMES)
def test_views_that_are_made_together_are_those_made_alone(name: str) -> None:
    """They share words and records, of which no view changes anything."""
    whole = reading.transcript(name)
    seats, calls = clockwise(whole.records, whole.seats), calls_of(whole)
    alone = {who: view(whole, seats, who, calls) for who in reversed(viewpoints(seats))}
    assert game(whole, viewpoints(seats), calls) == {"views": alone}


@pytest.mark.parametrize("text", ["", "ź☠", "\ud800", 'a"\\\u2028'])
def test_any_text_can_be_packed(text: str) -> None:
    """Half a letter too, which a model may have said; the same data are the same bytes."""
    data = {"told": [text], text: [1, 0.5, None, True]}
    packed = zipped(data)
    assert json.loads(gzip.decompress(packed)) == data
    assert zipped(data) == packed
