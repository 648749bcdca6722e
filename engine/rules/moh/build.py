"""Compiles an edition's readings, its locations and the seats to what the phases use."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from engine.game import Game, Script
from engine.question import Catalogue
from engine.rules.moh import policies as p
from engine.rules.moh.catalogue import catalogue
from engine.rules.moh.state import MohState, Roster
from engine.rules.moh.tables import FEW_PLAYERS, LAST_FEW, LAST_FEW_OF_MOST, MOST_PLAYERS, Places
from engine.rules.moh.view import view

__all__ = ["MohGame", "MohRules", "Policies", "Readings", "build", "policies_of"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """How an edition reads what the rulebooks leave open or tell differently.

    Every field is an option of the ruleset (rules.md section 10); `OPTIONS` in
    `engine.rules.editions` says what each may be.
    """

    first_chief: str = "random"
    seating: str = "join"
    threat_absent: bool = False
    hidden_in_elections: bool = False
    vote_timeout: str = "uniform"
    zombie_supply: int | None = None
    sprint_same_dest: bool = False
    zombie_player: str = "once"
    give_to_dead: bool = True
    camera_by_elected_chief: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Policies:
    """One policy of each kind; phases know nothing else of the readings."""

    seating: p.SeatingPolicy
    first_chief: p.FirstChiefPolicy
    threats: p.ThreatPolicy
    hiding: p.HidePolicy
    ballot_default: p.BallotDefault
    zombies: p.ZombieSupply
    destinations: p.DestinationPolicy
    revenge: p.RevengePolicy
    gifts: p.GiftPolicy
    cameras: p.CameraPolicy


def policies_of(readings: Readings) -> Policies:
    """Pick one policy of each kind."""
    r = readings
    once = r.zombie_player == "once"
    return Policies(
        seating=p.JoinOrder() if r.seating == "join" else p.RandomOrder(),
        first_chief=p.ChiefDrawn() if r.first_chief == "random" else p.ChiefNamed(r.first_chief),
        threats=p.AnyoneThreatens() if r.threat_absent else p.PresentThreaten(),
        hiding=p.HideInEveryVote() if r.hidden_in_elections else p.HideInAttacks(),
        ballot_default=p.BallotDefault(r.vote_timeout),
        zombies=p.ZombieSupply(r.zombie_supply),
        destinations=p.SprintHoldersStay() if r.sprint_same_dest else p.DestinationElsewhere(),
        revenge=p.RevengeOnce() if once else p.RevengeEveryRound(),
        gifts=p.GiftToAnyone() if r.give_to_dead else p.GiftToLiving(),
        cameras=p.CameraForAll() if r.camera_by_elected_chief else p.CameraForOthers(),
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class MohRules:
    """The compiled rules of one table."""

    ruleset: str
    seats: tuple[str, ...]
    places: Places
    policies: Policies
    roster: Roster
    seats_drawn: bool
    catalogue: Catalogue
    ballot_default: str
    closed: tuple[int, ...]
    """Left out by this number of players (MOH-7)."""
    end_at: int
    """The game ends with this many living characters or fewer (MOH-68)."""
    capacity: tuple[float, ...]
    """By location number; index 0 is nowhere."""
    phases: Mapping[str, Callable[[Any], Script[None]]]
    order_of_places: tuple[int, ...]
    """MOH-43: the numbers in ascending order."""
    order: tuple[str, ...]
    """The phases of a round, in their order."""

    def new_state(self) -> MohState:
        """Return the state before the set-up."""
        return MohState(self.roster)

    def script(self, phase: str) -> Callable[[Any], Script[None]]:
        """Return the generator function of a phase."""
        return self.phases[phase]

    def next_phase(self, state: MohState) -> tuple[int, str] | None:
        """Return what follows: the round's next phase, or the next round's first."""
        if state.over:
            return None
        if state.phase == "setup":
            return 1, self.order[0]
        at = self.order.index(state.phase) + 1
        return (state.round, self.order[at]) if at < len(self.order) else (
            state.round + 1, self.order[0],
        )  # fmt: skip

    def view(self, state: MohState, seat: str | None) -> dict[str, object]:
        """Return what a seat sees (None: the public) as fresh plain data."""
        revenge = self.policies.revenge.entitled(state)
        return view(self.ruleset, self.places, state, seat, revenge)

    def open_places(self, s: MohState) -> tuple[int, ...]:
        """Return the numbers of the locations that are not closed."""
        closed = s.closed
        return tuple([place for place in self.order_of_places if place not in closed])

    def has_room(self, s: MohState, place: int) -> bool:
        """Tell whether one more character finds room there; a closed location has none."""
        return place not in s.closed and s.where.count(place) < self.capacity[place]


MohGame = Game[MohState, MohRules]


def build(
    ruleset: str,
    places: Places,
    readings: Readings,
    seats: tuple[str, ...],
    phases: Mapping[str, Callable[[Any], Script[None]]],
) -> MohRules:
    """Compile a table."""
    policies = policies_of(readings)
    return MohRules(
        ruleset=ruleset,
        seats=seats,
        places=places,
        policies=policies,
        roster=Roster(seats),
        seats_drawn=policies.seating.drawn,
        catalogue=catalogue(seats, places),
        ballot_default=policies.ballot_default.kind,
        closed=(places.shop,) if len(seats) <= FEW_PLAYERS else (),
        end_at=LAST_FEW_OF_MOST if len(seats) == MOST_PLAYERS else LAST_FEW,
        capacity=(0, *(float("inf") if r.capacity is None else r.capacity for r in places.all)),
        phases=phases,
        order_of_places=tuple(place.number for place in places.all),
        order=tuple(phase for phase in phases if phase != "setup"),
    )
