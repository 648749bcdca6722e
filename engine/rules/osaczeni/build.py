"""The compilation of an edition's readings and the seats to what the phases use."""

from dataclasses import dataclass

from engine.errors import RulesetError
from engine.game import Game
from engine.rules.board import Board
from engine.rules.compiled import BoardRules, Phases, capacities, rows_of
from engine.rules.osaczeni import policies as p
from engine.rules.osaczeni.catalogue import ORDER, catalogue
from engine.rules.osaczeni.fold import FOLDS
from engine.rules.osaczeni.learned import FOLLOWED
from engine.rules.osaczeni.state import OsaczeniState
from engine.rules.osaczeni.tables import (
    DICE,
    MONITORING,
    NOISY,
    PARKING,
    areas,
    cards,
    characters_for,
)
from engine.rules.pieces import Card, Place, Roster
from engine.view_data import PlaceData, ViewData


@dataclass(frozen=True, slots=True, kw_only=True)
class Readings:
    """The choices where the rulebook is silent; every field is an option (rules.md section 21)."""

    capacity: str = "3,4,3,4,6"
    parking_notches: int | None = 6
    area_names: str = "toilets,clothes_shop,toy_shop,glass_lobby"
    deck: str = "3,3,3,3,3,3,1,3,1"
    cold_rows: str = "2,2,2"
    variant: str = "none"
    unlocked: str = ""
    first_badge: str = "random"
    first_victim: str = "random"
    monster_supply: int | None = 25
    """The monsters in the box (OSA-6)."""
    discussion: str = "loop"
    drink_timing: str = "after_move"
    drink_to_parking: bool = True
    gun_without_voter: bool = False
    give_to_dead: bool = True
    vote_timeout: str = "self"
    candidates: str = "participants"


@dataclass(frozen=True, slots=True, kw_only=True)
class Policies:
    """One policy of each kind; phases know nothing else of the readings."""

    holders: p.FirstHolders
    monsters: p.Monsters
    cold_room: p.ColdRoom
    discussion: p.DiscussionPolicy
    drinks: p.DrinkPolicy
    guns: p.GunPolicy
    gifts: p.GiftPolicy
    default: p.PointingDefault
    candidates: p.CandidatePolicy


def policies_of(readings: Readings) -> Policies:
    """Return the policies that enforce these readings."""
    r = readings
    drinks = p.DrinkAfterMove if r.drink_timing == "after_move" else p.DrinkAnyTime
    anyone = r.candidates == "anyone"
    return Policies(
        holders=p.FirstHolders(_seat_or_random(r.first_badge), _seat_or_random(r.first_victim)),
        monsters=p.Monsters(r.parking_notches, r.monster_supply),
        cold_room=p.ColdRoom(numbers(r.cold_rows)),
        discussion=p.UntilAllPass() if r.discussion == "loop" else p.Lap(),
        drinks=drinks(r.drink_to_parking),
        guns=p.GunAlone() if r.gun_without_voter else p.GunOfVoter(),
        gifts=p.GiftToAnyone() if r.give_to_dead else p.GiftToLiving(),
        default=p.PointingDefault(r.vote_timeout),
        candidates=p.AnyoneIsPointedAt() if anyone else p.ParticipantsArePointedAt(),
    )


def _seat_or_random(seat: str) -> str | None:
    return None if seat == "random" else seat


def numbers(text: str) -> tuple[int, ...]:
    """Return the numbers of an option."""
    return tuple(int(each) for each in text.split(",") if each)


def places_of(readings: Readings) -> tuple[Place, ...]:
    """Return the six areas under these readings."""
    return areas(numbers(readings.capacity), tuple(readings.area_names.split(",")))


def items_of(readings: Readings) -> tuple[Card, ...]:
    """Return the items under these readings."""
    return cards(numbers(readings.deck), drink_to_parking=readings.drink_to_parking)


@dataclass(frozen=True, slots=True, kw_only=True)
class OsaczeniRules(BoardRules[OsaczeniState]):
    """The compiled rules of one table of Osaczeni."""

    places: tuple[Place, ...]
    items: tuple[Card, ...]
    policies: Policies
    unlocked: frozenset[int]
    """Epilogues that earlier games unlocked (OSA-56)."""

    def new_state(self) -> OsaczeniState:
        """Return the state before the set-up."""
        return OsaczeniState(self.roster, FOLDS)

    def weights(self, s: Board, place: int) -> dict[str, int]:
        """Return the votes of players who have any there (OSA-20, GAP-O-15)."""
        return self.policies.guns.weights(s, place)

    def dice(self, victims: int) -> int:
        """Return the number of dice from the next roll on (OSA-29, OSA-50)."""
        return DICE + self.policies.cold_room.more_dice(victims)

    def ties_hold(self, s: OsaczeniState) -> bool:
        """Return True if as many monsters as the strength are held (OSA-44)."""
        return not self.policies.cold_room.full(s.cold_room, 1)

    def enter(self, s: OsaczeniState, place: int) -> bool:
        """Return True if the monsters there get in (OSA-44, OSA-48)."""
        monsters = s.zombies[place]
        if place == PARKING or not monsters:
            return monsters > 0
        strength = s.strength(place)
        return monsters > strength if self.ties_hold(s) else monsters >= strength

    def view(
        self, state: Board, seat: str | None, places: list[PlaceData] | None = None
    ) -> ViewData:
        """Return the view of a seat (None: of the public) as new plain data."""
        assert isinstance(state, OsaczeniState), "a state of this family"
        seen = self.board_view(state, seat, places)
        vote, ahead = state.vote, seen["vote"]
        if vote is not None and vote.candidates is None and vote.kind != "attack":
            assert ahead is not None, "a vote is under way"
            present = state.present(vote.place)
            ahead["candidates"] = list(self.policies.candidates.candidates(state, present))
        seen["victim_token"], seen["cold_room"] = state.victim_token, state.cold_room
        seen["boxed"], seen["dice_count"] = state.boxed, self.dice(state.cold_room)
        seen["ties_hold"] = self.ties_hold(state)
        return seen


OsaczeniGame = Game[OsaczeniState, OsaczeniRules]


def build(
    ruleset: str, readings: Readings, seats: tuple[str, ...], phases: Phases[OsaczeniGame]
) -> OsaczeniRules:
    """Return the compiled rules; `RulesetError` if one player is to have badge and victim token."""
    policies, places = policies_of(readings), places_of(readings)
    items = items_of(readings)
    holders = policies.holders
    if holders.badge is not None and holders.badge == holders.victim:
        text = (
            f"options first_badge and first_victim are both {holders.badge!r}. Possible: two "
            "players, the oldest and the youngest."
        )
        raise RulesetError(text)
    return OsaczeniRules(
        ruleset=ruleset,
        seats=seats,
        places=places,
        items=items,
        policies=policies,
        unlocked=frozenset(numbers(readings.unlocked)),
        roster=Roster(seats, characters_for(len(seats)), NOISY),
        rows=rows_of(places, PARKING),
        capacity=capacities(places),
        card_order=ORDER,
        copies={card.id: card.count for card in items},
        followed=FOLLOWED,
        catalogue=catalogue(seats, places),
        ballot_default=policies.default.kind,
        closed=(),
        end_at=len(seats),
        phases=phases,
        order_of_places=tuple(place.number for place in places),
        order=tuple(phase for phase in phases if phase != "setup"),
        voted_at={"truck": PARKING, "badge": MONITORING},
    )
