"""The content of one transcript as typed data: actions, their alternatives, talk and its claims.

Measures depend on nothing else. Moments are indices of records in `log.jsonl`, so that each can be
looked up; players are identified by the names of their seats.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from arena.claims.assertions import Assertion
from arena.claims.judgement import Judgement
from arena.claims.meaning import Meanings
from arena.claims.offers import DealAct
from arena.claims.verdict import Verdict
from arena.claims.vocabulary import Vocabulary
from arena.lab.course import cluster_of, course_with
from arena.lab.earlier import Moment
from arena.projections.intents import JudgedIntent
from arena.projections.offers import Offered
from arena.projections.rounds import Loss, Round
from arena.projections.turns import Turn
from arena.records.game import ResultData
from arena.records.record import Record, seal_of
from arena.transcript.header import GameHeader
from engine import Decision
from engine.fact import fact


@fact
class Choice:
    """An answer together with the options that were legal."""

    at: int
    """Index of the answer's record."""
    asked: Decision
    """The question; with a single option there was no choice."""
    chosen: str
    """The id of the chosen option."""
    defaulted: bool
    """Whether the default was used because the seat failed to answer."""
    moment: Moment
    """The state when it was asked, before any sealed answer to it."""

    @property
    def seat(self) -> str:
        """The seat that was asked."""
        return self.asked.seat

    @property
    def kind(self) -> str:
        """The kind of question, for example `cast_vote`."""
        return self.asked.kind

    @property
    def round(self) -> int:
        """The round in which it was asked."""
        return self.asked.round

    @property
    def options(self) -> tuple[str, ...]:
        """The ids of the legal options."""
        return tuple([each.id for each in self.asked.options])

    @property
    def args(self) -> tuple[Mapping[str, str | int], ...]:
        """The arguments of each option by name; empty for a pass."""
        return tuple([each.args for each in self.asked.options])

    @property
    def chosen_args(self) -> Mapping[str, str | int]:
        """The arguments of the chosen option."""
        return self.args[self.options.index(self.chosen)]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JudgedClaim:
    """A claim with its judgement."""

    made: Assertion
    at: int
    """Index of the message's record."""
    judgement: Judgement | None
    """None: the game was aborted before."""
    judged_at: int | None
    """Index of the judgement's record."""
    verdict: Verdict | None

    @property
    def truth(self) -> str | None:
        """The outcome of the judgement; None: there is none."""
        return None if self.judgement is None else self.judgement.truth


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """A message with its listeners and claims."""

    at: int
    round: int
    phase: str | None
    number: int
    """Number of the message, from 1."""
    turn: str
    """Id of the turn to talk, which has one message or more."""
    floor: str
    wave: int
    """Number of the set of simultaneous turns: none of them heard another."""
    speaker: str
    to: tuple[str, ...]
    """The addressed seats; empty: the whole table."""
    hearers: tuple[str, ...]
    """The seats that heard it, without the speaker."""
    whisper: bool
    text: str
    claims: tuple[JudgedClaim, ...]
    deals: tuple[DealAct, ...]
    """The offers and the answers to offers in it."""

    @property
    def words(self) -> int:
        """The number of words, separated by white space."""
        return len(self.text.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All unqualified claims of one message about this round's dice while they are hidden.

    Unqualified: in the speaker's own name, without a condition, and not true of every roll.
    """

    message: Message
    claims: tuple[JudgedClaim, ...]
    saw: bool
    """Whether the speaker had looked at the dice."""
    dice: tuple[int, ...]
    """The dice as rolled."""
    numbers: int
    """How many numbers it states: one per die of a whole roll, one for a number of dice."""
    wrong: int
    """How many of these are false: dice of a roll that do not match, numbers that do not hold."""

    @property
    def false(self) -> bool:
        """Whether any of its claims is false."""
        return any(each.truth == "false" for each in self.claims)

    @property
    def told(self) -> bool:
        """Whether the speaker had heard all of it from another player."""
        return all(each.judgement and each.judgement.basis == "told" for each in self.claims)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """One secret ballot of a vote."""

    at: int
    """Index of the record that revealed it."""
    number: int
    """1 for the first ballot, 2 for the re-vote."""
    candidates: tuple[str, ...]
    weights: Mapping[str, int]
    """Number of votes, by voter."""
    cast: Mapping[str, str]
    """Candidate, by voter."""
    leaders: tuple[str, ...]
    """The candidates with the most votes; several are a tie."""
    defaulted: frozenset[str]
    """Voters whose vote was the default."""
    moment: Moment | None = None
    """The state when it was called, before any answer; None: no seat was asked."""

    def leaders_if(self, cast: Mapping[str, str]) -> tuple[str, ...]:
        """Return the candidates with the most votes if the voters had voted as in `cast`."""
        totals = dict.fromkeys(self.candidates, 0)
        for voter, candidate in cast.items():
            totals[candidate] += self.weights[voter]
        most = max(totals.values())
        return tuple([each for each, votes in totals.items() if votes == most])


@dataclass(slots=True, kw_only=True)
class Vote:
    """A vote from its call to its result."""

    at: int
    """Index of the record of its call."""
    round: int
    kind: str
    """`truck`, `chief` or `attack`."""
    place: int
    present: tuple[str, ...]
    ballots: list[Ballot] = field(default_factory=list)
    tie: tuple[int, str, str] | None = None
    """Osaczeni: index of the record, the seat that broke the tie, and the seat it chose."""
    tied: tuple[str, ...] = ()
    """The tied candidates among whom it was decided."""
    chosen: str | None = None
    """The elected player; None: nobody."""
    by: str = ""
    """How: `vote`, `revote`, `lot`, `only_candidate`, ...; empty: the vote was not completed."""
    chosen_at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Gift:
    """A card from the truck that the player who searched it gave away."""

    at: int
    round: int
    giver: str
    recipient: str
    recipients: tuple[str, ...]
    """The legal recipients; one: there was no choice."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """The last destination that a seat announced in a round before it chose.

    An earlier announcement counts too if it had listeners whom the last did not reach.
    """

    claim: JudgedClaim
    destination: int | None
    """The actual destination; None: it chose none."""
    news: tuple[int, ...]
    """Indices of records with news of the dice between announcement and choice: a look of its own,
    or a report by another that it heard, including one made simultaneously with the
    announcement."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """One game, as measures see it."""

    id: str
    """The name of its folder."""
    digest: str
    """Identifies the transcript: the hash of its last record; empty if the game is not stored."""
    header: GameHeader
    seats: tuple[str, ...]
    """The seats, clockwise."""
    entrants: Mapping[str, str]
    """The entrant of each seat: the name that measures are shown under."""
    records: Sequence[Record] = field(repr=False)
    rounds: Mapping[int, Round]
    choices: Sequence[Choice] = field(repr=False)
    messages: Sequence[Message] = field(repr=False)
    floors: Sequence[int] = field(repr=False)
    """Indices of the records in which floors opened."""
    turns: Sequence[Turn] = field(repr=False)
    reports: Sequence[Report]
    announcements: Sequence[Announcement]
    votes: Sequence[Vote]
    gifts: Sequence[Gift]
    losses: Sequence[Loss]
    offers: Sequence[Offered]
    plans: Sequence[JudgedIntent]
    eliminated: Mapping[str, int]
    """Index of the record in which a seat was eliminated, by seat."""
    replaced: Mapping[str, int]
    """Index of the record from which a bot played for a seat: from there on its entrant is not
    measured."""
    requests: Mapping[str, str]
    """Digest of the last request for each question or turn to talk of a model."""
    played: str | None = None
    """The day on which the game began, `YYYY-MM-DD` in UTC; None: not recorded."""

    @property
    def result(self) -> ResultData:
        """The result of the game. Raises `ValueError` if it was aborted."""
        return seal_of(self.records).result

    @cached_property
    def claims(self) -> tuple[JudgedClaim, ...]:
        """All claims in the order in which they were made."""
        return tuple(claim for each in self.messages for claim in each.claims)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """The names and numbers that claims of this game may refer to."""
        return Vocabulary(self.header.facts(), self.header.names)

    @cached_property
    def points(self) -> Mapping[str, int]:
        """The points of each kind of character."""
        return {each.id: each.points for each in self.vocabulary.ruleset.characters}

    @cached_property
    def cluster(self) -> str:
        """The digest that it shares with all games of the same deal."""
        return cluster_of(self.header.ruleset, self.header.seed, self.entrants.values())

    @cached_property
    def course(self) -> str:
        """The digest that it shares only with its copies: all events, and who sat where."""
        return course_with(self.records, [self.entrants[each] for each in self.seats])

    def loss_of(self, vote: Vote) -> Loss | None:
        """Return the character eaten as the result of a vote in an attack; None: none was."""
        if vote.kind != "attack" or vote.chosen_at is None:
            return None
        after = (each for each in self.losses if each.at > vote.chosen_at)
        found = next(after, None)
        is_it = found is not None and (found.owner, found.place) == (vote.chosen, vote.place)
        return found if is_it else None

    def meanings(self, round_: int) -> Meanings:
        """Return the meanings of propositions about the dice of a round."""
        made = Meanings(self.vocabulary)
        dice = self.rounds[round_].dice if round_ in self.rounds else None
        if dice is not None:
            made.dice = len(dice)
        return made

    def others(self, seat: str) -> tuple[str, ...]:
        """Return all other seats, clockwise from the first."""
        return tuple([each for each in self.seats if each != seat])

    def plays(self, seat: str, at: int) -> bool:
        """Return True if a seat is still played by its entrant at a record."""
        return at < self.replaced.get(seat, at + 1)

    def is_out(self, seat: str, at: int) -> bool:
        """Return True if a seat was eliminated before a record."""
        return self.eliminated.get(seat, at) < at
