"""Which models answered in a game, by the replies themselves.

A model is asked for by the name in its SPEC, often an alias; a reply names the model that gave it,
and with some servers a fingerprint of how it is run. Both are read from the raw replies in
`calls.jsonl`: they are what a server says of itself, and no replay can prove them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from arena.calls.history import Call
from arena.calls.records import CallAnswered, CallRecord
from arena.lab.seat_result import ResponseModel
from arena.models.json_shapes import text

LONGEST = 200
"""Characters of a name or fingerprint that are kept: no server's own is longer."""
FINGERPRINT = "system_fingerprint"
Key = tuple[str | None, str | None]


def response_models_of(
    records: Iterable[CallRecord], calls: Iterable[Call]
) -> dict[str, tuple[ResponseModel, ...]]:
    """Return by seat which models answered in a game; seats without a readable reply are left out.

    `records` are those of `calls.jsonl`, `calls` the history that they tell.
    """
    came = {each.data.call: each.at for each in records if isinstance(each.data, CallAnswered)}
    found: dict[str, dict[Key, ResponseModel]] = {}

    def when(call: Call) -> tuple[str, int]:
        return came.get(call.number, ""), call.number

    for call in sorted(calls, key=when):
        if call.reply is None:
            continue
        key, at = _key(call), came[call.number]
        own = found.setdefault(call.seat, {})
        before = own.get(key) or ResponseModel(
            model=key[0], fingerprint=key[1], calls=0, first_at=at, last_at=at
        )
        own[key] = replace(before, calls=before.calls + 1, last_at=at)
    return {seat: tuple(own.values()) for seat, own in found.items()}


def _key(call: Call) -> Key:
    model = "" if call.reply is None else call.reply.model
    return model[:LONGEST] or None, fingerprint_of(call)


def fingerprint_of(call: Call) -> str | None:
    """Return the fingerprint of how a model is run, where its reply has one."""
    raw: Mapping[str, object] | None = call.raw
    return text((raw or {}).get(FINGERPRINT))[:LONGEST] or None
