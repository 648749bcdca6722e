"""Models by the names that a host gives them: what is chosen, and what players see of it."""

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import structlog

from arena.config import TableConfig
from arena.errors import ConfigError
from arena.faces.web import wording
from arena.faces.web.lobby import Lobby
from arena.provider import Provider
from arena.settings import BudgetRules
from tests.arena.faces.web.served import Guest, answer, served

pytestmark = pytest.mark.usefixtures("toy")

LOCAL = "openai-compatible:m@http://127.0.0.1:9/v1"
TABLE: dict[str, Any] = {
    "ruleset": "toy", "seats": {"Ana": "human", "Ben": "The big one", "Cy": "house"},
    "words_a_minute": 0,
}  # fmt: skip


@pytest.fixture
def provider() -> Iterator[Provider]:
    """A server of models."""
    with Provider() as running:
        yield running


def test_what_has_no_name_is_called_by_its_spec() -> None:
    """A `=` in a SPEC begins no name."""
    models = ["Big=openai:m", f"{LOCAL}?a=b", "Größe 2.0=anthropic:c"]
    lobby = Lobby.of(models, BudgetRules(), {"OPENAI_API_KEY": "k", "ANTHROPIC_API_KEY": "k"})
    assert lobby.models == {
        "Big": "openai:m", f"{LOCAL}?a=b": f"{LOCAL}?a=b", "Größe 2.0": "anthropic:c",
    }  # fmt: skip
    assert lobby.data()["specs"]["models"] == list(lobby.models)


@pytest.mark.parametrize(
    ("models", "why"),
    [
        ([f"Big={LOCAL}", f"Big={LOCAL}2"], "--model has 'Big' twice. Possible: each name once."),
        ([LOCAL, LOCAL], "twice"),
        ([f"house={LOCAL}"], "--model calls a model 'house'. Possible: 1 to 40 letters"),
        ([f"human={LOCAL}"], "not human, house"),
        ([f"={LOCAL}"], "--model calls a model ''."),
        ([f" Big={LOCAL}"], "a space neither first nor last"),
        ([f"a<b={LOCAL}"], "Possible: 1 to 40 letters"),
        ([f"{'a' * 41}={LOCAL}"], "Possible: 1 to 40 letters"),
        (["Big=house"], "--model is 'Big=house'. Possible: the SPEC of a model, or NAME=SPEC."),
        (["Big=openai:"], "has no proper name behind openai:"),
        (["Big"], "Possible: the SPEC of a model, or NAME=SPEC."),
    ],
)
def test_a_name_that_can_not_be_is_one_sentence(models: list[str], why: str) -> None:
    """It says what came, and what is possible."""
    with pytest.raises(ConfigError) as error:
        Lobby.of(models, BudgetRules(), {"OPENAI_API_KEY": "k"})
    assert why in str(error.value)


def test_a_table_is_chosen_by_names() -> None:
    """The SPEC behind a name is none of what can be chosen."""
    lobby = Lobby(models={"The big one": LOCAL})
    assert lobby.table(TABLE).seats["Ben"] == LOCAL
    assert lobby.names_of_models(TABLE) == {"Ben": "The big one"}
    assert Lobby(models={LOCAL: LOCAL}).names_of_models(
        {**TABLE, "seats": {"Ana": "human", "Ben": LOCAL, "Cy": "house"}}
    ) == {}  # fmt: skip
    with pytest.raises(ConfigError, match=r"Possible: human, house, .*, The big one\."):
        lobby.table({**TABLE, "seats": {"Ana": "human", "Ben": LOCAL, "Cy": "house"}})


async def told_until_it_stops(guest: Guest) -> list[str]:
    """Answer what is asked; return whatever a guest is sent before the table stops."""
    told, answered = [(await guest.get("/api/head")).text], set[str]()
    async for event in guest.events():
        told.append(event.text)
        if event.name != "now":
            continue
        if event.data["title"] == wording.STOPPED:
            return told
        if event.data["asked"] not in {None, *answered}:
            answered.add(event.data["asked"])
            replies = [await guest.line(event.data["asked"], each) for each in answer(event.data)]
            told += [each.text for each in replies]
    raise AssertionError("it did not stop")


async def test_players_see_what_the_host_named(provider: Provider, tmp_path: Path) -> None:
    """After a restart too; neither SPEC nor address is in anything that they are sent."""
    spec = f"openai-compatible:secret-model@{provider.url}"
    lobby = Lobby(models={"The big one": spec})
    async with served(tmp_path, lobby=lobby) as server:
        reply = await server.host.post("/api/tables", TABLE)
        assert reply.status_code == 201, reply.text
        ana = server.guest(reply.json()["links"]["Ana"].partition("#")[2])
        await ana.play()
        said = "".join([each.text for each in ana.seen])
        replay = await ana.get("/api/replay")
        assert replay.status_code == 200
        said += replay.text
    async with served(tmp_path, lobby=lobby) as server:
        head = await server.guest(ana.token).get("/api/head")
        named = {each["name"]: each.get("model") for each in head.json()["seats"]}
        assert named == {"Ana": None, "Ben": "The big one", "Cy": None}
        for secret in ("secret-model", provider.url, "openai-compatible"):
            assert secret not in said + head.text
    assert (
        json.loads((tmp_path / "toy-0001" / "game.json").read_bytes())["seats"][1]["spec"] == spec
    )


@pytest.mark.parametrize("on_outage", ["pause", "abort"])
async def test_why_a_table_stopped_is_told_to_its_host_alone(
    on_outage: str, tmp_path: Path
) -> None:
    """Players and who looks on are sent the same bytes, whatever the reason says."""
    told = dict[str, tuple[list[str], list[str]]]()
    for model in ("secret-model", "other-model"):
        async with served(tmp_path / model) as server:
            with Provider() as provider:
                spec = f"openai-compatible:{model}@{provider.url}"
                config = TableConfig.model_validate({
                    "ruleset": "toy", "seats": {"Ana": "human", "Ben": spec, "Cy": "random"},
                    "llm": {"on_outage": on_outage}, "models": {spec: {"retries": 0}},
                    "people": {"words_a_minute": 0},
                })  # fmt: skip
                table = await server.hosting.begin(
                    config, waits=True, models={"Ben": "The big one"}
                )
            tokens = server.hosting.tokens(table)
            watching = asyncio.create_task(told_until_it_stops(server.guest(tokens["public:0"])))
            ana = server.guest(tokens["Ana"])
            with structlog.testing.capture_logs() as logged:
                sent = await told_until_it_stops(ana) + await watching
            (listed,) = (await server.host.get("/api/tables")).json()
        assert spec in listed["stopped"]
        assert spec in "".join(each["why"] for each in logged if each["event"] == "table_stopped")
        for secret in (model, "openai-compatible", "http"):
            assert not [each for each in sent if secret in each]
        told[model] = ana.frames, [each for each in sent if wording.STOPPED in each]
    assert told["secret-model"] == told["other-model"]
    assert len(told["secret-model"][1]) == 2
