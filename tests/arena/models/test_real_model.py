"""A real model behind a real server, which drops tools: its model's template knows none."""

import signal
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.models.opening import open_model
from arena.models.specs import parse
from arena.models.types import Tool
from arena.settings import ModelSettings
from arena.table.verify import verify
from arena.transcript.reader import is_sealed
from tests.arena.models.llama_server import CONTEXT, MISSING, llama_server
from tests.arena.tournament.whole import arena, lines, started, until

pytestmark = [
    pytest.mark.slow,
    pytest.mark.timeout(900),
    pytest.mark.skipif(
        bool(MISSING), reason=f"{' and '.join(MISSING)} not installed: make .venv/local"
    ),
]

TABLE = """
[scenario]                   # one zombie eats one of two characters, and the game is over
scenario = 1
ruleset = "moh"
seats = ["Anna", "Bruno", "Clara"]
seed = 3
round = 4
phase = "attack"
chief = "Clara"
locations.1 = ["Clara.pin_up"]
locations.4 = ["Anna.tough_guy", "Bruno.gunman"]
locations.5 = ["Anna.pin_up", "Bruno.pin_up"]
zombies.4 = 1

[seats]
Anna = "SPEC"
Bruno = "house"
Clara = "house"

[limits]
answer_seconds = 600

[llm]
prompts = "short"
notes = 0

[models."SPEC"]
max_output = 150
context = CONTEXT
temperature = 0.0
"""


@pytest.fixture(scope="module")
def spec() -> Iterator[str]:
    """Return the SPEC of the model while its server runs."""
    with llama_server() as address:
        yield f"openai-compatible:smollm2@{address}/v1"


async def test_an_answer_is_held_to_its_schema(spec: str) -> None:
    """Tools are dropped without a word; with a schema even the smallest model votes."""
    vote = Tool(
        name="cast_vote",
        description="Vote for a player.",
        schema={
            "type": "object",
            "properties": {"option": {"type": "string", "enum": ["Bruno", "Clara"]}},
            "required": ["option"],
            "additionalProperties": False,
        },
    )
    # Held to a schema it may write spaces: what it draws is no chance, and has room.
    model = open_model(parse(spec), ModelSettings(max_output=150, temperature=0.0), key=None)
    told = [
        {"role": "system", "text": "You are Anna."},
        {"role": "user", "text": "Whom do you vote for, Bruno or Clara?"},
    ]
    await model.check(60.0)
    assert not model.takes_tools
    forced, held = [
        model.read(await model.send(model.payload(told, [vote], step), 300.0))
        for step in ("forced", "schema")
    ]
    await model.close()
    assert forced.text
    assert not forced.calls
    assert held.stop == "done"
    assert held.text.replace(" ", "").replace("\n", "") in {
        f'{{"tool":"cast_vote","arguments":{{"option":"{name}"}}}}' for name in ("Bruno", "Clara")
    }


def test_a_killed_game_goes_on_to_its_end(spec: str, tmp_path: Path) -> None:
    """All answers are held to a schema, since the server says what it can; a vote is taken."""
    table = tmp_path / "table.toml"
    text = TABLE.replace("SPEC", spec).replace("CONTEXT", str(CONTEXT))
    table.write_text(text, encoding="utf-8")
    folder = tmp_path / "moh-0001"
    calls = folder / "calls.jsonl"
    with started("play", str(table), "--out", str(tmp_path), cwd=tmp_path) as process:
        until(lambda: calls.exists() and calls.read_bytes().count(b'"call_sent"') > 1, process)
        process.send_signal(signal.SIGKILL)
    before = calls.read_bytes()
    assert not is_sealed(folder)
    resumed = arena("resume", str(folder), cwd=tmp_path)
    assert resumed.returncode == 0, resumed.stderr
    assert is_sealed(folder)
    verdict = verify(folder)
    assert verdict.ok, verdict.why
    assert calls.read_bytes().startswith(before)
    sent = [each["data"] for each in lines(calls) if each["type"] == "call_sent"]
    down = [each["data"] for each in lines(calls) if each["type"] == "stepped_down"]
    steps = [each["step"] for each in sent]
    assert set(steps) == {"schema"}
    assert [(each["before"], each["after"], each["tried"]) for each in down] == [
        ("forced", "schema", False)
    ]
    log = lines(folder / "log.jsonl")
    (vote,) = (each for each in log if each["type"] == "answer" and each["actor"] == "Anna")
    assert vote["data"]["option"] in {"Anna", "Bruno"}
