"""Only texts and numbers become text in a template of somebody's own, by whatever way.

How Python writes an object has its address in it: a game that goes on could not be told the same.
"""

import pytest

import engine
from arena.errors import TemplateFailure
from arena.narration.dialects import words_of
from arena.seats.llm.board_text import Board
from arena.seats.llm.news import listed
from arena.seats.llm.templates import Templates

NO_TEXT = r"""
{{ board }}
{{ board.place }}
{{ listed }}
{{ range }}
{{ range(3) }}
{{ dict }}
{{ joiner }}
{{ joiner() }}
{{ namespace() }}
{{ self }}
{{ caller }}
{% macro m() %}{% endmacro %}{{ m }}
{% macro m() %}{{ caller }}{% endmacro %}{% call m() %}x{% endcall %}
{% macro m() %}{{ varargs }}{% endmacro %}{{ m(board) }}
{% for x in [1] %}{{ loop }}{% endfor %}
{{ board|string }}
{{ board.place|string }}
{{ [board]|string }}
{{ [[board]]|string }}
{{ {'a': board}|string }}
{{ {'a': [board]}|string }}
{{ dict(a=board)|string }}
{{ (board,)|string }}
{{ board ~ '' }}
{{ 'a' ~ [board] }}
{{ 'a' ~ board.place ~ 'b' }}
{{ '%s'|format(board) }}
{{ '%r'|format(board) }}
{{ '%(a)s'|format(a=board) }}
{{ '%s' % board }}
{{ '%s' % [board] }}
{{ '%(a)s' % {'a': board} }}
{{ '%s %s' % (1, board) }}
{{ '{}'.format(board) }}
{{ '{!r}'.format(board) }}
{{ '{a}'.format(a=board) }}
{{ '{a}'.format_map({'a': board}) }}
{{ '{0.place}'.format(board) }}
{{ '{0[0]}'.format([board]) }}
{{ '{:>{}}'.format('a', board) }}
{{ [board]|join }}
{{ [board]|join(', ') }}
{{ ['a','b']|join(board) }}
{{ [board]|join(attribute='place') }}
{{ board|upper }}
{{ board|lower }}
{{ board|title }}
{{ board|capitalize }}
{{ board|trim }}
{{ board|center(200) }}
{{ board|indent }}
{{ board|wordwrap(500) }}
{{ board|truncate(5) }}
{{ board|striptags }}
{{ board|urlize }}
{{ board|urlencode }}
{{ {'a': board}|urlencode }}
{{ {'a': board}|xmlattr }}
{{ board|e }}
{{ board|escape }}
{{ board|forceescape }}
{{ board|safe }}
{{ 'abc'|replace('a', board) }}
{{ board|replace('a', 'b') }}
{{ board|tojson }}
{{ [board]|tojson }}
{{ board|pprint }}
{{ [board]|pprint }}
{{ [board]|map('string')|join }}
{{ [board]|map('upper')|list|join }}
{{ [board]|map('string')|first }}
{{ [1]|map('string') }}
{{ [1]|select }}
{{ [1]|reverse }}
{{ {'a': 1}.items() }}
{{ {'a': board}.values()|string }}
{{ {'a': board}.items()|list|string }}
{{ [board]|batch(2)|list|string }}
{{ [board]|slice(2)|list|string }}
{{ [{'a': board}]|groupby('a')|string }}
{{ [board]|first }}
{{ [board]|last }}
{{ [board]|list }}
{{ [board]|unique|list|string }}
{{ board|default('a') }}
{{ none_|default(board) }}
{{ board.cards }}
{{ ruleset }}
{{ ruleset.cards }}
{{ ruleset.cards|string }}
{{ ruleset.cards[0] }}
{{ ruleset.cards[0] ~ '' }}
{{ ruleset.title.upper }}
{{ 'a'.upper ~ '' }}
{{ [1].append|string }}
{{ {}.get|string }}
{{ board|quoted }}
{{ board|harmless }}
{{ board|own_words }}
{{ {board.place: 1}|counted }}
{{ {'a': board}|counted }}
{{ listed([board]) }}
{{ listed([board]|map('string')) }}
{% set x = board %}{{ x }}
{% set x %}{{ board }}{% endset %}{{ x }}
{% set x %}{{ board|string }}{% endset %}{{ x }}
{% set ns = namespace(a=board) %}{{ ns.a }}
{% set ns = namespace(a=board) %}{{ ns }}
{% set ns = namespace(a=board) %}{{ ns|string }}
{% filter upper %}{{ board }}{% endfilter %}
{% macro m(x) %}{{ x }}{% endmacro %}{{ m(board) }}
{% macro m(x) %}{{ x|string }}{% endmacro %}{{ m(board) }}
{% macro m() %}{{ kwargs|string }}{% endmacro %}{{ m(a=board) }}
{% call(x) m() %}{{ x }}{% endcall %}
{{ board if true }}
{{ board or 'x' }}
{{ (board, 1)[0] }}
{% with x = board %}{{ x ~ 'a' }}{% endwith %}
{{ [board]|sum(start='a') }}
{{ [board, board]|max ~ '' }}
{{ {'b': board}|dictsort|string }}
{{ {'b': board}|items|list|string }}
{{ [board]|attr('append')|string }}
{{ cycler('a', 'b') }}
{{ lipsum() }}
{{ [1,2]|random }}
{{ [1, board] }}
{{ 'a' + board }}
{{ board * 2 }}
{{ ''.join([board]) }}
{{ 'a'.replace('a', board) }}
{{ range(3).index|string }}
{{ ('a'|list).copy ~ '' }}
{{ listed.__class__ }}
{% autoescape true %}{{ board }}{% endautoescape %}
{% autoescape true %}{{ 'a' ~ board }}{% endautoescape %}
{{ '%s'|safe % board }}
{{ '{}'|safe|attr('format') }}
{{ ('{}'|attr('format'))(board) }}
{{ ('{}'['format'])(board) }}
{{ (['{}']|map(attribute='format')|first)(board) }}
{{ (['{}']|map('attr', 'format')|first)(board) }}
{{ [board]|map(attribute='place')|map('string')|join }}
{{ ({'a': 1}.keys)|string }}
{{ joiner()|string }}
""".strip().splitlines()
"""Each prints what is no text and no number, or is not there."""
TEXT = r"""
{{ 'a' ~ 1 ~ none }}
{{ '%s %d' % ('a', 3) }}
{{ 7 % 3 }}
{{ '%s'|format('a') }}
{{ '{} {a}'.format(1, a=2) }}
{{ '{0.title}'.format(ruleset) }}
{{ '{0[0]}'.format(['a']) }}
{{ ['a', 'b']|join(', ') }}
{{ ruleset.cards|join(', ', attribute='name') }}
{{ ruleset.cards|map(attribute='name')|join(', ') }}
{{ ruleset.cards|map(attribute='name')|map('upper')|list|join(', ') }}
{{ ruleset.cards|map(attribute='name')|first }}
{{ ruleset.cards|first|attr('name') }}
{{ (ruleset.cards|first).name }}
{{ [1, 2]|reverse|join }}
{{ {'a': 1}.keys()|join }}
{{ {'a': 1}.items()|map('join')|join }}
{{ {'a': 1}|dictsort|string }}
{{ ['a', ['b']]|string }}
{{ ['a']|tojson }}
{{ {'a': 2}|tojson }}
{{ ruleset.cards|length }}
{{ ruleset.cards|groupby('name')|length }}
{{ board.place(4) }}
{{ board.cards(ruleset.cards|map(attribute='id')) }}
{{ board.cards(ruleset.cards|map(attribute='id')|list) }}
{{ ', '.join(ruleset.cards|map(attribute='name')) }}
{% macro m(x) %}{{ x.name }}{% endmacro %}{{ m(ruleset.cards[0]) }}
{% set j = joiner(', ') %}{% for x in ruleset.cards %}{{ j() }}{{ x.name }}{% endfor %}
{% for x in [1] recursive %}{{ loop.index }}{{ loop([]) }}{% endfor %}
{% macro m(x) %}{{ caller(x) }}{% endmacro %}{% call(y) m(ruleset) %}{{ y.title }}{% endcall %}
{{ 'ab'|list|join('-') }}
{{ board|default('x')|attr('card') }}
{{ range(3)|join }}
{{ range(3)|list|string }}
{{ {'Ben': 4}|counted }}
{{ listed(['a', 'b']) }}
{{ 'a'|quoted }}
{{ 'a'|default('b') }}
{{ ruleset.cards|max(attribute='name')|attr('name') }}
{{ true }}{{ 1.5 }}
{% for x in [1] %}{{ loop|string }}{% endfor %}
{{ loop_|string if false else self|string }}
{{ ([1]|map('string')) ~ '' }}
{{ [([1]|map('string'))]|string }}
{{ '{}'.format([1]|map('string')) }}
{{ dict|string }}
""".strip().splitlines()


def said(template: str) -> str:
    """Return what a template of somebody's own says, of objects that templates get."""
    ruleset = engine.ruleset("moh")
    board = Board(words_of(ruleset, ["Anna", "Ben", "Cem"]))
    own = Templates("mine", {"talk.md": template})
    return own.rendered("talk.md", board=board, listed=listed, ruleset=ruleset)


@pytest.mark.parametrize("template", NO_TEXT)
def test_what_is_no_text_becomes_none(template: str) -> None:
    """Printed, joined, formatted or filtered, alone or in a list: it fails, with its line."""
    with pytest.raises(TemplateFailure, match=r"^mine/talk\.md( line 1)?: "):
        said(template)


@pytest.mark.parametrize("template", TEXT)
def test_texts_and_numbers_of_objects_are_printed(template: str) -> None:
    """What is taken of an object is no object."""
    assert " object at 0x" not in said(template)
