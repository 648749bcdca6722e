"""Opened models that games share: one a SPEC, its settings and event loop; checked once."""

import asyncio
from collections.abc import Iterator

import pytest

from arena.errors import ConfigError, Fault
from arena.models.pool import ModelPool
from arena.models.sdk import SdkModel
from arena.models.specs import Spec, parse
from arena.models.types import Model
from arena.provider import Provider
from arena.settings import ModelSettings


@pytest.fixture
def provider() -> Iterator[Provider]:
    """Yield a provider that serves."""
    with Provider() as serving:
        yield serving


def spec(provider: Provider, name: str = "loopback") -> Spec:
    """Return a model there."""
    return parse(f"openai-compatible:{name}@{provider.url}")


async def test_a_model_is_opened_once(provider: Provider) -> None:
    """The same SPEC and settings are the same client."""
    pool = ModelPool()
    first = pool.opened(spec(provider), ModelSettings())
    assert pool.opened(spec(provider), ModelSettings()) is first
    await pool.close()


async def test_other_settings_are_another_model(provider: Provider) -> None:
    """As is another name at the same address."""
    pool = ModelPool()
    opened = [
        pool.opened(spec(provider), ModelSettings()),
        pool.opened(spec(provider), ModelSettings(temperature=0.5)),
        pool.opened(spec(provider, "other"), ModelSettings()),
    ]
    assert len({id(each) for each in opened}) == 3
    await pool.close()


def test_another_event_loop_has_clients_of_its_own(provider: Provider) -> None:
    """Connections belong to the loop in which they were made."""
    pool = ModelPool()

    async def used() -> Model:
        model = pool.opened(spec(provider), ModelSettings())
        await pool.check(model, 5.0)
        assert pool.opened(spec(provider), ModelSettings()) is model
        await model.close()
        return model

    assert asyncio.run(used()) is not asyncio.run(used())


async def test_games_at_once_check_a_model_once(
    provider: Provider, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One asks; the others wait for what it is told."""
    made: list[float] = []
    check = SdkModel.check

    async def counted(model: SdkModel, seconds: float) -> None:
        made.append(seconds)
        await check(model, seconds)

    monkeypatch.setattr(SdkModel, "check", counted)
    pool = ModelPool()
    model = pool.opened(spec(provider), ModelSettings())
    await asyncio.gather(*(pool.check(model, 5.0) for _ in range(8)))
    await pool.check(model, 5.0)
    assert made == [5.0]
    await pool.close()


async def test_a_check_goes_on_where_the_game_that_began_it_is_stopped(provider: Provider) -> None:
    """Another game waits for the same one."""
    pool = ModelPool()
    model = pool.opened(spec(provider), ModelSettings())
    stopped = asyncio.create_task(pool.check(model, 5.0))
    other = asyncio.create_task(pool.check(model, 5.0))
    await asyncio.sleep(0)
    stopped.cancel()
    await other
    assert stopped.cancelled()
    await pool.close()


async def test_a_check_that_failed_is_made_again() -> None:
    """A provider that is down for one game may be up for the next."""
    pool = ModelPool()
    with Provider(port=0) as gone:
        address = gone.url
    model = pool.opened(parse(f"openai-compatible:m@{address}"), ModelSettings())
    for _ in range(2):
        with pytest.raises(Fault):
            await pool.check(model, 5.0)
    with Provider(port=int(address.rsplit(":", 1)[1].split("/")[0])):
        await pool.check(model, 5.0)
    await pool.close()


async def test_keys_are_read_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that is gone after the first game does not stop the second."""
    monkeypatch.setenv("OPENAI_API_KEY", "sk-test")
    monkeypatch.delenv("OPENAI_BASE_URL", raising=False)
    pool = ModelPool()
    first = pool.opened(parse("openai:gpt-9"), ModelSettings())
    monkeypatch.delenv("OPENAI_API_KEY")
    assert pool.opened(parse("openai:gpt-9"), ModelSettings()) is first
    with pytest.raises(ConfigError, match="OPENAI_API_KEY"):
        ModelPool().opened(parse("openai:gpt-9"), ModelSettings())
    await pool.close()


async def test_close_breaks_off_checks_that_are_under_way() -> None:
    """Whoever waits for one learns of it."""
    reached, left = asyncio.Event(), asyncio.Event()

    async def never(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        reached.set()
        await reader.read()
        writer.close()
        left.set()

    server = await asyncio.start_server(never, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    pool = ModelPool()
    model = pool.opened(parse(f"openai-compatible:m@http://127.0.0.1:{port}/v1"), ModelSettings())
    check = asyncio.create_task(pool.check(model, 60.0))
    await reached.wait()
    await pool.close()
    with pytest.raises(asyncio.CancelledError):
        await check
    await left.wait()
    server.close()
