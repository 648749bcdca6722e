"""The transcript: one folder a game, append-only, chained, sealed; the one source of truth.

`header` and `records` say what is in it, `writer` writes, `reader` reads, `redact` leaves out what
somebody did not perceive, `verify` proves that it is true, `schema` is its JSON Schema.
"""
