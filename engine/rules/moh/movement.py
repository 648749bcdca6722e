"""Phase E: the reveal, doomed locations, movement and Sprint (MOH-37 to MOH-41)."""

from types import MappingProxyType

from engine import events as e
from engine.game import Script
from engine.rules.moh.build import MohGame
from engine.rules.moh.ending import end_tested
from engine.rules.moh.policies import TOGETHER
from engine.rules.moh.tables import DOOM
from engine.rules.moh.zombies import zombies_come
from engine.rules.pieces import DEAD
from engine.rules.text import Rule

RULES = (
    Rule(
        "MOH-37",
        "Destinations are revealed, then the dice; one zombie comes for each die, "
        "none to a closed location.",
    ),
    Rule(
        "MOH-38",
        f"Then every location but {{parking}} with no character and {DOOM} or more zombies is "
        "closed for the rest of the game and its zombies are gone.",
    ),
    Rule(
        "MOH-39",
        "In Chief order each player moves one own character that is not yet there to the "
        "destination.",
    ),
    Rule(
        "MOH-40",
        "If it is full or closed, the character goes to location {parking}, or stays there if it "
        "is there already.",
    ),
)


def movement(g: MohGame) -> Script[None]:
    """Reveal, place the zombies, close what is doomed, move."""
    rules, s = g.rules, g.state
    assert s.dice is not None, "the dice lie under the box"
    g.emit(e.DestinationsRevealed(destinations=MappingProxyType(dict(s.destinations))))
    g.emit(e.DiceRevealed(dice=s.dice))
    zombies_come(g, "dice", s.dice)
    for place in rules.open_places(s):
        if place != rules.places.parking and s.zombies[place] >= DOOM and not s.there[place]:
            g.emit(e.PlaceClosed(place=place))
    yield from g.floor("reveal", None, s.in_order())
    for player in s.living():
        yield from _move(g, player)
        if end_tested(g, TOGETHER):
            return


def _move(g: MohGame, player: str) -> Script[None]:
    rules, s = g.rules, g.state
    goal = s.destinations.get(player)
    if goal is None:  # GAP-M-36: no legal destination
        return
    own = [i for i in s.roster.of[player] if s.where[i] != DEAD]
    ids = [s.roster.kind[i] for i in own if s.where[i] != goal]
    hand = s.hands[player]
    if "sprint" in hand:
        roomy = rules.roomy_places(s)
        ids += rules.policies.sprint.options(s, own, goal, roomy)
    if not ids:  # all stand in a destination that only a Sprint leaves, and nothing else has room
        return
    options = g.choices("move", ids)
    context = MappingProxyType({"destination": goal})
    choice = options[0]
    if hand or len(options) > 1:  # an empty hand has no Sprint, as all see
        choice = yield from g.ask("move", player, options, place=goal, context=context, secret=True)
    character = str(choice.args["character"])
    origin = s.where[s.roster.index[player, character]]
    if "card" in choice.args:
        g.emit(e.CardPlayed(player=player, card="sprint", place=None))
        target, cause = int(choice.args["location"]), "sprint"
    elif rules.has_room(s, goal):
        target, cause = goal, "destination"
    else:
        target, cause = rules.places.parking, "closed" if goal in s.closed else "full"
    g.emit(
        e.CharacterMoved(
            player=player, character=character, origin=origin, place=target, cause=cause
        )
    )
