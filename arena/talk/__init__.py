"""What is claimed at the table, and what became of it.

`claims` is the language, `vocabulary` what can be said at one table, `schema` what a model is
told of it; `ledger` judges claims by the records of a game. Nothing here knows who speaks: a
model, a person or a bot.
"""

from arena.talk.claims import Claim, ClaimError, Proposition
from arena.talk.judgement import Judgement
from arena.talk.ledger import Ledger
from arena.talk.schema import claim_schema
from arena.talk.vocabulary import Vocabulary

__all__ = [
    "Claim",
    "ClaimError",
    "Judgement",
    "Ledger",
    "Proposition",
    "Vocabulary",
    "claim_schema",
]
