"""The compilation of an edition's readings, its locations and the seats to what the phases use."""

from dataclasses import dataclass

from engine.game import Game
from engine.rules.board import Board
from engine.rules.compiled import BoardRules, Phases, capacities, rows_of
from engine.rules.learned import FOLLOWED
from engine.rules.moh import policies as p
from engine.rules.moh.catalogue import ORDER, catalogue
from engine.rules.moh.fold import FOLDS
from engine.rules.moh.learned import FOLLOWED_WITH_LOCKS
from engine.rules.moh.state import MohState
from engine.rules.moh.tables import (
    CARDS,
    DICE,
    FEW_PLAYERS,
    LAST_FEW,
    LAST_FEW_OF_MOST,
    MOST_PLAYERS,
    Places,
    cards_with,
    characters_for,
    characters_with,
)
from engine.rules.pieces import Card, Character, Roster
from engine.view_data import PlaceData, ViewData


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """The choices of an edition where the rulebooks are silent or differ.

    Every field is an option of the ruleset (rules.md section 10); `OPTIONS` in
    `engine.rules.moh.options` lists the possible values of each.
    """

    first_chief: str = "random"
    seating: str = "join"
    setup_die: str = "other_first"
    setup_zombies: str = "per_die"
    vote_weight: str = "own"
    gunman_votes: str = "present"
    revote_candidates: str = "tied"
    second_tie: str = "player"
    threat_absent: bool = False
    attack_cards_absent: bool | str = False
    dead_may_play_cards: bool = False
    hidden_in_elections: bool = False
    hardware_in_supermarket: str = "below_four"
    vote_timeout: str = "uniform"
    zombie_supply: int | None = None
    sprint_same_dest: bool = False
    sprint_character: str = "any"
    sprint_to_chosen: bool = True
    zombie_player: str = "once"
    zombie_place: str = "any_open"
    zombie_player_optional: bool = True
    revenge_moment: str = "destinations"
    truck_optional: bool = False
    give_to_dead: bool = True
    camera_by_elected_chief: bool = False
    holds_two: str = "tough_guy"
    empty_parking: str = "leave"
    end_moment: str = "round_end"


@dataclass(frozen=True, slots=True, kw_only=True)
class Policies:
    """One policy of each kind; phases know nothing else of the readings."""

    seating: p.SeatingPolicy
    first_chief: p.FirstChiefPolicy
    setup_die: p.SetupDiePolicy
    first_zombies: p.FirstZombiesPolicy
    zombies: p.ZombieSupply
    weight: p.BallotWeight
    revote: p.RevotePolicy
    second_tie: p.SecondTiePolicy
    ballot_default: p.BallotDefault
    players: p.CardPlayers
    hiding: p.HidePolicy
    hardware: p.HardwarePolicy
    search: p.SearchPolicy
    gifts: p.GiftPolicy
    cameras: p.Cameras
    destinations: p.DestinationPolicy
    sprint: p.SprintTargets
    revenge: p.Revenge
    parking: p.EmptyParkingPolicy
    end: p.EndMoment


def policies_of(readings: Readings) -> Policies:
    """Return the policies that enforce these readings."""
    r = readings
    # GAP-M-24: where only a mover may sprint, nobody can who stands at the destination with all.
    stay = r.sprint_same_dest and r.sprint_character == "any"
    return Policies(
        seating=p.JoinOrder() if r.seating == "join" else p.RandomOrder(),
        first_chief=p.ChiefDrawn() if r.first_chief == "random" else p.ChiefNamed(r.first_chief),
        setup_die=p.AnyIfOneIsFull() if r.setup_die == "free" else p.OtherDieFirst(),
        first_zombies=(p.ZombiePerDie() if r.setup_zombies == "per_die" else p.ZombiePerLocation()),
        zombies=p.ZombieSupply(r.zombie_supply),
        weight=p.BallotWeight(
            everybody=r.vote_weight == "everybody", anywhere=r.gunman_votes == "anywhere"
        ),
        revote=p.TiedStandAgain() if r.revote_candidates == "tied" else p.AllStandAgain(),
        second_tie=p.CharacterDrawn() if r.second_tie == "character" else p.PlayerDrawn(),
        ballot_default=p.BallotDefault(r.vote_timeout),
        players=p.CardPlayers(
            absent_in_elections=r.threat_absent,
            absent_in_attacks=r.attack_cards_absent is True,
            absent_on_parking=r.attack_cards_absent == "parking",
            eliminated=r.dead_may_play_cards,
        ),
        hiding=p.HideInEveryVote() if r.hidden_in_elections else p.HideInAttacks(),
        hardware=(
            p.HardwareNeverThere()
            if r.hardware_in_supermarket == "never"
            else p.HardwareBelowFour()
        ),
        search=p.SearchMayBeDeclined() if r.truck_optional else p.SearchBinds(),
        gifts=p.GiftToAnyone() if r.give_to_dead else p.GiftToLiving(),
        cameras=p.Cameras(
            elected_chief=r.camera_by_elected_chief, eliminated=r.dead_may_play_cards
        ),
        destinations=p.SprintHoldersStay() if stay else p.DestinationElsewhere(),
        sprint=p.SprintTargets(
            mover_only=r.sprint_character == "mover", to_chosen=r.sprint_to_chosen
        ),
        revenge=p.Revenge(
            every_round=r.zombie_player == "every_round",
            last_death=r.zombie_place == "last_death",
            optional=r.zombie_player_optional,
            at_round_end=r.revenge_moment == "round_end",
        ),
        parking=(
            p.ZombiesStayOnEmptyParking() if r.empty_parking == "stay" else p.ZombiesLeaveParking()
        ),
        end=END_MOMENTS[r.end_moment],
    )


END_MOMENTS = {
    "round_end": p.EndMoment(at_once=frozenset(), remembered=False),
    "at_once": p.EndMoment(at_once=frozenset({p.FEW, p.TOGETHER}), remembered=False),
    "met_in_round": p.EndMoment(at_once=frozenset(), remembered=True),
    "few_at_once": p.EndMoment(at_once=frozenset({p.FEW}), remembered=False),
}


def characters_of(readings: Readings) -> tuple[Character, ...]:
    """Return the characters under these readings."""
    return characters_with(
        gunman_holds_two=readings.holds_two == "gunman",
        gunman_everywhere=readings.gunman_votes == "anywhere",
    )


def cards_of(policies: Policies) -> tuple[Card, ...]:
    """Return the cards with the texts that these policies give them."""
    texts = {
        "hardware": policies.hardware.rule.text,
        "hidden": policies.hiding.card.text,
        "sprint": policies.sprint.rule.text,
    }
    return cards_with(policies.players.by_use, texts)


@dataclass(frozen=True, slots=True, kw_only=True)
class MohRules(BoardRules[MohState]):
    """The compiled rules of one table of Mall of Horror."""

    places: Places
    policies: Policies
    characters: tuple[Character, ...]
    cards: tuple[Card, ...]

    def new_state(self) -> MohState:
        """Return the state before the set-up."""
        return MohState(self.roster, FOLDS)

    def weights(self, s: Board, place: int) -> dict[str, int]:
        """Return the votes of those with a character there that is not hidden (MOH-19)."""
        return self.policies.weight.present(s, place)

    def revote_weights(self, s: Board, place: int) -> dict[str, int]:
        """Return the votes of a re-vote there (MOH-21).

        The absent have one each, the eliminated included; a Threat of an absent player (GAP-M-6)
        adds to it. Those who only hide there do not vote (GAP-M-10).
        """
        present, absent = s.present(place), self.policies.weight.absent
        away = {player: absent(s, player) for player in s.in_order() if player not in present}
        return self.weights(s, place) | away

    def view(
        self, state: Board, seat: str | None, places: list[PlaceData] | None = None
    ) -> ViewData:
        """Return the view of a seat (None: of the public) as new plain data."""
        assert isinstance(state, MohState), "a state of this family"
        seen = self.board_view(state, seat, places)
        vote, ahead = state.vote, seen["vote"]
        if vote is not None and vote.candidates is not None and len(vote.leaders) > 1:
            assert ahead is not None, "a vote is under way"
            again = self.policies.revote.candidates(vote.candidates, vote.leaders)
            ahead["candidates"] = list(again)
            ahead["weights"] = self.revote_weights(state, vote.place)
        seen["revenge"] = list(self.policies.revenge.entitled_players(state))
        seen["boxed"] = state.boxed or None
        seen["dice_count"], seen["ties_hold"] = DICE, False
        return seen


MohGame = Game[MohState, MohRules]


def build(
    ruleset: str,
    places: Places,
    readings: Readings,
    seats: tuple[str, ...],
    phases: Phases[MohGame],
) -> MohRules:
    """Return the compiled rules of a table."""
    policies, kinds = policies_of(readings), characters_of(readings)
    return MohRules(
        ruleset=ruleset,
        seats=seats,
        places=places,
        policies=policies,
        characters=kinds,
        cards=cards_of(policies),
        roster=Roster(seats, characters_for(len(seats), kinds), "pin_up"),
        rows=rows_of(places.all, places.parking),
        capacity=capacities(places.all),
        card_order=ORDER,
        copies={card.id: card.count for card in CARDS},
        followed=FOLLOWED_WITH_LOCKS if policies.destinations.sprint_may_stay else FOLLOWED,
        seats_drawn=policies.seating.drawn,
        catalogue=catalogue(seats, places, search=policies.search.optional),
        ballot_default=policies.ballot_default.kind,
        closed=(places.shop,) if len(seats) <= FEW_PLAYERS else (),
        end_at=LAST_FEW_OF_MOST if len(seats) == MOST_PLAYERS else LAST_FEW,
        phases=phases,
        order_of_places=tuple(place.number for place in places.all),
        order=tuple(phase for phase in phases if phase != "setup"),
        voted_at={"truck": places.parking, "chief": places.hq},
    )
