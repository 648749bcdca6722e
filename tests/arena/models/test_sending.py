import asyncio
import json
import traceback
from datetime import UTC, datetime, timedelta
from email.utils import format_datetime
from typing import TYPE_CHECKING, Any

import httpx2
import pytest

from arena.errors import Fault
from arena.models.anthropic_messages import MessagesModel
from arena.models.environment import proxy_on_the_way
from arena.models.faults import retry_after, sentence
from arena.models.http_client import MOST_BYTES
from arena.models.keys import NO_KEY
from arena.models.opening import open_model
from arena.models.sdk import body_of
from arena.models.specs import parse
from arena.settings import ModelSettings
from tests.arena.models.helpers import (
    CLASSES,
    KEY,
    PROTOCOLS,
    SAY,
    SPECS,
    Handler,
    Server,
    model,
    raw_reply,
    send,
    three_turns,
)

if TYPE_CHECKING:
    from arena.models.types import Model

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
PATHS = {
    "openai": "/v1/responses",
    "openai-compatible": "/v1/chat/completions",
    "anthropic": "/v1/messages",
}


def fault(protocol: str, handler: Handler, seconds: float = 5.0) -> Fault:
    """Return the fault of a call."""
    with pytest.raises(Fault) as caught:
        send(model(protocol, handler), {"model": "m"}, seconds)
    return caught.value


def error(message: str, **more: object) -> dict[str, Any]:
    """Return the body of an error."""
    return {"error": {"message": message, **more}}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_request_is_the_payload_and_nothing_else(protocol: str) -> None:
    """The server gets exactly the payload as JSON, at the API's path, with the key."""
    server = Server(raw_reply(protocol, words="Yes."))
    opened = model(protocol, server)
    payload = opened.payload(three_turns(protocol), [SAY], "forced")
    send(opened, payload)
    (request,) = server.requests
    assert (request.method, request.url.path) == ("POST", PATHS[protocol])
    assert json.loads(request.content) == payload
    assert request.content == body_of(payload, of="")
    assert request.headers["content-type"] == "application/json"
    assert KEY in f"{request.headers.get('authorization')}{request.headers.get('x-api-key')}"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_reply_is_kept_as_it_came(protocol: str) -> None:
    """What is returned, to be recorded, is the server's JSON, unknown fields included."""
    raw = raw_reply(protocol, words="Zażółć 🧟", thoughts="Hm.") | {"news": {"x": [1, 2.5, None]}}
    assert send(model(protocol, Server(raw)), {}) == raw


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_half_a_surrogate_pair_is_not_sent(protocol: str) -> None:
    """No service takes it, not even as an escape of JSON: U+FFFD stands in its place."""
    server = Server(raw_reply(protocol, words="Yes."))
    send(model(protocol, server), {"text": "a\ud83e é"})
    (request,) = server.requests
    assert request.content == '{"text":"a\ufffd é"}'.encode()


def test_a_request_that_is_no_json_is_a_fault() -> None:
    """A payload that can't be written is refused before it is sent, and not tried again."""
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for payload in ({"x": object()}, {"x": deep}):
        with pytest.raises(Fault, match="the request is no JSON") as caught:
            body_of(payload, of="openai:m")
        assert caught.value.kind == "bad_request"


STATUSES = [
    (400, "bad_request", False),
    (401, "unauthorized", False),
    (402, "forbidden", False),
    (403, "forbidden", False),
    (404, "not_found", False),
    (408, "timeout", True),
    (409, "server", True),
    (413, "too_long", False),
    (418, "bad_request", False),
    (422, "bad_request", False),
    (429, "rate_limit", True),
    (500, "server", True),
    (502, "server", True),
    (503, "server", True),
    (504, "server", True),
    (529, "overloaded", True),
]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(("status", "kind", "retried"), STATUSES)
def test_each_status_has_its_kind(protocol: str, status: int, kind: str, *, retried: bool) -> None:
    """A status says whose turn it is: the server's, the key's owner's, or the caller's."""
    server = Server(error("No luck."), status=status)
    got = fault(protocol, server)
    assert (got.kind, got.status, got.retried) == (kind, status, retried)
    assert got.why == f"{SPECS[protocol]}: HTTP {status}: No luck."
    assert len(server.requests) == 1


@pytest.mark.parametrize(
    ("status", "unbilled"),
    [(None, False), (200, False), (400, True), (404, True), (408, False), (409, True), (429, True),
     (499, True), (500, False), (501, True), (502, False), (503, True), (504, False), (524, False),
     (529, True)],
)  # fmt: skip
def test_only_what_was_refused_is_free(status: int | None, *, unbilled: bool) -> None:
    """A gateway that gives up does not stop its model: only who refuses has not worked."""
    assert Fault("server", "No luck.", status=status).unbilled == unbilled
    assert Fault("server", "No luck.", status=status, reached=False).unbilled


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("code", ["insufficient_quota", "billing_not_active"])
def test_no_money_is_no_rate_limit(protocol: str, code: str) -> None:
    """A 429 for an empty account is not tried again."""
    got = fault(protocol, Server(error("You exceeded your quota.", code=code), status=429))
    assert (got.kind, got.retried) == ("forbidden", False)


@pytest.mark.parametrize("status", [500, 503, 529])
def test_overloaded_by_name(status: int) -> None:
    """Anthropic names an overload in the body, whatever the status."""
    body = {"type": "error", "error": {"type": "overloaded_error", "message": "Overloaded"}}
    assert fault("anthropic", Server(body, status=status)).kind == "overloaded"


@pytest.mark.parametrize(
    ("body", "said"),
    [
        ({"error": "model is loading"}, "model is loading"),
        ({"message": "wrong key"}, "wrong key"),
        ({"object": "error", "message": "wrong key"}, "wrong key"),
        ({"detail": "Not Found"}, "Not Found"),
        ({"detail": [{"msg": "field required"}, {"msg": "too long"}]}, "field required; too long"),
        (b"<html>Bad gateway</html>", "no reason given"),
        (b"", "no reason given"),
        (["no"], "no"),
        ({"error": {"message": 7}}, "no reason given"),
    ],
)
def test_the_reason_is_found_wherever_it_stands(body: object, said: str) -> None:
    """Servers have different places for a reason; a page for people is none."""
    got = fault("openai-compatible", Server(body, status=400))
    assert got.why == f"{SPECS['openai-compatible']}: HTTP 400: {said}"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_no_answer_in_time(protocol: str) -> None:
    """A call that takes longer than it may is a time-out."""

    async def slow(request: httpx2.Request) -> httpx2.Response:
        await asyncio.sleep(60)
        return httpx2.Response(200, request=request)

    got = fault(protocol, slow, seconds=0.01)
    assert (got.kind, got.retried) == ("timeout", True)
    assert got.why == f"{SPECS[protocol]}: no reply within 0.01 seconds"


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("error", [httpx2.ReadTimeout("slow"), httpx2.WriteTimeout("slow")])
def test_a_time_out_of_the_connection(protocol: str, error: Exception) -> None:
    """The connection's own time-out is the same fault, and the call has left."""

    def refuse(_: httpx2.Request) -> httpx2.Response:
        raise error

    got = fault(protocol, refuse)
    assert (got.kind, got.reached, got.unbilled) == ("timeout", True, False)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    ("error", "why"),
    [
        (httpx2.ConnectTimeout("too slow"), "too slow"),
        (httpx2.ConnectTimeout(""), "ConnectTimeout"),
        (httpx2.PoolTimeout("too many"), "too many"),
        (httpx2.ConnectError("refused"), "refused"),
    ],
)
def test_a_connection_that_was_never_made(protocol: str, error: Exception, why: str) -> None:
    """Nothing was sent, so nothing is to be paid; it may succeed later."""

    def refuse(_: httpx2.Request) -> httpx2.Response:
        raise error

    got = fault(protocol, refuse)
    assert (got.kind, got.reached, got.unbilled, got.retried) == ("connection", False, True, True)
    assert got.why == f"{SPECS[protocol]}: no connection: {why}"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_connection_has_less_time_than_its_call(protocol: str) -> None:
    """Else the call's own end would hide that nothing was sent."""
    server = Server(raw_reply(protocol, words="Yes."))
    send(model(protocol, server), {}, 20.0)
    limits = server.requests[0].extensions["timeout"]
    assert limits == {"connect": 18.0, "pool": 18.0, "read": 20.0, "write": 20.0}


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    "error",
    [
        httpx2.ConnectError("refused"),
        httpx2.RemoteProtocolError("peer closed connection"),
        httpx2.ReadError("reset"),
    ],
)
def test_no_connection(protocol: str, error: Exception) -> None:
    """A connection that is refused or breaks may succeed later; the fault says how it broke."""

    def refuse(_: httpx2.Request) -> httpx2.Response:
        raise error

    got = fault(protocol, refuse)
    assert (got.kind, got.retried, got.status) == ("connection", True, None)
    assert got.why == f"{SPECS[protocol]}: no connection: {error}"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_certificate_that_nobody_vouches_for(protocol: str) -> None:
    """A server of one's own mostly has one that it made itself: where it may be named is said."""

    def refuse(_: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("[SSL: CERTIFICATE_VERIFY_FAILED] self-signed certificate")

    got = fault(protocol, refuse)
    assert got.why.endswith("self-signed certificate. Possible: SSL_CERT_FILE, a file of "
                            "certificates (PEM) with that of the server.")  # fmt: skip


@pytest.mark.parametrize(
    "value", ["http://me:secret@corp:3128", "me:secret@corp:3128", "http://me:sec@secret@corp:3128"]
)
def test_a_proxy_is_told_without_its_password(value: str) -> None:
    """With a scheme and without; another host or scheme has no proxy."""
    told = proxy_on_the_way("https://a.test/v1", {"https_proxy": value})
    assert told is not None
    assert told.startswith("the proxy in https_proxy, ")
    assert told.endswith("***@corp:3128")
    assert "sec" not in told
    assert proxy_on_the_way("http://a.test/v1", {"https_proxy": value}) is None
    spared = {"ALL_PROXY": value, "NO_PROXY": "b.test,a.test"}
    assert proxy_on_the_way("https://a.test/v1", spared) is None


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("body", [b"", b" \n", b'{"output": [{"type": "mess', b'{"a": "b'])
def test_a_body_that_was_cut_off(protocol: str, body: bytes) -> None:
    """Half a body with status 200 is a connection that broke; it may succeed later."""
    got = fault(protocol, Server(body))
    assert (got.kind, got.retried) == ("connection", True)
    assert got.why == f"{SPECS[protocol]}: the reply was cut off after {len(body)} bytes"


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    "body",
    [
        b"<html>Sign in</html>",
        b"[1, 2]",
        b'"yes"',
        b"null",
        b'{"a": NaN}',
        b'{"a": 1e999}',
        b"\xff\xfe\xfd",
        b'{"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}",
        b'{"a": ' + b"9" * 5000 + b"}",
    ],
)
def test_a_body_that_is_no_json_object(protocol: str, body: bytes) -> None:
    """No model can have written it: the server's fault, and a passing one."""
    got = fault(protocol, Server(body))
    assert (got.kind, got.status, got.retried) == ("unreadable", 200, True)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    ("body", "what"),
    [
        (b"\n <!doctype html><p>Sign in", "a page of HTML, and no JSON"),
        (b'data: {"choices": []}\n\n', "a stream of events, and none was asked for"),
        (b"event: message_start\ndata: {}\n\n", "a stream of events, and none was asked for"),
        (b": keep-alive\n\ndata: [DONE]\n\n", "a stream of events, and none was asked for"),
        (b"[1]", "no JSON object"),
    ],
)
def test_what_came_in_place_of_json_is_named(protocol: str, body: bytes, what: str) -> None:
    """A page and a stream that nobody asked for are told apart from other bodies."""
    assert fault(protocol, Server(body)).why == f"{SPECS[protocol]}: the reply is {what}"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_half_of_a_pair_is_replaced_where_it_comes_in(protocol: str) -> None:
    """No UTF-8 has it, so no record could: U+FFFD stands in its place, and the reply is kept."""
    got = send(model(protocol, Server(b'{"a\\udc00": ["b\\ud83d", "\\ud83d\\ude00"]}')), {})
    assert got == {"a\ufffd": ["b\ufffd", "\U0001f600"]}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_reply_has_a_largest_size(protocol: str) -> None:
    """One of 4 MiB is taken; a larger one is neither read nor recorded."""
    raw = raw_reply(protocol, words="Yes.") | {"news": ""}
    raw["news"] = "x" * (MOST_BYTES - len(json.dumps(raw)))
    assert send(model(protocol, Server(raw)), {}) == raw
    raw["news"] += "x"
    got = fault(protocol, Server(raw))
    assert (got.kind, got.status, got.retried) == ("unreadable", 200, True)
    assert got.why == f"{SPECS[protocol]}: the reply has more than 4194304 bytes"


INSIDE = [
    ({"error": {"code": 429, "message": "Slow down."}}, "rate_limit"),
    ({"error": {"code": 502, "message": "Upstream."}}, "server"),
    ({"error": {"code": "rate_limit_exceeded", "message": "Slow down."}}, "rate_limit"),
    ({"error": {"code": "invalid_prompt", "message": "No."}}, "bad_request"),
    ({"error": {"code": "server_error", "message": "Oops."}, "status": "failed"}, "server"),
    ({"error": {"type": "overloaded_error", "message": "Busy."}}, "overloaded"),
    ({"error": "oops"}, "server"),
]


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(("body", "kind"), INSIDE)
def test_an_error_inside_a_reply(protocol: str, body: dict[str, Any], kind: str) -> None:
    """Gateways send an error with status 200; it is the fault that it tells of."""
    got = fault(protocol, Server(body))
    assert got.kind == kind
    assert got.why.startswith(f"{SPECS[protocol]}: the reply tells of an error: ")


@pytest.mark.parametrize("error", [None, {}, "", [], {"message": "partly"}])
def test_a_whole_reply_beside_an_error(error: object) -> None:
    """A reply that is there counts, whatever stands beside it."""
    raw = raw_reply("openai", words="Yes.") | {"error": error}
    assert send(model("openai", Server(raw)), {}) == raw


@pytest.mark.parametrize(
    ("headers", "seconds"),
    [
        ({}, None),
        ({"retry-after": "7"}, 7.0),
        ({"retry-after": "0.5"}, 0.5),
        ({"retry-after-ms": "250", "retry-after": "7"}, 0.25),
        ({"retry-after-ms": "soon", "retry-after": "7"}, 7.0),
        ({"retry-after": "-3"}, 0.0),
        ({"retry-after": "nan"}, None),
        ({"retry-after": "inf"}, None),
        ({"retry-after": "soon"}, None),
        ({"retry-after": format_datetime(NOW + timedelta(seconds=90), usegmt=True)}, 90.0),
        ({"retry-after": format_datetime(NOW - timedelta(seconds=90), usegmt=True)}, 0.0),
        ({"retry-after": "Thu, 01 Jan 2026 12:01:00"}, 60.0),
        ({"retry-after": "Thu, 99 Foo 2026 12:01:00 GMT"}, None),
    ],
)
def test_how_long_a_server_asks_to_wait(headers: dict[str, str], seconds: float | None) -> None:
    """Milliseconds go before seconds, which may be a date; nonsense counts as nothing."""
    assert retry_after(headers, NOW) == seconds


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_the_wait_comes_with_the_fault(protocol: str) -> None:
    """What the server asks for is there for whoever tries again."""
    server = Server(error("Slow down."), status=429, headers={"retry-after": "7"})
    assert fault(protocol, server).retry_after == 7.0


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("status", [400, 401, 200])
def test_no_key_in_a_fault(protocol: str, status: int) -> None:
    """A server that repeats the key does not bring it into errors, tracebacks or logs."""
    server = Server(error(f"Incorrect API key {KEY}, not sk-abc***xyz9."), status=status)
    got = fault(protocol, server)
    shown = "".join(traceback.format_exception(got)) + repr(got) + str(vars(got))
    assert KEY not in shown
    assert "Incorrect API key ***, not ***" in got.why
    assert got.__cause__ is None
    assert got.__context__ is None


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(
    ("key", "written"),
    [
        (KEY, KEY),
        ("Qx7/12+a", "Qx7/12+a"),
        ("Qx7/12+a", "Qx7\\/12+a"),
        ('Qx"7\\8', 'Qx\\"7\\\\8'),
    ],
)
def test_no_key_in_a_reply(protocol: str, key: str, written: str) -> None:
    """A server that repeats the key does not bring it into what is recorded, name or value."""
    raw = raw_reply(protocol, words="You sent SECRET.") | {"news": {"SECRET": "SECRET"}}
    body = json.dumps(raw).replace("SECRET", written).encode()
    client = httpx2.AsyncClient(transport=httpx2.MockTransport(Server(body)))
    opened = CLASSES[protocol](parse(SPECS[protocol]), ModelSettings(), key=key, http_client=client)
    got = send(opened, {})
    assert got == json.loads(json.dumps(raw).replace("SECRET", "***"))
    assert opened.read(got).text == "You sent ***."


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize("key", [NO_KEY, "m", "abc"])
def test_what_is_no_secret_stays_in_a_reply(protocol: str, key: str) -> None:
    """Neither the stand-in for a key nor a few letters are taken out of what a model says."""
    raw = raw_reply(protocol, words="I have none, my abc.")
    client = httpx2.AsyncClient(transport=httpx2.MockTransport(Server(raw)))
    opened = CLASSES[protocol](parse(SPECS[protocol]), ModelSettings(), key=key, http_client=client)
    assert send(opened, {}) == raw


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_no_key_in_a_broken_connection(protocol: str) -> None:
    """Nor does a connection's own error."""

    def refuse(_: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError(f"refused with {KEY}")

    assert fault(protocol, refuse).why.endswith("refused with ***")


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_no_key_in_a_model(protocol: str) -> None:
    """A model shows what it is and not its key."""
    shown = repr(model(protocol))
    assert SPECS[protocol] in shown
    assert KEY not in shown


def test_a_reason_is_one_short_line() -> None:
    """A page of reasons is cut at 300 characters, and can't move the cursor."""
    why = sentence("a\n\nb\x1b[2J " + "c" * 999)
    assert why.startswith("a b\\x1b[2J ccc")
    assert len(why) == 300
    assert why.endswith("c…")


def test_a_key_at_the_cut_is_gone() -> None:
    """Keys are taken out before a reason is cut: half a key is no secret kept."""
    assert "sk-" not in sentence("c" * 290 + " " + KEY, [KEY])


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_cancelled_call_is_cancelled(protocol: str) -> None:
    """Whoever stops waiting is not told of a fault."""

    async def slow(request: httpx2.Request) -> httpx2.Response:
        await asyncio.sleep(60)
        return httpx2.Response(200, request=request)

    async def cancelled() -> bool:
        opened = model(protocol, slow)
        task = asyncio.create_task(opened.send({}, 60.0))
        await asyncio.sleep(0.01)
        task.cancel()
        (result,) = await asyncio.gather(task, return_exceptions=True)
        await opened.close()
        return isinstance(result, asyncio.CancelledError)

    assert asyncio.run(cancelled())


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_many_calls_at_once(protocol: str) -> None:
    """One model serves all seats of all games: 200 calls wait together."""
    arrived = 0
    everybody = asyncio.Event()

    async def together(_: httpx2.Request) -> httpx2.Response:
        nonlocal arrived
        arrived += 1
        if arrived == 200:
            everybody.set()
        await everybody.wait()
        return httpx2.Response(200, json=raw_reply(protocol, words="Yes."))

    async def calls() -> int:
        opened = model(protocol, together)
        replies = await asyncio.gather(*(opened.send({}, 60.0) for _ in range(200)))
        await opened.close()
        return len(replies)

    assert asyncio.run(calls()) == 200


@pytest.mark.parametrize(
    "said",
    [
        "tool_choice `required` is not supported",
        "`required` is not a valid choice",
        "Failed to initialize samplers",
        "guided decoding is not supported",
        "JSON schema conversion failed",
        "Thinking may not be enabled when tool_choice forces tool use.",
        "No endpoints found that support tool use.",
        "",
    ],
)
@pytest.mark.parametrize("status", [400, 404, 405, 422, 501])
def test_a_request_that_is_refused(status: int, said: str) -> None:
    """In whatever words: it may be asked in another way."""
    assert fault("openai-compatible", Server(error(said), status=status)).refused


TOO_LONG = (
    "This model's maximum context length is 16384 tokens. However, you requested 122946 tokens.",
    "You passed 1015 input tokens. However, the model's context length is only 1024 tokens.",
    "the request exceeds the available context size, try increasing it",
    "Your input exceeds the context window of this model.",
    "prompt is too long: 213462 tokens > 200000 maximum",
    "input length and `max_tokens` exceed context limit: 188240 + 21333 > 200000",
    "Input is too long for requested model.",
    "The input token count (1196265) exceeds the maximum number of tokens allowed (1048575)",
    "This model's maximum prompt length is 131072 but the request contains 537812 tokens",
    "Please reduce the length of the messages or completion",
    "Your request exceeded model token limit: 8192 (requested: 9000)",
    "tokens to keep from the initial prompt is greater than the context length",
    "The decoder prompt (length 40000) is longer than the maximum model length of 32768.",
    "Prompt exceeds max length",
    "max_tokens must be at least 1, got -12.",
    "Prompt length 9000 is greater than max_seq_len 8192",
    "`inputs` tokens + `max_new_tokens` must be <= 4096. Given: 4000 `inputs` tokens and 600.",
    "`inputs` must have less than 4095 tokens. Given: 5000",
    "Range of input length should be [1, 30720]",
    "The input (9000 tokens) is longer than the model's context length (8192 tokens).",
    "Request exceeds the maximum size",
    "Input length exceeds maximum sequence length",
    "Trying to keep the first 4096 tokens when context overflows.",
    "failed to find free space in the KV cache",
    "max_tokens must be at least 1, got 0.",
    "The request exceeds the limit of 8,192 tokens.",
)


@pytest.mark.parametrize("said", TOO_LONG)
@pytest.mark.parametrize("status", [400, 413, 422, 429, 500, 503])
def test_a_conversation_that_is_too_long(status: int, said: str) -> None:
    """As servers say it; some call it their own failure. It is neither tried again nor in doubt."""
    found = fault("openai-compatible", Server(error(said), status=status))
    assert (found.kind, found.retried, found.refused) == ("too_long", False, False)


@pytest.mark.parametrize(
    ("status", "more"),
    [
        (400, {"code": "context_length_exceeded"}),
        (500, {"type": "exceed_context_size_error"}),
        (413, {}),
        (413, {"type": "request_too_large"}),
    ],
)
def test_a_code_or_a_status_says_it_too(status: int, more: dict[str, Any]) -> None:
    """Whatever stands in the message."""
    assert fault("openai", Server(error("No.", **more), status=status)).kind == "too_long"


def test_an_error_in_a_reply_of_status_200_says_it_too() -> None:
    """As some gateways do."""
    raw = {"error": {"message": TOO_LONG[0], "code": 400}}
    assert fault("openai-compatible", Server(raw)).kind == "too_long"


@pytest.mark.parametrize(
    ("status", "said"),
    [
        (400, "max_tokens is too large: 100000"), (400, "tool_choice needs tools"),
        (400, "temperature exceeds 1"), (429, "too many tokens per minute"),
        (401, "the context window is closed to this key"),
        (500, "Request exceeds maximum queue size"), (503, "exceeds max concurrency"),
        (500, "The queue is longer than the maximum"), (503, "Request waits longer than the max"),
        (400, "max_tokens exceeds the limit of this model"),
        (400, "request exceeds max_tokens limit"), (429, "too many requests in queue"),
        (429, "Limit 10 requests, requested 12"), (429, "tokens: limit 5, requested 9 concurrent"),
        (429, "TPM limit 9, requested 10. Try again in 3 s."),
        (429, "tokens remaining: limit 0, requested 9"),
    ],
)  # fmt: skip
def test_what_only_sounds_like_it(status: int, said: str) -> None:
    """A setting, a rate and a key are no matter of length."""
    assert fault("openai-compatible", Server(error(said), status=status)).kind != "too_long"


LARGE = "Request too large for gpt-9 on tokens per min (TPM): Limit {}, Requested {}. Visit us."


@pytest.mark.parametrize(
    ("said", "kind"),
    [
        (LARGE.format("10000", "12073"), "too_long"),
        (LARGE.format("10,000", "12,073"), "too_long"),
        ("This request is too large: requested 12073 tokens, limit 10000.", "too_long"),
        ("Request too large for this model.", "too_long"),
        ("Rate limit reached: Limit 10000, Used 9000, Requested 1200.", "rate_limit"),
        ("Rate limit reached on tokens per min (TPM): Limit 10000, Requested 1200.", "rate_limit"),
    ],
)
def test_a_rate_that_never_lets_a_request_through_is_a_matter_of_length(
    said: str, kind: str
) -> None:
    """To wait would be no help where more is asked for than may be at all."""
    found = fault("openai-compatible", Server(error(said, code="rate_limit_exceeded"), status=429))
    assert found.kind == kind


def test_an_error_in_a_list_tells_its_reason_and_when_to_come_back() -> None:
    """As Google's endpoint has it."""
    body = [{"error": {
        "code": 429, "message": "Slow down.", "status": "RESOURCE_EXHAUSTED",
        "details": [{"@type": "x"}, {"@type": "RetryInfo", "retryDelay": "2.5s"}],
    }}]  # fmt: skip
    found = fault("openai-compatible", Server(body, status=429))
    assert found.why.endswith("HTTP 429: Slow down.")
    assert found.retry_after == 2.5


@pytest.mark.parametrize(
    "given",
    [
        {"error": {"message": "Provider returned error", "metadata": {
            "raw": '{"error": {"message": "Really so."}}', "provider_name": "x"}}},
        {"error": {"message": '{"error": {"message": "Really so."}}'}},
        {"error": {"message": {"error": {"message": "Really so."}}}},
        {"detail": {"message": "Really so."}},
        {"detail": [{"msg": "Really so."}]},
        [{"error": "Really so."}],
    ],
)  # fmt: skip
def test_an_error_within_an_error_tells_its_reason(given: object) -> None:
    """What a router hands on says more than that it did."""
    assert fault("openai-compatible", Server(given, status=400)).why.endswith("Really so.")


@pytest.mark.parametrize("status", [301, 401, 402, 403, 408, 409, 413, 429, 500, 503, 529])
def test_a_request_that_failed_otherwise(status: int) -> None:
    """Asking in another way would be no help."""
    found = fault("openai-compatible", Server(error("tool_choice"), status=status))
    assert not found.refused


@pytest.mark.parametrize(
    "spec",
    [
        "anthropic:claude-9@http://127.0.0.1:9",
        "anthropic:claude-9@http://127.0.0.1:9/v1",
        "anthropic:claude-9@http://127.0.0.1:9/v1/",
    ],
)
def test_anthropic_addresses_with_and_without_version(spec: str) -> None:
    """The version may stand in the address of Anthropic's API, as in that of the others."""
    server = Server(raw_reply("anthropic", words="Yes."))
    client = httpx2.AsyncClient(transport=httpx2.MockTransport(server))
    opened = MessagesModel(parse(spec), ModelSettings(), key=KEY, http_client=client)
    send(opened, {})
    assert str(server.requests[0].url) == "http://127.0.0.1:9/v1/messages"


@pytest.mark.parametrize(
    ("spec", "variable", "url"),
    [
        ("openai:gpt-9", "OPENAI_BASE_URL", "http://proxy.test/v1/responses"),
        ("anthropic:claude-9", "ANTHROPIC_BASE_URL", "http://proxy.test/v1/messages"),
    ],
)
def test_addresses_from_the_environment(
    spec: str, variable: str, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A spec without an address goes where the SDK's own variable says."""
    suffix = "/v1" if variable.startswith("OPENAI") else ""
    monkeypatch.setenv(variable, f"http://proxy.test{suffix}")
    server = Server({})
    client = httpx2.AsyncClient(transport=httpx2.MockTransport(server))
    named = parse(spec)
    opened = CLASSES[named.protocol](named, ModelSettings(), key=KEY, http_client=client)
    send(opened, {})
    assert str(server.requests[0].url) == url


ACCOUNT = {
    "OPENAI_ORG_ID": "org-mine",
    "OPENAI_PROJECT_ID": "proj-mine",
    "OPENAI_CUSTOM_HEADERS": "X-Gateway: gate-mine\nAuthorization: Bearer gate-mine",
    "ANTHROPIC_CUSTOM_HEADERS": "X-Gateway: gate-mine\nx-api-key: gate-mine",
}
OTHER_KEYS = dict.fromkeys(
    ("OPENAI_API_KEY", "OPENAI_ADMIN_KEY", "ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"),
    "key-of-mine",
)


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("openai:gpt-9", {"org-mine", "proj-mine", "gate-mine"}),
        ("openai:gpt-9@https://api.openai.com/v1", {"org-mine", "proj-mine", "gate-mine"}),
        ("openai:gpt-9@http://server.test/v1", set()),
        ("openai:gpt-9@http://api.openai.com/v1", set()),
        ("openai-compatible:qwen@http://server.test/v1", set()),
        ("openai-compatible:qwen@https://api.openai.com/v1", set()),
        ("anthropic:claude-9", {"gate-mine"}),
        ("anthropic:claude-9@https://api.anthropic.com/v1", {"gate-mine"}),
        ("anthropic:claude-9@http://server.test", set()),
    ],
)
def test_an_account_is_told_to_its_provider_only(
    spec: str, told: set[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Organization, project, headers and keys of the environment don't reach another server."""
    for name, value in (ACCOUNT | OTHER_KEYS).items():
        monkeypatch.setenv(name, value)
    for name in ("OPENAI_BASE_URL", "ANTHROPIC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
    named, server = parse(spec), Server({})
    client = httpx2.AsyncClient(transport=httpx2.MockTransport(server))
    send(CLASSES[named.protocol](named, ModelSettings(), key=KEY, http_client=client), {})
    headers = server.requests[0].headers
    sent = str(headers.multi_items())
    assert {each for each in ("org-mine", "proj-mine", "gate-mine") if each in sent} == told
    assert "key-of-mine" not in sent
    if not told:
        assert KEY in f"{headers.get('authorization')}{headers.get('x-api-key')}"


@pytest.mark.parametrize(
    ("spec", "variable"),
    [("openai:gpt-9", "OPENAI_BASE_URL"), ("anthropic:claude-9", "ANTHROPIC_BASE_URL")],
)
def test_an_account_is_told_to_the_gateway_that_its_owner_names(
    spec: str, variable: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Headers and address stand side by side in the environment: they are meant for each other."""
    for name, value in (ACCOUNT | {variable: "http://gate.test/v1"}).items():
        monkeypatch.setenv(name, value)
    named, server = parse(spec), Server({})
    client = httpx2.AsyncClient(transport=httpx2.MockTransport(server))
    send(CLASSES[named.protocol](named, ModelSettings(), key=KEY, http_client=client), {})
    assert server.requests[0].headers["x-gateway"] == "gate-mine"
    assert server.requests[0].url.host == "gate.test"


@pytest.mark.parametrize(
    ("spec", "variable", "host"),
    [
        ("openai:gpt-9", "OPENAI_BASE_URL", "api.openai.com"),
        ("anthropic:claude-9", "ANTHROPIC_BASE_URL", "api.anthropic.com"),
    ],
)
def test_an_address_that_is_set_to_nothing_is_not_set(
    spec: str, variable: str, host: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As a key that is set to nothing is not."""
    monkeypatch.setenv(variable, " ")
    named, server = parse(spec), Server({})
    client = httpx2.AsyncClient(transport=httpx2.MockTransport(server))
    send(CLASSES[named.protocol](named, ModelSettings(), key=KEY, http_client=client), {})
    assert server.requests[0].url.host == host


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_model_is_opened_from_its_spec(protocol: str) -> None:
    """Opening gives the adapter of the spec's API, which is what the seats know as a model."""
    opened: Model = open_model(parse(SPECS[protocol]), ModelSettings(call_seconds=9.0), key=None)
    assert opened.spec == SPECS[protocol]
    assert opened.settings.call_seconds == 9.0
    asyncio.run(opened.close())


def test_nobody_listens() -> None:
    """A real connection that nobody answers is a fault, not a crash."""
    spec = parse("openai-compatible:m@http://127.0.0.1:9/v1")

    async def call() -> None:
        opened = open_model(spec, ModelSettings(), key=None)
        try:
            await opened.send({}, 5.0)
        finally:
            await opened.close()

    with pytest.raises(Fault) as caught:
        asyncio.run(call())
    assert caught.value.kind == "connection"
