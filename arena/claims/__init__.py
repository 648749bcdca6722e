"""The claim language: what players can assert about a game, and how each assertion is judged.

`language` and `offers` define what can be said, `vocabulary` what of it fits one table, `notation`
how it is written. `watches` finds when a claim is true from what is known (`facts`); `verdict`
alone defines a lie. Nothing here depends on whether the speaker is a model, a person or a bot.
"""

from arena.claims.judgement import Judgement
from arena.claims.language import Claim, Proposition
from arena.claims.vocabulary import Vocabulary

__all__ = [
    "Claim",
    "Judgement",
    "Proposition",
    "Vocabulary",
]
