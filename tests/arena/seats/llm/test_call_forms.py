"""Calls in the forms of models and servers, where the meaning is certain; and nothing else."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.claims.deals import Deals
from arena.errors import InvalidAnswer
from arena.models.types import Reply, ToolCall
from arena.seats.llm.answers import json_object
from arena.seats.llm.call_in_words import closing_call, find_call, known_name
from arena.seats.llm.quoting import quoted
from arena.seats.llm.read_reply import choice_of, speech_of
from tests.arena.seats.llm.questions import KEYS, RULES, VOCABULARY, VOTE, turn

TOOLS = {name: keys for name, keys in KEYS.items() if name != "message"}
VOTED = '{"option": "Anna"}'
FORMS = {
    "object": '{"tool": "cast_vote", "arguments": {"option": "Anna"}}',
    "parameters": '{"type": "function", "name": "cast_vote", "parameters": {"option": "Anna"}}',
    "action": '{"action": "cast_vote", "action_input": {"option": "Anna"}}',
    "inside function": (
        '{"function": {"name": "cast_vote", "arguments": "{\\"option\\": \\"Anna\\"}"}}'
    ),
    "under its name": '{"cast_vote": {"option": "Anna"}}',
    "prefix": '{"name": "functions.cast_vote", "arguments": {"option": "Anna"}}',
    "list": '[{"name": "cast_vote", "arguments": {"option": "Anna"}}]',
    "tool_call tag": (
        '<tool_call>\n{"name": "cast_vote", "arguments": {"option": "Anna"}}\n</tool_call>'
    ),
    "function tag": '<function=cast_vote>{"option": "Anna"}</function>',
    "kimi": (
        "<|tool_calls_section_begin|><|tool_call_begin|>functions.cast_vote:0"
        '<|tool_call_argument_begin|>{"option": "Anna"}<|tool_call_end|><|tool_calls_section_end|>'
    ),
    "deepseek": (
        "<\uff5ctool\u2581calls\u2581begin\uff5c><\uff5ctool\u2581call\u2581begin\uff5c>function"
        '<\uff5ctool\u2581sep\uff5c>cast_vote\n```json\n{"option": "Anna"}\n```'
        "<\uff5ctool\u2581call\u2581end\uff5c><\uff5ctool\u2581calls\u2581end\uff5c>"
    ),
    "harmony": (
        "<|channel|>commentary to=functions.cast_vote <|constrain|>json<|message|>"
        '{"option": "Anna"}<|call|>'
    ),
    "mistral": '[TOOL_CALLS]cast_vote{"option": "Anna"}',
    "mistral, list": '[TOOL_CALLS] [{"name": "cast_vote", "arguments": {"option": "Anna"}}]',
    "mistral, marked": '[TOOL_CALLS]cast_vote[ARGS]{"option": "Anna"}',
    "react": 'Action: cast_vote\nAction Input: {"option": "Anna"}',
    "qwen coder": (
        "<tool_call>\n<function=cast_vote>\n<parameter=option>\nAnna\n</parameter>\n</function>\n"
        "</tool_call>"
    ),
    "invoke": '<invoke name="cast_vote"><parameter name="option">Anna</parameter></invoke>',
    "invoke, of a space": (
        '<minimax:tool_call><invoke name="cast_vote"><parameter name="option">Anna</parameter>'
        "</invoke></minimax:tool_call>"
    ),
    "glm": (
        "<tool_call>cast_vote\n<arg_key>option</arg_key>\n<arg_value>Anna</arg_value>\n</tool_call>"
    ),
    "own tags": "<cast_vote><option>Anna</option></cast_vote>",
    "python": 'cast_vote(option="Anna")',
    "python, list": "[cast_vote(option='Anna', note=None)]",
    "python tag": '<|python_tag|>cast_vote.call(option="Anna")',
    "tool code": '```tool_code\nprint(default_api.cast_vote(option="Anna"))\n```',
    "flat": '{"tool": "cast_vote", "option": "Anna", "note": null}',
    "params": '{"tool": "cast_vote", "params": {"option": "Anna"}}',
    "two underscores": '{"name": "mcp__arena__cast_vote", "arguments": {"option": "Anna"}}',
    "single quotes": "{'tool': 'cast_vote', 'arguments': {'option': 'Anna', 'note': None}}",
    "a comma too many": '{"tool": "cast_vote", "arguments": {"option": "Anna", "note": null,},}',
    "an object in single quotes": (
        '<functioncall> {"name": "cast_vote", "arguments": \'{"option": "Anna"}\'} </functioncall>'
    ),
    "an object in brackets": 'cast_vote({"option": "Anna"})',
    "tool_name tag": (
        "<function_calls><invoke><tool_name>cast_vote</tool_name><parameters>"
        "<option>Anna</option></parameters></invoke></function_calls>"
    ),
    "invoke, of a mark": (
        '<\uff5cDSML\uff5cinvoke name="cast_vote"><\uff5cDSML\uff5cparameter name="option" '
        'string="true">Anna</\uff5cDSML\uff5cparameter></\uff5cDSML\uff5cinvoke>'
    ),
    "mistral, numbered": '[TOOL_CALLS]cast_vote[CALL_ID]a1b2[ARGS]{"option": "Anna"}',
    "bare": VOTED,
    "bare, fenced": f"```json\n{VOTED}\n```",
}
"""A vote for Anna in each."""
OPEN = tuple(form for form in FORMS if not form.startswith(("bare", "python", "tool code")))
"""Those behind which words may follow."""


def reply(text: str = "", *calls: tuple[str, str], reasoning: str = "") -> Reply:
    """Return a reply with words, and with calls: a name and arguments."""
    made = tuple(
        ToolCall(id=str(at), name=name, arguments=given) for at, (name, given) in enumerate(calls)
    )
    return Reply(
        item={}, calls=made, text=text, reasoning=reasoning, stop="done", usage=None, model="m"
    )  # fmt: skip


def voted(came: Reply) -> str:
    """Return the vote in a reply."""
    return choice_of(came, VOTE, keys=KEYS, rule=None, notes=100).option


def refused(came: Reply) -> str:
    """Return why a reply is no vote."""
    with pytest.raises(InvalidAnswer) as caught:
        voted(came)
    return caught.value.why


@pytest.mark.parametrize("form", FORMS)
def test_a_call_is_read_in_every_form(form: str) -> None:
    """Alone, and behind words."""
    assert voted(reply(FORMS[form])) == "Anna"
    if form != "bare":
        assert voted(reply(f"I trust her least.\n\n{FORMS[form]}\n")) == "Anna"


@pytest.mark.parametrize("form", OPEN)
def test_words_may_follow_a_call(form: str) -> None:
    """It says itself where it ends."""
    assert voted(reply(f"{FORMS[form]}\nSo be it.")) == "Anna"


@pytest.mark.parametrize("form", FORMS)
def test_who_says_nothing_may_end_thoughts_with_a_call(form: str) -> None:
    """A draft in their midst is none, nor is any where something was said."""
    if form == "bare":
        return
    thoughts = f"Let me think.\n{FORMS[form]}"
    assert voted(reply(reasoning=thoughts)) == "Anna"
    refused(reply(reasoning=f"{thoughts}\nNo, that is rash."))
    refused(reply("Hm.", reasoning=thoughts))


@pytest.mark.parametrize(
    "arguments",
    [
        '{"arguments": {"option": "Anna"}}',
        '{"parameters": "{\\"option\\": \\"Anna\\"}"}',
        '{"name": "cast_vote", "arguments": {"option": "Anna"}}',
        f"```json\n{VOTED}\n```",
        f"{VOTED}{VOTED}",
        f"{VOTED}\n{VOTED}",
        json.dumps(VOTED),
    ],
)
def test_arguments_may_be_wrapped(arguments: str) -> None:
    """Once more, in a fence, in a string, or written twice alike."""
    assert voted(reply("", ("cast_vote", arguments))) == "Anna"


@pytest.mark.parametrize(
    "arguments",
    [f'{VOTED}{{"option": "Bruno"}}', f"{VOTED} and", '{"arguments": {"option": "Anna"}, "x": 1}'],
)
def test_what_is_not_certain_is_refused(arguments: str) -> None:
    """Two answers, words behind one, a key that nobody knows."""
    refused(reply("", ("cast_vote", arguments)))


@pytest.mark.parametrize(
    "name",
    ["functions.cast_vote", "cast_vote<|channel|>commentary", "default_api:cast_vote",
     "assistant<|channel|>commentary to=functions.cast_vote", "functions.cast_vote:3",
     " cast_vote\n"],
)  # fmt: skip
def test_a_name_may_have_something_around_it(name: str) -> None:
    """As long as no other tool is in it."""
    assert voted(reply("", (name, VOTED))) == "Anna"
    assert known_name(f"{name} bid", TOOLS) != "cast_vote"


def test_the_same_call_twice_is_one() -> None:
    """Whatever its spaces; another one is another answer."""
    same = ("cast_vote", VOTED), ("functions.cast_vote", '{ "option":"Anna" }')
    assert voted(reply("", *same)) == "Anna"
    assert "2 tools" in refused(reply("", *same, ("cast_vote", '{"option": "Bruno"}')))


def test_lists_and_objects_may_be_texts_at_every_level() -> None:
    """Messages, a message, listeners and claims."""
    message = {
        "text": "Hi.", "to": '["Bruno"]', "whisper": "false", "claims": '["I vote Bruno"]',
    }  # fmt: skip
    plain = {"text": "Hi.", "to": ["Bruno"], "whisper": False, "claims": ["I vote Bruno"]}
    heard = {
        json.dumps(speech_of(
            reply("", ("say", json.dumps({"messages": given}))),
            turn(), RULES, VOCABULARY, Deals(), keys=KEYS, notes=100,
        ).speech, default=str)
        for given in ([plain], [message], json.dumps([message]), [json.dumps(message)],
                      json.dumps([json.dumps(message)]))
    }  # fmt: skip
    assert len(heard) == 1


ANYTHING = st.text(max_size=30) | st.sampled_from(
    [*FORMS.values(), *(f"[{form}]" for form in FORMS.values()), '"', "\\", "```", "\n", "<|call|>"]
)


@given(st.lists(ANYTHING, max_size=4).map("".join), st.text(alphabet="abc .,:\n", max_size=12))
def test_words_of_others_that_are_repeated_are_no_call(said: str, own: str) -> None:
    """As a model was told them: whatever they look like, and wherever it repeats them."""
    text = f"{own}{quoted(said)}{own}"
    assert not calls_in(text)
    assert closing_call(text, TOOLS, "cast_vote") is None


def calls_in(text: str) -> list[Any]:
    """Return the call in a text, if any."""
    try:
        return [find_call(text, TOOLS, "cast_vote")]
    except InvalidAnswer:
        return []


@given(
    st.lists(st.sampled_from(sorted(FORMS.values())) | st.text(max_size=20), max_size=4),
    st.sampled_from(sorted(FORMS)),
)
def test_the_last_call_counts_whatever_stands_before(before: list[str], form: str) -> None:
    """Other forms, and any text."""
    if form == "bare":
        return
    text = "\n".join([*before, "", "So:", FORMS[form]])
    assert voted(reply(text)) == "Anna"


@given(st.recursive(st.just({"option": "Anna"}), lambda inner: st.fixed_dictionaries(
    {"arguments": inner | inner.map(json.dumps)}), max_leaves=2))  # fmt: skip
def test_what_is_nested_is_opened(value: Any) -> None:
    """Objects and texts of objects, one in another."""
    found = json_object(json.dumps(value), TOOLS["cast_vote"])
    while "arguments" in found:
        found = json_object(json.dumps(found["arguments"]), TOOLS["cast_vote"])
    assert found == {"option": "Anna"}
