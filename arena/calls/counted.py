"""What a call can cost at most, and whether a provider's count of tokens can be true.

A count that can't be true is none. A budget that believed a server that counts nothing would have
no end, and one that believed a count without bounds would have none left.
"""

from dataclasses import replace

from arena.calls.conversation import LONGEST_TOKEN
from arena.calls.records import CallSent, Cost
from arena.models.prices import Tariff
from arena.models.types import Reply, Usage
from arena.settings import ModelSettings


def worst_case(sent: int, settings: ModelSettings, tariff: Tariff | None) -> Cost:
    """Return the most that a call costs whose input has `sent` tokens, or fills its context."""
    output = settings.max_output
    tokens = sent + output
    if settings.context is not None:
        sent, tokens = min(sent, settings.context), min(tokens, settings.context)
    return Cost(tokens=tokens, money=None if tariff is None else tariff.worst(sent, output))


def cost_of(usage: Usage, tariff: Tariff | None, worst: Cost) -> Cost:
    """Return the cost of a call; its worst case in dollars where its tariff has no price for it."""
    money = None if tariff is None else tariff.cost(usage)
    return Cost(tokens=usage.input + usage.output, money=worst.money if money is None else money)


def believed(reply: Reply, sent: CallSent, settings: ModelSettings) -> Reply:
    """Return a reply, without its count of tokens where that can't be true."""
    if reply.usage is None or _can_be(reply.usage, reply, sent, settings):
        return reply
    return replace(reply, usage=None)


def _can_be(usage: Usage, reply: Reply, sent: CallSent, settings: ModelSettings) -> bool:
    """Tell whether no token is longer than any can be, and none came from nowhere."""
    words = reply.text + "".join(call.name + call.arguments for call in reply.calls)
    least = -(-len(words.encode(errors="replace")) // LONGEST_TOKEN)
    most = sent.worst.tokens
    if most != settings.context:
        most -= settings.max_output
    return sent.least <= usage.input <= most and least <= usage.output <= settings.max_output
