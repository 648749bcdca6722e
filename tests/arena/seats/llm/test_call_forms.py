"""Calls in the forms of models and servers, where the meaning is certain; and nothing else."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.errors import InvalidAnswer
from arena.models.types import Reply, ToolCall
from arena.narration.dialects import words_of
from arena.projections.deals import Deals
from arena.seats.llm.answers import json_object
from arena.seats.llm.claim_lines import read_plan
from arena.seats.llm.news import News
from arena.seats.llm.quoting import own_words
from arena.seats.llm.read_decision import read_decision
from arena.seats.llm.read_reply import (
    call_arguments,
    closing_call,
    find_call,
    has_call,
    is_without_call,
)
from arena.seats.llm.read_talk import read_bid, read_speech
from arena.seats.llm.tool_names import known_name
from arena.talk.speech import Speech
from tests.arena.records_of import record_of
from tests.arena.seats.llm.questions import KEYS, RULES, SEATS, VOCABULARY, VOTE, turn

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
    "llama": '<|python_tag|>{"name": "cast_vote", "parameters": {"option": "Anna"}}',
    "llama, in python": '<|python_tag|>cast_vote(option="Anna")<|eom_id|>',
    "hermes, on a line": (
        '<tool_call>{"name": "cast_vote", "arguments": {"option": "Anna"}}</tool_call>'
    ),
    "mistral, ended": '[TOOL_CALLS][{"name": "cast_vote", "arguments": {"option": "Anna"}}]</s>',
    "deepseek 3.1": (
        "<\uff5ctool\u2581calls\u2581begin\uff5c><\uff5ctool\u2581call\u2581begin\uff5c>cast_vote"
        '<\uff5ctool\u2581sep\uff5c>{"option": "Anna"}<\uff5ctool\u2581call\u2581end\uff5c>'
        "<\uff5ctool\u2581calls\u2581end\uff5c>"
    ),
    "deepseek 3.2": (
        '<\uff5cDSML\uff5cfunction_calls>\n<\uff5cDSML\uff5cinvoke name="cast_vote">\n'
        '<\uff5cDSML\uff5cparameter name="option" string="true">Anna</\uff5cDSML\uff5cparameter>\n'
        "</\uff5cDSML\uff5cinvoke>\n</\uff5cDSML\uff5cfunction_calls>"
    ),
    "kimi, spaced": (
        "<|tool_calls_section_begin|> <|tool_call_begin|> functions.cast_vote:0 "
        '<|tool_call_argument_begin|> {"option": "Anna"} <|tool_call_end|>'
    ),
    "kimi, without marks": 'functions.cast_vote:0{"option": "Anna"}',
    "harmony, to an assistant": (
        "<|start|>assistant to=functions.cast_vote<|channel|>commentary json<|message|>"
        '{"option": "Anna"}<|call|>'
    ),
    "harmony, behind thoughts": (
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>commentary "
        'to=functions.cast_vote<|message|>{"option": "Anna"}'
    ),
    "harmony, without marks": 'assistantcommentary to=functions.cast_vote json{"option": "Anna"}',
    "function_calls": (
        '<function_calls>\n<invoke name="cast_vote">\n<parameter name="option">Anna</parameter>\n'
        "</invoke>\n</function_calls>"
    ),
    "granite": '<|tool_call|>[{"name": "cast_vote", "arguments": {"option": "Anna"}}]',
    "phi": ('<|tool_call|>[{"name": "cast_vote", "arguments": {"option": "Anna"}}]<|/tool_call|>'),
    "command r": (
        'Action: ```json\n[\n    {\n        "tool_name": "cast_vote",\n'
        '        "parameters": {"option": "Anna"}\n    }\n]```'
    ),
    "gemma": '```tool_code\nprint(cast_vote(option="Anna"))\n```',
    "seed": (
        "<seed:tool_call>\n<function=cast_vote>\n<parameter=option>Anna</parameter>\n</function>\n"
        "</seed:tool_call>"
    ),
    "react, in marks": '**Action:** `cast_vote`\n**Action Input:** `{"option": "Anna"}`',
    "react, fenced": 'Action: cast_vote\nAction Input:\n```json\n{"option": "Anna"}\n```',
    "olmo": '<function_calls>cast_vote(option="Anna")</function_calls>',
    "functionary": '<|from|>assistant\n<|recipient|>cast_vote\n<|content|>{"option": "Anna"}',
    "functionary 3.2": '>>>cast_vote\n{"option": "Anna"}',
    "lfm": '<|tool_call_start|>[cast_vote(option="Anna")]<|tool_call_end|>',
    "nemotron": '<TOOLCALL>[{"name": "cast_vote", "arguments": {"option": "Anna"}}]</TOOLCALL>',
    "tags in tags": (
        "<tool_use><tool_name>cast_vote</tool_name><arguments>"
        '{"option": "Anna"}</arguments></tool_use>'
    ),
    "openai": (
        '{"tool_calls": [{"id": "1", "type": "function", "function": '
        '{"name": "cast_vote", "arguments": "{\\"option\\": \\"Anna\\"}"}}]}'
    ),
    "gemma, functions": (
        "<start_function_call>call:cast_vote{note:<escape>a {b<escape>,option:<escape>Anna<escape>}"
        "<end_function_call>"
    ),
    "gemma, functions without marks": "call:cast_vote{option:<escape>Anna<escape>}",
    "gemma 4": '<|tool_call>call:cast_vote{option:<|"|>Anna<|"|>}<tool_call|>',
    "gemma 4, in quotation marks": '<|tool_call>call:cast_vote{option:"Anna"}<tool_call|>',
    "longcat": (
        "<longcat_tool_call>cast_vote\n<longcat_arg_key>option</longcat_arg_key>\n"
        "<longcat_arg_value>Anna</longcat_arg_value>\n</longcat_tool_call>"
    ),
    "hunyuan": (
        "<tool_calls>\n<tool_call>cast_vote<tool_sep>\n<arg_key>option</arg_key>\n"
        "<arg_value>Anna</arg_value>\n</tool_call>\n</tool_calls>"
    ),
    "hunyuan, of one word": (
        "<tool_calls:opensource>\n<tool_call:opensource>cast_vote<tool_sep:opensource>\n"
        "<arg_key:opensource>option</arg_key:opensource>\n<arg_value:opensource>Anna"
        "</arg_value:opensource>\n</tool_call:opensource>\n</tool_calls:opensource>"
    ),
    "kimi 3": (
        '<|open|>tools<|sep|><|open|>call tool="cast_vote" index="1"<|sep|>'
        '<|open|>argument key="option" type="string"<|sep|>Anna<|close|>argument<|sep|>'
        "<|close|>call<|sep|><|close|>tools<|sep|>"
    ),
    "kimi 3, object": (
        '<|open|>tools<|sep|><|open|>call tool="cast_vote" index="1"<|sep|><|open|>json '
        'type="object"<|sep|>{"option": "Anna"}<|close|>json<|sep|><|close|>call<|sep|>'
        "<|close|>tools<|sep|>"
    ),
    "minimax 3": (
        ']<]minimax[>[<tool_call>\n]<]minimax[>[<invoke name="cast_vote">'
        "]<]minimax[>[<option>Anna]<]minimax[>[</option>]<]minimax[>[</invoke>\n"
        "]<]minimax[>[</tool_call>"
    ),
    "muse": (
        'to=cast_vote<|message|><atem:function_calls>\n<atem:invoke name="cast_vote">\n'
        '<atem:parameter name="option">Anna</atem:parameter>\n</atem:invoke>\n'
        "</atem:function_calls>"
    ),
    "longcat, javascript": '<longcat_tool_call>functions.cast_vote({option: "Anna"})',
    "in square brackets": '[Calling tool: cast_vote({"option": "Anna"})]',
    "glm, on a line": (
        "<tool_call>cast_vote<arg_key>option</arg_key><arg_value>Anna</arg_value></tool_call>"
    ),
    "step": (
        "<\uff5ctool_calls_begin\uff5c><\uff5ctool_call_begin\uff5c>function<\uff5ctool_sep\uff5c>"
        '<steptml:invoke name="cast_vote"><steptml:parameter name="option">Anna'
        "</steptml:parameter></steptml:invoke><\uff5ctool_call_end\uff5c>"
        "<\uff5ctool_calls_end\uff5c>"
    ),
    "internlm": (
        '<|action_start|><|plugin|>\n{"name": "cast_vote", "parameters": {"option": "Anna"}}'
        "<|action_end|>"
    ),
    "apertus": '<|tools_prefix|>[{"cast_vote": {"option": "Anna"}}]<|tools_suffix|>',
    "solar": (
        "<|tool_calls|><|tool_call:begin|>a1b2<|tool_call:name|>cast_vote<|tool_call:args|>"
        '{"option": "Anna"}<|tool_call:end|>'
    ),
    "grok": (
        '<xai:function_call name="cast_vote"><parameter name="option">Anna</parameter>'
        "</xai:function_call>"
    ),
    "nova": ("<__function=cast_vote>\n<__parameter=option>\nAnna\n</__parameter>\n</__function>"),
    "gorilla": '<<function>>cast_vote(option="Anna")',
    "harmony, code": (
        '<|channel|>commentary to=functions.cast_vote code<|message|>{"option": "Anna"}<|call|>'
    ),
    "openai, of before": (
        '{"function_call": {"name": "cast_vote", "arguments": "{\\"option\\": \\"Anna\\"}"}}'
    ),
    "openai, in parallel": (
        '{"tool_uses": [{"recipient_name": "functions.cast_vote", '
        '"parameters": {"option": "Anna"}}]}'
    ),
    "function_name": '{"function_name": "cast_vote", "arguments": {"option": "Anna"}}',
    "toolName": '{"toolName": "cast_vote", "input": {"option": "Anna"}}',
    "python, assigned": 'x = cast_vote(option="Anna")',
    "python, awaited": 'await cast_vote(option="Anna")',
    "python, assigned and awaited": 'result = await functions.cast_vote(option="Anna")',
    "python, awaited and printed": 'print(await default_api.cast_vote(option="Anna"))',
    "python, assigned and printed": (
        '```python\nresult = cast_vote(option="Anna")\nprint(result)\n```'
    ),
    "python, returned": 'return cast_vote(option="Anna")',
    "python, lines": '<function_calls>\ncast_vote(option="Anna")\ncast_vote(option="Anna")\n'
    "</function_calls>",
    "javascript": 'cast_vote({option: "Anna", note: null})',
    "javascript, assigned": "const x = await functions.cast_vote({ option: 'Anna' });",
    "heading": '### cast_vote\n```json\n{"option": "Anna"}\n```',
    "a broken line": '{"tool": "cast_vote", "arguments": {"note": "a\nb", "option": "Anna"}}',
    "bare": VOTED,
    "bare, in a channel": f"<|channel|>final<|message|>{VOTED}",
    "bare, held to a schema": (
        "<|channel|>analysis<|message|>Hm.<|end|><|start|>assistant<|channel|>final "
        f"<|constrain|>json<|message|>{VOTED}<|return|>"
    ),
    "bare, in a message": f"<|start|>assistant<|message|>{VOTED}<|end|>",
    "bare, in a channel of thoughts": f"<|channel|>analysis<|message|>{VOTED}",
    "bare, without marks": f"assistantfinal{VOTED}",
    "a call in a channel": (
        '<|channel|>final<|message|>{"tool": "cast_vote", "arguments": {"option": "Anna"}}'
    ),
    "capitals": f"CAST_VOTE\n{VOTED}",
    "letters of two sizes": '{"name": "castVote", "arguments": {"option": "Anna"}}',
    "a hyphen, in python": 'cast-vote(option="Anna")',
    "a number behind the name": f"<function=cast_vote_0>{VOTED}</function>",
    "a word before the name": f"Action: tool_cast_vote\nAction Input: {VOTED}",
    "capitals, under the name": '{"Cast_Vote": {"option": "Anna"}}',
    "capitals, own tags": "<CastVote><option>Anna</option></CastVote>",
    "bare, twice": f"{VOTED}\n{VOTED}",
    "bare, wrapped": '{"arguments": {"option": "Anna"}}',
    "bare, fenced": f"```json\n{VOTED}\n```",
    "bare, fenced in python": "```python\n{'option': 'Anna'}\n```",
}
"""A vote for Anna in each."""
UNMARKED = tuple(form for form in FORMS if FORMS[form][0] == "{" and form.startswith("bare"))
"""Those that are all that is said."""
OPEN = tuple(
    form for form in FORMS if "bare" not in form and not re.search(r"vote(\.call)?\(o", FORMS[form])
)
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
    return read_decision(VOTE, call_arguments(came, "cast_vote", KEYS), rule=None)


def said(came: Reply) -> Speech | None:
    """Return the speech in a reply."""
    given = call_arguments(came, "say", KEYS)
    return read_speech(turn(), given, RULES, VOCABULARY, Deals(), keys=KEYS["message"])


def refused(came: Reply) -> str:
    """Return why a reply is no vote."""
    with pytest.raises(InvalidAnswer) as caught:
        voted(came)
    return caught.value.why


@pytest.mark.parametrize("form", FORMS)
def test_a_call_is_read_in_every_form(form: str) -> None:
    """Alone, and behind words."""
    assert voted(reply(FORMS[form])) == "Anna"
    if form not in UNMARKED:
        assert voted(reply(f"I trust her least.\n\n{FORMS[form]}\n")) == "Anna"


@pytest.mark.parametrize("form", OPEN)
def test_words_may_follow_a_call(form: str) -> None:
    """It says itself where it ends."""
    assert voted(reply(f"{FORMS[form]}\nSo be it.")) == "Anna"


@pytest.mark.parametrize("form", FORMS)
def test_who_says_nothing_may_end_thoughts_with_a_call(form: str) -> None:
    """A draft in their midst is none, nor is any where something was said."""
    if form in UNMARKED:
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
        "{'note': None, 'option': 'Anna'}",
        '{"note": null, "option": "Anna",}',
        '{"note": "a\nb", "option": "Anna"}',
        '{"note": "It\\\'s", "option": "Anna"}',
        "{option: 'Anna'}",
        f"{{}}{VOTED}",
        f"{{}}\n{VOTED}",
        f"{VOTED}{{}}",
        f"{VOTED}</tool_call>",
        f"{VOTED}\n</tool_call><|im_end|>",
        f"<tool_call>{VOTED}",
        f"{VOTED}}}",
        f"{VOTED}}}\n]",
        f"I trust her least:\n\n```json\n{VOTED}\n```",
        f"I trust her least: ```{VOTED}```",
        f"[{VOTED}]",
        f"[{VOTED},]",
        '{"cast_vote": {"option": "Anna"}}',
        '{"castVote": {"option": "Anna"}}',
        '{"functions.cast_vote": {"arguments": {"option": "Anna"}}}',
        '{"properties": {"option": "Anna"}}',
        '{"kwargs": {"option": "Anna"}}',
        "{'kwargs': \"{'option': 'Anna'}\"}",
        '{"type": "function", "function": {"name": "cast_vote", "arguments": {"option": "Anna"}}}',
        f"[{FORMS['openai'][16:-2]}]",
        '{"name": "Cast_Vote", "arguments": {"option": "Anna"}}',
        FORMS["openai"],
        FORMS["openai, of before"],
    ],
)
def test_arguments_may_be_wrapped(arguments: str) -> None:
    """Once more, in a fence, in a string, written twice alike, as Python has it, with marks."""
    assert voted(reply("", ("cast_vote", arguments))) == "Anna"


@pytest.mark.parametrize(
    "arguments",
    [
        f'{VOTED}{{"option": "Bruno"}}',
        f"{VOTED} and",
        '{"arguments": {"option": "Anna"}, "x": 1}',
        "{'option': 'Anna', 'option': 'Bruno'}",
        "{'option': 'Anna'",
        f"{VOTED}\n{{'option': 'Bruno'}}",
        f"Not {VOTED}",
        f"Not {VOTED}\n```\n{VOTED}\n```",
        f"```\n{VOTED}\n``` or not",
        f'[{VOTED}, {{"option": "Bruno"}}]',
        '{"bid": {"option": "Anna"}}',
        '{"fly": {"option": "Anna"}}',
        '{"what I cast_vote": {"option": "Anna"}}',
        '{"name": "bid", "arguments": {"option": "Anna"}}',
        '{"type": "function", "function": {"name": "fly", "arguments": {"option": "Anna"}}}',
        '{"cast_vote": {"option": "Anna"}, "bid": {"urgency": 1}}',
        FORMS["openai"].replace("cast_vote", "bid"),
        '{"kwargs": {"option": "Anna"}, "args": {"option": "Anna"}}',
        '{"option": "Anna", "choice": "Anna"}',
        '{"option": "Anna", "note": "a "word" b"}',
    ],
)
def test_what_is_not_certain_is_refused(arguments: str) -> None:
    """Two answers, words behind one, a key that nobody knows."""
    refused(reply("", ("cast_vote", arguments)))


@pytest.mark.parametrize(
    "name",
    ["functions.cast_vote", "cast_vote<|channel|>commentary", "default_api:cast_vote",
     "assistant<|channel|>commentary to=functions.cast_vote", "functions.cast_vote:3",
     " cast_vote\n", "Cast_Vote", "CAST_VOTE", "castVote", "cast-vote", "cast_vote_0",
     "tool_cast_vote", "functions.castVote:3", "function_cast_vote", "cast_vote_tool",
     "1_cast_vote"],
)  # fmt: skip
def test_a_name_may_have_something_around_it(name: str) -> None:
    """As long as no other tool is in it."""
    assert voted(reply("", (name, VOTED))) == "Anna"
    assert known_name(f"{name} bid", TOOLS) != "cast_vote"
    assert known_name(f"{name} Bid", TOOLS) != "cast_vote"


@pytest.mark.parametrize(
    "name", ["cast_votes", "cast_my_vote", "vote", "recast_vote", "cast_vote_2b", "0", "tool", "_"]
)
def test_a_name_of_other_letters_is_no_tools(name: str) -> None:
    """Whatever it may mean."""
    assert known_name(name, TOOLS) == name


def test_a_name_that_could_be_two_tools_is_neither() -> None:
    """Unless it is written as one of them is."""
    tools = ("cast_vote", "castvote")
    assert known_name("castVote", tools) == "castVote"
    assert known_name("functions.castvote", tools) == "castvote"


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
        json.dumps(said(reply("", ("say", json.dumps({"messages": given})))), default=str)
        for given in ([plain], [message], json.dumps([message]), [json.dumps(message)],
                      json.dumps([json.dumps(message)]))
    }  # fmt: skip
    assert len(heard) == 1


@pytest.mark.parametrize("form", FORMS)
def test_the_same_call_twice_in_words_is_one(form: str) -> None:
    """And two different ones, between which no word stands, are none."""
    text = FORMS[form].removeprefix("<|channel|>analysis<|message|>Hm.<|end|>")
    assert voted(reply(f"{text}\n{text}")) == "Anna"
    refused(reply(f"{text}\n{text.replace('Anna', 'Bruno')}"))


@pytest.mark.parametrize(
    "text",
    [
        'I will say: {"a": 1} and then wait.',
        'I will say: {"a": 1}',
        'say: {"a": 1}',
        '{"say": {"a": 1}}',
        'Bruno will say: {"messages": []}',
        'say: {"messages": []} is what he does.',
        '"say": {"messages": []}',
        "> say {'messages': []}",
        'say: {"note": "x"}',
        'cast_vote: {"choice": "Anna"}',
        "I might cast_vote(option='Anna')",
        "cast_vote(option='Anna') or not.",
        "cast_vote('Anna')",
        "cast_vote(choice='Anna')",
        "<say><b>Hi</b></say>",
        "<function=cast_vote><parameter=option>Anna",
        "<function=cast_vote><parameter=note><parameter=option>Anna</parameter></parameter>",
        '{"tool": "cast_vote", "arguments": {"option": "Anna", "option": "Bruno"}}',
        "cast_vote(option='Anna', option='Bruno')",
        "cast_vote(option=Anna)",
        "cast_vote({[]: 1})",
        f"{FORMS['object']} No, rather: {FORMS['object'][:-1]}",
        '{"tool": "fly", "arguments": {"option": "Anna"}}',
        "<function=fly><parameter=note>\ncast_vote(option='Anna')</parameter></function>",
        "call:fly{note:<escape>\ncast_vote(option='Anna')\n<escape>}",
        "call:fly{note:<escape>\ncast_vote(option='Anna')\n",
        "<tool_call>fly<arg_key>a</arg_key><arg_value>\ncast_vote(option='Anna')</arg_value>",
        "<tool_call:opensource>fly<arg_key>a</arg_key><arg_value>\ncast_vote(option='Anna')",
        '<|open|>call tool="fly"<|sep|><|open|>argument key="a"<|sep|>\ncast_vote(option="Anna")',
        '<|open|>call tool="cast_vote"<|sep|><|open|>argument key="option"<|sep|>Anna',
        '<|open|>call tool="cast_vote"<|sep|><|open|>argument key="option"<|sep|><|open|>argument',
        "call:cast_vote{option:Anna}",
        "call:cast_vote{option:<escape>Anna}",
        'call:cast_vote{option:<escape>Anna<|"|>}',
        "call:cast_vote{option:<escape>Anna<escape><escape>Bruno<escape>}",
        "call:cast_vote{option:<escape>Anna<escape>,option:<escape>Bruno<escape>}",
        "cast_vote {Anna: 'Bruno'}",
        "I might x = cast_vote(option='Anna')",
        "x == cast_vote(option='Anna')",
        "I await cast_vote(option='Anna')",
        "x = cast_vote(option='Anna')\nprint(x) or not.",
    ],
)
def test_what_may_be_words_is_no_call(text: str) -> None:
    """Names of tools are plain words, and arguments have to fit."""
    refused(reply(text))
    with pytest.raises(InvalidAnswer):
        said(reply(text))


@pytest.mark.parametrize("form", FORMS)
def test_an_unknown_tool_is_a_mistake(form: str) -> None:
    """Whatever stands around its name; before a fence it might be a word."""
    text = FORMS[form].replace("cast_vote", "fly")
    if "fly" in text and form != "heading":
        refused(reply(text))


def test_a_call_that_follows_a_token_may_stand_behind_words() -> None:
    """Nobody speaks so."""
    for text in (f"I know.>>>cast_vote\n{VOTED}", f"I know. {FORMS['gemma, functions']}"):
        assert voted(reply(text)) == "Anna"


def test_nested_values_are_read_in_every_writing() -> None:
    """Gemma's lists and objects, with numbers and texts in them."""
    plain = {"text": 'I "know" {it}.', "to": ["Bruno", "Clara"], "whisper": True, "claims": []}
    for token in ("<escape>", '<|"|>'):
        text = (
            f"call:say{{messages:[{{text:{token}{plain['text']}{token},whisper:true,"
            f"to:[{token}Bruno{token},{token}Clara{token}],claims:[]}}],note:null}}"
        )
        tool, arguments = find_call(text, TOOLS, "say")
        assert (tool, json.loads(arguments)) == ("say", {"messages": [plain], "note": None})


def test_an_object_that_names_its_tool_is_a_call_of_it() -> None:
    """Though the name of another tool stands before it."""
    assert voted(reply(f"My next\nmove:\n{FORMS['object']}")) == "Anna"
    refused(reply(f"cast_vote\n{FORMS['object'].replace('cast_vote', 'bid')}"))


def test_who_calls_with_what_does_not_fit_has_called() -> None:
    """Only words alone are without a call."""
    assert is_without_call(reply("I vote for Anna."), "cast_vote", KEYS)
    for text in (FORMS["object"] + FORMS["glm"].replace("Anna", "Bruno"), "cast_vote(x=1)"):
        assert not is_without_call(reply(text), "cast_vote", KEYS)


MARKS = sorted(
    {
        mark
        for form in FORMS.values()
        for mark in (*re.findall(r"<[^>]*>|\w+|\s+|[^\w\s]+", form), form, form[:-1])
    }
)
"""What the forms are made of."""
NEWS = News(words_of(VOCABULARY.ruleset, SEATS))


def heard(text: str) -> str:
    """Return another player's words as a model is told them, in quotation marks."""
    data = {"text": text, "to": [], "whisper": False, "claims": [], "deals": []}
    plain = {"type": "said", "actor": "Bruno", "round": 1, "phase": "attack", "data": data}
    return NEWS.lines("Anna", [record_of(plain)], 0)[-1].removeprefix("- Bruno says to all: ")


SAID = st.lists(st.text(max_size=9) | st.sampled_from(MARKS), min_size=1, max_size=5).map("".join)


TOLD: tuple[Callable[[str], str], ...] = (
    heard,
    lambda said: heard(said)[1:-1],
    lambda said: "\n".join(own_words(said)),
)
"""How a model is told words: quoted, which it may leave out, or from its own note."""


@given(
    SAID | st.sampled_from(sorted(FORMS.values())) | st.sampled_from(["bid(urgency=4)", "bid()"]),
    st.lists(st.text(alphabet="abc .,:!?\n'", max_size=12), min_size=2, max_size=2),
    st.sampled_from(TOLD),
)
def test_words_of_others_that_are_repeated_are_no_call(
    said: str, own: list[str], told: Callable[[str], str]
) -> None:
    """Whatever they look like, and wherever a model repeats them, quoted or not, or from a note."""
    words = told(said)
    for text in (words, f"\n{words}", f"{own[0]}{words}{own[1]}", f"{own[0]}\n{words}\n{own[1]}"):
        for asked in ("cast_vote", "bid"):
            assert not has_call(text, TOOLS, asked)
            assert not calls_in(text)
            assert closing_call(text, TOOLS, asked) is None


@pytest.mark.parametrize("form", FORMS)
def test_no_form_is_a_call_in_words_of_others(form: str) -> None:
    """However it was told, and whether it begins a line or not."""
    for told in TOLD:
        words = told(FORMS[form])
        for text in (words, f"He says: {words}", f"He says:\n{words}\nI doubt it."):
            assert not has_call(text, TOOLS, "cast_vote")
            assert closing_call(text, TOOLS, "cast_vote") is None


@pytest.mark.parametrize("form", FORMS)
def test_no_form_is_a_call_within_a_call(form: str) -> None:
    """Whatever is around it: of the two votes the outer one counts, or none."""
    text = FORMS[form].replace("Anna", "Bruno")
    for around in AROUND:
        whole = around({"note": text, "option": "Anna"})
        for came in (reply(whole), reply(reasoning=whole), reply(whole[:-1])):
            assert vote_in(came) in {None, "Anna"}
        assert around is in_tags or vote_in(reply(whole)) == "Anna"


def calls_in(text: str) -> list[Any]:
    """Return the call in a text, if any."""
    try:
        return [find_call(text, TOOLS, "cast_vote")]
    except InvalidAnswer:
        return []


def in_tags(arguments: dict[str, str]) -> str:
    """Return arguments as tags."""
    tags = "".join(f"<parameter={key}>{each}</parameter>\n" for key, each in arguments.items())
    return f"<function=cast_vote>\n{tags}</function>"


def in_python(arguments: dict[str, str]) -> str:
    """Return a call as Python has it."""
    given = ", ".join(f"{key}={json.dumps(each)}" for key, each in arguments.items())
    return f"cast_vote({given})"


def in_gemma(arguments: dict[str, str]) -> str:
    """Return a call as Gemma has it: what it quotes holds no token of its own."""
    token = '<|"|>'
    given = ",".join(
        f"{key}:{token}{each.replace(token, '')}{token}" for key, each in arguments.items()
    )
    return f"<|tool_call>call:cast_vote{{{given}}}<tool_call|>"


def in_javascript(arguments: dict[str, str]) -> str:
    """Return a call as JavaScript has it."""
    given = ", ".join(f"{key}: {json.dumps(each)}" for key, each in arguments.items())
    return f"const result = await functions.cast_vote({{{given}}});"


AROUND = (
    lambda given: json.dumps({"tool": "cast_vote", "arguments": given}),
    lambda given: json.dumps({"name": "cast_vote", "parameters": json.dumps(given)}, indent=1),
    lambda given: str({"tool": "cast_vote", "arguments": given}),
    lambda given: f"cast_vote\n```json\n{json.dumps(given)}\n```",
    lambda given: f"<function=cast_vote>{json.dumps(given, indent=2)}</function>",
    lambda given: f"[TOOL_CALLS]cast_vote[ARGS]{json.dumps(given)}",
    lambda given: f"```\n{json.dumps(given)}\n```",
    in_python,
    in_gemma,
    in_javascript,
    in_tags,
)
WRAPPED = (
    lambda text: text,
    lambda text: f"I know.\n{text}",
    lambda text: f"```\n{text}\n```",
    lambda text: f"<tool_call>\n{text}\n</tool_call>",
    lambda text: f"{text}\n{text}",
)


@given(st.data())
def test_a_call_within_a_call_is_its_content(data: st.DataObject) -> None:
    """However they are nested: of another vote within, nothing is ever taken, be it cut off."""
    text = data.draw(st.sampled_from(sorted(FORMS.values())) | SAID).replace("Anna", "Bruno")
    around = None
    for option in data.draw(st.sampled_from([["Anna"], ["Bruno", "Anna"]])):
        given = [("note", text), ("option", option)]
        around = data.draw(st.sampled_from(AROUND))
        text = around(dict(data.draw(st.permutations(given))))
    whole = data.draw(st.sampled_from(WRAPPED))(text)
    cut = whole[: data.draw(st.integers(0, len(whole)))]
    for each in (reply(whole), reply(reasoning=whole), reply(cut), reply(reasoning=cut)):
        assert vote_in(each) in {None, "Anna"}
    assert around is in_tags or "\n```\n" in whole or vote_in(reply(whole)) == "Anna"


def vote_in(came: Reply) -> str | None:
    """Return the vote in a reply; None: it is refused."""
    try:
        return voted(came)
    except InvalidAnswer:
        return None


BREAKING = [
    "{[]: 1}", "{'tool': {[]: 1}}", "bid(a=", "9" * 5000, "\ud800", "\0", "{'tool': ", "(" * 300,
    "{'name': -'a'}", '{"a":' * 1200, "'" * 3, "\\", "{'name': b'a'}", "1e999", "[" * 2000,
    '{"name": "\\ud800"}', "\\U0010ffff", "\\U99999999", "{'tool': {'a', []}}", "{'tool': 1j}",
    "call:cast_vote{option:<escape>", "\ncast_vote{a:", '{a: <|"|>', "<escape>", '<|"|>', "a: ",
]  # fmt: skip
"""What breaks readers."""
HOSTILE = st.lists(
    st.text(max_size=5) | st.sampled_from(MARKS) | st.sampled_from(BREAKING), max_size=8
).map("".join)


@given(HOSTILE, st.sampled_from(["", "cast_vote", "say"]))
def test_no_text_raises_anything_else(text: str, tool: str) -> None:
    """Said, thought, or given as arguments: it is an answer or `InvalidAnswer`."""
    for came in (
        reply(text),
        reply(reasoning=text),
        reply("", (tool, text)),
        reply("", (text, "{}")),
    ):
        vote_in(came)
        is_without_call(came, "cast_vote", KEYS)
        for read in (
            lambda came: read_bid(call_arguments(came, "bid", KEYS)),
            lambda came: read_plan(
                call_arguments(came, "cast_vote", KEYS).get("option"), "Anna", VOCABULARY
            ),
            said,
        ):
            try:
                read(came)
            except InvalidAnswer:
                continue


@given(
    st.lists(st.sampled_from(sorted(FORMS.values())) | st.text(max_size=20), max_size=4),
    st.sampled_from(sorted(FORMS)),
)
def test_the_last_call_counts_whatever_stands_before(before: list[str], form: str) -> None:
    """Other forms, and any text."""
    if form in UNMARKED:
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
