"""The facts of the round, and the claims and deals of a game, without any judgement.

Reports and statistics look up here the claims that a log's judgements are about.
"""

from collections.abc import Sequence

from arena.claims.facts import Facts
from arena.claims.kept_deals import Side
from arena.claims.vocabulary import Vocabulary
from arena.projections.assertions import Assertions
from arena.projections.bargains import Bargains
from arena.projections.facts import fold
from arena.records.record import Record
from arena.records.talk import Said
from engine import Ruleset


class Talk:
    """Facts of the round, and the claims and deals of one game."""

    def __init__(self, ruleset: Ruleset, seats: Sequence[str]) -> None:
        self.facts = Facts(Vocabulary(ruleset, seats))
        self.assertions = Assertions(self.facts)
        self.bargains = Bargains()

    def feed(self, record: Record) -> Side | None:
        """Update from the next record; return a party's side of a deal if the record settles it."""
        fold(self.facts, record)
        if isinstance(record.data, Said):
            self.assertions.add(record.data, record)
        return self.bargains.feed(record)
