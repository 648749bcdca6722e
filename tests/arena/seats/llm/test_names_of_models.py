"""A model is called by any name that its server has for it."""

from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.models.specs import LONGEST, parse
from arena.provider import Provider
from tests.arena.seats.llm.games import LATE, failed, played, table, truth

NAMES = ("/srv/józef/m.gguf", "模型-7b", "q4·k😀", "a" * 300, "x" * 1_500)


@pytest.mark.parametrize("name", NAMES, ids=["path", "chinese", "signs", "long", "longer"])
def test_a_game_is_played_with_any_name(name: str, tmp_path: Path) -> None:
    """To its end, proven, and recorded under that name."""
    with Provider() as server:
        spec = f"openai-compatible:{name}@{server.url}"
        game = table([spec, "random", "random"], talk={"protocol": "off"}, **LATE)
        outcome = played(game, tmp_path)
        assert {each.json["model"] for each in server.requests} == {name}
    assert truth(outcome.folder).ok, truth(outcome.folder).why
    assert failed(outcome.folder) == []


@pytest.mark.parametrize(
    ("name", "why"),
    [("x" * LONGEST, "characters. Possible: 2000 at most"), ("a\u00a0b", "no proper name"),
     ("a\u202eb", "no proper name"), ("\ud800", "no proper name")],
)  # fmt: skip
def test_a_name_that_cant_be_is_refused_in_a_sentence(name: str, why: str) -> None:
    """Too long for a transcript, or with a letter that shows nothing."""
    with pytest.raises(ConfigError, match=why):
        parse(f"openai-compatible:{name}@http://127.0.0.1:9/v1")
