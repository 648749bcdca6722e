"""A Chat reply that came as a stream is the reply that would have come whole."""

import json
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

import httpx2
import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import Fault
from arena.models.chat_stream import MixedStreamError, whole_reply
from tests.arena.calls.test_caller import Kept, caller, request
from tests.arena.models.helpers import SAY, model, raw_reply
from tests.arena.models.test_sent_beside import conversation

SIGNED = {"google": {"thought_signature": "s1"}}
USAGE = {"prompt_tokens": 9, "completion_tokens": 2, "total_tokens": 11}
CALL = {
    "id": "c1", "type": "function", "extra_content": SIGNED,
    "function": {"name": "say", "arguments": '{"text": "Zażółć"}'},
}  # fmt: skip
PIECES: Sequence[dict[str, Any]] = (
    {"role": "assistant", "content": ""},
    {"reasoning_content": "I "},
    {"reasoning_content": "weigh."},
    {"tool_calls": [{**CALL, "index": 0, "function": {"name": "say", "arguments": ""}}]},
    {"tool_calls": [{"index": 0, "function": {"arguments": '{"text": "Za'}}]},
    {"tool_calls": [{"index": 0, "function": {"arguments": 'żółć"}'}}]},
)


def events(*deltas: dict[str, Any], end: str | None = "tool_calls", done: bool = True) -> bytes:
    """Return a stream: a chunk for each delta, the usage, and what says that it is over."""
    chunks: list[Any] = [{"choices": [{"index": 0, "delta": each}]} for each in deltas]
    if end is not None:
        chunks.append({"choices": [{"index": 0, "delta": {}, "finish_reason": end}]})
        chunks.append({"model": "m", "choices": [], "usage": USAGE})
    lines = [f"data: {json.dumps(each, ensure_ascii=False)}\n\n" for each in chunks]
    return "".join([": hello\n\n", *lines, "data: [DONE]\n\n" if done else ""]).encode()


def test_pieces_are_put_together() -> None:
    """Words, thoughts and arguments grow; what came beside a call stays with it."""
    assert whole_reply(events(*PIECES)) == {
        "model": "m",
        "usage": USAGE,
        "choices": [
            {
                "index": 0,
                "finish_reason": "tool_calls",
                "message": {
                    "role": "assistant",
                    "content": "",
                    "reasoning_content": "I weigh.",
                    "tool_calls": [CALL],
                },
            }
        ],
    }


@pytest.mark.parametrize("repeated", ["id", "type", "name"])
def test_what_comes_whole_may_be_repeated(repeated: str) -> None:
    """Some servers say with each piece whose it is."""
    more: dict[str, Any] = {"index": 0, "function": {"arguments": "}"}}
    if repeated == "name":
        more["function"]["name"] = "say"
    else:
        more[repeated] = CALL[repeated]
    first = {**CALL, "index": 0, "function": {"name": "say", "arguments": "{"}}
    found = whole_reply(events({"tool_calls": [first]}, {"tool_calls": [more]}))
    assert found is not None
    (call,) = found["choices"][0]["message"]["tool_calls"]
    assert call == CALL | {"function": {"name": "say", "arguments": "{}"}}


def test_calls_without_an_index_are_told_apart_by_their_ids() -> None:
    """What has neither belongs to the last."""
    deltas = [
        {"tool_calls": [{"id": "a", "function": {"name": "x", "arguments": "{"}}]},
        {"tool_calls": [{"function": {"arguments": "}"}}]},
        {"tool_calls": [{"id": "b", "function": {"name": "y", "arguments": "{}"}}]},
    ]
    found = whole_reply(events(*deltas))
    assert found is not None
    calls = found["choices"][0]["message"]["tool_calls"]
    assert [(each["id"], each["function"]["arguments"]) for each in calls] == [
        ("a", "{}"), ("b", "{}"),
    ]  # fmt: skip


@pytest.mark.parametrize("at", range(1, len(PIECES)))
def test_a_stream_that_ended_early_is_no_reply(at: int) -> None:
    """Nor is half an event."""
    assert whole_reply(events(*PIECES[:at], end=None, done=False)) is None
    assert whole_reply(events(*PIECES[:at], end=None, done=False) + b'data: {"cho') is None
    assert whole_reply(b"") is None


def test_an_error_in_a_stream_is_what_came() -> None:
    """Behind the first words, too."""
    error = {"error": {"message": "overloaded", "code": 529}}
    body = events(*PIECES[:2], end=None, done=False) + f"data: {json.dumps(error)}\n\n".encode()
    assert whole_reply(body) == error


class StreamOnly:
    """A server that answers in streams alone; what it says may end early."""

    def __init__(self, body: bytes) -> None:
        self.body, self.asked = body, list[dict[str, Any]]()

    def __call__(self, request: httpx2.Request) -> httpx2.Response:
        """Answer, or refuse."""
        self.asked.append(json.loads(request.content))
        if self.asked[-1].get("stream") is not True:
            error = {"error": {"message": "This model only support stream mode."}}
            return httpx2.Response(400, json=error)
        return httpx2.Response(
            200, content=self.body, headers={"content-type": "text/event-stream"}
        )


async def test_a_server_that_streams_alone_is_refused_once() -> None:
    """From then on a stream is asked for, with its usage."""
    server = StreamOnly(events(*PIECES))
    opened, items = model("openai-compatible", server), conversation()
    for _ in range(2):
        raw = await opened.send(opened.payload(items, [SAY], "forced"), 5.0)
        assert opened.read(raw).calls[0].arguments == CALL["function"]["arguments"]  # type: ignore[index]
    assert [each.get("stream") for each in server.asked] == [None, True, True]
    assert server.asked[-1]["stream_options"] == {"include_usage": True}


async def test_a_stream_that_breaks_off_is_a_lost_connection() -> None:
    """It is tried again, like half a reply."""
    opened = model("openai-compatible", StreamOnly(events(*PIECES[:4], end=None, done=False)))
    with pytest.raises(Fault, match="the stream ended before the reply was whole") as fault:
        await opened.send(opened.payload(conversation(), [SAY], "forced"), 5.0)
    assert fault.value.kind == "connection"


@pytest.mark.parametrize("between", ["\n\n", "\n", "\r\n", "\r", "\r\r", "\n: ping\n"])
def test_events_may_be_told_apart_by_any_line_end(between: str) -> None:
    """Some servers leave out the blank line."""
    lines = [{"choices": [{"index": 0, "delta": {"content": each}}]} for each in "Yes"]
    lines.append({"choices": [{"index": 0, "delta": {}, "finish_reason": "stop"}]})
    body = between.join([*(f"data: {json.dumps(each)}" for each in lines), "data: [DONE]"])
    found = whole_reply(body.encode())
    assert found is not None
    assert found["choices"][0]["message"] == {"content": "Yes"}


def test_an_event_may_have_several_lines() -> None:
    """They are one piece of JSON."""
    body = (
        b'event: x\ndata: {"choices": [{"delta": {"content":\n'
        b'data: "Yes"},\ndata: "finish_reason": "stop"}]}\n\n'
    )
    found = whole_reply(body)
    assert found is not None
    assert found["choices"][0]["message"] == {"content": "Yes"}


def whole(name: str, arguments: str = "{}") -> dict[str, Any]:
    """Return the function of a call."""
    return {"function": {"name": name, "arguments": arguments}}


@pytest.mark.parametrize(
    ("deltas", "calls"),
    [
        ([[{"index": 0, "id": "a"}], [{"index": 0, "id": "b"}]], ["a"]),
        ([[{"index": 0, "id": "a"} | whole("x")], [{"index": 0, "id": "b"} | whole("x")]],
         ["a", "b"]),
        ([[{"index": 0, "id": "a"} | whole("x")], [{"index": 0, "id": "b"} | whole("y")]],
         ["a", "b"]),
        ([[{"index": 0, "id": "a"} | whole("x", "{")], [{"index": 0, "id": "b"} | whole("x", "}")]],
         ["a"]),
        ([[{"index": at, "id": f"{at}{piece}"} for at in (0, 1)] for piece in "abc"],
         ["0a", "1a"]),
        ([[{"index": 0, "id": ""}], [{"index": 0, "id": "a"}]], ["a"]),
        ([[{"id": "a"}], [{"id": ""}], [{}]], ["a"]), ([[{}], [{}]], [None]),
        ([[{"id": "a"}, {"id": "b"}], [{"id": "a"}]], ["a", "b"]),
        ([[{"index": 0}, {"index": 1}], [{"index": 0}, {"index": 1}]], [None, None]),
        ([[{"function": {"name": "x"}}, {"function": {"name": "x"}}]], [None, None]),
        ([[{"function": {"name": "x"}}], [{"function": {"name": "y"}}], [{}]], [None, None]),
    ],
)  # fmt: skip
def test_pieces_find_their_call(deltas: list[Any], calls: list[str | None]) -> None:
    """By index and id, as far as they are told; what tells neither belongs to the last."""
    found = whole_reply(events(*({"tool_calls": each} for each in deltas)))
    assert found is not None
    message = found["choices"][0]["message"]
    assert [each.get("id") or None for each in message["tool_calls"]] == calls


def test_parts_of_words_stay_parts() -> None:
    """Thoughts and words of one list are told apart by their type."""
    parts = [
        {"type": "thinking", "thinking": "I "}, {"type": "thinking", "thinking": "weigh."},
        {"type": "text", "text": "Y"}, {"type": "text", "text": "es"},
    ]  # fmt: skip
    found = whole_reply(events(*({"content": [each]} for each in parts), end="stop"))
    assert found is not None
    assert found["choices"][0]["message"]["content"] == [
        {"type": "thinking", "thinking": "I weigh."}, {"type": "text", "text": "Yes"},
    ]  # fmt: skip


def test_a_whole_message_counts_alone() -> None:
    """Some servers end with one."""
    body = events({"content": "Ye"}, end=None, done=False)
    last = {"choices": [{"message": {"content": "Yes"}, "finish_reason": "stop"}]}
    found = whole_reply(body + f"data: {json.dumps(last)}\n\n".encode())
    assert found is not None
    assert found["choices"][0]["message"] == {"content": "Yes"}


KINDS = ["text", ["a"], {"a": 1}, [{"a": 1}]]


@pytest.mark.parametrize("key", ["content", "tool_calls", "function", "beside"])
async def test_what_changes_its_kind_can_t_be_read(key: str) -> None:
    """The fault says so; nothing else is raised."""
    for one in KINDS:
        for other in KINDS:
            body = events({key: one}, {key: other})
            opened = model("openai-compatible", StreamOnly(body))
            try:
                await opened.send(opened.payload(conversation(), [SAY], "forced"), 5.0)
            except Fault as fault:
                assert fault.kind == "unreadable"  # noqa: PT017 - some can be read
                assert "can't be put together" in fault.why  # noqa: PT017
            else:
                assert type(one) is type(other)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["index", "id", "type", "function", "name"]), inner)
    ),
)
NAMES = st.sampled_from(["role", "content", "tool_calls", "function", "x"])


@given(st.lists(st.dictionaries(NAMES, VALUES, max_size=3), max_size=5))
def test_no_stream_raises_anything_else(deltas: list[dict[str, Any]]) -> None:
    """Whatever the pieces are."""
    with suppress(MixedStreamError):
        assert whole_reply(events(*deltas)) is not None


@pytest.mark.slow
def test_a_long_stream_is_put_together_at_once() -> None:
    """Thousands of pieces, and as many calls: no piece is looked for among all."""
    count = 3_000
    words = whole_reply(events(*({"content": "ab"} for _ in range(count))))
    assert words is not None
    assert words["choices"][0]["message"]["content"] == "ab" * count
    calls = whole_reply(events(*({"tool_calls": [{"id": str(at)}]} for at in range(count))))
    assert calls is not None
    assert len(calls["choices"][0]["message"]["tool_calls"]) == count


async def test_a_stream_that_nobody_asked_for_is_read() -> None:
    """A server may send nothing else, and say nothing of it."""
    body = events({"role": "assistant", "content": "Yes."}, end="stop")
    opened = model("openai-compatible", lambda _: httpx2.Response(200, content=body))
    raw = await opened.send(opened.payload(conversation(), [SAY], "forced"), 5.0)
    assert opened.read(raw).text == "Yes."


async def test_stream_options_are_left_out_where_they_are_refused() -> None:
    """The stream is asked for all the same."""
    sent: list[dict[str, Any]] = []

    def answer(request: httpx2.Request) -> httpx2.Response:
        sent.append(json.loads(request.content))
        if not sent[-1].get("stream"):
            return httpx2.Response(400, json={"error": {"message": "only stream mode"}})
        if "stream_options" in sent[-1]:
            why = "Unrecognized request argument supplied: stream_options"
            return httpx2.Response(400, json={"error": {"message": why}})
        return httpx2.Response(200, content=events(*PIECES))

    opened = model("openai-compatible", answer)
    for _ in range(2):
        await opened.send(opened.payload(conversation(), [SAY], "forced"), 5.0)
    assert ["stream_options" in each for each in sent] == [False, True, False, False]
    assert [each.get("stream") for each in sent] == [None, True, True, True]


@pytest.mark.parametrize("counts", ["no chunk", "null", "empty"])
async def test_a_stream_that_says_not_what_it_took_is_booked_at_its_worst(counts: str) -> None:
    """As a whole reply is; the one that was refused before it is free."""
    said = {"no chunk": b"", "null": b'"usage": null', "empty": b'"usage": {}'}[counts]
    usage = f'"usage": {json.dumps(USAGE)}'.encode()
    body = events(*PIECES)
    assert usage in body
    opened = model("openai-compatible", StreamOnly(body.replace(usage, said or b'"x": 0')))
    journal = Kept()
    reply = await caller(journal).call(request(opened, tools=(SAY,)))
    assert reply.calls
    assert journal.types == ["call_sent", "call_answered"]
    sent, answered = (data for _, data in journal.records)
    assert answered["usage"] is None
    assert answered["booked"] == sent["worst"]
    assert answered["booked"]["tokens"] > opened.settings.max_output


@pytest.mark.parametrize(
    "pieces",
    [
        ['{"text', '{"text": "Za', '{"text": "Zażółć"}'],
        ["{", '{"text": "Zażółć"}'],
        ["{", '{"text": "Zażółć"}', '{"text": "Zażółć"}'],
        ['{"text": "Zażółć"}', '{"text": "Zażółć"}'],
        ['{"text": ', '"Zażółć"}', '{"text": "Zażółć"}'],
        ['{"text": ', '"Zażółć"', "}"],
        ['{"text": "Zażółć"', "}", ""],
    ],
)
@pytest.mark.parametrize("ids", ["one", "new"])
def test_arguments_come_in_pieces_or_with_all_so_far(ids: str, pieces: list[str]) -> None:
    """With an id for the call or for each piece."""
    deltas = [
        {"tool_calls": [{
            "index": 0, "id": f"c{at + 1}" if ids == "new" else "c1", "type": "function",
            "function": {"arguments": piece} | ({} if at else {"name": "say"}),
        }]}
        for at, piece in enumerate(pieces)
    ]  # fmt: skip
    found = whole_reply(events(*deltas))
    assert found is not None
    (call,) = found["choices"][0]["message"]["tool_calls"]
    assert call == {
        "id": "c1", "type": "function",
        "function": {"name": "say", "arguments": '{"text": "Zażółć"}'},
    }  # fmt: skip


@pytest.mark.parametrize(
    ("pieces", "words"),
    [
        (["I", "I think", "I think so."], "I think so."),
        (["I", "I think", "I think so.", "I think so."], "I think so."),
        (['{"a"', '{"a": [', '{"a": [1'], '{"a": [1'),
        (["ha", "ha", "ha"], "hahaha"), (["ha", "haha", "hahahaha"], "ha" * 7),
        (["*", "**Yes**"], "***Yes**"), (["1", "10"], "110"), ([" ", "  ", "    "], " " * 7),
        (["Yes", ".", "Yes."], "Yes.Yes."), (["I", "I think", "so"], "II thinkso"),
        (["No. ", "No. Never. "], "No. No. Never. "), (["{}"], "{}"), (["{", "{}"], "{}"),
    ],
)  # fmt: skip
def test_words_are_replaced_only_where_that_is_sure(pieces: list[str], words: str) -> None:
    """Two pieces may begin alike by chance, and a model may repeat itself."""
    found = whole_reply(events(*({"content": each} for each in pieces), end="stop"))
    assert found is not None
    assert found["choices"][0]["message"] == {"content": words}


def test_each_text_is_judged_by_itself() -> None:
    """Thoughts may come with all so far, and words in pieces."""
    deltas = [
        {"reasoning_content": "I", "content": "Y"}, {"reasoning_content": "I we", "content": "e"},
        {"reasoning_content": "I weigh.", "content": "s"},
    ]  # fmt: skip
    found = whole_reply(events(*deltas, end="stop"))
    assert found is not None
    assert found["choices"][0]["message"] == {"reasoning_content": "I weigh.", "content": "Yes"}


CHUNKS = [
    {"choices": [{"index": 0, "delta": {"content": "Ye"}}]},
    {"choices": [{"index": 0, "delta": {"content": "s"}, "finish_reason": "stop"}]},
]
WRITTEN = [json.dumps(each).encode() for each in CHUNKS]
WHOLE = json.dumps(raw_reply("openai-compatible", words="Yes"), indent=1).encode()


@pytest.mark.parametrize(
    "body",
    [
        b"\xef\xbb\xbfdata: %b\n\ndata: %b\n\ndata: [DONE]\n\n" % (*WRITTEN,),
        b"%b\n%b\n" % (*WRITTEN,), b"\n%b\r\n\r\n%b" % (*WRITTEN,),
        b"\xef\xbb\xbf%b\n%b\n" % (*WRITTEN,), b"data: %b\n%b\n" % (*WRITTEN,),
        b" data: %b\n\n data: %b\n\n" % (*WRITTEN,),
        b": OPENROUTER PROCESSING\n\n: OPENROUTER PROCESSING\n\n" + WHOLE,
        b": OPENROUTER PROCESSING\r\n\r\n" + WHOLE, b"\xef\xbb\xbf" + WHOLE,
        b": OPENROUTER PROCESSING\n\ndata: %b\n\ndata: %b\n\n" % (*WRITTEN,),
    ],
)  # fmt: skip
async def test_what_stands_around_a_reply_is_passed_over(body: bytes) -> None:
    """Marks of an encoding, comments, and lines of JSON that are not named."""
    opened = model("openai-compatible", lambda _: httpx2.Response(200, content=body))
    raw = await opened.send(opened.payload(conversation(), [SAY], "forced"), 5.0)
    assert opened.read(raw).text == "Yes"


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (b'event: error\ndata: {"message": "No top_k."}\n\n', "No top_k."),
        (b'event: error\ndata: {"error": "No top_k."}\n\n', "No top_k."),
        (b"event: error\ndata: No top_k.\n\n", "No top_k."),
        (WRITTEN[0] + b'\n{"object": "error", "message": "No top_k."}\n', "No top_k."),
        (b'data: {"error": {"message": "No top_k."}, "choices": [{"finish_reason": "error"}]}\n\n',
         "No top_k."),
    ],
)  # fmt: skip
async def test_an_event_that_is_an_error_tells_its_reason(body: bytes, why: str) -> None:
    """By its name, or what is in it."""
    opened = model("openai-compatible", StreamOnly(body))
    with pytest.raises(Fault, match=f"the reply tells of an error: {why}$"):
        await opened.send(opened.payload(conversation(), [SAY], "forced"), 5.0)


def test_many_pieces_with_ids_of_their_own_are_put_together_at_once() -> None:
    """Nor is what came so far read again with each."""
    function = {"name": "say", "arguments": '{"a":"}'}
    deltas = [
        {"tool_calls": [{"index": 0, "id": str(at), "function": function}]} for at in range(3_000)
    ]
    assert whole_reply(events(*deltas)) is not None
