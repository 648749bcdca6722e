"""What is wrong with addresses, keys and the environment: told in a sentence, before a game."""

import json
import os
import subprocess
import sys
from collections.abc import Mapping
from contextlib import redirect_stderr, redirect_stdout
from io import StringIO
from pathlib import Path

import pytest

from arena.faces.cli import main
from arena.models.addresses import PREFIXES
from arena.provider import Provider
from tests.arena.models.web import Page, json_page, serving

HERE = "openai-compatible:m@http://127.0.0.1:9/v1"
KEY = "sk-0123456789abcdef"
CONNECTIONS = ("http_proxy", "https_proxy", "all_proxy", "no_proxy", "ssl_cert_file")
"""What the environment may say of connections, in small letters."""
Ran = subprocess.CompletedProcess[str]


def environment(env: Mapping[str, str]) -> dict[str, str]:
    """Return an environment that says nothing of providers and connections but `env`."""
    prefixes = tuple(f"{prefix}_" for prefix in PREFIXES.values())
    plain = {
        name: value
        for name, value in os.environ.items()
        if name.lower() not in CONNECTIONS and not name.startswith(prefixes)
    }
    return plain | {"COLUMNS": "200"} | env


def arena(*args: str, cwd: Path, **env: str) -> Ran:
    """Run `arena` in this process, in such an environment."""
    out, err, given = StringIO(), StringIO(), environment(env)
    with pytest.MonkeyPatch.context() as patch, redirect_stdout(out), redirect_stderr(err):
        for name in set(os.environ) - set(given):
            patch.delenv(name)
        for name, value in given.items():
            patch.setenv(name, value)
        patch.chdir(cwd)
        code = main(args)
    return Ran(args, code, out.getvalue(), err.getvalue())


def arena_process(*args: str, cwd: Path, **env: str) -> Ran:
    """Run `arena` in a process of its own, in such an environment."""
    here = {"PYTHONPATH": os.pathsep.join(sys.path)}
    return subprocess.run(
        [sys.executable, "-m", "arena.faces.cli", *args], capture_output=True, text=True,
        check=False, cwd=cwd, env=environment(env) | here,
    )  # fmt: skip


def playing(spec: str) -> tuple[str, ...]:
    """Return the arguments of a game with a model."""
    return ("play", "--seat", f"A={spec}", "--out", "games", "--quiet")


def refused(spec: str, cwd: Path, **env: str) -> str:
    """Return the sentence of `arena play` for a model that can't be asked."""
    return sentence_of(arena(*playing(spec), cwd=cwd, **env), cwd)


def sentence_of(ran: Ran, cwd: Path) -> str:
    """Return the one sentence of a game that was refused."""
    assert "Traceback" not in ran.stderr
    assert (ran.returncode, ran.stdout) == (2, ""), ran.stderr
    assert "resume" not in ran.stderr
    assert not (cwd / "games").exists()
    (sentence,) = ran.stderr.splitlines()
    return sentence


@pytest.mark.parametrize("address", ["http://127.0.0.18000/v1", "http://256.1.1.1/v1"])
def test_a_host_that_can_not_be_is_named(address: str, tmp_path: Path) -> None:
    """In a SPEC and in the environment; a port is what is mostly meant."""
    possible = "Possible: four numbers up to 255, and a port behind a colon"
    host = address.split("/")[2]
    said = refused(f"openai-compatible:m@{address}", tmp_path)
    assert f"the address of openai-compatible:m has the host {host}. {possible}" in said
    said = refused("openai:m", tmp_path, OPENAI_BASE_URL=address, OPENAI_API_KEY=KEY)
    assert said == f"arena: OPENAI_BASE_URL in the environment has the host {host}. {possible}."


BROKEN: list[tuple[str, dict[str, str], str]] = [
    (HERE, {"ALL_PROXY": "socks5://"}, "ALL_PROXY is socks5://, a SOCKS proxy, which needs the"),
    (HERE, {"http_proxy": "ftp://x"}, "http_proxy is ftp://x, which is no proxy that can be used."),
    (HERE, {"HTTPS_PROXY": "http://u:secret@256.1.1.1"}, "HTTPS_PROXY is http://***@256.1."),
    ("openai:m", {"OPENAI_ORG_ID": "é"}, "OPENAI_ORG_ID can't be sent in a header."),
    ("openai:m", {"OPENAI_PROJECT_ID": "a\nb"}, "OPENAI_PROJECT_ID can't be sent in a header."),
    ("openai:m", {"OPENAI_CUSTOM_HEADERS": "a: é"}, "OPENAI_CUSTOM_HEADERS can't be sent."),
    ("openai:m", {"OPENAI_CUSTOM_HEADERS": "a b: secret"}, "OPENAI_CUSTOM_HEADERS can't be sent."),
    ("anthropic:m", {"ANTHROPIC_CUSTOM_HEADERS": "a b: secret"}, "ANTHROPIC_CUSTOM_HEADERS can't"),
]  # fmt: skip


CERTIFICATES: list[tuple[str, dict[str, str], str]] = [
    (HERE, {"SSL_CERT_FILE": "/not/there"}, "SSL_CERT_FILE is /not/there: No such"),
    (HERE, {"SSL_CERT_FILE": os.devnull}, f"SSL_CERT_FILE is {os.devnull}: "),
    (HERE, {"SSLKEYLOGFILE": "/not/there"}, "SSLKEYLOGFILE is /not/there: No such file"),
]
"""What a process reads once."""


@pytest.mark.parametrize(("spec", "env", "said"), BROKEN)
def test_an_environment_that_no_model_can_be_asked_in(
    spec: str, env: dict[str, str], said: str, tmp_path: Path
) -> None:
    """The variable is named, what is possible, and no secret."""
    with Provider() as provider:
        sentence = refused(spec, tmp_path, **at(provider, spec), **env)
    assert f": {said}" in sentence
    assert "Possible: " in sentence
    assert "secret" not in sentence


@pytest.mark.slow
@pytest.mark.parametrize(("spec", "env", "said"), [*CERTIFICATES, BROKEN[2], BROKEN[3]])
def test_a_process_of_its_own_tells_the_same(
    spec: str, env: dict[str, str], said: str, tmp_path: Path
) -> None:
    """And ends with nothing else, whatever was half opened."""
    with Provider() as provider:
        known = at(provider, spec) | env
        sentence = sentence_of(arena_process(*playing(spec), cwd=tmp_path, **known), tmp_path)
    assert f": {said}" in sentence
    assert "Possible: " in sentence
    assert "secret" not in sentence


@pytest.mark.parametrize(("spec", "env", "said"), [BROKEN[0], BROKEN[3]])
def test_a_doctor_tells_the_same_of_a_model(
    spec: str, env: dict[str, str], said: str, tmp_path: Path
) -> None:
    """Whether its client can't be made or its first request can't be formed."""
    with Provider() as provider:
        known = at(provider, spec) | env
        looked = arena("doctor", "--json", "--model", spec, cwd=tmp_path, **known)
    assert (looked.returncode, looked.stderr) == (1, "")
    checks = {each["name"]: each for each in json.loads(looked.stdout)["checks"]}
    assert checks[spec.partition("@")[0]]["state"] == "wrong"
    assert said in checks[spec.partition("@")[0]]["detail"]
    assert checks["connections"]["state"] == "note"


def test_a_doctor_names_a_model_once(tmp_path: Path) -> None:
    """Its name stands before what is wrong, which is in no narrow column cut short."""
    spec = f"anthropic:claude-sonnet-4-5@http://127.0.0.1:9/{'a' * 60}"
    ran = arena("doctor", "--model", spec, cwd=tmp_path, ALL_PROXY="socks5://")
    assert "…" not in ran.stdout
    whole = "".join(ran.stdout.split())
    assert (whole.count("a" * 60), whole.count(spec)) == (1, 0)


@pytest.mark.parametrize("protocol", ["anthropic", "openai", "openai-compatible"])
@pytest.mark.parametrize("variable", ["HTTP_PROXY", "http_proxy", "all_proxy"])
def test_a_proxy_that_is_not_there_is_named(protocol: str, variable: str, tmp_path: Path) -> None:
    """Whoever reads that there is no connection has to know with whom."""
    env = {variable: "http://u:secret@127.0.0.1:9", f"{protocol.upper()}_API_KEY": KEY}
    with Provider() as provider:
        sentence = refused(f"{protocol}:m@{provider.url}", tmp_path, **env)
    through = f"no connection through the proxy in {variable}, http://***@127.0.0.1:9: "
    assert through in sentence
    assert "secret" not in sentence


def at(provider: Provider, spec: str) -> dict[str, str]:
    """Return what brings a SPEC without an address to a provider, with a key."""
    if "@" in spec:
        return {}
    prefix = spec.partition(":")[0].upper()
    return {f"{prefix}_API_KEY": KEY, f"{prefix}_BASE_URL": provider.url}


def test_a_doctor_without_models_tells_what_would_be_in_their_way(tmp_path: Path) -> None:
    """Bots play all the same."""
    ran = arena("doctor", cwd=tmp_path, ALL_PROXY="socks5://")
    assert ran.returncode == 0, ran.stdout + ran.stderr
    assert "no model can be asked: ALL_PROXY is socks5://" in " ".join(ran.stdout.split())
    ran = arena("doctor", cwd=tmp_path, OPENAI_API_KEY=KEY, OPENAI_BASE_URL="http://256.1.1.1")
    assert ran.returncode == 1
    said = "OPENAI_BASE_URL, where OPENAI_API_KEY goes to, has the host 256.1.1.1"
    assert said in " ".join(ran.stdout.split())
    assert ran.stderr == ""


def test_networks_without_a_proxy_may_be_named(tmp_path: Path) -> None:
    """A range of IPv6 addresses is no mistake."""
    with Provider() as provider:
        spec = f"anthropic:m@{provider.url}"
        env = {"http_proxy": "http://127.0.0.1:9", "no_proxy": "127.0.0.1,::1/128"}
        ran = arena("doctor", "--model", spec, cwd=tmp_path, **env)
    assert ran.returncode == 0, ran.stdout


def test_a_base_url_without_its_version(tmp_path: Path) -> None:
    """What was meant is found, and no game is begun."""
    with Provider() as provider:
        said = refused(f"openai-compatible:m@{provider.root}", tmp_path)
        assert said.endswith(f"Did you mean {provider.url}?")
        said = refused("openai:m", tmp_path, OPENAI_BASE_URL=provider.root, OPENAI_API_KEY=KEY)
        assert said.endswith(f"Did you mean {provider.url}?")


def test_a_web_server_is_no_model(tmp_path: Path) -> None:
    """It has a page for everything, or for nothing."""
    for page in (Page(body=b"<h1>It works!</h1>"), json_page({"detail": "Not Found"}, 404)):
        with serving(lambda *_, page=page: page) as web:
            said = refused(f"openai-compatible:m@{web.root}/v1", tmp_path)
        assert f"nothing can be called at {web.root}/v1/chat/completions: " in said


def test_a_table_can_not_send_a_key_away(tmp_path: Path) -> None:
    """Neither a provider's key nor that of compatible servers; the refusal says what to set."""
    for protocol, prefix in PREFIXES.items():
        spec = f"{protocol}:m@http://models.test/v1"
        said = refused(spec, tmp_path, **{f"{prefix}_API_KEY": KEY})
        assert "Possible: " in said
        assert f"{prefix}_BASE_URL_NAME=http://models.test/v1" in said
        assert KEY not in said


def test_a_doctor_tells_where_each_key_goes(tmp_path: Path) -> None:
    """By variable; one without an address goes nowhere."""
    env = {
        "OPENAI_API_KEY": KEY, "OPENAI_COMPATIBLE_API_KEY": KEY, "OPENAI_BASE_URL": "http://127.0.0.1:9",
        "OPENAI_COMPATIBLE_API_KEY_GATE": KEY,
        "OPENAI_COMPATIBLE_BASE_URL_GATE": "https://gate.test/v1",
    }  # fmt: skip
    ran = arena("doctor", "--json", cwd=tmp_path, **env)
    told = {each["name"]: each["detail"] for each in json.loads(ran.stdout)["checks"]}
    assert told["OPENAI_API_KEY"] == "set in the environment, for http://127.0.0.1:9"
    assert told["OPENAI_COMPATIBLE_API_KEY_GATE"].endswith(", for https://gate.test/v1")
    assert told["OPENAI_COMPATIBLE_API_KEY"] == (
        "set in the environment, for no address: OPENAI_COMPATIBLE_BASE_URL is not set"
    )
    assert KEY not in ran.stdout
