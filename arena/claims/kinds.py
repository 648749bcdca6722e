"""The kinds of claims, grouped by subject; each group is defined here alone."""

from arena.claims.language import Kind

DICE: frozenset[Kind] = frozenset({"zombies", "dice"})
"""Kinds about this round's dice."""
FACE_DOWN: frozenset[Kind] = frozenset({*DICE, "holds"})
"""Kinds about dice and cards that lie face down, which only some have seen."""
PLEDGES: frozenset[Kind] = frozenset({"go", "vote", "give", "ally", "tell", "play", "move"})
"""Kinds about what a player will do: of oneself a pledge, of another a forecast."""
BALLOTS: frozenset[Kind] = frozenset({"vote", "ally"})
"""Kinds that a ballot keeps or breaks."""
LASTING: frozenset[Kind] = frozenset({"vote", "give", "ally"})
"""Kinds that mean the same when the next round has begun."""
OF_ANOTHER: frozenset[Kind] = frozenset({"give", "ally", "tell"})
"""Kinds whose `target` must differ from their `player`."""
ON_OCCASION: frozenset[Kind] = frozenset({"zombies", "dice", "play", "move"})
"""Kinds that are moot without their occasion, even if its result is certain."""
FROM_THEIR_CONDITION: frozenset[Kind] = frozenset({"ally"})
"""Kinds that count only from when their condition is met: earlier acts break nothing."""
