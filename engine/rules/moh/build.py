"""Compiles an edition's readings, its locations and the seats to what the phases use."""

from dataclasses import dataclass

from engine.game import Game
from engine.rules.compiled import BoardRules, Phases, capacities, rows_of
from engine.rules.moh import policies as p
from engine.rules.moh.catalogue import ORDER, catalogue
from engine.rules.moh.state import MohState
from engine.rules.moh.tables import (
    DICE,
    FEW_PLAYERS,
    LAST_FEW,
    LAST_FEW_OF_MOST,
    MOST_PLAYERS,
    Places,
    characters_for,
)
from engine.rules.pieces import Roster

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
class MohRules(BoardRules):
    """The compiled rules of one table of Mall of Horror."""

    places: Places
    policies: Policies

    def new_state(self) -> MohState:
        """Return the state before the set-up."""
        return MohState(self.roster)

    def view(self, state: MohState, seat: str | None) -> dict[str, object]:
        """Return what a seat sees (None: the public) as fresh plain data."""
        seen = BoardRules.view(self, state, seat)
        seen["revenge"] = list(self.policies.revenge.entitled(state))
        seen["dice_count"], seen["ties_hold"] = DICE, False
        return seen


MohGame = Game[MohState, MohRules]


def build(
    ruleset: str,
    places: Places,
    readings: Readings,
    seats: tuple[str, ...],
    phases: Phases,
) -> MohRules:
    """Compile a table."""
    policies = policies_of(readings)
    return MohRules(
        ruleset=ruleset,
        seats=seats,
        places=places,
        policies=policies,
        roster=Roster(seats, characters_for(len(seats)), "pin_up"),
        rows=rows_of(places.all),
        capacity=capacities(places.all),
        card_order=ORDER,
        seats_drawn=policies.seating.drawn,
        catalogue=catalogue(seats, places),
        ballot_default=policies.ballot_default.kind,
        closed=(places.shop,) if len(seats) <= FEW_PLAYERS else (),
        end_at=LAST_FEW_OF_MOST if len(seats) == MOST_PLAYERS else LAST_FEW,
        phases=phases,
        order_of_places=tuple(place.number for place in places.all),
        order=tuple(phase for phase in phases if phase != "setup"),
    )
