"""One request through a provider's SDK: its pool, keys and errors, but our bytes and raw JSON.

The SDKs' typed calls copy and check every message of a conversation, which for a long game takes
longer than all else; `post` sends what it is given. Retries are the seat's.
"""

import asyncio
import json
from collections.abc import Awaitable, Mapping
from functools import lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from arena.errors import Fault
from arena.models.faults import fault_inside, no_reply, sentence, status_fault
from arena.models.json_shapes import finite, no_number, whole_text
from arena.models.keys import hidden
from arena.models.specs import Spec
from arena.settings import ModelSettings

if TYPE_CHECKING:
    from ssl import SSLContext

    import httpx2
    from anthropic import AsyncAnthropic
    from openai import AsyncOpenAI

__all__ = ["OpenAiModel", "SdkModel", "body_of", "certificates"]

MOST_BYTES = 4 * 2**20
"""A larger reply is not taken: no answer needs it, and all of it would be recorded."""
CONNECTED = 0.9
"""Share of a call's seconds in which its connection is made: a call that never left costs nothing,
and where both limits were the same nobody could tell."""


class SdkModel:
    """What the adapters have in common: a client, and how a body is sent with it."""

    path: str
    """Where requests are posted to, below the base address."""
    pages = "/models"
    """Where the page of each model is."""

    def __init__(
        self,
        spec: Spec,
        settings: ModelSettings,
        *,
        client: "AsyncOpenAI | AsyncAnthropic",
        sdk: ModuleType,
        key: str,
    ) -> None:
        """`sdk` is the module whose errors the client raises."""
        self.spec, self.settings, self.model = str(spec), settings, spec.model
        self._client, self._sdk, self._keys = client, sdk, (key,)
        self._is_elsewhere = spec.base_url is not None

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.spec!r})"

    async def send(self, payload: Mapping[str, Any], seconds: float) -> dict[str, Any]:
        """Send a body once and return the reply's JSON as it came. Raises `Fault`."""
        import httpx2

        body = body_of(payload, of=self.spec)
        headers = {"Content-Type": "application/json"}
        options: Any = {"timeout": _limits(seconds), "headers": headers}
        response = await self._answered(
            self._client.post(self.path, content=body, cast_to=httpx2.Response, options=options),
            seconds,
        )
        return self._reply(response.content)

    async def check(self, seconds: float) -> None:
        """Ask for the model's own page; of another maker's server for its list, if it has one."""
        import httpx2

        own = f"{self.pages}/{quote(self.model, safe='')}"
        address = self.pages if self._is_elsewhere else own
        options: Any = {"timeout": _limits(seconds)}
        asked = self._client.get(address, cast_to=httpx2.Response, options=options)
        try:
            await self._answered(asked, seconds)
        except Fault as fault:
            if fault.kind not in {"not_found", "bad_request"} or not self._is_elsewhere:
                raise

    async def _answered(
        self, asked: "Awaitable[httpx2.Response]", seconds: float
    ) -> "httpx2.Response":
        """Return what came of a request, or the one kind of error that leaves this class."""
        import httpx2

        try:
            # The client's limit is for each read: a server that drips would never be done.
            async with asyncio.timeout(seconds):
                return await asked
        except (TimeoutError, self._sdk.APITimeoutError) as error:
            if isinstance(error.__cause__, httpx2.ConnectTimeout | httpx2.PoolTimeout):
                fault = self._unconnected(error)
            else:
                fault = Fault("timeout", f"{self.spec}: no reply within {seconds:g} seconds")
        except self._sdk.APIStatusError as error:
            reply = error.response
            fault = status_fault(
                reply.status_code,
                reply.headers,
                reply.content[:MOST_BYTES],
                of=self.spec,
                keys=self._keys,
            )
        except (self._sdk.APIError, httpx2.HTTPError, OSError) as error:
            fault = self._unconnected(error)
        # Raised out here, so that it does not carry the SDK's error, which carries the key.
        raise fault

    def _unconnected(self, error: Exception) -> Fault:
        """Return the fault of a connection that broke, or was never made."""
        import httpx2

        cause = error.__cause__ or error
        why = sentence(f"{self.spec}: no connection: {cause}", self._keys)
        if not str(cause):
            why = f"{self.spec}: no connection: {type(cause).__name__}"
        never = httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.PoolTimeout
        return Fault("connection", why, reached=not isinstance(cause, never))

    async def close(self) -> None:
        """Let go of the connections."""
        await self._client.close()

    def _reply(self, body: bytes) -> dict[str, Any]:
        if len(body) > MOST_BYTES:
            why = f"{self.spec}: the reply has {len(body)} bytes, more than {MOST_BYTES}"
            raise Fault("unreadable", why, status=200)
        try:
            # A server may repeat the key; replies are recorded as they are returned here.
            text = hidden(body.decode(json.detect_encoding(body), "surrogatepass"), self._keys)
            raw = whole_text(json.loads(text, parse_constant=no_number, parse_float=finite))
        except (ValueError, RecursionError):
            raw = None
            written = body.strip()
            if not written or (written.startswith(b"{") and not written.endswith(b"}")):
                why = f"{self.spec}: the reply was cut off after {len(body)} bytes"
                raise Fault("connection", why, status=200) from None
        if not isinstance(raw, dict):
            raise no_reply(body, of=self.spec)
        fault = fault_inside(raw, of=self.spec, keys=self._keys)
        if fault is not None:
            raise fault
        return raw


class OpenAiModel(SdkModel):
    """What both of OpenAI's protocols have in common."""

    def __init__(
        self,
        spec: Spec,
        settings: ModelSettings,
        *,
        key: str,
        http_client: "httpx2.AsyncClient | None" = None,
    ) -> None:
        """`http_client` sends in place of the SDK's own: through a proxy, or to a test's server."""
        import openai

        client = openai.AsyncOpenAI(
            api_key=key,
            base_url=spec.base_url,
            max_retries=0,
            http_client=http_client or openai.DefaultAsyncHttpxClient(verify=certificates()),
        )
        if spec.protocol != "openai":
            # The SDK takes both from the environment; they are nobody's business but OpenAI's.
            client.organization = client.project = None
        super().__init__(spec, settings, client=client, sdk=openai, key=key)


@lru_cache(maxsize=1)
def certificates() -> "SSLContext":
    """Return the authorities that are trusted, read once a process: to read them takes 80 ms."""
    import httpx2

    return httpx2.create_ssl_context()


def body_of(payload: Mapping[str, Any], *, of: str) -> bytes:
    """Return the bytes of a request; in place of half of a surrogate pair stands U+FFFD."""
    from pydantic_core import to_json  # 2 ms for 700 kB, where `json` takes 5

    try:
        return to_json(payload)
    except ValueError:
        pass
    try:
        whole = whole_text(dict(payload))
        return json.dumps(
            whole, ensure_ascii=False, allow_nan=False, separators=(",", ":")
        ).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise Fault("bad_request", f"{of}: the request is no JSON: {error}") from None


def _limits(seconds: float) -> "httpx2.Timeout":
    import httpx2

    connected = CONNECTED * seconds
    return httpx2.Timeout(seconds, connect=connected, pool=connected)
