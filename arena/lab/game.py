"""What one game's transcript says, read once: what was done, what could have been, what was said.

Measures know nothing else of a game. All moments are numbers of records in `log.jsonl`, so that
each can be looked up, and all players are seats by their names at the table.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from arena.claims.assertions import Assertion
from arena.claims.bargains import Side
from arena.claims.deal_records import Ending
from arena.claims.judgement import Judgement
from arena.claims.meaning import Meanings
from arena.claims.offers import Offer
from arena.claims.plans import Intent
from arena.claims.verdict import Verdict
from arena.claims.vocabulary import Vocabulary
from arena.lab.clusters import cluster_of, course_with
from arena.lab.earlier import Moment
from arena.records import Record
from arena.transcript.header import GameHeader
from engine import Decision
from engine.fact import fact

__all__ = [
    "Announcement", "Ballot", "Choice", "Game", "Gift", "JudgedClaim", "Look", "Loss", "Message",
    "Offered", "Planned", "Report", "Round", "Turn", "Vote",
]  # fmt: skip


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
    def args(self) -> tuple[Mapping[str, Any], ...]:
        """Return the arguments of each option, by name; none where it is to pass."""
        return tuple([each.args for each in self.asked.options])

    @property
    def chosen_args(self) -> Mapping[str, Any]:
        """Return the arguments of what was chosen."""
        return self.args[self.options.index(self.chosen)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """Somebody looked under the box, which all saw."""

    at: int
    round: int
    seat: str
    by: str
    """`badge`, or the card."""


@dataclass(slots=True, kw_only=True)
class Round:
    """The dice of a round, and who went where."""

    number: int
    dice: tuple[int, ...] | None = None
    """None: not rolled."""
    rolled_at: int | None = None
    closed_at: int | None = None
    """The first record of a destination chosen in secret: from then on no report of the dice can
    move anybody who chooses. None: nobody chose."""
    revealed_at: int | None = None
    """When all saw the dice."""
    looks: list[Look] = field(default_factory=list)
    destinations: dict[str, int] = field(default_factory=dict)
    bound: dict[str, int] = field(default_factory=dict)
    """Binding announcements: the record of each, by seat."""
    chosen: dict[str, int] = field(default_factory=dict)
    """Destinations chosen in secret: the record of each, by seat."""

    def has_looked(self, seat: str, at: int) -> bool:
        """Tell whether a seat had looked under the box of this round before a record."""
        return any(each.seat == seat and each.at < at for each in self.looks)

    def is_open(self, at: int) -> bool:
        """Tell whether the dice lay under the box at a record: rolled, and not yet lifted."""
        rolled = self.rolled_at is not None and self.rolled_at < at
        return rolled and (self.revealed_at is None or at < self.revealed_at)


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
    deals: tuple[Mapping[str, Any], ...]
    """Offers and answers in it, as data."""

    @property
    def words(self) -> int:
        """Return how many words it has, as white space parts them."""
        return len(self.text.split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Turn:
    """A turn to talk, and what was done with it."""

    at: int
    """Its first record."""
    round: int
    seat: str
    id: str
    floor: str
    wave: int
    task: str
    """`said`, `silent`, `bid` or `defaulted`."""


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
class Loss:
    """A character that was eaten."""

    at: int
    round: int
    owner: str
    character: str
    place: int
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Offered:
    """An offer of a deal to one player, and how it ended."""

    at: int
    round: int
    deal: int
    offerer: str
    to: str
    offer: Offer
    floor: str
    ending: Ending | None
    """None: the game broke off before."""
    ended_at: int | None
    sides: Mapping[str, Side]
    """What each party made of it, by seat; empty where it was not accepted, or not settled."""


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """One thing that a seat meant to do, and what became of it."""

    at: int
    round: int
    seat: str
    asked: str
    """The question or turn that it was told with."""
    intent: Intent
    outcome: str | None
    """`done`, `not_done`, `no_occasion`; None: the game broke off before."""
    settled_at: int | None
    instead: int | None
    """The record in which other dice were reported."""


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
    turns: Sequence[Turn] = field(repr=False)
    reports: Sequence[Report]
    announcements: Sequence[Announcement]
    votes: Sequence[Vote]
    gifts: Sequence[Gift]
    losses: Sequence[Loss]
    offers: Sequence[Offered]
    plans: Sequence[Planned]
    eliminated: Mapping[str, int]
    """The record in which each seat that is out was eliminated."""
    replaced: Mapping[str, int]
    """From which record on a bot played for a seat: nothing of it counts for its entrant."""
    requests: Mapping[str, str]
    """Digest of the last request for each question or turn, where a model was asked."""
    played: str | None = None
    """The day on which it began, `YYYY-MM-DD` in UTC; None: no clock was kept."""

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

    def plays(self, seat: str, at: int) -> bool:
        """Tell whether a seat is still played by its entrant at a record."""
        return at < self.replaced.get(seat, at + 1)

    def is_out(self, seat: str, at: int) -> bool:
        """Tell whether a seat was eliminated before a record."""
        return self.eliminated.get(seat, at) < at
