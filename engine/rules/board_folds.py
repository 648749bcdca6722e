"""The effects on a board of the events that both families share."""

from collections.abc import Mapping

from engine import events as e
from engine.rules import board_events as b
from engine.rules.board import Board
from engine.rules.pieces import DEAD, Vote
from engine.state import Fold, fold


def _began(s: Board, event: e.GameBegan) -> None:
    s.closed = frozenset(event.closed)


def _phase(s: Board, event: e.PhaseBegan) -> None:
    s.round, s.phase = event.round, event.phase


def _place_character(s: Board, event: e.CharacterPlaced | e.CharacterMoved) -> None:
    s.move_to(s.roster.index[event.player, event.character], event.place)


def _bury_character(s: Board, event: e.CharacterEaten) -> None:
    s.move_to(s.roster.index[event.player, event.character], DEAD)


def _add_eliminated(s: Board, event: e.PlayerEliminated) -> None:
    s.eliminated += (event.player,)


def _close_place(s: Board, event: e.PlaceClosed) -> None:
    s.closed |= {event.place}
    s.zombies[event.place] = 0


def _badge(s: Board, event: e.BadgeTaken) -> None:
    s.chief, s.elected = event.player, event.elected


def _lay_deck(s: Board, event: e.DeckShuffled) -> None:
    s.deck = event.cards


def _give_card(s: Board, event: e.CardReceived) -> None:
    s.hands[event.player] += (event.card,)
    if event.source == "deal":
        s.deck = s.deck[1:]
    elif event.source != "scenario":
        leave_truck(s, event.card)


def _return_card(s: Board, event: e.CardReturned) -> None:
    leave_truck(s, event.card)
    s.deck += (event.card,)


def leave_truck(s: Board, card: str) -> None:
    """Remove a card that the searcher was looking at from the truck."""
    assert s.truck is not None, "a search is under way"
    searcher, cards = s.truck
    at = cards.index(card)
    left = cards[:at] + cards[at + 1 :]
    s.truck = (searcher, left) if left else None


def _open_truck(s: Board, event: e.CardsSeen) -> None:
    s.truck = (event.player, event.cards)
    s.deck = s.deck[len(event.cards) :]


def _discard_card(s: Board, event: e.CardPlayed) -> None:
    hand = s.hands[event.player]
    at = hand.index(event.card)
    s.hands[event.player] = hand[:at] + hand[at + 1 :]
    s.played += (event.card,)


def _vote_called(s: Board, event: e.VoteCalled) -> None:
    s.vote = Vote(event.kind, event.place)


def _ballot_opened(s: Board, event: e.BallotOpened) -> None:
    s.vote = Vote(event.kind, event.place, event.candidates, event.weights)


def _open_ballots(s: Board, event: e.VotesRevealed) -> None:
    vote = s.vote
    assert vote is not None, "a vote is under way"
    ballots, weights = event.ballots, event.weights
    s.vote = Vote(vote.kind, vote.place, vote.candidates, weights, ballots, event.leaders)


def _dice(s: Board, event: e.DiceRolled) -> None:
    s.dice, s.dice_open, s.dice_seen_by = event.dice, False, ()


def _add_who_saw_dice(s: Board, event: e.DicePeeked) -> None:
    if event.player not in s.dice_seen_by:
        s.dice_seen_by += (event.player,)


def _vote_over(s: Board, _: e.PlayerChosen) -> None:
    s.vote = None
    s.added_votes = {}  # MOH-56: they counted in this vote and its re-vote


def _dice_open(s: Board, _: e.DiceRevealed) -> None:
    s.dice_open = True


def _set_announced_destination(s: Board, event: e.DestinationAnnounced) -> None:
    s.announced = event.player
    s.destinations[event.player] = event.place


def _set_chosen_destination(s: Board, event: e.DestinationChosen) -> None:
    s.destinations[event.player] = event.place


def _destinations_open(s: Board, _: e.DestinationsRevealed) -> None:
    s.destinations_open = True


def _zombies_came(s: Board, event: b.ZombiesCame) -> None:
    for place in event.places:
        s.zombies[place] += 1


def _zombies_gone(s: Board, event: b.ZombiesKilled | b.ZombiesLeft) -> None:
    s.zombies[event.place] -= event.count


def _hid(s: Board, event: b.CharacterHidden) -> None:
    s.hidden |= {s.roster.index[event.player, event.character]}


def _attack(s: Board, event: b.AttackBegan) -> None:
    s.attack = event.place


def attack_over(s: Board, _: b.AttackEnded) -> None:
    """Clear what belongs to an attack."""
    s.attack, s.vote, s.added_votes = None, None, {}  # MOH-56: also where no vote was held


def round_over(s: Board, _: b.RoundEnded) -> None:
    """Clear what belongs to a round."""
    s.hidden = frozenset()
    s.elected = False
    s.destinations, s.destinations_open, s.announced = {}, False, None
    s.dice, s.dice_open, s.dice_seen_by = None, False, ()


def _end_game(s: Board, event: e.GameEnded) -> None:
    s.over, s.outcome = True, event


BOARD_FOLDS: Mapping[type[e.Event], Fold[Board]] = dict(
    (
        fold(e.GameBegan, _began),
        fold(e.PhaseBegan, _phase),
        fold(e.CharacterPlaced, _place_character),
        fold(e.CharacterMoved, _place_character),
        fold(e.CharacterEaten, _bury_character),
        fold(e.PlayerEliminated, _add_eliminated),
        fold(e.PlaceClosed, _close_place),
        fold(e.BadgeTaken, _badge),
        fold(e.DeckShuffled, _lay_deck),
        fold(e.CardReceived, _give_card),
        fold(e.CardReturned, _return_card),
        fold(e.CardsSeen, _open_truck),
        fold(e.CardPlayed, _discard_card),
        fold(e.VoteCalled, _vote_called),
        fold(e.BallotOpened, _ballot_opened),
        fold(e.VotesRevealed, _open_ballots),
        fold(e.PlayerChosen, _vote_over),
        fold(e.DiceRolled, _dice),
        fold(e.DicePeeked, _add_who_saw_dice),
        fold(e.DiceRevealed, _dice_open),
        fold(e.DestinationAnnounced, _set_announced_destination),
        fold(e.DestinationChosen, _set_chosen_destination),
        fold(e.DestinationsRevealed, _destinations_open),
        fold(e.GameEnded, _end_game),
        fold(b.ZombiesCame, _zombies_came),
        fold(b.ZombiesKilled, _zombies_gone),
        fold(b.ZombiesLeft, _zombies_gone),
        fold(b.CharacterHidden, _hid),
        fold(b.AttackBegan, _attack),
        fold(b.AttackEnded, attack_over),
        fold(b.RoundEnded, round_over),
    )
)
"""A family adds its own, and replaces those whose events do more in its game."""
