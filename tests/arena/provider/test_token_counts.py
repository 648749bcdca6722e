"""Tokens, prefixes and seals, each on its own."""

import pytest

from arena.provider.signatures import sign, signed_text
from arena.provider.token_counts import LEAST, LOOKBACK, STEP, PrefixCache, TokenCount, token_count

BIG = b"x" * 4 * LEAST
"""A block that is as long as the shortest prefix that is cached."""
SMALL = b"y" * 4


@pytest.mark.parametrize(("text", "count"), [(b"", 0), (b"a", 1), (b"abcd", 1), (b"abcde", 2)])
def test_a_token_is_four_bytes_begun(text: bytes, count: int) -> None:
    """Rounded up."""
    assert token_count(text) == count


def test_the_longest_beginning_counts_as_cached() -> None:
    """As far as it was seen before, whatever follows."""
    prefixes = PrefixCache()
    assert prefixes.automatic([BIG, SMALL]) == TokenCount(total=LEAST + 1)
    assert prefixes.automatic([BIG, b"other"]) == TokenCount(total=LEAST + 2, cached=LEAST)
    assert prefixes.automatic([SMALL, BIG]) == TokenCount(total=LEAST + 1)


def test_cached_tokens_come_in_steps() -> None:
    """Rounded down to whole steps."""
    prefixes = PrefixCache()
    block = BIG + b"x" * 4 * (STEP - 1)
    prefixes.automatic([block])
    assert prefixes.automatic([block]).cached == LEAST


def test_a_beginning_that_is_too_short_is_not_cached() -> None:
    """One token under the least."""
    prefixes = PrefixCache()
    prefixes.automatic([BIG[:-4]])
    assert prefixes.automatic([BIG[:-4]]).cached == 0


def test_a_mark_writes_and_the_next_one_reads() -> None:
    """Only up to a mark; what is read is not written again."""
    prefixes = PrefixCache()
    assert prefixes.marked([BIG, SMALL], [0]) == TokenCount(total=LEAST + 1, written=LEAST)
    grown = prefixes.marked([BIG, SMALL, SMALL], [2])
    assert grown == TokenCount(total=LEAST + 2, cached=LEAST, written=2)
    again = prefixes.marked([BIG, SMALL, SMALL], [2])
    assert again == TokenCount(total=LEAST + 2, cached=LEAST + 2)


def test_the_cache_is_looked_for_so_many_blocks_back() -> None:
    """One further, and nothing is found."""
    for blocks, cached in ((LOOKBACK, LEAST), (LOOKBACK + 1, 0)):
        prefixes = PrefixCache()
        prefixes.marked([BIG], [0])
        more = [BIG, *[SMALL] * blocks]
        assert prefixes.marked(more, [blocks]).cached == cached


def test_nothing_is_kept_without_a_mark() -> None:
    """Nor under the least."""
    prefixes = PrefixCache()
    prefixes.marked([BIG], [])
    assert prefixes.marked([BIG], []).cached == 0
    assert prefixes.marked([SMALL], [0]) == TokenCount(total=1)


def test_a_seal_opens_for_what_it_is_about() -> None:
    """The text comes back whole, whatever letters it has."""
    token = sign("rs_1", "Żółw thinks.")
    assert signed_text("rs_1", token) == "Żółw thinks."
    assert token == sign("rs_1", "Żółw thinks.")


@pytest.mark.parametrize(
    "token", ["", "x", "ż", sign("rs_2", "a"), sign("rs_1", "a")[:-4] + "YmI="]
)
def test_a_broken_seal_opens_for_nothing(token: str) -> None:
    """Foreign, cut, changed, or none at all."""
    assert signed_text("rs_1", token) is None
