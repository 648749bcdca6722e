"""One request through a provider's SDK: its pool, keys and errors, but our bytes and raw JSON.

The SDKs' typed calls copy and validate every message of a conversation, which dominates the time of
a long game; `post` sends the bytes it gets. Retries are made by the caller.
"""

import asyncio
import json
import os
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from arena.errors import Fault
from arena.models.addresses import (
    PREFIXES,
    PROVIDERS,
    address_from,
    is_below,
    names_a_secret,
    own_addresses,
    without_query,
)
from arena.models.environment import proxy_on_the_way, unusable_variable
from arena.models.faults import fault_inside, no_reply, sentence, status_fault
from arena.models.headers import secrets_in
from arena.models.json_shapes import read_json, whole_text
from arena.models.keys import NO_KEY, without_keys
from arena.models.specs import Spec
from arena.models.types import Model, Reply
from arena.settings import ModelSettings

if TYPE_CHECKING:
    from types import ModuleType

    import httpx2
    from anthropic import AsyncAnthropic
    from openai import AsyncOpenAI


CONNECTED = 0.9
"""Share of a call's seconds for its connection: a call that never left costs nothing, and with
equal limits nobody could tell.
"""
NOT_LISTED = frozenset({200, 400, 403, 404, 405, 410, 422, 501})
"""Statuses from a server that has no list of models, or shows it to nobody; 200: a web page."""
NOT_SERVED = frozenset({200, 404, 405, 410, 501})
"""Statuses of a call where no API is served."""
METHOD_NOT_ALLOWED, REDIRECTED = 405, 3
KEY_REFUSED = frozenset({"unauthorized", "forbidden"})
SHORT = 100
UNTRUSTED = "CERTIFICATE_VERIFY_FAILED"
CERTIFICATES = "Possible: SSL_CERT_FILE, a file of certificates (PEM) with that of the server."


class RefusedError(Exception):
    """A response with an error status, carried as a fault that is not raised yet."""

    def __init__(self, fault: Fault) -> None:
        super().__init__(fault.why)
        self.fault = fault


class SdkModel(Model):
    """The base of the adapters: a client, and how a body is sent."""

    path: str
    """Path of requests, below the base URL."""
    pages = "/models"
    """Path of the models' pages, below the base URL."""
    takes_tools = True

    def __init__(
        self,
        spec: Spec,
        settings: ModelSettings,
        *,
        key: str,
        headers: Mapping[str, str] = {},
        http_client: "httpx2.AsyncClient | None" = None,
    ) -> None:
        """`headers` are sent besides the SDK's.

        `http_client` replaces the default client, for a test's server for example.
        """
        from arena.models.http_client import new_client

        self.spec, self.settings, self.model = str(spec), settings, spec.model
        self._address, self._query = without_query(address_of(spec))
        http_client = http_client or new_client()
        self._sdk, client = self._new_client(key, http_client)
        self._client = client
        account = _account(client, spec)
        http_client.follow_redirects = False
        http_client.event_hooks = {"response": [self._refuse]}
        custom = client._custom_headers  # noqa: SLF001 - there is no other way to see them
        secrets = (key, *secrets_in((*headers.values(), *custom.values(), *account)))
        self._keys = tuple(each for each in secrets if each not in self.spec)  # which is public
        self._headers: Mapping[str, object] = headers
        if key == NO_KEY and not custom and any(map(names_a_secret, headers)):
            # A header has the key already: the placeholder would be sent as a second one.
            self._headers = {**headers, "Authorization": self._sdk.omit}
        self._protocol, self._has_key = spec.protocol, key != NO_KEY

    def _new_client(
        self, key: str, http_client: "httpx2.AsyncClient"
    ) -> "tuple[ModuleType, AsyncOpenAI | AsyncAnthropic]":
        raise NotImplementedError

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.spec!r})"

    def sampling(self, *names: str) -> dict[str, object]:
        """Return the settings of these names that are not None."""
        given = {name: getattr(self.settings, name) for name in names}
        return {name: value for name, value in given.items() if value is not None}

    @staticmethod
    def read_reply(raw: Mapping[str, object], *, of: str) -> Reply:
        """Parse a raw reply; faults name the model as `of`. Raises `Fault`."""
        raise NotImplementedError

    def read(self, raw: Mapping[str, object]) -> Reply:
        """Parse a raw reply. Raises `Fault`."""
        return self.read_reply(raw, of=self.spec)

    async def send(self, payload: Mapping[str, object], seconds: float) -> dict[str, object]:
        """Send a body once and return the reply's JSON unchanged. Raises `Fault`."""
        body = body_of(payload, of=self.spec)
        return self._reply(await self._answered(self.path, seconds, body), body)

    async def check(self, seconds: float) -> None:
        """Request the model's page, or check that another maker's server has the API.

        Raises `Fault`.
        """
        try:
            if is_below(self._address, PROVIDERS.get(self._protocol, "")):
                await self._answered(f"{self.pages}/{quote(self.model, safe='')}", seconds)
            else:
                await self._check_address(seconds)
        except Fault as fault:
            if fault.kind != "unauthorized" or self._has_key:
                raise
            name = f"{PREFIXES[self._protocol]}_BASE_URL"
            why = f"{fault.why} (no key was sent: no {name} or {name}_NAME is this address)"
            raise Fault(fault.kind, why, status=fault.status) from None

    async def _check_address(self, seconds: float) -> None:
        """Check that the base URL serves the API, and suggest a near one that does."""
        address = self._address.rstrip("/")
        missing = await self._missing_at(self.root(address), seconds)
        if missing is None:
            return
        hint = f"Possible: an address with {self.path} below it, such as http://HOST:PORT/v1."
        for near in (f"{address}/v1", address.removesuffix(self.path)):
            if self.root(near) != self.root(address) and await self._is_at(
                self.root(near), seconds
            ):
                hint = f"Did you mean {near}{self._query}?"
                break
        said = missing.why.removeprefix(f"{self.spec}: ").rstrip(".")[:SHORT]
        why = f"nothing can be called at {self.root(address)}{self.path}: {said}. {hint}"
        raise Fault("unreadable", f"{self.spec}: {why}")

    async def _is_at(self, root: str, seconds: float) -> bool:
        """Return True if the API is below a root, even if it refuses the key."""
        try:
            return await self._missing_at(root, seconds) is None
        except Fault as fault:
            return fault.kind in KEY_REFUSED

    async def _missing_at(self, root: str, seconds: float) -> Fault | None:
        """Return the fault if the API is not below a root; None if it is.

        Not every server lists its models, or shows the list to everybody, and one that does may
        have another API. A call that lacks all but the model, which is free of charge, is sent only
        where the server has not taken a call before.
        """
        listed = await self._refusal(root + self.pages, seconds)
        if listed is not None and _status(listed) not in NOT_LISTED:
            raise listed
        if listed is None:
            got = await self._refusal(root + self.path, seconds)
            if got is not None and _status(got) not in NOT_SERVED - {METHOD_NOT_ALLOWED}:
                return None
        body = body_of({"model": self.model}, of=self.spec)
        called = await self._refusal(root + self.path, seconds, body)
        if called is None or called.kind == "timeout":
            return None
        status = _status(called)
        if called.kind in KEY_REFUSED or status == 0 or status // 100 == REDIRECTED:
            raise called
        return called if status in NOT_SERVED else None

    async def _refusal(self, path: str, seconds: float, body: bytes | None = None) -> Fault | None:
        """Return the fault of a request's reply; None if it is JSON and no error."""
        try:
            reply = await self._answered(path, seconds, body)
            if body is not None or not reply.lstrip().startswith(b"["):  # a bare list of models
                self._reply(reply)
        except Fault as fault:
            return fault
        return None

    def root(self, address: str) -> str:
        """Return the root to which `path` and `pages` are appended for a base URL."""
        return address.rstrip("/")

    async def _answered(self, path: str, seconds: float, body: bytes | None = None) -> bytes:
        """Get a page, or post a body; return the response's body. Raises `Fault`."""
        import httpx2

        from arena.models.http_client import TooLargeError, unpacked

        try:
            # The client's limit is for each read: a slow trickle would never end.
            async with asyncio.timeout(seconds):
                return await unpacked(await self._requested(path, seconds, body))
        except TooLargeError as error:
            fault = Fault("unreadable", f"{self.spec}: the reply has {error}", status=200)
        except (TimeoutError, self._sdk.APITimeoutError, httpx2.TimeoutException) as error:
            if isinstance(error.__cause__, httpx2.ConnectTimeout | httpx2.PoolTimeout):
                fault = self._unconnected(error)
            else:
                fault = Fault("timeout", f"{self.spec}: no reply within {seconds:g} seconds")
        except RefusedError as refused:
            fault = refused.fault
        except (self._sdk.APIError, httpx2.HTTPError, OSError) as error:
            fault = self._unconnected(error)
        except Exception as error:  # noqa: BLE001 - a header that can't be sent; it may be secret
            variable = unusable_variable(self._protocol, os.environ)
            fault = self._unsendable(variable or f"the request fails with {type(error).__name__}")
        # Raised outside, so that its context is not the SDK's error, which holds the key.
        raise fault

    async def _requested(self, path: str, seconds: float, body: bytes | None) -> "httpx2.Response":
        import httpx2

        own = {} if body is None else {"Content-Type": "application/json"}
        options: Any = {"timeout": _limits(seconds), "headers": {**self._headers, **own}}
        request: Any = self._client.get if body is None else self._client.post
        content = {} if body is None else {"content": body}
        stream = {"stream": True, "stream_cls": self._sdk.AsyncStream}
        response: httpx2.Response = await request(
            path + self._query, cast_to=httpx2.Response, options=options, **content, **stream
        )
        return response

    async def _refuse(self, response: "httpx2.Response") -> None:
        """Raise on an error status, before the SDK reads the whole response."""
        from arena.models.http_client import TooLargeError, unpacked

        status, headers = response.status_code, response.headers
        if response.is_success:
            return
        if response.is_redirect:
            where = headers.get("location", "nowhere")
            why = f"{self.spec}: HTTP {status}: a redirect, and none is followed: {where}"
            raise RefusedError(Fault("not_found", sentence(why, self._keys), status=status))
        try:
            body = await unpacked(response)
        except TooLargeError:
            body = b""
        raise RefusedError(status_fault(status, headers, body, of=self.spec, keys=self._keys))

    def _unconnected(self, error: Exception) -> Fault:
        """Return the fault of a connection that broke, or was never made."""
        import httpx2

        cause = error.__cause__ or error
        if isinstance(cause, RefusedError):
            return cause.fault
        if not isinstance(cause, OSError | httpx2.NetworkError | httpx2.RemoteProtocolError):
            variable = unusable_variable(self._protocol, os.environ)
            if variable is not None:
                return self._unsendable(variable)
        proxy = proxy_on_the_way(self._address, os.environ)
        through = "" if proxy is None else f" through {proxy}"
        said = str(cause) or type(cause).__name__
        if UNTRUSTED in said:
            said = f"{said}. {CERTIFICATES}"
        why = sentence(f"{self.spec}: no connection{through}: {said}", self._keys)
        never = httpx2.ConnectError | httpx2.ConnectTimeout | httpx2.PoolTimeout
        return Fault("connection", why, reached=not isinstance(cause, never))

    def _unsendable(self, why: str) -> Fault:
        return Fault("bad_request", sentence(f"{self.spec}: {why}", self._keys), reached=False)

    async def close(self) -> None:
        """Close the connections."""
        await self._client.close()

    def _reply(self, body: bytes, sent: bytes = b"") -> dict[str, object]:
        """Parse a reply and mask the key, which a server may repeat: the reply is recorded."""
        try:
            text = body.decode(json.detect_encoding(body), "surrogatepass")
            _, raw = read_json(text)
            raw = without_keys(raw, self._keys, written=text, sent=sent.decode())
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
    """The base of the adapters for OpenAI's two APIs."""

    def _new_client(
        self, key: str, http_client: "httpx2.AsyncClient"
    ) -> "tuple[ModuleType, AsyncOpenAI]":
        import openai

        return openai, openai.AsyncOpenAI(
            api_key=key, base_url=self._address, max_retries=0, http_client=http_client
        )


def address_of(spec: Spec) -> str:
    """Return the base URL of a model's requests. Raises `ConfigError`."""
    return spec.base_url or address_from(spec.protocol, os.environ) or ""


def _account(client: "AsyncOpenAI | AsyncAnthropic", spec: Spec) -> list[str]:
    """Return the client's account identifiers, headers aside; remove them for other addresses.

    SDKs take account ids and headers from the environment; only the provider may see them.
    """
    own = own_addresses(spec.protocol, os.environ) if spec.protocol in PROVIDERS else ()
    ids = vars(client).keys() & {"organization", "project"}
    if any(is_below(address_of(spec), each) for each in own):
        return [vars(client)[name] for name in ids if vars(client)[name]]
    vars(client).update(dict.fromkeys(ids), _custom_headers={})  # no constructor argument does it
    return []


def body_of(payload: Mapping[str, object], *, of: str) -> bytes:
    """Return the bytes of a request; U+FFFD replaces lone surrogates."""
    from pydantic_core import to_json  # 2 ms for 700 kB, where `json` takes 5

    try:
        return to_json(payload)
    except ValueError:
        pass
    try:
        return json.dumps(
            whole_text(dict(payload)), ensure_ascii=False, allow_nan=False, separators=(",", ":")
        ).encode()
    except (TypeError, ValueError, RecursionError) as error:
        raise Fault("bad_request", f"{of}: the request is no JSON: {error}") from None


def _limits(seconds: float) -> "httpx2.Timeout":
    import httpx2

    connected = CONNECTED * seconds
    return httpx2.Timeout(seconds, connect=connected, pool=connected)


def _status(fault: Fault) -> int:
    """Return the status of a fault, also of one in the body of a reply; 0 if none came."""
    if fault.kind in {"connection", "timeout"} or not fault.reached:
        return fault.status or 0
    return fault.status or (400 if fault.kind == "bad_request" else 200)
