"""Templates in the place of the arena's own: how they are found, and what is refused of them."""

import os
import re
import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from jinja2.exceptions import SecurityError

import engine
from arena.config import Overrides, TableConfig, load_table
from arena.data import path
from arena.errors import ConfigError, TemplateFailure
from arena.narration.dialects import words_of
from arena.seats.llm import Briefing
from arena.seats.llm.board_text import Board
from arena.seats.llm.news import listed
from arena.seats.llm.prompts import GIVEN, Prompts, given_to
from arena.seats.llm.sandbox import OPEN
from arena.seats.llm.templates import Templates, prompts_digest, shipped, templates_of
from arena.seats.llm.variants import variant_of
from arena.settings import LONGEST_TEMPLATE, LlmRules, PromptVariant, TalkRules
from arena.transcript.schema import schema

TALK = "Speak.\n"
SEATS = ("Anna", "Bruno", "Clara")


def folder(where: Path, **texts: str) -> Path:
    """Return a folder with these templates; `decision_move` is `decision/move.md`."""
    for name, text in texts.items():
        file = where / f"{name.replace('decision_', 'decision/')}.md"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(text, encoding="utf-8")
    return where


def refused(given: object) -> str:
    """Return the sentence with which prompts are refused."""
    with pytest.raises(ConfigError) as error:
        variant_of(given)
    return str(error.value)


def failing(text: str, **values: object) -> str:
    """Return why a template fails that is rendered with these values."""
    templates = Templates("mine", {"talk.md": text})
    with pytest.raises(TemplateFailure) as error:
        templates.rendered("talk.md", **values)
    assert error.value.reason == "error"
    return str(error.value)


# --- what there is ---


def test_a_folder_takes_the_place_of_the_templates_that_it_has(tmp_path: Path) -> None:
    """All others stay, and so do those whose text is the arena's own."""
    same = shipped()["summary.md"]
    mine = folder(tmp_path / "mine", talk=TALK, decision_move="Go.\n", summary=same, README="{{")
    own = variant_of(str(mine))
    assert own == PromptVariant(
        name="mine", templates={"decision/move.md": "Go.\n", "talk.md": TALK}
    )
    templates = templates_of(own)
    assert templates.rendered("talk.md") == "Speak."
    assert templates.rendered("summary.md", seat="Anna", noted=True) == (
        templates_of().rendered("summary.md", seat="Anna", noted=True)
    )


def test_the_digest_is_that_of_the_templates_in_force(tmp_path: Path) -> None:
    """Other texts make another; what they are called makes none."""
    own = variant_of(str(folder(tmp_path / "a", talk=TALK)))
    again = variant_of(str(folder(tmp_path / "b", talk=TALK)))
    other = variant_of(str(folder(tmp_path / "c", talk="Talk.\n")))
    assert prompts_digest(own) == prompts_digest(again)
    assert len({prompts_digest(), prompts_digest(own), prompts_digest(other)}) == 3


def test_an_empty_text_means_the_arena_s_own() -> None:
    """As a table without the key has them; neither stands in what is written."""
    for given in ({}, {"prompts": ""}):
        config = TableConfig.model_validate({"seats": {}, "llm": given})
        assert config.llm == LlmRules()
        assert "prompts" not in config.llm.model_dump(mode="json")


def test_texts_are_taken_as_they_stand(tmp_path: Path) -> None:
    """A config that is written out again with its texts needs no folder."""
    file = tmp_path / "t.toml"
    file.write_text(
        '[seats]\nA = "house"\nB = "house"\nC = "openai:x"\n'
        '[llm.prompts]\nname = "mine"\n[llm.prompts.templates]\n"talk.md" = "Speak."\n'
    )
    own = load_table(file, Overrides()).llm.prompts
    assert own == PromptVariant(name="mine", templates={"talk.md": "Speak."})


@pytest.mark.parametrize("name", sorted(path("configs", "prompts").iterdir()), ids=lambda f: f.name)
def test_each_variant_that_comes_with_the_arena_can_be_used(name: Path) -> None:
    """By its name, in any folder; the last line of what it asks is the arena's."""
    own = variant_of(name.name)
    assert own is not None
    assert own.name == name.name


def test_the_ready_made_tournament_shows_an_arm_of_other_prompts() -> None:
    """The arm that stands there as a comment is one."""
    text = path("configs", "tournaments", "models.toml").read_text("utf-8")
    _, _, arms = text.partition("# [[arms]]")
    found = tomllib.loads("[[arms]]" + arms.replace("\n# ", "\n").replace("\n#\n", "\n"))["arms"]
    given = [each["llm"]["prompts"] for each in found if "prompts" in each.get("llm", {})]
    assert [variant_of(each) is not None for each in given] == [True]


# --- what is refused before a game ---


def test_a_name_that_is_none_is_refused_with_the_nearest(tmp_path: Path) -> None:
    """In one sentence that says where it stands."""
    file = tmp_path / "t.toml"
    file.write_text('[seats]\nA = "house"\nB = "house"\nC = "openai:x"\n[llm]\nprompts = "wry"\n')
    with pytest.raises(ConfigError) as error:
        load_table(file, Overrides())
    assert str(error.value) == (
        f"{file}: [llm] prompts is 'wry'. Possible: short, wary. Did you mean 'wary'? "
        "Or the path of a folder."
    )


def test_a_path_that_is_no_folder_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One that is not there, and a file."""
    monkeypatch.chdir(tmp_path)
    assert refused("./gone").startswith("prompts is './gone', which can't be read: No such file")
    (tmp_path / "file").write_text("x")
    assert "can't be read: Not a directory" in refused("./file")
    assert "can't be read: embedded null byte" in refused("a/\0")
    assert "can't be read: File name too long" in refused("./" + "a" * 3000)


@pytest.mark.parametrize("given", [5, True, [], {}, {"name": "x"}, {"name": "x", "templates": {}}])
def test_what_is_neither_name_nor_texts_is_refused(given: object) -> None:
    """With what is possible."""
    assert refused(given).startswith(f"prompts is {given!r}. Possible: the name of prompts,")


def test_a_folder_without_a_template_is_refused(tmp_path: Path) -> None:
    """Empty, or with nothing but a README and hidden files."""
    assert "a folder without a template. Possible: at least one of bid.md" in refused(str(tmp_path))
    folder(tmp_path, README="x", **{".hidden": "x"})
    assert "a folder without a template" in refused(str(tmp_path))


def test_a_folder_in_which_nothing_differs_is_refused(tmp_path: Path) -> None:
    """Whoever copied the arena's and changed none is told so."""
    folder(tmp_path, talk=shipped()["talk.md"])
    assert "each template in it is as the arena's own" in refused(str(tmp_path))


@pytest.mark.parametrize(
    ("name", "near"),
    [("tlak", "talk.md"), ("decision_moves", "decision/move.md"), ("decison/move", "decision")],
)
def test_a_file_that_is_no_template_s_name_is_refused(tmp_path: Path, name: str, near: str) -> None:
    """With the nearest name; a folder likewise."""
    folder(tmp_path, talk=TALK, **{name: "x"})
    why = refused(str(tmp_path))
    assert "is no template: Possible: bid.md, " in why
    assert why.endswith(f"Did you mean {near!r}?")


def test_bytes_that_are_no_text_are_refused(tmp_path: Path) -> None:
    """With the byte."""
    (tmp_path / "talk.md").write_bytes(b"Speak \xff")
    assert refused(str(tmp_path)) == f"{tmp_path / 'talk.md'} is not UTF-8 text (byte 6)."


def test_a_mark_before_a_template_is_none_of_it(tmp_path: Path) -> None:
    """Some editors begin a file with it: nobody is told of it, and no template differs by it."""
    folder(tmp_path, talk=f"\ufeff{TALK}", bid=f"\ufeff{shipped()['bid.md']}")
    own = variant_of(str(tmp_path))
    assert own is not None
    assert own.templates == {"talk.md": TALK}


@pytest.mark.parametrize("letter", ["a", "é", "\U0001f9df"])
def test_a_text_has_a_longest_size(tmp_path: Path, letter: str) -> None:
    """Both sides of the bound, in characters; of a huge file no more than that is read."""
    folder(tmp_path, talk=letter * LONGEST_TEMPLATE)
    assert variant_of(str(tmp_path)) is not None
    for more in (1, LONGEST_TEMPLATE * 5):
        folder(tmp_path, talk=letter * (LONGEST_TEMPLATE + more))
        assert refused(str(tmp_path)).endswith("is too long. Possible: at most 50000 characters.")
    texts = {"talk.md": letter * (LONGEST_TEMPLATE + 1)}
    assert "at most 50000 characters" in refused({"name": "x", "templates": texts})


def test_what_is_no_regular_file_is_refused(tmp_path: Path) -> None:
    """A link to itself, a folder, a pipe that nobody writes into; a link to a file is one."""
    file = tmp_path / "mine" / "talk.md"
    file.parent.mkdir()
    for make in (lambda: file.symlink_to(file), file.mkdir, lambda: os.mkfifo(file)):
        make()
        assert refused(str(file.parent)).startswith(f"{file} is no regular file.")
        file.rmdir() if file.is_dir() else file.unlink()
    file.symlink_to(folder(tmp_path / "other", talk=TALK) / "talk.md")
    assert variant_of(str(file.parent)) is not None


def test_folders_that_contain_each_other_are_not_followed(tmp_path: Path) -> None:
    """A link back to the folder is a name like any other."""
    folder(tmp_path, talk=TALK)
    (tmp_path / "decision").symlink_to(tmp_path, target_is_directory=True)
    assert "decision/decision is no template" in refused(str(tmp_path))
    (tmp_path / "decision").unlink()
    (tmp_path / "decision").symlink_to("decision")
    assert "can't be read: Too many levels of symbolic links" in refused(str(tmp_path))


SYNTAX = {
    "an open tag": ("Speak.\n{% if offers %}\n", 2, "Unexpected end of template"),
    "an open value": ("{{ offers ", 1, "unexpected end of template"),
    "an unknown tag": ("a\nb\n{% say %}", 3, "Encountered unknown tag 'say'"),
    "an unknown filter": ("\n{{ offers|shout }}", 2, "No filter named 'shout'"),
    "a filter that draws": ("{{ asked.present|random }}", 1, "No filter named 'random'"),
    "Python's own": ("\n\n{{ offers.__class__ }}", 3, "'__class__' is out of reach"),
    "a value that it does not get": ("\n{{ ofers }}", 2, "it gets no 'ofers'"),
    "a value of another template": ("{{ task }}", 1, "it gets no 'task'"),
    "what Jinja draws": ("{{ lipsum() }}", 1, "it gets no 'lipsum'"),
}  # fmt: skip


@pytest.mark.parametrize("what", SYNTAX)
def test_a_template_that_can_t_be_filled_in_is_refused(tmp_path: Path, what: str) -> None:
    """With its file, its line and what is wrong, by path and as a text alike."""
    text, line, why = SYNTAX[what]
    folder(tmp_path, talk=text)
    assert refused(str(tmp_path)).startswith(f"{tmp_path / 'talk.md'} line {line}: {why}")
    given = {"name": "mine", "templates": {"talk.md": text}}
    assert refused(given).startswith(f"prompts 'mine': talk.md line {line}: {why}")


def test_the_values_that_there_are_are_told_with_the_nearest(tmp_path: Path) -> None:
    """All of them."""
    folder(tmp_path, talk="{{ ofers }}")
    listed_ = ", ".join(sorted(GIVEN["talk.md"]))
    assert refused(str(tmp_path)).endswith(f"Possible: {listed_}. Did you mean 'offers'?")


def test_a_template_that_is_nested_too_deep_is_refused(tmp_path: Path) -> None:
    """Whatever Python says of it."""
    folder(tmp_path, talk="{{ " + "(" * 5000 + "1" + ")" * 5000 + " }}")
    assert "can't be compiled: RecursionError" in refused(str(tmp_path))


@pytest.mark.parametrize("name", ["talk.md", "../talk.md", "/etc/passwd", "decision/../talk.md"])
@pytest.mark.parametrize("how", ["include 'X'", "import 'X' as x", "extends 'X'"])
def test_no_file_but_a_template_is_included(name: str, how: str) -> None:
    """By no path out of the folder, and none in itself."""
    text = f"{{% {how.replace('X', name)} %}}"
    why = refused({"name": "mine", "templates": {"talk.md": text}})
    assert f"talk.md includes {name!r}" in why
    assert ("which has it in itself" in why) == (name == "talk.md")
    with pytest.raises(TemplateFailure):
        Templates("mine", {"talk.md": text}).rendered("talk.md")


def test_templates_that_include_each_other_are_refused() -> None:
    """Round any number of corners, and by a name that is only known when it is filled in."""
    texts = {"moment.md": "{% include 'options.md' %}", "options.md": "{% include 'moment.md' %}"}
    assert "which has it in itself" in refused({"name": "mine", "templates": texts})
    computed = {"talk.md": "{% include offers %}"}
    assert "by a computed name" in refused({"name": "mine", "templates": computed})


def test_what_is_included_gets_what_its_template_has() -> None:
    """In each place where it stands, with what is set there."""
    options = {"options.md": "{{ options }}\n{{ task }}"}
    why = refused({"name": "mine", "templates": options})
    assert "options.md line 2: it gets no 'task' within correction.md" in why
    texts = {
        "talk.md": "{% set mood = 'grim' %}{% include 'moment.md' %}",
        "bid.md": "Bid.", "moment.md": "{{ mood }}",
    }  # fmt: skip
    assert variant_of({"name": "mine", "templates": texts}) is not None


@pytest.mark.parametrize("name", ["../talk.md", "/talk.md", "talk", "README.md", ""])
def test_texts_have_names_of_templates_only(name: str) -> None:
    """A config's own, and those of a header, which a game that goes on is refused with."""
    own = {"name": "mine", "templates": {name: TALK}}
    assert f"prompts 'mine': {name!r} is no template's name." in refused(own)
    rules = LlmRules(prompts=PromptVariant.model_validate(own))
    with pytest.raises(ConfigError, match="is no template's name"):
        Briefing.of(engine.ruleset("moh"), SEATS, TalkRules(), rules)


# --- what they get ---


def test_each_shipped_template_needs_what_it_gets_and_no_more() -> None:
    """The list of values by template is that which a variant is held against."""
    entries = {name for name in shipped() if given_to(name) is not None}
    assert shipped().keys() - entries == {"moment.md", "options.md", "persona.md"}
    for name, text in shipped().items():
        changed = {"name": "mine", "templates": {name: f"{text}."}}
        assert variant_of(changed) is not None


def test_the_page_lists_all_values() -> None:
    """Each template's, in its row."""
    page = path("prompts", "README.md").read_text("utf-8")
    rows = {
        row.split("|")[1].strip(" `"): set(re.findall(r"`(\w+)`", row.split("|")[2]))
        for row in page.partition("## Other prompts")[2].splitlines()
        if row.startswith("| `")
    }
    given = {"decision/KIND.md" if each == "decision" else each: GIVEN[each] for each in GIVEN}
    talking = {"talk.md", "bid.md"}
    for name, values in given.items():
        row = rows["decision/KIND.md"] | rows["talk.md"] if name in talking else rows[name]
        assert row == values, name


def test_the_page_lists_what_may_be_taken_of_objects() -> None:
    """Those whose parts are not simply their fields."""
    page = path("prompts", "README.md").read_text("utf-8")
    told = {each.partition("(")[0] for each in re.findall(r"`([^`]+)`", page)}
    assert set().union(*OPEN.values()) <= told


# --- what they reach ---


def board() -> Board:
    """Return a board of three players."""
    return Board(words_of(engine.ruleset("moh"), SEATS))


ESCAPES = {
    "a class": "{{ ''['__class__'] }}",
    "a class by a filter": "{{ board|attr('__class__') }}",
    "a class by map": "{{ [board]|map(attribute='__class__')|list|join }}",
    "a class by format": "{{ '{0.__class__}'.format(board) }}",
    "what a function sees": "{{ listed['__globals__'] }}",
    "what a method sees": "{{ board.place['__func__'] }}",
    "private parts": "{{ board['_words'] }}",
    "methods that are not theirs": "{{ board.lines }}",
    "what reads any bytes": "{{ talk.parse_raw('1') }}",
    "what reads any file": "{{ talk.parse_file('/etc/passwd') }}",
    "what makes another": "{{ talk.model_copy() }}",
    "what changes a value": "{{ context.update(x=1) }}",
    "what is not there": "{{ context.nothing }}",
}  # fmt: skip


@pytest.mark.parametrize("what", ESCAPES)
def test_a_template_reaches_nothing_beyond_its_values(what: str) -> None:
    """It fails, with its name and line, and its values stay as they are."""
    context: dict[str, Any] = {"a": 1}
    values = {"board": board(), "talk": TalkRules(), "listed": listed, "context": context}
    why = failing(f"\n{ESCAPES[what]}", **values)
    assert why.startswith("mine/talk.md line 2: ")
    outcome = "UndefinedError" if what == "what is not there" else SecurityError.__name__
    assert outcome in why
    assert context == {"a": 1}


def test_what_is_no_text_is_not_printed() -> None:
    """How Python writes it holds an address: no game that goes on could be told the same."""
    assert "method is printed. Possible: text and numbers" in failing(
        "{{ board.place }}", board=board()
    )
    assert "Board is printed" in failing("{{ board }}", board=board())


def test_the_line_is_that_of_the_template_where_it_fails() -> None:
    """Of one that is included, too."""
    own = {"talk.md": "\n{% include 'moment.md' %}", "moment.md": "a\nb\n{{ context.x }}"}
    with pytest.raises(TemplateFailure, match=r"^mine/moment\.md line 3: UndefinedError: "):
        Templates("mine", own).rendered("talk.md", context={})


@pytest.mark.parametrize("text", ["{{ 1 // 0 }}", "{% for x in 5 %}{% endfor %}", "{{ at + 1 }}"])
def test_whatever_fails_is_named(text: str) -> None:
    """Errors of Python's own, too."""
    assert failing(text, at=None).startswith("mine/talk.md line 1: ")


def test_the_schema_has_the_texts() -> None:
    """Readers of transcripts find them described; a header without them is one."""
    (rules,) = _definitions(schema(), "LlmRules")
    assert "prompts" in rules["properties"]
    assert "prompts" not in rules.get("required", ())


def _definitions(whole: Mapping[str, Any], name: str) -> list[Mapping[str, Any]]:
    return [each[name] for key, each in whole.items() if key == "$defs" and name in each]


def test_prompts_take_them_from_the_rules_of_the_table() -> None:
    """What a seat is asked is what the variant says."""
    make: Callable[..., Prompts] = Prompts
    own = PromptVariant(name="mine", templates={"summary.md": "Sum up, {{ seat }}."})
    facts = engine.ruleset("moh")
    one = make(facts, SEATS, TalkRules(), hints="full", own=own)
    assert one.summary_request("Anna") == "Sum up, Anna."
    assert make(facts, SEATS, TalkRules(), hints="full").summary_request("Anna") != "Sum up, Anna."
