"""Phase F: extra zombies, attacks location by location, the eaten, and the end of the round.

MOH-42 to MOH-58, and the cards of MOH-60 to MOH-65 that are played there.
"""

from collections.abc import Sequence

from engine import events as e
from engine.game import Script
from engine.question import Option
from engine.rules.blocks import card_lap
from engine.rules.board_events import (
    AttackBegan,
    AttackEnded,
    AttackOutcome,
    PlaceHeld,
    ZombiesKilled,
    ZombiesLeft,
)
from engine.rules.moh.build import MohGame
from engine.rules.moh.catalogue import hand_order
from engine.rules.moh.ending import end_round, end_tested
from engine.rules.moh.events import DoorsBarricaded
from engine.rules.moh.policies import FEW, TOGETHER
from engine.rules.moh.tables import BREAK_IN, CARDS
from engine.rules.moh.votes import elect, hideable, play_threat_or_hide, position
from engine.rules.moh.zombies import zombies_come
from engine.rules.text import Rule

RULES = (
    Rule(
        "MOH-42",
        "The location with strictly the most characters attracts one more zombie, "
        "and so does the one with strictly the most Pin-Ups.",
    ),
    Rule("MOH-43", "Locations are resolved in the order of their numbers, each completely."),
    Rule(
        "MOH-45",
        "Where characters are, zombies get in if they are at least as many as the strength of the "
        "characters there, hidden ones included. Otherwise, and where nobody is, nothing happens "
        "and the zombies stay.",
    ),
    Rule("MOH-46", f"Into location {{supermarket}} {BREAK_IN} or more zombies always get in."),
    Rule(
        "MOH-48",
        "Where they would get in, cards are played in one lap. If they no longer do, those that "
        "are left stay. If they do, those there vote who loses a character that is not hidden: it "
        "is out of the game, and all zombies of the location leave.",
    ),
    Rule(
        "MOH-50",
        "Where all are hidden nobody is eaten and, but for location {parking}, the zombies stay.",
    ),
)
"""The rules of attacks on the parking lot follow these."""
KILLS = {card.id: card.kills for card in CARDS if card.kills}


def attack(g: MohGame) -> Script[None]:
    """Attract zombies, attack every location in the order of its number, end the round."""
    s = g.state
    if not s.extras_placed:
        crowd = _strictly_most([len(there) for there in s.there])
        places = [s.where[i] for i in s.roster.noisy]
        noise = _strictly_most([0, *(places.count(number) for number in range(1, 7))])
        zombies_come(g, "crowd", crowd)
        zombies_come(g, "noise", noise)
    for place in g.rules.open_places(s):
        if place == g.rules.places.parking:
            yield from _parking(g, place)
        else:
            yield from _building(g, place)
        if s.over:
            return
    yield from end_round(g)


def _strictly_most(counts: Sequence[int]) -> tuple[int, ...]:
    # MOH-42: a tie for most attracts none.
    most = max(counts)
    return (counts.index(most),) if counts.count(most) == 1 else ()


def is_breached(g: MohGame, place: int) -> bool:
    """Return True if the zombies there get in (MOH-45, MOH-46, MOH-53)."""
    zombies = g.state.zombies[place]
    if zombies == 0 or place == g.rules.places.parking:
        return zombies > 0
    if place == g.rules.places.supermarket and zombies >= BREAK_IN:
        return True
    return zombies >= g.state.strength(place)


def _building(g: MohGame, place: int) -> Script[None]:
    s = g.state
    zombies = s.zombies[place]
    if not s.there[place] or not zombies:  # MOH-44
        return
    if not is_breached(g, place):
        g.emit(PlaceHeld(place=place, strength=s.strength(place), zombies=zombies))
        return
    if (yield from _one_attack(g, place)) == "eaten" and not end_tested(g, FEW, TOGETHER):
        # MOH-49: all zombies of the location leave, for the one character that was eaten.
        g.emit(ZombiesLeft(place=place, count=s.zombies[place]))


def _parking(g: MohGame, place: int) -> Script[None]:
    # MOH-53: one full vote per zombie; MOH-57 and MOH-58: in the end none is left.
    s = g.state
    leave = bool(s.there[place]) or not g.rules.policies.parking.empty_stay
    while s.zombies[place] and s.votes(place):
        if (yield from _one_attack(g, place)) == "eaten":
            if end_tested(g, FEW, TOGETHER):
                return
            g.emit(ZombiesLeft(place=place, count=1))
    if s.zombies[place] and leave:
        g.emit(ZombiesLeft(place=place, count=s.zombies[place]))


def _one_attack(g: MohGame, place: int) -> Script[AttackOutcome]:
    """Hold one card lap and, if the zombies still get in, one vote; return the outcome.

    At most one character is eaten, however many zombies get in (MOH-51). On the parking lot each
    zombie is an attack of its own, so that a new lap is held before every vote (MOH-54).
    """
    s = g.state
    present, parking = s.present(place), place == g.rules.places.parking
    g.emit(AttackBegan(place=place, strength=s.strength(place), zombies=s.zombies[place]))
    if len(present) > 1:
        yield from g.floor("attack", place, present)
    g.emit(e.VoteCalled(kind="attack", place=place, present=present))
    yield from card_lap(
        g,
        "play_attack_card",
        place,
        g.rules.policies.players.in_attack(s, place, parking=parking),
        lambda player: _attack_cards(g, player, place),
        lambda player, choice: _play(g, player, place, choice),
        lambda: position(g, "attack", place),
    )
    strength, zombies = s.strength(place), s.zombies[place]
    outcome: AttackOutcome
    if not is_breached(g, place):
        outcome = "repelled"
    else:
        victim = yield from elect(g, "attack", place)
        outcome = "nobody_eaten" if victim.player is None else "eaten"
        if victim.player is not None:
            yield from _lose_one(g, place, victim.player, victim.character)
    g.emit(AttackEnded(place=place, outcome=outcome, strength=strength, zombies=zombies))
    return outcome


def _lose_one(g: MohGame, place: int, player: str, drawn: str | None) -> Script[None]:
    """Let the owner choose a character there that is not hidden; it is eaten (MOH-49)."""
    kind = g.state.roster.kind
    ids = [kind[i] for i in g.state.visible(place, player)] if drawn is None else [drawn]
    options = g.choices("choose_victim", ids)
    choice = yield from g.ask("choose_victim", player, options, place=place)
    g.emit(e.CharacterEaten(player=player, character=choice.id, place=place))


def _attack_cards(g: MohGame, player: str, place: int) -> tuple[Option, ...]:
    hand = g.state.hands[player]
    ids = [card for card in hand_order(hand) if _playable(g, card, place)]
    if "hidden" in hand:
        ids += hideable(g, player, place)
    return g.choices("play_attack_card", [*ids, "pass"])


def _playable(g: MohGame, card: str, place: int) -> bool:
    places, zombies = g.rules.places, g.state.zombies[place]
    if card == "hardware":  # MOH-63
        if place == places.supermarket:
            return g.rules.policies.hardware.in_supermarket(crowded=zombies >= BREAK_IN)
        return place != places.parking
    return card == "threat" or (card in KILLS and zombies > 0)


def _play(g: MohGame, player: str, place: int, choice: Option) -> None:
    card = str(choice.args["card"])
    if card in {"threat", "hidden"}:
        play_threat_or_hide(g, player, place, choice)
        return
    g.emit(e.CardPlayed(player=player, card=card, place=place))
    if card == "hardware":
        g.emit(DoorsBarricaded(player=player, place=place))
    else:  # MOH-64: the surplus kill is lost
        count = min(KILLS[card], g.state.zombies[place])
        g.emit(ZombiesKilled(player=player, place=place, count=count))
