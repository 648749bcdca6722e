"""The pattern of lines, for servers that hold what a model writes to one."""

import re
from contextlib import suppress

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

import engine
from arena.claims import Vocabulary
from arena.claims.grammar import Form
from arena.claims.lexicon import lexicon_of
from arena.claims.notation import LONGEST_LINE, grammar, read_line, written
from arena.claims.notation_pattern import line_pattern
from arena.claims.notation_reader import Reader
from arena.errors import ClaimError
from tests.arena.claims.test_notation import SEATS, TABLE, claims, tables
from tests.breadth import examples

SIX = (*SEATS, "Farid")
LARGEST = 3_000
"""Characters of a pattern, for six seats with short names."""
PLAIN = re.compile(r"[^\\\"\[\](){}|?*+.^$]|\[[^\]\\\[\"^-]+\]|\[[0-9]-[0-9]\]|[(|)?]|\{\d,\d\}")
"""What every server's own grammar can be made of: no look around, no name of a class, no escape."""


def curved(line: str) -> str:
    """Return a line with curved quotation marks, which can stand in JSON as they are."""
    return re.sub(r'"([^"]*)"', "\u201c\\1\u201d", line)


@given(st.data())
def test_what_the_arena_writes_matches(data: st.DataObject) -> None:
    """Each claim that can be said at whatever table, but for a condition."""
    table = data.draw(tables())
    speaker = data.draw(st.sampled_from(table.seats))
    said = data.draw(claims(table))
    assume(said.condition is None)
    assume(table.check(said, speaker) is None)
    assert re.fullmatch(line_pattern(table, speaker), curved(written(said, speaker, table)))


@examples(25)
@given(st.data())
def test_what_matches_is_read(data: st.DataObject) -> None:
    """Whatever the table; only whether somebody can say it is not a pattern's to tell."""
    table = data.draw(tables())
    speaker = data.draw(st.sampled_from(table.seats))
    matching = st.from_regex(line_pattern(table, speaker), fullmatch=True)
    lexicon = lexicon_of(table)
    for line in data.draw(st.lists(matching, min_size=4, max_size=4)):
        Reader(lexicon.tokens(line), speaker, lexicon).line()
        assert len(line) <= LONGEST_LINE
        with suppress(ClaimError):
            assert written(read_line(line, speaker, table), speaker, table)


@pytest.mark.parametrize("ruleset", engine.rulesets())
def test_a_pattern_is_small_and_plain(ruleset: str) -> None:
    """It goes with each request to speak, and becomes a grammar of the server's own."""
    pattern = line_pattern(Vocabulary(engine.ruleset(ruleset), SIX), "Anna")
    assert len(pattern) < LARGEST
    assert (pattern[0], pattern[-1]) == ("^", "$")
    assert PLAIN.sub("", pattern[1:-1]) == ""
    assert "(?" not in pattern


@given(tables())
def test_a_name_needs_no_escape(table: Vocabulary) -> None:
    """Neither in a pattern nor in JSON, whoever sits there."""
    pattern = line_pattern(table, table.seats[0])
    assert not {'"', "\\", "*", "."} & {*pattern}


EXAMPLES = [form for form in grammar(TABLE) if form.kind not in {"condition", "offer", "counter"}]


@pytest.mark.parametrize("form", EXAMPLES, ids=lambda form: form.example)
def test_each_form_that_is_told_matches(form: Form) -> None:
    """As its example has it, said by whoever is not named in it; deals as in the next test."""
    assert re.fullmatch(line_pattern(TABLE, "Esra"), form.example)


@pytest.mark.parametrize(
    "line",
    [
        "offer Bruno: I vote you chief / you give me a card",
        "offer Bruno: I do not vote you attack at 3 / you do not vote me attack / until 6",
        "counter 7 Bruno: I spare you / you spare me",
        "offer Bruno: I give you shotgun / you tell me the dice",
        "offer Bruno: I go 4 / you go 3",
        "accept 7",
    ],
)
def test_deals_match(line: str) -> None:
    """With one player, a term on each side."""
    assert re.fullmatch(line_pattern(TABLE, "Anna"), line)
    read_line(line, "Anna", TABLE)


@pytest.mark.parametrize(
    "line",
    [
        "", "I go 4 ", "I go 9", "zombies 5", "I vote Clara truck at 3", "Bruno thinks safe 3",
        "offer Anna: I go 4 / you go 3", "offer Bruno: I go 4", "offer Bruno: I go 4 / I go 3",
        "offer Bruno: I saw / you go 3", "I go 4 if Bruno goes 4", "accept", "I vote Zoe attack",
        "Let us be friends.",
    ],
)  # fmt: skip
def test_other_lines_do_not(line: str) -> None:
    """Those that say nothing, and a condition, which is read but left out."""
    assert not re.fullmatch(line_pattern(TABLE, "Anna"), line)
