"""Whatever a model writes, the conversation with it goes on."""

import json
import re
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.models.sdk import body_of
from arena.models.sent_back import (
    DEEPEST,
    accepted_arguments,
    accepted_ids,
    accepted_name,
    accepted_object,
    compact_object,
)
from arena.models.types import ToolCall
from tests.arena.models.helpers import (
    PROTOCOLS,
    SAY,
    Server,
    model,
    on_the_provider,
    raw_reply,
    send,
    system,
    tool,
    user,
)
from tests.breadth import breadth, examples

ANY_TEXT = st.text(st.characters(), max_size=12)
"""Halves of surrogate pairs among it."""
ANY_OBJECT = st.dictionaries(
    ANY_TEXT, st.recursive(st.none() | st.integers() | ANY_TEXT, st.lists, max_leaves=4), max_size=2
)
ARGUMENTS = (
    ANY_TEXT
    | ANY_OBJECT.map(json.dumps)
    | ANY_OBJECT.map(lambda value: json.dumps(value)[:-1])
    | st.sampled_from(["", "null", "[1]", '"x"', '{"a": NaN}', '{"a": 1e999}', "[" * 9999])
    | st.sampled_from(["{" + '"a": {' * depth + "}" * depth + "}" for depth in (9, 99, 800)])
)
IDS = st.none() | ANY_TEXT | st.sampled_from(["call_1", "call_1", "x" * 65, "a.b", "", 7])
CALLS = st.lists(
    st.tuples(IDS, ANY_TEXT | st.just("a" * 300) | st.just("say"), ARGUMENTS), max_size=3
)


def with_calls(protocol: str, words: str, calls: list[tuple[Any, str, str]]) -> dict[str, Any]:
    """Return a reply with words and calls, whatever these hold, as its API writes it."""
    raw = raw_reply(protocol, words=words, calls=[("call", "{}")] * len(calls))
    if protocol == "openai-compatible":
        places = raw["choices"][0]["message"].get("tool_calls", [])
        for place, (own, name, arguments) in zip(places, calls, strict=True):
            place |= {"id": own, "function": {"name": name, "arguments": arguments}}
        return raw
    blocks = raw["output" if protocol == "openai" else "content"]
    places = [each for each in blocks if each["type"] in {"function_call", "tool_use"}]
    for place, (own, name, arguments) in zip(places, calls, strict=True):
        if protocol == "openai":
            place |= {"call_id": own, "name": name, "arguments": arguments}
        else:
            place |= {"id": own, "name": name, "input": accepted_object(arguments) or arguments}
    if protocol == "openai":  # the loopback provider reads from it what belongs together
        for at, each in enumerate(blocks):
            each["id"] = f"{'msg' if each['type'] == 'message' else 'fc'}_0{at:02}"
    return raw


@pytest.mark.parametrize("protocol", breadth(PROTOCOLS, ["anthropic"]))
@examples(60)
@given(words=ANY_TEXT, calls=CALLS)
def test_whatever_a_reply_holds_the_next_request_is_taken(
    protocol: str, words: str, calls: list[tuple[Any, str, str]]
) -> None:
    """Any names, arguments, ids and text: read alike again, and sent back as services take them."""
    body = json.dumps(with_calls(protocol, words, calls)).encode()
    raw = send(model(protocol, Server(body)), {})
    opened, app = on_the_provider(protocol)
    reply = opened.read(raw)
    assert opened.read(json.loads(json.dumps(raw))) == reply
    results = [tool(call.id, "Not taken.") for call in reply.calls]
    told = [system("The rules."), user("First?"), reply.item, *results, user("Second?")]
    payload = opened.payload(told, [SAY], "forced")
    body_of(payload, of="").decode()
    assert send(opened, payload)
    assert [seen.status for seen in app.requests] == [200]


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_a_model_wrote_is_read_as_it_wrote_it(protocol: str) -> None:
    """Only what goes back is changed; the seat's correction names what came."""
    raw = with_calls(protocol, "", [("call_1", "place character!!", '["x"]')])
    opened = model(protocol)
    (call,) = opened.read(raw).calls
    assert call == ToolCall(id="call_1", name="place character!!", arguments='["x"]')
    sent = json.dumps(opened.payload([user("A?"), opened.read(raw).item], [SAY], "forced"))
    assert '"place_character"' in sent
    assert "!!" not in sent


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_what_services_take_goes_back_unchanged(protocol: str) -> None:
    """A name that is no tool's and arguments that no tool has are taken by all."""
    opened = model(protocol)
    arguments = '{"text": "Zażółć \\u0142 \\ud83d\\ude00", "n": 1.50}'
    raw = with_calls(protocol, "", [("call_1", "no_such_tool", arguments)])
    item = json.dumps(opened.read(raw).item)
    assert '"no_such_tool"' in item
    assert json.dumps(arguments if protocol != "anthropic" else json.loads(arguments)) in item


@pytest.mark.parametrize(
    ("name", "accepted"),
    [
        ("say", "say"),
        ("a" * 64, "a" * 64),
        ("a" * 65, "a" * 64),
        ("place character!!", "place_character"),
        ("functions.say", "functions_say"),
        ("say\n", "say"),
        ("głosuj", "g_osuj"),
        ("投票", "unnamed"),
        ("", "unnamed"),
        ("\ud800", "unnamed"),
    ],
)
def test_names(name: str, accepted: str) -> None:
    """What a service would refuse in a name is an underscore."""
    assert accepted_name(name) == accepted
    assert re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", accepted)


NESTED = '{"a": ' * (DEEPEST - 1) + "{}" + "}" * (DEEPEST - 1)


@pytest.mark.parametrize(
    ("written", "accepted"),
    [
        ('{"a":  1}', '{"a":  1}'),
        ("{}", "{}"),
        (NESTED, NESTED),
        ('{"a": ' + NESTED + "}", "{}"),
        ('{"te', "{}"),
        ("", "{}"),
        ("[1]", "{}"),
        ("null", "{}"),
        ('{"a": NaN}', "{}"),
        ('{"a": 1e999}', "{}"),
        ('{"a": ' + "9" * 5000 + "}", "{}"),
        ("[" * 9999, "{}"),
        ('{"a":  "\\ud83d\\ude00"}', '{"a":  "\\ud83d\\ude00"}'),
        ('{"a": "\\uDC00b"}', '{"a": "\ufffdb"}'),
        ('{"\ud800": 1}', '{"\ufffd": 1}'),
    ],
)
def test_arguments(written: str, accepted: str) -> None:
    """What no service opens is an empty object, half of a pair U+FFFD."""
    assert accepted_arguments(written) == accepted


@pytest.mark.parametrize(
    ("written", "compact"),
    [
        ('{"a": 1, "b": "c  d"}', '{"a": 1, "b": "c  d"}'),
        ('{"a":\n1}', '{"a":\n1}'),
        ('{"a":  1, "b": "c  d"}', '{"a":1,"b":"c  d"}'),
        ('{\n  "a": "\\"  {  ",\n  "b": [ 1.50, -0 ]\n}\n', '{"a":"\\"  {  ","b":[1.50,-0]}'),
        ('  {"a": 1, "a":   2}', '{"a":1,"a":2}'),
        ('{"a":  1', '{"a":  1'),
        ("I say:  {}", "I say:  {}"),
        ("[1,  2]", "[1,  2]"),
    ],
)
def test_gaps_do_not_go_back(written: str, compact: str) -> None:
    """An object is as short as it can be where a gap is longer than one character."""
    assert compact_object(written) == compact


@given(
    ANY_OBJECT,
    st.sampled_from([None, 1, 4, "\t\t"]),
    st.sampled_from([(",", ":"), (", ", ": "), (" ,   ", ":\n\n")]),
)
def test_what_is_said_without_gaps_is_the_same(
    value: dict[str, Any], indent: int | str | None, separators: tuple[str, str]
) -> None:
    """Another object is never read, and no gap is left."""
    compact = compact_object(json.dumps(value, indent=indent, separators=separators))
    assert json.loads(compact) == value
    assert len(compact) <= len(json.dumps(value))
    assert compact_object(compact) == compact


@pytest.mark.parametrize("words", [True, False])
def test_a_chat_model_does_not_read_its_own_gaps(*, words: bool) -> None:
    """Neither in arguments nor in words that are an object; both are read as they came."""
    written = '{"tool":     "say",\n\n\n "arguments": {}}'
    calls = [] if words else [("call_1", "say", written)]
    reply = model("openai-compatible").read(
        with_calls("openai-compatible", written if words else "", calls)
    )
    assert written in (reply.text, *(call.arguments for call in reply.calls))
    assert json.dumps('{"tool":"say","arguments":{}}') in json.dumps(reply.item)


def test_ids() -> None:
    """An id that is missing, has not the form or is another's is made up, alike each time."""
    form, raw = re.compile(r"[a-z]{1,3}"), {"id": "msg_1"}
    given = ["a", None, "a", "long", 7, "b"]
    found = accepted_ids(given, form, raw)
    assert (found[0], found[5]) == ("a", "b")
    assert len(set(found)) == 6
    assert found == accepted_ids(given, form, raw)
    assert found[1] != accepted_ids(given, form, {"id": "msg_2"})[1]
    assert all(re.fullmatch(r"[a-zA-Z0-9_-]{1,64}", each) for each in found)
