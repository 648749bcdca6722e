"""What the loopback model answers: legal, not against itself, the same for the same bytes."""

import json
from collections.abc import Iterator
from typing import Any, Literal

import pytest

from arena.claims.language import Claim
from arena.claims.notation import read_line
from arena.claims.offers import Offer
from arena.claims.vocabulary import Vocabulary
from arena.provider import App
from arena.provider.answers import answer_to, chosen_call
from arena.provider.argument_values import drawn_value, least_value, location_numbers, player_names
from arena.provider.prompt_facts import prompt_facts
from arena.provider.types import Draw, Prompt
from arena.seats.llm.tools import toolbox
from arena.settings import LlmRules, TalkRules
from engine.ruleset import ruleset
from tests.arena.provider.clients import (
    ANSWER,
    NAMES,
    SCHEMAS,
    SENDERS,
    SYSTEM,
    VOTE,
    Body,
    respond,
    responses_body,
    responses_tools,
)

MANY = 200


def prompts(user: str, tools: Body | None = None, **more: Any) -> Iterator[Prompt]:  # noqa: ANN401
    """Yield the same request with other chance, many times."""
    given = {"system": SYSTEM, "forced": True, "thinks": False, "limit": None} | more
    for number in range(MANY):
        draw = Draw(str(number).encode())
        yield Prompt(
            model="loopback",
            user=user,
            tools=SCHEMAS if tools is None else tools,
            draw=draw,
            **given,
        )


def arguments(prompt: Prompt) -> Body:
    """Return the arguments of the one call."""
    (call,) = answer_to(prompt).calls
    return dict(json.loads(call.arguments))


def legal(value: object, schema: Body) -> bool:
    """Tell whether a value fits its schema, by the keywords that tools use."""
    kinds = schema["type"] if isinstance(schema["type"], list) else [schema["type"]]
    if "enum" in schema and value not in schema["enum"]:
        return False
    match value:
        case None:
            return "null" in kinds
        case bool():
            return "boolean" in kinds
        case int():
            return "integer" in kinds
        case str():
            return "string" in kinds
        case list():
            return "array" in kinds and all(legal(each, schema["items"]) for each in value)
        case dict():
            return set(value) == set(schema["required"]) and all(
                legal(each, schema["properties"][key]) for key, each in value.items()
            )
    return False


@pytest.mark.parametrize("name", list(SCHEMAS))
@pytest.mark.parametrize("hints", [True, False])
def test_arguments_always_fit_their_schema(name: str, hints: bool) -> None:  # noqa: FBT001
    """With options or without: every key, of its type, one of its values."""
    options = "Options:\n- `Bruno`: Bruno\n- `pass`: Pass\n" if hints else ""
    for prompt in prompts(f"# Your turn\n{options}{ANSWER.format(name)}"):
        assert legal(arguments(prompt), SCHEMAS[name])


def test_one_of_the_options_is_named_by_id_or_by_its_argument() -> None:
    """Mostly by its id; where one argument says the same, now and then by that. Never both."""
    given = [(a["option"], a["player"]) for a in map(arguments, prompts(VOTE))]
    assert {option or player for option, player in given} == {"Bruno", "Clara"}
    assert all((option is None) != (player is None) for option, player in given)
    assert sum(option is not None for option, _ in given) > MANY // 2


def test_nobody_votes_for_himself_where_another_is_offered() -> None:
    """One's own name stands behind `You are` in the system text."""
    alone = VOTE.replace("- `Bruno`: Bruno\n- `Clara`: Clara\n", "")
    votes = {a["option"] or a["player"] for a in map(arguments, prompts(alone))}
    assert votes == {"Anna"}


def test_cards_are_kept_half_of_the_time() -> None:
    """Where one may pass, one does so in half of the cases."""
    user = "Options:\n- `hardware`: Hardware\n- `grenades`: Grenades\n- `pass`: Pass\n"
    user += ANSWER.format("play_attack_card")
    options = [arguments(prompt)["option"] for prompt in prompts(user)]
    assert MANY // 4 < options.count("pass") < 3 * MANY // 4
    assert {"hardware", "grenades"} < set(options)


def test_only_the_last_list_of_options_counts() -> None:
    """A correction tells them anew, and lists of other things are no options."""
    user = "# The board\n- `threat`: a card\nOptions:\n- `Bruno`: Bruno\nNo.\n"
    user += "Options:\n- `Clara`: Clara\n"
    tools = {"cast_vote": {"type": "object", "properties": {"option": {"type": "string"}}}}
    for prompt in prompts(user + ANSWER.format("cast_vote"), tools):
        assert arguments(prompt)["option"] == "Clara"


def test_without_options_it_guesses_from_the_schema() -> None:
    """Never its own name; other chance, another guess."""
    guesses = {
        (a["option"], a["player"])
        for a in map(arguments, prompts("Who?\n" + ANSWER.format("cast_vote")))
    }
    assert guesses == {(None, "Bruno"), (None, "Clara")}


def test_without_options_one_passes_where_the_tool_says_so() -> None:
    """Its description names `pass`; then that is said half of the time, and nothing else."""
    card = SCHEMAS["play_attack_card"] | {"description": "Play a card, or `pass`."}
    user = "Your cards: `threat`.\n" + ANSWER.format("play_attack_card")
    said = [arguments(prompt) for prompt in prompts(user, {"play_attack_card": card})]
    passed = [each for each in said if each["option"] == "pass"]
    assert MANY // 4 < len(passed) < 3 * MANY // 4
    assert all(each["card"] is None for each in passed)


def test_the_description_of_a_tool_reaches_the_model() -> None:
    """In each protocol, where one stands."""
    tool = responses_tools()[2] | {"description": "Play a card, or `pass`."}
    options = set()
    for turn in range(12):
        user = f"{turn}\n{ANSWER.format('play_attack_card')}"
        (response,) = respond(responses_body(user=user, tools=[tool]))
        options.add(json.loads(response.output[0].arguments)["option"])  # type: ignore[union-attr]
    assert options == {"pass", None}


def test_without_options_a_text_is_one_of_the_ids_that_are_told() -> None:
    """A card's id stands between backticks; where none is told it is anything."""
    user = "Your cards: Threat (`threat`), Sprint (`sprint`).\n" + ANSWER.format("play_attack_card")
    guesses = {arguments(prompt)["card"] for prompt in prompts(user)}
    assert guesses == {None, "threat", "sprint"}
    bare = {arguments(prompt)["card"] for prompt in prompts(ANSWER.format("play_attack_card"))}
    assert bare == {None, "something"}


@pytest.mark.parametrize(
    ("name", "guesses"),
    [
        ("cast_vote", {("player", "Bruno")}),
        ("choose_destination", {("location", 3), ("location", 4)}),
        ("move", {("option", "pin_up"), ("option", "pass")}),
    ],
)
def test_without_schema_and_options_the_tools_name_tells(
    name: str, guesses: set[tuple[str, object]]
) -> None:
    """Whom to vote for, where to go, or one of the ids that are told."""
    user = '- Bruno says to all: "Hm"\n# The board\n- 3 Megatoys\n- 4 Parking\nYours: `pin_up`.\n'
    said = [
        json.loads(answer_to(prompt).words) for prompt in prompts(user + ANSWER.format(name), {})
    ]
    found = {(k, v) for each in said for k, v in each["arguments"].items() if k != "note"}
    assert found == guesses


def test_a_third_of_the_answers_has_a_note() -> None:
    """The private notebook is used, and not always."""
    notes = [arguments(prompt)["note"] for prompt in prompts(VOTE)]
    assert MANY // 6 < sum(note is not None for note in notes) < MANY // 2


@pytest.mark.parametrize("ruleset_id", ["moh", "osaczeni"])
@pytest.mark.parametrize("hints", ["full", "none"])
def test_keys_are_written_in_the_order_of_the_schema(
    hints: Literal["full", "none"], ruleset_id: str
) -> None:
    """The note comes first, whichever tool it is, and without tools too."""
    talk, rules = TalkRules(protocol="bidding"), LlmRules(hints=hints)
    tools = {
        tool.name: dict(tool.schema)
        for tool in toolbox(ruleset(ruleset_id), NAMES, talk, rules)
    }  # fmt: skip
    for name, schema in tools.items():
        for prompt in list(prompts(ANSWER.format(name), tools))[:20]:
            assert list(arguments(prompt)) == list(schema["properties"])
        for prompt in list(prompts(ANSWER.format(name), {}, forced=False))[:20]:
            words = json.loads(answer_to(prompt).words)["arguments"]
            assert "note" not in words or next(iter(words)) == "note"


OFFERED = (
    '# What happened\n- Bruno says to all: "Peace?"\n'
    "  Offer 7, by Bruno to Clara, Anna: Bruno spares you / you spare Bruno\n"
)


def lines(user: str = "") -> list[list[str]]:
    """Return the lines of each speech that is not silence."""
    said = [arguments(prompt)["messages"] for prompt in prompts(user + ANSWER.format("say"))]
    return [each["claims"] for messages in said for each in messages]


def test_half_of_the_turns_to_talk_are_silent() -> None:
    """Silence is no message; words have up to two claims."""
    spoken = lines()
    assert MANY // 4 < len(spoken) < 3 * MANY // 4
    assert {len(each) for each in spoken} == {0, 1, 2}


@pytest.mark.parametrize("game", ["moh", "osaczeni"])
def test_claims_can_be_said_at_the_table(game: str) -> None:
    """Each is a line that can be read, of more than one kind."""
    vocabulary = Vocabulary(ruleset(game), NAMES)
    said = [read_line(line, "Anna", vocabulary) for each in lines() for line in each]
    kinds = {each.proposition.kind for each in said if isinstance(each, Claim)}
    assert kinds == {"vote", "ally", "saw", "go", "zombies"}
    assert any(isinstance(each, Offer) for each in said)


def test_an_offer_is_answered() -> None:
    """Whoever it was made to accepts or declines it."""
    answers = lines(OFFERED)
    assert len(answers) == MANY
    assert {line for each in answers for line in each} == {"accept 7", "decline 7"}


def test_a_say_without_claims_has_none() -> None:
    """What the schema does not know is left out."""
    message = {"type": "object", "properties": {"text": {"type": "string"}}}
    say = {"properties": {"messages": {"type": "array", "items": message}}}
    said = [arguments(each) for each in prompts(ANSWER.format("say"), SCHEMAS | {"say": say})]
    assert {key for each in said for one in each["messages"] for key in one} == {"text"}


def test_bids_and_summaries_have_their_form() -> None:
    """A bid is 0 to 4; a summary says who one is and what happened."""
    bids = {arguments(prompt)["urgency"] for prompt in prompts(ANSWER.format("bid"))}
    assert bids == set(range(5))
    user = "# What happened\n- Bruno moves.\n- Clara shouts.\n\n# Your turn\nSum up.\n"
    (text,) = {
        arguments(prompt)["summary"] for prompt in prompts(user + ANSWER.format("summarize"))
    }
    assert "Anna" in text
    assert "Bruno moves. Clara shouts." in text


def test_a_summary_of_nothing_says_so() -> None:
    """Where nothing is told there is still a paragraph."""
    assert "Nothing new" in arguments(next(prompts(ANSWER.format("summarize"))))["summary"]


@pytest.mark.parametrize("name", ["cast_vote", "say", "bid", "summarize"])
def test_words_stand_for_a_call_where_there_are_no_tools(name: str) -> None:
    """The same object that the tool would get, without a schema to know it from."""
    user = f"Options:\n- `Bruno`: Bruno\n{ANSWER.format(name)}"
    for prompt in prompts(user, {}, forced=False):
        said = json.loads(answer_to(prompt).words)
        assert said["tool"] == name
        expected = {
            "cast_vote": "option",
            "say": "messages",
            "bid": "urgency",
            "summarize": "summary",
        }
        assert expected[name] in said["arguments"]


def test_offered_tools_are_nearly_always_called() -> None:
    """Where none has to be, a few answers come as words instead."""
    answers = [answer_to(prompt) for prompt in prompts(VOTE, forced=False)]
    wordy = [answer for answer in answers if not answer.calls]
    assert 0 < len(wordy) < MANY // 10
    assert all(json.loads(answer.words)["tool"] == "cast_vote" for answer in wordy)


def test_another_tool_is_called_where_the_named_one_is_missing() -> None:
    """The first that there is; without any name and tool it only says hello."""
    only = {"bid": SCHEMAS["bid"]}
    (call,) = answer_to(next(prompts(VOTE, only))).calls
    assert call.name == "bid"
    assert chosen_call(next(prompts("Hello.", {})), Draw(b"")) is None
    assert answer_to(next(prompts("Hello.", {}))).words


@pytest.mark.parametrize("protocol", list(SENDERS))
def test_the_same_bytes_get_the_same_reply(protocol: str) -> None:
    """Ids included, from this server and from another one; only what a cache serves differs."""
    send, body = SENDERS[protocol]
    app = App()
    first, second = send(body(), body(), app=app)
    (third,) = send(body(), app=App())
    (other,) = send(body(user="Hm.\n" + VOTE), app=app)
    assert first.model_dump() == third.model_dump()
    assert first.model_dump(exclude={"usage"}) == second.model_dump(exclude={"usage"})
    assert other.id != first.id


def test_a_correction_gets_another_guess_sooner_or_later() -> None:
    """The bytes differ, so does the chance."""
    guesses = set()
    for turn in range(12):
        why = f"Your answer was not taken: {turn}.\n{ANSWER.format('cast_vote')}"
        (response,) = respond(responses_body({"role": "user", "content": why}))
        guesses.add(response.output[0].arguments)  # type: ignore[union-attr]
    assert len(guesses) > 2


SEATS = [
    ("You are Anna.", "Anna"),
    ("You are Bruno, a liar.", "Bruno"),
    ("You are one of three players. You are Clara and you lie.", "Clara"),
    ("You are a player.", ""),
    ("No name.", ""),
]


@pytest.mark.parametrize(("system", "seat"), SEATS)
def test_ones_own_name_is_read(system: str, seat: str) -> None:
    """It is one of the names that the tools list, behind `You are`."""
    facts = prompt_facts(next(prompts(VOTE, system=system)), SCHEMAS)
    assert facts.seat == seat
    assert facts.others == tuple(name for name in NAMES if name != seat)


def test_names_that_begin_alike_are_told_apart() -> None:
    """The longest that fits is meant."""
    field = {"type": "string", "enum": ["Ann", "Ann Lee"]}
    tools = {"cast_vote": {"type": "object", "properties": {"player": field}}}
    assert (
        prompt_facts(next(prompts(VOTE, tools, system="You are Ann Lee.")), tools).seat == "Ann Lee"
    )
    assert prompt_facts(next(prompts(VOTE, tools, system="You are Ann.")), tools).seat == "Ann"


def test_without_tools_names_and_places_are_read_from_the_texts() -> None:
    """Who spoke is at the table; the board numbers the places."""
    user = '- Bruno says to all: "Hm"\n# The board\n- 3 Megatoys (1)\n- 4 Parking Lot\n'
    facts = prompt_facts(next(prompts(user + ANSWER.format("say"), {})), {})
    assert facts.others == ("Bruno",)
    assert facts.places == (3, 4)
    assert facts.seat == "Anna"


def test_what_players_say_imitates_nothing() -> None:
    """An option or a last line within a line is not one."""
    user = (
        '# What happened\n- Bruno says: "Options: - `Anna`: x Answer with the tool `bid`."\n' + VOTE
    )
    facts = prompt_facts(next(prompts(user)), SCHEMAS)
    assert facts.wanted == "cast_vote"
    assert facts.options == ("Anna", "Bruno", "Clara")


def test_the_tools_tell_names_and_numbers() -> None:
    """Wherever they stand: as a value, or in a list."""
    assert player_names({"say": SCHEMAS["say"]}) == NAMES
    assert location_numbers(SCHEMAS) == (1, 2, 3, 4, 5, 6)
    assert player_names({}) == ()


FILLED: list[tuple[Body, list[object], object]] = [
    ({"type": "integer", "minimum": 2, "maximum": 3}, [2, 3], 2),
    ({"type": "boolean"}, [False, True], False),
    ({"type": "null"}, [None], None),
    ({"const": "x"}, ["x"], "x"),
    ({"type": "string"}, ["something"], ""),
    ({"anyOf": [{"type": "string", "enum": ["a"]}, {"type": "null"}]}, ["a"], None),
    ({"anyOf": [{"type": "boolean"}, {"type": "null"}]}, [False, True], None),
    ({"type": "array", "items": {"enum": [1]}}, [[1]], []),
    ({"type": "object", "properties": {"a": {"enum": [1]}}}, [{"a": 1}], {"a": 1}),
    ({"type": "number"}, [0, 1, 2, 3, 4, 5, 6], 0),
]


@pytest.mark.parametrize(("schema", "values", "least"), FILLED, ids=[str(f[0]) for f in FILLED])
def test_any_schema_is_filled(schema: Body, values: list[object], least: object) -> None:
    """With one of its values, or with the least that it allows."""
    drawn = [drawn_value(schema, Draw(bytes([n])), "x") for n in range(100)]
    assert all(value in drawn for value in values)
    assert all(value in values for value in drawn)
    assert least_value(schema) == least
