"""The set-up: badge, cards, characters, starting zombies (MOH-6 to MOH-11)."""

from types import MappingProxyType

from engine import events as e
from engine.game import Script
from engine.rules.blocks import deal
from engine.rules.board_events import PlacementRolled, SetupDiceRolled
from engine.rules.moh.build import MohGame
from engine.rules.moh.tables import CARDS, DICE
from engine.rules.moh.zombies import zombies_come
from engine.rules.text import Rule

RULES = (
    Rule("MOH-9", "The 21 action cards are shuffled and each player is dealt one, face down."),
)


def setup(g: MohGame) -> Script[None]:
    """Begin the game, deal, place characters and the first zombies."""
    rules, s = g.rules, g.state
    g.emit(e.GameBegan(ruleset=rules.ruleset, seats=rules.seats, closed=rules.closed))
    named = rules.policies.first_chief.seat
    chief = g.lot(rules.seats) if named is None else named
    g.emit(e.BadgeTaken(player=chief, elected=False, cause="first"))
    deal(g, [card.id for card in CARDS for _ in range(card.count)])
    for _ in s.roster.of[chief]:
        for player in s.in_order():
            yield from place_one(g, player)
    dice = g.roll(DICE)
    g.emit(SetupDiceRolled(dice=dice))
    zombies_come(g, "start", rules.policies.first_zombies.arrivals(dice))


def place_one(g: MohGame, player: str) -> Script[None]:
    """Roll two dice and put one character at the location of one of them (MOH-10)."""
    rules, s = g.rules, g.state
    dice = g.roll(2, "placement")
    g.emit(PlacementRolled(player=player, dice=dice))
    roomy = rules.roomy_places(s)
    allowed = rules.policies.setup_die.allowed_places(dice, roomy)
    unplaced = [s.roster.kind[i] for i in s.roster.of[player] if s.where[i] == 0]
    ids = [f"{character}-{place}" for character in unplaced for place in allowed]
    choice = yield from g.ask(
        "place_character",
        player,
        g.choices("place_character", ids),
        context=MappingProxyType({"dice": dice}),
    )
    character, place = str(choice.args["character"]), int(choice.args["location"])
    g.emit(e.CharacterPlaced(player=player, character=character, place=place))
