"""Every template for every ruleset, number of seats and kind of decision."""

import re
from collections.abc import Mapping
from dataclasses import replace

import pytest

import engine
from arena.data import path
from arena.projections.perspective import Perspective
from arena.seats.llm.personas import personas
from arena.seats.llm.prompts import Prompts
from arena.seats.llm.templates import prompts_digest, rendered
from arena.seats.llm.tools import toolbox
from arena.settings import FLOORS, LlmRules, TalkRules
from arena.talk.speech import TalkTurn
from tests.arena.claims.helpers import SEATS as CLAIMANTS
from tests.arena.claims.spoken import Spoken
from tests.arena.records_of import shown_of
from tests.arena.seats.llm.questions import turn
from tests.engine.helpers import draw
from tests.prompts.listening import NAMES
from tests.prompts.moments import Asked, asked_in

TALK = TalkRules()
EVERYWHERE = TalkRules(floors=FLOORS)
SECTIONS = ["# What happened", "# The board", "# Your turn"]
OPTIONS: Mapping[str, Mapping[str, object]] = {
    "moh": {"truck_optional": True, "hidden_in_elections": True, "zombie_player": "every_round"},
    "osaczeni": {"drink_timing": "any_time", "discussion": "lap", "candidates": "anyone"},
}


def headings(text: str) -> list[str]:
    """Return the headings in their order."""
    return [line for line in text.splitlines() if line.startswith("# ")]


def is_a_user_item(text: str, tool: str) -> bool:
    """Tell whether it ends as every user item does, and no template left a gap or a blank."""
    assert "\n\n\n" not in text
    assert not re.search(r"[ \t]$", text, re.MULTILINE)
    return text.endswith(f"\nAnswer with the tool `{tool}`.")


def checked(asked: Asked, full: Prompts, none: Prompts) -> None:
    """Assert the form of one turn with and without hints, whole and with nothing new."""
    question = asked.question
    whole = full.turn(question, asked.view, asked.heard, known=0, last_board=None)
    assert headings(whole.text) == SECTIONS
    assert is_a_user_item(whole.text, question.kind)
    bare = full.turn(
        question, asked.view, asked.heard, known=len(asked.heard), last_board=whole.board
    )
    assert headings(bare.text) == SECTIONS[2:]
    assert bare.board == whole.board
    listed = re.findall(r"^- `(.*?)`: (.*)$", bare.text, re.MULTILINE)
    assert listed == [(option.id, option.label) for option in question.options]
    unlisted = none.turn(
        question, asked.view, asked.heard, known=len(asked.heard), last_board=whole.board
    ).text
    assert is_a_user_item(unlisted, question.kind)
    assert "Options:" not in unlisted
    assert "`" not in unlisted.rpartition("\n")[0]
    assert all(
        o.label not in unlisted for o in question.options if not known(o.label, question.kind)
    )
    correction = full.correction(question, "Your option is no option.")
    assert correction.startswith(
        "Your answer was not taken: Your option is no option.\n"
        "This is your last try; after that an option is chosen for you.\nOptions:\n- `"
    )
    assert is_a_user_item(correction, question.kind)
    copied = full.correction(question, 'Your "Possible: x" is none. Possible: an id.', copied=True)
    assert copied.splitlines()[1:] == [correction.splitlines()[1], correction.splitlines()[-1]]
    assert copied.splitlines()[0] == (
        "Your answer was not taken: it was the same more than once. Possible: an id."
    )
    assert none.correction(question, "No.").splitlines()[2:] == [unlisted.splitlines()[-1]]


def known(label: str, kind: str) -> bool:
    """Tell whether an option's label is a name that a question has to name anyhow."""
    return label in NAMES or label[:1].isdigit() or kind == "choose_victim" or label == "Pass"


@pytest.mark.parametrize("seats", [3, 4, 5, 6])
@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_every_kind_of_question_is_rendered(ruleset: str, seats: int) -> None:
    """Sections in their order, options as the hints say, the tool in the last line."""
    facts, names = engine.ruleset(ruleset), NAMES[:seats]
    full, none = (Prompts(facts, names, TALK, hints=hints) for hints in ("full", "none"))
    for asked in asked_in(ruleset, names, seed=seats):
        checked(asked, full, none)


@pytest.mark.parametrize("family", ["moh", "osaczeni"])
def test_every_kind_is_reached(family: str) -> None:
    """A few games ask all there is to ask, options of the table included; each has its template."""
    reached = set()
    for rules in ({}, OPTIONS[family]):
        facts = engine.ruleset(family, rules)
        prompts = [Prompts(facts, NAMES[:5], TALK, hints=hints) for hints in ("full", "none")]
        for seed in range(3):
            for asked in asked_in(family, NAMES[:5], seed, rules, each=1):
                checked(asked, prompts[0], prompts[1])
                reached.add(asked.question.kind)
    kinds = set(engine.ruleset(family).arguments(5))
    assert reached == kinds
    files = {file.stem for file in path("prompts", "decision").glob("*.md")}
    assert kinds <= files


def asks(ruleset: str, kind: str, rules: Mapping[str, object] | None = None) -> tuple[Asked, str]:
    """Return a question of this kind from random games, and its words."""
    prompts = Prompts(engine.ruleset(ruleset, rules), NAMES[:5], TALK, hints="none")
    asked = next(
        each
        for seed in range(40)
        for each in asked_in(ruleset, NAMES[:5], seed, rules)
        if each.question.kind == kind
    )
    text = prompts.turn(asked.question, asked.view, (), known=0, last_board=None).text
    return asked, text.partition("# Your turn\n")[2]


@pytest.mark.parametrize("ruleset", ["moh", "moh-ru"])
def test_moh_21_a_re_vote_names_its_candidates(ruleset: str) -> None:
    """In the Russian text all stand again, tied or not."""
    asked, text = asks(ruleset, "cast_revote")
    *first, last = asked.question.context["candidates"]
    assert f" between {', '.join(first)} and {last}: " in text
    assert "tied" not in text
    tools = toolbox(engine.ruleset(ruleset), NAMES[:5], TALK, LlmRules())
    assert all("tied" not in tool.description for tool in tools if tool.name == "cast_revote")


@pytest.mark.parametrize("ruleset", ["moh", "moh-ru"])
def test_moh_10_a_character_is_placed_as_the_rules_say(ruleset: str) -> None:
    """Whether one full location or two free the choice is told by the rules alone."""
    _, text = asks(ruleset, "place_character")
    assert "if one is full or closed, the rules say where else." in text


@pytest.mark.parametrize("optional", [True, False])
def test_moh_36_who_may_not_pass_is_not_told_to(*, optional: bool) -> None:
    """Whether the zombie may be declined is an option of the table (GAP-M-26)."""
    _, text = asks("moh", "place_revenge_zombie", {"zombie_player_optional": optional})
    assert ("You may place one zombie" in text) is optional
    assert (", or pass." in text) is optional


def test_no_template_is_without_a_kind() -> None:
    """What no ruleset asks has no sentence."""
    kinds = {kind for each in engine.rulesets() for kind in engine.ruleset(each).arguments(5)}
    assert {file.stem for file in path("prompts", "decision").glob("*.md")} == kinds


@pytest.mark.parametrize("ruleset", ["moh", "osaczeni"])
@pytest.mark.parametrize("floor", FLOORS)
def test_every_floor_is_rendered(floor: str, ruleset: str) -> None:
    """A turn to speak and a bid have the same form, and never options."""
    prompts = Prompts(engine.ruleset(ruleset), NAMES[:3], EVERYWHERE, hints="full")
    view = engine.new_table(ruleset, NAMES[:3], 1).view_data("Anna")
    for task, tool in (("speak", "say"), ("bid", "bid")):
        for place, present in ((3, NAMES[:2]), (None, ())):
            asked = turn(task, floor=floor, place=place, present=present)  # type: ignore[arg-type]
            text = prompts.turn(asked, view, (), known=0, last_board=None).text
            assert headings(text) == SECTIONS[1:]
            assert is_a_user_item(text, tool)
            assert "Options:" not in text
            assert is_a_user_item(prompts.correction(asked, "No."), tool)


@pytest.mark.parametrize(("floor", "told"), [("truck", True), ("gift", False)])
def test_the_votes_of_a_vote_to_come_are_told(floor: str, *, told: bool) -> None:
    """As it stands, before cards: where a vote follows the talk."""
    there = {4: "A.gunman B.pin_up", 6: "C.tough_guy D.gunman D.tough_guy"}
    table = draw("truck", there, floors=True)
    prompts = Prompts(engine.ruleset("moh"), table.seats, TALK, hints="full")
    asked = replace(turn(floor=floor, place=4, present=("A", "B")), id="A.t1", seat="A")
    text = prompts.turn(asked, table.view_data("A"), (), known=0, last_board=None).text
    assert (" Votes to cast, as it stands: A 2, B 1. " in text) is told


def test_a_turn_to_talk_lists_the_open_offers() -> None:
    """Where there are any, and the seat has a ledger."""
    facts = engine.ruleset("moh")
    story = Spoken().speaks("Anna", "offer Bruno: I spare Bruno / Bruno spares me")
    prompts = Prompts(facts, CLAIMANTS, TALK, hints="full")
    view = engine.new_table("moh", CLAIMANTS, 1).view_data("Bruno")
    asked = replace(turn(wave=9), id="Bruno.t1", seat="Bruno")
    seen = Perspective(facts, CLAIMANTS, CLAIMANTS, "Bruno")
    heard = shown_of(story.heard_by("Bruno"))

    def task(prompts: Prompts) -> list[str]:
        text = prompts.turn(asked, view, heard, known=0, last_board=None, seen=seen).text
        return text.partition("# Your turn\n")[2].splitlines()[1:]

    rest = ["Speak, or say nothing.", "Answer with the tool `say`."]
    assert task(prompts) == rest
    seen.catch_up(heard)
    assert task(prompts) == ["Open to you: 1.", *rest]
    assert task(Prompts(facts, CLAIMANTS, TALK, hints="full", ledger=False)) == rest


@pytest.mark.parametrize(
    ("asked", "left"),
    [
        (turn(tries=1), "This is your last try; after that you say nothing."),
        (turn(tries=2), "2 tries are left; after that you say nothing."),
        (turn("bid", tries=3), "3 tries are left; after that your bid is 0."),
    ],
)
def test_a_correction_says_how_many_tries_are_left(asked: TalkTurn, left: str) -> None:
    """And what stands in when they are used up."""
    prompts = Prompts(engine.ruleset("moh"), NAMES[:3], TALK, hints="full")
    lines = prompts.correction(asked, "No.").splitlines()
    assert lines[:2] == ["Your answer was not taken: No.", left]


def test_the_rules_of_talk_are_told_once() -> None:
    """Length, messages, replies and whispers as they are in force, in the system text."""
    facts, names = engine.ruleset("moh"), NAMES[:3]

    def told(rules: TalkRules) -> str:
        prompts = Prompts(facts, names, rules, hints="full")
        text = prompts.system("Anna", persona=None, tools=(), step="forced")
        return text.partition("# Talk\n")[2].partition("\n")[0]

    assert told(TALK) == (
        "A turn to talk is for up to 2 messages, each of at most 400 characters, or for nothing. "
        "A message is heard by all, or, with `whisper`, by those whom it addresses, while the "
        "others see only that you whisper to them. Before a decision, who was addressed by name "
        "may then answer once."
    )
    short = TalkRules(messages=1, characters=90, whispers=False, replies=0)
    assert told(short) == (
        "A turn to talk is for up to 1 message, each of at most 90 characters, or for nothing. "
        "A message is heard by all: at this table nobody may whisper."
    )


@pytest.mark.parametrize("seats", [3, 5])
@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_the_system_text_tells_all_rules_in_force(ruleset: str, seats: int) -> None:
    """Each sentence, the goal first; ids of what is in play, and of nothing else."""
    facts, names = engine.ruleset(ruleset), NAMES[:seats]
    tools = toolbox(facts, names, TALK, LlmRules())
    text = Prompts(facts, names, TALK, hints="full").system(
        "Bruno", persona=None, tools=tools, step="forced"
    )
    goal, sentences = text.splitlines()[2], text.split("# Ids")[0]
    for rule in facts.rules(names):
        if rule.clause in {"MOH-69", "OSA-55"}:
            assert goal == f"The goal is to win: {rule.text[0].lower()}{rule.text[1:]}"
        else:
            assert f"\n- {rule.text}\n" in sentences
    assert not re.search(r"\b(MOH|OSA|GAP)-", text)
    in_play = engine.ruleset(ruleset).arguments(names)["choose_victim"]["character"]
    for character in facts.characters:
        plays = character.id in in_play
        assert (f"{character.name} `{character.id}`" in text) == plays
        assert (f"{character.name} ({character.points} point" in text) == plays
        assert (character.name in text) == plays
    for card in facts.cards:
        assert f"{card.name} `{card.id}`" in text
        assert card.text in text
        assert f"{card.name} ({card.count})" in text
    for place in facts.places:
        assert f"{place.number} {place.name}" in text
    assert ", ".join(names) in text
    assert text.endswith("# You\nYou are Bruno.")
    assert "\n\n\n" not in text


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_clauses_are_told_where_a_correction_names_them(ruleset: str) -> None:
    """Without hints each rule has its clause; nothing else costs tokens for it."""
    facts, names = engine.ruleset(ruleset), NAMES[:5]
    text = Prompts(facts, names, TALK, hints="none").system(
        "Bruno", persona=None, tools=(), step="forced"
    )
    told = [rule for rule in facts.rules(names) if rule.clause not in {"MOH-69", "OSA-55"}]
    assert all(f"\n- {rule.clause}: {rule.text}\n" in text for rule in told)


def test_only_what_is_in_force_is_told() -> None:
    """No Little Girl but with three, no closed shop but with few, no words of the other family."""

    def text(ruleset: str, seats: int) -> str:
        prompts = Prompts(engine.ruleset(ruleset), NAMES[:seats], TALK, hints="full")
        return prompts.system("Anna", persona=None, tools=(), step="forced")

    for seats in (3, 4, 5, 6):
        mall, osaczeni = text("moh", seats), text("osaczeni", seats)
        assert ("Little Girl" in mall) == ("Klutz" in osaczeni) == (seats == 3)
        assert ("closed for the whole game" in mall) == (seats < 5)
        assert not re.search("[Mm]onster|Osaczeni|badge", mall)
        assert not re.search("[Zz]ombie|Chief|Mall of Horror", osaczeni)


def test_an_option_that_is_switched_changes_the_system_text() -> None:
    """The rules come from the table's own options."""
    texts = {
        Prompts(engine.ruleset("moh", rules), NAMES[:4], TALK, hints="full").system(
            "Anna", persona=None, tools=(), step="forced"
        )
        for rules in ({}, {"truck_optional": True}, {"hidden_in_elections": True})
    }
    assert len(texts) == 3


def test_seats_share_all_but_the_end_of_the_system_text() -> None:
    """Who one is and whom one plays comes last, so that the rest is cached once."""
    prompts = Prompts(engine.ruleset("moh"), NAMES[:4], TALK, hints="full")
    tools = toolbox(engine.ruleset("moh"), NAMES[:4], TALK, LlmRules())
    anna = prompts.system("Anna", persona="You never\nlie. </x>", tools=tools, step="text")
    bruno = prompts.system("Bruno", persona=None, tools=tools, step="text")
    head, _, you = anna.rpartition("# You\n")
    assert bruno == f"{head}# You\nYou are Bruno."
    assert you == "You are Anna.\nPlay as this persona: You never lie. \\u003c/x\\u003e"


def test_hints_talk_and_steps_have_their_sentences() -> None:
    """What is not in force is not told."""
    facts, names = engine.ruleset("moh"), NAMES[:4]
    tools = toolbox(facts, names, TALK, LlmRules())
    full, none = (Prompts(facts, names, TALK, hints=hints) for hints in ("full", "none"))
    silent = Prompts(facts, names, TalkRules(protocol="off"), hints="full")
    forced = full.system("Anna", persona=None, tools=tools, step="forced")
    assert forced == full.system("Anna", persona=None, tools=tools, step="offered")
    assert "are listed; nothing else" in forced
    assert "are not listed" in none.system("Anna", persona=None, tools=tools, step="forced")
    assert "# Talk" not in silent.system("Anna", persona=None, tools=tools, step="forced")
    assert "# Tools" not in forced
    text = full.system("Anna", persona=None, tools=tools, step="text")
    assert '{"tool": NAME, "arguments": {...}}' in text
    assert all(f'{{"tool":"{tool.name}",' in text for tool in tools)


def test_a_summary_is_asked_for_and_gone_on_from() -> None:
    """The new conversation begins with the summary and the notes, then a usual turn follows."""
    prompts = Prompts(engine.ruleset("moh"), NAMES[:3], TALK, hints="full")
    assert is_a_user_item(prompts.summary_request("Anna"), "summarize")
    epoch = prompts.epoch("Anna", "Bruno lied.\n# The board\nTrust Clara.", ["one", "two\nlines"])
    assert epoch.splitlines() == [
        "# What you remember",
        "The conversation so far was replaced by your own summary, Anna:",
        "> Bruno lied.",
        "> # The board",
        "> Trust Clara.",
        "Your newest notes, the oldest of them first:",
        "> - one",
        "> - two",
        ">   lines",
    ]
    assert "notes" not in prompts.epoch("Anna", "Nothing.", [])


def test_a_missing_value_is_an_error() -> None:
    """A template never leaves out in silence what it was not given."""
    with pytest.raises(Exception, match="is undefined"):
        rendered("correction.md", tool="say", options=None)


def test_the_digest_tells_templates_apart() -> None:
    """It is the same each time, and hexadecimal."""
    assert prompts_digest() == prompts_digest()
    assert re.fullmatch("[0-9a-f]{64}", prompts_digest())


def test_every_persona_fits_into_the_system_text() -> None:
    """Those that come with the arena are there by name."""
    assert personas() == ("bluffer", "diplomat", "grudge", "loyalist", "newcomer")
