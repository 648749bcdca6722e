"""Processor time of a call, all in, against that of the maker's bare SDK for the same bytes.

The loopback provider runs in a process of its own, so that its time is not counted.
"""

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from time import process_time
from typing import Any, TypeVar

from arena.bench.models import PROTOCOLS, provider, table
from arena.models.keys import NO_KEY
from arena.models.pool import ModelPool
from arena.models.sdk import body_of
from arena.models.specs import Spec
from arena.models.types import Model
from arena.settings import ModelSettings
from arena.table import play
from arena.table.shared import ALONE, Shared

__all__ = ["per_call"]

T = TypeVar("T")
Send = Callable[[T], Awaitable[object]]
PATHS = {"openai": "/responses", "openai-compatible": "/chat/completions"}
MESSAGES = "/v1/messages"


def per_call(
    out: Path,
    games: int,
    protocols: Sequence[str] = PROTOCOLS,
    *,
    shared: Callable[[], Shared] = lambda: ALONE,
) -> list[dict[str, object]]:
    """Play games one after the other; return a row a protocol, in milliseconds a call.

    `ms` is all that a game did, calls and the table between them; `typed_ms` the SDK's own method
    with the same body, `post_ms` the same bytes posted with the SDK's client, its reply unread.
    `shared` makes what the games share, within the event loop: leave to call, for example.
    """
    with provider() as url:
        return [asyncio.run(_compared(protocol, url, out, games, shared)) for protocol in protocols]


class _Recorded(ModelPool):
    """Opens models that keep what they send."""

    def __init__(self) -> None:
        super().__init__()
        self.payloads: list[Mapping[str, object]] = []

    def opened(self, spec: Spec, settings: ModelSettings) -> Model:
        """Return the model; it is opened once."""
        model = super().opened(spec, settings)
        if "send" not in vars(model):
            send = model.send

            async def kept(payload: Mapping[str, object], seconds: float) -> dict[str, object]:
                self.payloads.append(payload)
                return await send(payload, seconds)

            vars(model)["send"] = kept
        return model


async def _compared(
    protocol: str, url: str, out: Path, games: int, shared: Callable[[], Shared]
) -> dict[str, object]:
    """Return the row of a protocol.

    What a game sent is sent again bare as soon as it has ended, so that whatever else the machine
    does at that time is in both.
    """
    spec = f"{protocol}:loopback@{url}"
    models = _Recorded()
    with_models = replace(shared(), models=models)
    first = table(spec, 0, budget={"calls": 1, "on_budget": "stop"})
    await play(first, out, shared=with_models)  # imports are not what is measured
    worked = typed = post = 0.0
    calls = size = 0
    async with _bare(protocol, url) as (create, send):
        await create(json.loads(body_of(models.payloads[0], of=spec)))
        for at in range(games):
            models.payloads.clear()
            began = process_time()
            await play(table(spec, 1 + at), out, shared=with_models)
            worked += process_time() - began
            bodies = [body_of(each, of=spec) for each in models.payloads]
            typed += await _processor(create, [json.loads(each) for each in bodies])
            post += await _processor(send, bodies)
            calls, size = calls + len(bodies), size + sum(map(len, bodies))
    await models.close()
    return {
        "protocol": protocol,
        "games": games,
        "calls": calls,
        "bytes": size / calls,
        "ms": 1000 * worked / calls,
        "typed_ms": 1000 * typed / calls,
        "post_ms": 1000 * post / calls,
        "against_typed": worked / typed,
        "against_post": worked / post,
    }


@asynccontextmanager
async def _bare(
    protocol: str, url: str
) -> AsyncIterator[tuple[Send[dict[str, object]], Send[bytes]]]:
    """Give the SDK's own method for a body, and a bare post of its bytes."""
    import httpx2

    client: Any
    if protocol == "anthropic":
        import anthropic

        root = url.removesuffix("/v1")
        client = anthropic.AsyncAnthropic(api_key=NO_KEY, base_url=root, max_retries=0)
        create, path = client.messages.create, MESSAGES
    else:
        import openai

        client = openai.AsyncOpenAI(api_key=NO_KEY, base_url=url, max_retries=0)
        chat = client.chat.completions
        create = client.responses.create if protocol == "openai" else chat.create
        path = PATHS[protocol]
    headers = {"headers": {"Content-Type": "application/json"}}

    async def typed(body: dict[str, object]) -> object:
        return await create(**body)

    async def post(body: bytes) -> object:
        return await client.post(path, cast_to=httpx2.Response, content=body, options=headers)

    try:
        yield typed, post
    finally:
        await client.close()


async def _processor(send: Send[T], bodies: Iterable[T]) -> float:
    """Return the processor time of one request after the other."""
    began = process_time()
    for each in bodies:
        await send(each)
    return process_time() - began
