"""Why a server refused is told, wherever in the body of its error it stands."""

import json
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import Fault
from arena.models.chat_stream import whole_reply
from arena.models.error_bodies import error_data, error_words, is_error
from tests.arena.models.helpers import KEY, PROTOCOLS, SAY, SPECS, Server, model, raw_reply, send
from tests.arena.models.test_departures import Body, has
from tests.arena.models.test_sending import fault
from tests.arena.models.test_sent_beside import conversation

CHAT = "openai-compatible"
WHY = "max_tokens is deprecated in favor of max_completion_tokens"


def said(body: object, status: int = 400) -> str:
    """Return what is told of an error's body."""
    return fault(CHAT, Server(body, status=status)).why.removeprefix(
        f"{SPECS[CHAT]}: HTTP {status}: "
    )


@pytest.mark.parametrize(
    "body",
    [
        WHY.encode(), f"\n  {WHY}\r\nat line 7".encode(), json.dumps(WHY).encode(),
        f"\ufeff{WHY}".encode(), f"\ufeff{json.dumps({'message': WHY})}".encode(),
        {"errors": [{"message": WHY}]}, {"errors": [WHY]}, {"errors": {"message": WHY}},
        {"error": [{"message": WHY}]}, {"error": [WHY]}, {"error": {"errors": [{"message": WHY}]}},
        {"error": {"errors": [WHY]}}, {"detail": {"error": {"message": WHY}}}, {"detail": [WHY]},
        {"message": [WHY]}, {"error": {"detail": WHY}}, {"error": {"reason": WHY}},
        {"error": {"msg": WHY}}, {"Message": WHY}, {"error_msg": WHY}, {"errorMessage": WHY},
        {"base_resp": {"status_code": 2013, "status_msg": WHY}}, [WHY],
        {"fault": {"faultstring": WHY, "detail": {"errorcode": "steps.x"}}},
        {"response": {"status": 400, "problems": [{"reason": WHY}]}},
        {"title": WHY, "type": "about:blank", "status": 400},
        {"error": {"code": 7, "message": None}, "message": WHY},
        f"<html><head><title>{WHY}</title></head><body>x</body></html>".encode(),
        f"<!doctype html><h1 class='x'>\n{WHY}</h1>".encode(),
        f'<?xml version="1.0"?><Error><Code>X</Code><Message>{WHY}</Message></Error>'.encode(),
        f"<error><message><![CDATA[{WHY}]]></message></error>".encode(),
        f"data: {json.dumps({'error': {'message': WHY}})}\n\n".encode(),
        f'event: error\ndata: {json.dumps({"message": WHY})}\n\ndata: [DONE]\n\n'.encode(),
        f": ping\n\ndata: {WHY}\n\n".encode(),
        f'{json.dumps({"error": WHY})}\n{{"done": true}}\n'.encode(),
    ],
)  # fmt: skip
def test_the_reason_is_told(body: object) -> None:
    """Servers, gateways and routers have a place of their own for it."""
    assert said(body) == WHY


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ([{"message": "One."}, {"error": {"message": "Two."}}], "One.; Two."),
        ({"error": "bad_request", "error_description": "No top_k."}, "bad_request: No top_k."),
        ({"error": "Bad Request", "message": "No top_k."}, "Bad Request: No top_k."),
        ({"error": "Bad Request", "message": "Bad Request"}, "Bad Request"),
        ({"message": "Invalid", "errors": [{"message": "No top_k."}]}, "Invalid: No top_k."),
        ({"error": {"code": "model_not_found"}}, "model_not_found"),
        ({"error": {"message": "Provider returned error", "metadata": {
            "raw": "prompt is odd", "provider_name": "x"}}},
         "Provider returned error: prompt is odd"),
        ({"error": {"message": "Provider returned error", "metadata": {
            "raw": '{"detail": ["prompt is odd"]}'}}}, "Provider returned error: prompt is odd"),
        (b"<h1>Don&#39;t</h1>", "Don't"),
        (b"<p>Sign in</p>", "no reason given"),
        (b"null", "no reason given"), (b"[]", "no reason given"), (b"{}", "no reason given"),
        (b"\x1f\x8b\xff\x00", "no reason given"),
        ({"input": {"message": "I am told."}, "x": [[{"message": "No."}]]}, "no reason given"),
    ],
)  # fmt: skip
def test_what_is_said_in_several_places_is_told_together(body: object, told: str) -> None:
    """A code and its words; what a router hands on. What was sent is no reason."""
    assert said(body) == told


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ({"detail": [{"type": "extra_forbidden", "loc": ["body", "max_tokens"], "input": 600,
                      "msg": "Extra inputs are not permitted"}]},
         "body.max_tokens: Extra inputs are not permitted"),
        ({"detail": [{"loc": ["body", "messages", 0], "msg": "No."}, {"loc": 7, "msg": "Odd."}]},
         "body.messages.0: No.; 7: Odd."),
        ({"error": {"message": "Unsupported parameter.", "param": "max_tokens"}},
         "max_tokens: Unsupported parameter."),
        ({"error": {"message": "Unsupported parameter: 'max_tokens'.", "param": "max_tokens"}},
         "Unsupported parameter: 'max_tokens'."),
        ({"errors": [{"field": "parallel_tool_calls", "message": "unknown"}]},
         "parallel_tool_calls: unknown"),
        ({"error": {"message": "No.", "param": None, "loc": {}}}, "No."),
    ],
)  # fmt: skip
def test_the_part_that_is_refused_is_told_too(body: object, told: str) -> None:
    """It may be all that tells what could be left out."""
    assert said(body, 422) == told


def test_a_fault_knows_the_parameter() -> None:
    """As before, where it is told as such."""
    body = {"error": {"message": "Unsupported parameter.", "param": "max_tokens"}}
    assert fault(CHAT, Server(body, status=400)).param == "max_tokens"


@pytest.mark.parametrize(
    "body",
    [
        WHY.encode(),
        {"detail": [{"loc": ["body", "max_tokens"], "msg": "Extra inputs are not permitted"}]},
        {"error": {"message": "Unsupported parameter.", "param": "max_tokens"}},
        {"errors": [{"field": "max_tokens", "message": "unknown"}]},
    ],
)
async def test_what_is_told_is_learned_of(body: object) -> None:
    """The name of the limit is the other one from then on, however the refusal was written."""
    asked: list[Body] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        asked.append(json.loads(request.content))
        if has("max_tokens")(asked[-1]):
            return Server(body, status=400)(request)
        return httpx2.Response(200, json=raw_reply(CHAT, words="Yes."))

    opened = model(CHAT, answer, max_output=600)
    await opened.send(opened.payload(conversation(), [SAY], "forced"), 5.0)
    assert [each.get("max_completion_tokens") for each in asked] == [None, 600]


ERRORS: list[tuple[dict[str, Any], str, int | None, str]] = [
    ({"object": "error", "message": "No top_k.", "code": 400}, "bad_request", 400, "No top_k."),
    ({"object": "error", "message": "No.", "code": "404", "param": None}, "not_found", 404, "No."),
    ({"type": "error", "message": "Down."}, "server", None, "Down."),
    ({"code": 429, "message": "Slow down."}, "rate_limit", 429, "Slow down."),
    ({"status": 503, "message": "Down."}, "server", 503, "Down."),
    ({"status": "error", "message": "Down."}, "server", None, "Down."),
    ({"success": False, "code": 1261, "msg": "Prompt 超长"}, "too_long", None, "Prompt 超长"),
    ({"error_code": 336003, "error_msg": "No."}, "server", None, "No."),
    ({"choices": None, "base_resp": {"status_code": 1004, "status_msg": "No."}}, "server", None,
     "No."),
    ({"code": "InvalidParameter", "message": "No."}, "server", None, "No."),
    ({"error": [{"message": "No.", "code": 422}]}, "bad_request", 422, "No."),
    ({"object": "error", "message": "prompt is too long", "code": 400}, "too_long", 400,
     "prompt is too long"),
]  # fmt: skip


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(("body", "kind", "status", "told"), ERRORS)
def test_an_error_in_place_of_a_reply(
    body: dict[str, Any], kind: str, status: int | None, told: str, protocol: str
) -> None:
    """With status 200, and without an `error`: its code is the status."""
    got = fault(protocol, Server(body))
    assert (got.kind, got.status) == (kind, status)
    assert got.why == f"{SPECS[protocol]}: the reply tells of an error: {told}"


@pytest.mark.parametrize(("body", "kind", "status", "told"), ERRORS)
def test_an_error_as_an_event(
    body: dict[str, Any], kind: str, status: int | None, told: str
) -> None:
    """A stream that ends so is no broken connection."""
    begin = 'data: {"choices": [{"index": 0, "delta": {"content": "We"}}]}\n\n'
    got = fault(CHAT, Server(f"{begin}data: {json.dumps(body)}\n\n".encode()))
    assert (got.kind, got.status) == (kind, status)
    assert got.why.endswith(told)


@pytest.mark.parametrize(
    "raw",
    [
        {"code": 0, "message": "ok", "id": "x"}, {"code": 200, "message": "success"},
        {"status": "processing", "message": "queued"}, {"code": 400}, {"object": "list"},
        {"data": [{"id": "m"}], "code": 400, "message": "partly"}, {"success": True, "msg": "x"},
        {"status": "completed", "output": [], "message": "x"}, {"code": True, "message": "x"},
        {"choices": [{}], "object": "error", "message": "x"}, {"status": "ok", "detail": "x"},
    ],
)  # fmt: skip
def test_what_is_no_error(raw: dict[str, Any]) -> None:
    """A code that says that all is well, progress, and whatever has an answer in it."""
    assert not is_error(raw)


def test_progress_in_a_stream_is_passed_over() -> None:
    """It has no choices, and the reply comes behind it."""
    body = (
        b'data: {"status": "processing", "message": "queued"}\n\n'
        b'data: {"choices": [{"delta": {"content": "Yes"}, "finish_reason": "stop"}]}\n\n'
    )
    found = whole_reply(body)
    assert found is not None
    assert found["choices"][0]["message"] == {"content": "Yes"}


@pytest.mark.parametrize("status", [400, 422, 500, 503])
@pytest.mark.parametrize(
    "said",
    [
        "engine is currently overloaded, try again later", "Overloaded", "The server is busy.",
        "The model is temporarily unavailable", "Service is too busy. We advise to switch.",
        "The upstream is at capacity",
    ],
)  # fmt: skip
def test_who_is_busy_is_asked_again(status: int, said: str) -> None:
    """Whatever the status: nothing is wrong with the request."""
    got = fault(CHAT, Server({"error": {"message": said}}, status=status))
    assert (got.kind, got.retried, got.refused) == ("overloaded", True, False)


@pytest.mark.parametrize(
    "said",
    [
        "overloaded functions are not supported", "Invalid request. Please fix it and try again.",
        "This model is unavailable in your region", "tools need capacity", "No. Try again later.",
        "prompt: the servers were overloaded all day",
    ],
)  # fmt: skip
def test_a_bad_request_is_not_sent_again(said: str) -> None:
    """It would be refused each time."""
    got = fault(CHAT, Server({"error": {"message": said}}, status=400))
    assert (got.kind, got.retried) == ("bad_request", False)


@pytest.mark.parametrize(
    "body",
    [
        f"Bad key {KEY}".encode(), f"<title>{KEY}</title>".encode(), json.dumps([KEY]).encode(),
        f"<title>{KEY.replace('-', '&#45;')}</title>".encode(),
        json.dumps({"errors": [{"field": KEY, "message": f"'{KEY}'"}]}).encode(),
        json.dumps({"error": {"message": "x", "metadata": {"raw": KEY}}}).encode(),
        f"data: {json.dumps({'detail': json.dumps({'msg': KEY})})}\n\n".encode(),
        ("x " * 145 + KEY).encode(),
    ],
)  # fmt: skip
def test_no_key_is_told(body: bytes) -> None:
    """Wherever a server repeats it, and at the cut of a long reason."""
    got = fault(CHAT, Server(body, status=400))
    assert "sk-" not in got.why
    assert KEY not in str(vars(got)) or got.param == KEY
    assert len(got.why) <= 300


DEEP = [
    b"[" * 100_000 + b"]" * 100_000,
    b'{"error":' * 100_000 + b"1" + b"}" * 100_000,
    b'{"errors":[' * 300 + b'"x"' + b"]}" * 300,
    json.dumps({"errors": [{"message": "x" * 9}] * 100_000}).encode(),
    json.dumps({"message": "in " * 500_000}).encode(),
    b"input tokens " * 100_000,
    b"<" * 1_000_000,
    b"<title " * 100_000,
    b'{"code": ' + b"9" * 5_000 + b"}",
    b"data: " * 100_000,
    b'{"message": "\\ud83d"}',
]


@pytest.mark.parametrize("status", [200, 400])
@pytest.mark.parametrize("body", DEEP, ids=range(len(DEEP)))
def test_no_body_is_too_deep_or_too_large(status: int, body: bytes) -> None:
    """Whatever comes is a fault with a short reason, or a reply."""
    try:
        send(model(CHAT, Server(body, status=status)), {"model": "m"})
    except Fault as caught:
        assert len(caught.why) <= 300  # noqa: PT017 - some are replies
        assert caught.why.isprintable()  # noqa: PT017


def test_json_in_json_in_json_is_opened_so_often() -> None:
    """And told as it is from there on."""
    body = "No."
    for _ in range(9):
        body = json.dumps({"message": body})
    assert "No." in said(body.encode())


NAMES = st.sampled_from([
    "error", "errors", "message", "msg", "detail", "details", "loc", "param", "field", "code",
    "status", "metadata", "raw", "type", "object", "base_resp", "success", "reason", "title",
])  # fmt: skip
ANY_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=9) | st.just('{"error": "x"}'),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(NAMES, inner, max_size=5),
    max_leaves=20,
)


@given(body=ANY_JSON, status=st.sampled_from([200, 400, 429, 500]))
def test_no_json_raises_anything_but_a_fault(body: object, status: int) -> None:
    """Whatever stands under the names that are looked at."""
    opened = model(CHAT)
    written = json.dumps(body).encode()
    assert isinstance(error_words(error_data(written)), str)
    try:
        opened._reply(written)
    except Fault as caught:
        assert caught.why.isprintable()  # noqa: PT017 - some are replies
    if status != 200:
        assert isinstance(said(written, status), str)


@given(body=st.binary(max_size=40))
def test_no_bytes_raise_anything(body: bytes) -> None:
    """Nor do other bytes."""
    assert isinstance(error_words(error_data(body)), str)
