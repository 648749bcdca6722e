"""What players claim, and whether it is true: the claim language and its judgement.

`language` and `offers` are what can be said, `vocabulary` what of it at one table, `notation` how
it is written. `watches` is when a claim is true by what is known (`facts`); what a lie is,
`verdict` says and nothing else does. Nothing here knows who speaks: a model, a person or a bot.
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
