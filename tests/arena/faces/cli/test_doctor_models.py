"""Which models `arena doctor` reaches, and what one call tells, through the real SDKs."""

import json
import re
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from arena.errors import ConfigError
from arena.faces.cli import main
from arena.faces.cli.doctor import Check, model_checks
from arena.provider import Abilities, Provider, Trouble
from arena.provider.likenesses import LIKENESSES
from tests.arena.faces.cli.served import KEYS, specs_at, table_file
from tests.breadth import breadth

Capture = pytest.CaptureFixture[str]
VARIABLES = dict(
    zip(("openai", "anthropic", "openai-compatible"), KEYS[:3], strict=True)
)  # fmt: skip

LONG = 120.0
"""Seconds that even a busy machine has for a server that answers; imports of the SDKs take some."""


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Look for `.env` in a folder of our own, in eighty columns."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("COLUMNS", "80")
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def silent() -> Iterator[str]:
    """Return the address of a server that takes connections and never answers."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        yield f"http://127.0.0.1:{listener.getsockname()[1]}"


def one(spec: str, *, call: bool = False, wait: float = LONG) -> Check:
    """Return what is found of one model."""
    return model_checks([spec], call=call, wait=wait)[-1]


def test_models_that_are_there_are_reached(provider: Provider) -> None:
    """On all three protocols, without a single call."""
    specs = specs_at(provider).values()
    found = model_checks(list(specs), call=False, wait=LONG)
    assert [check.name for check in found] == ["openai:m", "anthropic:m", "openai-compatible:m"]
    assert {check.state for check in found} == {"ok"}
    assert found[0].detail == f"{provider.url}: reached"
    assert provider.requests == []


def test_each_label_of_a_model_is_looked_for_by_its_name(provider: Provider) -> None:
    """The server is asked for the model that both are."""
    specs = [f"openai:m#{label}@{provider.url}" for label in ("high", "low")]
    found = model_checks(specs, call=True, wait=LONG)
    assert [(check.name, check.state) for check in found] == [
        ("openai:m#high", "ok"), ("openai:m#low", "ok"),
    ]  # fmt: skip
    assert {each.json["model"] for each in provider.requests} == {"m"}


@pytest.mark.parametrize("name", ["Ada", "Ben", "Cyd"])
def test_two_turns_tell_time_tokens_and_cost(provider: Provider, name: str) -> None:
    """A vote, and a speech behind its result; the price of no known model is unknown."""
    check = one(specs_at(provider)[name], call=True)
    assert check.state == "ok"
    assert re.search(r"two turns in [\d.]+ s, \d+ tokens in, ", check.detail)
    assert check.detail.endswith("cost unknown; it calls the tools that it must")
    first, second = provider.requests
    assert first.json["tools"] == second.json["tools"]
    assert len(second.body) > len(first.body)


@pytest.mark.parametrize(
    ("like", "told"),
    [
        ("kimi", "tool_choice = false; it shows what it thinks; 1 call failed (bad_request)"),
        ("llama", "it writes its calls as words, which are read"),
        ("content_only", "held to a schema: tools = false; 2 answers had to be corrected"),
        ("unforced", "tool_choice = false; 2 calls failed (server)"),
    ],
)
def test_what_a_server_does_otherwise_is_told(like: str, told: str) -> None:
    """And what its table may say, so that it is asked so at once."""
    with Provider(like=like) as running:
        check = one(f"openai-compatible:m@{running.url}", call=True)
    assert check.state == "ok"
    assert check.detail.endswith(told)


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("chatter", 'no answer that can be taken: Your answer is "Let me think about this.'),
        ("refusal", "no answer that can be taken: You refused."),
        ("server", "HTTP 500: server, as the schedule says"),
        ("garbage", "the reply is a page of HTML, and no JSON"),
        ("drop", "no connection: "),
    ],
)
def test_a_model_without_an_answer_is_wrong(provider: Provider, kind: str, told: str) -> None:
    """No game would be played with it."""
    provider.change([Trouble.read(f"{kind}@every-1")])
    check = one(specs_at(provider)["Cyd"], call=True)
    assert check.state == "wrong"
    assert told in check.detail


def test_a_known_price_is_told(provider: Provider) -> None:
    """In dollars."""
    assert ", cost $0.0" in one(f"openai:gpt-5@{provider.url}", call=True).detail


@pytest.mark.parametrize("protocol", list(VARIABLES))
def test_a_wrong_key_is_refused_before_any_call(
    provider: Provider, protocol: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the provider's words, without the key."""
    monkeypatch.setenv(VARIABLES[protocol], "wrong-secret")
    monkeypatch.setenv("OPENAI_BASE_URL", provider.url)
    monkeypatch.setenv("ANTHROPIC_BASE_URL", provider.root)
    monkeypatch.setenv("OPENAI_COMPATIBLE_BASE_URL", provider.url)
    root = provider.root if protocol == "anthropic" else provider.url
    check = one(f"{protocol}:m@{root}", call=True)
    assert check.state == "wrong"
    assert "the key is refused: HTTP 401: Incorrect API key provided." in check.detail
    assert "secret" not in check.detail
    assert provider.requests == []


def test_a_server_that_is_not_there_is_wrong() -> None:
    """One sentence, no traceback."""
    check = one("openai-compatible:m@http://127.0.0.1:9/v1", call=True)
    assert check.state == "wrong"
    assert check.detail.startswith("http://127.0.0.1:9/v1: no connection: ")


@pytest.mark.parametrize("protocol", ["openai", "anthropic", "openai-compatible"])
def test_a_server_that_never_answers_is_given_up(silent: str, protocol: str) -> None:
    """After the seconds that are waited."""
    check = one(f"{protocol}:m@{silent}", wait=0.2)
    assert check.state == "wrong"
    assert check.detail.endswith("no reply within 0.2 seconds")


def test_a_missing_key_is_wrong_for_a_model_that_needs_one() -> None:
    """It is said which variable is looked for."""
    check = one("openai:m")
    assert check.state == "wrong"
    assert "set OPENAI_API_KEY in the environment or in .env" in check.detail


@pytest.mark.parametrize(
    ("able", "told"),
    [
        (Abilities(tools=False), "held to a schema: tools = false; 1 call failed (bad_request)"),
        (Abilities(), ", cost unknown; it calls the tools that it must"),
    ],
)
def test_a_server_without_tools_is_asked_in_words(able: Abilities, told: str) -> None:
    """As a seat would do it; the step is told."""
    with Provider(abilities=able) as running:
        assert one(f"openai-compatible:m@{running.url}", call=True).detail.endswith(told)


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ("refusal", "1 answer had to be corrected"),
        ("truncated", "1 answer had to be corrected"),
        ("chatter", "1 answer had to be corrected"),
        ("no_usage", "without a count of tokens, cost unknown"),
        ("overloaded", "1 call failed (overloaded)"),
        ("garbage", "1 call failed (unreadable)"),
    ],
)
def test_what_goes_wrong_once_is_told(provider: Provider, kind: str, told: str) -> None:
    """The game would go on."""
    provider.change([Trouble.read(f"{kind}@1")])
    check = one(specs_at(provider)["Cyd"], call=True)
    assert check.state == "ok"
    assert told in check.detail


def test_a_conversation_that_is_refused_is_worth_knowing(provider: Provider) -> None:
    """A game can be played, by a model that forgets what it said: the second turn began anew."""
    provider.change([Trouble.read("bad_request@2")])
    check = one(specs_at(provider)["Cyd"], call=True)
    assert check.state == "note"
    assert "its server refused the conversation, which began anew" in check.detail
    assert check.detail.endswith("1 call failed (bad_request)")


@pytest.mark.parametrize(
    "like", breadth(LIKENESSES, ["kimi", "no_bounds", "stream_only", "unforced"])
)
def test_what_is_learned_of_a_server_is_no_conversation_refused(like: str) -> None:
    """Its game has one conversation, or another form of the same."""
    with Provider(like=like) as running:
        assert one(f"openai-compatible:m@{running.url}", call=True).state == "ok"


def test_a_provider_with_a_key_is_looked_for(
    provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its own address, without a model; named models stand for their provider."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-good-key")
    monkeypatch.setenv("OPENAI_BASE_URL", provider.url)
    assert model_checks([], call=False) == [
        Check(name="openai server", state="ok", detail="reached, the key is taken")
    ]
    monkeypatch.setenv("OPENAI_API_KEY", "wrong-secret")
    (check,) = model_checks([], call=False)
    assert (check.state, check.detail.partition(":")[0]) == ("wrong", "the key is refused")
    assert [check.name for check in model_checks(["openai:m"], call=False)] == ["openai:m"]


def test_a_provider_out_of_reach_stops_no_game_of_bots(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Worth knowing, no more; its key was in the file."""
    (tmp_path / ".env").write_text("ANTHROPIC_API_KEY=sk-good-key\n")
    monkeypatch.setenv("ANTHROPIC_BASE_URL", "http://127.0.0.1:9")
    (check,) = model_checks([], call=False)
    assert (check.name, check.state) == ("anthropic server", "note")
    assert check.detail.startswith("no connection: ")


def test_without_keys_and_models_nobody_is_asked() -> None:
    """`arena doctor` works offline."""
    assert model_checks([], call=False) == []


def test_the_models_of_a_table_are_looked_for_as_it_calls_them(
    provider: Provider, tmp_path: Path, capsys: Capture, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With its settings: a header whose variable is not set is wrong before any game."""
    specs = specs_at(provider)
    lines = [f"[models.'{specs['Cyd']}']", "extra_headers = { x-gate = 'env:GATE_TOKEN' }",
             "extra_body = { user = 'me' }"]  # fmt: skip
    file = table_file(tmp_path / "gate.toml", specs, lines)
    assert main(["doctor", "--table", file, "--json"]) == 1
    *_, check = json.loads(capsys.readouterr().out)["checks"]
    assert check["state"] == "wrong"
    assert "needs GATE_TOKEN for its header x-gate: set GATE_TOKEN in the" in check["detail"]
    monkeypatch.setenv("GATE_TOKEN", "gate-0123456789")
    assert main(["doctor", "--table", file, "--call", "--json"]) == 0
    checks = json.loads(capsys.readouterr().out)["checks"][-3:]
    assert [each["name"] for each in checks] == [
        "openai:m", "anthropic:m", "openai-compatible:m"
    ]  # fmt: skip
    called = [each for each in provider.requests if each.json.get("user") == "me"]
    assert called
    assert all(each.headers["x-gate"] == "gate-0123456789" for each in called)


def test_a_table_whose_settings_nobody_takes_is_refused(
    provider: Provider, tmp_path: Path, capsys: Capture
) -> None:
    """As `arena play` does."""
    lines = ["[models.'openai:m']", "retries = 1"]
    file = table_file(tmp_path / "gate.toml", specs_at(provider), lines)
    assert main(["doctor", "--table", file]) == 2
    assert "is for no seat" in capsys.readouterr().err


def test_a_spec_that_is_none_is_refused() -> None:
    """As it is at a table."""
    with pytest.raises(ConfigError, match="is of no known kind"):
        model_checks(["gpt-5"], call=False)


def test_the_command_shows_models_and_fails_with_them(provider: Provider, capsys: Capture) -> None:
    """Exit code 0 where all are there, 1 where one is not, and the same as JSON."""
    good = specs_at(provider)["Ben"]
    assert main(["doctor", "--model", good, "--call"]) == 0
    assert "✓   anthropic:m" in capsys.readouterr().out
    assert (
        main(["doctor", "--model", good, "--model", "openai:m@http://127.0.0.1:9", "--json"]) == 1
    )
    checks = {each["name"]: each for each in json.loads(capsys.readouterr().out)["checks"]}
    assert checks["anthropic:m"]["state"] == "ok"
    assert checks["openai:m"]["state"] == "wrong"


def test_a_call_needs_a_model(capsys: Capture) -> None:
    """The error shows an example."""
    assert main(["doctor", "--call"]) == 2
    assert "arena doctor --model openai:MODEL --call" in capsys.readouterr().err
