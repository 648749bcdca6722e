"""The transcript of a game: a folder of append-only, hash-chained files.

It is the only source of truth about a game. `header` and `arena.records` define its contents,
`writer` writes it, `reader` reads it, `schema` builds its JSON Schema. `arena.records.record`
filters what a viewer may see; `arena.table.verify` verifies it.
"""
