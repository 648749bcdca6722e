"""Who lied to whom: what every player said in a finished game, and what it cost whom.

It is computed from the records alone, the judgements in them included, which are for nobody's eyes
until the game is over. What is moot or can't be known counts nowhere.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from arena.claims.assertions import Claimed, Claims
from arena.claims.facts import ballot_of
from arena.claims.meaning import fits
from arena.records import Record
from engine import Ruleset

__all__ = ["Deceit", "Loss", "Untruth", "deceits", "times"]

DICE = frozenset({"zombies", "dice"})
KNOWLEDGE = frozenset({*DICE, "holds"})
CHOSEN = frozenset({"destination", "sprint", "energy_drink"})
"""Why one moves somewhere of one's own will, and not since another location was full."""
ALL = "all"
"""Whom a speech to nobody in particular addresses; no seat has this name."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """A character that was eaten after a lie or a broken pledge to its owner."""

    victim: str
    character: str
    points: int
    place: int
    round: int


@dataclass(slots=True, kw_only=True, eq=False)
class Untruth:
    """A lie, or a promise that was broken, and what it cost those who heard it."""

    claimed: Claimed
    at: int
    """When it was found: the number of records until then."""
    round: int
    """The round in which it was told, or broken."""
    dice: tuple[int, ...] = ()
    """What the liar had seen, of a lie about dice."""
    ballot: str | None = None
    """Whom the speaker voted for instead; None where no vote broke it."""
    losses: list[Loss] = field(default_factory=list)
    """After a lie: it made fewer dice show a location than the speaker had seen, and its hearer,
    not bound to a destination by then, chose to move there and lost a character there in the same
    round.
    After a broken pledge on the attack vote: its hearer lost a character in that attack, and the
    vote that broke it named the hearer, or had been promised to the hearer's face against another.
    """

    @property
    def to(self) -> tuple[str, ...]:
        """Who was addressed, or `all`."""
        return self.claimed.to or (ALL,)


@dataclass(slots=True, kw_only=True)
class Deceit:
    """What one player said."""

    statements: int = 0
    """Speeches and whispers."""
    claims: int = 0
    """Claims in them, whatever came of them."""
    lies: list[Untruth] = field(default_factory=list)
    """False claims that the speaker's own information had settled: about dice that they had seen
    or that lay open, about their hand, who looked, or what they were told (basis `seen`)."""
    bluffs: int = 0
    """Claims about dice under the box or cards, put as sure, true or not, with nothing seen and
    nobody having said so (basis `neither`)."""
    relayed: int = 0
    """False claims about dice or cards that another had told the speaker (basis `told`)."""
    promises: int = 0
    """Pledges of one's own `give` or `ally`, and of a `vote` to somebody in particular or on a
    condition, that came to their occasion; the same given twice is one."""
    broken: list[Untruth] = field(default_factory=list)
    """Those of them that were not kept."""
    announced: int = 0
    """Votes announced to all, and one's own destinations (`go`) as they were announced last before
    the same ears, where they were not chosen or bound by then."""
    otherwise: int = 0
    """Those of them after which the speaker did something else."""

    @property
    def losses(self) -> list[Loss]:
        """What the lies and broken promises cost the others, each character once."""
        return [loss for each in (*self.lies, *self.broken) for loss in each.losses]

    def data(self) -> dict[str, object]:
        """Return the numbers as plain JSON data; a speech to three counts for each of them."""
        return {
            "statements": self.statements,
            "claims": self.claims,
            "lies": len(self.lies),
            "lies_to": times(self.lies),
            "bluffs": self.bluffs,
            "relayed_false": self.relayed,
            "promises": self.promises,
            "promises_kept": self.promises - len(self.broken),
            "broken_to": times(self.broken),
            "announced": self.announced,
            "announced_kept": self.announced - self.otherwise,
            "cost_others": sum(each.points for each in self.losses),
        }


def times(untruths: Iterable[Untruth]) -> dict[str, int]:
    """Return how often each was addressed, `all` for the whole table."""
    found: dict[str, int] = {}
    for each in untruths:
        for name in each.to:
            found[name] = found.get(name, 0) + 1
    return found


def deceits(records: Iterable[Record], ruleset: Ruleset, seats: Sequence[str]) -> dict[str, Deceit]:
    """Return what each seat said, from all records of a game; nothing where nobody claimed."""
    reckoning = _Reckoning(ruleset, seats)
    for record in records:
        reckoning.feed(record)
    found = reckoning.found
    return found if any(each.claims for each in found.values()) else {}


@dataclass(slots=True, kw_only=True)
class _Vote:
    """One ballot of this round, and who was eaten after it."""

    kind: str
    place: int
    ballots: Mapping[str, str]
    eaten: list[Mapping[str, Any]] = field(default_factory=list)
    over: bool = False
    """True: another attack has begun."""

    def breaks(self, claimed: Claimed) -> bool:
        """Tell whether the speaker's ballot is not what they promised."""
        said, ballot = claimed.said, self.ballots.get(claimed.speaker)
        if self.kind != (said.vote or "attack") or said.location not in {None, self.place}:
            return False
        unwanted = said.kind == "ally" or said.negated
        return ballot is not None and (ballot == said.target) is unwanted


class _When(NamedTuple):
    """How things stood when a claim was made."""

    rolled: bool
    """True: this round's dice lay under the box, or open."""
    bound: frozenset[str]
    """Whose destination could not be changed any more."""


class _Reckoning:
    """The fold."""

    def __init__(self, ruleset: Ruleset, seats: Sequence[str]) -> None:
        self.found = {seat: Deceit() for seat in seats}
        self._points = {each.id: each.points for each in ruleset.characters}
        self._claims = Claims()
        self._when: dict[Claimed, _When] = {}
        self._round = 0
        self._fed = 0
        self._decided: set[tuple[object, ...]] = set()
        self._broken: list[Untruth] = []
        self._forget()

    def _forget(self) -> None:
        self._dice: tuple[int, ...] = ()
        self._bound: set[str] = set()
        self._moved: set[tuple[str, int]] = set()
        self._lies: list[Untruth] = []
        self._votes: list[_Vote] = []

    def feed(self, record: Record) -> None:
        """Take the next record."""
        data = record["data"]
        self._fed += 1
        match record["type"]:
            case "said":
                self._said(record)
            case "claim_judged":
                self._judged(data)
            case "phase_began" if data["round"] != self._round:
                self._round_began(data["round"])
            case "dice_rolled":
                self._dice = tuple(data["dice"])
            case "destination_announced" | "destination_chosen":
                self._bound.add(data["player"])
            case "character_moved" if data["cause"] in CHOSEN:
                self._moved.add((data["player"], data["place"]))
            case "attack_began" | "votes_revealed" | "tie_broken" | "character_eaten" as kind:
                self._fought(kind, data)
            case _:
                pass

    def _fought(self, kind: str, data: Mapping[str, Any]) -> None:
        if kind == "character_eaten":
            self._eaten(data)
        elif (ballot := ballot_of(kind, data)) is not None:
            vote = _Vote(kind=data["kind"], place=data["place"], ballots=ballot["ballots"])
            if kind == "tie_broken" and self._votes:
                vote.eaten = self._votes[-1].eaten  # whoever dies of the vote dies of its tie
            self._votes.append(vote)
        else:
            self._broken.clear()
            for vote in self._votes:
                vote.over = True

    def _round_began(self, number: int) -> None:
        if self._round:  # before the first round only a scenario rolls and chooses
            self._forget()
        self._round = number

    def _said(self, record: Record) -> None:
        made = self._claims.said(record)
        found = self.found[str(record["actor"])]
        found.statements += 1
        found.claims += len(made)
        self._when |= dict.fromkeys(made, _When(bool(self._dice), frozenset(self._bound)))

    def _judged(self, data: Mapping[str, Any]) -> None:
        claimed, truth, basis = self._claims.of(data), data["truth"], data["basis"]
        if truth not in {"true", "false"}:
            return
        found, false = self.found[claimed.speaker], truth == "false"
        if claimed.is_pledge and basis != "seen":
            self._pledged(claimed, found, false=false)
        elif basis == "seen":
            if false:
                self._lied(claimed, found)
        elif claimed.said.kind in KNOWLEDGE and basis == "told":
            found.relayed += false
        elif self._is_bluff(claimed):
            found.bluffs += 1

    def _pledged(self, claimed: Claimed, found: Deceit, *, false: bool) -> None:
        if claimed.is_announcement:
            if not claimed.taken_back:
                found.announced += 1
                found.otherwise += false
            return
        promise = (claimed.speaker, claimed.said, self._round)
        if promise in self._decided:
            return  # given twice, decided once
        self._decided.add(promise)
        found.promises += 1
        if false:
            found.broken.append(self._broke(claimed))

    def _broke(self, claimed: Claimed) -> Untruth:
        """Return a broken promise, with what it has cost so far; on a condition, all of it."""
        untruth = self._untruth(claimed)
        vote = next((each for each in reversed(self._votes) if each.breaks(claimed)), None)
        if claimed.said.kind == "give" or vote is None:
            return untruth
        untruth.ballot = vote.ballots[claimed.speaker]
        if vote.kind == "attack":
            for data in vote.eaten:
                self._paid(untruth, data)
            if not vote.over:
                self._broken.append(untruth)
        return untruth

    def _lied(self, claimed: Claimed, found: Deceit) -> None:
        about_dice = claimed.said.kind in DICE and claimed.claim.said_by is None
        untruth = self._untruth(claimed, dice=self._dice if about_dice else ())
        found.lies.append(untruth)
        self._lies.append(untruth)

    def _untruth(self, claimed: Claimed, dice: tuple[int, ...] = ()) -> Untruth:
        return Untruth(claimed=claimed, at=self._fed, round=self._round, dice=dice)

    def _is_bluff(self, claimed: Claimed) -> bool:
        """Tell whether somebody who knows nothing speaks as if; of dice to come nobody knows."""
        if claimed.said.kind not in KNOWLEDGE or claimed.claim.confidence != "sure":
            return False
        return claimed.said.kind == "holds" or self._when[claimed].rolled

    # --- what it cost ---

    def _eaten(self, data: Mapping[str, Any]) -> None:
        victim, place = data["player"], data["place"]
        moved = (victim, place) in self._moved
        for each in self._broken:
            self._paid(each, data)
        if self._votes and (self._votes[-1].kind, self._votes[-1].place) == ("attack", place):
            self._votes[-1].eaten.append(data)
        for each in self._lies:
            free = victim not in self._when[each.claimed].bound
            heard = each.claimed.was_heard_by(victim)
            if moved and free and heard and self._plays_down(each.claimed, place):
                self._cost(each, data)

    def _paid(self, broken: Untruth, data: Mapping[str, Any]) -> None:
        victim = data["player"]
        if broken.claimed.was_heard_by(victim) and _turned_against(broken, victim):
            self._cost(broken, data)

    def _plays_down(self, claimed: Claimed, place: int) -> bool:
        """Tell whether fewer dice were said to show a location than do."""
        said, there = claimed.said, self._dice.count(place)
        if claimed.claim.said_by is not None:
            return False
        if said.kind == "dice":
            return not said.negated and (said.dice or ()).count(place) < there
        if said.kind != "zombies" or said.location != place:
            return False
        numbers = [n for n in range(len(self._dice) + 1) if fits(said, n) != said.negated]
        return bool(numbers) and max(numbers) < there

    def _cost(self, untruth: Untruth, data: Mapping[str, Any]) -> None:
        victim, character = data["player"], data["character"]
        losses = self.found[untruth.claimed.speaker].losses
        if any((each.victim, each.character) == (victim, character) for each in losses):
            return
        untruth.losses.append(
            Loss(
                victim=victim,
                character=character,
                points=self._points[character],
                place=data["place"],
                round=self._round,
            )
        )


def _turned_against(untruth: Untruth, victim: str) -> bool:
    """Tell whether a broken pledge left its hearer without a vote, or turned one on them."""
    said = untruth.claimed.said
    promised_another = said.kind == "vote" and not said.negated and victim in untruth.claimed.to
    return untruth.ballot == victim or (promised_another and said.target != victim)
