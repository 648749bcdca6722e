"""Whether a provider's count of tokens can be true: what can't be is no count.

A budget that believed a server that counts nothing would have no end, and one that believed a count
without bounds would have none left.
"""

from dataclasses import replace

from arena.calls.conversation import LONGEST_TOKEN
from arena.calls.records import CallSent
from arena.models.types import Reply, Usage

__all__ = ["believed"]


def believed(reply: Reply, sent: CallSent, longest: int) -> Reply:
    """Return a reply without its count of tokens where that can't be true.

    `sent` is the record of its call, `longest` the longest output that was asked for.
    """
    if reply.usage is None or _can_be(reply.usage, reply, sent, longest):
        return reply
    return replace(reply, usage=None)


def _can_be(usage: Usage, reply: Reply, sent: CallSent, longest: int) -> bool:
    """Tell whether no token is longer than any can be, and none came from nowhere."""
    words = reply.text + "".join(call.name + call.arguments for call in reply.calls)
    least = -(-len(words.encode(errors="replace")) // LONGEST_TOKEN)
    most = sent["worst"]["tokens"] - longest
    return sent["least"] <= usage.input <= most and least <= usage.output <= longest
