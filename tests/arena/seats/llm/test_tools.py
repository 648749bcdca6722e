"""The tools of a table."""

import json
from typing import Any

import jsonschema
import pytest

import engine
from arena.claims.notation_pattern import line_pattern
from arena.claims.vocabulary import Vocabulary
from arena.models.types import Tool
from arena.seats.llm.read_decision import broken_rule
from arena.seats.llm.tools import LONGEST, bounded, keys_of, toolbox, toolbox_for
from arena.settings import LlmRules, TalkRules
from arena.talk.plan import LINES
from tests.arena.seats.llm.questions import MOVE, RULES

FIVE = ("Anna", "Bruno", "Clara", "Dmitri", "Esra")


UNLISTED = LlmRules(hints="none")


def tools_of(
    ruleset: str, talk: TalkRules = RULES, rules: LlmRules | None = None
) -> tuple[Tool, ...]:
    """Return the tools of a table of five."""
    return toolbox(engine.ruleset(ruleset), FIVE, talk, rules or LlmRules())


def written(tool: Tool) -> str:
    """Return a tool as a request has it."""
    return json.dumps(
        {"name": tool.name, "description": tool.description, "parameters": tool.schema},
        separators=(",", ":"),
    )


def schemas(schema: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a schema and all within it."""
    inner = [
        *schema.get("properties", {}).values(),
        *([schema["items"]] if "items" in schema else []),
    ]
    return [schema, *(each for one in inner for each in schemas(one))]


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_every_kind_has_its_tool_in_the_order_of_the_ruleset(ruleset: str) -> None:
    """Decisions come first, then talk, then the summary."""
    kinds = list(engine.ruleset(ruleset).arguments(FIVE))
    assert [tool.name for tool in tools_of(ruleset)] == [*kinds, "say", "summarize"]


def test_the_rules_of_talk_decide_which_tools_there_are() -> None:
    """No talk, no `say`; a bid only where one bids; no claims where none are heard."""
    off = [tool.name for tool in tools_of("moh", TalkRules(protocol="off"))]
    bidding = [tool.name for tool in tools_of("moh", TalkRules(protocol="bidding"))]
    (plain,) = (t for t in tools_of("moh", TalkRules(claims=0)) if t.name == "say")
    assert {"say", "bid"} & set(off) == set()
    assert bidding[-3:] == ["say", "bid", "summarize"]
    assert keys_of([plain]) == {"say": ("note", "messages"), "message": ("text", "to", "whisper")}


@pytest.mark.parametrize("hints", ["full", "none"])
@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_a_note_comes_first(ruleset: str, hints: Any) -> None:
    """Reasons are written before the choice: in each tool, and in the one that is narrowed."""
    talk, rules = TalkRules(protocol="bidding"), LlmRules(hints=hints)
    *tools, summarize = tools_of(ruleset, talk, rules)
    assert {next(iter(tool.schema["properties"])) for tool in tools} == {"note"}
    (said,) = {tool.schema["properties"]["note"]["description"] for tool in tools}
    assert ("reasons" in said, "remember" in said) == (True, True)
    assert keys_of([summarize]) == {"summarize": ("summary",)}
    narrowed = {tool.name: tool for tool in toolbox_for(MOVE, tools)}
    assert list(narrowed["move"].schema["properties"])[:2] == ["note", "option"]


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_without_notes_no_tool_has_one(ruleset: str) -> None:
    """The choice comes first, or the plan where a table has plans."""
    talk = TalkRules(protocol="bidding")
    plain = tools_of(ruleset, talk, LlmRules(notes=0))
    firsts = {tool.name: next(iter(tool.schema["properties"])) for tool in plain}
    assert {*firsts.values()} == {"option", "messages", "urgency", "summary"}
    assert not any("note" in written(tool) for tool in plain)
    *planning, _ = tools_of(ruleset, talk, LlmRules(notes=0, plans=True))
    assert {next(iter(tool.schema["properties"])) for tool in planning} == {"plan"}


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_arguments_stand_beside_the_option_where_none_is_listed(ruleset: str) -> None:
    """With the options listed the id of one is all that is asked for."""
    arguments = engine.ruleset(ruleset).arguments(FIVE)
    listed, unlisted = keys_of(tools_of(ruleset)), keys_of(tools_of(ruleset, rules=UNLISTED))
    for kind, values in arguments.items():
        assert listed[kind] == ("note", "option")
        assert unlisted[kind] == ("note", "option", *values)


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_schemas_are_what_strict_modes_take(ruleset: str) -> None:
    """Closed objects, every key required, no default, no reference, no union but with null."""
    talk = TalkRules(protocol="bidding")
    for tool in (*tools_of(ruleset, talk), *tools_of(ruleset, talk, UNLISTED)):
        jsonschema.Draft202012Validator.check_schema(tool.schema)
        for schema in schemas(dict(tool.schema)):
            assert not {"$ref", "default", "anyOf", "oneOf", "allOf"} & set(schema)
            if "properties" in schema:
                assert schema["additionalProperties"] is False
                assert schema["required"] == list(schema["properties"])


def test_the_same_table_has_the_same_bytes() -> None:
    """A cached prefix is found again."""
    assert list(map(written, tools_of("moh"))) == list(map(written, tools_of("moh")))


@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_the_tools_stay_small(ruleset: str) -> None:
    """At five seats they are below 1,200 tokens of four bytes, besides the one to speak with."""
    sizes = {tool.name: len(written(tool)) / 4 for tool in tools_of(ruleset)}
    assert sum(size for name, size in sizes.items() if name != "say") < 1200


def test_a_dynamic_tool_has_the_ids_of_the_moment() -> None:
    """Only the tool that is asked for changes; null stays possible beside arguments."""
    ids = [option.id for option in MOVE.options]
    for rules, possible in ((LlmRules(), ids), (UNLISTED, [*ids, None])):
        tools = tools_of("moh", rules=rules)
        narrowed = toolbox_for(MOVE, tools)
        changed = [new for old, new in zip(tools, narrowed, strict=True) if old is not new]
        assert [tool.name for tool in changed] == ["move"]
        assert changed[0].schema["properties"]["option"]["enum"] == possible
    assert "enum" not in next(t for t in tools if t.name == "move").schema["properties"]["option"]


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_every_kind_has_a_rule_with_its_clause(ruleset: str) -> None:
    """The sentences are those of the rules text; none of the clauses is gone."""
    facts = engine.ruleset(ruleset)
    known = {rule.clause: rule.text for rule in facts.rules(FIVE)}
    assert list(facts.decision_clauses) == list(facts.arguments(3))
    for kind, clauses in facts.decision_clauses.items():
        rule = broken_rule(kind, facts, FIVE)
        for clause in clauses:
            assert f"{known[clause]} ({clause})" in rule


def test_a_broken_rule_follows_the_options_of_the_table() -> None:
    """What a table changed is what its players are told."""
    usual = broken_rule("distribute_truck", engine.ruleset("moh"), FIVE)
    changed = broken_rule("distribute_truck", engine.ruleset("moh", {"truck_optional": True}), FIVE)
    assert usual != changed


@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
def test_a_plan_stands_behind_the_note(ruleset: str) -> None:
    """In every tool but that for the summary, where the table records plans; elsewhere in none."""
    talk = TalkRules(protocol="bidding")
    for plans in (True, False):
        tools = tools_of(ruleset, talk, LlmRules(plans=plans))
        begin = {tool.name: list(tool.schema["properties"])[:2] for tool in tools}
        assert begin.pop("summarize") == ["summary"]
        assert {"say", "bid"} <= set(begin)
        assert {tuple(each) == ("note", "plan") for each in begin.values()} == {plans}


def bounds_of(tool: str, talk: TalkRules = RULES, rules: LlmRules | None = None) -> Any:
    """Return the properties of a tool of Clara's with its bounds."""
    rules = rules or LlmRules()
    vocabulary = Vocabulary(engine.ruleset("moh"), FIVE)
    (found,) = (each for each in tools_of("moh", talk, rules) if each.name == tool)
    schema = dict(bounded(found, "Clara", vocabulary, talk, rules).schema)
    jsonschema.Draft202012Validator.check_schema(schema)
    return schema["properties"]


def test_a_schema_bounds_what_is_read() -> None:
    """By the settings that an answer is checked by; who speaks is no listener."""
    talk = TalkRules(messages=3, claims=4, characters=250)
    say = bounds_of("say", talk, LlmRules(notes=700, plans=True))
    message = say["messages"]["items"]["properties"]
    others = ["Anna", "Bruno", "Dmitri", "Esra"]
    assert (say["note"]["maxLength"], say["messages"]["maxItems"]) == (700, 3)
    assert say["plan"]["maxItems"] == LINES
    assert message["text"]["maxLength"] == 250
    assert (message["to"]["items"]["enum"], message["to"]["maxItems"]) == (others, 4)
    pattern = line_pattern(Vocabulary(engine.ruleset("moh"), FIVE), "Clara")
    assert message["claims"]["items"]["pattern"] == pattern
    assert message["claims"]["maxItems"] == 4
    assert bounds_of("cast_vote", talk, LlmRules(notes=700))["note"]["maxLength"] == 700


def test_no_bound_is_longer_than_a_server_takes() -> None:
    """What a table allows beyond that can't be written there; no claims, no bound of them."""
    say = bounds_of("say", TalkRules(characters=10_000, claims=0), LlmRules(notes=20_000))
    message = say["messages"]["items"]["properties"]
    assert (say["note"]["maxLength"], message["text"]["maxLength"]) == (LONGEST, LONGEST)
    assert "claims" not in message


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_only_what_is_bounded_changes(ruleset: str) -> None:
    """Keys, their order and descriptions stay, and the tools that are sent as tools."""
    talk, rules = TalkRules(protocol="bidding"), LlmRules(plans=True)
    vocabulary = Vocabulary(engine.ruleset(ruleset), FIVE)
    tools = tools_of(ruleset, talk, rules)
    before = list(map(written, tools))
    for tool in tools:
        new = bounded(tool, "Anna", vocabulary, talk, rules)
        assert keys_of([new]) == keys_of([tool])
        assert (new.name, new.description) == (tool.name, tool.description)
    assert list(map(written, tools)) == before
