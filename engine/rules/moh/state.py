"""The state of a game of Mall of Horror and how each event changes it.

Characters are numbered: player by player clockwise, each in the order of the character table.
`where` holds a location's number for each, 0 before it is placed, `DEAD` after it is eaten.
"""

from dataclasses import dataclass
from typing import ClassVar

from engine import events as e
from engine.rules.moh import events as m
from engine.rules.moh.tables import CHARACTERS
from engine.state import Fold, State

__all__ = ["DEAD", "MohState", "Roster", "Vote"]

DEAD = -1


class Roster:
    """Who is who among the characters of one table; never changes."""

    __slots__ = ("gunmen", "index", "kind", "of", "owner", "pin_ups", "points", "seats", "strength")

    def __init__(self, seats: tuple[str, ...]) -> None:
        """Number the characters of these seats (MOH-6: four each with three players)."""
        kinds = CHARACTERS if len(seats) == 3 else CHARACTERS[:3]
        self.seats = seats
        self.owner = tuple(seat for seat in seats for _ in kinds)
        self.kind = tuple(k.id for _ in seats for k in kinds)
        self.strength = tuple(k.strength for _ in seats for k in kinds)
        self.points = tuple(k.points for _ in seats for k in kinds)
        self.index = {pair: i for i, pair in enumerate(zip(self.owner, self.kind, strict=True))}
        self.of = {
            seat: tuple(i for i, owner in enumerate(self.owner) if owner == seat) for seat in seats
        }
        self.gunmen = tuple(bool(k.extra_votes) for _ in seats for k in kinds)
        self.pin_ups = tuple(i for i, kind in enumerate(self.kind) if kind == "pin_up")


@dataclass(frozen=True, slots=True)
class Vote:
    """The vote under way; candidates and weights are None until the ballot is open."""

    kind: str
    place: int
    candidates: tuple[str, ...] | None = None
    weights: dict[str, int] | None = None
    ballots: dict[str, str] | None = None


class MohState(State):
    """Everything there is on and under the table."""

    __slots__ = (
        "announced",
        "attack",
        "barricades",
        "chief",
        "closed",
        "deck",
        "destinations",
        "destinations_open",
        "dice",
        "dice_open",
        "dice_seen_by",
        "eliminated",
        "elected",
        "extras_placed",
        "fallen",
        "hands",
        "hidden",
        "outcome",
        "played",
        "revenge",
        "roster",
        "threats",
        "truck",
        "vote",
        "where",
        "zombies",
    )
    FOLDS: ClassVar[dict[type[e.Event], Fold]] = {}

    def __init__(self, roster: Roster) -> None:
        """Begin with an empty board."""
        super().__init__()
        self.roster = roster
        self.chief = roster.seats[0]
        self.elected = False
        self.where = [0] * len(roster.owner)
        self.hidden: frozenset[int] = frozenset()
        self.zombies = [0] * 7
        self.closed: frozenset[int] = frozenset()
        self.hands: dict[str, tuple[str, ...]] = dict.fromkeys(roster.seats, ())
        self.deck: tuple[str, ...] = ()
        self.played: tuple[str, ...] = ()
        self.truck: tuple[str, tuple[str, ...]] | None = None
        self.dice: tuple[int, ...] | None = None
        self.dice_open = False
        self.dice_seen_by: tuple[str, ...] = ()
        self.destinations: dict[str, int] = {}
        self.destinations_open = False
        self.announced: str | None = None
        self.vote: Vote | None = None
        self.attack: int | None = None
        self.barricades = 0
        self.threats: dict[str, int] = {}
        self.revenge: dict[str, int] = {}
        self.fallen: dict[str, int] = {}
        self.eliminated: tuple[str, ...] = ()
        self.extras_placed = False
        self.outcome: e.GameEnded | None = None

    def copy(self) -> "MohState":
        """Return a state that shares nothing that can change."""
        twin = super().copy()
        twin.roster = self.roster
        twin.chief, twin.elected = self.chief, self.elected
        twin.where = self.where.copy()
        twin.hidden = self.hidden
        twin.zombies = self.zombies.copy()
        twin.closed = self.closed
        twin.hands = self.hands.copy()
        twin.deck, twin.played, twin.truck = self.deck, self.played, self.truck
        twin.dice, twin.dice_open = self.dice, self.dice_open
        twin.dice_seen_by = self.dice_seen_by
        twin.destinations = self.destinations.copy()
        twin.destinations_open, twin.announced = self.destinations_open, self.announced
        twin.vote, twin.attack, twin.barricades = self.vote, self.attack, self.barricades
        twin.threats = self.threats.copy()
        twin.revenge, twin.fallen = self.revenge.copy(), self.fallen.copy()
        twin.eliminated, twin.extras_placed = self.eliminated, self.extras_placed
        twin.outcome = self.outcome
        return twin

    # --- what the position says ---

    def in_order(self) -> tuple[str, ...]:
        """Return the players from the Chief clockwise (MOH-13)."""
        seats = self.roster.seats
        first = seats.index(self.chief)
        return seats[first:] + seats[:first]

    def alive(self, player: str) -> bool:
        """Tell whether the player has a living character."""
        where = self.where
        return any(where[i] != DEAD for i in self.roster.of[player])

    def living(self) -> tuple[str, ...]:
        """Return the players with living characters, in Chief order."""
        return tuple(player for player in self.in_order() if self.alive(player))

    def at(self, place: int) -> list[int]:
        """Return the characters there."""
        return [i for i, where in enumerate(self.where) if where == place]

    def present(self, place: int) -> tuple[str, ...]:
        """Return the players with a character there, hidden or not, in Chief order."""
        owner = self.roster.owner
        there = {owner[i] for i, where in enumerate(self.where) if where == place}
        return tuple(player for player in self.in_order() if player in there)

    def visible(self, place: int, player: str) -> list[int]:
        """Return the player's characters there that are not hidden."""
        where, hidden = self.where, self.hidden
        return [i for i in self.roster.of[player] if where[i] == place and i not in hidden]

    def votes(self, place: int) -> dict[str, int]:
        """Return the votes of characters there by player, in Chief order (MOH-19, cards aside)."""
        owner, gunmen, hidden = self.roster.owner, self.roster.gunmen, self.hidden
        votes: dict[str, int] = {}
        for i, where in enumerate(self.where):
            if where == place and i not in hidden:
                votes[owner[i]] = votes.get(owner[i], 0) + (2 if gunmen[i] else 1)
        return {player: votes[player] for player in self.in_order() if player in votes}

    def strength(self, place: int) -> int:
        """Return the strength there: characters, hidden or not, and the attack's Hardware."""
        strength = self.roster.strength
        held = sum([strength[i] for i, where in enumerate(self.where) if where == place])
        return held + (self.barricades if self.attack == place else 0)


# --- how each event changes the state ---


def _began(s: MohState, event: e.GameBegan) -> None:
    s.closed = frozenset(event.closed)


def _phase(s: MohState, event: e.PhaseBegan) -> None:
    s.round, s.phase = event.round, event.phase


def _position(s: MohState, event: m.PositionSet) -> None:
    index = s.roster.index
    s.where = [DEAD] * len(s.where)
    for player, character, place in event.characters:
        s.where[index[player, character]] = place
    s.hidden = frozenset(index[pair] for pair in event.hidden)
    for place, count in event.zombies:
        s.zombies[place] = count
    s.closed = frozenset(event.closed)
    s.chief, s.elected = event.chief, event.chief_elected
    s.revenge = dict(event.revenge)
    s.eliminated = tuple(player for player in s.roster.seats if not s.alive(player))
    s.extras_placed, s.played = event.extras_placed, event.played


def _placed(s: MohState, event: e.CharacterPlaced | e.CharacterMoved) -> None:
    s.where[s.roster.index[event.player, event.character]] = event.place


def _eaten(s: MohState, event: e.CharacterEaten) -> None:
    s.where[s.roster.index[event.player, event.character]] = DEAD


def _eliminated(s: MohState, event: e.PlayerEliminated) -> None:
    s.eliminated += (event.player,)
    s.fallen[event.player] = event.place


def _closed(s: MohState, event: e.PlaceClosed) -> None:
    s.closed |= {event.place}
    s.zombies[event.place] = 0


def _badge(s: MohState, event: e.BadgeTaken) -> None:
    s.chief, s.elected = event.player, event.elected


def _shuffled(s: MohState, event: e.DeckShuffled) -> None:
    s.deck = event.cards


def _received(s: MohState, event: e.CardReceived) -> None:
    s.hands[event.player] += (event.card,)
    if event.source == "deal":
        s.deck = s.deck[1:]
    elif event.source != "scenario":
        _leave_truck(s, event.card)


def _returned(s: MohState, event: e.CardReturned) -> None:
    _leave_truck(s, event.card)
    s.deck += (event.card,)


def _leave_truck(s: MohState, card: str) -> None:
    assert s.truck is not None, "a search is under way"
    searcher, cards = s.truck
    at = cards.index(card)
    left = cards[:at] + cards[at + 1 :]
    s.truck = (searcher, left) if left else None


def _seen(s: MohState, event: e.CardsSeen) -> None:
    s.truck = (event.player, event.cards)
    s.deck = s.deck[len(event.cards) :]


def _played(s: MohState, event: e.CardPlayed) -> None:
    hand = s.hands[event.player]
    at = hand.index(event.card)
    s.hands[event.player] = hand[:at] + hand[at + 1 :]
    s.played += (event.card,)


def _vote_called(s: MohState, event: e.VoteCalled) -> None:
    s.vote = Vote(event.kind, event.place)
    s.threats = {}


def _ballot_opened(s: MohState, event: e.BallotOpened) -> None:
    s.vote = Vote(event.kind, event.place, event.candidates, dict(event.weights))


def _revealed(s: MohState, event: e.VotesRevealed) -> None:
    vote = s.vote
    assert vote is not None, "a vote is under way"
    ballots, weights = dict(event.ballots), dict(event.weights)
    s.vote = Vote(vote.kind, vote.place, vote.candidates, weights, ballots)


def _vote_over(s: MohState, _: e.PlayerChosen) -> None:
    s.vote = None
    s.threats = {}


def _threat(s: MohState, event: m.ThreatMade) -> None:
    s.threats[event.player] = s.threats.get(event.player, 0) + 1


def _dice(s: MohState, event: e.DiceRolled) -> None:
    s.dice, s.dice_open, s.dice_seen_by = event.dice, False, ()


def _peeked(s: MohState, event: e.DicePeeked) -> None:
    s.dice_seen_by += (event.player,)


def _dice_open(s: MohState, _: e.DiceRevealed) -> None:
    s.dice_open = True


def _announced(s: MohState, event: e.DestinationAnnounced) -> None:
    s.announced = event.player
    s.destinations[event.player] = event.place


def _chosen(s: MohState, event: e.DestinationChosen) -> None:
    s.destinations[event.player] = event.place


def _destinations_open(s: MohState, _: e.DestinationsRevealed) -> None:
    s.destinations_open = True


def _zombies_came(s: MohState, event: m.ZombiesCame) -> None:
    for place in event.places:
        s.zombies[place] += 1
    if event.cause in {"crowd", "noise"}:
        s.extras_placed = True


def _zombies_gone(s: MohState, event: m.ZombiesKilled | m.ZombiesLeft) -> None:
    s.zombies[event.place] -= event.count


def _barricaded(s: MohState, _: m.DoorsBarricaded) -> None:
    s.barricades += 1


def _hid(s: MohState, event: m.CharacterHidden) -> None:
    s.hidden |= {s.roster.index[event.player, event.character]}


def _attack(s: MohState, event: m.AttackBegan) -> None:
    s.attack, s.barricades = event.place, 0


def _attack_over(s: MohState, _: m.AttackEnded) -> None:
    s.attack, s.barricades, s.vote, s.threats = None, 0, None, {}


def _round_over(s: MohState, _: m.RoundEnded) -> None:
    s.hidden = frozenset()
    s.elected = False
    s.destinations, s.destinations_open, s.announced = {}, False, None
    s.dice, s.dice_open, s.dice_seen_by = None, False, ()
    s.revenge, s.fallen = s.fallen, {}
    s.extras_placed = False


def _ended(s: MohState, event: e.GameEnded) -> None:
    s.over, s.outcome = True, event


MohState.FOLDS = {
    e.GameBegan: _began,
    e.PhaseBegan: _phase,
    m.PositionSet: _position,
    e.CharacterPlaced: _placed,
    e.CharacterMoved: _placed,
    e.CharacterEaten: _eaten,
    e.PlayerEliminated: _eliminated,
    e.PlaceClosed: _closed,
    e.BadgeTaken: _badge,
    e.DeckShuffled: _shuffled,
    e.CardReceived: _received,
    e.CardReturned: _returned,
    e.CardsSeen: _seen,
    e.CardPlayed: _played,
    e.VoteCalled: _vote_called,
    e.BallotOpened: _ballot_opened,
    e.VotesRevealed: _revealed,
    e.PlayerChosen: _vote_over,
    e.DiceRolled: _dice,
    e.DicePeeked: _peeked,
    e.DiceRevealed: _dice_open,
    e.DestinationAnnounced: _announced,
    e.DestinationChosen: _chosen,
    e.DestinationsRevealed: _destinations_open,
    e.GameEnded: _ended,
    m.ThreatMade: _threat,
    m.ZombiesCame: _zombies_came,
    m.ZombiesKilled: _zombies_gone,
    m.ZombiesLeft: _zombies_gone,
    m.DoorsBarricaded: _barricaded,
    m.CharacterHidden: _hid,
    m.AttackBegan: _attack,
    m.AttackEnded: _attack_over,
    m.RoundEnded: _round_over,
}
