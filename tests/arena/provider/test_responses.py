"""OpenAI's Responses protocol through its own client: what is taken, what is refused, and how."""

import json
from typing import Any

import openai
import pytest
from openai.types.responses import Response

from arena.provider import Abilities, App
from tests.arena.provider.clients import (
    ANSWER,
    LACKS,
    SCHEMAS,
    VOTE,
    Body,
    closed,
    openai_client,
    raw,
    respond,
    responses_body,
    responses_tools,
)
from tests.arena.provider.clients import listed as in_a_loop

THINK: Body = {"model": "loopback-think", "include": ["reasoning.encrypted_content"]}


def plain(response: Response) -> list[Body]:
    """Return the output items as they came over the wire."""
    return [item.model_dump(exclude_unset=True) for item in response.output]


def results(items: list[Body]) -> list[Body]:
    """Return an output for each call."""
    return [
        {"type": "function_call_output", "call_id": item["call_id"], "output": "Taken."}
        for item in items
        if item["type"] == "function_call"
    ]


def refused(body: Body, app: App | None = None) -> openai.APIStatusError:
    """Return the error that a body meets."""
    with pytest.raises(openai.APIStatusError) as caught:
        respond(body, app=app)
    return caught.value


def test_a_tool_is_called() -> None:
    """The last line names the tool, the option is one of the list, all keys are there."""
    (response,) = respond(responses_body())
    (call,) = response.output
    assert call.type == "function_call"
    assert call.name == "cast_vote"
    arguments = json.loads(call.arguments)
    assert set(arguments) == {"option", "player", "note"}
    assert {arguments["option"], arguments["player"]} & {"Bruno", "Clara"}
    assert response.status == "completed"
    assert response.model == "loopback"
    assert response.usage is not None
    assert response.usage.total_tokens == response.usage.input_tokens + response.usage.output_tokens


def test_a_conversation_goes_on_with_reasoning_and_results() -> None:
    """Output items go back as they came, with the result of each call behind them."""
    app, items = App(), []
    for turn in range(4):
        (response,) = respond(responses_body(*items, **THINK), app=app)
        output = plain(response)
        assert [item["type"] for item in output] == ["reasoning", "function_call"]
        assert output[0]["encrypted_content"]
        items += [*output, *results(output), {"role": "user", "content": f"{turn}\n{VOTE}"}]
    assert [seen.status for seen in app.requests] == [200] * 4


def test_items_go_back_with_nulls_too() -> None:
    """The client's own dump of an item, with every field, is taken."""
    (response,) = respond(responses_body(**THINK))
    dumped = [item.model_dump(by_alias=True) for item in response.output]
    output = [{k: v for k, v in item.items() if k not in {"async", "async_"}} for item in dumped]
    (again,) = respond(responses_body(*output, *results(output), **THINK))
    assert again.status == "completed"


def test_all_that_our_adapters_send_is_taken() -> None:
    """Every parameter of the subset is known, in each of its forms."""
    body = responses_body(
        {"role": "developer", "content": [{"type": "input_text", "text": "Be brief."}]},
        {"type": "message", "role": "user", "content": [{"type": "input_text", "text": VOTE}]},
        max_output_tokens=500,
        temperature=0.5,
        top_p=0.9,
        reasoning={"effort": "low", "summary": "auto"},
        prompt_cache_key="game",
        metadata={"game": "1"},
        text={"format": {"type": "text"}, "verbosity": "low"},
        truncation="disabled",
        service_tier="auto",
        user="u",
        safety_identifier="s",
        stream=False,
        include=["reasoning.encrypted_content"],
    )
    (response,) = respond(body)
    assert [item.type for item in response.output] == ["reasoning", "function_call"]


def test_a_summary_is_given_where_asked_for() -> None:
    """The words of the thought are the same that are sealed."""
    reasoning = {"reasoning": {"effort": "low", "summary": "auto"}}
    (response,) = respond(responses_body(**reasoning))
    thought = response.output[0]
    assert thought.type == "reasoning"
    assert "cast_vote" in thought.summary[0].text
    assert thought.encrypted_content is None


def test_only_allowed_tools_are_called() -> None:
    """`allowed_tools` narrows the choice, a function's name leaves one."""
    allowed = {"type": "allowed_tools", "mode": "required"}
    one = [{"type": "function", "name": "bid"}]
    for choice in (allowed | {"tools": one}, one[0]):
        (response,) = respond(responses_body(tool_choice=choice))
        assert response.output[0].name == "bid"  # type: ignore[union-attr]


def test_without_tools_it_answers_in_words() -> None:
    """The words are a JSON object that stands for the call, with `none` as without tools."""
    bare = {"tools": [], "tool_choice": "auto"}
    for more in (bare, {"tool_choice": "none"}):
        (response,) = respond(responses_body(**more))
        said = json.loads(response.output_text)
        assert said["tool"] == "cast_vote"
        assert said["arguments"]["option"] in {"Bruno", "Clara"}


def test_words_alone_get_words() -> None:
    """A plain text as input, with nothing to answer, is greeted."""
    (response,) = respond({"model": "loopback", "input": "Hello!"})
    assert response.output_text


def test_a_reply_is_cut_at_the_longest_output() -> None:
    """What is longer than `max_output_tokens` is incomplete, its arguments are no JSON."""
    user = "# What happened\n" + "- A long line of news.\n" * 40 + ANSWER.format("summarize")
    (response,) = respond(responses_body(user=user, max_output_tokens=16))
    assert response.status == "incomplete"
    assert response.incomplete_details is not None
    assert response.incomplete_details.reason == "max_output_tokens"
    with pytest.raises(json.JSONDecodeError):
        json.loads(response.output[0].arguments)  # type: ignore[union-attr]


WRONG: list[tuple[str, Body, str]] = [
    ("an unknown parameter", {"seed": 3}, "Unknown parameter: 'seed'"),
    ("no list of items", {"input": 3}, "Invalid type for 'input'"),
    ("a bad role", {"input": [{"role": "tool", "content": "x"}]}, "'tool'. Supported values are"),
    ("a bad item", {"input": [{"type": "thought"}]}, "'thought'. Supported values are"),
    ("an unknown key", {"input": [{"role": "user", "content": "x", "a": 1}]}, "'input[0].a'"),
    ("a missing key", {"input": [{"role": "user"}]}, "'input[0].content'"),
    ("hot sampling", {"temperature": 2.5}, "'temperature'"),
    ("a text as number", {"temperature": "hot"}, "Invalid type for 'temperature'"),
    ("a short limit", {"max_output_tokens": 3}, "'max_output_tokens'"),
    ("an unknown include", {"include": ["thoughts"]}, "'thoughts'. Supported values are"),
    ("an unknown effort", {"reasoning": {"effort": "huge"}}, "'huge'. Supported values are"),
    ("an unknown choice", {"tool_choice": "always"}, "always"),
    ("streaming", {"stream": True}, "stream"),
    ("metadata that is no text", {"metadata": {"a": 1}}, "metadata"),
    ("an absent tool", {"tool_choice": {"type": "function", "name": "fly"}}, "'fly' not found"),
    ("a choice of no tools", {"tools": []}, "'required' must be specified with 'tools'"),
    (
        "an absent allowed tool",
        {
            "tool_choice": {
                "type": "allowed_tools",
                "mode": "auto",
                "tools": [{"type": "function", "name": "fly"}],
            }
        },
        "'fly' not found",
    ),
    ("a tool twice", {"tools": responses_tools() * 2}, "unique"),
    (
        "a tool with a space",
        {"tools": [responses_tools()[0] | {"name": "cast vote"}], "tool_choice": "auto"},
        "tools[0].name",
    ),
]


@pytest.mark.parametrize(("more", "why"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_a_wrong_request_is_refused(more: Body, why: str) -> None:
    """One sentence says what came and where; the error has all four keys."""
    error = refused(responses_body(**more))
    assert error.status_code == 400
    assert why in error.message
    assert isinstance(error.body, dict)
    assert set(error.body) == {"message", "type", "param", "code"}
    assert error.body["type"] == "invalid_request_error"
    assert error.request_id


@pytest.mark.parametrize("key", ["model", "input"])
def test_what_is_missing_is_named(key: str) -> None:
    """Neither the model nor the input can be left out."""
    body = responses_body()
    del body[key]
    error = refused(body)
    assert error.message.endswith(f"Missing required parameter: '{key}'.") or (
        f"Missing required parameter: '{key}'." in error.message
    )
    assert error.code == "missing_required_parameter"
    assert error.param == key


def edited(items: list[Body], kind: str, **change: Any) -> list[Body]:  # noqa: ANN401
    """Return the items with one kind changed; a change to None takes the key away."""
    out = []
    for item in items:
        new = item | change if item["type"] == kind else item
        out.append({k: v for k, v in new.items() if v is not None})
    return out


def test_calls_and_outputs_go_together() -> None:
    """Each call has one output behind it, and each output a call before it."""
    (response,) = respond(responses_body())
    call = plain(response)
    output = results(call)
    for items, why in (
        (call, "No tool output found for function call"),
        (output, "No tool call found for function call output"),
        ([*output, *call], "No tool call found for function call output"),
        ([*call, *output, *output], "Duplicate function call output"),
        ([*call, *edited(call, "function_call", id=None), *output], "Duplicate function call"),
        ([*call, *call, *output], "Duplicate item found with id"),
    ):
        assert why in refused(responses_body(*items)).message


def test_reasoning_comes_back_as_it_was() -> None:
    """A thought that is changed, foreign, missing or alone is refused."""
    first, other = (
        plain(each) for each in respond(responses_body(**THINK), responses_body(user="x", **THINK))
    )
    output = results(first)
    sealed = first[0]["encrypted_content"]
    for items, why in (
        (edited(first, "reasoning", encrypted_content=sealed[:-8] + "AAAAAAA="), "be verified"),
        (edited(first, "reasoning", encrypted_content="no base64!"), "could not be verified"),
        (edited(first, "reasoning", encrypted_content=other[0]["encrypted_content"]), "verified"),
        (first[1:], "without its required 'reasoning' item"),
        ([other[0], first[1]], "without its required following item"),
    ):
        assert why in refused(responses_body(*items, *output, **THINK)).message
    assert "required following item" in refused(responses_body(first[0])).message


def test_reasoning_that_was_not_stored_is_not_found() -> None:
    """Without its encrypted content a thought is unknown: 404, as with `store=False`."""
    (response,) = respond(responses_body(**THINK))
    items = edited(plain(response), "reasoning", encrypted_content=None)
    error = refused(responses_body(*items, *results(items), **THINK))
    assert isinstance(error, openai.NotFoundError)
    assert "not found" in error.message


OPEN: list[tuple[Body, str]] = [
    (closed(a={"type": "string"}) | {"additionalProperties": True}, "'additionalProperties' is"),
    ({**closed(a={"type": "string"}), "required": []}, "Missing 'a'"),
    (closed(a={"type": "string", "default": "x"}), "'default' is not permitted"),
    (closed(a={"type": "object", "properties": {}, "required": []}), "('properties', 'a')"),
    (closed(a={"type": "array"}), "missing items"),
    (closed(a={"type": "text"}), "'text' is not valid"),
    (closed(a={"description": "anything"}), "'type' key"),
    ({"type": "string"}, "'type: \"object\"'"),
    ({**closed(), "anyOf": [closed()]}, "top level"),
]


@pytest.mark.parametrize(("schema", "why"), OPEN, ids=[why for _, why in OPEN])
def test_strict_schemas_have_to_be_closed(schema: Body, why: str) -> None:
    """Every key required, nothing beside them, no default: else the function is named."""
    tool = {"type": "function", "name": "act", "parameters": schema, "strict": True}
    error = refused(responses_body(tools=[tool]))
    assert error.message.count("Invalid schema for function 'act'") == 1
    assert why in error.message
    assert error.code == "invalid_function_parameters"
    assert error.param == "tools[0].parameters"


def test_without_strict_a_schema_may_be_open() -> None:
    """Only what is no schema at all is refused then."""
    schema = {"type": "object", "properties": {"option": {"type": "string", "default": "x"}}}
    tool = {"type": "function", "name": "cast_vote", "parameters": schema, "strict": False}
    (response,) = respond(responses_body(tools=[tool]))
    assert response.output[0].type == "function_call"


@pytest.mark.parametrize(("ability", "why"), LACKS.items())
def test_a_poorer_server_refuses_what_it_lacks(ability: str, why: str) -> None:
    """A request that needs what the server can't do is told so as real servers do."""
    error = refused(responses_body(), App(abilities=Abilities(**{ability: False})))
    assert error.status_code == 400
    assert why in error.message


def test_a_poorer_server_takes_what_it_can() -> None:
    """`auto` is no choice, and tools without `strict` are not strict."""
    tools = [{k: v for k, v in tool.items() if k != "strict"} for tool in responses_tools()]
    app = App(abilities=Abilities(tool_choice=False, strict=False))
    (response,) = respond(responses_body(tools=tools, tool_choice="auto"), app=app)
    assert response.output


@pytest.mark.parametrize(
    ("key", "model", "error"),
    [
        ("wrong-key", "loopback", openai.AuthenticationError),
        ("forbidden-key", "loopback", openai.PermissionDeniedError),
        ("any", "absent-model", openai.NotFoundError),
    ],
)
def test_keys_and_models_are_looked_at(key: str, model: str, error: type[Exception]) -> None:
    """Some keys and models are no good by their names."""
    with pytest.raises(error):
        respond(responses_body(model=model), key=key)


def test_no_key_is_unauthorized() -> None:
    """Who shows none is told so."""
    answer = raw(App(), "/v1/responses", b"{}", {})
    assert answer.status_code == 401
    assert answer.json()["error"]["code"] == "invalid_api_key"


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b'"x"', b'{"model": NaN}', b"\xff\xfe"])
def test_what_is_no_json_object_is_refused(content: bytes) -> None:
    """Bytes that no client sends are answered with 400 too."""
    answer = raw(App(), "/v1/responses", content, {"authorization": "Bearer any"})
    assert answer.status_code == 400
    assert "JSON" in answer.json()["error"]["message"]


def test_other_addresses_are_not_found() -> None:
    """An unknown path is 404."""
    answer = raw(App(), "/v1/embeddings", b"{}", {"authorization": "Bearer any"})
    assert answer.status_code == 404
    assert answer.json()["error"]["code"] == "unknown_url"


def test_the_models_are_listed() -> None:
    """The client's own list reads them."""

    async def names(app: App) -> list[str]:
        async with openai_client(app) as client:
            return [model.id async for model in client.models.list()]

    assert in_a_loop(names) == ["loopback", "loopback-think"]


def test_a_longer_conversation_is_served_from_the_cache() -> None:
    """A beginning seen before counts as cached, in steps of 128 and from 1,024 tokens on."""
    app = App()
    long = responses_body(user="A rule. " * 1000 + VOTE)
    first, second = respond(long, long, app=app)
    assert first.usage is not None
    assert second.usage is not None
    assert first.usage.input_tokens_details.cached_tokens == 0
    cached = second.usage.input_tokens_details.cached_tokens
    assert cached == second.usage.input_tokens // 128 * 128
    short, again = respond(
        {"model": "loopback", "input": "Hi"}, {"model": "loopback", "input": "Hi"}, app=app
    )
    assert again.usage is not None
    assert again.usage.input_tokens_details.cached_tokens == 0
    assert short.usage == again.usage


def test_reasoning_is_counted_as_output() -> None:
    """It is part of the output tokens, and told apart."""
    thinking, plain_one = respond(responses_body(**THINK), responses_body())
    assert thinking.usage is not None
    assert plain_one.usage is not None
    assert thinking.usage.output_tokens_details.reasoning_tokens > 0
    assert plain_one.usage.output_tokens_details.reasoning_tokens == 0


def test_every_tool_of_ours_is_strict_enough() -> None:
    """That of a speech passes, whose messages are objects within."""
    assert "messages" in SCHEMAS["say"]["properties"]
    (response,) = respond(responses_body(user=ANSWER.format("say")))
    assert response.output[0].name == "say"  # type: ignore[union-attr]


def test_reasoning_can_be_bound_to_its_tools() -> None:
    """A server that takes no new tools refuses a thought that had others; else it is taken."""
    (response,) = respond(responses_body(**THINK))
    output = plain(response)
    items = [*output, *results(output)]
    changed = responses_tools()
    changed[0]["description"] = "Another."
    bound = App(abilities=Abilities(new_tools=False))
    respond(responses_body(*items, **THINK), app=bound)
    respond(responses_body(*items, **THINK, tools=changed))
    error = refused(responses_body(*items, **THINK, tools=changed), bound)
    assert "other tools than it was made with" in error.message
