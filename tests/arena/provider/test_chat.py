"""OpenAI's Chat Completions protocol through its own client."""

import copy
import json

import jsonschema
import openai
import pytest
from openai.types.chat import ChatCompletion

from arena.provider import Abilities, App
from tests.arena.provider.clients import (
    ANSWER,
    LACKS,
    SCHEMAS,
    VOTE,
    Body,
    chat,
    chat_body,
    chat_tools,
    closed,
)


def said(completion: ChatCompletion) -> Body:
    """Return the assistant's message as it came over the wire."""
    return completion.choices[0].message.model_dump(exclude_unset=True)


def results(reply: Body) -> list[Body]:
    """Return a tool message for each call."""
    return [
        {"role": "tool", "tool_call_id": call["id"], "content": "Taken."}
        for call in reply["tool_calls"]
    ]


def refused(body: Body, app: App | None = None) -> openai.APIStatusError:
    """Return the error that a body meets."""
    with pytest.raises(openai.APIStatusError) as caught:
        chat(body, app=app)
    return caught.value


def test_a_tool_is_called() -> None:
    """The call is complete, the content null, and it ended because of the call."""
    (completion,) = chat(chat_body())
    choice = completion.choices[0]
    assert choice.finish_reason == "tool_calls"
    assert choice.message.content is None
    assert choice.message.tool_calls is not None
    (call,) = choice.message.tool_calls
    assert call.type == "function"
    assert call.function.name == "cast_vote"
    assert set(json.loads(call.function.arguments)) == {"option", "player", "note"}
    assert completion.usage is not None
    assert completion.usage.completion_tokens > 0


def test_a_conversation_goes_on_with_results() -> None:
    """The message goes back as it came, a tool message for each call behind it."""
    app, messages = App(), []
    for turn in range(4):
        (completion,) = chat(chat_body(*messages), app=app)
        reply = said(completion)
        messages += [reply, *results(reply), {"role": "user", "content": f"{turn}\n{VOTE}"}]
    assert [seen.status for seen in app.requests] == [200] * 4


def test_the_clients_own_dump_goes_back_too() -> None:
    """With every field that the client knows, null where there is nothing."""
    (completion,) = chat(chat_body())
    reply = completion.choices[0].message.model_dump()
    (again,) = chat(chat_body(reply, *results(reply)))
    assert again.choices[0].message.tool_calls


def test_all_that_our_adapters_send_is_taken() -> None:
    """Every parameter of the subset is known."""
    body = chat_body(
        {"role": "assistant", "content": "Let me see."},
        {"role": "developer", "content": [{"type": "text", "text": "Be brief."}]},
        {"role": "user", "content": [{"type": "text", "text": VOTE}], "name": "referee"},
        max_tokens=500,
        temperature=0,
        top_p=1,
        seed=7,
        reasoning_effort="low",
        stop=["###"],
        response_format={"type": "text"},
        parallel_tool_calls=False,
        frequency_penalty=0.1,
        presence_penalty=0.1,
        user="u",
        stream=False,
        tools=chat_tools(strict=True),
    )
    (completion,) = chat(body)
    assert completion.usage is not None
    assert completion.usage.completion_tokens_details is not None
    assert completion.usage.completion_tokens_details.reasoning_tokens


def test_each_of_n_choices_is_given() -> None:
    """They say the same, and their calls have ids of their own."""
    (completion,) = chat(chat_body(n=3))
    assert [choice.index for choice in completion.choices] == [0, 1, 2]
    ids = {choice.message.tool_calls[0].id for choice in completion.choices}  # type: ignore[index]
    assert len(ids) == 3


@pytest.mark.parametrize(
    "choice",
    [
        {"type": "function", "function": {"name": "bid"}},
        {
            "type": "allowed_tools",
            "allowed_tools": {
                "mode": "required",
                "tools": [{"type": "function", "function": {"name": "bid"}}],
            },
        },
    ],
    ids=["function", "allowed"],
)
def test_a_choice_names_the_tool(choice: Body) -> None:
    """A function's name, or a list of those that are allowed."""
    (completion,) = chat(chat_body(tool_choice=choice))
    (call,) = said(completion)["tool_calls"]
    assert call["function"]["name"] == "bid"
    assert json.loads(call["function"]["arguments"])["urgency"] in range(5)


def test_without_tools_it_answers_in_words() -> None:
    """The JSON object for the call is the content."""
    body = {k: v for k, v in chat_body().items() if k not in {"tools", "tool_choice"}}
    (completion,) = chat(body)
    assert json.loads(completion.choices[0].message.content or "")["tool"] == "cast_vote"
    assert completion.choices[0].finish_reason == "stop"


def test_a_reply_is_cut_at_the_longest_output() -> None:
    """It ends for its length."""
    (completion,) = chat(chat_body(max_completion_tokens=4))
    assert completion.choices[0].finish_reason == "length"


GREETING: Body = {"role": "user", "content": "Hello."}
WRONG: list[tuple[str, Body, str]] = [
    ("an unknown parameter", {"top_k": 3}, "Unknown parameter: 'top_k'"),
    ("a parameter of the other protocol", {"input": "x"}, "Unknown parameter: 'input'"),
    ("no messages", {"messages": []}, "Invalid 'messages'"),
    ("a bad role", {"messages": [GREETING | {"role": "human"}]}, "'human'"),
    ("an unknown key", {"messages": [GREETING | {"a": 1}]}, "'messages[0].a'"),
    ("an answer without content", {"messages": [{"role": "assistant"}, GREETING]}, "got null"),
    ("an empty list of tools", {"tools": [], "tool_choice": None}, "Invalid 'tools'"),
    ("a choice without tools", {"tools": None}, "'tool_choice' is only allowed when 'tools'"),
    (
        "parallel calls without tools",
        {"tools": None, "tool_choice": None, "parallel_tool_calls": False},
        "'parallel_tool_calls' is only allowed when 'tools'",
    ),
    ("an absent tool", {"tool_choice": {"type": "function", "function": {"name": "fly"}}}, "'fly'"),
    ("two limits", {"max_tokens": 9, "max_completion_tokens": 9}, "at the same time"),
    ("five stops", {"stop": ["a", "b", "c", "d", "e"]}, "'stop'"),
    ("no choices", {"n": 0}, "'n'"),
    ("a seed in words", {"seed": "seven"}, "Invalid type for 'seed'"),
    ("an unknown effort", {"reasoning_effort": "huge"}, "'huge'"),
    ("streaming", {"stream": True}, "'stream'"),
    ("a tool twice", {"tools": chat_tools() * 2}, "unique"),
    ("an unknown key of a tool", {"tools": [chat_tools()[0] | {"x": 1}]}, "'tools[0].x'"),
]


@pytest.mark.parametrize(("more", "why"), [w[1:] for w in WRONG], ids=[w[0] for w in WRONG])
def test_a_wrong_request_is_refused(more: Body, why: str) -> None:
    """One sentence says what came and where."""
    error = refused(chat_body(**more))
    assert error.status_code == 400
    assert why in error.message
    assert error.request_id


@pytest.mark.parametrize("name", ["", "place character!!", "a" * 65])
def test_an_earlier_call_has_a_tools_name(name: str) -> None:
    """One that no tool could have is refused; one that no tool has is not."""
    (completion,) = chat(chat_body())
    reply = said(completion)
    (result,) = results(reply)
    reply["tool_calls"][0]["function"]["name"] = name
    assert "function.name" in refused(chat_body(reply, result, GREETING)).message
    reply["tool_calls"][0]["function"]["name"] = "no_such_tool"
    assert chat(chat_body(reply, result, GREETING))


@pytest.mark.parametrize("key", ["model", "messages"])
def test_what_is_missing_is_named(key: str) -> None:
    """Neither the model nor the messages can be left out."""
    error = refused({k: v for k, v in chat_body().items() if k != key})
    assert f"Missing required parameter: '{key}'" in error.message


def test_calls_and_tool_messages_go_together() -> None:
    """Each call is answered right behind its message, once, and nothing else is."""
    (completion,) = chat(chat_body())
    reply = said(completion)
    (result,) = results(reply)
    for messages, why in (
        ([reply], "did not have response messages: call_"),
        ([reply, GREETING, result], "did not have response messages: call_"),
        ([result], "must be a response to a preceeding message"),
        ([reply, result, result], "must be a response to a preceeding message"),
        ([reply, result | {"tool_call_id": "call_x"}], "must be a response to a preceeding"),
        ([reply | {"tool_calls": reply["tool_calls"] * 2}, result], "Duplicate value"),
        ([reply | {"tool_calls": []}], "tool_calls"),
    ):
        assert why in refused(chat_body(*messages)).message


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        ('{"option": "Anna"', "Expecting ',' delimiter"),
        ("", "Expecting value"),
        ("[1]", "not list"),
        ("[" * 9999, "maximum recursion depth"),
        ('{"a": "\\ud800"}', "surrogates not allowed"),
    ],
)
def test_earlier_arguments_are_opened(arguments: str, why: str) -> None:
    """As local servers do: what is no JSON object is refused, in words that blame no tool."""
    (completion,) = chat(chat_body())
    reply = said(completion)
    result = results(reply)
    reply["tool_calls"][0]["function"]["arguments"] = arguments
    error = refused(chat_body(reply, *result))
    assert error.status_code == 400
    assert why in error.message


def test_strict_schemas_have_to_be_closed() -> None:
    """The rules are those of the other protocol of the same provider."""
    tools = chat_tools(strict=True)
    tools[0]["function"]["parameters"]["additionalProperties"] = True
    error = refused(chat_body(tools=tools))
    assert "Invalid schema for function 'cast_vote'" in error.message
    assert error.param == "tools[0].function.parameters"


@pytest.mark.parametrize(("ability", "why"), LACKS.items())
def test_a_poorer_server_refuses_what_it_lacks(ability: str, why: str) -> None:
    """A local server may know less, and says so as such servers do."""
    app = App(abilities=Abilities(**{ability: False}))
    assert why in refused(chat_body(tools=chat_tools(strict=True)), app).message


def test_a_server_without_tools_takes_words() -> None:
    """Where no tools are sent it answers."""
    body = {k: v for k, v in chat_body().items() if k not in {"tools", "tool_choice"}}
    (completion,) = chat(body, app=App(abilities=Abilities(tools=False)))
    assert completion.choices[0].message.content


SPEAK = ANSWER.format("say")


def worded(user: str, name: str, arguments: Body) -> Body:
    """Return a request for words that are a call of a tool, held to its schema."""
    schema = closed(tool={"type": "string", "enum": [name]}, arguments=arguments)
    form = {"type": "json_schema", "json_schema": {"name": "answer", "schema": schema}}
    given = chat_body(user=user, response_format=form)
    return {key: given[key] for key in given if key not in {"tools", "tool_choice"}}


@pytest.mark.parametrize("number", range(20))
def test_words_are_held_to_a_schema(number: int) -> None:
    """Each key is there, no text is too long, and a claim matches its pattern."""
    say = copy.deepcopy(SCHEMAS["say"])
    message = say["properties"]["messages"]["items"]["properties"]
    message["text"]["maxLength"] = 30
    message["claims"]["items"]["pattern"] = "^I vote (Bruno|Clara) attack$"
    (completion,) = chat(worded(f"Round {number}.\n{SPEAK}", "say", say))
    call = json.loads(completion.choices[0].message.content or "")
    jsonschema.validate(call, {"properties": {"arguments": say}})
    assert call["tool"] == "say"


@pytest.mark.parametrize("wrong", [{"type": "array"}, {"type": "object", "properties": {"a": 1}}])
def test_a_schema_of_words_is_checked(wrong: Body) -> None:
    """As one of a tool is."""
    assert "Invalid schema for response_format" in str(refused(worded(SPEAK, "say", wrong)))
    pattern = {"type": "object", "properties": {"a": {"type": "string", "pattern": "("}}}
    assert refused(worded(SPEAK, "say", pattern)).status_code == 400


def test_keys_are_looked_at() -> None:
    """A wrong key is unauthorized, another one forbidden."""
    with pytest.raises(openai.AuthenticationError):
        chat(chat_body(), key="wrong")
    with pytest.raises(openai.PermissionDeniedError):
        chat(chat_body(), key="forbidden")


def test_an_absent_model_is_not_found() -> None:
    """By its name."""
    error = refused(chat_body(model="absent"))
    assert isinstance(error, openai.NotFoundError)
    assert error.code == "model_not_found"


def test_a_longer_conversation_is_served_from_the_cache() -> None:
    """What an earlier request had in front counts as cached."""
    app = App()
    long = chat_body(user="A rule. " * 1000 + VOTE)
    first, second = chat(long, long, app=app)
    assert first.usage is not None
    assert first.usage.prompt_tokens_details is not None
    assert first.usage.prompt_tokens_details.cached_tokens == 0
    assert second.usage is not None
    assert second.usage.prompt_tokens_details is not None
    cached = second.usage.prompt_tokens_details.cached_tokens
    assert cached == second.usage.prompt_tokens // 128 * 128


def test_other_tools_empty_the_cache() -> None:
    """They come first, so nothing behind them is the same any more."""
    app = App()
    long = chat_body(user="A rule. " * 1000 + VOTE)
    _, second = chat(long, long | {"tools": chat_tools()[:2]}, app=app)
    assert second.usage is not None
    assert second.usage.prompt_tokens_details is not None
    assert second.usage.prompt_tokens_details.cached_tokens == 0


def test_every_tool_of_ours_is_taken() -> None:
    """With the claim language's schema among them."""
    (completion,) = chat(*[chat_body(tools=chat_tools(strict=True))])
    assert len(SCHEMAS) == 6
    assert said(completion)["tool_calls"]
