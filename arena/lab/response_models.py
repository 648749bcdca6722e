"""Finds which models answered in a game, from the raw replies.

A request names the model of a SPEC, often an alias; a reply names the model that produced it, and
with some servers a fingerprint of its configuration. Both are read from the replies in
`calls.jsonl`: they are statements of the server, and no replay can verify them.
"""

from collections.abc import Iterable, Mapping
from dataclasses import replace

from arena.calls.history import Call
from arena.calls.records import CallAnswered, CallRecord
from arena.lab.seat_result import ResponseModel
from arena.models.json_shapes import text

LONGEST = 200
"""Maximum length of a name or fingerprint; longer ones are cut."""
FINGERPRINT = "system_fingerprint"
Key = tuple[str | None, str | None]


def response_models_of(
    records: Iterable[CallRecord], calls: Iterable[Call]
) -> dict[str, tuple[ResponseModel, ...]]:
    """Return the models that answered for each seat; seats without a readable reply are left out.

    `records` are those of `calls.jsonl`, `calls` the call history built from them.
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
    """Return the server's configuration fingerprint in a reply; None: it has none."""
    raw: Mapping[str, object] | None = call.raw
    return text((raw or {}).get(FINGERPRINT))[:LONGEST] or None
