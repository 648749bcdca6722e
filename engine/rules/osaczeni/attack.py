"""Phase 5, the monsters that come, and phase 6, the attack area by area (OSA-39 to OSA-49)."""

from engine import events as e
from engine.game import Script
from engine.rules.board_events import (
    AttackBegan,
    AttackEnded,
    AttackOutcome,
    PlaceHeld,
    ZombiesLeft,
)
from engine.rules.osaczeni.build import OsaczeniGame
from engine.rules.osaczeni.events import CharactersTurnedBack, GunsLowered
from engine.rules.osaczeni.monsters import bring_to_cold_room, gatherings_attract, monsters_come
from engine.rules.osaczeni.tables import PARKING
from engine.rules.osaczeni.votes import decide, discuss
from engine.rules.text import Rule

ARRIVAL_RULES = (
    Rule(
        "OSA-39",
        "One monster comes to the area of each die; then one at every area with most "
        "Crybabies; then one at every area with most characters.",
    ),
)
ATTACK_RULES = (
    Rule("OSA-43", "Areas 1 to 6 are attacked in order. Where nobody is, monsters stay."),
    Rule(
        "OSA-44",
        "In areas 1 to 5 monsters get in if they are more than the strength of the characters "
        "there, hidden ones included. Otherwise nothing is played and they stay.",
    ),
    Rule(
        "OSA-45",
        "Where they get in, there is a discussion. If they no longer do, those that are left stay. "
        "If they do, those with a vote point at a player who has a character there that is not "
        "hidden, and that player says which is lost. All monsters of the area go back to the pool.",
    ),
    Rule("OSA-47", "Where all are hidden nobody is eaten, and the monsters go."),
    Rule(
        "OSA-48",
        "At area {parking} strength does not count: each monster attacks, with a vote for each, "
        "until no monster or nobody to be eaten is left; then the other monsters go.",
    ),
    Rule(
        "OSA-51",
        "Who loses a character takes the victim token, and who has lost the last one keeps it "
        "until the next death; without characters one plays no items and does not move.",
    ),
    Rule(
        "OSA-52",
        "If the holder of the badge loses the last character, the next living player clockwise "
        "has the badge at once.",
    ),
)


def arrival(g: OsaczeniGame) -> Script[None]:
    """Place the monsters of the dice, then those that gatherings attract."""
    s = g.state
    assert s.dice is not None, "the dice are open"
    monsters_come(g, "dice", s.dice)
    gatherings_attract(g)
    yield from ()


def attack(g: OsaczeniGame) -> Script[None]:
    """Attack every area in the order of its number."""
    s = g.state
    for area in g.rules.open_places(s):
        if area == PARKING:
            yield from _parking(g)
        else:
            yield from _building(g, area)
        if s.added_votes:
            g.emit(GunsLowered(place=area))
    if s.hidden:
        g.emit(CharactersTurnedBack())


def _building(g: OsaczeniGame, area: int) -> Script[None]:
    s = g.state
    monsters = s.zombies[area]
    if not s.there[area] or not monsters:  # OSA-43
        return
    if not g.rules.enter(s, area):
        g.emit(PlaceHeld(place=area, strength=s.strength(area), zombies=monsters))
        return
    if (yield from _one_attack(g, area)) != "repelled":
        g.emit(ZombiesLeft(place=area, count=s.zombies[area]))


def _parking(g: OsaczeniGame) -> Script[None]:
    s = g.state
    if not s.there[PARKING]:  # OSA-43
        return
    while s.zombies[PARKING] and s.votes(PARKING):
        if (yield from _one_attack(g, PARKING)) == "eaten":
            g.emit(ZombiesLeft(place=PARKING, count=1))
    if s.zombies[PARKING]:
        g.emit(ZombiesLeft(place=PARKING, count=s.zombies[PARKING]))


def _one_attack(g: OsaczeniGame, area: int) -> Script[AttackOutcome]:
    """Hold one discussion and, if the monsters still get in, one vote; return the outcome."""
    s = g.state
    present = s.present(area)
    g.emit(AttackBegan(place=area, strength=s.strength(area), zombies=s.zombies[area]))
    if len(present) > 1:
        yield from g.floor("attack", area, present)
    g.emit(e.VoteCalled(kind="attack", place=area, present=present))
    yield from discuss(g, "attack", area, present)
    strength, monsters = s.strength(area), s.zombies[area]
    outcome: AttackOutcome
    if not g.rules.enter(s, area):
        outcome = "repelled"
    else:
        player = yield from decide(g, "attack", area, tuple(s.votes(area)))
        outcome = "nobody_eaten" if player is None else "eaten"
        if player is not None:
            kind = s.roster.kind
            options = g.choices("choose_victim", [kind[i] for i in s.visible(area, player)])
            victim = yield from g.ask("choose_victim", player, options, place=area)
            bring_to_cold_room(g, player, victim.id, area)
    g.emit(AttackEnded(place=area, outcome=outcome, strength=strength, zombies=monsters))
    return outcome
