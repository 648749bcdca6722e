"""Counts the tokens of a request, and how many of them a prompt cache would serve.

A token is four bytes of JSON; a block (the tools, one message, one content block) is counted as a
whole. The cache remembers hashes of prefixes for these counts only: no answer depends on it.
"""

from collections.abc import Sequence
from dataclasses import dataclass

BYTES = 4
LEAST = 1024
"""Tokens of the shortest prefix that is cached."""
STEP = 128
"""OpenAI reports cached tokens in multiples of this."""
LOOKBACK = 20
"""Blocks before a cache mark in which Anthropic looks for an earlier one."""
MOST = 200_000
"""Maximum number of prefixes; beyond it all are forgotten."""


def token_count(text: bytes) -> int:
    """Return the number of tokens of a text."""
    return -(-len(text) // BYTES)


@dataclass(frozen=True, slots=True, kw_only=True)
class TokenCount:
    """The token counts of one request."""

    total: int
    """All input tokens."""
    cached: int = 0
    """Tokens of these that were read from the cache."""
    written: int = 0
    """Tokens of these that were written to the cache."""


class PrefixCache:
    """A prompt cache that stores only hashes of the prefixes of earlier requests."""

    def __init__(self) -> None:
        self._seen: set[int] = set()

    def automatic(self, blocks: Sequence[bytes]) -> TokenCount:
        """Count as OpenAI does: the longest cached prefix, in whole steps."""
        total = known = 0
        fresh: list[int] = []
        for mark, size in _chain(blocks):
            total += size
            if not fresh and mark in self._seen:
                known = total
            else:
                fresh.append(mark)
        self._add(fresh)
        cached = known // STEP * STEP
        return TokenCount(total=total, cached=cached if cached >= LEAST else 0)

    def marked(self, blocks: Sequence[bytes], marks: Sequence[int]) -> TokenCount:
        """Count as Anthropic does: prefixes that end at one of `marks` are cached.

        `marks` are indices of `blocks`.
        """
        links, sums, total = [], [], 0
        for link, size in _chain(blocks):
            total += size
            links.append(link)
            sums.append(total)
        kept = [i for i in marks if sums[i] >= LEAST]
        if not kept:
            return TokenCount(total=total)
        served = 0
        for mark in reversed(kept):
            near = range(mark, max(mark - LOOKBACK, 0) - 1, -1)
            found = next((i for i in near if links[i] in self._seen), None)
            if found is not None:
                served = sums[found]
                break
        self._add([links[i] for i in kept])
        return TokenCount(total=total, cached=served, written=sums[kept[-1]] - served)

    def _add(self, links: Sequence[int]) -> None:
        if len(self._seen) > MOST:
            self._seen.clear()
        self._seen.update(links)


def _chain(blocks: Sequence[bytes]) -> list[tuple[int, int]]:
    """Return for each block the hash of the prefix that it ends, and its own tokens."""
    link = 0
    chain: list[tuple[int, int]] = []
    for block in blocks:
        link = hash((link, block))
        chain.append((link, token_count(block)))
    return chain
