"""What a house bot remembers: a fold over what it heard, with the ledger as its judge of others.

The fold is a memory, no knowledge of its own: the same records always give the same mind.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import engine
from arena.claims.facts import ballot_of
from arena.claims.judgement import Judgement
from arena.claims.language import Claim
from arena.claims.ledger import Ledger
from arena.records import Record

__all__ = ["Caught", "Mind", "Statement"]

GOSSIP = 1.5
"""How bad a lie is that one is only told of, by somebody whose word goes all the way."""
COURTED = 0.5
"""How good an offer is, whatever comes of it."""
CHEATED = 3
"""How much worse it is to be cheated oneself."""
FORGIVING = 0.85
"""What is left of a memory of good and bad after a round."""
DICE = frozenset({"zombies", "dice"})
PLEDGES = frozenset({"vote", "give", "ally", "go"})
"""Claims about oneself that one keeps or breaks."""


class Statement(NamedTuple):
    """One claim that was heard, or made."""

    turn: str
    at: int
    speaker: str
    to: tuple[str, ...]
    round: int
    claim: Claim


class Caught(NamedTuple):
    """A statement of another that turned out false."""

    statement: Statement
    round: int
    """When it turned out."""
    lie: bool
    """True: the speaker had seen better, or broke a word; False: perhaps an error."""


class Mind:
    """What one seat has heard, folded."""

    def __init__(self, me: str, ruleset: str, seats: Sequence[str]) -> None:
        """Begin before the first record."""
        self.me = me
        self.round = 0
        self.used: list[str] = []
        """Every text of one's own, so that none is said twice."""
        self.lately: list[str] = []
        """What the others said this round."""
        self.accusers: set[str] = set()
        """Who has called me a liar this round."""
        self.statements: list[Statement] = []
        """What was claimed this round, one's own included."""
        self.caught: list[Caught] = []
        """What turned out false this round or the one before."""
        self.ballots: dict[str, Mapping[str, str]] = {}
        """The last ballots of this round by kind of vote: voter to candidate."""
        self.leaders: tuple[str, ...] = ()
        """Who had the most votes in the last ballot."""
        self.searcher: str | None = None
        """Who searched the truck last."""
        self.salt = 0
        """A number that all have seen alike, and every game has its own."""
        self.accused: Counter[str] = Counter()
        """Whom I have called a liar, and for how many statements."""
        self.cheated: set[tuple[str, str]] = set()
        """What was promised me and not kept, by kind of promise and who promised."""
        self._good: dict[str, float] = defaultdict(float)
        self._bad: dict[str, float] = defaultdict(float)
        self._known: dict[tuple[str, int], Statement] = {}
        self._open: dict[tuple[str, int], Statement] = {}
        self._ledger = Ledger(engine.ruleset(ruleset), seats)
        self._folded = 0
        self._last: Record | None = None

    def follows(self, heard: Sequence[Record]) -> bool:
        """Tell whether `heard` goes on where this mind stands."""
        if self._folded > len(heard):
            return False
        return self._folded == 0 or heard[self._folded - 1] == self._last

    def catch_up(self, heard: Sequence[Record]) -> None:
        """Fold what is new."""
        for record in heard[self._folded :]:
            self._fold(record)
            self._last = record
        self._folded = len(heard)

    def trust(self, player: str) -> float:
        """Return from 0 to 1 how far a player's word goes; a half: nothing is known."""
        good, bad = self._good.get(player, 0.0), self._bad.get(player, 0.0)
        return (2.0 + good) / (4.0 + good + 1.5 * bad)

    def promises(self) -> list[Statement]:
        """Return one's own claims about one's own acts that are still open."""
        return [
            each
            for each in self._open.values()
            if each.speaker == self.me and each.claim.proposition.kind in PLEDGES
        ]

    def lies_of(self, player: str) -> list[Caught]:
        """Return what a player was caught with."""
        return [each for each in self.caught if each.lie and each.statement.speaker == player]

    # --- the fold ---

    def _fold(self, record: Record) -> None:
        data = record["data"]
        match record["type"]:
            case "said":
                self._hear(record, data)
            case "phase_began" if data["round"] != self.round:
                self._new_round(data["round"])
            case "votes_revealed":
                self.ballots[data["kind"]] = data["ballots"]
                self.leaders = tuple(data["leaders"])
                self._resent(record["type"], data)
            case "tie_broken":
                self._resent(record["type"], data)
            case "placement_rolled":
                self.salt += sum(data["dice"])
            case "truck_searched":
                self.searcher = data["player"]
            case "card_given" if data["recipient"] == self.me:
                self._good[data["player"]] += 2
            case _:
                pass
        for judgement in self._ledger.feed(record):
            self._judge(judgement)

    def _new_round(self, round_: int) -> None:
        self.round = round_
        self.statements, self.ballots, self.leaders = [], {}, ()
        self.lately.clear()
        self.accusers.clear()
        self.caught = [each for each in self.caught if each.round >= round_ - 1]
        for memory in (self._good, self._bad):
            for player in memory:
                memory[player] *= FORGIVING

    def _hear(self, record: Record, data: Mapping[str, Any]) -> None:
        speaker, to = str(record["actor"]), tuple(data["to"])
        (self.used if speaker == self.me else self.lately).append(data["text"])
        for at, claim in enumerate(map(Claim.read, data["claims"])):
            found = Statement(data["turn"], at, speaker, to, self.round, claim)
            self.statements.append(found)
            self._known[found.turn, at] = self._open[found.turn, at] = found
            if claim.proposition.kind == "lied":
                self._accused(speaker, claim.proposition.player or speaker)
            elif speaker != self.me in to and claim.proposition.target == self.me:
                self._good[speaker] += COURTED

    def _accused(self, speaker: str, liar: str) -> None:
        if speaker == self.me:
            self.accused[liar] += 1
        elif liar == self.me:
            self.accusers.add(speaker)
        elif liar != speaker:
            self._bad[liar] += GOSSIP * self.trust(speaker)

    def told(self, player: str, *kinds: str) -> Statement | None:
        """Return what a player claimed last this round, of these kinds."""
        found = (each for each in reversed(self.statements) if each.speaker == player)
        return next((each for each in found if each.claim.proposition.kind in kinds), None)

    def _resent(self, type_: str, data: Mapping[str, Any]) -> None:
        ballot = ballot_of(type_, data)
        if ballot is not None and data["kind"] == "attack":
            for voter, candidate in ballot["ballots"].items():
                if candidate == self.me != voter:
                    self._bad[voter] += 1

    def _judge(self, judgement: Judgement) -> None:
        key = judgement.turn, judgement.claim
        statement = self._known[key]
        self._open.pop(key, None)
        said = statement.claim.proposition
        own = said.kind in PLEDGES and said.player in {None, statement.speaker}
        if judgement.truth == "true" and statement.speaker != self.me:
            self._good[statement.speaker] += 1 if judgement.basis == "seen" or own else 0
        if judgement.truth == "false":
            lie = (own and self._is_last_word(statement)) or judgement.basis == "seen"
            self.caught.append(Caught(statement, self.round, lie))
            if lie:
                self._bad[statement.speaker] += 3 if said.kind in DICE else 2
            if own and self.me in statement.to:
                self.cheated.add((said.kind, statement.speaker))
                self._bad[statement.speaker] += CHEATED

    def _is_last_word(self, statement: Statement) -> bool:
        """Tell whether an announcement was not taken back; other promises stand as they are."""
        if statement.claim.proposition.kind != "go":
            return True
        later = (
            each
            for each in self.statements
            if each.speaker == statement.speaker and each.claim.proposition.kind == "go"
        )
        return (
            max(later, key=lambda each: int(each.turn.rpartition(".t")[2])).turn == statement.turn
        )
