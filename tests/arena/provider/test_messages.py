"""Anthropic's Messages protocol through its own client."""

import json
from typing import Any

import anthropic
import pytest
from anthropic.types import Message

from arena.provider import Abilities, App
from tests.arena.provider.clients import (
    LACKS,
    VOTE,
    Body,
    anthropic_client,
    message,
    messages_body,
    messages_tools,
    raw,
)
from tests.arena.provider.clients import listed as in_a_loop

THINK: Body = {
    "thinking": {"type": "adaptive", "display": "summarized"},
    "tool_choice": {"type": "auto"},
}
GREETING: Body = {"type": "text", "text": "Hello."}
MARK: Body = {"cache_control": {"type": "ephemeral"}}


def turn(reply: Message) -> Body:
    """Return the assistant's message as it came over the wire."""
    content = [block.model_dump(exclude_unset=True) for block in reply.content]
    return {"role": "assistant", "content": content}


def results(assistant: Body, *more: Body) -> Body:
    """Return the user's message with a result for each call, and what else it says."""
    content = [
        {"type": "tool_result", "tool_use_id": block["id"], "content": "Taken."}
        for block in assistant["content"]
        if block["type"] == "tool_use"
    ]
    return {"role": "user", "content": [*content, *more]}


def refused(body: Body, app: App | None = None) -> anthropic.APIStatusError:
    """Return the error that a body meets."""
    with pytest.raises(anthropic.APIStatusError) as caught:
        message(body, app=app)
    return caught.value


def test_a_tool_is_used() -> None:
    """The input is an object with all keys; it stopped for the tool."""
    (reply,) = message(messages_body())
    (block,) = reply.content
    assert block.type == "tool_use"
    assert block.name == "cast_vote"
    assert set(block.input) == {"option", "player", "note"}
    assert reply.stop_reason == "tool_use"
    assert reply.usage.output_tokens > 0


def test_a_conversation_goes_on_with_thinking_and_results() -> None:
    """Content goes back as it came; the result and the next question are one message."""
    app, messages = App(), []
    for number in range(4):
        (reply,) = message(messages_body(*messages, **THINK), app=app)
        assert [block.type for block in reply.content] == ["thinking", "tool_use"]
        said = turn(reply)
        messages += [said, results(said, {"type": "text", "text": f"{number}\n{VOTE}"})]
    assert [seen.status for seen in app.requests] == [200] * 4


def test_the_clients_own_dump_goes_back_too() -> None:
    """What `to_param` makes of a reply is taken."""
    (reply,) = message(messages_body(**THINK))
    content = [block.model_dump(exclude_none=True) for block in reply.content]
    said = {"role": "assistant", "content": content}
    (again,) = message(messages_body(said, results(said, GREETING), **THINK))
    assert again.content


def test_users_messages_in_a_row_are_one() -> None:
    """Results in one and the question in the next is the same."""
    (reply,) = message(messages_body())
    said = turn(reply)
    (again,) = message(messages_body(said, results(said), {"role": "user", "content": VOTE}))
    assert again.content[0].type == "tool_use"


def test_all_that_our_adapters_send_is_taken() -> None:
    """Every parameter of the subset is known, in each of its forms."""
    tools = messages_tools()
    tools[-1] |= {"strict": True, "type": "custom", **MARK}
    body = messages_body(
        system=[{"type": "text", "text": "You are Anna.", **MARK}],
        tools=tools,
        tool_choice={"type": "any"},
        thinking={"type": "disabled"},
        output_config={"effort": "low"},
        cache_control={"type": "ephemeral", "ttl": "5m"},
        metadata={"user_id": "u"},
        service_tier="auto",
        temperature=1.0,
        top_p=0.9,
        top_k=40,
        stop_sequences=["###"],
        stream=False,
    )
    (reply,) = message(body)
    assert reply.stop_reason == "tool_use"


def test_thinking_with_a_budget_is_thinking_too() -> None:
    """Both think; what `adaptive` shows nobody without being asked can go back too."""
    for thinking in (
        {"type": "enabled", "budget_tokens": 1024},
        {"type": "adaptive"},
        {"type": "adaptive", "display": "omitted"},
    ):
        (reply,) = message(messages_body(**THINK | {"thinking": thinking}))
        block = reply.content[0]
        assert block.type == "thinking"
        assert bool(block.thinking) == (thinking["type"] == "enabled")
        said = turn(reply)
        message(messages_body(said, results(said, GREETING), **THINK | {"thinking": thinking}))
        assert reply.usage.output_tokens_details is not None
        assert reply.usage.output_tokens_details.thinking_tokens


def test_a_choice_names_the_tool() -> None:
    """It is used whatever the last line says."""
    (reply,) = message(messages_body(tool_choice={"type": "tool", "name": "bid"}))
    assert reply.content[0].name == "bid"  # type: ignore[union-attr]


def test_without_tools_it_answers_in_words() -> None:
    """The JSON object for the call is the text, with `none` as without tools."""
    bare = {k: v for k, v in messages_body().items() if k not in {"tools", "tool_choice"}}
    for body in (bare, messages_body(tool_choice={"type": "none"})):
        (reply,) = message(body)
        assert reply.content[0].type == "text"
        assert json.loads(reply.content[0].text)["tool"] == "cast_vote"
        assert reply.stop_reason == "end_turn"


def test_a_reply_is_cut_at_the_longest_output() -> None:
    """It stops for its length."""
    (reply,) = message(messages_body(max_tokens=3))
    assert reply.stop_reason == "max_tokens"


def users(*content: Any) -> list[Body]:  # noqa: ANN401
    """Return one user's message."""
    return [{"role": "user", "content": list(content)}]


WRONG: list[tuple[str, Body, str]] = [
    ("an unknown parameter", {"seed": 3}, "seed: Extra inputs are not permitted"),
    ("no messages", {"messages": []}, "messages:"),
    ("a bad role", {"messages": [{"role": "system", "content": "x"}]}, "messages.0.role"),
    ("an unknown key", {"messages": [{"role": "user", "content": "x", "a": 1}]}, "messages.0.a"),
    ("an unknown block", {"messages": users({"type": "video"})}, "messages.0.content.0"),
    ("a text without text", {"messages": users({"type": "text"})}, "messages.0.content.0.text"),
    ("an empty text", {"messages": users({"type": "text", "text": ""})}, "non-whitespace"),
    ("no content", {"messages": users()}, "non-empty content"),
    ("empty content", {"messages": [{"role": "user", "content": ""}]}, "non-empty content"),
    (
        "the assistant first",
        {"messages": [{"role": "assistant", "content": "x"}, *users(GREETING)]},
        "first message must use",
    ),
    (
        "the assistant last",
        {"messages": [*users(GREETING), {"role": "assistant", "content": "x"}]},
        "prefill",
    ),
    (
        "a user that thinks",
        {"messages": users({"type": "thinking", "thinking": "x", "signature": "y"})},
        "not allowed in `user` messages",
    ),
    ("no tokens", {"max_tokens": 0}, "max_tokens"),
    ("tokens in words", {"max_tokens": "many"}, "max_tokens"),
    ("a choice in words", {"tool_choice": "any"}, "tool_choice"),
    ("an absent tool", {"tool_choice": {"type": "tool", "name": "fly"}}, "'fly' not found"),
    ("a choice without tools", {"tools": []}, "only be specified while providing tools"),
    ("a tool twice", {"tools": messages_tools() * 2}, "unique"),
    ("OpenAI's form of a tool", {"tools": [{"type": "function", "name": "x"}]}, "tools.0"),
    ("hot sampling", {"temperature": 1.5}, "temperature"),
    ("an unknown effort", {"output_config": {"effort": "minimal"}}, "output_config.effort"),
    ("an unknown mark", {"cache_control": {"type": "forever"}}, "cache_control.type"),
    ("streaming", {"stream": True}, "stream"),
    ("thinking that is forced", {"thinking": {"type": "adaptive"}}, "forces tool use"),
    ("thinking at a temperature", THINK | {"temperature": 0.5}, "`temperature` may not be set"),
    ("thinking with top_p", THINK | {"top_p": 0.5}, "`top_p` may not be set"),
    ("thinking with top_k", THINK | {"top_k": 5}, "`top_k` may not be set"),
    (
        "a small budget",
        THINK | {"thinking": {"type": "enabled", "budget_tokens": 100}},
        "thinking.budget_tokens",
    ),
    (
        "a budget over the limit",
        THINK | {"thinking": {"type": "enabled", "budget_tokens": 5000}},
        "must be greater than `thinking.budget_tokens`",
    ),
    (
        "five marks",
        {"system": [GREETING | MARK] * 4, "cache_control": {"type": "ephemeral"}},
        "maximum of 4 blocks with cache_control may be provided. Found 5",
    ),
]


@pytest.mark.parametrize(("more", "why"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_a_wrong_request_is_refused(more: Body, why: str) -> None:
    """One sentence says what came and where, in the provider's own form of an error."""
    error = refused(messages_body(**more))
    assert error.status_code == 400
    assert isinstance(error.body, dict)
    assert error.body["type"] == "error"
    assert set(error.body["error"]) == {"type", "message"}
    assert error.body["error"]["type"] == "invalid_request_error"
    assert why in error.body["error"]["message"]
    assert error.request_id


@pytest.mark.parametrize("key", ["model", "max_tokens", "messages"])
def test_what_is_missing_is_named(key: str) -> None:
    """The three parameters that every request has."""
    error = refused({k: v for k, v in messages_body().items() if k != key})
    assert f"{key}: Field required" in error.message


def test_calls_and_results_go_together() -> None:
    """Each call has one result, first thing in the next message, and nothing else has one."""
    (reply,) = message(messages_body())
    said = turn(reply)
    done = results(said)
    (result,) = done["content"]
    stray = result | {"tool_use_id": "toolu_x"}
    for messages, why in (
        ([said, *users(GREETING)], "were found without `tool_result` blocks immediately after"),
        ([said, *users(GREETING, result)], "were found without `tool_result` blocks immediately"),
        ([said, *users(result, result)], "multiple `tool_result` blocks with id"),
        ([said, *users(stray)], "unexpected `tool_use_id` found in `tool_result` blocks"),
        ([said, *users(result, GREETING, stray)], "unexpected `tool_use_id` found"),
        (users(result), "unexpected `tool_use_id` found"),
        ([{**said, "content": said["content"] * 2}, done], "ids must be unique"),
    ):
        assert why in refused(messages_body(*messages)).message


def test_thinking_comes_back_as_it_was() -> None:
    """A thought that is changed, foreign or missing is refused."""
    first, other = (
        turn(each) for each in message(messages_body(**THINK), messages_body(user="x", **THINK))
    )
    thought, call = first["content"]
    signature = thought["signature"]
    foreign = other["content"][0]
    redacted = {"type": "redacted_thinking", "data": "abc"}
    for content, why in (
        ([thought | {"thinking": "Nothing."}, call], "Invalid `signature` in `thinking` block"),
        ([thought | {"signature": "x" + signature}, call], "Invalid `signature`"),
        ([thought | {"signature": ""}, call], "Invalid `signature`"),
        ([thought | {"signature": foreign["signature"]}, call], "Invalid `signature`"),
        ([call], "Expected `thinking` or `redacted_thinking`, but found `tool_use`"),
        ([foreign, call], "Expected `thinking`"),
        ([call, thought], "Expected `thinking`"),
        ([redacted, call], "Invalid `data`"),
    ):
        said = {"role": "assistant", "content": content}
        assert why in refused(messages_body(said, results(said), **THINK)).message


def test_a_turn_without_thinking_needs_none() -> None:
    """Calls that came of no thinking, and of other makers, stand alone."""
    (reply,) = message(messages_body())
    said = turn(reply)
    foreign = {"type": "tool_use", "id": "toolu_ab", "name": "bid", "input": {"urgency": 1}}
    for each in (said, {"role": "assistant", "content": [foreign]}):
        (answer,) = message(messages_body(each, results(each, GREETING), **THINK))
        assert answer.stop_reason == "tool_use"


@pytest.mark.parametrize("name", ["", "place character!!", "a" * 129])
def test_an_earlier_call_has_a_tools_name(name: str) -> None:
    """One that no tool could have is refused; one that no tool has is not."""
    for given, is_refused in ((name, True), ("no_such_tool", False)):
        call = {"type": "tool_use", "id": "toolu_ab", "name": given, "input": {}}
        said = {"role": "assistant", "content": [call]}
        body = messages_body(said, results(said, GREETING))
        if is_refused:
            assert "name: String should" in refused(body).message
        else:
            assert message(body)


def test_strict_schemas_have_to_be_closed() -> None:
    """Where a tool is strict."""
    tool = messages_tools()[0] | {"strict": True}
    tool["input_schema"]["additionalProperties"] = True
    assert "Invalid schema for function 'cast_vote'" in refused(messages_body(tools=[tool])).message


def test_strict_schemas_have_few_unions() -> None:
    """Sixteen in all strict tools of a request; each nullable argument is one."""
    first, *others = messages_tools()
    few = [first | {"strict": True}, *others]
    assert message(messages_body(tools=few))
    many = [first | {"strict": True, "name": f"vote_{at}"} for at in range(6)]
    error = refused(messages_body(tools=[*many, *others]))
    assert "too many parameters with union types" in error.message


@pytest.mark.parametrize(("ability", "why"), LACKS.items())
def test_a_poorer_server_refuses_what_it_lacks(ability: str, why: str) -> None:
    """In the words of a real server."""
    tools = [messages_tools()[0] | {"strict": True}]
    error = refused(messages_body(tools=tools), App(abilities=Abilities(**{ability: False})))
    assert why in error.message


@pytest.mark.parametrize(
    ("key", "model", "error", "kind"),
    [
        ("wrong", "loopback", anthropic.AuthenticationError, "authentication_error"),
        ("forbidden", "loopback", anthropic.PermissionDeniedError, "permission_error"),
        ("any", "absent", anthropic.NotFoundError, "not_found_error"),
    ],
)
def test_keys_and_models_are_looked_at(
    key: str, model: str, error: type[anthropic.APIStatusError], kind: str
) -> None:
    """Each has a kind of error of its own."""
    with pytest.raises(error) as caught:
        message(messages_body(model=model), key=key)
    assert caught.value.body["error"]["type"] == kind  # type: ignore[index]


def test_the_version_has_to_be_told() -> None:
    """A request without the header, and one without a key, that no client sends."""
    bare = raw(App(), "/v1/messages", b"{}", {"x-api-key": "any"})
    assert bare.status_code == 400
    assert "anthropic-version" in bare.json()["error"]["message"]
    keyless = raw(App(), "/v1/messages", b"{}", {"anthropic-version": "2023-06-01"})
    assert keyless.status_code == 401


def test_the_models_are_listed() -> None:
    """The client's own list reads them."""

    async def names(app: App) -> list[str]:
        async with anthropic_client(app) as client:
            return [model.id async for model in client.models.list()]

    assert in_a_loop(names) == ["loopback", "loopback-think"]


LONG = [{"type": "text", "text": "A rule. " * 1000}]


def usage(*bodies: Body) -> list[tuple[int, int, int]]:
    """Return what was new, written to the cache and read from it, request by request."""
    return [
        (
            reply.usage.input_tokens,
            reply.usage.cache_creation_input_tokens or 0,
            reply.usage.cache_read_input_tokens or 0,
        )
        for reply in message(*bodies, app=App())
    ]


def test_nothing_is_cached_unasked() -> None:
    """Without a mark all tokens are new, each time."""
    (first, second) = usage(messages_body(system=LONG), messages_body(system=LONG))
    assert first == second
    assert first[1:] == (0, 0)


def test_what_is_marked_is_written_and_then_read() -> None:
    """Up to the mark; the rest is new. A mark of the request stands at its end."""
    marked = [LONG[0] | MARK]
    first, second = usage(messages_body(system=marked), messages_body(system=marked))
    assert first[1] > 1024
    assert first[0] == second[0] > 0
    assert second[1:] == (0, first[1])
    whole = messages_body(system=LONG, **MARK)
    third, fourth = usage(whole, whole)
    assert third[0] == fourth[0] == 0
    assert fourth[1:] == (0, third[1])


def test_a_conversation_that_grows_reads_what_it_wrote() -> None:
    """The mark moves on; what was written before it is read, the rest written."""
    (reply,) = message(messages_body(system=LONG))
    said = turn(reply)
    first, second = usage(
        messages_body(system=LONG, **MARK),
        messages_body(said, results(said, GREETING), system=LONG, **MARK),
    )
    assert second[2] == first[1]
    assert second[0] == 0
    assert 0 < second[1] < first[1]


def test_other_thinking_or_choice_empties_the_messages_cache() -> None:
    """Tools and system stay, the messages behind them do not."""
    system = [LONG[0] | MARK]
    whole = messages_body(system=system, user="News. " * 1000 + VOTE, **MARK)
    first, second = usage(whole, whole | {"tool_choice": {"type": "auto"}})
    assert 0 < second[2] < first[1]
    assert second[1] > 1024


def test_a_short_request_is_not_cached() -> None:
    """Under 1,024 tokens a mark does nothing."""
    tiny = messages_body(tools=messages_tools()[:1], user="Hi", **MARK)
    assert usage(tiny, tiny)[1][1:] == (0, 0)


def test_thinking_can_be_bound_to_its_tools() -> None:
    """A server that takes no new tools refuses a thought that had others; a mark is no other."""
    (reply,) = message(messages_body(**THINK))
    said = turn(reply)
    answered = results(said, GREETING)
    changed, marked = messages_tools(), messages_tools()
    changed[0]["description"] = "Another."
    marked[-1] |= MARK
    bound = App(abilities=Abilities(new_tools=False))
    message(messages_body(said, answered, **THINK, tools=marked), app=bound)
    message(messages_body(said, answered, **THINK, tools=changed))
    error = refused(messages_body(said, answered, **THINK, tools=changed), bound)
    assert "other `tools` than it was made with" in error.message
