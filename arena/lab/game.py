"""What one game's transcript says, read once: what was done, what could have been, what was said.

Measures know nothing else of a game. All moments are numbers of records in `log.jsonl`, so that
each can be looked up, and all players are seats by their names at the table.
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
    """An answer with the options that there were."""

    at: int
    """The record of the answer."""
    asked: Decision
    """The question; with one option there was nothing to choose."""
    chosen: str
    """The option's id."""
    defaulted: bool
    """Whether it stood in for a seat that failed."""
    moment: Moment
    """When it was asked, nobody's sealed answer given."""

    @property
    def seat(self) -> str:
        """Return who was asked."""
        return self.asked.seat

    @property
    def kind(self) -> str:
        """Return what was asked, for example `cast_vote`."""
        return self.asked.kind

    @property
    def round(self) -> int:
        """Return the round in which it was asked."""
        return self.asked.round

    @property
    def options(self) -> tuple[str, ...]:
        """Return the ids of what could be answered."""
        return tuple([each.id for each in self.asked.options])

    @property
    def args(self) -> tuple[Mapping[str, str | int], ...]:
        """Return the arguments of each option, by name; none where it is to pass."""
        return tuple([each.args for each in self.asked.options])

    @property
    def chosen_args(self) -> Mapping[str, str | int]:
        """Return the arguments of what was chosen."""
        return self.args[self.options.index(self.chosen)]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class JudgedClaim:
    """A claim with what became of it."""

    made: Assertion
    at: int
    """The record of the message."""
    judgement: Judgement | None
    """None: the game broke off before."""
    judged_at: int | None
    """The record of the judgement."""
    verdict: Verdict | None

    @property
    def truth(self) -> str | None:
        """Return how it turned out."""
        return None if self.judgement is None else self.judgement.truth


@dataclass(frozen=True, slots=True, kw_only=True)
class Message:
    """Words with their listeners, and the claims in them."""

    at: int
    round: int
    phase: str | None
    number: int
    """Of the message, from 1."""
    turn: str
    """Id of the turn to talk; a turn has one message or more."""
    floor: str
    wave: int
    """Number of the turns that were open together: none of them heard another."""
    speaker: str
    to: tuple[str, ...]
    """Who was addressed; nobody: the whole table."""
    hearers: tuple[str, ...]
    """Who heard it, the speaker left out."""
    whisper: bool
    text: str
    claims: tuple[JudgedClaim, ...]
    deals: tuple[DealAct, ...]
    """Offers and answers in it."""

    @property
    def words(self) -> int:
        """Return how many words it has, as white space parts them."""
        return len(self.text.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """All that a message says flatly of this round's dice, while they lie under the box.

    Flatly: in the speaker's own name, on no condition, and not what is true of all dice.
    """

    message: Message
    claims: tuple[JudgedClaim, ...]
    saw: bool
    """Whether its speaker had looked."""
    dice: tuple[int, ...]
    """What they were."""
    numbers: int
    """How many numbers it tells: each die of a whole roll, one for a number of dice."""
    wrong: int
    """How many of them are false: dice that would have to be turned, numbers that don't hold."""

    @property
    def false(self) -> bool:
        """Return whether a claim of it is false."""
        return any(each.truth == "false" for each in self.claims)

    @property
    def told(self) -> bool:
        """Return whether its speaker had been told all of it by another."""
        return all(each.judgement and each.judgement.basis == "told" for each in self.claims)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ballot:
    """One ballot of a vote, cast under seal."""

    at: int
    """The record that revealed it."""
    number: int
    """1, or 2 for the re-vote."""
    candidates: tuple[str, ...]
    weights: Mapping[str, int]
    """Votes by voter."""
    cast: Mapping[str, str]
    """Voter to candidate."""
    leaders: tuple[str, ...]
    """Those with the most votes; several are a tie."""
    defaulted: frozenset[str]
    """Voters for whom the default stood in."""
    moment: Moment | None = None
    """When it was put, nobody's answer given; None: none was asked for it."""

    def leaders_if(self, cast: Mapping[str, str]) -> tuple[str, ...]:
        """Return those with the most votes where voters cast them so."""
        totals = dict.fromkeys(self.candidates, 0)
        for voter, candidate in cast.items():
            totals[candidate] += self.weights[voter]
        most = max(totals.values())
        return tuple([each for each, votes in totals.items() if votes == most])


@dataclass(slots=True, kw_only=True)
class Vote:
    """A vote from its call to whom it found."""

    at: int
    """The record of its call."""
    round: int
    kind: str
    """`truck`, `chief` or `attack`."""
    place: int
    present: tuple[str, ...]
    ballots: list[Ballot] = field(default_factory=list)
    tie: tuple[int, str, str] | None = None
    """Osaczeni: the record, who decided the tie, and for whom."""
    tied: tuple[str, ...] = ()
    """Between whom it was decided."""
    chosen: str | None = None
    """Whom it found; None: nobody."""
    by: str = ""
    """How: `vote`, `revote`, `lot`, `only_candidate`, ...; empty: it was not held to its end."""
    chosen_at: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Gift:
    """A card that whoever searched the truck gave away."""

    at: int
    round: int
    giver: str
    recipient: str
    recipients: tuple[str, ...]
    """To whom it could have been given; one: there was nothing to choose."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Announcement:
    """The last destination that a seat announced in a round, while it could still choose.

    An earlier one counts too where it had other listeners, whom the last did not reach.
    """

    claim: JudgedClaim
    destination: int | None
    """Where it went; None: it chose none."""
    news: tuple[int, ...]
    """Records between the announcement and the choice that tell of dice: a look of its own, or
    another's flat claim about them that it heard, also one that was made at once with it."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Game:
    """One game."""

    id: str
    """The name of its folder."""
    digest: str
    """What the transcript is known by: the hash of its last record; empty where none is kept."""
    header: GameHeader
    seats: tuple[str, ...]
    """Clockwise."""
    entrants: Mapping[str, str]
    """Who played each seat, by the name that measures are shown under."""
    records: Sequence[Record] = field(repr=False)
    rounds: Mapping[int, Round]
    choices: Sequence[Choice] = field(repr=False)
    messages: Sequence[Message] = field(repr=False)
    floors: Sequence[int] = field(repr=False)
    """The records in which floors opened."""
    turns: Sequence[Turn] = field(repr=False)
    reports: Sequence[Report]
    announcements: Sequence[Announcement]
    votes: Sequence[Vote]
    gifts: Sequence[Gift]
    losses: Sequence[Loss]
    offers: Sequence[Offered]
    plans: Sequence[JudgedIntent]
    eliminated: Mapping[str, int]
    """The record in which each seat that is out was eliminated."""
    replaced: Mapping[str, int]
    """From which record on a bot played for a seat: nothing of it counts for its entrant."""
    requests: Mapping[str, str]
    """Digest of the last request for each question or turn, where a model was asked."""
    played: str | None = None
    """The day on which it began, `YYYY-MM-DD` in UTC; None: no clock was kept."""

    @property
    def result(self) -> ResultData:
        """Return how it ended. Raises `ValueError` where it broke off."""
        return seal_of(self.records).result

    @cached_property
    def claims(self) -> tuple[JudgedClaim, ...]:
        """Return all claims in the order in which they were made."""
        return tuple(claim for each in self.messages for claim in each.claims)

    @cached_property
    def vocabulary(self) -> Vocabulary:
        """Return the words of its table."""
        return Vocabulary(self.header.facts(), self.header.names)

    @cached_property
    def points(self) -> Mapping[str, int]:
        """Return the points of each kind of character."""
        return {each.id: each.points for each in self.vocabulary.ruleset.characters}

    @cached_property
    def cluster(self) -> str:
        """Return what it shares with all games that were dealt alike."""
        return cluster_of(self.header.ruleset, self.header.seed, self.entrants.values())

    @cached_property
    def course(self) -> str:
        """Return what it shares with its copies alone: all that happened, and who sat where."""
        return course_with(self.records, [self.entrants[each] for each in self.seats])

    def loss_of(self, vote: Vote) -> Loss | None:
        """Return the character that was eaten for a vote in an attack; None: none was."""
        if vote.kind != "attack" or vote.chosen_at is None:
            return None
        after = (each for each in self.losses if each.at > vote.chosen_at)
        found = next(after, None)
        is_it = found is not None and (found.owner, found.place) == (vote.chosen, vote.place)
        return found if is_it else None

    def meanings(self, round_: int) -> Meanings:
        """Return what propositions mean about the dice of a round."""
        made = Meanings(self.vocabulary)
        dice = self.rounds[round_].dice if round_ in self.rounds else None
        if dice is not None:
            made.dice = len(dice)
        return made

    def others(self, seat: str) -> tuple[str, ...]:
        """Return all other seats, clockwise from the first."""
        return tuple([each for each in self.seats if each != seat])

    def plays(self, seat: str, at: int) -> bool:
        """Tell whether a seat is still played by its entrant at a record."""
        return at < self.replaced.get(seat, at + 1)

    def is_out(self, seat: str, at: int) -> bool:
        """Tell whether a seat was eliminated before a record."""
        return self.eliminated.get(seat, at) < at
