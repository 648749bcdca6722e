"""The order of speakers: a game's talk, floor by floor, as a pure function of what was said.

A `Discussion` asks no seat and writes nothing. The table puts its open turns to the seats and
passes back the results; verification passes back the recorded ones. Turns that are open together
are sealed: none of their speakers hears another.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import blake2b
from typing import Literal, NamedTuple

from arena.errors import Reason
from arena.settings import BEFORE_A_DECISION, TalkRules
from arena.talk.speech import Speech, TalkTurn
from engine import Floor
from engine.view_data import ViewData

LOTS = b"arena talk"
WHOLE = frozenset({"revote", "tie"})
"""Floors about a place that concern absent players too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Act:
    """The result of a seat's turn to talk."""

    turn: TalkTurn
    speech: Speech | None = None
    """None: silence, or a bid."""
    bid: int | None = None
    """None unless a bid was asked for."""
    failed: Reason | None = None
    """Why silence, or the bid 0, was substituted; None: it was not."""


def in_order(view: ViewData) -> list[str]:
    """Return the players from the badge holder clockwise."""
    seats = list(view["seats"])
    first = seats.index(view["chief"]) if view["chief"] in seats else 0
    return seats[first:] + seats[:first]


def speaking_groups(
    rules: TalkRules, floor: Floor, order: Sequence[str], out: Sequence[str]
) -> list[tuple[str, ...]]:
    """Return the groups of speakers on a floor, in order; members of a group speak at once.

    `order` is that of the players, `out` are the eliminated. With bidding there is one group.
    """
    if not rules.is_for(floor.kind):
        return []
    may = [seat for seat in order if rules.eliminated or seat not in out]
    here = tuple(seat for seat in floor.present if seat in may)
    others = tuple(seat for seat in may if seat not in here)
    if rules.speakers == "present" and floor.place is not None and floor.kind not in WHOLE:
        others = ()
    match rules.protocol:
        case "bidding":
            groups: list[tuple[str, ...]] = [here + others]
        case "round_robin":
            first = here + others if rules.speakers != "all" else tuple(may)
            groups = [(seat,) for seat in first]
        case _:
            groups = [here, others] if rules.speakers != "all" else [tuple(may)]
    return [group for group in groups if group]


def something_hangs_on(floor: Floor, view: ViewData) -> bool:
    """Return True if talk on a floor can change anything, by public knowledge.

    It can't where nobody else is left to hear it, nor before a vote with one candidate: an election
    is decided then, and an attack unless somebody there holds a card that may save them.
    """
    if len(view["seats"]) - len(view["eliminated"]) < 2:  # noqa: PLR2004 - a speaker and a listener
        return False
    if floor.kind not in {"truck", "chief", "attack"}:
        return True
    there = next(each for each in view["places"] if each["number"] == floor.place)
    candidates = {each["player"] for each in there["characters"] if not each["hidden"]}
    if len(candidates) > 1:
        return True
    return floor.kind == "attack" and any(view["hand_sizes"][seat] for seat in floor.present)


class _Beat(NamedTuple):
    """A group that speaks, or bids, at once."""

    turn: int
    wave: int
    seats: tuple[str, ...]


class Discussion:
    """The talk of one game."""

    def __init__(self, rules: TalkRules, talkers: Sequence[str], seed: str) -> None:
        """`talkers` are the seats that can speak at all; `seed` decides ties."""
        self._rules = rules
        self._talkers = frozenset(talkers)
        self._key = blake2b(seed.encode(), digest_size=32, person=LOTS).digest()
        self._waiting: list[_Beat] = []
        # Seats that can be asked to reply: speakers of the floor first, then its listeners.
        self._voices: tuple[str, ...] = ()
        self._reply = 0
        # Seats that were addressed and have not spoken since.
        self._called: set[str] = set()
        self._floor: Floor | None = None
        self._phase = ""
        self._turn = 0
        self._wave = 0
        # The last wave number reserved for this floor.
        self._last_wave = 0
        self._turns: tuple[TalkTurn, ...] = ()
        self._addressed: dict[str, int] = {}
        self._spoken = 0

    def begin(self, floor: Floor, view: ViewData) -> None:
        """Start the talk on a floor; `view` is the public view."""
        self._floor = floor
        is_silent = self._rules.protocol == "off" or not self._replies
        if is_silent and not self._rules.is_for(floor.kind):
            self._turns = ()
            return
        self._phase = view["phase"]
        order, out = in_order(view), view["eliminated"]
        groups = speaking_groups(self._rules, floor, order, out)
        self._waiting = self._beats(groups) if something_hangs_on(floor, view) else []
        may = [seat for seat in order if self._rules.eliminated or seat not in out]
        first = [seat for group in groups for seat in group]
        self._voices = tuple(seat for seat in dict.fromkeys((*first, *may)) if self._talks(seat))
        self._reply, self._turn = 0, 0
        self._called = set()
        self._next()

    @property
    def turns(self) -> tuple[TalkTurn, ...]:
        """The open turns, in the order of their records; empty once the talk is over."""
        return self._turns

    def take(self, acts: Sequence[Act]) -> None:
        """Apply the results of all open turns, in their order, and open the next ones."""
        self._called -= {act.turn.seat for act in acts}  # whoever spoke since has replied
        for act in acts:
            if act.speech is not None:
                self._spoken += 1
                for message in act.speech.messages:
                    self._addressed |= dict.fromkeys(message.to, self._spoken)
                    self._called.update(message.addressed)
        bids = {act.turn.seat: act.bid or 0 for act in acts if act.turn.task == "bid"}
        if bids and max(bids.values()):
            self._open("speak", (self._highest(bids),), self._wave + 1)
        elif bids:
            self._waiting = []  # nobody has anything to say
            self._next()
        else:
            self._next()

    def _talks(self, seat: str) -> bool:
        return seat in self._talkers

    def _beats(self, groups: list[tuple[str, ...]]) -> list["_Beat"]:
        """Return the beats of a floor: each group in turn, once a round.

        Wave numbers are reserved for all that the rules allow, so that a number does not reveal a
        beat that others could not hear: who wins a bid may say nothing.
        """
        beats, step = self._rules.turns * len(groups), 1 + self._bids
        first = self._last_wave + 1
        self._last_wave += beats * step + self._replies
        found = [
            _Beat(1 + at // len(groups), first + at * step, tuple(filter(self._talks, group)))
            for at, group in enumerate(groups * self._rules.turns)
        ]
        return [beat for beat in found if beat.seats]

    @property
    def _bids(self) -> bool:
        return self._rules.protocol == "bidding"

    def _next(self) -> None:
        if not self._waiting:
            self._answer()
            return
        beat = self._waiting.pop(0)
        self._turn = beat.turn
        self._open("bid" if self._bids and len(beat.seats) > 1 else "speak", beat.seats, beat.wave)

    def _answer(self) -> None:
        """Open a beat of replies for those who were addressed and have not spoken since."""
        called, self._called = self._called, set()
        wave = tuple(seat for seat in self._voices if seat in called)
        self._turns = ()
        if wave and self._reply < self._replies:
            self._reply += 1
            self._open("speak", wave, self._last_wave - self._replies + self._reply)

    @property
    def _replies(self) -> int:
        """Maximum number of reply beats on this floor."""
        floor = self._floor
        return self._rules.replies if floor and floor.kind in BEFORE_A_DECISION else 0

    def _open(self, task: Literal["speak", "bid"], seats: Sequence[str], wave: int) -> None:
        if self._floor is not None:
            self._wave = wave
            self._turns = tuple(self._made(task, seat, self._floor) for seat in seats)

    def _made(self, task: Literal["speak", "bid"], seat: str, floor: Floor) -> TalkTurn:
        rules = self._rules
        return TalkTurn(
            id=f"{seat}.t{self._wave}",
            seat=seat,
            task=task,
            floor=floor.kind,
            place=floor.place,
            present=floor.present,
            round=floor.round,
            phase=self._phase,
            turn=self._turn,
            turns=rules.turns,
            reply=self._reply,
            replies=self._replies,
            messages=rules.messages,
            whispers=rules.whispers,
            characters=rules.characters,
            wave=self._wave,
        )

    def _highest(self, bids: Mapping[str, int]) -> str:
        """Return the highest bidder; ties go to the one addressed last, then by lot."""
        most = max(bids.values())
        level = [seat for seat, bid in bids.items() if bid == most]
        last = max(self._addressed.get(seat, 0) for seat in level)
        level = [seat for seat in level if self._addressed.get(seat, 0) == last]
        ids = "|".join(turn.id for turn in self._turns)
        drawn = blake2b(ids.encode(), key=self._key, digest_size=16).digest()
        return level[int.from_bytes(drawn) % len(level)]
