"""Further headers of a request: a table names them, the environment has their values."""

import asyncio
import json
from pathlib import Path
from typing import Any

import httpx2
import pytest
from pydantic import ValidationError

from arena.errors import ConfigError, Fault
from arena.models.headers import find_headers
from arena.models.opening import open_model
from arena.models.pool import ModelPool
from arena.models.specs import Spec, check, parse
from arena.models.types import Model
from arena.settings import ModelSettings
from tests.arena.models.helpers import CLASSES, KEY, PROTOCOLS, SPECS, Server, raw_reply, send
from tests.arena.models.web import Page, json_page, serving

GATE = {"cf-aig-authorization": "env:GATE_TOKEN", "X-Team": "env:GATE_TEAM"}
WITH_HEADERS = ModelSettings(extra_headers=GATE)
VALUES = {"GATE_TOKEN": "Bearer gate-0123456789abcdef", "GATE_TEAM": "night shift"}
SECRET = "gate-0123456789abcdef"


def opened(spec: str, key: str | None = KEY) -> Model:
    """Return a model with the headers."""
    named = parse(spec)
    return open_model(
        named, WITH_HEADERS, key=key, headers=find_headers(named, WITH_HEADERS, VALUES, None)
    )


def asked(spec: str, key: str | None = KEY) -> list[Any]:
    """Return what comes of a call and of the check before a game."""

    async def both() -> list[Any]:
        model = opened(spec, key)
        tasks = (model.send({}, 10.0), model.check(10.0))
        found = await asyncio.gather(*tasks, return_exceptions=True)
        await model.close()
        return found

    return asyncio.run(both())


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_they_are_sent_with_each_request(protocol: str) -> None:
    """With calls and with what is asked before a game, beside the key."""
    with serving(lambda *_: json_page({})) as web:
        asked(f"{protocol}:m@{web.root}/v1")
    assert {method for method, _ in web.asked} == {"GET", "POST"}
    for headers in web.headers:
        small = {name.lower(): value for name, value in headers.items()}
        assert small["cf-aig-authorization"] == VALUES["GATE_TOKEN"]
        assert small["x-team"] == "night shift"
        assert small["authorization"] == f"Bearer {KEY}"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_no_stand_in_for_a_key_is_sent_beside_them(protocol: str) -> None:
    """A gateway would hand it on; beside a header that is no key's some servers want it."""
    with serving(lambda *_: json_page({})) as web:
        asked(f"{protocol}:m@{web.root}/v1", key=None)
    assert web.headers
    assert all("authorization" not in map(str.lower, each) for each in web.headers)
    team = ModelSettings(extra_headers={"X-Team": "env:GATE_TEAM"})
    headers = find_headers(HERE, team, VALUES, None)
    with serving(lambda *_: json_page({})) as web:
        spec = parse(f"{protocol}:m@{web.root}/v1")
        asyncio.run(once(open_model(spec, team, key=None, headers=headers)))
    assert "authorization" in map(str.lower, web.headers[0])


async def once(model: Model) -> None:
    """Send one call."""
    await model.send({}, 10.0)
    await model.close()


@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_they_go_to_no_other_host(protocol: str, status: int) -> None:
    """No redirect is followed, and the fault does not repeat what the server knows of them."""
    with serving(lambda *_: json_page({})) as other:

        def answer(*_: object) -> Page:
            return Page(status=status, headers={"location": f"{other.root}/v1?t={SECRET}"})

        with serving(answer) as web:
            for found in asked(f"{protocol}:m@{web.root}/v1"):
                assert isinstance(found, Fault)
                assert f"HTTP {status}: a redirect" in found.why
                assert SECRET not in found.why
        assert other.asked == []


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_server_that_repeats_them_does_not_bring_them_into_a_record(protocol: str) -> None:
    """As a whole, without the scheme before it, and in an address."""
    for echo in (VALUES["GATE_TOKEN"], f"see {SECRET}", f"?t=%67{SECRET[1:]}", "night shift"):
        raw = raw_reply(protocol, words=echo)
        with serving(lambda *_, raw=raw: json_page(raw)) as web:
            got = asked(f"{protocol}:m@{web.root}/v1")[0]
        assert got == json.loads(json.dumps(raw).replace(echo, hidden(echo)))
    with serving(lambda *_: json_page({"error": {"message": f"No {SECRET}."}}, 400)) as web:
        assert asked(f"{protocol}:m@{web.root}/v1")[0].why.endswith("HTTP 400: No ***.")


def hidden(echo: str) -> str:
    """Return what is left of an echo."""
    return {"see": "see ***", "?t=": "?t=***"}.get(echo[:3], "***")


ACCOUNT = {
    "OPENAI_ORG_ID": "org-0123456789abcdef",
    "OPENAI_PROJECT_ID": "proj_0123456789abcdef",
    "OPENAI_CUSTOM_HEADERS": f"X-Gateway: Bearer {SECRET}",
    "ANTHROPIC_CUSTOM_HEADERS": f"X-Gateway: Bearer {SECRET}",
}


@pytest.mark.parametrize(
    ("spec", "secrets"),
    [
        ("openai:m", ["org-0123456789abcdef", "proj_0123456789abcdef", SECRET]),
        ("anthropic:m", [SECRET]),
    ],
)
def test_what_the_environment_tells_of_an_account_is_not_recorded(
    spec: str, secrets: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Organization, project and headers of the SDKs' own variables, where a reply repeats them."""
    for name, value in ACCOUNT.items():
        monkeypatch.setenv(name, value)
    named = parse(spec)
    for secret in secrets:
        raw = raw_reply(named.protocol, words=f"You are {secret}.")
        client = httpx2.AsyncClient(transport=httpx2.MockTransport(Server(raw)))
        model = CLASSES[named.protocol](named, ModelSettings(), key=KEY, http_client=client)
        assert model.read(send(model, {})).text == "You are ***."


# --- what a table may say ---


@pytest.mark.parametrize("value", ["hunter2", "env:", "env:7X", "Bearer env:X", "ENV:X", " env:X"])
def test_a_value_of_its_own_is_refused_and_not_repeated(value: str) -> None:
    """A table is kept and shown; it names the variable that holds the value."""
    with pytest.raises(ValidationError) as caught:
        ModelSettings.model_validate({"extra_headers": {"x-gate": value}})
    (error,) = caught.value.errors(include_input=False, include_url=False)
    assert error["msg"].startswith("a value is none that a table may hold. Possible: lines NAME =")
    assert "hunter2" not in str(error)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    "name", ["Authorization", "content-type", "Content-Length", "HOST", "X-Stainless-Lang",
             "transfer-encoding", "User-Agent", "anthropic-beta"],
)  # fmt: skip
def test_a_header_that_is_set_already_is_refused_by_name(protocol: str, name: str) -> None:
    """In whatever case."""
    given = ModelSettings(extra_headers={name: "env:X"})
    with pytest.raises(ConfigError, match=f"extra_headers of .* has {name}, which is set already"):
        check(parse(SPECS[protocol]), given)


@pytest.mark.parametrize("name", ["", "a b", "x-key: hunter2", "x\r\ny", "ż"])
def test_a_name_that_no_header_can_have(name: str) -> None:
    """It is not repeated: the value may have been written into it."""
    with pytest.raises(ConfigError, match="has a name that no header can have") as caught:
        check(parse(SPECS["openai"]), ModelSettings(extra_headers={name: "env:X"}))
    assert "hunter2" not in str(caught.value)


def test_a_name_stands_once() -> None:
    """Case is no difference."""
    given = ModelSettings(extra_headers={"X-Gate": "env:A", "x-gate": "env:B"})
    with pytest.raises(ConfigError, match="has x-gate twice"):
        check(parse(SPECS["openai"]), given)
    check(parse(SPECS["openai"]), ModelSettings(extra_headers={"api-key": "env:A", **GATE}))


def test_names_are_recorded_and_values_never() -> None:
    """Settings without any are written as before, so that no header and no digest is another."""
    assert "extra_headers" not in ModelSettings().model_dump(mode="json")
    assert WITH_HEADERS.model_dump(mode="json")["extra_headers"] == GATE
    shown = repr(opened(SPECS["openai"].replace("server.test", "127.0.0.1:9"))) + repr(WITH_HEADERS)
    assert SECRET not in shown
    assert repr(find_headers(HERE, WITH_HEADERS, VALUES, None)["X-Team"]) == "Key(***)"


# --- what the environment says ---

HERE = parse("openai-compatible:m@http://127.0.0.1:9/v1")
AWAY = parse("openai-compatible:m@https://gate.test/v1?a=b")


def found(spec: Spec, environ: dict[str, str], dotenv: Path | None = None) -> dict[str, str]:
    """Return the values of the headers."""
    headers = find_headers(spec, WITH_HEADERS, environ, dotenv)
    return {name: each.reveal() for name, each in headers.items()}


def test_values_are_those_of_the_environment_or_a_file(tmp_path: Path) -> None:
    """As with keys; spaces around them are dropped."""
    file = tmp_path / ".env"
    file.write_text("GATE_TOKEN=from-file\nGATE_TEAM=from-file\n", encoding="utf-8")
    both = found(HERE, {"GATE_TOKEN": " mine\n"}, file)
    assert both == {"cf-aig-authorization": "mine", "X-Team": "from-file"}
    assert find_headers(HERE, ModelSettings(), {}, None) == {}


@pytest.mark.parametrize("value", ["", " ", None])
def test_a_variable_that_is_not_set_is_named(value: str | None) -> None:
    """With the header that it is for, and where it may stand."""
    environ = {"GATE_TEAM": "x"} | ({} if value is None else {"GATE_TOKEN": value})
    with pytest.raises(ConfigError) as caught:
        found(HERE, environ)
    assert str(caught.value) == (
        f"{HERE} needs GATE_TOKEN for its header cf-aig-authorization: set GATE_TOKEN in the "
        "environment"
    )


@pytest.mark.parametrize(
    "value", ["hunter2\r\nX-Other: 1", "hunter2\n x", "żółw hunter2", "hunter2\x00"]
)
def test_a_value_that_no_header_can_have_is_refused_and_not_shown(value: str) -> None:
    """A line break would begin another header."""
    with pytest.raises(ConfigError, match="GATE_TOKEN can't be sent in the header") as caught:
        found(HERE, {**VALUES, "GATE_TOKEN": value})
    assert "hunter2" not in str(caught.value)


@pytest.mark.parametrize(
    "environ",
    [
        {"OPENAI_COMPATIBLE_BASE_URL": "https://gate.test"},
        {"OPENAI_COMPATIBLE_BASE_URL_GATE": "https://gate.test/v1/"},
    ],
)
def test_they_go_to_an_address_that_the_environment_names(environ: dict[str, str]) -> None:
    """To a path below it too."""
    assert found(AWAY, VALUES | environ)["X-Team"] == "night shift"
    for own in ("openai:m", "anthropic:m", "openai:m@https://api.openai.com/v1"):
        assert found(parse(own), VALUES)["X-Team"] == "night shift"


@pytest.mark.parametrize(
    "environ",
    [
        {},
        {"OPENAI_COMPATIBLE_BASE_URL": "https://gate.test/v2"},
        {"OPENAI_COMPATIBLE_BASE_URL_GATE": "http://gate.test/v1"},
        {"OPENAI_BASE_URL_GATE": "https://gate.test/v1"},
    ],
)
def test_they_go_to_no_address_that_only_a_table_names(environ: dict[str, str]) -> None:
    """Whoever wrote the table could name any variable, and any server."""
    with pytest.raises(ConfigError) as caught:
        found(AWAY, VALUES | environ)
    assert str(caught.value) == (
        f"extra_headers of {AWAY} go to no address that only a table names. Possible: "
        "OPENAI_COMPATIBLE_BASE_URL_NAME=https://gate.test/v1?a=b in the environment, with any "
        "NAME."
    )


async def test_a_game_opens_its_models_with_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """A variable that is not set ends it before it begins."""
    pool = ModelPool()
    with pytest.raises(ConfigError, match="needs GATE_TOKEN for its header"):
        pool.opened(HERE, WITH_HEADERS)
    for name, value in VALUES.items():
        monkeypatch.setenv(name, value)
    assert pool.opened(HERE, WITH_HEADERS).settings.extra_headers == GATE
    await pool.close()
