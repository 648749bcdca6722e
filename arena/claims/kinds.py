"""The kinds of claims, sorted by what they speak of; each set stands here and nowhere else."""

from arena.claims.language import Kind

DICE: frozenset[Kind] = frozenset({"zombies", "dice"})
"""About this round's dice."""
FACE_DOWN: frozenset[Kind] = frozenset({*DICE, "holds"})
"""About what lies face down, dice and cards: some have seen it, others say that they have."""
PLEDGES: frozenset[Kind] = frozenset({"go", "vote", "give", "ally", "tell", "play", "move"})
"""About what a player will do: said of oneself it is a pledge, of another a forecast."""
BALLOTS: frozenset[Kind] = frozenset({"vote", "ally"})
"""Those that a ballot keeps or breaks."""
LASTING: frozenset[Kind] = frozenset({"vote", "give", "ally"})
"""Those that mean the same when the next round has begun."""
OF_ANOTHER: frozenset[Kind] = frozenset({"give", "ally", "tell"})
"""Those whose `target` is somebody else than their `player`."""
ON_OCCASION: frozenset[Kind] = frozenset({"zombies", "dice", "play", "move"})
"""Those that are moot without their occasion, however sure it is what it would bring."""
FROM_THEIR_CONDITION: frozenset[Kind] = frozenset({"ally"})
"""Those that count only from when their condition is met: what was done before breaks nothing."""
