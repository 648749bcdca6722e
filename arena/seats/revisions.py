"""Revisions of what answers for seats; a transcript has those that it was played under.

Under the same ones `verify` asks bots again and renders prompts again. Raise one where the same
game would be answered, or told to a model, differently: the games that tests have recorded then are
proved no more.
"""

BOTS_REVISION = 1
"""Of the bots that come with the arena."""
PROMPTS_REVISION = 1
"""Of the templates that come with the arena, of what fills them in, and of the tools."""
