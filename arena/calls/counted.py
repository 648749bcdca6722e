"""Bounds on a call's cost, and plausibility of a provider's token count.

An implausible count is treated as absent: a budget that believed a zero would never end, and one
that believed any number could be used up by a single reply.
"""

from dataclasses import replace

from arena.calls.conversation import LONGEST_TOKEN
from arena.calls.records import CallSent, Cost
from arena.models.prices import Tariff
from arena.models.types import Reply, Usage
from arena.settings import ModelSettings


def worst_case(sent: int, settings: ModelSettings, tariff: Tariff | None) -> Cost:
    """Return the highest cost of a call with `sent` input tokens, or with a full context."""
    output = settings.max_output
    tokens = sent + output
    if settings.context is not None:
        sent, tokens = min(sent, settings.context), min(tokens, settings.context)
    return Cost(tokens=tokens, money=None if tariff is None else tariff.worst(sent, output))


def cost_of(usage: Usage, tariff: Tariff | None, worst: Cost) -> Cost:
    """Return the cost of a call; without a price, its worst case in dollars."""
    money = None if tariff is None else tariff.cost(usage)
    return Cost(tokens=usage.input + usage.output, money=worst.money if money is None else money)


def believed(reply: Reply, sent: CallSent, settings: ModelSettings) -> Reply:
    """Return a reply, without its token count if that is implausible."""
    if reply.usage is None or _can_be(reply.usage, reply, sent, settings):
        return reply
    return replace(reply, usage=None)


def _can_be(usage: Usage, reply: Reply, sent: CallSent, settings: ModelSettings) -> bool:
    """Return True if a count lies between the bounds that the texts and limits give."""
    words = reply.text + "".join(call.name + call.arguments for call in reply.calls)
    least = -(-len(words.encode(errors="replace")) // LONGEST_TOKEN)
    most = sent.worst.tokens
    if most != settings.context:
        most -= settings.max_output
    return sent.least <= usage.input <= most and least <= usage.output <= settings.max_output
