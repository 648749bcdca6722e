"""The transcript: one folder a game, append-only, chained, sealed; the one source of truth.

`header` and `records` say what is in it, `writer` writes, `reader` reads, `redaction` leaves out
what somebody did not perceive, `schema` is its JSON Schema. `arena.table.verify` proves it.
"""
