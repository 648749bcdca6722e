"""The set-up: badge and victim token, items, characters, starting monsters (OSA-8 to OSA-14)."""

from types import MappingProxyType

from engine import events as e
from engine.game import Script
from engine.rules.blocks import deal
from engine.rules.board_events import PlacementRolled, SetupDiceRolled
from engine.rules.osaczeni.build import OsaczeniGame
from engine.rules.osaczeni.events import VictimTokenTaken
from engine.rules.osaczeni.monsters import gatherings_attract, monsters_come
from engine.rules.osaczeni.tables import DICE, PARKING
from engine.rules.text import Rule

RULES = (
    Rule("OSA-12", "The 23 items are shuffled and each player is dealt one, face down."),
    Rule(
        "OSA-13",
        "In badge order each player rolls as many dice as there are own characters, before all "
        "eyes, and places them one by one: each die serves one character, which goes to the area "
        "of its number, or to the parking lot if that is full.",
    ),
    Rule(
        "OSA-14",
        "Then four dice are rolled: one monster comes to the area of each; then one to every area "
        "with most Crybabies, and one to every area with most characters.",
    ),
)


def setup(g: OsaczeniGame) -> Script[None]:
    """Begin the game, deal, place characters and the first monsters."""
    rules, s, named = g.rules, g.state, g.rules.policies.holders
    g.emit(e.GameBegan(ruleset=rules.ruleset, seats=rules.seats, closed=rules.closed))
    others = [seat for seat in rules.seats if seat != named.victim]
    badge = g.lot(others) if named.badge is None else named.badge
    g.emit(e.BadgeTaken(player=badge, elected=False, cause="first"))
    others = [seat for seat in rules.seats if seat != badge]
    victim = g.lot(others) if named.victim is None else named.victim
    g.emit(VictimTokenTaken(player=victim, cause="first"))
    deal(g, [card.id for card in rules.items for _ in range(card.count)])
    for player in s.in_order():
        yield from _assign(g, player)
    dice = g.roll(DICE)
    g.emit(SetupDiceRolled(dice=dice))
    monsters_come(g, "start", dice)
    gatherings_attract(g)


def _assign(g: OsaczeniGame, player: str) -> Script[None]:
    rules, s = g.rules, g.state
    unplaced = [s.roster.kind[i] for i in s.roster.of[player]]
    dice = list(g.roll(len(unplaced), "placement"))
    g.emit(PlacementRolled(player=player, dice=tuple(dice)))
    while unplaced:
        ids = [f"{die}-{character}" for die in sorted(set(dice)) for character in unplaced]
        choice = yield from g.ask(
            "assign_start",
            player,
            g.choices("assign_start", ids),
            context=MappingProxyType({"dice": tuple(dice)}),
        )
        die, character = int(choice.args["die"]), str(choice.args["character"])
        place = die if rules.has_room(s, die) else PARKING
        g.emit(e.CharacterPlaced(player=player, character=character, place=place))
        dice.remove(die)
        unplaced.remove(character)
