"""Revision numbers of the bots and of the prompts; each transcript stores those it was played with.

`verify` recomputes bots' answers and prompts only where the revision is the present one. Raise a
number when the same game would get other answers or other prompts: games recorded before are no
longer recomputed then.
"""

BOTS_REVISION = 1
"""Revision of the bots that come with the arena."""
PROMPTS_REVISION = 1
"""Revision of the arena's templates, of the values that fill them in, and of the tools."""
