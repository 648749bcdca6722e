"""What is said at a table: who speaks when, what the words claim, and what became of it.

`rules` are a table's choices, `discussion` gives the turns, `speech` is what can be said. `claims`
is the language, `vocabulary` what can be said at one table, `schema` what a model is told of it;
`ledger` judges claims by the records of a game. Nothing here knows who speaks: a model, a person
or a bot.
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
