"""Cards: when each is worth playing, what to keep, what to give, whom to give up."""

from collections.abc import Mapping, Sequence
from itertools import combinations
from typing import NamedTuple

from arena.seats.house.ballots import Voter, odds
from arena.seats.house.danger import BREAK_IN, losses
from arena.seats.house.moves import expected_loss
from arena.seats.house.turn import Turn, best
from arena.seats.house.votes import dislike, voters, worth_of

__all__ = ["choose_victim", "distribute_truck", "play_attack_card", "play_vote_card", "use_camera"]

WORTH = {"hidden": 2.2, "threat": 1.4, "sprint": 1.8, "hardware": 1.6, "camera": 1.0}
"""Points that a card is worth in the hand; weapons by what they kill."""
KILL = 1.1
CAMERA_AT = 0.8
"""Expected loss from which a look at the dice is worth a card; a part of it where nobody who can
be trusted has looked, or where one has several cameras."""
TRUSTED = 0.45
"""Trust from which on a witness will tell the truth; a half is that in a stranger."""

GRATITUDE = 1.0
"""What it is worth to give to who voted for me: votes to come."""
BOUGHT = 2.0
"""What a vote is worth that is offered for the card."""
WASTED = 0.3
"""What it costs to give to who is out: nobody is thankful."""
HOARD = 0.3
"""How much worse a card is in a hand for each that is there already: unused cards break ties."""


def card_worth(turn: Turn, card: str) -> float:
    """Return what a card is worth in the hand, in points; less when the game is nearly over."""
    kills = turn.board.facts.kills.get(card)
    return WORTH.get(card, 1.0) if kills is None else 0.4 + KILL * kills


def spending(turn: Turn, cards: Sequence[str]) -> float:
    """Return what it costs to play these cards now."""
    alive = len(turn.board.people)
    left = max(0.1, min(1.0, (alive - len(turn.board.view["seats"])) / 8))
    return left * sum(card_worth(turn, card) for card in cards)


# --- before the votes for truck and Chief ---


def play_vote_card(turn: Turn) -> str:
    """Threaten where it is likely to turn the vote."""
    options = {option.id for option in turn.question.options}
    if "threat" not in options:
        return "pass"
    vote = turn.board.view["vote"]
    if vote is None or len(vote["candidates"]) < 2 or turn.board.me not in vote["candidates"]:  # noqa: PLR2004 - no ballot
        return "pass"
    gain = _vote_value(turn, 1) - _vote_value(turn, 0)
    return "threat" if gain > spending(turn, ["threat"]) else "pass"


def _vote_value(turn: Turn, threats: int) -> float:
    vote = turn.board.view["vote"]
    kind, weights = vote["kind"], vote["weights"]
    candidates: list[str] = vote["candidates"]
    worths = worth_of(turn, kind, candidates, vote["place"])
    mine = weights.get(turn.board.me, 0) + threats
    rows = odds(_with_threats(turn, kind, candidates, weights), len(candidates), mine)
    return max(sum(c * w for c, w in zip(row, worths, strict=True)) for row in rows)


def _with_threats(
    turn: Turn, kind: str, candidates: Sequence[str], weights: Mapping[str, int]
) -> tuple[Voter, ...]:
    """Return the other voters, and the Threats that they may still play."""
    found = voters(turn, kind, candidates, weights)
    sizes: Mapping[str, int] = turn.board.view["hand_sizes"]
    threats = turn.board.facts.threats
    unplayed = (
        (1, tuple(chance * (1 - (1 - threats) ** sizes[voter]) for chance in leans))
        for voter, (_, leans) in found.items()
        if sizes[voter]
    )
    return (*found.values(), *unplayed)


# --- before the zombies eat ---


class Plan(NamedTuple):
    """Cards to be played together, and what is expected to come of it."""

    cards: tuple[str, ...]
    """Option ids, the first of which is played now."""
    value: float


def play_attack_card(turn: Turn) -> str:
    """Play the first card of the best plan; with nothing better, pass."""
    ids = [option.id for option in turn.question.options if option.id != "pass"]
    if not ids:
        return "pass"
    plans = [Plan((), _outcome(turn, ()))]
    hand = list(turn.board.view["hand"])
    held = [id_ for id_ in ids for _ in range(1 if "-" in id_ else max(1, hand.count(id_)))]
    for count in (1, 2, 3):
        for cards in sorted(set(combinations(held, count))):
            if sum("-" in card for card in cards) > hand.count("hidden"):
                continue
            names = ["hidden" if "-" in card else card for card in cards]
            plans.append(Plan(cards, _outcome(turn, cards) - spending(turn, names)))
    chosen = max(plans, key=lambda plan: plan.value)
    return chosen.cards[0] if chosen.cards else "pass"


def _outcome(turn: Turn, cards: tuple[str, ...]) -> float:
    # What the attack is expected to bring me once these cards are played.
    board, place = turn.board, int(turn.question.context["place"])
    facts = board.facts
    zombies = int(turn.question.context["zombies"])
    zombies -= sum(facts.kills.get(card, 0) for card in cards)
    strength = int(turn.question.context["strength"]) + cards.count("hardware")
    if zombies <= 0:
        return 0.0
    stuck = place == facts.supermarket and zombies >= BREAK_IN
    if place != facts.parking and zombies < strength and not stuck:
        return 0.0
    hidden = {card.partition("-")[2] for card in cards if "-" in card}
    value = _voted(turn, place, hidden, cards.count("threat"))
    if place != facts.parking:
        return value
    return value + _later(turn, place, hidden, zombies)


def _voted(turn: Turn, place: int, hidden: set[str], threats: int) -> float:
    board, vote = turn.board, turn.board.view["vote"]
    weights = dict(vote["weights"])
    mine = [each for each in board.visible(place, board.me) if each.kind not in hidden]
    weights[board.me] = sum(each.votes for each in mine) + threats if mine else 0
    played = vote["weights"].get(board.me, 0) - sum(
        each.votes for each in board.visible(place, board.me)
    )
    weights[board.me] += played if mine else 0
    candidates = [each for each in vote["candidates"] if mine or each != board.me]
    if not candidates:
        return 0.0
    worths = worth_of(turn, "attack", candidates, place)
    if mine:
        worths[candidates.index(board.me)] = -float(min(each.points for each in mine))
    others = _with_threats(turn, "attack", candidates, weights)
    rows = odds(others, len(candidates), weights[board.me])
    return max(sum(c * w for c, w in zip(row, worths, strict=True)) for row in rows)


def _later(turn: Turn, place: int, hidden: set[str], zombies: int) -> float:
    # On the parking lot the other zombies eat as well.
    board = turn.board
    mine = [each for each in board.visible(place, board.me) if each.kind not in hidden]
    others = [e for e in board.rooms[place].people if e.player != board.me and not e.hidden]
    more = min(zombies, len(mine) + len(others)) - 1
    if more <= 0 or not mine:
        return 0.0
    share = max(more + 1 - len(others), (more + 1) * len(mine) / (len(mine) + len(others)))
    return losses(mine, share * 1 / (more + 1)) - losses(mine, share)


# --- the others ---


def use_camera(turn: Turn) -> str:
    """Look at the dice where a destination hangs on them."""
    options = {option.id for option in turn.question.options}
    if "camera" not in options or turn.beliefs.dice_known or not turn.board.own:
        return "pass"
    spare: int = turn.board.view["hand"].count("camera")
    witnesses = turn.board.view["dice_seen_by"]
    alone = all(turn.beliefs.trust.get(each, 0.0) < TRUSTED for each in witnesses)
    return "camera" if expected_loss(turn) > CAMERA_AT / (spare * (1 + alone)) else "pass"


def distribute_truck(turn: Turn) -> str:
    """Keep what is worth most to me; give the least, to whom it helps least against me.

    Where the truck may be left alone, it never is: a card kept is worth something.
    """
    if any(option.id == "search" for option in turn.question.options):
        return "search"
    rivalry = turn.board.rivalry(turn.dials.greed)
    promised = turn.beliefs.promises.recipient
    gone = set(turn.board.view["eliminated"])
    sizes: Mapping[str, int] = turn.board.view["hand_sizes"]
    scores = []
    for option in turn.question.options:
        keep, give = option.args.get("keep"), option.args.get("give")
        score = 2 * card_worth(turn, str(keep)) if keep is not None else 0.0
        if give is not None:
            player = str(option.args["recipient"])
            score += 100.0 * (player == promised)
            if player in gone:
                score -= WASTED
            else:
                harm = rivalry[player] * (card_worth(turn, str(give)) + HOARD * sizes[player])
                score += GRATITUDE * (player in turn.beliefs.backers)
                score += BOUGHT * turn.beliefs.bids.get(player, 0.0)
                score -= harm * dislike(turn.beliefs.trust[player])
        scores.append(score)
    return best(turn, scores).id


def choose_victim(turn: Turn) -> str:
    """Give up the one that is worth least."""
    points = turn.board.facts.points
    return best(turn, [-points[option.id] for option in turn.question.options]).id
