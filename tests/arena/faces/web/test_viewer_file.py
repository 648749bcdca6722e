"""The viewer of a report's games, and the data of each: what a page of that game alone holds."""

import base64
import json
import re
from dataclasses import replace
from hashlib import sha256

import pytest

from arena.faces.cli.replay_calls import calls_of
from arena.faces.web import replay_file, viewer_file
from tests.arena.whole_games.frames import views_in
from tests.breadth import breadth
from tests.corpus import reading

CALL = re.compile(r"// (.*)\nshowGame\((\{.*\})\);\n", re.DOTALL)
GAMES = ("moh-bargaining-4-web", pytest.param("moh-models-6", marks=pytest.mark.slow))
"""One of bots that whisper, and one of models that think."""


def held(text: str) -> dict[str, str]:
    """Return what the one call of a file of data hands over."""
    found = CALL.fullmatch(text)
    assert found is not None
    given: dict[str, str] = json.loads(found[2])
    return given


@pytest.mark.parametrize("name", GAMES)
def test_the_data_are_those_of_the_single_page(name: str) -> None:
    """Of that with all secrets, as of `arena replay --web GAME --as all`: no more and no less."""
    game = reading.transcript(name)
    calls = calls_of(game)
    text = viewer_file.data(game, "g0001", calls, mark="a-b", lead="g0001. Ada: ann, place 1.")
    assert views_in(text) == views_in(replay_file.page(game, ("all",), calls))
    found = held(text)
    assert list(found) == ["game", "lead", "packed"]
    assert (found["game"], found["lead"]) == ("g0001", "g0001. Ada: ann, place 1.")
    assert text.startswith("// a-b\n")


def test_nothing_but_what_is_shown_reaches_the_data() -> None:
    """Neither the folder nor the seed: with another folder the file has the same bytes.

    With another seed too, but for what is counted of a game: the rules do not give that one.
    """
    game = reading.transcript("moh-bargaining-4-web")
    data = viewer_file.data(game, "g")
    assert viewer_file.data(replace(game, folder=game.folder / "elsewhere"), "g") == data
    assert game.header.seed not in json.dumps(views_in(data))
    other = replace(game, header=game.header.model_copy(update={"seed": "x"}))
    (counted,), (uncounted,) = (
        views_in(data).values(),
        views_in(viewer_file.data(other, "g")).values(),
    )
    assert {"rounds", "ties"} == set(counted) - set(uncounted)
    assert uncounted == {key: counted[key] for key in uncounted}


@pytest.mark.parametrize(
    "lead",
    breadth(["\u2028\u2029", '");alert("', "</script><!--", "Zoë \ud800 ☠"], ["</script><!--"]),
)
def test_no_name_leaves_its_place_in_the_data(lead: str) -> None:
    """Whoever is called so: it is one text of one call, in ASCII."""
    text = viewer_file.data(reading.transcript("moh-bargaining-4-web"), "g", lead=lead)
    assert text.isascii()
    assert held(text)["lead"] == lead


def test_the_viewer_runs_its_own_script_and_those_beside_it_only() -> None:
    """It holds no game, and its version, from which it is known to be this one."""
    html = viewer_file.page("../report.html#games")
    policy = re.search(r'http-equiv="Content-Security-Policy" content="([^"]*)"', html)
    assert policy is not None
    (script,) = re.findall(r'<script type="module">(.*?)</script>', html, re.DOTALL)
    digest = base64.b64encode(sha256(script.encode()).digest()).decode()
    allowed = dict(each.split(" ", 1) for each in policy[1].replace("&#39;", "'").split("; "))
    assert allowed["default-src"] == "'none'"
    assert allowed["script-src"] == f"'sha256-{digest}' 'self' file:"
    assert html.count("<script") == 1
    assert 'id="game"' not in html
    assert viewer_file.version() in html[:1000]
    assert replay_file.MARK in html
