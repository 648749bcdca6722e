"""How each event changes the state of a game of Mall of Horror."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from engine import events as e
from engine.rules.moh import events as m
from engine.rules.moh.roster import DEAD, Vote
from engine.state import Fold

if TYPE_CHECKING:
    from engine.rules.moh.state import MohState

__all__ = ["FOLDS"]


def _began(s: "MohState", event: e.GameBegan) -> None:
    s.closed = frozenset(event.closed)


def _phase(s: "MohState", event: e.PhaseBegan) -> None:
    s.round, s.phase = event.round, event.phase


def _position(s: "MohState", event: m.PositionSet) -> None:
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


def _placed(s: "MohState", event: e.CharacterPlaced | e.CharacterMoved) -> None:
    s.where[s.roster.index[event.player, event.character]] = event.place


def _eaten(s: "MohState", event: e.CharacterEaten) -> None:
    s.where[s.roster.index[event.player, event.character]] = DEAD


def _eliminated(s: "MohState", event: e.PlayerEliminated) -> None:
    s.eliminated += (event.player,)
    s.fallen[event.player] = event.place


def _closed(s: "MohState", event: e.PlaceClosed) -> None:
    s.closed |= {event.place}
    s.zombies[event.place] = 0


def _badge(s: "MohState", event: e.BadgeTaken) -> None:
    s.chief, s.elected = event.player, event.elected


def _shuffled(s: "MohState", event: e.DeckShuffled) -> None:
    s.deck = event.cards


def _received(s: "MohState", event: e.CardReceived) -> None:
    s.hands[event.player] += (event.card,)
    if event.source == "deal":
        s.deck = s.deck[1:]
    elif event.source != "scenario":
        _leave_truck(s, event.card)


def _returned(s: "MohState", event: e.CardReturned) -> None:
    _leave_truck(s, event.card)
    s.deck += (event.card,)


def _leave_truck(s: "MohState", card: str) -> None:
    assert s.truck is not None, "a search is under way"
    searcher, cards = s.truck
    at = cards.index(card)
    left = cards[:at] + cards[at + 1 :]
    s.truck = (searcher, left) if left else None


def _seen(s: "MohState", event: e.CardsSeen) -> None:
    s.truck = (event.player, event.cards)
    s.deck = s.deck[len(event.cards) :]


def _played(s: "MohState", event: e.CardPlayed) -> None:
    hand = s.hands[event.player]
    at = hand.index(event.card)
    s.hands[event.player] = hand[:at] + hand[at + 1 :]
    s.played += (event.card,)


def _vote_called(s: "MohState", event: e.VoteCalled) -> None:
    s.vote = Vote(event.kind, event.place)


def _ballot_opened(s: "MohState", event: e.BallotOpened) -> None:
    s.vote = Vote(event.kind, event.place, event.candidates, event.weights)


def _revealed(s: "MohState", event: e.VotesRevealed) -> None:
    vote = s.vote
    assert vote is not None, "a vote is under way"
    ballots, weights = event.ballots, event.weights
    s.vote = Vote(vote.kind, vote.place, vote.candidates, weights, ballots)


def _vote_over(s: "MohState", _: e.PlayerChosen) -> None:
    s.vote = None
    s.threats = {}


def _threat(s: "MohState", event: m.ThreatMade) -> None:
    s.threats[event.player] = s.threats.get(event.player, 0) + 1


def _dice(s: "MohState", event: e.DiceRolled) -> None:
    s.dice, s.dice_open, s.dice_seen_by = event.dice, False, ()


def _peeked(s: "MohState", event: e.DicePeeked) -> None:
    if event.player not in s.dice_seen_by:
        s.dice_seen_by += (event.player,)


def _dice_open(s: "MohState", _: e.DiceRevealed) -> None:
    s.dice_open = True


def _announced(s: "MohState", event: e.DestinationAnnounced) -> None:
    s.announced = event.player
    s.destinations[event.player] = event.place


def _chosen(s: "MohState", event: e.DestinationChosen) -> None:
    s.destinations[event.player] = event.place


def _destinations_open(s: "MohState", _: e.DestinationsRevealed) -> None:
    s.destinations_open = True


def _zombies_came(s: "MohState", event: m.ZombiesCame) -> None:
    for place in event.places:
        s.zombies[place] += 1
    if event.cause in {"crowd", "noise"}:
        s.extras_placed = True


def _zombies_gone(s: "MohState", event: m.ZombiesKilled | m.ZombiesLeft) -> None:
    s.zombies[event.place] -= event.count


def _barricaded(s: "MohState", _: m.DoorsBarricaded) -> None:
    s.barricades += 1


def _hid(s: "MohState", event: m.CharacterHidden) -> None:
    s.hidden |= {s.roster.index[event.player, event.character]}


def _attack(s: "MohState", event: m.AttackBegan) -> None:
    s.attack, s.barricades = event.place, 0


def _attack_over(s: "MohState", _: m.AttackEnded) -> None:
    s.attack, s.barricades, s.vote, s.threats = None, 0, None, {}


def _round_over(s: "MohState", _: m.RoundEnded) -> None:
    s.hidden = frozenset()
    s.elected = False
    s.destinations, s.destinations_open, s.announced = {}, False, None
    s.dice, s.dice_open, s.dice_seen_by = None, False, ()
    s.revenge, s.fallen = s.fallen, {}
    s.extras_placed = False


def _ended(s: "MohState", event: e.GameEnded) -> None:
    s.over, s.outcome = True, event


FOLDS: Mapping[type[e.Event], Fold] = {
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
