"""What goes wrong on purpose, as the real clients meet it; and the schedule that says when."""

import asyncio
import json
import zlib
from typing import Any, get_args

import anthropic
import openai
import pytest

from arena.errors import ConfigError
from arena.provider import App, Provider, Trouble
from arena.provider.bad_transport import BOMB_BYTES, REDIRECT, bomb
from arena.provider.trouble import KINDS, STATUSES, ConnectionKind, ReplyKind, Schedule, TroubleKind
from tests.arena.provider.clients import (
    SCHEMAS,
    SENDERS,
    VOTE,
    Body,
    chat,
    chat_body,
    message,
    messages_body,
    raw,
    respond,
    responses_body,
)

PROTOCOLS = list(SENDERS)
HEADERS = {"authorization": "Bearer any", "x-api-key": "any", "anthropic-version": "2023-06-01"}


def with_trouble(kind: TroubleKind, protocol: str, **more: Any) -> Any:  # noqa: ANN401 - a reply
    """Return the one reply of a protocol that meets a trouble."""
    send, body = SENDERS[protocol]
    app = App((Trouble(kind=kind, **more),))
    (reply,) = send(body(), app=app)
    return reply


def called(reply: Any) -> list[tuple[str, str]]:  # noqa: ANN401
    """Return name and arguments of each call, whichever protocol it is."""
    if reply.__class__.__name__ == "Response":
        return [(i.name, i.arguments) for i in reply.output if i.type == "function_call"]
    if reply.__class__.__name__ == "ChatCompletion":
        calls = reply.choices[0].message.tool_calls or ()
        return [(call.function.name, call.function.arguments) for call in calls]
    return [(b.name, json.dumps(b.input)) for b in reply.content if b.type == "tool_use"]


def call_as_text(reply: Any) -> str:  # noqa: ANN401
    """Return the words, whichever protocol it is."""
    if reply.__class__.__name__ == "Response":
        return str(reply.output_text)
    if reply.__class__.__name__ == "ChatCompletion":
        return reply.choices[0].message.content or ""
    return "".join(block.text for block in reply.content if block.type == "text")


@pytest.mark.parametrize("kind", list(STATUSES))
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_status_is_raised_by_the_client(kind: TroubleKind, protocol: str) -> None:
    """Each has its status, its own form of an error and an id."""
    with pytest.raises((openai.APIStatusError, anthropic.APIStatusError)) as caught:
        with_trouble(kind, protocol)
    error = caught.value
    assert error.status_code == STATUSES[kind]
    assert error.request_id
    assert isinstance(error.body, dict)
    inner = error.body["error"] if protocol == "messages" else error.body
    assert inner["type"]
    assert inner["message"]
    assert "retry-after" not in error.response.headers


@pytest.mark.parametrize(
    ("kind", "name"),
    [
        ("rate_limit", "rate_limit_error"),
        ("overloaded", "overloaded_error"),
        ("server", "api_error"),
        ("unauthorized", "authentication_error"),
    ],
)
def test_anthropics_errors_have_their_names(kind: TroubleKind, name: str) -> None:
    """By these names its documents tell them apart."""
    with pytest.raises(anthropic.APIStatusError) as caught:
        with_trouble(kind, "messages")
    assert caught.value.body["error"]["type"] == name  # type: ignore[index]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_status_can_say_when_to_come_back(protocol: str) -> None:
    """The `retry-after` header, in seconds."""
    with pytest.raises((openai.RateLimitError, anthropic.RateLimitError)) as caught:
        with_trouble("rate_limit", protocol, seconds=2.5)
    assert caught.value.response.headers["retry-after"] == "2.5"


def test_a_refusal_has_each_protocols_form() -> None:
    """A part of its own, a field of its own, a reason to stop."""
    item = with_trouble("refusal", "responses").output[0]
    assert item.content[0].type == "refusal"
    choice = with_trouble("refusal", "chat").choices[0]
    assert choice.message.refusal
    assert choice.message.content is None
    reply = with_trouble("refusal", "messages")
    assert reply.stop_reason == "refusal"
    assert reply.content == []
    assert reply.stop_details.type == "refusal"


def test_a_truncated_reply_has_each_protocols_form() -> None:
    """It ends for its length, its arguments in the middle."""
    response = with_trouble("truncated", "responses")
    assert response.status == "incomplete"
    assert response.output[0].status == "incomplete"
    assert with_trouble("truncated", "chat").choices[0].finish_reason == "length"
    reply = with_trouble("truncated", "messages")
    assert reply.stop_reason == "max_tokens"
    assert set(reply.content[0].input) < {"option", "player", "note"}
    for protocol in ("responses", "chat"):
        ((_, arguments),) = called(with_trouble("truncated", protocol))
        with pytest.raises(json.JSONDecodeError):
            json.loads(arguments)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_an_empty_reply_has_neither_words_nor_calls(protocol: str) -> None:
    """Nothing at all comes back."""
    reply = with_trouble("empty", protocol)
    assert called(reply) == []
    assert call_as_text(reply) == ""


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_two_calls_have_two_ids(protocol: str) -> None:
    """Both are of the tool that was asked for."""
    reply = with_trouble("two_calls", protocol)
    assert [name for name, _ in called(reply)] == ["cast_vote", "cast_vote"]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_an_unknown_tool_is_called(protocol: str) -> None:
    """By a name that no request has."""
    ((name, _),) = called(with_trouble("unknown_tool", protocol))
    assert name not in SCHEMAS


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_arguments_are_no_json(protocol: str) -> None:
    """Anthropic's protocol has objects only: there it is one with a key that is no argument."""
    ((_, arguments),) = called(with_trouble("not_json", protocol))
    if protocol == "messages":
        assert set(json.loads(arguments)) != {"option", "player", "note"}
        return
    with pytest.raises(json.JSONDecodeError):
        json.loads(arguments)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_bad_option_has_the_right_form(protocol: str) -> None:
    """All keys are there, and the option is none of the list."""
    ((_, text),) = called(with_trouble("bad_option", protocol))
    arguments = json.loads(text)
    assert set(arguments) == {"option", "player", "note"}
    assert arguments["option"] not in {"Anna", "Bruno", "Clara"}


def test_a_bad_bid_and_a_bad_speech_are_bad_options_too() -> None:
    """Their values can't be taken."""
    for name, key, value in (("bid", "urgency", 9), ("say", "messages", [["no-such-option"]])):
        app = App((Trouble(kind="bad_option"),))
        (reply,) = respond(responses_body(user=f"Answer with the tool `{name}`."), app=app)
        ((_, text),) = called(reply)
        assert json.loads(text)[key] == value


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_chatter_is_words_without_a_call(protocol: str) -> None:
    """And no JSON either."""
    reply = with_trouble("chatter", protocol)
    assert called(reply) == []
    with pytest.raises(json.JSONDecodeError):
        json.loads(call_as_text(reply))


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_tools_are_ignored(protocol: str) -> None:
    """As by servers that know none: the call comes as words."""
    reply = with_trouble("ignores_tools", protocol)
    assert called(reply) == []
    assert json.loads(call_as_text(reply))["tool"] == "cast_vote"


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_foreign_call_has_a_name_and_arguments_that_no_service_takes_back(protocol: str) -> None:
    """Spaces, and no object with half of a pair in it."""
    ((name, arguments),) = called(with_trouble("foreign_call", protocol))
    assert name == "place character!!"
    assert "ud800" in arguments


def test_a_reply_that_was_cut_off_in_thought() -> None:
    """It ends for its length before a word of the answer."""
    response = with_trouble("cut_in_thought", "responses")
    assert (response.status, response.output) == ("incomplete", [])
    (choice,) = with_trouble("cut_in_thought", "chat").choices
    assert (choice.finish_reason, choice.message.content) == ("length", "")
    reply = with_trouble("cut_in_thought", "messages")
    assert (reply.stop_reason, reply.content) == ("max_tokens", [])


def test_a_reply_can_have_an_empty_list() -> None:
    """Of choices, items or blocks, and say that it ended well."""
    assert with_trouble("no_choices", "chat").choices == []
    response = with_trouble("no_choices", "responses")
    assert (response.status, response.output) == ("completed", [])
    reply = with_trouble("no_choices", "messages")
    assert (reply.stop_reason, reply.content) == ("tool_use", [])


def test_a_reply_can_say_that_it_has_not_ended() -> None:
    """Each protocol in its own way."""
    assert with_trouble("unfinished", "chat").choices[0].finish_reason == "error"
    assert with_trouble("unfinished", "responses").status == "in_progress"
    assert with_trouble("unfinished", "messages").stop_reason is None


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_usage_is_left_out(protocol: str) -> None:
    """The call is there all the same."""
    reply = with_trouble("no_usage", protocol)
    assert reply.usage is None
    assert called(reply)


@pytest.mark.parametrize("protocol", PROTOCOLS)
@pytest.mark.parametrize(("kind", "count"), [("zero_usage", 0), ("absurd_usage", 900_000_000)])
def test_usage_is_a_lie(kind: TroubleKind, count: int, protocol: str) -> None:
    """Every count of tokens is the same, and the call is there all the same."""
    reply = with_trouble(kind, protocol)
    counts = [each for each in reply.usage.model_dump().values() if isinstance(each, int)]
    assert len(counts) > 1
    assert {*counts} == {count}
    assert called(reply)


@pytest.mark.parametrize(
    "kind", ["two_calls", "unknown_tool", "not_json", "bad_option", "truncated", "chatter"]
)
def test_words_that_stand_for_calls_are_spoilt_alike(kind: TroubleKind) -> None:
    """Where no tools are sent what is wrong is in the words."""
    app = App((Trouble(kind=kind, at=(1,)),))
    body = {"model": "loopback", "input": VOTE}
    bad_answer, right = respond(body, body, app=app)
    assert call_as_text(right) != call_as_text(bad_answer) != ""
    assert json.loads(call_as_text(right))["tool"] == "cast_vote"


def test_nothing_is_spoilt_where_nothing_was_asked() -> None:
    """A greeting has no option to be bad."""
    app = App((Trouble(kind="bad_option"),))
    (reply,) = respond({"model": "loopback", "input": "Hello."}, app=app)
    assert call_as_text(reply)


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_garbage_is_a_page_with_status_200(protocol: str) -> None:
    """The clients raise nothing: they hand over the page, a text where a reply should be."""
    assert str(with_trouble("garbage", protocol)).startswith("<!doctype html>")


@pytest.mark.parametrize(("path", "body"), [
    ("/v1/responses", responses_body()), ("/v1/chat/completions", chat_body()),
    ("/v1/messages", messages_body()),
])  # fmt: skip
def test_a_stream_is_sent_where_none_was_asked_for(path: str, body: Body) -> None:
    """Events with status 200, the reply in the first of them."""
    app = App((Trouble(kind="stream"),))
    got = raw(app, path, json.dumps(body).encode(), HEADERS)
    assert (got.status_code, got.headers["content-type"]) == (200, "text/event-stream")
    assert got.content.startswith(b"data: {")


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_packed_reply_is_the_right_one(protocol: str) -> None:
    """The clients unpack it."""
    assert called(with_trouble("gzip", protocol))[0][0] == "cast_vote"


@pytest.mark.slow
def test_a_bomb_is_small_until_it_is_unpacked() -> None:
    """Its beginning is that of a reply, and it goes on for 800 MiB."""
    assert len(bomb()) < 2**20
    unpacking = zlib.decompressobj(wbits=31)
    assert unpacking.decompress(bomb(), 64).startswith(b'{"padding": "aaaa')
    rest, size = unpacking.unconsumed_tail, 64
    while rest:
        size += len(unpacking.decompress(rest, 2**24))
        rest = unpacking.unconsumed_tail
    assert size > BOMB_BYTES


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_redirect_leads_to_where_nothing_is(protocol: str) -> None:
    """On the same server, so that a client that follows it is seen there."""
    with pytest.raises((openai.APIStatusError, anthropic.APIStatusError)) as caught:
        with_trouble("redirect", protocol)
    assert caught.value.status_code == 307
    assert caught.value.response.headers["location"] == REDIRECT


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_key_that_is_repeated_is_in_words_and_arguments(protocol: str) -> None:
    """The arguments stay those of the tool: the key stands in the note."""
    ((name, arguments),) = called(with_trouble("key_echo", protocol))
    assert name == "cast_vote"
    assert json.loads(arguments)["note"].startswith("You sent the key ")
    assert json.loads(arguments)["option"] or json.loads(arguments)["player"]


@pytest.mark.parametrize("kind", ["half", "drop"])
@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_dead_connection_is_a_connection_error(kind: TroubleKind, protocol: str) -> None:
    """Before the first byte, or in the middle of the body; also without a port."""
    with pytest.raises((openai.APIConnectionError, anthropic.APIConnectionError)):
        with_trouble(kind, protocol)


async def _asked(server: Provider, protocol: str, seconds: float = 30.0) -> Any:  # noqa: ANN401
    """Send one request of a protocol to a running server."""
    if protocol == "messages":
        async with anthropic.AsyncAnthropic(
            api_key="any", base_url=server.root, max_retries=0, timeout=seconds
        ) as client:
            return await client.messages.create(**messages_body())
    async with openai.AsyncOpenAI(
        api_key="any", base_url=server.url, max_retries=0, timeout=seconds
    ) as other:
        if protocol == "chat":
            return await other.chat.completions.create(**chat_body())
        return await other.responses.create(**responses_body())


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_running_server_cuts_and_hangs_and_goes_on(protocol: str) -> None:
    """Over a real connection; the next request is served as if nothing had been."""
    kinds: tuple[TroubleKind, ...] = ("drop", "half", "hang", "late")
    troubles = [Trouble(kind=k, at=(n,), seconds=0.01) for n, k in enumerate(kinds, start=1)]
    broken = (openai.APIConnectionError, anthropic.APIConnectionError)
    slow = (openai.APITimeoutError, anthropic.APITimeoutError)
    with Provider(troubles) as server:
        for _ in ("drop", "half"):
            with pytest.raises(broken) as caught:
                asyncio.run(_asked(server, protocol))
            assert not isinstance(caught.value, slow)
        with pytest.raises(slow):
            asyncio.run(_asked(server, protocol, seconds=0.3))
        for _ in ("late", "none"):
            assert called(asyncio.run(_asked(server, protocol)))
        assert [seen.status for seen in server.requests] == [None, 200, None, 200, 200]


def test_troubles_count_requests() -> None:
    """By numbers, by every so many, by what they contain, and at most so often."""
    schedule = Schedule(
        (
            Trouble(kind="server", at=(2, 5)),
            Trouble(kind="hang", every=3, times=2),
            Trouble(kind="drop", containing="Bruno", at=(2,)),
        )
    )
    bodies = [b"x", b"x", b"Bruno", b"Bruno", b"Bruno", b"x", b"x", b"x", b"x"]
    due = [schedule.next(body) for body in bodies]
    assert [each and each.kind for each in due] == [
        None, "server", "hang", "drop", "server", "hang", None, None, None,
    ]  # fmt: skip


def test_the_first_trouble_that_is_due_happens() -> None:
    """Those behind it count on, but what does not happen is not used up."""
    schedule = Schedule(
        (Trouble(kind="server", at=(1,)), Trouble(kind="hang", times=1), Trouble(kind="drop"))
    )
    due = [schedule.next(b"") for _ in range(3)]
    assert [each.kind for each in due if each] == ["server", "hang", "drop"]


READ: list[tuple[str, Trouble]] = [
    ("overloaded@3", Trouble(kind="overloaded", at=(3,))),
    ("529@3", Trouble(kind="overloaded", at=(3,))),
    ("hang@7,9", Trouble(kind="hang", at=(7, 9))),
    ("drop@every-5", Trouble(kind="drop", every=5)),
    ("rate_limit@2:1.5", Trouble(kind="rate_limit", at=(2,), seconds=1.5)),
    ("late@every-2:0", Trouble(kind="late", every=2, seconds=0)),
]


@pytest.mark.parametrize(("text", "trouble"), READ, ids=[text for text, _ in READ])
def test_a_trouble_is_read_from_the_command_line(text: str, trouble: Trouble) -> None:
    """KIND@AT, a status in place of its name, and seconds behind a colon."""
    assert Trouble.read(text) == trouble


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("overload@3", "Did you mean 'overloaded'"),
        ("hang", "doesn't say when"),
        ("hang@", "doesn't say when"),
        ("hang@soon", "doesn't say when"),
        ("hang@every-", "doesn't say when"),
        ("hang@every-2,3", "doesn't say when"),
        ("hang@3:later", "doesn't say when"),
        ("hang@0", "whole numbers from 1"),
        ("hang@every-0", "whole numbers from 1"),
        ("hang@-1", "whole numbers from 1"),
        ("late@3", "late has no seconds"),
        ("late@3:-1", "0 or more"),
        ("late@3:nan", "0 or more"),
        ("@3", "unknown kind"),
        ("", "unknown kind"),
    ],
)
def test_a_wrong_trouble_is_one_sentence(text: str, why: str) -> None:
    """It names what came and what is possible."""
    with pytest.raises(ConfigError, match=r"^[^\n]+$") as caught:
        Trouble.read(text)
    assert why in str(caught.value)


def test_every_kind_is_known() -> None:
    """Each status has a number, and there are no other kinds."""
    assert {*KINDS} == {*STATUSES, *get_args(ReplyKind), *get_args(ConnectionKind)}
    with pytest.raises(ConfigError, match="Possible"):
        Trouble(kind="sloth")  # type: ignore[arg-type]


@pytest.mark.parametrize("more", [{"at": (0,)}, {"every": 0}, {"times": 0}, {"at": (True,)}])
def test_a_trouble_that_never_comes_is_refused(more: Body) -> None:
    """Numbers count from 1."""
    with pytest.raises(ConfigError, match="whole numbers from 1"):
        Trouble(kind="hang", **more)


def test_a_refused_reply_is_not_taken_back_as_content() -> None:
    """What came with a refusal is empty: it can't stand in a conversation."""
    reply = with_trouble("refusal", "messages")
    said = {"role": "assistant", "content": [b.model_dump() for b in reply.content]}
    with pytest.raises(anthropic.BadRequestError, match="non-empty content"):
        message(messages_body(said, {"role": "user", "content": VOTE}))


def test_spoilt_replies_of_openai_go_back() -> None:
    """Cut calls, refusals and calls of unknown tools stand in a conversation as they came."""
    kinds: tuple[TroubleKind, ...] = ("truncated", "refusal", "unknown_tool", "two_calls", "empty")
    for kind in kinds:
        app = App((Trouble(kind=kind, at=(1,)),))
        (first,) = respond(responses_body(), app=app)
        items = [item.model_dump(exclude_unset=True) for item in first.output]
        outputs = [
            {"type": "function_call_output", "call_id": item["call_id"], "output": "No."}
            for item in items
            if item["type"] == "function_call"
        ]
        respond(responses_body(*items, *outputs, {"role": "user", "content": VOTE}), app=app)
        assert [seen.status for seen in app.requests] == [200, 200]


def test_a_refusal_in_chat_goes_back() -> None:
    """Its content is null, and that is no mistake there."""
    reply = with_trouble("refusal", "chat").choices[0].message.model_dump(exclude_unset=True)
    (again,) = chat(chat_body(reply, {"role": "user", "content": VOTE}))
    assert called(again)


WORDS = {
    "responses": ("Your input exceeds the context window", "context_length_exceeded"),
    "chat": ("This model's maximum context length is 400 tokens", None),
    "messages": ("tokens > 400 maximum", None),
}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_a_conversation_longer_than_the_context_is_refused(protocol: str) -> None:
    """In the words of each service, the longest output counted; in a large context it is taken."""
    send, body = SENDERS[protocol]
    send(body(), app=App(window=100_000))
    with pytest.raises((openai.BadRequestError, anthropic.BadRequestError)) as caught:
        send(body(), app=App(window=400))
    words, code = next(each for name, each in WORDS.items() if name in protocol)
    assert words in caught.value.message
    assert code is None or caught.value.body["code"] == code  # type: ignore[index]


def test_a_reply_can_end_where_the_context_is_full() -> None:
    """Anthropic's service says so; with the others it looks like the longest output."""
    assert with_trouble("context_full", "messages").stop_reason == "model_context_window_exceeded"
    assert with_trouble("context_full", "chat").choices[0].finish_reason == "length"
    assert with_trouble("context_full", "responses").status == "incomplete"
