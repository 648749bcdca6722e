"""Decisions about cards: play, keep or give, and which character to give up."""

from collections.abc import Mapping, Sequence
from itertools import combinations

from arena.seats.house.danger import losses
from arena.seats.house.moves import expected_loss
from arena.seats.house.situation import Situation, best
from arena.seats.house.votes import Forecast, dislike, word_price
from engine import Option

WORTH: Mapping[str, float] = {
    "hide": 2.2, "vote": 1.4, "run": 1.8, "wall": 1.6, "look": 1.0, "lure": 1.5, "keep": 1.0,
}  # fmt: skip
"""Value of a card in the hand, in points, by its use; weapons are valued by their kills."""
KILL = 1.1
"""Value of a weapon, in points, for each zombie it kills."""
MOST_KILLS = 3
"""Most kills of a weapon that are counted: there are seldom more zombies at a door."""
CAMERA_AT = 0.8
"""Expected loss, in points, from which a look at the dice is worth a card. It is divided by the
number of cameras held, and halved where no trusted player has looked."""
TRUSTED = 0.45
"""Trust from which a witness is believed; a stranger has 0.5."""

GRATITUDE = 1.0
"""Value of giving a card to a player who voted for the bot: votes to come."""
BOUGHT = 2.0
"""Value of a vote that is offered for the card."""
WASTED = 0.3
"""Cost of giving a card to an eliminated player, who cannot return it."""


def card_worth(situation: Situation, card: str) -> float:
    """Return a card's value in the hand, in points."""
    facts = situation.position.facts
    kills = facts.kills.get(card)
    if kills is None:
        return WORTH[facts.uses[card]]
    return 0.4 + KILL * min(kills, MOST_KILLS)


def spending(situation: Situation, cards: Sequence[str]) -> float:
    """Return the cost, in points, of playing these cards now: less near the end of the game."""
    alive = len(situation.position.people)
    left = max(0.1, min(1.0, (alive - len(situation.position.view["seats"])) / 8))
    return left * sum(card_worth(situation, card) for card in cards)


# --- before the votes for truck and Chief ---


def play_vote_card(situation: Situation) -> str:
    """Play a card that adds a vote, where it is likely to change the outcome."""
    card = _card_for(situation, "vote")
    if card is None:
        return "pass"
    me, vote = situation.position.me, situation.position.view["vote"]
    if vote is None or len(vote["candidates"]) < 2 or me not in vote["candidates"]:  # noqa: PLR2004 - no ballot
        return "pass"
    forecast = Forecast(situation, vote["kind"], vote["candidates"], vote["place"], vote["weights"])
    before = _with_threats(forecast)
    forecast.mine += 1
    gain = _with_threats(forecast) - before
    return card if gain > spending(situation, [card]) else "pass"


def _card_for(situation: Situation, use: str) -> str | None:
    """Return the option that plays a card with this use and no arguments; None: there is none."""
    uses = situation.position.facts.uses
    return next((o.id for o in situation.question.options if uses.get(o.id) == use), None)


def _with_threats(vote: Forecast) -> float:
    """Return the expected value of a vote in which others may still play vote cards."""
    position = vote.situation.position
    sizes: Mapping[str, int] = position.view["hand_sizes"]
    unplayed = (
        (1, tuple(chance * (1 - (1 - position.facts.threats) ** sizes[voter]) for chance in leans))
        for voter, (_, leans) in vote.voters.items()
        if sizes[voter]
    )
    return max(map(vote.worth, vote.rows([*vote.voters.values(), *unplayed])))


# --- before the zombies eat ---


def play_item(situation: Situation) -> str:
    """Play an item in a discussion, whatever the vote."""
    attack = situation.question.context["vote"] == "attack"
    return play_attack_card(situation) if attack else play_vote_card(situation)


def play_attack_card(situation: Situation) -> str:
    """Play the first card of the best set of up to three cards; pass if none gains."""
    offered = _with_one_lure(situation, [o for o in situation.question.options if o.id != "pass"])
    if not offered:
        return "pass"
    best_cards, best_value = tuple[str, ...](), _outcome(situation, [])
    hand = list(situation.position.view["hand"])
    by_id = {option.id: option for option in offered}
    held = [id_ for id_ in by_id for _ in range(max(1, hand.count(id_)))]
    for count in (1, 2, 3):
        for ids in sorted(set(combinations(held, count))):
            played = [by_id[id_] for id_ in ids]
            names = [str(option.args["card"]) for option in played]
            if any(names.count(name) > hand.count(name) for name in names):
                continue
            value = _outcome(situation, played) - spending(situation, names)
            if value > best_value:
                best_cards, best_value = ids, value
    return best_cards[0] if best_cards else "pass"


def _with_one_lure(situation: Situation, options: list[Option]) -> list[Option]:
    """Keep only the best of the options that lure a zombie to a location."""
    lures = [option for option in options if "location" in option.args]
    if len(lures) < 2:  # noqa: PLR2004 - nothing to choose
        return options
    chosen = max(lures, key=lambda option: _lured(situation, int(option.args["location"])))
    return [option for option in options if option is chosen or option not in lures]


def _lured(situation: Situation, place: int) -> float:
    # The value of one more attacker there this round; locations attacked before are safe.
    position, here = situation.position, int(situation.question.context["place"])
    room = position.rooms[place]
    if place < here or not room.people:
        return 0.0
    if room.strength is not None:
        need = position.needed(place, room.strength)
        if not room.zombies < need <= room.zombies + 1:
            return 0.0
    players = {each.player for each in room.people}
    rivalry = position.rivalry(situation.dials.greed)
    worths = [
        -1.0 * min(each.points for each in position.own if each.place == place)
        if player == position.me
        else rivalry[player] * min(e.points for e in room.people if e.player == player)
        for player in sorted(players)
    ]
    return sum(worths) / len(worths)


def _outcome(situation: Situation, played: Sequence[Option]) -> float:
    # The expected value of the attack once these cards are played.
    position, place = situation.position, int(situation.question.context["place"])
    facts = position.facts
    uses = [facts.uses[str(option.args["card"])] for option in played]
    zombies = int(situation.question.context["zombies"]) - uses.count("lure")
    zombies -= sum(facts.kills.get(str(option.args["card"]), 0) for option in played)
    strength = int(situation.question.context["strength"]) + uses.count("wall")
    away = sum(_lured(situation, int(o.args["location"])) for o in played if "location" in o.args)
    if zombies <= 0:
        return away
    if place != facts.parking and zombies < position.needed(place, strength):
        return away
    hidden = {str(o.args["character"]) for o in played if "character" in o.args}
    value = _voted(situation, place, hidden, uses.count("vote")) + away
    if place != facts.parking:
        return value
    return value + _later(situation, place, hidden, zombies)


def _voted(situation: Situation, place: int, hidden: set[str], threats: int) -> float:
    position, vote = situation.position, situation.position.view["vote"]
    if vote is None:
        return 0.0
    visible = position.visible(place, position.me)
    mine = [each for each in visible if each.kind not in hidden]
    candidates = [each for each in vote["candidates"] if mine or each != position.me]
    if not candidates:
        return 0.0
    forecast = Forecast(situation, "attack", candidates, place, vote["weights"])
    played = forecast.mine - sum(each.votes for each in visible)
    forecast.mine = sum(each.votes for each in mine) + threats + played if mine else 0
    if mine:
        at = candidates.index(position.me)
        forecast.worths[at] = -float(min(each.points for each in mine))
    return _with_threats(forecast)


def _later(situation: Situation, place: int, hidden: set[str], zombies: int) -> float:
    # On the parking lot the other zombies eat as well.
    position = situation.position
    mine = [each for each in position.visible(place, position.me) if each.kind not in hidden]
    others = [e for e in position.rooms[place].people if e.player != position.me and not e.hidden]
    more = min(zombies, len(mine) + len(others)) - 1
    if more <= 0 or not mine:
        return 0.0
    share = max(more + 1 - len(others), (more + 1) * len(mine) / (len(mine) + len(others)))
    return losses(mine, share * 1 / (more + 1)) - losses(mine, share)


# --- the others ---


def use_camera(situation: Situation) -> str:
    """Look at the dice where the expected loss justifies the card."""
    card = _card_for(situation, "look")
    if card is None or situation.beliefs.dice_known or not situation.position.own:
        return "pass"
    spare = situation.position.holds("look")
    witnesses = situation.position.view["dice_seen_by"]
    alone = all(situation.beliefs.trust.get(each, 0.0) < TRUSTED for each in witnesses)
    return card if expected_loss(situation) > CAMERA_AT / (spare * (1 + alone)) else "pass"


def distribute_truck(situation: Situation) -> str:
    """Keep the most valuable card; give the least, to the player whom it helps least.

    It always searches where it may: any card is worth something.
    """
    if any(option.id == "search" for option in situation.question.options):
        return "search"
    promises, price = situation.beliefs.promises, word_price(situation.dials)
    scores = gift_scores(situation)
    for at, option in enumerate(situation.question.options):
        to = option.args.get("recipient")
        if to is not None:
            kept, loose = to == promises.recipient, to == promises.loose_recipient
            scores[at] += 100.0 * kept + price * loose
    return best(situation, scores).id


def gift_scores(situation: Situation) -> list[float]:
    """Return the value of each way to distribute the cards, own promises left aside."""
    rivalry = situation.position.rivalry(situation.dials.greed)
    promises = situation.beliefs.promises
    gone = set(situation.position.view["eliminated"])
    sizes: Mapping[str, int] = situation.position.view["hand_sizes"]
    hoard = situation.position.facts.hoard
    friends = situation.beliefs.backers | {promises.recipient, promises.loose_recipient}
    # A player who was promised the card is offended if another gets it.
    scores: list[float] = []
    for args in (option.args for option in situation.question.options):
        keep, give = args.get("keep"), args.get("give")
        score = 2 * card_worth(situation, str(keep)) if keep is not None else 0.0
        player = str(args["recipient"]) if give is not None else None
        if player in gone:
            score -= WASTED
        elif player is not None:
            harm = rivalry[player] * (card_worth(situation, str(give)) + hoard * sizes[player])
            score += GRATITUDE * (player in friends)
            score += BOUGHT * situation.beliefs.bids.get(player, 0.0)
            score -= harm * dislike(situation.beliefs.trust[player])
        scores.append(score)
    return scores


def choose_victim(situation: Situation) -> str:
    """Give up the character with the fewest points."""
    points = situation.position.facts.points
    return best(situation, [-points[option.id] for option in situation.question.options]).id
